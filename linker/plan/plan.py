"""The one step of a link that looks at all inputs: on their facts alone it decides what no input can decide by itself.

    inputs ─ scan each ─▶ facts ─ plan ─▶ shards ─ link each ─▶ finished modules ─ assemble ─▶ library

What is decided here, and where it shows in the bytes (docs/scaling.md §2): the target; names of structs, whose numbers
count over all inputs, and which of equal structs is kept; the definition that each name means; the order of inputs and
of the library's functions; the numbers of metadata kinds; the names that constructors and lists of used variables take
in every module; which archive members and which functions of the run-time library are linked.
A shard is some of the inputs with all that this says about them: its modules come out the same whatever else is in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial

from mtlb.base.errors import in_file
from mtlb.container.assemble import Producer
from mtlb.container.kinds import kind_of
from mtlb.ir import Context, Module, Type
from mtlb.ir.names import GLOBAL_CTORS

from ..inputs.linkage import USED
from ..inputs.load import Inputs
from ..options import LinkOptions
from .facts import Key, Reached, SymbolFacts, is_stripped, reach
from .imports import Imports, import_symbols
from .metadata_kinds import MetadataKinds, common_metadata_kinds
from .order import link_order, symbol_table
from .runtime import runtime_module
from .scan import Scan, Unit, Units, load_module, read_units
from .shard import PlannedUnit, Shard
from .symbols import Resolution, resolve
from .targets import check_libraries, settle_target
from .types import TypeMap, name_struct_types, read_types, write_types

__all__ = ["LinkPlan", "plan_link"]


@dataclass
class LinkPlan:
    """All that was decided about a link. `units` in the order in which they were read, `ordered` as they are linked."""

    options: LinkOptions
    producer: Producer
    inputs: Inputs
    units: Units
    ordered: list[Unit]
    resolution: Resolution
    imports: Imports
    table: list[str]
    runtime: tuple[str, ...]
    kinds: MetadataKinds
    types: _ProgramTypes
    roots: _ProgramRoots
    _kinds_changed: dict[Unit, dict[int, int]] = field(default_factory=dict)
    _ties: dict[str, list[Unit]] = field(default_factory=dict)
    _places: dict[Unit, int] = field(default_factory=dict)

    @property
    def shares_module(self) -> bool:
        """Whether all functions have one module, so that there is one shard."""
        return kind_of(self.options.kind).shares_module

    def stretches(self, count: int) -> list[list[Unit]]:
        """All inputs in link order, in at most `count` stretches of about the same size in bytes; at least one."""
        if self.shares_module or count <= 1:
            return [self.ordered]
        total = sum(unit.size for unit in self.ordered)
        found: list[list[Unit]] = []
        done = 0
        for unit in self.ordered:
            if not found or done * count >= total * len(found):
                found.append([])
            found[-1].append(unit)
            done += unit.size
        return found or [[]]

    def shard(self, owned: Sequence[Unit]) -> Shard:
        """What it takes to finish the modules of these inputs, a stretch of the link order."""
        chosen, bodies, meant = self._closure(owned)
        ordered = sorted(chosen, key=self._places.__getitem__)
        structs = {type_ for unit in ordered for type_ in self.types.structs.get(unit, ())}
        in_order = [type_ for unit in ordered for type_ in self.types.structs.get(unit, ())]
        rows, places = write_types(dict.fromkeys(in_order)) if structs else ([], {})
        mine = set(owned)
        names = {symbol.name for unit in ordered for symbol in unit.facts.symbols}
        return Shard(
            options=self.options,
            target=self.producer.target,
            units=tuple(
                PlannedUnit(
                    number=unit.number,
                    input_=unit.input_,
                    digest=unit.digest,
                    owned=unit in mine,
                    finished=unit.facts.finished,
                    bodies=unit in bodies or not unit.facts.finished,
                    structs=tuple([places[type_] for type_ in self.types.structs.get(unit, ())]),
                    kinds=self._kinds_changed.get(unit, {}),
                    roots=tuple(self.roots.of_unit.get(unit, ())),
                    replaced=self._replaced_entries(unit),
                    is_alone=unit not in bodies and self._is_alone(unit),
                )
                for unit in ordered
            ),
            types=tuple(rows),
            meant=meant,
            kinds=tuple(self.kinds.table),
            imports=self.imports,
            table=tuple(self.table) if self.shares_module else (),
            root_names=self.roots.names,
            root_places={name: place for name, place in self.roots.shared.items() if name in names},
            parts=self.roots.parts,
        )

    def _replaced_entries(self, unit: Unit) -> tuple[str, ...]:
        """Weak entry points that another input's definition replaces."""
        symbols = self.resolution.symbols
        return tuple([n for n in unit.facts.entries if n in symbols and symbols[n].unit is not unit])

    def _is_alone(self, unit: Unit) -> bool:
        """Whether its modules hold nothing of another input, and its declarations say what is meant."""
        if self.shares_module or self.roots.has_effects or unit.facts.finished:
            return False
        symbols = self.resolution.symbols
        for symbol in unit.facts.symbols:
            meant = symbols[symbol.name]
            if symbol.name in self._ties or (meant.unit is not unit and not meant.value.is_declaration):
                return False
            if symbol.is_declaration and not self.types.are_alike(symbol.name, meant.unit, unit):
                return False
        return True

    def _closure(self, owned: Sequence[Unit]) -> tuple[set[Unit], set[Unit], dict[str, int]]:
        """The inputs that `owned` need, those whose definitions others need, and the unit that is meant by each name
        that several of them have.
        """
        symbols = self.resolution.symbols
        chosen: dict[Unit, None] = {}
        bodies: set[Unit] = set()
        worklist = list(owned)
        if any(not unit.facts.finished for unit in owned):
            worklist += self.roots.always
        meant: dict[str, int] = {}
        while True:
            while worklist:
                unit = worklist.pop()
                if unit in chosen:
                    continue
                chosen[unit] = None
                for symbol in () if unit.facts.finished else unit.facts.symbols:
                    worklist += self._ties.get(symbol.name, ())
                    definer = symbols[symbol.name]
                    if not definer.value.is_declaration and definer.unit is not unit:
                        worklist.append(definer.unit)
                        bodies.add(definer.unit)
            having: dict[str, list[Unit]] = {}
            for unit in sorted(chosen, key=self._places.__getitem__):
                for symbol in unit.facts.symbols:
                    having.setdefault(symbol.name, []).append(unit)
            meant.clear()
            for name, units in having.items():
                definer = symbols[name]
                unit = definer.unit
                if unit not in chosen:
                    # Another input's declaration: one that says the same stands in for it.
                    like = self._like(name, unit, units)
                    if like is None:
                        if all(other.facts.finished for other in units):
                            continue  # nothing in them changes
                        worklist.append(unit)
                    unit = like or unit
                if len(units) > 1 or units[0] is not unit:
                    meant[name] = unit.number
            if not worklist:
                return set(chosen), bodies, meant

    def _like(self, name: str, unit: Unit, others: Sequence[Unit]) -> Unit | None:
        """The first of `others` whose declaration says the same."""
        for other in others:
            if self.types.are_alike(name, unit, other):
                return other
        return None


