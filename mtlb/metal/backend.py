"""From the IR of a rewritten source to a module of AIR: entry points, address spaces, metadata."""

from __future__ import annotations

import os
from dataclasses import replace

from ..air import ConstantPredicate, StaticSampler, read_entry_points, standard_interface
from ..air.facts import fit_sampler_words
from ..air.functions import string_attribute
from ..air.interface import reads_framebuffers
from ..air.names import BOUND_AT_RUN_TIME, SAMPLER_SYMBOL
from ..base.errors import BuildError, MtlbError, UnsupportedError
from ..base.features import UNUSED_SINCE
from ..base.metal import AddressSpace
from ..base.versions import Version
from ..convert.attached import require_fit
from ..convert.checks import IMPORTED
from ..convert.control import remove_untaken
from ..convert.entries import IN_SPACE, GivenEntry, specialise_entries
from ..convert.pipeline import Converted, finish_conversion
from ..convert.prune import prune
from ..convert.sources import SourceTarget
from ..emit.code import reason_alone
from ..emit.entry import VertexEntry
from ..emit.module import ModuleBuilder
from ..emit.names import NAMED
from ..emit.types import MetalType, Struct
from ..ir import (
    STRUCT_TYPES,
    AttributeKind,
    AttributePlace,
    Call,
    CallingConvention,
    Constant,
    ConstantCode,
    Function,
    GlobalValue,
    GlobalVariable,
    InstCode,
    Instruction,
    Linkage,
    Module,
    Predicate,
    Type,
    TypeCode,
    UnnamedAddr,
    Value,
    constant_number,
)
from ..ir.build import set_type
from ..ir.objects import objects
from ..passes.form.attributes import ordered, with_kind
from ..passes.rewriter import Rewriter, remove_unused, uses
from .amplified import mark_shared
from .checks import ModuleChecks, check_samplers
from .coherent import make_coherent, name_coherent_textures
from .constants import ConstantWriter
from .copies import show_copies, take_layouts
from .debug_info import describe_source, map_files
from .describe import DeclaredEntry, EntryDescriber, misspelled, refuse_pointers
from .flags import complete_flags
from .members import DeclaredSpaces, load_constant_pointers
from .messages import SourceColumns
from .names import SAMPLER_STATE, THREADGROUP_MEMORY
from .options import CompileOptions
from .raytracing import forget_reader, lower_ray_tracing
from .rewrite import SourceConstant, SourceEntry, SourceError, Unit, source_error
from .rewrite.constants import DESCRIBED
from .rewrite.entries import CALLED
from .scopes import write_scopes
from .stitching import Stitching
from .tables import ReadEntry, TypeTables, in_space
from .tensors import finish_tensors, lower_tensors
from .uniform import ASSUMPTIONS, merge_assumptions
from .votes import lower_votes


def _in_space(code: Rewriter, call: Call, values: list[Value]) -> Value:
    """Whether the first operand is in the space whose number is the second (`rewrite/overloads.py`). The passes replace
    a variable that nothing writes by the constant that initialises it, which clang makes: it is thread memory.
    """
    bases = objects(values[0])
    is_of_thread = all(isinstance(base, GlobalVariable) and base.name.startswith(_INITIAL) for base in bases)
    space = AddressSpace.PRIVATE if bases and is_of_thread else values[0].type.address_space
    return code.integer(call.type, space == constant_number(values[1]))


_INITIAL = "__const."
"""How clang names the constants that initialise variables of functions."""
_SPACES = (0, 1, 2, 3, 4, 5, 6, 7, 9)
SOURCE = SourceTarget(
    address_spaces={number: number for number in _SPACES},
    functions={**{f"{IN_SPACE}.p{number}bytes": _in_space for number in _SPACES}, **ASSUMPTIONS},
    is_metal=True,
    of_integers=AddressSpace.DEVICE.value,
)
"""Generic pointers, and pointers to handles, whose address spaces already have AIR's numbers."""
_VALUE = "_ZN5__mtl17threadgroup_value"
_IDENT = "mtlb compile"
_MOST_CONSTANT = 0xFFFF
"""The largest index of a function constant: the language specification."""


