"""The state of one function under translation: the values of its ids, and the instruction builder."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from ..base.errors import BuildError, MtlbError
from ..emit import Builder, Target
from ..emit.code import ValueInCode
from ..emit.names import boolean
from ..emit.operands import TypedValue
from ..emit.types import MetalType, Scalar, Vector
from ..spirv import SpirvConstant, SpirvFunction, SpirvInstruction, SpirvModule, SpirvType, TypeMatrix, TypeVoid
from ..spirv.grammar import EXTENDED as EXTENDED_INSTRUCTIONS
from ..spirv.instructions import specialized_operation
from ..spirv.opcodes import OP_CONSTANT_NULL, OP_EXT_INST, OP_SPEC_CONSTANT_OP
from . import access
from .constants import constant, filled, is_fixed, table_value, undef, zero
from .program import TranslationProgram
from .registry import COOPERATIVE, EXTENDED, HANDLERS, lowers
from .types import Types
from .values import ColumnPlace, Composite, MemoryPlace, SampledImage, Stored, TexelPlace, Value, ValuePlace, Zero

_SIGNS: Final = frozenset({"int", "uint"})
# Classes of Python's: compiled code looks an imported one up at each use.
_A_VECTOR: Final = Vector
_SCALAR: Final = Scalar
_TYPED_VALUE: Final = TypedValue


class FunctionLowering:
    """The context for the instruction handlers of one function.
    `b` is the builder of the function; `globals` has the values of module variables in it, `builtins` the builtin
    arguments that it received. `end` emits the return, with the function's result if it has one."""

    def __init__(
        self,
        program: TranslationProgram,
        builder: Builder,
        function: SpirvFunction,
        globals: Mapping[int, Value],
        builtins: Mapping[str, TypedValue],
        parameters: Sequence[Value],
        end: Callable[[FunctionLowering, Value | None], None],
    ) -> None:
        self.program = program
        self.b = builder
        builder.code.refuses_undefined = False
        builder.makes_progress = False  # SPIR-V does not guarantee progress of loops, Metal assumes it
        self.function = function
        self.globals = globals
        self.builtins = builtins
        self.end = end
        self.has_lines = program.spirv.has_lines
        self.values: dict[int, Value] = {}
        self.queries: list[TypedValue] = []
        """The ray queries that the function allocated, and deallocates at its returns."""
        for parameter, value in zip(function.parameters, parameters, strict=True):
            self.values[parameter.id] = value

    # --- what the module knows

    @property
    def spirv(self) -> SpirvModule:
        """The module that is translated."""
        return self.program.spirv

    @property
    def types(self) -> Types:
        """The translated types."""
        return self.program.types

    @property
    def target(self) -> Target:
        """The compilation target."""
        return self.program.target

    def type_of(self, id: int) -> SpirvType:
        """The SPIR-V type of a value."""
        return self.spirv.type_of(id)

    def metal(self, type: int) -> MetalType:
        """The Metal type of a number or vector. Raises UnsupportedError for other types."""
        return self.types.metal(type)

    def refuse(self, instruction: SpirvInstruction, reason: str) -> MtlbError:
        """The error to raise for an instruction that cannot be translated, with its word, id and source line."""
        return self.spirv.error(instruction, reason)

    # --- values

    def value(self, id: int) -> Value:
        """The value of an id. Raises FormatError for an id that is used before it is computed."""
        value = self.values.get(id)
        if value is None and (value := self.globals.get(id)) is None:
            declared = self.spirv.constants.get(id)
            if declared is None:
                raise self.spirv.malformed(self.spirv.definition(id), "it is used where it has no value")
            value = self.values[id] = self._constant(declared)
        return value

    def number(self, id: int) -> TypedValue:
        """The value of an id as a number, vector, texture or sampler. Raises UnsupportedError for a composite or a
        pointer."""
        result = self.value(id)
        if not isinstance(result, _TYPED_VALUE):
            raise self.refuse(self.spirv.definition(id), "it is used as a number")
        return result

    def columns(self, id: int) -> list[TypedValue]:
        """The columns of a matrix."""
        result = self.value(id)
        if not isinstance(result, Composite) or not isinstance(self.spirv.type(result.type), TypeMatrix):
            raise self.refuse(self.spirv.definition(id), "it is used as a matrix")
        return [part for part in result.parts if isinstance(part, TypedValue)]

    def place(self, id: int) -> MemoryPlace | ColumnPlace | ValuePlace | TexelPlace:
        """The place that a pointer refers to."""
        result = self.value(id)
        if not isinstance(result, (MemoryPlace, ColumnPlace, ValuePlace, TexelPlace)):
            raise self.refuse(self.spirv.definition(id), "it is used as a pointer")
        return result

    def sampled(self, id: int) -> SampledImage:
        """A sampled image."""
        result = self.value(id)
        if not isinstance(result, SampledImage):
            raise self.refuse(self.spirv.definition(id), "it is used as a sampled image")
        return result

    def constant_int(self, id: int) -> int:
        """The value of an operand that must be a constant, such as a scope."""
        declared = self.spirv.constants.get(id)
        if declared is not None and declared.op is OP_CONSTANT_NULL:
            return 0
        if declared is None or not isinstance(declared.value, int):
            raise self.refuse(self.spirv.definition(id), "it has to be a constant")
        return int(declared.value)

    def builtin(self, name: str) -> TypedValue:
        """A builtin argument that the handler of the instruction needs (`lowers(needs=…)`)."""
        return self.builtins[name]

    def composite(self, type: int, parts: Sequence[Value]) -> Composite:
        """A struct, array or matrix with these parts."""
        return Composite(type, tuple(parts))

    def zero(self, type: int) -> Value:
        """Zero of a type."""
        return zero(self.b, self.types, type)

    def undef(self, type: int) -> Value:
        """An unspecified value of a type."""
        return undef(self.b, self.types, type)

    def map(self, function: Callable[..., TypedValue], *values: Value) -> Value:
        """A value of the same kind, with `function` applied to the numbers of `values`."""
        first = values[0]
        if isinstance(first, TypedValue):
            return function(*values)
        if any(isinstance(item, (Stored, Zero)) for item in values):
            values = tuple(self.spread(item) for item in values)
            first = values[0]
        if not isinstance(first, Composite):
            raise BuildError("it is neither a number nor an aggregate of numbers")
        columns = zip(*[item.parts for item in values if isinstance(item, Composite)], strict=True)
        return Composite(first.type, tuple(self.map(function, *column) for column in columns))

    def spread(self, value: Value) -> Value:
        """A value whose parts are values, even for a long array."""
        if not isinstance(value, (Stored, Zero)):
            return value
        count = self.types.length(value.type)
        return Composite(value.type, tuple(access.extracted(self.b, self.types, value, n) for n in range(count)))

    # --- signs

    def signed(self, value: TypedValue) -> TypedValue:
        """The same integers reinterpreted as signed; emits no instruction."""
        return self.as_kind(value, "int")

    def unsigned(self, value: TypedValue) -> TypedValue:
        """The same integers reinterpreted as unsigned; emits no instruction."""
        return self.as_kind(value, "uint")

    def as_kind(self, value: TypedValue, kind: str) -> TypedValue:
        """The same integers reinterpreted as "int" or "uint"; other values are returned unchanged."""
        in_code: ValueInCode = value
        type = in_code.type
        element = type.element if isinstance(type, _A_VECTOR) else type
        if not isinstance(element, _SCALAR):
            return value
        own = element.kind
        if own == kind or own not in _SIGNS or kind not in _SIGNS:
            return value
        integer_type = self.types.integer(kind, element.bits)
        return self.b.bitcast(value, Vector(integer_type, type.count) if isinstance(type, _A_VECTOR) else integer_type)

    def fit(self, value: Value, type: int) -> Value:
        """The value converted to a SPIR-V type that differs only in the signedness of integers."""
        if isinstance(value, _TYPED_VALUE):
            return self._fit_number(value, type)
        if isinstance(value, (Composite, Stored, Zero)):
            if value.type == type:
                return value
            parts = self.types.parts(type) if self.types.is_composite(type) else ()
            if not isinstance(value, Composite) or len(value.parts) != len(parts):
                raise BuildError(f"%{value.type} is not %{type}")
            return Composite(
                type, tuple(self.fit(part_value, part) for part_value, part in zip(value.parts, parts, strict=True))
            )
        return value

    def _fit_number(self, value: TypedValue, type: int) -> TypedValue:
        in_code: ValueInCode = value
        own = in_code.type
        if not isinstance(own, _SCALAR) and not isinstance(own, _A_VECTOR):
            return value
        metal = self.metal(type)
        if own is metal or own == metal:
            return value
        element = metal.element if isinstance(metal, _A_VECTOR) else metal
        fitted = self.as_kind(value, element.kind) if isinstance(element, _SCALAR) else value
        if fitted.type != metal:
            raise BuildError(f"its result is {own}, not {metal}")
        return fitted

    # --- memory

    def new_place(self, type: int, name: str = "") -> MemoryPlace:
        """Thread memory for an object of a type."""
        return access.new_place(self.b, self.types, type, name)

    def load(self, place: MemoryPlace | ColumnPlace | ValuePlace) -> Value:
        """The object at an address."""
        return access.load(self.b, self.types, place)

    def store(self, place: MemoryPlace | ColumnPlace, value: Value) -> None:
        """Write an object to an address."""
        access.store(self.b, self.types, place, value)

    def extracted(self, value: Value, index: int) -> Value:
        """A part of a composite or vector."""
        return access.extracted(self.b, self.types, value, index)

    # --- constants

    def _constant(self, declared: SpirvConstant) -> Value:
        result = constant(self.b, self.types, declared)
        if result is not None:
            return result
        if not is_fixed(self.types, declared.id):
            raise self.spirv.malformed(declared.instruction, "it is used where it has no value")
        if self.types.is_long(declared.type):
            return self._table(declared)
        return self._of_parts(declared)

    def _of_parts(self, declared: SpirvConstant) -> Value:
        assert isinstance(declared.value, tuple)
        parts = [self.value(part) for part in declared.value]
        if self.types.is_composite(declared.type):
            return Composite(declared.type, tuple(parts))
        type = self.metal(declared.type)
        if declared.type in self.types.cooperative and isinstance(parts[0], TypedValue):
            return filled(self.b, self.types, declared.type, parts[0])
        assert isinstance(type, Vector)
        kind = type.element.kind
        return self.b.vector(*[self.as_kind(part, kind) for part in parts if isinstance(part, TypedValue)], type=type)

    def _table(self, declared: SpirvConstant) -> Value:
        """A long array, as constant memory of the module."""
        form = self.types.form(declared.type)
        table = self.program.tables.get(declared.id)
        if table is None:
            label = self.spirv.names.get(declared.id, "")
            name = self.program.names.unique(label, "table")
            value = table_value(self.types, declared.id, form)
            table = self.program.tables[declared.id] = self.program.module.global_constant(name, form.metal, value)
        return Stored(declared.type, MemoryPlace(declared.type, form, self.b.use(table)))

    def prepare(self, others_used: Iterable[int] = ()) -> None:
        """Compute, at the start of the function, the constants that depend on specialization.
        `others_used`: constants other than those that the function's instructions refer to."""
        uses = self.program.uses
        needed = uses.functions[self.function.id].constants | uses.specialized(others_used)
        for id in self.spirv.constants:
            if id in needed and id not in self.values:
                declared = self.spirv.constants[id]
                try:
                    self.values[id] = self._specialized(declared)
                except BuildError as error:
                    raise self.refuse(declared.instruction, error.reason) from error

    def _specialized(self, declared: SpirvConstant) -> Value:
        if declared.op is OP_SPEC_CONSTANT_OP:
            specialized = self.made_by(specialized_operation(declared.instruction))
            assert specialized is not None
            return specialized
        if isinstance(declared.value, tuple):
            if self.types.is_long(declared.type):
                place = self.new_place(declared.type)
                for number, part in enumerate(declared.value):
                    element = access.step(self.b, self.types, place, number)
                    self.store(element, self.value(part))
                return Stored(declared.type, place)
            return self._of_parts(declared)
        type = self.metal(declared.type)
        value = declared.value
        if isinstance(type, Scalar) and type.is_integer and isinstance(value, int):
            value = type.wrapped(value)
        default = self.b.const(type, value)
        pipeline_constant = self.program.pipeline_constant(declared)
        if pipeline_constant is None:
            return default
        chosen = self.b.use(pipeline_constant)
        if pipeline_constant.type != type:
            assert isinstance(type, Scalar)
            chosen = self._same_number(declared, chosen, type)
        return self.b.select(self.b.is_defined(pipeline_constant), chosen, default)

    def _same_number(self, declared: SpirvConstant, value: TypedValue, type: Scalar) -> TypedValue:
        """The value of a specialization constant that shares its number with another; a bool is 0 or 1, as in
        Vulkan.
        Raises UnsupportedError for a pair of types that a single function constant cannot have."""
        assert isinstance(value.type, Scalar)
        if value.type == boolean and type.is_integer:
            return self.b.convert(value, type)
        if type == boolean and value.type.is_integer:
            return self.b.compare("ne", value, 0)
        if value.type.size != type.size or boolean in (value.type, type):
            reason = f"another specialization constant with its SpecId is a {value.type}, it a {type}"
            raise self.spirv.error(declared.instruction, reason)
        return self.b.bitcast(value, type)

    # --- instructions

    def line(self, instruction: SpirvInstruction) -> None:
        """Set the source line for the following instructions."""
        if not self.has_lines:
            return
        location = self.spirv.location(instruction)
        if location is not None and location.line > 0:
            self.b.line(location.line, max(location.column, 0), location.file)

    def lower(self, instruction: SpirvInstruction) -> None:
        """Translate an instruction. Raises UnsupportedError if it has no handler."""
        self.line(instruction)
        result = self.made_by(instruction)
        if instruction.id and result is not None:
            self.values[instruction.id] = result

    def made_by(self, instruction: SpirvInstruction) -> Value | None:
        """The result of the instruction's handler, as a value of the instruction's type."""
        handler = HANDLERS.get(instruction.op)
        if instruction.type in self.types.cooperative:
            handler = COOPERATIVE.get(instruction.op, handler)
        if handler is None:
            raise self.refuse(instruction, "the instruction is not supported")
        try:
            result = handler(self, instruction)
            if result is not None and instruction.type:
                result = self.fit(result, instruction.type)
        except BuildError as error:
            raise self.refuse(instruction, error.reason) from error
        if result is None and instruction.id and not isinstance(self.spirv.types.get(instruction.type), TypeVoid):
            assert instruction.op is OP_EXT_INST or not instruction.type, instruction
        return result


@lowers("OpExtInst")
def _extended(f: FunctionLowering, instruction: SpirvInstruction) -> Value | None:
    """Translate an extended instruction."""
    set_name = f.spirv.ext_inst_imports.get(int(instruction.operands[0]), "")
    if f.spirv.is_debug(instruction):
        return None
    handler = EXTENDED.get((set_name, int(instruction.operands[1])))
    if handler is None:
        row = EXTENDED_INSTRUCTIONS.get(set_name, {}).get(int(instruction.operands[1]))
        called = f"instruction {instruction.operands[1]}" if row is None else row.names[0]
        raise f.refuse(instruction, f"{called} of {set_name or 'an unknown set'} is not supported")
    return handler(f, instruction)
