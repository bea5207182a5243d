; LLVM's parser: both values to select must have same type
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
%n = select i1 %c, i32 1, float 2.0
  ret void
}
