; LLVM's verifier: invalid behavior operand in module flag (expected constant integer)
!llvm.module.flags = !{!0}
!0 = !{!"1", !"x", i32 1}
