"""DXIL (shader models 6.0 to 6.8) as a module of `mtlb.emit`: LLVM 3.7 with operations ``dx.op.*``.

`program` reads what metadata declares, `interface` makes arguments and outputs of signatures, `function` runs through
the code, `instructions` has LLVM's instructions, and each file after it the handlers of some operations, which
`registry` knows by name. Sources: DXC's DXIL.rst, and of what that leaves open dxil-spirv's sources, where it is
said.
"""
