"""Less common stages: meshes, whose vertices are set member by member in AIR and as structs in Metal, and
imageblocks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ..air.entry_points import EntryArgument
from ..air.intrinsics import intrinsic
from ..ir import BasicBlock, Instruction, Value, constant_number
from .uses import callee_name, memory_of

_PREFIX, _SUFFIX = "set_", "_mesh"
_ALONE = ("index", "indices", "primitive_count")


@dataclass(slots=True)
class MeshText:
    """The structs of a mesh: their names, and for each member the key of the call that sets it, and its type."""

    vertex: str = ""
    vertex_members: dict[str, str] = field(default_factory=dict)
    primitive: str = ""
    primitive_members: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class PixelText:
    """The struct of an imageblock: its name, and the names and types of its members."""

    name: str
    members: list[tuple[str, str]]


@dataclass(slots=True)
class MeshGroup:
    """The calls that set the members of a vertex or a primitive, by key; the statement is placed at the last call."""

    is_vertex: bool
    number: Value
    handle: Value
    values: dict[str, Value] = field(default_factory=dict)
    calls: list[Instruction] = field(default_factory=list)


def member_key(argument: EntryArgument) -> str:
    """The key of a mesh member: its number among the data, or its builtin."""
    word = {"mesh_vertex_data": "vertex_data", "mesh_primitive_data": "primitive_data"}.get(argument.kind)
    return f"{word}{argument.id}" if word else argument.kind


def mesh_calls(block: BasicBlock, mesh: MeshText) -> Iterator[MeshGroup]:
    """The groups of calls in a block that each form a `mesh::set_vertex` or `set_primitive`.
    A group ends when all members are set, when another vertex begins, or when memory is written; incomplete groups
    are returned too."""
    group: MeshGroup | None = None
    for instruction in block.instructions:
        key = _key(instruction)
        if not key:
            if group is not None and memory_of(instruction).writes is not None:
                yield group
                group = None
            continue
        is_vertex = key in mesh.vertex_members
        handle, *rest = instruction.arguments
        number = rest[1] if key[-1].isdigit() else rest[0]
        is_same = group is not None and group.is_vertex is is_vertex and group.number is number
        if group is not None and (not is_same or key in group.values):
            yield group
            group = None
        if group is None:
            group = MeshGroup(is_vertex, number, handle)
        group.values[key] = rest[-1]
        group.calls.append(instruction)
        if len(group.values) == len(mesh.vertex_members if is_vertex else mesh.primitive_members):
            yield group
            group = None
    if group is not None:
        yield group


def _key(instruction: Instruction) -> str:
    """The member of a mesh's vertices or primitives that a call sets; "" for another instruction."""
    function = intrinsic(callee_name(instruction))
    if function is None:
        return ""
    name = function.family.name
    if not (name.startswith(_PREFIX) and name.endswith(_SUFFIX)):
        return ""
    key = name[len(_PREFIX) : -len(_SUFFIX)]
    if key in _ALONE:
        return ""
    return f"{key}{constant_number(instruction.arguments[1])}" if key.endswith("_data") else key
