; LLVM's verifier: Incompatible argument and return types for 'returned' attribute
%o = type opaque
declare i32 @k(float returned)
