; LLVM's verifier: available_externally alias must point to available_externally global value
@g = global i32 0
@a = available_externally alias i32, ptr @g
