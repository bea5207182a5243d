"""The operands of a builder: values, constants and globals of a program under construction, and its blocks.

A `TypedValue` has a Metal type and belongs to a function, so operators work: ``a + b * 2.0``, ``v.xyz``,
``p[i].load()``. The compiled engine leaves these classes to Python: users pass them, and an object of another class is
an error that names the operation, not a TypeError (docs/engine.md §4).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from ..base.classes import dataclass
from ..base.errors import BuildError
from ..ir import BasicBlock, BlockInstruction, Constant, Function, GlobalValue, GlobalVariable
from ..ir import Value as IRValue
from .code import FunctionCode, ValueInCode
from .lowering import Lowering
from .types import Array, Matrix, MetalPointer, MetalType, Scalar, Struct, Vector, Void, fits

_SWIZZLES = {letter: letters for letters in ("xyzw", "rgba") for letter in letters}


class _OperandBuilder(Protocol):
    """What a value asks of its builder: the part of `Operations` (`mtlb.emit.value`) behind Python's operators."""

    code: FunctionCode
    low: Lowering
    function: Function

    def error(self, instruction: str, reason: str) -> BuildError: ...
    def add(self, left: Operand, right: Operand) -> TypedValue: ...
    def sub(self, left: Operand, right: Operand) -> TypedValue: ...
    def mul(self, left: Operand, right: Operand) -> TypedValue: ...
    def div(self, left: Operand, right: Operand) -> TypedValue: ...
    def rem(self, left: Operand, right: Operand) -> TypedValue: ...
    def floor_div(self, left: Operand, right: Operand) -> TypedValue: ...
    def power(self, base: Operand, exponent: Operand) -> TypedValue: ...
    def math(self, operation: str, *arguments: Operand) -> TypedValue: ...
    def and_(self, left: TypedValue | int, right: TypedValue | int) -> TypedValue: ...
    def or_(self, left: TypedValue | int, right: TypedValue | int) -> TypedValue: ...
    def xor(self, left: TypedValue | int, right: TypedValue | int) -> TypedValue: ...
    def shl(self, value: TypedValue | int, by: TypedValue | int) -> TypedValue: ...
    def shr(self, value: TypedValue | int, by: TypedValue | int) -> TypedValue: ...
    def neg(self, value: TypedValue) -> TypedValue: ...
    def not_(self, value: TypedValue) -> TypedValue: ...
    def compare(self, relation: str, left: Operand, right: Operand) -> TypedValue: ...
    def comparable(self, relation: str, value: object) -> Operand: ...
    def extract(self, value: TypedValue, index: TypedValue | int) -> TypedValue: ...
    def shuffle(self, value: TypedValue, places: Sequence[int]) -> TypedValue: ...
    def gep(self, pointer: TypedValue, *path: TypedValue | int | str) -> TypedValue: ...
    def part(self, pointer: TypedValue, *path: TypedValue | int | str) -> TypedValue: ...
    def number(self, name: str, value: Operand, like: MetalType) -> TypedValue: ...
    def operand(self, name: str, value: TypedValue) -> IRValue: ...
    def variable(self, type: MetalType, value: Operand | None = None) -> TypedValue: ...
    def load(self, pointer: TypedValue) -> TypedValue: ...
    def store(self, value: Operand, pointer: TypedValue) -> None: ...


