; LLVM's verifier: Intrinsic has incorrect argument type!
declare i32 @llvm.smin.i32(i32, i64)

define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
call i32 @llvm.smin.i32(i32 1, i64 1)
  ret void
}
