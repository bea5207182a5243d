"""The operands of a builder: values, constants and globals of a program under construction, and its blocks.

A `TypedValue` has a Metal type and belongs to a function, so operators work: ``a + b * 2.0``, ``v.xyz``,
``p[i].load()``. The compiled engine leaves these classes to Python: users pass them, and an object of another class is
an error that names the operation, not a TypeError (docs/engine.md §4).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from ..base.errors import BuildError
from ..ir import BasicBlock, Function, GlobalVariable
from ..ir import Value as IRValue
from .code import FunctionCode
from .lowering import Lowering
from .types import MetalPointer, MetalType, Scalar, Vector

_SWIZZLES = {letter: letters for letters in ("xyzw", "rgba") for letter in letters}


class OperandBuilder(Protocol):
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
    def operand(self, name: str, value: TypedValue) -> IRValue: ...
    def variable(self, type: MetalType, value: Operand | None = None) -> TypedValue: ...
    def load(self, pointer: TypedValue) -> TypedValue: ...
    def store(self, value: Operand, pointer: TypedValue) -> None: ...


class TypedValue:
    """A value of the program: `type` is its Metal type, `ir` the LLVM value.

    `v.x`, `v.zyx`, `v[i]` are elements of a vector. `p[i]` is object i counted from the pointee of a pointer, whatever
    its type, and `p["name"]` a member of the pointee: both are a `Reference`, whose parts are `r[i]` and `r["name"]`.
    `p.load()` and `p.store(v)` access memory. Comparisons are `<`, `<=`, `>`, `>=`, `==`, `!=` (or `v.eq(w)`,
    `v.ne(w)`) and build an instruction, so do not search for a value with `in`. `x ** 2` multiplies, `x ** y` is `pow`.
    An invalid operation raises a BuildError that names it and the line of Python.
    """

    __slots__ = ("builder", "ir", "type")

    def __init__(self, builder: OperandBuilder, ir: IRValue, type: MetalType) -> None:
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

    builder: OperandBuilder
    ir: BasicBlock
