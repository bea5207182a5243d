// What the golden sources do not have: rarer stages, resources and loops, for tests/decompile/test_round_trip.py.
#include <metal_stdlib>
using namespace metal;

struct complex64_t { float real; float imag; };
struct Payload { float4 places[8]; uint count; };
struct VertexOut { float4 position [[position]]; half2 uv; };
struct PrimitiveOut { uint layer [[render_target_array_index]]; };
struct Pixel { half4 color; float depth; };

kernel void subtract(device const complex64_t* a [[buffer(0)]], device const complex64_t* b [[buffer(1)]],
                     device complex64_t* out [[buffer(2)]], uint i [[thread_position_in_grid]]) {
  out[i].real = a[i].real - b[i].real;
  out[i].imag = a[i].imag - b[i].imag;
}

kernel void histogram(device const uint* data [[buffer(0)]], device uint* counts [[buffer(1)]], constant uint& n [[buffer(2)]],
                      uint tid [[thread_index_in_threadgroup]], uint group [[threadgroup_position_in_grid]]) {
  threadgroup atomic_uint bins[16];
  if (tid < 16) atomic_store_explicit(&bins[tid], 0u, memory_order_relaxed);
  threadgroup_barrier(mem_flags::mem_threadgroup);
  for (uint k = 0; k < (n & 7); ++k) atomic_fetch_add_explicit(&bins[(data[tid] >> k) & 15], 1u, memory_order_relaxed);
  threadgroup_barrier(mem_flags::mem_threadgroup);
  if (tid < 16) counts[group * 16 + tid] = atomic_load_explicit(&bins[tid], memory_order_relaxed);
}

kernel void sums(device const float* x [[buffer(0)]], device float* y [[buffer(1)]], constant uint& n [[buffer(2)]],
                 uint i [[thread_position_in_grid]]) {
  float sum = 0, least = INFINITY;
  for (uint k = 0; k < (n & 31); k++) {
    if (x[k] < 0) continue;
    sum += x[i] * x[k];
    least = fmin(least, x[k]);
    if (sum > 1000.0f) break;
  }
  uint steps = 0;
  for (int s = 16; s > 0; s >>= 1) {
    steps = steps * 3 + uint(s);
    y[i + 64] = y[i] + float(steps);
  }
  y[i] = sum + (least < 1.0f ? least : 1.0f);
}

kernel void resident(texture2d_array<float> image [[texture(0)]], device float4* out [[buffer(0)]], uint i [[thread_position_in_grid]]) {
  constexpr sampler s(filter::linear, address::repeat);
  auto found = image.sparse_sample(s, float2(i, 0.5f), 1);
  out[i] = found.resident() ? found.value() : float4(-1);
}

kernel void matrices(device const float* a [[buffer(0)]], device float* out [[buffer(1)]]) {
  simdgroup_float8x8 m, n = simdgroup_float8x8(2.0f);
  simdgroup_load(m, a, 8);
  m.thread_elements() = m.thread_elements() * 2.0f;
  simdgroup_multiply_accumulate(n, m, m, n);
  simdgroup_store(n, out, 8);
}

fragment float4 several(array<texture2d<float>, 4> images [[texture(1)]], sampler s [[sampler(0)]], float4 place [[position]],
                        constant uint& n [[buffer(0)]]) {
  return images[n & 3].sample(s, place.xy) + images[1].sample(s, place.yx);
}

kernel void clear(imageblock<Pixel, imageblock_layout_explicit> block, ushort2 at [[thread_position_in_threadgroup]]) {
  threadgroup_imageblock Pixel* pixel = block.data(at);
  pixel->color = half4(0, 0, 0, 1);
  pixel->depth = 1.0f;
}

[[object, max_total_threads_per_threadgroup(8)]] void objects(object_data Payload& payload [[payload]], mesh_grid_properties grid,
    device const float4* places [[buffer(0)]], uint tid [[thread_index_in_threadgroup]]) {
  payload.places[tid & 7] = places[tid];
  if (tid == 0) {
    payload.count = 8;
    grid.set_threadgroups_per_grid(uint3(2, 1, 1));
  }
}

[[mesh, max_total_threads_per_threadgroup(8)]] void meshes(mesh<VertexOut, PrimitiveOut, 8, 4, topology::triangle> out,
    const object_data Payload& payload [[payload]], uint tid [[thread_index_in_threadgroup]]) {
  VertexOut v;
  v.position = payload.places[tid & 7] * float(payload.count);
  v.uv = half2(v.position.xy);
  out.set_vertex(tid & 7, v);
  out.set_index(tid & 7, uchar(tid & 7));
  if (tid < 2) {
    out.set_primitive(tid, PrimitiveOut{tid});
  }
  if (tid == 0) out.set_primitive_count(2);
}

kernel void products(device half* a [[buffer(0)]], device float* b [[buffer(1)]], constant uint& n [[buffer(2)]]) {
  simdgroup_half8x8 rows[4];
  simdgroup_float8x8 sums[4];
  for (uint i = 0; i < 4; ++i) sums[i] = make_filled_simdgroup_matrix<float, 8, 8>(0.f);
  for (uint i = 0; i < n; ++i) simdgroup_load(rows[i & 3], a + i * 64, 8);
  for (uint i = 0; i < n; ++i) simdgroup_multiply_accumulate(sums[i & 3], rows[i & 3], rows[(i + 1) & 3], sums[i & 3]);
  for (uint i = 0; i < n; ++i) simdgroup_store(sums[i & 3], b + i * 64, 8);
}

fragment float4 shifted(texture2d<float> t [[texture(0)]], sampler s [[sampler(0)]], constant float& bias [[buffer(0)]],
    float2 uv [[user(uv)]]) {
  return t.sample(s, uv, metal::bias(bias));
}