class Backend:
    """Builds the module of one source. `columns`: the columns of the source, for debug info."""

    def __init__(
        self,
        module: Module,
        unit: Unit,
        options: CompileOptions,
        file: str = "",
        columns: SourceColumns | None = None,
    ) -> None:
        self.module = module
        self.columns = columns
        self.unit = unit
        self.options = options
        self.file = file
        self.tables = TypeTables(module, unit.members, options.target.air)
        self.stitching = Stitching()
        self.results: dict[str, int] = {}  # the address spaces of pointers that functions of other sources return
        unit.constants = [self.with_index(constant) for constant in unit.constants]
        self.constants = ConstantWriter(module, options.target.air, unit.constants, unit.predicates)

    def read_entry(self, number: int, source: SourceEntry) -> ReadEntry:
        """The types of an entry point. SourceError, at its name, for types that Metal does not have."""
        try:
            return self.tables.entry(number, is_called=source.stage in CALLED)
        except (UnsupportedError, SourceError):
            raise
        except BuildError as error:
            raise source_error(source.where, reason_alone(error)) from None

    def finish(self) -> Converted:
        """Build the module. Raises what conversions do, and BuildError with the place in the source."""
        target = self.options.target
        layouts = take_layouts(self.module)
        describer = EntryDescriber(
            ModuleBuilder(target),
            self.predicate,
            self.constants.index,
            self.options.max_threads,
            self.options.invariance,
        )
        for number, entry in enumerate(self.unit.entries):
            describer.declare(entry, self.read_entry(number, entry))
        warnings = [*self.unit.warnings, *(text for entry in self.unit.entries for text in misspelled(entry))]
        if not self.options.invariance:
            ignored = "[[invariant]] is ignored without -fpreserve-invariance"
            warnings += [f"{place}: {ignored}" for place in self.unit.invariant]
        lower_ray_tracing(self.module, target.air, warnings)
        lower_votes(self.module, target.air, warnings)
        if not describer.declared:
            warnings.append(
                f"{self.file}: the source has no entry point: no kernel, vertex, fragment or visible function"
            )
        computed = self.constants.functions()
        values = {
            variable.name: _held(variable) for variable in self.module.globals if variable.name.startswith(_VALUE)
        }
        exported = self.external_functions()
        stitched = self.stitching_functions(describer.declared)
        own = [*computed, *(item.function for item in (*exported, *stitched))]
        self.drop_tables([*(item.read.function for item in describer.declared), *own])
        if self.columns is not None:
            describe_source(self.module, target.air, _IDENT, self.options.optimise, self.columns)
            map_files(self.module, self.options.debug_maps)
        self.mark_variables()
        self.constants.start()
        ModuleChecks(self.module, self.unit, describer.declared, self.options.language, self.file).run()
        arguments = [
            GivenEntry(item.read.function, item.source.name, tuple(item.spaces)) for item in describer.declared
        ]
        arguments += [GivenEntry(function, function.name, ()) for function in computed]
        arguments += [*exported, *(entry._replace(name=IMPORTED + entry.name) for entry in stitched)]
        spaces = DeclaredSpaces(self.module, self.unit.structs, self.results)
        load_constant_pointers(Rewriter(self.module, target.air, warnings), self.module, spaces)
        has_overloads = any(function.name.startswith(IN_SPACE) for function in self.module.functions)
        functions = specialise_entries(
            self.module,
            replace(SOURCE, declared=spaces.of, elsewhere=self.elsewhere()),
            target.air,
            arguments,
            warnings,
        )
        if has_overloads:
            for function in self.module.functions:
                remove_untaken(self.module.context, function)
        mark_imported(self.module)
        lower_tensors(self.module, target.air, warnings)
        merge_assumptions(self.module)
        self.describe_stitching(describer.declared, functions[len(functions) - len(stitched) :])
        for variable in self.module.globals:
            value = values.get(_VALUE + variable.name.removeprefix(THREADGROUP_MEMORY))
            if value is not None:
                variable.value_type, variable.initializer = value.type, value
        code = Rewriter(self.module, target.air, warnings)
        name_coherent_textures(code, self.module)
        for function, declared in zip(functions, describer.declared, strict=False):
            loaded = self.unit.coherence if self.unit.has_coherent_members else ""
            make_coherent(code, function, self.coherent_places(declared), loaded)
            if isinstance(declared.entry, VertexEntry):
                mark_shared(function, declared.entry)
                forget_reader(function, declared.entry)
            _attach(self.module, function, declared, target.air)
            check_samplers(function, declared)
        interface = standard_interface(
            target.air,
            Version(*self.options.language),
            target.sdk,
            fast_math=self.is_fast,
            framebuffer_fetch=reads_framebuffers(target.platform, Version(*self.options.language)),
            ident=_IDENT,
        )
        interface.entries = [item.entry.fact for item in describer.declared]
        self.module.source_filename = self.file or None
        kept: list[GlobalValue] = [
            *self.constants.finish(os.path.basename(self.file), list(self.stitching.functions.values()))
        ]
        interface.function_constants = self.constants.facts()
        interface.samplers = self.samplers()
        kept += functions[len(functions) - len(exported) - len(stitched) :]
        result = finish_conversion(self.module, target, interface, warnings, ident=_IDENT, kept=kept, is_source=True)
        show_copies(result.module, layouts)
        for point in read_entry_points(result.module):
            write_scopes(result.module, point)
        finish_tensors(result.module)
        for function in result.module.functions:
            complete_flags(function)
            function.name = function.name.removeprefix(IMPORTED)
            if function.name in self.stitching.functions:  # functions of other compilations call it
                function.calling_convention, function.unnamed_addr = CallingConvention.C, UnnamedAddr.NONE
        return result

    def elsewhere(self) -> int | None:
        """The address space of pointers without a declared one in objects that functions of other sources fill: that of
        all members of the source's structs that are pointers. None if these are in several, or if there are none.
        """
        spaces = {member.space for member in self.unit.members if member.space and self.unit.external}
        return spaces.pop() if len(spaces) == 1 else None

    @property
    def is_fast(self) -> bool:
        """Whether the module says that its math is fast. Those of Rive's vertex functions with an invariant position,
        compiled with fast math, say that it is not."""
        options = self.options
        return options.fast_math and not options.relaxed_math and not (options.invariance and self.unit.invariant)

    def coherent_places(self, declared: DeclaredEntry) -> dict[int, str]:
        """The parameters to coherent memory, with its scope. Where a function that is not an entry point has a
        coherent pointer, they are all buffers of device memory: coherence for more accesses changes no result.
        """
        everywhere = [place for place, space in enumerate(declared.spaces) if space == AddressSpace.DEVICE]
        return {**dict.fromkeys(everywhere if self.unit.coherence else (), self.unit.coherence), **declared.coherent}

    def external_functions(self) -> list[GivenEntry]:
        """The functions that other sources may call, by their C++ symbols. Functions that other sources define keep
        theirs; visible functions have their names.
        """
        results = []
        for item in self.unit.external:
            function = self.tables.function(f"__mtl_symbol_{item.number}")
            symbol = function.name
            if not item.is_defined:
                declared = self.module.function(f"__mtl_import_{item.number}")
                if declared is not None:
                    declared.name = IMPORTED + (item.name if item.is_visible else symbol)
                    declared.section = BOUND_AT_RUN_TIME if item.is_visible else ""
                    if item.result is not None:
                        self.results[declared.name] = item.result
                continue
            result = self.tables.function(f"__mtl_export_{item.number}")
            spaces: list[int | None] = list(item.spaces)
            if len(result.arguments) > len(spaces):  # the address of the result is the first parameter
                spaces.insert(0, None)
            for place, argument in enumerate(result.arguments):
                if argument.type.is_pointer and argument.type.address_space == 0:
                    spaces[place] = spaces[place] or 0
                else:
                    spaces[place] = None
            results.append(GivenEntry(result, IMPORTED + symbol, tuple(spaces)))
        return results

    def stitching_functions(self, declared: list[DeclaredEntry]) -> list[GivenEntry]:
        """The functions that move values of stitchable functions, once for each type."""
        results = []
        for number, item in enumerate(declared):
            if item.source.stage == "stitchable":
                types = [in_space(item.read.result, item.source.result_space), *_stitched_types(item)]
                for type_, functions in zip(types, self.tables.stitching(number), strict=True):
                    try:
                        if isinstance(type_, Struct):
                            refuse_pointers(type_)
                        results += self.stitching.add(type_, functions)
                    except BuildError as error:
                        raise source_error(item.source.where, error.reason) from None
        return results

    def describe_stitching(self, declared: list[DeclaredEntry], functions: list[Function]) -> None:
        """Write the metadata of stitchable functions: the types of their arguments and results."""
        self.stitching.record(functions)
        for item in declared:
            if item.source.stage == "stitchable":
                names = [parameter.name for parameter in item.source.parameters]
                arguments = list(zip(names, _stitched_types(item), strict=True))
                item.entry.fact.stitching = self.stitching.describe(
                    self.module, in_space(item.read.result, item.source.result_space), arguments
                )

    def with_index(self, constant: SourceConstant) -> SourceConstant:
        """A function constant with its index; the compiler has evaluated an index that is an expression."""
        if not constant.type:
            type_ = self.tables.named_type(DESCRIBED + constant.symbol)
            if type_.name not in NAMED:
                reason = f"the function constant '{constant.name}' is {type_}, neither a number nor a vector"
                raise source_error(constant.where, reason)
            constant = replace(constant, type=type_.name)
        index = self.tables.numbers(constant.computed)[0] if constant.computed else constant.index
        index -= (index >> 63) << 64  # the numbers are signed
        if not 0 <= index <= _MOST_CONSTANT:
            reason = f"the index {index} of the function constant '{constant.name}' is not from 0 to {_MOST_CONSTANT}"
            raise source_error(constant.where, reason)
        return replace(constant, index=index)

    # --- variables

    def drop_tables(self, functions: list[Function]) -> None:
        """Keep entry points, what they use, and function constants, which metadata may name. Remove the type tables,
        which have been read.
        """
        symbols = {constant.symbol for constant in self.unit.constants}
        constants = [variable for variable in self.module.globals if variable.name in symbols]
        prune(self.module, [*functions, *constants])

    def mark_variables(self) -> None:
        """Convert threadgroup variables to AIR's form."""
        module = self.module
        context = module.context
        for variable in module.globals:
            if variable.name.startswith(THREADGROUP_MEMORY):
                variable.initializer = context.constant(variable.value_type, ConstantCode.UNDEF)
                variable.type = context.opaque_pointer_type(3)
                variable.address_space = 3
                variable.linkage = Linkage.INTERNAL

    def predicate(self, name: str) -> ConstantPredicate:
        """The condition of an argument with `[[function_constant(name)]]`."""
        if name not in self.constants.constants and name not in self.constants.computed:
            raise BuildError(f"an argument depends on '{name}', which is not computed from function constants")
        return self.constants.predicate(name)

    def samplers(self) -> list[StaticSampler]:
        """The static samplers, in the form of the AIR version."""
        context = self.module.context
        result: list[StaticSampler] = []
        for variable in self.module.globals:
            if not variable.name.startswith(SAMPLER_STATE):
                continue
            value = variable.initializer
            assert isinstance(value, Constant)
            bits = int(value.params[0]) & ((1 << 64) - 1)
            words = fit_sampler_words((bits,), self.options.target.air)
            i64 = context.integer_type(64)
            if len(words) > 1:
                variable.value_type = context.type(TypeCode.ARRAY, (len(words),), (i64,))
                variable.initializer = context.constant(variable.value_type, ConstantCode.DATA, words)
            variable.name = f"{SAMPLER_SYMBOL}.{len(result)}" if result else SAMPLER_SYMBOL
            variable.unnamed_addr = UnnamedAddr.NONE
            result.append(StaticSampler(variable.name, words))
        return result


