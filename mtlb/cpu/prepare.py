"""Prepares one entry point of a module for a CPU: the module itself, and a support module with what it needs.
The module remains AIR, with these changes: function constants have values, divisions do not trap, call sites at
which threads meet pass their numbers, and checks are inserted if requested. The support module has the `air.*`
functions and the wrapper through which the run-time enters the function. Address spaces are kept: the supported
processors map all of them to the same memory. Functions that are linked in, for function tables, are separate
modules that are prepared in the same way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from ..air import EntryArgument, EntryPoint, FunctionConstant, function_constants, read_entry_points
from ..air.names import IS_DEFINED
from ..base.errors import BuildError, UnsupportedError
from ..base.features import MOST_THREADGROUP_BYTES
from ..bitcode import write_module
from ..container import FunctionType
from ..ir import (
    AttributeKind,
    BinaryOperator,
    Call,
    CastOperator,
    Constant,
    ConstantCode,
    DataLayout,
    Function,
    GlobalVariable,
    InstCode,
    Linkage,
    Module,
    Predicate,
    Type,
    TypeCode,
    Value,
    Visibility,
    copy_module,
)
from ..ir.build import IRBuilder
from ..ir.names import GLOBAL_CTORS, INTRINSIC
from ..ir.uses import elements_of, reached_from
from ..ir.verify import verify_module
from .checks import PROMISES, Place, instrument, mark_loops, place_of
from .constants import set_constants
from .door import admit, seal
from .edits import OF_FILE, without_attributes
from .guards import (
    allow_any_alignment,
    define_members,
    drop_assumptions,
    guard_divisions,
    settle_arithmetic,
    trap_where_no_way_leads,
)
from .laneloops import LaneFunction, loop_over_lanes
from .library import define, meets
from .meetings import NotLoopsError
from .points import number_points
from .sharing import order_free
from .support import SupportFunction, SupportModule
from .trace import Traced, instruction_words, look_into
from .undefined import check_results
from .vectors import join_calls
from .wrapper import ENTRY, Parameter, control_points, lane_loop, parameters_of, wrapper

__all__ = ["Parameter", "Prepared", "Region", "prepare"]

_CONSTANT, _THREADGROUP = 2, 3
_ALIGNED = 7  # 64 bytes, as log2 + 1
_LINKED = "mtlb.linked"
_POINTS = "mtlb.points"
_ALL_STACKS, _ONE_STACK, _LANE_LOOPS = 1, 2, 3  # numbered as in native/runtime.h
_TABLES = ("visible_function_table", "function_handle")


@dataclass(frozen=True, slots=True)
class Region:
    """A variable in threadgroup memory or a global variable of the module: its name, its symbol, its bytes."""

    name: str
    symbol: str
    size: int
    address_space: int


@dataclass(slots=True)
class Prepared:
    """The modules that the child compiles, and the facts that the parent needs. Places are numbered from 1 on."""

    name: str
    kind: FunctionType
    entry: EntryPoint
    bitcode: list[bytes]  # the function's module, one for each function that is linked in, the support module
    parameters: list[Parameter]
    result_type: Type | None
    result_size: int
    stackful: bool
    units: list[str]  # the files of native/ that it needs besides the run-time itself
    checked: bool
    constants: list[FunctionConstant]
    linked: list[str]  # names of the functions that are linked in
    private_bytes: int  # stack bytes of one thread's variables, if each function is active once
    sites: list[Place] = field(default_factory=list)  # places where threads meet
    accesses: list[Place] = field(default_factory=list)  # places that the checks report
    loops: list[Place] = field(default_factory=list)  # marked heads of loops
    threadgroup: list[Region] = field(default_factory=list)  # variables, then one region for each threadgroup argument
    globals: list[Region] = field(default_factory=list)
    is_shareable: bool = False  # whether several threads may run its threadgroups
    traced: list[Traced] = field(default_factory=list)  # the traced instructions
    lane_loops: bool = False  # whether a simdgroup has a single stack


def prepare(
    module: Module,
    name: str,
    constants: Mapping[str | int, object] | None = None,
    *,
    check: bool = False,
    mark: bool = False,
    trace: bool = False,
    linked: Sequence[tuple[str, Module]] = (),
    lane_loops: bool = True,
) -> Prepared:
    """Prepare the entry point `name` of a module for a CPU; the module is not changed.
    `constants` are values of function constants by name or index. `check`: with checks of memory accesses; `mark`:
    with marks at loop headers; `trace`: with calls that record computed values (trace.py). `linked`: functions for
    its function tables or for its calls by name, with the modules that define them. `lane_loops`: lanes that meet
    run as loop iterations where that is possible (laneloops.py); without it, and with checks, marks or a trace, each
    lane has a stack.
    Raises BuildError for a function that does not exist, and for a constant that is missing, unknown, or has a value
    of another type. Raises UnsupportedError, with their names, for `air.*` functions without a definition."""
    if lane_loops and not (check or mark or trace or linked):
        with suppress(NotLoopsError):
            return _prepare(module, name, constants, lane_loops=True)
    return _prepare(module, name, constants, check=check, mark=mark, trace=trace, linked=linked)


def _prepare(
    module: Module,
    name: str,
    constants: Mapping[str | int, object] | None,
    *,
    check: bool = False,
    mark: bool = False,
    trace: bool = False,
    linked: Sequence[tuple[str, Module]] = (),
    lane_loops: bool = False,
) -> Prepared:
    """As `prepare`. Raises NotLoopsError if lanes meet and cannot be loop iterations."""
    module = copy_module(module)
    entry, entries = _entry_of(module, name)
    program = _Program(entry, check=check, mark=mark, trace=trace, linked=[its_name for its_name, _ in linked])
    declared = function_constants(module)
    program.add(module, entry.function, entries, set_constants(module, constants or {}), lane_loops=lane_loops)
    inner = []
    for number, (its_name, its_module) in enumerate(linked):
        its_module = copy_module(its_module)
        its_entry, its_entries = _entry_of(its_module, its_name)
        function = its_entry.function
        program.add(its_module, function, its_entries, set_constants(its_module, constants or {}, shared=declared))
        function.name = f"{_LINKED}.{number}"
        inner.append((its_module, function))
    function = entry.function
    is_order_free = order_free([module, *(its_module for its_module, _ in inner)])
    parameters = parameters_of(program.support, entry)
    has_tables = any(p.argument.kind in _TABLES for p in parameters) or bool(linked)
    stackful = bool(program.sites) or check or has_tables
    stacks = (_ONE_STACK if check and not (program.sites or has_tables) else _ALL_STACKS) if stackful else 0
    if program.lanes:
        stacks = _LANE_LOOPS
    program.complete(entry, parameters, stacks=stacks)
    function.name = ENTRY
    modules = [(module, function), *inner]
    if program.sites:
        number_points(modules, program.meeting)
    for its_module, its_function in modules:
        program.finish(its_module, its_function)
    for lane in program.lanes:
        lane.function.linkage = Linkage.EXTERNAL
    if program.lanes and (wrong := verify_module(module)):
        raise NotLoopsError(wrong[0])  # not caused by the file: it runs with stacks
    result = function.value_type.result
    is_void = result.code is TypeCode.VOID
    return Prepared(
        name,
        entry.kind,
        entry,
        [*(write_module(its_module) for its_module, _ in modules), program.support.bitcode()],
        parameters,
        None if is_void else result,
        0 if is_void else DataLayout().alloc_size(result),
        stackful,
        program.support.units,
        check,
        declared,
        [its_name for its_name, _ in linked],
        program.private_bytes,
        program.sites,
        program.accesses,
        program.loops,
        program.regions,
        program.others,
        is_order_free
        and not (check or trace)
        and not has_tables
        and all(item.address_space == _CONSTANT for item in program.others),
        program.traced,
        bool(program.lanes),
    )


def _entry_of(module: Module, name: str) -> tuple[EntryPoint, list[Function]]:
    """The function with a name, and the functions of all entry points. A function without metadata is treated as a
    visible function with unnamed arguments."""
    if "air.dyld" in module.asm:
        raise UnsupportedError(
            f"function {name!a} belongs to a dynamic library or needs one: relink it without dynamic libraries first"
        )
    entries = read_entry_points(module)
    functions = [entry.function for entry in entries]
    for entry in entries:
        if entry.name == name and entry.function.blocks:
            return entry, functions
    function = module.function(name)
    if function is not None and function.blocks:
        arguments = [
            EntryArgument("buffer" if type_.is_pointer else "visible_input", number, location_index=number)
            for number, type_ in enumerate(function.value_type.parameters)
        ]
        return EntryPoint(FunctionType.VISIBLE, function, [], arguments), functions
    names = ", ".join(repr(entry.name) for entry in entries[:5])
    raise BuildError(f"no function {name!a} to run: the module has {names or 'none'}")


class _Program:
    """The shared state of a run's modules: numbered places, variables, definitions of `air.*`."""

    def __init__(self, entry: EntryPoint, *, check: bool, mark: bool, trace: bool, linked: Sequence[str]) -> None:
        self.name, self.entry = entry.name, entry
        self.is_fragment = entry.kind is FunctionType.FRAGMENT
        self.check, self.mark, self.trace = check, mark, trace
        self.linked = {name: number for number, name in enumerate(linked)}
        named = [argument.control_point_function for argument in entry.arguments]
        self.control_points = {name: number for number, name in enumerate(named) if name is not None}
        self.layout = DataLayout()
        self.support = SupportModule()
        self.sites: list[Place] = []
        self.meeting: set[Function] = set()  # declared functions that receive the numbers of call sites
        self.accesses: list[Place] = []
        self.loops: list[Place] = []
        self.traced: list[Traced] = []
        self.regions: list[Region] = []
        self.others: list[Region] = []
        self.variables: dict[str, GlobalVariable] = {}  # functions of all modules, as the support module declares them
        self.types: dict[str, Type] = {}  # the types of the functions that the support module defines
        self.done: set[str] = set()  # functions that are already defined, or known to be missing
        self.defined: list[str] = []  # symbols of the function constants that have a value
        self.constructors = 0
        self.private_bytes = 0
        self.lanes: list[LaneFunction] = []
        self.missing: set[str] = set()

    def add(
        self,
        module: Module,
        function: Function,
        entries: Sequence[Function],
        defined: Sequence[GlobalVariable],
        *,
        lane_loops: bool = False,
    ) -> None:
        """Rewrite a function's module and define what it calls. `entries`: all its entry points.
        `lane_loops`: make lanes loop iterations."""
        words = instruction_words(module) if self.trace else {}
        needed = reached_from([function, *defined])
        others = [entry for entry in entries if entry not in needed]
        admit(module, self.name, {*self.linked, *self.control_points}, others)
        if self.check:
            check_results(module, self.accesses, _constructors(module))
        guard_divisions(module)
        trap_where_no_way_leads(module)
        drop_assumptions(module)
        define_members(module)
        settle_arithmetic(module, words)
        if self.check:
            instrument(module, self.accesses, _constructors(module))
        if self.mark:
            mark_loops(module, self.loops)
        if self.trace:
            look_into(module, words, self.traced, _constructors(module))
        allow_any_alignment(module)
        self.private_bytes += sum(
            self.layout.alloc_size(instruction.aux_type)
            for function in module.functions
            for instruction in function.instructions()
            if instruction.code is InstCode.ALLOCA and instruction.aux_type is not None
        )
        self.number_sites(module)
        if self.meeting and lane_loops:
            self.loop(module)
        elif self.meeting:
            join_calls(module)
        self.share(module)
        self.defined += [variable.name for variable in defined]
        self.define(module)

    def loop(self, module: Module) -> None:
        """Make lanes loop iterations. Raises NotLoopsError if that is not possible."""
        if self.entry.kind is not FunctionType.KERNEL:
            raise NotLoopsError("it is not a kernel")
        parameters = parameters_of(self.support, self.entry)
        self.lanes, size = loop_over_lanes(module, self.entry.function, parameters, self.meeting)
        self.private_bytes += size
        for lane in self.lanes:
            lane_loop(self.support, lane.function, lane.loop, [parameters[number] for number in lane.places])
        for function in module.functions:
            if function.name.startswith("mtlb_") and not function.blocks:
                self.support.functions.declare(function.name, self.support.type(function.value_type))

    def number_sites(self, module: Module) -> None:
        """Pass the call site's number to functions in which threads meet."""
        context = module.context
        long = context.integer_type(64)
        replaced: dict[Function, Function] = {}
        for number, function in enumerate(module.functions):
            if function.blocks or not meets(function.name, is_fragment=self.is_fragment, checked=self.check):
                continue
            old = function.value_type
            type_ = context.type(TypeCode.FUNCTION, old.params, (*old.elements, long))
            new = function.copy()
            new.value_type = type_
            new.type = context.pointer_type(type_, function.address_space)
            replaced[function] = module.functions[number] = new
        self.meeting.update(replaced.values())
        if not replaced:
            return
        for function in module.functions:
            for instruction in function.instructions():
                if instruction.code is not InstCode.CALL:
                    continue
                callee = instruction.operands[-1]
                if isinstance(callee, Function) and callee in replaced:
                    assert isinstance(instruction, Call)
                    self.sites.append(place_of(function, instruction, callee.name))
                    site = context.integer_constant(long, len(self.sites))
                    new = replaced[callee]
                    instruction.operands = (*instruction.operands[:-1], site, new)
                    instruction.aux_type = new.value_type
                    # Calls with unused results are kept: lanes meet there.
                    instruction.attributes = without_attributes(instruction.attributes, PROMISES)

    def share(self, module: Module) -> None:
        """Give threadgroup variables and all other variables symbols that the support module can name."""
        for variable in module.globals:
            if variable.initializer is None or variable.name.startswith(INTRINSIC):
                continue
            space = variable.type.address_space
            regions = self.regions if space == _THREADGROUP else self.others
            symbol = f"mtlb.v{len(self.variables)}"
            regions.append(Region(variable.name, symbol, self.layout.alloc_size(variable.value_type), space))
            variable.name = symbol
            variable.linkage, variable.visibility = Linkage.EXTERNAL, Visibility.DEFAULT
            context = self.support.context
            byte = context.integer_type(8)
            if self.check and space == _THREADGROUP:  # with space behind it, so that an index out of range is detected
                room = context.type(TypeCode.ARRAY, (regions[-1].size + MOST_THREADGROUP_BYTES,), (byte,))
                result = self.support.variable(symbol, room, context.constant(room, ConstantCode.NULL), space=space)
                result.alignment = max(variable.alignment, _ALIGNED)
                self.variables[symbol] = result
                variable.initializer = None
                continue
            declared = self.support.variable(symbol, byte, space=space, is_constant=variable.is_constant)
            self.variables[symbol] = declared

    def define(self, module: Module) -> None:
        """Define the functions that the module declares and uses."""
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
            else:
                self.define_one(function)

    def define_given(self, function: Function, name: str) -> None:
        """Define a function of the file that is linked in, or that reads control points."""
        if name in self.linked:
            function.name = f"{_LINKED}.{self.linked[name]}"
            return
        function.name = f"{_POINTS}.{self.control_points[name]}"
        if function.name not in self.done:
            self.done.add(function.name)
            with self.declared(name):
                control_points(self.support, function)

    def define_one(self, function: Function) -> None:
        """Define one `air.*` function."""
        name = function.name
        type_ = self.support.type(function.value_type)
        if self.types.setdefault(name, type_) is not type_:
            raise UnsupportedError(
                f"function {self.name!a} and one that is linked to it declare {name} with different types"
            )
        if name in self.done or name == IS_DEFINED:  # defined at the end
            return
        self.done.add(name)
        with self.declared(name):
            if define(self.support, function, is_fragment=self.is_fragment, checked=self.check) is None:
                self.missing.add(name)

    @contextmanager
    def declared(self, name: str) -> Iterator[None]:
        """Makers trust the declared types: an operand that does not fit ends here."""
        try:
            yield
        except (IndexError, KeyError, ValueError, TypeError):
            raise UnsupportedError(
                f"function {self.name!a} can't be run: {name} is declared with the wrong type"
            ) from None

    def complete(self, entry: EntryPoint, parameters: list[Parameter], *, stacks: int) -> None:
        """Define what all modules share. Raises UnsupportedError, with their names, for functions without a
        definition."""
        if self.missing:
            raise UnsupportedError(
                f"function {self.name!a} uses functions that can't be run: {', '.join(sorted(self.missing))}"
            )
        support = self.support
        wrapper(support, entry.function, parameters)
        if IS_DEFINED in self.types:
            with self.declared(IS_DEFINED):
                self.define_is_defined()
        arguments = sum(p.by_pointer and p.address_space == _THREADGROUP and not p.source for p in parameters)
        b = IRBuilder(support.context, opaque=True)
        self.table(b, "mtlb_threadgroup", self.regions, arguments)
        support.number("mtlb_threadgroup_count", len(self.regions) + arguments)
        if self.check:
            # The addresses of variables that constructors set must not be visible elsewhere, or LLVM cannot run the
            # constructors in advance.
            self.table(b, "mtlb_globals", self.others, 0)
        type_ = b.function_type(b.void, ())
        functions = [support.functions.declare(f"{_LINKED}.{number}", type_) for number in range(len(self.linked))]
        support.array("mtlb_functions", functions or [b.null(b.pointer_to(b.i8))])
        support.number("mtlb_is_stackful", stacks)

    def define_is_defined(self) -> None:
        """Compare the address of the argument with those of the constants that have a value."""
        b = SupportFunction(self.support, IS_DEFINED, self.types[IS_DEFINED], AttributeKind.ALWAYS_INLINE)
        (address,) = b.arguments
        value: Value = b.null(b.i1)
        for symbol in self.defined:
            variable = b.cast(CastOperator.ADDRSPACECAST, self.variables[symbol], address.type)
            value = b.binary(BinaryOperator.OR, value, b.compare(Predicate.ICMP_EQ, address, variable))
        b.finish(value)

    def table(self, b: IRBuilder, name: str, regions: list[Region], more: int) -> None:
        """A table with the addresses and sizes of variables, and space for `more` rows."""
        pointer = b.pointer_to(b.i8)
        row = b.context.type(TypeCode.STRUCT_ANON, (0,), (pointer, b.i64))
        rows: list[Value] = []
        for region in regions:
            address: Value = self.variables[region.symbol]
            if address.type is not pointer:
                params = (CastOperator.ADDRSPACECAST, 0)
                address = b.context.constant(pointer, ConstantCode.CE_CAST, params, (address,))
            size = b.integer(b.i64, region.size)
            rows.append(b.context.constant(row, ConstantCode.AGGREGATE, (), (address, size)))
        self.support.array(name, [*rows, *[b.null(row)] * max(more, not regions)])

    def finish(self, module: Module, function: Function) -> None:
        """Name the function as its callers expect; all other functions become local to the module."""
        constructors = _constructors(module)
        for constructor in constructors:
            constructor.name = f"mtlb.constructor.{self.constructors}"
            self.constructors += 1
        for other in module.functions:
            if other.blocks:
                other.linkage, other.visibility = Linkage.INTERNAL, Visibility.DEFAULT
        for item in constructors:  # constructors that LLVM cannot run in advance are found by their names
            item.linkage = Linkage.EXTERNAL
        function.linkage = Linkage.EXTERNAL
        seal(module)


def _constructors(module: Module) -> list[Function]:
    """The functions that run before all others: they set what depends on function constants."""
    for variable in module.globals:
        if variable.name == GLOBAL_CTORS:
            rows = [row for row in elements_of(variable) if isinstance(row, Constant)]
            return [value for row in rows for value in row.operands if isinstance(value, Function)]
    return []
