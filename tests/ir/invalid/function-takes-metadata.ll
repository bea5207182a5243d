; LLVM's verifier: Function takes metadata but isn't an intrinsic
declare void @f(metadata)