def mark_imported(module: Module) -> None:
    """Mark functions that others define, and their calls, as convergent: nothing is known of them.

    Sources: `chromaticAberration` of isparling/julia, and callers of `___metal_ilogb_float` in the probe P03 of
    kagurasumusun/metal. Callers become convergent in the form of AIR.
    """
    imported = {item for item in module.functions if item.is_declaration and item.name.startswith(IMPORTED)}
    for function in imported:
        function.attributes = with_kind(function.attributes, AttributeKind.CONVERGENT)
    for function in module.functions if imported else ():
        for instruction in function.instructions():
            if isinstance(instruction, Call) and instruction.operands[-1] in imported:
                instruction.attributes = with_kind(instruction.attributes, AttributeKind.CONVERGENT)


def _stitched_types(item: DeclaredEntry) -> list[MetalType]:
    """The types of the parameters of a stitchable function, with the address spaces of the source."""
    return [
        in_space(read.type, parameter.space)
        for parameter, read in zip(item.source.parameters, item.read.parameters, strict=True)
    ]


def _declare_imageblock(module: Module, function: Function, place: int, declared: Type) -> None:
    """Give a parameter that is an imageblock, which no instruction uses, its type: a struct around the handle."""
    argument = function.arguments[place]
    if uses(function).get(argument):
        raise BuildError(f"function {function.name!a}: the imageblock is used as a value")
    struct_type = next((struct_type for struct_type in module.struct_types if struct_type.name == declared.name), None)
    if struct_type is None:
        struct_type = Type(TypeCode.STRUCT_NAMED, (0,), (argument.type,), declared.name)
        module.struct_types.append(struct_type)
    argument.type = struct_type
    set_type(module, function, function.value_type.result)


