; LLVM's verifier: Attributes 'optsize and optnone' are incompatible!
define void @k() noinline optnone optsize {
  ret void
}
