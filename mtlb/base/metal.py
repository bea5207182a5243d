"""Metal's own enums, with the numbers common to tags of the container, AIR metadata and reflection buffers.

DataType is Metal's public MTLDataType (docs/format.md §7.3): the numbers of VATY, CNST, RETR, ARGR and LAYR. The others
have the values that reflection buffers (docs/reflection.md §2) and `constexpr sampler` constants carry.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from .enums import OpenEnum


class DataType(OpenEnum):
    """MTLDataType. `label` is Metal's spelling (``float4x4``), which is also that of `air.arg_type_name`."""

    NONE = 0
    STRUCT = 1
    ARRAY = 2
    FLOAT = 3
    FLOAT2 = 4
    FLOAT3 = 5
    FLOAT4 = 6
    FLOAT2X2 = 7
    FLOAT2X3 = 8
    FLOAT2X4 = 9
    FLOAT3X2 = 10
    FLOAT3X3 = 11
    FLOAT3X4 = 12
    FLOAT4X2 = 13
    FLOAT4X3 = 14
    FLOAT4X4 = 15
    HALF = 16
    HALF2 = 17
    HALF3 = 18
    HALF4 = 19
    HALF2X2 = 20
    HALF2X3 = 21
    HALF2X4 = 22
    HALF3X2 = 23
    HALF3X3 = 24
    HALF3X4 = 25
    HALF4X2 = 26
    HALF4X3 = 27
    HALF4X4 = 28
    INT = 29
    INT2 = 30
    INT3 = 31
    INT4 = 32
    UINT = 33
    UINT2 = 34
    UINT3 = 35
    UINT4 = 36
    SHORT = 37
    SHORT2 = 38
    SHORT3 = 39
    SHORT4 = 40
    USHORT = 41
    USHORT2 = 42
    USHORT3 = 43
    USHORT4 = 44
    CHAR = 45
    CHAR2 = 46
    CHAR3 = 47
    CHAR4 = 48
    UCHAR = 49
    UCHAR2 = 50
    UCHAR3 = 51
    UCHAR4 = 52
    BOOL = 53
    BOOL2 = 54
    BOOL3 = 55
    BOOL4 = 56
    TEXTURE = 58
    SAMPLER = 59
    POINTER = 60
    R8UNORM = 62
    R8SNORM = 63
    R16UNORM = 64
    R16SNORM = 65
    RG8UNORM = 66
    RG8SNORM = 67
    RG16UNORM = 68
    RG16SNORM = 69
    RGBA8UNORM = 70
    RGBA8UNORM_SRGB = 71
    RGBA8SNORM = 72
    RGBA16UNORM = 73
    RGBA16SNORM = 74
    RGB10A2UNORM = 75
    RG11B10FLOAT = 76
    RGB9E5FLOAT = 77
    RENDER_PIPELINE = 78
    COMPUTE_PIPELINE = 79
    INDIRECT_COMMAND_BUFFER = 80
    LONG = 81
    LONG2 = 82
    LONG3 = 83
    LONG4 = 84
    ULONG = 85
    ULONG2 = 86
    ULONG3 = 87
    ULONG4 = 88
    DOUBLE = 89
    DOUBLE2 = 90
    DOUBLE3 = 91
    DOUBLE4 = 92
    FLOAT8 = 93
    FLOAT16 = 94
    HALF8 = 95
    HALF16 = 96
    INT8 = 97
    INT16 = 98
    UINT8 = 99
    UINT16 = 100
    SHORT8 = 101
    SHORT16 = 102
    USHORT8 = 103
    USHORT16 = 104
    CHAR8 = 105
    CHAR16 = 106
    UCHAR8 = 107
    UCHAR16 = 108
    LONG8 = 109
    LONG16 = 110
    ULONG8 = 111
    ULONG16 = 112
    DOUBLE8 = 113
    DOUBLE16 = 114
    VISIBLE_FUNCTION_TABLE = 115
    INTERSECTION_FUNCTION_TABLE = 116
    PRIMITIVE_ACCELERATION_STRUCTURE = 117
    INSTANCE_ACCELERATION_STRUCTURE = 118
    BOOL8 = 119
    BOOL16 = 120
    BFLOAT = 121
    BFLOAT2 = 122
    BFLOAT3 = 123
    BFLOAT4 = 124
    DEPTH_STENCIL_STATE = 139
    TENSOR = 140

    @classmethod
    def from_type_name(cls, name: str) -> DataType:
        """The scalar, vector or matrix type that `air.arg_type_name` spells so; NONE for every other name.

        Apple's linkers write NONE too where a name has no mapping (structs, packed vectors, enumerations).
        """
        return _BY_TYPE_NAME.get(name, cls.NONE)


