"""The steps of a link: read, resolve, merge, then a module and a description for each entry point.

    files ─ load ─▶ inputs ─ read ─▶ units ─ prepare, resolve ─▶ symbols ─ merge ─▶ program
    library ◀─ assemble ─ entries ◀─ describe ◀─ write ◀─ split ─┘

Each step is a file of this package and can be called alone. `docs/linking.md` has the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from mtlb.air import Description, describe
from mtlb.air.facts import air_version
from mtlb.base.arguments import instance
from mtlb.base.errors import LinkError, in_file
from mtlb.base.versions import Version
from mtlb.bitcode.eras import era_of
from mtlb.bitcode.writer import write_module
from mtlb.container import Library, LibraryFunction, SourceArchive
from mtlb.container.assemble import Producer
from mtlb.container.kinds import kind_of
from mtlb.ir import Function, GlobalValue, Module
from mtlb.passes.air_version import Formed, form_for
from mtlb.passes.fold_loads import fold_loads
from mtlb.passes.optimize import optimize
from mtlb.passes.retarget import retarget
from mtlb.passes.upgrade import upgrade

from .imports import import_symbols
from .inputs import Input, InputFile, InputLike, Inputs, load
from .library import LinkedModule, library_of, version_reflection
from .merge import merge
from .metadata_kinds import common_metadata_kinds
from .options import LinkOptions
from .order import link_order, symbol_table
from .program import Program, ProgramEntry
from .runtime import OPEN_RUNTIME, read_runtime
from .sources import embed_sources
from .split import split
from .symbols import Resolution, resolve
from .targets import check_libraries, settle_target
from .types import name_struct_types
from .units import Unit, read_units
from .whole import Whole, link_whole, listed, refuse_entry_points

__all__ = ["LinkResult", "LinkedFunction", "LinkedSymbol", "link", "link_inputs"]


class LinkedSymbol(NamedTuple):
    """A function or variable in a module, and the input that defines it."""

    name: str
    is_function: bool
    input_: Input


@dataclass(frozen=True)
class LinkedFunction:
    """One function of the library, and the input that it is an entry point of.

    `contents`: the symbols defined in its module, each with the input it came from.
    """

    input_: Input
    linked: LinkedModule
    contents: tuple[LinkedSymbol, ...]

    @property
    def function(self) -> LibraryFunction:
        """The function as it is in the library."""
        return self.linked.function


@dataclass
class LinkResult:
    """The library, and the reports about the link.

    `functions`: in the order of the library. `warnings`: for every user. `notes`: for verbose output. `dropped`: path
    of each input that was left out, and the reason. `runtime`: the functions taken from the open run-time library.
    """

    library: Library
    functions: list[LinkedFunction]
    warnings: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    dropped: list[tuple[str, str]] = field(default_factory=list)
    runtime: tuple[str, ...] = ()


def link(files: Iterable[InputLike], options: LinkOptions | None = None) -> LinkResult:
    """Link `files`, in command-line order: paths, pairs (name, bytes), modules (`mtlb.read_module`) or `InputFile`s.

    Each is bitcode, an archive or a metallib, recognised by content, or `.ll` text. Every call reads the inputs
    into new modules: they may be linked again, and by several threads at once, with the same result.
    `mtlb.write` makes the bytes of the result's library. Nothing is written here.

    Raises FormatError for a malformed input, UnsupportedError for one that can't be linked yet, LinkError for inputs
    that don't go together, BuildError for options that the format can't express, OSError for a path that can't be read.
    """
    options = LinkOptions() if options is None else instance("options", options, LinkOptions)
    return link_inputs(load(InputFile.all_of(files), options), options)


def link_inputs(inputs: Inputs, options: LinkOptions) -> LinkResult:
    """Link what `load` made, as `link` does. The inputs stay as they are and may be linked again."""
    units = read_units(inputs, options)
    target = settle_target(units, options)
    prepare(units.units, options)
    for unit in units.units:
        with in_file(unit.path):
            refuse_entry_points(unit.module, options.kind)
    check_libraries(inputs.libraries, target, units.warnings)
    ordered = link_order(units.units, options.layout)
    resolution = resolve(ordered)
    runtime: tuple[str, ...] = ()
    if options.runtime and resolution.undefined:
        added, runtime = read_runtime(resolution.undefined, units, inputs.libraries, target, options)
        if added is not None:
            prepare([added], options)
            ordered = link_order(units.units, options.layout)
            resolution = resolve(ordered)
    table = symbol_table(units.units)
    imports = import_symbols(
        resolution.undefined, inputs.libraries, table, options.kind, dynamic_lookup=options.dynamic_lookup
    )
    loaded = [unit.module for unit in units.units if not unit.finished]
    kinds = common_metadata_kinds(loaded, options.layout, options.toolchain)
    program = merge([unit for unit in ordered if not unit.finished], resolution, units.context, kinds, imports)
    producer = Producer(target, options.layout, options.toolchain, options.kind)
    whole = link_whole(program, resolution, options) if kind_of(options.kind).shares_module else None
    emitting = whole.units if whole is not None else [unit for unit, entries in program.entries.items() if entries]
    sources, archives = embed_sources(units.units, emitting, inputs.archives, target.container_version, options)
    if whole is not None:
        functions = finish_whole(program, whole, table, producer, archives)
    else:
        functions = finish_each(program, ordered, producer, archives)
    require_functions(functions, options)
    library = library_of(
        [function.linked for function in functions],
        producer,
        options,
        sources,
        libraries=imports.libraries,
        table=table,
    )
    warnings = [*units.warnings, *_useless(units.units, functions)]
    for function in functions:
        warnings += [f"{function.linked.origin}: {warning}" for warning in function.linked.warnings]
    notes = [*units.notes, *_decisions(resolution)]
    return LinkResult(library, functions, warnings, notes, units.dropped, runtime)


def prepare(units: Sequence[Unit], options: LinkOptions) -> None:
    """Give each unit the form that the target takes: the passes of `mtlb.passes` that change code."""
    for unit in units:
        with in_file(unit.path):
            module = retarget(unit.module, options.platform)
            if module is not unit.module:
                unit.module, unit.finished = module, False
            if not unit.finished:
                unit.module, unit.debug_locations = _prepared(module, options)
    name_struct_types([unit.module for unit in units])


def _prepared(module: Module, options: LinkOptions) -> Formed:
    if options.combines_instructions:
        module = optimize(module)
    return form_for(module, air_version(module) or Version(0))


def finish_each(
    program: Program, ordered: Sequence[Unit], producer: Producer, archives: Mapping[Unit, SourceArchive]
) -> list[LinkedFunction]:
    """The functions of an executable, each with its own module."""
    functions = []
    for unit in ordered:
        if unit.finished:
            functions.append(take_over(unit, producer))
        for entry in program.entries.get(unit, ()):
            functions.append(finish(program, entry, producer, archives.get(unit)))
    return functions


def finish_whole(
    program: Program, whole: Whole, table: Sequence[str], producer: Producer, archives: Mapping[Unit, SourceArchive]
) -> list[LinkedFunction]:
    """The functions that a library with one module lists. `table`: the linker's symbols in their order."""
    if whole.module is None:
        return []
    module = upgrade(whole.module)
    data = write_module(module, era_of(module, air_version(module)))
    contents = tuple(_contents(program, module, module))
    originals = {new: old for old, new in module.replaced.items()}
    reflection = version_reflection(producer)
    functions = []
    for description in listed(module, producer, table):
        function = originals.get(description.entry.function, description.entry.function)
        assert isinstance(function, Function)
        unit = program.origins[function]
        archive = archives.get(unit)
        with in_file(unit.path):
            linked = LinkedModule.of(
                unit.path,
                data,
                _located(description, unit, function),
                producer,
                dependency_files=() if archive is None else (unit.input_.recorded,),
                source=archive,
                reflection=reflection,
            )
        functions.append(LinkedFunction(unit.input_, linked, contents))
    return functions


