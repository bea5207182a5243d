"""Copies of modules: all of one that may be changed (`copy_module`), or a view in which some globals differ (`view`).

Types, attributes, comdats, inline assembly and all constants and metadata that name no global and no local are shared:
they belong to the context, and no pass changes them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from ..base.classes import replace
from .globals import Function, GlobalValue
from .instructions import BasicBlock
from .mapper import Mapper
from .metadata import MDNode, Metadata, MetadataAsValue
from .module import Context, Module, Replaceable
from .values import Argument, Value

_G = TypeVar("_G", bound=GlobalValue)


def copy_module(module: Module, context: Context | None = None) -> Module:
    """A copy of a module with its own globals, blocks, arguments and instructions. The copy of a view is not a view:
    replacements of the view are made in operands and metadata too. `context`: of the copy, a fork of the module's.
    """
    copy = replace(
        module,
        context=context or module.context,
        globals=[value.copy() for value in module.globals],
        functions=[value.copy() for value in module.functions],
        aliases=[value.copy() for value in module.aliases],
        comdats=list(module.comdats),
        struct_types=list(module.struct_types),
        metadata_kinds=list(module.metadata_kinds),
        operand_bundle_tags=list(module.operand_bundle_tags),
        sync_scopes=list(module.sync_scopes),
        unmodelled=list(module.unmodelled),
        replaced={},
        unread={},
    )
    values: dict[Value, Value] = dict(zip(module.global_values(), copy.global_values(), strict=True))
    mapper = Mapper(copy.context, values)
    for original, function in zip(module.functions, copy.functions, strict=True):
        _copy_body(original, function, mapper)
    for old, new in module.replaced.items():
        if isinstance(old, BasicBlock):
            if isinstance(new, BasicBlock) and new in mapper.blocks:
                mapper.blocks[old] = mapper.blocks[new]
        elif not isinstance(new, BasicBlock) and new in values:
            values[old] = values[new]
    mapper.module(copy)
    for function in copy.functions:
        function.symbols = [
            mapper.blocks.get(s, s) if isinstance(s, BasicBlock) else mapper.value(s) for s in function.symbols
        ]
    copy.unread = {mapper.global_value(value): error for value, error in module.unread.items()}
    copy.symbols = [mapper.global_value(value) for value in module.symbols]
    return copy


def _copy_body(original: Function, function: Function, mapper: Mapper) -> None:
    """Give `function` arguments, blocks and instructions of its own, whose operands are still the original's."""
    values = mapper.values
    function.arguments = [Argument(a.type, a.index, a.name) for a in original.arguments]
    values.update(zip(original.arguments, function.arguments, strict=True))
    function.blocks = []
    for old in original.blocks:
        block = mapper.blocks[old] = BasicBlock(old.name)
        block.instructions = [instruction.copy() for instruction in old.instructions]
        values.update(zip(old.instructions, block.instructions, strict=True))
        function.blocks.append(block)


def view(module: Module, changed: Mapping[GlobalValue, GlobalValue]) -> Module:
    """A view of `module` with other globals: `changed` maps globals of its lists to replacements. Everything else is
    shared with `module`, which is not changed. The cost is the size of the lists of globals.
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
    """Replace parts of all metadata of `module`: `changed` returns the replacement of a string or a value, `reformed`
    that of a node: the node itself, or one of the same kind with another version and other fields, which may be new
    strings and nodes. Nodes that refer to
    a changed one are recreated; the module's lists and instructions then refer to the new nodes.
    """
    _Replacer(module.context, changed, reformed).module(module)


def _changed(value: _G, changed: Mapping[GlobalValue, GlobalValue]) -> _G:
    return changed.get(value, value)  # type: ignore[return-value]  # of the same kind, as `copy` makes it


class _Replacer(Mapper):
    """Maps metadata only; values do not change."""

    def __init__(
        self,
        context: Context,
        changed: Callable[[Metadata], Metadata],
        reformed: Callable[[MDNode], MDNode],
    ) -> None:
        super().__init__(context, {})
        self.changed = changed
        self.reform = reformed
        self.forms: dict[MDNode, MDNode] = {}

    def value(self, value: Value) -> Value:
        return super().value(value) if isinstance(value, MetadataAsValue) else value

    def leaf(self, metadata: Metadata) -> Metadata:
        return self.changed(metadata)

    def reformed(self, node: MDNode) -> MDNode:
        form = self.forms.get(node)
        if form is None:
            form = self.forms[node] = self.reform(node)
        return form
