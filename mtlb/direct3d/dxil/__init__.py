"""DXIL (shader models 6.0 to 6.8) as a module of `mtlb.emit`: LLVM 3.7 bitcode with operations ``dx.op.*``.
`program` reads the declarations in metadata, `interface` converts signatures to arguments and outputs, `function`
walks the code, `instructions` handles LLVM's instructions, and each file after it handles a group of operations,
which `registry` finds by name. Sources: DXC's DXIL.rst, and dxil-spirv's sources where DXIL.rst is silent, as stated
there."""
