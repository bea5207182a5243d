; LLVM's parser: atomicrmw cannot be unordered
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
%n = atomicrmw add ptr %p, i32 1 unordered
  ret void
}
