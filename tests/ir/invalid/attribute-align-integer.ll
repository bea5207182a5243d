; LLVM's verifier: Attribute 'align 4' applied to incompatible type!
%o = type opaque
declare i32 @k(i32 align 4)
