source_filename = "cull_mesh.metal"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024-n8:16:32"
target triple = "air64-apple-macosx14.0.0"

%struct._mesh_t = type opaque
%struct.Payload = type { [8 x <4 x float>], i32 }

; Function Attrs: nounwind
define void @cull_mesh(%struct._mesh_t addrspace(7)* %output, %struct.Payload addrspace(6)* %payload, i32 %tid) local_unnamed_addr #0 {
  ret void
}

attributes #0 = { nounwind }

!llvm.module.flags = !{!0, !1, !2, !3, !4, !5, !6, !7, !8}
!llvm.ident = !{!9}
!air.version = !{!10}
!air.language_version = !{!11}
!air.compile_options = !{!12, !13, !14}
!air.mesh = !{!15}

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
!15 = !{void (%struct._mesh_t addrspace(7)*, %struct.Payload addrspace(6)*, i32)* @cull_mesh, !16, !17, !32}
!16 = !{}
!17 = !{!18, !29, !31}
!18 = !{i32 0, !"air.mesh", !19, !"air.arg_type_name", !"mesh<V, P, 64, 32, triangle>", !"air.arg_name", !"output"}
!19 = !{!"air.mesh_type_info", !20, !24, i32 64, i32 32, !"air.triangle"}
!20 = !{!21, !22, !23}
!21 = !{!"air.position", !"air.arg_type_name", !"float4", !"air.arg_name", !"position"}
!22 = !{!"air.mesh_vertex_data", i32 0, !"generated(5colorDv4_f)", !"air.arg_type_name", !"float4", !"air.arg_name", !"color"}
!23 = !{!"air.point_size", !"air.arg_type_name", !"float", !"air.arg_name", !"size"}
!24 = !{!25, !26, !27, !28}
!25 = !{!"air.mesh_primitive_data", i32 0, !"user(tint)", !"air.arg_type_name", !"half4", !"air.arg_name", !"tint"}
!26 = !{!"air.primitive_id", !"air.arg_type_name", !"uint", !"air.arg_name", !"id"}
!27 = !{!"air.primitive_culled", !"air.arg_type_name", !"bool", !"air.arg_name", !"culled"}
!28 = !{!"air.render_target_array_index", !"air.arg_type_name", !"uint", !"air.arg_name", !"layer"}
!29 = !{i32 1, !"air.payload", !"air.struct_type_info", !30, !"air.arg_type_size", i32 144, !"air.arg_type_align_size", i32 16, !"air.arg_type_name", !"Payload", !"air.arg_name", !"payload"}
!30 = !{i32 0, i32 16, i32 8, !"float4", !"planes", i32 128, i32 4, i32 0, !"uint", !"count"}
!31 = !{i32 2, !"air.thread_index_in_threadgroup", !"air.arg_type_name", !"uint", !"air.arg_name", !"tid"}
!32 = !{!"air.max_work_group_size", i32 64}
