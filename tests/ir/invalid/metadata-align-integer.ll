; LLVM's verifier: align applies only to pointer types
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
%n = load i32, ptr %p, !align !{i64 4}
  ret void
}
