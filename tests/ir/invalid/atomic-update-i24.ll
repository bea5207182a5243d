; LLVM's parser: atomicrmw operand must be power-of-two byte-sized integer
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
%n = atomicrmw add ptr %p, i24 1 monotonic
  ret void
}
