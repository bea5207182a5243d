; LLVM's verifier: invalid requirement on flag, flag is not present in module
!llvm.module.flags = !{!0}
!0 = !{i32 3, !"x", !{!"y", i32 1}}
