; LLVM's verifier: Attribute 'nonnull' applied to incompatible type!
%o = type opaque
declare i32 @k(float nonnull)
