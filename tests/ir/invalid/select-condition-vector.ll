; LLVM's parser: selected values for vector select must be vectors
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
%n = select <4 x i1> zeroinitializer, i32 1, i32 2
  ret void
}
