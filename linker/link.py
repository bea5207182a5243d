"""A link: scan the inputs, plan, link each shard, assemble the library.

    inputs ─ scan each ─▶ facts ─ plan ─▶ shards ─ link each ─▶ finished modules ─ assemble ─▶ library

Each step is a file of this package and can be called alone. `docs/linking.md` has the rules, `docs/scaling.md` what
is decided where.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from mtlb.base.errors import LinkError
from mtlb.base.toolchains import Layout
from mtlb.container import Library, LibraryFunction, SourceArchive, Target
from mtlb.container.assemble import Producer
from mtlb.container.kinds import kind_of
from mtlb.ir import Context
from mtlb.machinery.collection import collect_young, collection_paused
from mtlb.machinery.parallel import in_executor

from .inputs.load import Input, InputFile, InputLike, Inputs, load
from .like import LikeLibrary, given_options, with_toolchain
from .options import LinkFields, LinkOptions
from .output.finish import link_shard
from .output.library import LinkedModule, library_of
from .output.sources import embed_sources
from .plan.plan import LinkPlan, plan_link
from .plan.runtime import OPEN_RUNTIME
from .plan.scan import Scanned, Unit, scan
from .plan.shard import ShardResult
from .plan.symbols import Resolution

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = [
    "Assembly",
    "LinkResult",
    "LinkedFunction",
    "LinkedSymbol",
    "assemble",
    "assembly_of",
    "link",
    "link_inputs",
    "plan_inputs",
]

_KEPT = 16 << 20  # bytes of inputs up to which a link is one shard, whose modules are read once and kept
_SMALL = 4 << 20  # the same where an executor could do the work: what takes less than to begin with it
_SHARD = 2 << 20  # bytes of a shard of a larger link: what is in memory at a time
_SCANNED = 1 << 20  # bytes of inputs that are scanned in one go elsewhere

Progress = Callable[[int, int], None]


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
    bindings: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    """Of each input of SPIR-V: where the resources of its entry points went, as JSON values."""


def link(
    files: Iterable[InputLike],
    options: LinkOptions | None = None,
    *,
    executor: Executor | None = None,
    progress: Progress | None = None,
    like: LikeLibrary | None = None,
    **fields: Unpack[LinkFields],
) -> LinkResult:
    """Link `files`, in command-line order: paths, pairs (name, bytes), modules (`mtlb.read_module`) or `InputFile`s.

    Each is bitcode, an archive, a metallib or SPIR-V, recognised by content, or `.ll` text. Every call reads the inputs
    into new modules: they may be linked again, and by several threads at once, with the same result.
    `mtlb.write` makes the bytes of the result's library. Nothing is written here.

    `fields`: those of `LinkOptions`, such as `platform="ios", min_os="17.0"`; they replace the same ones of `options`.
    `like`: a library or the path of one, to link as it was (`mtlb.linker.options_like`); `fields` go first.

    `executor`: any `concurrent.futures.Executor` that is to do the work, such as a `ProcessPoolExecutor` or Dask's. Its
    workers have to find the inputs under the same paths. The result is the same as without; a small link is not worth
    it, and done here (docs/scaling.md).
    `progress` is called with (bytes of inputs done, in all): half of an input is done when it is scanned.

    Raises FormatError for a malformed input, UnsupportedError for one that can't be linked yet, LinkError for inputs
    that don't go together, BuildError for options that the format can't express, OSError for a path that can't be read,
    TypeError for a keyword that is no field.
    """
    found = InputFile.all_of(files)
    options = given_options("link", options, like, [file.name for file in found], {**fields})
    return link_inputs(load(found, options), options, executor=executor, progress=progress)


def link_inputs(
    inputs: Inputs, options: LinkOptions, *, executor: Executor | None = None, progress: Progress | None = None
) -> LinkResult:
    """Link what `load` made, as `link` does. The inputs stay as they are and may be linked again."""
    size = sum(input_.source.size for input_ in inputs.modules)
    scanned = None if progress is None else lambda done, total: progress(done // 2, total)
    with collection_paused():
        if size <= (_KEPT if executor is None else _SMALL) or kind_of(options.kind).shares_module:
            plan = plan_inputs(inputs, options, progress=scanned, context=Context())
            results: Iterable[ShardResult] = [link_shard(plan.shard(plan.ordered), plan.units.loaded)]
            result = assemble(assembly_of(plan), _told(results, [plan.ordered], progress))
            del plan  # and all modules, which the next search for garbage would walk
            return result
        plan = plan_inputs(inputs, options, executor, progress=scanned)
        stretches = plan.stretches(-(-sum(unit.size for unit in plan.ordered) // _SHARD))
        results = in_executor(link_shard, (plan.shard(owned) for owned in stretches), executor)
        return assemble(assembly_of(plan), _told(results, stretches, progress))


def plan_inputs(
    inputs: Inputs,
    options: LinkOptions,
    executor: Executor | None = None,
    *,
    progress: Progress | None = None,
    context: Context | None = None,
) -> LinkPlan:
    """The plan of a link of what `load` made. `executor` scans the inputs. Raises what `link` does.

    `context`: keep in it all modules that are read. `progress` is called with (bytes of inputs scanned, in all).
    """
    total = sum(input_.source.size for input_ in inputs.modules)
    options = with_toolchain(options, (input_.data for input_ in inputs.modules))

    def scan_all(found: Sequence[Input]) -> Iterator[Scanned]:
        done = 0
        for input_, scanned in zip(found, _scan_all(found, options, executor, context), strict=True):
            yield scanned
            done += input_.source.size
            if progress is not None and found is inputs.modules:
                progress(done, total)

    return plan_link(inputs, options, scan_all)


def _told(
    results: Iterable[ShardResult], stretches: Sequence[Sequence[Unit]], progress: Progress | None
) -> Iterator[ShardResult]:
    sizes = [sum(unit.size for unit in owned) for owned in stretches]
    done = total = sum(sizes)
    for result, size in zip(results, sizes, strict=True):
        yield result
        if len(sizes) > 1:
            collect_young()
        done += size
        if progress is not None:
            progress(done // 2, total)


def _scan_all(
    inputs: Sequence[Input], options: LinkOptions, executor: Executor | None, context: Context | None
) -> Iterator[Scanned]:
    if executor is None or len(inputs) == 1:
        for some in _by_size(inputs):
            for input_ in some:
                yield scan(input_, options, context)
            if context is None:  # else the modules stay
                collect_young()
        return
    for scanned in in_executor(_scan_some, ((some, options) for some in _by_size(inputs)), executor):
        yield from scanned


def _by_size(inputs: Sequence[Input]) -> Iterator[list[Input]]:
    some: list[Input] = []
    size = 0
    for input_ in inputs:
        some.append(input_)
        size += input_.source.size
        if size >= _SCANNED:
            yield some
            some, size = [], 0
    if some:
        yield some


def _scan_some(task: tuple[Sequence[Input], LinkOptions]) -> list[Scanned]:
    inputs, options = task
    return [scan(input_, options) for input_ in inputs]


@dataclass(frozen=True)
class Assembly:
    """What it takes to make the library of what became of the shards.

    `inputs`: by number, in the order in which they were read. `libraries`: install names of those that are linked.
    `table`: the linker's symbols. The others are for the reports; `bindings` are not part of a plan that is written.
    """

    options: LinkOptions
    target: Target
    inputs: Mapping[int, Input]
    archives: Mapping[int, InputFile]
    libraries: Sequence[str]
    table: Sequence[str]
    warnings: Sequence[str]
    notes: Sequence[str]
    decisions: Sequence[str]
    dropped: Sequence[tuple[str, str]]
    runtime: tuple[str, ...]
    bindings: Mapping[str, Sequence[dict[str, Any]]] = field(default_factory=dict)


def assembly_of(plan: LinkPlan) -> Assembly:
    """What assembling takes of a plan."""
    units = plan.units
    return Assembly(
        options=plan.options,
        target=plan.producer.target,
        inputs={unit.number: unit.input_ for unit in units.units},
        archives=plan.inputs.archives,
        libraries=plan.imports.libraries,
        table=plan.table,
        warnings=units.warnings,
        notes=units.notes,
        decisions=list(_decisions(plan.resolution)),
        dropped=units.dropped,
        runtime=plan.runtime,
        bindings={path: shader.bound for path, shader in plan.inputs.shaders.items()},
    )


def assemble(assembly: Assembly, results: Iterable[ShardResult]) -> LinkResult:
    """The library of what became of the shards of a plan, in their order. LinkError for what it can't have."""
    options, inputs = assembly.options, assembly.inputs
    producer = Producer(assembly.target, options.layout, options.build, options.kind)
    functions: list[LinkedFunction] = []
    archives: dict[int, SourceArchive] = {}
    emitting: list[int] = []
    for result in results:
        archives.update(result.sources)
        emitting += result.emitting
        for number, linked, contents in result.functions:
            linked.function.source = archives.get(number)
            symbols = [LinkedSymbol(name, is_function, inputs[place]) for name, is_function, place in contents]
            functions.append(LinkedFunction(inputs[number], linked, tuple(symbols)))
    having = [number for number in inputs if number in archives]
    if options.layout is Layout.AIR_LLD:  # those that gave functions come first
        first = set(emitting)
        having = [*(n for n in emitting if n in archives), *(n for n in having if n not in first)]
    recorded = [archives[number] for number in having]
    sources = embed_sources(recorded, assembly.archives, assembly.target.container_version, options)
    require_functions(functions, options)
    library = library_of(
        [function.linked for function in functions],
        producer,
        options,
        sources,
        libraries=assembly.libraries,
        table=assembly.table,
    )
    warnings = [*assembly.warnings, *_useless(inputs.values(), functions)]
    for function in functions:
        warnings += [f"{function.linked.origin}: {warning}" for warning in function.linked.warnings]
    notes = [*assembly.notes, *assembly.decisions]
    bindings = {path: list(bound) for path, bound in assembly.bindings.items()}
    return LinkResult(library, functions, warnings, notes, list(assembly.dropped), assembly.runtime, bindings)


def require_functions(functions: Sequence[LinkedFunction], options: LinkOptions) -> None:
    """LinkError for a required function that is missing."""
    names = {function.linked.name for function in functions}
    missing = [name for name in options.required_functions if name not in names]
    if missing:
        raise LinkError("required functions are missing: " + ", ".join(repr(name) for name in missing))
    if len(functions) < options.required_count:
        raise LinkError(f"the library has {len(functions)} functions, {options.required_count} are required")


def _useless(inputs: Iterable[Input], functions: Sequence[LinkedFunction]) -> Iterator[str]:
    used = {symbol.input_ for function in functions for symbol in function.contents}
    for input_ in inputs:
        if input_ not in used and input_.path != OPEN_RUNTIME:
            yield f"{input_.path}: contributes nothing to the library"


def _decisions(resolution: Resolution) -> Iterator[str]:
    for symbol in resolution.symbols.values():
        if symbol.is_defined:
            for user in dict.fromkeys(symbol.users):
                yield f"{user.path}: {symbol.name!a} is bound to {symbol.unit.path}"
            for other in symbol.others:
                yield f"{other.path}: its {symbol.name!a} is replaced by that of {symbol.unit.path}"
