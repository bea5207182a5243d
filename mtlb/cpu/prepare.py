"""One entry point of a module made ready for a CPU: modules of bitcode, and IR text of what they need beside them.

The module is AIR as before, but for function constants, which have their values, for divisions that would trap, for
call sites at which threads meet, which pass their numbers, and for checks, if they are wanted. The text has the `air.*`
functions, and the wrapper through which the run-time enters the function. Address spaces stay: on the processors that
we run on they are all the same memory. Functions that are linked in, which function tables may have, are modules of
their own that are made ready in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from ..air import EntryArgument, EntryPoint, FunctionConstant, function_constants, read_entry_points
from ..air.names import IS_DEFINED
from ..base.errors import BuildError, UnsupportedError
from ..bitcode import write_module
from ..container import FunctionType
from ..ir import (
    Call,
    Constant,
    DataLayout,
    Function,
    GlobalVariable,
    InstCode,
    Linkage,
    Module,
    Type,
    TypeCode,
    Visibility,
    copy_module,
)
from ..ir.names import GLOBAL_CTORS, INTRINSIC
from ..ir.uses import elements_of
from .checks import Place, instrument, mark_loops, place_of
from .constants import set_constants
from .door import admit, seal
from .edits import OF_FILE
from .guards import drop_assumptions, guard_divisions
from .library import define, meets, spell
from .wrapper import ENTRY, Parameter, control_points, parameters_of, wrapper

__all__ = ["Parameter", "Prepared", "Region", "prepare"]

_THREADGROUP = 3
_LINKED = "mtlb.linked"
_POINTS = "mtlb.points"
_OF_STAGES = ("mtlb_table_entry", "mtlb_imageblock", "mtlb_command", "mtlb_map_coordinate")  # native/stages.c
_TABLES = ("visible_function_table", "function_handle")


@dataclass(frozen=True, slots=True)
class Region:
    """A variable that threads of a threadgroup share, or that the module defines: its name, its symbol, its bytes."""

    name: str
    symbol: str
    size: int
    address_space: int


@dataclass(slots=True)
class Prepared:
    """What the child compiles, and what the parent needs to know. Places are numbered from 1 on."""

    name: str
    kind: FunctionType
    entry: EntryPoint
    bitcode: list[bytes]  # the function's module, then one for each function that is linked in
    text: str
    parameters: list[Parameter]
    result_type: Type | None
    result_size: int
    stackful: bool
    needs_textures: bool
    needs_stages: bool
    checked: bool
    constants: list[FunctionConstant]
    linked: list[str]  # names of the functions that are linked in
    private_bytes: int  # of the variables of one thread, if each function runs once in it
    sites: list[Place] = field(default_factory=list)  # where threads meet
    accesses: list[Place] = field(default_factory=list)  # what the checks look at
    loops: list[Place] = field(default_factory=list)  # marked heads of loops
    threadgroup: list[Region] = field(default_factory=list)  # then one for each threadgroup argument
    globals: list[Region] = field(default_factory=list)


def prepare(
    module: Module,
    name: str,
    constants: Mapping[str | int, object] | None = None,
    *,
    check: bool = False,
    mark: bool = False,
    linked: Sequence[tuple[str, Module]] = (),
) -> Prepared:
    """The entry point `name` of a module, ready for a CPU; the module is left as it is.

    `constants` are values of function constants by name or index. `check`: with checks of memory accesses; `mark`: with
    marks at the heads of loops. `linked`: functions that its function tables may have, or that it calls by name, with
    the modules that define them. BuildError for a function that is not there, or a constant that is missing, not there,
    or has a value of another type; UnsupportedError, naming them, for `air.*` functions without a definition.
    """
    module = copy_module(module)
    entry = _entry_of(module, name)
    program = _Program(entry, check=check, mark=mark, linked=[its_name for its_name, _ in linked])
    found = function_constants(module)
    program.add(module, set_constants(module, constants or {}))
    inner = []
    for number, (its_name, its_module) in enumerate(linked):
        its_module = copy_module(its_module)
        function = _entry_of(its_module, its_name).function
        program.add(its_module, set_constants(its_module, constants or {}, shared=found))
        function.name = f"{_LINKED}.{number}"
        inner.append((its_module, function))
    function = entry.function
    parameters = parameters_of(entry)
    has_tables = any(p.argument.kind in _TABLES for p in parameters) or bool(linked)
    stackful = bool(program.sites) or check or has_tables
    text = program.text(entry, parameters, is_stackful=stackful)
    function.name = ENTRY
    modules = [(module, function), *inner]
    for its_module, its_function in modules:
        program.finish(its_module, its_function)
    result = function.value_type.result
    is_void = result.code is TypeCode.VOID
    return Prepared(
        name,
        entry.kind,
        entry,
        [write_module(its_module) for its_module, _ in modules],
        text,
        parameters,
        None if is_void else result,
        0 if is_void else DataLayout().alloc_size(result),
        stackful,
        "mtlb_texture_" in text or "srgb" in text,
        any(f"@{name}(" in text for name in _OF_STAGES),
        check,
        found,
        [its_name for its_name, _ in linked],
        program.private_bytes,
        program.sites,
        program.accesses,
        program.loops,
        program.regions,
        program.others,
    )


def _entry_of(module: Module, name: str) -> EntryPoint:
    """The function of a name. One that no metadata describes is a visible function with arguments without names."""
    if "air.dyld" in module.asm:
        raise UnsupportedError(f"function {name!a} is of a dynamic library, or needs one: link it without first")
    entries = read_entry_points(module)
    for entry in entries:
        if entry.name == name and entry.function.blocks:
            return entry
    function = module.function(name)
    if function is not None and function.blocks:
        arguments = [
            EntryArgument("buffer" if type_.is_pointer else "visible_input", number, location_index=number)
            for number, type_ in enumerate(function.value_type.parameters)
        ]
        return EntryPoint(FunctionType.VISIBLE, function, [], arguments)
    names = ", ".join(repr(entry.name) for entry in entries[:5])
    raise BuildError(f"no function {name!a} to run: the module has {names or 'none'}")


class _Program:
    """What the modules of one run have together: numbered places, variables, definitions of `air.*`."""

    def __init__(self, entry: EntryPoint, *, check: bool, mark: bool, linked: Sequence[str]) -> None:
        self.name = entry.name
        self.is_fragment = entry.kind is FunctionType.FRAGMENT
        self.check, self.mark = check, mark
        self.linked = {name: number for number, name in enumerate(linked)}
        named = [argument.control_point_function for argument in entry.arguments]
        self.control_points = {name: number for number, name in enumerate(named) if name is not None}
        self.layout = DataLayout()
        self.sites: list[Place] = []
        self.accesses: list[Place] = []
        self.loops: list[Place] = []
        self.regions: list[Region] = []
        self.others: list[Region] = []
        self.variables: list[str] = []  # declarations for the text
        self.definitions: dict[str, str] = {}
        self.externals: dict[str, str] = {}
        self.defined: list[str] = []  # function constants that have a value, as operands
        self.constructors = 0
        self.private_bytes = 0
        self.missing: set[str] = set()

    def add(self, module: Module, defined: Sequence[GlobalVariable]) -> None:
        """Rewrite a module, and make what it needs."""
        admit(module, self.name, {*self.linked, *self.control_points})
        guard_divisions(module)
        drop_assumptions(module)
        if self.check:
            instrument(module, self.accesses, _constructors(module))
        if self.mark:
            mark_loops(module, self.loops)
        self.private_bytes += sum(
            self.layout.alloc_size(instruction.aux_type)
            for function in module.functions
            for instruction in function.instructions()
            if instruction.code is InstCode.ALLOCA and instruction.aux_type is not None
        )
        self.number_sites(module)
        self.share(module)
        self.defined += [f"{spell(variable.type)} @{variable.name}" for variable in defined]
        self.define(module)

    def number_sites(self, module: Module) -> None:
        """Pass the number of the call site to functions in which threads meet."""
        context = module.context
        long = context.integer_type(64)
        replaced: dict[Function, Function] = {}
        for number, function in enumerate(module.functions):
            if function.blocks or not meets(function.name, is_fragment=self.is_fragment):
                continue
            old = function.value_type
            type_ = context.type(TypeCode.FUNCTION, old.params, (*old.elements, long))
            new = function.copy()
            new.value_type = type_
            new.type = context.pointer_type(type_, function.address_space)
            replaced[function] = module.functions[number] = new
        if not replaced:
            return
        for function in module.functions:
            for instruction in function.instructions():
                if instruction.code is not InstCode.CALL:
                    continue
                callee = instruction.operands[-1]
                if isinstance(callee, Function) and callee in replaced:
                    assert isinstance(instruction, Call)
                    self.sites.append(place_of(module, function, instruction, callee.name))
                    site = context.integer_constant(long, len(self.sites))
                    new = replaced[callee]
                    instruction.operands = (*instruction.operands[:-1], site, new)
                    instruction.aux_type = new.value_type

    def share(self, module: Module) -> None:
        """Threadgroup variables and all others get symbols that the text can name."""
        for variable in module.globals:
            if variable.initializer is None or variable.name.startswith(INTRINSIC):
                continue
            space = variable.type.address_space
            regions = self.regions if space == _THREADGROUP else self.others
            symbol = f"mtlb.v{len(self.variables)}"
            regions.append(Region(variable.name, symbol, self.layout.alloc_size(variable.value_type), space))
            variable.name = symbol
            variable.linkage, variable.visibility = Linkage.EXTERNAL, Visibility.DEFAULT
            kind = "constant" if variable.is_constant else "global"
            self.variables.append(f"@{symbol} = external {f'addrspace({space}) ' if space else ''}{kind} i8")

    def define(self, module: Module) -> None:
        """Definitions of what the module declares and uses."""
        used = {
            instruction.operands[-1]
            for function in module.functions
            for instruction in function.instructions()
            if instruction.code is InstCode.CALL
        }
        for function in module.functions:
            name = function.name
            if function.blocks:
                continue
            if name.startswith(OF_FILE):
                self.define_given(function, name.removeprefix(OF_FILE))
            elif name.startswith((INTRINSIC, "mtlb_")) or function not in used:
                continue
            elif name != IS_DEFINED:
                self.define_one(module, function)
            elif name not in self.definitions:
                with self.declared(name):
                    self.definitions[name] = spell(function.value_type.parameters[0])  # its text is made at the end

    def define_given(self, function: Function, name: str) -> None:
        """A function of the file that is linked in, or that reads control points."""
        if name in self.linked:
            function.name = f"{_LINKED}.{self.linked[name]}"
        else:
            function.name = f"{_POINTS}.{self.control_points[name]}"
            with self.declared(name):
                self.definitions[function.name] = control_points(function)

    def define_one(self, module: Module, function: Function) -> None:
        """The definition of one function of `air.*`."""
        type_ = function.value_type
        plain = function
        if meets(function.name, is_fragment=self.is_fragment):
            plain = function.copy()
            plain.value_type = module.context.type(TypeCode.FUNCTION, type_.params, type_.elements[:-1])
        with self.declared(function.name):
            made = define(plain, is_fragment=self.is_fragment)
        if made is None:
            self.missing.add(function.name)
            return
        known = self.definitions.setdefault(function.name, made.text)
        if known != made.text:
            raise UnsupportedError(
                f"function {self.name!a} and one that is linked to it declare {function.name} with different types"
            )
        self.externals.update(made.externals)

    @contextmanager
    def declared(self, name: str) -> Iterator[None]:
        """Definitions are made from declared types, and by what takes these for right: what does not fit ends here."""
        try:
            yield
        except (IndexError, KeyError, ValueError, TypeError):
            raise UnsupportedError(
                f"function {self.name!a} can't be run: {name} is declared with a type that it does not have"
            ) from None

    def text(self, entry: EntryPoint, parameters: list[Parameter], *, is_stackful: bool) -> str:
        """All that is beside the modules. UnsupportedError, naming them, for functions without a definition."""
        entered, structs = wrapper(entry.function, parameters)
        definitions = dict(self.definitions)
        if IS_DEFINED in definitions:
            definitions[IS_DEFINED] = _is_defined(definitions[IS_DEFINED], self.defined)
        if self.missing:
            raise UnsupportedError(f"function {self.name!a} uses what can't be run: {', '.join(sorted(self.missing))}")
        arguments = sum(p.by_pointer and p.address_space == _THREADGROUP and not p.source for p in parameters)
        functions = [f"@{_LINKED}.{number}" for number in range(len(self.linked))]
        addresses = ", ".join(f"ptr {function}" for function in functions) or "ptr null"
        tables = [
            _table("mtlb_threadgroup", self.regions, arguments),
            f"@mtlb_threadgroup_count = constant i32 {len(self.regions) + arguments}",
            # Nothing may know the addresses of variables that constructors set, or LLVM can't run them in advance.
            *([_table("mtlb_globals", self.others, 0)] if self.check else []),
            *(f"declare void {function}()" for function in functions),
            f"@mtlb_functions = global [{max(1, len(functions))} x ptr] [{addresses}]",
            f"@mtlb_is_stackful = constant i32 {int(is_stackful)}",
        ]
        return "\n".join([*structs, *self.variables, *self.externals.values(), *definitions.values(), *tables, entered])

    def finish(self, module: Module, function: Function) -> None:
        """The function has the name that others call it by; all others are of this module alone."""
        constructors = _constructors(module)
        for constructor in constructors:
            constructor.name = f"mtlb.constructor.{self.constructors}"
            self.constructors += 1
        for other in module.functions:
            if other.blocks:
                other.linkage, other.visibility = Linkage.INTERNAL, Visibility.DEFAULT
        for one in constructors:  # what LLVM can't run in advance is found by its name
            one.linkage = Linkage.EXTERNAL
        function.linkage = Linkage.EXTERNAL
        seal(module)


def _is_defined(type_: str, defined: Sequence[str]) -> str:
    """Compares the address that it gets with those of the constants that have a value."""
    lines = []
    found = "false"
    for number, operand in enumerate(defined):
        space, _, symbol = operand.rpartition(" ")
        one = symbol if space == type_ else f"addrspacecast ({operand} to {type_})"
        lines.append(f"  %c{number} = icmp eq {type_} %0, {one}")
        lines.append(f"  %d{number} = or i1 {found}, %c{number}")
        found = f"%d{number}"
    body = "\n".join([*lines, f"  ret i1 {found}"])
    return f"define i1 @{IS_DEFINED}({type_} %0) alwaysinline nounwind {{\n{body}\n}}\n"


def _table(name: str, regions: list[Region], more: int) -> str:
    """A table of the addresses and sizes of variables, and room for `more` rows."""
    rows = []
    for region in regions:
        address = f"ptr @{region.symbol}"
        if region.address_space:
            address = f"ptr addrspacecast (ptr addrspace({region.address_space}) @{region.symbol} to ptr)"
        rows.append(f"{{ ptr, i64 }} {{ {address}, i64 {region.size} }}")
    rows += ["{ ptr, i64 } zeroinitializer"] * max(more, not regions)
    return f"@{name} = global [{len(rows)} x {{ ptr, i64 }}] [{', '.join(rows)}]"


def _constructors(module: Module) -> list[Function]:
    """The functions that are to run before all others: they set what depends on function constants."""
    for variable in module.globals:
        if variable.name == GLOBAL_CTORS:
            rows = [row for row in elements_of(variable) if isinstance(row, Constant)]
            return [value for row in rows for value in row.operands if isinstance(value, Function)]
    return []
