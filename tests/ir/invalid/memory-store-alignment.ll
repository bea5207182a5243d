; LLVM's parser: huge alignments are not supported yet
%o = type opaque

define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
store i32 %a, ptr %p, align 8589934592
  ret void
}
