"""Sets of resources as argument buffers: a struct of pointers, textures and samplers that one buffer slot takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..emit import Builder
from ..emit.names import sampler as sampler_type
from ..emit.types import Array, MetalType, Struct, ptr
from ..emit.value import TypedValue
from ..spirv import SpirvVariable, TypeArray, TypeImage, TypeRuntimeArray, TypeSampledImage, TypeSampler
from .buffers import access_of, block_of, texture_of
from .layout import ArrayForm, Form, NumberForm, PointerForm
from .program import TranslationProgram
from .values import MemoryPlace, SampledImage, Value, ValuePlace


@dataclass(frozen=True)
class _Member:
    """A resource of the set: its members of the struct, and what they are called."""

    variable: SpirvVariable
    names: tuple[str, ...]
    types: tuple[MetalType, ...]
    element: Form | None
    """What an array of resources holds."""


class ArgumentBuffer:
    """One set. Members have the ids 0, 1, 2… in the order of their bindings; an image with its sampler has two."""

    def __init__(self, program: TranslationProgram, number: int) -> None:
        self._program = program
        self.number = number
        self._members: list[_Member] = []

    def add(self, variable: SpirvVariable, name: str) -> None:
        """Make a resource a part of the set. UnsupportedError for one that Metal's argument buffers can't hold."""
        program = self._program
        spirv, types = program.spirv, program.types
        known = spirv.type(variable.pointee)
        count = None
        if isinstance(known, TypeRuntimeArray):
            raise spirv.error(variable.instruction, "an argument buffer can't hold an array without a length")
        if isinstance(known, TypeArray):
            count, known = types.length(known.id), spirv.type(known.element)
        found: tuple[MetalType, ...]
        element: Form
        if isinstance(known, TypeSampler):
            found, element = (sampler_type,), NumberForm(sampler_type)
        elif isinstance(known, (TypeImage, TypeSampledImage)):
            texture = texture_of(program, variable)
            element = NumberForm(texture)
            found = (texture, sampler_type) if isinstance(known, TypeSampledImage) else (texture,)
        else:
            block, space = block_of(program, variable)
            form = types.buffer_form(block)
            pointer = ptr(form.metal, space, access_of(program, variable))
            found, element = (pointer,), PointerForm(pointer, form)
        if count is not None:
            if len(found) > 1:
                raise spirv.error(variable.instruction, "an array of images with samplers in an argument buffer")
            self._members.append(_Member(variable, (name,), (Array(found[0], count),), element))
            return
        names = (name, f"{name}_sampler")[: len(found)]
        self._members.append(_Member(variable, names, found, None))

    def struct(self) -> Struct:
        """The struct of the members."""
        members = [pair for one in self._members for pair in zip(one.names, one.types, strict=True)]
        return Struct(self._program.names.unique(f"Set{self.number}_", "Set"), members)

    def members(self, struct: Struct, variables: Sequence[SpirvVariable]) -> list[tuple[int, str]]:
        """The first id of each variable in the argument buffer, and its type there."""
        found = {one.variable.id: struct.members[struct.index(one.names[0])] for one in self._members}
        return [(found[one.id].id, found[one.id].type.name) for one in variables]

    def values(self, b: Builder, address: TypedValue) -> dict[int, Value]:
        """What each variable is: its members are loaded when the function begins."""
        found: dict[int, Value] = {}
        for one in self._members:
            variable = one.variable
            if one.element is not None:
                array = one.types[0]
                assert isinstance(array, Array)
                form = ArrayForm(array, one.element, array.count, False)
                place = MemoryPlace(variable.pointee, form, b.gep(address, one.names[0]))
                is_buffer = isinstance(one.element, PointerForm)
                found[variable.id] = place if is_buffer else ValuePlace(variable.pointee, place)
                continue
            found[variable.id] = self._value(b, variable, [b.load(b.gep(address, name)) for name in one.names])
        return found

    def _value(self, b: Builder, variable: SpirvVariable, loaded: Sequence[TypedValue]) -> Value:
        known = self._program.spirv.type(variable.pointee)
        if isinstance(known, TypeSampledImage):
            return ValuePlace(variable.pointee, SampledImage(known.image, loaded[0], loaded[1]))
        if isinstance(known, (TypeImage, TypeSampler)):
            return ValuePlace(variable.pointee, loaded[0])
        return MemoryPlace(variable.pointee, self._program.types.buffer_form(variable.pointee), loaded[0])
