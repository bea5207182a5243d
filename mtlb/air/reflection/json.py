"""A function's interface as JSON, for people and programs.

docs/reflection.md describes it, docs/reflection.schema.json is its JSON Schema. Keys that say nothing for a thing are
left out; new keys may come, old ones keep name and meaning.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from ...base.enums import OpenEnum
from ...base.metal import AddressSpace
from ...container import VertexAttribute
from ...ir import Type
from ..describe import Description
from ..entry_points import EntryArgument, EntryPoint, Extra, StructField, StructType, describe_operand
from ..facts import StaticSampler, compile_options, function_constants, static_samplers, threadgroup_allocations
from ..words import BUFFER_KINDS, LOCATION_SPACES

__all__ = ["SCHEMA", "reflection_document", "reflection_json"]

SCHEMA = "mtlb.reflection/1"
"""Names the format in a document; the number counts incompatible changes."""

_BY_HAND = frozenset(
    {
        "kind",
        "index",
        "function_constant",
        "type_name",
        "name",
        "unused",
        "location_index",
        "location_count",
        "address_space",
        "struct_type_info",
        "mesh_type_info",
        "fields",
        "extra",
    }
)
_KEYS = {
    "type_size": "size",
    "type_align": "alignment",
    "array_size": "array_length",
    "id": "number",
    "render_target_index": "color_index",
    "access_qualifier": "access",
    "sampling_qualifier": "sampling",
    "interpolation_qualifier": "interpolation",
    "depth_qualifier": "depth",
    "attribute_name": "linkage",
}
_PLAIN = tuple((f.name, _KEYS.get(f.name, f.name)) for f in fields(EntryArgument) if f.name not in _BY_HAND)
"""The fields that are written as they are, with their keys."""


def reflection_document(libraries: Iterable[tuple[str, Iterable[Description]]]) -> dict[str, Any]:
    """The interfaces of the functions of several files (name, functions) as one document."""
    described = [{"file": file, "functions": [reflection_json(d) for d in functions]} for file, functions in libraries]
    return {"schema": SCHEMA, "libraries": described}


def reflection_json(description: Description) -> dict[str, Any]:
    """The interface of one function, of dicts, lists, strings, numbers and booleans alone."""
    return _Writer().function(description)


class _Writer:
    """Writes one function. A struct is written once, in `structs`, and named by its index, so it may hold itself."""

    def __init__(self) -> None:
        self.numbers: dict[StructType, int] = {}
        self.structs: list[StructType] = []

    def function(self, description: Description) -> dict[str, Any]:
        entry, module = description.entry, description.module
        parameters = dict(enumerate(entry.function.value_type.parameters))
        result: dict[str, Any] = {
            "name": description.name,
            "type": description.type.label,
            "air_version": str(description.air_version),
            "msl_version": str(description.language_version),
            "target": str(description.triple),
            "arguments": [self.argument(a, parameter=parameters.get(a.index or 0)) for a in entry.arguments],
            "outputs": [self.argument(output) for output in entry.outputs],
        }
        result.update(_attributes(entry))
        if description.vertex_attributes:
            result["vertex_attributes"] = [_vertex_attribute(a) for a in description.vertex_attributes]
        result["function_constants"] = [
            {"name": c.name, "type": c.type_name, "index": c.index, "required": c.required}
            for c in function_constants(module)
        ]
        result["static_samplers"] = [_sampler(sampler) for sampler in static_samplers(module)]
        result["threadgroup_memory"] = [
            {"name": variable.name, "size": size, "alignment": alignment}
            for variable, size, alignment in threadgroup_allocations(module)
        ]
        result["compile_options"] = compile_options(module)
        if description.debug_location is not None:
            result["source"] = {"line": description.debug_location.line, "path": description.debug_location.path}
        result["structs"] = self.written_structs()
        if description.warnings:
            result["warnings"] = list(description.warnings)
        return result

    def written_structs(self) -> list[dict[str, Any]]:
        written: list[dict[str, Any]] = []
        while len(written) < len(self.structs):
            members = self.structs[len(written)].fields
            written.append({"fields": [self.member(member) for member in members]})
        return written

    def struct(self, struct: StructType) -> int:
        number = self.numbers.get(struct)
        if number is None:
            number = self.numbers[struct] = len(self.structs)
            self.structs.append(struct)
        return number

    def argument(
        self, argument: EntryArgument, *, parameter: Type | None = None, is_member: bool = False
    ) -> dict[str, Any]:
        """`parameter` is the type of the function's parameter: before AIR 2.5 only it has the address space."""
        result: dict[str, Any] = {"kind": argument.kind}
        if argument.index is not None:
            result["index"] = argument.index
        if argument.index is not None or argument.kind == "patch_control_point_field":
            result["used"] = not argument.unused
        if argument.name:
            result["name"] = argument.name
        if argument.type_name:
            result["type"] = argument.type_name
        space = _address_space(argument, parameter)
        binding = _binding(argument, space, is_member)
        if binding is not None:
            result["binding"] = binding
        if space is not None:
            result["address_space"] = _label(space)
        for attribute, key in _PLAIN:
            value = getattr(argument, attribute)
            if value is not None and value != "" and value is not False:
                result[key] = _label(value) if isinstance(value, OpenEnum) else value
        if argument.struct_type_info is not None:
            result["struct"] = self.struct(argument.struct_type_info)
        if argument.function_constant is not None:
            result["function_constant"] = argument.function_constant.name
        if argument.fields:
            result["fields"] = [self.argument(part) for part in argument.fields]
        mesh = argument.mesh_type_info
        if mesh is not None:
            result["mesh"] = {
                "topology": _label(mesh.topology),
                "max_vertices": mesh.max_vertices,
                "max_primitives": mesh.max_primitives,
                "vertex_outputs": [self.argument(output) for output in mesh.vertex_types],
                "primitive_outputs": [self.argument(output) for output in mesh.primitive_types],
            }
        result.update(_unknown(argument.extra))
        return result

    def member(self, member: StructField) -> dict[str, Any]:
        result: dict[str, Any] = {
            "name": member.field_name,
            "type": member.type_name,
            "offset": member.offset,
            "size": member.size,
        }
        if member.array_entries:
            result["array_length"] = member.array_entries
        if member.struct_type_info is not None:
            result["struct"] = self.struct(member.struct_type_info)
        if member.indirect_argument is not None:
            result["id"] = member.indirect_argument.location_index
            result["argument"] = self.argument(member.indirect_argument, is_member=True)
        elif member.indirect_location is not None:
            result["id"] = member.indirect_location
        if member.raster_order_group is not None:
            result["raster_order_group"] = member.raster_order_group
        if member.render_target_index is not None:
            result["color_index"] = member.render_target_index
        if member.attribute_name:
            result["linkage"] = member.attribute_name
        result.update(_unknown(member.extra))
        return result


