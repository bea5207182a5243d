; LLVM's parser: element 0 of struct initializer doesn't match struct element type
@g = global {i32, float} {float 1.0, i32 1}
