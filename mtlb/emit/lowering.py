"""Lowering of Metal's types and constants to those of LLVM, in one module."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..air.types import FLOAT_CODES
from ..base.errors import BuildError
from ..base.metal import AccessQualifier, AddressSpace
from ..ir import (
    FLOAT_NAMES,
    Constant,
    ConstantCode,
    Context,
    GlobalVariable,
    Linkage,
    Module,
    TypeCode,
    UnnamedAddr,
)
from ..ir import Type as IRType
from ..ir.build import FunctionTable
from ..ir.floats import float_bits
from .debug import DebugInfo
from .types import (
    Array,
    Handle,
    Matrix,
    MetalPointer,
    MetalType,
    Scalar,
    SimdgroupMatrix,
    Struct,
    Vector,
    Void,
)

_AGGREGATE: Final = ConstantCode.AGGREGATE
_ARRAY: Final = TypeCode.ARRAY
_DATA: Final = ConstantCode.DATA
_FLOAT: Final = ConstantCode.FLOAT
_FUNCTION: Final = TypeCode.FUNCTION
_GLOBAL: Final = UnnamedAddr.GLOBAL
_INTEGER: Final = TypeCode.INTEGER
_INTERNAL: Final = Linkage.INTERNAL
_NULL: Final = ConstantCode.NULL
_OPAQUE: Final = TypeCode.OPAQUE
_STRUCT_ANON: Final = TypeCode.STRUCT_ANON
_STRUCT_NAMED: Final = TypeCode.STRUCT_NAMED
_UNDEF: Final = ConstantCode.UNDEF
_VECTOR: Final = TypeCode.VECTOR
_VOID: Final = TypeCode.VOID

Number = int | float | bool
_MOST_TYPES: Final = 4096
"""Types of Metal that are remembered with their LLVM types. Most of a module's are the same objects."""


