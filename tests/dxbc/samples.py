"""Small containers made here: an assembler for tokens, and builders of the parts around them."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable, Sequence

from mtlb.dxbc import Checksum, Container, ContainerPart, read
from mtlb.dxbc.opcodes import NAMES

__all__ = [
    "COMPUTE",
    "PIXEL",
    "SAMPLES",
    "Data",
    "bitcode_part",
    "compute_shader",
    "container",
    "described_shader",
    "dxil_shader",
    "immediate",
    "instruction",
    "level9",
    "mask",
    "one",
    "pixel_shader",
    "program",
    "register",
    "resource_definitions",
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
    actual = [struct.unpack("<I", struct.pack("<f", v))[0] if isinstance(v, float) else v & 0xFFFFFFFF for v in values]
    return [(1 if len(values) == 1 else 2) | 4 << 12, *actual]


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
        instruction("dcl_input", register(36)),
        instruction("dcl_tgsm_structured", register(31, 0), [4], [64]),
        instruction("dcl_thread_group", [8], [8], [1]),
        instruction("dcl_temps", [2]),
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


class Data:
    """Bytes with places that refer to each other: `text` adds a string and gives its offset."""

    def __init__(self, head: bytes) -> None:
        self.bytes = bytearray(head)

    def add(self, data: bytes) -> int:
        self.bytes += data
        return len(self.bytes) - len(data)

    def text(self, text: str) -> int:
        return self.add(text.encode() + b"\0")

    def patch(self, offset: int, *values: int) -> None:
        self.bytes[offset : offset + 4 * len(values)] = words(*values)


def resource_definitions(
    version: tuple[int, int] = (5, 0), creator: str = "Microsoft (R) HLSL Shader Compiler 10.1"
) -> bytes:
    """The data of RDEF: a buffer with a number, a matrix and a structure, a texture and a sampler."""
    is_new = version >= (5, 0)
    binding_size = 40 if version >= (5, 1) else 32
    data = Data(bytes(28))
    if is_new:
        data.add(b"RD11" + words(60, 24, binding_size, 40, 36, 12, 0))
    tail = words(0, 0, 0, 0, 0) if is_new else b""

    def type(kind: int, base: int, rows: int, columns: int, elements: int, members: int = 0, at: int = 0) -> int:
        return data.add(struct.pack("<6HI", kind, base, rows, columns, elements, members, at) + tail)

    number, matrix = type(0, 3, 1, 1, 0), type(2, 3, 4, 4, 2)
    names = [data.text(name) for name in ("scale", "transforms", "light", "power", "Params", "tex", "samp")]
    members = data.add(words(names[3], number, 0) + words(names[0], number, 4))
    structure = type(5, 0, 1, 2, 0, 2, members)
    if is_new:
        data.patch(structure + 32, data.text("Light"))
    default = data.add(struct.pack("<f", 2.0))
    variables = len(data.bytes)
    for name, offset, size, flags, kind, value in (
        (names[0], 0, 4, 2, number, default),
        (names[1], 16, 128, 0, matrix, 0),
        (names[2], 144, 8, 2, structure, 0),
    ):
        data.add(words(name, offset, size, flags, kind, value) + (struct.pack("<4i", -1, 0, -1, 0) if is_new else b""))
    buffer = data.add(words(names[4], 3, variables, 160, 0, 0))
    bindings = len(data.bytes)
    for name, kind, returned, dimension, samples, slot, flags in (
        (names[6], 3, 0, 0, 0, 1, 2),
        (names[5], 2, 5, 4, 0xFFFFFFFF, 0, 12),
        (names[4], 0, 0, 0, 0, 0, 0),
    ):
        data.add(
            words(name, kind, returned, dimension, samples, slot, 1, flags)
            + (words(3, 7) if binding_size == 40 else b"")
        )
    data.patch(0, 1, buffer, 3, bindings, 0xFFFF << 16 | version[0] << 8 | version[1], 0x100, data.text(creator))
    return bytes(data.bytes) + b"\xab" * (-len(data.bytes) % 4)


def described_shader() -> bytes:
    """The pixel shader with resource definitions and features."""
    parts = [("RDEF", resource_definitions())]
    model = Container([ContainerPart(tag, data) for tag, data in parts])
    model.parts += read(pixel_shader()).parts
    for part in model.parts:
        part.offset = None
    model.add("SFI0", words(0x11, 0), before="STAT")
    return model.write()


def level9() -> bytes:
    """The data of Aon9: a vertex shader of Direct3D 9."""
    tokens = words(
        0xFFFE0200,
        0x0200001F, 0x80000005, 0x900F0000,  # dcl_texcoord v0
        0x05000051, 0xA00F0001, 0x3F800000, 0x38D1B717, 0, 0xBF800000,  # def c1
        0x03000005, 0x800F0000, 0x90E40000, 0xA0000000,  # mul r0, v0, c0.x
        0x0002FFFE, 1, 2,  # a comment
        0x04000004, 0xC0030000, 0x80550000, 0xA0E40002, 0x81E40000,  # mad oPos.xy, r0.y, c2, -r0
        0x02000001, 0xC00C0000, 0x80E40000,  # mov oPos.zw, r0
        0x0000FFFF,
    )  # fmt: skip
    tables = struct.pack("<4H4B", 0, 1, 2, 0, 0, 0, 0, 0) + struct.pack("<4B", 1, 0, 2, 0) + struct.pack("<2H", 0, 9)
    start = 36 + len(tables)
    pairs = struct.pack("<10H", 1, 36, 0, 48, 0, 48, 1, 48, 1, 52)
    return words(start + len(tokens), 0xFFFE0200, len(tokens), start) + pairs + tables + tokens


SAMPLES = {
    "pixel": pixel_shader,
    "described": described_shader,
    "compute": compute_shader,
}
"""What golden/dxbc holds, by name; `python -m tests.golden.refresh` writes it."""
