; LLVM's verifier: Invalid user of intrinsic instruction!
declare void @llvm.trap()

define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
store ptr @llvm.trap, ptr %p
  ret void
}
