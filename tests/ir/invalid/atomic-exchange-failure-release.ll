; LLVM's parser: invalid cmpxchg failure ordering
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
%n = cmpxchg ptr %p, i32 1, i32 2 seq_cst release
  ret void
}
