; [[mesh]] void cull_mesh(mesh<V, P, 64, 32, triangle> output, object_data const Payload& payload, uint tid).
; Covers: mesh type info with every output of vertices and primitives, payload.
source_filename = "cull_mesh.metal"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024-n8:16:32"
target triple = "air64-apple-macosx14.0.0"

%struct._mesh_t = type opaque
%struct.Payload = type { [8 x <4 x float>], i32 }

define void @cull_mesh(%struct._mesh_t addrspace(7)* %output, %struct.Payload addrspace(6)* %payload, i32 %tid) local_unnamed_addr #0 {
  ret void
}

attributes #0 = { nounwind }

!llvm.module.flags = !{!0, !1, !30, !31, !32, !33, !34, !35, !36}
!llvm.ident = !{!2}
!air.version = !{!3}
!air.language_version = !{!4}
!air.compile_options = !{!5, !6, !7}
!air.mesh = !{!8}

!0 = !{i32 2, !"SDK Version", [2 x i32] [i32 14, i32 0]}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{!"mtlb golden sources"}
!3 = !{i32 2, i32 6, i32 0}
!4 = !{!"Metal", i32 3, i32 1, i32 0}
!5 = !{!"air.compile.denorms_disable"}
!6 = !{!"air.compile.fast_math_enable"}
!7 = !{!"air.compile.framebuffer_fetch_enable"}
!8 = !{void (%struct._mesh_t addrspace(7)*, %struct.Payload addrspace(6)*, i32)* @cull_mesh, !9, !10, !25}
!9 = !{}
!10 = !{!11, !22, !24}
!11 = !{i32 0, !"air.mesh", !12, !"air.arg_type_name", !"mesh<V, P, 64, 32, triangle>", !"air.arg_name", !"output"}
!12 = !{!"air.mesh_type_info", !13, !17, i32 64, i32 32, !"air.triangle"}
!13 = !{!14, !15, !16}
!14 = !{!"air.position", !"air.arg_type_name", !"float4", !"air.arg_name", !"position"}
!15 = !{!"air.mesh_vertex_data", i32 0, !"generated(5colorDv4_f)", !"air.arg_type_name", !"float4", !"air.arg_name", !"color"}
!16 = !{!"air.point_size", !"air.arg_type_name", !"float", !"air.arg_name", !"size"}
!17 = !{!18, !19, !20, !21}
!18 = !{!"air.mesh_primitive_data", i32 0, !"user(tint)", !"air.arg_type_name", !"half4", !"air.arg_name", !"tint"}
!19 = !{!"air.primitive_id", !"air.arg_type_name", !"uint", !"air.arg_name", !"id"}
!20 = !{!"air.primitive_culled", !"air.arg_type_name", !"bool", !"air.arg_name", !"culled"}
!21 = !{!"air.render_target_array_index", !"air.arg_type_name", !"uint", !"air.arg_name", !"layer"}
!22 = !{i32 1, !"air.payload", !"air.struct_type_info", !23, !"air.arg_type_size", i32 144, !"air.arg_type_align_size", i32 16, !"air.arg_type_name", !"Payload", !"air.arg_name", !"payload"}
!23 = !{i32 0, i32 16, i32 8, !"float4", !"planes", i32 128, i32 4, i32 0, !"uint", !"count"}
!24 = !{i32 2, !"air.thread_index_in_threadgroup", !"air.arg_type_name", !"uint", !"air.arg_name", !"tid"}
!25 = !{!"air.max_work_group_size", i32 64}

!30 = !{i32 7, !"frame-pointer", i32 2}
!31 = !{i32 7, !"air.max_device_buffers", i32 31}
!32 = !{i32 7, !"air.max_constant_buffers", i32 31}
!33 = !{i32 7, !"air.max_threadgroup_buffers", i32 31}
!34 = !{i32 7, !"air.max_textures", i32 128}
!35 = !{i32 7, !"air.max_read_write_textures", i32 8}
!36 = !{i32 7, !"air.max_samplers", i32 16}
