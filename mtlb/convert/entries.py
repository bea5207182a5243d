"""Entry points of other targets: their kernels become kernels of AIR (docs/convert.md §3).

Parameters passed by value become constant buffers, calls of built-in functions become parameters, and every pointer
gets an address space.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from ..air import EntryArgument, EntryPoint, StaticSampler
from ..air.names import NO_ALIAS_BUFFER, SIMDGROUP_MATRIX
from ..air.target import AirTarget
from ..air.tensors import TEMPLATE_OBJECT
from ..air.types import number_of
from ..base.errors import BuildError, UnsupportedError
from ..base.features import MOST_BUFFERS
from ..base.metal import AccessQualifier, AddressSpace
from ..base.versions import Version
from ..ir import (
    Argument,
    Attribute,
    AttributeForm,
    AttributeGroup,
    AttributeKind,
    AttributeList,
    AttributePlace,
    Call,
    Constant,
    DataLayout,
    Function,
    GlobalVariable,
    InlineAsm,
    InstCode,
    Instruction,
    Linkage,
    MDNode,
    MetadataCode,
    Module,
    Type,
    TypeCode,
    Value,
    constant_number,
)
from ..ir.mapper import Mapper, replace_operands
from ..ir.names import COMPILE_UNITS
from ..ir.type_rules import is_vector
from ..ir.uses import globals_in, named_by
from ..passes.rewriter import Rewriter, callees_first, expand_constants, refused, remove_unused, uses
from .arguments import expand_empty, is_empty, passed_type, rule_arguments
from .casts import rule_round_trip
from .checks import check_input, check_read
from .control import scalarise_phis
from .copies import rule_copies
from .descriptors import is_descriptor, rule_descriptors
from .images import Images, lower_images
from .inline import Inliner
from .legalise import rule_extractvalue
from .masked import MaskedExpansion
from .memory import rule_load, rule_store
from .memory_values import promote
from .mixed import split_mixed_accesses
from .packets import expand_packets
from .panics import end_threads
from .plan import BUILTIN_TYPES, BUILTINS, Builtin, Plan, PlannedArgument, PlannedEntry, PlannedOutput
from .ptx import expand_ptx
from .sources import BARRIERS, SourceTarget, kernels_of
from .spaces import NULL_SPACE, Passed, Spaces, clone_function
from .values import made_of, numbers_of, result_memory, store_parts

if TYPE_CHECKING:
    from .stages import DeclaredArgument, StageDescriber

_LAYOUT = DataLayout()
_SPACES = {
    "buffer": AddressSpace.DEVICE,
    "constant": AddressSpace.CONSTANT,
    "threadgroup": AddressSpace.THREADGROUP,
}
_ABOUT_MEMORY = frozenset(
    {
        AttributeKind.MEMORY,
        AttributeKind.READ_NONE,
        AttributeKind.WRITE_ONLY,
        AttributeKind.ARG_MEM_ONLY,
        AttributeKind.INACCESSIBLE_MEM_ONLY,
        AttributeKind.INACCESSIBLE_MEM_OR_ARG_MEM_ONLY,
    }
)
"""Function attributes that are no longer valid when the function loads its parameters from constant buffers."""
_ACCESS = {
    (True, False): AccessQualifier.READ,
    (False, True): AccessQualifier.WRITE,
    (True, True): AccessQualifier.READ_WRITE,
    (False, False): AccessQualifier.READ_WRITE,  # no access is visible
}


_HANDLES = ("texture", "sampler")
IN_SPACE = "mtlb.in_space"
"""Whether a pointer is in an address space: a question of sources (`mtlb.metal`), answered when spaces are known."""
TENSOR_INIT = "mtlb.tensor.init"
"""Makes a tensor of memory in any address space, that of its last pointer: a call in sources (`mtlb.metal`)."""
_NAMED_BY_SPACE = (
    SIMDGROUP_MATRIX,
    IN_SPACE,
    TENSOR_INIT,
    "air.set_vertex_buffer_render",
    "air.set_fragment_buffer_render",
    "air.draw_indexed_primitives_render",
)
_MEMBERS = (InstCode.INSERTVAL, InstCode.EXTRACTVAL)
_MOST_INLINED = 24  # the depth of nested calls; each level becomes visible only after the previous one is inlined
_NO_TABLE = "how AIR writes such a table is not known"


def _has_addresses(value: Value) -> bool:
    """Whether an initializer contains an address."""
    work = [value]
    while work:
        value = work.pop()
        if value.type.is_pointer and not (isinstance(value, Constant) and not value.operands):
            return True
        work += value.operands if isinstance(value, Constant) else ()
    return False


def _named_for(name: str, type_: Type) -> str:
    """The name of an AIR function that takes pointers: some names contain the address space of the last pointer."""
    spaces = [p.address_space for p in type_.parameters if p.is_pointer]
    if name.startswith(_NAMED_BY_SPACE) and spaces:
        return re.sub(r"\.p\d+(?=[a-z]\w+)", f".p{spaces[-1]}", name, count=1)
    return name


@dataclass(eq=False)
class _Special:
    """A copy of a function for given address spaces of its arguments, with its additional parameters by name: built-in
    values, and threadgroup memory whose size the host sets. `is_recursive`: the copy calls itself, which happens before
    its own type is known.
    """

    function: Function
    result: int | None = None
    extra: dict[str, Argument] = field(default_factory=dict)
    is_signed: bool = False
    is_recursive: bool = False
    solver: Spaces | None = None


class _Role(NamedTuple):
    """The role of a parameter: `buffer`, `constant`, `threadgroup` or `builtin`; its index, if given; its name."""

    kind: str
    place: int | None
    name: str
    planned: PlannedArgument


class GivenEntry(NamedTuple):
    """A function that already has the parameters of an entry point. `name`: its name in the result.

    `spaces`: the address space for each parameter that is a generic pointer; None for every other parameter.
    """

    function: Function
    name: str
    spaces: tuple[int | None, ...]


def specialise_entries(
    module: Module, source: SourceTarget, air: Version, entries: Sequence[GivenEntry], warnings: list[str]
) -> list[Function]:
    """Turn the given functions into entry points with unchanged parameters, in place. Every pointer in them, and in the
    functions that they call, gets an address space. The caller writes the metadata.

    BuildError for two functions of one name; UnsupportedError for constructs without a form in AIR.
    """
    return _Entries(module, source, Plan(), air, warnings).specialise_all(entries)


def make_entries(
    module: Module,
    source: SourceTarget,
    plan: Plan,
    target: AirTarget,
    names: tuple[str, ...],
    warnings: list[str],
    samplers: list[StaticSampler],
) -> list[EntryPoint]:
    """Turn the planned functions into entry points, and rewrite the functions that they call for AIR, in place.
    Samplers in the code are added to `samplers`.

    BuildError for a plan that names a missing function; UnsupportedError for constructs without a form in AIR.
    """
    result = _Entries(module, source, plan, target.air, warnings, target)
    entries = result.run(names)
    kept = {variable.name for variable in module.globals}
    samplers += [sampler for sampler in result.images.samplers if sampler.symbol in kept]
    return entries


class _Entries:
    def __init__(
        self,
        module: Module,
        source: SourceTarget,
        plan: Plan,
        air: Version,
        warnings: list[str],
        target: AirTarget | None = None,
    ) -> None:
        self.module = module
        self.target = target
        self.stage: StageDescriber | None = None  # describes the current entry point
        self.images = Images()
        self.facts: dict[Argument, DeclaredArgument] = {}  # metadata of parameters that are not buffers
        self.context = module.context
        self.source = source
        self.plan = plan
        self.air = air
        self.warnings = warnings
        self.mapping = {**source.address_spaces, **plan.address_spaces}
        self.code = Rewriter(module, air, warnings)
        self.masked = MaskedExpansion(self.code)
        self.code.is_foreign, self.code.is_source = True, source.is_metal
        self.special: dict[tuple[Function, Passed], _Special] = {}
        self.copies: Counter[str] = Counter()  # the names of copies
        self.dynamic: dict[str, GlobalVariable] = {}
        self.barriers: set[str] = set()
        self.users: dict[Function, dict[Value, list[Instruction]]] = {}  # by finished function
        self.retyped: set[str] = set()
        self.ignored: dict[Function, set[int]] = {}  # the unused parameters of each function
        self.described: set[MDNode] = set()  # subprograms that a copy of their function already uses

    def run(self, names: tuple[str, ...]) -> list[EntryPoint]:
        module = self.module
        self.rename()
        self.follow_aliases()
        functions = {f.name: f for f in module.functions if not f.is_declaration}
        planned = {entry.function: entry for entry in self.plan.present(module)}
        for name in planned:
            if name not in functions:
                raise BuildError(f"the plan names {name!r}, which the module does not define")
        for name in names:
            if name not in functions:
                raise BuildError(f"no function {name!r} exists to become an entry point")
        for name in self.plan.builtins:
            if not self.plan.optional and not any(f.name == name for f in module.functions):
                raise BuildError(f"the plan names the built-in {name!r}, which the module does not call")
        requested = list(names) or list(planned) or kernels_of(self.module, self.source)
        if not requested:
            raise BuildError(
                "no function is marked as an entry point: name one with `mtlb convert --entry NAME` or in a plan"
            )
        end_threads(self.code, [functions[name] for name in requested], self.source, self.plan)
        self.keep_reachable([functions[name] for name in requested])
        check_read(module)
        if self.source.has_images:
            self.images = lower_images(self.code)
        check_input(module, is_foreign=True, has_assembly=self.source.has_ptx)
        self.prepare([functions[name] for name in requested])
        self.variables()
        entries = [self.entry(functions[name], planned.get(name) or PlannedEntry(name)) for name in requested]
        self.keep_entries([entry.function for entry in entries])
        return entries

    def specialise_all(self, entries: Sequence[GivenEntry]) -> list[Function]:
        """As `specialise_entries`."""
        self.follow_aliases()
        self.keep_reachable([entry.function for entry in entries])
        check_input(self.module, is_foreign=True, may_recur=True)  # the caller knows where recursion is allowed
        for function in self.module.functions:
            self.simplify(function)
        self.variables()
        copies = [self.copy_of(entry) for entry in entries]
        self.keep_entries(copies)
        return copies

    def copy_of(self, entry: GivenEntry) -> Function:
        """The entry point for a function that already has the parameters of one."""
        function, _ = clone_function(self.context, entry.function, entry.name)
        function.linkage, function.comdat = Linkage.EXTERNAL, None
        spaces = {a: s for a, s in zip(function.arguments, entry.spaces, strict=True) if s is not None}
        self.split_mixed(function, spaces)
        special = _Special(function)
        self.body(special, spaces)
        self.retype(function, self.result_type(special))
        self.module.functions.append(function)
        return function

    def split_mixed(self, function: Function, arguments: Mapping[Argument, int]) -> None:
        """Split the accesses whose address may be in two address spaces, as far as these are known by now."""

        def space_of(memory: Value) -> int | None:
            """The address space of a variable, an argument or a pointer that is loaded; None for any other pointer."""
            if isinstance(memory, Instruction) and memory.code is InstCode.ALLOCA:
                return AddressSpace.PRIVATE.value
            if isinstance(memory, GlobalVariable):
                return memory.type.address_space
            if isinstance(memory, Instruction) and memory.code is InstCode.LOAD:
                named = memory.type.address_space
                return self.mapping.get(named) if named != self.source.generic else self.source.declared(memory, ())
            return arguments.get(memory) if isinstance(memory, Argument) else None

        split_mixed_accesses(self.code, function, space_of)

    def keep_entries(self, entries: list[Function]) -> None:
        """Remove everything except entry points and the functions that they call; of the metadata, keep only debug
        info.
        """
        module = self.module
        self.keep_reachable(entries, declarations=True)
        names = Counter(f.name for f in module.functions)
        for function in entries:
            if names[function.name] > 1:
                raise BuildError(f"two functions would be called {function.name!r}")
        module.symbols = []
        module.named_metadata = {n: nodes for n, nodes in module.named_metadata.items() if n == COMPILE_UNITS}

    def follow_aliases(self) -> None:
        """Replace aliases of functions by the functions; an exported alias gives a local function its name."""
        same: dict[Value, Value] = {}
        for alias in self.module.aliases:
            target = alias.aliasee
            if alias.is_ifunc or not isinstance(target, (Function, GlobalVariable)):
                kind = "an ifunc" if alias.is_ifunc else "an alias of something that is not a function or variable"
                raise UnsupportedError(f"@{alias.name} is {kind}, which AIR does not support")
            same[alias] = target
            if target.linkage.is_local:
                target.name, target.linkage = alias.name, Linkage.EXTERNAL
        if same:
            for function in self.module.functions:
                for i in function.instructions():
                    i.operands = tuple(same.get(operand, operand) for operand in i.operands)
        self.module.aliases = []

    def rename(self) -> None:
        """Rename functions as the plan says."""
        functions = {function.name: function for function in self.module.functions}
        for old, new in self.plan.functions.items():
            function = functions.get(old)
            if function is None and self.plan.optional:
                continue
            if function is None:
                raise BuildError(f"the plan names the function {old!r}, which the module does not have")
            if new in BARRIERS:
                self.barriers.add(old)
                continue
            if new in functions:
                raise BuildError(f"the plan renames {old!r} to {new!r}, which the module already has")
            function.name = new
            self.code.functions.by_name[new] = function

    def simplify(self, function: Function) -> None:
        """Replace structs by their members, so that every pointer is a separate value."""
        if function.blocks:
            self.masked.expand(function)
            scalarise_phis(self.code, function)
            self.code.run(function, {InstCode.CALL: rule_arguments, InstCode.CAST: rule_round_trip})
            self.members(function)

    def members(self, function: Function) -> None:
        """Replace loads, stores and insertions of whole structs by their members."""
        rules = {InstCode.EXTRACTVAL: rule_extractvalue, InstCode.LOAD: rule_load, InstCode.STORE: rule_store}
        for _ in range(4):
            if not self.code.run(function, rules):
                break
        remove_unused(function, _MEMBERS)

    def prepare(self, roots: list[Function]) -> None:
        """Simplify the functions that the entry points reach, callees before callers. Calls through memory are resolved
        too.
        """
        inliner = Inliner(self.code, self.module)
        ready: set[Function] = set()
        for function in callees_first(roots):
            self.simplify(function)
            for _ in range(_MOST_INLINED):
                changed = promote(self.code, function)
                changed |= self.code.run(function, {InstCode.CAST: rule_round_trip})
                if not inliner.run(function) and not changed:
                    break
                scalarise_phis(self.code, function)
                self.members(function)
            self.leave_out_ignored(function)
            inliner.ready(function)
            ready.add(function)
        self.keep_reachable(roots, declarations=True)
        if any(f not in ready and not f.is_declaration for f in self.module.functions):
            self.prepare(roots)

    def leave_out_ignored(self, function: Function) -> None:
        """Drop addresses of variables that are passed to functions without being used there, such as messages of
        panics.
        """
        for i in function.instructions():
            callee = i.operands[-1] if i.code is InstCode.CALL else None
            if not isinstance(callee, Function) or callee.is_declaration or not callee.blocks:
                continue
            named = [
                place
                for place, o in enumerate(i.operands[:-1])
                if o.type.is_pointer and (isinstance(o, Argument) or globals_in(o))
            ]
            if named and callee not in self.ignored:
                used = {operand for instruction in callee.instructions() for operand in instruction.operands}
                self.ignored[callee] = {n for n, argument in enumerate(callee.arguments) if argument not in used}
            operands = list(i.operands)
            for place in named:
                if place in self.ignored[callee]:
                    operands[place] = self.code.null(operands[place].type)
            i.operands = tuple(operands)

    def keep_reachable(self, roots: list[Function], *, declarations: bool = False) -> None:
        """Remove functions that the entry points do not call. `declarations`: keep declarations that may still be
        needed.
        """
        reached = dict.fromkeys(roots)
        pending = list(roots)
        while pending:
            for i in pending.pop().instructions():
                callee = i.operands[-1] if i.code is InstCode.CALL else None
                if isinstance(callee, Function) and callee not in reached:
                    reached[callee] = None
                    pending.append(callee)
        kept = [f for f in self.module.functions if f in reached or (declarations and f.is_declaration)]
        kept_set = set(kept)
        self.module.functions = [*kept, *(f for f in reached if f not in kept_set)]
        self.keep_variables()

    def keep_variables(self) -> None:
        """Remove variables that the functions do not refer to, directly or through other variables."""
        pending = [value for function in self.module.functions for value in named_by(function)]
        reached: set[Value] = set()
        while pending:
            value = pending.pop()
            if value not in reached and isinstance(value, GlobalVariable):
                reached.add(value)
                pending += named_by(value)
        self.module.globals = [variable for variable in self.module.globals if variable in reached]

    # --- variables ---------------------------------------------------------------------------------------------------

    def variables(self) -> None:
        """Move variables into AIR's address spaces: constants to constant memory, shared variables to threadgroup
        memory.
        """
        for variable in self.module.globals:
            number = variable.type.address_space
            if number not in self.mapping:
                raise UnsupportedError(
                    f"@{variable.name} is in address space {number}, which has no counterpart in AIR"
                )
            space = self.mapping[number]
            if number == self.source.generic or space in (AddressSpace.PRIVATE, AddressSpace.DEVICE):
                is_constant = variable.is_constant and not variable.name.startswith(TEMPLATE_OBJECT)
                space = AddressSpace.CONSTANT.value if is_constant else space
            variable.type = self.context.opaque_pointer_type(space)
            variable.address_space = int(space)
            if space == AddressSpace.THREADGROUP:
                if variable.is_declaration:
                    self.dynamic[variable.name] = variable
                else:
                    variable.initializer = self.code.undef(variable.value_type)
                    variable.linkage, variable.unnamed_addr = Linkage.INTERNAL, 1
            elif space == AddressSpace.CONSTANT and not variable.is_declaration:
                variable.linkage, variable.unnamed_addr = Linkage.INTERNAL, 1
            if variable.initializer is not None and _has_addresses(variable.initializer):
                self.leave_out_addresses(variable)

    def leave_out_addresses(self, variable: GlobalVariable) -> None:
        """Replace addresses in a variable by null if the code only keeps the variable's own address: no module of
        Apple's shows how a table of addresses is written. A record of an exception for a host is such a variable.
        """
        for function in self.module.functions:
            for i in function.instructions():
                read = i.operands[1:] if i.code is InstCode.STORE else i.operands
                if any(variable in globals_in(operand) for operand in read):
                    raise refused(function, i, f"it reads @{variable.name}, which holds addresses: {_NO_TABLE}")
        for other in self.module.globals:
            if other.initializer is not None and variable in globals_in(other.initializer):
                raise UnsupportedError(f"@{other.name} holds addresses of addresses: {_NO_TABLE}")
        assert variable.initializer is not None
        variable.initializer = self.code.null(variable.value_type)
        self.warnings.append(f"@{variable.name}: its contents are left out, including addresses; nothing reads it")

    # --- functions ---------------------------------------------------------------------------------------------------

    def specialise(self, call: Call, passed: Passed) -> int | None:
        """The space of the pointer that a call returns; copies its function for these arguments."""
        callee = call.operands[-1]
        assert isinstance(callee, Function)
        copy = self.copy_for(callee, passed)
        # In a recursion the result is that of another return of the function, if that is known.
        return copy.solver.result if copy.solver is not None and not copy.is_signed else copy.result

    def copy_for(self, original: Function, passed: Passed) -> _Special:
        """The copy of a function of the module for arguments in these address spaces. A null pointer has one in which
        the function can be written: device memory, of which everything can be done, or else thread memory.
        """
        if all(p.space != NULL_SPACE for p in passed):
            return self.copy(original, passed)
        device, private = (
            tuple(p._replace(space=space.value) if p.space == NULL_SPACE else p for p in passed)
            for space in (AddressSpace.DEVICE, AddressSpace.PRIVATE)
        )
        try:
            return self.copy(original, device)
        except UnsupportedError:
            return self.copy(original, private)

    def copy(self, original: Function, passed: Passed) -> _Special:
        """As `copy_for`, without null pointers."""
        key = (original, passed)
        copy = self.special.get(key)
        if copy is None:
            suffix = "".join(f".as{p.space}" for p in passed if p.space is not None)
            name = f"{original.name}{suffix}"
            self.copies[name] += 1
            name += f".{self.copies[name]}" if self.copies[name] > 1 else ""
            function, _ = clone_function(self.context, original, name)
            function.linkage, function.comdat = Linkage.INTERNAL, None
            self.own_subprogram(function)
            spaces = {a: p.space for a, p in zip(function.arguments, passed, strict=False) if p.space is not None}
            copy = self.special[key] = _Special(function)
            self.module.functions.append(function)
            try:
                self.split_mixed(function, spaces)
                self.body(copy, spaces, passed)
            except UnsupportedError:
                del self.special[key]
                self.module.functions.remove(function)
                raise
            self.sign(copy)
        return copy

    def own_subprogram(self, function: Function) -> None:
        """Give a second copy of a function its own debug info: a subprogram describes one function."""
        for kind, node in function.metadata:
            if node.code is not MetadataCode.SUBPROGRAM:
                continue
            if node not in self.described:
                self.described.add(node)
                continue
            own = MDNode(node.code, node.fields, distinct=True, version=node.version)
            mapper = Mapper(self.context, {})
            mapper.metadata[node] = own
            mapper.function(function)
            function.metadata = [(k, own if (k, n) == (kind, node) else n) for k, n in function.metadata]

    def body(self, special: _Special, spaces_of_arguments: dict[Argument, int], passed: Passed = ()) -> None:
        """Infer and write address spaces, replace calls, and collect additional parameters."""
        function = special.function
        if self.source.has_packets:
            expand_packets(self.code, function, lambda name: self.take(special, name))
            self.code.run(function, {InstCode.CALL: rule_descriptors})
            remove_unused(function, {InstCode.CALL}, is_descriptor)
        self.code.builtin = lambda name: self.take(special, name)
        self.code.run(function, {InstCode.CALL: rule_copies})
        solver = Spaces(self.module, function, self.source, self.mapping, self.specialise)
        special.solver = solver
        solver.solve(spaces_of_arguments, passed)
        targets: dict[Instruction, _Special] = {}
        for i in function.instructions():
            callee = i.operands[-1] if isinstance(i, Call) else None
            if isinstance(i, Call) and isinstance(callee, Function) and not callee.is_declaration:
                targets[i] = self.copy_for(callee, solver.passed(i))
        solver.apply(self.declared)
        special.result = solver.result
        self.rewrite(special, targets)

    def declared(self, name: str, type_: Type) -> Function:
        """A declared function that takes pointers, with their address spaces: the module declares it with generic
        pointers.
        """
        name = _named_for(name, type_)
        function = self.code.functions.by_name.get(name)
        if function is not None and name not in self.retyped:
            function.value_type, function.type = type_, self.context.opaque_pointer_type(0)
        self.retyped.add(name)
        return self.code.declare(name, type_.result, type_.parameters)

    def rewrite(self, special: _Special, targets: dict[Instruction, _Special]) -> None:
        """Replace calls of built-in and run-time functions of the source target, and of functions that were copied."""

        def rule_call(code: Rewriter, i: Instruction) -> Value | bool | None:
            assert isinstance(i, Call)
            if i in targets:
                return self.call(special, i, targets[i])
            callee = i.operands[-1]
            if isinstance(callee, InlineAsm) and is_empty(callee):
                return expand_empty(i, callee)
            if isinstance(callee, InlineAsm) and self.source.has_ptx:
                return expand_ptx(code, i, callee)
            if not isinstance(callee, Function):
                return None
            if callee.name in self.barriers:
                return BARRIERS[self.plan.functions[callee.name]](code, i, [])
            derived = self.source.derived.get(callee.name)
            if derived is not None:
                return code.resized(derived(code), i.type)
            builtin = self.plan.builtins.get(callee.name) or self.source.builtin(callee.name)
            if builtin is not None:
                return self.builtin(special, i, builtin)
            replacement = self.source.function(callee.name)
            return None if replacement is None else replacement(code, i, list(i.operands[:-1]))

        self.code.builtin = lambda name: self.take(special, name)
        self.code.run(special.function, {InstCode.CALL: rule_call})
        for name, variable in self.dynamic.items():
            if any(variable in globals_in(operand) for i in special.function.instructions() for operand in i.operands):
                expand_constants(self.code, special.function, variable)
                argument = self.take(special, name)
                for i in special.function.instructions():
                    i.operands = tuple(argument if operand is variable else operand for operand in i.operands)

    def take(self, special: _Special, name: str) -> Argument:
        """The additional parameter of a function for a built-in value, or for threadgroup memory whose size the host
        sets.
        """
        result = special.extra.get(name)
        if result is None:
            if name in self.dynamic:
                type_ = self.context.opaque_pointer_type(AddressSpace.THREADGROUP)
            else:
                word, count = BUILTIN_TYPES[name]
                number = {"float": self.code.f32, "bool": self.code.i1}.get(word, self.code.i32)
                type_ = self.code.vector(number, count) if count > 1 else number
            result = special.extra[name] = Argument(type_, 0, "")
        return result

    def builtin(self, special: _Special, call: Call, builtin: Builtin) -> Value:
        """A component of a built-in value, in the type of the call that returns it."""
        code = self.code
        value: Value = self.take(special, builtin.name)
        if value.type.scalar is code.f32:
            first = 0 if builtin.axis == "argument" else int(builtin.axis)
            return made_of(code, call.type, code.elements(value)[first:])
        if BUILTIN_TYPES[builtin.name].components > 1:
            if call.type.code is TypeCode.VECTOR or builtin.axis != "argument":
                if call.type.code is TypeCode.VECTOR:
                    return code.resized(value, call.type)
                value = code.extract_element(value, int(builtin.axis))
            else:
                axis = constant_number(call.operands[0])
                if axis is None:
                    index = code.resized(call.operands[0], code.i32)
                    value = code.extract_element(value, index)
                elif axis > 2:
                    return code.integer(call.type, 0 if "position" in builtin.name else 1)
                else:
                    value = code.extract_element(value, axis)
        return code.resized(value, call.type)

    def call(self, special: _Special, call: Call, target: _Special) -> Value:
        """A call of a copy, with its additional parameters."""
        arguments = [*call.operands[:-1], *(self.take(special, name) for name in target.extra)]
        type_ = target.function.value_type
        if not target.is_signed:  # a recursion: the operands have the spaces of the copy that is being made
            target.is_recursive = True
            type_ = self.context.type(TypeCode.FUNCTION, (0,), (call.type, *(value.type for value in arguments)))
        fitted = [
            self.code.context.constant(p, a.code)
            if isinstance(a, Constant) and a.type is not p and not a.operands
            else a
            for a, p in zip(arguments, type_.parameters, strict=True)
        ]
        params = (call.tail_kind, 0, call.fast_flags)
        return self.code.call_pointer(type_, target.function, fitted, params, call.attributes)

    def sign(self, special: _Special) -> None:
        """Set the function type of a copy from its arguments, additional parameters last."""
        function = special.function
        if special.is_recursive and special.extra:
            raise refused(function, None, f"a recursive function that needs {next(iter(special.extra))}")
        special.is_signed = True
        function.arguments = [*function.arguments, *special.extra.values()]
        self.retype(function, self.result_type(special))

    def result_type(self, special: _Special) -> Type:
        """The type of a function's result. A pointer has the address space of the pointer that the function returns."""
        result = special.function.value_type.result
        if not result.is_pointer or special.result is None:
            return result
        return self.context.opaque_pointer_type(special.result)

    def retype(self, function: Function, result: Type) -> None:
        for index, argument in enumerate(function.arguments):
            argument.index = index
        parameters = [argument.type for argument in function.arguments]
        function.value_type = self.context.type(TypeCode.FUNCTION, (0,), (result, *parameters))
        function.type = self.context.opaque_pointer_type(0)
        function.address_space = 0

    # --- entry points ------------------------------------------------------------------------------------------------

    def entry(self, original: Function, planned: PlannedEntry) -> EntryPoint:
        planned = self.images.planned(original, planned)
        self.stage = self.describer(planned)
        self.facts = {}
        result = None if self.stage is None else result_memory(original)
        if self.stage is None and original.value_type.result.code is not TypeCode.VOID:
            self.returns_nothing(original)
        taken = [a for place, a in enumerate(original.arguments) if result is None or place != result[0]]
        arguments = planned.arguments or tuple(PlannedArgument() for _ in taken)
        if len(arguments) != len(taken):
            raise BuildError(f"the plan lists {len(arguments)} arguments for {original.name!r}, which has {len(taken)}")
        function, _ = clone_function(self.context, original, planned.name or original.name)
        function.linkage, function.comdat = Linkage.EXTERNAL, None
        special = _Special(function)
        roles = {a: self.role(original, a, p) for a, p in zip(taken, arguments, strict=True)}
        numbers: dict[Argument, int] = {}
        kept: list[tuple[Argument, _Role, Type]] = []
        prologue, self.code.debug_loc = self.code.collect(), None
        values: dict[Value, Value] = {}
        memories: list[tuple[Value, Type]] = []
        for place, (argument, before) in enumerate(zip(function.arguments, original.arguments, strict=True)):
            role = roles.get(before)
            if role is None:
                assert result is not None
                values[argument] = self.memory(result[1], _LAYOUT.alignment(result[1]).bit_length())
                memories.append((values[argument], result[1]))
            elif role.planned.output is not None:
                memories.append(self.output_memory(role.planned.output))
                values[argument] = memories[-1][0]
            elif (role.kind in _SPACES or role.kind in _HANDLES) and (
                argument.type.is_pointer and passed_type(original, place) is None
            ):
                numbers[argument] = self.handle(argument, role) if role.kind in _HANDLES else _SPACES[role.kind].value
                kept.append((argument, role, argument.type))
            else:
                values[argument] = self.passed(special, argument, role, passed_type(original, place), kept)
        for i in function.instructions():
            replace_operands(self.context, i, lambda value: values.get(value, value))
        function.blocks[0].instructions[:0] = prologue
        if self.stage is not None:
            self.returns(function, planned, memories)
        by_value = {a for a, role, _ in kept if a not in numbers and a.type.is_pointer}
        numbers.update(dict.fromkeys(by_value, AddressSpace.CONSTANT.value))
        self.simplify(function)
        if self.stage is not None and promote(self.code, function):
            self.members(function)
        function.arguments = [argument for argument, *_ in kept]
        self.body(special, numbers)
        function.arguments = [*function.arguments, *special.extra.values()]
        self.retype(function, self.code.void if self.stage is None else self.stage.result())
        function.symbols = [s for s in function.symbols if not isinstance(s, Argument) or s in set(function.arguments)]
        self.module.functions.append(function)
        return self.describe(function, planned, kept, special)

    def passed(
        self,
        special: _Special,
        argument: Argument,
        role: _Role,
        pointee: Type | None,
        kept: list[tuple[Argument, _Role, Type]],
    ) -> Value:
        """The replacement for a parameter that the entry point receives in another way."""
        code, planned = self.code, role.planned
        if planned.scratch is not None:
            return self.memory(self.context.type(TypeCode.ARRAY, (planned.scratch,), (code.i8,)), 4)
        if planned.builtin is not None:
            taken = self.take(special, planned.builtin.name)
            return self.built(argument, pointee, numbers_of(code, taken)[int(planned.builtin.axis) :], taken)
        if planned.is_given:
            assert self.stage is not None
            declared = self.stage.input(role.name, planned, argument.type if pointee is None else pointee)
            arguments = Argument(declared.type, 0, role.name)
            self.facts[arguments] = declared
            kept.append((arguments, role, declared.type))
            return self.built(argument, pointee, numbers_of(code, arguments)[planned.axis :], arguments)
        # A parameter passed by value is read from a constant buffer.
        type_ = pointee or argument.type
        buffer = Argument(self.context.opaque_pointer_type(AddressSpace.CONSTANT), 0, role.name)
        kept.append((buffer, role, type_))
        alignment = _LAYOUT.alignment(type_).bit_length()
        loaded = code.load(self.stored(type_), buffer, alignment)
        if pointee is None:
            return code.resized(loaded, type_) if loaded.type is not type_ else loaded
        memory = self.memory(type_, alignment)
        code.store(loaded, memory, alignment)
        return memory

    def built(
        self, argument: Argument, pointee: Type | None, numbers: list[Value], whole: Value | None = None
    ) -> Value:
        """A parameter built from numbers, which may come from `whole`; for a pointer parameter, memory that
        holds them.
        """
        try:
            if whole is not None and whole.type is argument.type:
                return whole
            if not argument.type.is_pointer:
                return made_of(self.code, argument.type, numbers)
            if pointee is None:
                pointee = self.context.type(TypeCode.ARRAY, (len(numbers),), (self.stored(numbers[0].type),))
            memory = self.memory(pointee, _LAYOUT.alignment(pointee).bit_length())
            store_parts(self.code, memory, pointee, numbers)
        except UnsupportedError as error:
            raise BuildError(f"parameter {argument.index} ({argument.name!a}): {error.reason}") from None
        return memory

    def output_memory(self, output: PlannedOutput) -> tuple[Value, Type]:
        """The memory of an output, and the type in it."""
        assert self.stage is not None
        type_ = self.stage.ir(self.stage.output_type(output))
        if is_vector(type_):
            type_ = self.context.type(TypeCode.ARRAY, type_.params, type_.elements)
        return self.memory(type_, 5), type_

    def handle(self, argument: Argument, role: _Role) -> int:
        """Describe a texture or a sampler; returns the address space of its handle."""
        assert self.stage is not None
        describe = self.stage.texture if role.kind == "texture" else self.stage.sampler
        self.facts[argument] = describe(role.name, role.planned)
        return self.facts[argument].type.address_space

    def describer(self, planned: PlannedEntry) -> StageDescriber | None:
        """The describer of an entry point other than a kernel with buffers only."""
        if not planned.is_described or self.target is None:
            return None
        from .stages import StageDescriber  # it imports all of `emit`

        return StageDescriber(self.code, planned, self.target)

    def returns(self, function: Function, planned: PlannedEntry, memories: list[tuple[Value, Type]]) -> None:
        """Change a function of a stage to return its outputs."""
        from .stages import return_outputs

        assert self.stage is not None
        for output in (*planned.outputs, *(a.output for a in planned.arguments if a.output is not None)):
            self.stage.output(output)
        return_outputs(self.code, self.stage, function, memories)

    def memory(self, type_: Type, alignment: int) -> Instruction:
        """An alloca placed before all other instructions that are generated for an entry point."""
        with self.code.kept_position():
            self.code.place = 0
            return self.code.alloca(type_, alignment)

    def returns_nothing(self, function: Function) -> None:
        """Change a function of a host that returns a status to return nothing: nobody reads it."""
        for _ in self.code.returns(function):
            self.code.ret()
        self.warnings.append(f"function {function.name!a}: its result is left out: a kernel returns nothing")

    def stored(self, type_: Type) -> Type:
        """The type that a buffer holds for a value: a byte for an i1."""
        if type_.code is TypeCode.INTEGER and type_.params[0] == 1:
            return self.code.i8
        return type_

    def role(self, function: Function, parameter: Argument, planned: PlannedArgument) -> _Role:
        """The role of a parameter, from the plan or its type."""
        type_ = parameter.type
        where = f"parameter {parameter.index} of {function.name!r}"
        name = planned.name or parameter.name or f"argument{parameter.index}"
        if planned.scratch is not None:
            if not type_.is_pointer:
                raise BuildError(f"the plan uses {where} as scratch memory, but it is not a pointer")
            return _Role("scratch", None, name, planned)
        if planned.output is not None or planned.texture is not None or planned.sampler is not None:
            kind = "output" if planned.output is not None else "texture" if planned.texture is not None else "sampler"
            if not type_.is_pointer:
                raise BuildError(f"the plan uses {where} as {kind}, but it is not a pointer")
            return _Role(kind, None, name, planned)
        if planned.is_given:
            return _Role("given", None, name, planned)
        if planned.builtin is not None:
            is_integer = BUILTIN_TYPES[planned.builtin.name].word != "float"
            if is_integer and not type_.is_pointer and type_.scalar.code is not TypeCode.INTEGER:
                raise BuildError(f"the plan uses {where} as {planned.builtin.name}, but it is not an integer")
            return _Role("builtin", None, name, planned)
        arguments = {kind: getattr(planned, kind) for kind in ("buffer", "constant", "threadgroup")}
        kind, index = next(((k, v) for k, v in arguments.items() if v is not None), ("", None))
        if not type_.is_pointer:
            if kind in ("buffer", "threadgroup"):
                raise BuildError(f"the plan uses {where} as a {kind}, but it is not a pointer")
            return _Role("constant", index, name, planned)
        if not kind and passed_type(function, parameter.index) is not None:
            kind = "constant"
        if not kind:
            number = type_.address_space
            if number not in self.mapping:
                raise refused(
                    function, None, f"parameter {parameter.index} is in address space {number}, unknown to AIR"
                )
            space = self.mapping[number] if number != self.source.generic else AddressSpace.DEVICE
            kind = {AddressSpace.THREADGROUP: "threadgroup", AddressSpace.CONSTANT: "constant"}.get(
                AddressSpace(space), "buffer"
            )
        return _Role(kind, index, name, planned)

    # --- what the metadata says --------------------------------------------------------------------------------------

    def describe(
        self,
        function: Function,
        planned: PlannedEntry,
        kept: list[tuple[Argument, _Role, Type]],
        special: _Special,
    ) -> EntryPoint:
        entry = EntryPoint(planned.type, function, max_work_group_size=planned.max_threads)
        if self.stage is not None:
            entry.outputs, entry.flags = self.stage.entry.fact.outputs, self.stage.entry.fact.flags
        places = [r.place for _, r, _ in kept if r.place is not None and r.kind != "threadgroup"]
        taken = set(places)
        if len(taken) < len(places):
            raise BuildError(f"the plan gives two arguments of {planned.function!r} the same index")
        attributes: list[AttributeGroup] = []
        free = (n for n in range(10**6) if n not in taken)
        shared = [r.place for _, r, _ in kept if r.place is not None and r.kind == "threadgroup"]
        if len(set(shared)) < len(shared):
            raise BuildError(f"the plan gives two threadgroup arguments of {planned.function!r} the same index")
        groups = (n for n in range(10**6) if n not in shared)
        for place, (argument, role, type_) in enumerate(kept):
            if argument in self.facts:
                self.describe_given(entry, place, self.facts[argument], attributes)
                continue
            described, group = self.argument(function, place, argument, role, type_, free, groups)
            entry.arguments.append(described)
            if group:
                attributes.append(AttributeGroup(AttributePlace.PARAMETERS + place, group))
        for name, argument in special.extra.items():
            place = function.arguments.index(argument)
            if name in self.dynamic:
                size = EntryArgument("buffer", place, location_index=next(groups), location_count=1)
                size.access_qualifier, size.address_space = AccessQualifier.READ_WRITE, AddressSpace.THREADGROUP.value
                size.type_size = size.type_align = 4
                size.type_name, size.name = "uint", name
                entry.arguments.append(size)
            elif self.stage is not None:
                self.describe_given(entry, place, self.stage.builtin(name), attributes)
            elif name not in BUILTINS:
                raise BuildError(f"kernel {planned.function!r}: a kernel has no {name}")
            else:
                entry.arguments.append(EntryArgument(name, place, type_name=BUILTIN_TYPES[name].name, name=name))
        used = [a.location_index for a in entry.arguments if a.location_index is not None and a.address_space != 3]
        if len(used) > MOST_BUFFERS or any(index >= MOST_BUFFERS for index in used):
            what = f"a {planned.kind}{' function' * (planned.kind != 'kernel')}"
            raise refused(function, None, f"it needs {len(used)} buffers: Metal has {MOST_BUFFERS} for {what}")
        function.attributes = self.function_attributes(function, attributes)
        return entry

    def describe_given(
        self, entry: EntryPoint, place: int, declared: DeclaredArgument, attributes: list[AttributeGroup]
    ) -> None:
        """The metadata and the attributes of a parameter that is not a buffer."""
        declared.fact.index = place
        entry.arguments.append(declared.fact)
        if declared.attributes:
            attributes.append(AttributeGroup(AttributePlace.PARAMETERS + place, declared.attributes))

    def argument(
        self,
        function: Function,
        place: int,
        argument: Argument,
        role: _Role,
        type_: Type,
        free: Iterator[int],
        groups: Iterator[int],
    ) -> tuple[EntryArgument, tuple[Attribute, ...]]:
        """The metadata of a parameter, and its attributes."""
        space = argument.type.address_space
        index = role.place
        if index is None:
            index = next(groups if space == AddressSpace.THREADGROUP else free)
        held = type_ if not type_.is_pointer else self.held(function, argument)
        size, alignment = _LAYOUT.alloc_size(held), _LAYOUT.alignment(held)
        reads, writes = self.accesses(function, argument)
        access = _ACCESS[reads, writes]
        if role.planned.access:
            access = AccessQualifier[role.planned.access.upper()]
        if space == AddressSpace.CONSTANT:
            access = AccessQualifier.READ
        if space == AddressSpace.THREADGROUP:
            access = AccessQualifier.READ_WRITE
        described = EntryArgument("buffer", place, location_index=index, location_count=1)
        # No buffer of Apple's is write-only in its metadata; the attribute of the parameter says it instead.
        said = AccessQualifier.READ_WRITE if access is AccessQualifier.WRITE else access
        described.access_qualifier, described.address_space = said, space
        described.type_size, described.type_align = size, alignment
        described.type_name, described.name = role.planned.type or self.metal_type(held), role.name
        flags = [
            Attribute(AttributeForm.ENUM, AttributeKind.NO_CAPTURE),
            Attribute(AttributeForm.ENUM, AttributeKind.NO_UNDEF),
        ]
        if access is AccessQualifier.READ:
            flags.append(Attribute(AttributeForm.ENUM, AttributeKind.READ_ONLY))
        if access is AccessQualifier.WRITE:
            flags.append(Attribute(AttributeForm.ENUM, AttributeKind.WRITE_ONLY))
        if space == AddressSpace.CONSTANT and not type_.is_pointer:
            described.buffer_size = size
            flags.append(Attribute(AttributeForm.INT, AttributeKind.ALIGNMENT, alignment))
            flags.append(Attribute(AttributeForm.INT, AttributeKind.DEREFERENCEABLE, size))
            flags.append(Attribute(AttributeForm.STRING, NO_ALIAS_BUFFER))
        return described, tuple(flags)

    def derived(self, function: Function, argument: Argument) -> set[Value]:
        """An argument, and the addresses that are computed from it."""
        users = self.users.get(function)
        if users is None:
            users = self.users[function] = uses(function)
        values: set[Value] = {argument}
        work: list[Value] = [argument]
        while work:
            for i in users.get(work.pop(), ()):
                if i.type.is_pointer and i not in values:
                    values.add(i)
                    work.append(i)
        return values

    def accesses(self, function: Function, argument: Argument) -> tuple[bool, bool]:
        """Whether the code reads and writes through an argument, including functions that it calls."""
        reads = writes = False
        derived = self.derived(function, argument)
        for i in function.instructions():
            if not any(operand in derived for operand in i.operands):
                continue
            if i.code is InstCode.LOAD or i.code is InstCode.LOADATOMIC:
                reads = True
            elif i.code in (InstCode.STORE, InstCode.STOREATOMIC) and i.operands[0] not in derived:
                writes = True
            elif i.code is InstCode.CALL:
                more = self.accesses_of_call(i, derived)
                reads, writes = reads | more[0], writes | more[1]
            elif i.code is not InstCode.CMP2 and i not in derived:
                # An atomic operation; or the address becomes a number or part of a struct, or is stored: its later use
                # is unknown.
                return True, True
        return reads, writes

    def accesses_of_call(self, call: Instruction, derived: set[Value]) -> tuple[bool, bool]:
        callee = call.operands[-1]
        if isinstance(callee, Function) and not callee.is_declaration:
            result = [
                self.accesses(callee, parameter)
                for parameter, operand in zip(callee.arguments, call.operands, strict=False)
                if operand in derived
            ]
            return any(reads for reads, _ in result), any(writes for _, writes in result)
        if callee.name.startswith(("llvm.memcpy", "llvm.memmove", "llvm.memset")):
            is_copy = not callee.name.startswith("llvm.memset")
            return is_copy and call.operands[1] in derived, call.operands[0] in derived
        return True, True

    def held(self, function: Function, argument: Argument) -> Type:
        """The type that a buffer holds, from its first access; bytes if there is no access."""
        return self.found_type(function, argument) or self.code.i8

    def found_type(self, function: Function, argument: Argument) -> Type | None:
        derived = self.derived(function, argument)
        for i in function.instructions():
            if i.code is InstCode.LOAD and i.operands[0] in derived and not i.type.is_pointer:
                return self.number(i.type)
            if i.code is InstCode.STORE and i.operands[1] in derived and not i.operands[0].type.is_pointer:
                return self.number(i.operands[0].type)
            if i.code is InstCode.ATOMICRMW and i.operands[0] in derived:
                return self.number(i.operands[1].type)
            callee = i.operands[-1] if i.code is InstCode.CALL else None
            if isinstance(callee, Function):
                for parameter, operand in zip(callee.arguments, i.operands, strict=False):
                    if operand in derived and (result := self.found_type(callee, parameter)) is not None:
                        return result
        return None

    def number(self, type_: Type) -> Type:
        """The type as Metal has it: numbers, and vectors of up to four."""
        if type_.code is TypeCode.VECTOR and type_.params[0] not in (2, 3, 4):
            return self.number(type_.scalar)
        if type_.scalar.code is TypeCode.INTEGER and type_.scalar.params[0] not in (8, 16, 32, 64):
            return self.code.i8
        return type_ if type_.scalar.code is not TypeCode.DOUBLE else self.code.f32

    @staticmethod
    def metal_type(type_: Type) -> str:
        """Metal's name for a type."""
        number = number_of(type_.scalar)
        if number is None:
            return re.sub(r"^struct\.", "", type_.name or "") or "char"
        return f"{number.name}{type_.params[0]}" if type_.code is TypeCode.VECTOR else number.name

    def function_attributes(self, function: Function, parameters: list[AttributeGroup]) -> AttributeList:
        """The function's own attributes, and those of the new parameters."""
        own = [group for group in function.attributes if group.place == AttributePlace.FUNCTION]
        kept = []
        for group in own:
            kept.append(group._replace(attributes=tuple(a for a in group.attributes if a.kind not in _ABOUT_MEMORY)))
        return (*kept, *parameters)
