"""The instructions that compute values of a program under construction, and address memory.

Types are checked when an instruction is created; the error names the instruction and the line of Python.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from ..base.errors import BuildError, FormatError
from ..base.metal import AccessQualifier, AddressSpace
from ..ir import BinaryOperator, CastOperator, Constant, ConstantCode, Predicate, UnaryOperator
from ..ir import Value as IRValue
from .code import FunctionCode, ValueInCode
from .names import SCALARS, boolean, u32, u64
from .operands import Global, Operand, PipelineConstant, Reference, TypedValue
from .types import (
    Array,
    Matrix,
    MetalPointer,
    MetalType,
    Scalar,
    SimdgroupMatrix,
    Struct,
    Vector,
    Void,
    element_of,
    fits,
)

_ADD: Final = BinaryOperator.ADD
_FADD: Final = BinaryOperator.FADD
_FDIV: Final = BinaryOperator.FDIV
_FMUL: Final = BinaryOperator.FMUL
_FSUB: Final = BinaryOperator.FSUB
_MUL: Final = BinaryOperator.MUL
_SDIV: Final = BinaryOperator.SDIV
_SREM: Final = BinaryOperator.SREM
_SUB: Final = BinaryOperator.SUB
_UDIV: Final = BinaryOperator.UDIV
_UREM: Final = BinaryOperator.UREM
_AND: Final = BinaryOperator.AND
_ASHR: Final = BinaryOperator.ASHR
_CONSTANT: Final = AddressSpace.CONSTANT
_FNEG: Final = UnaryOperator.FNEG
_ICMP_NE: Final = Predicate.ICMP_NE
_INTTOPTR: Final = CastOperator.INTTOPTR
_LSHR: Final = BinaryOperator.LSHR
_NULL: Final = ConstantCode.NULL
_OR: Final = BinaryOperator.OR
_PRIVATE: Final = AddressSpace.PRIVATE
_PTRTOINT: Final = CastOperator.PTRTOINT
_READ: Final = AccessQualifier.READ
_SHL: Final = BinaryOperator.SHL
_XOR: Final = BinaryOperator.XOR
_ZEXT: Final = CastOperator.ZEXT

# Classes of Python's: compiled code looks an imported one up at each use.
_A_VECTOR: Final = Vector
_POINTER: Final = MetalPointer
_SCALAR: Final = Scalar
_TYPED_VALUE: Final = TypedValue
_VOID: Final = Void

_SHIFTS: Final = frozenset({BinaryOperator.SHL, BinaryOperator.ASHR, BinaryOperator.LSHR})
_DIVISIONS: Final = frozenset({BinaryOperator.SDIV, BinaryOperator.UDIV, BinaryOperator.SREM, BinaryOperator.UREM})
_LOGIC: Final = frozenset({BinaryOperator.AND, BinaryOperator.OR, BinaryOperator.XOR})
_INTEGERS: Final = {(scalar.bits, scalar.is_signed): scalar for scalar in SCALARS if scalar.is_integer}
_INTEGER_PREDICATES: Final = {
    "eq": (Predicate.ICMP_EQ, Predicate.ICMP_EQ),
    "ne": (Predicate.ICMP_NE, Predicate.ICMP_NE),
    "lt": (Predicate.ICMP_ULT, Predicate.ICMP_SLT),
    "le": (Predicate.ICMP_ULE, Predicate.ICMP_SLE),
    "gt": (Predicate.ICMP_UGT, Predicate.ICMP_SGT),
    "ge": (Predicate.ICMP_UGE, Predicate.ICMP_SGE),
}
_FLOAT_PREDICATES: Final = {
    "eq": Predicate.FCMP_OEQ,
    "ne": Predicate.FCMP_UNE,
    "lt": Predicate.FCMP_OLT,
    "le": Predicate.FCMP_OLE,
    "gt": Predicate.FCMP_OGT,
    "ge": Predicate.FCMP_OGE,
    "one": Predicate.FCMP_ONE,
    "ord": Predicate.FCMP_ORD,
    "ueq": Predicate.FCMP_UEQ,
    "uge": Predicate.FCMP_UGE,
    "ugt": Predicate.FCMP_UGT,
    "ule": Predicate.FCMP_ULE,
    "ult": Predicate.FCMP_ULT,
    "uno": Predicate.FCMP_UNO,
}


class Operations(ABC):
    """The operations of a `Builder` on values: constants, arithmetic, vectors, memory."""

    def __init__(self, code: FunctionCode) -> None:
        self.code = code
        self.low = code.low
        self.target = code.target
        self.function = code.function

    def error(self, instruction: str, reason: str) -> BuildError:
        """An error about the current instruction, to be raised."""
        return self.code.error(instruction, reason)

    def line(self, number: int, column: int = 0, file: str = "") -> None:
        """Set the source line for the following instructions, in the module's source file (`Module(source=...)`) or in
        `file`.
        """
        if number < 1 or column < 0:
            raise self.error("line", f"there is no line {number}, column {column}")
        self.code.debug_loc = self.low.debug.location(self.function, number, column, file)

    # --- operands

    def const(self, type: MetalType, value: object) -> TypedValue:
        """A constant: a number; for a vector a sequence of numbers, or one number for all elements."""
        self.require_type("const", type)
        try:
            return TypedValue(self, self.low.constant(type, value), type)
        except BuildError as error:
            raise self.error("const", error.reason) from None

    def use(self, what: Global | PipelineConstant) -> TypedValue:
        """The value in this function: the address of a global, a static sampler, the value of a function constant."""
        if isinstance(what, PipelineConstant):
            if self.low.globals.get(what.symbol.name) is not what.symbol:
                raise self.error("use", f"the function constant {what.name!a} belongs to another module")
            return self.load(TypedValue(self, what.copy, MetalPointer(what.type, _CONSTANT)))
        if not isinstance(what, Global):
            raise self.error("use", f"{what!r:.60} belongs to no module")
        if what.low is not self.low:
            raise self.error("use", "it belongs to another module")
        result = Reference if isinstance(what.type, MetalPointer) else TypedValue
        return result(self, what.ir, what.type)

    def undef(self, type: MetalType) -> TypedValue:
        """An undefined value."""
        self.require_type("undef", type)
        return TypedValue(self, self.low.undef(self.low.value(type)), type)

    def require_type(self, name: str, type: object) -> None:
        """BuildError unless the operand `type` of instruction `name` is a type of Metal."""
        if not isinstance(type, MetalType):
            raise self.error(name, f"{type!r:.60} is not a Metal type")

    def value_type(self, name: str, value: object) -> MetalType:
        """The type of an operand of instruction `name`. BuildError for a Python number or another object."""
        if not isinstance(value, ValueInCode):
            raise self.error(name, f"{value!r:.60} is not a value of the program: give the number a type with b.const")
        return value.type

    def comparable(self, relation: str, value: object) -> Operand:
        """An operand of `==` or `!=`, for which Python passes any object. BuildError for an object that is not an
        operand.
        """
        if not isinstance(value, (TypedValue, int, float)):
            raise self.error(
                f"compare {relation}", f"{value!r:.60} is not a value of the program (use `is` to compare objects)"
            )
        return value

    def operand(self, name: str, value: TypedValue) -> IRValue:
        """The LLVM value of an operand of instruction `name`. BuildError if it is not available at the position."""
        if not isinstance(value, ValueInCode):
            self.value_type(name, value)  # which raises the error
        in_code: ValueInCode = value
        ir, code = in_code.ir, self.code
        code.require_here(name, ir, code if in_code.builder is self else value.builder.code)
        return ir

    def number(self, name: str, value: Operand, like: MetalType) -> TypedValue:
        """An operand of instruction `name`: a value, or a Python number as a constant of type `like`."""
        if isinstance(value, _TYPED_VALUE):
            return value
        try:
            return _TYPED_VALUE(self, self.low.constant(like, value), like)
        except BuildError as error:
            raise self.error(name, error.reason) from None

    def _pair(self, name: str, left: Operand, right: Operand) -> tuple[TypedValue, TypedValue]:
        """Two operands converted to one type: numbers become constants, and a scalar beside a vector of its type is
        repeated.
        """
        if not isinstance(left, _TYPED_VALUE):
            if not isinstance(right, _TYPED_VALUE):
                raise self.error(name, "one of the operands must be a value of the program")
            left = self.number(name, left, right.type)
        elif not isinstance(right, _TYPED_VALUE):
            right = self.number(name, right, left.type)
        left_in_code: ValueInCode = left
        right_in_code: ValueInCode = right
        first, second = left_in_code.type, right_in_code.type
        if first is not second and first != second:
            if isinstance(first, Vector) and second == first.element:
                right = self.splat(right, first.count)
            elif isinstance(second, Vector) and first == second.element:
                left = self.splat(left, second.count)
            elif not fits(first, second) and not fits(second, first):
                raise self.error(name, f"the operands are {first} and {second}")
        return left, right

    # --- creating instructions

    def expanded(self, name: str, make: Callable[..., IRValue], *operands: TypedValue, result: MetalType) -> TypedValue:
        """The result of `make`, which takes the IR builder (`mtlb.ir.build`) and the LLVM values of the operands, and
        returns an LLVM value. `name` is for errors.
        """
        return self.expanded_all(name, lambda *values: (make(*values),), *operands, results=(result,))[0]

    def expanded_all(
        self, name: str, make: Callable[..., Sequence[IRValue]], *operands: TypedValue, results: Sequence[MetalType]
    ) -> list[TypedValue]:
        """As `expanded`, for several results."""
        values = [self.operand(name, operand) for operand in operands]
        result = make(self.code.at(name), *values)
        return [TypedValue(self, value, type) for value, type in zip(result, results, strict=True)]

    @property
    def is_terminated(self) -> bool:
        """Whether the block has a terminator."""
        return self.code.is_terminated

    @contextmanager
    def fast_math(self, enabled: bool) -> Iterator[None]:
        """Enable or disable fast-math flags for floating-point operations in the block; the default is that of the
        module.
        """
        before, self.code.fast_flags = self.code.fast_flags, self.target.fast_flags if enabled else 0
        try:
            yield
        finally:
            self.code.fast_flags = before

    # --- arithmetic

    def _arithmetic(
        self,
        name: str,
        left: Operand,
        right: Operand,
        real: BinaryOperator | None,
        signed: BinaryOperator | None,
        unsigned: BinaryOperator | None,
    ) -> TypedValue:
        left, right = self._pair(name, left, right)
        type, code = left.type, self.code
        element = type if isinstance(type, _SCALAR) else type.element if isinstance(type, _A_VECTOR) else None
        operator, flags, is_float = None, 0, False
        if element is not None:
            is_float = element.is_float
            if is_float:
                operator, flags = real, code.fast_flags
            elif element.is_bool:
                operator = unsigned if unsigned in _LOGIC else None
            else:
                operator = signed if element.is_signed else unsigned
        if operator is None:
            raise self.error(name, f"{type} does not support this operation")
        first, second = self.operand(name, left), self.operand(name, right)
        if code.refuses_undefined and not is_float and (operator in _SHIFTS or operator in _DIVISIONS):
            self._require_defined(name, operator, second)
        code.at(name)
        return _TYPED_VALUE(self, code.binary(operator, first, second, flags), type)

    def _require_defined(self, name: str, operator: BinaryOperator, by: IRValue) -> None:
        """BuildError for a constant that makes the result undefined: a divisor of 0, a shift by the width or more."""
        if not isinstance(by, Constant):
            return
        bits = by.type.scalar.params[0]
        for number in by.params if by.code != _NULL else (0,):
            number &= (1 << bits) - 1
            if operator in _DIVISIONS and not number:
                raise self.error(name, "a division by 0")
            if operator in _SHIFTS and number >= bits:
                raise self.error(name, f"a shift of {bits} bits by {number}")

    def add(self, left: Operand, right: Operand) -> TypedValue:
        """The sum."""
        return self._arithmetic("add", left, right, _FADD, _ADD, _ADD)

    def sub(self, left: Operand, right: Operand) -> TypedValue:
        """The difference."""
        return self._arithmetic("sub", left, right, _FSUB, _SUB, _SUB)

    def mul(self, left: Operand, right: Operand) -> TypedValue:
        """The product."""
        return self._arithmetic("mul", left, right, _FMUL, _MUL, _MUL)

    def div(self, left: Operand, right: Operand) -> TypedValue:
        """The quotient; for integers rounded towards zero."""
        return self._arithmetic("div", left, right, _FDIV, _SDIV, _UDIV)

    def rem(self, left: Operand, right: Operand) -> TypedValue:
        """The remainder of integers, with the sign of `left`; for floats use ``math("fmod", a, b)``."""
        return self._arithmetic("rem", left, right, None, _SREM, _UREM)

    def floor_div(self, left: Operand, right: Operand) -> TypedValue:
        """`//`: the quotient rounded down, only for unsigned integers. For other types `/` rounds differently (towards
        zero).
        """
        type = next(iter([item.type for item in (left, right) if isinstance(item, TypedValue)]), None)
        element = None if type is None else element_of(type)
        if element is not None and (element.is_float or element.is_signed):
            how = "floor(a / b)" if element.is_float else "a / b rounds towards zero"
            raise self.error("floor_div", f"// is for unsigned integers, not for {type}: it rounds down ({how})")
        return self.div(left, right)

    def power(self, base: Operand, exponent: Operand) -> TypedValue:
        """`**`: repeated products if the exponent is a Python integer, so the base may be negative; otherwise `pow`."""
        if not isinstance(base, TypedValue) or not isinstance(exponent, int):
            return self.math("pow", base, exponent)
        element = element_of(base.type)
        if exponent < 0 and (element is None or not element.is_float):
            raise self.error("power", f"an exponent of {exponent} for {base.type}")
        if not -64 <= exponent <= 64:
            return self.math("pow", base, exponent)
        result = None
        for digit in f"{abs(exponent):b}":
            result = self.mul(result, result) if result is not None else None
            if digit == "1":
                result = base if result is None else self.mul(result, base)
        if result is None:
            return self.const(base.type, 1)
        return self.div(1, result) if exponent < 0 else result

    @abstractmethod
    def math(self, operation: str, *arguments: Operand) -> TypedValue:
        """A function of Metal's library."""

    def and_(self, left: TypedValue | int, right: TypedValue | int) -> TypedValue:
        """Bitwise and."""
        return self._arithmetic("and", left, right, None, _AND, _AND)

    def or_(self, left: TypedValue | int, right: TypedValue | int) -> TypedValue:
        """Bitwise or."""
        return self._arithmetic("or", left, right, None, _OR, _OR)

    def xor(self, left: TypedValue | int, right: TypedValue | int) -> TypedValue:
        """Bitwise exclusive or."""
        return self._arithmetic("xor", left, right, None, _XOR, _XOR)

    def shl(self, value: TypedValue | int, by: TypedValue | int) -> TypedValue:
        """Shift left. The result of a shift by the width or more is undefined."""
        return self._arithmetic("shl", value, by, None, _SHL, _SHL)

    def shr(self, value: TypedValue | int, by: TypedValue | int) -> TypedValue:
        """Shift right; arithmetic for a signed integer."""
        return self._arithmetic("shr", value, by, None, _ASHR, _LSHR)

    def neg(self, value: TypedValue) -> TypedValue:
        """The negated value."""
        element = element_of(self.value_type("neg", value))
        if element is not None and element.is_float:
            result = self.code.at("neg").unary(_FNEG, self.operand("neg", value), self.code.fast_flags)
            return TypedValue(self, result, value.type)
        return self.sub(0, value)

    def not_(self, value: TypedValue) -> TypedValue:
        """Bitwise complement; for a bool logical not."""
        element = element_of(self.value_type("not", value))
        return self.xor(value, self.const(value.type, True) if element is not None and element.is_bool else -1)

    def compare(self, relation: str, left: Operand, right: Operand) -> TypedValue:
        """`relation`: "eq", "ne", "lt", "le", "gt" or "ge". Returns a bool, or a vector of bools. With NaN only "ne" is
        true.

        For floats also "ueq", "ult", "ule", "ugt", "uge", which are true for NaN, "one" (less or greater), "ord"
        (neither is NaN) and "uno" (an operand is NaN).
        """
        if relation not in _FLOAT_PREDICATES:
            raise self.error("compare", f"unknown relation {relation!a} (one of {', '.join(_FLOAT_PREDICATES)})")
        name = f"compare {relation}"
        left, right = self._pair(name, left, right)
        element = element_of(left.type)
        result: MetalType = Vector(boolean, left.type.count) if isinstance(left.type, Vector) else boolean
        if element is not None and element.is_float:
            predicate, flags = _FLOAT_PREDICATES[relation], self.code.fast_flags
        elif relation not in _INTEGER_PREDICATES:
            raise self.error(name, "it is for floats")
        elif element is not None or isinstance(left.type, MetalPointer):  # pointers are compared by their addresses
            signed = element is not None and element.is_signed
            predicate, flags = _INTEGER_PREDICATES[relation][signed], 0
        else:
            raise self.error(name, f"{left.type} can't be compared")
        operands = (self.operand(name, left), self.operand(name, right))
        return TypedValue(self, self.code.at(name).compare(predicate, *operands, flags=flags), result)

    def select(self, condition: TypedValue, if_true: Operand, if_false: Operand) -> TypedValue:
        """`if_true` or `if_false`; element by element if the condition is a vector."""
        self.value_type("select", condition)
        if_true, if_false = self._pair("select", if_true, if_false)
        type_: MetalType = boolean
        if isinstance(condition.type, Vector) and isinstance(if_true.type, Vector):
            type_ = Vector(boolean, if_true.type.count)
        if condition.type != type_:
            raise self.error("select", f"the condition is {condition.type}, not {type_}")
        chosen, left, right = [self.operand("select", item) for item in (condition, if_true, if_false)]
        return TypedValue(self, self.code.at("select").select(chosen, left, right), if_true.type)

    # --- vectors

    def vector(self, *parts: Operand, type: Vector | None = None) -> TypedValue:
        """A vector of scalars and smaller vectors, in order; with Python numbers only, `type` is required."""
        values = [part for part in parts if isinstance(part, TypedValue)]
        element = type.element if type is not None else element_of(values[0].type) if values else None
        if element is None:
            raise self.error("vector", "the type does not follow from the parts")
        scalars: list[TypedValue] = []
        for part in parts:
            if isinstance(part, TypedValue) and isinstance(part.type, Vector):
                scalars.extend(part)
            else:
                scalars.append(self.number("vector", part, element))
        if type is None and len(scalars) not in (2, 3, 4, 8, 16):
            raise self.error("vector", f"there is no vector of {len(scalars)} {element}")
        vector = type or Vector(element, len(scalars))
        if len(scalars) != vector.count or any(scalar.type != element for scalar in scalars):
            text = ", ".join(str(scalar.type) for scalar in scalars)
            raise self.error("vector", f"the parts of a {vector} are {text}")
        if all(isinstance(scalar.ir, Constant) for scalar in scalars):
            operands = [scalar.ir for scalar in scalars if isinstance(scalar.ir, Constant)]
            return TypedValue(self, self.low.of_operands(self.low.value(vector), operands), vector)
        result = self.undef(vector)
        for place, scalar in enumerate(scalars):
            result = self.insert(result, scalar, place)
        return result

    def splat(self, value: TypedValue, count: int) -> TypedValue:
        """A vector whose elements are all `value`."""
        element = self.value_type("splat", value)
        if not isinstance(element, Scalar):
            raise self.error("splat", f"{element} is not a number")
        type = Vector(element, count)
        if isinstance(value.ir, Constant):
            return TypedValue(self, self.low.of_operands(self.low.value(type), [value.ir] * count), type)
        return self.shuffle(self.insert(self.undef(type), value, 0), [0] * count)

    def _vector_type(self, name: str, value: TypedValue) -> tuple[Scalar, int]:
        type = self.value_type(name, value)
        if isinstance(type, _A_VECTOR):
            return type.element, type.count
        if isinstance(type, SimdgroupMatrix):
            return type.element, 64
        raise self.error(name, f"{type} is not a vector")

    def _element_index(self, name: str, index: TypedValue | int, count: int) -> IRValue:
        if isinstance(index, int) and not isinstance(index, bool):
            if not 0 <= index < count:
                raise self.error(name, f"there is no element {index}: there are {count}")
            return self.code.index(index)
        if not isinstance(index, TypedValue):
            raise self.error(name, f"{index!r:.60} is not an index")
        if not isinstance(index.type, Scalar) or not index.type.is_integer:
            raise self.error(name, f"the index is {index.type}")
        return self.operand(name, index)

    def extract(self, value: TypedValue, index: TypedValue | int) -> TypedValue:
        """An element of a vector."""
        element, count = self._vector_type("extract", value)
        operands = (self.operand("extract", value), self._element_index("extract", index, count))
        return _TYPED_VALUE(self, self.code.at("extract").extract_element(*operands), element)

    def insert(self, value: TypedValue, element: Operand, index: TypedValue | int) -> TypedValue:
        """The vector with an element replaced."""
        type, count = self._vector_type("insert", value)
        element = self.number("insert", element, type)
        if element.type is not type and element.type != type:
            raise self.error("insert", f"a {element.type} in a {value.type}")
        operands = (
            self.operand("insert", value),
            self.operand("insert", element),
            self._element_index("insert", index, count),
        )
        return TypedValue(self, self.code.at("insert").insert_element(*operands), value.type)

    def shuffle(self, value: TypedValue, places: Sequence[int], other: TypedValue | None = None) -> TypedValue:
        """The elements at `places`; numbers from the element count on refer to `other`."""
        element, count = self._vector_type("shuffle", value)
        if other is not None and other.type != value.type:
            raise self.error("shuffle", f"the operands are {value.type} and {other.type}")
        limit = count if other is None else 2 * count
        if any(not 0 <= place < limit for place in places):
            raise self.error("shuffle", f"{value.type} has no such elements: {', '.join(map(str, places))}")
        right = self.low.undef(self.low.value(value.type)) if other is None else self.operand("shuffle", other)
        mask = self.low.constant(Vector(u32, len(places)), list(places))
        type = Vector(element, len(places))
        left = self.operand("shuffle", value)
        return TypedValue(self, self.code.at("shuffle").shuffle(left, right, mask), type)

    # --- memory

    def variable(self, type: MetalType, value: Operand | None = None, name: str = "") -> Reference:
        """An alloca of the function with an optional initial value, which is stored at the current position: its
        address.
        """
        self.require_type("variable", type)
        try:
            memory, align = self.low.memory(type), type.align
        except BuildError as error:
            raise self.error("variable", error.reason) from None
        variable = self.code.variable(memory, align.bit_length(), name)
        address = Reference(self, variable, MetalPointer(type, _PRIVATE))
        if value is not None:
            self.store(value, address)
        return address

    def address(self, name: str, pointer: TypedValue) -> MetalPointer:
        """The pointer type of an operand of instruction `name`. BuildError if it is not an address."""
        operand: object = pointer
        type = operand.type if isinstance(operand, ValueInCode) else None
        if not isinstance(type, _POINTER):
            raise self.error(name, f"{getattr(pointer, 'type', pointer)} is not a pointer")
        return type

    def gep(self, pointer: TypedValue, *path: TypedValue | int | str) -> TypedValue:
        """The address of a part of the object at `pointer`, equal to ``pointer[a][b]...``, in one instruction.

        For a pointer the first number counts whole objects, like `p[i]` in C. For a `Reference` it selects a part of
        the object, as do all further steps (`part`).
        """
        type = self.address("gep", pointer)
        if not path or isinstance(path[0], str) or isinstance(pointer, Reference):
            return self._address("gep", pointer, self.code.index(0), path)
        return self._address("gep", pointer, self._index("gep", path[0]), path[1:], counts=type)

    def offset(self, pointer: TypedValue, count: TypedValue | int) -> TypedValue:
        """The address `count` objects further: `p + count` of C, with the same type."""
        type = self.address("offset", pointer)
        result = self._address("offset", pointer, self._index("offset", count), (), counts=type)
        return TypedValue(self, result.ir, result.type)

    def part(self, pointer: TypedValue, *path: TypedValue | int | str) -> Reference:
        """The address of a part of the object at `pointer`. Each step of the path is the name of a struct member, or
        the index of an element of an array or vector or of a column of a matrix.
        """
        self.address("part", pointer)
        return self._address("part", pointer, self.code.index(0), path)

    def _address(
        self,
        name: str,
        pointer: TypedValue,
        first: IRValue,
        path: Sequence[TypedValue | int | str],
        counts: MetalPointer | None = None,
    ) -> Reference:
        """The address of a part of object `first` from `pointer`. `counts`: the type of the objects to count, if it
        differs.
        """
        type = self.address(name, pointer)
        if counts is not None:
            try:
                counts.pointee.size  # noqa: B018 - raises for what has no layout
            except BuildError as error:
                raise self.error(name, error.reason) from None
        indices, current = [first], type.pointee
        zero = self.code.index(0)
        for step in path:
            if isinstance(step, str):
                if not isinstance(current, Struct):
                    raise self.error(name, f"a member {step!a} of {current}, which is not a struct")
                try:
                    place = current.index(step)
                except BuildError as error:
                    raise self.error(name, error.reason) from None
                indices.append(self.code.index(place))
                current = current.members[place].type
                continue
            number = self._index(name, step)
            if not isinstance(current, (Array, Vector, Matrix)):
                cure = "its members have names" if isinstance(current, Struct) else "b.offset counts objects"
                raise self.error(name, f"an index into {current}, which has no elements: {cure}")
            count = current.columns if isinstance(current, Matrix) else current.count
            if isinstance(step, int) and not 0 <= step < count:
                raise self.error(name, f"there is no element {step} in {current}")
            indices += [zero] if isinstance(current, Matrix) else []  # the struct around its columns
            current = current.column if isinstance(current, Matrix) else current.element
            indices.append(number)
        result = self.low.pointer(current, type.space, type.access)
        base = self.operand(name, pointer)
        if counts is None and not path:
            return Reference(self, base, result)
        try:
            return Reference(self, self.code.at(name).gep(self.low.memory(type.pointee), base, *indices), result)
        except FormatError as error:
            raise self.error(name, error.reason) from None

    def _index(self, name: str, index: object) -> IRValue:
        if isinstance(index, int) and not isinstance(index, bool):
            if not -1 << 63 <= index < 1 << 63:
                raise self.error(name, f"the index {index} has more than 64 bits")
            return self.code.integer(self.code.i64, index)
        if not isinstance(index, _TYPED_VALUE):
            raise self.error(name, f"{index} is not an index")
        type = index.type
        if not isinstance(type, _SCALAR) or not type.is_integer:
            raise self.error(name, f"{type} is not an index")
        if type.bits < 64:  # Apple's indices have 64 bits; LLVM sign-extends narrower ones
            return self.resize(index, 64).ir
        return self.operand(name, index)

    def resize(self, value: TypedValue, bits: int) -> TypedValue:
        """An integer converted to another width, zero- or sign-extended by its type."""
        before = self.value_type("resize", value)
        element = before if isinstance(before, _SCALAR) else element_of(before)
        if element is None or not (element.is_integer or element.is_bool):
            raise self.error("resize", f"{before} is not an integer")
        signed = element.is_signed
        to = _INTEGERS.get((bits, signed))
        if to is None:
            raise self.error("resize", f"there is no integer of {bits} bits")
        if bits == element.bits:
            return value
        type_: MetalType = Vector(to, before.count) if isinstance(before, Vector) else to
        ir, type = self.operand("resize", value), self.low.value(type_)
        return _TYPED_VALUE(self, self.code.at("resize").resized(ir, type, signed=signed), type_)

    def load(self, pointer: TypedValue, *, volatile: bool = False) -> TypedValue:
        """Load from an address."""
        type = self.address("load", pointer).pointee
        address = self.operand("load", pointer)
        if isinstance(type, _VOID):
            raise self.error("load", "a void* has no pointee type: cast the pointer with b.bitcast")
        if isinstance(type, _A_VECTOR) and type.packed:
            return self.vector(*[self.load(self.part(pointer, n), volatile=volatile) for n in range(type.count)])
        try:
            memory = self.low.memory(type)
        except BuildError as error:
            raise self.error("load", error.reason) from None
        b = self.code.at("load")
        loaded: IRValue = b.load(memory, address, type.align.bit_length(), int(volatile))
        if memory is not self.low.value(type):  # a bool: any byte other than 0 is true
            loaded = b.compare(_ICMP_NE, loaded, b.null(memory))
        return _TYPED_VALUE(self, loaded, type)

    def written(self, name: str, pointer: TypedValue) -> MetalPointer:
        """The type of an address that instruction `name` writes to. BuildError for read-only memory."""
        type = self.address(name, pointer)
        if type.access is _READ or type.space is _CONSTANT:
            raise self.error(name, f"{type} is for reading only")
        return type

    def null(self, type: MetalPointer) -> TypedValue:
        """The null pointer. A program must not access memory through it."""
        if not isinstance(type, MetalPointer):
            raise self.error("null", f"{type} is not a pointer")
        return TypedValue(self, self.low.null(self.low.value(type)), type)

    def store(self, value: Operand, pointer: TypedValue, *, volatile: bool = False) -> None:
        """Store to an address."""
        type = self.written("store", pointer).pointee
        if isinstance(type, _VOID):
            raise self.error("store", "a void* has no pointee type: cast the pointer with b.bitcast")
        is_packed = isinstance(type, _A_VECTOR) and type.packed
        requested = type.unpacked if isinstance(type, _A_VECTOR) and is_packed else type
        value = self.number("store", value, requested)
        stored = value.type
        if stored is not requested and not fits(stored, requested):
            raise self.error("store", f"a {stored} where {pointer.type} points at {type}")
        if isinstance(type, _A_VECTOR) and is_packed:
            for place in range(type.count):
                self.store(self.extract(value, place), self.part(pointer, place), volatile=volatile)
            return
        ir = self.operand("store", value)
        memory = self.low.memory(type)
        b = self.code.at("store")
        if ir.type is not memory:  # a bool is stored as 0 or 1
            ir = b.cast(_ZEXT, ir, memory)
        b.store(ir, self.operand("store", pointer), type.align.bit_length(), int(volatile))

    def bitcast(self, value: TypedValue, type: MetalType) -> TypedValue:
        """The same bits as another type of the same size; a pointer with another pointee in the same address space; a
        pointer as a ulong, and the reverse.
        """
        source = self.value_type("bitcast", value)
        self.require_type("bitcast", type)
        ir = self.operand("bitcast", value)
        if isinstance(source, MetalPointer) and isinstance(type, MetalPointer):
            if source.space is not type.space:
                raise self.error("bitcast", f"{source} to {type}: the address spaces differ")
            if source.access is _READ and type.access is not _READ:
                raise self.error(
                    "bitcast", f"{source} to {type}: it is for reading only, as ptr(type, space, 'read') is"
                )
        elif isinstance(source, MetalPointer) and type == u64:
            result = self.code.at("bitcast").cast(_PTRTOINT, ir, self.low.value(type))
            return TypedValue(self, result, type)
        elif source == u64 and isinstance(type, MetalPointer):
            result = self.code.at("bitcast").cast(_INTTOPTR, ir, self.low.value(type))
            return TypedValue(self, result, type)
        elif isinstance(source, (Scalar, Vector)) and isinstance(type, (Scalar, Vector)):
            if any(isinstance(item, Vector) and item.packed for item in (source, type)):
                raise self.error("bitcast", f"{source} to {type}: a value is not packed")
            widths = [_bits(item) for item in (source, type)]
            if widths[0] != widths[1]:
                raise self.error("bitcast", f"{source} has {widths[0]} bits, {type} has {widths[1]}")
            if any(item.is_bool for item in (element_of(source), element_of(type)) if item is not None):
                raise self.error("bitcast", "a bool has no bits in memory's form")
        else:
            raise self.error("bitcast", f"{source} to {type}")
        try:
            return TypedValue(self, self.code.at("bitcast").bitcast(ir, self.low.value(type)), type)
        except BuildError as error:
            raise self.error("bitcast", error.reason) from None


def _bits(type: MetalType) -> int:
    element = element_of(type)
    assert element is not None
    return element.bits * (type.count if isinstance(type, Vector) else 1)
