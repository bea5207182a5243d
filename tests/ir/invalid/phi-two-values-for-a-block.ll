; LLVM's verifier: PHI node has multiple entries for the same basic block with different incoming values!
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
br i1 %c, label %y, label %y
y:
  %m = phi i32 [ 1, %0 ], [ 2, %0 ]
  ret void
}