class TypedValue(ValueInCode):
    """A value of the program: `type` is its Metal type, `ir` the LLVM value.

    `v.x`, `v.zyx`, `v[i]` are elements of a vector. `p[i]` is object i counted from the pointee of a pointer, whatever
    its type, and `p["name"]` a member of the pointee: both are a `Reference`, whose parts are `r[i]` and `r["name"]`.
    `p.load()` and `p.store(v)` access memory. Comparisons are `<`, `<=`, `>`, `>=`, `==`, `!=` (or `v.eq(w)`,
    `v.ne(w)`) and build an instruction, so do not search for a value with `in`. `x ** 2` multiplies, `x ** y` is `pow`.
    An invalid operation raises a BuildError that names it and the line of Python.
    """

    __slots__ = ()
    if TYPE_CHECKING:
        builder: _OperandBuilder
        type: MetalType

        def __init__(self, builder: _OperandBuilder, ir: IRValue, type: MetalType) -> None: ...

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
        return self.builder.floor_div(self, other)

    def __rfloordiv__(self, other: int) -> TypedValue:
        return self.builder.floor_div(other, self)

    def __mod__(self, other: Operand) -> TypedValue:
        return self.builder.rem(self, other)

    def __rmod__(self, other: int) -> TypedValue:
        return self.builder.rem(other, self)

    def __pow__(self, other: Operand) -> TypedValue:
        return self.builder.power(self, other)

    def __rpow__(self, other: int | float) -> TypedValue:
        return self.builder.power(other, self)

    def __abs__(self) -> TypedValue:
        return self.builder.math("abs", self)

    def __and__(self, other: TypedValue | int) -> TypedValue:
        return self.builder.and_(self, other)

    def __rand__(self, other: int) -> TypedValue:
        return self.builder.and_(other, self)

    def __or__(self, other: TypedValue | int) -> TypedValue:
        return self.builder.or_(self, other)

    def __ror__(self, other: int) -> TypedValue:
        return self.builder.or_(other, self)

    def __xor__(self, other: TypedValue | int) -> TypedValue:
        return self.builder.xor(self, other)

    def __rxor__(self, other: int) -> TypedValue:
        return self.builder.xor(other, self)

    def __lshift__(self, other: TypedValue | int) -> TypedValue:
        return self.builder.shl(self, other)

    def __rlshift__(self, other: int) -> TypedValue:
        return self.builder.shl(other, self)

    def __rshift__(self, other: TypedValue | int) -> TypedValue:
        return self.builder.shr(self, other)

    def __rrshift__(self, other: int) -> TypedValue:
        return self.builder.shr(other, self)

    def __neg__(self) -> TypedValue:
        return self.builder.neg(self)

    def __invert__(self) -> TypedValue:
        return self.builder.not_(self)

    def __eq__(self, other: object) -> TypedValue:  # type: ignore[override]
        return self.builder.compare("eq", self, self.builder.comparable("eq", other))

    def __ne__(self, other: object) -> TypedValue:  # type: ignore[override]
        return self.builder.compare("ne", self, self.builder.comparable("ne", other))

    def __hash__(self) -> int:
        return object.__hash__(self)

    def __lt__(self, other: Operand) -> TypedValue:
        return self.builder.compare("lt", self, other)

    def __le__(self, other: Operand) -> TypedValue:
        return self.builder.compare("le", self, other)

    def __gt__(self, other: Operand) -> TypedValue:
        return self.builder.compare("gt", self, other)

    def __ge__(self, other: Operand) -> TypedValue:
        return self.builder.compare("ge", self, other)

    def eq(self, other: Operand) -> TypedValue:
        """Whether both are equal: a bool, or a vector of bools."""
        return self.builder.compare("eq", self, other)

    def ne(self, other: Operand) -> TypedValue:
        """Whether both differ: a bool, or a vector of bools."""
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
            raise self.builder.error("gep", f"a member {index!a} of {self.type}, which is not a pointer to a struct")
        return self.builder.extract(self, index)

    def __setitem__(self, index: TypedValue | int | str, value: Operand) -> None:
        cure = "use p[i].store(v)" if isinstance(self.type, MetalPointer) else "use v = b.insert(v, x, i)"
        raise self.builder.error("assignment", f"Python's assignment to a part makes no instruction: {cure}")

    def __getattr__(self, name: str) -> TypedValue:
        places = _SWIZZLES.get(name[:1])
        if places is None or name.startswith("_") or not isinstance(self.type, Vector):
            raise AttributeError(f"a value of {self.type} has no attribute {name!r}")
        if len(name) > 4 or any(letter not in places for letter in name):
            raise AttributeError(f"a value of {self.type} has no attribute {name!r}")
        chosen = [places.index(letter) for letter in name]
        return self.builder.extract(self, chosen[0]) if len(name) == 1 else self.builder.shuffle(self, chosen)

    def load(self) -> TypedValue:
        """Load from this address."""
        return self.builder.load(self)

    def store(self, value: Operand) -> None:
        """Store to this address."""
        self.builder.store(value, self)


