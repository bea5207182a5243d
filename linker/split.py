"""One module per entry point: a view of the program, with exactly what the entry needs, as Apple's linker leaves it.

`split` lends the view: the functions and variables in it are the program's own. What the module says otherwise than
the inputs do (linkage, calling convention, trimmed constructors) is set on them for as long as the view is open and
taken back afterwards, so the cost of an entry is the size of what it needs, however large the program is.

Rules: BITCODE.md §5, LINKER.md; what LLVM's GlobalOpt pass does to the split module is named where it is followed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from mtlb.air.facts import air_version
from mtlb.bitcode.codes import ConstantCode, InstCode, Linkage
from mtlb.bitcode.ir import (
    AttributeList,
    Constant,
    ConstantAsMetadata,
    Function,
    GlobalValue,
    GlobalVariable,
    Instruction,
    MDNode,
    Metadata,
    Module,
    Value,
)
from mtlb.bitcode.symtab import hash_order
from mtlb.target import Version

from .program import AppendingVariable, Entry, Program
from .references import globals_in

__all__ = ["split"]

_COPIED_METADATA = (
    "llvm.module.flags",
    "llvm.ident",
    "air.version",
    "air.language_version",
    "air.compile_options",
)
_FILTERED_METADATA = ("air.function_constants", "air.sampler_states", "air.visible_function_references")
_FUNCTION_CONSTANTS = "air.function_constants"
_FUNCTION_CONSTANT_FIELDS = 5  # global, type, name, index, required
_IS_DEFINED = "air.is_function_constant_defined"
_COMPILE_UNITS = "llvm.dbg.cu"
_COMPILE_UNITS_FIRST_SINCE = Version(2, 6)

_CONSTRUCTORS = "llvm.global_ctors"
_USED = ("llvm.compiler.used", "llvm.used")

_C, _FAST = 0, 8  # calling conventions
_GLOBAL_UNNAMED, _LOCAL_UNNAMED = 1, 2
_CONVERGENT, _READ_NONE, _READ_ONLY = 43, 20, 21  # attribute kinds
_FUNCTION_PLACE = 0xFFFFFFFF


@contextmanager
def split(program: Program, entry: Entry) -> Iterator[Module]:
    """The module of one entry point, valid until the context is left. Splits don't nest."""
    changes = _Changes()
    try:
        yield _Splitter(program, entry, changes).module()
    finally:
        changes.undo()


class _Changes:
    """Attributes of shared objects that a view sets, and what they were."""

    def __init__(self) -> None:
        self._log: list[tuple[object, str, Any]] = []

    def set(self, target: object, name: str, value: object) -> None:
        old = getattr(target, name)
        if old != value:
            self._log.append((target, name, old))
            setattr(target, name, value)

    def undo(self) -> None:
        while self._log:
            target, name, old = self._log.pop()
            setattr(target, name, old)


