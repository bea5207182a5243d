; LLVM's parser: invalid indices for extractvalue
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
%n = extractvalue {i32, i32} zeroinitializer, 2
  ret void
}
