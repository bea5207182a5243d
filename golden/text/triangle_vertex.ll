source_filename = "triangle.metal"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024-n8:16:32"
target triple = "air64-apple-macosx14.0.0"

; Function Attrs: mustprogress nofree norecurse nosync nounwind readnone willreturn
define <{ <4 x float>, <4 x float> }> @triangle_vertex(<2 x float> %position, <4 x float> %color, <2 x float> %uv, i32 noundef %id) local_unnamed_addr #0 {
  %wide = shufflevector <2 x float> %position, <2 x float> poison, <4 x i32> <i32 0, i32 1, i32 undef, i32 undef>
  %clip = shufflevector <4 x float> %wide, <4 x float> <float poison, float poison, float 0.000000e+00, float 1.000000e+00>, <4 x i32> <i32 0, i32 1, i32 6, i32 7>
  %first = insertvalue <{ <4 x float>, <4 x float> }> undef, <4 x float> %clip, 0
  %both = insertvalue <{ <4 x float>, <4 x float> }> %first, <4 x float> %color, 1
  ret <{ <4 x float>, <4 x float> }> %both
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind readnone willreturn "frame-pointer"="all" "no-builtins" }

!llvm.module.flags = !{!0, !1, !2, !3, !4, !5, !6, !7, !8}
!llvm.ident = !{!9}
!air.version = !{!10}
!air.language_version = !{!11}
!air.compile_options = !{!12}
!air.vertex = !{!13}

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
!13 = !{<{ <4 x float>, <4 x float> }> (<2 x float>, <4 x float>, <2 x float>, i32)* @triangle_vertex, !14, !17}
!14 = !{!15, !16}
!15 = !{!"air.position", !"air.arg_type_name", !"float4", !"air.arg_name", !"position"}
!16 = !{!"air.vertex_output", !"generated(5colorDv4_f)", !"air.arg_type_name", !"float4", !"air.arg_name", !"color"}
!17 = !{!18, !19, !20, !21}
!18 = !{i32 0, !"air.vertex_input", !"air.location_index", i32 0, i32 1, !"air.arg_type_name", !"float2", !"air.arg_name", !"position"}
!19 = !{i32 1, !"air.vertex_input", !"air.location_index", i32 1, i32 1, !"air.arg_type_name", !"float4", !"air.arg_name", !"color"}
!20 = !{i32 2, !"air.vertex_input", !"air.location_index", i32 5, i32 1, !"air.arg_type_name", !"float2", !"air.arg_name", !"uv", !"air.arg_unused"}
!21 = !{i32 3, !"air.vertex_id", !"air.arg_type_name", !"uint", !"air.arg_name", !"id", !"air.arg_unused"}
