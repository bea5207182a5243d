; LLVM's parser: compare value and new value type do not match
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
%n = cmpxchg ptr %p, i32 1, i64 2 monotonic monotonic
  ret void
}
