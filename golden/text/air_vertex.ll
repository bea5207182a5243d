source_filename = "every_output.metal"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024-n8:16:32"
target triple = "air64-apple-macosx14.0.0"

; Function Attrs: nounwind
define <{ <4 x float>, <4 x float>, <2 x float>, float, [2 x float], i32, i32 }> @every_output(<3 x float> %position, <2 x half> %uv, i32 %vid, i32 %iid, i32 %bv, i32 %bi, i32 %aid, i32 %ac) local_unnamed_addr #0 {
  ret <{ <4 x float>, <4 x float>, <2 x float>, float, [2 x float], i32, i32 }> zeroinitializer
}

attributes #0 = { nounwind }

!llvm.module.flags = !{!0, !1, !2, !3, !4, !5, !6, !7, !8}
!llvm.ident = !{!9}
!air.version = !{!10}
!air.language_version = !{!11}
!air.compile_options = !{!12, !13, !14}
!air.vertex = !{!15}

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
!15 = !{<{ <4 x float>, <4 x float>, <2 x float>, float, [2 x float], i32, i32 }> (<3 x float>, <2 x half>, i32, i32, i32, i32, i32, i32)* @every_output, !16, !24}
!16 = !{!17, !18, !19, !20, !21, !22, !23}
!17 = !{!"air.position", !"air.invariant", !"air.arg_type_name", !"float4", !"air.arg_name", !"position"}
!18 = !{!"air.vertex_output", !"generated(5colorDv4_f)", !"air.arg_type_name", !"float4", !"air.arg_name", !"color"}
!19 = !{!"air.vertex_output", !"user(locn1)", !"air.shared", !"air.arg_type_name", !"float2", !"air.arg_name", !"uv"}
!20 = !{!"air.point_size", !"air.arg_type_name", !"float", !"air.arg_name", !"size"}
!21 = !{!"air.clip_distance", !"air.clip_distance_array_size", i32 2, !"air.arg_type_name", !"float", !"air.arg_name", !"clip"}
!22 = !{!"air.render_target_array_index", !"air.arg_type_name", !"uint", !"air.arg_name", !"layer"}
!23 = !{!"air.viewport_array_index", !"air.arg_type_name", !"uint", !"air.arg_name", !"viewport"}
!24 = !{!25, !26, !27, !28, !29, !30, !31, !32}
!25 = !{i32 0, !"air.vertex_input", !"air.location_index", i32 0, i32 1, !"air.arg_type_name", !"float3", !"air.arg_name", !"position"}
!26 = !{i32 1, !"air.vertex_input", !"air.location_index", i32 3, i32 1, !"air.arg_type_name", !"half2", !"air.arg_name", !"uv", !"air.arg_unused"}
!27 = !{i32 2, !"air.vertex_id", !"air.arg_type_name", !"uint", !"air.arg_name", !"vertex_id"}
!28 = !{i32 3, !"air.instance_id", !"air.arg_type_name", !"uint", !"air.arg_name", !"instance_id"}
!29 = !{i32 4, !"air.base_vertex", !"air.arg_type_name", !"uint", !"air.arg_name", !"base_vertex"}
!30 = !{i32 5, !"air.base_instance", !"air.arg_type_name", !"uint", !"air.arg_name", !"base_instance"}
!31 = !{i32 6, !"air.amplification_id", !"air.arg_type_name", !"uint", !"air.arg_name", !"amplification_id"}
!32 = !{i32 7, !"air.amplification_count", !"air.arg_type_name", !"uint", !"air.arg_name", !"amplification_count"}
