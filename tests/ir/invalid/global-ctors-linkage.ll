; LLVM's verifier: invalid linkage for intrinsic global variable
@llvm.global_ctors = internal global [1 x {i32, ptr, ptr}] zeroinitializer