class _Splitter:
    def __init__(self, program: Program, entry: Entry, changes: _Changes) -> None:
        self.program = program
        self.entry = entry
        self.changes = changes
        self.references = program.references

    def module(self) -> Module:
        source = self.program.module_of(self.entry)
        globals_, functions, symbols = self.contents()
        kept: set[GlobalValue] = {*globals_, *functions}
        self.set_linkage(globals_, functions)
        return Module(
            context=self.program.context,
            identification=source.identification,
            epoch=source.epoch,
            version=source.version,
            triple=source.triple,
            data_layout=source.data_layout,
            source_filename=self.entry.name if source.source_filename is not None else None,
            asm=source.asm,
            globals=globals_,
            functions=functions,
            comdats=list(dict.fromkeys(v.comdat for v in (*globals_, *functions) if v.comdat is not None)),
            named_metadata=self.named_metadata(source, kept),
            metadata_kinds=self.program.metadata_kinds,
            operand_bundle_tags=source.operand_bundle_tags,
            sync_scopes=source.sync_scopes,
            symtab_version=source.symtab_version,
            producer=source.producer,
            symbols=symbols,
            field_counts=source.field_counts,
            wrapper=True,
        )

    # --- what is in it -----------------------------------------------------------------------------------------------

    def contents(self) -> tuple[list[GlobalVariable], list[Function], list[GlobalValue]]:
        """Variables and functions, each in Apple's order: what must stay for its own sake, constructors, the entry.

        Also all of them in the order of the module's symbol table, which had grown for those that are gone again.
        """
        appending = self.program.appending
        used = {name: self.used_elements(appending[name]) for name in _USED if name in appending}
        stays = [value for elements in used.values() for _, value in elements]
        constructors = appending.get(_CONSTRUCTORS)
        collected = [
            part for name in (*_USED, _CONSTRUCTORS) if name in appending for part in appending[name].parts[::-1]
        ]
        order = self.references.reach([*collected, self.entry.function])
        self.rename(order)
        names = [value.name for value in order]
        if constructors is None:
            needed = set(self.references.reach([*stays, self.entry.function]))
            order = [value for value in order if value in needed]
        else:
            order = self.without_idle_constructors(order, constructors, stays)
        order += [self.rebuilt(appending[name], elements) for name, elements in used.items() if elements]
        globals_ = [value for value in order if isinstance(value, GlobalVariable)]
        functions = [value for value in order if isinstance(value, Function)]
        by_name = {value.name: value for value in (*globals_, *functions)}
        return globals_, functions, [by_name[name] for name in hash_order(names) if name in by_name]

    def used_elements(self, variable: AppendingVariable) -> list[tuple[Value, GlobalValue]]:
        """The elements of a `used` list that this entry's metadata names: predicates of its arguments."""
        named = _globals_in_metadata(self.entry.node)
        pairs = [(element, _base(element)) for element in variable.elements]
        return [(element, value) for element, value in pairs if value in named]

    def rebuilt(self, variable: AppendingVariable, elements: Sequence[tuple[Value, GlobalValue]]) -> GlobalVariable:
        """A `used` list as GlobalOpt leaves it: at the end of the module, sorted by name."""
        ordered = [element for element, _ in sorted(elements, key=lambda pair: pair[1].name)]
        return variable.with_elements(self.program.context, ordered)

    def rename(self, order: Iterable[GlobalValue]) -> None:
        """Two private things of one name (of two inputs) can't be in one module: the second gets a number.

        LLVM's symbol table numbers all such clashes of a module in one sequence, and the collected variables of each
        input count: with five inputs that use a constant the fifth is `_ZL4mode.8` (seen in Flet's, ANGLE's and
        AAPL's libraries).
        """
        names: set[str] = set()
        number = 0
        for value in order:
            name = value.name
            while name in names:
                number += 1
                name = f"{value.name}.{number}"
            self.changes.set(value, "name", name)
            if name:
                names.add(name)

    # --- constructors ------------------------------------------------------------------------------------------------

    def without_idle_constructors(
        self, order: list[GlobalValue], constructors: AppendingVariable, stays: Sequence[GlobalValue]
    ) -> list[GlobalValue]:
        """Trim the constructors to the stores that this entry sees, and drop those that are left with none.

        This is what GlobalOpt makes of stores to variables that nothing reads; the functions and variables that only
        the removed stores needed go too.
        """
        functions = {element: _constructor(element) for element in constructors.elements}
        bodies = [function for function in functions.values() if function is not None]
        needed = self.references.reach([self.entry.function, *stays])
        seen = {v for value in needed for v in self.references.of(value).named} | set(stays)
        live = _live_instructions(bodies, seen)
        keep: list[Value] = []
        present = set(needed)
        for element, function in functions.items():
            if function is None:
                continue
            kept = [i for i in function.instructions() if i in live]
            if all(i.code in _TERMINATORS for i in kept):
                continue
            keep.append(element)
            if len(kept) < sum(len(block.instructions) for block in function.blocks):
                self.trim(function, live)
            named = {v for i in kept for operand in i.operands for v in globals_in(operand)}
            present |= {function, *self.references.reach(named)}
        variable = constructors.with_elements(self.program.context, keep)
        if len(constructors.parts) == 1:
            part = constructors.parts[0]
            return [variable if value is part else value for value in order if value in present or value is part]
        rest = [value for value in order if value in present]
        variables = [value for value in rest if isinstance(value, GlobalVariable)]
        return [*variables, variable, *(value for value in rest if isinstance(value, Function))]

    def trim(self, function: Function, live: set[Instruction]) -> None:
        for block in function.blocks:
            self.changes.set(block, "instructions", [i for i in block.instructions if i in live])
        gone_free = [s for s in function.symbols if not isinstance(s, Instruction) or s in live]
        self.changes.set(function, "symbols", gone_free)

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
            if value.linkage is Linkage.APPENDING or value.name.startswith("llvm."):
                continue
            local = value is not self.entry.function and not value.is_declaration
            if local:
                self.make_internal(value)
            if value not in escaping and value not in compared and value.unnamed_addr != _GLOBAL_UNNAMED:
                unnamed = _GLOBAL_UNNAMED if value.linkage.is_local else _LOCAL_UNNAMED
                self.changes.set(value, "unnamed_addr", unnamed)
        fast = {
            function
            for function in functions
            if function.linkage.is_local
            and function.is_definition
            and function.calling_convention == _C
            and not function.value_type.is_vararg
            and function not in taken
        }
        for function in fast:
            self.changes.set(function, "calling_convention", _FAST)
        for function in functions:
            for call in self.references.of(function).calls:
                self.adapt_call(call, fast)

    def make_internal(self, value: GlobalValue) -> None:
        if not value.linkage.is_local:
            self.changes.set(value, "linkage", Linkage.INTERNAL)
        self.changes.set(value, "visibility", 0)
        self.changes.set(value, "comdat", None)
        self.changes.set(value, "dso_local", 1)

    def adapt_call(self, call: Instruction, fast: set[Function]) -> None:
        callee = call.callee
        assert isinstance(callee, Function)
        if callee in fast:
            tail, _, *rest = call.params
            self.changes.set(call, "params", (tail, _FAST, *rest))
        if (
            callee.is_definition
            and _has_attribute(call.attributes, _CONVERGENT)
            and not _has_attribute(callee.attributes, _CONVERGENT)
        ):
            self.changes.set(call, "attributes", _without_attribute(call.attributes, _CONVERGENT))

    # --- named metadata ----------------------------------------------------------------------------------------------

    def named_metadata(self, source: Module, kept: set[GlobalValue]) -> dict[str, list[MDNode]]:
        """In the order of FORMAT.md §7.1; what is not listed there does not go into a split module."""
        named = {name: source.named_metadata[name] for name in _COPIED_METADATA if name in source.named_metadata}
        named[self.entry.kind] = [self.entry.node]
        for name in _FILTERED_METADATA:
            nodes = [node for node in self.program.named_metadata.get(name, ()) if _names_one_of(node, kept)]
            if name == _FUNCTION_CONSTANTS:
                nodes = [self.function_constant(node, kept) for node in nodes]
            if nodes:
                named[name] = nodes
        units = source.named_metadata.get(_COMPILE_UNITS)
        if units:
            if (air_version(source) or Version(0)) >= _COMPILE_UNITS_FIRST_SINCE:
                named = {_COMPILE_UNITS: units, **named}
            else:
                named[_COMPILE_UNITS] = units
        return named

    def function_constant(self, node: MDNode, kept: Iterable[GlobalValue]) -> MDNode:
        """The node with its last operand: whether the constant is required, which it is unless the code asks for it.

        Compilers up to 32023.404 write the operand themselves.
        """
        if len(node.fields) != _FUNCTION_CONSTANT_FIELDS - 1:
            return node
        context = self.program.context
        constant = node.fields[0].value if isinstance(node.fields[0], ConstantAsMetadata) else None
        required = not any(
            call.callee.name.startswith(_IS_DEFINED) and constant in list(globals_in(call.operands[0]))
            for value in kept
            for call in self.references.of(value).calls
        )
        truth = (ConstantCode.INTEGER, (-1,)) if required else (ConstantCode.NULL, ())
        flag = context.constant(context.integer_type(1), *truth)
        return context.node(node.code, [*node.fields, context.value_metadata(flag)], version=node.version)


