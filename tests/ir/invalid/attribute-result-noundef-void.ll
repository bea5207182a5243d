; LLVM's verifier: Attribute 'noundef' applied to incompatible type!
declare noundef void @k()
