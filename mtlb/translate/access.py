"""Memory access: loads and stores of whole objects, part by part, and addresses of parts."""

from __future__ import annotations

from typing import Final

from ..base.classes import replace
from ..base.errors import BuildError
from ..emit import Builder
from ..emit.names import boolean, f16, f32, i64, u8, u32
from ..emit.operands import TypedValue
from ..emit.types import MetalPointer, MetalType, Scalar, SimdgroupMatrix, Vector
from .addresses import as_pointer, loaded
from .constants import zero
from .layout import (
    PAIR,
    WRAPPED,
    AddressForm,
    ArrayForm,
    FactorForm,
    FactorsForm,
    Form,
    MatrixForm,
    NumberForm,
    PairForm,
    PlacedForm,
    PointerForm,
    SoleForm,
    SpacedForm,
    StructForm,
    TilesForm,
)
from .types import Types
from .values import ColumnPlace, Composite, MemoryPlace, SampledImage, Stored, Value, ValuePlace, Zero

OF_TILE: Final = 2
"""The numbers that a thread holds of each 8 x 8 tile of a cooperative matrix."""


def new_place(b: Builder, types: Types, type: int, name: str = "") -> MemoryPlace:
    """Thread memory for an object of a SPIR-V type."""
    form = types.form(type)
    return MemoryPlace(type, form, b.variable(form.metal, name=name))


# --- parts -----------------------------------------------------------------------------------------------------------


def step(b: Builder, types: Types, place: MemoryPlace, index: TypedValue | int) -> MemoryPlace | ColumnPlace:
    """The address of a part: a member (by number), an element, a column or a component."""
    form = place.form
    if isinstance(form, SoleForm):
        return MemoryPlace(types.parts(place.type)[0], form.member, place.address, place.length, place.is_volatile)
    if isinstance(form, StructForm):
        assert isinstance(index, int)
        part = types.parts(place.type)[index]
        return MemoryPlace(
            part, form.members[index], b.gep(place.address, form.names[index]), place.length, place.is_volatile
        )
    if isinstance(form, ArrayForm):
        address: TypedValue = b.part(place.address, _far(b, index))
        if form.wrapped:
            address = b.gep(address, WRAPPED)
        if isinstance(form.element, PointerForm):
            length = None if place.length is None else b.load(b.part(place.length, _far(b, index)))
            element, pointee = types.element(place.type), form.element.pointee
            return MemoryPlace(element, pointee, b.load(address), length, place.is_volatile)
        return MemoryPlace(types.element(place.type), form.element, address, None, place.is_volatile)
    if isinstance(form, MatrixForm):
        column = types.element(place.type)
        if form.row_major:
            return ColumnPlace(
                column, form, place.address, index if isinstance(index, TypedValue) else b.const(u32, index)
            )
        return MemoryPlace(column, NumberForm(form.line), line(b, form, place.address, index), None, place.is_volatile)
    if isinstance(form, PlacedForm):
        assert isinstance(index, int)
        part = types.parts(place.type)[index]
        return _placed(b, place, part, form.members[index], form.offsets[index])
    if isinstance(form, SpacedForm):
        element = types.element(place.type)
        stride = place.length if form.stride is None else form.stride
        assert stride is not None
        return _placed(b, place, element, form.element, _distance(b, index, stride))
    if isinstance(form, FactorsForm):
        return _factor(b, types, place, form, index)
    if isinstance(form, TilesForm):  # one of the numbers that the thread holds
        tile = form.metal.element
        assert isinstance(tile, SimdgroupMatrix)
        number, distance = tile_of(b, index)
        address = b.part(place.address, number)
        return _placed(
            b,
            replace(place, address=address),
            types.element(place.type),
            NumberForm(tile.element),
            _distance(b, distance, tile.element.size),
        )
    metal = form.metal
    assert isinstance(metal, Vector)
    element = types.element(place.type)
    return MemoryPlace(element, NumberForm(metal.element), b.part(place.address, index), None, place.is_volatile)


def tile_of(b: Builder, index: TypedValue | int) -> tuple[TypedValue | int, TypedValue | int]:
    """The tile that has a number of a thread's part of a cooperative matrix, and the number's index in the tile."""
    if isinstance(index, int):
        return divmod(index, OF_TILE)
    return b.shr(index, 1), b.and_(index, 1)


def _distance(b: Builder, index: TypedValue | int, stride: TypedValue | int) -> TypedValue | int:
    """The byte offset of an element."""
    if isinstance(index, int) and isinstance(stride, int):
        return index * stride
    whole = [b.const(i64, factor) if isinstance(factor, int) else b.convert(factor, i64) for factor in (index, stride)]
    return b.mul(*whole)


