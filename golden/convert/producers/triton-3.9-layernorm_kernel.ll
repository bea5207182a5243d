; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-p101:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

@global_smem = external local_unnamed_addr addrspace(3) global [0 x i8], align 16
@.str = private unnamed_addr constant [11 x i8] c"__CUDA_FTZ\00", align 1

; Function Attrs: nounwind
define ptx_kernel void @layernorm_kernel(ptr addrspace(1) %0, ptr addrspace(1) %1, ptr addrspace(1) %2, i32 %3, float %4, ptr addrspace(1) nofree readnone captures(none) %5, ptr addrspace(1) nofree readnone captures(none) %6) local_unnamed_addr #0 !dbg !6 {
  %8 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !16
  %9 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !17
  %10 = and i32 %9, 127, !dbg !17
  %11 = or disjoint i32 %10, 128, !dbg !17
  %12 = icmp slt i32 %10, %3, !dbg !18
  %13 = icmp slt i32 %11, %3, !dbg !18
  %14 = mul i32 %3, %8, !dbg !19
  %15 = sext i32 %14 to i64, !dbg !20
  %16 = getelementptr [2 x i8], ptr addrspace(1) %0, i64 %15, !dbg !20
  %17 = zext nneg i32 %10 to i64, !dbg !20
  %18 = getelementptr [2 x i8], ptr addrspace(1) %16, i64 %17, !dbg !20
  %19 = zext nneg i32 %11 to i64, !dbg !20
  %20 = getelementptr [2 x i8], ptr addrspace(1) %16, i64 %19, !dbg !20
  %21 = tail call i16 asm sideeffect "mov.u16 $0, $1;\0A\09@$3 ld.global.b16 { $0 }, [ $2 + 0 ];", "=c,c,l,b"(i16 0, ptr addrspace(1) %18, i1 %12) #6, !dbg !21
  %22 = bitcast i16 %21 to half, !dbg !21
  %23 = tail call i16 asm sideeffect "mov.u16 $0, $1;\0A\09@$3 ld.global.b16 { $0 }, [ $2 + 0 ];", "=c,c,l,b"(i16 0, ptr addrspace(1) %20, i1 %13) #6, !dbg !21
  %24 = bitcast i16 %23 to half, !dbg !21
  %25 = fpext half %22 to float, !dbg !21
  %26 = fpext half %24 to float, !dbg !21
  %27 = fadd float %25, %26, !dbg !22
  %28 = bitcast float %27 to i32, !dbg !25
  %29 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %28, i32 16, i32 31), !dbg !25
  %30 = bitcast i32 %29 to float, !dbg !25
  %31 = fadd float %27, %30, !dbg !22
  %32 = bitcast float %31 to i32, !dbg !25
  %33 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %32, i32 8, i32 31), !dbg !25
  %34 = bitcast i32 %33 to float, !dbg !25
  %35 = fadd float %31, %34, !dbg !22
  %36 = bitcast float %35 to i32, !dbg !25
  %37 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %36, i32 4, i32 31), !dbg !25
  %38 = bitcast i32 %37 to float, !dbg !25
  %39 = fadd float %35, %38, !dbg !22
  %40 = bitcast float %39 to i32, !dbg !25
  %41 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %40, i32 2, i32 31), !dbg !25
  %42 = bitcast i32 %41 to float, !dbg !25
  %43 = fadd float %39, %42, !dbg !22
  %44 = bitcast float %43 to i32, !dbg !25
  %45 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %44, i32 1, i32 31), !dbg !25
  %46 = bitcast i32 %45 to float, !dbg !25
  %47 = fadd float %43, %46, !dbg !22
  %48 = lshr i32 %9, 3, !dbg !25
  %49 = and i32 %48, 12, !dbg !25
  %50 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %49, !dbg !25
  store float %47, ptr addrspace(3) %50, align 4, !dbg !25
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !25
  %51 = shl nuw nsw i32 %9, 2, !dbg !25
  %52 = and i32 %51, 12, !dbg !25
  %53 = getelementptr inbounds nuw i8, ptr addrspace(3) @global_smem, i32 %52, !dbg !25
  %54 = load i32, ptr addrspace(3) %53, align 4, !dbg !25
  %55 = bitcast i32 %54 to float, !dbg !25
  %56 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %54, i32 2, i32 31), !dbg !25
  %57 = bitcast i32 %56 to float, !dbg !25
  %58 = fadd float %55, %57, !dbg !22
  %59 = bitcast float %58 to i32, !dbg !25
  %60 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %59, i32 1, i32 31), !dbg !25
  %61 = bitcast i32 %60 to float, !dbg !25
  %62 = fadd float %58, %61, !dbg !22
  %63 = sitofp i32 %3 to float, !dbg !28
  %64 = tail call float @llvm.nvvm.div.full(float %62, float %63), !dbg !28
  %65 = fsub float %25, %64, !dbg !29
  %66 = fsub float %26, %64, !dbg !29
  %67 = select i1 %12, float %65, float 0.000000e+00, !dbg !30
  %68 = select i1 %13, float %66, float 0.000000e+00, !dbg !30
  %69 = fmul float %67, %67, !dbg !31
  %70 = fmul float %68, %68, !dbg !31
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !32
  %71 = fadd float %69, %70, !dbg !34
  %72 = bitcast float %71 to i32, !dbg !32
  %73 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %72, i32 16, i32 31), !dbg !32
  %74 = bitcast i32 %73 to float, !dbg !32
  %75 = fadd float %71, %74, !dbg !34
  %76 = bitcast float %75 to i32, !dbg !32
  %77 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %76, i32 8, i32 31), !dbg !32
  %78 = bitcast i32 %77 to float, !dbg !32
  %79 = fadd float %75, %78, !dbg !34
  %80 = bitcast float %79 to i32, !dbg !32
  %81 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %80, i32 4, i32 31), !dbg !32
  %82 = bitcast i32 %81 to float, !dbg !32
  %83 = fadd float %79, %82, !dbg !34
  %84 = bitcast float %83 to i32, !dbg !32
  %85 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %84, i32 2, i32 31), !dbg !32
  %86 = bitcast i32 %85 to float, !dbg !32
  %87 = fadd float %83, %86, !dbg !34
  %88 = bitcast float %87 to i32, !dbg !32
  %89 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %88, i32 1, i32 31), !dbg !32
  %90 = bitcast i32 %89 to float, !dbg !32
  %91 = fadd float %87, %90, !dbg !34
  store float %91, ptr addrspace(3) %50, align 4, !dbg !32
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !32
  %92 = load i32, ptr addrspace(3) %53, align 4, !dbg !32
  %93 = bitcast i32 %92 to float, !dbg !32
  %94 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %92, i32 2, i32 31), !dbg !32
  %95 = bitcast i32 %94 to float, !dbg !32
  %96 = fadd float %93, %95, !dbg !34
  %97 = bitcast float %96 to i32, !dbg !32
  %98 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %97, i32 1, i32 31), !dbg !32
  %99 = bitcast i32 %98 to float, !dbg !32
  %100 = fadd float %96, %99, !dbg !34
  %101 = tail call float @llvm.nvvm.div.full(float %100, float %63), !dbg !35
  %102 = fadd float %4, %101, !dbg !35
  %103 = tail call i32 @__nvvm_reflect(ptr nonnull @.str) #6, !dbg !36
  %.not.i = icmp eq i32 %103, 0, !dbg !36
  br i1 %.not.i, label %106, label %104, !dbg !36

