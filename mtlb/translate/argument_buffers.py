"""Descriptor sets as argument buffers: a struct of pointers, textures and samplers in a single buffer slot."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from ..base.classes import dataclass, replace
from ..base.metal import AccessQualifier, AddressSpace
from ..base.versions import Platform
from ..emit import Builder
from ..emit.names import f32, u32
from ..emit.names import sampler as sampler_type
from ..emit.operands import TypedValue
from ..emit.types import Array, MetalType, Struct, Texture, ptr, texture
from ..spirv import SpirvVariable, TypeArray, TypeImage, TypeRuntimeArray, TypeSampledImage, TypeSampler
from .buffers import access_of, block_of, is_volatile, texture_of
from .layout import ArrayForm, Form, NumberForm, PointerForm
from .pipeline_layout import LayoutEntry
from .program import TranslationProgram
from .samplers import ProgramSampler
from .values import MemoryPlace, SampledImage, SampledImages, Value, ValuePlace


def array_value(type: int, places: Sequence[MemoryPlace]) -> Value:
    """The value of a resource array: for buffers the array of their addresses; for textures and samplers handles,
    which are values."""
    if len(places) > 1:
        return ValuePlace(type, SampledImages(type, *places))
    form = places[0].form
    assert isinstance(form, ArrayForm)
    return places[0] if isinstance(form.element, PointerForm) else ValuePlace(type, places[0])


@dataclass(frozen=True)
class _Member:
    """A resource in the set: its members in the struct, and their names."""

    variable: SpirvVariable | None
    """None for padding in place of a resource that the function does not use."""
    names: tuple[str, ...]
    types: tuple[MetalType, ...]
    elements: tuple[Form, ...] | None
    """The element type of resource arrays."""
    static: ProgramSampler | None = None


_SIZES: Final = "sizes_"
_FILLERS: Final = {
    "buffer": ptr(u32, AddressSpace.CONSTANT),
    "texture": texture("texture2d", f32),
    "sampler": sampler_type,
}


class ArgumentBuffer:
    """One descriptor set. Members get the ids 0, 1, 2… in the order in which they are added; an image with a sampler
    takes two."""

    def __init__(self, program: TranslationProgram, number: int) -> None:
        self._program = program
        self.number = number
        self._members: list[_Member] = []
        self._has_sizes = False
        self._struct: Struct | None = None

    def add_sizes(self) -> None:
        """Add the address of the sizes of the set's buffers in bytes, a uint for each buffer id:
        ``spvBufferSizeConstants`` in SPIRV-Cross's argument buffers (CompilerMSL::analyze_argument_buffers)."""
        self._members.append(_Member(None, (_SIZES,), (ptr(u32, AddressSpace.CONSTANT),), None))
        self._has_sizes = True

    def fill(self, entry: LayoutEntry) -> None:
        """Reserve the ids of a resource that the function does not use, as SPIRV-Cross's
        pad_argument_buffer_resources does."""
        sizes = [(_FILLERS[kind], entry.extent(kind)) for kind in entry.kinds]
        types = tuple(Array(type_, size) if size > 1 else type_ for type_, size in sizes)
        names = tuple(f"unused{len(self._members)}_{number}" for number in range(len(types)))
        self._members.append(_Member(None, names, types, None))

    def add(
        self, variable: SpirvVariable, name: str, static: ProgramSampler | None = None, *, keeps_sampler: bool = True
    ) -> None:
        """Add a resource to the set. Raises UnsupportedError for a resource that Metal's argument buffers cannot
        hold.
        `static`: the constexpr sampler of an image; `keeps_sampler`: whether the sampler takes an id nevertheless."""
        program = self._program
        spirv, types = program.spirv, program.types
        kind = spirv.type(variable.pointee)
        count = None
        if isinstance(kind, TypeRuntimeArray):
            raise spirv.error(variable.instruction, "an argument buffer can't hold an array without a length")
        if isinstance(kind, TypeArray):
            count, kind = types.length(kind.id), spirv.type(kind.element)
        member_types: tuple[MetalType, ...]
        elements: tuple[Form, ...]
        if isinstance(kind, TypeSampler):
            member_types, elements = (sampler_type,), (NumberForm(sampler_type),)
        elif isinstance(kind, (TypeImage, TypeSampledImage)):
            texture = texture_of(program, variable)
            self._refuse_written(variable, texture)
            member_types, elements = (texture,), (NumberForm(texture),)
            if isinstance(kind, TypeSampledImage):
                member_types, elements = (texture, sampler_type), (NumberForm(texture), NumberForm(sampler_type))
        else:
            block, space = block_of(program, variable)
            form = types.buffer_form(block)
            pointer = ptr(form.metal, space, access_of(program, variable))
            member_types, elements = (pointer,), (PointerForm(pointer, form),)
        if static is not None:
            planes = (name, *[f"{name}_plane{number}_" for number in range(1, static.planes)])
            types_of_it = (*[member_types[0]] * static.planes, *([sampler_type] if keeps_sampler else []))
            sampler = [f"{name}_sampler"] if keeps_sampler else []
            self._members.append(_Member(variable, (*planes, *sampler), types_of_it, None, static))
            return
        names = (name, f"{name}_sampler")[: len(member_types)]
        if count is not None:
            arrays = tuple(Array(type_, count) for type_ in member_types)
            self._members.append(_Member(variable, names, arrays, elements))
            return
        self._members.append(_Member(variable, names, member_types, None))

    def _refuse_written(self, variable: SpirvVariable, texture: Texture) -> None:
        """Refuse writable textures: tier 1 argument buffers on iOS do not support them (argument_buffers_tier in
        SPIRV-Cross's spirv_msl.hpp)."""
        program = self._program
        is_written = texture.access in (AccessQualifier.WRITE, AccessQualifier.READ_WRITE)
        if program.bindings.argument_buffers_tier == 1 and is_written and program.target.platform is not Platform.MACOS:
            reason = "on iOS, argument buffers of tier 1 can't hold writable textures"
            raise program.spirv.error(variable.instruction, reason)

    def struct(self) -> Struct:
        """The struct of the members."""
        members = [pair for member in self._members for pair in zip(member.names, member.types, strict=True)]
        self._struct = Struct(self._program.names.unique(f"Set{self.number}_", "Set"), members)
        return self._struct

    def members(self, struct: Struct, variables: Sequence[SpirvVariable]) -> list[tuple[int, str]]:
        """For each variable: its first id in the argument buffer, and its type there."""
        member_types = {
            member.variable.id: struct.members[struct.index(member.names[0])]
            for member in self._members
            if member.variable
        }
        return [(member_types[variable.id].id, member_types[variable.id].type.name) for variable in variables]

    def values(self, b: Builder, address: TypedValue, lengths: Collection[int]) -> dict[int, Value]:
        """The value of each variable: its members are loaded at the start of the function. `lengths`: the buffers
        whose sizes are queried, if the argument buffer has sizes."""
        result: dict[int, Value] = {}
        sizes = b.load(b.gep(address, _SIZES)) if self._has_sizes and lengths else None
        struct = self._struct
        assert struct is not None
        for member in self._members:
            variable = member.variable
            if variable is None:
                continue
            length: TypedValue | None = None
            if sizes is not None and variable.id in lengths:
                length = b.offset(sizes, struct.members[struct.index(member.names[0])].id)
            if member.elements is not None:
                places: list[MemoryPlace] = []
                for name, array, element in zip(member.names, member.types, member.elements, strict=True):
                    assert isinstance(array, Array)
                    form = ArrayForm(array, element, array.count, False)
                    if length is not None:
                        length = b.bitcast(length, ptr(Array(u32, array.count), AddressSpace.CONSTANT))
                    volatile = is_volatile(self._program, variable)
                    places.append(MemoryPlace(variable.pointee, form, b.gep(address, name), length, volatile))
                result[variable.id] = array_value(variable.pointee, places)
                continue
            if member.static is not None:
                result[variable.id] = self._sampled(b, variable, member.static, address, member.names)
                continue
            value = self._value(b, variable, [b.load(b.gep(address, name)) for name in member.names])
            if length is not None and isinstance(value, MemoryPlace):
                value = replace(value, length=b.load(length))
            result[variable.id] = value
        return result

    def _sampled(
        self, b: Builder, variable: SpirvVariable, static: ProgramSampler, address: TypedValue, names: Sequence[str]
    ) -> Value:
        """An image with a constexpr sampler; its planes are loaded."""
        kind = self._program.spirv.type(variable.pointee)
        assert isinstance(kind, TypeSampledImage)
        planes = [b.load(b.gep(address, name)) for name in names[: static.planes]]
        sampler = b.use(self._program.module.sampler(**dict(static.settings)))
        image = SampledImage(kind.image, planes[0], sampler, tuple(planes[1:]), static.conversion)
        return ValuePlace(variable.pointee, image)

    def _value(self, b: Builder, variable: SpirvVariable, loaded: Sequence[TypedValue]) -> Value:
        kind = self._program.spirv.type(variable.pointee)
        if isinstance(kind, TypeSampledImage):
            return ValuePlace(variable.pointee, SampledImage(kind.image, loaded[0], loaded[1]))
        if isinstance(kind, (TypeImage, TypeSampler)):
            return ValuePlace(variable.pointee, loaded[0])
        form, volatile = self._program.types.buffer_form(variable.pointee), is_volatile(self._program, variable)
        return MemoryPlace(variable.pointee, form, loaded[0], is_volatile=volatile)
