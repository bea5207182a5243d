#include <metal_stdlib>
using namespace metal;
struct D { float4 a [[raster_order_group(0)]]; half2 b [[raster_order_group(0)]]; uint c [[raster_order_group(0)]]; };
struct FO { D d [[imageblock_data]]; };
fragment FO f(D in [[imageblock_data]]) { FO o; o.d = in; o.d.a += 1; return o; }
kernel void tile(imageblock<D, imageblock_layout_explicit> b, ushort2 p [[thread_position_in_threadgroup]], ushort2 ts [[threads_per_threadgroup]], uint rate [[render_target_array_index]]) { threadgroup_imageblock D* d = b.data(p); d->a += b.get_width() + b.get_height() + b.get_num_samples(); threadgroup_barrier(mem_flags::mem_threadgroup_imageblock); }
struct I { float4 c [[color(0)]]; half4 d [[color(1)]]; }; 
kernel void tilei(imageblock<I, imageblock_layout_implicit> b, ushort2 p [[thread_position_in_threadgroup]]) { I x = b.read(p); x.c += 1; b.write(x, p); ushort n = b.get_num_colors(p); ushort m = b.get_color_coverage_mask(p, 0); x.c += n + m; b.write(x, p); }
