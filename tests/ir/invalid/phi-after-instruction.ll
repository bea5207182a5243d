; LLVM's verifier: PHI nodes not grouped at top of basic block!
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
br label %y
y:
  %n = add i32 %a, 1
  %m = phi i32 [ 1, %0 ]
  ret void
}
