; LLVM's parser: invalid cast opcode for cast from 'ptr' to 'ptr addrspace(1)'
@h = global i32 0
@g = global ptr addrspace(1) bitcast (ptr @h to ptr addrspace(1))
