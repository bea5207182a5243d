; LLVM's verifier: Attribute 'optnone' requires 'noinline'!
define void @k() optnone {
  ret void
}
