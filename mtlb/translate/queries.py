"""Ray queries: Metal's `intersection_query<instancing, triangle_data>`.
A query variable consists of a handle, which the declaring function allocates and deallocates, and memory for the
flags of its ray, which Metal cannot return. `mtlb.translate.rays` has the calls and their sources."""

from __future__ import annotations

from typing import Final

from ..emit.names import u32
from ..emit.operands import TypedValue
from ..emit.types import Scalar
from ..spirv import SpirvInstruction, TypeArray, TypeOther
from ..spirv.opcodes import OP_TYPE_RAY_QUERY_KHR
from .functions import FunctionLowering
from .numbers import ids, like
from .rays import call_query, reset_query
from .registry import lowers
from .types import Types
from .values import Composite, Value, ValuePlace

_COMMITTED: Final = 1


def is_query(types: Types, type: int) -> bool:
    """Whether a type is a ray query, or an array of them."""
    kind = types.spirv.type(type)
    while isinstance(kind, TypeArray):
        kind = types.spirv.type(kind.element)
    return isinstance(kind, TypeOther) and kind.op is OP_TYPE_RAY_QUERY_KHR


def new_query(f: FunctionLowering, type: int) -> ValuePlace:
    """A query variable or array of queries, which the function deallocates at its returns."""
    return ValuePlace(type, _allocated(f, type))


def _allocated(f: FunctionLowering, type: int) -> Composite:
    if isinstance(f.spirv.type(type), TypeArray):
        return Composite(type, tuple(_allocated(f, part) for part in f.types.parts(type)))
    handle = _call(f, "allocate")
    f.queries.append(handle)
    return Composite(type, (handle, f.b.variable(u32, name="flags")))


def give_back(f: FunctionLowering) -> None:
    """Deallocate the queries of a function that returns."""
    for handle in f.queries:
        _call(f, "deallocate", handle)


def _call(f: FunctionLowering, name: str, *arguments: TypedValue | float | bool) -> TypedValue:
    return call_query(f.b, name, *arguments)


def _query(f: FunctionLowering, id: int) -> tuple[TypedValue, TypedValue]:
    """The handle of a query, and the address of its flags."""
    place = f.place(id)
    if isinstance(place, ValuePlace) and isinstance(place.value, Composite):
        parts = place.value.parts
        if len(parts) == 2 and isinstance(parts[0], TypedValue) and isinstance(parts[1], TypedValue):
            return parts[0], parts[1]
    raise f.refuse(f.spirv.definition(id), "it is used as a ray query")


@lowers("OpRayQueryInitializeKHR")
def _initialize(f: FunctionLowering, i: SpirvInstruction) -> None:
    """`air.reset_intersection_query`, with the ray's flags as parameters; they are stored beside the handle.
    The handle comes from `air.allocate_intersection_query` at the start of the function; `air.deallocate_…` is
    called at its returns."""
    query, structure, flags, mask, origin, least, direction, most = ids(i)
    handle, kept = _query(f, query)
    bits = f.unsigned(f.number(flags))
    f.b.store(bits, kept)
    ray = (f.number(origin), f.number(least), f.number(direction), f.number(most))
    reset_query(f.b, f.target.air, handle, f.number(structure), bits, f.unsigned(f.number(mask)), ray)


@lowers("OpRayQueryProceedKHR")
def _proceed(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.next_intersection_query`."""
    return _call(f, "next", _query(f, ids(i)[0])[0])


@lowers("OpRayQueryTerminateKHR")
def _terminate(f: FunctionLowering, i: SpirvInstruction) -> None:
    """`air.abort_intersection_query`."""
    _call(f, "abort", _query(f, ids(i)[0])[0])


@lowers("OpRayQueryConfirmIntersectionKHR")
def _confirm(f: FunctionLowering, i: SpirvInstruction) -> None:
    """`air.commit_triangle_intersection_…`."""
    _call(f, "commit_triangle_intersection", _query(f, ids(i)[0])[0])


@lowers("OpRayQueryGenerateIntersectionKHR")
def _generate(f: FunctionLowering, i: SpirvInstruction) -> None:
    """`air.commit_bounding_box_intersection_…`."""
    query, distance = ids(i)
    _call(f, "commit_bounding_box_intersection", _query(f, query)[0], f.number(distance))


@lowers("OpRayQueryGetRayFlagsKHR")
def _flags(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """The flags that were stored when the query was initialized."""
    return like(f, f.b.load(_query(f, ids(i)[0])[1]), f.metal(i.type))


_OF_RAY: Final = {
    "OpRayQueryGetRayTMinKHR": "get_ray_min_distance",
    "OpRayQueryGetWorldRayDirectionKHR": "get_world_space_ray_direction",
    "OpRayQueryGetWorldRayOriginKHR": "get_world_space_ray_origin",
}


@lowers(*_OF_RAY)
def _of_ray(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.get_ray_min_distance_…`, `air.get_world_space_ray_…`."""
    return _call(f, _OF_RAY[i.name], _query(f, ids(i)[0])[0])


_OF_HIT: Final = {
    "IntersectionType": "get_{}_intersection_type",
    "IntersectionT": "get_{}_distance",
    "IntersectionInstanceCustomIndex": "get_{}_user_instance_id",
    "IntersectionInstanceId": "get_{}_instance_id",
    "IntersectionGeometryIndex": "get_{}_geometry_id",
    "IntersectionPrimitiveIndex": "get_{}_primitive_id",
    "IntersectionBarycentrics": "get_{}_triangle_barycentric_coord",
    "IntersectionFrontFace": "is_{}_triangle_front_facing",
    "IntersectionObjectRayDirection": "get_{}_ray_direction",
    "IntersectionObjectRayOrigin": "get_{}_ray_origin",
    "IntersectionObjectToWorld": "get_{}_object_to_world_transform",
    "IntersectionWorldToObject": "get_{}_world_to_object_transform",
}


@lowers(*[f"OpRayQueryGet{name}KHR" for name in _OF_HIT])
def _of_hit(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.get_candidate_…` or `air.get_committed_…`."""
    query, which = ids(i)
    name = i.name.removeprefix("OpRayQueryGet").removesuffix("KHR")
    is_committed = f.constant_int(which) == _COMMITTED
    function = _OF_HIT[name].format("committed" if is_committed else "candidate")
    if name == "IntersectionT" and not is_committed:
        function = "get_candidate_triangle_distance"
    answer = _call(f, function, _query(f, query)[0])
    if f.types.is_composite(i.type):  # the columns of a matrix
        return Composite(i.type, tuple(answer[number] for number in range(len(f.types.parts(i.type)))))
    if name == "IntersectionType" and not is_committed:  # a triangle is 0 in SPIR-V, 1 in Metal
        answer = f.b.sub(answer, 1)
    type = f.metal(i.type)
    return like(f, answer, type) if isinstance(type, Scalar) and type.is_integer else answer


@lowers("OpRayQueryGetIntersectionCandidateAABBOpaqueKHR")
def _is_opaque(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """Whether the candidate box is opaque."""
    return f.b.not_(_call(f, "is_candidate_non_opaque_bounding_box", _query(f, ids(i)[0])[0]))


@lowers(
    "OpRayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetKHR",
    "OpRayQueryGetIntersectionTriangleVertexPositionsKHR",
)
def _absent(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """Refused: Metal's queries do not provide this value."""
    raise f.refuse(i, "Metal's queries do not say it")


@lowers("OpConvertUToAccelerationStructureKHR")
def _from_address(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """Refused: Metal has acceleration structures only as resources."""
    raise f.refuse(i, "an acceleration structure of Metal has no address as a number")
