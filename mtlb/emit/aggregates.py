"""Structs, arrays and matrices as values: in code they are split into their parts; in memory and in calls they are one
object.

Apple's compilers do the same: their modules have no phis and loads of structs, but functions take and return structs by
value (`LightingParameters` of the corpus), which `insertvalue` builds and `extractvalue` takes apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from ..base.errors import BuildError
from ..ir import CastOperator, Predicate
from ..ir import Value as IRValue
from .names import boolean
from .operands import Aggregate, Operand, Reference, TypedValue, part_index, part_types
from .types import Array, Matrix, MetalType, Scalar, Struct, Vector, element_of, fits
from .value import Operations

_MOST_PARTS: Final = 256
_A_VECTOR: Final = Vector
_REFERENCE: Final = Reference
_SCALAR: Final = Scalar
_TYPED_VALUE: Final = TypedValue


def _is_aggregate(type: MetalType) -> bool:
    """Whether a type is a struct, array or matrix. Most are not, and a match takes Python a tenth of the rest."""
    if isinstance(type, _SCALAR) or isinstance(type, _A_VECTOR):  # noqa: SIM101 - a tuple takes longer
        return False
    return isinstance(type, (Struct, Array, Matrix))


def _parts_in(type: MetalType) -> int:
    """The number of scalars, vectors and pointers in an aggregate."""
    if isinstance(type, Array):
        return _parts_in(type.element) * type.count
    if isinstance(type, Struct):
        return sum(_parts_in(member.type) for member in type.members)
    return type.columns if isinstance(type, Matrix) else 1


class Aggregates(Operations):
    """The operations of a `Builder` on structs, arrays and matrices; all other operations are those of `Operations`."""

    # --- construction and extraction

    def aggregate(self, type: MetalType, *parts: Operand | Sequence[object], **named: Operand) -> TypedValue:
        """A struct, array or matrix from its parts: in order; those of a struct also by name."""
        what = "aggregate"
        self._require_parts(what, type)
        names = [member.name for member in type.members] if isinstance(type, Struct) else []
        if strange := [name for name in named if name not in names[len(parts) :]]:
            raise self.error(what, f"{type} has no member {strange[0]!a} left")
        if missing := [name for name in names[len(parts) :] if name not in named]:
            raise self.error(what, f"there is no value for the member {missing[0]!a} of {type}")
        values = [*parts, *[named[name] for name in names[len(parts) :]]]
        types = part_types(type)
        if len(values) != len(types):
            raise self.error(what, f"{len(values)} parts for the {len(types)} of {type}")
        return Aggregate(self, type, [self._part(what, value, of) for value, of in zip(values, types, strict=True)])

    def _part(self, name: str, value: object, type: MetalType) -> TypedValue:
        if isinstance(value, TypedValue):
            unpacked = _unpacked(type)
            if not fits(value.type, unpacked):
                raise self.error(name, f"a {value.type} for a part of {unpacked}")
            return value
        return self.const(_unpacked(type), value)

    def const(self, type: MetalType, value: object) -> TypedValue:
        """A constant: a number; a sequence for a vector, an array, a matrix (columns) or a struct; for a vector also a
        number for all elements.
        """
        if not _is_aggregate(type):
            return super().const(type, value)
        self._require_parts("const", type)
        types = part_types(type)
        values = list(value.values()) if isinstance(value, dict) else value
        if not isinstance(values, Sequence) or len(values) != len(types):
            raise self.error("const", f"{value!r:.60} is not a constant of {type}, which has {len(types)} parts")
        return Aggregate(self, type, [self._part("const", value, of) for value, of in zip(values, types, strict=True)])

    def undef(self, type: MetalType) -> TypedValue:
        """An undefined value."""
        if not _is_aggregate(type):
            return super().undef(type)
        self._require_parts("undef", type)
        return Aggregate(self, type, [self.undef(_unpacked(part_type)) for part_type in part_types(type)])

    def _require_parts(self, name: str, type: MetalType) -> None:
        """BuildError for a type other than a struct, array or matrix, and for an aggregate with too many parts."""
        if not _is_aggregate(type):
            raise self.error(name, f"{type!s:.60} is not a struct, array or matrix")
        try:
            count = _parts_in(type)
        except BuildError as error:
            raise self.error(name, error.reason) from None
        if count > _MOST_PARTS:
            raise self.error(
                name, f"{type} has {count} parts, a value at most {_MOST_PARTS}: use its address, in a loop"
            )

    def insert(self, value: TypedValue, element: Operand, index: TypedValue | int | str) -> TypedValue:
        """The vector, struct, array or matrix with an element replaced; a struct member is named."""
        if not isinstance(value, Aggregate):
            if isinstance(index, str):
                raise self.error("insert", f"a member {index!a} of {self.value_type('insert', value)}")
            return super().insert(value, element, index)
        if isinstance(index, TypedValue):
            copy = self.variable(value.type, value)
            self.store(element, self.part(copy, index))
            return self.load(copy)
        place = part_index(self, "insert", value.type, index)
        part = self._part("insert", element, part_types(value.type)[place])
        return Aggregate(self, value.type, (*value.parts[:place], part, *value.parts[place + 1 :]))

    def extract(self, value: TypedValue, index: TypedValue | int) -> TypedValue:
        """An element of a vector, array or matrix."""
        return value[index] if isinstance(value, Aggregate) else super().extract(value, index)

    # --- as one object: in calls

    def operand(self, name: str, value: TypedValue) -> IRValue:
        """The LLVM value of an operand of instruction `name`; a struct, array or matrix has its form in memory."""
        of = type(value)  # for most values this says it in a tenth of the time
        if of is _TYPED_VALUE or of is _REFERENCE or not isinstance(value, Aggregate):
            return super().operand(name, value)
        parts = [self._as_stored(name, part, of) for part, of in zip(value.parts, part_types(value.type), strict=True)]
        b, memory = self.code.at(name), self.low.memory(value.type)
        if isinstance(value.type, Matrix):
            return b.aggregate(memory, [b.aggregate(memory.elements[0], parts)])
        return b.aggregate(memory, parts)

    def _as_stored(self, name: str, value: TypedValue, type: MetalType) -> IRValue:
        """A part in its form in memory: bools are bytes, packed vectors are arrays."""
        ir, memory, b = self.operand(name, value), self.low.memory(type), self.code.at(name)
        if ir.type is memory:
            return ir
        if isinstance(type, Vector) and type.packed:
            return b.aggregate(memory, [b.extract_element(ir, place) for place in range(type.count)])
        return b.cast(CastOperator.ZEXT, ir, memory)

    def from_stored(self, name: str, ir: IRValue, type: MetalType) -> TypedValue:
        """The value for an object in its form in memory, from a load, a parameter or a result: the inverse of
        `operand`.
        """
        b = self.code.at(name)
        if _is_aggregate(type):
            first = (0,) if isinstance(type, Matrix) else ()
            parts = [
                self.from_stored(name, b.extract_value(ir, *first, place), of)
                for place, of in enumerate(part_types(type))
            ]
            return Aggregate(self, type, parts)
        if isinstance(type, Vector) and type.packed:
            return self.vector(
                *[TypedValue(self, b.extract_value(ir, place), type.element) for place in range(type.count)],
                type=type.unpacked,
            )
        if (element := element_of(type)) is not None and element.is_bool:
            return TypedValue(self, b.compare(Predicate.ICMP_NE, ir, b.null(ir.type)), type)
        return TypedValue(self, ir, type)

    # --- memory, choice

    def load(self, pointer: TypedValue, *, volatile: bool = False) -> TypedValue:
        """Load from an address; a struct, array or matrix is loaded part by part."""
        type = self.address("load", pointer).pointee
        if not _is_aggregate(type):
            return super().load(pointer, volatile=volatile)
        self._require_parts("load", type)
        return Aggregate(
            self, type, [self.load(address, volatile=volatile) for address in self._addresses(pointer, type)]
        )

    def store(self, value: Operand, pointer: TypedValue, *, volatile: bool = False) -> None:
        """Store to an address; a struct, array or matrix is stored part by part."""
        type = self.written("store", pointer).pointee
        if not isinstance(value, Aggregate):
            if _is_aggregate(type):
                result = value.type if isinstance(value, TypedValue) else f"{value!r:.60}"
                raise self.error("store", f"a {result} where {pointer.type} points at {type}")
            super().store(value, pointer, volatile=volatile)
            return
        if value.type != type:
            raise self.error("store", f"a {value.type} where {pointer.type} points at {type}")
        for part, place in zip(value.parts, self._addresses(pointer, type), strict=True):
            self.store(part, place, volatile=volatile)

    def _addresses(self, pointer: TypedValue, type: MetalType) -> Iterator[Reference]:
        """The addresses of the parts of the object at `pointer`."""
        if isinstance(type, Struct):
            for member in type.members:
                yield self.part(pointer, member.name)
        else:
            for place in range(len(part_types(type))):
                yield self.part(pointer, place)

    def select(self, condition: TypedValue, if_true: Operand, if_false: Operand) -> TypedValue:
        """`if_true` or `if_false`; element by element if the condition is a vector."""
        if not isinstance(if_true, Aggregate) and not isinstance(if_false, Aggregate):
            return super().select(condition, if_true, if_false)
        if self.value_type("select", condition) != boolean:
            raise self.error("select", f"the condition is {condition.type}, not bool")
        if not isinstance(if_true, Aggregate) or not isinstance(if_false, Aggregate) or if_true.type != if_false.type:
            kinds = [item.type if isinstance(item, TypedValue) else repr(item) for item in (if_true, if_false)]
            raise self.error("select", f"the operands are {kinds[0]} and {kinds[1]}")
        parts = zip(if_true.parts, if_false.parts, strict=True)
        return Aggregate(self, if_true.type, [self.select(condition, left, right) for left, right in parts])

    # --- matrices: Metal Shading Language Specification 2.3.2

    def add(self, left: Operand, right: Operand) -> TypedValue:
        """The sum; matrices are added column by column."""
        return self._by_column("add", super().add, left, right)

    def sub(self, left: Operand, right: Operand) -> TypedValue:
        """The difference; matrices are subtracted column by column."""
        return self._by_column("sub", super().sub, left, right)

    def neg(self, value: TypedValue) -> TypedValue:
        """The negated value."""
        if isinstance(value, Aggregate) and isinstance(value.type, Matrix):
            return Aggregate(self, value.type, [self.neg(column) for column in value.parts])
        return super().neg(value)

    def mul(self, left: Operand, right: Operand) -> TypedValue:
        """The product; the linear-algebra product for matrices and vectors; for a matrix and a number that of every
        element.
        """
        if isinstance(left, Aggregate) and isinstance(left.type, Matrix):
            if not isinstance(right, TypedValue) or isinstance(right.type, Scalar):
                return Aggregate(self, left.type, [super(Aggregates, self).mul(part, right) for part in left.parts])
            return self._product(left, left.type, right)
        if isinstance(right, Aggregate) and isinstance(right.type, Matrix):
            if not isinstance(left, TypedValue) or isinstance(left.type, Scalar):
                return Aggregate(self, right.type, [super(Aggregates, self).mul(left, part) for part in right.parts])
            if left.type != right.type.column:
                raise self.error("mul", f"the operands are {left.type} and {right.type}")
            return self.vector(*[self.math("dot", left, column) for column in right.parts])
        return super().mul(left, right)

    def _product(self, left: Aggregate, type: Matrix, right: TypedValue) -> TypedValue:
        """The product of a matrix and a vector, or of two matrices."""
        if isinstance(right, Aggregate) and isinstance(right.type, Matrix):
            if right.type.rows != type.columns or right.type.element != type.element:
                raise self.error("mul", f"the operands are {type} and {right.type}")
            matrix = Matrix(type.element, right.type.columns, type.rows)
            return Aggregate(self, matrix, [self._product(left, type, column) for column in right.parts])
        if right.type != Vector(type.element, type.columns):
            raise self.error("mul", f"the operands are {type} and {right.type}")
        total = super().mul(left.parts[0], self.splat(self.extract(right, 0), type.rows))
        for place, column in enumerate(left.parts[1:], 1):
            total = super().add(total, super().mul(column, self.splat(self.extract(right, place), type.rows)))
        return total

    def _by_column(
        self, name: str, make: Callable[[Operand, Operand], TypedValue], left: Operand, right: Operand
    ) -> TypedValue:
        if not isinstance(left, Aggregate) and not isinstance(right, Aggregate):
            return make(left, right)
        if not isinstance(left, Aggregate) or not isinstance(right, Aggregate) or left.type != right.type:
            kinds = [item.type if isinstance(item, TypedValue) else repr(item) for item in (left, right)]
            raise self.error(name, f"the operands are {kinds[0]} and {kinds[1]}")
        if not isinstance(left.type, Matrix):
            raise self.error(name, f"{left.type} does not support this operation")
        return Aggregate(self, left.type, [make(a, b) for a, b in zip(left.parts, right.parts, strict=True)])

    def compare(self, relation: str, left: Operand, right: Operand) -> TypedValue:
        """A comparison: a bool, or a vector of bools. Structs, arrays and matrices can't be compared."""
        for item in (left, right):
            if isinstance(item, Aggregate):
                raise self.error(f"compare {relation}", f"{item.type} can't be compared: compare its parts")
        return super().compare(relation, left, right)


def _unpacked(type: MetalType) -> MetalType:
    return type.unpacked if isinstance(type, Vector) else type
