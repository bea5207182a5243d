; LLVM's verifier: atomic memory access' operand must have a power-of-two size
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
%n = load atomic i24, ptr %p monotonic, align 4
  ret void
}
