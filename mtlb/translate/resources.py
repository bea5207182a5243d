"""Buffers, textures and samplers of an entry point as arguments; the sizes of buffers with run-time arrays."""

from __future__ import annotations

from collections.abc import Sequence

from ..base.metal import AddressSpace
from ..emit.entry import FragmentEntry, KernelEntry, VertexEntry
from ..emit.names import sampler as sampler_type
from ..emit.names import u32
from ..emit.types import Array, MetalType, Struct, Texture, ptr
from ..emit.value import TypedValue
from ..spirv import (
    SpirvEntryPoint,
    SpirvVariable,
    TypeArray,
    TypeImage,
    TypeRuntimeArray,
    TypeSampledImage,
    TypeSampler,
    TypeStruct,
)
from ..spirv.enumerants import Decoration, StorageClass
from .bindings import BoundResource, ResourceUse
from .layout import ArrayForm, Form, NumberForm, PairForm, PointerForm
from .program import TranslationProgram
from .uses import FunctionUses
from .values import MemoryPlace, SampledImage, Value, ValuePlace

__all__ = ["EntryResources"]

_KINDS = frozenset(
    {StorageClass.Uniform, StorageClass.StorageBuffer, StorageClass.UniformConstant, StorageClass.PushConstant}
)
_ELEMENT_OF_TABLE = "NagaArgumentBufferWrapper"