def _return_bools(module: Module, function: Function, type_: Type, air: Version) -> None:
    """Change bool members of the result to i1: in C++ a bool in a struct is a byte, which is 0 or 1."""
    returned = function.value_type.result
    if type_.code not in STRUCT_TYPES or len(returned.elements) != len(type_.elements):
        return
    places = [
        n for n, element in enumerate(type_.elements) if element.code is TypeCode.INTEGER and element.params == (1,)
    ]
    if not places or returned.code not in STRUCT_TYPES:
        return
    code = Rewriter(module, air)
    members = [code.i1 if n in places else element for n, element in enumerate(returned.elements)]
    result = module.context.type(returned.code, returned.params, tuple(members))
    for last in code.returns(function):
        values = [code.part(last.operands[0], n) for n in range(len(members))]
        for n in places:
            values[n] = _bit(code, values[n])
        code.ret(code.aggregate(result, values))
    remove_unused(function, (InstCode.INSERTVAL, InstCode.CAST))
    set_type(module, function, result)


def _bit(code: Rewriter, value: Value) -> Value:
    """An i1 from the byte of a bool."""
    number = constant_number(value)
    if number is not None:
        return code.integer(code.i1, number)
    if isinstance(value, Instruction) and value.code is InstCode.CAST and value.operands[0].type is code.i1:
        return value.operands[0]
    return code.compare(Predicate.ICMP_NE, value, code.null(value.type))