def at_byte(b: Builder, address: TypedValue, offset: TypedValue | int, type: MetalType) -> TypedValue:
    """The address of a `type` this many bytes after another address."""
    kind = address.type
    assert isinstance(kind, MetalPointer)
    if isinstance(offset, TypedValue) or offset:
        address = b.offset(b.bitcast(address, replace(kind, pointee=u8, is_reference=False)), offset)
    return b.bitcast(address, replace(kind, pointee=type, is_reference=False))


def _placed(b: Builder, place: MemoryPlace, type: int, form: Form, offset: TypedValue | int) -> MemoryPlace:
    address = at_byte(b, place.address, offset, form.metal)
    return MemoryPlace(type, form, address, None, place.is_volatile)


def _factor(b: Builder, types: Types, place: MemoryPlace, form: FactorsForm, index: TypedValue | int) -> MemoryPlace:
    """A tessellation factor: a triangle has fewer factors than a shader's array of them."""
    element, count = types.element(place.type), form.metal.count
    if isinstance(index, int) and index < count:
        return MemoryPlace(element, FactorForm(f16, False), b.part(place.address, index))
    if isinstance(index, int):
        return MemoryPlace(element, FactorForm(f16, True), b.part(place.address, 0), b.const(boolean, False))
    last = b.const(index.type, count - 1)
    exists = index <= last
    return MemoryPlace(element, FactorForm(f16, True), b.part(place.address, b.select(exists, index, last)), exists)


def aligned(b: Builder, place: MemoryPlace, alignment: int) -> MemoryPlace:
    """The place of a vector that is aligned only to this many bytes, as its access states."""
    metal = place.form.metal
    if not isinstance(metal, Vector) or not 0 < alignment < metal.align or metal.element.is_bool:
        return place
    packed = Vector(metal.element, metal.count, packed=True)
    return replace(place, form=NumberForm(packed), address=at_byte(b, place.address, 0, packed))


def _far(b: Builder, index: TypedValue | int) -> TypedValue:
    """An index that may exceed the array's type, as in arrays without a length."""
    return index if isinstance(index, TypedValue) else b.const(u32, index)


def line(b: Builder, form: MatrixForm, address: TypedValue, index: TypedValue | int) -> TypedValue:
    """The address of a matrix column, or of a row if memory is row-major."""
    if form.stride:
        return at_byte(b, address, _distance(b, index, form.stride), form.line)
    part = b.part(address, index)
    return b.gep(part, WRAPPED) if form.wrapped else part


def _cell(b: Builder, place: ColumnPlace, row: TypedValue | int) -> TypedValue:
    return b.part(line(b, place.form, place.address, row), place.column)


# --- whole objects ---------------------------------------------------------------------------------------------------


def load(b: Builder, types: Types, place: MemoryPlace | ColumnPlace | ValuePlace) -> Value:
    """Load the object at an address. A long array is copied, so that later stores do not change the value."""
    if isinstance(place, ValuePlace):
        return place.value
    if isinstance(place, ColumnPlace):
        rows = [b.load(_cell(b, place, row)) for row in range(place.form.rows)]
        return b.vector(*rows)
    if place.guard is not None:
        return _guarded(b, types, place, place.guard)
    form = place.form
    if isinstance(form, NumberForm):
        return b.load(place.address, volatile=place.is_volatile)
    if isinstance(form, AddressForm):
        return loaded(b, types, place)
    if isinstance(form, FactorForm):
        factor = b.convert(b.load(place.address), f32)
        return factor if place.length is None else b.select(place.length, factor, 0.0)
    if isinstance(form, PairForm):
        texture, sampler = [b.load(b.gep(place.address, name)) for name in PAIR]
        return SampledImage(types.image_in(place.type), texture, sampler)
    if isinstance(form, MatrixForm) and form.row_major:
        rows = [b.load(line(b, form, place.address, row), volatile=place.is_volatile) for row in range(form.rows)]
        columns = [b.vector(*[row[number] for row in rows]) for number in range(form.columns)]
        return Composite(place.type, tuple(columns))
    if isinstance(form, TilesForm):
        return Composite(place.type, tuple(b.load(b.part(place.address, n)) for n in range(form.metal.count)))
    if types.is_long(place.type):
        return Stored(place.type, copied(b, types, place))
    parts = types.parts(place.type)
    return Composite(place.type, tuple(load(b, types, step(b, types, place, n)) for n in range(len(parts))))


def _guarded(b: Builder, types: Types, place: MemoryPlace, guard: TypedValue) -> Value:
    """Load the object at an address, or zero where the access is out of bounds."""
    inside = replace(place, guard=None)
    if types.is_long(place.type):
        copy = new_place(b, types, place.type)
        store(b, types, copy, Zero(place.type))
        with b.if_(guard):
            _copy(b, types, inside, copy)
        return Stored(place.type, copy)
    return or_zero(b, types, guard, load(b, types, inside))


