; LLVM's parser: this attribute does not apply to return values
declare byval(i32) ptr @k()
