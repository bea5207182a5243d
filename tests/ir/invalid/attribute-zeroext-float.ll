; LLVM's verifier: Attribute 'zeroext' applied to incompatible type!
%o = type opaque
declare i32 @k(float zeroext)
