; LLVM's parser: void type only allowed for function results
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
br label %y
y:
  %m = phi void [ undef, %0 ]
  ret void
}
