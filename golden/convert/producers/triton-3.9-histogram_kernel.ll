; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-p101:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

; Function Attrs: nounwind
define ptx_kernel void @histogram_kernel(ptr addrspace(1) %0, ptr addrspace(1) %1, i32 %2, ptr addrspace(1) nofree readnone captures(none) %3, ptr addrspace(1) nofree readnone captures(none) %4) local_unnamed_addr #0 !dbg !4 {
  %6 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !11
  %7 = shl i32 %6, 7, !dbg !11
  %8 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !12
  %9 = and i32 %8, 31, !dbg !12
  %10 = or disjoint i32 %7, %9, !dbg !11
  %11 = or disjoint i32 %10, 32, !dbg !11
  %12 = or disjoint i32 %10, 64, !dbg !11
  %13 = or disjoint i32 %10, 96, !dbg !11
  %14 = icmp slt i32 %10, %2, !dbg !13
  %15 = icmp slt i32 %11, %2, !dbg !13
  %16 = icmp slt i32 %12, %2, !dbg !13
  %17 = icmp slt i32 %13, %2, !dbg !13
  %18 = sext i32 %10 to i64, !dbg !14
  %19 = getelementptr [4 x i8], ptr addrspace(1) %0, i64 %18, !dbg !14
  %20 = sext i32 %11 to i64, !dbg !14
  %21 = getelementptr [4 x i8], ptr addrspace(1) %0, i64 %20, !dbg !14
  %22 = sext i32 %12 to i64, !dbg !14
  %23 = getelementptr [4 x i8], ptr addrspace(1) %0, i64 %22, !dbg !14
  %24 = sext i32 %13 to i64, !dbg !14
  %25 = getelementptr [4 x i8], ptr addrspace(1) %0, i64 %24, !dbg !14
  %26 = tail call i32 asm sideeffect "mov.u32 $0, 0x0;\0A\09@$2 ld.global.b32 { $0 }, [ $1 + 0 ];", "=r,l,b"(ptr addrspace(1) %19, i1 %14) #3, !dbg !15
  %27 = tail call i32 asm sideeffect "mov.u32 $0, 0x0;\0A\09@$2 ld.global.b32 { $0 }, [ $1 + 0 ];", "=r,l,b"(ptr addrspace(1) %21, i1 %15) #3, !dbg !15
  %28 = tail call i32 asm sideeffect "mov.u32 $0, 0x0;\0A\09@$2 ld.global.b32 { $0 }, [ $1 + 0 ];", "=r,l,b"(ptr addrspace(1) %23, i1 %16) #3, !dbg !15
  %29 = tail call i32 asm sideeffect "mov.u32 $0, 0x0;\0A\09@$2 ld.global.b32 { $0 }, [ $1 + 0 ];", "=r,l,b"(ptr addrspace(1) %25, i1 %17) #3, !dbg !15
  %30 = and i32 %26, 7, !dbg !16
  %31 = and i32 %27, 7, !dbg !16
  %32 = and i32 %28, 7, !dbg !16
  %33 = and i32 %29, 7, !dbg !16
  %34 = zext nneg i32 %30 to i64, !dbg !17
  %35 = getelementptr [4 x i8], ptr addrspace(1) %1, i64 %34, !dbg !17
  %36 = zext nneg i32 %31 to i64, !dbg !17
  %37 = getelementptr [4 x i8], ptr addrspace(1) %1, i64 %36, !dbg !17
  %38 = zext nneg i32 %32 to i64, !dbg !17
  %39 = getelementptr [4 x i8], ptr addrspace(1) %1, i64 %38, !dbg !17
  %40 = zext nneg i32 %33 to i64, !dbg !17
  %41 = getelementptr [4 x i8], ptr addrspace(1) %1, i64 %40, !dbg !17
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !18
  %42 = tail call i32 asm sideeffect "mov.u32 $0, 0x0;\0A\09@$3 atom.global.gpu.acq_rel.add.u32 $0, [ $1 + 0 ], $2;", "=r,l,r,b"(ptr addrspace(1) %35, i32 1, i1 %14) #3, !dbg !18
  %43 = tail call i32 asm sideeffect "mov.u32 $0, 0x0;\0A\09@$3 atom.global.gpu.acq_rel.add.u32 $0, [ $1 + 0 ], $2;", "=r,l,r,b"(ptr addrspace(1) %37, i32 1, i1 %15) #3, !dbg !18
  %44 = tail call i32 asm sideeffect "mov.u32 $0, 0x0;\0A\09@$3 atom.global.gpu.acq_rel.add.u32 $0, [ $1 + 0 ], $2;", "=r,l,r,b"(ptr addrspace(1) %39, i32 1, i1 %16) #3, !dbg !18
  %45 = tail call i32 asm sideeffect "mov.u32 $0, 0x0;\0A\09@$3 atom.global.gpu.acq_rel.add.u32 $0, [ $1 + 0 ], $2;", "=r,l,r,b"(ptr addrspace(1) %41, i32 1, i1 %17) #3, !dbg !18
  tail call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !18
  ret void, !dbg !19
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #2

attributes #0 = { nounwind "nvvm.reqntid"="32" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { convergent nocallback nounwind }
attributes #3 = { nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "triton_kernels.py", directory: ".")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 4, !"nvvm-reflect-ftz", i32 1}
!4 = distinct !DISubprogram(name: "histogram_kernel", linkageName: "histogram_kernel", scope: !1, file: !1, line: 43, type: !5, scopeLine: 43, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!5 = !DISubroutineType(cc: DW_CC_normal, types: !6)
!6 = !{null, !7, !7, !8, !9, !9}
!7 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !8, size: 64, dwarfAddressSpace: 1)
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !10, size: 64, dwarfAddressSpace: 1)
!10 = !DIBasicType(name: "unknown_type", encoding: DW_ATE_signed)
!11 = !DILocation(line: 44, column: 12, scope: !4)
!12 = !DILocation(line: 44, column: 39, scope: !4)
!13 = !DILocation(line: 45, column: 36, scope: !4)
!14 = !DILocation(line: 45, column: 17, scope: !4)
!15 = !DILocation(line: 45, column: 9, scope: !4)
!16 = !DILocation(line: 46, column: 30, scope: !4)
!17 = !DILocation(line: 46, column: 19, scope: !4)
!18 = !DILocation(line: 46, column: 5, scope: !4)
!19 = !DILocation(line: 43, column: 1, scope: !4)

