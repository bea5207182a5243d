"""Resources in an argument buffer, as Apple's Metal shader converter lays it out (docs/direct3d.md §3).

A descriptor has 24 bytes, three numbers of 64 bits: the address of a buffer (of a sampler its resource id), the
resource id of a texture, and metadata: the bytes of a buffer in the lower 32 bits and from bit 32 on how many texels a
texture buffer begins too early, the least level of a texture or the bias of a sampler as a float in the lower 32 bits.
With a root signature the argument buffer has its parameters one after the other: constants of 32 bits, and addresses
of 64 bits, aligned to 8, of buffers and of tables of descriptors. Without one it has the descriptors themselves.

Source: Apple's guide to Metal shader converter ("The Metal Shader Converter binding model") and what the public copies
of its header metal_irconverter_runtime.h define (IRDescriptorTableEntry, kIRArgumentBufferBindPoint,
kIRStageInAttributeStartIndex). The order of descriptors without a root signature is said to be the implementation's
own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ..base.metal import AddressSpace
from ..dxbc.root_signatures import RootParameter, RootSampler, RootSignature
from ..emit.entry import Entry
from ..emit.names import float4, sampler, u32, u64
from ..emit.operands import TypedValue
from ..emit.types import Array, MetalPointer, MetalType, Struct, ptr, texture
from .function import ValueLowering
from .program import BoundProgram, Resource

ARGUMENT_BUFFER = 2
"""The buffer of the top-level argument buffer."""
FIRST_ATTRIBUTE = 11
"""The vertex attribute of input register 0, where resources are in the argument buffer:
kIRStageInAttributeStartIndex.
That input register n is attribute n + this number, independent of its position in the signature, is a guess."""
DESCRIPTOR_BYTES, ADDRESS_BYTES, CONSTANT_BYTES = 24, 8, 4
WITHOUT_END = 0xFFFFFFFF
"""As a number of descriptors or a last register: unbounded. As an offset in a table: "after the previous range"."""

_KINDS = {"cb": "cbv", "t": "srv", "u": "uav", "s": "sampler"}
_STAGES = {
    "vertex": "vs",
    "hull": "hs",
    "domain": "ds",
    "geometry": "gs",
    "fragment": "ps",
    "mesh": "ms",
    "object": "as",
}


@dataclass(frozen=True)
class ArgumentPlace:
    """The place of a resource. `form`: "descriptor", "address" or "constants" (`count` numbers of 32 bits);
    `offset`: bytes within member `member` of the argument buffer; `table_offset`: bytes within the table that the
    member points to."""

    form: str
    member: int
    offset: int
    table_offset: int | None = None
    count: int = 0


@dataclass
class ArgumentLayout:
    """The layout of an argument buffer: for each member its offset, and with a root signature its parameter; the
    places of resources by kind and id; the static samplers of the root signature."""

    offsets: list[int] = field(default_factory=list)
    parameters: list[RootParameter] = field(default_factory=list)
    places: dict[tuple[str, int], ArgumentPlace] = field(default_factory=dict)
    samplers: dict[tuple[str, int], RootSampler] = field(default_factory=dict)


def linear_layout(program: BoundProgram, resources: Sequence[Resource]) -> ArgumentLayout:
    """A descriptor for each register, in the order of kind (cb, s, t, u), space and register; an unbounded range
    comes last."""
    layout, offset = ArgumentLayout(), 0
    ordered = sorted(
        resources, key=lambda resource: (resource.is_unbounded, resource.kind, resource.space, resource.first)
    )
    for number, resource in enumerate(ordered):
        if number and ordered[number - 1].is_unbounded:
            raise program.refuse(
                resource.instruction, "a second range of registers without end, without a root signature"
            )
        layout.offsets.append(offset)
        layout.places[resource.kind, resource.id] = ArgumentPlace("descriptor", number, offset)
        offset += DESCRIPTOR_BYTES * (1 if resource.is_unbounded else resource.count)
    return layout


def root_layout(program: BoundProgram, signature: RootSignature) -> ArgumentLayout:
    """The layout from a root signature. Raises UnsupportedError for a resource that the signature lacks."""
    layout, offset = ArgumentLayout(parameters=list(signature.parameters)), 0
    for parameter in signature.parameters:
        if parameter.word == "constants":
            layout.offsets.append(offset)
            offset += CONSTANT_BYTES * (parameter.count or 0)
        else:
            offset = -(-offset // ADDRESS_BYTES) * ADDRESS_BYTES
            layout.offsets.append(offset)
            offset += ADDRESS_BYTES
    seen = ("all", _STAGES.get(program.stage, ""))
    for resource in program.resources.values():
        place = _place_of(layout, seen, resource)
        if place is not None:
            layout.places[resource.kind, resource.id] = place
            continue
        static = [
            sampler
            for sampler in signature.samplers
            if resource.kind == "s"
            and (sampler.register, sampler.space) == (resource.first, resource.space)
            and resource.count == 1
        ]
        if not static:
            raise program.refuse(resource.instruction, f"the root signature has no {resource.register} for this stage")
        layout.samplers[resource.kind, resource.id] = static[0]
    return layout


def _place_of(layout: ArgumentLayout, seen: Sequence[str], resource: Resource) -> ArgumentPlace | None:
    """The place of a resource in a parameter that the stage sees."""
    kind = _KINDS[resource.kind]
    for number, parameter in enumerate(layout.parameters):
        if parameter.stage not in seen:
            continue
        offset = layout.offsets[number]
        if parameter.word == "descriptor-table":
            at = 0
            for row in parameter.ranges:
                at = at if row.offset == WITHOUT_END else row.offset
                end = WITHOUT_END if row.count == WITHOUT_END else row.register + row.count - 1
                is_in = row.register <= resource.first and resource.last <= end
                if is_in and row.word == kind and row.space == resource.space:
                    table_offset = DESCRIPTOR_BYTES * (at + resource.first - row.register)
                    return ArgumentPlace("descriptor", number, offset, table_offset)
                at += 0 if row.count == WITHOUT_END else row.count
        elif (parameter.register, parameter.space) == (resource.first, resource.space) and resource.count == 1:
            if parameter.word == "constants" and kind == "cbv":
                return ArgumentPlace("constants", number, offset, count=parameter.count or 0)
            if parameter.word == kind and resource.is_buffer:
                return ArgumentPlace("address", number, offset)
    return None


class DescriptorArray:
    """An array of descriptors: `[index]` is the resource's value in a descriptor, `at` its address."""

    def __init__(self, f: ValueLowering, first: TypedValue, name: str) -> None:
        self._f, self._first, self._name = f, first, name

    def at(self, index: TypedValue | int) -> TypedValue:
        """The address of a descriptor."""
        return self._f.b.offset(self._first, index)

    def __getitem__(self, index: TypedValue | int) -> TypedValue:
        return self._f.b.load(self._f.b.gep(self.at(index), self._name))


