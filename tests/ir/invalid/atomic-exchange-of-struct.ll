; LLVM's parser: atomicrmw xchg operand must be an integer, floating point, or pointer type
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
%n = atomicrmw xchg ptr %p, {i32} zeroinitializer monotonic
  ret void
}
