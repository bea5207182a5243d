"""Coded numbers in Direct3D formats, with the words that Microsoft's compiler prints.
A number without a word is printed as a number, and kept."""

from __future__ import annotations

from ..base.enums import OpenEnum


class ShaderKind(OpenEnum):
    """The kind of a program, as SHDR, SHEX, DXIL and PSV0 store it."""

    PIXEL = 0
    VERTEX = 1
    GEOMETRY = 2
    HULL = 3
    DOMAIN = 4
    COMPUTE = 5
    LIBRARY = 6
    RAY_GENERATION = 7
    INTERSECTION = 8
    ANY_HIT = 9
    CLOSEST_HIT = 10
    MISS = 11
    CALLABLE = 12
    MESH = 13
    AMPLIFICATION = 14
    NODE = 15

    @property
    def prefix(self) -> str:
        """The prefix of a profile: ``ps`` in ``ps_5_0``."""
        return _PREFIXES.get(int(self), "lib" if 7 <= self <= 12 or self == 15 else f"kind{int(self)}")


_PREFIXES = {0: "ps", 1: "vs", 2: "gs", 3: "hs", 4: "ds", 5: "cs", 6: "lib", 13: "ms", 14: "as"}


def word(words: dict[int, str], value: int) -> str:
    """The word for a number, or ``unknown(N)``."""
    return words.get(value, f"unknown({value})")


def mask_text(mask: int) -> str:
    """Four columns for a four-bit mask: ``x z ``."""
    return "".join(c if mask >> i & 1 else " " for i, c in enumerate("xyzw"))


DIMENSIONS = {
    0: "unknown",
    1: "buffer",
    2: "texture1d",
    3: "texture2d",
    4: "texture2dms",
    5: "texture3d",
    6: "texturecube",
    7: "texture1darray",
    8: "texture2darray",
    9: "texture2dmsarray",
    10: "texturecubearray",
    11: "raw_buffer",
    12: "structured_buffer",
}
"""Resource dimensions in tokens."""

RETURN_TYPES = {
    1: "unorm",
    2: "snorm",
    3: "sint",
    4: "uint",
    5: "float",
    6: "mixed",
    7: "double",
    8: "<continued>",
    9: "<unused>",
}
"""Resource return types, in tokens and in RDEF."""

INTERPOLATIONS = {
    0: "undefined",
    1: "constant",
    2: "linear",
    3: "linear centroid",
    4: "linear noperspective",
    5: "linear noperspective centroid",
    6: "linear sample",
    7: "linear noperspective sample",
}
"""Interpolation modes of pixel shader inputs."""

SYSTEM_NAMES = {
    0: "undefined",
    1: "position",
    2: "clip_distance",
    3: "cull_distance",
    4: "rendertarget_array_index",
    5: "viewport_array_index",
    6: "vertex_id",
    7: "primitive_id",
    8: "instance_id",
    9: "is_front_face",
    10: "sampleIndex",
    11: "finalQuadUeq0EdgeTessFactor",
    12: "finalQuadVeq0EdgeTessFactor",
    13: "finalQuadUeq1EdgeTessFactor",
    14: "finalQuadVeq1EdgeTessFactor",
    15: "finalQuadUInsideTessFactor",
    16: "finalQuadVInsideTessFactor",
    17: "finalTriUeq0EdgeTessFactor",
    18: "finalTriVeq0EdgeTessFactor",
    19: "finalTriWeq0EdgeTessFactor",
    20: "finalTriInsideTessFactor",
    21: "finalLineDetailTessFactor",
    22: "finalLineDensityTessFactor",
    23: "barycentrics",
    24: "shading_rate",
    25: "cull_primitive",
}
"""Names of system values in declarations; signatures number them differently (signatures.py)."""

UNBOUNDED = 0xFFFFFFFF
"""The descriptor count of an unbounded range."""

SAMPLER_MODES = {0: "mode_default", 1: "mode_comparison", 2: "mode_mono"}

_PRIMITIVES = {0: "undefined", 1: "point", 2: "line", 3: "triangle", 6: "lineadj", 7: "triangleadj"}
_FIRST_PATCH = 8  # patches of 1 to 32 control points


def primitive_word(value: int) -> str:
    """The input primitive of a geometry shader; patches are ``patch1`` to ``patch32``."""
    if _FIRST_PATCH <= value < _FIRST_PATCH + 32:
        return f"patch{value - _FIRST_PATCH + 1}"
    return word(_PRIMITIVES, value)


TOPOLOGIES = {
    0: "undefined",
    1: "pointlist",
    2: "linelist",
    3: "linestrip",
    4: "trianglelist",
    5: "trianglestrip",
    10: "linelistadj",
    11: "linestripadj",
    12: "trianglelistadj",
    13: "trianglestripadj",
}
TESSELLATOR_DOMAINS = {0: "domain_undefined", 1: "domain_isoline", 2: "domain_tri", 3: "domain_quad"}
PARTITIONINGS = {
    0: "partitioning_undefined",
    1: "partitioning_integer",
    2: "partitioning_pow2",
    3: "partitioning_fractional_odd",
    4: "partitioning_fractional_even",
}
TESSELLATOR_OUTPUTS = {
    0: "output_undefined",
    1: "output_point",
    2: "output_line",
    3: "output_triangle_cw",
    4: "output_triangle_ccw",
}

PRECISIONS = {0: "def32", 1: "min16f", 2: "min2_8f", 4: "min16i", 5: "min16u", 0xF0: "any16", 0xF1: "any10"}
"""Minimum precisions, for operands and signature elements."""

COMPONENT_TYPES = {
    0: "unknown",
    1: "uint",
    2: "int",
    3: "float",
    4: "uint16",
    5: "int16",
    6: "fp16",
    7: "uint64",
    8: "int64",
    9: "double",
}
"""Component types of signature elements."""


def component_type_word(component_type: int, precision: int = 0) -> str:
    """The Format column of a signature: the minimum precision if there is one."""
    return word(PRECISIONS, precision) if precision else word(COMPONENT_TYPES, component_type)
