"""The rewriter of modules: replaces values, types or metadata, and everything that refers to them. Constants and nodes
are never changed, because modules share them: those that refer to something replaced are recreated. Globals, functions
and instructions are changed in place; all other objects are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from .attributes import AttributeList
from .globals import Alias, Function, GlobalValue, GlobalVariable
from .instructions import BasicBlock, BlockInstruction, Call, Instruction
from .metadata import ConstantAsMetadata, LocalAsMetadata, MDField, MDNode, Metadata, MetadataAsValue
from .module import Context, Module
from .opcodes import TypeCode
from .types import Type
from .uses import local_values
from .values import Constant, InlineAsm, Value


class Mapper:
    """One rewrite. `values`, `blocks` and `metadata`: the replacement of each, given or computed so far. `maps_types`:
    whether types are replaced too, by `type`. Subclasses override `leaf` and `reformed` for metadata.
    """

    def __init__(self, context: Context, values: dict[Value, Value], *, maps_types: bool = False) -> None:
        self.context = context
        self.values = values
        self.maps_types = maps_types
        self.blocks: dict[BasicBlock, BasicBlock] = {}
        self.metadata: dict[Metadata, Metadata] = {}
        self._attributes: dict[int, tuple[AttributeList, AttributeList]] = {}  # by identity, which the first keeps

    # --- what is changed in place ------------------------------------------------------------------------------------

    def module(self, module: Module) -> None:
        """Rewrite all references in a module; its lists of globals do not change."""
        for value in module.global_values():
            if value.metadata:
                value.metadata = [(kind, self.node(node)) for kind, node in value.metadata]
            if isinstance(value, Function):
                self.function(value)
            elif isinstance(value, GlobalVariable):
                value.initializer = self.optional(value.initializer)
            elif isinstance(value, Alias):
                value.aliasee = self.optional(value.aliasee)
        module.named_metadata = {n: [self.node(node) for node in nodes] for n, nodes in module.named_metadata.items()}

    def function(self, function: Function) -> None:
        """Rewrite all references in a function except `symbols`."""
        if self.maps_types:
            function.attributes = self._mapped_attributes(function.attributes)
            for argument in function.arguments:
                argument.type = self.type(argument.type)
        function.prologue = self.optional(function.prologue)
        function.prefix = self.optional(function.prefix)
        function.personality = self.optional(function.personality)
        for block in function.blocks:
            for instruction in block.instructions:
                self.instruction(instruction)

    def instruction(self, instruction: Instruction) -> None:
        """Rewrite the operands, blocks, types, attachments and location of an instruction."""
        operands = self._operands(instruction.operands)
        if operands is not instruction.operands:
            instruction.operands = operands
        if self.maps_types:
            instruction.type = self.type(instruction.type)
            if instruction.aux_type is not None:
                instruction.aux_type = self.type(instruction.aux_type)
        if isinstance(instruction, Call):
            if self.maps_types:
                instruction.attributes = self._mapped_attributes(instruction.attributes)
            if instruction.bundles:
                instruction.bundles = tuple(
                    [bundle._replace(operands=self._operands(bundle.operands)) for bundle in instruction.bundles]
                )
        elif self.blocks and isinstance(instruction, BlockInstruction):
            instruction.blocks = tuple([self.blocks.get(block, block) for block in instruction.blocks])
        if instruction.metadata:
            instruction.metadata = tuple([(kind, self.node(node)) for kind, node in instruction.metadata])
        location = instruction.debug_loc
        if location is not None:
            scope = None if location.scope is None else self.node(location.scope)
            inlined_at = None if location.inlined_at is None else self.node(location.inlined_at)
            if scope is not location.scope or inlined_at is not location.inlined_at:
                instruction.debug_loc = location._replace(scope=scope, inlined_at=inlined_at)

    # --- types -------------------------------------------------------------------------------------------------------

    def type(self, type_: Type) -> Type:
        """The replacement of a type."""
        return type_

    def _mapped_attributes(self, attributes: AttributeList) -> AttributeList:
        entry = self._attributes.get(id(attributes))
        if entry is None:
            mapped = tuple(
                [
                    group._replace(
                        attributes=tuple(
                            [
                                attribute._replace(value=self.type(attribute.value))
                                if isinstance(attribute.value, Type)
                                else attribute
                                for attribute in group.attributes
                            ]
                        )
                    )
                    for group in attributes
                ]
            )
            entry = self._attributes[id(attributes)] = (attributes, mapped)
        return entry[1]

    # --- values ------------------------------------------------------------------------------------------------------

    def value(self, value: Value) -> Value:
        """The replacement of a value."""
        mapped = self.values.get(value)
        if mapped is None:
            mapped = value
            if isinstance(value, Constant):
                if self.maps_types or value.operands:
                    return self._constant(value)
            elif isinstance(value, MetadataAsValue):
                metadata = self.mapped(value.metadata)
                if metadata is not value.metadata:
                    mapped = self.context.metadata_value(metadata)
            elif self.maps_types and isinstance(value, InlineAsm):
                value.type = self.type(value.type)
                value.function_type = None if value.function_type is None else self.type(value.function_type)
            self.values[value] = mapped
        return mapped

    def global_value(self, value: GlobalValue) -> GlobalValue:
        """The replacement of a global where it must be a global."""
        mapped = self.value(value)
        assert isinstance(mapped, GlobalValue)
        return mapped

    def optional(self, value: Value | None) -> Value | None:
        """The replacement of an optional value."""
        return None if value is None else self.value(value)

    def _operands(self, operands: tuple[Value, ...]) -> tuple[Value, ...]:
        """The replaced operands; the same tuple if none changes."""
        mapped_of = self.values.get
        changed: list[Value] | None = None
        for place, operand in enumerate(operands):
            mapped = mapped_of(operand)
            if mapped is None:
                if isinstance(operand, Instruction):
                    continue
                mapped = self.value(operand)
            if mapped is not operand:
                if changed is None:
                    changed = list(operands)
                changed[place] = mapped
        return operands if changed is None else tuple(changed)

    def _constant(self, constant: Constant) -> Value:
        """Operands first, without recursion."""
        values = self.values
        stack = [constant]
        while stack:
            current = stack[-1]
            missing = [o for o in current.operands if isinstance(o, Constant) and o not in values]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            operands, type_, source = self._operands(current.operands), current.type, current.source_type
            if self.maps_types:
                type_ = self.type(type_)
                source = None if source is None else self.type(source)
            stays = operands is current.operands and type_ is current.type and source is current.source_type
            values[current] = (
                current if stays else self.context.constant(type_, current.code, current.params, operands, source)
            )
        return values[constant]

    # --- metadata ----------------------------------------------------------------------------------------------------

    def leaf(self, metadata: Metadata) -> Metadata:
        """The replacement of a string or a value."""
        if isinstance(metadata, (ConstantAsMetadata, LocalAsMetadata)):
            value = self.value(metadata.value)
            if value is not metadata.value:
                return _as_metadata(self.context, value)
        return metadata

    def reformed(self, node: MDNode) -> MDNode:
        """The form of a node's replacement, before its fields are mapped."""
        return node

    def node(self, node: MDNode) -> MDNode:
        """The replacement of a node."""
        mapped = self.mapped(node)
        assert isinstance(mapped, MDNode)
        return mapped

    def mapped(self, metadata: Metadata) -> Metadata:
        """The replacement of metadata: itself, unless something that it refers to is replaced."""
        mapped = self.metadata.get(metadata)
        if mapped is None:
            if isinstance(metadata, MDNode):
                self._nodes(metadata)
            else:
                self.metadata[metadata] = self.leaf(metadata)
            mapped = self.metadata[metadata]
        return mapped

    def _nodes(self, root: MDNode) -> None:
        """Map all nodes reachable from `root`. Nodes that do not lead to a change are kept, also in cycles."""
        users: dict[Metadata, list[MDNode]] = {}
        order = self._operands_first(root, users)
        changed: set[Metadata] = {node for node in order if self.reformed(node) is not node}
        worklist: list[Metadata] = [used for used in users if self.metadata.get(used, used) is not used]
        worklist += [node for node in order if node in changed]
        while worklist:
            for user in users.get(worklist.pop(), ()):
                if user not in changed:
                    changed.add(user)
                    worklist.append(user)
        self.metadata.update((node, node) for node in order if node not in changed)
        # Distinct nodes, and nodes in cycles, are created first and get their fields last.
        unfinished = [node for node in order if node in changed and node.distinct]
        self.metadata.update((node, self._empty(node)) for node in unfinished)
        for node in order:
            if node in self.metadata:
                continue
            if any(isinstance(f, Metadata) and f not in self.metadata for f in node.fields):
                self.metadata[node] = self._empty(node)
                unfinished.append(node)
            else:
                version = self.reformed(node).version
                self.metadata[node] = self.context.node(node.code, self._fields(node), version=version)
        for node in unfinished:
            self.node(node).fields = self._fields(node)

    def _empty(self, node: MDNode) -> MDNode:
        return MDNode(node.code, (), distinct=node.distinct, version=self.reformed(node).version)

    def _fields(self, node: MDNode) -> tuple[MDField, ...]:
        mapped = self.metadata
        return tuple([mapped.get(f, f) if isinstance(f, Metadata) else f for f in self.reformed(node).fields])

    def _operands_first(self, root: MDNode, users: dict[Metadata, list[MDNode]]) -> list[MDNode]:
        """The nodes below `root` that are not mapped yet, each after its operands as far as circles allow.

        Other metadata below it is mapped; `users` gets the nodes that name each metadata.
        """
        order: list[MDNode] = []
        entered: set[MDNode] = set()
        stack: list[tuple[MDNode, bool]] = [(root, False)]
        while stack:
            node, is_done = stack.pop()
            if is_done:
                order.append(node)
            elif node not in entered:
                entered.add(node)
                stack.append((node, True))
                for field in node.fields:
                    if isinstance(field, Metadata):
                        users.setdefault(field, []).append(node)
                        if not isinstance(field, MDNode):
                            self.mapped(field)
                        elif field not in self.metadata:
                            stack.append((field, False))
        return order


