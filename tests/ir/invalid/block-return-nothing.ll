; LLVM's parser: value doesn't match function result type 'i32'
define i32 @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
ret void
}
