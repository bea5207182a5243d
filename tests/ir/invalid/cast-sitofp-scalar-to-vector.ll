; LLVM's parser: invalid cast opcode for cast from 'i32' to '<4 x float>'
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
%n = sitofp i32 %a to <4 x float>
  ret void
}
