"""Values of a program under construction, and the instructions that compute and address them.

A `Value` knows its Metal type and the function that it belongs to, so operators work: ``a + b * 2.0``, ``v.xyz``,
``p[i].load()``. Types are checked as each instruction is made; the error names the instruction and the line of Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from ..base.errors import BuildError, FormatError
from ..base.metal import AccessQualifier, AddressSpace
from ..ir import BinaryOperator, CastOperator, Constant, GlobalVariable, Predicate, UnaryOperator
from ..ir import Value as IRValue
from .code import FunctionCode
from .lowering import Lowering
from .names import SCALARS, boolean, u32
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
)


class TypedValue:
    """A value of the program: `type` is its Metal type, `ir` the LLVM value.

    `v.x`, `v.zyx`, `v[i]` are elements of a vector; `p[i]`, `p["name"]` the addresses of elements and members of what a
    pointer points at; `p.load()` and `p.store(v)` access memory. Comparisons are `<`, `<=`, `>`, `>=`, `v.eq(w)` and
    `v.ne(w)`. Whatever is wrong with an operation is a BuildError that names it and the line of Python.
    """

    __slots__ = ("builder", "ir", "type")

    def __init__(self, builder: Operations, ir: IRValue, type: MetalType) -> None:
        self.builder = builder
        self.ir = ir
        self.type = type

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.type}>"

    def __add__(self, other: Operand) -> TypedValue:
        return self.builder.add(self, other)

    def __radd__(self, other: int | float) -> TypedValue:
        return self.builder.add(other, self)

    def __sub__(self, other: Operand) -> TypedValue:
        return self.builder.sub(self, other)

    def __rsub__(self, other: int | float) -> TypedValue:
        return self.builder.sub(other, self)

    def __mul__(self, other: Operand) -> TypedValue:
        return self.builder.mul(self, other)

    def __rmul__(self, other: int | float) -> TypedValue:
        return self.builder.mul(other, self)

    def __truediv__(self, other: Operand) -> TypedValue:
        return self.builder.div(self, other)

    def __rtruediv__(self, other: int | float) -> TypedValue:
        return self.builder.div(other, self)

    def __floordiv__(self, other: TypedValue | int) -> TypedValue:
        return self.builder.div(self, other)

    def __mod__(self, other: Operand) -> TypedValue:
        return self.builder.rem(self, other)

    def __and__(self, other: TypedValue | int) -> TypedValue:
        return self.builder.and_(self, other)

    def __or__(self, other: TypedValue | int) -> TypedValue:
        return self.builder.or_(self, other)

    def __xor__(self, other: TypedValue | int) -> TypedValue:
        return self.builder.xor(self, other)

    def __lshift__(self, other: TypedValue | int) -> TypedValue:
        return self.builder.shl(self, other)

    def __rshift__(self, other: TypedValue | int) -> TypedValue:
        return self.builder.shr(self, other)

    def __neg__(self) -> TypedValue:
        return self.builder.neg(self)

    def __invert__(self) -> TypedValue:
        return self.builder.not_(self)

    def __lt__(self, other: Operand) -> TypedValue:
        return self.builder.compare("lt", self, other)

    def __le__(self, other: Operand) -> TypedValue:
        return self.builder.compare("le", self, other)

    def __gt__(self, other: Operand) -> TypedValue:
        return self.builder.compare("gt", self, other)

    def __ge__(self, other: Operand) -> TypedValue:
        return self.builder.compare("ge", self, other)

    def eq(self, other: Operand) -> TypedValue:
        """Whether both are equal: a bool, or a vector of them."""
        return self.builder.compare("eq", self, other)

    def ne(self, other: Operand) -> TypedValue:
        """Whether both differ."""
        return self.builder.compare("ne", self, other)

    def __bool__(self) -> bool:
        raise self.builder.error("branch", "a value is not known while the program is built: use if_, select or loop")

    def __iter__(self) -> Iterator[TypedValue]:
        count = self.type.count if isinstance(self.type, Vector) else 0
        if not count:
            raise self.builder.error("iterate", f"{self.type} has no elements")
        return iter([self[index] for index in range(count)])

    def __getitem__(self, index: TypedValue | int | str) -> TypedValue:
        if isinstance(self.type, MetalPointer):
            return self.builder.gep(self, index)
        if isinstance(index, str):
            raise self.builder.error("gep", f"a member {index!a} of {self.type}, which is no pointer to a struct")
        return self.builder.extract(self, index)

    def __getattr__(self, name: str) -> TypedValue:
        places = _SWIZZLES.get(name[:1])
        if places is None or name.startswith("_") or not isinstance(self.type, Vector):
            raise AttributeError(f"a value of {self.type} has no attribute {name!r}")
        if len(name) > 4 or any(letter not in places for letter in name):
            raise AttributeError(f"a value of {self.type} has no attribute {name!r}")
        chosen = [places.index(letter) for letter in name]
        return self.builder.extract(self, chosen[0]) if len(name) == 1 else self.builder.shuffle(self, chosen)

    def load(self) -> TypedValue:
        """What is at this address."""
        return self.builder.load(self)

    def store(self, value: Operand) -> None:
        """Write to this address."""
        self.builder.store(value, self)


Operand = TypedValue | int | float
"""A value, or a Python number, which becomes a constant of the other operand's type."""


