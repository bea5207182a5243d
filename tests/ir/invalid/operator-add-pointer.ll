; LLVM's parser: invalid operand type for instruction
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
%n = add ptr %p, %p
  ret void
}
