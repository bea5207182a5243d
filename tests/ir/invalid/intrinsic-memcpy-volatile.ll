; LLVM's verifier: immarg operand has non-immediate parameter
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1 immarg)

define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %p, i64 %l, i1 %c)
  ret void
}
