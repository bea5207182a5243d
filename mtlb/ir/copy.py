"""Copies of modules: all of one that may be changed (`copy_module`), or a view in which some globals differ (`view`).

Types, attributes, comdats, inline assembly and all constants and metadata that name no global and no local are shared:
they belong to the context, and no pass changes them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeVar

from .globals import Function, GlobalValue
from .instructions import BasicBlock, BlockInstruction, Call, Instruction
from .metadata import ConstantAsMetadata, LocalAsMetadata, MDField, MDNode, Metadata, MetadataAsValue
from .module import Module, Replaceable
from .opcodes import TypeCode
from .values import Argument, Constant, Value

__all__ = ["copy_module", "replace_metadata", "view"]

_G = TypeVar("_G", bound=GlobalValue)


def copy_module(module: Module) -> Module:
    """A module that says the same, whose globals, blocks, arguments and instructions are its own.

    The copy of a view is no view: what the view replaces is replaced in operands and metadata too.
    """
    return _Copier(module).copy()


def view(module: Module, changed: Mapping[GlobalValue, GlobalValue]) -> Module:
    """A view of `module` with other globals: `changed` says what takes the place of which global of its lists.

    It shares all else with `module`, which stays as it is. It costs the size of the lists of globals.
    """
    replaced: dict[Replaceable, Replaceable] = dict(module.replaced)
    originals = {new: old for old, new in replaced.items()}
    for old, new in changed.items():
        replaced[originals.get(old, old)] = new
    return replace(
        module,
        globals=[_changed(value, changed) for value in module.globals],
        functions=[_changed(value, changed) for value in module.functions],
        aliases=[_changed(value, changed) for value in module.aliases],
        symbols=[_changed(value, changed) for value in module.symbols],
        replaced=replaced,
    )


def replace_metadata(
    module: Module,
    changed: Callable[[Metadata], Metadata] = lambda leaf: leaf,
    reformed: Callable[[MDNode], MDNode] = lambda node: node,
) -> None:
    """Replace parts of all metadata of `module`: `changed` returns what stands for a string or a value, `reformed` what
    a node is to be like: the node itself, or one of the same kind with another version and other fields.

    Nodes that name something that changed are made anew; the module's lists and instructions then name the new ones.
    """
    replacer = _Replacer(module, changed, reformed)
    module.named_metadata = {n: [replacer.node(node) for node in nodes] for n, nodes in module.named_metadata.items()}
    for value in module.global_values():
        if value.metadata:
            value.metadata = [(kind, replacer.node(node)) for kind, node in value.metadata]
    metadata = module.context.type(TypeCode.METADATA)
    for function in module.functions:
        for instruction in function.instructions():
            if instruction.metadata or instruction.debug_loc is not None:
                replacer.annotations(instruction)
            if any(operand.type is metadata for operand in instruction.operands):
                instruction.operands = tuple([replacer.value(operand) for operand in instruction.operands])


def _changed(value: _G, changed: Mapping[GlobalValue, GlobalValue]) -> _G:
    return changed.get(value, value)  # type: ignore[return-value]  # of the same kind, as `copy` makes it


class _Copier:
    """One copying. `values` and `metadata`: what each value and each metadata of the original is in the copy."""

    def __init__(self, module: Module) -> None:
        self.original = module
        self.context = module.context
        self.values: dict[Value, Value] = {}
        self.blocks: dict[BasicBlock, BasicBlock] = {}
        self.metadata: dict[Metadata, Metadata] = {}

    def copy(self) -> Module:
        """First everything that can be named, then what it names."""
        original = self.original
        globals_ = [value.copy() for value in original.globals]
        functions = [self.begin(value) for value in original.functions]
        aliases = [value.copy() for value in original.aliases]
        self.values.update(zip(original.global_values(), (*globals_, *functions, *aliases), strict=True))
        for old, new in original.replaced.items():
            if isinstance(old, BasicBlock):
                if isinstance(new, BasicBlock) and new in self.blocks:
                    self.blocks[old] = self.blocks[new]
            elif not isinstance(new, BasicBlock) and new in self.values:
                self.values[old] = self.values[new]
        for value in (*globals_, *functions, *aliases):
            if value.metadata:
                value.metadata = [(kind, self.node(node)) for kind, node in value.metadata]
        for variable in globals_:
            variable.initializer = self.optional(variable.initializer)
        for alias in aliases:
            alias.aliasee = self.optional(alias.aliasee)
        for function in functions:
            self.finish(function)
        return replace(
            original,
            globals=globals_,
            functions=functions,
            aliases=aliases,
            comdats=list(original.comdats),
            struct_types=list(original.struct_types),
            named_metadata={n: [self.node(node) for node in nodes] for n, nodes in original.named_metadata.items()},
            metadata_kinds=list(original.metadata_kinds),
            operand_bundle_tags=list(original.operand_bundle_tags),
            sync_scopes=list(original.sync_scopes),
            symbols=[self.global_value(value) for value in original.symbols],
            unmodelled=list(original.unmodelled),
            replaced={},
        )

    def begin(self, original: Function) -> Function:
        """A function with new arguments, blocks and instructions, whose operands are still the original's."""
        function = original.copy()
        values = self.values
        function.arguments = [Argument(a.type, a.index, a.name) for a in original.arguments]
        values.update(zip(original.arguments, function.arguments, strict=True))
        function.blocks = []
        for old in original.blocks:
            block = self.blocks[old] = BasicBlock(old.name)
            block.instructions = [instruction.copy() for instruction in old.instructions]
            values.update(zip(old.instructions, block.instructions, strict=True))
            function.blocks.append(block)
        return function

    def finish(self, function: Function) -> None:
        """Let everything in a function of the copy name the copy."""
        function.prologue = self.optional(function.prologue)
        function.prefix = self.optional(function.prefix)
        function.personality = self.optional(function.personality)
        function.symbols = [
            self.blocks.get(s, s) if isinstance(s, BasicBlock) else self.value(s) for s in function.symbols
        ]
        value, known = self.value, self.values.get
        for block in function.blocks:
            for instruction in block.instructions:
                instruction.operands = tuple([known(operand) or value(operand) for operand in instruction.operands])
                if isinstance(instruction, BlockInstruction):
                    instruction.blocks = tuple([self.blocks.get(b, b) for b in instruction.blocks])
                elif isinstance(instruction, Call) and instruction.bundles:
                    instruction.bundles = tuple(
                        [b._replace(operands=tuple([value(o) for o in b.operands])) for b in instruction.bundles]
                    )
                if instruction.metadata or instruction.debug_loc is not None:
                    self.annotations(instruction)

    def annotations(self, instruction: Instruction) -> None:
        """Let the attachments and the location of an instruction name the copy."""
        if instruction.metadata:
            instruction.metadata = tuple([(kind, self.node(node)) for kind, node in instruction.metadata])
        location = instruction.debug_loc
        if location is not None:
            scope, inlined_at = location.scope, location.inlined_at
            new_scope = None if scope is None else self.node(scope)
            new_inlined_at = None if inlined_at is None else self.node(inlined_at)
            if new_scope is not scope or new_inlined_at is not inlined_at:
                instruction.debug_loc = location._replace(scope=new_scope, inlined_at=new_inlined_at)

    # --- values ------------------------------------------------------------------------------------------------------

    def optional(self, value: Value | None) -> Value | None:
        return None if value is None else self.value(value)

    def value(self, value: Value) -> Value:
        """What `value` is in the copy."""
        found = self.values.get(value)
        if found is None:
            if isinstance(value, Constant) and value.operands:
                self.constant(value)
            elif isinstance(value, MetadataAsValue):
                metadata = self.mapped(value.metadata)
                changed = metadata is not value.metadata
                self.values[value] = self.context.metadata_value(metadata) if changed else value
            else:
                self.values[value] = value
            found = self.values[value]
        return found

    def global_value(self, value: GlobalValue) -> GlobalValue:
        found = self.value(value)
        assert isinstance(found, GlobalValue)
        return found

    def constant(self, constant: Constant) -> None:
        """Operands first, without recursion."""
        stack = [constant]
        while stack:
            current = stack[-1]
            missing = [o for o in current.operands if isinstance(o, Constant) and o not in self.values]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            operands = tuple([self.values.get(o, o) for o in current.operands])
            new = current
            if any(a is not b for a, b in zip(operands, current.operands, strict=True)):
                new = self.context.constant(current.type, current.code, current.params, operands, current.source_type)
            self.values[current] = new

    # --- metadata ----------------------------------------------------------------------------------------------------

    def node(self, node: MDNode) -> MDNode:
        found = self.mapped(node)
        assert isinstance(found, MDNode)
        return found

    def mapped(self, metadata: Metadata) -> Metadata:
        """What `metadata` is in the copy: itself, unless something below it names what was copied."""
        found = self.metadata.get(metadata)
        if found is None:
            if isinstance(metadata, MDNode):
                self.nodes(metadata)
            else:
                self.metadata[metadata] = self.leaf(metadata)
            found = self.metadata[metadata]
        return found

    def leaf(self, metadata: Metadata) -> Metadata:
        if isinstance(metadata, (ConstantAsMetadata, LocalAsMetadata)):
            value = self.value(metadata.value)
            if value is not metadata.value:
                local = isinstance(metadata, LocalAsMetadata)
                return LocalAsMetadata(value) if local else self.context.value_metadata(value)
        return metadata

    def nodes(self, root: MDNode) -> None:
        """Map all nodes below `root`. Those that lead to nothing that was copied stay, in circles too."""
        users: dict[Metadata, list[MDNode]] = {}
        order = self.operands_first(root, users)
        changed: set[Metadata] = {node for node in order if self.reformed(node) is not node}
        worklist: list[Metadata] = [used for used in users if self.metadata.get(used, used) is not used]
        worklist += [node for node in order if node in changed]
        while worklist:
            for user in users.get(worklist.pop(), ()):
                if user not in changed:
                    changed.add(user)
                    worklist.append(user)
        self.metadata.update((node, node) for node in order if node not in changed)
        # Distinct nodes, and those that lead back to themselves, are made first and get their fields last.
        unfinished = [node for node in order if node in changed and node.distinct]
        self.metadata.update((node, self.empty(node)) for node in unfinished)
        for node in order:
            if node in self.metadata:
                continue
            if any(isinstance(f, Metadata) and f not in self.metadata for f in node.fields):
                self.metadata[node] = self.empty(node)
                unfinished.append(node)
            else:
                version = self.reformed(node).version
                self.metadata[node] = self.context.node(node.code, self.fields(node), version=version)
        for node in unfinished:
            self.node(node).fields = self.fields(node)

    def reformed(self, node: MDNode) -> MDNode:
        """A node like the one that stands for `node`, with the fields of the original."""
        return node

    def empty(self, node: MDNode) -> MDNode:
        return MDNode(node.code, (), distinct=node.distinct, version=self.reformed(node).version)

    def fields(self, node: MDNode) -> tuple[MDField, ...]:
        return tuple([self.metadata[f] if isinstance(f, Metadata) else f for f in self.reformed(node).fields])

    def operands_first(self, root: MDNode, users: dict[Metadata, list[MDNode]]) -> list[MDNode]:
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


class _Replacer(_Copier):
    """Maps metadata alone: all values stay."""

    def __init__(
        self,
        module: Module,
        changed: Callable[[Metadata], Metadata],
        reformed: Callable[[MDNode], MDNode],
    ) -> None:
        super().__init__(module)
        self.changed = changed
        self.reform = reformed
        self.forms: dict[MDNode, MDNode] = {}

    def value(self, value: Value) -> Value:
        return super().value(value) if isinstance(value, MetadataAsValue) else value

    def leaf(self, metadata: Metadata) -> Metadata:
        return self.changed(metadata)

    def reformed(self, node: MDNode) -> MDNode:
        found = self.forms.get(node)
        if found is None:
            found = self.forms[node] = self.reform(node)
        return found
