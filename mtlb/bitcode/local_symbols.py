"""The order of a function's symbol table, and the first written form of modules that an Apple linker writes twice.

LLVM keeps the names of a function's locals in a StringMap, and writes them in its order, which depends on the order of
insertion. A linker that moves a body into another module inserts the arguments' names, then for each block the
names of its instructions and its own. A reader inserts them in the order of the file, so writing again what was read
may give another order.

air-lld of 32023.827 and later writes a whole module, reads that and writes it a second time. The library has the
second form and the hash of the first one (docs/format.md §5.2).
"""

from __future__ import annotations

from collections.abc import Sequence

from ..base.errors import MtlbError
from ..ir import BasicBlock, Function, Module, Value, copy_module
from .reader import read_module
from .symtab import hash_order
from .writer import write_module

_Symbol = Value | BasicBlock


def linked_symbols(function: Function, *, reread: bool = False) -> list[_Symbol]:
    """The named locals of a function in the order in which a linker that moved its body writes them. `reread`: in their
    order after reading and writing that form.
    """
    symbols: dict[str, _Symbol] = {argument.name: argument for argument in function.arguments if argument.name}
    for block in function.blocks:
        for instruction in block.instructions:
            if instruction.name:
                symbols[instruction.name] = instruction
        if block.name:
            symbols[block.name] = block
    names = hash_order(symbols)
    return [symbols[name] for name in (hash_order(names) if reread else names)]


def first_form(module: bytes | memoryview) -> bytes | memoryview:
    """The bytes of a whole module in the form that its linker wrote first; `module` itself if it was written once, or
    if the first form can't be reconstructed.
    """
    try:
        read = read_module(module)
        if all(_is_in_order(function, reread=False) for function in read.functions):
            return module
        if not all(_is_in_order(function, reread=True) for function in read.functions) or write_module(read) != module:
            return module
        return write_module(_with_linked_symbols(read))
    except MtlbError:  # of a producer other than Apple's
        return module


def _is_in_order(function: Function, *, reread: bool) -> bool:
    return same_symbols(function.symbols, linked_symbols(function, reread=reread))


def same_symbols(symbols: Sequence[_Symbol], expected: Sequence[_Symbol]) -> bool:
    """Whether they are the same objects in the same order; a damaged table may name something that is not a local."""
    return len(symbols) == len(expected) and all(a is b for a, b in zip(symbols, expected, strict=True))


def _with_linked_symbols(module: Module) -> Module:
    copy = copy_module(module)
    for function in copy.functions:
        function.symbols = linked_symbols(function)
    return copy
