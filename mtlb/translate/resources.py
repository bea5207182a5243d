"""Buffers, textures and samplers of an entry point as arguments, and the sizes of buffers with run-time arrays."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from ..base.classes import replace
from ..base.errors import BuildError
from ..base.metal import AddressSpace
from ..emit.entry import ComputeEntry, FragmentEntry, KernelEntry, VertexEntry
from ..emit.names import sampler as sampler_type
from ..emit.names import u32
from ..emit.operands import TypedValue
from ..emit.types import Array, Handle, MetalPointer, MetalType, Struct, ptr
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
from ..spirv.enumerants import Decoration, Dim, ExecutionMode, StorageClass
from .access import at_byte
from .argument_buffers import ArgumentBuffer, array_value
from .bindings import RESOURCES, BoundResource, is_placed_in, place_in
from .buffers import access_of, attachment_of, block_of, is_aliased, is_volatile, texture_of
from .hosts import ResourceUse, SlotQuery, check_entry, layout_of
from .layout import ArrayForm, Form, NumberForm, PairForm, PointerForm
from .pipeline_layout import ResourceRole
from .program import TranslationProgram
from .samplers import ProgramSampler
from .uses import FunctionUses, swizzle_of
from .values import Composite, MemoryPlace, SampledImage, Value, ValuePlace

_ARGUMENT_BUFFER: Final = ResourceRole.ARGUMENT_BUFFER
_CONSTANT: Final = AddressSpace.CONSTANT
_DEVICE: Final = AddressSpace.DEVICE
_DIM_2D: Final = Dim.Dim2D
_INPUT_ATTACHMENT_INDEX: Final = Decoration.InputAttachmentIndex
_PUSH_CONSTANT: Final = StorageClass.PushConstant
_PUSH_CONSTANTS: Final = ResourceRole.PUSH_CONSTANTS
_SAMPLER: Final = ResourceRole.SAMPLER
_STORAGE_BUFFER: Final = ResourceRole.STORAGE_BUFFER
_STORAGE_TEXTURE: Final = ResourceRole.STORAGE_TEXTURE
_TEXTURE: Final = ResourceRole.TEXTURE
_TEXTURE_SAMPLER: Final = ResourceRole.TEXTURE_SAMPLER
_UNIFORM_BUFFER: Final = ResourceRole.UNIFORM_BUFFER
_TILE_IMAGE: Final = StorageClass.TileImageEXT
_UNIFORM_CONSTANT: Final = StorageClass.UniformConstant
_WORKGROUP: Final = StorageClass.Workgroup

_KINDS: Final = RESOURCES | {StorageClass.PushConstant}
_STORAGE: Final = ResourceRole.STORAGE_TEXTURE
_ELEMENT_OF_TABLE: Final = "NagaArgumentBufferWrapper"


def _id_of_set(number: int) -> int:
    """A negative number that represents a whole set among the ids of variables, which are positive."""
    return -1 - number


_INTERLOCKS: Final = (
    ExecutionMode.PixelInterlockOrderedEXT,
    ExecutionMode.PixelInterlockUnorderedEXT,
    ExecutionMode.SampleInterlockOrderedEXT,
    ExecutionMode.SampleInterlockUnorderedEXT,
    ExecutionMode.ShadingRateInterlockOrderedEXT,
    ExecutionMode.ShadingRateInterlockUnorderedEXT,
)
"""Execution modes in which storage buffers and images of a fragment function get raster order group 0, as in
SPIRV-Cross's Metal: there only those that the section accesses, here all."""


def resource_use(program: TranslationProgram, variable: SpirvVariable) -> ResourceUse:
    """The host's view of a resource. A missing set or binding causes a warning and counts as 0, as in SPIRV-Cross
    (`Meta::Decoration` in spirv_common.hpp)."""
    spirv = program.spirv
    if variable.storage is _PUSH_CONSTANT:
        return ResourceUse(variable.id, None, None, ("buffer",), _PUSH_CONSTANTS)
    place, is_placed = place_in(spirv, variable.id), is_placed_in(spirv, variable.id)
    if not is_placed:
        name = spirv.names.get(variable.id) or f"%{variable.id}"
        warning = f"the resource {name!a} does not have both a set and a binding: taken as {place[0]}.{place[1]}"
        if warning not in program.warnings:
            program.warnings.append(warning)
    role, count = _role(program, variable)
    type_ = spirv.type(variable.pointee)
    kinds, planes = role.kinds, 1
    if isinstance(type_, (TypeArray, TypeRuntimeArray)) and (count is None or not program.discrete_arrays):
        kinds, count = ("buffer",), 1
    elif attachment_of(program, variable):
        kinds = ()
    elif (static := static_sampler(program, variable)) is not None:
        kinds, planes = tuple(kind for kind in kinds if kind != "sampler"), static.planes
    return ResourceUse(variable.id, *place, kinds, role, count or 1, planes, is_placed)


