"""Reading a SPIR-V binary: the header and the instructions, every word accounted for (docs/spirv.md §7)."""

from __future__ import annotations

import sys
from array import array
from typing import Final

from ..base.arguments import BYTES, instance
from ..base.errors import FormatError, UnsupportedError
from ..base.filekind import FileKind, sniff
from .instructions import NOTED, Decoder, SpirvInstruction
from .module import HEADER_WORDS, SpirvModule

_VERSIONS: Final = range(7)  # the supported minor versions of SPIR-V 1


def read(data: bytes | bytearray | memoryview) -> SpirvModule:
    """The module in `data`, in either byte order. It keeps no reference to `data`.
    Raises FormatError, with word and offset, for a truncated file, for lengths that exceed it and for operands that
    violate the grammar. Instructions, enumerants and extended instructions that are not in the grammar are kept.
    Raises UnsupportedError for another kind of file, and for a version other than 1.0 to 1.6."""
    view = memoryview(instance("data (a path is for `open`)", data, *BYTES))
    view = view if view.format == "B" and view.contiguous else memoryview(bytes(view))
    kind = sniff(view)
    if kind is not FileKind.SPIRV:
        if len(view) < 4 and any(magic.startswith(bytes(view)) for magic in FileKind.SPIRV.magics):
            raise FormatError("truncated: the file ends inside the magic of a SPIR-V module", offset=0)
        raise UnsupportedError(f"not a SPIR-V module but {kind.words}")
    if len(view) % 4:
        raise FormatError(
            f"truncated: {len(view)} bytes are not a whole number of words", offset=len(view) - len(view) % 4
        )
    order = "<" if bytes(view[:4]) == kind.magic else ">"
    words = array("I", bytes(view)) if array("I").itemsize == 4 else array("L", bytes(view))
    if (order == "<") != (sys.byteorder == "little"):
        words.byteswap()
    if len(words) < HEADER_WORDS:
        raise FormatError(f"truncated: the header has {HEADER_WORDS} words, the file {len(words)}", offset=len(view))
    version = words[1] >> 16 & 0xFF, words[1] >> 8 & 0xFF
    if version[0] != 1 or version[1] not in _VERSIONS or words[1] & 0xFF0000FF:
        raise UnsupportedError(f"SPIR-V {version[0]}.{version[1]} (version word {words[1]:#010x})", offset=4)
    return SpirvModule(
        version=version,
        generator=words[2],
        bound=words[3],
        schema=words[4],
        instructions=tuple(_instructions(tuple(words))),
        is_big_endian=order == ">",
    )


def _instructions(words: tuple[int, ...]) -> list[SpirvInstruction]:
    instructions = []
    decoder = Decoder()
    place, end = HEADER_WORDS, len(words)
    decode, note = decoder.decode, decoder.note
    while place < end:
        count = words[place] >> 16
        if not count:
            raise FormatError(f"word {place}: an instruction (opcode {words[place]}) of 0 words", offset=4 * place)
        after = place + count
        if after > end:
            raise FormatError(
                f"truncated: word {place}: an instruction (opcode {words[place] & 0xFFFF}) of {count} words, "
                f"but {end - place} are left",
                offset=4 * place,
            )
        instruction = decode(words[place:after], place)
        if instruction.op in NOTED:
            note(instruction)
        instructions.append(instruction)
        place = after
    return instructions
