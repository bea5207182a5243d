; LLVM's verifier: Attribute 'captures(none)' applied to incompatible type!
%o = type opaque
declare i32 @k(i32 captures(none))