@dataclass(eq=False, frozen=True)
class Global:
    """What belongs to a whole module: a constant, threadgroup memory, a sampler. `Builder.use` makes it a value."""

    low: Lowering
    ir: IRValue
    type: MetalType


@dataclass(eq=False, frozen=True)
class PipelineConstant:
    """A constant that is given when a pipeline is made. `Builder.use` gives its value.

    `symbol` is the global that the driver fills in, `copy` the one that code reads.
    """

    name: str
    type: Scalar | Vector
    index: int
    required: bool
    symbol: GlobalVariable
    copy: GlobalVariable


_SWIZZLES = {letter: letters for letters in ("xyzw", "rgba") for letter in letters}

_LOGIC = frozenset({BinaryOperator.AND, BinaryOperator.OR, BinaryOperator.XOR})
_INTEGERS = {(one.bits, one.is_signed): one for one in SCALARS if one.is_integer}
_INTEGER_PREDICATES = {
    "eq": (Predicate.ICMP_EQ, Predicate.ICMP_EQ),
    "ne": (Predicate.ICMP_NE, Predicate.ICMP_NE),
    "lt": (Predicate.ICMP_ULT, Predicate.ICMP_SLT),
    "le": (Predicate.ICMP_ULE, Predicate.ICMP_SLE),
    "gt": (Predicate.ICMP_UGT, Predicate.ICMP_SGT),
    "ge": (Predicate.ICMP_UGE, Predicate.ICMP_SGE),
}
_FLOAT_PREDICATES = {
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


class Operations:
    """What a `Builder` does with values: constants, arithmetic, vectors, memory."""

    def __init__(self, code: FunctionCode) -> None:
        self.code = code
        self.low = code.low
        self.target = code.target
        self.function = code.function

    def error(self, instruction: str, reason: str) -> BuildError:
        """An error about an instruction that is being made, to be raised."""
        return self.code.error(instruction, reason)

    def line(self, number: int, column: int = 0, file: str = "") -> None:
        """Instructions come from this line of the source file (`Module(source=...)`), or of `file`, from now on."""
        if number < 1 or column < 0:
            raise self.error("line", f"there is no line {number}, column {column}")
        self.code.debug_loc = self.low.debug.location(self.function, number, column, file)

    # --- operands

    def const(self, type: MetalType, value: object) -> TypedValue:
        """A constant: a number, or for a vector a sequence of them, or one for all."""
        try:
            return TypedValue(self, self.low.constant(type, value), type)
        except BuildError as error:
            raise self.error("const", error.reason) from None

    def use(self, what: Global | PipelineConstant) -> TypedValue:
        """In this function: the address of a global, a static sampler, the value of a function constant."""
        if isinstance(what, PipelineConstant):
            if self.low.globals.get(what.symbol.name) is not what.symbol:
                raise self.error("use", f"the function constant {what.name!a} belongs to another module")
            return self.load(TypedValue(self, what.copy, MetalPointer(what.type, AddressSpace.CONSTANT)))
        if what.low is not self.low:
            raise self.error("use", "it belongs to another module")
        return TypedValue(self, what.ir, what.type)

    def undef(self, type: MetalType) -> TypedValue:
        """A value that does not matter."""
        return TypedValue(self, self.low.undef(self.low.value(type)), type)

    def operand(self, name: str, value: TypedValue) -> IRValue:
        """The LLVM value of an operand of instruction `name`. BuildError if it does not exist where it is used."""
        if not isinstance(value, TypedValue):
            raise self.error(name, f"{value!r} is no value of a program")
        self.code.require_here(name, value.ir, value.builder.code)
        return value.ir

    def number(self, name: str, value: Operand, like: MetalType) -> TypedValue:
        """An operand of instruction `name`: a value, or a Python number as a constant of type `like`."""
        if isinstance(value, TypedValue):
            return value
        try:
            return TypedValue(self, self.low.constant(like, value), like)
        except BuildError as error:
            raise self.error(name, error.reason) from None

    def _pair(self, name: str, left: Operand, right: Operand) -> tuple[TypedValue, TypedValue]:
        """Two operands of one type: numbers become constants, a scalar beside a vector of its type is repeated."""
        if not isinstance(left, TypedValue):
            if not isinstance(right, TypedValue):
                raise self.error(name, "one of the operands must be a value of the program")
            left = self.number(name, left, right.type)
        elif not isinstance(right, TypedValue):
            right = self.number(name, right, left.type)
        if left.type != right.type:
            if isinstance(left.type, Vector) and right.type == left.type.element:
                right = self.splat(right, left.type.count)
            elif isinstance(right.type, Vector) and left.type == right.type.element:
                left = self.splat(left, right.type.count)
            else:
                raise self.error(name, f"the operands are {left.type} and {right.type}")
        return left, right

    # --- making instructions

    def expanded(self, name: str, make: Callable[..., IRValue], *operands: TypedValue, result: MetalType) -> TypedValue:
        """What `make` writes: it takes the builder of IR (`mtlb.ir.build`), then the LLVM values of the operands, and
        returns one. `name` is for errors."""
        values = [self.operand(name, operand) for operand in operands]
        return TypedValue(self, make(self.code.at(name), *values), result)

    @property
    def is_terminated(self) -> bool:
        """Whether the block has its last instruction: a branch or a return."""
        return self.code.is_terminated

    @contextmanager
    def fast_math(self, enabled: bool) -> Iterator[None]:
        """Floating-point operations in the block have fast-math flags, or have not; otherwise the module decides."""
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
        element = element_of(left.type)
        operator, flags = None, 0
        if element is not None and not isinstance(left.type, (Matrix, SimdgroupMatrix)):
            if element.is_float:
                operator, flags = real, self.code.fast_flags
            elif element.is_bool:
                operator = unsigned if unsigned in _LOGIC else None
            else:
                operator = signed if element.is_signed else unsigned
        if operator is None:
            raise self.error(name, f"{left.type} has no such operation")
        operands = (self.operand(name, left), self.operand(name, right))
        return TypedValue(self, self.code.at(name).binary(operator, *operands, flags), left.type)

    def add(self, left: Operand, right: Operand) -> TypedValue:
        """The sum."""
        op = BinaryOperator
        return self._arithmetic("add", left, right, op.FADD, op.ADD, op.ADD)

    def sub(self, left: Operand, right: Operand) -> TypedValue:
        """The difference."""
        op = BinaryOperator
        return self._arithmetic("sub", left, right, op.FSUB, op.SUB, op.SUB)

    def mul(self, left: Operand, right: Operand) -> TypedValue:
        """The product."""
        op = BinaryOperator
        return self._arithmetic("mul", left, right, op.FMUL, op.MUL, op.MUL)

    def div(self, left: Operand, right: Operand) -> TypedValue:
        """The quotient; of integers rounded towards zero."""
        op = BinaryOperator
        return self._arithmetic("div", left, right, op.FDIV, op.SDIV, op.UDIV)

    def rem(self, left: Operand, right: Operand) -> TypedValue:
        """The remainder of integers, with the sign of `left`; of floats use ``math("fmod", a, b)``."""
        op = BinaryOperator
        return self._arithmetic("rem", left, right, None, op.SREM, op.UREM)

    def and_(self, left: TypedValue | int, right: TypedValue | int) -> TypedValue:
        """Both, bit by bit."""
        return self._arithmetic("and", left, right, None, BinaryOperator.AND, BinaryOperator.AND)

    def or_(self, left: TypedValue | int, right: TypedValue | int) -> TypedValue:
        """Either, bit by bit."""
        return self._arithmetic("or", left, right, None, BinaryOperator.OR, BinaryOperator.OR)

    def xor(self, left: TypedValue | int, right: TypedValue | int) -> TypedValue:
        """One of both, bit by bit."""
        return self._arithmetic("xor", left, right, None, BinaryOperator.XOR, BinaryOperator.XOR)

    def shl(self, value: TypedValue | int, by: TypedValue | int) -> TypedValue:
        """Shifted left. A shift by the width or more has no defined result."""
        return self._arithmetic("shl", value, by, None, BinaryOperator.SHL, BinaryOperator.SHL)

    def shr(self, value: TypedValue | int, by: TypedValue | int) -> TypedValue:
        """Shifted right; a signed integer keeps its sign."""
        return self._arithmetic("shr", value, by, None, BinaryOperator.ASHR, BinaryOperator.LSHR)

    def neg(self, value: TypedValue) -> TypedValue:
        """With the other sign."""
        element = element_of(value.type)
        if element is not None and element.is_float:
            made = self.code.at("neg").unary(UnaryOperator.FNEG, self.operand("neg", value), self.code.fast_flags)
            return TypedValue(self, made, value.type)
        return self.sub(0, value)

    def not_(self, value: TypedValue) -> TypedValue:
        """With all bits turned; of a bool the other one."""
        element = element_of(value.type)
        return self.xor(value, 1 if element is not None and element.is_bool else -1)

    def compare(self, relation: str, left: Operand, right: Operand) -> TypedValue:
        """`relation`: "eq", "ne", "lt", "le", "gt" or "ge". A bool, or a vector of them. With NaN only "ne" is true.

        For floats also "ueq", "ult", "ule", "ugt", "uge", which NaN makes true, "one" (less or greater), "ord" (neither
        is NaN) and "uno" (one is NaN).
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
        elif element is not None or isinstance(left.type, MetalPointer):  # pointers: by their addresses
            signed = element is not None and element.is_signed
            predicate, flags = _INTEGER_PREDICATES[relation][signed], 0
        else:
            raise self.error(name, f"{left.type} can't be compared")
        operands = (self.operand(name, left), self.operand(name, right))
        return TypedValue(self, self.code.at(name).compare(predicate, *operands, flags=flags), result)

    def select(self, condition: TypedValue, if_true: Operand, if_false: Operand) -> TypedValue:
        """`if_true` or `if_false`; of vectors element by element if the condition is a vector."""
        if_true, if_false = self._pair("select", if_true, if_false)
        wanted: MetalType = boolean
        if isinstance(condition.type, Vector) and isinstance(if_true.type, Vector):
            wanted = Vector(boolean, if_true.type.count)
        if condition.type != wanted:
            raise self.error("select", f"the condition is {condition.type}, not {wanted}")
        chosen, left, right = (self.operand("select", one) for one in (condition, if_true, if_false))
        return TypedValue(self, self.code.at("select").select(chosen, left, right), if_true.type)

    # --- vectors

    def vector(self, *parts: Operand, type: Vector | None = None) -> TypedValue:
        """A vector of scalars and smaller vectors, in order; of numbers alone needs the `type`."""
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
        made = type or Vector(element, len(scalars))
        if len(scalars) != made.count or any(scalar.type != element for scalar in scalars):
            found = ", ".join(str(scalar.type) for scalar in scalars)
            raise self.error("vector", f"the parts of a {made} are {found}")
        if all(isinstance(scalar.ir, Constant) for scalar in scalars):
            operands = [scalar.ir for scalar in scalars if isinstance(scalar.ir, Constant)]
            return TypedValue(self, self.low.of_operands(self.low.value(made), operands), made)
        result = self.undef(made)
        for place, scalar in enumerate(scalars):
            result = self.insert(result, scalar, place)
        return result

    def splat(self, value: TypedValue, count: int) -> TypedValue:
        """A vector whose elements are all `value`."""
        if not isinstance(value.type, Scalar):
            raise self.error("splat", f"{value.type} is no number")
        type = Vector(value.type, count)
        if isinstance(value.ir, Constant):
            return TypedValue(self, self.low.of_operands(self.low.value(type), [value.ir] * count), type)
        return self.shuffle(self.insert(self.undef(type), value, 0), [0] * count)

    def _vector_type(self, name: str, value: TypedValue) -> tuple[Scalar, int]:
        if isinstance(value.type, Vector):
            return value.type.element, value.type.count
        if isinstance(value.type, SimdgroupMatrix):
            return value.type.element, 64
        raise self.error(name, f"{value.type} is no vector")

    def _element_index(self, name: str, index: TypedValue | int, count: int) -> IRValue:
        if isinstance(index, int):
            if not 0 <= index < count:
                raise self.error(name, f"there is no element {index} in {count}")
            return self.code.index(index)
        if not isinstance(index.type, Scalar) or not index.type.is_integer:
            raise self.error(name, f"the index is {index.type}")
        return self.operand(name, index)

    def extract(self, value: TypedValue, index: TypedValue | int) -> TypedValue:
        """An element of a vector."""
        element, count = self._vector_type("extract", value)
        operands = (self.operand("extract", value), self._element_index("extract", index, count))
        return TypedValue(self, self.code.at("extract").extract_element(*operands), element)

    def insert(self, value: TypedValue, element: Operand, index: TypedValue | int) -> TypedValue:
        """The vector with another element."""
        type, count = self._vector_type("insert", value)
        element = self.number("insert", element, type)
        if element.type != type:
            raise self.error("insert", f"a {element.type} in a {value.type}")
        operands = (
            self.operand("insert", value),
            self.operand("insert", element),
            self._element_index("insert", index, count),
        )
        return TypedValue(self, self.code.at("insert").insert_element(*operands), value.type)

    def shuffle(self, value: TypedValue, places: Sequence[int], other: TypedValue | None = None) -> TypedValue:
        """The elements at `places`, which count on through `other`."""
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

    def variable(self, type: MetalType, value: Operand | None = None, name: str = "") -> TypedValue:
        """Memory of the thread, from here to the end of the function, and what is in it at first: its address."""
        variable = self.code.variable(self.low.memory(type), type.align.bit_length(), name)
        address = TypedValue(self, variable, MetalPointer(type, AddressSpace.PRIVATE))
        if value is not None:
            self.store(value, address)
        return address

    def address(self, name: str, pointer: TypedValue) -> MetalPointer:
        """The type of an operand of instruction `name` that has to be an address."""
        if not isinstance(pointer, TypedValue) or not isinstance(pointer.type, MetalPointer):
            raise self.error(name, f"{getattr(pointer, 'type', pointer)} is no pointer")
        return pointer.type

    def gep(self, pointer: TypedValue, *path: TypedValue | int | str) -> TypedValue:
        """The address of a part of what `pointer` points at.

        Each step of the path is the name of a struct's member, or the number of an element of an array, vector or
        matrix; a number for a pointer to anything else counts whole objects from it, as `p[i]` of C does.
        """
        type = self.address("gep", pointer)
        current: MetalType = type.pointee
        zero = self.code.index(0)
        indices: list[IRValue] = []
        for step in path:
            if isinstance(step, str):
                if not isinstance(current, Struct):
                    raise self.error("gep", f"a member {step!a} of {current}, which is no struct")
                try:
                    place = current.index(step)
                except BuildError as error:
                    raise self.error("gep", error.reason) from None
                indices += [zero] if not indices else []
                indices.append(self.code.index(place))
                current = current.members[place].type
                continue
            number = self._index("gep", step)
            if isinstance(current, (Array, Vector, Matrix)) and (indices or isinstance(current, (Array, Matrix))):
                count = current.columns if isinstance(current, Matrix) else current.count
                if isinstance(step, int) and not 0 <= step < count:
                    raise self.error("gep", f"there is no element {step} in {current}")
                indices += [zero] if not indices else []
                indices += [zero] if isinstance(current, Matrix) else []  # the struct around its columns
                current = current.column if isinstance(current, Matrix) else current.element
            elif indices:
                raise self.error("gep", f"an index into {current}")
            indices.append(number)
        made = MetalPointer(current, type.space, type.access)
        operands = (self.operand("gep", pointer), *indices)
        source = self.low.memory(type.pointee)
        try:
            return TypedValue(self, self.code.at("gep").gep(source, *operands), made)
        except FormatError as error:
            raise self.error("gep", error.reason) from None

    def _index(self, name: str, index: TypedValue | int) -> IRValue:
        if isinstance(index, int):
            return self.code.integer(self.code.i64, index)
        if not isinstance(index, TypedValue) or not isinstance(index.type, Scalar) or not index.type.is_integer:
            raise self.error(name, f"{getattr(index, 'type', index)} is no index")
        if index.type.bits < 64:  # Apple's indices are of 64 bits; LLVM takes narrower ones for signed
            return self.resize(index, 64).ir
        return self.operand(name, index)

    def resize(self, value: TypedValue, bits: int) -> TypedValue:
        """An integer of another width, with zeros or copies of the sign in front."""
        element = element_of(value.type)
        if element is None or not (element.is_integer or element.is_bool):
            raise self.error("resize", f"{value.type} is no integer")
        to = _INTEGERS[bits, element.is_signed]
        if to.bits == element.bits:
            return value
        made: MetalType = Vector(to, value.type.count) if isinstance(value.type, Vector) else to
        ir, type = self.operand("resize", value), self.low.value(made)
        return TypedValue(self, self.code.at("resize").resized(ir, type, signed=element.is_signed), made)

    def load(self, pointer: TypedValue, *, volatile: bool = False) -> TypedValue:
        """What is at an address: a number, vector or pointer. A struct, array or matrix is loaded part by part."""
        type = self.address("load", pointer).pointee
        address = self.operand("load", pointer)
        if isinstance(type, (Void, Struct, Array, Matrix)):
            raise self.error("load", f"{type} is loaded part by part")
        if isinstance(type, Vector) and type.packed:
            return self.vector(*(self.load(self.gep(pointer, 0, n), volatile=volatile) for n in range(type.count)))
        try:
            memory = self.low.memory(type)
        except BuildError as error:
            raise self.error("load", error.reason) from None
        b = self.code.at("load")
        loaded: IRValue = b.load(memory, address, type.align.bit_length(), int(volatile))
        if memory is not self.low.value(type):  # a bool: any byte but 0
            loaded = b.compare(Predicate.ICMP_NE, loaded, b.null(memory))
        return TypedValue(self, loaded, type)

    def store(self, value: Operand, pointer: TypedValue, *, volatile: bool = False) -> None:
        """Write a number, vector or pointer to an address."""
        where = self.address("store", pointer)
        type = where.pointee
        if where.access is AccessQualifier.READ or where.space is AddressSpace.CONSTANT:
            raise self.error("store", f"{where} is for reading only")
        if isinstance(type, (Void, Struct, Array, Matrix)):
            raise self.error("store", f"{type} is stored part by part")
        wanted = type.unpacked if isinstance(type, Vector) else type
        value = self.number("store", value, wanted)
        if value.type != wanted and not _same_pointer(value.type, wanted):
            raise self.error("store", f"a {value.type} where {where} points at {type}")
        if isinstance(type, Vector) and type.packed:
            for place in range(type.count):
                self.store(self.extract(value, place), self.gep(pointer, 0, place), volatile=volatile)
            return
        ir = self.operand("store", value)
        memory = self.low.memory(type)
        b = self.code.at("store")
        if ir.type is not memory:  # a bool: 0 or 1
            ir = b.cast(CastOperator.ZEXT, ir, memory)
        b.store(ir, self.operand("store", pointer), type.align.bit_length(), int(volatile))

    def bitcast(self, value: TypedValue, type: MetalType) -> TypedValue:
        """The same bits as another type of the same size; or a pointer to something else, in the same address space."""
        ir = self.operand("bitcast", value)
        if isinstance(value.type, MetalPointer) and isinstance(type, MetalPointer):
            if value.type.space is not type.space:
                raise self.error("bitcast", f"{value.type} to {type}: the address spaces differ")
        elif isinstance(value.type, (Scalar, Vector)) and isinstance(type, (Scalar, Vector)):
            widths = [_bits(one) for one in (value.type, type)]
            if widths[0] != widths[1]:
                raise self.error("bitcast", f"{value.type} has {widths[0]} bits, {type} has {widths[1]}")
            if any(one.is_bool for one in (element_of(value.type), element_of(type)) if one is not None):
                raise self.error("bitcast", "a bool has no bits in memory's form")
        else:
            raise self.error("bitcast", f"{value.type} to {type}")
        return TypedValue(self, self.code.at("bitcast").bitcast(ir, self.low.value(type)), type)


def _same_pointer(left: MetalType, right: MetalType) -> bool:
    return (
        isinstance(left, MetalPointer)
        and isinstance(right, MetalPointer)
        and (left.pointee, left.space)
        == (
            right.pointee,
            right.space,
        )
    )


def _bits(type: MetalType) -> int:
    element = element_of(type)
    assert element is not None
    return element.bits * (type.count if isinstance(type, Vector) else 1)
