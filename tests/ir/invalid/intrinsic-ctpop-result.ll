; LLVM's verifier: Intrinsic has incorrect argument type!
declare i64 @llvm.ctpop.i32(i32)

define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
call i64 @llvm.ctpop.i32(i32 1)
  ret void
}
