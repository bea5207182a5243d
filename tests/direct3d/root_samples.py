"""Programs whose resources are in argument buffers, with root signatures, for tests and as golden files."""

from __future__ import annotations

import struct

from tests.direct3d.assembler import COMPUTE, container, dst, floats, ints, op, plain, src

SRV, UAV, CBV, SAMPLER = range(4)
TABLE, CONSTANTS, ROOT_CBV, ROOT_SRV, ROOT_UAV = range(5)
APPEND = 0xFFFFFFFF


def root_signature(
    *parameters: tuple[int, list[tuple[int, int, int, int, int]] | tuple[int, ...]], samplers: list[bytes] | None = None
) -> bytes:
    """RTS0 of version 1.0: (type, ranges of a table or the numbers of another parameter) each, all seen by all
    stages."""
    at = 24 + 12 * len(parameters)
    rows, data = b"", b""
    for type, what in parameters:
        rows += struct.pack("<3I", type, 0, at + len(data))
        if type == TABLE:
            data += struct.pack("<2I", len(what), at + len(data) + 8)
            data += b"".join(struct.pack("<5I", *item) for item in what)  # type: ignore[misc]
        else:
            data += struct.pack(f"<{len(what)}I", *what)  # type: ignore[arg-type]
    actual = samplers or []
    head = struct.pack("<6I", 1, len(parameters), 24, len(actual), at + len(data), 0)
    return head + rows + data + b"".join(actual)


def static_sampler(register: int, filter: int, address: int) -> bytes:
    return struct.pack("<4If3I2f3I", filter, address, address, address, 0.0, 1, 0, 0, 0.0, 100.0, register, 0, 0)


def buffers_program(parts: list[tuple[str, bytes]], *more: list[int]) -> bytes:
    """Stores a row of b0 and b1, four words of t0, and its size."""
    return container(
        COMPUTE,
        op("dcl_constantbuffer", dst(8, 0, 1)),
        op("dcl_constantbuffer", dst(8, 1, 1)),
        op("dcl_resource_raw", dst(7, 0)),
        op("dcl_uav_raw", dst(30, 0)),
        op("dcl_uav_structured", dst(30, 1), [4], controls=1 << 23),
        op("dcl_temps", [2]),
        op("dcl_thread_group", [1, 1, 1]),
        op("store_raw", dst(30, 0), ints(0), src(8, 0, 0)),
        op("store_raw", dst(30, 0), ints(16), src(8, 1, 0)),
        op("ld_raw", dst(0, 0), ints(0), src(7, 0)),
        op("store_raw", dst(30, 0), ints(32), src(0, 0)),
        op("bufinfo", dst(0, 0, mask="x"), src(7, 0)),
        op("store_raw", dst(30, 0, mask="x"), ints(48), src(0, 0)),
        *more,
        op("ret"),
        parts=parts,
    )


ALLOC = [
    op("imm_atomic_alloc", dst(0, 1, mask="x"), plain(30, 1)),
    op("store_raw", dst(30, 0, mask="x"), ints(52), src(0, 1)),
    op("imm_atomic_consume", dst(0, 1, mask="x"), plain(30, 1)),
    op("store_raw", dst(30, 0, mask="x"), ints(56), src(0, 1)),
]


def texture_program(parts: list[tuple[str, bytes]]) -> bytes:
    """Stores a sample of the one-dimensional t0 at 0.75, at level 0, and texel 1 of the buffer t1."""
    return container(
        COMPUTE,
        op("dcl_sampler", plain(6, 0)),
        op("dcl_resource", dst(7, 0), [0x5555], controls=2 << 11),
        op("dcl_resource", dst(7, 1), [0x5555], controls=1 << 11),
        op("dcl_uav_raw", dst(30, 0)),
        op("dcl_temps", [2]),
        op("dcl_thread_group", [1, 1, 1]),
        op("sample_l", dst(0, 0), floats(0.75, 0, 0, 0), src(7, 0), plain(6, 0), floats(0.0)),
        op("store_raw", dst(30, 0), ints(0), src(0, 0)),
        op("ld", dst(0, 0), ints(1, 0, 0, 0), src(7, 1)),
        op("store_raw", dst(30, 0), ints(16), src(0, 0)),
        op("ret"),
        parts=parts,
    )


def range_of(type: int, id: int, first: int, last: int) -> list[int]:
    return dst(type, id, first, last)


def arrays_program(last: int, parts: list[tuple[str, bytes]] | None = None) -> bytes:
    """Stores the first word of t1 to t[last], of the number that the first word of u0 says, in u0 (5.1)."""
    index = [2 | 2 << 2 | 1 << 20, 0]
    chosen = [2 | 1 << 2 | 0xE4 << 4 | 7 << 12 | 2 << 20 | 3 << 25, 0, 1, *index]
    return container(
        COMPUTE,
        op("dcl_resource_raw", range_of(7, 0, 1, last), [0]),
        op("dcl_uav_raw", range_of(30, 0, 0, 0), [0]),
        op("dcl_temps", [2]),
        op("dcl_thread_group", [1, 1, 1]),
        op("ld_raw", dst(0, 0, mask="x"), ints(0), src(30, 0, 0)),
        op("ld_raw", dst(0, 1, mask="x"), ints(0), chosen),
        op("store_raw", dst(30, 0, 0, mask="x"), ints(0), src(0, 1)),
        op("ret"),
        parts=parts or [],
        version=0x51,
    )


def root_shader() -> bytes:
    """Constants, an address and a table with a gap."""
    ranges = [(SRV, 2, 0, 0, APPEND), (UAV, 2, 0, 0, 4)]
    rts0 = root_signature((CONSTANTS, (0, 0, 3)), (ROOT_CBV, (1, 0)), (TABLE, ranges))
    return buffers_program([("RTS0", rts0)], *ALLOC)


def static_shader() -> bytes:
    """A table of textures, and a static sampler."""
    table = (TABLE, [(SRV, 2, 0, 0, APPEND), (UAV, 1, 0, 0, APPEND)])
    return texture_program([("RTS0", root_signature(table, samplers=[static_sampler(0, 0, 1)]))])


def bindless_shader() -> bytes:
    """Ranges without end, which begin at the same descriptor."""
    ranges = [(SRV, APPEND, 1, 0, 0), (UAV, APPEND, 0, 0, 0)]
    return arrays_program(APPEND, [("RTS0", root_signature((TABLE, ranges)))])
