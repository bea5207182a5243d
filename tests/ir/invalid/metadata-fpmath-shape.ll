; LLVM's verifier: invalid fpmath accuracy!
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
%n = fadd float %f, %f, !fpmath !{i32 1}
  ret void
}
