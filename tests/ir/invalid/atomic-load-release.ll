; LLVM's parser: atomic load cannot use Release ordering
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
%n = load atomic i32, ptr %p release, align 4
  ret void
}