def _held(variable: GlobalVariable) -> Constant:
    """The only member of a constant struct."""
    value = variable.initializer
    assert isinstance(value, Constant)
    if not value.operands:
        return Constant(value.type.elements[0], value.code)
    (member,) = value.operands
    assert isinstance(member, Constant)
    return member


def _attach(module: Module, function: Function, declared: DeclaredEntry, air: Version) -> None:
    """Attach the metadata to the function, and the attributes that follow from it to its parameters."""
    what = f"{declared.entry.stage} {declared.source.name!a}"
    for place, (type_, _) in enumerate(declared.entry.signature.parameters):
        if type_.code in STRUCT_TYPES and function.arguments[place].type.is_pointer:
            _declare_imageblock(module, function, place, type_)
    _return_bools(module, function, declared.entry.signature.result_type(), air)
    try:
        require_fit(what, function, declared.entry)
    except MtlbError as error:
        raise source_error(declared.source.where, error.reason) from None
    declared.entry.fact.function = function
    if declared.source.is_instance:
        function.linkage = Linkage.WEAK_ODR
    if air >= UNUSED_SINCE:
        used = uses(function)
        for parameter, argument in zip(function.arguments, declared.entry.fact.arguments, strict=False):
            argument.unused = argument.kind != "imageblock" and not used.get(parameter)
    groups = [group for _, group in declared.entry.signature.parameters if group is not None]
    own = [group for group in function.attributes if group.place == AttributePlace.FUNCTION]
    most = declared.entry.fact.max_work_group_size
    if most is not None and own:
        limit = string_attribute("max-work-group-size", str(most))
        own = [own[0]._replace(attributes=ordered((*own[0].attributes, limit)))]
    function.attributes = (*own, *groups)
