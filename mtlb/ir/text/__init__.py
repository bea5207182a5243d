"""The text of modules: LLVM assembly, printed by `print_module`.

The syntax is LLVM 14's where pointers have pointees and LLVM 22's where they are opaque; what is printed is what the
module holds, nothing is upgraded. docs/text.md lists where the text differs from that of LLVM's own tools.
"""
