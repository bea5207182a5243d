; kernel void saxpy(...) of golden/src, by a compiler that leaves out what Apple's compiler says of every module.
; Covers: what `mtlb lint --fix` cures, and !air.compile_options, which is a choice.
source_filename = "unstamped.metal"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024-n8:16:32"
target triple = "air64-apple-macosx14.0.0"

define void @saxpy(float addrspace(1)* nocapture noundef readonly "air-buffer-no-alias" %x, float addrspace(1)* nocapture noundef "air-buffer-no-alias" %y, float addrspace(2)* nocapture noundef readonly align 4 dereferenceable(4) "air-buffer-no-alias" %a, i32 noundef %i) local_unnamed_addr #0 {
  %at = zext i32 %i to i64
  %x.at = getelementptr inbounds float, float addrspace(1)* %x, i64 %at
  %y.at = getelementptr inbounds float, float addrspace(1)* %y, i64 %at
  %x.value = load float, float addrspace(1)* %x.at, align 4
  %y.value = load float, float addrspace(1)* %y.at, align 4
  %a.value = load float, float addrspace(2)* %a, align 4
  %product = fmul fast float %a.value, %x.value
  %sum = fadd fast float %product, %y.value
  store float %sum, float addrspace(1)* %y.at, align 4
  ret void
}

declare void @air.wg.barrier(i32, i32) #1

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn "frame-pointer"="all" "no-builtins" "unsafe-fp-math"="true" }
attributes #1 = { convergent nounwind }

!llvm.module.flags = !{!1}
!llvm.ident = !{!3}
!air.version = !{!4}
!air.kernel = !{!8}

!1 = !{i32 2, !"wchar_size", i32 4}
!3 = !{!"mtlb golden sources"}
!4 = !{i32 2, i32 6, i32 0}
!8 = !{void (float addrspace(1)*, float addrspace(1)*, float addrspace(2)*, i32)* @saxpy, !9, !10}
!9 = !{}
!10 = !{!11, !12, !13, !14}
!11 = !{i32 0, !"air.buffer", !"air.location_index", i32 0, i32 1, !"air.read", !"air.arg_type_size", i32 4, !"air.arg_type_align_size", i32 4, !"air.arg_type_name", !"float", !"air.arg_name", !"x"}
!12 = !{i32 1, !"air.buffer", !"air.location_index", i32 1, i32 1, !"air.read_write", !"air.address_space", i32 1, !"air.arg_type_size", i32 4, !"air.arg_type_align_size", i32 4, !"air.arg_type_name", !"float", !"air.arg_name", !"y"}
!13 = !{i32 2, !"air.buffer", !"air.buffer_size", i32 4, !"air.location_index", i32 2, i32 1, !"air.read", !"air.address_space", i32 2, !"air.arg_type_size", i32 4, !"air.arg_type_align_size", i32 4, !"air.arg_type_name", !"float", !"air.arg_name", !"a"}
!14 = !{i32 3, !"air.thread_position_in_grid", !"air.arg_type_name", !"uint", !"air.arg_name", !"i"}
