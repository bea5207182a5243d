; ModuleID = 'groups.cl'
source_filename = "groups.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

%opencl.event_t = type opaque

; Function Attrs: convergent norecurse nounwind
define dso_local spir_kernel void @groups(float addrspace(1)* noundef align 4 %0, float addrspace(1)* nocapture noundef writeonly align 4 %1, i32 addrspace(1)* nocapture noundef writeonly align 4 %2, float addrspace(3)* noundef align 4 %3) local_unnamed_addr #0 !kernel_arg_addr_space !4 !kernel_arg_access_qual !5 !kernel_arg_type !6 !kernel_arg_base_type !6 !kernel_arg_type_qual !7 {
  %5 = alloca %opencl.event_t*, align 8
  %6 = alloca i32, align 4
  %7 = tail call spir_func i64 @_Z14get_local_sizej(i32 noundef 0) #5
  %8 = tail call spir_func i64 @_Z12get_local_idj(i32 noundef 0) #5
  %9 = tail call spir_func i64 @_Z12get_group_idj(i32 noundef 0) #5
  %10 = bitcast %opencl.event_t** %5 to i8*
  call void @llvm.lifetime.start.p0i8(i64 8, i8* nonnull %10) #6
  %11 = mul i64 %9, %7
  %12 = getelementptr inbounds float, float addrspace(1)* %0, i64 %11
  %13 = tail call spir_func %opencl.event_t* @_Z21async_work_group_copyPU3AS3fPU3AS1Kfm9ocl_event(float addrspace(3)* noundef %3, float addrspace(1)* noundef %12, i64 noundef %7, %opencl.event_t* null) #7
  store %opencl.event_t* %13, %opencl.event_t** %5, align 8, !tbaa !8
  %14 = addrspacecast %opencl.event_t** %5 to %opencl.event_t* addrspace(4)*
  call spir_func void @_Z17wait_group_eventsiPU3AS49ocl_event(i32 noundef 1, %opencl.event_t* addrspace(4)* noundef %14) #7
  %15 = xor i64 %8, -1
  %16 = add i64 %7, %15
  %17 = getelementptr inbounds float, float addrspace(3)* %3, i64 %16
  %18 = load float, float addrspace(3)* %17, align 4, !tbaa !12
  %19 = fmul float %18, 4.000000e+00
  %20 = call spir_func i32 @_Z15convert_int_rtef(float noundef %19) #5
  %21 = call spir_func i32 @_Z29work_group_scan_inclusive_addi(i32 noundef %20) #7
  %22 = call spir_func i32 @_Z21sub_group_shuffle_xorij(i32 noundef %20, i32 noundef 1) #7
  %23 = add nsw i32 %22, %21
  %24 = call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #5
  %25 = getelementptr inbounds i32, i32 addrspace(1)* %2, i64 %24
  store i32 %23, i32 addrspace(1)* %25, align 4, !tbaa !14
  %26 = call spir_func float @_Z21work_group_reduce_maxf(float noundef %18) #7
  %27 = fcmp ogt float %18, 0.000000e+00
  %28 = zext i1 %27 to i32
  %29 = call spir_func <4 x i32> @_Z16sub_group_balloti(i32 noundef %28) #7
  %30 = bitcast i32* %6 to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* nonnull %30) #6
  %31 = addrspacecast i32* %6 to i32 addrspace(4)*
  %32 = call spir_func float @_Z5frexpfPU3AS4i(float noundef %26, i32 addrspace(4)* noundef %31) #7
  %33 = call spir_func float @_Z3erff(float noundef %18) #5
  %34 = call float @llvm.fmuladd.f32(float %18, float %18, float 5.000000e-01)
  %35 = call spir_func float @_Z6lgammaf(float noundef %34) #5
  %36 = fadd float %33, %35
  %37 = call spir_func i32 @_Z26sub_group_ballot_bit_countDv4_j(<4 x i32> noundef %29) #5
  %38 = uitofp i32 %37 to float
  %39 = fadd float %36, %38
  %40 = fadd float %32, %39
  %41 = load i32, i32* %6, align 4, !tbaa !14
  %42 = sitofp i32 %41 to float
  %43 = fadd float %40, %42
  %44 = getelementptr inbounds float, float addrspace(1)* %1, i64 %24
  store float %43, float addrspace(1)* %44, align 4, !tbaa !12
  call void @llvm.lifetime.end.p0i8(i64 4, i8* nonnull %30) #6
  call void @llvm.lifetime.end.p0i8(i64 8, i8* nonnull %10) #6
  ret void
}

