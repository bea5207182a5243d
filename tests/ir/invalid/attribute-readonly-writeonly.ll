; LLVM's verifier: Attributes 'readonly and writeonly' are incompatible!
%o = type opaque
declare i32 @k(ptr readonly writeonly)
