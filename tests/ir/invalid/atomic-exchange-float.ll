; LLVM's verifier: cmpxchg operand must have integer or pointer type
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
%n = cmpxchg ptr %p, float 1.0, float 2.0 monotonic monotonic
  ret void
}
