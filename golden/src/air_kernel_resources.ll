; kernel void resources(...): buffers of every address space and access, textures, sampler, tables, acceleration structures,
; a stage-in member; function constants, a constexpr sampler, threadgroup variables.
source_filename = "resources.metal"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024-n8:16:32"
target triple = "air64-apple-macosx14.0.0"

%struct._texture_2d_t = type opaque
%struct._depth_2d_t = type opaque
%struct._sampler_t = type opaque
%struct._visible_function_table_t = type opaque
%struct._intersection_function_table_t = type opaque
%struct._instance_acceleration_structure_t = type opaque
%struct._primitive_acceleration_structure_t = type opaque
%struct.Inner = type { <4 x float>, [3 x float] }
%struct.Outer = type { %struct.Inner, [4 x %struct.Inner], i8 }
%struct.Stage = type { <4 x float>, i32 }

@_ZN9resources4tileE = internal unnamed_addr addrspace(3) global [64 x float] undef, align 4
@_ZN9resources5stageE = internal unnamed_addr addrspace(3) global %struct.Stage undef, align 16
@__air_sampler_state = internal addrspace(2) constant i64 -9188470239253755319
@_Z4size.MTL_FC_INIT_0_j = internal addrspace(2) constant i32 0
@_Z5tiled.MTL_FC_INIT_7_b = internal addrspace(2) constant i8 0

define void @resources(float addrspace(1)* %in, float addrspace(1)* %out, %struct.Outer addrspace(2)* %settings, float addrspace(3)* %scratch, %struct._texture_2d_t addrspace(1)* %image, %struct._texture_2d_t addrspace(1)* %target, %struct._depth_2d_t addrspace(1)* %depth, %struct._texture_2d_t addrspace(1)* %both, %struct._sampler_t addrspace(2)* %linear, %struct._visible_function_table_t addrspace(1)* %table, %struct._intersection_function_table_t addrspace(1)* %hits, %struct._instance_acceleration_structure_t addrspace(1)* %scene, %struct._primitive_acceleration_structure_t addrspace(1)* %mesh, <4 x float> %extra) local_unnamed_addr #0 {
  ret void
}

attributes #0 = { nounwind }

!llvm.module.flags = !{!0, !1, !31, !32, !33, !34, !35, !36, !37}
!llvm.ident = !{!2}
!air.version = !{!3}
!air.language_version = !{!4}
!air.compile_options = !{!5, !6, !7}
!air.kernel = !{!8}
!air.function_constants = !{!28, !29}
!air.sampler_states = !{!30}

