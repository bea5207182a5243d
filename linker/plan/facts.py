"""The facts of an input that a link needs before linking it: plain values that can be sent to another process.
`read_facts` takes them from a module that was read and prepared, usually without function bodies. Every decision over
several inputs is made on facts alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from mtlb.air.entry_nodes import entry_function, entry_nodes
from mtlb.air.names import BOUND_AT_RUN_TIME
from mtlb.air.symbols import has_to_be_defined
from mtlb.base.classes import NamedTuple, dataclass, field
from mtlb.base.errors import FormatError, LinkError, MtlbError
from mtlb.base.versions import Version
from mtlb.bitcode.eras import is_native
from mtlb.ir import (
    Call,
    Constant,
    Function,
    GlobalValue,
    GlobalVariable,
    Linkage,
    Module,
    Type,
    TypeCode,
)
from mtlb.ir.names import DEBUG_INFO_VERSION, GLOBAL_CTORS, MODULE_FLAGS
from mtlb.ir.references import References
from mtlb.ir.uses import base_of, elements_of, globals_in, globals_in_fields, named_by

from ..inputs.files import Input
from ..inputs.linkage import (
    FILTERED_METADATA,
    USED,
    has_recorded_sources,
)
from ..inputs.modules import LoadedModule
from .roots import constructor_of, has_side_effects, is_pure, stored_variable
from .rows import TypeRow
from .types import has_struct, write_types

_LEVELS = 6  # depth of nested members that is compared: more levels distinguish more structs


Form = tuple[object, ...]
"""The comparable content of a declaration. If two inputs' declarations of a name have equal forms, either can be
used."""


class SymbolFacts(NamedTuple):
    """A global whose name means the same in every input.

    `form`: the content of a declaration without the structs in its type; None if it can't be compared that way. `type`:
    its row in the types of the input, -1 if no named struct is part of it.
    """

    name: str
    linkage: Linkage
    is_function: bool
    is_declaration: bool
    section: str
    form: Form | None
    type: int


class StructFacts(NamedTuple):
    """The types of an input in which there are named structs.

    `rows`: a table of types. `structs`: the rows of the module's structs, in its order. `met`: the rows of the types in
    the order in which LLVM's linker visits them; empty if no two structs can be unified, because the order does not
    matter then.
    """

    rows: tuple[TypeRow, ...] = ()
    structs: tuple[int, ...] = ()
    met: tuple[int, ...] = ()


class ConstructorFacts(NamedTuple):
    """A function that `llvm.global_ctors` names.

    `has_effects`: whether every module of the program may need it. `pure`: functions that it calls and that its input
    declares to be without effects.
    """

    has_effects: bool
    pure: tuple[str, ...]


Key = str | int
"""A global of one input: its name if it is shared between inputs, else its index among the globals."""


class Reached(NamedTuple):
    """Globals of one input: the name of each, and the globals that it refers to, in the order of LLVM's linker."""

    name: str
    named: tuple[Key, ...]


