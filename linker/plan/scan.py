"""Scans the inputs of a link: each is read alone for its facts, usually without function bodies. It is read again when
it is linked, unless the link keeps its module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from heapq import heappop, heappush
from typing import TypeVar

from mtlb.air.entry_nodes import entry_nodes
from mtlb.air.facts import air_version, language_version
from mtlb.air.symbols import needed_symbols
from mtlb.archives.archive import defined_symbols
from mtlb.base.classes import dataclass, field
from mtlb.base.errors import FormatError, LinkError, MtlbError, in_file
from mtlb.base.versions import Version
from mtlb.bitcode import read_module
from mtlb.convert import needs_conversion
from mtlb.ir import Context, Function, Module
from mtlb.machinery.collection import module_lifetime
from mtlb.passes.form import is_in_form

from ..inputs.conversion import conversion_notes, converted
from ..inputs.files import Input
from ..inputs.linkage import refuse_entry_points
from ..inputs.load import Inputs
from ..inputs.modules import LoadedModule, digest, load_module, prepared
from ..options import LinkOptions
from .facts import InputFacts, SymbolFacts, needed_bodies, read_facts
from .work import Work

_E = TypeVar("_E", bound=MtlbError)


# --- one input -------------------------------------------------------------------------------------------------------


def scan_input(input_: Input, options: LinkOptions, context: Context | None = None) -> InputFacts:
    """Read the module of an input for its facts. With `context` it is read completely and kept in the result.

    A module that can't be prepared is not an error yet: the target may leave it out. FormatError or UnsupportedError
    for one that can't be read, or has to be converted and can't be.
    """
    if context is not None:
        return _scanned(input_, options, context, lambda module: module)
    with module_lifetime() as lifetime:
        return _scanned(input_, options, None, lifetime.own)


def _scanned(
    input_: Input, options: LinkOptions, context: Context | None, own: Callable[[Module], Module]
) -> InputFacts:
    original, warnings, data = input_, [], memoryview(b"")
    module = None if context is None else input_.module
    if module is None:
        data = input_.data
        bodies = True if context is not None else partial(_bodies, finished=input_.finished)
        module = own(read_module(data, context=context, bodies=bodies, file=input_.path, base=input_.base))
        result = converted(module, input_.path, data, input_.base, options)
        if result is not None:
            warnings = conversion_notes(result, input_.path, needs_conversion(module))
            input_, data = input_.holding(result.bitcode), memoryview(result.bitcode)
            module = own(read_module(data, context=context, bodies=bodies, file=input_.path))
    facts = InputFacts(input_, "" if context is not None else digest(data), module.triple, input_.finished)
    facts.is_converted, facts.warnings = input_ is not original, tuple(warnings)
    facts.entry_count = sum(1 for _ in entry_nodes(module))
    facts.defined, facts.needed = tuple(defined_symbols(module)), tuple(needed_symbols(module))
    with in_file(input_.path):
        try:
            facts.air, facts.language = air_version(module), language_version(module)
        except FormatError as error:
            facts.bad_version = _about(error, input_)
        try:
            loaded = prepared(input_, module, options)
            facts.finished = loaded.finished
            read_facts(facts, own(loaded.module))
        except MtlbError as error:
            facts.refused, facts.sha256 = _about(error, input_), digest(input_.data)
            return facts
        try:
            refuse_entry_points(loaded.module, options.kind)
        except LinkError as error:
            facts.misfit = _about(error, input_)
    if context is not None:
        facts.module = loaded
    return facts


def _bodies(module: Module, finished: bool) -> Iterator[Function]:
    """The functions of an input whose bodies are read for its facts."""
    if needs_conversion(module):
        return
    try:
        in_form = finished or is_in_form(module, air_version(module) or Version(0))
    except FormatError:  # the facts record it
        in_form = True
    if in_form:
        yield from needed_bodies(module, finished=finished)
    else:
        yield from module.functions


def _about(error: _E, input_: Input) -> _E:
    """The error without its traceback, which would keep the module in memory."""
    error.file = error.file or input_.path
    return error.with_traceback(None)


# --- all inputs of a link --------------------------------------------------------------------------------------------


@dataclass
class ScannedInputs:
    """The facts of all inputs that are linked, in the order in which they were scanned. `dropped`: path and reason."""

    options: LinkOptions
    facts: list[InputFacts] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    dropped: list[tuple[str, str]] = field(default_factory=list)
    context: Context | None = None  # of the modules that are kept
    _count: int = 0
    _symbols: dict[SymbolFacts, SymbolFacts] = field(default_factory=dict)

    def scan(self, input_: Input) -> InputFacts:
        """Scan one more input, and add its facts."""
        return self.add(scan_input(input_, self.options, self.context))

    def add(self, facts: InputFacts) -> InputFacts:
        """Add the facts of an input."""
        symbols = self._symbols  # most names are in many inputs
        facts.symbols = tuple([symbols.setdefault(symbol, symbol) for symbol in facts.symbols])
        facts.number = self._count
        self._count += 1
        self.facts.append(facts)
        self.warnings += facts.warnings
        self.notes.append(f"{facts.path}: {facts.entry_count} entry points")
        return facts

    @property
    def kept(self) -> dict[int, LoadedModule]:
        """The modules that are kept, by the numbers of their inputs."""
        return {facts.number: facts.module for facts in self.facts if facts.module is not None}

    def module(self, facts: InputFacts) -> Module:
        """The module of an input with its bodies: the one that was kept, or read again."""
        loaded = facts.module or load_module(facts.input_, self.options, Context(), facts.sha256)
        return loaded.module


def scan_inputs(inputs: Inputs, options: LinkOptions, work: Work | None = None) -> ScannedInputs:
    """Scan the modules of `inputs`, and those archive members that define what is undefined, until nothing is missing.

    The first member, in command-line order, that defines any name that is still needed is scanned next. Each pair of a
    member and a name that it defines is examined once. FormatError or UnsupportedError, naming the input, for a module
    that can't be read.
    """
    work = work or Work()
    scanned = ScannedInputs(options, context=(inputs.context or Context()) if work.keeps_modules else None)
    for path, shader in inputs.shaders.items():
        scanned.warnings += [f"{path}: {warning}" for warning in shader.warnings]
        scanned.notes.append(f"{path}: translated from {shader.source}")
    for path, source in inputs.sources.items():
        scanned.warnings += source.warnings
        scanned.notes.append(f"{path}: compiled with {source.compiler}")
    batches = work.scan_batches(inputs.modules)
    scan_batch = partial(_scan_batch, options=options, context=scanned.context)
    results = work.do(scan_batch, batches, [sum([input_.size for input_ in batch]) for batch in batches])
    for batch, described in zip(batches, results, strict=True):
        for input_, facts in zip(batch, described, strict=True):
            if not facts.is_converted:
                facts.input_ = input_  # not the copy that another process returned
            scanned.add(facts)
    _scan_members(inputs.members, scanned)
    return scanned


def _scan_batch(inputs: Sequence[Input], options: LinkOptions, context: Context | None) -> list[InputFacts]:
    return [scan_input(input_, options, context) for input_ in inputs]


def _scan_members(members: Sequence[Input], scanned: ScannedInputs) -> None:
    """Scan the members that other inputs need."""
    definers: dict[str, list[int]] = {}
    for number, member in enumerate(members):
        for name in member.defines:
            definers.setdefault(name, []).append(number)
    defined: set[str] = set()
    needed_by: dict[str, str] = {}  # each needed name, and the first input that needs it
    candidates: list[tuple[int, int, str]] = []  # heap of: member, when its name was first needed, the name
    taken: set[int] = set()
    looked_at = 0
    while True:
        for facts in scanned.facts[looked_at:]:
            defined.update(facts.defined)
            for name in facts.needed:
                if name not in needed_by:
                    for number in definers.get(name, ()):
                        heappush(candidates, (number, len(needed_by), name))
                    needed_by[name] = facts.path
        looked_at = len(scanned.facts)
        while candidates and (candidates[0][0] in taken or candidates[0][2] in defined):
            heappop(candidates)
        if not candidates:
            break
        number, _, name = heappop(candidates)
        taken.add(number)
        scanned.scan(members[number])
        scanned.notes.append(f"{members[number].path}: linked for {name!a}, which {needed_by[name]} needs")
    scanned.notes += [f"{member.path}: not needed" for number, member in enumerate(members) if number not in taken]
