"""The functions of AIR for ray tracing. Their names contain the tags of intersectors, and their types follow from the
tags.

Example: `air.intersect.instancing.triangle_data`. Each tag adds operands or members of the result, so this file has
rules instead of a row of `mtlb.air.intrinsics` for each combination of tags. Sources: modules of Apple's in the corpus
(AIR 2.3, 2.5) and probes of Apple's compiler at AIR 2.8 (`mtlb.air.probed`); a test compares each of these rows. The
composition of names and operands, and the position of the motion time after the mask, are also in lin72h/metal2vulkan
(air_intersection) and in LuisaCompute's description of the output of Apple's compiler (direct AIR, 8.8 and 8.9).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

INSTANCING, MULTI_LEVEL = "instancing", "multi_level_instancing"
TAGS: Final = (
    INSTANCING,
    MULTI_LEVEL,
    "triangle_data",
    "curve_data",
    "world_space_data",
    "primitive_motion",
    "instance_motion",
    "extended_limits",
)
"""The tags in the order of names: LuisaCompute, 8.8. A guess: that curve_data is before world_space_data."""
PARAMETERS: Final = (
    "winding",
    "triangle_cull_mode",
    "geometry_cull_mode",
    "opacity_cull_mode",
    "forced_opacity",
    "geometry_type",
    "curve_basis",
    "curve_type",
    "curve_control_points",
)
"""The assumptions of an intersector, in the order of the operands. The first six follow the debug info of a module in
the corpus (gfx-rs/metal-rs), the last three, from AIR 2.6 on, LuisaCompute's description.
"""
_QUERY, _RESULT = "_intersection_query", "_intersection_result"
_OF_QUERY = "%intersection_query*0"
_READ_QUERY = "%intersection_query*0 nocapture readonly"
_OF_RESULT = "%intersection_result*9"
_GETTERS = """
i32 | intersection_type primitive_id geometry_id instance_id user_instance_id
v3f32 | ray_origin ray_direction
v2f32 | triangle_barycentric_coord
i8*1 | primitive_data
i1 | triangle_front_facing
f32 | curve_parameter
{v3f32, v3f32, v3f32, v3f32} | object_to_world_transform world_to_object_transform
i8 | instance_count
"""
_NEEDS = {
    "instance_id": INSTANCING,
    "user_instance_id": INSTANCING,
    "object_to_world_transform": INSTANCING,
    "world_to_object_transform": INSTANCING,
    "triangle_barycentric_coord": "triangle_data",
    "triangle_front_facing": "triangle_data",
    "curve_parameter": "curve_data",
    "instance_count": MULTI_LEVEL,
}
_PLAIN = {word: row.split(" | ")[0] for row in _GETTERS.split("\n")[1:-1] for word in row.split(" | ")[1].split()}


def split_name(parts: Sequence[str]) -> tuple[str, tuple[str, ...]] | None:
    """Split a name without `air.` into the function and its tags; None if it is not a ray tracing function."""
    base, *tags = parts
    places = [TAGS.index(tag) for tag in tags if tag in TAGS]
    if len(places) != len(tags) or places != sorted(set(places)) or {INSTANCING, MULTI_LEVEL} <= set(tags):
        return None
    is_family = base.endswith((_QUERY, _RESULT)) or base in ("intersect", "intersect_direct_access")
    return (base, tuple(tags)) if is_family or base == "release_intersect_payload" else None


def rows(base: str, tags: tuple[str, ...]) -> list[str]:
    """The table rows of a function for some tags; empty for an unknown function."""
    name = ".".join((base, *tags))
    return [f"{name} | | {signature} | | {effect} | {air}" for signature, effect, air in _forms(base, tags)]


def _forms(base: str, tags: tuple[str, ...]) -> Iterator[tuple[str, str, str]]:
    if base == "intersect":
        yield from _intersect(tags)
    elif base == "intersect_direct_access":
        yield f"{{{_OF_RESULT}, i8*5}} ({_operands(tags, '2.8')})", "effect", "2.8-"
    elif base == "release_intersect_payload":
        yield "void (i8*5, i64)", "effect", "2.8-"
    elif base.endswith(_RESULT):
        yield from _result(base.removesuffix(_RESULT), tags)
    elif base.endswith(_QUERY):
        yield from _query(base.removesuffix(_QUERY), tags)


def _is_instanced(tags: tuple[str, ...]) -> bool:
    return INSTANCING in tags or MULTI_LEVEL in tags


def _operands(tags: tuple[str, ...], air: str, *, with_table: bool = True, with_path: bool = False) -> str:
    """The operands of an intersection at an AIR version. `with_table`: include the function table and the payload;
    `with_path`: and, if there are several levels, the arrays for the ids of instances.
    """
    kind = "instance" if _is_instanced(tags) else "primitive"
    read = " readonly" if air != "2.4" else ""
    result = ["v3f32", "v3f32", "f32", "f32", f"%{kind}_acceleration_structure*1{read}"]
    result += ["i32"] * _is_instanced(tags)
    result += ["f32"] * bool({"primitive_motion", "instance_motion"} & set(tags))
    if with_table:
        result += [f"%intersection_function_table*1{read}", "i8*0", "i64"]
        result += ["i8", *["i32*0"] * (2 * with_path)] if MULTI_LEVEL in tags else []
    result += ["i32"] * (len(PARAMETERS) - 3 * (air in ("2.4", "2.5")))
    result += ["i1"] * _is_instanced(tags) + ["i1"]
    return ", ".join(result)


def result_members(tags: tuple[str, ...], *, is_early: bool = False) -> dict[str, str]:
    """The members of an intersection's result, by name, as words. `is_early`: before AIR 2.5."""
    result = {"type": "i32", "distance": "f32", "primitive_id": "i32", "geometry_id": "i32"}
    result |= {} if is_early else {"primitive_data": "i8*1"}
    if INSTANCING in tags:
        result |= {"instance_id": "i32"} if is_early else {"instance_id": "i32", "user_instance_id": "i32"}
    if MULTI_LEVEL in tags:
        result["instance_count"] = "i8"
    if "triangle_data" in tags:
        result |= {"triangle_barycentric_coord": "v2f32", "triangle_front_facing": "i1"}
    if "curve_data" in tags:
        result["curve_parameter"] = "f32"
    if "world_space_data" in tags:
        result |= {f"transform_{number}": "v3f32" for number in range(8)}
    return result


