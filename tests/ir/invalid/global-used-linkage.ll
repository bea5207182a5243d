; LLVM's verifier: invalid linkage for intrinsic global variable
@g = global i32 0
@llvm.used = global [1 x ptr] [ptr @g]
