; LLVM's verifier: PHI nodes cannot have token type!
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
br label %y
y:
  %m = phi token [ none, %0 ]
  ret void
}
