source_filename = "link_helper.metal"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024-n8:16:32"
target triple = "air64-apple-macosx14.0.0"

%struct.Factor = type { float, float }

; Function Attrs: mustprogress nounwind willreturn
define float @_Z5applyPU9MTLdeviceK5Scale(%struct.Factor addrspace(1)* nocapture noundef readonly %0) local_unnamed_addr #0 {
  %2 = getelementptr inbounds %struct.Factor, %struct.Factor addrspace(1)* %0, i64 0, i32 1
  %3 = load float, float addrspace(1)* %2, align 4
  %4 = call fast float @_Z5twicef(float noundef %3)
  ret float %4
}

; Function Attrs: mustprogress nounwind willreturn
define linkonce_odr float @_Z5twicef(float noundef %0) local_unnamed_addr #0 {
  %2 = fmul fast float %0, 2.000000e+00
  ret float %2
}

; Function Attrs: mustprogress nounwind willreturn
define float @_Z6unusedf(float noundef %0) local_unnamed_addr #0 {
  ret float %0
}

attributes #0 = { mustprogress nounwind willreturn "frame-pointer"="all" "no-builtins" }

!llvm.module.flags = !{!0, !1, !2, !3, !4, !5, !6, !7, !8}
!air.compile_options = !{!9}
!llvm.ident = !{!10}
!air.version = !{!11}
!air.language_version = !{!12}

!0 = !{i32 2, !"SDK Version", [2 x i32] [i32 14, i32 0]}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{i32 7, !"frame-pointer", i32 2}
!3 = !{i32 7, !"air.max_device_buffers", i32 31}
!4 = !{i32 7, !"air.max_constant_buffers", i32 31}
!5 = !{i32 7, !"air.max_threadgroup_buffers", i32 31}
!6 = !{i32 7, !"air.max_textures", i32 128}
!7 = !{i32 7, !"air.max_read_write_textures", i32 8}
!8 = !{i32 7, !"air.max_samplers", i32 16}
!9 = !{!"air.compile.denorms_disable"}
!10 = !{!"mtlb golden sources"}
!11 = !{i32 2, i32 6, i32 0}
!12 = !{!"Metal", i32 3, i32 1, i32 0}
