; LLVM's verifier: invalid value for 'min' module flag (expected constant non-negative integer)
!llvm.module.flags = !{!0}
!0 = !{i32 8, !"x", !{}}
