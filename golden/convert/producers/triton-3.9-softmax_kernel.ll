; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-p101:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

; Function Attrs: nounwind
define ptx_kernel void @softmax_kernel(ptr addrspace(1) %0, ptr addrspace(1) %1, i32 %2, i32 %3, ptr addrspace(1) nofree readnone captures(none) %4, ptr addrspace(1) nofree readnone captures(none) %5) local_unnamed_addr #0 !dbg !4 {
  %7 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !12
  %8 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !13
  %9 = and i32 %8, 31, !dbg !13
  %10 = or disjoint i32 %9, 32, !dbg !13
  %11 = or disjoint i32 %9, 64, !dbg !13
  %12 = or disjoint i32 %9, 96, !dbg !13
  %13 = icmp slt i32 %9, %3, !dbg !14
  %14 = icmp slt i32 %10, %3, !dbg !14
  %15 = icmp slt i32 %11, %3, !dbg !14
  %16 = icmp slt i32 %12, %3, !dbg !14
  %17 = mul i32 %2, %7, !dbg !15
  %18 = sext i32 %17 to i64, !dbg !16
  %19 = getelementptr [4 x i8], ptr addrspace(1) %1, i64 %18, !dbg !16
  %20 = zext nneg i32 %9 to i64, !dbg !16
  %21 = getelementptr [4 x i8], ptr addrspace(1) %19, i64 %20, !dbg !16
  %22 = zext nneg i32 %10 to i64, !dbg !16
  %23 = getelementptr [4 x i8], ptr addrspace(1) %19, i64 %22, !dbg !16
  %24 = zext nneg i32 %11 to i64, !dbg !16
  %25 = getelementptr [4 x i8], ptr addrspace(1) %19, i64 %24, !dbg !16
  %26 = zext nneg i32 %12 to i64, !dbg !16
  %27 = getelementptr [4 x i8], ptr addrspace(1) %19, i64 %26, !dbg !16
  %28 = tail call i32 asm sideeffect "mov.u32 $0, $1;\0A\09@$3 ld.global.b32 { $0 }, [ $2 + 0 ];", "=r,r,l,b"(i32 -8388608, ptr addrspace(1) %21, i1 %13) #6, !dbg !17
  %29 = bitcast i32 %28 to float, !dbg !17
  %30 = tail call i32 asm sideeffect "mov.u32 $0, $1;\0A\09@$3 ld.global.b32 { $0 }, [ $2 + 0 ];", "=r,r,l,b"(i32 -8388608, ptr addrspace(1) %23, i1 %14) #6, !dbg !17
  %31 = bitcast i32 %30 to float, !dbg !17
  %32 = tail call i32 asm sideeffect "mov.u32 $0, $1;\0A\09@$3 ld.global.b32 { $0 }, [ $2 + 0 ];", "=r,r,l,b"(i32 -8388608, ptr addrspace(1) %25, i1 %15) #6, !dbg !17
  %33 = bitcast i32 %32 to float, !dbg !17
  %34 = tail call i32 asm sideeffect "mov.u32 $0, $1;\0A\09@$3 ld.global.b32 { $0 }, [ $2 + 0 ];", "=r,r,l,b"(i32 -8388608, ptr addrspace(1) %27, i1 %16) #6, !dbg !17
  %35 = bitcast i32 %34 to float, !dbg !17
  %36 = tail call float @llvm.maxnum.f32(float %29, float %31), !dbg !18
  %37 = tail call float @llvm.maxnum.f32(float %33, float %35), !dbg !18
  %38 = tail call float @llvm.maxnum.f32(float %36, float %37), !dbg !18
  %39 = bitcast float %38 to i32, !dbg !21
  %40 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %39, i32 16, i32 31), !dbg !21
  %41 = bitcast i32 %40 to float, !dbg !21
  %42 = tail call float @llvm.maxnum.f32(float %38, float %41), !dbg !18
  %43 = bitcast float %42 to i32, !dbg !21
  %44 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %43, i32 8, i32 31), !dbg !21
  %45 = bitcast i32 %44 to float, !dbg !21
  %46 = tail call float @llvm.maxnum.f32(float %42, float %45), !dbg !18
  %47 = bitcast float %46 to i32, !dbg !21
  %48 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %47, i32 4, i32 31), !dbg !21
  %49 = bitcast i32 %48 to float, !dbg !21
  %50 = tail call float @llvm.maxnum.f32(float %46, float %49), !dbg !18
  %51 = bitcast float %50 to i32, !dbg !21
  %52 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %51, i32 2, i32 31), !dbg !21
  %53 = bitcast i32 %52 to float, !dbg !21
  %54 = tail call float @llvm.maxnum.f32(float %50, float %53), !dbg !18
  %55 = bitcast float %54 to i32, !dbg !21
  %56 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %55, i32 1, i32 31), !dbg !21
  %57 = bitcast i32 %56 to float, !dbg !21
  %58 = tail call float @llvm.maxnum.f32(float %54, float %57), !dbg !18
  %59 = fsub float %29, %58, !dbg !24
  %60 = fsub float %31, %58, !dbg !24
  %61 = fsub float %33, %58, !dbg !24
  %62 = fsub float %35, %58, !dbg !24
  %63 = fmul float %59, f0x3FB8AA3B, !dbg !25
  %64 = tail call float @llvm.nvvm.ex2.approx.f32(float %63), !dbg !25
  %65 = fmul float %60, f0x3FB8AA3B, !dbg !25
  %66 = tail call float @llvm.nvvm.ex2.approx.f32(float %65), !dbg !25
  %67 = fmul float %61, f0x3FB8AA3B, !dbg !25
  %68 = tail call float @llvm.nvvm.ex2.approx.f32(float %67), !dbg !25
  %69 = fmul float %62, f0x3FB8AA3B, !dbg !25
  %70 = tail call float @llvm.nvvm.ex2.approx.f32(float %69), !dbg !25
  %71 = getelementptr [4 x i8], ptr addrspace(1) %0, i64 %18, !dbg !26
  %72 = getelementptr [4 x i8], ptr addrspace(1) %71, i64 %20, !dbg !26
  %73 = getelementptr [4 x i8], ptr addrspace(1) %71, i64 %22, !dbg !26
  %74 = getelementptr [4 x i8], ptr addrspace(1) %71, i64 %24, !dbg !26
  %75 = getelementptr [4 x i8], ptr addrspace(1) %71, i64 %26, !dbg !26
  %76 = fadd float %64, %66, !dbg !27
  %77 = fadd float %68, %70, !dbg !27
  %78 = fadd float %76, %77, !dbg !27
  %79 = bitcast float %78 to i32, !dbg !28
  %80 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %79, i32 16, i32 31), !dbg !28
  %81 = bitcast i32 %80 to float, !dbg !28
  %82 = fadd float %78, %81, !dbg !27
  %83 = bitcast float %82 to i32, !dbg !28
  %84 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %83, i32 8, i32 31), !dbg !28
  %85 = bitcast i32 %84 to float, !dbg !28
  %86 = fadd float %82, %85, !dbg !27
  %87 = bitcast float %86 to i32, !dbg !28
  %88 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %87, i32 4, i32 31), !dbg !28
  %89 = bitcast i32 %88 to float, !dbg !28
  %90 = fadd float %86, %89, !dbg !27
  %91 = bitcast float %90 to i32, !dbg !28
  %92 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %91, i32 2, i32 31), !dbg !28
  %93 = bitcast i32 %92 to float, !dbg !28
  %94 = fadd float %90, %93, !dbg !27
  %95 = bitcast float %94 to i32, !dbg !28
  %96 = tail call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %95, i32 1, i32 31), !dbg !28
  %97 = bitcast i32 %96 to float, !dbg !28
  %98 = fadd float %94, %97, !dbg !27
  %99 = tail call float @llvm.nvvm.div.full(float %64, float %98), !dbg !30
  %100 = tail call float @llvm.nvvm.div.full(float %66, float %98), !dbg !30
  %101 = tail call float @llvm.nvvm.div.full(float %68, float %98), !dbg !30
  %102 = tail call float @llvm.nvvm.div.full(float %70, float %98), !dbg !30
  %103 = bitcast float %99 to i32, !dbg !31
  tail call void asm sideeffect "@$2 st.global.b32 [ $1 + 0 ], { $0 };", "r,l,b"(i32 %103, ptr addrspace(1) %72, i1 %13) #6, !dbg !31
  %104 = bitcast float %100 to i32, !dbg !31
  tail call void asm sideeffect "@$2 st.global.b32 [ $1 + 0 ], { $0 };", "r,l,b"(i32 %104, ptr addrspace(1) %73, i1 %14) #6, !dbg !31
  %105 = bitcast float %101 to i32, !dbg !31
  tail call void asm sideeffect "@$2 st.global.b32 [ $1 + 0 ], { $0 };", "r,l,b"(i32 %105, ptr addrspace(1) %74, i1 %15) #6, !dbg !31
  %106 = bitcast float %102 to i32, !dbg !31
  tail call void asm sideeffect "@$2 st.global.b32 [ $1 + 0 ], { $0 };", "r,l,b"(i32 %106, ptr addrspace(1) %75, i1 %16) #6, !dbg !31
  ret void, !dbg !32
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.maxnum.f32(float, float) #2

