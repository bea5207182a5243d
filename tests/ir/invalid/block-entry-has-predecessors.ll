; LLVM's verifier: Entry block to function must not have predecessors!
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
e:
  br i1 %c, label %e, label %x
x:
  ret void
}
