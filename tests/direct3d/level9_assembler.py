"""Programs of Direct3D 9 in containers, for tests."""

from __future__ import annotations

import struct

from mtlb.dxbc import Container, ContainerPart
from tests.direct3d.assembler import signature

TEMP, INPUT, CONSTANT, TEXTURE, RASTER, OUTPUT, COLOR, SAMPLER, INTEGER = 0, 1, 2, 3, 4, 6, 8, 10, 7
BOOLEAN, LOOP, LABEL, PREDICATE = 14, 15, 18, 19
NOT = 13
POSITION = ("SV_Position", 0, 1, 3, 0, 15)
TARGET = signature(("SV_Target", 0, 64, 3, 0, 15))


def _register(kind: int, number: int) -> int:
    return 1 << 31 | (kind & 7) << 28 | (kind & 0x18) << 8 | number


def dst(kind: int, number: int, mask: int = 15, modifiers: int = 0) -> int:
    return _register(kind, number) | mask << 16 | modifiers << 20


def src(kind: int, number: int, swizzle: int = 0xE4, modifier: int = 0) -> int:
    return _register(kind, number) | swizzle << 16 | modifier << 24


def op(opcode: int, *operands: int, controls: int = 0) -> list[int]:
    return [opcode | controls << 16 | len(operands) << 24, *operands]


def when(condition: int, instruction: list[int]) -> list[int]:
    """An instruction under a predicate, which follows the destination."""
    token, target, *sources = instruction
    return [token + (1 << 24) | 1 << 28, target, condition, *sources]


def define(number: int, *values: float) -> list[int]:
    return op(81, dst(CONSTANT, number), *struct.unpack("<4I", struct.pack("<4f", *values)))


def program(
    *instructions: list[int],
    inputs: bytes,
    outputs: bytes,
    version: int = 0xFFFF0200,
    samplers: list[tuple[int, int, int]] | None = None,
    buffers: list[tuple[int, int, int, int]] | None = None,
    runtime: list[int] | None = None,
) -> bytes:
    """A container with an Aon9 part: samplers (sampler, resource, target), buffers (buffer, start, count, target)."""
    words = [version, *(word for instruction in instructions for word in instruction), 0xFFFF]
    tokens = struct.pack(f"<{len(words)}I", *words)
    tables = b"".join(struct.pack("<4H4B", *buffer, 0, 0, 0, 0) for buffer in buffers or [])
    first = 36 + len(tables)
    tables += b"".join(struct.pack("<4B", *sampler, 0) for sampler in samplers or [])
    second = 36 + len(tables)
    tables += b"".join(struct.pack("<2H", 0, item) for item in runtime or [])
    start = 36 + len(tables)
    counts = (len(buffers or []), 36, 0, first, 0, first, len(samplers or []), first, len(runtime or []), second)
    data = struct.pack("<4I10H", start + len(tokens), version, len(tokens), start, *counts) + tables + tokens
    parts = [("Aon9", data), ("ISGN", inputs), ("OSGN", outputs)]
    return Container([ContainerPart(tag, data) for tag, data in parts]).write()


def level9_shader() -> bytes:
    """A texture times a constant and an input, to a power, where the input is positive."""
    inputs = signature(POSITION, ("TEXCOORD", 0, 0, 3, 1, 15))
    return program(
        op(31, 1 << 31, dst(TEXTURE, 0)),
        op(31, 2 << 27 | 1 << 31, dst(SAMPLER, 0)),
        define(1, 0.0, 1.0, 2.0, 3.0),
        op(66, dst(TEMP, 0), src(TEXTURE, 0), src(SAMPLER, 0)),
        op(5, dst(TEMP, 0), src(TEMP, 0), src(CONSTANT, 0)),
        op(32, dst(TEMP, 1, 1), src(TEMP, 0, 0x00), src(CONSTANT, 1, 0xAA)),
        op(88, dst(TEMP, 0), src(TEXTURE, 0), src(TEMP, 0), src(TEMP, 1, 0x00)),
        op(65, dst(TEMP, 0)),
        op(1, dst(COLOR, 0), src(TEMP, 0)),
        inputs=inputs,
        outputs=TARGET,
        samplers=[(0, 0, 0)],
        buffers=[(0, 0, 1, 0)],
    )
