; LLVM's verifier: Instruction does not dominate all uses!
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
br i1 %n, label %x, label %y
x:
  %n = icmp eq i32 %a, 1
  ret void
y:
  ret void
}