def _address_space(argument: EntryArgument, parameter: Type | None) -> AddressSpace | None:
    if argument.address_space is not None:
        return AddressSpace(argument.address_space)
    if argument.kind in BUFFER_KINDS and parameter is not None and parameter.is_pointer:
        return AddressSpace(parameter.address_space)
    return None


def _binding(argument: EntryArgument, address_space: AddressSpace | None, is_member: bool) -> dict[str, Any] | None:
    if argument.location_index is None:
        return None
    space = "id" if is_member else LOCATION_SPACES.get(argument.kind, "other")
    if space == "buffer" and address_space is AddressSpace.THREADGROUP:
        space = "threadgroup"
    count = 1 if argument.location_count is None else argument.location_count
    return {"space": space, "index": argument.location_index, "count": count}


def _attributes(entry: EntryPoint) -> dict[str, Any]:
    result: dict[str, Any] = {}
    if entry.max_work_group_size is not None:
        result["max_threads_per_threadgroup"] = entry.max_work_group_size
    if entry.work_group_size is not None:
        result["threads_per_threadgroup"] = list(entry.work_group_size)
    if entry.max_mesh_work_groups is not None:
        result["max_mesh_threadgroups"] = entry.max_mesh_work_groups
    if entry.patch is not None:
        result["patch"] = {"kind": _label(entry.patch.kind)}
        if entry.patch.control_points is not None:
            result["patch"]["control_points"] = entry.patch.control_points
    if entry.user_annotation is not None:
        result["user_annotation"] = entry.user_annotation
    if entry.stitching is not None:
        result["stitchable"] = True
    if entry.flags:
        result["flags"] = list(entry.flags)
    return result


def _vertex_attribute(attribute: VertexAttribute) -> dict[str, Any]:
    return {
        "name": attribute.name,
        "index": attribute.index,
        "type": getattr(attribute.type, "label", attribute.type),
        "active": attribute.active,
        "use": _label(attribute.use),
    }


def _sampler(sampler: StaticSampler) -> dict[str, Any]:
    low, high = sampler.lod_clamp
    return {
        "name": sampler.symbol,
        "bits": [f"{word:#018x}" for word in sampler.words],
        "address": [_label(mode) for mode in sampler.address_modes],
        "mag_filter": _label(sampler.mag_filter),
        "min_filter": _label(sampler.min_filter),
        "mip_filter": _label(sampler.mip_filter),
        "coordinates": "normalized" if sampler.normalized_coordinates else "pixel",
        "compare": _label(sampler.compare_function),
        "max_anisotropy": sampler.max_anisotropy,
        "lod_clamp": [_finite(low), _finite(high)],
        "border_color": sampler.border_color,
    }


def _finite(value: float) -> float | None:
    """JSON has no infinity; null means no bound."""
    return value if math.isfinite(value) else None


def _label(value: OpenEnum) -> str:
    """The name with underscores, or ``unknown (0x2f)``."""
    return value.label.replace("-", "_") if value.is_known else str(value)


def _unknown(extra: list[Extra]) -> dict[str, Any]:
    if not extra:
        return {}
    return {"unknown": [{"key": key, "operands": [describe_operand(o) for o in operands]} for key, operands in extra]}
