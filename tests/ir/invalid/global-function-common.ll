; LLVM's parser: invalid function linkage type
define common void @g() {
  ret void
}
