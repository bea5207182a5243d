"""From the IR of a rewritten source to a module of AIR: entry points, address spaces, metadata."""

from __future__ import annotations

import os
import re

from ..air import ConstantPredicate, StaticSampler, standard_interface
from ..air.facts import fit_sampler_words
from ..base.errors import BuildError, MtlbError, UnsupportedError
from ..base.versions import Version
from ..convert.attached import require_fit
from ..convert.checks import find_recursion
from ..convert.entries import GivenEntry, specialise_entries
from ..convert.pipeline import Converted, finish_conversion
from ..convert.prune import prune
from ..convert.sources import SourceTarget
from ..emit.module import ModuleBuilder
from ..ir import AttributePlace, Constant, ConstantCode, Context, Function, GlobalVariable, Linkage, Module, TypeCode
from ..passes.rewriter import Rewriter
from .coherent import make_coherent
from .constants import ConstantWriter
from .describe import DeclaredEntry, EntryDescriber
from .options import CompileOptions
from .rewrite import Unit, source_error
from .tables import TypeTables

SOURCE = SourceTarget(address_spaces={0: 0, 1: 1, 2: 2, 3: 3})
"""Generic pointers, and those of handles, which have AIR's numbers."""
_SHARED = "_ZN5__mtl18threadgroup_memory"
_SAMPLER = "_ZN5metal15__sampler_state"
_IDENT = "mtlb compile"


class Backend:
    """Makes the module of one source."""

    def __init__(self, module: Module, unit: Unit, options: CompileOptions, file: str = "") -> None:
        self.module = module
        self.unit = unit
        self.options = options
        self.file = file
        self.tables = TypeTables(module, unit.members)
        self.constants = ConstantWriter(module, options.target.air, unit.constants)

    def finish(self) -> Converted:
        """The module. Raises what conversions do, and BuildError, with the place in the source."""
        target = self.options.target
        describer = EntryDescriber(ModuleBuilder(target), self.predicate)
        for number, entry in enumerate(self.unit.entries):
            describer.declare(entry, self.tables.entry(number))
        if not describer.declared:
            raise BuildError("the source has no entry point: no kernel, vertex, fragment or visible function")
        warnings = list(self.unit.warnings)
        self.drop_tables([one.read.function for one in describer.declared])
        self.mark_variables()
        self.constants.start()
        self.check_recursion([one.read.function for one in describer.declared])
        given = [GivenEntry(one.read.function, one.source.name, tuple(one.spaces)) for one in describer.declared]
        functions = specialise_entries(self.module, SOURCE, target.air, given, warnings)
        code = Rewriter(self.module, target.air, warnings)
        for function, declared in zip(functions, describer.declared, strict=True):
            make_coherent(code, function, declared.coherent)
            _attach(function, declared)
        interface = standard_interface(
            target.air,
            Version(*self.options.language),
            target.sdk,
            fast_math=self.options.fast_math and not self.options.relaxed_math,
            ident=_IDENT,
        )
        interface.entries = [one.entry.fact for one in describer.declared]
        self.module.source_filename = self.file or None
        kept = self.constants.finish(os.path.basename(self.file))
        interface.function_constants = self.constants.facts()
        interface.samplers = self.samplers()
        return finish_conversion(self.module, target, interface, warnings, ident=_IDENT, kept=kept)

    def check_recursion(self, roots: list[Function]) -> None:
        """SourceError for functions that call themselves and did not become loops. Words of our own."""
        found = find_recursion(self.module, roots)
        if found is None:
            return
        names = [source_name(one.name) for one in found[0]]
        where = next((self.unit.functions[name] for name in names if name in self.unit.functions), "")
        if where:
            raise source_error(where, f"recursion is not supported: {' calls '.join(names)}")

    # --- variables

    def drop_tables(self, functions: list[Function]) -> None:
        """Keep what entry points lead to, and function constants: metadata may name them. The tables have been read."""
        symbols = {one.symbol for one in self.unit.constants}
        constants = [variable for variable in self.module.globals if variable.name in symbols]
        prune(self.module, [*functions, *constants])

    def mark_variables(self) -> None:
        """Threadgroup memory in AIR's form."""
        module = self.module
        context = module.context
        for variable in module.globals:
            if variable.name.startswith(_SHARED):
                variable.initializer = _undefined(context, variable)
                variable.type = context.opaque_pointer_type(3)
                variable.address_space = 3
                variable.linkage = Linkage.INTERNAL

    def predicate(self, name: str) -> ConstantPredicate:
        """What an argument with `[[function_constant(name)]]` depends on."""
        if name not in self.constants.constants:
            raise UnsupportedError(f"an argument that depends on '{name}', which is computed from function constants")
        return self.constants.predicate(name)

    def samplers(self) -> list[StaticSampler]:
        """The static samplers, in the form of the AIR version."""
        context = self.module.context
        found = []
        for variable in self.module.globals:
            if not variable.name.startswith(_SAMPLER):
                continue
            value = variable.initializer
            assert isinstance(value, Constant)
            bits = int(value.params[0]) & ((1 << 64) - 1)
            words = fit_sampler_words((bits,), self.options.target.air)
            i64 = context.integer_type(64)
            if len(words) > 1:
                variable.value_type = context.type(TypeCode.ARRAY, (len(words),), (i64,))
                variable.initializer = context.constant(variable.value_type, ConstantCode.DATA, words)
            found.append(StaticSampler(variable.name, words))
        return found


def source_name(symbol: str) -> str:
    """The name of a function in the source, without namespaces and classes, from its symbol in C++."""
    at, found = 2 + symbol.startswith("_ZN"), symbol
    while number := re.match(r"[KVr]*(\d+)", symbol[at:]):
        start = at + number.end()
        at = start + int(number[1])
        found = symbol[start:at]
    return found


def _undefined(context: Context, variable: GlobalVariable) -> Constant:
    return context.constant(variable.value_type, ConstantCode.UNDEF)


def _attach(function: Function, declared: DeclaredEntry) -> None:
    """Let the metadata be that of the function, and its parameters have the attributes that follow from it."""
    what = f"{declared.entry.stage} {declared.source.name!a}"
    try:
        require_fit(what, function, declared.entry)
    except MtlbError as error:
        raise source_error(declared.source.where, error.reason) from None
    declared.entry.fact.function = function
    groups = [group for _, group in declared.entry.signature.parameters if group is not None]
    own = [group for group in function.attributes if group.place == AttributePlace.FUNCTION]
    function.attributes = (*own, *groups)