_TERMINATORS = frozenset({InstCode.RET, InstCode.BR, InstCode.SWITCH, InstCode.UNREACHABLE})


def _live_instructions(bodies: Iterable[Function], seen: set[GlobalValue]) -> set[Instruction]:
    """The instructions of constructors that matter to somebody who looks at the variables in `seen`."""
    seen = set(seen)
    stores: dict[GlobalValue, list[Instruction]] = {}
    live: set[Instruction] = set()
    worklist: list[Instruction] = []
    for body in bodies:
        for instruction in body.instructions():
            target = _stored_variable(instruction)
            if target is not None and target not in seen:
                stores.setdefault(target, []).append(instruction)
            elif target is not None or _has_side_effects(instruction):
                worklist.append(instruction)
    while worklist:
        instruction = worklist.pop()
        if instruction in live:
            continue
        live.add(instruction)
        target = _stored_variable(instruction)
        for operand in instruction.operands:
            if isinstance(operand, Instruction):
                worklist.append(operand)
                continue
            for value in globals_in(operand):
                if value is not target and value not in seen:
                    seen.add(value)
                    worklist.extend(stores.pop(value, ()))
    return live


def _stored_variable(instruction: Instruction) -> GlobalVariable | None:
    """The variable that a plain store writes."""
    if instruction.code is not InstCode.STORE or instruction.params[1]:
        return None
    base = _base(instruction.operands[1])
    return base if isinstance(base, GlobalVariable) else None