def plan_link(inputs: Inputs, options: LinkOptions, scan: Scan) -> LinkPlan:
    """Decide all that concerns several inputs. Raises what `mtlb.link` does."""
    units = read_units(inputs, scan)
    target = settle_target(units, options)
    _check(units.units)
    check_libraries(inputs.libraries, target, units.warnings)
    batches = [list(units.units)]
    ordered = link_order(units.units, options.layout)
    read = partial(_module, units=units, options=options)
    resolution = resolve(ordered, read)
    runtime: tuple[str, ...] = ()
    if options.runtime and resolution.undefined:
        added, runtime = runtime_module(resolution.undefined, inputs.libraries, target, options)
        if added is not None:
            new = [units.add(added, scanned) for scanned in scan([added])]
            _check(new)
            batches.append(new)
            ordered = link_order(units.units, options.layout)
            resolution = resolve(ordered, read)
    table = symbol_table(units.units)
    imports = import_symbols(
        resolution.undefined, inputs.libraries, table, options.kind, dynamic_lookup=options.dynamic_lookup
    )
    merged = [unit for unit in units.units if not unit.facts.finished]
    kinds = common_metadata_kinds(
        [unit.facts for unit in merged],
        options.layout,
        options.build,
        lambda place: _is_stripped(merged[place], units, options),
    )
    in_link_order = [unit for unit in ordered if not unit.facts.finished]
    types = _ProgramTypes(batches, in_link_order, resolution)
    plan = LinkPlan(
        options=options,
        producer=Producer(target, options.layout, options.build, options.kind),
        inputs=inputs,
        units=units,
        ordered=ordered,
        resolution=resolution,
        imports=imports,
        table=table,
        runtime=runtime,
        kinds=kinds,
        types=types,
        roots=_ProgramRoots(in_link_order, resolution, types, units, options),
        _kinds_changed={unit: changed for unit, changed in zip(merged, kinds.changed, strict=True) if changed},
        _places={unit: place for place, unit in enumerate(ordered)},
    )
    for unit in in_link_order:
        for name in unit.facts.tied:
            plan._ties.setdefault(name, []).append(unit)
    return plan


