"""The code of a DXIL function: its blocks in order, the translated values, constants, calls of operations.
A DXIL value is a number (`TypedValue`), a resource handle, or the members of a struct, which are computed when the
struct is. Numbers have no signedness: integers are unsigned, and instructions that need signed operands convert
them. Minimum precision numbers have 32 bits (docs/direct3d.md §1). Called functions are inlined."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from ...base.errors import BuildError
from ...dxbc.dxil_operations import SIGNATURES
from ...emit.names import boolean, f16, f32, i16, i32, i64, u8, u16, u32, u64
from ...emit.operands import CodeBlock, Global, Phi, TypedValue
from ...emit.signature import EntryBuilder
from ...emit.types import Array, MetalPointer, MetalType, Scalar, Struct
from ...ir import (
    BasicBlock,
    BlockInstruction,
    Call,
    Constant,
    ConstantCode,
    FastMath,
    Function,
    GlobalVariable,
    InstCode,
    Instruction,
    MDNode,
    MDString,
    MetadataCode,
    Type,
    TypeCode,
    Value,
    constant_number,
)
from ...ir.names import DBG_DECLARE, DBG_VALUE, LIFETIME
from ..flow import MAX_CALLS, MAX_INSTRUCTIONS
from ..function import RegisterRows, ValueLowering
from ..program import Resource
from .program import PREFIX, DxilProgram
from .registry import HANDLERS, INSTRUCTIONS, HandleValue, Lowered, Operation, reason_for
from .uses import DxilUses

_INTEGERS = {8: u8, 16: u16, 32: u32, 64: u64}
SIGNED = {u16: i16, u32: i32, u64: i64}
"""The signed integer types."""
_FOR_DEBUGGERS = (DBG_VALUE, DBG_DECLARE)
_PRECISE = "dx.precise"
_FAST_CODES = (InstCode.BINOP, InstCode.CMP2, InstCode.CALL)
MAX_DEPTH = 64
"""The maximum nesting depth of arrays and of constant expressions."""


class DxilLowering(ValueLowering):
    """The body of an entry point, and the state that instructions and operations share.
    `inputs` and `outputs` are the results of `interface` for the signatures; `builtins` has the values of arguments
    by Metal's names; `globals` the translated global variables."""

    def __init__(self, program: DxilProgram, uses: DxilUses, b: EntryBuilder, *, fast_math: bool) -> None:
        super().__init__(b)
        self.program, self.uses = program, uses
        self.builtins: dict[str, TypedValue] = {}
        self.inputs: dict[tuple[int, int], list[TypedValue]] = {}
        self.outputs: dict[tuple[int, int], list[TypedValue]] = {}
        """The numbers of a row of an element, or their variables, by the element's index and the row."""
        self.interpolants: dict[tuple[int, int], tuple[TypedValue, str]] = {}
        """Inputs that the shader interpolates itself, by element and row, and Metal's word for the interpolation."""
        self.globals: dict[GlobalVariable, TypedValue | Global] = {}
        self.values: dict[Value, Lowered] = {}
        self.heaps: list[Resource] = []
        """Resources that are accessed through the heap."""
        self.mesh: object = None
        """The outputs of a mesh shader."""
        self.constants: dict[tuple[int, int], list[TypedValue]] = {}
        """The variables of patch constants, in the form of `outputs`."""
        self.registers: dict[int, TypedValue] = {}
        """The variables of temporary registers."""
        self.queries: dict[Value, object] = {}
        """The ray queries, by the calls that allocate them."""
        self.at_start: list[Callable[[], None]] = []
        self.at_end: list[Callable[[], None]] = []
        """Callbacks at the start and at the end of a function that `run` translates."""
        self.rows: dict[str, RegisterRows] = {}
        """Data that a tessellation stage or a geometry shader reads from memory: "inputs", "points" of the hull
        shader's output, "constants" of the patch."""
        self.payload: TypedValue | None = None
        self.grid: TypedValue | None = None
        """The `mesh_grid_properties` of an amplification shader."""
        self._fast_math = fast_math
        self._kinds = dict(program.module.metadata_kinds)
        self._count = self._depth = 0
        self._calls: list[Function] = []
        self._structs: dict[Type, Struct] = {}
        self.current: Instruction | None = None

    # --- types and constants

    def scalar(self, type: Type) -> Scalar:
        """The number type for a DXIL type. Raises UnsupportedError for doubles and other types that Metal does not
        have."""
        code = type.code
        if code is TypeCode.FLOAT:
            return f32
        if code is TypeCode.HALF:
            return f16 if self.program.has_16_bits else f32
        if code is TypeCode.INTEGER:
            bits = type.params[0]
            if bits == 1:
                return boolean
            if bits == 16 and not self.program.has_16_bits:
                return u32
            if bits in _INTEGERS:
                return _INTEGERS[bits]
        if code is TypeCode.DOUBLE:
            raise self.refuse("floats of 64 bits, which Metal does not have")
        if code is TypeCode.VECTOR:
            raise self.refuse("a vector, which shader models before 6.9 do not have")
        raise self.refuse(f"a value of type {type!r}")

    def memory_type(self, type: Type, depth: int = 0) -> MetalType:
        """The type in memory: a number, an array or a struct. Vectors become arrays."""
        if type.code is TypeCode.ARRAY:
            if depth > MAX_DEPTH or not 1 <= type.params[0] <= 1 << 20:
                raise self.refuse(f"an array of {type.params[0]} elements")
            return Array(self.memory_type(type.elements[0], depth + 1), type.params[0])
        if type.code is TypeCode.VECTOR:
            return Array(self.memory_type(type.elements[0], depth + 1), type.params[0])
        if type.code in (TypeCode.STRUCT_ANON, TypeCode.STRUCT_NAMED):
            return self._struct(type, depth)
        return self.scalar(type)

    def _struct(self, type: Type, depth: int) -> Struct:
        """A struct in memory, with members m0, m1, …"""
        if depth > MAX_DEPTH or not type.elements:
            raise self.refuse("a struct without members")
        if type not in self._structs:
            members = [(member_name(n), self.memory_type(member, depth + 1)) for n, member in enumerate(type.elements)]
            self._structs[type] = Struct(f"Struct{len(self._structs)}", members)
        return self._structs[type]

    def python_number(self, constant: Constant) -> int | float | bool:
        """The value of a constant, as `Builder.const` takes it; 0 if it is undefined."""
        type = self.scalar(constant.type)
        if constant.code == ConstantCode.INTEGER:
            number = constant.params[0]
            return bool(number) if type is boolean else number & (1 << type.bits) - 1
        if constant.code == ConstantCode.FLOAT:
            letter, size = ("<e", 2) if constant.type.code is TypeCode.HALF else ("<f", 4)
            if constant.params[0] >> 8 * size:
                raise self.bad(f"a float of more than {8 * size} bits")
            return float(struct.unpack(letter, constant.params[0].to_bytes(size, "little"))[0])
        if constant.code in (ConstantCode.NULL, ConstantCode.UNDEF, ConstantCode.POISON):
            return 0.0 if type.is_float else False if type is boolean else 0
        raise self.bad("a constant expression where a number is needed")

    def _constant(self, value: Constant) -> Lowered:
        code = value.code
        if value.type.code in (TypeCode.STRUCT_ANON, TypeCode.STRUCT_NAMED):
            if code == ConstantCode.AGGREGATE:
                return [self.number(operand) for operand in value.operands]
            return [self.zero(member) for member in value.type.elements]
        if code in (ConstantCode.CE_GEP, ConstantCode.CE_CAST) and value.type.is_pointer:
            self._depth += 1
            if self._depth > MAX_DEPTH:
                raise self.bad(f"constant expressions nest more than {MAX_DEPTH} deep")
            address = INSTRUCTIONS[InstCode.GEP if code == ConstantCode.CE_GEP else InstCode.CAST](self, value)
            self._depth -= 1
            return address
        if value.type.is_pointer:
            raise self.bad("an address that is a constant")
        type = self.scalar(value.type)
        number = self.python_number(value)
        if isinstance(number, float) and math.isnan(number):
            bits = value.params[0]
            if type is not f16 and value.type.code is TypeCode.HALF:  # the bits of a quiet NaN
                bits = 0x7FC00000
            return self.b.bitcast(self.b.const(u16 if type is f16 else u32, bits), type)
        return self.b.const(type, number)

    def zero(self, type: Type) -> TypedValue:
        """A zero, in place of an undefined value."""
        return self.zero_of(self.scalar(type))

    # --- values

    def zero_of(self, type: Scalar) -> TypedValue:
        """A zero of a type."""
        return self.b.const(type, 0.0 if type.is_float else False if type is boolean else 0)

    def value(self, value: Value) -> Lowered:
        """The translation of a value. Raises FormatError for a value that does not exist."""
        if isinstance(value, GlobalVariable):
            memory = self.globals.get(value)
            if memory is None:
                raise self.bad(f"the global variable {value.name} is not defined")
            return self.b.use(memory) if isinstance(memory, Global) else memory
        if isinstance(value, Constant):
            return self._constant(value)
        if value not in self.values:
            raise self.bad("an operand is used before it is defined")
        return self.values[value]

    def number(self, value: Value) -> TypedValue:
        """The value as a number. Raises FormatError for a handle, a struct or an address."""
        lowered = self.value(value)
        if not isinstance(lowered, TypedValue) or not isinstance(lowered.type, Scalar):
            raise self.bad("an operand is not a number")
        return lowered

    def as_type(self, value: Value, type: Scalar) -> TypedValue:
        """The value as a number of this type. Raises FormatError for another type."""
        number = self.number(value)
        if number.type != type:
            raise self.bad(f"an operand is {number.type}, not {type}")
        return number

    def uint(self, value: Value) -> TypedValue:
        """The value as a 32-bit integer."""
        return self.as_type(value, u32)

    def float(self, value: Value) -> TypedValue:
        """The value as a 32-bit float; a 16-bit float is returned as it is."""
        number = self.number(value)
        return self.b.convert(number, f32) if number.type == f16 else self.as_type(value, f32)

    def handle(self, value: Value) -> HandleValue:
        """The value as a handle. Raises FormatError for another value."""
        handle = self.value(value)
        if not isinstance(handle, HandleValue):
            raise self.bad("an operand is not a handle")
        return handle

    def argument(self, handle: HandleValue) -> TypedValue:
        """The value bound to a handle's resource; for a range, the element that the handle selects."""
        resource = handle.resource
        argument = self.handles[resource.kind, resource.id]
        if resource.count > 1:
            argument = argument[self._in_range(handle)]
        assert isinstance(argument, TypedValue)
        return argument

    def _in_range(self, handle: HandleValue) -> TypedValue | int:
        resource = handle.resource
        return handle.index if resource.is_unbounded else self.clamped(handle.index, resource.count)

    def descriptor(self, handle: HandleValue) -> TypedValue | None:
        """The address of the descriptor for a handle's resource in an argument buffer."""
        descriptor = self.descriptors.get((handle.resource.kind, handle.resource.id))
        return (
            descriptor
            if descriptor is None or isinstance(descriptor, TypedValue)
            else descriptor.at(self._in_range(handle))
        )

    def metadata(self, handle: HandleValue) -> TypedValue | None:
        """The third number of the handle's descriptor (docs/direct3d.md §3)."""
        descriptor = self.descriptor(handle)
        return None if descriptor is None else self.b.load(self.b.gep(descriptor, "metadata"))

    def byte_size(self, handle: HandleValue) -> TypedValue | None:
        """The size of a raw or structured buffer in bytes; None if it is unknown."""
        metadata = self.metadata(handle)
        if metadata is not None:
            return self.b.convert(metadata, u32)
        slot = self.buffer_slots.get((handle.resource.kind, handle.resource.id))
        return None if self.sizes is None or slot is None else self.b.load(self.sizes[slot])

    def integer(self, value: Value, what: str) -> int:
        """The value of an operand that must be a constant; errors call it `what`."""
        number = constant_number(value)
        if number is None:
            raise self.bad(f"{what} is not a constant")
        return number

    def is_undefined(self, value: Value) -> bool:
        """Whether an operand is absent, i.e. undef."""
        return isinstance(value, Constant) and value.code in (ConstantCode.UNDEF, ConstantCode.POISON)

    def converted(self, value: TypedValue, type: Scalar) -> TypedValue:
        """A value from memory or a texture, converted to the requested type: between floats by value, otherwise by
        bits."""
        assert isinstance(value.type, Scalar)
        if value.type == type:
            return value
        if value.type.is_float == type.is_float:
            return self.b.convert(value, type)
        if value.type.bits == type.bits:
            return self.b.bitcast(value, type)
        raise self.bad(f"a {value.type} where {type} is asked for")

    # --- errors

    def bad(self, reason: str) -> Exception:
        """Create an error about an instruction that violates the format."""
        return self.program.bad(self.current, reason)

    def refuse(self, reason: str) -> Exception:
        """Create an error about an instruction that is not translated."""
        return self.program.refuse(self.current, reason)

    # --- code

    def lower(self) -> bool:
        """Translate the entry point. Returns whether its end, where the builder is then positioned, is reached."""
        return self.run(self.program.entry)

    def run(self, function: Function | None) -> bool:
        """Translate a function without parameters. Returns whether its end, where the builder is then positioned, is
        reached."""
        if function is None or function.value_type.parameters:
            raise self.program.bad(None, f"{self.program.name} has parameters")
        for prepare in self.at_start:
            prepare()
        is_reached = self._run(function, ())[0]
        for finish in self.at_end if is_reached else ():
            finish()
        return is_reached

    def _run(self, function: Function, arguments: Sequence[Lowered]) -> tuple[bool, Lowered]:
        """Translate a function. Returns whether its end is reached, and the returned value. The builder is
        positioned at the end."""
        if function in self._calls:
            raise self.refuse(f"the function {function.name} calls itself")
        if len(self._calls) >= MAX_CALLS:
            raise self.refuse(f"calls more than {MAX_CALLS} deep")
        self._calls.append(function)
        outer = self.values
        self.values = dict(zip(function.arguments, arguments, strict=True))
        exit = self.b.new_block()
        body = _Body(self, function, exit)
        body.run()
        self.values = outer
        self._calls.pop()
        if not body.returns:
            return False, None
        self.b.position(exit)
        return True, body.result()

    def call(self, i: Call) -> Lowered:
        """Translate a call: of an operation, or of a function, which is inlined."""
        callee = i.callee
        if not isinstance(callee, Function):
            raise self.refuse("a call of an address")
        if callee.name.startswith(PREFIX):
            return self._operation(i)
        if callee.name.startswith((*_FOR_DEBUGGERS, LIFETIME)):
            return None
        if not callee.is_definition:
            raise self.refuse(f"the function {callee.name} is not defined here")
        is_reached, result = self._run(callee, [self.value(argument) for argument in i.arguments])
        if not is_reached:
            raise self.refuse(f"the function {callee.name} never returns")
        return result

    def _operation(self, i: Call) -> Lowered:
        arguments = i.arguments
        number = constant_number(arguments[0]) if arguments else None
        if number is None:
            raise self.bad("an operation without a number")
        if number not in SIGNATURES:
            raise self.refuse("an unknown operation")
        name, names = SIGNATURES[number]
        handler = HANDLERS.get(name)
        if handler is None:
            raise self.refuse(reason_for(name))
        if len(arguments) - 1 != len(names):
            raise self.bad(f"{len(arguments) - 1} arguments, not {len(names)}")
        return handler(self, Operation(i, number, name, dict(zip(names, arguments[1:], strict=True))))

    def instruction(self, i: Instruction) -> None:
        """Translate an instruction that does not end its block."""
        self.current = i
        self._count += 1
        if self._count > MAX_INSTRUCTIONS:
            raise self.refuse(f"more than {MAX_INSTRUCTIONS} instructions, including those of functions")
        handler = INSTRUCTIONS.get(i.code)
        if handler is None and not isinstance(i, Call):
            raise self.refuse("the instruction is not translated")
        if i.debug_loc is not None and i.debug_loc.line:
            self.b.line(i.debug_loc.line, i.debug_loc.column, file_of(i.debug_loc.scope))
        try:
            with self._fast(i):
                self.values[i] = self.call(i) if isinstance(i, Call) else handler(self, i)  # type: ignore[misc]
        except BuildError as error:
            raise self.bad(error.reason) from None

    @contextmanager
    def _fast(self, i: Instruction) -> Iterator[None]:
        """Turn fast math off for precise instructions: operations are marked if they are precise, LLVM's instructions
        if they are fast."""
        if not self._fast_math or self._is_fast(i):
            yield
        else:
            with self.b.fast_math(False):
                yield

    def _is_fast(self, i: Instruction) -> bool:
        if isinstance(i, Call):
            return not any(self._kinds.get(kind) == _PRECISE for kind, _ in i.metadata)
        return i.code not in _FAST_CODES or not i.type.is_floating or bool(i.fast_flags & FastMath.FAST)


