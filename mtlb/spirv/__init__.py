"""SPIR-V: `read` returns a `SpirvModule` with every instruction and typed views of them; its `write` returns the
same bytes.
Instructions, enumerants and capabilities have their published names. `listing_lines` prints a module as spirv-dis
does, `mtlb.spirv.verify` reports errors in it."""

from __future__ import annotations

from .functions import SpirvBlock, SpirvFunction
from .instructions import SpirvInstruction
from .module import SpirvDecoration, SpirvEntryPoint, SpirvLocation, SpirvModule, SpirvSource, SpirvVariable
from .read import read
from .types import (
    SpirvConstant,
    SpirvType,
    TypeArray,
    TypeBool,
    TypeFloat,
    TypeFunction,
    TypeImage,
    TypeInt,
    TypeMatrix,
    TypeOther,
    TypePointer,
    TypeRuntimeArray,
    TypeSampledImage,
    TypeSampler,
    TypeStruct,
    TypeVector,
    TypeVoid,
)

__all__ = [
    "SpirvBlock",
    "SpirvConstant",
    "SpirvDecoration",
    "SpirvEntryPoint",
    "SpirvFunction",
    "SpirvInstruction",
    "SpirvLocation",
    "SpirvModule",
    "SpirvSource",
    "SpirvType",
    "SpirvVariable",
    "TypeArray",
    "TypeBool",
    "TypeFloat",
    "TypeFunction",
    "TypeImage",
    "TypeInt",
    "TypeMatrix",
    "TypeOther",
    "TypePointer",
    "TypeRuntimeArray",
    "TypeSampledImage",
    "TypeSampler",
    "TypeStruct",
    "TypeVector",
    "TypeVoid",
    "read",
]
