"""Ray queries (shader model 6.5): `intersection_query` of Metal, as for SPIR-V (`mtlb.translate.rays`).

A query is a number in DXIL; here it is a handle, which is allocated where the function begins and given back where it
ends. Source: DXIL.rst and the specification of DirectX Raytracing, "RayQuery" (the numbers of candidates and of
committed hits; the lower 8 bits of the mask count).
"""

from __future__ import annotations

from dataclasses import dataclass

from ...emit.names import f32, u32
from ...emit.operands import TypedValue
from ...emit.types import Vector
from ...translate.rays import call_query, reset_query
from ..program import ACCELERATION_STRUCTURE
from .function import DxilLowering
from .registry import Lowered, Operation, operation, refused

refused(
    "Metal's queries do not say it",
    "RayQuery_CandidateInstanceContribution",
    "RayQuery_CommittedInstanceContribution",
)
_MASK = 0xFF


@dataclass(frozen=True)
class RayQuery:
    """A query: its handle, its constant flags, and the variable with its ray's flags."""

    handle: TypedValue
    flags: int
    kept: TypedValue


def prepare_queries(f: DxilLowering) -> None:
    """Allocate all queries at the start of the function, and deallocate them at its end."""
    calls = f.uses.calls.get("AllocateRayQuery", ())

    def allocate() -> None:
        for i in calls:
            f.current = i
            flags = f.integer(i.arguments[1], "the flags") if len(i.arguments) > 1 else 0
            f.queries[i] = RayQuery(call_query(f.b, "allocate"), flags, f.b.variable(u32))

    def give_back() -> None:
        for query in f.queries.values():
            assert isinstance(query, RayQuery)
            call_query(f.b, "deallocate", query.handle)

    if calls:
        f.at_start.append(allocate)
        f.at_end.append(give_back)


@operation("AllocateRayQuery")
def _allocated(f: DxilLowering, o: Operation) -> Lowered:
    """No operation: the query is already allocated."""
    return None


def _query(f: DxilLowering, o: Operation) -> RayQuery:
    query = f.queries.get(o.arguments["rayQueryHandle"])
    if not isinstance(query, RayQuery):
        raise f.refuse("a ray query that is chosen while the shader runs")
    return query


def _handle(f: DxilLowering, o: Operation) -> TypedValue:
    return _query(f, o).handle


@operation("RayQuery_TraceRayInline")
def _trace(f: DxilLowering, o: Operation) -> Lowered:
    b, arguments = f.b, o.arguments
    query = _query(f, o)
    structure = f.handle(arguments["accelerationStructure"])
    if structure.resource.form != ACCELERATION_STRUCTURE:
        raise f.bad(f"{structure.resource.register} is not an acceleration structure")
    flags = f.uint(arguments["rayFlags"]) | query.flags
    b.store(flags, query.kept)
    origin, direction = (
        b.vector(*(f.as_type(arguments[f"{name}_{axis}"], f32) for axis in "XYZ")) for name in ("origin", "direction")
    )
    ray = (origin, f.as_type(arguments["tMin"], f32), direction, f.as_type(arguments["tMax"], f32))
    mask = f.uint(arguments["instanceInclusionMask"]) & _MASK
    reset_query(b, b.target.air, query.handle, f.argument(structure), flags, mask, ray)
    return None


@operation("RayQuery_RayFlags")
def _flags(f: DxilLowering, o: Operation) -> Lowered:
    return f.b.load(_query(f, o).kept)


_PROCEED = {
    "Proceed": "next",
    "Abort": "abort",
    "CommitNonOpaqueTriangleHit": "commit_triangle_intersection",
}


@operation(*(f"RayQuery_{name}" for name in _PROCEED))
def _proceed(f: DxilLowering, o: Operation) -> Lowered:
    done = call_query(f.b, _PROCEED[o.name.removeprefix("RayQuery_")], _handle(f, o))
    return done if o.name == "RayQuery_Proceed" else None


@operation("RayQuery_CommitProceduralPrimitiveHit")
def _commit(f: DxilLowering, o: Operation) -> Lowered:
    call_query(f.b, "commit_bounding_box_intersection", _handle(f, o), f.as_type(o.arguments["t"], f32))
    return None


_NUMBERS = {
    "RayTMin": "get_ray_min_distance",
    "CommittedStatus": "get_committed_intersection_type",
    "CandidateTriangleRayT": "get_candidate_triangle_distance",
    "CommittedRayT": "get_committed_distance",
    "CandidateProceduralPrimitiveNonOpaque": "is_candidate_non_opaque_bounding_box",
}
_VECTORS = {
    "WorldRayOrigin": "get_world_space_ray_origin",
    "WorldRayDirection": "get_world_space_ray_direction",
}
_MATRICES: dict[str, str] = {}
for _which in ("Candidate", "Committed"):
    _word = _which.lower()
    _NUMBERS |= {
        f"{_which}InstanceIndex": f"get_{_word}_instance_id",
        f"{_which}InstanceID": f"get_{_word}_user_instance_id",
        f"{_which}GeometryIndex": f"get_{_word}_geometry_id",
        f"{_which}PrimitiveIndex": f"get_{_word}_primitive_id",
        f"{_which}TriangleFrontFace": f"is_{_word}_triangle_front_facing",
    }
    _VECTORS |= {
        f"{_which}TriangleBarycentrics": f"get_{_word}_triangle_barycentric_coord",
        f"{_which}ObjectRayOrigin": f"get_{_word}_ray_origin",
        f"{_which}ObjectRayDirection": f"get_{_word}_ray_direction",
    }
    _MATRICES |= {
        f"{_which}ObjectToWorld3x4": f"get_{_word}_object_to_world_transform",
        f"{_which}WorldToObject3x4": f"get_{_word}_world_to_object_transform",
    }


@operation(*(f"RayQuery_{name}" for name in _NUMBERS))
def _number(f: DxilLowering, o: Operation) -> Lowered:
    value = call_query(f.b, _NUMBERS[o.name.removeprefix("RayQuery_")], _handle(f, o))
    return f.converted(value, f.scalar(o.call.type))


@operation("RayQuery_CandidateType")
def _candidate(f: DxilLowering, o: Operation) -> Lowered:
    """DXIL numbers a triangle 0 and a box 1, Metal 1 and 2."""
    value = f.converted(call_query(f.b, "get_candidate_intersection_type", _handle(f, o)), u32)
    return value - 1


@operation(*(f"RayQuery_{name}" for name in _VECTORS))
def _vector(f: DxilLowering, o: Operation) -> Lowered:
    value = call_query(f.b, _VECTORS[o.name.removeprefix("RayQuery_")], _handle(f, o))
    component = f.integer(o.arguments["component"], "the component")
    if not isinstance(value.type, Vector) or not 0 <= component < value.type.count:
        raise f.bad(f"the component {component}")
    return value[component]


@operation(*(f"RayQuery_{name}" for name in _MATRICES))
def _matrix(f: DxilLowering, o: Operation) -> Lowered:
    """An element of the 3 x 4 matrix (rows by columns); Metal's matrix has four columns of three."""
    row, column = (f.integer(o.arguments[name], f"the {name}") for name in ("row", "col"))
    if not 0 <= row < 3 or not 0 <= column < 4:
        raise f.bad(f"row {row}, column {column} of a matrix of 3 x 4")
    value = call_query(f.b, _MATRICES[o.name.removeprefix("RayQuery_")], _handle(f, o))
    return value[column][row]
