"""Decorations: their valid targets, and the layout that memory shared with the host requires (docs/spirv.md §6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..enumerants import Decoration, Op, StorageClass
from ..instructions import SpirvInstruction
from ..module import ID_DECORATIONS, SpirvModule, decoration_kind
from ..opcodes import (
    OP_DECORATION_GROUP,
    OP_TYPE_ARRAY,
    OP_TYPE_POINTER,
    OP_TYPE_RUNTIME_ARRAY,
    OP_TYPE_STRUCT,
    OP_TYPE_UNTYPED_POINTER_KHR,
    OP_UNTYPED_VARIABLE_KHR,
    OP_VARIABLE,
)
from ..types import TypeArray, TypeMatrix, TypePointer, TypeRuntimeArray, TypeStruct
from .problem import SpirvProblem

_ARRAY_STRIDE: Final = Decoration.ArrayStride
_BLOCK: Final = Decoration.Block
_BUILT_IN: Final = Decoration.BuiltIn
_LOCATION: Final = Decoration.Location
_MATRIX_STRIDE: Final = Decoration.MatrixStride
_OFFSET: Final = Decoration.Offset
_SPEC_ID: Final = Decoration.SpecId

_ON_VARIABLES: Final = frozenset({Decoration.DescriptorSet, Decoration.Binding, Decoration.InputAttachmentIndex})
_ON_MEMBERS: Final = frozenset({Decoration.MatrixStride, Decoration.RowMajor, Decoration.ColMajor, Decoration.Offset})
_ON_STRUCTS: Final = frozenset({Decoration.Block, Decoration.BufferBlock})
_SHARED: Final = frozenset(
    {StorageClass.Uniform, StorageClass.StorageBuffer, StorageClass.PushConstant, StorageClass.PhysicalStorageBuffer}
)
_SCALARS: Final = frozenset({Op.OpSpecConstant, Op.OpSpecConstantTrue, Op.OpSpecConstantFalse})


def decoration_problems(module: SpirvModule) -> Iterator[SpirvProblem]:
    """Decorations with invalid targets, and shared memory without offsets or strides."""
    for instruction in module.each(*ID_DECORATIONS):
        target = module.definitions[int(instruction.operands[0])]
        if target.op is OP_DECORATION_GROUP:
            continue
        expected = _expected_target(decoration_kind(int(instruction.operands[1])), target)
        if expected is not None:
            yield SpirvProblem("decoration", instruction, f"%{target.id}, which it is on, is not {expected}")
    yield from _location_problems(module)
    seen: set[tuple[int, bool]] = set()
    for variable in module.variables.values():
        if variable.storage in _SHARED:
            for reason in _layout(module, variable.pointee, 0, False, seen):
                yield SpirvProblem("decoration", variable.instruction, reason)


def _expected_target(kind: Decoration, target: SpirvInstruction) -> str | None:
    """The required target of a decoration, if the actual target differs."""
    if kind in _ON_VARIABLES:
        return None if target.op in (OP_VARIABLE, OP_UNTYPED_VARIABLE_KHR) else "a variable"
    if kind in _ON_MEMBERS:
        return "a member of a struct" if target.op is not OP_VARIABLE or kind is not _OFFSET else None
    if kind in _ON_STRUCTS:
        return None if target.op is OP_TYPE_STRUCT else "a struct"
    if kind is _SPEC_ID:
        return None if target.op in _SCALARS else "a scalar specialization constant"
    if kind is _ARRAY_STRIDE:
        arrays = (OP_TYPE_ARRAY, OP_TYPE_RUNTIME_ARRAY, OP_TYPE_POINTER, OP_TYPE_UNTYPED_POINTER_KHR)
        return None if target.op in arrays else "an array or a pointer"
    return None


def _location_problems(module: SpirvModule) -> Iterator[SpirvProblem]:
    """Built-ins that also have a location."""
    for variable in module.variables.values():
        built_in = module.decoration(variable.id, _BUILT_IN)
        if built_in is not None and module.decoration(variable.id, _LOCATION) is not None:
            yield SpirvProblem("decoration", variable.instruction, "it has a location and is a built-in")


def _layout(
    module: SpirvModule, type_id: int, owner: int, has_stride: bool, seen: set[tuple[int, bool]]
) -> Iterator[str]:
    """The missing layout decorations of a type in shared memory. `has_stride`: the member that contains it has a
    matrix stride."""
    if (type_id, has_stride) in seen:
        return
    seen.add((type_id, has_stride))
    kind = module.types.get(type_id)
    if isinstance(kind, (TypeArray, TypeRuntimeArray)):
        element = module.types.get(kind.element)
        is_data = not isinstance(element, TypeStruct) or module.decoration(element.id, _BLOCK) is None
        if is_data and module.decoration(type_id, _ARRAY_STRIDE) is None and owner:
            yield f"the array %{type_id} in shared memory has no ArrayStride"
        yield from _layout(module, kind.element, owner, has_stride, seen)
    elif isinstance(kind, TypeMatrix):
        if owner and not has_stride:
            yield f"the matrix %{type_id} in the struct %{owner} has no MatrixStride"
    elif isinstance(kind, TypeStruct):
        for index, member in enumerate(kind.members):
            if module.member_decoration(type_id, index, _OFFSET) is None:
                yield f"the member {index} of the struct %{type_id} has no Offset"
            strided = module.member_decoration(type_id, index, _MATRIX_STRIDE) is not None
            if not isinstance(module.types.get(member), TypePointer):
                yield from _layout(module, member, type_id, strided, seen)
