; LLVM's parser: void type only allowed for function results
@g = global void undef
