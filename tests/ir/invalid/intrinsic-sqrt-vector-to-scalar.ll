; LLVM's verifier: Intrinsic has incorrect argument type!
declare float @llvm.sqrt.v2f32(<2 x float>)

define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
call float @llvm.sqrt.v2f32(<2 x float> zeroinitializer)
  ret void
}
