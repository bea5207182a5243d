; LLVM's parser: expected value token
@g = internal global i32