class Lowering:
    """LLVM types and constants in the context of one module; each struct is created once.

    A bool is an i1 in code and an i8 in memory; a packed vector is an array in memory.
    """

    def __init__(self, module: Module, source: str = "", producer: str = "") -> None:
        self.module = module
        self.context: Context = module.context
        self._structs: dict[Struct, IRType] = {}
        self._values: dict[int, tuple[MetalType, IRType]] = {}  # by identity, which the entry keeps
        self._memory: dict[int, tuple[MetalType, IRType]] = {}
        self._pointers: dict[tuple[int, int, int], MetalPointer] = {}
        self._named: dict[str, IRType] = {type.name: type for type in module.struct_types if type.name}
        self.debug = DebugInfo(module, source, producer)
        self.names_callers = True
        """Whether errors name the line of Python that called; translators have source lines of their own."""
        self.globals = {variable.name: variable for variable in module.globals}
        self.functions = FunctionTable(module)

    def variable(
        self, name: str, type: MetalType, space: AddressSpace, initializer: Constant | None = None
    ) -> GlobalVariable:
        """A global of the module. Without an initializer its initial value is undefined.

        BuildError for a name in use, and for a type without a layout.
        """
        if name in self.globals or name in self.functions.by_name:
            raise BuildError(f"the module already has {name!a}")
        memory = self.memory(type)
        result = GlobalVariable(self.context.pointer_type(memory, int(space)), memory, name, _INTERNAL)
        result.address_space = int(space)
        result.unnamed_addr = _GLOBAL
        result.dso_local = 1
        result.is_constant = initializer is not None
        result.initializer = initializer or self.undef(memory)
        result.alignment = type.align.bit_length()
        self.module.globals.append(result)
        self.globals[name] = result
        return result

    # --- types

    def value(self, type: MetalType) -> IRType:
        """The type of a value in code. BuildError for a type that only memory can hold (a struct, a matrix, an
        array).
        """
        entry = self._values.get(id(type))
        return self._remember(self._values, type, self._new_value(type)) if entry is None else entry[1]

    def memory(self, type: MetalType) -> IRType:
        """The type in memory. BuildError for a type without a layout."""
        entry = self._memory.get(id(type))
        return self._remember(self._memory, type, self._new_memory(type)) if entry is None else entry[1]

    def _remember(self, types: dict[int, tuple[MetalType, IRType]], type: MetalType, irtype: IRType) -> IRType:
        if len(types) >= _MOST_TYPES:
            types.clear()
        types[id(type)] = type, irtype
        return irtype

    def pointer(
        self, pointee: MetalType, space: AddressSpace, access: AccessQualifier, *, is_reference: bool = False
    ) -> MetalPointer:
        """The pointer type with these fields: one object for each pointee, as what is the same is compared faster."""
        key = id(pointee), int(space), int(access) << 1 | is_reference
        pointer = self._pointers.get(key)
        if pointer is None:
            if len(self._pointers) >= _MOST_TYPES:
                self._pointers.clear()
            pointer = self._pointers[key] = MetalPointer(pointee, space, access, is_reference)
        return pointer

    def _new_value(self, type: MetalType) -> IRType:
        context = self.context
        if isinstance(type, Void):
            return context.type(_VOID)
        if isinstance(type, Scalar):
            return context.integer_type(1) if type.is_bool else self._number(type)
        if isinstance(type, Vector):
            return context.type(_VECTOR, (type.count,), (self.value(type.element),))
        if isinstance(type, SimdgroupMatrix):
            return context.type(_VECTOR, (64,), (self.value(type.element),))
        if isinstance(type, MetalPointer):
            return context.pointer_type(self.memory(type.pointee), int(type.space))
        if isinstance(type, Handle):
            return context.pointer_type(self.opaque(f"struct._{type.word}_t"), int(type.space))
        raise BuildError(f"{type.name} is not a value: load its members one by one")

    def _new_memory(self, type: MetalType) -> IRType:
        context = self.context
        if isinstance(type, Void):
            return context.integer_type(8)  # the pointee of `void*`
        if isinstance(type, Scalar):
            return self._number(type)
        if isinstance(type, Vector):
            code = _ARRAY if type.packed else _VECTOR
            return context.type(code, (type.count,), (self._number(type.element),))
        if isinstance(type, Matrix):
            columns = context.type(_ARRAY, (type.columns,), (self.memory(type.column),))
            return self.record(f"struct.metal::matrix_{type.name}", (columns,))
        if isinstance(type, Array):
            return context.type(_ARRAY, (type.count,), (self.memory(type.element),))
        if isinstance(type, Struct):
            return self._struct(type)
        return self.value(type)

    def _number(self, type: Scalar) -> IRType:
        """The type of a number in memory."""
        if type.is_float:
            return self.context.type(FLOAT_CODES[type.name])
        return self.context.integer_type(max(type.bits, 8))

    def _struct(self, type: Struct) -> IRType:
        struct = self._structs.get(type)
        if struct is None:
            members = type.members
            struct = self._structs[type] = IRType(_STRUCT_NAMED, (0,), (), self._free_name(type.name))
            struct.elements = tuple(self.memory(member.type) for member in members)
            self.module.struct_types.append(struct)
        return struct

    def _free_name(self, name: str) -> str:
        base = name = f"struct.{name}"
        number = 0
        while name in self._named:
            name, number = f"{base}.{number}", number + 1
        self._named[name] = self.context.type(_VOID)  # reserves the name
        return name

    def record(self, name: str, elements: tuple[IRType, ...]) -> IRType:
        """The struct of this name and these members."""
        irtype = self._named.get(name)
        if irtype is None:
            irtype = self._named[name] = IRType(_STRUCT_NAMED, (0,), elements, name)
            self.module.struct_types.append(irtype)
        return irtype

    def opaque(self, name: str) -> IRType:
        """The opaque struct of this name, such as `struct._texture_2d_t`."""
        irtype = self._named.get(name)
        if irtype is None:
            irtype = self._named[name] = IRType(_OPAQUE, (0,), (), name)
            self.module.struct_types.append(irtype)
        return irtype

    def packed_struct(self, elements: Sequence[IRType]) -> IRType:
        """The unpadded struct in which an entry point returns several values."""
        return self.context.type(_STRUCT_ANON, (1,), tuple(elements))

    def passed(self, type: MetalType) -> IRType:
        """The type of a parameter or a result: a struct, an array or a matrix has its form in memory."""
        return self.memory(type) if isinstance(type, (Struct, Array, Matrix)) else self.value(type)

    def function(self, result: MetalType, parameters: Sequence[MetalType]) -> IRType:
        """The type of a function."""
        elements = (self.passed(result), *[self.passed(parameter) for parameter in parameters])
        return self.context.type(_FUNCTION, (0,), elements)

    # --- constants

    def null(self, type: IRType) -> Constant:
        """The zero constant of a type."""
        return self.context.constant(type, _NULL)

    def undef(self, type: IRType) -> Constant:
        """The undefined value of a type."""
        return self.context.constant(type, _UNDEF)

    def constant(self, type: MetalType, value: object, *, in_memory: bool = False) -> Constant:
        """A constant, in its form in code or in memory. For a vector `value` is one number for all elements, or a
        sequence; for an array, matrix (columns) or struct it is a sequence of element values.

        BuildError for a value that does not match the type or does not fit in its bits.
        """
        if isinstance(type, Scalar):
            return self._scalar(type, value, in_memory)
        if isinstance(type, (Vector, SimdgroupMatrix)):
            count = 64 if isinstance(type, SimdgroupMatrix) else type.count
            numbers = [value] * count if isinstance(value, (int, float)) else value
            return self._aggregate(type, [(type.element, item) for item in _sequence(type, numbers, count)], in_memory)
        if not in_memory:
            raise BuildError(f"there is no constant of {type.name}")
        if isinstance(type, Matrix):
            columns = [(type.column, item) for item in _sequence(type, value, type.columns)]
            array = self._aggregate(Array(type.column, type.columns), columns, True)
            return self.of_operands(self.memory(type), [array])
        if isinstance(type, Array):
            return self._aggregate(type, [(type.element, item) for item in _sequence(type, value, type.count)], True)
        if isinstance(type, Struct):
            arguments = value.values() if isinstance(value, dict) else value
            members = [
                (m.type, item)
                for m, item in zip(type.members, _sequence(type, arguments, len(type.members)), strict=True)
            ]
            return self._aggregate(type, members, True)
        raise BuildError(f"there is no constant of {type.name}")

    def _aggregate(self, type: MetalType, parts: Sequence[tuple[MetalType, object]], in_memory: bool) -> Constant:
        ir = self.memory(type) if in_memory else self.value(type)
        return self.of_operands(ir, [self.constant(part, value, in_memory=in_memory) for part, value in parts])

    def of_operands(self, type: IRType, operands: Sequence[Constant]) -> Constant:
        """The constant composed of other constants, in LLVM's canonical form."""
        if all(operand.code == _NULL for operand in operands):
            return self.null(type)
        element = type.elements[0]
        is_data = element.code in FLOAT_NAMES or (element.code is _INTEGER and element.params[0] in (8, 16, 32, 64))
        if type.code not in (_VECTOR, _ARRAY) or not is_data:
            return self.context.constant(type, _AGGREGATE, (), tuple(operands))
        mask = (1 << (element.params[0] if element.code is _INTEGER else 32)) - 1
        params = tuple((operand.params[0] & mask) if operand.params else 0 for operand in operands)
        return self.context.constant(type, _DATA, params)

    def _scalar(self, type: Scalar, value: object, in_memory: bool) -> Constant:
        ir = self.memory(type) if in_memory else self.value(type)
        if not isinstance(value, (int, float)):
            raise BuildError(f"{value!r:.60} is not a constant of {type.name}")
        if isinstance(value, bool) and not type.is_bool:
            raise BuildError(f"{value!r} is not a constant of {type.name}: it is a bool")
        if type.is_float:
            bits = self._float_bits(type, value)
            return self.context.constant(ir, _FLOAT, (bits,)) if bits else self.null(ir)
        if isinstance(value, float):
            raise BuildError(f"{value!r} is not a constant of {type.name}: it is a float")
        half = 1 << type.bits - 1
        low, high = (-half, half if type.is_signed else 2 * half) if type.is_integer else (0, 2)
        if not low <= value < high:
            raise BuildError(f"{value} does not fit in {type.name}")
        return self.context.integer_constant(ir, int(value))

    def _float_bits(self, type: Scalar, value: float) -> int:
        """The bits of the nearest number of the type. BuildError if `value` is too large for it."""
        try:
            bits = float_bits(FLOAT_CODES[type.name], float(value))
        except OverflowError:
            bits = None
        if bits is None:
            raise BuildError(f"{value!r} is too large for {type.name}")
        return bits


def _sequence(type: MetalType, value: object, count: int) -> list[object]:
    try:
        values: list[object] = list(value)  # type: ignore[call-overload]
    except TypeError:
        raise BuildError(f"{value!r} is not a constant of {type.name}") from None
    if len(values) != count:
        raise BuildError(f"a constant of {type.name} has {count} parts, not {len(values)}")
    return values
