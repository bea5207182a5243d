; LLVM's verifier: Attributes 'readnone and readonly' are incompatible!
%o = type opaque
declare i32 @k(ptr readnone readonly)
