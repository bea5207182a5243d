; LLVM's verifier: Function takes token but isn't an intrinsic
declare void @f(token)
