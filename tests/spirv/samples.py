"""SPIR-V for tests: modules put together from instructions by name, and files of the corpus."""

from __future__ import annotations

import struct
from collections.abc import Iterable

from mtlb.spirv.grammar import INSTRUCTION_NAMES

HEADER = (0x07230203, 0x00010300, 0, 100, 0)

Word = int | str


def words_of(values: Iterable[Word]) -> list[int]:
    """Integers as they are; strings as literal strings."""
    words: list[int] = []
    for value in values:
        if isinstance(value, int):
            words.append(value & 0xFFFFFFFF)
        else:
            data = value.encode("utf-8", "surrogateescape") + b"\0"
            data += b"\0" * (-len(data) % 4)
            words += struct.unpack(f"<{len(data) // 4}I", data)
    return words


def op(name: str | int, *values: Word) -> list[int]:
    """The words of an instruction: every operand in the order of the words, result type and result included."""
    words = words_of(values)
    return [(len(words) + 1) << 16 | (name if isinstance(name, int) else INSTRUCTION_NAMES[name]), *words]


def binary(*instructions: list[int], header: tuple[int, ...] = HEADER, order: str = "<") -> bytes:
    """The file of these instructions."""
    words = [*header, *(word for instruction in instructions for word in instruction)]
    return struct.pack(f"{order}{len(words)}I", *words)


def compute(
    *body: list[int], types: Iterable[list[int]] = (), before: Iterable[list[int]] = (), name: str = "main"
) -> bytes:
    """A compute shader of one block with `body`. Ids below 10 are its own: void, function type, function, label."""
    return binary(
        op("OpCapability", 1),
        op("OpMemoryModel", 0, 1),
        op("OpEntryPoint", 5, 3, name),
        op("OpExecutionMode", 3, 17, 1, 1, 1),
        *before,
        op("OpTypeVoid", 1),
        op("OpTypeFunction", 2, 1),
        *types,
        op("OpFunction", 1, 3, 0, 2),
        op("OpLabel", 4),
        *body,
        op("OpReturn"),
        op("OpFunctionEnd"),
    )


def copies(first: str = "main", file: str = "") -> bytes:
    """A compute shader that copies a number from one storage buffer (set 0, binding 0) to another (set 0, binding 3).

    With `file`, the store is of line 7 of it.
    """
    before = [
        *([op("OpString", 90, file)] if file else []),
        op("OpName", 20, "source"),
        op("OpName", 21, "target"),
        op("OpDecorate", 12, 2),
        op("OpMemberDecorate", 12, 0, 35, 0),
        op("OpDecorate", 20, 34, 0),
        op("OpDecorate", 20, 33, 0),
        op("OpDecorate", 21, 34, 0),
        op("OpDecorate", 21, 33, 3),
    ]
    types = [
        op("OpTypeInt", 10, 32, 0),
        op("OpTypeStruct", 12, 10),
        op("OpTypePointer", 13, 12, 12),
        op("OpTypePointer", 14, 12, 10),
        op("OpVariable", 13, 20, 12),
        op("OpVariable", 13, 21, 12),
        op("OpConstant", 10, 15, 0),
    ]
    body = [
        op("OpAccessChain", 14, 30, 20, 15),
        op("OpLoad", 10, 31, 30),
        op("OpAccessChain", 14, 32, 21, 15),
        *([op("OpLine", 90, 7, 3)] if file else []),
        op("OpStore", 32, 31),
    ]
    return compute(*body, types=types, before=before, name=first)
