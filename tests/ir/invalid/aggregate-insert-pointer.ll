; LLVM's parser: insertvalue operand must be aggregate type
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
%n = insertvalue ptr %p, i32 %a, 0
  ret void
}
