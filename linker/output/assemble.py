"""The last step of a link: makes the library and the reports from the results of the shards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any

from mtlb.base.classes import NamedTuple, dataclass, field
from mtlb.base.errors import LinkError
from mtlb.base.toolchains import Layout
from mtlb.container import LibraryFunction, SourceArchive, Target
from mtlb.container.assemble import Producer
from mtlb.edit import Library

from ..inputs.files import Input, InputFile
from ..options import LinkOptions
from ..plan.plan import LinkPlan
from ..plan.runtime import OPEN_RUNTIME
from ..plan.symbols import Resolution
from .library import LinkedModule, library_of
from .result import ShardResult
from .sources import embed_sources

InputName = Annotated[Input, "its names and position alone"]
"""The facts of an input that assembling needs; a stored plan omits the location of its bytes."""


class LinkedSymbol(NamedTuple):
    """A function or variable in a module, and the input that defines it."""

    name: str
    is_function: bool
    input_: Input


class LinkedFunction(NamedTuple):
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
    """For each SPIR-V input: the bindings of its entry points' resources, as JSON values."""


@dataclass(frozen=True)
class Assembly:
    """All that is needed to make the library from the results of the shards.

    `inputs`: by number, in the order in which they were read. `libraries`: install names of those that are linked.
    `table`: the linker's symbols. The other fields are for the reports; `bindings` are not part of a stored plan.
    """

    options: LinkOptions
    target: Target
    inputs: Mapping[int, InputName]
    archives: Mapping[int, InputFile]
    libraries: Sequence[str]
    table: Sequence[str]
    warnings: Sequence[str]
    notes: Sequence[str]
    decisions: Sequence[str]
    dropped: Sequence[tuple[str, str]]
    runtime: tuple[str, ...]
    bindings: Mapping[str, Sequence[dict[str, Any]]] = field(default_factory=dict, metadata={"key": None})

    @classmethod
    def of(cls, plan: LinkPlan) -> Assembly:
        """The part of a plan that assembling needs."""
        scanned, options = plan.scanned, plan.options
        return cls(
            options=options,
            target=plan.producer.target,
            inputs={facts.number: facts.input_ for facts in scanned.facts},
            archives=plan.inputs.archives if options.sources is not None else {},
            libraries=plan.imports.libraries,
            table=plan.table,
            warnings=scanned.warnings,
            notes=scanned.notes,
            decisions=list(_decisions(plan.resolution)),
            dropped=scanned.dropped,
            runtime=plan.runtime,
            bindings={path: shader.bound for path, shader in plan.inputs.shaders.items()},
        )


def assemble(assembly: Assembly, results: Iterable[ShardResult]) -> LinkResult:
    """The library from the results of a plan's shards, in their order. LinkError for functions that it can't have."""
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
    with_sources = [number for number in inputs if number in archives]
    if options.layout is Layout.AIR_LLD:  # inputs that contributed functions come first
        first = set(emitting)
        with_sources = [*(n for n in emitting if n in archives), *(n for n in with_sources if n not in first)]
    recorded = [archives[number] for number in with_sources]
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
                yield f"{user.path}: {symbol.name!a} is bound to {symbol.facts.path}"
            for unused in symbol.unused:
                yield f"{unused.path}: its {symbol.name!a} is replaced by that of {symbol.facts.path}"
