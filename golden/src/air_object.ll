; [[object]] void cull_object(object_data Payload& payload, mesh_grid_properties grid, uint3 at).
source_filename = "cull_object.metal"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024-n8:16:32"
target triple = "air64-apple-macosx14.0.0"

%struct._mesh_grid_properties_t = type opaque
%struct.Payload = type { [8 x <4 x float>], i32 }

define void @cull_object(%struct.Payload addrspace(6)* %payload, %struct._mesh_grid_properties_t addrspace(3)* %grid, <3 x i32> %at) local_unnamed_addr #0 {
  ret void
}

attributes #0 = { nounwind }

!llvm.module.flags = !{!0, !1, !30, !31, !32, !33, !34, !35, !36}
!llvm.ident = !{!2}
!air.version = !{!3}
!air.language_version = !{!4}
!air.compile_options = !{!5, !6, !7}
!air.object = !{!8}

!0 = !{i32 2, !"SDK Version", [2 x i32] [i32 14, i32 0]}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{!"mtlb golden sources"}
!3 = !{i32 2, i32 6, i32 0}
!4 = !{!"Metal", i32 3, i32 1, i32 0}
!5 = !{!"air.compile.denorms_disable"}
!6 = !{!"air.compile.fast_math_enable"}
!7 = !{!"air.compile.framebuffer_fetch_enable"}
!8 = !{void (%struct.Payload addrspace(6)*, %struct._mesh_grid_properties_t addrspace(3)*, <3 x i32>)* @cull_object, !9, !10, !15, !16}
!9 = !{}
!10 = !{!11, !13, !14}
!11 = !{i32 0, !"air.payload", !"air.struct_type_info", !12, !"air.arg_type_size", i32 144, !"air.arg_type_align_size", i32 16, !"air.arg_type_name", !"Payload", !"air.arg_name", !"payload"}
!12 = !{i32 0, i32 16, i32 8, !"float4", !"planes", i32 128, i32 4, i32 0, !"uint", !"count"}
!13 = !{i32 1, !"air.mesh_grid_properties", !"air.arg_type_name", !"mesh_grid_properties", !"air.arg_name", !"grid"}
!14 = !{i32 2, !"air.threadgroup_position_in_grid", !"air.arg_type_name", !"uint3", !"air.arg_name", !"at"}
!15 = !{!"air.max_work_group_size", i32 32}
!16 = !{!"air.max_mesh_work_groups", i32 8}

!30 = !{i32 7, !"frame-pointer", i32 2}
!31 = !{i32 7, !"air.max_device_buffers", i32 31}
!32 = !{i32 7, !"air.max_constant_buffers", i32 31}
!33 = !{i32 7, !"air.max_threadgroup_buffers", i32 31}
!34 = !{i32 7, !"air.max_textures", i32 128}
!35 = !{i32 7, !"air.max_read_write_textures", i32 8}
!36 = !{i32 7, !"air.max_samplers", i32 16}
