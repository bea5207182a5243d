; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-p101:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

; Function Attrs: nounwind
define ptx_kernel void @add_kernel(ptr addrspace(1) %0, ptr addrspace(1) %1, ptr addrspace(1) %2, i32 %3, ptr addrspace(1) nofree readnone captures(none) %4, ptr addrspace(1) nofree readnone captures(none) %5) local_unnamed_addr #0 !dbg !4 {
  %7 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !dbg !12
  %8 = shl i32 %7, 7, !dbg !13
  %9 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !14
  %10 = and i32 %9, 31, !dbg !14
  %11 = or disjoint i32 %8, %10, !dbg !13
  %12 = or disjoint i32 %11, 32, !dbg !13
  %13 = or disjoint i32 %11, 64, !dbg !13
  %14 = or disjoint i32 %11, 96, !dbg !13
  %15 = icmp slt i32 %11, %3, !dbg !15
  %16 = icmp slt i32 %12, %3, !dbg !15
  %17 = icmp slt i32 %13, %3, !dbg !15
  %18 = icmp slt i32 %14, %3, !dbg !15
  %19 = sext i32 %11 to i64, !dbg !16
  %20 = getelementptr [4 x i8], ptr addrspace(1) %0, i64 %19, !dbg !16
  %21 = sext i32 %12 to i64, !dbg !16
  %22 = getelementptr [4 x i8], ptr addrspace(1) %0, i64 %21, !dbg !16
  %23 = sext i32 %13 to i64, !dbg !16
  %24 = getelementptr [4 x i8], ptr addrspace(1) %0, i64 %23, !dbg !16
  %25 = sext i32 %14 to i64, !dbg !16
  %26 = getelementptr [4 x i8], ptr addrspace(1) %0, i64 %25, !dbg !16
  %27 = tail call i32 asm sideeffect "mov.u32 $0, 0x0;\0A\09@$2 ld.global.b32 { $0 }, [ $1 + 0 ];", "=r,l,b"(ptr addrspace(1) %20, i1 %15) #2, !dbg !17
  %28 = bitcast i32 %27 to float, !dbg !17
  %29 = tail call i32 asm sideeffect "mov.u32 $0, 0x0;\0A\09@$2 ld.global.b32 { $0 }, [ $1 + 0 ];", "=r,l,b"(ptr addrspace(1) %22, i1 %16) #2, !dbg !17
  %30 = bitcast i32 %29 to float, !dbg !17
  %31 = tail call i32 asm sideeffect "mov.u32 $0, 0x0;\0A\09@$2 ld.global.b32 { $0 }, [ $1 + 0 ];", "=r,l,b"(ptr addrspace(1) %24, i1 %17) #2, !dbg !17
  %32 = bitcast i32 %31 to float, !dbg !17
  %33 = tail call i32 asm sideeffect "mov.u32 $0, 0x0;\0A\09@$2 ld.global.b32 { $0 }, [ $1 + 0 ];", "=r,l,b"(ptr addrspace(1) %26, i1 %18) #2, !dbg !17
  %34 = bitcast i32 %33 to float, !dbg !17
  %35 = getelementptr [4 x i8], ptr addrspace(1) %1, i64 %19, !dbg !18
  %36 = getelementptr [4 x i8], ptr addrspace(1) %1, i64 %21, !dbg !18
  %37 = getelementptr [4 x i8], ptr addrspace(1) %1, i64 %23, !dbg !18
  %38 = getelementptr [4 x i8], ptr addrspace(1) %1, i64 %25, !dbg !18
  %39 = tail call i32 asm sideeffect "mov.u32 $0, 0x0;\0A\09@$2 ld.global.b32 { $0 }, [ $1 + 0 ];", "=r,l,b"(ptr addrspace(1) %35, i1 %15) #2, !dbg !19
  %40 = bitcast i32 %39 to float, !dbg !19
  %41 = tail call i32 asm sideeffect "mov.u32 $0, 0x0;\0A\09@$2 ld.global.b32 { $0 }, [ $1 + 0 ];", "=r,l,b"(ptr addrspace(1) %36, i1 %16) #2, !dbg !19
  %42 = bitcast i32 %41 to float, !dbg !19
  %43 = tail call i32 asm sideeffect "mov.u32 $0, 0x0;\0A\09@$2 ld.global.b32 { $0 }, [ $1 + 0 ];", "=r,l,b"(ptr addrspace(1) %37, i1 %17) #2, !dbg !19
  %44 = bitcast i32 %43 to float, !dbg !19
  %45 = tail call i32 asm sideeffect "mov.u32 $0, 0x0;\0A\09@$2 ld.global.b32 { $0 }, [ $1 + 0 ];", "=r,l,b"(ptr addrspace(1) %38, i1 %18) #2, !dbg !19
  %46 = bitcast i32 %45 to float, !dbg !19
  %47 = getelementptr [4 x i8], ptr addrspace(1) %2, i64 %19, !dbg !20
  %48 = getelementptr [4 x i8], ptr addrspace(1) %2, i64 %21, !dbg !20
  %49 = getelementptr [4 x i8], ptr addrspace(1) %2, i64 %23, !dbg !20
  %50 = getelementptr [4 x i8], ptr addrspace(1) %2, i64 %25, !dbg !20
  %51 = fadd float %28, %40, !dbg !21
  %52 = fadd float %30, %42, !dbg !21
  %53 = fadd float %32, %44, !dbg !21
  %54 = fadd float %34, %46, !dbg !21
  %55 = bitcast float %51 to i32, !dbg !22
  tail call void asm sideeffect "@$2 st.global.b32 [ $1 + 0 ], { $0 };", "r,l,b"(i32 %55, ptr addrspace(1) %47, i1 %15) #2, !dbg !22
  %56 = bitcast float %52 to i32, !dbg !22
  tail call void asm sideeffect "@$2 st.global.b32 [ $1 + 0 ], { $0 };", "r,l,b"(i32 %56, ptr addrspace(1) %48, i1 %16) #2, !dbg !22
  %57 = bitcast float %53 to i32, !dbg !22
  tail call void asm sideeffect "@$2 st.global.b32 [ $1 + 0 ], { $0 };", "r,l,b"(i32 %57, ptr addrspace(1) %49, i1 %17) #2, !dbg !22
  %58 = bitcast float %54 to i32, !dbg !22
  tail call void asm sideeffect "@$2 st.global.b32 [ $1 + 0 ], { $0 };", "r,l,b"(i32 %58, ptr addrspace(1) %50, i1 %18) #2, !dbg !22
  ret void, !dbg !23
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1