_SCALARS = frozenset(
    ["bfloat", "bool", "char", "double", "float", "half", "int", "long", "short", "uchar", "uint", "ulong", "ushort"]
)
_BY_TYPE_NAME = {
    member.label: member
    for member in DataType
    if member.label.rstrip("0123456789x") in _SCALARS  # float4, half3x3
}


class AccessQualifier(OpenEnum):
    """How a shader accesses a buffer or texture, as reflection numbers it."""

    INVALID = 0
    READ = 1
    WRITE = 2
    READ_WRITE = 3
    SAMPLE = 4


class AddressSpace(OpenEnum):
    """The address space of a pointer: AIR numbers it so in pointer types, and reflection in arguments."""

    PRIVATE = 0
    DEVICE = 1
    CONSTANT = 2
    THREADGROUP = 3
    IMAGEBLOCK = 4
    RAY_DATA = 5
    OBJECT_DATA = 6
    MESH_DATA = 7
    INTERSECTION_RESULT = 9
    INVALID = 255


class SamplingQualifier(OpenEnum):
    """Where in the pixel a fragment input is sampled."""

    NONE = 0
    CENTER = 1
    CENTROID = 2
    SAMPLE = 3
    INTERPOLATION_FUNCTION = 4


class InterpolationQualifier(OpenEnum):
    """How a fragment input is interpolated."""

    NONE = 0
    PERSPECTIVE = 1
    FLAT = 2
    NO_PERSPECTIVE = 3
    VERTEX_VALUE = 4


class DepthQualifier(OpenEnum):
    """How the depth that a fragment function returns compares with the interpolated one."""

    INVALID = 0
    ANY = 1
    GREATER = 2
    LESS = 3


class PatchKind(OpenEnum):
    """The patch of a post-tessellation vertex function. The tag TESS counts from 1 instead."""

    TRIANGLE = 0
    QUAD = 1


class PrimitiveKind(OpenEnum):
    """The primitive of an intersection function."""

    TRIANGLE = 0
    BOUNDING_BOX = 1
    CURVE = 2


class RoundingMode(OpenEnum):
    """How a render target output is rounded."""

    NATIVE = 0
    RTNE = 1
    RTZ = 2


class MeshTopology(OpenEnum):
    """The primitives of a mesh function."""

    INVALID = 0
    POINT = 1
    LINE = 2
    TRIANGLE = 3


class ImageblockLayout(OpenEnum):
    """Whether the layout of an imageblock follows its render targets (implicit) or its structure."""

    EXPLICIT = 1
    IMPLICIT = 2


class TensorKind(OpenEnum):
    """Whether a tensor is bound by the program or built in the shader."""

    HANDLE = 0
    INLINE = 1


class SamplerAddressMode(OpenEnum):
    """The address mode of a sampler outside the texture."""

    CLAMP_TO_ZERO = 0
    CLAMP_TO_EDGE = 1
    REPEAT = 2
    MIRRORED_REPEAT = 3
    CLAMP_TO_BORDER = 4


class SamplerFilter(OpenEnum):
    """How a sampler combines texels of one level."""

    NEAREST = 0
    LINEAR = 1
    BICUBIC = 2


class SamplerMipFilter(OpenEnum):
    """How a sampler combines levels."""

    NONE = 0
    NEAREST = 1
    LINEAR = 2


class CompareFunction(OpenEnum):
    """How a sampler compares a reference with a depth texture. Not numbered like MTLCompareFunction."""

    NONE = 0
    LESS = 1
    LESS_EQUAL = 2
    GREATER = 3
    GREATER_EQUAL = 4
    EQUAL = 5
    NOT_EQUAL = 6
    ALWAYS = 7
    NEVER = 8


COMPUTED = "(computed)"
"""What is shown in place of a `ComputedIndex`."""


class ComputedIndex(int):
    """An index that code computes from function constants when a pipeline is created, in the variable `symbol`. As a
    number it is 0, the variable's initializer.

    Source: modules of RenderBox (Apple's) that tests of imbushuo/metal2vulkan quote: in `air.location_index` and
    `air.render_target` they have `@_ZL32__metal_implicit_attr_int_expr_1` in place of an integer.
    """

    symbol: str

    def __new__(cls, symbol: str) -> ComputedIndex:
        result = super().__new__(cls, 0)
        result.symbol = symbol
        return result


Index: TypeAlias = Any
"""An `int` or a `ComputedIndex`. It is not declared as `int`, to which mypyc would convert objects of a subclass."""
