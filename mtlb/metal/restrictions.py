"""What the language specification (version 4) says about attributes of one function that depend on each other.

Its sections say what is an error, not with which text: the texts here are mtlb's, but for `expecting input declarations
with …`, at the function's name with two notes, which transcripts of compiler 32023.883 in a public benchmark of
generated kernels have. None of 3,807 entry points of
Apple's compiler breaks a rule about types that go together, nor do 1,837 pairs of such parameters in public sources.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..air.builtins import INPUTS
from ..emit.types import MetalType, Vector
from .rewrite import SourceEntry, SourceMember, joined, source_error
from .signatures import SAMPLINGS
from .tables import InterpolantType

Members = Iterable[tuple[SourceMember, MetalType]]
_SAMPLING_OF = {
    "position": frozenset({"center_no_perspective"}),
    "barycentric_coord": frozenset({"center_perspective", "center_no_perspective"}),
}
"""The sampling and interpolation that builtin inputs of fragment functions may have (5.2.3.4)."""
_IN_PATCH = {"quad": "float2", "triangle": "float3"}
"""The types of `position_in_patch` (5.2.3.2)."""
_KERNEL = {name: row for (stage, name), row in INPUTS.items() if stage == "kernel"}
_OF_GRID = (
    frozenset({"thread_position_in_grid", "threads_per_grid"}),
    frozenset({"thread_position_in_threadgroup", "threads_per_threadgroup", "dispatch_threads_per_threadgroup"}),
    frozenset(name for name in _KERNEL if re.search("simdgroup|quadgroup", name)) - {"thread_index_in_quadgroup"},
)
"""Builtin inputs of kernels that have one type (5.2.3.6)."""
_OF_TILE = (frozenset({"pixel_position_in_tile", "pixels_per_tile"}),)
"""The same of fragment functions (5.2.3.4)."""
_WIDTHS = frozenset(name for name, row in _KERNEL.items() if "uint3" in row.types and not name.startswith("stage_in"))
"""Builtin inputs of kernels with one number of elements."""
_INDEX = "thread_index_in_threadgroup"
"""An input that is uint if the position in the threadgroup has elements of uint (5.2.3.6)."""
_COMPUTE = ("kernel", "object", "mesh")
"""Stages whose inputs have the rules of kernels (5.2.3.9, 5.2.3.10)."""
_ALONE = {("object", "payload"), ("mesh", "payload"), ("fragment", "sample_mask")}
"""Inputs that a function has at most once (5.1.7, 5.2.3.4)."""
_MOTION = ("primitive_motion",)
_IN_WORLD = ("instancing", "world_space_data")
_TAGS = {
    "instance_id": ("instancing",),
    "user_instance_id": ("instancing",),
    "world_space_origin": ("world_space_data",),
    "world_space_direction": ("world_space_data",),
    "barycentric_coord": ("triangle_data",),
    "front_facing": ("triangle_data",),
    "time": _MOTION,
    "motion_start_time": _MOTION,
    "motion_end_time": _MOTION,
    "key_frame_count": _MOTION,
    "object_to_world_transform": _IN_WORLD,
    "world_to_object_transform": _IN_WORLD,
    "curve_parameter": ("curve_data",),
}
"""Inputs of intersection functions that need tags (5.2.3.7)."""
_NOT_OF = {"bounding_box": ("barycentric_coord", "distance"), "triangle": ("opaque",), "curve": ("opaque",)}
"""Inputs that intersection functions of a kind of primitive do not have (5.2.3.7)."""
_BASES = {"base_vertex": "vertex_id", "base_instance": "instance_id"}
"""Inputs of vertex functions that are not wider than another (5.2.3.1)."""


def check_restrictions(source: SourceEntry, inputs: Members, outputs: Members) -> None:
    """Raise SourceError for attributes that exclude each other, or need another one."""
    inputs, outputs = list(inputs), list(outputs)
    for where, reason in [
        *_inputs(source, inputs),
        *_intersection(source, inputs, outputs),
        *_widths(source, inputs),
        *_types(source, inputs),
        *_colors(source, inputs, outputs),
        *_position(source, outputs),
    ]:
        raise source_error(where or source.where, reason)


def _inputs(source: SourceEntry, inputs: Members) -> Iterator[tuple[str, str]]:
    seen: set[str] = set()
    for member, type_ in inputs:
        attributes = member.attributes
        for name in attributes:
            if name in seen and (source.stage, name) in _ALONE:
                yield member.where, f"declaration with attribute '{name}' already specified"
            seen.add(name)
        sampling = next((word for word in attributes if word in SAMPLINGS), "")
        if sampling and isinstance(type_, InterpolantType):  # 2.18 and 5.4
            yield member.where, f"'{sampling}' is not valid for an interpolant"
        if "post_depth_coverage" in attributes and "early_fragment_tests" not in source.attributes:
            yield member.where, "'post_depth_coverage' needs a function with 'early_fragment_tests'"
        for name, allowed in _SAMPLING_OF.items() if source.stage == "fragment" else ():
            other = next((word for word in attributes if word in SAMPLINGS - allowed), "")
            if name in attributes and other:
                yield member.where, f"'{other}' is not valid for an input with attribute '{name}'"
        kind = "".join(source.attributes.get("patch", ())[:1])
        if "position_in_patch" in attributes and kind in _IN_PATCH and type_.name != _IN_PATCH[kind]:
            yield member.where, f"type '{type_}' is not valid for attribute 'position_in_patch' of a {kind} patch"


def _widths(source: SourceEntry, inputs: Members) -> Iterator[tuple[str, str]]:
    """Inputs of a kernel that are numbers beside vectors, or vectors of another number of elements."""
    sized = [(item, name, type_) for item, type_ in inputs for name in item.attributes if name in _WIDTHS]
    other = next((item for item in sized if _width(item[2]) != _width(sized[0][2])), None)
    if source.stage == "kernel" and other is not None:
        notes = [
            f"{member.where}: note: declaration with attribute '{name}' of type '{type_}' here"
            for member, name, type_ in (sized[0], other)
        ]
        yield "", "\n".join([_MIXED_WIDTHS, *notes])


_MIXED_WIDTHS = (
    "expecting input declarations with either all scalar types or all vector types with the same number of elements"
)


def _types(source: SourceEntry, inputs: Members) -> Iterator[tuple[str, str]]:
    """Inputs whose types depend on each other."""
    seen: dict[str, tuple[str, MetalType]] = {}
    for member, type_ in inputs:
        for name in member.attributes:
            for group in (*_OF_GRID, _WIDTHS) if source.stage in _COMPUTE else _OF_TILE:
                other, of_other = next((seen[item] for item in sorted(group) if item in seen), ("", type_))
                is_wrong = of_other != type_
                if group is _WIDTHS:
                    is_wrong = len({_width(of_other), _width(type_)} - {1}) > 1
                if name in group and is_wrong:
                    yield member.where, f"type '{type_}' of '{name}' does not go with '{of_other}' of '{other}'"
            seen[name] = name, type_
    place, index = seen.get("thread_position_in_threadgroup"), seen.get(_INDEX)
    if place and index and source.stage in _COMPUTE and place[1].name.startswith("uint") and index[1].name != "uint":
        where = next(member.where for member, _ in inputs if _INDEX in member.attributes)
        yield where, f"type '{index[1]}' of '{_INDEX}' does not go with '{place[1]}' of '{place[0]}'"
    for base, of_base in _BASES.items() if source.stage == "vertex" else ():
        if base in seen and of_base in seen and (seen[of_base][1].name, seen[base][1].name) == ("ushort", "uint"):
            where = next(member.where for member, _ in inputs if base in member.attributes)
            yield where, f"type 'uint' of '{base}' does not go with 'ushort' of '{of_base}'"


def _width(type_: MetalType) -> int:
    return type_.count if isinstance(type_, Vector) else 1


def _position(source: SourceEntry, outputs: Members) -> Iterator[tuple[str, str]]:
    """A result of a vertex function that is a struct has a position (5.2.3.3)."""
    members = [member for member, _ in outputs]
    is_struct = source.stage == "vertex" and any(member.name for member in members)
    if is_struct and not any("position" in member.attributes for member in members):
        yield source.where, "the result of a vertex function needs a member with attribute 'position'"


def _intersection(source: SourceEntry, inputs: Members, outputs: Members) -> Iterator[tuple[str, str]]:
    """Attributes of an intersection function that its primitive or tags exclude (5.2.3.7, 5.2.3.8)."""
    if source.stage != "intersection":
        return
    primitive, *tags = "".join(source.attributes["intersection"]).split(",")
    for member, _ in inputs:
        for name in member.attributes:
            missing = next((tag for tag in _TAGS.get(name, ()) if tag not in tags), "")
            if missing:
                yield member.where, f"'{name}' needs an intersection function with the tag '{missing}'"
            if name in _NOT_OF[primitive]:
                yield member.where, f"an intersection function of a {primitive} has no input '{name}'"
    for member, _ in outputs:
        if "distance" in member.attributes and primitive != "bounding_box":
            yield member.where, f"an intersection function of a {primitive} has no result 'distance'"


def _colors(source: SourceEntry, inputs: Members, outputs: Members) -> Iterator[tuple[str, str]]:
    """Values of one color attachment have one type (5.2.3.5)."""
    types: dict[str, MetalType] = {}
    for member, type_ in [*inputs, *outputs] if source.stage == "fragment" else ():
        color = joined(member.attributes.get("color", ()))
        if color and types.setdefault(color, type_) != type_:
            yield member.where, f"color {color} has the type '{types[color]}', not '{type_}'"
