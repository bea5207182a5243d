"""DXIL metadata about a shader: resources, types of their fields, view id dependencies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..ir import (
    Constant,
    ConstantAsMetadata,
    ConstantCode,
    MDNode,
    MDString,
    Module,
    Type,
    TypeCode,
    Value,
    constant_number,
)

SRV, UAV, CBV, SAMPLER = range(4)

# Tags of a field's annotation.
_MATRIX, _OFFSET, _NAME, _COMPONENT = 2, 3, 6, 7
# Tags of a resource.
_ELEMENT_TYPE, _STRIDE = 0, 1
_STRUCTURES = 0  # of dx.typeAnnotations
_MAX_WORDS = 1 << 16  # of a view id state that is all zeros


class DxilResource(NamedTuple):
    """A resource: its class (SRV, UAV, CBV, SAMPLER) and the fields of its metadata node."""

    category: int
    id: int
    type: Type | None
    name: str
    space: int
    lower: int
    range: int
    """The number of registers; 0xFFFFFFFF if unbounded."""
    kind: int
    size: int
    """The size of a constant buffer in bytes; the stride of a structured buffer."""
    element: int
    """The component type of its elements, or 0; for a sampler its mode (1: comparison)."""
    samples: int
    has_counter: bool


class DxilField(NamedTuple):
    """A field of a structure. `matrix` has rows, columns and orientation (1 row-major, 2 column-major)."""

    name: str
    offset: int | None
    component: int
    matrix: tuple[int, int, int] | None


class DxilStruct(NamedTuple):
    """The annotation of a structure."""

    size: int
    fields: tuple[DxilField, ...]


def node_operands(node: object) -> Sequence[object]:
    """The operands of a node; empty for anything else."""
    return node.fields if isinstance(node, MDNode) else ()


def _number(value: object, default: int = 0) -> int:
    """The value of a constant; `default` for anything else."""
    number = constant_number(value)
    return default if number is None else number


def node_integer(operand: object, default: int = 0) -> int:
    """The value of an integer constant in metadata, signed; `default` for anything else."""
    return _number(operand.value, default) if isinstance(operand, ConstantAsMetadata) else default


def node_unsigned(operand: object) -> int:
    """The value of an integer in metadata as an unsigned 32-bit number. Raises the errors of `node_integer`."""
    return node_integer(operand) & 0xFFFFFFFF


def node_text(operand: object) -> str:
    """A metadata string; "" for anything else."""
    return operand.value if isinstance(operand, MDString) else ""


def _type(operand: object) -> Type | None:
    """The type of a value, or the pointee type of a pointer."""
    if not isinstance(operand, ConstantAsMetadata):
        return None
    type: Type = operand.value.type
    return type.pointee if type.code is TypeCode.POINTER else type


def node_tags(node: object) -> dict[int, object]:
    """The tag and value pairs of a node."""
    operands = node_operands(node)
    return {node_integer(operands[i]): operands[i + 1] for i in range(0, len(operands) - 1, 2)}


def resources_of(module: Module) -> list[DxilResource]:
    """The resources, in the order of the listing: constant buffers, samplers, textures, UAVs."""
    nodes = module.named_metadata.get("dx.resources") or ()
    lists = node_operands(nodes[0]) if nodes else ()
    resources = []
    for category in (CBV, SAMPLER, SRV, UAV):
        for node in node_operands(lists[category]) if category < len(lists) else ():
            resources.append(_resource(category, node_operands(node)))
    return resources


def _resource(category: int, operands: Sequence[object]) -> DxilResource:
    padded = [*operands, *([None] * (12 - len(operands)))]
    id, kind, name, space, lower, count = padded[:6]
    common = (
        node_unsigned(id),
        _type(kind),
        node_text(name),
        node_unsigned(space),
        node_unsigned(lower),
        node_unsigned(count),
    )
    if category == CBV:
        return DxilResource(category, *common, 13, node_unsigned(padded[6]), 0, 0, False)
    if category == SAMPLER:
        return DxilResource(category, *common, 14, 0, node_unsigned(padded[6]), 0, False)
    place = 8 if category == SRV else 10
    tags = node_tags(padded[place])
    samples = node_unsigned(padded[7]) if category == SRV else 0
    has_counter = category == UAV and bool(node_integer(padded[8]))
    stride, element = node_unsigned(tags.get(_STRIDE)), node_unsigned(tags.get(_ELEMENT_TYPE))
    return DxilResource(category, *common, node_unsigned(padded[6]), stride, element, samples, has_counter)


def structs_of(module: Module) -> dict[int, DxilStruct]:
    """The annotations of structures, by the id() of their type."""
    structs: dict[int, DxilStruct] = {}
    for node in module.named_metadata.get("dx.typeAnnotations") or ():
        operands = node_operands(node)
        if not operands or node_integer(operands[0], -1) != _STRUCTURES:
            continue
        for i in range(1, len(operands) - 1, 2):
            type = _type(operands[i])
            if type is not None:
                structs[id(type)] = _struct(node_operands(operands[i + 1]))
    return structs


def _struct(operands: Sequence[object]) -> DxilStruct:
    return DxilStruct(node_unsigned(operands[0]) if operands else 0, tuple(_fields(operands[1:])))


def _fields(operands: Sequence[object]) -> Iterator[DxilField]:
    for operand in operands:
        tags = node_tags(operand)
        if not tags:  # template arguments follow the fields
            continue
        offset = tags.get(_OFFSET)
        matrix = None
        parts = [node_unsigned(operand) for operand in node_operands(tags.get(_MATRIX))]
        if len(parts) == 3:
            matrix = (parts[0], parts[1], parts[2])
        yield DxilField(
            node_text(tags.get(_NAME)),
            None if offset is None else node_unsigned(offset),
            node_unsigned(tags.get(_COMPONENT)),
            matrix,
        )


def view_id_words(module: Module) -> tuple[int, ...]:
    """The words of dx.viewIdState; empty if it is absent."""
    for node in module.named_metadata.get("dx.viewIdState") or ():
        for operand in node_operands(node):
            value: Value | None = operand.value if isinstance(operand, ConstantAsMetadata) else None
            if not isinstance(value, Constant):
                continue
            if value.code == ConstantCode.AGGREGATE:
                return tuple(_number(operand) & 0xFFFFFFFF for operand in value.operands)
            if value.code == ConstantCode.NULL and value.type.code is TypeCode.ARRAY:
                return (0,) * min(value.type.params[0], _MAX_WORDS)
            return tuple(word & 0xFFFFFFFF for word in value.params)
    return ()