def _located(description: Description, unit: Unit, function: Function) -> Description:
    """The description with the place of the function, also where its debug info was removed."""
    if description.debug_location is None and function in unit.debug_locations:
        return replace(description, debug_location=unit.debug_locations[function])
    return description


def finish(program: Program, entry: ProgramEntry, producer: Producer, archive: SourceArchive | None) -> LinkedFunction:
    """The module of one entry point, written, and its description."""
    with in_file(entry.unit.path):
        whole = upgrade(split(program, entry))
        module = fold_loads(whole)
        description = _located(describe(module), entry.unit, entry.function)
        linked = LinkedModule.of(
            entry.unit.path,
            write_module(module, era_of(module, air_version(module))),
            description,
            producer,
            dependency_files=() if archive is None else (entry.unit.input_.recorded,),
            source=archive,
        )
    return LinkedFunction(entry.unit.input_, linked, tuple(_contents(program, whole, module)))


def _contents(program: Program, whole: Module, module: Module) -> Iterator[LinkedSymbol]:
    """The symbols that `module` defines, which are known by those of `whole`, the view that it was made of."""
    originals = {new: old for old, new in whole.replaced.items()}
    kept = {value.name for value in module.global_values()}
    for value in (*whole.globals, *whole.functions):
        original = originals.get(value, value)
        if (
            value.name in kept
            and isinstance(original, GlobalValue)
            and original in program.origins
            and not value.is_declaration
        ):
            yield LinkedSymbol(value.name, isinstance(value, Function), program.origins[original].input_)


def take_over(unit: Unit, producer: Producer) -> LinkedFunction:
    """The function of a library's own module, which stays as it is."""
    assert unit.module.raw is not None
    with in_file(unit.path):
        linked = LinkedModule.of(unit.path, bytes(unit.module.raw), describe(unit.module), producer)
    return LinkedFunction(unit.input_, linked, (LinkedSymbol(linked.name, True, unit.input_),))


def require_functions(functions: Sequence[LinkedFunction], options: LinkOptions) -> None:
    """LinkError for a required function that is missing."""
    names = {function.linked.name for function in functions}
    missing = [name for name in options.required_functions if name not in names]
    if missing:
        raise LinkError("required functions are missing: " + ", ".join(repr(name) for name in missing))
    if len(functions) < options.required_count:
        raise LinkError(f"the library has {len(functions)} functions, {options.required_count} are required")


def _useless(units: Sequence[Unit], functions: Sequence[LinkedFunction]) -> Iterator[str]:
    used = {symbol.input_ for function in functions for symbol in function.contents}
    for unit in units:
        if unit.input_ not in used and unit.path != OPEN_RUNTIME:
            yield f"{unit.path}: contributes nothing to the library"


def _decisions(resolution: Resolution) -> Iterator[str]:
    for symbol in resolution.symbols.values():
        if symbol.is_defined:
            for user in dict.fromkeys(symbol.users):
                yield f"{user.path}: {symbol.name!a} is bound to {symbol.unit.path}"
            for other in symbol.others:
                yield f"{other.path}: its {symbol.name!a} is replaced by that of {symbol.unit.path}"
