"""Heap handles: descriptors that a shader selects by index from the whole heap (shader model 6.6).
As in Apple's converter, buffer 0 is the resource heap and buffer 1 the sampler heap, with descriptors as in an
argument buffer (docs/direct3d.md §3). The resource type of a descriptor comes from the properties in AnnotateHandle
(DXC's DxilResourceProperties.h: kind in the lowest byte, bit 12 for UAVs, bit 15 for counters and comparisons; then
the stride, the bytes of a cbuffer, or the component type)."""

from __future__ import annotations

from collections.abc import Callable

from ...base.metal import AddressSpace
from ...dxbc.dxil_metadata import CBV, SAMPLER, SRV, UAV, DxilResource
from ...dxbc.words import UNBOUNDED
from ...emit.entry import Entry
from ...emit.operands import TypedValue
from ...emit.types import MetalPointer, MetalType, ptr
from ...ir import Call, Constant, ConstantCode, Value, constant_number
from ..arguments import DescriptorArray, descriptor_of, resource_of_descriptor
from ..program import Resource
from .function import DxilLowering
from .program import DxilProgram, ResourceKind, resource_of
from .uses import DxilUses

RESOURCES, SAMPLERS = 0, 1
"""The buffers of the heaps: those of Apple's converter (kIRDescriptorHeapBindPoint, kIRSamplerHeapBindPoint)."""
_IS_UAV, _COMPARES_OR_COUNTS = 1 << 12, 1 << 15
_FIRST_ID = 1 << 16  # for resources that are not declared in metadata


def note_heaps(program: DxilProgram, uses: DxilUses) -> list[Resource]:
    """Create a resource for each set of properties among heap handles."""
    resources: dict[tuple[bool, int, int], Resource] = {}
    for i in uses.calls.get("AnnotateHandle", ()):
        source = i.arguments[1] if len(i.arguments) > 2 else None
        if source not in uses.calls.get("CreateHandleFromHeap", ()) or not isinstance(source, Call):
            continue
        if len(source.arguments) < 3:
            raise program.bad(source, f"{len(source.arguments)} arguments")
        key = bool(constant_number(source.arguments[2])), *_properties(program, i, i.arguments[2])
        if key not in resources:
            resources[key] = _resource(program, i, key, _FIRST_ID + len(resources))
        uses.resources[i] = resources[key], source.arguments[1]
    return list(resources.values())


def _properties(program: DxilProgram, i: Call, value: Value) -> tuple[int, int]:
    numbers: list[int | None] = []
    if isinstance(value, Constant) and value.code == ConstantCode.AGGREGATE:
        numbers = [constant_number(operand) for operand in value.operands]
    elif isinstance(value, Constant) and value.code == ConstantCode.NULL:
        numbers = [0, 0]
    if len(numbers) != 2 or numbers[0] is None or numbers[1] is None:
        raise program.bad(i, "properties that are not two constants")
    return numbers[0] & 0xFFFFFFFF, numbers[1] & 0xFFFFFFFF


def _resource(program: DxilProgram, i: Call, key: tuple[bool, int, int], id: int) -> Resource:
    is_sampler, first, second = key
    kind = first & 0xFF
    if is_sampler != (kind == ResourceKind.SAMPLER):
        raise program.bad(i, "a sampler from the heap of resources, or a resource from the heap of samplers")
    category = UAV if first & _IS_UAV else SRV
    category = {ResourceKind.CBUFFER: CBV, ResourceKind.SAMPLER: SAMPLER}.get(kind, category)  # type: ignore[call-overload]
    has_flag = bool(first & _COMPARES_OR_COUNTS)
    is_sized = kind in (ResourceKind.CBUFFER, ResourceKind.STRUCTURED_BUFFER)
    size = second if is_sized else 0
    element = int(has_flag) if is_sampler else second & 0xFF
    declared = DxilResource(category, id, None, "", 0, 0, UNBOUNDED, kind, size, element, second >> 16 & 0xFF, has_flag)
    if kind == ResourceKind.ACCELERATION_STRUCTURE:
        raise program.refuse(i, "an acceleration structure of the heap: its form there is not known here")
    resource, program.kinds[_key(declared)] = resource_of(program, declared), kind
    return resource


def _key(resource: DxilResource) -> tuple[str, int]:
    return {CBV: "cb", SAMPLER: "s", SRV: "t", UAV: "u"}[resource.category], resource.id


def bind_heaps(
    f: DxilLowering, entry: Entry, resources: list[Resource], texture_type: Callable[[Resource], MetalType]
) -> dict[int, str]:
    """Declare the heaps, and each resource's view of them. Returns their names by buffer."""
    heaps: dict[int, TypedValue] = {}
    names = {RESOURCES: "resource_heap", SAMPLERS: "sampler_heap"}
    for number, resource in enumerate(resources):
        slot = SAMPLERS if resource.kind == "s" else RESOURCES
        struct = descriptor_of(resource, f"Heap{number}", texture_type)
        if slot not in heaps:
            heaps[slot] = entry.buffer(names[slot], struct, slot, "read", space=AddressSpace.CONSTANT)
        heap = heaps[slot]
        assert isinstance(heap.type, MetalPointer)
        if heap.type.pointee is not struct:
            heap = f.b.bitcast(heap, ptr(struct, AddressSpace.CONSTANT))
        descriptors = DescriptorArray(f, heap, resource_of_descriptor(resource))
        f.handles[resource.kind, resource.id] = f.descriptors[resource.kind, resource.id] = descriptors
    return {slot: names[slot] for slot in heaps}
