; LLVM's verifier: Attributes 'zeroext and signext' are incompatible!
%o = type opaque
declare i32 @k(i32 zeroext signext)
