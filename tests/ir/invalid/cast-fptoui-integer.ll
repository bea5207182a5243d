; LLVM's parser: invalid cast opcode for cast from 'i32' to 'i32'
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
%n = fptoui i32 %a to i32
  ret void
}
