"""A function's interface as JSON, for people and programs.

docs/reflection.md describes it, docs/reflection.schema.json is its JSON Schema. Keys that do not apply are left
out; keys may be added, and existing ones keep name and meaning.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from ...base.enums import OpenEnum
from ...base.metal import AddressSpace, ComputedIndex
from ...container import VertexAttribute
from ...ir import Type
from ..describe import Description
from ..entry_points import EntryArgument, EntryPoint, Extra, MeshType, StructField, StructType, describe_operand
from ..facts import StaticSampler, compile_options, function_constants, static_samplers, threadgroup_allocations
from ..words import BUFFER_KINDS, CONTROL_POINT_FIELD, LOCATION_SPACES

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
"""The fields that are written unchanged, with their keys."""


def reflection_document(libraries: Iterable[tuple[str, Iterable[Description]]]) -> dict[str, Any]:
    """The interfaces of the functions of several files (name, functions) as one document."""
    described = [{"file": file, "functions": [reflection_json(d) for d in functions]} for file, functions in libraries]
    return {"schema": SCHEMA, "libraries": described}


def reflection_json(description: Description) -> dict[str, Any]:
    """The interface of a function, composed of dicts, lists, strings, numbers and booleans."""
    return _Writer().function(description)


class _Writer:
    """Writes a function. Each struct is written once, in `structs`, and referred to by index, so it may contain
    itself.
    """

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

    def struct(self, struct: StructType | None) -> int | None:
        if struct is None:
            return None
        number = self.numbers.get(struct)
        if number is None:
            number = self.numbers[struct] = len(self.structs)
            self.structs.append(struct)
        return number

    def argument(
        self, argument: EntryArgument, *, parameter: Type | None = None, is_member: bool = False
    ) -> dict[str, Any]:
        """`parameter` is the type of the function's parameter: before AIR 2.5 the address space is only there."""
        space = _address_space(argument, parameter)
        has_use = argument.index is not None or argument.kind == CONTROL_POINT_FIELD
        plain = {key: _plain_index(getattr(argument, attribute)) for attribute, key in _PLAIN}
        values = {
            "kind": argument.kind,
            "index": argument.index,
            "used": not argument.unused if has_use else None,
            "name": argument.name or None,
            "type": argument.type_name or None,
            "binding": _binding(argument, space, is_member),
            "address_space": space,
            **{key: None if value is False or value == "" else value for key, value in plain.items()},
            "struct": self.struct(argument.struct_type_info),
            "function_constant": None if argument.function_constant is None else argument.function_constant.name,
            "fields": [self.argument(part) for part in argument.fields] or None,
            "mesh": None if argument.mesh_type_info is None else self.mesh(argument.mesh_type_info),
            "unknown": _unknown(argument.extra),
        }
        return {k: _label(v) if isinstance(v, OpenEnum) else v for k, v in _without_none(values).items()}

    def mesh(self, mesh: MeshType) -> dict[str, Any]:
        return {
            "topology": _label(mesh.topology),
            "max_vertices": mesh.max_vertices,
            "max_primitives": mesh.max_primitives,
            "vertex_outputs": [self.argument(output) for output in mesh.vertex_types],
            "primitive_outputs": [self.argument(output) for output in mesh.primitive_types],
        }

    def member(self, member: StructField) -> dict[str, Any]:
        indirect = member.indirect_argument
        values = {
            "name": member.field_name,
            "type": member.type_name,
            "offset": member.offset,
            "size": member.size,
            "array_length": member.array_entries or None,
            "struct": self.struct(member.struct_type_info),
            "id": member.indirect_location if indirect is None else indirect.location_index,
            "argument": None if indirect is None else self.argument(indirect, is_member=True),
            "raster_order_group": member.raster_order_group,
            "color_index": member.render_target_index,
            "linkage": member.attribute_name or None,
            "unknown": _unknown(member.extra),
        }
        return {key: value for key, value in values.items() if value is not None or (key == "id" and indirect)}


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
    return {"space": space, "index": _plain_index(argument.location_index), "count": count}


def _plain_index(value: Any) -> Any:
    """The name of the variable that a computed index is in; any other value unchanged."""
    return value.symbol if isinstance(value, ComputedIndex) else value


def _attributes(entry: EntryPoint) -> dict[str, Any]:
    size, patch = entry.work_group_size, entry.patch
    values = {
        "max_threads_per_threadgroup": entry.max_work_group_size,
        "threads_per_threadgroup": None if size is None else list(size),
        "max_mesh_threadgroups": entry.max_mesh_work_groups,
        "patch": patch and _without_none({"kind": _label(patch.kind), "control_points": patch.control_points}),
        "user_annotation": entry.user_annotation,
        "stitchable": None if entry.stitching is None else True,
        "flags": list(entry.flags) or None,
    }
    return _without_none(values)


def _without_none(values: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value is not None}


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
    """None for infinity, which JSON lacks; null means that there is no bound."""
    return value if math.isfinite(value) else None


def _label(value: OpenEnum) -> str:
    """The name with underscores, or ``unknown (0x2f)``."""
    return value.label.replace("-", "_") if value.is_known else str(value)


def _unknown(extra: list[Extra]) -> list[dict[str, Any]] | None:
    return [{"key": key, "operands": [describe_operand(o) for o in operands]} for key, operands in extra] or None
