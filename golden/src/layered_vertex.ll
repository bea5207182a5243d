; struct Out { float4 position [[position]]; uint layer [[render_target_array_index]]; };
; vertex Out layered_vertex(uint id [[vertex_id]], uint instance [[instance_id]])
; Covers: a layer output (LAYR), an instance id, the newest known target, AIR 2.8 for macOS 26.
source_filename = "layered.metal"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024-n8:16:32"
target triple = "air64_v28-apple-macosx26.0.0"

define <{ <4 x float>, i32 }> @layered_vertex(i32 noundef %id, i32 noundef %instance) local_unnamed_addr #0 {
  %first = insertvalue <{ <4 x float>, i32 }> undef, <4 x float> zeroinitializer, 0
  %both = insertvalue <{ <4 x float>, i32 }> %first, i32 %instance, 1
  ret <{ <4 x float>, i32 }> %both
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind readnone willreturn "frame-pointer"="all" "no-builtins" }

!llvm.module.flags = !{!0, !1, !30, !31, !32, !33, !34, !35, !36}
!llvm.ident = !{!2}
!air.compile_options = !{!37, !38, !39}
!air.version = !{!3}
!air.language_version = !{!4}
!air.vertex = !{!5}

!0 = !{i32 2, !"SDK Version", [2 x i32] [i32 26, i32 0]}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{!"mtlb golden sources"}
!3 = !{i32 2, i32 8, i32 0}
!4 = !{!"Metal", i32 4, i32 0, i32 0}
!5 = !{<{ <4 x float>, i32 }> (i32, i32)* @layered_vertex, !6, !9}
!6 = !{!7, !8}
!7 = !{!"air.position", !"air.arg_type_name", !"float4", !"air.arg_name", !"position"}
!8 = !{!"air.render_target_array_index", !"air.arg_type_name", !"uint", !"air.arg_name", !"layer"}
!9 = !{!10, !11}
!10 = !{i32 0, !"air.vertex_id", !"air.arg_type_name", !"uint", !"air.arg_name", !"id", !"air.arg_unused"}
!11 = !{i32 1, !"air.instance_id", !"air.arg_type_name", !"uint", !"air.arg_name", !"instance"}

!30 = !{i32 7, !"frame-pointer", i32 2}
!31 = !{i32 7, !"air.max_device_buffers", i32 31}
!32 = !{i32 7, !"air.max_constant_buffers", i32 31}
!33 = !{i32 7, !"air.max_threadgroup_buffers", i32 31}
!34 = !{i32 7, !"air.max_textures", i32 128}
!35 = !{i32 7, !"air.max_read_write_textures", i32 8}
!36 = !{i32 7, !"air.max_samplers", i32 16}
!37 = !{!"air.compile.denorms_disable"}
!38 = !{!"air.compile.fast_math_enable"}
!39 = !{!"air.compile.framebuffer_fetch_enable"}
