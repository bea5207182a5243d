; LLVM's parser: invalid type for global variable
@g = global metadata undef
