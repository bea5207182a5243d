; LLVM's verifier: 'common' global must have a zero initializer!
@g = common global i32 1
