; LLVM's parser: case value is not a constant integer
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
switch i32 %a, label %x [ i32 %a, label %x ]
x:
  ret void
}
