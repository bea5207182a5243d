; LLVM's parser: invalid function linkage type
define appending void @g() {
  ret void
}
