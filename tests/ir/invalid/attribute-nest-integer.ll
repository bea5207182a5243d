; LLVM's verifier: Attribute 'nest' applied to incompatible type!
%o = type opaque
declare i32 @k(i32 nest)
