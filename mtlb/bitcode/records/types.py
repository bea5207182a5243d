"""Records of the TYPE block. Types that consist of their code alone have no row. Source: LLVM's LLVMBitCodes.h."""

from __future__ import annotations

from typing import Final

from ...ir import TypeCode
from .row import row

ROWS: Final = (
    row(TypeCode.NUMENTRY, "types:int"),
    row(TypeCode.OPAQUE, "packed:int?"),  # the name comes before it, in STRUCT_NAME
    row(TypeCode.INTEGER, "bits:int"),
    row(TypeCode.POINTER, "pointee:type address_space:int?"),
    row(TypeCode.FUNCTION_OLD, "vararg:int attributes:int result:type parameters:type*"),
    row(TypeCode.ARRAY, "size:int element:type"),
    row(TypeCode.VECTOR, "size:int element:type scalable:int*"),
    row(TypeCode.STRUCT_ANON, "packed:int elements:type*"),
    row(TypeCode.STRUCT_NAME, "name:chars*"),
    row(TypeCode.STRUCT_NAMED, "packed:int elements:type*"),  # likewise
    row(TypeCode.FUNCTION, "vararg:int result:type parameters:type*"),
    row(TypeCode.OPAQUE_POINTER, "address_space:int"),
    row(TypeCode.TARGET_TYPE, "types:int parameters:int*"),  # so many of the parameters are types; likewise
)
