; LLVM's verifier: immarg operand has non-immediate parameter
declare i32 @llvm.ctlz.i32(i32, i1 immarg)

define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
%n = call i32 @llvm.ctlz.i32(i32 %a, i1 %c)
  ret void
}