def _check(units: Sequence[Unit]) -> None:
    """Raise why an input can't be prepared, or why the library can't have its entry points."""
    for unit in units:
        if unit.facts.refused is not None:
            raise unit.facts.refused
    for unit in units:
        if unit.facts.misfit is not None:
            raise unit.facts.misfit


def _module(unit: Unit, units: Units, options: LinkOptions) -> Module:
    """The module of a unit with its bodies: the one that was kept, or read again."""
    loaded = units.loaded.get(unit.number)
    return (loaded or load_module(unit.input_, options, Context(), unit.digest)).module


def _is_stripped(unit: Unit, units: Units, options: LinkOptions) -> bool:
    with in_file(unit.path):
        return bool(is_stripped(_module(unit, units, options)))


# --- struct types ----------------------------------------------------------------------------------------------------


class _ProgramTypes:
    """The program's types. `structs`: for each unit what each of its structs is in the program."""

    def __init__(self, batches: Iterable[Sequence[Unit]], ordered: Sequence[Unit], resolution: Resolution) -> None:
        self.structs: dict[Unit, tuple[Type, ...]] = {}
        self._resolution = resolution
        self._declared: dict[Unit, dict[str, Type]] = {}
        context = Context()
        tables: dict[Unit, list[Type]] = {}
        for batch in batches:
            having = [unit for unit in batch if unit.facts.types.structs]
            tables.update({unit: read_types(unit.facts.types.rows, context) for unit in having})
            name_struct_types([[tables[unit][row] for row in unit.facts.types.structs] for unit in having])
        merged = set(ordered)
        for unit in [unit for unit in tables if unit not in merged]:  # finished: they are what they are
            table = tables.pop(unit)
            self.structs[unit] = tuple([table[row] for row in unit.facts.types.structs])
        types = TypeMap(context)
        linked: dict[str, Type | None] = {}  # the type of each name where it came first, if it has structs
        for unit in ordered:
            facts, table = unit.facts, tables.pop(unit, [])
            structs = [table[row] for row in facts.types.structs]
            shared = [(symbol, table[symbol.type] if symbol.type >= 0 else None) for symbol in facts.symbols]
            if structs:
                pairs = [
                    (ours, type_)
                    for symbol, type_ in shared
                    if type_ is not None and (ours := linked.get(symbol.name)) is not None
                ]
                types.begin(structs, pairs)
                for row in facts.types.met:
                    types.get(table[row])
                self.structs[unit] = tuple([types.get(type_) for type_ in structs])
            declared = {}
            for symbol, type_ in shared:
                mapped = None if type_ is None else types.get(type_)
                linked.setdefault(symbol.name, mapped)
                if mapped is not None and symbol.is_declaration:
                    declared[symbol.name] = mapped
            if declared:
                self._declared[unit] = declared

    def are_alike(self, name: str, one: Unit, other: Unit) -> bool:
        """Whether two units' declarations of a name say the same."""
        if one is other:
            return True
        ours, theirs = _declaration(one, name), _declaration(other, name)
        if ours is None or theirs is None or ours.form is None or ours.form != theirs.form:
            return False
        if one.facts.finished or other.facts.finished:
            return ours.type < 0 and theirs.type < 0
        return self._declared.get(one, {}).get(name) is self._declared.get(other, {}).get(name)


