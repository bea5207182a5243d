"""Programs of Direct3D 9 (Aon9: vs_2_0, ps_2_0, ps_2_x) as token programs of shader model 4, where a container has no
other.

Each instruction becomes one or several of those. Source: Microsoft's reference of the assembly of ps_2_0, ps_2_x and
vs_2_0, and mtlb.dxbc.level9: `t#` and `oT#` are the registers of the signature in their order, without the position's;
`v#` of a vertex shader is input register #; constants are rows of constant buffers as the part's table says. 126
containers that have both programs are the judge of it (docs/direct3d.md §7). The offset of half a pixel, which the
runtime gives to vertex shaders, is 0: Metal's pixels have their centers where those of Direct3D 10 have them.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence

from ..base.errors import FormatError, MtlbError, UnsupportedError
from ..dxbc.container import Container, ContainerPart
from ..dxbc.contents import contents_of
from ..dxbc.level9 import Level9
from ..dxbc.opcodes import NAMES
from ..dxbc.signatures import SignatureElement
from ..dxbc.tokens import Index, TokenInstruction, TokenOperand, TokenProgram
from ..dxbc.words import ShaderKind
from .program import (
    Dimension,
    InputDeclaration,
    OperandType,
    Resource,
    ShaderProgram,
    elements_of,
    note_uses,
    read_shader,
    resource_names,
)

_POSITION, _LINEAR = 1, 2
_UINT, _INT = 1, 2  # types of components in signatures
_TEMPS = 98
# Additional temporaries: a0, intermediate values, integer inputs, counters of loops, p0, a result under a predicate.
_ADDRESS, _SCRATCH, _CONVERTED, _COUNTERS, _PREDICATE, _RESULT = 32, 33, 36, 68, 96, 97
_SATURATE, _NONZERO = 1 << 13, 1 << 18
_NEGATED, _ABSOLUTE = 1, 2
_MODIFIERS = {0: 0, 1: _NEGATED, 11: _ABSOLUTE, 12: _NEGATED | _ABSOLUTE}
_ALL, _MASK = 0xE4, 0xF
_COMMENT, _END = 0xFFFE, 0xFFFF
_DCL, _DEF, _DEFB, _DEFI = 31, 81, 47, 48
_TEXKILL, _TEXLD, _TEXLDD, _TEXLDL = 65, 66, 93, 95
_DIMENSIONS = {2: Dimension.TEXTURE_2D, 3: Dimension.TEXTURE_CUBE, 4: Dimension.TEXTURE_3D}
_TEMP, _INPUT, _CONSTANT, _TEXTURE, _RASTER, _COLOR_OUT, _OUTPUT, _INTEGER, _COLOR, _DEPTH, _SAMPLER = range(11)
_BOOLEAN, _LOOP, _LABEL, _PREDICATE_REGISTER = 14, 15, 18, 19
_NOT = 13
"""The modifier of predicates and booleans."""
_ONE, _ZERO, _SIGN = 0x3F800000, 0, 0x80000000
_MAX_POWER = 0x42FFFE01
"""127.9961, from Microsoft's page of lit."""
_COMPARISONS = {
    1: ("lt", True),
    2: ("eq", False),
    3: ("ge", False),
    4: ("lt", False),
    5: ("ne", False),
    6: ("ge", True),
}
"""For each comparison number: the instruction, and whether its sources are swapped."""
_SAME = {
    1: "mov",
    2: "add",
    4: "mad",
    5: "mul",
    6: "rcp",
    8: "dp3",
    9: "dp4",
    10: "min",
    11: "max",
    19: "frc",
    91: "deriv_rtx",
    92: "deriv_rty",
}
_OF_MAGNITUDES = {7: "rsq", 15: "log", 79: "log"}
_SOURCES = {3: 2, 12: 2, 13: 2, 17: 2, 18: 3, 32: 2, 33: 2, 88: 3, 90: 3, **dict.fromkeys(range(20, 25), 2)}
"""The number of sources, if above one, of instructions that expand to several."""
_MATRICES = {20: ("dp4", 4), 21: ("dp4", 3), 22: ("dp3", 4), 23: ("dp3", 3), 24: ("dp3", 2)}


