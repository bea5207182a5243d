"""Text form of Direct3D 9 programs (vs_2_0, ps_2_0, ps_2_x), which Aon9 contains (level9.py)."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from typing import NamedTuple

from ..base.errors import FormatError
from .words import word


class _Opcode(NamedTuple):
    name: str
    has_destination: bool = True
    slots: int = 1
    is_texture: bool = False


_OPCODES = {
    0: _Opcode("nop", False),
    1: _Opcode("mov"),
    2: _Opcode("add"),
    3: _Opcode("sub"),
    4: _Opcode("mad"),
    5: _Opcode("mul"),
    6: _Opcode("rcp"),
    7: _Opcode("rsq"),
    8: _Opcode("dp3"),
    9: _Opcode("dp4"),
    10: _Opcode("min"),
    11: _Opcode("max"),
    12: _Opcode("slt"),
    13: _Opcode("sge"),
    14: _Opcode("exp"),
    15: _Opcode("log"),
    16: _Opcode("lit", slots=3),
    17: _Opcode("dst"),
    18: _Opcode("lrp", slots=2),
    19: _Opcode("frc"),
    20: _Opcode("m4x4", slots=4),
    21: _Opcode("m4x3", slots=3),
    22: _Opcode("m3x4", slots=4),
    23: _Opcode("m3x3", slots=3),
    24: _Opcode("m3x2", slots=2),
    25: _Opcode("call", False, 2),
    26: _Opcode("callnz", False, 3),
    27: _Opcode("loop", False, 3),
    28: _Opcode("ret", False),
    29: _Opcode("endloop", False, 2),
    30: _Opcode("label", False, 0),
    32: _Opcode("pow", slots=3),
    33: _Opcode("crs", slots=2),
    34: _Opcode("sgn", slots=3),
    35: _Opcode("abs"),
    36: _Opcode("nrm", slots=3),
    37: _Opcode("sincos", slots=8),
    38: _Opcode("rep", False, 3),
    39: _Opcode("endrep", False, 2),
    40: _Opcode("if", False, 3),
    41: _Opcode("if", False, 3),
    42: _Opcode("else", False),
    43: _Opcode("endif", False),
    44: _Opcode("break", False),
    45: _Opcode("break", False, 3),
    46: _Opcode("mova"),
    64: _Opcode("texcrd", is_texture=True),
    65: _Opcode("texkill"),
    66: _Opcode("texld", is_texture=True),
    78: _Opcode("expp"),
    79: _Opcode("logp"),
    80: _Opcode("cnd"),
    88: _Opcode("cmp"),
    89: _Opcode("bem"),
    90: _Opcode("dp2add", slots=2),
    91: _Opcode("dsx", slots=2),
    92: _Opcode("dsy", slots=2),
    93: _Opcode("texldd", slots=3, is_texture=True),
    94: _Opcode("setp"),
    95: _Opcode("texldl", slots=2, is_texture=True),
    96: _Opcode("breakp", False, 3),
}
_DCL, _DEFB, _DEFI, _DEF, _COMMENT, _END = 31, 47, 48, 81, 0xFFFE, 0xFFFF
_TEXLD = 66
_COMPARED = (41, 45, 94)
_COMPARISONS = {1: "gt", 2: "eq", 3: "ge", 4: "lt", 5: "ne", 6: "le"}
_TEXLD_FORMS = {0: "texld", 1: "texldp", 2: "texldb"}

_REGISTERS = {
    0: "r",
    1: "v",
    2: "c",
    3: "a",
    5: "oD",
    6: "oT",
    7: "i",
    8: "oC",
    10: "s",
    14: "b",
    16: "h",
    18: "l",
    19: "p",
}
_CONSTANTS = {11: 2048, 12: 4096, 13: 6144}  # constants from c2048 on have separate register types
_RASTER = {0: "oPos", 1: "oFog", 2: "oPts"}
_MISCELLANEOUS = {0: "vPos", 1: "vFace"}
_ADDRESS, _RASTER_OUTPUT, _OUTPUT, _DEPTH, _SAMPLER, _LOOP, _MISC = 3, 4, 6, 9, 10, 15, 17
_USAGES = {
    0: "position",
    1: "blendweight",
    2: "blendindices",
    3: "normal",
    4: "psize",
    5: "texcoord",
    6: "tangent",
    7: "binormal",
    8: "tessfactor",
    9: "positiont",
    10: "color",
    11: "fog",
    12: "depth",
    13: "sample",
}
_TEXTURES = {2: "2d", 3: "cube", 4: "volume"}
_SOURCE_MODIFIERS = {
    0: "{}",
    1: "-{}",
    2: "{}_bias",
    3: "-{}_bias",
    4: "{}_bx2",
    5: "-{}_bx2",
    6: "1-{}",
    7: "{}_x2",
    8: "-{}_x2",
    9: "{}_dz",
    10: "{}_dw",
    11: "{}_abs",
    12: "-{}_abs",
    13: "!{}",
}
_ALL_COMPONENTS = 0xE4
_INDENT = "    "


class _Reader:
    def __init__(self, tokens: tuple[int, ...], base: int) -> None:
        self.tokens = tokens
        self.base = base
        self.position = 1
        version = tokens[0]
        self.is_pixel = version >> 16 == 0xFFFF
        self.major, self.minor = version >> 8 & 0xFF, version & 0xFF
        self.textures = self.arithmetic = 0

    def take(self, what: str) -> int:
        if self.position >= len(self.tokens):
            raise FormatError(f"Aon9: the program ends before {what}", offset=self.base + 4 * self.position)
        self.position += 1
        return self.tokens[self.position - 1]

    def lines(self) -> Iterator[str]:
        minor = "x" if self.minor == 1 else str(self.minor)
        yield f"{_INDENT}{'ps' if self.is_pixel else 'vs'}_{self.major}_{minor}"
        depth = 0
        while True:
            token = self.take("its end token")
            opcode = token & 0xFFFF
            if opcode == _END:
                return
            if opcode == _COMMENT:
                size = token >> 16 & 0x7FFF
                if size > len(self.tokens) - self.position:
                    raise FormatError("Aon9: a comment extends past the end of the program", offset=self.base)
                self.position += size
                continue
            end = self.position + (token >> 24 & 0xF)
            text = self.instruction(token, opcode, end)
            name = text.split("_")[0].split(" ")[0]
            depth -= name in ("else", "endif", "endloop", "endrep") and depth > 0
            yield f"{_INDENT}{'  ' * depth}{text}"
            depth += name in ("if", "else", "loop", "rep")

    def instruction(self, token: int, opcode: int, end: int) -> str:
        if opcode == _DCL:
            return self.declaration()
        if opcode in (_DEF, _DEFI, _DEFB):
            return self.constant(opcode)
        row = _OPCODES.get(opcode)
        if row is None:
            words = [f"0x{self.take('its operands'):08x}" for _ in range(end - self.position)]
            return f"unknown_opcode_{opcode} {', '.join(words)}".rstrip()
        self.count(row)
        name = row.name
        if opcode == _TEXLD:
            name = word(_TEXLD_FORMS, token >> 16 & 0xFF)
        elif opcode in _COMPARED:
            name += f"_{word(_COMPARISONS, token >> 16 & 7)}"
        operands = []
        if row.has_destination:
            modifiers, text = self.destination()
            name += modifiers
            operands.append(text)
        front = ""
        if token >> 28 & 1:
            front = f"({self.source()}) "
        while self.position < end:
            operands.append(self.source())
        return front + f"{name} {', '.join(operands)}".rstrip()

    def count(self, row: _Opcode) -> None:
        if row.is_texture:
            self.textures += row.slots
        else:
            self.arithmetic += row.slots

    def declaration(self) -> str:
        usage = self.take("a declaration")
        modifiers, text = self.destination()
        kind = self.kind
        if kind == _SAMPLER:
            return f"dcl_{word(_TEXTURES, usage >> 27 & 0xF)}{modifiers} {text}"
        if self.is_pixel and self.major < 3:
            return f"dcl{modifiers} {text}"
        index = usage >> 16 & 0xF
        return f"dcl_{word(_USAGES, usage & 0x1F)}{index or ''}{modifiers} {text}"

    def constant(self, opcode: int) -> str:
        _, text = self.destination()
        if opcode == _DEFB:
            return f"defb {text}, {'true' if self.take('its value') else 'false'}"
        words = [self.take("its values") for _ in range(4)]
        if opcode == _DEFI:
            values = [str(value - (value >> 31 << 32)) for value in words]
            return f"defi {text}, {', '.join(values)}"
        values = [_float_text(value) for value in words]
        return f"def {text}, {', '.join(values)}"

    def register(self, token: int) -> str:
        number = token & 0x7FF
        self.kind = kind = token >> 28 & 7 | token >> 8 & 0x18
        if kind == _ADDRESS and self.is_pixel:
            return f"t{number}"
        if kind == _OUTPUT and self.major >= 3:
            return f"o{number}"
        if kind == _RASTER_OUTPUT:
            return word(_RASTER, number)
        if kind == _MISC:
            return word(_MISCELLANEOUS, number)
        if kind == _DEPTH:
            return "oDepth"
        if kind == _LOOP:
            return "aL"
        if kind in _CONSTANTS:
            return f"c{_CONSTANTS[kind] + number}"
        return f"{_REGISTERS.get(kind, f'unknown{kind}_')}{number}"

    def destination(self) -> tuple[str, str]:
        """The modifiers, which are part of the mnemonic, and the destination register."""
        token = self.take("a destination")
        text = self.register(token)
        mask = token >> 16 & 0xF
        if mask != 0xF and self.kind != _SAMPLER:
            text += "." + "".join(c for i, c in enumerate("xyzw") if mask >> i & 1)
        names = ((1, "_sat"), (2, "_pp"), (4, "_centroid"))
        return "".join(name for bit, name in names if token >> 20 & bit), text

    def source(self) -> str:
        token = self.take("a source")
        text = self.register(token)
        kind = self.kind
        if token >> 13 & 1:
            text = f"{text}[{self.source()}]"
        swizzle = token >> 16 & 0xFF
        modified = word(_SOURCE_MODIFIERS, token >> 24 & 0xF).replace("{}", text)
        if swizzle == _ALL_COMPONENTS or kind == _SAMPLER:
            return modified
        letters = "".join("xyzw"[swizzle >> 2 * i & 3] for i in range(4))
        return f"{modified}.{letters[0] if len(set(letters)) == 1 else letters}"


def _float_text(value: int) -> str:
    """``%.9g`` as in C runtimes of that time, with three-digit exponents."""
    text = f"{struct.unpack('<f', struct.pack('<I', value))[0]:.9g}"
    return re.sub(r"(?<=e[+-])\d\d$", r"0\g<0>", text)


def level9_program_lines(program: bytes, *, base: int = 0) -> Iterator[str]:
    """The lines of a Direct3D 9 program, indented as in the listing of Aon9; `base` is its file offset.
    Raises FormatError, with the offset, for a truncated program."""
    if len(program) < 4:
        raise FormatError("Aon9: the part has no program", offset=base)
    reader = _Reader(struct.unpack(f"<{len(program) // 4}I", program[: len(program) // 4 * 4]), base)
    yield from reader.lines()
    used = reader.textures + reader.arithmetic
    kinds = f" ({reader.textures} texture, {reader.arithmetic} arithmetic)" if reader.textures else ""
    yield ""
    yield f"// approximately {used} instruction slot{'s' if used != 1 else ''} used{kinds}"
