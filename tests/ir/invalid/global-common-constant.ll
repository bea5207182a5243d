; LLVM's verifier: 'common' global may not be marked constant!
@g = common constant i32 0
