; LLVM's parser: select values cannot have token type
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
%n = select i1 %c, token none, token none
  ret void
}
