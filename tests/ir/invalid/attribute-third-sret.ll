; LLVM's verifier: Attribute 'sret' is not on first or second parameter!
%o = type opaque
declare i32 @k(i32, i32, ptr sret(i32))
