; LLVM's parser: invalid linkage type for alias
@g = global i32 0
@a = common alias i32, ptr @g
