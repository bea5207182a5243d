"""The body of a shader: its registers as thread memory, and access to operands.
A register is a uint4: its contents have no type. Temporaries, outputs and indexable temporaries are variables, which
the GPU compiler promotes to values; inputs and system values are values. Source of the operand rules: Microsoft's
Direct3D 11.3 functional specification, chapters 7 and 22, and mtlb.dxbc.tokens."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from ..dxbc.tokens import Index, TokenInstruction, TokenOperand
from ..emit.names import f32, i32, u32, uint4
from ..emit.operands import Global, Reference, TypedValue
from ..emit.signature import EntryBuilder
from ..emit.types import Array, MetalPointer, MetalType, Scalar, Vector
from ..translate.access import at_byte
from .program import MAX_OUTPUT_REGISTERS, InputDeclaration, OperandType, Resource, ShaderProgram, find_resource

FLOAT, SIGNED, UNSIGNED = f32, i32, u32
REGISTER_BYTES = 16
OF_ITS_OWN = 0x100
"""Added to the operand type, it forms the key of an output without a register."""
_LINKED_BY_SIGNATURE = ("vertex", "domain", "geometry")
"""Stages whose outputs exist even if the program never writes them: the next stage may declare them as inputs."""
_SIGN, _EXPONENT = 0x80000000, 0x7F800000
_NEGATED, _ABSOLUTE = 1, 2
_MOVES = ("mov", "movc", "swapc")  # instructions whose saturation treats the bits as floats


def lanes_of(operand: TokenOperand) -> list[int]:
    """The components of a destination that are written."""
    if operand.components == 4:
        return [place for place in range(4) if operand.chosen >> place & 1]
    return [0] if operand.components == 1 else []


def places_of(operand: TokenOperand) -> list[int]:
    """The source component for each of x, y, z, w."""
    if operand.components != 4:
        return [0] * 4
    if operand.selection == 1:
        return [operand.chosen >> 2 * place & 3 for place in range(4)]
    return [operand.chosen & 3] * 4 if operand.selection == 2 else [0, 1, 2, 3]


def of_count(element: Scalar, count: int) -> MetalType:
    """A number, or a vector of `count` numbers."""
    return Vector(element, count) if count > 1 else element


def count_of(value: TypedValue) -> int:
    """The number of components of a value."""
    return value.type.count if isinstance(value.type, Vector) else 1


class RegisterRows:
    """Registers in memory, 16 bytes each: for consecutive vertices, or (`stride` is None) for a single object.
    `base`: an address; the first register is `start` bytes after it. Without it: an array of registers, in a
    variable. There are `count` vertices, each with registers 0 to `registers` - 1."""

    def __init__(
        self, base: TypedValue, start: TypedValue | None, stride: TypedValue | None, count: int, registers: int
    ) -> None:
        self.base, self.start, self.stride = base, start, stride
        self.count, self.registers = count, registers

    def address(self, b: EntryBuilder, vertex: TypedValue | int, register: TypedValue | int) -> TypedValue:
        """The address of a register."""
        if self.start is None:
            return b.part(self.base, register)
        at = self.start + register * REGISTER_BYTES
        if self.stride is not None:
            at = at + self.stride * vertex
        return at_byte(b, self.base, at, uint4)

    def number(
        self, b: EntryBuilder, vertex: TypedValue | int, register: TypedValue | int, lane: int, type: Scalar
    ) -> TypedValue:
        """The index of a register component in memory, in 32-bit units."""
        return at_byte(b, self.address(b, vertex, register), 4 * lane, type)

    def load(self, f: ProgramLowering, i: TokenInstruction, operand: TokenOperand) -> TypedValue:
        """The bits of an operand's register. Raises FormatError for a register out of range."""
        expected = 1 if self.stride is None else 2
        if len(operand.indices) != expected:
            raise f.program.bad(i, f"a register with {len(operand.indices)} indices, not {expected}")
        numbers: list[TypedValue | int] = [0]
        for index, count in zip(operand.indices, (self.count, self.registers)[-expected:], strict=True):
            number = f.index(i, index)
            if isinstance(number, int) and number >= count:
                raise f.program.bad(i, f"the index {number} of an input is out of range: there are {count}")
            numbers.append(f.clamped(number, count))
        return f.b.load(self.address(f.b, numbers[-2], numbers[-1]))


class Handles(Protocol):
    """The values bound to a resource array: `[index]` selects an element."""

    def __getitem__(self, index: TypedValue | int) -> TypedValue: ...


