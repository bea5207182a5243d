; LLVM's verifier: Attributes 'minsize and optnone' are incompatible!
define void @k() noinline optnone minsize {
  ret void
}