def read_any_shader(container: Container) -> ShaderProgram:
    """The token program of a container, otherwise its feature level 9 program converted to shader model 4. Raises
    the errors of `read_shader`."""
    part = container.get("Aon9")
    if part is None or container.get("SHEX", "SHDR") is not None:
        return read_shader(container)
    level9 = contents_of(part)
    assert isinstance(level9, Level9)
    program = _Level9Reader(container, part, level9).read()
    for i in program.body:
        note_uses(program, i)
    return program


def _operand(type: int, numbers: Sequence[int], *, mask: int = _MASK) -> TokenOperand:
    """A destination."""
    return TokenOperand(type, 4, 0, mask, (), (), tuple(Index(0, number, None) for number in numbers))


def _immediate(*words: int) -> TokenOperand:
    return TokenOperand(OperandType.IMMEDIATE32, 4, 1, _ALL, (), words, ())


def _swizzled(operand: TokenOperand, swizzle: int, modifier: int = 0) -> TokenOperand:
    """A source operand whose swizzle is applied to an existing swizzle."""
    chosen = operand.chosen if operand.selection == 1 else _ALL
    places = [chosen >> 2 * (swizzle >> 2 * n & 3) & 3 for n in range(4)]
    before = operand.modifier
    modifier = modifier if modifier & _ABSOLUTE else before ^ modifier
    extensions = (1 | modifier << 6,) if modifier else ()
    bits = sum(place << 2 * n for n, place in enumerate(places))
    return TokenOperand(operand.type, 4, 1, bits, extensions, operand.values, operand.indices)


def _temp(number: int, swizzle: int = _ALL, modifier: int = 0) -> TokenOperand:
    return _swizzled(_operand(OperandType.TEMP, [number]), swizzle, modifier)


def _to(number: int, mask: int = _MASK) -> TokenOperand:
    return _operand(OperandType.TEMP, [number], mask=mask)


_X = 0x00  # the swizzle xxxx