!0 = !{i32 2, !"SDK Version", [2 x i32] [i32 14, i32 0]}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{!"mtlb golden sources"}
!3 = !{i32 2, i32 6, i32 0}
!4 = !{!"Metal", i32 3, i32 1, i32 0}
!5 = !{!"air.compile.denorms_disable"}
!6 = !{!"air.compile.fast_math_enable"}
!7 = !{!"air.compile.framebuffer_fetch_enable"}
!8 = !{void (float addrspace(1)*, float addrspace(1)*, %struct.Outer addrspace(2)*, float addrspace(3)*, %struct._texture_2d_t addrspace(1)*, %struct._texture_2d_t addrspace(1)*, %struct._depth_2d_t addrspace(1)*, %struct._texture_2d_t addrspace(1)*, %struct._sampler_t addrspace(2)*, %struct._visible_function_table_t addrspace(1)*, %struct._intersection_function_table_t addrspace(1)*, %struct._instance_acceleration_structure_t addrspace(1)*, %struct._primitive_acceleration_structure_t addrspace(1)*, <4 x float>)* @resources, !9, !10}
!9 = !{}
!10 = !{!11, !12, !13, !16, !17, !18, !20, !21, !22, !23, !24, !25, !26, !27}
!11 = !{i32 0, !"air.buffer", !"air.location_index", i32 0, i32 1, !"air.read", !"air.address_space", i32 1, !"air.arg_type_size", i32 4, !"air.arg_type_align_size", i32 4, !"air.arg_type_name", !"float", !"air.arg_name", !"in"}
!12 = !{i32 1, !"air.buffer", !"air.location_index", i32 1, i32 1, !"air.read_write", !"air.address_space", i32 1, !"air.arg_type_size", i32 4, !"air.arg_type_align_size", i32 4, !"air.arg_type_name", !"float", !"air.arg_name", !"out"}
!13 = !{i32 2, !"air.buffer", !"air.buffer_size", i32 176, !"air.location_index", i32 2, i32 1, !"air.read", !"air.address_space", i32 2, !"air.struct_type_info", !14, !"air.arg_type_size", i32 176, !"air.arg_type_align_size", i32 16, !"air.arg_type_name", !"Outer", !"air.arg_name", !"settings"}
!14 = !{!"air.struct_type_info", !15, i32 0, i32 32, i32 0, !"Inner", !"first", !"air.struct_type_info", !15, i32 32, i32 32, i32 4, !"Inner", !"rest", i32 160, i32 1, i32 0, !"bool", !"flag"}
!15 = !{i32 0, i32 16, i32 0, !"float4", !"position", i32 16, i32 4, i32 3, !"float", !"weights"}
!16 = !{i32 3, !"air.buffer", !"air.location_index", i32 0, i32 1, !"air.read_write", !"air.address_space", i32 3, !"air.arg_type_size", i32 4, !"air.arg_type_align_size", i32 4, !"air.arg_type_name", !"float", !"air.arg_name", !"scratch"}
!17 = !{i32 4, !"air.texture", !"air.location_index", i32 0, i32 1, !"air.sample", !"air.arg_type_name", !"texture2d<float, sample>", !"air.arg_name", !"image"}
!18 = !{i32 5, !"air.function_constant", !19, !"air.texture", !"air.location_index", i32 1, i32 1, !"air.write", !"air.arg_type_name", !"texture2d<half, write>", !"air.arg_name", !"target"}
!19 = !{i8 addrspace(2)* @_Z5tiled.MTL_FC_INIT_7_b, !"bool", !"tiled"}
!20 = !{i32 6, !"air.texture", !"air.location_index", i32 2, i32 1, !"air.read", !"air.arg_type_name", !"depth2d<float, read>", !"air.arg_name", !"depth", !"air.arg_unused"}
!21 = !{i32 7, !"air.texture", !"air.location_index", i32 3, i32 4, !"air.read_write", !"air.raster_order_group", i32 1, !"air.arg_type_name", !"array<texture2d<float, read_write>, 4>", !"air.arg_name", !"both"}
!22 = !{i32 8, !"air.sampler", !"air.location_index", i32 0, i32 1, !"air.arg_type_name", !"sampler", !"air.arg_name", !"linear"}
!23 = !{i32 9, !"air.visible_function_table", !"air.location_index", i32 3, i32 1, !"air.read", !"air.arg_type_name", !"visible_function_table<float (float)>", !"air.arg_name", !"table"}
!24 = !{i32 10, !"air.intersection_function_table", !"air.location_index", i32 4, i32 1, !"air.read", !"air.arg_type_name", !"intersection_function_table<instancing>", !"air.arg_name", !"hits"}
!25 = !{i32 11, !"air.instance_acceleration_structure", !"air.location_index", i32 5, i32 1, !"air.read", !"air.arg_type_name", !"acceleration_structure<instancing>", !"air.arg_name", !"scene"}
!26 = !{i32 12, !"air.primitive_acceleration_structure", !"air.location_index", i32 6, i32 1, !"air.read", !"air.arg_type_name", !"acceleration_structure<>", !"air.arg_name", !"mesh"}
!27 = !{i32 13, !"air.stage_in", !"air.location_index", i32 0, i32 1, !"air.arg_type_name", !"float4", !"air.arg_name", !"extra"}
!28 = !{i32 addrspace(2)* @_Z4size.MTL_FC_INIT_0_j, !"uint", !"size", i32 0, i1 true}
!29 = !{i8 addrspace(2)* @_Z5tiled.MTL_FC_INIT_7_b, !"bool", !"tiled", i32 7, i1 false}
!30 = !{!"air.sampler_state", i64 addrspace(2)* @__air_sampler_state}

!31 = !{i32 7, !"frame-pointer", i32 2}
!32 = !{i32 7, !"air.max_device_buffers", i32 31}
!33 = !{i32 7, !"air.max_constant_buffers", i32 31}
!34 = !{i32 7, !"air.max_threadgroup_buffers", i32 31}
!35 = !{i32 7, !"air.max_textures", i32 128}
!36 = !{i32 7, !"air.max_read_write_textures", i32 8}
!37 = !{i32 7, !"air.max_samplers", i32 16}
