; LLVM's verifier: Callsite was not defined with variable arguments!
declare i32 @llvm.fshl.i32(i32, i32)

define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
call i32 @llvm.fshl.i32(i32 1, i32 1)
  ret void
}
