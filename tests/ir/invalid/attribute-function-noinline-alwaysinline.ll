; LLVM's verifier: Attributes 'noinline and alwaysinline' are incompatible!
define void @k() noinline alwaysinline {
  ret void
}