104:                                              ; preds = %7
  %105 = tail call float @llvm.nvvm.rsqrt.approx.ftz.f(float %102), !dbg !36
  br label %__nv_rsqrtf.exit, !dbg !36

106:                                              ; preds = %7
  %107 = tail call float @llvm.nvvm.rsqrt.approx.f(float %102), !dbg !36
  br label %__nv_rsqrtf.exit, !dbg !36

__nv_rsqrtf.exit:                                 ; preds = %104, %106
  %.0.i = phi float [ %105, %104 ], [ %107, %106 ], !dbg !36
  %108 = getelementptr [4 x i8], ptr addrspace(1) %1, i64 %17, !dbg !37
  %109 = getelementptr [4 x i8], ptr addrspace(1) %1, i64 %19, !dbg !37
  %110 = tail call i32 asm sideeffect "mov.u32 $0, $1;\0A\09@$3 ld.global.b32 { $0 }, [ $2 + 0 ];", "=r,r,l,b"(i32 1065353216, ptr addrspace(1) %108, i1 %12) #6, !dbg !38
  %111 = bitcast i32 %110 to float, !dbg !38
  %112 = tail call i32 asm sideeffect "mov.u32 $0, $1;\0A\09@$3 ld.global.b32 { $0 }, [ $2 + 0 ];", "=r,r,l,b"(i32 1065353216, ptr addrspace(1) %109, i1 %13) #6, !dbg !38
  %113 = bitcast i32 %112 to float, !dbg !38
  %114 = getelementptr [2 x i8], ptr addrspace(1) %2, i64 %15, !dbg !39
  %115 = getelementptr [2 x i8], ptr addrspace(1) %114, i64 %17, !dbg !39
  %116 = getelementptr [2 x i8], ptr addrspace(1) %114, i64 %19, !dbg !39
  %117 = fmul float %67, %.0.i, !dbg !40
  %118 = fmul float %68, %.0.i, !dbg !40
  %119 = fmul float %117, %111, !dbg !40
  %120 = fmul float %118, %113, !dbg !40
  %121 = fptrunc float %119 to half, !dbg !41
  %122 = fptrunc float %120 to half, !dbg !41
  %123 = bitcast half %121 to i16, !dbg !42
  tail call void asm sideeffect "@$2 st.global.b16 [ $1 + 0 ], { $0 };", "c,l,b"(i16 %123, ptr addrspace(1) %115, i1 %12) #6, !dbg !42
  %124 = bitcast half %122 to i16, !dbg !42
  tail call void asm sideeffect "@$2 st.global.b16 [ $1 + 0 ], { $0 };", "c,l,b"(i16 %124, ptr addrspace(1) %116, i1 %13) #6, !dbg !42
  ret void, !dbg !43
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

