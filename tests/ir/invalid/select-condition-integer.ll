; LLVM's parser: select condition must be i1 or <n x i1>
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
%n = select i32 %a, i32 1, i32 2
  ret void
}
