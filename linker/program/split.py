"""One module per entry point: a view of the program with exactly what the entry needs, as Apple's linker writes it.

The functions and variables of the view are the program's own. Where the view differs (linkage, calling convention,
trimmed constructors), it has shallow copies, which `Module.replaced` ties to their originals. The program is not
changed, so threads may split it concurrently. The cost of an entry depends on its own dependencies, not on the size of
the program.

Rules: docs/linking.md §6; comments name the steps that follow LLVM's GlobalOpt pass.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from mtlb.air.facts import air_version
from mtlb.air.names import (
    AIR_VERSION,
    COMPILE_OPTIONS,
    FUNCTION_CONSTANTS,
    IS_DEFINED,
    LANGUAGE_VERSION,
    SAMPLER_STATES,
)
from mtlb.base.features import COMPILE_UNITS_FIRST_SINCE
from mtlb.base.versions import Version
from mtlb.bitcode.eras import is_native
from mtlb.bitcode.symtab import hash_order
from mtlb.ir import (
    AttributeKind,
    AttributeList,
    AttributePlace,
    BasicBlock,
    Call,
    CallingConvention,
    ConstantAsMetadata,
    ConstantCode,
    Function,
    GlobalValue,
    GlobalVariable,
    Instruction,
    Linkage,
    MDNode,
    Module,
    UnnamedAddr,
    Value,
    Visibility,
)
from mtlb.ir.names import COMPILE_UNITS, GLOBAL_CTORS, IDENT, INTRINSIC, MODULE_FLAGS
from mtlb.ir.uses import globals_in, globals_in_metadata

from ..inputs.linkage import FILTERED_METADATA, USED
from ..plan.roots import UniqueNames, has_attribute
from .program import Program, ProgramEntry
from .tables import with_tables

_APPENDING: Final = Linkage.APPENDING
_C: Final = CallingConvention.C
_CONVERGENT: Final = AttributeKind.CONVERGENT
_DEFAULT: Final = Visibility.DEFAULT
_FAST: Final = CallingConvention.FAST
_FUNCTION: Final = AttributePlace.FUNCTION
_GLOBAL: Final = UnnamedAddr.GLOBAL
_INTEGER: Final = ConstantCode.INTEGER
_INTERNAL: Final = Linkage.INTERNAL
_LOCAL: Final = UnnamedAddr.LOCAL
_NULL: Final = ConstantCode.NULL

_COPIED_METADATA = (
    MODULE_FLAGS,
    IDENT,
    AIR_VERSION,
    LANGUAGE_VERSION,
    COMPILE_OPTIONS,
)
_FUNCTION_CONSTANT_FIELDS = 5  # global, type, name, index, required

_NAMES_IN_STRINGS_SINCE = 2  # version of the module's records


def split(program: Program, entry: ProgramEntry) -> Module:
    """The module of one entry point. It shares objects with `program`, which is not changed."""
    return _Splitter(program, entry).module()


class _Splitter:
    def __init__(self, program: Program, entry: ProgramEntry) -> None:
        self.program = program
        self.entry = entry
        self.references = program.references
        self.named = globals_in_metadata([entry.node])
        self.kept_constructors: list[Function] = []
        self.view = program.view(entry.loaded.module)

    def module(self) -> Module:
        origin = self.entry.loaded.module
        globals_, functions, symbols = self.contents()
        kept: set[GlobalValue] = {*globals_, *functions}
        self.set_linkage(globals_, functions)
        for function in functions:
            self.use_copies(function)
        view = self.view
        view.named_metadata = self.named_metadata(origin, globals_, kept)
        globals_ = [view.own(value) for value in globals_]
        view.source_filename = self.entry.name if origin.source_filename is not None else None
        view.asm = origin.asm
        view.globals = with_tables(self.program.context, globals_, functions, self.program.imports, is_split=True)
        view.functions = [view.own(value) for value in functions]
        view.comdats = list(dict.fromkeys([v.comdat for v in (*view.globals, *view.functions) if v.comdat is not None]))
        view.symbols = [view.own(value) for value in symbols]
        return view

    # --- what differs in the view --------------------------------------------------------------------------------

    def edit_block(self, block: BasicBlock, instructions: list[Instruction]) -> None:
        """Replace the instructions of a block in the view."""
        copy = BasicBlock(block.name)
        copy.instructions = instructions
        self.view.replaced[block] = copy

    def rename_to(self, value: GlobalValue, name: str) -> None:
        if value.name != name:
            self.view.edit(value).name = name

    def use_copies(self, function: Function) -> None:
        """Put copied calls into copied blocks, and copied blocks into a copied function."""
        calls = {call for call in self.references.of(function).calls if call in self.view.replaced}
        for block in function.blocks if calls else ():
            instructions = self.view.own(block).instructions
            if not calls.isdisjoint(instructions):
                self.edit_block(block, [self.view.own(i) if i in calls else i for i in instructions])
        if any(block in self.view.replaced for block in function.blocks):
            self.view.edit(function).blocks = [self.view.own(block) for block in function.blocks]

    # --- what is in it -----------------------------------------------------------------------------------------------

    def contents(self) -> tuple[list[GlobalVariable], list[Function], list[GlobalValue]]:
        """Variables and functions, each in Apple's order: the roots, constructors, the entry.

        Also all of them in the order of the module's symbol table, whose size includes values that were removed later.
        """
        roots = self.program.roots
        used = self.used_elements()
        named = [v for v in self.named if v not in used and v is not self.entry.function]
        needed = self.references.reach([*used, self.entry.function, *named])
        own = [value for value in needed if value not in roots.place]
        names = self.rename(own)
        present = dict.fromkeys([*needed, *self.constructors(needed)])
        shared = sorted((value for value in present if value in roots.place), key=roots.place.__getitem__)
        for value in shared:
            if value in roots.renamed:
                self.rename_to(value, roots.renamed[value])
        order = [*shared, *own]
        globals_ = [value for value in order if isinstance(value, GlobalVariable)]
        functions = [value for value in order if isinstance(value, Function)]
        if is_native(self.entry.loaded.module):
            functions.sort(key=self.program.source_places.__getitem__)
        self.collect(globals_, functions, used)
        by_name = {self.view.own(value).name: value for value in (*globals_, *functions)}
        table = hash_order(names) if self.entry.loaded.module.version < _NAMES_IN_STRINGS_SINCE else ()
        return globals_, functions, [by_name[name] for name in table if name in by_name]

    def used_elements(self) -> dict[GlobalValue, tuple[str, Value]]:
        """The elements of the `used` lists that this entry's metadata names: predicates of its arguments."""
        lists = self.program.roots.used
        return {value: lists[value] for value in self.named if value in lists}

    def rename(self, own: Iterable[GlobalValue]) -> UniqueNames:
        """Name the values that are not reachable from the roots: two private values of one name can't be in one
        module."""
        names = UniqueNames(self.program.roots.names)
        for value in own:
            self.rename_to(value, names.add(value.name))
        return names

    def constructors(self, needed: Sequence[GlobalValue]) -> list[GlobalValue]:
        """The constructors that `needed` depends on, trimmed to the needed instructions, and their dependencies."""
        constructors = self.program.constructors
        if constructors is None:
            return []
        seen = {named for value in needed for named in self.references.of(value).named} | set(self.used_elements())
        live, functions = constructors.live(seen)
        named: list[GlobalValue] = []
        for function in functions:
            for instruction in self.trim(function, live):
                for operand in instruction.operands:
                    named += globals_in(operand)
        self.kept_constructors = functions
        return [*functions, *self.references.reach(named)]

    def trim(self, function: Function, live: set[Instruction]) -> list[Instruction]:
        """Keep only the live instructions of a function in the view; returns them."""
        kept = []
        for block in function.blocks:
            instructions = [i for i in block.instructions if i in live]
            kept += instructions
            if len(instructions) < len(block.instructions):
                self.edit_block(block, instructions)
        symbols = [s for s in function.symbols if not isinstance(s, Instruction) or s in live]
        if len(symbols) < len(function.symbols):
            self.view.edit(function).symbols = symbols
        return kept

    def collect(
        self,
        globals_: list[GlobalVariable],
        functions: Sequence[Function],
        used: dict[GlobalValue, tuple[str, Value]],
    ) -> None:
        """Add the list of constructors and the `used` lists in the form that GlobalOpt leaves.

        The list of constructors keeps its position, or follows all variables if several inputs had one; the `used`
        lists are recreated at the end, sorted by name.
        """
        context = self.program.context
        constructors = self.program.appending.get(GLOBAL_CTORS)
        if constructors is not None and self.program.constructors is not None:
            elements = [self.program.constructors.element(function) for function in self.kept_constructors]
            variable = constructors.with_elements(context, elements)
            place = self.program.roots.place
            before = len(globals_)
            if constructors.count == 1:
                limit = place[constructors.parts[0]]
                before = sum(1 for value in globals_ if value in place and place[value] < limit)
            globals_.insert(before, variable)
        for name in USED:
            elements = [used[value][1] for value in sorted(used, key=lambda v: v.name) if used[value][0] == name]
            if elements:
                globals_.append(self.program.appending[name].with_elements(context, elements))

    # --- linkage, as Internalize and GlobalOpt leave it --------------------------------------------------------------

    def set_linkage(self, globals_: Sequence[GlobalVariable], functions: Sequence[Function]) -> None:
        escaping: set[GlobalValue] = set()
        compared: set[GlobalValue] = set()
        taken: set[GlobalValue] = set()
        for value in (*globals_, *functions):
            uses = self.references.of(value)
            escaping |= uses.escaping
            compared |= uses.compared
            taken |= uses.taken
        for value in (*globals_, *functions):
            if value.linkage is _APPENDING or value.name.startswith(INTRINSIC):
                continue
            local = value is not self.entry.function and not value.is_declaration
            if local:
                self.make_internal(value)
            if value not in escaping and value not in compared and value.unnamed_addr != _GLOBAL:
                unnamed = _GLOBAL if self.view.own(value).linkage.is_local else _LOCAL
                if value.unnamed_addr != unnamed:
                    self.view.edit(value).unnamed_addr = unnamed
        fast = {
            function
            for function in functions
            if self.view.own(function).linkage.is_local
            and function.is_definition
            and function.calling_convention == _C
            and not function.value_type.is_vararg
            and function not in taken
        }
        for function in fast:
            self.view.edit(function).calling_convention = _FAST
        for function in functions:
            for call in self.references.of(function).calls:
                self.adapt_call(call, fast)

    def make_internal(self, value: GlobalValue) -> None:
        if value.linkage.is_local and value.visibility == _DEFAULT and value.comdat is None and value.dso_local == 1:
            return
        own = self.view.edit(value)
        if not own.linkage.is_local:
            own.linkage = _INTERNAL
        own.visibility = _DEFAULT
        own.comdat = None
        own.dso_local = 1

    def adapt_call(self, call: Call, fast: set[Function]) -> None:
        callee = call.callee
        assert isinstance(callee, Function)
        if callee in fast and call.calling_convention != _FAST:
            self.view.edit(call).set_fields(calling_convention=_FAST)
        if (
            callee.is_definition
            and has_attribute(call.attributes, _CONVERGENT)
            and not has_attribute(callee.attributes, _CONVERGENT)
        ):
            self.view.edit(call).attributes = _without_attribute(call.attributes, _CONVERGENT)

    # --- named metadata ----------------------------------------------------------------------------------------------

    def named_metadata(
        self, origin: Module, globals_: Sequence[GlobalVariable], kept: set[GlobalValue]
    ) -> dict[str, list[MDNode]]:
        """In the order of docs/format.md §9.1; other named metadata is not in a split module."""
        named = {name: origin.named_metadata[name] for name in _COPIED_METADATA if name in origin.named_metadata}
        named[self.entry.kind] = [self.entry.node]
        for name in FILTERED_METADATA:
            # Sampler states are in the order of their variables, other nodes in that of their list.
            nodes = self.program.nodes_about(
                name, globals_ if name == SAMPLER_STATES else kept, in_order=name == SAMPLER_STATES
            )
            if name == FUNCTION_CONSTANTS:
                nodes = [self.function_constant(node, kept) for node in nodes]
            if nodes:
                named[name] = nodes
        units = origin.named_metadata.get(COMPILE_UNITS)
        if units:
            if (air_version(origin) or Version(0)) >= COMPILE_UNITS_FIRST_SINCE:
                named = {COMPILE_UNITS: units, **named}
            else:
                named[COMPILE_UNITS] = units
        return named

    def function_constant(self, node: MDNode, kept: Iterable[GlobalValue]) -> MDNode:
        """The node with its last operand: whether the constant is required. It is, unless the code tests whether it is
        set.

        Compilers up to 32023.404 write the operand themselves.
        """
        if len(node.fields) != _FUNCTION_CONSTANT_FIELDS - 1:
            return node
        context = self.program.context
        constant = node.fields[0].value if isinstance(node.fields[0], ConstantAsMetadata) else None
        required = not any(
            call.callee.name.startswith(IS_DEFINED)
            and constant in [g for a in call.arguments[:1] for g in globals_in(a)]
            for value in kept
            for call in self.references.of(value).calls
        )
        truth = (_INTEGER, (-1,)) if required else (_NULL, ())
        flag = context.constant(context.integer_type(1), *truth)
        return context.node(node.code, [*node.fields, context.value_metadata(flag)], version=node.version)


def _without_attribute(attributes: AttributeList, kind: int) -> AttributeList:
    groups = []
    for group in attributes:
        if group.place == _FUNCTION:
            rest = tuple(attribute for attribute in group.attributes if attribute.kind != kind)
            group = group._replace(attributes=rest)
        if group.attributes:
            groups.append(group)
    return tuple(groups)
