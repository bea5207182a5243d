; LLVM's parser: floating point constant invalid for type
@g = global i32 1.0