def _as_metadata(context: Context, value: Value) -> Metadata:
    is_local = not isinstance(value, (Constant, GlobalValue))
    return LocalAsMetadata(value) if is_local else context.value_metadata(value)


# --- one instruction -------------------------------------------------------------------------------------------------


def replace_operands(context: Context, instruction: Instruction, current: Callable[[Value], Value]) -> None:
    """Replace each operand of an instruction by the result of `current`, including those in metadata and bundles.
    Results may differ between calls, so `current` itself has to handle constants that refer to a value.
    """
    operands = instruction.operands
    resolved = tuple([_with_local_values(context, current(operand), current) for operand in operands])
    if resolved != operands:
        instruction.operands = resolved
    if isinstance(instruction, Call) and instruction.bundles:
        instruction.bundles = tuple(
            bundle._replace(operands=tuple(current(operand) for operand in bundle.operands))
            for bundle in instruction.bundles
        )


def replace_values(context: Context, instruction: Instruction, replaced: Mapping[Value, Value]) -> None:
    """Replace each operand of an instruction that `replaced` has, including those in metadata and bundles."""
    replace_operands(context, instruction, partial(replacement, replaced))


def replacement(replaced: Mapping[Value, Value], value: Value) -> Value:
    """What `replaced` leads to for a value, which may be replaced in turn; the value itself if it is not there."""
    while value in replaced:
        value = replaced[value]
    return value


