; LLVM's verifier: Attribute 'noalias' applied to incompatible type!
%o = type opaque
declare i32 @k(i32 noalias)
