; kernel void every_builtin(...): one argument of each kernel built-in, one of them unused.
; Covers: the simple arguments of kernels, max_total_threads_per_threadgroup.
source_filename = "every_builtin.metal"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024-n8:16:32"
target triple = "air64-apple-macosx14.0.0"

define void @every_builtin(<3 x i32> %thread_position_in_grid, <3 x i32> %threads_per_grid, <3 x i32> %threadgroup_position_in_grid, <3 x i32> %threadgroups_per_grid, <3 x i32> %thread_position_in_threadgroup, <3 x i32> %threads_per_threadgroup, <3 x i32> %dispatch_threads_per_threadgroup, <3 x i32> %stage_in_grid_origin, <3 x i32> %stage_in_grid_size, i32 %thread_index_in_threadgroup, i32 %thread_execution_width, i32 %thread_index_in_simdgroup, i32 %threads_per_simdgroup, i32 %simdgroup_index_in_threadgroup, i32 %simdgroups_per_threadgroup, i32 %dispatch_simdgroups_per_threadgroup, i32 %thread_index_in_quadgroup, i32 %quadgroup_index_in_threadgroup, i32 %quadgroups_per_threadgroup, i32 %dispatch_quadgroups_per_threadgroup) local_unnamed_addr #0 {
  ret void
}

attributes #0 = { nounwind }

!llvm.module.flags = !{!0, !1, !32, !33, !34, !35, !36, !37, !38}
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
!8 = !{void (<3 x i32>, <3 x i32>, <3 x i32>, <3 x i32>, <3 x i32>, <3 x i32>, <3 x i32>, <3 x i32>, <3 x i32>, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)* @every_builtin, !9, !10, !31}
!9 = !{}
!10 = !{!11, !12, !13, !14, !15, !16, !17, !18, !19, !20, !21, !22, !23, !24, !25, !26, !27, !28, !29, !30}
!11 = !{i32 0, !"air.thread_position_in_grid", !"air.arg_type_name", !"uint3", !"air.arg_name", !"thread_position_in_grid"}
!12 = !{i32 1, !"air.threads_per_grid", !"air.arg_type_name", !"uint3", !"air.arg_name", !"threads_per_grid"}
!13 = !{i32 2, !"air.threadgroup_position_in_grid", !"air.arg_type_name", !"uint3", !"air.arg_name", !"threadgroup_position_in_grid"}
!14 = !{i32 3, !"air.threadgroups_per_grid", !"air.arg_type_name", !"uint3", !"air.arg_name", !"threadgroups_per_grid", !"air.arg_unused"}
!15 = !{i32 4, !"air.thread_position_in_threadgroup", !"air.arg_type_name", !"uint3", !"air.arg_name", !"thread_position_in_threadgroup"}
!16 = !{i32 5, !"air.threads_per_threadgroup", !"air.arg_type_name", !"uint3", !"air.arg_name", !"threads_per_threadgroup"}
!17 = !{i32 6, !"air.dispatch_threads_per_threadgroup", !"air.arg_type_name", !"uint3", !"air.arg_name", !"dispatch_threads_per_threadgroup"}
!18 = !{i32 7, !"air.stage_in_grid_origin", !"air.arg_type_name", !"uint3", !"air.arg_name", !"stage_in_grid_origin"}
!19 = !{i32 8, !"air.stage_in_grid_size", !"air.arg_type_name", !"uint3", !"air.arg_name", !"stage_in_grid_size"}
!20 = !{i32 9, !"air.thread_index_in_threadgroup", !"air.arg_type_name", !"uint", !"air.arg_name", !"thread_index_in_threadgroup"}
!21 = !{i32 10, !"air.thread_execution_width", !"air.arg_type_name", !"uint", !"air.arg_name", !"thread_execution_width"}
!22 = !{i32 11, !"air.thread_index_in_simdgroup", !"air.arg_type_name", !"uint", !"air.arg_name", !"thread_index_in_simdgroup"}
!23 = !{i32 12, !"air.threads_per_simdgroup", !"air.arg_type_name", !"uint", !"air.arg_name", !"threads_per_simdgroup"}
!24 = !{i32 13, !"air.simdgroup_index_in_threadgroup", !"air.arg_type_name", !"uint", !"air.arg_name", !"simdgroup_index_in_threadgroup"}
!25 = !{i32 14, !"air.simdgroups_per_threadgroup", !"air.arg_type_name", !"uint", !"air.arg_name", !"simdgroups_per_threadgroup"}
!26 = !{i32 15, !"air.dispatch_simdgroups_per_threadgroup", !"air.arg_type_name", !"uint", !"air.arg_name", !"dispatch_simdgroups_per_threadgroup"}
!27 = !{i32 16, !"air.thread_index_in_quadgroup", !"air.arg_type_name", !"uint", !"air.arg_name", !"thread_index_in_quadgroup"}
!28 = !{i32 17, !"air.quadgroup_index_in_threadgroup", !"air.arg_type_name", !"uint", !"air.arg_name", !"quadgroup_index_in_threadgroup"}
!29 = !{i32 18, !"air.quadgroups_per_threadgroup", !"air.arg_type_name", !"uint", !"air.arg_name", !"quadgroups_per_threadgroup"}
!30 = !{i32 19, !"air.dispatch_quadgroups_per_threadgroup", !"air.arg_type_name", !"uint", !"air.arg_name", !"dispatch_quadgroups_per_threadgroup"}
!31 = !{!"air.max_work_group_size", i32 256}

!32 = !{i32 7, !"frame-pointer", i32 2}
!33 = !{i32 7, !"air.max_device_buffers", i32 31}
!34 = !{i32 7, !"air.max_constant_buffers", i32 31}
!35 = !{i32 7, !"air.max_threadgroup_buffers", i32 31}
!36 = !{i32 7, !"air.max_textures", i32 128}
!37 = !{i32 7, !"air.max_read_write_textures", i32 8}
!38 = !{i32 7, !"air.max_samplers", i32 16}