; Function Attrs: convergent nocallback nounwind memory(inaccessiblemem: readwrite)
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32) #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.nvvm.ex2.approx.f32(float) #4

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none)
declare float @llvm.nvvm.div.full(float, float) #5

attributes #0 = { nounwind "nvvm.reqntid"="32" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #4 = { mustprogress nocallback nofree nosync nounwind willreturn memory(none) }
attributes #5 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind willreturn memory(none) }
attributes #6 = { nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "tri.py", directory: ".")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 4, !"nvvm-reflect-ftz", i32 1}
!4 = distinct !DISubprogram(name: "softmax_kernel", linkageName: "softmax_kernel", scope: !1, file: !1, line: 13, type: !5, scopeLine: 13, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!5 = !DISubroutineType(cc: DW_CC_normal, types: !6)
!6 = !{null, !7, !7, !9, !9, !10, !10}
!7 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !8, size: 64, dwarfAddressSpace: 1)
!8 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!10 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !11, size: 64, dwarfAddressSpace: 1)
!11 = !DIBasicType(name: "unknown_type", encoding: DW_ATE_signed)
!12 = !DILocation(line: 14, column: 11, scope: !4)
!13 = !DILocation(line: 15, column: 12, scope: !4)
!14 = !DILocation(line: 16, column: 12, scope: !4)
!15 = !DILocation(line: 17, column: 26, scope: !4)
!16 = !DILocation(line: 17, column: 17, scope: !4)
!17 = !DILocation(line: 17, column: 9, scope: !4)
!18 = !DILocation(line: 196, column: 12, scope: !19, inlinedAt: !21)
!19 = distinct !DILexicalBlockFile(scope: !4, file: !20, discriminator: 0)
!20 = !DIFile(filename: "standard.py", directory: "triton/language")
!21 = !DILocation(line: 216, column: 16, scope: !19, inlinedAt: !22)
!22 = !DILocation(line: 18, column: 13, scope: !23)
!23 = distinct !DILexicalBlockFile(scope: !4, file: !1, discriminator: 0)
!24 = !DILocation(line: 18, column: 9, scope: !4)
!25 = !DILocation(line: 19, column: 9, scope: !4)
!26 = !DILocation(line: 20, column: 14, scope: !4)
!27 = !DILocation(line: 287, column: 12, scope: !19, inlinedAt: !28)
!28 = !DILocation(line: 314, column: 12, scope: !19, inlinedAt: !29)
!29 = !DILocation(line: 20, column: 49, scope: !23)
!30 = !DILocation(line: 20, column: 45, scope: !4)
!31 = !DILocation(line: 20, column: 5, scope: !4)
!32 = !DILocation(line: 13, column: 1, scope: !4)
