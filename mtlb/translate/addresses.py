"""Pointers as values: for variable pointers and physical addresses.
A pointer that is only an operand is represented by the place that it refers to (`MemoryPlace`). A pointer that
becomes a value, because it depends on control flow, is stored in memory, or is computed from a number, is an address
with a fixed form for each pointer type: `Types.pointee_form`. Physical addresses are 64-bit numbers in memory;
SPIRV-Cross's Metal declares pointers there, with the same bits. The host makes the memory that they point to
resident."""

from __future__ import annotations

from collections.abc import Sequence

from ..base.errors import BuildError
from ..emit import Builder
from ..emit.operands import TypedValue
from ..emit.types import MetalPointer, Vector
from ..spirv.enumerants import StorageClass
from .layout import AddressForm, ArrayForm, Form, NumberForm, PlacedForm, SoleForm, StructForm
from .types import Types
from .values import MemoryPlace, Value, ValuePlace


def pointer_at(types: Types, pointer: int, address: TypedValue) -> MemoryPlace | ValuePlace:
    """The object that a pointer of a type points to, by its address."""
    pointed = types.pointer(pointer)
    if pointed.storage is StorageClass.Input:
        return ValuePlace(pointed.pointee, address)
    return MemoryPlace(pointed.pointee, types.pointee_form(pointer), address)


def null_pointer(b: Builder, types: Types, pointer: int) -> MemoryPlace | ValuePlace:
    """The null pointer."""
    type = types.address(pointer)
    return pointer_at(types, pointer, b.null(type) if isinstance(type, MetalPointer) else b.const(type, 0))


def as_pointer(b: Builder, types: Types, value: Value, pointer: int) -> MemoryPlace | ValuePlace:
    """A pointer in the form of its type. Raises BuildError for a pointer to memory with another layout."""
    target = types.address(pointer)
    if isinstance(value, ValuePlace) and isinstance(value.value, TypedValue) and value.value.type == target:
        return value
    if not isinstance(value, MemoryPlace) or not isinstance(target, MetalPointer):
        raise BuildError("it points to something that is not memory in Metal, or to a column of a row-major matrix")
    form = types.pointee_form(pointer)
    if not _is_alike(value.form, form):
        raise BuildError(f"it points at a {value.form.metal}, which its type treats as {form.metal} elsewhere")
    return MemoryPlace(value.type, form, _retyped(b, value.address, target))


def _retyped(b: Builder, address: TypedValue, target: MetalPointer) -> TypedValue:
    kind = address.type
    assert isinstance(kind, MetalPointer)
    if kind.space is not target.space:
        raise BuildError(f"it is an address in {kind}, not in {target}")
    if kind.pointee != target.pointee:
        address = b.bitcast(address, MetalPointer(target.pointee, kind.space, kind.access))
    return TypedValue(b, address.ir, target)  # still read-only: the shader does not write there


def _is_alike(first: Form, other: Form) -> bool:
    """Whether an object with the first form can be accessed through the second."""
    if first.key == other.key:
        return True
    if isinstance(first, SoleForm) or isinstance(other, SoleForm):
        inner = [form.member if isinstance(form, SoleForm) else _sole(form) for form in (first, other)]
        return inner[0] is not None and inner[1] is not None and _is_alike(inner[0], inner[1])
    if first.metal.align < other.metal.align:
        return False
    if isinstance(first, NumberForm) and isinstance(other, NumberForm):
        left, right = first.metal, other.metal
        is_vector = isinstance(left, Vector) and isinstance(right, Vector)
        return is_vector and (left.element, left.count) == (right.element, right.count)  # type: ignore[union-attr]
    if isinstance(first, ArrayForm) and isinstance(other, ArrayForm):
        return first.metal.element.size == other.metal.element.size and _is_alike(first.element, other.element)
    if isinstance(first, (StructForm, PlacedForm)) and isinstance(other, (StructForm, PlacedForm)):
        return _offsets(first) == _offsets(other) and all(map(_is_alike, first.members, other.members))
    return False


def _sole(form: Form) -> Form | None:
    return form.members[0] if isinstance(form, StructForm) and len(form.members) == 1 else None


def _offsets(form: StructForm | PlacedForm) -> Sequence[int]:
    if isinstance(form, PlacedForm):
        return form.offsets
    return tuple(form.metal.members[form.metal.index(name)].offset for name in form.names)


def loaded(b: Builder, types: Types, place: MemoryPlace) -> MemoryPlace | ValuePlace:
    """Load a pointer from memory."""
    form = place.form
    assert isinstance(form, AddressForm)
    value = b.load(place.address, volatile=place.is_volatile)
    target = types.address(form.pointer)
    return pointer_at(types, form.pointer, value if value.type == target else b.bitcast(value, target))
