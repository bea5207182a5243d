; LLVM's parser: this attribute does not apply to functions
define void @k() byval(i32) {
  ret void
}