attributes #0 = { nounwind "nvvm.reqntid"="32" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "tri.py", directory: ".")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 4, !"nvvm-reflect-ftz", i32 1}
!4 = distinct !DISubprogram(name: "add_kernel", linkageName: "add_kernel", scope: !1, file: !1, line: 5, type: !5, scopeLine: 5, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!5 = !DISubroutineType(cc: DW_CC_normal, types: !6)
!6 = !{null, !7, !7, !7, !9, !10, !10}
!7 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !8, size: 64, dwarfAddressSpace: 1)
!8 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!10 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !11, size: 64, dwarfAddressSpace: 1)
!11 = !DIBasicType(name: "unknown_type", encoding: DW_ATE_signed)
!12 = !DILocation(line: 6, column: 11, scope: !4)
!13 = !DILocation(line: 7, column: 12, scope: !4)
!14 = !DILocation(line: 7, column: 26, scope: !4)
!15 = !DILocation(line: 8, column: 12, scope: !4)
!16 = !DILocation(line: 9, column: 17, scope: !4)
!17 = !DILocation(line: 9, column: 9, scope: !4)
!18 = !DILocation(line: 10, column: 17, scope: !4)
!19 = !DILocation(line: 10, column: 9, scope: !4)
!20 = !DILocation(line: 11, column: 14, scope: !4)
!21 = !DILocation(line: 11, column: 30, scope: !4)
!22 = !DILocation(line: 11, column: 5, scope: !4)
!23 = !DILocation(line: 5, column: 1, scope: !4)
