"""Token programs as containers, for tests: words of instructions and operands, signatures, a checksum."""

from __future__ import annotations

import struct
from collections.abc import Sequence

from mtlb.dxbc import Container, ContainerPart
from mtlb.dxbc.opcodes import NAMES

PIXEL, VERTEX, GEOMETRY, HULL, DOMAIN, COMPUTE = range(6)
XYZW = "xyzw"


def dst(type: int, *indices: int, mask: str = XYZW) -> list[int]:
    """A destination."""
    bits = sum(1 << XYZW.index(c) for c in mask)
    return [2 | bits << 4 | type << 12 | len(indices) << 20, *indices]


def src(type: int, *indices: int, swizzle: str = XYZW, negate: bool = False, absolute: bool = False) -> list[int]:
    """A source with a swizzle."""
    bits = sum(XYZW.index(c) << 2 * place for place, c in enumerate(swizzle))
    token = 2 | 1 << 2 | bits << 4 | type << 12 | len(indices) << 20
    modifier = negate | absolute << 1
    extended = [1 | modifier << 6] if modifier else []
    return [token | (1 << 31 if modifier else 0), *extended, *indices]


def plain(type: int, *indices: int) -> list[int]:
    """An operand without components: of a sampler, a label, null."""
    return [type << 12 | len(indices) << 20, *indices]


def relative(type: int, register: int, row: int, swizzle: str = "x") -> list[int]:
    """Element ``r0.x + row`` of register `register`: x1[r0.x + row]."""
    place = XYZW.index(swizzle)
    index = [2 | 2 << 2 | place << 4 | 1 << 20, 0]
    return [2 | 1 << 2 | 0xE4 << 4 | type << 12 | 2 << 20 | 3 << 25, register, row, *index]


def floats(*values: float) -> list[int]:
    """An immediate of floats: one, or four."""
    return ints(*(struct.unpack("<I", struct.pack("<f", value))[0] for value in values))


def ints(*values: int) -> list[int]:
    """An immediate of integers: one, or four."""
    return [(1 if len(values) == 1 else 2) | 4 << 12, *(value & 0xFFFFFFFF for value in values)]


def op(name: str, *operands: Sequence[int], controls: int = 0) -> list[int]:
    """An instruction."""
    words = [word for operand in operands for word in operand]
    return [NAMES[name].number | controls | 1 + len(words) << 24, *words]


NZ = 1 << 18
SATURATE = 1 << 13


def signature(*elements: tuple[str, int, int, int, int, int]) -> bytes:
    """A signature: (name, index, system value, component type, register, mask) each."""
    at, strings, rows = 8 + 24 * len(elements), b"", []
    for name, index, system, kind, register, mask in elements:
        rows.append(struct.pack("<5I2BH", at + len(strings), index, system, kind, register, mask, mask, 0))
        strings += name.encode() + b"\0"
    return struct.pack("<2I", len(elements), 8) + b"".join(rows) + strings + b"\0" * (-len(strings) % 4)


def container(
    kind: int,
    *instructions: list[int],
    inputs: bytes = b"",
    outputs: bytes = b"",
    patches: bytes = b"",
    version: int = 0x50,
    parts: Sequence[tuple[str, bytes]] = (),
) -> bytes:
    """A container with a token program."""
    words = [word for instruction in instructions for word in instruction]
    program = struct.pack(f"<{2 + len(words)}I", kind << 16 | version, 2 + len(words), *words)
    empty = struct.pack("<2I", 0, 8)
    all_parts = [("ISGN", inputs or empty), ("OSGN", outputs or empty)]
    all_parts += [("PCSG", patches)] if patches else []
    all_parts += [*parts, ("SHEX", program)]
    return Container([ContainerPart(tag, data) for tag, data in all_parts]).write()


def compute(*instructions: list[int], temps: int = 8, threads: int = 1) -> bytes:
    """A compute shader that has raw buffers t0 and u0, and temporaries; vThreadID is declared."""
    return container(
        COMPUTE,
        [NAMES["dcl_globalFlags"].number | 1 << 11 | 1 << 24],
        op("dcl_resource_raw", dst(7, 0)),
        op("dcl_uav_raw", dst(30, 0)),
        op("dcl_input", dst(32)),
        op("dcl_temps", [temps]),
        op("dcl_thread_group", [threads, 1, 1]),
        *instructions,
        op("ret"),
    )
