; LLVM's verifier: Attributes 'readnone and writeonly' are incompatible!
%o = type opaque
declare i32 @k(ptr readnone writeonly)
