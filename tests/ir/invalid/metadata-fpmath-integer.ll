; LLVM's verifier: fpmath requires a floating point result!
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
%n = add i32 %a, %a, !fpmath !{float 1.0}
  ret void
}
