source_filename = "tile.metal"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024-n8:16:32"
target triple = "air64-apple-macosx14.0.0"

%struct._imageblock_t = type opaque

; Function Attrs: nounwind
define void @tile(<2 x i16> %at, <2 x i16> %tile_size, i32 %tile, %struct._imageblock_t addrspace(4)* %block, %struct._imageblock_t addrspace(4)* %colors) local_unnamed_addr #0 {
  ret void
}

attributes #0 = { nounwind }

!llvm.module.flags = !{!0, !1, !2, !3, !4, !5, !6, !7, !8}
!llvm.ident = !{!9}
!air.version = !{!10}
!air.language_version = !{!11}
!air.compile_options = !{!12, !13, !14}
!air.kernel = !{!15}

!0 = !{i32 2, !"SDK Version", [2 x i32] [i32 14, i32 0]}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{i32 7, !"frame-pointer", i32 2}
!3 = !{i32 7, !"air.max_device_buffers", i32 31}
!4 = !{i32 7, !"air.max_constant_buffers", i32 31}
!5 = !{i32 7, !"air.max_threadgroup_buffers", i32 31}
!6 = !{i32 7, !"air.max_textures", i32 128}
!7 = !{i32 7, !"air.max_read_write_textures", i32 8}
!8 = !{i32 7, !"air.max_samplers", i32 16}
!9 = !{!"mtlb golden sources"}
!10 = !{i32 2, i32 6, i32 0}
!11 = !{!"Metal", i32 3, i32 1, i32 0}
!12 = !{!"air.compile.denorms_disable"}
!13 = !{!"air.compile.fast_math_enable"}
!14 = !{!"air.compile.framebuffer_fetch_enable"}
!15 = !{void (<2 x i16>, <2 x i16>, i32, %struct._imageblock_t addrspace(4)*, %struct._imageblock_t addrspace(4)*)* @tile, !16, !17}
!16 = !{}
!17 = !{!18, !19, !20, !21, !23}
!18 = !{i32 0, !"air.pixel_position_in_tile", !"air.arg_type_name", !"ushort2", !"air.arg_name", !"at"}
!19 = !{i32 1, !"air.pixels_per_tile", !"air.arg_type_name", !"ushort2", !"air.arg_name", !"tile_size"}
!20 = !{i32 2, !"air.tile_index", !"air.arg_type_name", !"uint", !"air.arg_name", !"tile"}
!21 = !{i32 3, !"air.imageblock", !"explicit", !"air.imageblock_data_size", i32 16, !"air.struct_type_info", !22, !"air.arg_type_align_size", i32 8, !"air.arg_type_name", !"imageblock<Values>", !"air.arg_name", !"block"}
!22 = !{i32 0, i32 8, i32 0, !"half4", !"color", !"air.raster_order_group", i32 0, i32 8, i32 4, i32 0, !"float", !"depth", !"air.raster_order_group", i32 0}
!23 = !{i32 4, !"air.imageblock", !"implicit", !"air.struct_type_info", !24, !"air.arg_type_align_size", i32 8, !"air.arg_type_name", !"imageblock<Colors, imageblock_layout_implicit>", !"air.arg_name", !"colors"}
!24 = !{i32 0, i32 8, i32 0, !"half4", !"color", !"air.render_target", i32 0}
