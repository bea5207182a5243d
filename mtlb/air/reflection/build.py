"""Builds the reflection graph from a module's entry points, in the order in which Apple's linker creates the nodes.

The order is: function node, outputs, arguments depth first (a struct's node directly after its first use; later uses
share it), attributes of the function, function constants (docs/reflection.md §2.1: exact on every real buffer).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from ...base.errors import FormatError
from ...base.metal import AccessQualifier
from ...base.versions import Version
from ...container import FunctionType
from ...ir import MDNode, Module
from ..cursor import Operands
from ..entry_points import EntryArgument, EntryPoint, MeshType, Patch, StructField, StructType
from ..facts import function_constants, threadgroup_allocations
from ..names import PREFIX, VISIBLE_REFERENCES
from ..words import FUNCTION_FLAGS, PRIMITIVE_WORDS
from .nodes import FieldValue, Node, Reflection, Table
from .schema import SUBTABLES, NodeType, Slot, SlotKind, slots_of

FUNCTION_NODES = {
    FunctionType.FRAGMENT: (NodeType.FRAGMENT_FUNCTION, "fragment_functions"),
    FunctionType.INTERSECTION: (NodeType.INTERSECTION_FUNCTION, "intersection_functions"),
    FunctionType.KERNEL: (NodeType.KERNEL_FUNCTION, "kernel_functions"),
    FunctionType.VERTEX: (NodeType.VERTEX_FUNCTION, "vertex_functions"),
    FunctionType.VISIBLE: (NodeType.VISIBLE_FUNCTION, "visible_functions"),
    FunctionType.MESH: (NodeType.MESH_FUNCTION, "mesh_functions"),
    FunctionType.OBJECT: (NodeType.OBJECT_FUNCTION, "object_functions"),
    FunctionType.EXTERN: (NodeType.CI_FUNCTION, "ci_functions"),
}
"""The reflection node of each type of function, and the root's list of them."""

UNFILLED_SLOTS = frozenset(
    {
        "location",
        "rounding_mode",
        "master",
        "alias_all_render_targets",
        "alias_render_target_index",
        "inline_type_info",
    }
)
"""Slots of arguments, outputs and members that are never written: Apple's buffers never have them, and their metadata
keys are unknown (an unknown key is reported in the entry point's warnings). Every other slot has a field of the same
name in `EntryArgument` or `StructField`. docs/reflection-keys.md lists them.
"""

UNMADE_NODES = frozenset(
    {
        NodeType.GLOBAL_BINDING,
        NodeType.INLINE_TYPE_INFO,
        NodeType.ADDRESS_SPACE_TYPE_QUAL,
        NodeType.RECORD_BASE,
        *[type for type in NodeType if type.name.startswith("MESH_EMULATION_")],
        *[type for type in NodeType if type.name.endswith("_ATTR") and not type.name.endswith("_FN_ATTR")],
    }
)
"""Node types that are never created, for the same reasons. docs/reflection-keys.md lists them."""

_DIMENSION = re.compile(r"_(?=[123]d)")
"""What "air.texture_2d_type" has and the node's name `TEXTURE2D_TYPE` does not."""
_ACCESS = {item.name.lower(): item for item in AccessQualifier}
"""How the metadata of a texture's type spells its access; "sample" is seen."""

_Visit = Iterator["_Visit"]
"""A visit of a node; it yields the visits of the nodes below it."""


_DEEPEST_NESTING = 10_000
"""The limit of nested structs; compilers stop at a few hundred."""


def reflect(module: Module, entries: list[EntryPoint], version: Version | None) -> Reflection:
    """The reflection graph of a module. Facts without a form in reflection are omitted; the parser has warned about
    them.
    """
    reflection = Reflection(version)
    for entry in entries:
        _Reflector(reflection).function(entry)
    for constant in function_constants(module):
        index, node = reflection.add(NodeType.FUNCTION_CONSTANT)
        reflection.function_constants.append(index)
        node.values.update(
            type_name=constant.type_name, name=constant.name, index=constant.index, required=constant.required
        )
    for number, listed in enumerate(module.named_metadata.get(VISIBLE_REFERENCES, ())):
        operands = Operands(listed, f"!air.visible_function_references[{number}]", 2)
        index, node = reflection.add(NodeType.VISIBLE_FUNCTION_REFERENCE)
        reflection.visible_function_references.append(index)
        node.values["function_name"] = operands.string("a name")
    for _, size, alignment in threadgroup_allocations(module):
        reflection.static_local_allocations.append(Table("LocalAllocation", {"size": size, "alignment": alignment}))
    return reflection


def _filled(slots: tuple[Slot, ...]) -> tuple[str, ...]:
    """The names of the slots that are written."""
    return tuple([slot.name for slot in slots if slot.name not in UNFILLED_SLOTS])