def _intersect(tags: tuple[str, ...]) -> Iterator[tuple[str, str, str]]:
    """The function without a callback. That of several levels writes the ids of the instances, one less than levels, to
    memory: fixtures of lin72h/metal2vulkan, of AIR 2.8 (`native_callback_free_multi_level_query_returns_path…`).
    """
    if MULTI_LEVEL in tags:
        members = ", ".join(result_members(tags).values())
        yield f"{{{members}}} ({_operands(tags, '2.8', with_path=True)})", "effect", "2.8-"
        return
    for air, versions in (("2.4", "-2.4"), ("2.5", "2.5-2.5"), ("2.6", "2.6-")):
        members = ", ".join(result_members(tags, is_early=air == "2.4").values())
        yield f"{{{members}}} ({_operands(tags, air)})", "effect", versions


def _fits(what: str, tags: tuple[str, ...]) -> bool:
    needed = _NEEDS.get(what)
    return needed is None or needed in tags


def _result(what: str, tags: tuple[str, ...]) -> Iterator[tuple[str, str, str]]:
    """The functions by which an intersection callback queries its result."""
    if what == "release":
        yield f"void ({_OF_RESULT})", "effect", "2.8-"
        return
    name = what.removeprefix("get_").removeprefix("is_")
    named = {**_PLAIN, "type": "i32", "distance": "f32", "ray_min_distance": "f32"}
    named.pop("intersection_type")
    asks = "is_" if name == "triangle_front_facing" else "get_"
    is_spatial = name.endswith("_transform")
    if what == asks + name and name in named and _fits(name, tags) and (not is_spatial or "world_space_data" in tags):
        yield f"{named[name]} ({_OF_RESULT})", "any_read", "2.8-"


_CALLS = {
    "deallocate": "void ({query})",
    "abort": "void ({query})",
    "next": "i1 ({query})",
    "commit_triangle_intersection": "void ({query})",
    "commit_bounding_box_intersection": "void ({query}, f32)",
    "commit_curve_intersection": "void ({query})",
}
_OTHER_GETTERS = {
    "get_candidate_triangle_distance": "f32",
    "get_candidate_curve_distance": "f32",
    "get_committed_distance": "f32",
    "get_ray_min_distance": "f32",
    "get_world_space_ray_origin": "v3f32",
    "get_world_space_ray_direction": "v3f32",
    "is_candidate_non_opaque_bounding_box": "i1",
    "get_intersection_params": "{i32, i32, i32, i32, i32, i32, i32, i32, i32, i1, i1}",
}


def _query(what: str, tags: tuple[str, ...]) -> Iterator[tuple[str, str, str]]:
    """The functions of queries. A guess: that AIR 2.4 to 2.7 have the functions of AIR 2.8, except for assumptions
    about curves.
    """
    if what == "allocate":
        yield f"{_OF_QUERY} ({'i8' if MULTI_LEVEL in tags else ''})", "effect", "2.4-"
    elif what == "reset":
        for air, versions in (("2.4", "2.4-2.4"), ("2.5", "2.5-2.5"), ("2.6", "2.6-")):
            yield f"void ({_OF_QUERY}, {_operands(tags, air, with_table=False)})", "effect", versions
    elif what in _CALLS:
        yield _CALLS[what].format(query=_OF_QUERY), "effect", "2.4-"
    elif what in _OTHER_GETTERS:
        yield f"{_OTHER_GETTERS[what]} ({_READ_QUERY})", "read", "2.4-"
    else:
        for asks in ("get_candidate_", "get_committed_", "is_candidate_", "is_committed_"):
            name = what.removeprefix(asks)
            is_question = name == "triangle_front_facing"
            if name != what and name in _PLAIN and _fits(name, tags) and asks.startswith("is_") == is_question:
                yield f"{_PLAIN[name]} ({_READ_QUERY})", "read", "2.4-"
