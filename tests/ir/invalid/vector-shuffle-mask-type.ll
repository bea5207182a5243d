; LLVM's parser: invalid shufflevector operands
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
%n = shufflevector <4 x i32> %v, <4 x i32> %v, <2 x i64> <i64 0, i64 1>
  ret void
}
