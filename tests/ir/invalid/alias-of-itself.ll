; LLVM's verifier: Aliases cannot form a cycle
@a = alias i32, ptr @a
