; LLVM's verifier: PHINode should have one entry for each predecessor of its parent basic block!
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
br i1 %c, label %y, label %y
y:
  %m = phi i32 [ 1, %0 ]
  ret void
}
