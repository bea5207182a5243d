; [[patch(quad, 16)]] vertex float4 post_tessellation(Patch in [[stage_in]], ...).
; Covers: TESS, control point and per-patch attributes, patch built-ins; an output without a name.
source_filename = "post_tessellation.metal"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024-n8:16:32"
target triple = "air64-apple-macosx14.0.0"

%struct._patch_control_point_t = type opaque

declare { <3 x float>, half } @points.MTL_CONTROL_POINT_FN(i32, %struct._patch_control_point_t*)

define <4 x float> @post_tessellation(%struct._patch_control_point_t* %points, <4 x float> %tint, i32 %patch, <2 x float> %uv) local_unnamed_addr #0 {
  ret <4 x float> zeroinitializer
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
!8 = !{<4 x float> (%struct._patch_control_point_t*, <4 x float>, i32, <2 x float>)* @post_tessellation, !9, !11, !19}
!9 = !{!10}
!10 = !{!"air.position", !"air.arg_type_name", !"float4"}
!11 = !{!12, !16, !17, !18}
!12 = !{i32 0, !"air.patch_control_point_input", !13, !14, !15}
!13 = !{!"air.patch_control_point_function", { <3 x float>, half } (i32, %struct._patch_control_point_t*)* @points.MTL_CONTROL_POINT_FN}
!14 = !{!"air.location_index", i32 0, i32 1, !"air.arg_type_name", !"float3", !"air.arg_name", !"position"}
!15 = !{!"air.location_index", i32 1, i32 1, !"air.arg_type_name", !"half", !"air.arg_name", !"weight", !"air.arg_unused"}
!16 = !{i32 1, !"air.patch_input", !"air.location_index", i32 2, i32 1, !"air.arg_type_name", !"float4", !"air.arg_name", !"tint"}
!17 = !{i32 2, !"air.patch_id", !"air.arg_type_name", !"uint", !"air.arg_name", !"patch"}
!18 = !{i32 3, !"air.position_in_patch", !"air.arg_type_name", !"float2", !"air.arg_name", !"uv"}
!19 = !{!"air.patch", !"quad", !"air.patch_control_point", i32 16}

!30 = !{i32 7, !"frame-pointer", i32 2}
!31 = !{i32 7, !"air.max_device_buffers", i32 31}
!32 = !{i32 7, !"air.max_constant_buffers", i32 31}
!33 = !{i32 7, !"air.max_threadgroup_buffers", i32 31}
!34 = !{i32 7, !"air.max_textures", i32 128}
!35 = !{i32 7, !"air.max_read_write_textures", i32 8}
!36 = !{i32 7, !"air.max_samplers", i32 16}
