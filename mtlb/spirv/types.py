"""Types and constants of a module, as typed views of instructions (docs/spirv.md §7)."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Final

from ..base.classes import dataclass
from ..base.errors import FormatError
from .enumerants import Dim, ImageFormat, Op, SpirvAccessQualifier, StorageClass
from .grammar import INSTRUCTIONS
from .instructions import SpirvInstruction
from .opcodes import (
    OP_CONSTANT,
    OP_CONSTANT_COMPOSITE,
    OP_CONSTANT_COMPOSITE_REPLICATE_EXT,
    OP_CONSTANT_FALSE,
    OP_CONSTANT_TRUE,
    OP_SPEC_CONSTANT,
    OP_SPEC_CONSTANT_COMPOSITE,
    OP_SPEC_CONSTANT_COMPOSITE_REPLICATE_EXT,
    OP_SPEC_CONSTANT_FALSE,
    OP_SPEC_CONSTANT_TRUE,
    OP_TYPE_ARRAY,
    OP_TYPE_BOOL,
    OP_TYPE_FLOAT,
    OP_TYPE_FUNCTION,
    OP_TYPE_IMAGE,
    OP_TYPE_INT,
    OP_TYPE_MATRIX,
    OP_TYPE_POINTER,
    OP_TYPE_RUNTIME_ARRAY,
    OP_TYPE_SAMPLED_IMAGE,
    OP_TYPE_SAMPLER,
    OP_TYPE_STRUCT,
    OP_TYPE_VECTOR,
    OP_TYPE_VOID,
)


@dataclass(frozen=True)
class SpirvType:
    """A type. `id` is its result id; other fields that refer to types hold ids."""

    id: int


@dataclass(frozen=True)
class TypeVoid(SpirvType):
    """OpTypeVoid."""


@dataclass(frozen=True)
class TypeBool(SpirvType):
    """OpTypeBool."""


@dataclass(frozen=True)
class TypeInt(SpirvType):
    """OpTypeInt. `width` is in bits."""

    width: int
    signed: bool


@dataclass(frozen=True)
class TypeFloat(SpirvType):
    """OpTypeFloat. `width` is in bits; `encoding` is a value of FPEncoding, or None for IEEE 754."""

    width: int
    encoding: int | None = None


@dataclass(frozen=True)
class TypeVector(SpirvType):
    """OpTypeVector."""

    component: int
    count: int


@dataclass(frozen=True)
class TypeMatrix(SpirvType):
    """OpTypeMatrix: `count` columns."""

    column: int
    count: int


@dataclass(frozen=True)
class TypeImage(SpirvType):
    """OpTypeImage.
    `depth` is 0 for a non-depth image, 1 for a depth image, 2 if unspecified. `sampled` is 1 for use with a sampler,
    2 without, 0 if only known at run time. `access` is None if it is not stated."""

    sampled_type: int
    dim: Dim
    depth: int
    arrayed: bool
    multisampled: bool
    sampled: int
    format: ImageFormat
    access: SpirvAccessQualifier | None


@dataclass(frozen=True)
class TypeSampler(SpirvType):
    """OpTypeSampler."""


@dataclass(frozen=True)
class TypeSampledImage(SpirvType):
    """OpTypeSampledImage: an image with a sampler."""

    image: int


@dataclass(frozen=True)
class TypeArray(SpirvType):
    """OpTypeArray. `length` is the id of a constant."""

    element: int
    length: int


@dataclass(frozen=True)
class TypeRuntimeArray(SpirvType):
    """OpTypeRuntimeArray."""

    element: int


@dataclass(frozen=True)
class TypeStruct(SpirvType):
    """OpTypeStruct."""

    members: tuple[int, ...]


@dataclass(frozen=True)
class TypePointer(SpirvType):
    """OpTypePointer."""

    storage: StorageClass
    pointee: int


@dataclass(frozen=True)
class TypeFunction(SpirvType):
    """OpTypeFunction."""

    result: int
    parameters: tuple[int, ...]


@dataclass(frozen=True)
class TypeOther(SpirvType):
    """Any other type, such as OpTypeAccelerationStructureKHR."""

    op: Op
    operands: tuple[int | str, ...]


def is_type(instruction: SpirvInstruction) -> bool:
    """Whether it declares a type: its name begins with ``OpType`` and it has a result."""
    return not instruction.type and instruction.id != 0 and instruction.op in TYPES  # its type is 0


TYPES: Final = frozenset(op for op, row in INSTRUCTIONS.items() if row.name.startswith("OpType"))
"""The opcodes of types."""


_STORAGE: Final = {int(storage): storage for storage in StorageClass}


def storage_class(number: int) -> StorageClass:
    """The storage class with this number."""
    member = _STORAGE.get(number)
    return StorageClass(number) if member is None else member  # a call of the class is Python's


def type_from(instruction: SpirvInstruction) -> SpirvType:
    """The type that an instruction declares."""
    own, op = instruction.id, instruction.op
    values = tuple(int(operand) for operand in instruction.operands if not isinstance(operand, str))
    if op is OP_TYPE_VOID:
        return TypeVoid(own)
    if op is OP_TYPE_BOOL:
        return TypeBool(own)
    if op is OP_TYPE_INT:
        return TypeInt(own, values[0], values[1] != 0)
    if op is OP_TYPE_FLOAT:
        return TypeFloat(own, values[0], values[1] if len(values) > 1 else None)
    if op is OP_TYPE_VECTOR:
        return TypeVector(own, values[0], values[1])
    if op is OP_TYPE_MATRIX:
        return TypeMatrix(own, values[0], values[1])
    if op is OP_TYPE_IMAGE:
        access = SpirvAccessQualifier(values[7]) if len(values) > 7 else None
        sampled, depth, arrayed, multisampled = values[5], values[2], values[3] != 0, values[4] != 0
        return TypeImage(
            own, values[0], Dim(values[1]), depth, arrayed, multisampled, sampled, ImageFormat(values[6]), access
        )
    if op is OP_TYPE_SAMPLER:
        return TypeSampler(own)
    if op is OP_TYPE_SAMPLED_IMAGE:
        return TypeSampledImage(own, values[0])
    if op is OP_TYPE_ARRAY:
        return TypeArray(own, values[0], values[1])
    if op is OP_TYPE_RUNTIME_ARRAY:
        return TypeRuntimeArray(own, values[0])
    if op is OP_TYPE_STRUCT:
        return TypeStruct(own, values)
    if op is OP_TYPE_POINTER:
        return TypePointer(own, storage_class(values[0]), values[1])
    if op is OP_TYPE_FUNCTION:
        return TypeFunction(own, values[0], values[1:])
    return TypeOther(own, op, instruction.operands)


# --- constants --------------------------------------------------------------------------------------------------------

ConstantValue = bool | int | float | tuple[int, ...] | None


@dataclass(eq=False, init=False)
class SpirvConstant:
    """A constant.
    `value` is a boolean, a number (signed if its type is), the ids of a composite's constituents, or None: for
    OpConstantNull and OpUndef, and for OpSpecConstantOp, whose opcode and operands are in `instruction`."""

    id: int
    type: int
    value: ConstantValue
    instruction: SpirvInstruction

    def __init__(self, id: int, type: int, value: ConstantValue, instruction: SpirvInstruction) -> None:
        self.id, self.type, self.value, self.instruction = id, type, value, instruction  # compiled, unlike dataclass's

    @property
    def op(self) -> Op:
        """The instruction that declares it."""
        return self.instruction.op

    @property
    def is_spec(self) -> bool:
        """Whether it can be specialized; `value` is the default."""
        return self.op in _SPECIALIZED


_SPECIALIZED: Final = frozenset(
    {
        Op.OpSpecConstantTrue,
        Op.OpSpecConstantFalse,
        Op.OpSpecConstant,
        Op.OpSpecConstantComposite,
        Op.OpSpecConstantCompositeReplicateEXT,
        Op.OpSpecConstantOp,
    }
)
CONSTANTS: Final = _SPECIALIZED | {
    Op.OpConstantTrue,
    Op.OpConstantFalse,
    Op.OpConstant,
    Op.OpConstantComposite,
    Op.OpConstantCompositeReplicateEXT,
    Op.OpConstantSampler,
    Op.OpConstantNull,
}
FLOAT_FORMATS: Final = {16: struct.Struct("<e"), 32: struct.Struct("<f"), 64: struct.Struct("<d")}


def is_constant(instruction: SpirvInstruction) -> bool:
    """Whether it declares a constant; OpUndef outside of functions does not count."""
    return instruction.type != 0 and instruction.op in CONSTANTS


def constant_of(
    instruction: SpirvInstruction, types: Mapping[int, SpirvType], earlier: Mapping[int, SpirvConstant]
) -> SpirvConstant:
    """The constant that an instruction declares; `earlier` has the preceding constants, which may be array lengths
    in its type."""
    return SpirvConstant(instruction.id, instruction.type, _value(instruction, types, earlier), instruction)


def _value(
    instruction: SpirvInstruction, types: Mapping[int, SpirvType], earlier: Mapping[int, SpirvConstant]
) -> ConstantValue:
    op = instruction.op
    if op is OP_CONSTANT_TRUE or op is OP_SPEC_CONSTANT_TRUE:
        return True
    if op is OP_CONSTANT_FALSE or op is OP_SPEC_CONSTANT_FALSE:
        return False
    if op is OP_CONSTANT or op is OP_SPEC_CONSTANT:
        return number_of(int(instruction.operands[0]), types[instruction.type])
    if op is OP_CONSTANT_COMPOSITE or op is OP_SPEC_CONSTANT_COMPOSITE:
        return instruction.ids
    if op is OP_CONSTANT_COMPOSITE_REPLICATE_EXT or op is OP_SPEC_CONSTANT_COMPOSITE_REPLICATE_EXT:
        count = _part_count(types[instruction.type], earlier)
        return None if count is None else instruction.ids * count
    return None


def _part_count(type: SpirvType, earlier: Mapping[int, SpirvConstant]) -> int | None:
    """The number of constituents of a constant with this type; None if its length must be computed."""
    if isinstance(type, (TypeVector, TypeMatrix)):
        return type.count
    if isinstance(type, TypeStruct):
        return len(type.members)
    if not isinstance(type, TypeArray):
        return 1  # a cooperative matrix
    length = earlier.get(type.length)
    value = None if length is None else length.value
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def number_of(bits: int, kind: SpirvType) -> int | float:
    """The number for the bits of a literal, which fills whole words. Raises FormatError for a type that is not
    numeric."""
    if isinstance(kind, TypeInt):
        bits &= (1 << kind.width) - 1
        return bits - (1 << kind.width) if kind.signed and kind.width and bits >> (kind.width - 1) else bits
    if isinstance(kind, TypeFloat):
        if kind.encoding is None and (form := FLOAT_FORMATS.get(kind.width)) is not None:
            value: float = form.unpack(bits.to_bytes(8, "little")[: form.size])[0]
            return value
        return bits
    raise FormatError(f"%{kind.id} is not the type of a number")
