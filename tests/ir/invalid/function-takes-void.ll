; LLVM's parser: void type only allowed for function results
declare void @f(void)
