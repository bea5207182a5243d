; LLVM's verifier: Attribute 'readnone' applied to incompatible type!
%o = type opaque
declare i32 @k(float readnone)
