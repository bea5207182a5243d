; LLVM's parser: switch condition must have integer type
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
switch float %f, label %x []
x:
  ret void
}