def _has_side_effects(instruction: Instruction) -> bool:
    code = instruction.code
    if code is InstCode.CALL:
        callee = instruction.callee
        attributes = callee.attributes if isinstance(callee, Function) else ()
        return not any(_has_attribute(found, kind) for found in (attributes, instruction.attributes) for kind in _PURE)
    if code is InstCode.LOAD:
        return bool(instruction.params[1])
    return code in _TERMINATORS or code in _MEMORY_INSTRUCTIONS


_PURE = (_READ_NONE, _READ_ONLY)
_MEMORY_INSTRUCTIONS = frozenset(
    {
        InstCode.STORE,
        InstCode.LOADATOMIC,
        InstCode.STOREATOMIC,
        InstCode.FENCE,
        InstCode.CMPXCHG,
        InstCode.ATOMICRMW,
    }
)


def _base(value: Value) -> Any:
    """What a constant points into: the first operand of casts and element addresses, as deep as they go."""
    while isinstance(value, Constant) and value.operands:
        value = value.operands[0]
    return value


def _constructor(element: Value) -> Function | None:
    """The function of one element of llvm.global_ctors: { priority, function, data }."""
    if isinstance(element, Constant) and len(element.operands) >= 2:
        function = _base(element.operands[1])
        if isinstance(function, Function):
            return function
    return None


def _globals_in_metadata(node: Metadata) -> set[GlobalValue]:
    found: set[GlobalValue] = set()
    seen: set[Metadata] = set()
    worklist: list[Metadata] = [node]
    while worklist:
        metadata = worklist.pop()
        if metadata in seen:
            continue
        seen.add(metadata)
        if isinstance(metadata, ConstantAsMetadata):
            found.update(globals_in(metadata.value))
        elif isinstance(metadata, MDNode):
            worklist.extend(field for field in metadata.fields if isinstance(field, Metadata))
    return found


def _names_one_of(node: MDNode, kept: set[GlobalValue]) -> bool:
    return any(
        isinstance(field, ConstantAsMetadata) and not kept.isdisjoint(globals_in(field.value)) for field in node.fields
    )


def _has_attribute(attributes: AttributeList, kind: int) -> bool:
    return any(
        attribute.kind == kind
        for group in attributes
        if group.place == _FUNCTION_PLACE
        for attribute in group.attributes
    )


def _without_attribute(attributes: AttributeList, kind: int) -> AttributeList:
    groups = []
    for group in attributes:
        if group.place == _FUNCTION_PLACE:
            rest = tuple(attribute for attribute in group.attributes if attribute.kind != kind)
            group = group._replace(attributes=rest)
        if group.attributes:
            groups.append(group)
    return tuple(groups)
