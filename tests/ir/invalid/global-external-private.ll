; LLVM's parser: invalid linkage for function declaration
declare private void @g()