@dataclass(eq=False)
class InputFacts:
    """The facts of one input: all that a link knows about it until modules are linked.

    `sha256`: the digest of the bytes that are linked; empty if `module` is kept. `finished`: its module goes into the
    library as it is. `defined`, `needed`: names, before the module was prepared.
    `entries`: the names of the functions that its entry points name, "" if one does not name a function. `appending`:
    its variables that collect elements over all inputs, each with its key; `reached`: these and all that they lead to.
    `tied`: names of globals of other inputs that this one says something about. `referrers`: for what has to be
    defined, and is not bound at run time, who names it. `stripped`: whether LLVM strips debug info from it
    (docs/linking.md §6); None where that takes the bodies. `refused`: why the module can't be prepared. `misfit`: why
    the library can't have its entry points. `bad_version`: the error of its versions.
    `is_converted`: `input_` is what the input was converted to; `warnings`: of the conversion. `number`: its place
    among all inputs that were scanned. `module`: its module, where the link keeps it.
    """

    input_: Input
    sha256: str
    triple: str
    finished: bool
    air: Version | None = None
    language: Version | None = None
    bad_version: MtlbError | None = None
    entry_count: int = 0
    defined: tuple[str, ...] = ()
    needed: tuple[str, ...] = ()
    refused: MtlbError | None = None
    misfit: LinkError | None = None
    entries: tuple[str, ...] = ()
    symbols: tuple[SymbolFacts, ...] = ()
    types: StructFacts = field(default_factory=StructFacts)
    kinds: tuple[tuple[int, str], ...] = ()
    is_native: bool = False
    stripped: bool | None = False
    appending: tuple[tuple[str, int], ...] = ()
    reached: dict[Key, Reached] = field(default_factory=dict)
    constructors: tuple[ConstructorFacts, ...] = ()
    tied: tuple[str, ...] = ()
    referrers: dict[str, tuple[str, ...]] = field(default_factory=dict)
    has_sources: bool = False
    is_converted: bool = False
    warnings: tuple[str, ...] = ()
    number: int = -1
    module: LoadedModule | None = None
    _by_name: dict[str, SymbolFacts] = field(default_factory=dict, repr=False)  # computed on first use

    @property
    def path(self) -> str:
        """The input as the user wrote it."""
        return self.input_.path

    @property
    def by_name(self) -> dict[str, SymbolFacts]:
        """Its symbols by name."""
        if not self._by_name:
            self._by_name = {symbol.name: symbol for symbol in self.symbols}
        return self._by_name


def needed_bodies(module: Module, *, finished: bool) -> Iterator[Function]:
    """The functions of a prepared module whose bodies are needed for its facts; the iterator's consumer reads each body
    before it takes the next function."""
    # The order in which structs are met matters only if two of them may be unified.
    if any(value.is_declaration and _must_be_defined(value) for value in module.global_values()) or (
        not finished and _may_be_same(module.struct_types)
    ):
        yield from [function for function in module.functions if function.is_definition]
        return
    worklist: list[GlobalValue] = []
    if not finished:
        worklist += [v for v in module.globals if v.linkage is Linkage.APPENDING and elements_of(v)]
    seen: set[GlobalValue] = set()
    references = References()
    while worklist:
        value = worklist.pop()
        if value not in seen:
            seen.add(value)
            if isinstance(value, Function) and value.is_definition:
                yield value
            worklist += references.of(value).named


def _may_be_same(structs: Sequence[Type]) -> bool:
    """Whether two structs of a module may have the same members, compared to a limited depth."""
    defined = [type_ for type_ in structs if type_.code is TypeCode.STRUCT_NAMED]
    if len(defined) < 2:
        return False
    levels = _LEVELS if len(defined) == len(structs) else 1  # an opaque struct may be unified with any other
    rows, places = write_types(defined)
    kinds = [0] * len(rows)
    for _ in range(levels + 1):
        numbers: dict[tuple[int, tuple[int, ...], tuple[int, ...]], int] = {}
        kinds = [
            numbers.setdefault((row.code, row.params, tuple([kinds[e] for e in row.elements])), len(numbers))
            for row in rows
        ]
        if len({kinds[places[type_]] for type_ in defined}) == len(defined):
            return False
    return True


def read_facts(facts: InputFacts, module: Module) -> None:
    """Add the facts of an input's prepared module, which must have the bodies of `needed_bodies`."""
    functions = [entry_function(node) for _, _, node in entry_nodes(module)]
    facts.entries = tuple(["" if function is None else function.name for function in functions])
    facts.is_native = is_native(module)
    facts.has_sources = has_recorded_sources(module)
    shared = [value for value in module.global_values() if value.is_shared]
    if not facts.finished:
        facts.kinds = tuple(module.metadata_kinds)
        facts.stripped = is_stripped(module)
        if any(variable.linkage is Linkage.APPENDING for variable in module.globals):
            _read_roots(facts, module)
        facts.tied = tuple(dict.fromkeys([*facts.tied, *_named_in_lists(module)]))
    with_struct: dict[Type, bool] = {}
    rows: dict[Type, int] = {}
    if module.struct_types:
        rows = _read_structs(facts, module, [v.type for v in shared if has_struct(v.type, with_struct)])
    forms = _Forms(with_struct)
    facts.symbols = tuple(
        [
            SymbolFacts(
                value.name,
                value.linkage,
                isinstance(value, Function),
                value.is_declaration,
                value.section,
                forms.of(value) if value.is_declaration else None,
                rows[value.type] if has_struct(value.type, with_struct) else -1,
            )
            for value in shared
        ]
    )
    undefined = [value.name for value in shared if value.is_declaration and _must_be_defined(value)]
    if undefined:
        facts.referrers = referrers(module, undefined)


