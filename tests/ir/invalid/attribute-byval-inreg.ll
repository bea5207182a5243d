; LLVM's verifier: Attributes 'byval', 'inalloca', 'preallocated', 'inreg', 'nest', 'byref', and 'sret' are incompatible!
%o = type opaque
declare i32 @k(ptr byval(i32) inreg)
