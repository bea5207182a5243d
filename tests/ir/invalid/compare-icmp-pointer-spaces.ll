; LLVM's parser: '%d' defined with type 'ptr addrspace(1)' but expected 'ptr'
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
%n = icmp eq ptr %p, %d
  ret void
}
