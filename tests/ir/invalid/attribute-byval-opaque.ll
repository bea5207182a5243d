; LLVM's verifier: Attribute 'byval' does not support unsized types!
%o = type opaque
declare i32 @k(ptr byval(%o))
