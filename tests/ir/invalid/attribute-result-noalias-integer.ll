; LLVM's verifier: Attribute 'noalias' applied to incompatible type!
declare noalias i32 @k()
