"""Writes the instructions of one function as records: the reverse of `function_reader`.

The records are written by `records._instructions`, which is generated from a table, and `records.special`.
Source: ModuleBitcodeWriter::writeInstruction in LLVM's BitcodeWriter.cpp, versions 4 to 14.
"""

from __future__ import annotations

from typing import Final

from ..base.errors import UnsupportedError
from ..bitstream.decoder import COMPILED
from ..ir import DebugLoc, Function, TypeCode
from .instruction_writer import InstructionWriter
from .records import implicit, special
from .records._instructions import WRITERS, write_instruction

_IMPLICIT_WRITERS: Final = WRITERS | implicit.WRITERS


def write_instructions(w: InstructionWriter, function: Function, first: int) -> None:
    """All instructions of a function; `first` is the id of the first that has a result.

    Raises BuildError for what the era can't express, UnsupportedError for instructions that do not occur in shaders.
    """
    w.next = first
    last: DebugLoc | None = None
    explicit = w.era.explicit_types
    writers = WRITERS if explicit else _IMPLICIT_WRITERS
    void = TypeCode.VOID
    for block in function.blocks:
        for instruction in block.instructions:
            code: int = instruction.code
            if COMPILED and explicit:
                is_known = write_instruction(w, code, instruction)
            else:
                write = writers.get(code)
                is_known = write is not None
                if write is not None:
                    write(w, instruction)
            if not is_known:
                raise UnsupportedError(f"writing the instruction {instruction.code.name}")
            if instruction.type.code is not void:
                w.next += 1
            location = instruction.debug_loc
            if location is not None:
                special.write_location(w, location, last)
                last = location
