; LLVM's verifier: Attribute 'readonly' applied to incompatible type!
%o = type opaque
declare i32 @k(i32 readonly)