def file_of(scope: object) -> str:
    """The path of the source file of a debug info scope; "" if it has none."""
    for _ in range(MAX_DEPTH):
        if not isinstance(scope, MDNode) or not scope.fields:
            break
        for field in scope.fields:
            if isinstance(field, MDNode) and field.code is MetadataCode.FILE:
                return "/".join(part.value for part in field.fields[1::-1] if isinstance(part, MDString) and part.value)
        scope = scope.fields[0]
    return ""


def member_name(number: int) -> str:
    """The name of a struct member."""
    return f"m{number}"


def held_by(place: TypedValue) -> Scalar:
    """The type of the number that an address points to."""
    assert isinstance(place.type, MetalPointer) and isinstance(place.type.pointee, Scalar)
    return place.type.pointee


class _Body:
    """The blocks of one function, in an order in which values are computed before they are used."""

    def __init__(self, f: DxilLowering, function: Function, exit: CodeBlock) -> None:
        self.f, self.b, self.function, self.exit = f, f.b, function, exit
        self.returns: list[tuple[CodeBlock, Value | None, Lowered]] = []
        self._order = _ordered(function)
        self._starts: dict[BasicBlock, CodeBlock] = {}
        self._ends: dict[BasicBlock, CodeBlock] = {}
        self._extra: dict[tuple[BasicBlock, BasicBlock], CodeBlock] = {}
        self._phis: list[tuple[BlockInstruction, Phi]] = []

    def run(self) -> None:
        """Translate all reachable blocks."""
        b = self.b
        for block in self._order:
            self._starts[block] = b.new_block()
        if self.function.blocks:
            b.br(self._starts[self.function.blocks[0]])
        for block in self._order:
            b.position(self._starts[block])
            if not block.instructions:
                raise self.f.program.bad(None, f"{self.function.name} has an empty block")
            for i in block.instructions[:-1]:
                if i.code is InstCode.PHI:
                    self._phi(i)
                else:
                    self.f.instruction(i)
            self._end(block, block.instructions[-1])
        for i, phi in self._phis:
            self._complete(i, phi)

    def _phi(self, i: Instruction) -> None:
        self.f.current = i
        assert isinstance(i, BlockInstruction)
        phi = self.b.phi(self.f.scalar(i.type))
        assert isinstance(phi, Phi)
        self.f.values[i] = phi
        self._phis.append((i, phi))

    def _complete(self, i: BlockInstruction, phi: Phi) -> None:
        f = self.f
        f.current = i
        home = next(block for block in self._order if i in block.instructions)
        done: set[BasicBlock] = set()
        for value, source in zip(i.incoming, i.blocks, strict=True):
            if source not in self._ends or source in done:
                continue
            done.add(source)
            end = self._extra.get((source, home), self._ends[source])
            if isinstance(value, Constant):
                with self.b.before_end(end):
                    number = f.number(value)
            else:
                number = f.number(value)
            try:
                phi.add(number, end)
            except BuildError as error:
                raise f.bad(error.reason) from None

    def result(self) -> Lowered:
        """The return value of the function, at its end."""
        values = [result for _, _, result in self.returns]
        if all(result is None for result in values):
            return None
        first = values[0]
        if len(values) == 1:
            return first
        if not isinstance(first, TypedValue) or not isinstance(first.type, Scalar):
            raise self.f.refuse(f"the function {self.function.name} returns several structs")
        phi = self.b.phi(first.type)
        for end, _, result in self.returns:
            assert isinstance(result, TypedValue)
            phi.add(result, end)
        return phi

    # --- the ends of blocks

    def _end(self, block: BasicBlock, i: Instruction) -> None:
        f, b = self.f, self.b
        f.current = i
        self._ends[block] = b.here
        try:
            if i.code is InstCode.RET:
                value = i.operands[0] if i.operands else None
                result = f.value(value) if value is not None else None
                self.returns.append((b.here, value, result))
                b.br(self.exit)
            elif i.code is InstCode.BR and isinstance(i, BlockInstruction):
                if len(i.blocks) == 2 and i.blocks[0] is not i.blocks[1]:
                    b.cond_br(f.as_type(i.condition, boolean), *(self._starts[target] for target in i.blocks))
                else:
                    b.br(self._starts[i.blocks[0]])
            elif i.code is InstCode.SWITCH and isinstance(i, BlockInstruction):
                self._switch(block, i)
            elif i.code is InstCode.UNREACHABLE:
                b.br(self.exit)
                self.returns.append((self._ends[block], None, None))
            else:
                raise f.bad("a block cannot end with it")
        except BuildError as error:
            raise f.bad(error.reason) from None

    def _switch(self, block: BasicBlock, i: BlockInstruction) -> None:
        """Switch cases with the same target get an intermediate block, so that phis have one value for them."""
        f, b = self.f, self.b
        value = f.number(i.condition)
        targets: dict[BasicBlock, CodeBlock] = {}
        ways = [i.blocks[0], *i.blocks[1:]]
        for successor in dict.fromkeys(ways):
            if ways.count(successor) > 1 and successor.instructions and successor.instructions[0].code is InstCode.PHI:
                targets[successor] = self._extra[block, successor] = b.new_block()
            else:
                targets[successor] = self._starts[successor]
        bits = value.type.bits if isinstance(value.type, Scalar) else 32
        cases = {}
        for number, target in zip(i.cases, i.blocks[1:], strict=True):
            cases[f.integer(number, "a case") & (1 << bits) - 1] = targets[target]
        b.switch(value, targets[i.blocks[0]], cases)
        for (source, target), way in list(self._extra.items()):
            if source is block:
                b.position(way)
                b.br(self._starts[target])


def _ordered(function: Function) -> list[BasicBlock]:
    """The reachable blocks in reverse postorder."""
    if not function.blocks:
        return []
    order: list[BasicBlock] = []
    seen = {function.blocks[0]}
    stack = [(function.blocks[0], iter(_next(function.blocks[0])))]
    while stack:
        block, ways = stack[-1]
        for successor in ways:
            if successor not in seen:
                seen.add(successor)
                stack.append((successor, iter(_next(successor))))
                break
        else:
            order.append(block)
            stack.pop()
    return order[::-1]


def _next(block: BasicBlock) -> tuple[BasicBlock, ...]:
    return tuple(reversed(block.instructions[-1].blocks)) if block.instructions else ()
