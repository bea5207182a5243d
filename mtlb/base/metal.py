"""MTLDataType: the numbers of VATY, CNST, RETR, ARGR and LAYR, with the names that AIR metadata uses for them.

On the ground floor because both the container and AIR speak of it; `mtlb.air.datatype` re-exports it.
Values: Metal's public MTLDataType enumeration; FORMAT.md §5.4.
"""

from __future__ import annotations

import re

from .enums import OpenEnum

__all__ = ["DataType"]


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

    @property
    def is_value(self) -> bool:
        """A scalar, vector or matrix: what a shader can hold in a register."""
        return self in _VALUES


_VALUE_NAME = re.compile(r"(float|half|bfloat|u?int|u?short|u?char|u?long|double|bool)(\d+(x\d)?)?")
_VALUES = frozenset(member for member in DataType if _VALUE_NAME.fullmatch(member.label))
_BY_TYPE_NAME = {member.label: member for member in _VALUES}
