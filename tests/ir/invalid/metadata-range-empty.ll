; LLVM's verifier: It should have at least one range!
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
%n = load i32, ptr %p, !range !{}
  ret void
}
