; LLVM's parser: insertvalue operand and field disagree in type: 'float' instead of 'i32'
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
%n = insertvalue {i32} zeroinitializer, float %f, 0
  ret void
}
