; LLVM's verifier: Attribute 'signext' applied to incompatible type!
%o = type opaque
declare i32 @k(ptr signext)
