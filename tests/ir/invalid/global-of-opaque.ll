; LLVM's parser: invalid type for null constant
%o = type opaque
@g = global %o zeroinitializer