_MEMBER_NAMES: Final = _filled(slots_of(SUBTABLES["StructTypeInfoField"]))


@lru_cache(256)  # larger than the number of kinds
def _node_of(kind: str, is_output: bool) -> tuple[NodeType, tuple[str, ...]] | None:
    """The node type for an argument or output of this kind, and the names of the slots that are written."""
    type = NodeType.of_kind(kind, is_output=is_output)
    return None if type is None or type.slots is None else (type, _filled(type.slots))


class _Reflector:
    """Creates the nodes of one entry point."""

    def __init__(self, reflection: Reflection) -> None:
        self.reflection = reflection
        self.name = ""
        self.structs: dict[StructType, int] = {}
        self.types: dict[MDNode, int] = {}

    def run(self, visit: _Visit) -> None:
        """Run the visits depth first, without recursion."""
        stack = [visit]
        while stack:
            below = next(stack[-1], None)
            if below is None:
                stack.pop()
            elif len(stack) > _DEEPEST_NESTING:
                raise FormatError(f"metadata of {self.name!a}: types nested more than {_DEEPEST_NESTING} deep")
            else:
                stack.append(below)

    def function(self, entry: EntryPoint) -> None:
        if entry.kind not in FUNCTION_NODES:
            return  # exports of dynamic libraries: their buffer has only the version
        type, root = FUNCTION_NODES[entry.kind]
        index, node = self.reflection.add(type)
        getattr(self.reflection, root).append(index)
        node.values["name"] = self.name = entry.name
        if entry.kind is FunctionType.VISIBLE:
            self.stitching(node, entry)
            self.attributes(node, entry)
            return
        returns = "return_type" if entry.kind is FunctionType.FRAGMENT else "return_types"
        node.values[returns] = self.all(entry.outputs)
        node.values["arguments"] = self.all(entry.arguments)
        self.flags(node, entry)
        self.attributes(node, entry)

    def all(self, arguments: list[EntryArgument]) -> list[int]:
        """The nodes of these arguments, each followed by the nodes that it refers to."""
        indices: list[int] = []
        for argument in arguments:
            self.run(self.argument(argument, indices))
        return indices

    def argument(self, argument: EntryArgument, indices: list[int]) -> _Visit:
        result = _node_of(argument.kind, argument.index is None)
        if result is None:
            return
        type, names = result
        index, node = self.reflection.add(type)
        indices.append(index)
        yield from self.fill(names, argument, node.values)

    def fill(
        self, names: tuple[str, ...], source: EntryArgument | StructField, values: dict[str, FieldValue]
    ) -> _Visit:
        """Fill these slots of a table from the fields of the same names."""
        for name in names:
            value = getattr(source, name)
            if value is None or isinstance(value, (str, int)):
                if name == "function_constant":
                    values[name] = False
                elif value is not None:
                    values[name] = value
            elif name == "function_constant":
                values[name] = True
            elif isinstance(value, StructType):
                yield from self.struct(value, values)
            elif isinstance(value, MeshType):
                yield self.mesh_type(value, values)
            elif isinstance(value, EntryArgument):
                numbers: list[int] = []
                yield self.argument(value, numbers)
                if numbers:
                    values[name] = numbers[0]
            elif isinstance(value, list):
                fields: list[int] = []
                values[name] = fields
                for part in value:
                    yield self.argument(part, fields)

    def struct(self, struct: StructType, values: dict[str, FieldValue]) -> _Visit:
        """Set the slot that refers to a struct's node; visit the struct on its first use."""
        index = self.structs.get(struct)
        if index is not None:
            values["struct_type_info"] = index
            return
        index, node = self.reflection.add(NodeType.STRUCT_TYPE_INFO)
        self.structs[struct] = index
        values["struct_type_info"] = index
        yield self.members(struct, node)

    def members(self, struct: StructType, node: Node) -> _Visit:
        tables: list[Table] = []
        node.values["fields"] = tables
        for member in struct.fields:
            values: dict[str, FieldValue] = {}
            tables.append(Table("StructTypeInfoField", values))
            yield from self.fill(_MEMBER_NAMES, member, values)

    def mesh_type(self, mesh: MeshType, values: dict[str, FieldValue]) -> _Visit:
        index, info = self.reflection.add(NodeType.MESH_TYPE_INFO)
        values["mesh_type_info"] = index
        info.values.update(
            max_vertices=mesh.max_vertices, max_primitives=mesh.max_primitives, topology=int(mesh.topology)
        )
        for slot, outputs in (("vertex_types", mesh.vertex_types), ("primitive_types", mesh.primitive_types)):
            indices: list[int] = []
            info.values[slot] = indices
            for output in outputs:
                yield self.argument(output, indices)

    # attributes

    def flags(self, node: Node, entry: EntryPoint) -> None:
        """String attributes: boolean slots of the function's node, or the primitive of an intersection function."""
        for flag in entry.flags:
            if flag in PRIMITIVE_WORDS and entry.kind is FunctionType.INTERSECTION:
                node.values["primitive_kind"] = int(PRIMITIVE_WORDS[flag])
            elif flag in FUNCTION_FLAGS.get(entry.kind, ()):
                node.values[flag] = True

    def attributes(self, node: Node, entry: EntryPoint) -> None:
        """Create a node for each attribute with a value, in the slot of the function's node with its name."""
        for slot, type, values in (
            ("vec_type_hint", NodeType.VEC_TYPE_HINT_FN_ATTR, {"type_name": entry.vec_type_hint}),
            ("workgroup_size", NodeType.WORKGROUP_SIZE_FN_ATTR, _size3(entry.work_group_size)),
            ("workgroup_size_hint", NodeType.WORKGROUP_SIZE_HINT_FN_ATTR, _size3(entry.work_group_size_hint)),
            ("workgroup_max_size", NodeType.WORKGROUP_MAX_SIZE_FN_ATTR, {"size": entry.max_work_group_size}),
            ("max_mesh_workgroups", NodeType.MAX_MESH_WORKGROUPS_FN_ATTR, {"workgroups": entry.max_mesh_work_groups}),
            ("patch", NodeType.PATCH_FN_ATTR, _patch(entry.patch)),
            ("user_annotation", NodeType.USER_ANNOTATION_FN_ATTR, {"annotation": entry.user_annotation}),
        ):
            present = {name: value for name, value in values.items() if value is not None}
            if present and node.type.has_slot(slot):
                node.values[slot], result = self.reflection.add(type)
                result.values.update(present)

    # stitching

    def stitching(self, node: Node, entry: EntryPoint) -> None:
        """Create the nodes for the result and arguments of a stitchable function, from the types in its metadata."""
        if entry.stitching is None:
            return
        info = Table("StitchingInfo")
        node.values["stitching_info"] = info
        result, *arguments = entry.stitching
        numbers: list[int] = []
        self.run(self.type(result.type, numbers))
        info.values["return_type"] = numbers[0]
        listed: list[int] = []
        info.values["arguments"] = listed
        for argument in arguments:
            index, argument_node = self.reflection.add(NodeType.STITCHING_ARGUMENT)
            listed.append(index)
            numbers = []
            self.run(self.type(argument.type, numbers))
            argument_node.values.update(type=numbers[0], name=argument.name)

    def type(self, described: MDNode, numbers: list[int]) -> _Visit:
        """{"air.stitching_type", type, functions…}, or {"air.<name>_type", values in the order of the node's slots};
        for the member of a struct "air.record_field". Source of structs, arrays and textures: the library with a
        SwiftUI::Layer in ixjosemi/AgentGlance.
        """
        operands = Operands(described, "stitching type")
        key = operands.string("a type")
        if key == "air.stitching_type":
            described = operands.node("a type")
            operands = Operands(described, "stitching type")
            key = operands.string("a type")
        if described in self.types:
            numbers.append(self.types[described])
            return
        type = NodeType.__members__.get(_DIMENSION.sub("", key.removeprefix(PREFIX)).upper())
        is_type = key.endswith(("_type", "_type_qual")) or type is NodeType.RECORD_FIELD
        if type is None or type.slots is None or not is_type:
            raise operands.fail(f"unknown type {key!a}")
        index, node = self.reflection.add(type)
        self.types[described] = index
        numbers.append(index)
        for slot in type.slots:
            if not operands:
                break
            if slot.kind is SlotKind.NODE:
                below: list[int] = []
                yield self.type(operands.node("a type"), below)
                node.values[slot.name] = below[0]
            elif slot.kind is SlotKind.STRING:
                node.values[slot.name] = operands.string()
            elif slot.kind is SlotKind.ENUM:
                number = operands.peek_integer()
                node.values[slot.name] = (
                    int(operands.word(_ACCESS, "an access")) if number is None else operands.integer()
                )
            elif slot.kind is SlotKind.NODES:
                members = operands.peek_node()
                operands.skip()
                if slot.name == "qualifiers" and members is None:
                    continue  # so in all observed metadata
                listed: list[int] = []
                for member in members.fields if members is not None else ():
                    if isinstance(member, MDNode):
                        yield self.type(member, listed)
                node.values[slot.name] = listed
            else:
                node.values[slot.name] = operands.integer()


def _size3(size: tuple[int, int, int] | None) -> dict[str, FieldValue]:
    return dict(zip(("width", "height", "depth"), size or (), strict=False))


def _patch(patch: Patch | None) -> dict[str, FieldValue | None]:
    return {} if patch is None else {"kind": int(patch.kind), "control_points": patch.control_points}
