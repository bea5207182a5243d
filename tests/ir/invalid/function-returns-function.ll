; LLVM's parser: invalid function return type
declare void () @f()
