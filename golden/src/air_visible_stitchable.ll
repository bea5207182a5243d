; [[stitchable]] float4 tint(float4 color, float amount): a visible function with stitching types.
source_filename = "tint.metal"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024-n8:16:32"
target triple = "air64-apple-macosx14.0.0"

declare <4 x float> @load4(i8*)
declare void @store4(i8*, <4 x float>)
declare void @drop4(i8*)
declare void @copy4(i8*, i8*)
declare float @load1(i8*)
declare void @store1(i8*, float)
declare void @drop1(i8*)
declare void @copy1(i8*, i8*)

define <4 x float> @tint(<4 x float> %color, float %amount) local_unnamed_addr #0 {
  ret <4 x float> zeroinitializer
}

attributes #0 = { nounwind }

!llvm.module.flags = !{!0, !1, !30, !31, !32, !33, !34, !35, !36}
!llvm.ident = !{!2}
!air.version = !{!3}
!air.language_version = !{!4}
!air.compile_options = !{!5, !6, !7}
!air.visible = !{!8}

!0 = !{i32 2, !"SDK Version", [2 x i32] [i32 14, i32 0]}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{!"mtlb golden sources"}
!3 = !{i32 2, i32 6, i32 0}
!4 = !{!"Metal", i32 3, i32 1, i32 0}
!5 = !{!"air.compile.denorms_disable"}
!6 = !{!"air.compile.fast_math_enable"}
!7 = !{!"air.compile.framebuffer_fetch_enable"}
!8 = !{<4 x float> (<4 x float>, float)* @tint, !9, !11, !14}
!9 = !{!10}
!10 = !{!"air.visible_output", !"air.arg_type_name", !"float4"}
!11 = !{!12, !13}
!12 = !{i32 0, !"air.visible_input", !"air.arg_type_name", !"float4", !"air.arg_name", !"color"}
!13 = !{i32 1, !"air.visible_input", !"air.arg_type_name", !"float", !"air.arg_name", !"amount"}
!14 = !{!"air.stitching_info", !15, !18, !19}
!15 = !{!"air.stitching_type", !16, <4 x float> (i8*)* @load4, void (i8*, <4 x float>)* @store4, void (i8*)* @drop4, void (i8*, i8*)* @copy4}
!16 = !{!"air.vector_type", i32 16, i32 16, null, !17, i32 4}
!17 = !{!"air.float_type", i32 4, i32 4, null}
!18 = !{!"air.stitching_argument", !15, !"color"}
!19 = !{!"air.stitching_argument", !20, !"amount"}
!20 = !{!"air.stitching_type", !17, float (i8*)* @load1, void (i8*, float)* @store1, void (i8*)* @drop1, void (i8*, i8*)* @copy1}

!30 = !{i32 7, !"frame-pointer", i32 2}
!31 = !{i32 7, !"air.max_device_buffers", i32 31}
!32 = !{i32 7, !"air.max_constant_buffers", i32 31}
!33 = !{i32 7, !"air.max_threadgroup_buffers", i32 31}
!34 = !{i32 7, !"air.max_textures", i32 128}
!35 = !{i32 7, !"air.max_read_write_textures", i32 8}
!36 = !{i32 7, !"air.max_samplers", i32 16}
