; LLVM's parser: duplicate case value in switch
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
switch i32 %a, label %x [ i32 1, label %x
 i32 1, label %y ]
x:
  ret void
y:
  ret void
}
