; LLVM's parser: atomicrmw fadd operand must be a floating point type
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
%n = atomicrmw fadd ptr %p, i32 1 monotonic
  ret void
}
