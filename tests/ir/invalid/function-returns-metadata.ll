; LLVM's parser: invalid function return type
declare metadata @f()
