; Where variables are, in words that only newer LLVMs have: several values (DIArgList), conversions, bits of a value.
source_filename = "debug-places"
target triple = "air64_v28-apple-macosx26.0.0"
define float @f(i32 %x, i32 %y, ptr addrspace(1) %p) !dbg !4 {
entry:
  %d = sitofp i32 %x to float, !dbg !9
  %m = call i32 @llvm.scmp.i32.i32(i32 %x, i32 3)
  %s = add i32 %y, %m
    #dbg_value(!DIArgList(i32 %s, i32 %y), !8, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !9)
    #dbg_value(!DIArgList(i32 %m, i32 7), !8, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value, DW_OP_LLVM_fragment, 0, 16), !9)
    #dbg_value(!DIArgList(float %d), !8, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_deref), !9)
    #dbg_value(!DIArgList(ptr addrspace(1) %p, i32 %y), !8, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !9)
    #dbg_value(i32 %m, !8, !DIExpression(DW_OP_LLVM_convert, 32, DW_ATE_signed, DW_OP_LLVM_convert, 64, DW_ATE_signed, DW_OP_stack_value), !9)
    #dbg_value(i32 %m, !8, !DIExpression(DW_OP_LLVM_extract_bits_zext, 0, 8), !9)
  %r = fadd float %d, 1.0
  ret float %r
}
declare i32 @llvm.scmp.i32.i32(i32, i32)
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "x", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition, retainedNodes: !7)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !{!8}
!8 = !DILocalVariable(name: "x", arg: 1, scope: !4, file: !1, line: 1, type: !10)
!9 = !DILocation(line: 1, scope: !4)
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!air.version = !{!90}
!air.language_version = !{!91}
!90 = !{i32 2, i32 8, i32 0}
!91 = !{!"Metal", i32 4, i32 0, i32 0}
