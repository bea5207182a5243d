; float apply(device const Factor *s);
; Covers: no entry point, a struct of other name and equal members, a helper that nobody calls, a weak one that is also elsewhere.
source_filename = "link_helper.metal"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024-n8:16:32"
target triple = "air64-apple-macosx14.0.0"

%struct.Factor = type { float, float }

define float @_Z5applyPU9MTLdeviceK5Scale(%struct.Factor addrspace(1)* nocapture noundef readonly %0) local_unnamed_addr #0 {
  %2 = getelementptr inbounds %struct.Factor, %struct.Factor addrspace(1)* %0, i64 0, i32 1
  %3 = load float, float addrspace(1)* %2, align 4
  %4 = call fast float @_Z5twicef(float noundef %3)
  ret float %4
}

define linkonce_odr float @_Z5twicef(float noundef %0) local_unnamed_addr #0 {
  %2 = fmul fast float %0, 2.000000e+00
  ret float %2
}

define float @_Z6unusedf(float noundef %0) local_unnamed_addr #0 {
  ret float %0
}

attributes #0 = { mustprogress nounwind willreturn "frame-pointer"="all" "no-builtins" }

!llvm.module.flags = !{!0, !1, !30, !31, !32, !33, !34, !35, !36}
!air.compile_options = !{!5}
!llvm.ident = !{!2}
!air.version = !{!3}
!air.language_version = !{!4}

!0 = !{i32 2, !"SDK Version", [2 x i32] [i32 14, i32 0]}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{!"mtlb golden sources"}
!3 = !{i32 2, i32 6, i32 0}
!4 = !{!"Metal", i32 3, i32 1, i32 0}
!5 = !{!"air.compile.denorms_disable"}

!30 = !{i32 7, !"frame-pointer", i32 2}
!31 = !{i32 7, !"air.max_device_buffers", i32 31}
!32 = !{i32 7, !"air.max_constant_buffers", i32 31}
!33 = !{i32 7, !"air.max_threadgroup_buffers", i32 31}
!34 = !{i32 7, !"air.max_textures", i32 128}
!35 = !{i32 7, !"air.max_read_write_textures", i32 8}
!36 = !{i32 7, !"air.max_samplers", i32 16}
