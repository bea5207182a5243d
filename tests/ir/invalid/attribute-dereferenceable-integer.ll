; LLVM's verifier: Attribute 'dereferenceable(4)' applied to incompatible type!
%o = type opaque
declare i32 @k(i32 dereferenceable(4))
