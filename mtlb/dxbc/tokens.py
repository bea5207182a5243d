"""The token program of SHDR and SHEX: opcodes, extensions, operands, custom data.

Word 0: minor version in bits 3:0, major in 7:4, kind in 31:16 (0 pixel, 1 vertex, 2 geometry, 3 hull, 4 domain, 5
compute). Word 1: the number of words, these two included. Instructions follow; opcodes.py has a row per opcode (107,
112, 209, 218, 235 are reserved).

Opcode token. Bits 10:0 opcode; 23:11 controls; 30:24 length in words, all included; 31: an extended token follows.
A length of 0 (`dcl_function_table`, `dcl_interface` alone) means that the next word has it; never seen. Words after the
operands (`samplepos`, feedback forms of `sample`) are skipped.

Controls:

- 13: `_sat` (arithmetic)
- 18: `_nz`, else `_z` (if, breakc, continuec, retc, callc, discard)
- 22:19: precise, a bit per component (all)
- 12:11: result: float, rcpFloat, uint (resinfo; sampleinfo: float, uint)
- 14:11: `_t`, `_g`, `_ugroup`, `_uglobal` from bit 11 on (sync)
- 15:11 and 22:16: dimension, samples (dcl_resource; dimension also dcl_uav_typed)
- 16, 17, 23: `_glc`, `_rov`, `_opc` (dcl_uav_*)
- 11: dynamically indexed (dcl_constantbuffer, dcl_interface)
- 14:11: mode of a sampler; interpolation (dcl_sampler; dcl_input_ps*)
- from 11 on: primitive, control points, topology, domain, partitioning, flags (the other declarations)

Extended tokens are chained by bit 31, type in bits 5:0. 1: texel offsets of 4 bits, signed, u 12:9, v 16:13, w
20:17. 2: dimension 10:6, stride 22:11. 3: return types 9:6, 13:10, 17:14, 21:18.

Custom data (opcode 53): class in 31:11 (0 comment, 1 debug, 2 opaque, 3 immediate constant buffer in rows of four
words, 4 message, 5 clip planes), the number of words in word 1. A message: id (0x00200102 message, 0x00200103 error),
format, text length, number of operands, their words, operands, text.

Operands. 1:0: 0, 1 or 4 components (code 2 is four). Of four: 3:2 mask (7:4), swizzle (two bits each from 4) or one
component (5:4). 19:12 type. 21:20 number of indices; 24:22, 27:25, 30:28 their representations: 0 a word, 1 two words,
2 an operand, 3 a word and an operand, 4 two words and an operand. 31: an extended token of type 1 follows: modifier
13:6 (1 negated, 2 absolute, 3 both), minimum precision 16:14, not uniform 17. Then the values of an immediate (types 4
and 5; a double has its low word first), then the indices. Nesting is limited to 16 levels; two are seen. In model 5.1 a
resource declaration has three indices (id, first, last; 0xFFFFFFFF without end) and a space after everything else, a
use has the id and the place in the range.

`read_program` decodes every token. What it does not know it keeps: an unknown opcode is an instruction of words, words
after the operands stay with their instruction.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

from ..base.enums import OpenEnum
from ..base.errors import FormatError
from .opcodes import CUSTOM_DATA, NAMES, OPCODES, OpcodeRow
from .words import ShaderKind

_MAX_NESTING = 16  # for operands that index operands; real programs have two

# TokenOperand types with immediates, and the indices that are named here
_IMMEDIATE32, _IMMEDIATE64 = 4, 5
_MODIFIER = 1  # extended operand token
_OFFSETS, _DIMENSION, _RETURN_TYPES = 1, 2, 3  # extended opcode tokens


class Index(NamedTuple):
    """An index of an operand: a number, an operand, or their sum. `representation` is the three-bit code."""

    representation: int
    number: int
    relative: TokenOperand | None


class TokenOperand:
    """An operand.
    `components` is 0, 1 or 4 (code 3, for any number, was never seen and is -1); `selection` is the selection mode
    (0 mask, 1 swizzle, 2 single component) with the bits `chosen`; `modifier` is 1 for negation, 2 for the absolute
    value, 3 for both."""

    __slots__ = ("chosen", "components", "extensions", "indices", "selection", "type", "values")

    def __init__(
        self,
        type: int,
        components: int,
        selection: int,
        chosen: int,
        extensions: tuple[int, ...],
        values: tuple[int, ...],
        indices: tuple[Index, ...],
    ) -> None:
        self.type = type
        self.components = components
        self.selection = selection
        self.chosen = chosen
        self.extensions = extensions
        """The extended tokens, undecoded."""
        self.values = values
        """The words of an immediate; a double has two, the low word first."""
        self.indices = indices

    def _modifier_token(self) -> int:
        return next((token for token in self.extensions if token & 0x3F == _MODIFIER), 0)

    @property
    def modifier(self) -> int:
        """0 none, 1 negated, 2 absolute value, 3 negated absolute value."""
        return self._modifier_token() >> 6 & 0xFF if self.extensions else 0

    @property
    def precision(self) -> int:
        """The minimum precision, a number in `words.PRECISIONS`."""
        return self._modifier_token() >> 14 & 7 if self.extensions else 0

    @property
    def is_nonuniform(self) -> bool:
        """Whether its index may differ between threads."""
        return bool(self.extensions) and bool(self._modifier_token() >> 17 & 1)


class Message(NamedTuple):
    """A message in custom data: `text` with its `operands`; `is_error` for messages of `errorf`."""

    is_error: bool
    is_formatted: bool
    text: str
    operands: tuple[TokenOperand, ...]


class ClipPlaneConstant(NamedTuple):
    """Registers of a constant buffer that hold clip planes for Direct3D 9."""

    buffer: int
    start: int
    registers: int


class CustomKind(OpenEnum):
    """The class of custom data."""

    COMMENT = 0
    DEBUG_INFO = 1
    OPAQUE = 2
    IMMEDIATE_CONSTANT_BUFFER = 3
    SHADER_MESSAGE = 4
    CLIP_PLANES = 5


class CustomData(NamedTuple):
    """The contents of a `customdata` instruction: its class, its words, and the decoded contents of known classes."""

    kind: CustomKind
    words: tuple[int, ...]
    message: Message | None
    clip_planes: tuple[ClipPlaneConstant, ...]

    @property
    def rows(self) -> Iterator[tuple[int, ...]]:
        """The words, four by four: the rows of an immediate constant buffer."""
        return (self.words[i : i + 4] for i in range(0, len(self.words), 4))


class TokenInstruction:
    """An instruction or declaration.
    `token` is its first token, `offset` the position of that token in words from the start of the program, `size`
    its total number of words. `operands` and `words` (for a declaration) follow its row in the table; `rest` has
    additional words."""

    __slots__ = ("custom", "extensions", "offset", "opcode", "operands", "rest", "row", "size", "token", "words")

    def __init__(self, row: OpcodeRow | None, token: int, offset: int, size: int) -> None:
        self.row = row
        """Its row in the table; None for an unknown opcode, whose words are all in `rest`."""
        self.opcode = token & 0x7FF
        self.token = token
        self.offset = offset
        self.size = size
        self.extensions: tuple[int, ...] = ()
        self.operands: tuple[TokenOperand, ...] = ()
        self.words: tuple[int, ...] = ()
        self.rest: tuple[int, ...] = ()
        self.custom: CustomData | None = None

    @property
    def name(self) -> str:
        """The mnemonic without suffixes from controls."""
        return self.row.name if self.row is not None else f"unknown_opcode_{self.opcode}"

    @property
    def is_counted(self) -> bool:
        """Whether it is a counted instruction slot."""
        if self.custom is not None:
            return self.custom.message is not None
        return self.row is None or self.row.is_counted

    def control(self, low: int, width: int) -> int:
        """`width` bits of the first token, from bit `low` on."""
        return self.token >> low & (1 << width) - 1

    def _extension(self, kind: int) -> int | None:
        return next((token for token in self.extensions if token & 0x3F == kind), None)

    @property
    def offsets(self) -> tuple[int, int, int] | None:
        """Texel offsets u, v, w; None if there are none."""
        token = self._extension(_OFFSETS)
        if token is None:
            return None
        u, v, w = ((token >> shift & 0xF ^ 8) - 8 for shift in (9, 13, 17))
        return u, v, w

    @property
    def dimension(self) -> tuple[int, int] | None:
        """The dimension of the resource, and the stride of a structured buffer in bytes; None if it is not stated."""
        token = self._extension(_DIMENSION)
        return None if token is None else (token >> 6 & 0x1F, token >> 11 & 0xFFF)

    @property
    def return_types(self) -> tuple[int, int, int, int] | None:
        """The return types for x, y, z, w; None if they are not stated."""
        token = self._extension(_RETURN_TYPES)
        if token is None:
            return None
        return token >> 6 & 0xF, token >> 10 & 0xF, token >> 14 & 0xF, token >> 18 & 0xF


class TokenProgram(NamedTuple):
    """A token program: its kind, version, instructions, and words after its stated length."""

    kind: ShaderKind
    major: int
    minor: int
    instructions: list[TokenInstruction]
    size: int
    """The number of words in the header, which includes its own two words."""
    rest: bytes | memoryview

    @property
    def profile(self) -> str:
        """Such as ``ps_5_0``."""
        return f"{self.kind.prefix}_{self.major}_{self.minor}"

    @property
    def slots(self) -> int:
        """The instructions without declarations."""
        return sum(instruction.is_counted for instruction in self.instructions)


def read_program(data: bytes | memoryview, *, base: int = 0) -> TokenProgram:
    """The program in the data of SHDR or SHEX, which begins at byte `base` of the file.
    Raises FormatError, with the offset, for a truncated program, or an instruction that ends inside an operand."""
    if len(data) < 8:
        raise FormatError(f"truncated: the header of a program needs 8 bytes, {len(data)} left", offset=base)
    whole = memoryview(data)[: len(data) // 4 * 4]
    tokens = struct.unpack(f"<{len(whole) // 4}I", whole)
    version, size = tokens[:2]
    if not 2 <= size <= len(tokens):
        raise FormatError(f"the program should have {size} words, but its part has {len(tokens)}", offset=base + 4)
    reader = _ProgramReader(tokens, base, is_5_1=version & 0xFF == 0x51)
    instructions = []
    position = 2
    while position < size:
        instruction = reader.instruction(position, size)
        instructions.append(instruction)
        position += instruction.size
    rest = memoryview(data)[4 * size :]
    return TokenProgram(ShaderKind(version >> 16), version >> 4 & 0xF, version & 0xF, instructions, size, rest)


class _ProgramReader:
    def __init__(self, tokens: tuple[int, ...], base: int, *, is_5_1: bool) -> None:
        self.tokens = tokens
        self.base = base
        self.is_5_1 = is_5_1

    def fail(self, position: int, reason: str) -> FormatError:
        return FormatError(reason, offset=self.base + 4 * position)

    def instruction(self, start: int, limit: int) -> TokenInstruction:
        """The instruction at `start`, which must end at or before `limit`."""
        tokens = self.tokens
        token = tokens[start]
        opcode = token & 0x7FF
        row = OPCODES[opcode] if opcode < len(OPCODES) else None
        if opcode == CUSTOM_DATA:
            return self.custom_data(start, limit)
        position = start + 1
        size = token >> 24 & 0x7F
        if size == 0 and row in _LONG:  # too long for the field: the length is in the next word
            if position >= limit:
                raise self.fail(start, f"{row.name} is cut off before its length" if row else "")
            size = tokens[position]
            position += 1
        end = start + size
        if size == 0 or position > end or end > limit:
            name = row.name if row is not None else f"opcode {opcode}"
            raise self.fail(start, f"{name} says that it has {size} words; {limit - start} are left in the program")
        instruction = TokenInstruction(row, token, start, size)
        if token >> 31:
            instruction.extensions, position = self.extensions(position, end)
        if row is None:
            instruction.rest = tokens[position:end]
            return instruction
        layout = row.layout
        if layout:
            position = self.payload(instruction, layout, position, end)
        if position != end:
            instruction.rest = tokens[position:end]
        return instruction

    def extensions(self, position: int, end: int) -> tuple[tuple[int, ...], int]:
        """The extended tokens, each of which says whether another follows."""
        start = position
        while True:
            if position >= end:
                raise self.fail(start, "extended tokens run over the end of their instruction")
            position += 1
            if not self.tokens[position - 1] >> 31:
                return self.tokens[start:position], position

    def payload(self, instruction: TokenInstruction, layout: str, position: int, end: int) -> int:
        tokens = self.tokens
        operands: list[TokenOperand] = []
        words: list[int] = []
        for item in layout:
            if item == "o":
                operand, position = self.operand(position, end, 0)
                operands.append(operand)
                continue
            if item == "s" and not self.is_5_1:
                continue
            if position >= end:
                raise self.fail(instruction.offset, f"{instruction.name} is cut off")
            word = tokens[position]
            words.append(word)
            position += 1
            if item in "li":
                count = word if item == "l" else word & 0xFFFF
                if count > end - position:
                    reason = f"{instruction.name} says that {count} numbers follow; {end - position} words are left"
                    raise self.fail(position - 1, reason)
                words += tokens[position : position + count]
                position += count
        instruction.operands = tuple(operands)
        instruction.words = tuple(words)
        return position

    def operand(self, position: int, end: int, depth: int) -> tuple[TokenOperand, int]:
        """The operand at `position`, and the position after it, which is at most `end`."""
        tokens = self.tokens
        start = position
        if position >= end:
            raise self.fail(position, "an operand is missing: its instruction ends here")
        if depth > _MAX_NESTING:
            raise self.fail(position, f"operands that index operands nest more than {_MAX_NESTING} deep")
        token = tokens[position]
        position += 1
        extensions: tuple[int, ...] = ()
        if token >> 31:
            extensions, position = self.extensions(position, end)
        type = token >> 12 & 0xFF
        components = (0, 1, 4, -1)[token & 3]
        values: tuple[int, ...] = ()
        if type in (_IMMEDIATE32, _IMMEDIATE64):
            # Four components take four words in either case: two doubles.
            count = max(components, 0) if type == _IMMEDIATE32 or components == 4 else 2 * max(components, 0)
            if count > end - position:
                raise self.fail(start, "an immediate runs over the end of its instruction")
            values = tokens[position : position + count]
            position += count
        indices: tuple[Index, ...] = ()
        dimension = token >> 20 & 3
        if dimension:
            rows = []
            for shift in (22, 25, 28)[:dimension]:
                representation = token >> shift & 7
                number, relative = 0, None
                if representation > 4:
                    raise self.fail(start, f"index representation {representation} of an operand is unknown")
                count = (1, 2, 0, 1, 2)[representation]
                if count > end - position:
                    raise self.fail(start, "an index runs over the end of its instruction")
                if count:
                    number = tokens[position] if count == 1 else tokens[position] << 32 | tokens[position + 1]
                    position += count
                if representation >= 2:
                    relative, position = self.operand(position, end, depth + 1)
                rows.append(Index(representation, number, relative))
            indices = tuple(rows)
        selection = token >> 2 & 3 if components == 4 else 0
        chosen = token >> 4 & 0xFF if components == 4 else 0
        return TokenOperand(type, components, selection, chosen, extensions, values, indices), position

    # --- custom data --------------------------------------------------------------------------------------------------

    def custom_data(self, start: int, limit: int) -> TokenInstruction:
        if limit - start < 2:
            raise self.fail(start, "custom data is cut off before its length")
        token, size = self.tokens[start : start + 2]
        if not 2 <= size <= limit - start:
            reason = f"custom data says that it has {size} words; {limit - start} are left in the program"
            raise self.fail(start, reason)
        instruction = TokenInstruction(NAMES["customdata"], token, start, size)
        kind = CustomKind(token >> 11)
        words = self.tokens[start + 2 : start + size]
        message = self.message(start + 2, start + size) if kind is CustomKind.SHADER_MESSAGE else None
        planes = self.clip_planes(start + 2, words) if kind is CustomKind.CLIP_PLANES else ()
        instruction.custom = CustomData(kind, words, message, planes)
        return instruction

    def message(self, start: int, end: int) -> Message:
        if end - start < 5:
            raise self.fail(start, "a shader message is cut off")
        identifier, is_formatted, length, count, operand_words = self.tokens[start : start + 5]
        position = start + 5
        if operand_words > end - position:
            raise self.fail(start + 4, f"operands of {operand_words} words run over the end of their message")
        operands = []
        operands_end = position + operand_words
        while position < operands_end:
            operand, position = self.operand(position, operands_end, 0)
            operands.append(operand)
        if len(operands) != count:
            raise self.fail(start + 3, f"a message of {count} operands has {len(operands)}")
        if length > 4 * (end - position):
            raise self.fail(start + 2, f"a text of {length} bytes runs over the end of its message")
        text = struct.pack(f"<{end - position}I", *self.tokens[position:end])[:length].decode("latin-1")
        return Message(identifier == _ERROR_MESSAGE, bool(is_formatted), text, tuple(operands))

    def clip_planes(self, start: int, words: tuple[int, ...]) -> tuple[ClipPlaneConstant, ...]:
        count = words[0] if words else 0
        if len(words) < 1 + 2 * count:
            raise self.fail(start, f"{count} clip plane constants run over the end of their custom data")
        pairs = (words[i : i + 2] for i in range(1, 1 + 2 * count, 2))
        return tuple(ClipPlaneConstant(a & 0xFFFF, a >> 16, b & 0xFFFF) for a, b in pairs)


_LONG = (NAMES["dcl_function_table"], NAMES["dcl_interface"])
_ERROR_MESSAGE = 0x00200103
