; LLVM's parser: invalid cast opcode for cast from 'float' to 'half'
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
%n = fptosi float %f to half
  ret void
}
