; LLVM's parser: branch condition must have 'i1' type
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
br i32 %a, label %x, label %x
x:
  ret void
}