def or_zero(b: Builder, types: Types, guard: TypedValue, value: Value) -> Value:
    """A value, or zero where a condition is false; pointers are returned unchanged."""
    if isinstance(value, Composite):
        return Composite(value.type, tuple(or_zero(b, types, guard, part) for part in value.parts))
    if isinstance(value, Stored):
        return _guarded(b, types, value.place, guard)
    if isinstance(value, TypedValue) and isinstance(value.type, (Scalar, Vector)):
        return b.select(guard, value, b.const(value.type, 0))
    return value  # a pointer, which is known to be in bounds


def copied(b: Builder, types: Types, place: MemoryPlace) -> MemoryPlace:
    """Copy an object into thread memory."""
    copy = new_place(b, types, place.type)
    _copy(b, types, place, copy)
    return copy


def _copy(b: Builder, types: Types, source: MemoryPlace, target: MemoryPlace) -> None:
    if not types.is_long(source.type):
        store(b, types, target, load(b, types, source))
        return
    with b.for_range(types.length(source.type)) as loop:
        here, there = step(b, types, source, loop.index), step(b, types, target, loop.index)
        assert isinstance(here, MemoryPlace) and isinstance(there, MemoryPlace)
        _copy(b, types, here, there)


def store(b: Builder, types: Types, place: MemoryPlace | ColumnPlace, value: Value) -> None:
    """Write an object to an address."""
    if isinstance(place, ColumnPlace):
        assert isinstance(value, TypedValue)
        for row in range(place.form.rows):
            b.store(value[row], _cell(b, place, row))
        return
    if place.guard is not None:
        with b.if_(place.guard):
            store(b, types, replace(place, guard=None), value)
        return
    form = place.form
    if isinstance(value, Stored):
        _copy(b, types, value.place, place)
    elif isinstance(value, Zero):
        with b.for_range(types.length(value.type)) as loop:
            element = step(b, types, place, loop.index)
            store(b, types, element, zero(b, types, element.type))
    elif isinstance(form, AddressForm):
        _store_address(b, types, place, form, value)
    elif isinstance(value, Composite):
        if isinstance(form, MatrixForm) and form.row_major:
            for row in range(form.rows):
                cells = [column[row] for column in value.parts if isinstance(column, TypedValue)]
                b.store(b.vector(*cells), line(b, form, place.address, row), volatile=place.is_volatile)
            return
        if isinstance(form, TilesForm):
            for number, tile in enumerate(value.parts):
                assert isinstance(tile, TypedValue)
                b.store(tile, b.part(place.address, number))
            return
        for number, part in enumerate(value.parts):
            store(b, types, step(b, types, place, number), part)
    else:
        if not isinstance(value, TypedValue):
            raise BuildError("a pointer, or an image, can't be stored")
        address = place.address
        assert isinstance(address.type, MetalPointer)
        if isinstance(form, FactorForm):
            _store_factor(b, place, b.convert(value, f16))
            return
        b.store(value, address, volatile=place.is_volatile)


def _store_address(b: Builder, types: Types, place: MemoryPlace, form: AddressForm, value: Value) -> None:
    pointer = as_pointer(b, types, value, form.pointer)
    address = pointer.address if isinstance(pointer, MemoryPlace) else pointer.value
    assert isinstance(address, TypedValue)
    is_number = isinstance(form.metal, Scalar) and isinstance(address.type, MetalPointer)
    b.store(b.bitcast(address, form.metal) if is_number else address, place.address, volatile=place.is_volatile)


def _store_factor(b: Builder, place: MemoryPlace, factor: TypedValue) -> None:
    if place.length is None:
        b.store(factor, place.address)
        return
    with b.if_(place.length):
        b.store(factor, place.address)


def no_part(index: int, count: int) -> str:
    """The message for a part of a value that does not exist."""
    return f"there is no part {index}: there are {count}"


def _part(value: Composite, index: int) -> Value:
    if index >= len(value.parts):
        raise BuildError(no_part(index, len(value.parts)))
    return value.parts[index]


def extracted(b: Builder, types: Types, value: Value, index: int) -> Value:
    """A part of a composite value. Raises BuildError for a part that does not exist."""
    if isinstance(value, Composite):
        if value.type in types.cooperative:
            number, index = divmod(index, OF_TILE)
            return extracted(b, types, _part(value, number), index)
        return _part(value, index)
    if isinstance(value, (Stored, Zero)) and index >= types.length(value.type):
        raise BuildError(f"there is no element {index} in {types.length(value.type)}")
    if isinstance(value, Stored):
        part = step(b, types, value.place, index)
        assert isinstance(part, MemoryPlace)
        return Stored(part.type, part) if types.is_long(part.type) else load(b, types, part)
    if isinstance(value, Zero):
        return zero(b, types, types.element(value.type))
    if not isinstance(value, TypedValue):
        raise BuildError("it has no parts")
    return b.extract(value, index)
