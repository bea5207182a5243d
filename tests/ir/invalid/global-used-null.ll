; LLVM's verifier: wrong initializer for intrinsic global variable
@llvm.used = appending global [1 x ptr] [ptr null]