class Reference(TypedValue):
    """The address of a single object: a variable, a member, `p[i]`. An index selects a part of the object: `r[i]` is an
    element of an array or vector or a column of a matrix, `r["name"]` a member, `r.x` a component. `b.offset` gives the
    address of adjacent objects.
    """

    __slots__ = ()

    def __getattr__(self, name: str) -> TypedValue:
        pointee = self.type.pointee if isinstance(self.type, MetalPointer) else None
        places = _SWIZZLES.get(name[:1])
        if not isinstance(pointee, Vector) or places is None or len(name) != 1:
            raise AttributeError(f"a value of {self.type} has no attribute {name!r}")
        return self.builder.part(self, places.index(name))


Operand = TypedValue | int | float
"""A value, or a Python number, which becomes a constant of the other operand's type."""


@dataclass(eq=False, frozen=True)
class Global:
    """A global object of the module: a constant, threadgroup memory, a sampler. `Builder.use` gives its value in a
    function.
    """

    low: Lowering
    ir: IRValue
    type: MetalType


@dataclass(eq=False, frozen=True)
class PipelineConstant:
    """A constant that is set when a pipeline is created. `Builder.use` gives its value.

    `symbol` is the global that the driver sets, `copy` the global that code reads.
    """

    name: str
    type: Scalar | Vector
    index: int
    required: bool
    symbol: GlobalVariable
    copy: GlobalVariable


@dataclass(eq=False)
class CodeBlock:
    """A basic block, the target of branches."""

    builder: _OperandBuilder
    ir: BasicBlock


def require_block(builder: _OperandBuilder, name: str, block: CodeBlock) -> None:
    """BuildError unless the operand of instruction `name` is a block of the builder's function."""
    if not isinstance(block, CodeBlock):
        raise builder.error(name, f"{block!r:.60} is not a block")
    if block.builder.function is not builder.function:
        raise builder.error(name, f"the block belongs to another function, {block.builder.code.what}")


class Aggregate(TypedValue):
    """A struct, an array or a matrix as a value. `parts`: its members, elements or columns, in order.

    `v["name"]` and `v[i]` are parts. An element with a variable index is read from a copy in memory.
    """

    __slots__ = ("parts",)

    def __init__(self, builder: _OperandBuilder, type: MetalType, parts: Sequence[TypedValue]) -> None:
        self.builder = builder
        self.type = type
        self.parts = tuple(parts)

    @property
    def ir(self) -> IRValue:  # type: ignore[override]
        """Raises BuildError: an instruction that takes an LLVM value does not take a struct, array or matrix."""
        raise self.builder.error("operand", f"{self.type} is not a number, vector or pointer")

    def __iter__(self) -> Iterator[TypedValue]:
        return iter(self.parts)

    def __getitem__(self, index: TypedValue | int | str) -> TypedValue:
        builder, type = self.builder, self.type
        if isinstance(index, TypedValue):
            if isinstance(type, Struct):
                raise builder.error("extract", f"the members of {type} have names")
            copy = builder.variable(type, self)
            return builder.load(builder.part(copy, index))
        return self.parts[part_index(builder, "extract", type, index)]


def part_index(b: _OperandBuilder, name: str, type: MetalType, index: int | str) -> int:
    """The index of a part of a struct, array or matrix. BuildError of instruction `name` if there is no such part."""
    if isinstance(type, Struct) and isinstance(index, str):
        try:
            return type.index(index)
        except BuildError as error:
            raise b.error(name, error.reason) from None
    if not isinstance(index, int) or isinstance(index, bool) or isinstance(type, Struct):
        raise b.error(name, f"{index!r:.60} is not a part of {type}")
    count = len(part_types(type))
    if not 0 <= index < count:
        raise b.error(name, f"there is no element {index} in {type}")
    return index


