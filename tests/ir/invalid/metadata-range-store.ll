; LLVM's verifier: Ranges are only for loads, calls and invokes!
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
store i32 1, ptr %p, !range !{i32 1, i32 2}
  ret void
}
