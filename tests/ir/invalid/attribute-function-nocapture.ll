; LLVM's parser: this attribute does not apply to functions
define void @k() noalias {
  ret void
}
