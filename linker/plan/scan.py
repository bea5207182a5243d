"""The units of one link: its inputs with their facts, and the reading of their modules.

A module is read for its facts first, most often without the bodies of its functions, and again when it is linked. The
modules belong to that link: merging works in place.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from heapq import heappop, heappush
from typing import TypeVar

from mtlb.air.entry_nodes import entry_nodes
from mtlb.air.facts import air_version, language_version
from mtlb.air.symbols import needed_symbols
from mtlb.archives.archive import defined_symbols
from mtlb.base.errors import FormatError, LinkError, MtlbError, in_file
from mtlb.base.versions import Version
from mtlb.bitcode import read_module
from mtlb.container.tags import DebugLocation
from mtlb.convert import needs_conversion
from mtlb.ir import Context, Function, Module
from mtlb.machinery.collection import collection_paused
from mtlb.passes.air_version import form_for, is_in_form
from mtlb.passes.optimize import optimize
from mtlb.passes.retarget import retarget

from ..inputs.conversion import converted, told
from ..inputs.linkage import refuse_entry_points
from ..inputs.load import Input, Inputs
from ..options import LinkOptions
from .facts import SymbolFacts, UnitFacts, needed_bodies, read_facts

__all__ = ["Loaded", "Scan", "Scanned", "Unit", "Units", "digest", "load_module", "read_units", "scan"]

_E = TypeVar("_E", bound=MtlbError)


@dataclass(eq=False)
class Unit:
    """One input of a link, known by its facts.

    `number`: its place among all that were read. `digest`: the SHA-256 of its bytes. `size`: of these.
    """

    number: int
    input_: Input
    facts: UnitFacts
    digest: str
    _by_name: dict[str, SymbolFacts] = field(init=False, repr=False)  # made when it is first asked for

    def __post_init__(self) -> None:
        self._by_name = {}

    @property
    def size(self) -> int:
        """How many bytes it has."""
        return self.input_.source.size

    @property
    def by_name(self) -> dict[str, SymbolFacts]:
        """Its symbols by name."""
        if not self._by_name:
            self._by_name = {symbol.name: symbol for symbol in self.facts.symbols}
        return self._by_name

    @property
    def path(self) -> str:
        """The input as the user wrote it."""
        return self.input_.path


@dataclass(eq=False)
class Loaded:
    """An input of a link with the module that was read from it, in the form that the target takes.

    `finished`: the module goes into the library as it is. `debug_locations`: where functions were, if the module's
    debug info was removed.
    """

    input_: Input
    module: Module
    finished: bool
    debug_locations: dict[Function, DebugLocation] = field(default_factory=dict)

    @property
    def path(self) -> str:
        """The input as the user wrote it."""
        return self.input_.path


@dataclass
class Scanned:
    """What is known of an input once its module was read.

    `converted`: its bitcode, if it had to be converted, which is linked in its place. `warnings`: of the conversion.
    `loaded`: the module with its bodies, where it was asked for and could be prepared.
    """

    facts: UnitFacts
    digest: str
    converted: bytes | None = None
    warnings: list[str] = field(default_factory=list)
    loaded: Loaded | None = None


def digest(data: bytes | memoryview) -> str:
    """The SHA-256 of an input, by which it is known again."""
    return hashlib.sha256(data).hexdigest()


def scan(input_: Input, options: LinkOptions, context: Context | None = None) -> Scanned:
    """Read the module of an input for its facts. With `context` it is read whole, and kept as part of the result.

    A module that can't be prepared is no error yet: the target may leave it out. FormatError or UnsupportedError for
    one that can't be read, or has to be converted and can't be.
    """
    with collection_paused():
        scanned, read = _scanned(input_, options, context)
        while context is None and read:  # nothing of them is left when the search for garbage goes on
            read.pop().take_apart()
    return scanned


def _scanned(input_: Input, options: LinkOptions, context: Context | None) -> tuple[Scanned, list[Module]]:
    """What is known of an input, and the modules that it took."""
    data = input_.data
    given, bitcode, warnings = input_, None, []
    bodies = True if context is not None else partial(_bodies, finished=input_.finished)
    module = read_module(data, context=context, bodies=bodies, file=input_.path, base=input_.base)
    result = converted(module, input_.path, data, input_.base, options)
    if result is not None:
        warnings = told(result, input_.path, needs_conversion(module))
        bitcode = result.bitcode
        given, data = input_.with_data(bitcode), memoryview(bitcode)
        module = read_module(data, context=context, bodies=bodies, file=input_.path)
    facts = UnitFacts(input_.path, input_.recorded, input_.finished, module.triple)
    facts.entry_count = sum(1 for _ in entry_nodes(module))
    facts.defined, facts.needed = tuple(defined_symbols(module)), tuple(needed_symbols(module))
    scanned = Scanned(facts, digest(data), bitcode, warnings)
    with in_file(input_.path):
        try:
            facts.air, facts.language = air_version(module), language_version(module)
        except FormatError as error:
            facts.bad_version = _about(error, input_)
        try:
            loaded = _prepared(given, module, options)
            facts.finished = loaded.finished
            read_facts(facts, loaded.module)
        except MtlbError as error:
            facts.refused = _about(error, input_)
            return scanned, [module]
        try:
            refuse_entry_points(loaded.module, options.kind)
        except LinkError as error:
            facts.misfit = _about(error, input_)
    if context is not None:
        scanned.loaded = loaded
    return scanned, [module, loaded.module]


def _bodies(module: Module, finished: bool) -> Iterator[Function]:
    """The functions of an input that are read for its facts."""
    if needs_conversion(module):
        return
    try:
        in_form = finished or is_in_form(module, air_version(module) or Version(0))
    except FormatError:  # the facts have it
        in_form = True
    if in_form:
        yield from needed_bodies(module, finished=finished)
    else:
        yield from module.functions


def _about(error: _E, input_: Input) -> _E:
    """The error without its traceback, which would hold what was read."""
    error.file = error.file or input_.path
    return error.with_traceback(None)


def load_module(input_: Input, options: LinkOptions, context: Context, wanted: str, *, bodies: bool = True) -> Loaded:
    """Read the module of an input that was scanned, into `context`, and give it the form that the target takes.

    MtlbError if its bytes are not `wanted`, those that were scanned.
    """
    data = input_.data
    if digest(data) != wanted:
        raise MtlbError("it is not the file that the link was planned with: it changed", file=input_.path)
    module = read_module(data, context=context, bodies=bodies, file=input_.path, base=input_.base)
    with in_file(input_.path):
        return _prepared(input_, module, options)


def _prepared(input_: Input, module: Module, options: LinkOptions) -> Loaded:
    """The module in the form that the target takes: the passes of `mtlb.passes` that change code."""
    retargeted = retarget(module, options.platform)
    if input_.finished and retargeted is module:
        return Loaded(input_, module, True)
    if options.combines_instructions:
        retargeted = optimize(retargeted)
    formed = form_for(retargeted, air_version(retargeted) or Version(0))
    return Loaded(input_, formed.module, False, formed.debug_locations)


# --- all inputs of a link --------------------------------------------------------------------------------------------

Scan = Callable[[Sequence[Input]], Iterator[Scanned]]


@dataclass
class Units:
    """All units of a link, in the order in which they were read. `dropped`: path and reason.

    `loaded`: the modules that were kept, by the number of their unit; for a small link.
    """

    units: list[Unit] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    dropped: list[tuple[str, str]] = field(default_factory=list)
    loaded: dict[int, Loaded] = field(default_factory=dict)
    count: int = 0
    _symbols: dict[SymbolFacts, SymbolFacts] = field(default_factory=dict)

    def add(self, input_: Input, scanned: Scanned) -> Unit:
        """Add an input that was scanned."""
        if scanned.converted is not None:
            input_ = input_.with_data(scanned.converted)
        known, facts = self._symbols, scanned.facts
        facts.symbols = tuple([known.setdefault(symbol, symbol) for symbol in facts.symbols])  # most are in many inputs
        unit = Unit(self.count, input_, facts, scanned.digest)
        self.count += 1
        if scanned.loaded is not None:
            self.loaded[unit.number] = scanned.loaded
        self.units.append(unit)
        self.warnings += scanned.warnings
        self.notes.append(f"{input_.path}: {scanned.facts.entry_count} entry points")
        return unit


def read_units(inputs: Inputs, scan_all: Scan) -> Units:
    """Scan the modules of `inputs`, and those archive members that define what is undefined, until nothing is missing.

    The first member, in command-line order, that defines any name that is still needed is read next. Each pair of a
    member and a name that it defines is examined once. FormatError or UnsupportedError, naming the input, for a module
    that can't be read.
    """
    units = Units()
    for path, shader in inputs.shaders.items():
        units.warnings += [f"{path}: {warning}" for warning in shader.warnings]
        units.notes.append(f"{path}: translated from SPIR-V")
    for input_, scanned in zip(inputs.modules, scan_all(inputs.modules), strict=True):
        units.add(input_, scanned)
    definers: dict[str, list[int]] = {}
    for number, member in enumerate(inputs.members):
        for name in member.defines:
            definers.setdefault(name, []).append(number)
    defined: set[str] = set()
    wanted: dict[str, str] = {}  # each needed name, and the first input that needs it
    candidates: list[tuple[int, int, str]] = []  # heap of: member, when its name was first needed, the name
    taken: set[int] = set()
    looked_at = 0
    while True:
        for unit in units.units[looked_at:]:
            defined.update(unit.facts.defined)
            for name in unit.facts.needed:
                if name not in wanted:
                    for number in definers.get(name, ()):
                        heappush(candidates, (number, len(wanted), name))
                    wanted[name] = unit.path
        looked_at = len(units.units)
        while candidates and (candidates[0][0] in taken or candidates[0][2] in defined):
            heappop(candidates)
        if not candidates:
            break
        number, _, name = heappop(candidates)
        taken.add(number)
        input_ = inputs.members[number].input_
        for scanned in scan_all([input_]):
            units.add(input_, scanned)
        units.notes.append(f"{input_.path}: linked for {name!a}, which {wanted[name]} needs")
    left = [member.input_ for number, member in enumerate(inputs.members) if number not in taken]
    units.notes.extend(f"{input_.path}: not needed" for input_ in left)
    return units
