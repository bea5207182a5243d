source_filename = "every_query.metal"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024-n8:16:32"
target triple = "air64-apple-macosx14.0.0"

; Function Attrs: nounwind
define <{ i1, float }> @every_query(<3 x float> %origin, <3 x float> %direction, float %min_distance, float %max_distance, float %distance, i32 %primitive_id, i32 %instance_id, i32 %geometry_id, i32 %user_instance_id, i32 %geometry_intersection_function_table_offset, i32 %instance_intersection_function_table_offset, i1 %opaque_primitive, <3 x float> %world_space_origin, <3 x float> %world_space_direction, [4 x <3 x float>] %object_to_world_transform, [4 x <3 x float>] %world_to_object_transform, float %time, i32 %key_frame_count, float %motion_start_time, float %motion_end_time, float %curve_parameter, <2 x float> %barycentric_coord, i1 %front_facing, i8 addrspace(1)* %primitive_data, i32 addrspace(5)* %payload, float addrspace(1)* %radii) local_unnamed_addr #0 {
  ret <{ i1, float }> zeroinitializer
}

attributes #0 = { nounwind }

!llvm.module.flags = !{!0, !1, !2, !3, !4, !5, !6, !7, !8}
!llvm.ident = !{!9}
!air.version = !{!10}
!air.language_version = !{!11}
!air.compile_options = !{!12, !13, !14}
!air.intersection = !{!15}

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
!15 = !{<{ i1, float }> (<3 x float>, <3 x float>, float, float, float, i32, i32, i32, i32, i32, i32, i1, <3 x float>, <3 x float>, [4 x <3 x float>], [4 x <3 x float>], float, i32, float, float, float, <2 x float>, i1, i8 addrspace(1)*, i32 addrspace(5)*, float addrspace(1)*)* @every_query, !16, !20, !"air.bounding_box", !"air.instancing", !"air.triangle_data", !"air.world_space_data"}
!16 = !{!17, !18, !19}
!17 = !{!"air.accept_intersection", !"air.arg_type_name", !"bool", !"air.arg_name", !"accept"}
!18 = !{!"air.continue_search", !"air.arg_type_name", !"bool", !"air.arg_name", !"proceed"}
!19 = !{!"air.distance", !"air.arg_type_name", !"float", !"air.arg_name", !"distance"}
!20 = !{!21, !22, !23, !24, !25, !26, !27, !28, !29, !30, !31, !32, !33, !34, !35, !36, !37, !38, !39, !40, !41, !42, !43, !44, !45, !47}
!21 = !{i32 0, !"air.origin", !"air.arg_type_name", !"float3", !"air.arg_name", !"origin"}
!22 = !{i32 1, !"air.direction", !"air.arg_type_name", !"float3", !"air.arg_name", !"direction"}
!23 = !{i32 2, !"air.min_distance", !"air.arg_type_name", !"float", !"air.arg_name", !"min_distance"}
!24 = !{i32 3, !"air.max_distance", !"air.arg_type_name", !"float", !"air.arg_name", !"max_distance"}
!25 = !{i32 4, !"air.distance", !"air.arg_type_name", !"float", !"air.arg_name", !"distance"}
!26 = !{i32 5, !"air.primitive_id", !"air.arg_type_name", !"uint", !"air.arg_name", !"primitive_id"}
!27 = !{i32 6, !"air.instance_id", !"air.arg_type_name", !"uint", !"air.arg_name", !"instance_id"}
!28 = !{i32 7, !"air.geometry_id", !"air.arg_type_name", !"uint", !"air.arg_name", !"geometry_id"}
!29 = !{i32 8, !"air.user_instance_id", !"air.arg_type_name", !"uint", !"air.arg_name", !"user_instance_id"}
!30 = !{i32 9, !"air.geometry_intersection_function_table_offset", !"air.arg_type_name", !"uint", !"air.arg_name", !"geometry_intersection_function_table_offset"}
!31 = !{i32 10, !"air.instance_intersection_function_table_offset", !"air.arg_type_name", !"uint", !"air.arg_name", !"instance_intersection_function_table_offset"}
!32 = !{i32 11, !"air.opaque_primitive", !"air.arg_type_name", !"bool", !"air.arg_name", !"opaque_primitive"}
!33 = !{i32 12, !"air.world_space_origin", !"air.arg_type_name", !"float3", !"air.arg_name", !"world_space_origin"}
!34 = !{i32 13, !"air.world_space_direction", !"air.arg_type_name", !"float3", !"air.arg_name", !"world_space_direction"}
!35 = !{i32 14, !"air.object_to_world_transform", !"air.arg_type_name", !"float4x3", !"air.arg_name", !"object_to_world_transform"}
!36 = !{i32 15, !"air.world_to_object_transform", !"air.arg_type_name", !"float4x3", !"air.arg_name", !"world_to_object_transform"}
!37 = !{i32 16, !"air.time", !"air.arg_type_name", !"float", !"air.arg_name", !"time"}
!38 = !{i32 17, !"air.key_frame_count", !"air.arg_type_name", !"uint", !"air.arg_name", !"key_frame_count"}
!39 = !{i32 18, !"air.motion_start_time", !"air.arg_type_name", !"float", !"air.arg_name", !"motion_start_time"}
!40 = !{i32 19, !"air.motion_end_time", !"air.arg_type_name", !"float", !"air.arg_name", !"motion_end_time"}
!41 = !{i32 20, !"air.curve_parameter", !"air.arg_type_name", !"float", !"air.arg_name", !"curve_parameter"}
!42 = !{i32 21, !"air.barycentric_coord", !"air.center", !"air.perspective", !"air.arg_type_name", !"float2", !"air.arg_name", !"barycentric_coord"}
!43 = !{i32 22, !"air.front_facing", !"air.arg_type_name", !"bool", !"air.arg_name", !"front_facing"}
!44 = !{i32 23, !"air.primitive_data", !"air.arg_type_name", !"void", !"air.arg_name", !"primitive_data"}
!45 = !{i32 24, !"air.payload", !"air.struct_type_info", !46, !"air.arg_type_size", i32 4, !"air.arg_type_align_size", i32 4, !"air.arg_type_name", !"Payload", !"air.arg_name", !"payload"}
!46 = !{i32 0, i32 4, i32 0, !"uint", !"hits"}
!47 = !{i32 25, !"air.buffer", !"air.location_index", i32 0, i32 1, !"air.read", !"air.address_space", i32 1, !"air.arg_type_size", i32 4, !"air.arg_type_align_size", i32 4, !"air.arg_type_name", !"float", !"air.arg_name", !"radii"}
