; LLVM's verifier: Only PHI nodes may reference their own value!
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
%m = add i32 %m, 1
  ret void
}
