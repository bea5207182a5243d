; LLVM's verifier finds it, and its reader leaves the debug information out
define void @f() !dbg !3 {
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!9}
!9 = !{i32 2, !"Debug Info Version", i32 3}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a", directory: "b")
!2 = !DISubroutineType(types: !{null})
!3 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !2, unit: !0, spFlags: 0)