def static_sampler(program: TranslationProgram, variable: SpirvVariable) -> ProgramSampler | None:
    """The constexpr sampler that a resource is, or is sampled with. Raises BuildError for a resource without a
    sampler."""
    place = place_in(program.spirv, variable.id)
    result = program.bindings.samplers.get(place)
    if result is None:
        return None
    kind, where = program.spirv.type(variable.pointee), f"bindings: samplers.'{place[0]}.{place[1]}'"
    if not isinstance(kind, (TypeSampler, TypeSampledImage)):
        raise BuildError(f"{where} is not a single sampler")
    if result.conversion is not None:
        image = None if isinstance(kind, TypeSampler) else program.spirv.type(kind.image)
        if not isinstance(image, TypeImage) or image.dim is not _DIM_2D or image.arrayed or image.multisampled:
            raise BuildError(f"{where}.ycbcr: the resource is not a two-dimensional image with its sampler")
    return result


def _role(program: TranslationProgram, variable: SpirvVariable) -> tuple[ResourceRole, int | None]:
    """The role of a resource, and its array length: None if only the host knows it."""
    spirv = program.spirv
    kind = spirv.type(variable.pointee)
    count: int | None = 1
    if isinstance(kind, (TypeArray, TypeRuntimeArray)):
        count = program.types.length(kind.id) if isinstance(kind, TypeArray) else None
        kind = spirv.type(kind.element)
    if isinstance(kind, TypeSampledImage):
        return _TEXTURE_SAMPLER, count
    if isinstance(kind, TypeImage):
        return (_STORAGE_TEXTURE if kind.sampled == 2 else _TEXTURE), count
    if isinstance(kind, TypeSampler):
        return _SAMPLER, count
    if not isinstance(kind, TypeStruct):
        return _UNIFORM_BUFFER, count
    is_storage = block_of(program, variable)[1] is _DEVICE
    return (_STORAGE_BUFFER if is_storage else _UNIFORM_BUFFER), count


def declared_uses(program: TranslationProgram) -> tuple[ResourceUse, ...]:
    """All resources of the module that have a set and a binding, in its order."""
    spirv, declared = program.spirv, list[ResourceUse]()
    for variable in spirv.variables.values():
        if variable.storage in RESOURCES and is_placed_in(spirv, variable.id):
            declared.append(resource_use(program, variable))
    return tuple(declared)


def argument_sets(program: TranslationProgram, uses: Collection[ResourceUse]) -> set[int]:
    """The sets that are argument buffers: from the bindings, otherwise from the host."""
    argument_buffers = program.bindings.argument_buffers
    if argument_buffers is not None:
        return set(argument_buffers)
    return {use.set for use in uses if use.set is not None} if program.host.argument_buffers else set()


