; extern "C" float4 vignette(...): a Core Image kernel.
; Covers: RETR, ARGR with a texture, a sampler, a pointer and a plain value.
source_filename = "vignette.metal"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024-n8:16:32"
target triple = "air64-apple-macosx14.0.0"

%struct._texture_2d_t = type opaque
%struct._sampler_t = type opaque

define <4 x float> @vignette(%struct._texture_2d_t addrspace(1)* %image, %struct._sampler_t addrspace(2)* %filter, [4 x <4 x float>] addrspace(2)* %transform, <2 x float> %dest) local_unnamed_addr #0 {
  ret <4 x float> zeroinitializer
}

attributes #0 = { nounwind }

!llvm.module.flags = !{!0, !1, !30, !31, !32, !33, !34, !35, !36}
!llvm.ident = !{!2}
!air.version = !{!3}
!air.language_version = !{!4}
!air.compile_options = !{!5, !6, !7}
!air.ci = !{!8}

!0 = !{i32 2, !"SDK Version", [2 x i32] [i32 14, i32 0]}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{!"mtlb golden sources"}
!3 = !{i32 2, i32 6, i32 0}
!4 = !{!"Metal", i32 3, i32 1, i32 0}
!5 = !{!"air.compile.denorms_disable"}
!6 = !{!"air.compile.fast_math_enable"}
!7 = !{!"air.compile.framebuffer_fetch_enable"}
!8 = !{<4 x float> (%struct._texture_2d_t addrspace(1)*, %struct._sampler_t addrspace(2)*, [4 x <4 x float>] addrspace(2)*, <2 x float>)* @vignette, !9, !11}
!9 = !{!10}
!10 = !{!"air.ci_builtin", !"air.arg_type_name", !"float4"}
!11 = !{!12, !13, !14, !15}
!12 = !{i32 0, !"air.ci_texture", !"air.location_count", i32 1, !"air.sample", !"air.arg_type_name", !"texture2d<float, sample>", !"air.arg_name", !"image"}
!13 = !{i32 1, !"air.ci_sampler", !"air.arg_type_name", !"sampler", !"air.arg_name", !"filter"}
!14 = !{i32 2, !"air.ci_pointer", !"air.read", !"air.arg_type_size", i32 64, !"air.arg_type_align_size", i32 16, !"air.arg_type_name", !"float4x4", !"air.arg_name", !"transform"}
!15 = !{i32 3, !"air.ci_builtin", !"air.arg_type_name", !"float2", !"air.arg_name", !"dest.coerce"}

!30 = !{i32 7, !"frame-pointer", i32 2}
!31 = !{i32 7, !"air.max_device_buffers", i32 31}
!32 = !{i32 7, !"air.max_constant_buffers", i32 31}
!33 = !{i32 7, !"air.max_threadgroup_buffers", i32 31}
!34 = !{i32 7, !"air.max_textures", i32 128}
!35 = !{i32 7, !"air.max_read_write_textures", i32 8}
!36 = !{i32 7, !"air.max_samplers", i32 16}
