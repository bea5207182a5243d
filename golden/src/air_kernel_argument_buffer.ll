; kernel void argument_buffer(constant Arguments& arguments, device Node* list): argument buffers with every kind of member.
; Covers: indirect arguments, base ids of nested structs, a struct that points at itself (!23).
source_filename = "argument_buffer.metal"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024-n8:16:32"
target triple = "air64-apple-macosx14.0.0"

%struct.Node = type { %struct.Node addrspace(1)*, i32 }
%struct.Arguments = type { float addrspace(1)*, i64, [2 x i64], i64, i64, i64, i64, float }

define void @argument_buffer(%struct.Arguments addrspace(2)* %arguments, %struct.Node addrspace(1)* %list) local_unnamed_addr #0 {
  ret void
}

attributes #0 = { nounwind }

!llvm.module.flags = !{!0, !1, !30, !31, !32, !33, !34, !35, !36}
!llvm.ident = !{!2}
!air.version = !{!3}
!air.language_version = !{!4}
!air.compile_options = !{!5, !6, !7}
!air.kernel = !{!8}

!0 = !{i32 2, !"SDK Version", [2 x i32] [i32 14, i32 0]}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{!"mtlb golden sources"}
!3 = !{i32 2, i32 6, i32 0}
!4 = !{!"Metal", i32 3, i32 1, i32 0}
!5 = !{!"air.compile.denorms_disable"}
!6 = !{!"air.compile.fast_math_enable"}
!7 = !{!"air.compile.framebuffer_fetch_enable"}
!8 = !{void (%struct.Arguments addrspace(2)*, %struct.Node addrspace(1)*)* @argument_buffer, !9, !10}
!9 = !{}
!10 = !{!11, !22}
!11 = !{i32 0, !"air.indirect_buffer", !"air.buffer_size", i32 72, !"air.location_index", i32 0, i32 1, !"air.read", !"air.address_space", i32 2, !"air.struct_type_info", !12, !"air.arg_type_size", i32 72, !"air.arg_type_align_size", i32 8, !"air.arg_type_name", !"Arguments", !"air.arg_name", !"arguments"}
!12 = !{i32 0, i32 8, i32 0, !"float", !"data", !"air.indirect_argument", !13, i32 8, i32 8, i32 0, !"sampler", !"filter", !"air.indirect_argument", !14, !"air.struct_type_info", !15, i32 16, i32 8, i32 2, !"Maps", !"maps", !"air.indirect_argument", i32 2, i32 32, i32 8, i32 0, !"command_buffer", !"commands", !"air.indirect_argument", !17, i32 40, i32 8, i32 0, !"render_pipeline_state", !"render", !"air.indirect_argument", !18, i32 48, i32 8, i32 0, !"compute_pipeline_state", !"compute", !"air.indirect_argument", !19, i32 56, i32 8, i32 0, !"depth_stencil_state", !"depth", !"air.indirect_argument", !20, i32 64, i32 4, i32 0, !"float", !"scale", !"air.indirect_argument", !21}
!13 = !{i32 0, !"air.buffer", !"air.location_index", i32 0, i32 1, !"air.read", !"air.address_space", i32 1, !"air.arg_type_size", i32 4, !"air.arg_type_align_size", i32 4, !"air.arg_type_name", !"float", !"air.arg_name", !"data"}
!14 = !{i32 1, !"air.sampler", !"air.location_index", i32 1, i32 1, !"air.arg_type_name", !"sampler", !"air.arg_name", !"filter"}
!15 = !{i32 0, i32 8, i32 0, !"texture2d<float, sample>", !"map", !"air.indirect_argument", !16}
!16 = !{i32 0, !"air.texture", !"air.location_index", i32 0, i32 1, !"air.sample", !"air.arg_type_name", !"texture2d<float, sample>", !"air.arg_name", !"map"}
!17 = !{i32 3, !"air.command_buffer", !"air.location_index", i32 4, i32 1, !"air.arg_type_name", !"command_buffer", !"air.arg_name", !"commands"}
!18 = !{i32 4, !"air.render_pipeline_state", !"air.location_index", i32 5, i32 1, !"air.arg_type_name", !"render_pipeline_state", !"air.arg_name", !"render"}
!19 = !{i32 5, !"air.compute_pipeline_state", !"air.location_index", i32 6, i32 1, !"air.arg_type_name", !"compute_pipeline_state", !"air.arg_name", !"compute"}
!20 = !{i32 6, !"air.depth_stencil_state", !"air.location_index", i32 7, i32 1, !"air.arg_type_name", !"depth_stencil_state", !"air.arg_name", !"depth"}
!21 = !{i32 7, !"air.indirect_constant", !"air.location_index", i32 8, i32 1, !"air.arg_type_name", !"float", !"air.arg_name", !"scale"}
!22 = !{i32 1, !"air.indirect_buffer", !"air.location_index", i32 1, i32 1, !"air.read", !"air.address_space", i32 1, !"air.struct_type_info", !23, !"air.arg_type_size", i32 16, !"air.arg_type_align_size", i32 8, !"air.arg_type_name", !"Node", !"air.arg_name", !"list"}
!23 = distinct !{i32 0, i32 8, i32 0, !"Node", !"next", !"air.indirect_argument", !24, i32 8, i32 4, i32 0, !"int", !"value", !"air.indirect_argument", !25}
!24 = !{i32 0, !"air.buffer", !"air.location_index", i32 0, i32 1, !"air.read_write", !"air.address_space", i32 1, !"air.struct_type_info", !23, !"air.arg_type_size", i32 16, !"air.arg_type_align_size", i32 8, !"air.arg_type_name", !"Node", !"air.arg_name", !"next"}
!25 = !{i32 1, !"air.indirect_constant", !"air.location_index", i32 1, i32 1, !"air.arg_type_name", !"int", !"air.arg_name", !"value"}

!30 = !{i32 7, !"frame-pointer", i32 2}
!31 = !{i32 7, !"air.max_device_buffers", i32 31}
!32 = !{i32 7, !"air.max_constant_buffers", i32 31}
!33 = !{i32 7, !"air.max_threadgroup_buffers", i32 31}
!34 = !{i32 7, !"air.max_textures", i32 128}
!35 = !{i32 7, !"air.max_read_write_textures", i32 8}
!36 = !{i32 7, !"air.max_samplers", i32 16}