class EntryResources:
    """The resources of one entry point, in the order of the module, as Naga has them."""

    def __init__(
        self,
        program: TranslationProgram,
        entry: KernelEntry | VertexEntry | FragmentEntry,
        point: SpirvEntryPoint,
        uses: FunctionUses,
    ) -> None:
        self.program = program
        self.entry = entry
        self.point = point
        spirv = program.spirv
        self._lengths = uses.lengths
        self._threadgroup_bytes = 0
        self._threadgroup_count = 0
        kinds = _KINDS
        if not program.options.bindings.static_threadgroup:
            kinds |= {StorageClass.Workgroup}
        variables = [one for one in spirv.variables.values() if one.id in uses.variables and one.storage in kinds]
        self.ids = tuple(one.id for one in variables)
        sized = [one.id for one in variables if one.id in program.sized]
        found = [self._use(one) for one in variables if one.storage is not StorageClass.Workgroup]
        self._slots, self._sizes_slot = program.options.bindings.assign(point.name, found, bool(sized))
        self._sets = {use.id: use for use in found}
        self._sizes: TypedValue | None = None
        self._values: dict[int, Value] = {}
        for one in variables:
            self._values[one.id] = self._declared(one)
        if sized:
            self._declare_sizes()

    def value(self, id: int) -> Value:
        """What a variable is in the function."""
        return self._values[id]

    # --- slots

    def _use(self, variable: SpirvVariable) -> ResourceUse:
        spirv = self.program.spirv
        if variable.storage is StorageClass.PushConstant:
            return ResourceUse(variable.id, None, None, ("buffer",))
        places = [spirv.decoration(variable.id, kind) for kind in (Decoration.DescriptorSet, Decoration.Binding)]
        numbers = [None if place is None else int(place[0]) for place in places]
        if numbers[0] is None or numbers[1] is None:
            raise spirv.error(variable.instruction, "the resource has no set and binding")
        return ResourceUse(variable.id, numbers[0], numbers[1], self._kinds(variable))

    def _kinds(self, variable: SpirvVariable) -> tuple[str, ...]:
        known = self.program.spirv.type(variable.pointee)
        if isinstance(known, TypeSampledImage):
            return "texture", "sampler"
        if isinstance(known, TypeImage):
            return ("texture",)
        if isinstance(known, TypeSampler):
            return ("sampler",)
        return ("buffer",)

    def _name(self, variable: SpirvVariable) -> str:
        program = self.program
        found = program.variable_names.get(variable.id)
        if found is None:
            wanted = program.spirv.names.get(variable.id, "")
            if not wanted and program.spirv.names.get(variable.pointee):
                wanted = program.spirv.names[variable.pointee]
            found = program.variable_names[variable.id] = program.names.unique(wanted, "global")
        return found

    def _record(
        self, variable: SpirvVariable, slots: dict[str, int], access: str, type: str, space: AddressSpace | None = None
    ) -> None:
        use, entry = self._sets[variable.id], self.entry
        where = space.name.lower() if space is not None else ""
        name = self._name(variable)
        self.program.bound.append(
            BoundResource(entry.name, entry.stage, name, use.set, use.binding, slots, access, type, where)
        )

    # --- declarations

    def _declared(self, variable: SpirvVariable) -> Value:
        spirv = self.program.spirv
        known = spirv.type(variable.pointee)
        if variable.storage is StorageClass.Workgroup:
            return self._threadgroup(variable)
        slots = self._slots[variable.id]
        if variable.storage is not StorageClass.UniformConstant:
            return self._buffer(variable, slots["buffer"])
        name = self._name(variable)
        if isinstance(known, TypeSampler):
            self._record(variable, slots, "sample", "sampler")
            return ValuePlace(variable.pointee, self.entry.sampler(name, slots["sampler"]))
        if isinstance(known, TypeImage):
            texture = self._texture(variable, known)
            access = texture.access.name.lower() if texture.access is not None else ""
            self._record(variable, slots, access, texture.name)
            return ValuePlace(variable.pointee, self.entry.texture(name, texture, slots["texture"]))
        if isinstance(known, TypeSampledImage):
            image = spirv.type(known.image)
            assert isinstance(image, TypeImage)
            texture = self._texture(variable, image)
            self._record(variable, slots, "sample", texture.name)
            pair = (
                self.entry.texture(name, texture, slots["texture"]),
                self.entry.sampler(self.program.names.unique(f"{name}_sampler", "sampler"), slots["sampler"]),
            )
            return ValuePlace(variable.pointee, SampledImage(known.image, *pair))
        if isinstance(known, (TypeArray, TypeRuntimeArray)):
            return self._table(variable, known, slots["buffer"])
        raise spirv.error(variable.instruction, f"a resource of {spirv.definition(known.id).name} is not supported")

    def _threadgroup(self, variable: SpirvVariable) -> Value:
        """A variable of the threadgroup: an argument, as in Naga's Metal; the host sets its size."""
        form = self.program.types.form(variable.pointee)
        name, index = self._name(variable), self._threadgroup_count
        if not isinstance(self.entry, KernelEntry):
            raise self.program.spirv.error(variable.instruction, "only kernels have memory of the threadgroup")
        address = self.entry.threadgroup_buffer(name, form.metal, index, reference=True)
        self._threadgroup_count += 1
        entry, size = self.entry, form.metal.size
        self.program.bound.append(
            BoundResource(
                entry.name,
                entry.stage,
                name,
                None,
                None,
                {"threadgroup": index},
                "read_write",
                form.metal.name,
                "threadgroup",
                size,
            )
        )
        return MemoryPlace(variable.pointee, form, address)

    def _texture(self, variable: SpirvVariable, image: TypeImage) -> Texture:
        program = self.program
        access = "sample"
        if image.sampled == 2:
            access = self._access(variable)
        depth = program.uses.is_depth(variable.id, image) and image.sampled != 2
        return program.types.image(image.id, depth=depth, access=access)

    def _access(self, variable: SpirvVariable) -> str:
        spirv = self.program.spirv
        if self._has(variable, Decoration.NonWritable):
            return "read"
        known = spirv.type(variable.pointee)
        is_write_only = self._has(variable, Decoration.NonReadable)
        return "write" if is_write_only and isinstance(known, TypeImage) else "read_write"

    def _has(self, variable: SpirvVariable, kind: Decoration) -> bool:
        """Whether a variable, or each member of its struct, has a decoration."""
        spirv = self.program.spirv
        if spirv.decoration(variable.id, kind) is not None:
            return True
        known = spirv.type(variable.pointee)
        return isinstance(known, TypeStruct) and all(
            spirv.member_decoration(known.id, number, kind) is not None for number in range(len(known.members))
        )

    def _buffer(self, variable: SpirvVariable, index: int) -> Value:
        spirv, types = self.program.spirv, self.program.types
        known = spirv.type(variable.pointee)
        is_array = isinstance(known, (TypeArray, TypeRuntimeArray))
        block = types.element(known.id) if is_array else known.id
        if not isinstance(spirv.type(block), TypeStruct):
            raise spirv.error(variable.instruction, "a buffer does not hold a struct")
        is_storage = variable.storage is StorageClass.StorageBuffer or (
            variable.storage is StorageClass.Uniform and spirv.decoration(block, Decoration.BufferBlock) is not None
        )
        form = types.buffer_form(block)
        access = self._access(variable) if is_storage else "read"
        space = AddressSpace.DEVICE if is_storage else AddressSpace.CONSTANT
        name = self._name(variable)
        if is_array:
            pointer = ptr(form.metal, space, access)
            return self._argument_array(variable, PointerForm(pointer, form), (pointer,), index)
        self._record(variable, {"buffer": index}, access, form.metal.name, space)
        address = self.entry.buffer(name, form.metal, index, access, space=space, reference=True)
        return MemoryPlace(variable.pointee, form, address)

    def _table(self, variable: SpirvVariable, known: TypeArray | TypeRuntimeArray, index: int) -> Value:
        """An array of textures or samplers, or of both in pairs."""
        spirv = self.program.spirv
        element = spirv.type(known.element)
        if isinstance(element, TypeSampler):
            return ValuePlace(
                known.id, self._argument_array(variable, NumberForm(sampler_type), (sampler_type,), index)
            )
        image = spirv.type(element.image) if isinstance(element, TypeSampledImage) else element
        if not isinstance(image, TypeImage):
            raise spirv.error(variable.instruction, f"an array of {spirv.definition(element.id).name} is not supported")
        texture = self._texture(variable, image)
        if isinstance(element, TypeSampledImage):
            struct = self.program.types.resource_struct(_ELEMENT_OF_TABLE, texture, sampler_type)
            place = self._argument_array(variable, PairForm(struct), (texture, sampler_type), index)
        else:
            place = self._argument_array(variable, NumberForm(texture), (texture,), index)
        return ValuePlace(known.id, place)

    def _argument_array(
        self, variable: SpirvVariable, element: Form, resources: Sequence[MetalType], index: int
    ) -> MemoryPlace:
        """An array of resources: a buffer of structs that hold one each, as Naga passes it."""
        types = self.program.types
        known = self.program.spirv.type(variable.pointee)
        count = types.length(known.id) if isinstance(known, TypeArray) else None
        struct = types.resource_struct(_ELEMENT_OF_TABLE, *resources)
        name = self._name(variable)
        self._record(
            variable,
            {"buffer": index},
            "read",
            f"array<{', '.join(one.name for one in resources)}>",
            AddressSpace.CONSTANT,
        )
        address = self.entry.buffer(name, struct, index, "read", space=AddressSpace.CONSTANT)
        form = ArrayForm(Array(struct, count or 1), element, count, len(resources) == 1)
        table = self.entry.builder.bitcast(address, ptr(form.metal, AddressSpace.CONSTANT))
        return MemoryPlace(variable.pointee, form, table)

    # --- sizes

    def _declare_sizes(self) -> None:
        """The bytes of each buffer with a run-time array, in a struct that comes last."""
        program = self.program
        if program.sizes_struct is None:
            members = [(f"size{number}", u32) for number in program.sized.values()]
            program.sizes_struct = Struct("_mslBufferSizes", members)
        name = "_buffer_sizes"
        self._sizes = self.entry.constant(name, program.sizes_struct, self._sizes_slot)
        program.bound.append(
            BoundResource(
                self.entry.name,
                self.entry.stage,
                name,
                None,
                None,
                {"buffer": self._sizes_slot},
                "read",
                program.sizes_struct.name,
                "constant",
            )
        )

    def finish(self) -> None:
        """Read the sizes that the functions ask for."""
        if self._sizes is None:
            return
        for id, number in self.program.sized.items():
            place = self._values.get(id)
            if id in self._lengths and isinstance(place, MemoryPlace):
                length = self._sizes[f"size{number}"].load()
                self._values[id] = MemoryPlace(place.type, place.form, place.address, length)
