"""Libraries whose functions share one module: dynamic libraries and Core Image (docs/linking.md §10).

`link_whole` makes the module of a program; `listed` selects the functions that the library lists.
"""

from __future__ import annotations

from collections.abc import Sequence

from mtlb.air import Description, describe_all, describe_exports
from mtlb.air.cursor import constant_integer
from mtlb.air.names import (
    AIR_VERSION,
    SOURCES,
)
from mtlb.air.symbols import is_exported, is_intrinsic
from mtlb.air.words import LIMITS
from mtlb.base.classes import NamedTuple
from mtlb.base.errors import FormatError, LinkError, in_file
from mtlb.base.toolchains import Layout
from mtlb.bitcode.local_symbols import linked_symbols, same_symbols
from mtlb.bitcode.symtab import hash_order
from mtlb.container import FileType, FunctionType
from mtlb.container.assemble import Producer
from mtlb.ir import (
    Alias,
    ConstantAsMetadata,
    Context,
    FlagBehaviour,
    Function,
    GlobalValue,
    GlobalVariable,
    Linkage,
    MDField,
    MDNode,
    MDString,
    MetadataCode,
    Module,
    Value,
    Visibility,
)
from mtlb.ir.names import COMMAND_LINE, MODULE_FLAGS
from mtlb.ir.uses import elements_of, globals_in_fields, named_by

from ..inputs.linkage import CORE_IMAGE
from ..inputs.modules import LoadedModule
from ..options import LinkOptions
from ..plan.roots import UniqueNames
from .merge import Meanings
from .program import Program, collected
from .tables import with_tables

_DROPPED = (SOURCES, COMMAND_LINE)
_SYMBOLS_REREAD_SINCE = (32023, 827)


# --- what a library lists --------------------------------------------------------------------------------------------


def listed(module: Module, producer: Producer, table: Sequence[str] | None = None) -> list[Description]:
    """The functions of a whole module that a library lists, in its order.

    `table`: the linker's symbols in their order; by default that of the module's. Raises what `describe` raises.
    """
    if producer.file_type is FileType.DYNAMIC_LIBRARY:
        exported = {function.name for function in module.functions if is_exported(function)}
        order = symbols_of(module) if table is None else table
        return describe_exports(module, [name for name in order if name in exported], FunctionType.UNQUALIFIED)
    if producer.layout is Layout.AIR_LLD:
        kernels = describe_all(module)
        if not kernels:
            raise LinkError(f"there is no Core Image kernel: !{CORE_IMAGE} is missing or empty")
        return kernels
    # `metallib` lists every function that other modules may call.
    visible = [function.name for function in module.functions if is_exported(function)]
    return describe_exports(module, visible, FunctionType.EXTERN)


def symbols_of(module: Module) -> list[str]:
    """The linker's symbols in table order, reconstructed from a finished module: its own and its imports."""
    return hash_order([v.name for v in module.functions if v.is_shared and not is_intrinsic(v.name)])


# --- the module ------------------------------------------------------------------------------------------------------


class Whole(NamedTuple):
    """The module of a library, and the modules that contribute to it; None if none does."""

    module: Module | None
    modules: list[LoadedModule]


def link_whole(program: Program, meanings: Meanings, options: LinkOptions) -> Whole:
    """The whole module of a program: everything that its modules export, and its dependencies. The result is that of
    LLVM's IRMover when it moves module after module into one with Apple's limits as flags. The program is not changed.
    """
    mover = _Mover(program, meanings, options)
    return Whole(mover.module() if mover.modules else None, mover.modules)


