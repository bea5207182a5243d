"""PDB files as fxc writes them: lines of a token program, and of functions that are inlined into it."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass

BLOCK = 512
MAGIC = b"Microsoft C/C++ MSF 7.00\r\n\x1aDS\0\0\0"
_FUNCTION = 0x1000


@dataclass
class Inlined:
    """A call that is inlined: the file and the line where its function begins, and CodeView's annotations."""

    file: int
    line: int
    annotations: bytes


def pdb(
    files: Sequence[str],
    lines: Sequence[tuple[int, int, int]],
    size: int,
    *,
    calls: Sequence[Inlined] = (),
    start: int = 0,
) -> bytes:
    """A PDB file. `lines`: address, line, column, in the first file; `size` of the code in bytes; `calls` are nested,
    each in the call before; `start`: the address of the procedure."""
    texts, names = b"\0", []
    for file in files:
        names.append(len(texts))
        texts += file.encode() + b"\0"
    checksums = b"".join(struct.pack("<I2B2x", name, 0, 0) for name in names)  # 8 bytes each
    table = struct.pack("<I2HI", 0, 1, 1, size) + struct.pack("<3I", 0, len(lines), 12 + 12 * len(lines))
    table += b"".join(struct.pack("<2I", address, line | 1 << 31) for address, line, _ in lines)
    table += b"".join(struct.pack("<2H", column, column + 1) for *_, column in lines)
    inlined = struct.pack("<I", 0)
    symbols = struct.pack("<I", 4)
    symbols += _symbol(0x1110, struct.pack("<8IHB", 0, 0, 0, size, 0, size, 0, start, 1, 0) + b"main\0")
    for number, call in enumerate(calls):
        inlined += struct.pack("<3I", _FUNCTION + number, 8 * call.file, call.line)
        symbols += _symbol(0x114D, struct.pack("<3I", 0, 0, _FUNCTION + number) + call.annotations)
    symbols += b"".join(_symbol(0x114E, b"") for _ in calls) + _symbol(0x0006, b"")
    newer = b"".join(_subsection(kind, data) for kind, data in ((0xF4, checksums), (0xF2, table), (0xF6, inlined)))
    module = (
        struct.pack("<I28x2H3I2H3I", 0, 0, 4, len(symbols), 0, len(newer), len(files), 0, 0, 0, 0) + b"main\0none\0"
    )
    module += bytes(-len(module) % 4)
    dbi = bytearray(64)
    struct.pack_into("<I", dbi, 24, len(module))
    info = bytes(28) + struct.pack("<I", 7) + b"/names\0" + struct.pack("<2I", 1, 2)
    info += struct.pack("<2I", 1, 1) + struct.pack("<I", 0) + struct.pack("<2I", 0, 5)
    strings = struct.pack("<3I", 0xEFFEEFFE, 1, len(texts)) + texts
    return msf([b"", info, b"", bytes(dbi) + module, symbols + newer, strings])


def _symbol(kind: int, data: bytes) -> bytes:
    data += bytes(-(len(data) + 4) % 4)
    return struct.pack("<2H", len(data) + 2, kind) + data


def _subsection(kind: int, data: bytes) -> bytes:
    return struct.pack("<2I", kind, len(data)) + data + bytes(-len(data) % 4)


def msf(streams: Sequence[bytes]) -> bytes:
    """A multi-stream file, whose streams' blocks are in reverse order: readers have to follow the directory."""
    blocks: list[bytes] = []
    places: list[list[int]] = []
    for stream in reversed(streams):
        pieces = [stream[n : n + BLOCK].ljust(BLOCK, b"\0") for n in range(0, len(stream), BLOCK)]
        places.insert(0, [3 + len(blocks) + n for n in reversed(range(len(pieces)))])
        blocks += reversed(pieces)
    directory = struct.pack("<I", len(streams)) + b"".join(struct.pack("<I", len(stream)) for stream in streams)
    directory += b"".join(struct.pack(f"<{len(place)}I", *place) for place in places)
    at = 3 + len(blocks)
    blocks += [directory.ljust(BLOCK, b"\0"), struct.pack("<I", at).ljust(BLOCK, b"\0")]
    header = MAGIC + struct.pack("<6I", BLOCK, 1, 3 + len(blocks), len(directory), 0, at + 1)
    return header.ljust(3 * BLOCK, b"\0") + b"".join(blocks)