def _must_be_defined(value: GlobalValue) -> bool:
    return value.section != BOUND_AT_RUN_TIME and has_to_be_defined(value)


def referrers(module: Module, names: Collection[str]) -> dict[str, tuple[str, ...]]:
    """The functions and variables whose bodies name these."""
    referrers_of: dict[str, list[str]] = {name: [] for name in names}
    for value in module.global_values():
        for name in dict.fromkeys([named.name for named in named_by(value)]):
            if name in referrers_of:
                referrers_of[name].append(value.name)
    return {name: tuple(referring) for name, referring in referrers_of.items()}


def is_stripped(module: Module) -> bool | None:
    """Whether LLVM finds debug info without a version in the module, and strips it: an attachment is enough."""
    flags = module.named_metadata.get(MODULE_FLAGS, ())
    if any(getattr(flag.fields[1], "value", None) == DEBUG_INFO_VERSION for flag in flags if len(flag.fields) > 1):
        return False
    if not module.has_bodies:
        return None
    return any(i.metadata for function in module.functions for i in function.instructions())


# --- structs ---------------------------------------------------------------------------------------------------------


def _read_structs(facts: InputFacts, module: Module, shared: Sequence[Type]) -> dict[Type, int]:
    met = _MetTypes().of(module) if not facts.finished and _may_be_same(module.struct_types) else []
    table, rows = write_types([*module.struct_types, *shared, *met])
    structs = tuple([rows[type_] for type_ in module.struct_types])
    facts.types = StructFacts(tuple(table), structs, tuple([rows[type_] for type_ in met]))
    return rows


class _MetTypes:
    """The types of a module that contain a struct, in the order in which LLVM's linker visits them."""

    def __init__(self) -> None:
        self.types: list[Type] = []
        self.seen: set[Type] = set()
        self.with_struct: dict[Type, bool] = {}
        self.met: set[GlobalValue] = set()
        self.bodies: list[GlobalValue] = []

    def of(self, module: Module) -> list[Type]:
        for value in module.global_values():
            if value.is_declaration or value.linkage.is_link_once:
                continue  # linked only if something that is linked refers to it
            self.meet(value)
            while self.bodies:
                self.look_into(self.bodies.pop())
        return self.types

    def meet(self, value: GlobalValue) -> None:
        if value not in self.met:
            self.met.add(value)
            self.add(value.value_type)
            if not value.is_declaration:
                self.bodies.append(value)

    def add(self, type_: Type) -> None:
        if type_ not in self.seen:
            self.seen.add(type_)
            if has_struct(type_, self.with_struct):
                self.types.append(type_)

    def look_into(self, value: GlobalValue) -> None:
        if not isinstance(value, Function):
            for named in named_by(value):
                self.meet(named)
            return
        for instruction in value.instructions():
            for operand in instruction.operands:
                if isinstance(operand, GlobalValue):
                    self.meet(operand)
                    self.add(operand.type)
                elif isinstance(operand, Constant):
                    for named in globals_in(operand) if operand.operands else ():
                        self.meet(named)
                    self.add(operand.type)
            if instruction.aux_type is not None:
                self.add(instruction.aux_type)
            self.add(instruction.type)


# --- what every module begins with -----------------------------------------------------------------------------------


