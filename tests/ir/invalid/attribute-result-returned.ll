; LLVM's parser: this attribute does not apply to return values
declare returned ptr @k()
