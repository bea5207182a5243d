; constant bool textured [[function_constant(0)]]; constant float gain [[function_constant(3)]];
; fragment float4 triangle_fragment(Varyings in [[stage_in]], texture2d<float> image [[texture(0)]],
;                                   sampler smooth [[sampler(0)]])
; Covers: function constants (CNST), a texture, a sampler, an interpolated input, AIR 2.6 for macOS 14.
source_filename = "triangle.metal"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024-n8:16:32"
target triple = "air64-apple-macosx14.0.0"

%struct._texture_2d_t = type opaque
%struct._sampler_t = type opaque

@textured = external local_unnamed_addr addrspace(2) global i8
@gain = external local_unnamed_addr addrspace(2) global float

define <4 x float> @triangle_fragment(<4 x float> %position, <4 x float> %color, %struct._texture_2d_t addrspace(1)* nocapture readonly %image, %struct._sampler_t addrspace(2)* nocapture readonly %smooth) local_unnamed_addr #0 {
  %sampled = tail call { <4 x float>, i8 } @air.sample_texture_2d.v4f32(%struct._texture_2d_t addrspace(1)* nocapture readonly %image, %struct._sampler_t addrspace(2)* nocapture readonly %smooth, <2 x float> zeroinitializer, i1 true, <2 x i32> zeroinitializer, i1 false, float 0.000000e+00, float 0.000000e+00, i32 0) #2
  %texel = extractvalue { <4 x float>, i8 } %sampled, 0
  %textured.value = load i8, i8 addrspace(2)* @textured, align 1
  %is.textured = icmp ne i8 %textured.value, 0
  %base = select i1 %is.textured, <4 x float> %texel, <4 x float> %color
  %gain.value = load float, float addrspace(2)* @gain, align 4
  %gain.first = insertelement <4 x float> poison, float %gain.value, i64 0
  %gain.all = shufflevector <4 x float> %gain.first, <4 x float> poison, <4 x i32> zeroinitializer
  %lit = fmul fast <4 x float> %base, %gain.all
  ret <4 x float> %lit
}

declare { <4 x float>, i8 } @air.sample_texture_2d.v4f32(%struct._texture_2d_t addrspace(1)* nocapture readonly, %struct._sampler_t addrspace(2)* nocapture readonly, <2 x float>, i1, <2 x i32>, i1, float, float, i32) local_unnamed_addr #1

attributes #0 = { convergent mustprogress nofree nounwind "frame-pointer"="all" "no-builtins" }
attributes #1 = { argmemonly convergent nofree nounwind readonly willreturn }
attributes #2 = { argmemonly convergent nounwind readonly willreturn }

!llvm.module.flags = !{!0, !1, !30, !31, !32, !33, !34, !35, !36}
!llvm.ident = !{!2}
!air.version = !{!3}
!air.language_version = !{!4}
!air.compile_options = !{!5}
!air.fragment = !{!6}
!air.function_constants = !{!13, !14}

!0 = !{i32 2, !"SDK Version", [2 x i32] [i32 14, i32 0]}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{!"mtlb golden sources"}
!3 = !{i32 2, i32 6, i32 0}
!4 = !{!"Metal", i32 3, i32 1, i32 0}
!5 = !{!"air.compile.denorms_disable"}
!6 = !{<4 x float> (<4 x float>, <4 x float>, %struct._texture_2d_t addrspace(1)*, %struct._sampler_t addrspace(2)*)* @triangle_fragment, !7, !9}
!7 = !{!8}
!8 = !{!"air.render_target", i32 0, i32 0, !"air.arg_type_name", !"float4"}
!9 = !{!10, !11, !12, !15}
!10 = !{i32 0, !"air.position", !"air.center", !"air.no_perspective", !"air.arg_type_name", !"float4", !"air.arg_name", !"position", !"air.arg_unused"}
!11 = !{i32 1, !"air.fragment_input", !"generated(5colorDv4_f)", !"air.center", !"air.perspective", !"air.arg_type_name", !"float4", !"air.arg_name", !"color"}
!12 = !{i32 2, !"air.texture", !"air.location_index", i32 0, i32 1, !"air.sample", !"air.arg_type_name", !"texture2d<float, sample>", !"air.arg_name", !"image"}
!13 = !{i8 addrspace(2)* @textured, !"bool", !"textured", i32 0, i1 false}
!14 = !{float addrspace(2)* @gain, !"float", !"gain", i32 3, i1 true}
!15 = !{i32 3, !"air.sampler", !"air.location_index", i32 0, i32 1, !"air.arg_type_name", !"sampler", !"air.arg_name", !"smooth"}

!30 = !{i32 7, !"frame-pointer", i32 2}
!31 = !{i32 7, !"air.max_device_buffers", i32 31}
!32 = !{i32 7, !"air.max_constant_buffers", i32 31}
!33 = !{i32 7, !"air.max_threadgroup_buffers", i32 31}
!34 = !{i32 7, !"air.max_textures", i32 128}
!35 = !{i32 7, !"air.max_read_write_textures", i32 8}
!36 = !{i32 7, !"air.max_samplers", i32 16}
