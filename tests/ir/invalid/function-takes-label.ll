; LLVM's parser: invalid type for function argument
declare void @f(label)
