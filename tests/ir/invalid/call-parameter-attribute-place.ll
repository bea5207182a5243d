; LLVM's verifier: Attribute 'byval(i32)' applied to incompatible type!
declare void @g(i32)
declare i32 @h(ptr, ...)
declare void @x(float)

define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
call void @g(i32 byval(i32) 1)
  ret void
}
