; A fragment function in the form of AIR 2.8: static samplers of two words, reads with a sampler and an offset.
source_filename = "textures"
target triple = "air64_v28-apple-macosx26.0.0"

@linear = internal addrspace(2) constant [2 x i64] [i64 34901797601020489, i64 0], align 8
@nearest = internal addrspace(2) constant [2 x i64] [i64 34901797600897097, i64 0], align 8

define <4 x float> @mixed(<2 x float> %uv, ptr addrspace(1) captures(none) %t, ptr addrspace(2) captures(none) %s) #0 {
  %a = tail call { <4 x float>, i8 } @air.sample_texture_2d.v4f32(ptr addrspace(1) %t, ptr addrspace(2) %s, <2 x float> %uv, i1 true, <2 x i32> zeroinitializer, i1 false, float 0.0, float 0.0, i32 0)
  %b = tail call { <4 x float>, i8 } @air.sample_texture_2d.v4f32(ptr addrspace(1) %t, ptr addrspace(2) @linear, <2 x float> %uv, i1 true, <2 x i32> zeroinitializer, i1 false, float 0.0, float 0.0, i32 0)
  %c = tail call { <4 x float>, i8 } @air.sample_texture_2d.v4f32(ptr addrspace(1) %t, ptr addrspace(2) @nearest, <2 x float> %uv, i1 true, <2 x i32> zeroinitializer, i1 false, float 0.0, float 0.0, i32 0)
  %r0 = tail call ptr addrspace(2) @air.get_read_sampler()
  %d = tail call { <4 x float>, i8 } @air.read_texture_2d.v4f32(ptr addrspace(1) %t, ptr addrspace(2) %r0, <2 x i32> <i32 3, i32 4>, <2 x i32> zeroinitializer, i32 0, i32 0)
  %x = fptoui <2 x float> %uv to <2 x i32>
  %e = tail call { <4 x float>, i8 } @air.read_texture_2d.v4f32(ptr addrspace(1) %t, ptr addrspace(2) %r0, <2 x i32> %x, <2 x i32> <i32 1, i32 -1>, i32 0, i32 0)
  %a0 = extractvalue { <4 x float>, i8 } %a, 0
  %b0 = extractvalue { <4 x float>, i8 } %b, 0
  %c0 = extractvalue { <4 x float>, i8 } %c, 0
  %d0 = extractvalue { <4 x float>, i8 } %d, 0
  %e0 = extractvalue { <4 x float>, i8 } %e, 0
  %ab = fadd fast <4 x float> %a0, %b0
  %cd = fadd fast <4 x float> %c0, %d0
  %abcd = fadd fast <4 x float> %ab, %cd
  %all = fadd fast <4 x float> %abcd, %e0
  ret <4 x float> %all
}

declare { <4 x float>, i8 } @air.sample_texture_2d.v4f32(ptr addrspace(1) readonly captures(none), ptr addrspace(2) readonly captures(none), <2 x float>, i1, <2 x i32>, i1, float, float, i32) #1
declare { <4 x float>, i8 } @air.read_texture_2d.v4f32(ptr addrspace(1) readonly captures(none), ptr addrspace(2), <2 x i32>, <2 x i32>, i32, i32) #2
declare ptr addrspace(2) @air.get_read_sampler() #3

attributes #0 = { convergent mustprogress nounwind willreturn memory(read) }
attributes #1 = { convergent mustprogress nounwind willreturn memory(argmem: read) }
attributes #2 = { mustprogress nounwind willreturn memory(argmem: read) }
attributes #3 = { mustprogress nounwind willreturn memory(inaccessiblemem: read) }

!air.fragment = !{!0}
!air.sampler_states = !{!7, !8}
!air.version = !{!9}
!air.language_version = !{!10}
!0 = !{ptr @mixed, !1, !3}
!1 = !{!2}
!2 = !{!"air.render_target", i32 0, i32 0, !"air.arg_type_name", !"float4"}
!3 = !{!4, !5, !6}
!4 = !{i32 0, !"air.fragment_input", !"user(uv)", !"air.center", !"air.perspective", !"air.arg_type_name", !"float2", !"air.arg_name", !"uv"}
!5 = !{i32 1, !"air.texture", !"air.location_index", i32 0, i32 1, !"air.sample", !"air.arg_type_name", !"texture2d<float, sample>", !"air.arg_name", !"t"}
!6 = !{i32 2, !"air.sampler", !"air.location_index", i32 0, i32 1, !"air.arg_type_name", !"sampler", !"air.arg_name", !"s"}
!7 = !{!"air.sampler_state", ptr addrspace(2) @linear}
!8 = !{!"air.sampler_state", ptr addrspace(2) @nearest}
!9 = !{i32 2, i32 8, i32 0}
!10 = !{!"Metal", i32 4, i32 0, i32 0}
!air.compile_options = !{!11, !12, !13}
!llvm.ident = !{!14}
!llvm.module.flags = !{!15, !16, !17, !18, !19, !20, !21, !22, !23}
!11 = !{!"air.compile.denorms_disable"}
!12 = !{!"air.compile.fast_math_enable"}
!13 = !{!"air.compile.framebuffer_fetch_enable"}
!14 = !{!"a compiler"}
!15 = !{i32 2, !"SDK Version", [2 x i32] [i32 26, i32 0]}
!16 = !{i32 1, !"wchar_size", i32 4}
!17 = !{i32 7, !"frame-pointer", i32 2}
!18 = !{i32 7, !"air.max_device_buffers", i32 31}
!19 = !{i32 7, !"air.max_constant_buffers", i32 31}
!20 = !{i32 7, !"air.max_threadgroup_buffers", i32 31}
!21 = !{i32 7, !"air.max_textures", i32 128}
!22 = !{i32 7, !"air.max_read_write_textures", i32 8}
!23 = !{i32 7, !"air.max_samplers", i32 16}
