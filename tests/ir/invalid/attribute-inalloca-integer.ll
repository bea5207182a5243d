; LLVM's verifier: Attribute 'inalloca(i32)' applied to incompatible type!
%o = type opaque
declare i32 @k(i32 inalloca(i32))
