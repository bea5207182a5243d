; LLVM's verifier: Calling convention does not support varargs or perfect forwarding!
define spir_kernel void @f(...) {
  ret void
}
