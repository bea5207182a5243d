; LLVM's parser: invalid function return type
declare label @f()
