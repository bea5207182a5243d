"""Small containers made here: an assembler for tokens, and builders of the parts around them."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable, Sequence

from mtlb.dxbc import Checksum, Container, ContainerPart
from mtlb.dxbc.opcodes import NAMES

__all__ = [
    "COMPUTE",
    "PIXEL",
    "bitcode_part",
    "compute_shader",
    "container",
    "dxil_shader",
    "immediate",
    "instruction",
    "mask",
    "one",
    "pixel_shader",
    "program",
    "register",
    "signature",
    "swizzle",
    "words",
]

PIXEL, VERTEX, GEOMETRY, HULL, DOMAIN, COMPUTE = range(6)


def words(*values: int) -> bytes:
    return struct.pack(f"<{len(values)}I", *values)


# --- tokens -----------------------------------------------------------------------------------------------------------


def register(
    kind: int, *indices: int | Sequence[int], components: int = 0, token: int = 0, modifier: int = 0
) -> list[int]:
    """An operand; an index is a number, or the words of an operand that is added to 0."""
    first = components | token | kind << 12 | len(indices) << 20
    tail: list[int] = []
    for place, index in enumerate(indices):
        if isinstance(index, int):
            tail.append(index)
        else:
            first |= 2 << 22 + 3 * place
            tail += index
    if modifier:
        return [first | 1 << 31, modifier, *tail]
    return [first, *tail]


def mask(kind: int, text: str, *indices: int | Sequence[int], modifier: int = 0) -> list[int]:
    """An operand with a mask, such as ``xy``."""
    bits = sum(1 << "xyzw".index(c) for c in text)
    return register(kind, *indices, components=2, token=bits << 4, modifier=modifier)


def swizzle(kind: int, text: str, *indices: int | Sequence[int], modifier: int = 0) -> list[int]:
    """An operand with four components, such as ``xyzz``."""
    bits = sum("xyzw".index(c) << 2 * i for i, c in enumerate(text))
    return register(kind, *indices, components=2, token=1 << 2 | bits << 4, modifier=modifier)


def one(kind: int, component: str, *indices: int | Sequence[int], modifier: int = 0) -> list[int]:
    """An operand with one component."""
    token = 2 << 2 | "xyzw".index(component) << 4
    return register(kind, *indices, components=2, token=token, modifier=modifier)


def immediate(*values: float | int) -> list[int]:
    """One or four 32-bit values; floats as such."""
    found = [struct.unpack("<I", struct.pack("<f", v))[0] if isinstance(v, float) else v & 0xFFFFFFFF for v in values]
    return [(1 if len(values) == 1 else 2) | 4 << 12, *found]


def instruction(name: str, *payload: Sequence[int], controls: int = 0, extensions: Sequence[int] = ()) -> list[int]:
    """An instruction: `controls` are bits of its first token, `payload` operands and words."""
    body = [word for piece in payload for word in piece]
    extended = [token | 1 << 31 for token in extensions[:-1]] + list(extensions[-1:])
    size = 1 + len(extended) + len(body)
    return [NAMES[name].number | controls | size << 24 | bool(extended) << 31, *extended, *body]


def program(kind: int, *instructions: Sequence[int], version: tuple[int, int] = (5, 0)) -> bytes:
    """The data of SHEX."""
    body = [word for tokens in instructions for word in tokens]
    return words(kind << 16 | version[0] << 4 | version[1], 2 + len(body), *body)


# --- parts ------------------------------------------------------------------------------------------------------------


def signature(*elements: tuple[str, int, int, int, int, int, int]) -> bytes:
    """The data of ISGN or OSGN: name, index, system value, type, register, mask, the second mask."""
    names = b""
    records = b""
    for name, index, value, kind, number, used, second in elements:
        records += struct.pack(
            "<5I2BH", 8 + 24 * len(elements) + len(names), index, value, kind, number, used, second, 0
        )
        names += name.encode() + b"\0"
    return words(len(elements), 8) + records + names + b"\xab" * (-len(names) % 4)


def container(parts: Iterable[tuple[str, bytes]], checksum: Checksum = Checksum.RETAIL) -> bytes:
    return Container([ContainerPart(tag, data) for tag, data in parts], checksum=checksum).write()


def pixel_shader() -> bytes:
    """A container with a pixel shader of model 5.0, without resource definitions."""
    code = program(
        PIXEL,
        instruction("dcl_globalFlags", controls=1 << 11),
        instruction("dcl_constantbuffer", register(8, 0, 2, components=2, token=0xE4 << 4 | 4)),
        instruction("dcl_sampler", register(6, 0)),
        instruction("dcl_resource", register(7, 0), [0x5555], controls=3 << 11),
        instruction("dcl_input_ps", mask(1, "xy", 1), controls=2 << 11),
        instruction("dcl_output", mask(2, "xyzw", 0)),
        instruction("dcl_temps", [1]),
        instruction(
            "sample",
            mask(0, "xyzw", 0),
            swizzle(1, "xyxx", 1),
            swizzle(7, "xyzw", 0),
            register(6, 0),
            extensions=(2 | 3 << 6, 3 | 5 << 6 | 5 << 10 | 5 << 14 | 5 << 18),
        ),
        instruction("if", one(8, "x", 0, 1), controls=1 << 18),
        instruction(
            "mad",
            mask(0, "xyz", 0),
            swizzle(0, "xyzx", 0),
            swizzle(8, "xyzx", 0, 0, modifier=0x41),
            immediate(0.5, 0.5, 0.5, 0.0),
        ),
        instruction("else"),
        instruction("mov", mask(0, "x", 0), immediate(0)),
        instruction("endif"),
        instruction("mul", mask(2, "xyzw", 0), swizzle(0, "xyzw", 0), swizzle(0, "wwww", 0), controls=1 << 13),
        instruction("ret"),
    )
    inputs = signature(("SV_Position", 0, 1, 3, 0, 15, 0), ("TEXCOORD", 0, 0, 3, 1, 3, 3))
    outputs = signature(("SV_Target", 0, 0, 3, 0, 15, 0))
    return container([("ISGN", inputs), ("OSGN", outputs), ("SHEX", code), ("STAT", words(6, *[0] * 36))])


def compute_shader() -> bytes:
    """A container with a compute shader of model 5.1: ranges of resources, relative indices, atomics, custom data."""
    code = program(
        COMPUTE,
        instruction("dcl_uav_structured", register(30, 3, 0, 0xFFFFFFFF), [16], [2], controls=1 << 16),
        instruction(
            "dcl_constantbuffer", register(8, 0, 1, 1, components=2, token=0xE4 << 4 | 4), [4], [0], controls=1 << 11
        ),
        instruction("dcl_tgsm_structured", register(31, 0), [4], [64]),
        instruction("dcl_thread_group", [8], [8], [1]),
        [53 | 3 << 11, 6, 0, 0x3F800000, 0xFFFFFFFF, 20000],
        instruction("mov", mask(0, "x", 0), one(9, "y", one(0, "z", 1))),
        instruction(
            "store_structured", mask(31, "x", 0), one(36, "x"), immediate(0), one(8, "w", 0, 1, one(0, "x", 0))
        ),
        instruction("sync", controls=3 << 11),
        instruction(
            "imm_atomic_iadd", mask(0, "x", 0), register(30, 3, one(0, "x", 0)), swizzle(0, "xyxx", 0), immediate(-1)
        ),
        instruction("ret"),
        version=(5, 1),
    )
    return container([("ISGN", signature()), ("OSGN", signature()), ("SHEX", code)])


def bitcode_part(bitcode: bytes, kind: int = PIXEL, version: int = 0x60) -> bytes:
    """The data of DXIL around bitcode, whose size is a multiple of 4."""
    return words(kind << 16 | version, 6 + len(bitcode) // 4) + b"DXIL" + words(0x100, 16, len(bitcode)) + bitcode


def dxil_shader(bitcode: bytes) -> bytes:
    """A container with a DXIL program around bitcode."""
    digest = hashlib.md5(bitcode, usedforsecurity=False).digest()
    return container([("SFI0", words(0, 0)), ("HASH", words(0) + digest), ("DXIL", bitcode_part(bitcode))])
