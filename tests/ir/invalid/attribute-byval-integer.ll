; LLVM's verifier: Attribute 'byval(i32)' applied to incompatible type!
%o = type opaque
declare i32 @k(i32 byval(i32))