def _declaration(unit: Unit, name: str) -> SymbolFacts | None:
    found = unit.by_name.get(name)
    return found if found is not None and found.is_declaration else None


# --- what every module begins with -----------------------------------------------------------------------------------


class _ProgramRoots:
    """The walk from each input's `llvm.compiler.used`, `llvm.used` and `llvm.global_ctors`, last input first.

    `names`: those of the globals that it meets, in order, equal ones one after the other as (name, number). `of_unit`:
    the private globals of a unit that it meets, as (place in the unit, place in the walk). `shared`: the places in the
    walk of others, by name. `parts`: how many units have each of the variables. `always`: the units that every module
    needs; `has_effects`: whether some of them have constructors that every module needs.
    """

    def __init__(
        self, ordered: Sequence[Unit], resolution: Resolution, types: _ProgramTypes, units: Units, options: LinkOptions
    ) -> None:
        self._resolution = resolution
        self._units = units
        self._options = options
        self._read: dict[Unit, dict[Key, Reached]] = {}
        parts: dict[str, list[tuple[Unit, Key]]] = {}
        for unit in ordered:
            for name, place in unit.facts.appending:
                parts.setdefault(name, []).append((unit, place))
        self.parts = {name: len(found) for name, found in parts.items()}
        names: list[tuple[str, int]] = []
        self.of_unit: dict[Unit, list[tuple[int, int]]] = {}
        self.shared: dict[str, int] = {}
        starts = [part for name in (*USED, GLOBAL_CTORS) for part in parts.get(name, ())[::-1]]
        for place, ((unit, key), name) in enumerate(self._walk(starts)):
            if names and names[-1][0] == name:
                names[-1] = (name, names[-1][1] + 1)
            else:
                names.append((name, 1))
            if isinstance(key, str):
                self.shared[key] = place
            else:
                self.of_unit.setdefault(unit, []).append((key, place))
        self.names = tuple(names)
        firsts = [found[0][0] for found in parts.values()]
        with_effects = [unit for unit in ordered if self._has_effects(unit, types)]
        self.has_effects = bool(with_effects)
        self.always = list(dict.fromkeys([*firsts, *with_effects]))

    def _has_effects(self, unit: Unit, types: _ProgramTypes) -> bool:
        """Whether a constructor of the unit may be part of every module."""
        for constructor in unit.facts.constructors:
            if constructor.has_effects:
                return True
            for name in constructor.pure:
                meant = self._resolution.symbols[name]
                if meant.unit is not unit and not types.are_alike(name, meant.unit, unit):
                    return True
        return False

    def _walk(self, starts: Sequence[tuple[Unit, Key]]) -> Iterable[tuple[tuple[Unit, Key], str]]:
        order: dict[tuple[Unit, Key], str] = {}
        worklist = list(starts)[::-1]
        while worklist:
            unit, key = worklist.pop()
            if isinstance(key, str):
                unit = self._resolution.symbols[key].unit
            if (unit, key) not in order:
                reached = self._reached(unit, key)
                order[unit, key] = reached.name
                worklist.extend((unit, named) for named in reversed(reached.named))
        return order.items()

    def _reached(self, unit: Unit, key: Key) -> Reached:
        found = unit.facts.reached.get(key) or self._read.get(unit, {}).get(key)
        if found is not None:
            return found
        assert isinstance(key, str)
        if self._resolution.symbols[key].value.is_declaration:
            return Reached(key, ())
        module = _module(unit, self._units, self._options)
        values = [value for value in module.global_values() if value.name == key and value.is_shared]
        self._read.setdefault(unit, {}).update(reach(module, values[:1]))
        return self._read[unit][key]
