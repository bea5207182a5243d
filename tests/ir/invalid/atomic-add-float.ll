; LLVM's parser: atomicrmw add operand must be an integer
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
%n = atomicrmw add ptr %p, float 1.0 monotonic
  ret void
}
