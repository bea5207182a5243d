target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %x) !dbg !4 {
  %v = load double, ptr %x, !dbg !6
  %w = fadd double %v, 1.0, !dbg !6
  store double %w, ptr %x, !dbg !6
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "x", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 7, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !3)
!3 = !{null}
!6 = !DILocation(line: 8, scope: !4)
