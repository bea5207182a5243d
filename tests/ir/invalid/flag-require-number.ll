; LLVM's verifier: invalid value for 'require' module flag (expected metadata pair)
!llvm.module.flags = !{!0}
!0 = !{i32 3, !"x", i32 1}
