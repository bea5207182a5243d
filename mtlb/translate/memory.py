"""Variables, addresses, loads and stores. Indices are checked if options request it (`bounds`); by default they are
not."""

from __future__ import annotations

from typing import Final

from ..base.classes import replace
from ..base.errors import BuildError
from ..emit.names import u32
from ..emit.operands import TypedValue
from ..emit.types import Vector
from ..spirv import (
    SpirvInstruction,
    TypeMatrix,
    TypePointer,
    TypeRuntimeArray,
    TypeSampledImage,
    TypeStruct,
    TypeVector,
    TypeVoid,
)
from ..spirv.enumerants import MemoryAccess
from ..spirv.opcodes import OP_COMPOSITE_CONSTRUCT_REPLICATE_EXT, OP_CONSTANT_NULL
from . import access
from .bounds import component_at, element_at, elements_of, member_at, with_component
from .functions import FunctionLowering
from .layout import ArrayForm, NumberForm, PlacedForm, SoleForm, StructForm
from .queries import is_query, new_query
from .registry import lowers
from .values import (
    ColumnPlace,
    Composite,
    MemoryPlace,
    SampledImage,
    SampledImages,
    Stored,
    TexelPlace,
    Value,
    ValuePlace,
    Zero,
)

_ALIGNED: Final = MemoryAccess.Aligned
_VOLATILE: Final = MemoryAccess.Volatile


