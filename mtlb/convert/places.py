"""The possible locations of an address in private memory: the parts of a variable in which pointers are stored.

An unknown index is assumed to stay inside the array of the variable's type that it indexes, as in C++: the pointers in
different members of a struct are separate.
"""

from __future__ import annotations

from math import gcd
from typing import NamedTuple

from ..ir import STRUCT_TYPES, DataLayout, InstCode, Instruction, Type, TypeCode, Value, constant_number
from .memory import members

_LAYOUT = DataLayout()
_MOST = 256  # the maximum number of locations of one address
_MOST_STRIDES = 8


class Distance(NamedTuple):
    """A byte distance, plus any multiple of each of `strides`; None for `bytes` is any distance."""

    bytes: int | None
    strides: frozenset[int] = frozenset()

    def plus(self, other: Distance) -> Distance:
        """The sum of both distances."""
        if self.bytes is None or other.bytes is None:
            return ANYWHERE
        return Distance(self.bytes + other.bytes, self.strides | other.strides)

    def merged(self, other: Distance) -> Distance:
        """A distance that covers both: a difference between them, as from a loop, becomes a stride."""
        if self.bytes is None or other.bytes is None:
            return ANYWHERE
        strides = self.strides | other.strides
        added = abs(other.bytes - self.bytes)
        if added and not any(added % stride == 0 for stride in strides if stride):
            strides |= {added}
        return Distance(self.bytes, strides) if len(strides) <= _MOST_STRIDES else ANYWHERE


ANYWHERE = Distance(None)
HERE = Distance(0)


class AddressOrigin(NamedTuple):
    """The variable, argument or other value that an address is computed from, and the distance from it."""

    variable: Value
    distance: Distance


class HeldPlace(NamedTuple):
    """A location in a variable, or relative to any other pointer, at a byte offset; None if the offset is unknown."""

    variable: Value
    offset: int | None


_SAME_MEMORY = frozenset({InstCode.GEP, InstCode.CAST, InstCode.FREEZE})


class Origins:
    """The origins of the addresses in a function, each computed once: chains of addresses may be long."""

    def __init__(self) -> None:
        self.origins: dict[Value, AddressOrigin] = {}

    def origin(self, address: Value) -> AddressOrigin:
        """The origin of an address."""
        path: dict[Instruction, None] = {}
        value = address
        while (
            isinstance(value, Instruction)
            and value.code in _SAME_MEMORY
            and value not in self.origins
            and value not in path  # unreachable code may refer to itself
        ):
            path[value] = None
            value = value.operands[0]
        result = self.origins.get(value) or AddressOrigin(value, HERE)
        for step in reversed(path):
            if step.code is InstCode.GEP:
                result = AddressOrigin(result.variable, result.distance.plus(distance_of(step)))
            self.origins[step] = result
        return result

    def base(self, address: Value) -> Value:
        """The variable, argument or other value that an address is computed from."""
        return self.origin(address).variable


def distance_of(gep: Instruction) -> Distance:
    """The distance that a GEP adds."""
    type_ = gep.aux_type
    total = 0
    strides: set[int] = set()
    for place, index in enumerate(gep.operands[1:]):
        if type_ is None:
            return ANYWHERE
        number = constant_number(index)
        if place and type_.code in STRUCT_TYPES:
            if number is None or number >= len(type_.elements):
                return ANYWHERE
            type_, offset = members(type_)[number]
            total += offset
            continue
        if place:
            type_ = type_.elements[0] if type_.elements else None
            if type_ is None:
                return ANYWHERE
        size = _LAYOUT.alloc_size(type_)
        if number is None:
            strides.add(size)
        else:
            total += number * size
    return Distance(total, frozenset(strides))


def places_of(variable: Value, distance: Distance) -> list[HeldPlace]:
    """The locations in a variable that an address may refer to."""
    if distance.bytes is None or not distance.strides:
        return [HeldPlace(variable, distance.bytes)]
    type_ = None
    if isinstance(variable, Instruction) and variable.code is InstCode.ALLOCA:
        type_ = variable.aux_type if constant_number(variable.operands[0]) == 1 else None
    if type_ is None:
        return [HeldPlace(variable, None)]
    offsets = _offsets(type_, distance.bytes, distance.strides)
    return [HeldPlace(variable, offset) for offset in offsets] if offsets else [HeldPlace(variable, None)]


def _offsets(type_: Type, offset: int, strides: frozenset[int]) -> list[int] | None:
    """The offsets in a type for `offset` and any number of strides, each inside the array that it indexes.

    None if the array can't be determined, or there are too many offsets.
    """
    start = 0  # the offset of `type_` in the variable
    result = [0]  # the offsets of elements, relative to the element at `offset`
    while strides:
        if type_.code in STRUCT_TYPES:
            inside = [(member, at) for member, at in members(type_) if at <= offset - start]
            if not inside:
                return None
            type_, at = inside[-1]
            start += at
        elif type_.code is TypeCode.ARRAY:
            element, count = type_, 1
            while element.code is TypeCode.ARRAY:  # for nested arrays LLVM may count all elements with one index
                count *= element.params[0]
                element = element.elements[0]
            size = _LAYOUT.alloc_size(element)
            own = {stride for stride in strides if size and stride % size == 0}
            index, within = divmod(offset - start, size) if size else (0, 0)
            if own:
                step = gcd(*own) // size
                indices = range(index % step, count, step)
                if len(indices) * len(result) > _MOST:
                    return None
                result = [item + (k - index) * size for item in result for k in indices]
                strides = strides - own
            if not 0 <= index < count:
                return None
            start = offset - within
            type_ = element
        else:
            return None
    return [offset + item for item in result]