def _read_roots(facts: InputFacts, module: Module) -> None:
    """Constructors, the lists of used variables, and everything reachable from them."""
    tied: dict[str, None] = {}
    starts = []
    for place, variable in enumerate(module.globals):
        if variable.linkage is not Linkage.APPENDING:
            continue
        if variable.value_type.code is not TypeCode.ARRAY:
            raise FormatError(f"{variable.name!a} has appending linkage, but is not an array")
        facts.appending += ((variable.name, place),)
        starts.append(variable)
        if variable.name in USED:
            bases = [base_of(element) for element in elements_of(variable)]
            tied.update((base.name, None) for base in bases if isinstance(base, GlobalValue) and base.is_shared)
        elif variable.name == GLOBAL_CTORS:
            for element in elements_of(variable):
                function = constructor_of(element)
                if function is not None:
                    facts.constructors += (_constructor_facts(function, tied),)
    facts.reached = reach(module, starts)
    facts.tied = tuple(tied)


def reach(module: Module, starts: Sequence[GlobalValue]) -> dict[Key, Reached]:
    """The globals reachable from `starts` inside the module, by key."""
    keys: dict[GlobalValue, Key] = {
        value: value.name if value.is_shared else place for place, value in enumerate(module.global_values())
    }
    references = References()
    return {
        keys[value]: Reached(value.name, tuple([keys[named] for named in references.of(value).named]))
        for value in references.reach(starts)
    }


def _constructor_facts(function: Function, tied: dict[str, None]) -> ConstructorFacts:
    if function.is_shared:  # which input defines it is decided when all inputs are scanned
        tied[function.name] = None
        return ConstructorFacts(True, ())
    has_effects = False
    pure: dict[str, None] = {}
    for instruction in function.instructions():
        variable = stored_variable(instruction)
        if variable is not None:
            if variable.is_shared:
                tied[variable.name] = None
        elif has_side_effects(instruction):
            has_effects = True
        elif isinstance(instruction, Call):
            callee = instruction.callee
            if isinstance(callee, Function) and callee.is_shared and not is_pure(instruction.attributes):
                pure[callee.name] = None
    return ConstructorFacts(has_effects, tuple(pure))


def _named_in_lists(module: Module) -> Iterator[str]:
    """Shared globals that nodes about single globals name: samplers, function constants, visible functions."""
    for name in FILTERED_METADATA:
        for node in module.named_metadata.get(name, ()):
            for value in globals_in_fields(node):
                if value.is_shared:
                    yield value.name


# --- declarations ----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _same(form: Form) -> Form:
    """One object for equal forms, to save memory: many inputs have the same declarations."""
    return form


class _Forms:
    """The forms of a module's declarations."""

    def __init__(self, with_struct: dict[Type, bool]) -> None:
        self._with_struct = with_struct
        self._types: dict[Type, Form] = {}

    def of(self, value: GlobalValue) -> Form | None:
        """None for a declaration with content that a form does not represent."""
        if value.metadata or value.comdat is not None:
            return None
        own: Form
        if isinstance(value, Function):
            if value.prologue is not None or value.prefix is not None or value.personality is not None:
                return None
            attributes = value.attributes
            own = ("function", value.calling_convention, value.alignment, value.gc, value.extra)
        elif isinstance(value, GlobalVariable):
            attributes = value.attributes
            own = ("variable", value.is_constant, value.alignment, value.externally_initialized, value.extra)
        else:
            return None
        for group in attributes:
            for attribute in group.attributes:
                if isinstance(attribute.value, Type):
                    return None
        return _same(
            (
                own,
                attributes,
                value.address_space,
                int(value.linkage),
                value.visibility,
                value.unnamed_addr,
                value.dll_storage,
                value.dso_local,
                value.thread_local,
                value.section,
                value.partition,
                None if has_struct(value.type, self._with_struct) else self.type(value.type),
            )
        )

    def type(self, type_: Type) -> Form:
        form = self._types.get(type_)
        if form is None:
            rows, _ = write_types([type_])
            form = self._types[type_] = tuple(rows)
        return form
