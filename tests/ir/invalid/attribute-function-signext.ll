; LLVM's parser: this attribute does not apply to functions
define void @k() signext {
  ret void
}
