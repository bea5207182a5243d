"""Buffers, textures and samplers of an entry point as arguments; the sizes of buffers with run-time arrays."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ..base.metal import AddressSpace
from ..emit.entry import ComputeEntry, FragmentEntry, KernelEntry, VertexEntry
from ..emit.names import sampler as sampler_type
from ..emit.names import u32
from ..emit.types import Array, Handle, MetalPointer, MetalType, Struct, ptr
from ..emit.value import TypedValue
from ..spirv import (
    SpirvEntryPoint,
    SpirvType,
    SpirvVariable,
    TypeArray,
    TypeImage,
    TypeOther,
    TypeRuntimeArray,
    TypeSampledImage,
    TypeSampler,
    TypeStruct,
)
from ..spirv.enumerants import Decoration, ExecutionMode, StorageClass
from .argument_buffers import ArgumentBuffer
from .bindings import BoundResource, ResourceUse
from .buffers import access_of, attachment_of, block_of, is_aliased, texture_of
from .layout import ArrayForm, Form, NumberForm, PairForm, PointerForm
from .program import TranslationProgram
from .uses import FunctionUses
from .values import MemoryPlace, SampledImage, Value, ValuePlace

_KINDS = frozenset(
    {StorageClass.Uniform, StorageClass.StorageBuffer, StorageClass.UniformConstant, StorageClass.PushConstant}
)
_ELEMENT_OF_TABLE = "NagaArgumentBufferWrapper"


def _id_of_set(number: int) -> int:
    """What stands for a whole set where ids of variables stand: no id is negative."""
    return -1 - number


_INTERLOCKS = (
    ExecutionMode.PixelInterlockOrderedEXT,
    ExecutionMode.PixelInterlockUnorderedEXT,
    ExecutionMode.SampleInterlockOrderedEXT,
    ExecutionMode.SampleInterlockUnorderedEXT,
    ExecutionMode.ShadingRateInterlockOrderedEXT,
    ExecutionMode.ShadingRateInterlockUnorderedEXT,
)
"""Modes of fragment functions whose storage buffers and images get raster order group 0, as in SPIRV-Cross's Metal:
there those that the section accesses, here all."""


class EntryResources:
    """The resources of one entry point, in the order of the module, as Naga has them."""

    def __init__(
        self,
        program: TranslationProgram,
        entry: ComputeEntry | VertexEntry | FragmentEntry,
        point: SpirvEntryPoint,
        uses: FunctionUses,
        reserved: Collection[int] = (),
    ) -> None:
        self.program = program
        self.entry = entry
        self.point = point
        spirv = program.spirv
        self._lengths = uses.lengths
        self._threadgroup_bytes = 0
        self._threadgroup_count = 0
        self._group = 0 if any(mode in point.modes for mode in _INTERLOCKS) else None
        kinds = _KINDS
        if isinstance(entry, KernelEntry) and not program.bindings.static_threadgroup:
            kinds |= {StorageClass.Workgroup}
        variables = [one for one in spirv.variables.values() if one.id in uses.variables and one.storage in kinds]
        self.ids = tuple(one.id for one in variables)
        sized = [one.id for one in variables if one.id in program.sized]
        bindings = program.bindings
        found = [self._use(one) for one in variables if one.storage is not StorageClass.Workgroup]
        self._sets = {use.id: use for use in found}
        together: dict[int, list[SpirvVariable]] = {}
        for use in found:
            if use.set is not None and use.set in bindings.argument_buffers:
                together.setdefault(use.set, []).append(spirv.variables[use.id])
        single = [use for use in found if use.set is None or use.set not in together]
        sets = [ResourceUse(_id_of_set(number), number, None, ("buffer",)) for number in together]
        self._slots, self._sizes_slot = bindings.assign(point.name, [*single, *sets], bool(sized), reserved)
        self._sizes: TypedValue | None = None
        self._values: dict[int, Value] = {}
        for one in variables:
            set = self._sets[one.id].set if one.id in self._sets else None
            if set is None or set not in together:
                self._values[one.id] = self._declared(one)
            elif one.id not in self._values:
                self._refuse_group(one)
                self._argument_buffer(set, together[set])
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
            return () if attachment_of(self.program, variable) else ("texture",)
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
        if isinstance(known, (TypeArray, TypeRuntimeArray)):
            return self._table(variable, spirv.type(known.element), slots["buffer"])
        if (attachment := attachment_of(self.program, variable)) is not None:
            return self._color(variable, attachment)
        if isinstance(known, TypeOther):
            structure = self.program.types.metal(known.id)
            assert isinstance(structure, Handle)
            self._record(variable, slots, "read", structure.name)
            return ValuePlace(variable.pointee, self.entry.resource(name, structure, slots["buffer"]))
        texture = texture_of(self.program, variable)
        if isinstance(known, TypeImage):
            access = texture.access.name.lower() if texture.access is not None else ""
            self._record(variable, slots, access, texture.name)
            group = self._group if known.sampled == 2 else None
            made = self.entry.texture(name, texture, slots["texture"], raster_order_group=group)
            return ValuePlace(variable.pointee, made)
        assert isinstance(known, TypeSampledImage)
        self._record(variable, slots, "sample", texture.name)
        pair = (
            self.entry.texture(name, texture, slots["texture"]),
            self.entry.sampler(self.program.names.unique(f"{name}_sampler", "sampler"), slots["sampler"]),
        )
        return ValuePlace(variable.pointee, SampledImage(known.image, *pair))

    def _color(self, variable: SpirvVariable, image: TypeImage) -> Value:
        """An input attachment: what the render pass has in the pixel."""
        spirv = self.program.spirv
        index = spirv.decoration(variable.id, Decoration.InputAttachmentIndex)
        if not isinstance(self.entry, FragmentEntry):
            raise spirv.error(variable.instruction, "only fragment functions have input attachments")
        if index is None:
            raise spirv.error(variable.instruction, "the input attachment has no index")
        type, slot = self.program.types.color(image), int(index[0])
        self._record(variable, {"color": slot}, "read", type.name)
        return ValuePlace(variable.pointee, self.entry.color_in(self._name(variable), type, slot))

    def _argument_buffer(self, number: int, variables: Sequence[SpirvVariable]) -> None:
        """The resources of a set, as members of a struct in one buffer."""
        made = ArgumentBuffer(self.program, number)
        for variable in sorted(variables, key=lambda one: self._sets[one.id].binding or 0):
            made.add(variable, self._name(variable))
        struct = made.struct()
        index = self._slots[_id_of_set(number)]["buffer"]
        name = self.program.names.unique(f"set{number}_", "set")
        address = self.entry.constant(name, struct, index)
        for variable, (id, type) in zip(variables, made.members(struct, variables), strict=True):
            self._record(variable, {"buffer": index, "id": id}, access_of(self.program, variable), type)
        self._values.update(made.values(self.entry.builder, address))

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

    def _buffer(self, variable: SpirvVariable, index: int) -> Value:
        program = self.program
        block, space = block_of(program, variable)
        form = program.types.buffer_form(block)
        access = access_of(program, variable) if space is AddressSpace.DEVICE else "read"
        if block != variable.pointee:
            pointer = ptr(form.metal, space, access)
            return self._argument_array(variable, PointerForm(pointer, form), (pointer,), index)
        self._record(variable, {"buffer": index}, access, form.metal.name, space)
        group = self._group if space is AddressSpace.DEVICE else None
        address = self.entry.buffer(
            self._name(variable), form.metal, index, access, space=space, reference=True, raster_order_group=group
        )
        if is_aliased(program, variable):
            self.entry.signature.may_alias(address)
        return MemoryPlace(variable.pointee, form, address)

    def _table(self, variable: SpirvVariable, element: SpirvType, index: int) -> Value:
        """An array of textures or samplers, or of both in pairs."""
        if isinstance(element, (TypeSampler, TypeOther)):
            handle = self.program.types.metal(element.id)
            assert isinstance(handle, Handle)
            place = self._argument_array(variable, NumberForm(handle), (handle,), index)
            return ValuePlace(variable.pointee, place)
        texture = texture_of(self.program, variable)
        if isinstance(element, TypeSampledImage):
            struct = self.program.types.resource_struct(_ELEMENT_OF_TABLE, texture, sampler_type)
            place = self._argument_array(variable, PairForm(struct), (texture, sampler_type), index)
        else:
            place = self._argument_array(variable, NumberForm(texture), (texture,), index)
        return ValuePlace(variable.pointee, place)

    def _argument_array(
        self, variable: SpirvVariable, element: Form, resources: Sequence[MetalType], index: int
    ) -> MemoryPlace:
        """An array of resources: a buffer of structs that hold one each, as Naga passes it."""
        types = self.program.types
        known = self.program.spirv.type(variable.pointee)
        self._refuse_group(variable)
        count = types.length(known.id) if isinstance(known, TypeArray) else None
        struct = types.resource_struct(_ELEMENT_OF_TABLE, *resources)
        name = self._name(variable)
        pointer = resources[0]
        space = pointer.space if isinstance(pointer, MetalPointer) else AddressSpace.CONSTANT
        access = "read" if space is AddressSpace.CONSTANT else "read_write"
        shown = ", ".join(one.name for one in resources)
        self._record(variable, {"buffer": index}, access, f"array<{shown}>", space)
        address = self.entry.buffer(name, struct, index, access, space=space)
        form = ArrayForm(Array(struct, count or 1), element, count, len(resources) == 1)
        return MemoryPlace(variable.pointee, form, self.entry.builder.bitcast(address, ptr(form.metal, space)))

    def _refuse_group(self, variable: SpirvVariable) -> None:
        """No file of Apple's shows raster order groups of what an argument buffer has."""
        spirv = self.program.spirv
        known = spirv.type(variable.pointee)
        while isinstance(known, (TypeArray, TypeRuntimeArray)):
            known = spirv.type(known.element)
        is_written = isinstance(known, TypeImage) and known.sampled == 2
        if isinstance(known, TypeStruct):
            is_written = block_of(self.program, variable)[1] is AddressSpace.DEVICE
        if self._group is not None and is_written:
            raise spirv.error(variable.instruction, "a resource of an argument buffer has no raster order group")

    # --- sizes

    def _declare_sizes(self) -> None:
        """The bytes of each buffer with a run-time array, in a struct that comes last."""
        program = self.program
        if program.sizes_struct is None:
            members = [
                (name, Array(u32, max(count, 1)) if count else u32)
                for name, count in dict.fromkeys(program.sized.values())
            ]
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
        for id, (name, count) in self.program.sized.items():
            place = self._values.get(id)
            if id in self._lengths and isinstance(place, MemoryPlace):
                size = self._sizes[name]
                length = size if count else size.load()
                self._values[id] = MemoryPlace(place.type, place.form, place.address, length)
