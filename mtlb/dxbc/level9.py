"""Programs for feature level 9 hardware, with what maps registers to those of Direct3D 9 (Aon9).

Size, Direct3D 9 version token, size and offset of the program, then five pairs of u16 count and offset: buffer
registers (12 bytes: buffer, start, count, target, four conversions), two tables never seen filled, samplers (sampler,
resource, target, padding), constants that the runtime sets (kind, target).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from ..base.binary import Buffer
from .view import PartView
from .words import word

_HEADER = struct.Struct("<4I10H")
_BUFFER = struct.Struct("<4H4B")
_SAMPLER = struct.Struct("<4B")
_RUNTIME = struct.Struct("<2H")
_CONVERSIONS = {0: "FLT", 1: "BOOL", 3: "UINT"}  # 1 and 3: what RDEF of two such files says of the same constants
_RUNTIME_WORDS = {0: "Vertex Shader position offset"}


@dataclass(frozen=True)
class BufferMapping:
    """Constant buffer registers that map to Direct3D 9 registers from `target` on; one conversion code for each
    component."""

    buffer: int
    start: int
    count: int
    target: int
    conversions: tuple[int, int, int, int]


@dataclass(frozen=True)
class SamplerMapping:
    """A sampler and a texture that form sampler `target` together."""

    sampler: int
    resource: int
    target: int
    padding: int


@dataclass(frozen=True)
class RuntimeConstant:
    """A register that the runtime sets; the only kind seen is 0, the position offset of a vertex shader."""

    kind: int
    target: int


@dataclass(frozen=True)
class Level9:
    """The contents of Aon9: version token, program, and the mappings. `others` are the two tables that were always
    empty."""

    size: int
    version: int
    program: bytes
    buffers: tuple[BufferMapping, ...]
    others: tuple[tuple[int, int], tuple[int, int]]
    samplers: tuple[SamplerMapping, ...]
    runtime: tuple[RuntimeConstant, ...]
    view: PartView

    @property
    def profile(self) -> str:
        """Such as ``vs_2_x``."""
        kind = "ps" if self.version >> 16 == 0xFFFF else "vs"
        minor = self.version & 0xFF
        return f"{kind}_{self.version >> 8 & 0xFF}_{minor if minor != 1 else 'x'}"


def read_level9(data: Buffer, *, base: int = 0) -> Level9:
    """The contents of an Aon9 part. Raises FormatError, with the offset, for tables outside of it."""
    view = PartView(data, base, "Aon9")
    size, version, program_size, program_at, *pairs = view.unpack(_HEADER, 0, "header")
    tables = [(pairs[i], pairs[i + 1]) for i in range(0, 10, 2)]

    def records(index: int, layout: struct.Struct, what: str) -> Iterator[tuple[int, ...]]:
        count, offset = tables[index]
        return (view.unpack(layout, at, what) for at in view.table(offset, count, layout.size, what))

    buffers = [
        BufferMapping(buffer, start, count, target, (x, y, z, w))
        for buffer, start, count, target, x, y, z, w in records(0, _BUFFER, "constant buffer mapping")
    ]
    samplers = [SamplerMapping(*fields) for fields in records(3, _SAMPLER, "sampler mapping")]
    runtime = [RuntimeConstant(*fields) for fields in records(4, _RUNTIME, "runtime constant")]
    program = view.bytes_at(program_at, program_size, "program")
    others = tables[1], tables[2]
    return Level9(size, version, program, tuple(buffers), others, tuple(samplers), tuple(runtime), view)


def level9_lines(level9: Level9) -> Iterator[str]:
    """The tables in the listing, without the leading slashes."""
    if level9.buffers:
        yield ""
        yield "Constant buffer to DX9 shader constant mappings:"
        yield ""
        yield "Target Reg Buffer  Start Reg # of Regs        Data Conversion"
        yield "---------- ------- --------- --------- ----------------------"
        for mapping in level9.buffers:
            conversions = ",".join(f"{word(_CONVERSIONS, code):>4}" for code in mapping.conversions)
            registers = f"{f'c{mapping.target}':10} {f'cb{mapping.buffer}':7}"
            yield f"{registers} {mapping.start:9} {mapping.count:9}  ({conversions})"
        yield ""
    if level9.runtime:
        yield ""
        yield "Runtime generated constant mappings:"
        yield ""
        yield "Target Reg                               Constant Description"
        yield "---------- --------------------------------------------------"
        for constant in level9.runtime:
            yield f"{f'c{constant.target}':10} {word(_RUNTIME_WORDS, constant.kind):>50}"
        yield ""
    if level9.samplers:
        yield ""
        yield "Sampler/Resource to DX9 shader sampler mappings:"
        yield ""
        yield "Target Sampler Source Sampler  Source Resource"
        yield "-------------- --------------- ----------------"
        for sampler in level9.samplers:
            yield f"{f's{sampler.target}':14} {f's{sampler.sampler}':15} {f't{sampler.resource}':16}".rstrip()
        yield ""
