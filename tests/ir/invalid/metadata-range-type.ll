; LLVM's verifier: Range types must match instruction type!
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
%n = load i32, ptr %p, !range !{i64 1, i64 2}
  ret void
}
