"""Bounds of indices, with the policies of Naga's `BoundsCheckPolicy`: clamp to the last element, or read zero.
Indices are compared as unsigned numbers. With the policy that reads zero, the address is clamped too, and the place
has a `guard` that says whether to perform the access. Physical addresses have no buffer length, so their arrays are
checked only if the type states a length. The element offset of `OpPtrAccessChain` is not checked."""

from __future__ import annotations

from typing import Final

from ..base.classes import replace
from ..base.metal import AddressSpace
from ..emit.names import i32, u32
from ..emit.operands import TypedValue
from ..emit.types import Handle, MetalPointer, Scalar, Vector
from ..spirv import TypeArray, TypeMatrix, TypeRuntimeArray, TypeStruct, TypeVector
from . import access
from .buffers import is_volatile_member
from .functions import FunctionLowering
from .layout import ArrayForm, Form, NumberForm, PairForm, PlacedForm, PointerForm, SoleForm, StructForm
from .values import ColumnPlace, MemoryPlace

_CONSTANT: Final = AddressSpace.CONSTANT
_DEVICE: Final = AddressSpace.DEVICE

UNCHECKED, RESTRICT, READ_ZERO = "unchecked", "restrict", "read-zero-skip-write"


def element_at(f: FunctionLowering, place: MemoryPlace, index: TypedValue) -> MemoryPlace | ColumnPlace:
    """An element, column or component at a dynamic index."""
    guard = place.guard
    policy, count = _policy(f, place), _count(f, place)
    if policy != UNCHECKED and count is not None:
        index, inside = bounded(f, index, count)
        if policy == READ_ZERO:
            guard = inside if guard is None else f.b.and_(guard, inside)
    stepped = access.step(f.b, f.types, place, index)
    return replace(stepped, guard=guard) if guard is not None and isinstance(stepped, MemoryPlace) else stepped


def member_at(f: FunctionLowering, place: MemoryPlace, number: int) -> MemoryPlace | ColumnPlace:
    """A part at a constant index, and the number of elements in a run-time array there."""
    stepped = access.step(f.b, f.types, place, number)
    if not isinstance(stepped, MemoryPlace):
        return stepped
    if isinstance(f.spirv.type(place.type), TypeStruct) and is_volatile_member(f.program, place.type, number):
        stepped = replace(stepped, is_volatile=True)
    if place.guard is not None:
        stepped = replace(stepped, guard=place.guard)
    if f.program.options.buffer_bounds_check_policy == UNCHECKED or place.length is None:
        return stepped
    if isinstance(f.spirv.type(stepped.type), TypeRuntimeArray):
        stepped = replace(stepped, limit=elements_of(f, place, number))
    return stepped


def bounded(f: FunctionLowering, index: TypedValue, count: TypedValue | int) -> tuple[TypedValue, TypedValue]:
    """The index, clamped to the last element, and whether it was in bounds."""
    type = index.type
    assert isinstance(type, Scalar)
    if type.bits < 32:
        index = f.b.convert(index, i32 if type.kind == "int" else u32)
    index = f.unsigned(index)
    size = f.b.const(index.type, count) if isinstance(count, int) else f.b.convert(count, index.type)
    inside = index < size
    return f.b.select(inside, index, f.b.sub(size, 1)), inside


def _policy(f: FunctionLowering, place: MemoryPlace) -> str:
    options, form = f.program.options, place.form
    if isinstance(form, ArrayForm) and _is_resource(form.element):
        return RESTRICT if options.index_bounds_check_policy != UNCHECKED else UNCHECKED
    pointer = place.address.type
    assert isinstance(pointer, MetalPointer)
    is_buffer = pointer.space in (_DEVICE, _CONSTANT)
    return options.buffer_bounds_check_policy if is_buffer else options.index_bounds_check_policy


def _is_resource(form: Form) -> bool:
    is_handle = isinstance(form, NumberForm) and isinstance(form.metal, Handle)
    return is_handle or isinstance(form, (PointerForm, PairForm))


def _count(f: FunctionLowering, place: MemoryPlace) -> TypedValue | int | None:
    """The number of parts that can be indexed; None if it is unknown."""
    kind = f.spirv.type(place.type)
    if isinstance(kind, TypeArray):
        return f.types.length(kind.id)
    if isinstance(kind, (TypeMatrix, TypeVector)):
        return kind.count
    return place.limit


def elements_of(f: FunctionLowering, place: MemoryPlace, member: int) -> TypedValue:
    """The number of elements of a run-time array that fit in the buffer after the members before it: Naga's formula."""
    offset, form = 0, place.form
    if isinstance(form, StructForm):
        layout = form.metal
        offset, form = layout.members[layout.index(form.names[member])].offset, form.members[member]
    elif isinstance(form, PlacedForm):
        offset, form = form.offsets[member], form.members[member]
    elif isinstance(form, SoleForm):
        form = form.member
    assert isinstance(form, ArrayForm) and place.length is not None
    stride = form.metal.element.size
    last = _bytes(form.element)
    return f.b.add(f.b.div(f.b.sub(place.length, offset + last), stride), 1)


def _bytes(form: Form) -> int:
    """The size of an object in bytes, without trailing padding."""
    metal = form.metal
    if isinstance(metal, Vector):
        return metal.element.size * metal.count
    return metal.size


def component_at(f: FunctionLowering, vector: TypedValue, index: TypedValue) -> TypedValue:
    """A vector component at a dynamic index."""
    policy = f.program.options.index_bounds_check_policy
    if policy == UNCHECKED:
        return f.b.extract(vector, index)
    assert isinstance(vector.type, Vector)
    index, inside = bounded(f, index, vector.type.count)
    component = f.b.extract(vector, index)
    return component if policy == RESTRICT else f.b.select(inside, component, f.b.const(component.type, 0))


def with_component(f: FunctionLowering, vector: TypedValue, element: TypedValue, index: TypedValue) -> TypedValue:
    """A vector with one component replaced, at a dynamic index."""
    policy = f.program.options.index_bounds_check_policy
    if policy == UNCHECKED:
        return f.b.insert(vector, element, index)
    assert isinstance(vector.type, Vector)
    index, inside = bounded(f, index, vector.type.count)
    changed = f.b.insert(vector, element, index)
    return changed if policy == RESTRICT else f.b.select(inside, changed, vector)
