; LLVM's parser: invalid linkage for function declaration
declare weak void @g()
