; LLVM's parser: use of undefined value '@gone'
@g = global ptr @gone
