; LLVM's verifier: Calling convention requires void return type
define spir_kernel i32 @f() {
  ret i32 0
}