def part_types(type: MetalType) -> list[MetalType]:
    """The types of the parts of a struct, array or matrix."""
    if isinstance(type, Struct):
        return [member.type for member in type.members]
    if isinstance(type, Array):
        return [type.element] * type.count
    assert isinstance(type, Matrix)
    return [type.column] * type.columns


class Phi(TypedValue):
    """A phi: a value that depends on the preceding block. `add` has to be called for every block that branches here."""

    __slots__ = ()

    def add(self, value: Operand, block: CodeBlock) -> None:
        """Set the value for control flow from `block`."""
        builder = self.builder
        value = builder.number("phi", value, self.type)
        if not fits(value.type, self.type):
            raise builder.error("phi", f"a {value.type} for a phi of {self.type}")
        if value.builder.low is not builder.low:
            raise builder.error("phi", "an operand belongs to another module")
        if not isinstance(value.ir, (Constant, GlobalValue)) and value.builder.function is not builder.function:
            raise builder.error("phi", f"an operand belongs to another function, {value.builder.code.what}")
        require_block(builder, "phi", block)
        phi = self.ir
        assert isinstance(phi, BlockInstruction)
        if block.ir in phi.blocks:
            raise builder.error("phi", "it has a value for this block already")
        phi.operands = (*phi.operands, value.ir)
        phi.blocks = (*phi.blocks, block.ir)


class AggregatePhi(Aggregate):
    """A struct, array or matrix that depends on the preceding block: a phi for each of its parts."""

    __slots__ = ()

    def add(self, value: Operand, block: CodeBlock) -> None:
        """Set the value for control flow from `block`."""
        if not isinstance(value, Aggregate) or value.type != self.type:
            type_text = value.type if isinstance(value, TypedValue) else repr(value)
            raise self.builder.error("phi", f"a {type_text} for a phi of {self.type}")
        for phi, part in zip(self.parts, value.parts, strict=True):
            assert isinstance(phi, (Phi, AggregatePhi))
            phi.add(part, block)


AnyPhi = Phi | AggregatePhi


class ResultRecord(TypedValue):
    """The values that a function returns together; `r[n]` is a value, or `r["name"]` if it has a name."""

    __slots__ = ("names", "parts")

    def __init__(
        self, builder: _OperandBuilder, ir: IRValue, parts: Sequence[MetalType], names: Sequence[str] = ()
    ) -> None:
        super().__init__(builder, ir, Void())
        self.parts = tuple(parts)
        self.names = tuple(names)

    def __getitem__(self, index: TypedValue | int | str) -> TypedValue:
        builder = self.builder
        if isinstance(index, str) and self.names:
            if index not in self.names:
                raise builder.error("extract", f"there is no member {index!a} (one of {', '.join(self.names)})")
            index = self.names.index(index)
        if not isinstance(index, int) or not 0 <= index < len(self.parts):
            raise builder.error("extract", f"the result has {len(self.parts)} parts")
        operand = builder.operand("extract", self)
        return TypedValue(builder, builder.code.at("extract").extract_value(operand, index), self.parts[index])


class Sampled(TypedValue):
    """A texel. `resident`: for a sparse texture, whether the texel is in memory; not available before AIR 2.2."""

    __slots__ = ("_record",)

    def __init__(self, builder: _OperandBuilder, ir: IRValue, type: MetalType, record: ResultRecord | None) -> None:
        super().__init__(builder, ir, type)
        self._record = record

    @property
    def resident(self) -> TypedValue:
        """The residency as a bool. AIR's flag is the opposite: `fragmentShaderDepthOnlyAlphaMask` of the library
        modern_renderer_ios_release in the corpus samples a texture again where its lowest bit is set, and the sparse
        colors of P06M40 (kagurasumusun/metal) hold the bit inverted.
        """
        if self._record is None:
            raise self.builder.error("resident", "it is known from AIR 2.2 on")
        return self.builder.compare("eq", self._record[1] & 1, 0)
