; LLVM's verifier: Intrinsic has incorrect return type!
declare float @llvm.ctpop.f32(float)

define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
call float @llvm.ctpop.f32(float 1.0)
  ret void
}