@lowers("OpVariable")
def _variable(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """Memory of the thread, with its initializer."""
    pointer = f.spirv.type(i.type)
    assert isinstance(pointer, TypePointer)
    if is_query(f.types, pointer.pointee):
        return new_query(f, pointer.pointee)
    if isinstance(f.spirv.type(pointer.pointee), TypeVoid):
        return Zero(i.type)  # glslang declares such a variable for the result of a void function; it is never accessed
    place = f.new_place(pointer.pointee, f.spirv.names.get(i.id, ""))
    if len(i.operands) > 1:
        f.store(place, f.fit(f.value(int(i.operands[1])), pointer.pointee))
    return place


@lowers("OpLoad")
def _load(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """A load from the place; volatile if it is decorated `Volatile` or `Coherent`."""
    place = f.place(int(i.operands[0]))
    if isinstance(place, TexelPlace):
        raise f.refuse(i, "a texel is only for atomic operations")
    return f.load(_with_access(f, place, i, 1))


def _with_access(
    f: FunctionLowering, place: MemoryPlace | ColumnPlace | ValuePlace, i: SpirvInstruction, at: int
) -> MemoryPlace | ColumnPlace | ValuePlace:
    """The place, with the memory operands of an instruction applied."""
    mask = int(i.operands[at]) if len(i.operands) > at else 0
    if not isinstance(place, MemoryPlace):
        return place
    if mask & _ALIGNED and isinstance(place.form, NumberForm):
        place = access.aligned(f.b, place, int(i.operands[at + 1]))
    return replace(place, is_volatile=True) if mask & _VOLATILE else place


@lowers("OpStore")
def _store(f: FunctionLowering, i: SpirvInstruction) -> None:
    """A store to the place; volatile if it is decorated `Volatile` or `Coherent`."""
    place = f.place(int(i.operands[0]))
    if isinstance(place, (TexelPlace, ValuePlace)):
        raise f.refuse(i, "it can't be written")
    target = _with_access(f, place, i, 2)
    assert not isinstance(target, ValuePlace)
    f.store(target, f.fit(f.value(int(i.operands[1])), place.type))


@lowers("OpCopyMemory")
def _copy_memory(f: FunctionLowering, i: SpirvInstruction) -> None:
    """A load and a store."""
    target, source = f.place(int(i.operands[0])), f.place(int(i.operands[1]))
    if isinstance(target, (TexelPlace, ValuePlace)) or isinstance(source, TexelPlace):
        raise f.refuse(i, "it can't be written")
    f.store(target, f.fit(f.load(source), target.type))


@lowers("OpAccessChain", "OpInBoundsAccessChain")
def _chain(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """The place of a part: the address of an element, or a part of a value."""
    place = f.place(int(i.operands[0]))
    for operand in i.operands[1:]:
        place = part(f, i, place, int(operand))
    return place


def part(
    f: FunctionLowering, i: SpirvInstruction, place: MemoryPlace | ColumnPlace | ValuePlace | TexelPlace, index: int
) -> MemoryPlace | ColumnPlace | ValuePlace:
    """A part of the pointer's object: `index` is the id of a number."""
    constant = f.spirv.constants.get(index)
    number = constant.value if constant is not None and not constant.is_spec else None
    if constant is not None and constant.op is OP_CONSTANT_NULL:
        number = 0
    if isinstance(number, int) and not isinstance(place, TexelPlace):
        kind = f.spirv.type(place.type)
        if isinstance(kind, (TypeMatrix, TypeVector)) and not 0 <= number < kind.count:
            number = kind.count - 1  # undefined behavior, if the code executes
    if isinstance(place, MemoryPlace):
        if isinstance(place.form, (StructForm, SoleForm, PlacedForm)):
            if not isinstance(number, int) or not 0 <= number < len(f.types.parts(place.type)):
                raise f.refuse(i, f"%{index} is not a member of a struct")
            return member_at(f, place, number)
        if isinstance(number, int) and (not isinstance(place.form, ArrayForm) or _is_inside(place.form, number)):
            return member_at(f, place, number)
        return element_at(f, place, _index(f, index))
    if isinstance(place, ValuePlace):
        return _value_part(f, i, place, number if isinstance(number, int) else None, index)
    if isinstance(place, ColumnPlace):
        row = _index(f, index) if not isinstance(number, int) else f.b.const(u32, number)
        address = f.b.part(access.line(f.b, place.form, place.address, row), place.column)
        return MemoryPlace(f.types.element(place.type), NumberForm(place.form.line.element), address)
    raise f.refuse(i, "a texel has no parts")


def _is_inside(form: ArrayForm, number: int) -> bool:
    return form.count is not None and 0 <= number < form.count


def _index(f: FunctionLowering, id: int) -> TypedValue:
    """An index, extended by its own signedness, as in Metal."""
    return f.number(id)


def _value_part(
    f: FunctionLowering, i: SpirvInstruction, place: ValuePlace, number: int | None, index: int
) -> ValuePlace:
    """A part of a value: by a constant index, or from a copy in memory."""
    value = place.value
    if isinstance(value, TypedValue):
        element = f.types.element(place.type)
        component = component_at(f, value, f.number(index)) if number is None else f.b.extract(value, number)
        return ValuePlace(element, component)
    if isinstance(value, MemoryPlace):  # an array of resources, in an argument buffer
        result = element_at(f, value, f.number(index))
        return ValuePlace(result.type, f.load(result))
    if isinstance(value, SampledImages):
        places = [element_at(f, arrays, f.number(index)) for arrays in (value.textures, value.samplers)]
        loaded = [f.load(place) for place in places]
        texture, sampler = [part for part in loaded if isinstance(part, TypedValue)]
        type = places[0].type
        return ValuePlace(type, SampledImage(f.types.image_in(type), texture, sampler))
    if number is not None and isinstance(value, Composite):
        if not 0 <= number < len(value.parts):
            raise f.refuse(i, f"there is no part {number}")
        return ValuePlace(f.types.parts(place.type)[number], value.parts[number])
    copy = f.new_place(place.type)
    f.store(copy, value)
    result = element_at(f, copy, f.number(index))
    return ValuePlace(result.type, f.load(result))


@lowers("OpArrayLength")
def _array_length(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """Naga's formula on the buffer's size in bytes, from the buffer of sizes."""
    place = f.place(int(i.operands[0]))
    member = int(i.operands[1])
    if not isinstance(place, MemoryPlace) or place.length is None:
        raise f.refuse(i, "the length of an array is known of buffers only")
    struct = f.spirv.type(place.type)
    if not isinstance(struct, TypeStruct) or not isinstance(f.spirv.type(struct.members[member]), TypeRuntimeArray):
        raise f.refuse(i, f"member {member} is not a run-time array")
    return elements_of(f, place, member)


# --- values made of values -------------------------------------------------------------------------------------------


@lowers("OpCompositeConstruct", "OpCompositeConstructReplicateEXT")
def _construct(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """Assembled from the numbers of the parts."""
    values = [f.value(int(id)) for id in i.operands]
    if i.op is OP_COMPOSITE_CONSTRUCT_REPLICATE_EXT:
        kind = f.spirv.types.get(i.type)
        values *= kind.count if isinstance(kind, TypeVector) else len(f.types.parts(i.type))
    if not f.types.is_composite(i.type):
        numbers = [value for value in values if isinstance(value, TypedValue)]
        type = f.metal(i.type)
        assert isinstance(type, Vector)
        return f.b.vector(*[f.as_kind(number, type.element.kind) for number in numbers], type=type)
    if f.types.is_long(i.type):
        place = f.new_place(i.type)
        for number, value in enumerate(values):
            part = access.step(f.b, f.types, place, number)
            f.store(part, f.fit(value, part.type))
        return Stored(i.type, place)
    parts = f.types.parts(i.type)
    return Composite(i.type, tuple(f.fit(value, part) for value, part in zip(values, parts, strict=True)))


@lowers("OpCompositeExtract")
def _extract(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """The numbers of the selected part."""
    value = f.value(int(i.operands[0]))
    for number in i.operands[1:]:
        value = f.extracted(value, int(number))
    return value


@lowers("OpCompositeInsert")
def _insert(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """The numbers, with those of the selected part replaced."""
    part, whole = f.value(int(i.operands[0])), f.value(int(i.operands[1]))
    return _inserted(f, i.type, whole, part, [int(operand) for operand in i.operands[2:]])


def _inserted(f: FunctionLowering, type: int, whole: Value, part: Value, path: list[int]) -> Value:
    if not path:
        return f.fit(part, type)
    if isinstance(whole, TypedValue):
        if not isinstance(part, TypedValue):
            raise BuildError("OpCompositeInsert: a part of a vector has to be a number")
        return f.b.insert(whole, part, path[0])
    if type in f.types.cooperative and isinstance(whole, Composite):
        number, index = divmod(path[0], access.OF_TILE)
        tiles = list(whole.parts)
        if number >= len(tiles):
            raise BuildError(access.no_part(path[0], access.OF_TILE * len(tiles)))
        tiles[number] = _inserted(f, type, tiles[number], part, [index])
        return Composite(type, tuple(tiles))
    types = f.types.parts(type)
    if path[0] >= len(types):
        raise BuildError(access.no_part(path[0], len(types)))
    inner = _inserted(f, types[path[0]], f.extracted(whole, path[0]), part, path[1:])
    if isinstance(whole, Composite):
        return Composite(type, tuple(inner if n == path[0] else part_value for n, part_value in enumerate(whole.parts)))
    place = f.new_place(type)
    f.store(place, whole)
    f.store(access.step(f.b, f.types, place, path[0]), inner)
    return Stored(type, place)


@lowers("OpVectorExtractDynamic")
def _extract_dynamic(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`extractelement`."""
    return component_at(f, f.number(int(i.operands[0])), f.number(int(i.operands[1])))


@lowers("OpVectorInsertDynamic")
def _insert_dynamic(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`insertelement`."""
    vector, element, index = [f.number(int(id)) for id in i.operands]
    return with_component(f, vector, element, index)


@lowers("OpVectorShuffle")
def _shuffle(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`shufflevector`."""
    left, right = f.number(int(i.operands[0])), f.number(int(i.operands[1]))
    places = [int(operand) for operand in i.operands[2:]]
    assert isinstance(left.type, Vector)
    count = left.type.count
    chosen = [0 if place == _ANY else place for place in places]
    if all(place < count for place in chosen):
        return f.b.shuffle(left, chosen)
    if all(place >= count for place in chosen):
        return f.b.shuffle(right, [place - count for place in chosen])
    if left.type == right.type:
        return f.b.shuffle(left, chosen, right)
    parts = [left[place] if place < count else right[place - count] for place in chosen]
    return f.b.vector(*parts)


_ANY: Final = 0xFFFFFFFF  # an unspecified element


@lowers("OpCopyObject", "OpCopyLogical")
def _copy(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """The operand."""
    return _as_type(f, f.value(int(i.operands[0])), i.type)


def _as_type(f: FunctionLowering, value: Value, type: int) -> Value:
    """The value as another type with matching parts."""
    if isinstance(value, Stored) and value.type != type:
        place = f.new_place(type)
        for number in range(f.types.length(type)):
            part = access.step(f.b, f.types, place, number)
            f.store(part, _as_type(f, f.extracted(value, number), part.type))
        return Stored(type, place)
    if isinstance(value, Composite) and value.type != type:
        parts = f.types.parts(type)
        return Composite(
            type, tuple(_as_type(f, part_value, part) for part_value, part in zip(value.parts, parts, strict=True))
        )
    return value


@lowers("OpUndef")
def _undef(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """An unspecified value."""
    return f.undef(i.type)


@lowers("OpSampledImage")
def _sampled_image(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """The texture and the sampler together."""
    sampled = f.spirv.type(i.type)
    assert isinstance(sampled, TypeSampledImage)
    return SampledImage(sampled.image, f.number(int(i.operands[0])), f.number(int(i.operands[1])))


@lowers("OpImage")
def _image(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """The texture of the pair."""
    return f.sampled(int(i.operands[0])).texture


@lowers("OpNop", "OpName", "OpLine", "OpNoLine")
def _nothing(f: FunctionLowering, i: SpirvInstruction) -> None:
    """No operation; source lines become debug info."""
