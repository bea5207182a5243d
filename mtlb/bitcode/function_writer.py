"""Writes the instructions of one function as records: the reverse of `function_reader`.

The records are written by `records._instructions`, which is generated from a table, and `records.special`.
Source: ModuleBitcodeWriter::writeInstruction in LLVM's BitcodeWriter.cpp, versions 4 to 14.
"""

from __future__ import annotations

from typing import Final

from ..base.errors import UnsupportedError
from ..ir import DebugLoc, Function, TypeCode
from .instruction_writer import InstructionWriter
from .records import _instructions, implicit, special

_WRITERS: Final = _instructions.WRITERS | special.WRITERS
_IMPLICIT_WRITERS: Final = _WRITERS | implicit.WRITERS


def write_instructions(w: InstructionWriter, function: Function, first: int) -> None:
    """All instructions of a function; `first` is the id of the first that has a result.

    Raises BuildError for what the era can't express, UnsupportedError for instructions that do not occur in shaders.
    """
    w.next = first
    last: DebugLoc | None = None
    writers = _WRITERS if w.era.explicit_types else _IMPLICIT_WRITERS
    void = TypeCode.VOID
    for block in function.blocks:
        for instruction in block.instructions:
            write = writers.get(instruction.code)
            if write is None:
                raise UnsupportedError(f"writing the instruction {instruction.code.name}")
            write(w, instruction)
            if instruction.type.code is not void:
                w.next += 1
            location = instruction.debug_loc
            if location is not None:
                special.write_location(w, location, last)
                last = location
