; LLVM's parser: vector select requires selected vectors to have the same vector length as select condition
define void @k(i32 %a, float %f, ptr %p, <4 x i32> %v, <4 x float> %w, i1 %c, ptr addrspace(1) %d, i64 %l) {
%n = select <2 x i1> zeroinitializer, <4 x i32> %v, <4 x i32> %v
  ret void
}