class _Level9Reader:
    def __init__(self, container: Container, part: ContainerPart, level9: Level9) -> None:
        self._container, self._part, self._level9 = container, part, level9
        program = level9.program
        self._words = struct.unpack(f"<{len(program) // 4}I", program[: len(program) // 4 * 4])
        self._base = part.data_offset + bytes(part.data).find(bytes(program))
        self._at = 0
        self._is_pixel = bool(self._words) and self._words[0] >> 16 == 0xFFFF
        self._constants: dict[int, TokenOperand] = {}
        self._integers: dict[int, tuple[int, ...]] = {}
        self._booleans: dict[int, int] = {}
        self._loops: list[tuple[int, int]] = []  # the counter of each loop around, the step of aL
        self._read = (0, 0, 0)  # the last source: its token, and those of its register's index
        self._is_predicated = False
        self._predicate: tuple[TokenOperand, TokenOperand, int] | None = None
        self._dimensions: dict[int, Dimension] = {}
        self._inputs: dict[int, TokenOperand] = {}
        self._outputs: dict[tuple[int, int], TokenOperand] = {}
        self._body: list[TokenInstruction] = []
        self._prologue: list[TokenInstruction] = []
        self._start = 0
        self._depth: list[str] = []
        kind = ShaderKind.PIXEL if self._is_pixel else ShaderKind.VERTEX
        self.program = ShaderProgram(
            TokenProgram(kind, 4, 0, self._body, 0, b""), part, "fragment" if self._is_pixel else "vertex"
        )

    def read(self) -> ShaderProgram:
        """Convert the program."""
        program = self.program
        if len(self._words) < 2:
            raise FormatError("Aon9: there is no program", offset=self._part.data_offset)
        program.inputs = elements_of(self._container, "ISG1", "ISGN")
        program.outputs = elements_of(self._container, "OSG1", "OSGN")
        program.names = resource_names(self._container)
        program.temps = _TEMPS
        self._map_constants()
        self._at = 1
        while True:
            self._start = self._at
            token = self._take()
            opcode = token & 0xFFFF
            if opcode == _END:
                break
            if opcode == _COMMENT:
                self._at += token >> 16 & 0x7FFF
                continue
            end = self._at + (token >> 24 & 0xF)
            self._is_predicated, self._predicate = bool(token >> 28 & 1), None
            self._instruction(token, opcode, end)
            if self._is_predicated:
                self._store_predicated()
            if self._at != end:
                raise self._bad(f"opcode {opcode} has {end - self._start - 1} words")
        self._add("ret")
        self._body[:0] = self._prologue
        self._declare()
        program.body = self._body
        return program

    # --- words

    def _take(self) -> int:
        if self._at >= len(self._words):
            raise FormatError("Aon9: the program ends before its end token", offset=self._base + 4 * self._at)
        self._at += 1
        return int(self._words[self._at - 1])

    def _bad(self, reason: str) -> MtlbError:
        return FormatError(f"Aon9: {reason}", offset=self._base + 4 * self._start)

    def _refuse(self, what: str) -> MtlbError:
        return UnsupportedError(f"Aon9: {what}: not translated", offset=self._base + 4 * self._start)

    def _add(self, name: str, *operands: TokenOperand, controls: int = 0) -> None:
        row = NAMES[name]
        if len(operands) != row.layout.count("o"):
            raise self._bad(f"{name} with {len(operands)} operands")
        offset = (self._base - self._part.data_offset) // 4 + self._start
        instruction = TokenInstruction(row, row.number | controls, offset, 1)
        instruction.operands = operands
        self._body.append(instruction)

    # --- registers

    def _map_constants(self) -> None:
        for buffer in self._level9.buffers:
            for number in range(min(buffer.count, 256)):
                place = _operand(OperandType.CONSTANT_BUFFER, [buffer.buffer, buffer.start + number])
                self._constants[buffer.target + number] = place
        for runtime in self._level9.runtime:
            self._constants[runtime.target] = _immediate(_ZERO, _ZERO, _ZERO, _ZERO)

    def _kind(self, token: int) -> tuple[int, int]:
        return token >> 28 & 7 | token >> 8 & 0x18, token & 0x7FF

    def _varying(self, number: int, elements: Sequence[SignatureElement], what: str) -> int:
        """The register of varying `number`, not counting the position."""
        positions = {output.register for output in elements if output.system_value == _POSITION}
        registers = sorted({output.register for output in elements} - positions)
        if number >= len(registers):
            raise self._bad(f"{what}{number} is not in the signature")
        return registers[number]

    def _source(self) -> TokenOperand:
        token = self._take()
        kind, number = self._kind(token)
        relative = self._take() if token >> 13 & 1 else None
        self._read = token, number, relative or 0
        modifier = _MODIFIERS.get(token >> 24 & 0xF)
        if modifier is None:
            raise self._refuse(f"the modifier {token >> 24 & 0xF} of an operand, which shader model 1 has")
        indexed = None if relative is None else self._kind(relative)[0]
        if relative is not None and (kind != _CONSTANT or indexed not in (_TEXTURE, _LOOP) or self._is_pixel):
            raise self._refuse("a register with a computed index")
        operand = self._register(kind, number, relative)
        return _swizzled(operand, token >> 16 & 0xFF, modifier)

    def _register(self, kind: int, number: int, relative: int | None) -> TokenOperand:
        if kind == _TEMP and number < _ADDRESS:
            return _operand(OperandType.TEMP, [number])
        if kind == _CONSTANT:
            constant = self._constants.get(number)
            if constant is None:
                raise self._bad(f"c{number} is not mapped to a constant buffer")
            if relative is None:
                return constant
            if constant.type != OperandType.CONSTANT_BUFFER:
                raise self._refuse(f"c{number} with a computed index")
            place = _temp(_ADDRESS, (relative >> 16 & 3) * 0x55)
            if self._kind(relative)[0] == _LOOP:
                if not self._loops:
                    raise self._bad("aL outside of a loop")
                place = _temp(self._loops[-1][0], 0x55)
            index = Index(3, constant.indices[1].number, place)
            return TokenOperand(constant.type, 4, 0, _MASK, (), (), (constant.indices[0], index))
        if kind == _INPUT and not self._is_pixel:
            return self._input(number)
        if kind == _TEXTURE and self._is_pixel:
            return self._input(self._varying(number, self.program.inputs, "t"))
        raise self._refuse(f"a register of type {kind}")

    def _input(self, register: int) -> TokenOperand:
        """An input; integer vertex inputs are floats in Direct3D 9."""
        operand = _operand(OperandType.INPUT, [register])
        first = next((element for element in self.program.inputs if element.register == register), None)
        is_integer = first is not None and first.component_type in (_UINT, _INT) and register < 32
        if not is_integer or self._is_pixel:
            self._inputs[register] = operand
            return operand
        if register not in self._inputs:
            self._inputs[register] = operand
            body, self._body = self._body, self._prologue
            self._add(
                "utof" if first is not None and first.component_type == _UINT else "itof",
                _to(_CONVERTED + register),
                _swizzled(operand, _ALL),
            )
            self._body = body
        return _operand(OperandType.TEMP, [_CONVERTED + register])

    def _destination(self) -> tuple[TokenOperand, int]:
        """A destination, and the flags for it in the instruction token. Under a predicate it is a temporary."""
        target, controls = self._plain_destination()
        if not self._is_predicated:
            return target, controls
        predicate, flag = self._predicate_source()
        self._predicate = target, predicate, flag
        return _to(_RESULT, target.chosen if target.components == 4 else 1), controls

    def _store_predicated(self) -> None:
        """Write those components of the last result whose predicate is true."""
        if self._predicate is None:
            raise self._bad("a predicate without a destination")
        target, predicate, flag = self._predicate
        for lane in range(4):
            if target.components != 4 and lane == 0:
                self._when(predicate, 0, flag, "mov", target, _temp(_RESULT, _X))
            elif target.components == 4 and target.chosen >> lane & 1:
                part = TokenOperand(target.type, 4, 0, 1 << lane, (), (), target.indices)
                self._when(predicate, lane, flag, "mov", part, _temp(_RESULT))

    def _when(self, condition: TokenOperand, lane: int, flag: int, name: str, *operands: TokenOperand) -> None:
        """An instruction that runs if a component of a condition holds."""
        self._add("if", _swizzled(condition, lane * 0x55), controls=flag)
        self._add(name, *operands)
        self._add("endif")

    def _predicate_source(self) -> tuple[TokenOperand, int]:
        """A predicate or boolean, and the flag of the test that it passes."""
        token = self._take()
        kind, number = self._kind(token)
        modifier = token >> 24 & 0xF
        if modifier not in (0, _NOT):
            raise self._bad(f"the modifier {modifier} of a condition")
        flag = 0 if modifier == _NOT else _NONZERO
        if kind == _BOOLEAN:
            if number not in self._booleans:
                raise self._refuse(f"b{number}, which the program does not define")
            return _immediate(*[self._booleans[number]] * 4), flag
        if kind != _PREDICATE_REGISTER or number:
            raise self._bad(f"a condition in a register of type {kind}")
        return _temp(_PREDICATE, token >> 16 & 0xFF), flag

    def _plain_destination(self) -> tuple[TokenOperand, int]:
        token = self._take()
        kind, number = self._kind(token)
        mask, saturates = token >> 16 & 0xF, token >> 20 & 1
        controls = _SATURATE if saturates else 0
        if kind == _TEMP and number < _ADDRESS:
            return _to(number, mask), controls
        if kind == _TEXTURE and not self._is_pixel and number == 0:
            return _to(_ADDRESS, mask), controls
        if kind == _PREDICATE_REGISTER and number == 0:
            return _to(_PREDICATE, mask), controls
        return self._output(kind, number, mask), controls

    def _output(self, kind: int, number: int, mask: int) -> TokenOperand:
        elements = self.program.outputs
        if kind == _DEPTH and self._is_pixel:
            operand = TokenOperand(OperandType.DEPTH, 1, 0, 0, (), (), ())
            self._outputs[kind, 0] = operand
            return operand
        if kind == _COLOR and self._is_pixel:
            register = number
        elif kind == _RASTER and number == 0:
            registers = [output.register for output in elements if output.system_value == _POSITION]
            if not registers:
                raise self._bad("oPos is not in the signature")
            register = registers[0]
        elif kind == _OUTPUT and not self._is_pixel:
            register = self._varying(number, elements, "oT")
        else:
            raise self._refuse(f"an output register of type {kind}")
        self._outputs[kind, register] = _operand(OperandType.OUTPUT, [register])
        return _operand(OperandType.OUTPUT, [register], mask=mask)

    # --- declarations

    def _declare(self) -> None:
        program, row = self.program, self._body[0]
        for register in sorted(self._inputs):
            mask = 0
            for element in program.inputs:
                mask |= element.mask if element.register == register else 0
            operand = _operand(OperandType.INPUT, [register], mask=mask or _MASK)
            program.input_declarations.append(InputDeclaration(operand, 0, _LINEAR if self._is_pixel else 0, row))
        program.output_declarations += [InputDeclaration(output, 0, 0, row) for output in self._outputs.values()]
        rows: dict[int, int] = {}
        for mapping in self._level9.buffers:
            rows[mapping.buffer] = max(rows.get(mapping.buffer, 0), mapping.start + mapping.count)
        for buffer, count in sorted(rows.items()):
            program.resources["cb", buffer] = Resource("cb", buffer, buffer, buffer, 0, row, rows=count)
        for sampler in self._level9.samplers:
            dimension = self._dimensions.get(sampler.target)
            if dimension is None:
                continue
            resource, state = sampler.resource, sampler.sampler
            texture = Resource("t", resource, resource, resource, 0, row, "typed", dimension, 5)
            program.resources.setdefault(("t", resource), texture)
            program.resources.setdefault(("s", state), Resource("s", state, state, state, 0, row))

    def _declaration(self) -> None:
        usage, token = self._take(), self._take()
        kind, number = self._kind(token)
        if kind == _SAMPLER:
            dimension = _DIMENSIONS.get(usage >> 27 & 0xF)
            if dimension is None:
                raise self._bad(f"a sampler of dimension {usage >> 27 & 0xF}")
            self._dimensions[number] = dimension
        elif (kind, self._is_pixel) not in ((_TEXTURE, True), (_INPUT, False)):
            raise self._refuse(f"an input of type {kind}")

    # --- instructions

    def _instruction(self, token: int, opcode: int, end: int) -> None:
        if opcode == _DCL:
            self._declaration()
        elif opcode in (_DEF, _DEFI):
            _, number = self._kind(self._take())
            words = [self._take() for _ in range(4)]
            if opcode == _DEF:
                self._constants[number] = _immediate(*words)
            else:
                self._integers[number] = tuple(words)
        elif opcode == _DEFB:
            _, number = self._kind(self._take())
            self._booleans[number] = self._take()
        elif opcode in _FLOW:
            _FLOW[opcode](self, token)
        elif opcode == _SETP:
            target, _ = self._destination()
            self._condition(token, target)
        elif opcode in _SAME or opcode in _OF_MAGNITUDES:
            name = _SAME.get(opcode) or _OF_MAGNITUDES[opcode]
            target, controls = self._destination()
            sources = self._sources(end)
            if opcode in _OF_MAGNITUDES:
                sources = [_swizzled(source, _ALL, _ABSOLUTE) for source in sources]
            self._add(name, target, *sources, controls=controls)
        elif opcode in _EXPANSIONS:
            target, controls = self._destination()
            sources = self._sources(end)
            if len(sources) < _SOURCES.get(opcode, 1):
                raise self._bad(f"opcode {opcode} with {len(sources)} sources")
            _EXPANSIONS[opcode](self, target, controls, sources)
        elif opcode == _TEXKILL:
            self._texkill()
        elif opcode in (_TEXLD, _TEXLDD, _TEXLDL):
            self._texture(token, opcode, end)
        elif opcode:
            raise self._refuse(f"opcode {opcode}")

    def _sources(self, end: int) -> list[TokenOperand]:
        sources = []
        while self._at < end:
            sources.append(self._source())
        return sources

    def expand_sub(self, target: TokenOperand, controls: int, s: list[TokenOperand]) -> None:
        self._add("add", target, s[0], _swizzled(s[1], _ALL, _NEGATED), controls=controls)

    def expand_exp(self, target: TokenOperand, controls: int, s: list[TokenOperand]) -> None:
        self._add("exp", target, s[0], controls=controls)

    def expand_dst(self, target: TokenOperand, controls: int, s: list[TokenOperand]) -> None:
        """1, the product of the y components, z of the first, w of the second (Microsoft's page of dst)."""
        self._add("mul", _to(_SCRATCH, 2), s[0], s[1])
        self._add("mov", _to(_SCRATCH, 1), _immediate(*[_ONE] * 4))
        self._add("mov", _to(_SCRATCH, 4), s[0])
        self._add("mov", _to(_SCRATCH, 8), s[1])
        self._add("mov", target, _temp(_SCRATCH), controls=controls)

    def expand_lit(self, target: TokenOperand, controls: int, s: list[TokenOperand]) -> None:
        """1, max(x, 0), y to the power w if x and y are positive, 1 (Microsoft's page of lit, which limits the
        power)."""
        zero, ones = _immediate(*[_ZERO] * 4), _immediate(*[_ONE] * 4)
        power, is_lit = _SCRATCH + 1, _SCRATCH + 2
        self._add("max", _to(power), _swizzled(s[0], 0xFF), _immediate(*[_MAX_POWER | _SIGN] * 4))
        self._add("min", _to(power), _temp(power), _immediate(*[_MAX_POWER] * 4))
        self._add("log", _to(is_lit), _swizzled(s[0], 0x55, _ABSOLUTE))
        self._add("mul", _to(power), _temp(power), _temp(is_lit))
        self._add("exp", _to(power), _temp(power))
        self._add("lt", _to(is_lit), zero, s[0])
        self._add("and", _to(is_lit), _temp(is_lit, _X), _temp(is_lit, 0x55))
        self._add("mov", _to(_SCRATCH), ones)
        self._add("max", _to(_SCRATCH, 2), _swizzled(s[0], _X), zero)
        self._add("movc", _to(_SCRATCH, 4), _temp(is_lit), _temp(power), zero)
        self._add("mov", target, _temp(_SCRATCH), controls=controls)

    def expand_abs(self, target: TokenOperand, controls: int, s: list[TokenOperand]) -> None:
        self._add("mov", target, _swizzled(s[0], _ALL, _ABSOLUTE), controls=controls)

    def expand_mova(self, target: TokenOperand, controls: int, s: list[TokenOperand]) -> None:
        """Round to the nearest integer."""
        self._add("round_ne", _to(_SCRATCH), s[0])
        self._add("ftoi", target, _temp(_SCRATCH))

    def expand_pow(self, target: TokenOperand, controls: int, s: list[TokenOperand]) -> None:
        self._add("log", _to(_SCRATCH), _swizzled(s[0], _ALL, _ABSOLUTE))
        self._add("mul", _to(_SCRATCH), _temp(_SCRATCH), s[1])
        self._add("exp", target, _temp(_SCRATCH), controls=controls)

    def expand_lrp(self, target: TokenOperand, controls: int, s: list[TokenOperand]) -> None:
        self._add("add", _to(_SCRATCH), s[1], _swizzled(s[2], _ALL, _NEGATED))
        self._add("mad", target, s[0], _temp(_SCRATCH), s[2], controls=controls)

    def expand_nrm(self, target: TokenOperand, controls: int, s: list[TokenOperand]) -> None:
        self._add("dp3", _to(_SCRATCH), s[0], s[0])
        self._add("rsq", _to(_SCRATCH), _temp(_SCRATCH, _X))
        self._add("mul", target, s[0], _temp(_SCRATCH, _X), controls=controls)

    def expand_crs(self, target: TokenOperand, controls: int, s: list[TokenOperand]) -> None:
        yzx, zxy = 0xC9, 0xD2
        self._add("mul", _to(_SCRATCH), _swizzled(s[0], zxy), _swizzled(s[1], yzx))
        parts = (_swizzled(s[0], yzx), _swizzled(s[1], zxy), _temp(_SCRATCH, _ALL, _NEGATED))
        self._add("mad", target, *parts, controls=controls)

    def expand_sgn(self, target: TokenOperand, controls: int, s: list[TokenOperand]) -> None:
        """-1, 0 or 1."""
        zero, ones = _immediate(*[_ZERO] * 4), _immediate(*[_ONE] * 4)
        for number, pair in enumerate(((zero, s[0]), (s[0], zero))):
            self._add("lt", _to(_SCRATCH + number), *pair)
            self._add("and", _to(_SCRATCH + number), _temp(_SCRATCH + number), ones)
        self._add("add", target, _temp(_SCRATCH), _temp(_SCRATCH + 1, _ALL, _NEGATED), controls=controls)

    def expand_sincos(self, target: TokenOperand, controls: int, s: list[TokenOperand]) -> None:
        """The cosine in x, the sine in y."""
        null = TokenOperand(OperandType.NULL, 0, 0, 0, (), (), ())
        self._add("sincos", _to(_SCRATCH, 2), null, s[0])
        self._add("sincos", null, _to(_SCRATCH, 1), s[0])
        self._add("mov", target, _temp(_SCRATCH), controls=controls)

    def expand_compared(self, name: str, target: TokenOperand, controls: int, s: list[TokenOperand]) -> None:
        """1 where a comparison is true, otherwise 0."""
        self._add(name, _to(_SCRATCH), s[0], s[1])
        self._add("and", _to(_SCRATCH), _temp(_SCRATCH), _immediate(*[_ONE] * 4))
        self._add("mov", target, _temp(_SCRATCH), controls=controls)

    def expand_cmp(self, target: TokenOperand, controls: int, s: list[TokenOperand]) -> None:
        """The second source where the first is >= 0, otherwise the third."""
        self._add("ge", _to(_SCRATCH), s[0], _immediate(*[_ZERO] * 4))
        self._add("movc", target, _temp(_SCRATCH), s[1], s[2], controls=controls)

    def expand_dp2add(self, target: TokenOperand, controls: int, s: list[TokenOperand]) -> None:
        self._add("dp2", _to(_SCRATCH), s[0], s[1])
        self._add("add", target, _temp(_SCRATCH, _X), s[2], controls=controls)

    def expand_matrix(self, name: str, rows: int, target: TokenOperand, controls: int, s: list[TokenOperand]) -> None:
        """A product with a matrix, whose rows are consecutive registers."""
        token, number, relative = self._read
        modifier = _MODIFIERS[token >> 24 & 0xF]
        for row in range(rows):
            register = self._register(self._kind(token)[0], number + row, relative or None)
            self._add(name, _to(_SCRATCH, 1 << row), s[0], _swizzled(register, token >> 16 & 0xFF, modifier))
        self._add("mov", target, _temp(_SCRATCH), controls=controls)

    # --- textures

    def _texture(self, token: int, opcode: int, end: int) -> None:
        target, controls = self._destination()
        place = self._source()
        number = self._kind(self._take())[1]
        gradients = self._sources(end)
        sampler = next((mapping for mapping in self._level9.samplers if mapping.target == number), None)
        if sampler is None or number not in self._dimensions:
            raise self._bad(f"s{number} is not mapped, or not declared")
        texture = _swizzled(_operand(OperandType.RESOURCE, [sampler.resource]), _ALL)
        state = TokenOperand(OperandType.SAMPLER, 0, 0, 0, (), (), (Index(0, sampler.sampler, None),))
        form = token >> 16 & 0xFF
        name, more = "sample", gradients
        if opcode == _TEXLDD:
            name = "sample_d"
        elif opcode == _TEXLDL or form == 2:
            name, more = "sample_l" if opcode == _TEXLDL else "sample_b", [_swizzled(place, 0xFF)]
        elif form == 1:
            self._add("div", _to(_SCRATCH), place, _swizzled(place, 0xFF))
            place = _temp(_SCRATCH)
        self._add(name, target, place, texture, state, *more, controls=controls)

    def _texkill(self) -> None:
        """Discard the pixel if a component is below 0 (and its predicate is true)."""
        token = self._take()
        kind, number = self._kind(token)
        source = _swizzled(self._register(kind, number, None), _ALL)
        condition = self._predicate_source() if self._is_predicated else None
        self._is_predicated = False
        self._add("lt", _to(_SCRATCH), source, _immediate(*[_ZERO] * 4))
        for lane in range(4):
            if not token >> 16 + lane & 1:
                continue
            if condition is not None:
                self._add("if", _swizzled(condition[0], lane * 0x55), controls=condition[1])
            self._add("discard", _temp(_SCRATCH, lane * 0x55), controls=_NONZERO)
            if condition is not None:
                self._add("endif")

    # --- flow

    def flow_ifc(self, token: int) -> None:
        self._condition(token, _to(_SCRATCH))
        self._add("if", _temp(_SCRATCH, _X), controls=_NONZERO)
        self._depth.append("endif")

    def flow_if(self, token: int) -> None:
        condition, flag = self._predicate_source()
        self._add("if", _swizzled(condition, _X), controls=flag)
        self._depth.append("endif")

    def flow_breakc(self, token: int) -> None:
        self._condition(token, _to(_SCRATCH))
        self._add("breakc", _temp(_SCRATCH, _X), controls=_NONZERO)

    def flow_breakp(self, token: int) -> None:
        condition, flag = self._predicate_source()
        self._add("breakc", _swizzled(condition, _X), controls=flag)

    def _condition(self, token: int, target: TokenOperand) -> None:
        row = _COMPARISONS.get(token >> 16 & 7)
        if row is None:
            raise self._bad(f"the comparison {token >> 16 & 7} is unknown")
        name, is_swapped = row
        pair = [self._source(), self._source()]
        self._add(name, target, *(pair[::-1] if is_swapped else pair))

    def flow_rep(self, token: int) -> None:
        """A loop with an iteration count from a constant."""
        self._loop("endrep")

    def flow_loop(self, token: int) -> None:
        """A loop whose constant has the number of iterations, the start of aL, and its step."""
        if self._kind(self._take())[0] != _LOOP:
            raise self._bad("a loop without aL")
        self._loop("endloop")

    def _loop(self, end: str) -> None:
        kind, number = self._kind(self._take())
        if kind != _INTEGER or number not in self._integers:
            raise self._refuse(f"i{number}, which the program does not define")
        counter = _COUNTERS + len(self._depth)
        if counter >= _PREDICATE:
            raise self._bad("loops too deep")
        count, first, step, _ = self._integers[number]
        self._add("mov", _to(counter, 3), _immediate(count, first, 0, 0))
        self._add("loop")
        self._add("ige", _to(_SCRATCH, 1), _immediate(0, 0, 0, 0), _temp(counter, _X))
        self._add("breakc", _temp(_SCRATCH, _X), controls=_NONZERO)
        self._add("iadd", _to(counter, 1), _temp(counter, _X), _immediate(*[0xFFFFFFFF] * 4))
        self._depth.append(end)
        if end == "endloop":
            self._loops.append((counter, step))

    def flow_end(self, name: str) -> None:
        if not self._depth or self._depth.pop() != name:
            raise self._bad(f"{name} without its beginning")
        if name == "endloop":
            counter, step = self._loops.pop()
            self._add("iadd", _to(counter, 2), _temp(counter, 0x55), _immediate(*[step] * 4))
        self._add("endif" if name == "endif" else "endloop")

    def flow_plain(self, name: str) -> None:
        self._add(name)

    def _label(self) -> TokenOperand:
        kind, number = self._kind(self._take())
        if kind != _LABEL:
            raise self._bad(f"a label of type {kind}")
        return TokenOperand(OperandType.LABEL, 0, 0, 0, (), (), (Index(0, number, None),))

    def flow_label(self, name: str) -> None:
        self._add(name, self._label())

    def flow_callnz(self, token: int) -> None:
        label = self._label()
        condition, flag = self._predicate_source()
        self._add("callc", _swizzled(condition, _X), label, controls=flag)


_Flow = Callable[[_Level9Reader, int], None]


def _named(function: Callable[[_Level9Reader, str], None], name: str) -> _Flow:
    return lambda reader, token: function(reader, name)


_FLOW: dict[int, _Flow] = {
    25: _named(_Level9Reader.flow_label, "call"),
    26: _Level9Reader.flow_callnz,
    27: _Level9Reader.flow_loop,
    28: _named(_Level9Reader.flow_plain, "ret"),
    29: _named(_Level9Reader.flow_end, "endloop"),
    30: _named(_Level9Reader.flow_label, "label"),
    38: _Level9Reader.flow_rep,
    39: _named(_Level9Reader.flow_end, "endrep"),
    40: _Level9Reader.flow_if,
    41: _Level9Reader.flow_ifc,
    42: _named(_Level9Reader.flow_plain, "else"),
    43: _named(_Level9Reader.flow_end, "endif"),
    44: _named(_Level9Reader.flow_plain, "break"),
    45: _Level9Reader.flow_breakc,
    96: _Level9Reader.flow_breakp,
}
_SETP = 94
_Expansion = Callable[[_Level9Reader, TokenOperand, int, list[TokenOperand]], None]


def _compared(name: str) -> _Expansion:
    return lambda reader, target, controls, s: reader.expand_compared(name, target, controls, s)


def _matrix(name: str, rows: int) -> _Expansion:
    return lambda reader, target, controls, s: reader.expand_matrix(name, rows, target, controls, s)


_EXPANSIONS: dict[int, _Expansion] = {
    3: _Level9Reader.expand_sub,
    12: _compared("lt"),
    13: _compared("ge"),
    14: _Level9Reader.expand_exp,
    16: _Level9Reader.expand_lit,
    17: _Level9Reader.expand_dst,
    18: _Level9Reader.expand_lrp,
    32: _Level9Reader.expand_pow,
    33: _Level9Reader.expand_crs,
    34: _Level9Reader.expand_sgn,
    35: _Level9Reader.expand_abs,
    36: _Level9Reader.expand_nrm,
    37: _Level9Reader.expand_sincos,
    46: _Level9Reader.expand_mova,
    78: _Level9Reader.expand_exp,
    88: _Level9Reader.expand_cmp,
    90: _Level9Reader.expand_dp2add,
    **{opcode: _matrix(*row) for opcode, row in _MATRICES.items()},
}