; Function Attrs: argmemonly mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.lifetime.start.p0i8(i64 immarg, i8* nocapture) #1

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare dso_local spir_func i64 @_Z14get_local_sizej(i32 noundef) local_unnamed_addr #2

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare dso_local spir_func i64 @_Z12get_local_idj(i32 noundef) local_unnamed_addr #2

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare dso_local spir_func i64 @_Z12get_group_idj(i32 noundef) local_unnamed_addr #2

; Function Attrs: convergent
declare dso_local spir_func %opencl.event_t* @_Z21async_work_group_copyPU3AS3fPU3AS1Kfm9ocl_event(float addrspace(3)* noundef, float addrspace(1)* noundef, i64 noundef, %opencl.event_t*) local_unnamed_addr #3

; Function Attrs: convergent
declare dso_local spir_func void @_Z17wait_group_eventsiPU3AS49ocl_event(i32 noundef, %opencl.event_t* addrspace(4)* noundef) local_unnamed_addr #3

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare dso_local spir_func i32 @_Z15convert_int_rtef(float noundef) local_unnamed_addr #2

; Function Attrs: convergent
declare dso_local spir_func i32 @_Z29work_group_scan_inclusive_addi(i32 noundef) local_unnamed_addr #3

; Function Attrs: convergent
declare dso_local spir_func i32 @_Z21sub_group_shuffle_xorij(i32 noundef, i32 noundef) local_unnamed_addr #3

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare dso_local spir_func i64 @_Z13get_global_idj(i32 noundef) local_unnamed_addr #2

; Function Attrs: convergent
declare dso_local spir_func float @_Z21work_group_reduce_maxf(float noundef) local_unnamed_addr #3

; Function Attrs: convergent
declare dso_local spir_func <4 x i32> @_Z16sub_group_balloti(i32 noundef) local_unnamed_addr #3

; Function Attrs: convergent
declare dso_local spir_func float @_Z5frexpfPU3AS4i(float noundef, i32 addrspace(4)* noundef) local_unnamed_addr #3

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare dso_local spir_func float @_Z3erff(float noundef) local_unnamed_addr #2

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare dso_local spir_func float @_Z6lgammaf(float noundef) local_unnamed_addr #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind readnone speculatable willreturn
declare float @llvm.fmuladd.f32(float, float, float) #4

; Function Attrs: convergent mustprogress nofree nounwind readnone willreturn
declare dso_local spir_func i32 @_Z26sub_group_ballot_bit_countDv4_j(<4 x i32> noundef) local_unnamed_addr #2

; Function Attrs: argmemonly mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.lifetime.end.p0i8(i64 immarg, i8* nocapture) #1

attributes #0 = { convergent norecurse nounwind "frame-pointer"="all" "min-legal-vector-width"="128" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #1 = { argmemonly mustprogress nocallback nofree nosync nounwind willreturn }
attributes #2 = { convergent mustprogress nofree nounwind readnone willreturn "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { convergent "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #4 = { mustprogress nocallback nofree nosync nounwind readnone speculatable willreturn }
attributes #5 = { convergent nounwind readnone willreturn }
attributes #6 = { nounwind }
attributes #7 = { convergent nounwind }

!llvm.module.flags = !{!0, !1}
!opencl.ocl.version = !{!2}
!opencl.spir.version = !{!2}
!llvm.ident = !{!3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"frame-pointer", i32 2}
!2 = !{i32 2, i32 0}
!3 = !{!"Debian clang version 15.0.6"}
!4 = !{i32 1, i32 1, i32 1, i32 3}
!5 = !{!"none", !"none", !"none", !"none"}
!6 = !{!"float*", !"float*", !"int*", !"float*"}
!7 = !{!"const", !"", !"", !""}
!8 = !{!9, !9, i64 0}
!9 = !{!"event_t", !10, i64 0}
!10 = !{!"omnipotent char", !11, i64 0}
!11 = !{!"Simple C/C++ TBAA"}
!12 = !{!13, !13, i64 0}
!13 = !{!"float", !10, i64 0}
!14 = !{!15, !15, i64 0}
!15 = !{!"int", !10, i64 0}
