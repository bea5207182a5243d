"""The calls of Metal's `intersection_query<instancing, triangle_data>`, shared by all source languages.
Sources: the rows of `mtlb.air.probed` for the calls; for the order of `reset`'s parameters, and the numbers of
geometry and intersection kinds, the public description of LuisaCompute's Metal backend, which calls them. The
numbers of the other enumerations are a guess: the order in which Metal's specification lists them. SPIR-V's ray
flags have the numbers of DirectX Raytracing; their mapping to Metal is SPIRV-Cross's `spvMakeIntersectionParams`."""

from __future__ import annotations

from ..base.features import CURVES_SINCE
from ..emit import Builder
from ..emit.names import u32
from ..emit.operands import TypedValue

_CULL_BACK, _CULL_FRONT = 0x10, 0x20
_NO_OPAQUE, _ANY = 2, 4
_ALL_GEOMETRY, _ALL_CURVES = 3, 0xFFFFFFFF
"""Triangles and bounding boxes; the default of `curve_basis` and `curve_type`."""


def call_query(b: Builder, name: str, *arguments: TypedValue | float | bool) -> TypedValue:
    """A call of a method of a query, such as "next", whose first argument is its handle."""
    return b.air(f"{name}_intersection_query.instancing.triangle_data", *arguments)


def reset_query(
    b: Builder,
    air: tuple[int, ...],
    handle: TypedValue,
    structure: TypedValue,
    flags: TypedValue,
    mask: TypedValue,
    ray: tuple[TypedValue, TypedValue, TypedValue, TypedValue],
) -> None:
    """Begin a query. `air`: the version; `flags`: of the ray; `ray`: origin, least distance, direction, greatest."""

    def chosen(*cases: tuple[int, int]) -> TypedValue:
        """The number for the last flag that is set, as in SPIRV-Cross."""
        value = b.const(u32, 0)
        for flag, number in cases:
            value = b.select(b.compare("ne", flags & flag, 0), b.const(u32, number), value)
        return value

    cull = chosen((_CULL_BACK, 2), (_CULL_FRONT, 1))
    opacity = chosen((1, 1), (_NO_OPAQUE, 2))
    opacity_cull = chosen((0x40, 1), (0x80, 2))
    geometry_cull = (flags >> 8) & 3
    curves = (b.const(u32, _ALL_CURVES), b.const(u32, _ALL_CURVES), b.const(u32, 0))
    origin, least, direction, most = ray
    call_query(
        b,
        "reset",
        handle,
        origin,
        direction,
        least,
        most,
        structure,
        mask,
        b.const(u32, 0),
        cull,
        geometry_cull,
        opacity_cull,
        opacity,
        b.const(u32, _ALL_GEOMETRY),
        *(curves if air >= CURVES_SINCE else ()),
        False,
        b.compare("ne", flags & _ANY, 0),
    )
