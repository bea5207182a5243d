; vertex Out every_output(In in [[stage_in]], ...): every vertex built-in, every vertex output.
; Covers: VATT and VATY with an inactive attribute, LAYR.
source_filename = "every_output.metal"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024-n8:16:32"
target triple = "air64-apple-macosx14.0.0"

define <{ <4 x float>, <4 x float>, <2 x float>, float, [2 x float], i32, i32 }> @every_output(<3 x float> %position, <2 x half> %uv, i32 %vid, i32 %iid, i32 %bv, i32 %bi, i32 %aid, i32 %ac) local_unnamed_addr #0 {
  ret <{ <4 x float>, <4 x float>, <2 x float>, float, [2 x float], i32, i32 }> zeroinitializer
}

attributes #0 = { nounwind }

!llvm.module.flags = !{!0, !1, !30, !31, !32, !33, !34, !35, !36}
!llvm.ident = !{!2}
!air.version = !{!3}
!air.language_version = !{!4}
!air.compile_options = !{!5, !6, !7}
!air.vertex = !{!8}

!0 = !{i32 2, !"SDK Version", [2 x i32] [i32 14, i32 0]}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{!"mtlb golden sources"}
!3 = !{i32 2, i32 6, i32 0}
!4 = !{!"Metal", i32 3, i32 1, i32 0}
!5 = !{!"air.compile.denorms_disable"}
!6 = !{!"air.compile.fast_math_enable"}
!7 = !{!"air.compile.framebuffer_fetch_enable"}
!8 = !{<{ <4 x float>, <4 x float>, <2 x float>, float, [2 x float], i32, i32 }> (<3 x float>, <2 x half>, i32, i32, i32, i32, i32, i32)* @every_output, !9, !17}
!9 = !{!10, !11, !12, !13, !14, !15, !16}
!10 = !{!"air.position", !"air.invariant", !"air.arg_type_name", !"float4", !"air.arg_name", !"position"}
!11 = !{!"air.vertex_output", !"generated(5colorDv4_f)", !"air.arg_type_name", !"float4", !"air.arg_name", !"color"}
!12 = !{!"air.vertex_output", !"user(locn1)", !"air.shared", !"air.arg_type_name", !"float2", !"air.arg_name", !"uv"}
!13 = !{!"air.point_size", !"air.arg_type_name", !"float", !"air.arg_name", !"size"}
!14 = !{!"air.clip_distance", !"air.clip_distance_array_size", i32 2, !"air.arg_type_name", !"float", !"air.arg_name", !"clip"}
!15 = !{!"air.render_target_array_index", !"air.arg_type_name", !"uint", !"air.arg_name", !"layer"}
!16 = !{!"air.viewport_array_index", !"air.arg_type_name", !"uint", !"air.arg_name", !"viewport"}
!17 = !{!18, !19, !20, !21, !22, !23, !24, !25}
!18 = !{i32 0, !"air.vertex_input", !"air.location_index", i32 0, i32 1, !"air.arg_type_name", !"float3", !"air.arg_name", !"position"}
!19 = !{i32 1, !"air.vertex_input", !"air.location_index", i32 3, i32 1, !"air.arg_type_name", !"half2", !"air.arg_name", !"uv", !"air.arg_unused"}
!20 = !{i32 2, !"air.vertex_id", !"air.arg_type_name", !"uint", !"air.arg_name", !"vertex_id"}
!21 = !{i32 3, !"air.instance_id", !"air.arg_type_name", !"uint", !"air.arg_name", !"instance_id"}
!22 = !{i32 4, !"air.base_vertex", !"air.arg_type_name", !"uint", !"air.arg_name", !"base_vertex"}
!23 = !{i32 5, !"air.base_instance", !"air.arg_type_name", !"uint", !"air.arg_name", !"base_instance"}
!24 = !{i32 6, !"air.amplification_id", !"air.arg_type_name", !"uint", !"air.arg_name", !"amplification_id"}
!25 = !{i32 7, !"air.amplification_count", !"air.arg_type_name", !"uint", !"air.arg_name", !"amplification_count"}

!30 = !{i32 7, !"frame-pointer", i32 2}
!31 = !{i32 7, !"air.max_device_buffers", i32 31}
!32 = !{i32 7, !"air.max_constant_buffers", i32 31}
!33 = !{i32 7, !"air.max_threadgroup_buffers", i32 31}
!34 = !{i32 7, !"air.max_textures", i32 128}
!35 = !{i32 7, !"air.max_read_write_textures", i32 8}
!36 = !{i32 7, !"air.max_samplers", i32 16}
