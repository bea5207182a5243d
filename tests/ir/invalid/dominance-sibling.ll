; LLVM's verifier: Instruction does not dominate all uses!
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
br i1 %c, label %x, label %y
x:
  %n = add i32 %a, 1
  ret void
y:
  %m = add i32 %n, 1
  ret void
}
