source_filename = "every_input.metal"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024-n8:16:32"
target triple = "air64-apple-macosx14.0.0"

; Function Attrs: nounwind
define <{ <4 x half>, <4 x half>, float, i32, i32 }> @every_input(<4 x float> %a0, <4 x float> %a1, <2 x float> %a2, <2 x float> %a3, i32 %a4, float %a5, i1 %a6, <2 x float> %a7, i32 %a8, i32 %a9, i32 %a10, <3 x float> %a11, i32 %a12, i32 %a13, <4 x half> %a14, i32 %a15) local_unnamed_addr #0 {
  ret <{ <4 x half>, <4 x half>, float, i32, i32 }> zeroinitializer
}

attributes #0 = { nounwind }

!llvm.module.flags = !{!0, !1, !2, !3, !4, !5, !6, !7, !8}
!llvm.ident = !{!9}
!air.version = !{!10}
!air.language_version = !{!11}
!air.compile_options = !{!12, !13, !14}
!air.fragment = !{!15}

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
!15 = !{<{ <4 x half>, <4 x half>, float, i32, i32 }> (<4 x float>, <4 x float>, <2 x float>, <2 x float>, i32, float, i1, <2 x float>, i32, i32, i32, <3 x float>, i32, i32, <4 x half>, i32)* @every_input, !16, !22, !"early_fragment_tests"}
!16 = !{!17, !18, !19, !20, !21}
!17 = !{!"air.render_target", i32 0, i32 0, !"air.arg_type_name", !"half4", !"air.arg_name", !"color"}
!18 = !{!"air.render_target", i32 1, i32 1, !"air.raster_order_group", i32 2, !"air.arg_type_name", !"half4", !"air.arg_name", !"second"}
!19 = !{!"air.depth", !"air.depth_qualifier", !"air.less", !"air.arg_type_name", !"float", !"air.arg_name", !"depth"}
!20 = !{!"air.stencil", !"air.arg_type_name", !"uint", !"air.arg_name", !"stencil"}
!21 = !{!"air.sample_mask", !"air.arg_type_name", !"uint", !"air.arg_name", !"mask"}
!22 = !{!23, !24, !25, !26, !27, !28, !29, !30, !31, !32, !33, !34, !35, !36, !37, !38}
!23 = !{i32 0, !"air.position", !"air.center", !"air.no_perspective", !"air.arg_type_name", !"float4", !"air.arg_name", !"position"}
!24 = !{i32 1, !"air.fragment_input", !"generated(5colorDv4_f)", !"air.center", !"air.perspective", !"air.arg_type_name", !"float4", !"air.arg_name", !"color"}
!25 = !{i32 2, !"air.fragment_input", !"user(locn1)", !"air.centroid", !"air.no_perspective", !"air.arg_type_name", !"float2", !"air.arg_name", !"uv"}
!26 = !{i32 3, !"air.fragment_input", !"generated(6sampleDv2_f)", !"air.sample", !"air.perspective", !"air.arg_type_name", !"float2", !"air.arg_name", !"sample"}
!27 = !{i32 4, !"air.fragment_input", !"generated(4flatj)", !"air.flat", !"air.arg_type_name", !"uint", !"air.arg_name", !"flat"}
!28 = !{i32 5, !"air.fragment_input", !"generated(4pullf)", !"air.interpolation_function", !"air.perspective", !"air.arg_type_name", !"interpolant<float, perspective>", !"air.arg_name", !"pull"}
!29 = !{i32 6, !"air.front_facing", !"air.arg_type_name", !"bool", !"air.arg_name", !"front"}
!30 = !{i32 7, !"air.point_coord", !"air.arg_type_name", !"float2", !"air.arg_name", !"point"}
!31 = !{i32 8, !"air.primitive_id", !"air.arg_type_name", !"uint", !"air.arg_name", !"primitive"}
!32 = !{i32 9, !"air.sample_id", !"air.arg_type_name", !"uint", !"air.arg_name", !"sample_id"}
!33 = !{i32 10, !"air.sample_mask_in", !"air.arg_type_name", !"uint", !"air.arg_name", !"coverage"}
!34 = !{i32 11, !"air.barycentric_coord", !"air.center", !"air.perspective", !"air.arg_type_name", !"float3", !"air.arg_name", !"barycentric"}
!35 = !{i32 12, !"air.render_target_array_index", !"air.arg_type_name", !"uint", !"air.arg_name", !"layer"}
!36 = !{i32 13, !"air.viewport_array_index", !"air.arg_type_name", !"uint", !"air.arg_name", !"viewport"}
!37 = !{i32 14, !"air.render_target", i32 0, !"air.arg_type_name", !"half4", !"air.arg_name", !"framebuffer"}
!38 = !{i32 15, !"air.amplification_id", !"air.arg_type_name", !"uint", !"air.arg_name", !"view"}
