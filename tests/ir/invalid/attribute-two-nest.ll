; LLVM's verifier: More than one parameter has attribute nest!
%o = type opaque
declare i32 @k(ptr nest, ptr nest)