class _Mover:
    def __init__(self, program: Program, meanings: Meanings, options: LinkOptions) -> None:
        self.context = program.context
        self.program = program
        self.meanings = meanings
        self.options = options
        self.seeded = options.layout is Layout.AIR_LLD
        # `metallib` moves every module, air-lld only those reached through its symbol table.
        self.modules = [loaded for loaded in program.modules if not self.seeded or self.is_needed(loaded)]
        self.order: dict[GlobalValue, None] = {}
        self.collected: dict[str, GlobalVariable] = {}

    def module(self) -> Module:
        modules, options = self.modules, self.options
        view = self.program.view(modules[0].module)
        moved = self.moved()
        globals_ = [value for value in moved if isinstance(value, GlobalVariable)]
        functions = [value for value in moved if isinstance(value, Function)]
        names = UniqueNames()
        for value in moved:
            name = names.add(value.name)
            if name != value.name:
                view.edit(value).name = name
        if options.exported_symbols is not None:
            _hide_all_but(view, functions, options.exported_symbols)
        reread = self.seeded and options.build.number >= _SYMBOLS_REREAD_SINCE
        for function in functions:
            symbols = linked_symbols(function, reread=reread)
            if not same_symbols(symbols, function.symbols):
                view.edit(function).symbols = symbols
        variables = [view.own(value) for value in globals_]
        view.source_filename = self.source_filename()
        view.asm = "\n".join(dict.fromkeys([loaded.module.asm for loaded in modules if loaded.module.asm]))
        view.globals = with_tables(self.context, variables, functions, self.program.imports, is_split=False)
        view.functions = [view.own(value) for value in functions]
        view.aliases = [view.own(value) for value in moved if isinstance(value, Alias)]
        view.comdats = list(dict.fromkeys([v.comdat for v in moved if v.comdat is not None]))
        view.named_metadata = self.named_metadata()
        return view

    def source_filename(self) -> str | None:
        first = self.modules[0].module
        if first.source_filename is None or not self.seeded:
            return first.source_filename
        return self.options.install_name or ""

    # --- the walk ----------------------------------------------------------------------------------------------------

    def is_needed(self, loaded: LoadedModule) -> bool:
        """Whether a symbol resolves to a definition in this module."""
        return any(
            value.is_shared and not value.is_declaration and self.meanings.meant_by(value) is value
            for value in loaded.module.global_values()
        )

    def moved(self) -> list[GlobalValue]:
        """Every global of the module, in the order in which IRMover makes them.

        Exported definitions are moved in the order of their module; private and discardable ones when something refers
        to them. A value is created at the first reference and its body is moved later, from a stack. A declaration that
        a later module defines is placed with the definition.
        """
        for loaded in self.modules:
            for value in loaded.module.global_values():
                if isinstance(value, GlobalVariable) and value.linkage is Linkage.APPENDING:
                    self.collect(value)
                elif not (value.is_declaration or value.linkage.is_lazy) and self.meanings.meant_by(value) is value:
                    self.move(value)
        return list(self.order)

    def move(self, root: GlobalValue) -> None:
        self.make(root)
        bodies = [root]
        while bodies:
            for value in named_by(bodies.pop()):
                if self.make(value) and not value.is_declaration:
                    bodies.append(value)

    def make(self, value: GlobalValue) -> bool:
        """Create a value; returns whether it is new."""
        is_new = value not in self.order
        self.order.setdefault(value)
        return is_new

    def collect(self, part: GlobalVariable) -> None:
        """A variable that collects elements over all modules is recreated with each module that has a part of it."""
        before = self.collected.get(part.name)
        elements: list[Value] = []
        if before is not None:
            elements += elements_of(before)
            del self.order[before]
        variable = collected(self.context, part.name, [*elements, *elements_of(part)], part)
        self.collected[part.name] = variable
        self.move(variable)

    # --- named metadata ----------------------------------------------------------------------------------------------

    def named_metadata(self) -> dict[str, list[MDNode]]:
        """The lists of all modules, one after the other; air-lld's has its limits and the AIR version already."""
        flags = _Flags(self.context, tuple(LIMITS.items()) if self.seeded else ())
        lists: dict[str, list[MDNode]] = {MODULE_FLAGS: []}
        if self.seeded:
            lists[AIR_VERSION] = list(self.modules[0].module.named_metadata.get(AIR_VERSION, ()))
        for loaded in self.modules:
            for name, nodes in loaded.module.named_metadata.items():
                if name == MODULE_FLAGS:
                    with in_file(loaded.path):
                        flags.add(nodes)
                elif name not in _DROPPED and not (name == AIR_VERSION and self.seeded):
                    lists.setdefault(name, []).extend(node for node in nodes if self.is_about_moved(node))
        lists[MODULE_FLAGS] = flags.nodes()
        return {name: nodes for name, nodes in lists.items() if nodes}

    def is_about_moved(self, node: MDNode) -> bool:
        """Whether every global that a node names itself was moved."""
        return all(value in self.order for value in globals_in_fields(node))


def _hide_all_but(view: Module, functions: Sequence[Function], exported: Sequence[str]) -> None:
    """Hide symbols that are not to be exported. LinkError for an export that is not defined."""
    candidates = {function.name: function for function in functions if is_exported(function)}
    missing = [name for name in exported if name not in candidates]
    if missing:
        raise LinkError(f"no input defines {missing[0]!a}, which is to be exported")
    for name in candidates.keys() - set(exported):
        view.edit(candidates[name]).visibility = Visibility.HIDDEN


class _Flags:
    """Module flags as LLVM's linker merges them: { behaviour, name, value } by name, in order of first occurrence."""

    def __init__(self, context: Context, limits: Sequence[tuple[str, int]]) -> None:
        self.context = context
        i32 = context.integer_type(32)
        self.flags: dict[str, MDNode] = {}
        for name, limit in limits:
            numbers = [
                context.value_metadata(context.integer_constant(i32, number)) for number in (FlagBehaviour.MAX, limit)
            ]
            self.flags[name] = context.node(MetadataCode.NODE, [numbers[0], context.string(name), numbers[1]])

    def add(self, nodes: Sequence[MDNode]) -> None:
        """The flags of one module. FormatError for a malformed one, LinkError for one that contradicts another."""
        for node in nodes:
            behaviour, name, value = _flag(node)
            earlier = self.flags.get(name)
            if earlier is None or behaviour == FlagBehaviour.OVERRIDE:
                self.flags[name] = node
                continue
            earlier_value = _flag(earlier).value
            if value is earlier_value:
                continue
            if behaviour == FlagBehaviour.ERROR:
                raise LinkError(f"module flag {name!a} has a different value in an earlier input")
            ours, theirs = _number(value), _number(earlier_value)
            if ours is None or theirs is None:
                continue
            if (behaviour == FlagBehaviour.MAX and ours > theirs) or (behaviour == FlagBehaviour.MIN and ours < theirs):
                self.flags[name] = node

    def nodes(self) -> list[MDNode]:
        return list(self.flags.values())


def _number(field: MDField) -> int | None:
    return constant_integer(field.value) if isinstance(field, ConstantAsMetadata) else None


class _Flag(NamedTuple):
    behaviour: int
    name: str
    value: MDField


def _flag(node: MDNode) -> _Flag:
    behaviour = _number(node.fields[0]) if len(node.fields) == 3 else None
    name = node.fields[1] if len(node.fields) == 3 else None
    if behaviour is None or not isinstance(name, MDString):
        raise FormatError(f"metadata !{MODULE_FLAGS}: expected a behaviour, a name and a value")
    return _Flag(behaviour, name.value, node.fields[2])
