; LLVM's verifier: Intrinsic has incorrect argument type!
declare void @llvm.assume(i32)

define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
call void @llvm.assume(i32 1)
  ret void
}