class Descriptors(Handles, Protocol):
    """An array of descriptors."""

    def at(self, index: TypedValue | int) -> TypedValue:
        """The address of a descriptor."""


class Interpolant(NamedTuple):
    """A pixel shader input that is interpolated at positions the program specifies: the components of its register."""

    value: TypedValue
    lanes: tuple[int, ...]
    is_perspective: bool


class Mesh(Protocol):
    """The output of a geometry shader."""

    def emit(self, stream: int) -> None:
        """Emit a vertex from the contents of the output registers."""

    def cut(self, stream: int) -> None:
        """End the strip."""


class ValueLowering:
    """The state for building a shader body, shared by all source formats: numbers, and the values bound to
    resources.
    `handles` has the argument of each resource by kind and id, `buffer_slots` the slot of resources in buffers,
    `counters` the counter of a structured buffer by id, `sizes` the buffer of sizes."""

    def __init__(self, b: EntryBuilder) -> None:
        self.b = b
        b.code.refuses_undefined = False
        self.handles: dict[tuple[str, int], TypedValue | Handles] = {}
        self.descriptors: dict[tuple[str, int], TypedValue | Descriptors] = {}
        """The address of a resource's descriptor in an argument buffer."""
        self.root_constants: dict[tuple[str, int], tuple[TypedValue, int]] = {}
        """A constant buffer inside an argument buffer: the address of its array of uints, and their number."""
        self.counters: dict[int, TypedValue] = {}
        self.sizes: TypedValue | None = None
        self.bounds = "unchecked"
        """The handling of accesses to raw and structured buffers out of bounds: one of `BOUNDS_POLICIES`."""
        self.buffer_slots: dict[tuple[str, int], int] = {}

    def const(self, element: Scalar, value: int | float, count: int = 1) -> TypedValue:
        """A constant, as a scalar or a vector."""
        return self.b.const(of_count(element, count), value)

    def bits(self, value: TypedValue, element: Scalar = u32) -> TypedValue:
        """The same bits, reinterpreted as another type."""
        type = value.type
        if type is element or (isinstance(type, Vector) and type.element is element):
            return value
        return self.b.bitcast(value, of_count(element, count_of(value)))

    def pick(self, value: TypedValue, places: Sequence[int]) -> TypedValue:
        """The components at `places`; a scalar is repeated."""
        if not isinstance(value.type, Vector):
            return value if len(places) == 1 else self.b.splat(value, len(places))
        if len(places) == 1:
            return self.b.extract(value, places[0])
        if list(places) == list(range(value.type.count)):
            return value
        return self.b.shuffle(value, list(places))

    def joined(self, parts: Sequence[TypedValue]) -> TypedValue:
        """A vector of numbers; a single number is returned as it is."""
        return parts[0] if len(parts) == 1 else self.b.vector(*parts)

    def four(self, bits: TypedValue, lanes: Sequence[int], element: Scalar) -> TypedValue:
        """Components `lanes` of a register, moved to the front of four; the others are 0."""
        places = [lanes[place] if place < len(lanes) else lanes[-1] for place in range(4)]
        four_bits = self.bits(self.pick(bits, places), element)
        for place in range(len(lanes), 4):
            four_bits = self.b.insert(four_bits, self.const(element, 0), place)
        return four_bits

    def clamped(self, index: TypedValue | int, count: int) -> TypedValue | int:
        """An index clamped to the last element: out-of-range indices are undefined, and must not reach other memory."""
        if isinstance(index, int):
            return index
        return self.b.math("min", index, self.const(u32, count - 1))

    def zero_outside(self, index: TypedValue | int, count: int, rows: TypedValue, *, is_pointer: bool) -> TypedValue:
        """Row `index` of `count`; zero out of bounds (functional specification 7.5: reads out of bounds return 0)."""
        at = self.clamped(index, count)
        row = self.b.load(rows[at] if is_pointer else self.b.part(rows, at))
        row = row if row.type == uint4 else self.bits(row)
        if isinstance(index, int):
            return row
        return self.b.select(index < count, row, self.const(u32, 0, 4))

    def constant_row(self, rows: TypedValue, row: TypedValue | int, count: int) -> TypedValue:
        """The bits of a row in a constant buffer with `count` rows (0: any number)."""
        if isinstance(row, int) and count and row >= count:
            return self.const(u32, 0, 4)
        if not count:
            return self.bits(self.b.load(rows[row]))
        return self.zero_outside(row, count, rows, is_pointer=True)

    def root_constant_row(self, resource: Resource, row: TypedValue | int) -> TypedValue:
        """A row of a root signature's constants: 0 beyond the last."""
        numbers, count = self.root_constants[resource.kind, resource.id]
        words = []
        for lane in range(4):
            at = row * 4 + lane
            if isinstance(at, int):
                words.append(self.b.load(self.b.gep(numbers, at)) if at < count else self.const(u32, 0))
                continue
            word = self.b.load(self.b.gep(numbers, self.clamped(at, max(count, 1))))
            words.append(self.b.select(at < count, word, self.const(u32, 0)))
        return self.b.vector(*words)


