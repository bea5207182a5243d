; LLVM's verifier: The upper and lower limits cannot be the same value
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
%n = load i32, ptr %p, !range !{i32 1, i32 1}
  ret void
}
