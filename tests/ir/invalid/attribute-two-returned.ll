; LLVM's verifier: More than one parameter has attribute returned!
%o = type opaque
declare i32 @k(i32 returned, i32 returned)
