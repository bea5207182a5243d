; LLVM's parser: invalid type for undef constant
@g = global label undef