; Function Attrs: convergent nocallback nounwind memory(inaccessiblemem: readwrite)
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32) #2

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #3

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare float @llvm.nvvm.div.full(float, float) #4

declare i32 @__nvvm_reflect(ptr) local_unnamed_addr #5

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare float @llvm.nvvm.rsqrt.approx.ftz.f(float) #4

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare float @llvm.nvvm.rsqrt.approx.f(float) #4

attributes #0 = { nounwind "nvvm.reqntid"="128" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #3 = { convergent nocallback nounwind }
attributes #4 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none) }
attributes #5 = { "disable-tail-calls"="false" "frame-pointer"="all" "less-precise-fpmad"="false" "no-infs-fp-math"="false" "no-nans-fp-math"="false" "stack-protector-buffer-size"="8" "unsafe-fp-math"="false" "use-soft-float"="false" }
attributes #6 = { nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!llvm.ident = !{!4}
!nvvmir.version = !{!5}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "triton_kernels.py", directory: ".")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 4, !"nvvm-reflect-ftz", i32 1}
!4 = !{!"clang version 3.8.0 (tags/RELEASE_380/final)"}
!5 = !{i32 2, i32 0}
!6 = distinct !DISubprogram(name: "layernorm_kernel", linkageName: "layernorm_kernel", scope: !1, file: !1, line: 31, type: !7, scopeLine: 31, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!7 = !DISubroutineType(cc: DW_CC_normal, types: !8)
!8 = !{null, !9, !11, !9, !13, !12, !14, !14}
!9 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !10, size: 64, dwarfAddressSpace: 1)
!10 = !DIBasicType(name: "half", size: 16, encoding: DW_ATE_float)
!11 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !12, size: 64, dwarfAddressSpace: 1)
!12 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!14 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !15, size: 64, dwarfAddressSpace: 1)
!15 = !DIBasicType(name: "unknown_type", encoding: DW_ATE_signed)
!16 = !DILocation(line: 32, column: 11, scope: !6)
!17 = !DILocation(line: 33, column: 12, scope: !6)
!18 = !DILocation(line: 34, column: 12, scope: !6)
!19 = !DILocation(line: 35, column: 25, scope: !6)
!20 = !DILocation(line: 35, column: 17, scope: !6)
!21 = !DILocation(line: 35, column: 9, scope: !6)
!22 = !DILocation(line: 287, column: 12, scope: !23, inlinedAt: !25)
!23 = distinct !DILexicalBlockFile(scope: !6, file: !24, discriminator: 0)
!24 = !DIFile(filename: "standard.py", directory: "triton/language")
!25 = !DILocation(line: 314, column: 12, scope: !23, inlinedAt: !26)
!26 = !DILocation(line: 36, column: 28, scope: !27)
!27 = distinct !DILexicalBlockFile(scope: !6, file: !1, discriminator: 0)
!28 = !DILocation(line: 36, column: 28, scope: !6)
!29 = !DILocation(line: 36, column: 24, scope: !6)
!30 = !DILocation(line: 36, column: 9, scope: !6)
!31 = !DILocation(line: 37, column: 29, scope: !6)
!32 = !DILocation(line: 314, column: 12, scope: !23, inlinedAt: !33)
!33 = !DILocation(line: 37, column: 22, scope: !27)
!34 = !DILocation(line: 287, column: 12, scope: !23, inlinedAt: !32)
!35 = !DILocation(line: 37, column: 22, scope: !6)
!36 = !DILocation(line: 37, column: 13, scope: !6)
!37 = !DILocation(line: 38, column: 17, scope: !6)
!38 = !DILocation(line: 38, column: 9, scope: !6)
!39 = !DILocation(line: 39, column: 14, scope: !6)
!40 = !DILocation(line: 39, column: 41, scope: !6)
!41 = !DILocation(line: 39, column: 40, scope: !6)
!42 = !DILocation(line: 39, column: 5, scope: !6)
!43 = !DILocation(line: 31, column: 1, scope: !6)

