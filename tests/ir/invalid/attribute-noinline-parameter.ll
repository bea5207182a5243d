; LLVM's parser: this attribute does not apply to parameters
%o = type opaque
declare i32 @k(i32 noinline)
