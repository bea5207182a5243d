; LLVM's verifier: Invalid user of intrinsic instruction!
declare void @llvm.trap()
declare void @g(ptr)

define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
call void @g(ptr @llvm.trap)
  ret void
}
