; LLVM's parser: invalid getelementptr indices
%o = type opaque

define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
%n = getelementptr {ptr}, ptr %p, i32 0, i32 0, i32 0
  ret void
}