class ResourceArguments:
    """The argument of an entry point that holds the resources, and the values of the resources."""

    def __init__(
        self,
        f: ValueLowering,
        entry: Entry,
        layout: ArgumentLayout,
        resources: Sequence[Resource],
        slot: int,
        name: str,
        texture_type: Callable[[Resource], MetalType],
    ) -> None:
        self._f, self._layout, self._texture_type = f, layout, texture_type
        self._names = {
            (resource.kind, resource.id): f"{resource.kind}{resource.first}_{resource.space}" for resource in resources
        }
        self._views: dict[int, list[tuple[Struct, list[Resource]]]] = {}
        members: list[tuple[str, MetalType]] = []
        by_member: dict[int, list[Resource]] = {}
        for resource in resources:
            place = layout.places.get((resource.kind, resource.id))
            if place is not None:
                by_member.setdefault(place.member, []).append(resource)
        for number in range(len(layout.offsets)):
            members.append((f"p{number}", self._member(number, by_member.get(number, []))))
        self._argument = entry.constant(name, Struct("Arguments", members), slot)
        for resource in resources:
            if (resource.kind, resource.id) in layout.places:
                self._bind(resource)

    # --- types

    def _member(self, number: int, resources: Sequence[Resource]) -> MetalType:
        """The type of a member of the argument buffer that contains `resources`."""
        parameters = self._layout.parameters
        if not parameters:
            (resource,) = resources
            return Array(self._descriptor(resource), resource.count if not resource.is_unbounded else 1)
        parameter = parameters[number]
        if parameter.word == "constants":
            return Array(u32, max(parameter.count or 0, 1))
        if parameter.word != "descriptor-table":
            return _pointer(resources[0]) if resources else u64
        if not resources:
            return u64
        self._views[number] = views = [self._table(number, group) for group in self._apart(resources)]
        return ptr(views[0][0], AddressSpace.CONSTANT)

    def _range(self, resource: Resource) -> tuple[int, int]:
        start = self._layout.places[resource.kind, resource.id].table_offset or 0
        return start, start + DESCRIPTOR_BYTES * (1 if resource.is_unbounded else resource.count)

    def _apart(self, resources: Sequence[Resource]) -> list[list[Resource]]:
        """Groups of resources with disjoint descriptors: ranges of different types may overlap."""
        groups: list[list[Resource]] = []
        for resource in sorted(resources, key=lambda resource: (self._range(resource), resource.kind, resource.space)):
            group = next((group for group in groups if self._range(group[-1])[1] <= self._range(resource)[0]), None)
            if group is None:
                groups.append([resource])
            else:
                group.append(resource)
        return groups

    def _table(self, number: int, resources: list[Resource]) -> tuple[Struct, list[Resource]]:
        members: list[tuple[str, MetalType]] = []
        end = 0
        for resource in resources:
            start, behind = self._range(resource)
            if start > end:
                members.append((f"gap{end}", Array(u64, (start - end) // 8)))
            count = (behind - start) // DESCRIPTOR_BYTES
            members.append((self._names[resource.kind, resource.id], Array(self._descriptor(resource), count)))
            end = behind
        first = self._names[resources[0].kind, resources[0].id]
        return Struct(f"Table{number}_{first}", members), resources

    def _descriptor(self, resource: Resource) -> Struct:
        return descriptor_of(resource, f"Descriptor_{self._names[resource.kind, resource.id]}", self._texture_type)

    # --- values

    def _bind(self, resource: Resource) -> None:
        f, b, key = self._f, self._f.b, (resource.kind, resource.id)
        place = self._layout.places[key]
        member = b.gep(self._argument, f"p{place.member}")
        if place.form == "constants":
            f.root_constants[key] = member, place.count
            return
        if place.form == "address":
            f.handles[key] = b.load(member)
            return
        if self._layout.parameters:
            views = self._views[place.member]
            view = next(struct for struct, group in views if any(member is resource for member in group))
            table = b.load(member)
            table = b.bitcast(table, ptr(view, AddressSpace.CONSTANT)) if view is not views[0][0] else table
            first = b.gep(table, self._names[key], 0)
        else:
            first = b.gep(member, 0)
        name = resource_of_descriptor(resource)
        if resource.count == 1:
            f.handles[key] = b.load(b.gep(first, name))
            f.descriptors[key] = first
        else:
            f.handles[key] = f.descriptors[key] = DescriptorArray(f, first, name)


def descriptor_of(resource: Resource, name: str, texture_type: Callable[[Resource], MetalType]) -> Struct:
    """The three numbers in a resource's descriptor."""
    if resource.kind == "s":
        return Struct(name, [("sampler", sampler), ("texture", u64), ("metadata", u64)])
    if not resource.is_buffer:
        return Struct(name, [("address", u64), ("texture", texture_type(resource)), ("metadata", u64)])
    second: MetalType = texture("texture_buffer", u32, "read_write") if resource.needs_counter else u64
    return Struct(name, [("address", _pointer(resource)), ("texture", second), ("metadata", u64)])


def resource_of_descriptor(resource: Resource) -> str:
    """The member of a descriptor that holds the resource."""
    return "sampler" if resource.kind == "s" else "address" if resource.is_buffer else "texture"


def _pointer(resource: Resource) -> MetalPointer:
    """The type of a buffer's address."""
    if resource.kind == "cb":
        return ptr(float4, AddressSpace.CONSTANT)
    return ptr(u32, AddressSpace.DEVICE, "read" if resource.kind == "t" else "read_write")


def state_of(sampler: RootSampler) -> dict[str, object]:
    """A static sampler of a root signature, as the state of a constexpr sampler (`Module.sampler`). The numbers are
    those of D3D12_FILTER (bits 0, 2 and 4: linear mip, magnification and minification filter; 0x55: anisotropic; bit
    7: comparison), D3D12_TEXTURE_ADDRESS_MODE and D3D12_COMPARISON_FUNC."""
    is_anisotropic = sampler.filter & 0x7F == 0x55
    linear = ("nearest", "linear")
    return {
        "mip_filter": linear[sampler.filter & 1],
        "mag_filter": linear[sampler.filter >> 2 & 1],
        "min_filter": linear[sampler.filter >> 4 & 1],
        "address": tuple(
            _ADDRESSES.get(u, "clamp_to_edge") for u in (sampler.address_u, sampler.address_v, sampler.address_w)
        ),
        "compare": _COMPARISONS.get(sampler.comparison, "never") if sampler.filter >> 7 & 3 == 1 else "never",
        "max_anisotropy": max(1, min(sampler.max_anisotropy, 16)) if is_anisotropic else 1,
        "lod_clamp": (max(sampler.min_lod, 0.0), max(sampler.max_lod, 0.0)),
    }


_ADDRESSES = {1: "repeat", 2: "mirrored_repeat", 3: "clamp_to_edge", 4: "clamp_to_border", 5: "clamp_to_edge"}
_COMPARISONS = {
    2: "less",
    3: "equal",
    4: "less_equal",
    5: "greater",
    6: "not_equal",
    7: "greater_equal",
    8: "always",
}