def _with_local_values(context: Context, operand: Value, current: Callable[[Value], Value]) -> Value:
    """An operand of a call with each of its `local_values` replaced by `current`; itself if none changes."""
    if not isinstance(operand, MetadataAsValue) or all(current(value) is value for value in local_values(operand)):
        return operand

    def changed(item: Metadata) -> Metadata:
        return _as_metadata(context, current(item.value)) if isinstance(item, LocalAsMetadata) else item

    metadata = operand.metadata
    if isinstance(metadata, MDNode):
        fields = [changed(field) if isinstance(field, Metadata) else field for field in metadata.fields]
        return context.metadata_value(MDNode(metadata.code, fields, version=metadata.version))
    return context.metadata_value(changed(metadata))


class TargetTypeMapper(Mapper):
    """Replaces types of targets (`target("spirv.Image", ...)` in text) by name, also inside of other types."""

    def __init__(self, context: Context, replacements: Mapping[str, Type]) -> None:
        super().__init__(context, {}, maps_types=True)
        self.replacements = replacements

    def type(self, type_: Type) -> Type:
        """The type instead of `type_`."""
        if type_.code is TypeCode.TARGET_TYPE:
            return self.replacements.get(type_.name or "", type_)
        if type_.code not in (TypeCode.FUNCTION, TypeCode.ARRAY, TypeCode.STRUCT_ANON):
            return type_
        elements = tuple([self.type(element) for element in type_.elements])
        changed = any(element is not other for element, other in zip(elements, type_.elements, strict=True))
        return self.context.type(type_.code, type_.params, elements) if changed else type_
