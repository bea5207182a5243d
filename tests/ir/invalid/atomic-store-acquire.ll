; LLVM's parser: atomic store cannot use Acquire ordering
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
store atomic i32 %a, ptr %p acquire, align 4
  ret void
}
