"""Reads a module and writes it anew, which proves that the model holds all of it."""

from __future__ import annotations

from ..base.collection import collection_paused
from ..base.errors import UnsupportedError
from ..ir import BlockInstruction, Context, Module
from .reader import read_module
from .writer import write_module

__all__ = ["rebuild_module"]


def rebuild_module(data: bytes | memoryview, *, file: str | None = None, base: int = 0) -> bytes:
    """`data` (wrapper, bitcode, padding) read into the model and written with every id and offset computed anew.

    Raises FormatError for bad bitcode and UnsupportedError for what the model does not hold.
    """
    with collection_paused():
        module = read_module(data, context=Context(), file=file, base=base)
        if module.unmodelled:
            raise UnsupportedError(f"rebuilding a module with {', '.join(sorted(set(module.unmodelled)))}")
        rebuilt = write_module(module)
        _take_apart(module)
        del module  # before the search for garbage goes on, which would walk all of it
    return rebuilt


def _take_apart(module: Module) -> None:
    """Undo the circles of references: branches name blocks that hold them, and phis what follows from them.

    All of the module is gone then at its end, and the search for garbage finds nothing to walk.
    """
    for function in module.functions:
        for block in function.blocks:
            for instruction in block.instructions:
                if isinstance(instruction, BlockInstruction):
                    instruction.blocks = ()
                    instruction.operands = ()
