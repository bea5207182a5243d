; LLVM's parser: invalid extractelement operands
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
%n = extractelement <4 x i32> %v, float %f
  ret void
}