class ProgramLowering(ValueLowering):
    """The body of an entry point, with the state that instructions share: registers, resources, builtins.
    `inputs` has the value of each input register as a uint4; `system` the values of special operands, such as the
    thread position, as uint or uint vector; `handles` the values bound to resources."""

    def __init__(self, program: ShaderProgram, b: EntryBuilder, icb: Global | None) -> None:
        super().__init__(b)
        self.program = program
        self.inputs: dict[int, TypedValue] = {}
        self.system: dict[int, TypedValue] = {}
        self.group_memory: dict[int, TypedValue] = {}
        self.outputs: dict[int, Reference] = {}
        """The variables of output registers; outputs without a register have the key 0x100 + operand type."""
        self.output_array: Reference | None = None
        """All output registers as one array, if some are indexed."""
        self.rows: dict[int, RegisterRows] = {}
        """Inputs in memory, by operand type."""
        self.interpolants: dict[int, list[Interpolant]] = {}
        """Interpolants, by input register."""
        self.mesh: Mesh | None = None
        """The output of a geometry shader."""
        self._icb = icb
        self._temps: dict[int, Reference] = {}
        self._indexable: dict[int, Reference] = {}
        self._input_array: Reference | None = None

    # --- sources

    def source(self, i: TokenInstruction, place: int) -> TokenOperand:
        """Operand `place`. Raises FormatError if it does not exist."""
        if place >= len(i.operands):
            raise self.program.bad(i, f"it has {len(i.operands)} operands")
        return i.operands[place]

    def read(self, i: TokenInstruction, place: int, lanes: Sequence[int], element: Scalar | None) -> TypedValue:
        """Read operand `place` for the destination's `lanes`, with its modifiers, as numbers of a type (None: as
        bits, with float modifiers)."""
        return self.operand(i, self.source(i, place), lanes, element)

    def operand(
        self, i: TokenInstruction, operand: TokenOperand, lanes: Sequence[int], element: Scalar | None
    ) -> TypedValue:
        """As `read`, for any operand."""
        if not lanes:
            lanes = [0]
        places = places_of(operand)
        chosen = [places[lane] for lane in lanes]
        if operand.type == OperandType.IMMEDIATE32:
            value = self._immediate(i, operand, chosen, f32 if element == f32 and not operand.modifier else u32)
        else:
            value = self._source_bits(i, operand, chosen)
        return self.modified(i, operand, value, element)

    def modified(
        self, i: TokenInstruction, operand: TokenOperand, value: TypedValue, element: Scalar | None = None
    ) -> TypedValue:
        """Bits or floats, with the operand's modifiers applied."""
        modifier = operand.modifier
        if not modifier:
            return self.bits(value, element or u32)
        value = self.bits(value)
        if modifier > 3:
            raise self.program.bad(i, f"the modifier {modifier} of an operand is unknown")
        if element is not None and element.is_integer:
            value = self.bits(value, element)
            if modifier & _ABSOLUTE:
                value = self.b.math("abs", self.bits(value, i32))
                value = self.bits(value, element)
            return self.b.sub(0, value) if modifier & _NEGATED else value
        if modifier & _ABSOLUTE:
            value = value & (_SIGN - 1)
        if modifier & _NEGATED:
            value = value ^ _SIGN
        return value if element is None else self.bits(value, element)

    def number(self, i: TokenInstruction, place: int, element: Scalar = u32) -> TypedValue:
        """The first component of operand `place`."""
        return self.read(i, place, [0], element)

    def _source_bits(self, i: TokenInstruction, operand: TokenOperand, places: Sequence[int]) -> TypedValue:
        if operand.type == OperandType.IMMEDIATE64:
            raise self.program.refuse(i, "floats of 64 bits, which Metal does not have")
        return self.pick(self._register(i, operand), places)

    def _immediate(
        self, i: TokenInstruction, operand: TokenOperand, places: Sequence[int], element: Scalar
    ) -> TypedValue:
        """Words of an immediate, as bits or, if they are finite, as floats."""
        words = operand.values
        if len(words) not in (1, 4):
            raise self.program.bad(i, f"an immediate of {len(words)} words")
        chosen = [words[place if len(words) == 4 else 0] for place in places]
        numbers: Sequence[int | float] = chosen
        if element == f32 and all(word & _EXPONENT != _EXPONENT for word in chosen):
            numbers = struct.unpack(f"<{len(chosen)}f", struct.pack(f"<{len(chosen)}I", *chosen))
        else:
            element = u32
        return self.b.const(of_count(element, len(chosen)), numbers if len(numbers) > 1 else numbers[0])

    def _register(self, i: TokenInstruction, operand: TokenOperand) -> TypedValue:
        """The bits of an entire source register."""
        type = operand.type
        if type in self.rows:
            return self.rows[type].load(self, i, operand)
        if type == OperandType.INPUT:
            return self._input(i, operand)
        if type == OperandType.CONSTANT_BUFFER:
            return self._constant(i, operand)
        if type == OperandType.IMMEDIATE_CONSTANT_BUFFER:
            return self._immediate_constant(i, operand)
        if type in self.system:
            return self.system[type]
        if type in (OperandType.TEMP, OperandType.INDEXABLE_TEMP, OperandType.OUTPUT):
            return self.b.load(self.place(i, operand))
        raise self.program.bad(i, f"an operand of type {type} is not declared, or can't be read")

    def _input(self, i: TokenInstruction, operand: TokenOperand) -> TypedValue:
        if len(operand.indices) != 1:
            raise self.program.bad(i, "an input register has one index in this stage")
        index = operand.indices[0]
        if index.relative is None:
            row = self.inputs.get(index.number)
            if row is None:
                raise self.program.bad(i, f"v{index.number} is used without a declaration")
            return row
        if self._input_array is None:
            raise self.program.bad(i, "an input register with a computed index, without a range of them")
        count = max(self.inputs) + 1
        return self.b.load(self.b.part(self._input_array, self.clamped(self.index(i, index), count)))

    def keep_inputs(self) -> None:
        """Copy the inputs to memory, if their registers are indexed."""
        if not self.program.input_ranges or not self.inputs:
            return
        array = self.b.variable(Array(uint4, max(self.inputs) + 1))
        for number, value in self.inputs.items():
            self.b.store(value, self.b.part(array, number))
        self._input_array = array

    def index(self, i: TokenInstruction, index: Index) -> TypedValue | int:
        """The value of an index: constant or dynamic."""
        if index.relative is None:
            return index.number
        value = self.operand(i, index.relative, [0], u32)
        return value + index.number if index.number else value

    def _constant(self, i: TokenInstruction, operand: TokenOperand) -> TypedValue:
        resource = find_resource(self.program, i, operand)
        if len(operand.indices) != (3 if self.program.is_5_1 else 2):
            raise self.program.bad(i, f"{len(operand.indices)} indices of a constant buffer")
        row = self.index(i, operand.indices[-1])
        if (resource.kind, resource.id) in self.root_constants:
            return self.root_constant_row(resource, row)
        buffer = self.handles[resource.kind, resource.id]
        if resource.count > 1:
            buffer = buffer[self._in_range(i, operand, resource)]
        assert isinstance(buffer, TypedValue)
        return self.constant_row(buffer, row, resource.rows)

    def _immediate_constant(self, i: TokenInstruction, operand: TokenOperand) -> TypedValue:
        count = len(self.program.rows)
        if self._icb is None or len(operand.indices) != 1:
            raise self.program.bad(i, "there is no immediate constant buffer")
        row = self.index(i, operand.indices[0])
        if isinstance(row, int) and row >= count:
            return self.const(u32, 0, 4)
        return self.zero_outside(row, count, self.b.use(self._icb), is_pointer=False)

    # --- places

    def place(self, i: TokenInstruction, operand: TokenOperand) -> Reference:
        """The variable of a register that is written. Raises FormatError if it is not declared."""
        program, type = self.program, operand.type
        numbers = operand.indices
        if type == OperandType.TEMP and len(numbers) == 1 and numbers[0].relative is None:
            number = numbers[0].number
            if number >= program.temps:
                raise program.bad(i, f"r{number} is out of range: {program.temps} temporaries are declared")
            if number not in self._temps:
                self._temps[number] = self._cleared(uint4)
            return self._temps[number]
        if type == OperandType.INDEXABLE_TEMP and len(numbers) == 2 and numbers[0].relative is None:
            number = numbers[0].number
            size = program.indexable.get(number)
            if size is None:
                raise program.bad(i, f"x{number} is used without a declaration")
            if number not in self._indexable:
                self._indexable[number] = self.b.variable(Array(uint4, size))
            index = self.index(i, numbers[1])
            if isinstance(index, int) and index >= size:
                raise program.bad(i, f"x{number} has {size} elements, not one at {index}")
            return self.b.part(self._indexable[number], self.clamped(index, size))
        if type == OperandType.OUTPUT and len(numbers) == 1:
            if numbers[0].relative is not None:
                if self.output_array is None:
                    raise program.bad(i, "an output register with a computed index, without a range of them")
                size = max(key for key in self.outputs if key < OF_ITS_OWN) + 1
                return self.b.part(self.output_array, self.clamped(self.index(i, numbers[0]), size))
            key = numbers[0].number
        else:
            key = OF_ITS_OWN + type
        if key not in self.outputs:
            what = f"o{key}" if key < OF_ITS_OWN else f"an operand of type {type}"
            raise program.bad(i, f"{what} is not declared, or can't be written")
        return self.outputs[key]

    def declare_outputs(self, declarations: Sequence[InputDeclaration], ranges: Sequence[tuple[int, int]] = ()) -> None:
        """Create the variables of output registers: one array for all if some are indexed. Raises FormatError for an
        invalid declaration."""
        self.outputs, self.output_array = {}, None
        numbers: list[int] = []
        for declaration in declarations:
            indices = declaration.operand.indices
            if declaration.operand.type != OperandType.OUTPUT:
                if self.program.stage != "fragment":
                    raise self.program.bad(
                        declaration.instruction, f"an output of type {declaration.operand.type} in this stage"
                    )
                key = OF_ITS_OWN + declaration.operand.type
                if key not in self.outputs:
                    self.outputs[key] = self.b.variable(uint4)
                continue
            if len(indices) != 1 or indices[0].relative is not None or indices[0].number >= MAX_OUTPUT_REGISTERS:
                raise self.program.bad(
                    declaration.instruction, f"an output register has one index below {MAX_OUTPUT_REGISTERS}"
                )
            if indices[0].number not in numbers:
                numbers.append(indices[0].number)
        if self.program.stage in _LINKED_BY_SIGNATURE:
            registers = [element.register for element in self.program.outputs]
            numbers += sorted({number for number in registers if number < MAX_OUTPUT_REGISTERS}.difference(numbers))
        if ranges and numbers:
            self.output_array = self.b.variable(Array(uint4, max(numbers) + 1))
        for number in numbers:
            array = self.output_array
            self.outputs[number] = self.b.variable(uint4) if array is None else self.b.part(array, number)

    def clear_outputs(self) -> None:
        """Outputs that the shader does not write are zero."""
        for place in self.outputs.values():
            self.b.store(self.const(u32, 0, 4), place)

    def _cleared(self, type: Vector) -> Reference:
        """A variable that is zeroed at the start of the function."""
        return self.b.variable(type)

    # --- destinations

    def written(self, i: TokenInstruction, place: int = 0) -> list[int]:
        """The components that are written in destination `place`; empty for a null destination."""
        operand = self.source(i, place)
        return [] if operand.type == OperandType.NULL else lanes_of(operand)

    def write(self, i: TokenInstruction, value: TypedValue, place: int = 0) -> None:
        """Write numbers, one for each written component, to destination `place`; floats are saturated if the
        instruction says so (bit 13; functional specification 22.1: NaN becomes 0)."""
        operand = self.source(i, place)
        lanes = self.written(i, place)
        if not lanes:
            return
        element = value.type.element if isinstance(value.type, Vector) else value.type
        if i.control(13, 1) and element == u32 and i.name in _MOVES:
            value, element = self.bits(value, f32), f32
        if i.control(13, 1) and element == f32:
            value = self.b.math("fmin", self.b.math("fmax", value, 0.0), 1.0)
        self.put(i, operand, self.bits(value) if element != u32 else value, lanes)

    def put(self, i: TokenInstruction, operand: TokenOperand, value: TypedValue, lanes: Sequence[int]) -> None:
        """Store bits into components `lanes` of a register."""
        if count_of(value) != len(lanes):
            value = self.pick(value, [0] * len(lanes)) if count_of(value) == 1 else self.pick(value, range(len(lanes)))
        target = self.place(i, operand)
        if list(lanes) == [0, 1, 2, 3]:
            self.b.store(value, target)
            return
        old = self.b.load(target)
        if len(lanes) == 1:
            self.b.store(self.b.insert(old, value, lanes[0]), target)
            return
        wide = self.b.shuffle(value, [lanes.index(n) if n in lanes else 0 for n in range(4)])
        self.b.store(self.b.shuffle(old, [4 + n if n in lanes else n for n in range(4)], wide), target)

    # --- resources

    def resource(self, i: TokenInstruction, place: int, *kinds: str) -> Resource:
        """The resource in operand `place`, with one of these kinds. Raises FormatError for another kind."""
        resource = find_resource(self.program, i, self.source(i, place))
        if resource.kind not in kinds:
            raise self.program.bad(i, f"{resource.register} can't be its operand")
        return resource

    def handle(self, i: TokenInstruction, place: int, *kinds: str) -> tuple[Resource, TypedValue]:
        """A resource and its bound value; for an array, the selected element."""
        operand = self.source(i, place)
        resource = self.resource(i, place, *kinds)
        value = self.handles[resource.kind, resource.id]
        if resource.count > 1:
            value = value[self._in_range(i, operand, resource)]
        assert isinstance(value, TypedValue)
        return resource, value

    def _in_range(self, i: TokenInstruction, operand: TokenOperand, resource: Resource) -> TypedValue | int:
        """The index in a resource range that an operand selects, from 0 on."""
        if len(operand.indices) < 2:
            raise self.program.bad(i, f"the operand does not say which register of {resource.register} it is")
        index = self.index(i, operand.indices[1])
        if isinstance(index, int):
            if not resource.first <= index <= resource.last:
                raise self.program.bad(i, f"{resource.kind}{index} is not one of the registers that are declared")
            return index - resource.first
        index = index - resource.first if resource.first else index
        return index if resource.is_unbounded else self.clamped(index, resource.count)

    def metadata(self, i: TokenInstruction, place: int) -> TypedValue | None:
        """The third number of the descriptor for operand `place`'s resource, if it has one (docs/direct3d.md §3)."""
        descriptor = self._descriptor(i, place)
        return None if descriptor is None else self.b.load(self.b.gep(descriptor, "metadata"))

    def _descriptor(self, i: TokenInstruction, place: int) -> TypedValue | None:
        operand = self.source(i, place)
        resource = find_resource(self.program, i, operand)
        descriptor = self.descriptors.get((resource.kind, resource.id))
        if descriptor is None or isinstance(descriptor, TypedValue):
            return descriptor
        return descriptor.at(self._in_range(i, operand, resource))

    def counter_texture(self, i: TokenInstruction, place: int) -> tuple[TypedValue, TypedValue] | None:
        """The texture buffer and texel that hold the counter of operand `place`'s structured buffer, in an argument
        buffer."""
        descriptor = self._descriptor(i, place)
        if descriptor is None:
            return None
        texture = self.b.load(self.b.gep(descriptor, "texture"))
        return texture, first_texel(self, self.b.load(self.b.gep(descriptor, "metadata")))

    def byte_size(self, i: TokenInstruction, place: int) -> TypedValue | None:
        """The size in bytes of operand `place`'s raw or structured buffer; None if it is unknown."""
        metadata = self.metadata(i, place)
        if metadata is not None:
            return self.b.convert(metadata, u32)
        resource = find_resource(self.program, i, self.source(i, place))
        slot = self.buffer_slots.get((resource.kind, resource.id))
        if self.sizes is None or slot is None:
            return None
        return self.b.load(self.sizes[slot])


def first_texel(f: ValueLowering, metadata: TypedValue) -> TypedValue:
    """The number of texels by which a texture buffer starts before the buffer that it views."""
    return f.b.convert((metadata >> 32) & 0xFF, u32)


def device_uints(f: ValueLowering, address: TypedValue, element: Scalar) -> TypedValue:
    """Cast the address of a uint to that of another integer type."""
    type = address.type
    assert isinstance(type, MetalPointer)
    return f.b.bitcast(address, MetalPointer(element, type.space, type.access))
