; LLVM's verifier: wrong type for intrinsic global variable
@llvm.global_ctors = appending global [1 x i32] zeroinitializer