class EntryResources:
    """The resources of an entry point, in the order of the module, as in Naga."""

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
        self._needs = uses.needs
        self._threadgroup_memory: dict[int, TypedValue] = {}
        self._group = 0 if any(mode in point.modes for mode in _INTERLOCKS) else None
        kinds = _KINDS | {_TILE_IMAGE}
        if isinstance(entry, KernelEntry) and not program.static_threadgroup:
            kinds |= {_WORKGROUP}
        variables = [
            variable
            for variable in spirv.variables.values()
            if variable.id in uses.variables and variable.storage in kinds
        ]
        self.ids = tuple(variable.id for variable in variables)
        resource_uses = [
            resource_use(program, variable)
            for variable in variables
            if variable.storage not in (_WORKGROUP, _TILE_IMAGE)
        ]
        self._sets = {use.id: use for use in resource_uses}
        together: dict[int, list[SpirvVariable]] = {}
        grouped = argument_sets(program, resource_uses)
        for use in resource_uses:
            if use.set is not None and use.set in grouped and use.kinds:
                together.setdefault(use.set, []).append(spirv.variables[use.id])
        self._together = together
        sized = self._sized(variables)
        members = {variable.id for group in together.values() for variable in group}
        single = [use for use in resource_uses if use.id not in members]
        sets = [ResourceUse(_id_of_set(n), n, None, ("buffer",), _ARGUMENT_BUFFER) for n in together]
        self._stage = "kernel" if isinstance(entry, KernelEntry) else entry.stage
        query = SlotQuery(
            self._stage,
            [*single, *sets],
            declared_uses(program),
            program.layout,
            bool(grouped),
            program.discrete_arrays,
        )
        self._slots, self._sizes_slot = program.bindings.assign(point.name, program.host, query, bool(sized), reserved)
        self._sizes: TypedValue | None = None
        self._values: dict[int, Value] = {}
        self._offsets: TypedValue | None = None
        for variable in variables:
            if variable.id not in members:
                self._values[variable.id] = self._declared(variable)
            elif variable.id not in self._values:
                self._refuse_group(variable)
                number = self._sets[variable.id].set
                assert number is not None
                self._argument_buffer(number, together[number])
        if sized:
            self._declare_sizes()

    def value(self, id: int) -> Value:
        """The value of a variable in the function."""
        return self._values[id]

    # --- slots

    def _sized(self, variables: Sequence[SpirvVariable]) -> list[int]:
        """The buffers whose sizes the function receives."""
        program = self.program
        sized = [variable.id for variable in variables if variable.id in program.sized]
        if program.sizes_when_used:
            sized = [id for id in sized if id in self._lengths]
        if program.sizes_form == "slots":  # argument buffers have their own
            sized = [id for id in sized if self._sets[id].set not in self._together]
        return sized

    def swizzles(self) -> dict[str, TypedValue]:
        """The swizzles of the textures, as the functions use them: a uint for each texture slot."""
        program, b = self.program, self.entry.builder
        target = [id for id in self.ids if swizzle_of(id) in self._needs]
        if not target:
            return {}
        for id in target:
            if "texture" not in self._slots.get(id, {}):
                variable = program.spirv.variables[id]
                reason = "textures of an argument buffer have no swizzles of the host"
                raise program.spirv.error(variable.instruction, reason)
        slot = program.host.swizzles if program.bindings.swizzles is None else program.bindings.swizzles
        words = self._numbers("_swizzles", slot)
        return {swizzle_of(id): b.load(b.offset(words, self._slots[id]["texture"])) for id in target}

    def _numbers(self, name: str, slot: int) -> TypedValue:
        """A buffer of numbers that the host sets."""
        entry, slots = self.entry, {"buffer": slot}
        record = BoundResource(entry.name, entry.stage, name, None, None, slots, "read", "uint", "constant")
        self.program.bound.append(record)
        return entry.buffer(name, u32, slot, "read", space=_CONSTANT)

    def _name(self, variable: SpirvVariable) -> str:
        program = self.program
        label = program.variable_names.get(variable.id)
        if label is None:
            target = program.spirv.names.get(variable.id, "")
            if not target and program.spirv.names.get(variable.pointee):
                target = program.spirv.names[variable.pointee]
            label = program.variable_names[variable.id] = program.names.unique(target, "global")
        return label

    def _record(
        self,
        variable: SpirvVariable,
        slots: dict[str, int],
        access: str,
        type: str,
        space: AddressSpace | None = None,
        name: str = "",
    ) -> None:
        """Record where a resource is bound. `name`: that of one element of an array. A tile image is in no set."""
        use, entry = self._sets.get(variable.id), self.entry
        where = space.name.lower() if space is not None else ""
        set, binding = (None, None) if use is None else (use.set, use.binding)
        self.program.bound.append(
            BoundResource(
                entry.name, entry.stage, name or self._name(variable), set, binding, slots, access, type, where
            )
        )

    # --- declarations

    def _declared(self, variable: SpirvVariable) -> Value:
        spirv = self.program.spirv
        kind = spirv.type(variable.pointee)
        if variable.storage is _WORKGROUP:
            return self._threadgroup(variable)
        if variable.storage is _TILE_IMAGE:
            return self._tile_image(variable)
        slots = self._slots[variable.id]
        if variable.storage is not _UNIFORM_CONSTANT:
            return self._buffer(variable, slots["buffer"])
        name = self._name(variable)
        static = static_sampler(self.program, variable)
        if isinstance(kind, TypeSampler):
            if static is not None:
                return ValuePlace(variable.pointee, self._static(static))
            self._record(variable, slots, "sample", "sampler")
            return ValuePlace(variable.pointee, self.entry.sampler(name, slots["sampler"]))
        if isinstance(kind, (TypeArray, TypeRuntimeArray)):
            if "buffer" not in slots:
                return self._discrete(variable, spirv.type(kind.element), slots)
            return self._table(variable, spirv.type(kind.element), slots["buffer"])
        if (attachment := attachment_of(self.program, variable)) is not None:
            return self._color(variable, attachment)
        if isinstance(kind, TypeOther):
            structure = self.program.types.metal(kind.id)
            assert isinstance(structure, Handle)
            self._record(variable, slots, "read", structure.name)
            return ValuePlace(variable.pointee, self.entry.resource(name, structure, slots["buffer"]))
        texture = texture_of(self.program, variable)
        if isinstance(kind, TypeImage):
            access = texture.access.name.lower() if texture.access is not None else ""
            self._record(variable, slots, access, texture.name)
            group = self._group if kind.sampled == 2 else None
            texture_argument = self.entry.texture(name, texture, slots["texture"], raster_order_group=group)
            return ValuePlace(variable.pointee, texture_argument)
        assert isinstance(kind, TypeSampledImage)
        self._record(variable, slots, "sample", texture.name)
        if static is not None:
            planes = [self.entry.texture(name, texture, slots["texture"])]
            for number in range(1, static.planes):
                own = self.program.names.unique(f"{name}_plane{number}_", "plane")
                planes.append(self.entry.texture(own, texture, slots["texture"] + number))
            sampler = self._static(static)
            image = SampledImage(kind.image, planes[0], sampler, tuple(planes[1:]), static.conversion)
            return ValuePlace(variable.pointee, image)
        pair = (
            self.entry.texture(name, texture, slots["texture"]),
            self.entry.sampler(self.program.names.unique(f"{name}_sampler", "sampler"), slots["sampler"]),
        )
        return ValuePlace(variable.pointee, SampledImage(kind.image, *pair))

    def _static(self, sampler: ProgramSampler) -> TypedValue:
        return self.entry.builder.use(self.program.module.sampler(**dict(sampler.settings)))

    def _color(self, variable: SpirvVariable, image: TypeImage) -> Value:
        """An input attachment: the render pass's color at the pixel."""
        spirv = self.program.spirv
        index = spirv.decoration(variable.id, _INPUT_ATTACHMENT_INDEX)
        if index is None:
            raise spirv.error(variable.instruction, "the input attachment has no index")
        return ValuePlace(variable.pointee, self._color_in(variable, image, int(index[0]), self._name(variable)))

    def _tile_image(self, variable: SpirvVariable) -> Value:
        """Color attachments of the render pass, at the pixel: those from the location on."""
        spirv, kind = self.program.spirv, self.program.spirv.type(variable.pointee)
        location = spirv.decoration(variable.id, Decoration.Location)
        if location is None:
            raise spirv.error(variable.instruction, "the tile image has no location")
        slot, name = int(location[0]), self._name(variable)
        if isinstance(kind, TypeArray):
            image = spirv.type(kind.element)
            names = [
                self.program.names.unique(f"{name}{n}_", "color") for n in range(self.program.types.length(kind.id))
            ]
            if isinstance(image, TypeImage):
                colors = [self._color_in(variable, image, slot + n, own) for n, own in enumerate(names)]
                return ValuePlace(variable.pointee, Composite(variable.pointee, tuple(colors)))
        if not isinstance(kind, TypeImage):
            raise spirv.error(variable.instruction, "the variable is not a tile image or an array of them")
        return ValuePlace(variable.pointee, self._color_in(variable, kind, slot, name))

    def _color_in(self, variable: SpirvVariable, image: TypeImage, slot: int, name: str) -> TypedValue:
        if not isinstance(self.entry, FragmentEntry):
            raise self.program.spirv.error(variable.instruction, "only fragment functions read attachments")
        type = self.program.types.color(image)
        self._record(variable, {"color": slot}, "read", type.name, name=name)
        return self.entry.color_in(name, type, slot)

    def _argument_buffer(self, number: int, variables: Sequence[SpirvVariable]) -> None:
        """The resources of a set, as members of a struct in one buffer."""
        result = self._filled(number, variables)
        struct = result.struct()
        index = self._slots[_id_of_set(number)]["buffer"]
        name = self.program.names.unique(f"set{number}_", "set")
        address = self.entry.constant(name, struct, index)
        for variable, (id, type) in zip(variables, result.members(struct, variables), strict=True):
            self._record(variable, {"buffer": index, "id": id}, access_of(self.program, variable), type)
        lengths = {
            variable.id for variable in variables if variable.id in self.program.sized and variable.id in self._lengths
        }
        values = result.values(self.entry.builder, address, lengths)
        for variable in variables:
            value, key = values[variable.id], (number, self._sets[variable.id].binding)
            if key in self.program.bindings.dynamic_offsets:
                if not isinstance(value, MemoryPlace) or isinstance(value.form, ArrayForm):
                    reason = "only a single buffer of an argument buffer has a dynamic offset"
                    raise self.program.spirv.error(variable.instruction, reason)
                moved = self._moved(variable, value.address, value.form.metal)
                values[variable.id] = replace(value, address=moved)
        self._values.update(values)

    def _filled(self, number: int, variables: Sequence[SpirvVariable]) -> ArgumentBuffer:
        """The members of a set in the order of their ids: by binding, or for SPIRV-Cross in the module's order.
        MoltenVK uses the bindings of the layout, used or not, after the address of the sizes, which exists if the
        set has a buffer (MVKPipelineLayout::populateShaderConversionConfig, pickGPULayout in
        GPUObjects/MVKDescriptorSet.mm)."""
        program = self.program
        buffer = ArgumentBuffer(program, number)
        has_sizes = program.sizes_form == "slots" and any(variable.id in self._lengths for variable in variables)
        if program.host.name != "moltenvk" and program.layout is None:
            ordered = list(variables)
            if program.host.name != "spirv-cross":
                ordered.sort(key=lambda variable: self._sets[variable.id].binding or 0)
            for variable in ordered:
                buffer.add(variable, self._name(variable), static_sampler(program, variable), keeps_sampler=False)
            if has_sizes:
                buffer.add_sizes()
            return buffer
        layout = program.layout or layout_of(declared_uses(program))
        entries = [entry for entry in layout.entries if entry.set == number]
        used: dict[int | None, list[SpirvVariable]] = {}
        for item in variables:
            used.setdefault(self._sets[item.id].binding, []).append(item)
        for use in [self._sets[variable.id] for variable in variables]:
            check_entry(layout, self._stage, use)
        if has_sizes or (program.host.name == "moltenvk" and any(entry.role.kinds == ("buffer",) for entry in entries)):
            buffer.add_sizes()
        for entry in entries:
            if entry.binding not in used:
                buffer.fill(entry)
            else:
                self._share(used[entry.binding])
                for item in sorted(used[entry.binding], key=lambda variable: self._sets[variable.id].role is _SAMPLER):
                    buffer.add(item, self._name(item), static_sampler(program, item), keeps_sampler=True)
        return buffer

    def _share(self, variables: Sequence[SpirvVariable]) -> None:
        """Allow two variables at the same binding if they are an image and a sampler."""
        kinds = [kind for variable in variables for kind in self._sets[variable.id].kinds]
        if len(kinds) != len(set(kinds)):
            reason = "another resource has the same place in the argument buffer"
            raise self.program.spirv.error(variables[-1].instruction, reason)

    def _threadgroup(self, variable: SpirvVariable) -> Value:
        """A threadgroup variable: an argument, as in Naga's Metal; the host sets its size."""
        form = self.program.types.form(variable.pointee)
        if not isinstance(self.entry, KernelEntry):
            raise self.program.spirv.error(variable.instruction, "only kernels have memory of the threadgroup")
        owner, type = self.program.workgroup_memory(variable)
        address = self._threadgroup_memory.get(owner)
        if address is None:
            address = self._threadgroup_memory[owner] = self._threadgroup_argument(self._name(variable), type)
        if type != form.metal:
            address = at_byte(self.entry.builder, address, 0, form.metal)
        return MemoryPlace(variable.pointee, form, address)

    def _threadgroup_argument(self, name: str, type: MetalType) -> TypedValue:
        entry, index = self.entry, len(self._threadgroup_memory)
        assert isinstance(entry, KernelEntry)
        address = entry.threadgroup_buffer(name, type, index, reference=True)
        slots = {"threadgroup": index}
        self.program.bound.append(
            BoundResource(
                entry.name, entry.stage, name, None, None, slots, "read_write", type.name, "threadgroup", type.size
            )
        )
        return address

    def _buffer(self, variable: SpirvVariable, index: int) -> Value:
        program = self.program
        block, space = block_of(program, variable)
        form = program.types.buffer_form(block)
        access = access_of(program, variable) if space is _DEVICE else "read"
        if block != variable.pointee:
            pointer = ptr(form.metal, space, access)
            if self._is_discrete(variable):
                return self._buffers(variable, index, PointerForm(pointer, form), access)
            return self._argument_array(variable, PointerForm(pointer, form), (pointer,), index)
        self._record(variable, {"buffer": index}, access, form.metal.name, space)
        group = self._group if space is _DEVICE else None
        address = self.entry.buffer(
            self._name(variable), form.metal, index, access, space=space, reference=True, raster_order_group=group
        )
        if is_aliased(program, variable):
            self.entry.signature.may_alias(address)
        address = self._moved(variable, address, form.metal)
        return MemoryPlace(variable.pointee, form, address, is_volatile=is_volatile(program, variable))

    def _moved(self, variable: SpirvVariable, address: TypedValue, type: MetalType, element: int = 0) -> TypedValue:
        """The address of a buffer, plus its dynamic offset in bytes if it has one."""
        program, b, use = self.program, self.entry.builder, self._sets[variable.id]
        if use.set is None or use.binding is None:
            return address
        index = program.bindings.dynamic_offsets.get((use.set, use.binding))
        if index is None:
            return address
        if self._offsets is None:
            slot = program.bindings.dynamic_offsets_buffer
            slot = program.host.dynamic_offsets if slot is None else slot
            self._offsets = self._numbers("_dynamic_offsets", slot)
        return at_byte(b, address, b.load(b.offset(self._offsets, index + element)), type)

    def _discrete(self, variable: SpirvVariable, element: SpirvType, slots: dict[str, int]) -> Value:
        """An array of textures, samplers or both, each in a separate slot: ``array<texture2d<float>, 4>``."""
        name, count = self._name(variable), self._sets[variable.id].count
        arrays: list[MemoryPlace] = []
        shown = ""
        for kind in slots:
            if kind == "sampler":
                is_alone = isinstance(element, TypeSampler)
                named = name if is_alone else self.program.names.unique(f"{name}_sampler", "sampler")
                address = self.entry.sampler(named, slots[kind], count=count)
                handle: Handle = sampler_type
            else:
                texture = handle = texture_of(self.program, variable)
                group = self._group if isinstance(element, TypeImage) and element.sampled == 2 else None
                address = self.entry.texture(name, Array(texture, count), slots[kind], raster_order_group=group)
            shown = shown or handle.name
            form = ArrayForm(Array(handle, count), NumberForm(handle), count, False)
            arrays.append(MemoryPlace(variable.pointee, form, address))
        access = access_of(self.program, variable) if self._sets[variable.id].role is _STORAGE else "sample"
        self._record(variable, slots, access, f"array<{shown}, {count}>")
        return array_value(variable.pointee, arrays)

    def _is_discrete(self, variable: SpirvVariable) -> bool:
        """Whether an array takes a slot for each element."""
        return self.program.discrete_arrays and isinstance(self.program.spirv.type(variable.pointee), TypeArray)

    def _buffers(self, variable: SpirvVariable, index: int, pointer: PointerForm, access: str) -> Value:
        """An array of buffers, each in a separate slot: their addresses are stored in thread memory."""
        name, use = self._name(variable), self._sets[variable.id]
        type = pointer.metal
        self._record(variable, {"buffer": index}, access, f"array<{type.name}, {use.count}>", type.space)
        form = ArrayForm(Array(type, use.count), pointer, use.count, False)
        b = self.entry.builder
        volatile = is_volatile(self.program, variable)
        place = MemoryPlace(variable.pointee, form, b.variable(form.metal, name=name), is_volatile=volatile)
        for number in range(use.count):
            own = self.program.names.unique(f"{name}_{number}_", "buffer")
            address = self.entry.buffer(own, pointer.pointee.metal, index + number, access, space=type.space)
            if is_aliased(self.program, variable):
                self.entry.signature.may_alias(address)
            address = self._moved(variable, address, pointer.pointee.metal, number)
            b.store(b.bitcast(address, type), b.part(place.address, number))
        return place

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
        """An array of resources: a buffer of structs that hold one resource each, as in Naga."""
        types = self.program.types
        kind = self.program.spirv.type(variable.pointee)
        self._refuse_group(variable)
        count = types.length(kind.id) if isinstance(kind, TypeArray) else None
        struct = types.resource_struct(_ELEMENT_OF_TABLE, *resources)
        name = self._name(variable)
        pointer = resources[0]
        space = pointer.space if isinstance(pointer, MetalPointer) else _CONSTANT
        access = "read" if space is _CONSTANT else "read_write"
        shown = ", ".join(resource.name for resource in resources)
        self._record(variable, {"buffer": index}, access, f"array<{shown}>", space)
        address = self.entry.buffer(name, struct, index, access, space=space)
        form = ArrayForm(Array(struct, count or 1), element, count, len(resources) == 1)
        address = self.entry.builder.bitcast(address, ptr(form.metal, space))
        return MemoryPlace(variable.pointee, form, address, is_volatile=is_volatile(self.program, variable))

    def _refuse_group(self, variable: SpirvVariable) -> None:
        """Refuse raster order groups in argument buffers: no file of Apple's shows them."""
        spirv = self.program.spirv
        kind = spirv.type(variable.pointee)
        while isinstance(kind, (TypeArray, TypeRuntimeArray)):
            kind = spirv.type(kind.element)
        is_written = isinstance(kind, TypeImage) and kind.sampled == 2
        if isinstance(kind, TypeStruct):
            is_written = block_of(self.program, variable)[1] is _DEVICE
        if self._group is not None and is_written:
            raise spirv.error(variable.instruction, "a resource of an argument buffer has no raster order group")

    # --- sizes

    def _declare_sizes(self) -> None:
        """Declare the sizes of buffers with run-time arrays in bytes, as a struct or array in the last argument."""
        program = self.program
        name = "_buffer_sizes"
        if program.sizes_form == "slots":
            self._sizes, shown = self._sizes_behind(self._push_constants(), name), "uint"
        else:
            if program.sizes_struct is None:
                members = [
                    (name, Array(u32, max(count, 1)) if count else u32)
                    for name, count in dict.fromkeys(program.sized.values())
                ]
                program.sizes_struct = Struct("_mslBufferSizes", members)
            self._sizes = self.entry.constant(name, program.sizes_struct, self._sizes_slot)
            shown = program.sizes_struct.name
        entry, slots = self.entry, {"buffer": self._sizes_slot}
        program.bound.append(BoundResource(entry.name, entry.stage, name, None, None, slots, "read", shown, "constant"))

    def _push_constants(self) -> MemoryPlace | None:
        """The push constants, if the sizes follow in the same buffer, as in Dawn."""
        for use in self._sets.values():
            place = self._values.get(use.id)
            if use.role is _PUSH_CONSTANTS and self._slots[use.id]["buffer"] == self._sizes_slot:
                return place if isinstance(place, MemoryPlace) else None
        return None

    def _sizes_behind(self, block: MemoryPlace | None, name: str) -> TypedValue:
        """The address of the sizes, a uint for each buffer slot."""
        if block is None:
            return self.entry.buffer(name, u32, self._sizes_slot, "read", space=_CONSTANT)
        return at_byte(self.entry.builder, block.address, block.form.metal.size, u32)

    def finish(self) -> None:
        """Load the sizes that the functions use."""
        if self._sizes is None:
            return
        b = self.entry.builder
        for id, (name, count) in self.program.sized.items():
            place = self._values.get(id)
            if id not in self._lengths or not isinstance(place, MemoryPlace) or place.length is not None:
                continue
            if self.program.sizes_form == "slots":
                slot = self._slots[id]["buffer"]
                own = b.offset(self._sizes, slot)
                length = b.bitcast(own, ptr(Array(u32, max(count, 1)), _CONSTANT)) if count else b.load(own)
            else:
                size = self._sizes[name]
                length = size if count else size.load()
            self._values[id] = replace(place, length=length)
