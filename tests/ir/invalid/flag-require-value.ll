; LLVM's verifier: invalid requirement on flag, flag does not have the required value
!llvm.module.flags = !{!0, !1}
!0 = !{i32 1, !"x", i32 1}
!1 = !{i32 3, !"y", !{!"x", i32 2}}
