; LLVM's parser: '%f' defined with type 'float' but expected 'i32'
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
br label %y
y:
  %m = phi i32 [ %f, %0 ]
  ret void
}
