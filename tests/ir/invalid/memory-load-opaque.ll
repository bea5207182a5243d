; LLVM's parser: load operand must be a pointer to a first class type
%o = type opaque

define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
%n = load %o, ptr %p
  ret void
}
