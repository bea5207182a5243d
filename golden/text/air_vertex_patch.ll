source_filename = "post_tessellation.metal"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024-n8:16:32"
target triple = "air64-apple-macosx14.0.0"

%struct._patch_control_point_t = type opaque

declare { <3 x float>, half } @points.MTL_CONTROL_POINT_FN(i32, %struct._patch_control_point_t*)

; Function Attrs: nounwind
define <4 x float> @post_tessellation(%struct._patch_control_point_t* %points, <4 x float> %tint, i32 %patch, <2 x float> %uv) local_unnamed_addr #0 {
  ret <4 x float> zeroinitializer
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
!15 = !{<4 x float> (%struct._patch_control_point_t*, <4 x float>, i32, <2 x float>)* @post_tessellation, !16, !18, !26}
!16 = !{!17}
!17 = !{!"air.position", !"air.arg_type_name", !"float4"}
!18 = !{!19, !23, !24, !25}
!19 = !{i32 0, !"air.patch_control_point_input", !20, !21, !22}
!20 = !{!"air.patch_control_point_function", { <3 x float>, half } (i32, %struct._patch_control_point_t*)* @points.MTL_CONTROL_POINT_FN}
!21 = !{!"air.location_index", i32 0, i32 1, !"air.arg_type_name", !"float3", !"air.arg_name", !"position"}
!22 = !{!"air.location_index", i32 1, i32 1, !"air.arg_type_name", !"half", !"air.arg_name", !"weight", !"air.arg_unused"}
!23 = !{i32 1, !"air.patch_input", !"air.location_index", i32 2, i32 1, !"air.arg_type_name", !"float4", !"air.arg_name", !"tint"}
!24 = !{i32 2, !"air.patch_id", !"air.arg_type_name", !"uint", !"air.arg_name", !"patch"}
!25 = !{i32 3, !"air.position_in_patch", !"air.arg_type_name", !"float2", !"air.arg_name", !"uv"}
!26 = !{!"air.patch", !"quad", !"air.patch_control_point", i32 16}
