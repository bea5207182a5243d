"""The only step of a link that looks at all inputs: it makes every decision that involves several of them, on facts
alone.

    inputs ─ scan each ─▶ facts ─ plan ─▶ shards ─ link each ─▶ finished modules ─ assemble ─▶ library

What is decided here, and its effect on the output (docs/performance.md §3): the target; names of structs, whose numbers
count over all inputs, and which of equal structs is kept; the definition of each name; the order of inputs and of the
library's functions; the numbers of metadata kinds; the names that constructors and lists of used variables take in
every module; which archive members and which functions of the run-time library are linked. A shard is a set of inputs
with the decisions about them: its modules do not depend on which other inputs it has.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mtlb.base.classes import dataclass, field
from mtlb.base.errors import in_file
from mtlb.container.assemble import Producer
from mtlb.container.kinds import kind_of
from mtlb.ir import Context, Type
from mtlb.ir.names import GLOBAL_CTORS

from ..inputs.linkage import USED
from ..inputs.load import Inputs
from ..options import LinkOptions
from .facts import InputFacts, Key, Reached, SymbolFacts, is_stripped, reach
from .imports import Imports, import_symbols
from .metadata_kinds import MetadataKinds, common_metadata_kinds
from .order import link_order, symbol_table
from .runtime import runtime_module
from .scan import ScannedInputs
from .shard import Shard, ShardInput
from .symbols import Resolution, resolve
from .targets import check_libraries, settle_target
from .types import TypeMap, name_struct_types, read_types, write_types


@dataclass
class LinkPlan:
    """The decisions of a link. `scanned`: the inputs in the order in which they were read; `ordered`: in link order."""

    options: LinkOptions
    producer: Producer
    inputs: Inputs
    scanned: ScannedInputs
    ordered: list[InputFacts]
    resolution: Resolution
    imports: Imports
    table: list[str]
    runtime: tuple[str, ...]
    kinds: MetadataKinds
    types: _ProgramTypes
    roots: _ProgramRoots
    _kinds_changed: dict[InputFacts, dict[int, int]] = field(default_factory=dict)
    _ties: dict[str, list[InputFacts]] = field(default_factory=dict)
    _places: dict[InputFacts, int] = field(default_factory=dict)

    @property
    def shares_module(self) -> bool:
        """Whether all functions have one module, so that there is one shard."""
        return kind_of(self.options.kind).shares_module

    @property
    def size(self) -> int:
        """The size of the linked inputs in bytes."""
        return sum([facts.input_.size for facts in self.ordered])

    def shard_ranges(self, count: int) -> list[list[InputFacts]]:
        """All inputs in link order, in at most `count` ranges of about the same size in bytes; at least one."""
        if self.shares_module or count <= 1:
            return [self.ordered]
        total = self.size
        ranges: list[list[InputFacts]] = []
        done = 0
        for facts in self.ordered:
            if not ranges or done * count >= total * len(ranges):
                ranges.append([])
            ranges[-1].append(facts)
            done += facts.input_.size
        return ranges or [[]]

    def shard(self, owned: Sequence[InputFacts]) -> Shard:
        """The shard that finishes the modules of these inputs, a range of the link order."""
        chosen, bodies, meant = self._closure(owned)
        ordered = sorted(chosen, key=self._places.__getitem__)
        structs = {type_ for facts in ordered for type_ in self.types.structs.get(facts, ())}
        in_order = [type_ for facts in ordered for type_ in self.types.structs.get(facts, ())]
        rows, places = write_types(dict.fromkeys(in_order)) if structs else ([], {})
        mine = set(owned)
        names = {symbol.name for facts in ordered for symbol in facts.symbols}
        return Shard(
            options=self.options,
            target=self.producer.target,
            inputs=tuple(
                ShardInput(
                    number=facts.number,
                    input_=facts.input_,
                    sha256=facts.sha256,
                    owned=facts in mine,
                    finished=facts.finished,
                    bodies=facts in bodies or not facts.finished,
                    structs=tuple([places[type_] for type_ in self.types.structs.get(facts, ())]),
                    kinds=self._kinds_changed.get(facts, {}),
                    roots=tuple(self.roots.of_input.get(facts, ())),
                    replaced=self._replaced_entries(facts),
                    is_alone=facts not in bodies and self._is_alone(facts),
                )
                for facts in ordered
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

    def _replaced_entries(self, facts: InputFacts) -> tuple[str, ...]:
        """Weak entry points that another input's definition replaces."""
        symbols = self.resolution.symbols
        return tuple([n for n in facts.entries if n in symbols and symbols[n].facts is not facts])

    def _is_alone(self, facts: InputFacts) -> bool:
        """Whether its modules need no definition from another input, so that its own declarations suffice."""
        if self.shares_module or self.roots.has_effects or facts.finished:
            return False
        symbols = self.resolution.symbols
        for symbol in facts.symbols:
            meant = symbols[symbol.name]
            if symbol.name in self._ties or (meant.facts is not facts and not meant.value.is_declaration):
                return False
            if symbol.is_declaration and not self.types.are_alike(symbol.name, meant.facts, facts):
                return False
        return True

    def _closure(self, owned: Sequence[InputFacts]) -> tuple[set[InputFacts], set[InputFacts], dict[str, int]]:
        """The inputs that `owned` need, the inputs whose definitions are needed by others, and for each name that
        several inputs have, the input whose global is used.
        """
        symbols = self.resolution.symbols
        chosen: dict[InputFacts, None] = {}
        bodies: set[InputFacts] = set()
        worklist = list(owned)
        if any(not facts.finished for facts in owned):
            worklist += self.roots.always
        meant: dict[str, int] = {}
        while True:
            while worklist:
                facts = worklist.pop()
                if facts in chosen:
                    continue
                chosen[facts] = None
                for symbol in () if facts.finished else facts.symbols:
                    worklist += self._ties.get(symbol.name, ())
                    definer = symbols[symbol.name]
                    if not definer.value.is_declaration and definer.facts is not facts:
                        worklist.append(definer.facts)
                        bodies.add(definer.facts)
            users: dict[str, list[InputFacts]] = {}
            for facts in sorted(chosen, key=self._places.__getitem__):
                for symbol in facts.symbols:
                    users.setdefault(symbol.name, []).append(facts)
            meant.clear()
            for name, inputs in users.items():
                definer = symbols[name]
                facts = definer.facts
                if facts not in chosen:
                    # Another input's declaration: an equal one of this shard's inputs replaces it.
                    like = self._like(name, facts, inputs)
                    if like is None:
                        if all(user.finished for user in inputs):
                            continue  # finished modules are not changed
                        worklist.append(facts)
                    facts = like or facts
                if len(inputs) > 1 or inputs[0] is not facts:
                    meant[name] = facts.number
            if not worklist:
                return set(chosen), bodies, meant

    def _like(self, name: str, facts: InputFacts, candidates: Sequence[InputFacts]) -> InputFacts | None:
        """The first of `candidates` whose declaration is equal."""
        for candidate in candidates:
            if self.types.are_alike(name, facts, candidate):
                return candidate
        return None


def plan_link(inputs: Inputs, scanned: ScannedInputs, options: LinkOptions) -> LinkPlan:
    """Decide all that concerns several inputs. Raises what `mtlb.link` does.

    Inputs that don't match the target are removed from `scanned`, and the run-time library's module is added to it.
    """
    target = settle_target(scanned, options)
    _check(scanned.facts)
    check_libraries(inputs.libraries, target, scanned.warnings)
    batches = [list(scanned.facts)]
    ordered = link_order(scanned.facts, options.layout)
    resolution = resolve(ordered, scanned.module)
    runtime: tuple[str, ...] = ()
    if options.runtime and resolution.undefined:
        added, runtime = runtime_module(resolution.undefined, inputs.libraries, target, options)
        if added is not None:
            new = [scanned.scan(added)]
            _check(new)
            batches.append(new)
            ordered = link_order(scanned.facts, options.layout)
            resolution = resolve(ordered, scanned.module)
    table = symbol_table(scanned.facts)
    imports = import_symbols(
        resolution.undefined, inputs.libraries, table, options.kind, dynamic_lookup=options.dynamic_lookup
    )
    merged = [facts for facts in scanned.facts if not facts.finished]
    kinds = common_metadata_kinds(merged, options.layout, options.build, lambda facts: _is_stripped(facts, scanned))
    in_link_order = [facts for facts in ordered if not facts.finished]
    types = _ProgramTypes(batches, in_link_order, resolution)
    plan = LinkPlan(
        options=options,
        producer=Producer(target, options.layout, options.build, options.kind),
        inputs=inputs,
        scanned=scanned,
        ordered=ordered,
        resolution=resolution,
        imports=imports,
        table=table,
        runtime=runtime,
        kinds=kinds,
        types=types,
        roots=_ProgramRoots(in_link_order, resolution, types, scanned),
        _kinds_changed={facts: changed for facts, changed in zip(merged, kinds.changed, strict=True) if changed},
        _places={facts: place for place, facts in enumerate(ordered)},
    )
    for facts in in_link_order:
        for name in facts.tied:
            plan._ties.setdefault(name, []).append(facts)
    return plan


def _check(inputs: Sequence[InputFacts]) -> None:
    """Raise why an input can't be prepared, or why the library can't have its entry points."""
    for facts in inputs:
        if facts.refused is not None:
            raise facts.refused
    for facts in inputs:
        if facts.misfit is not None:
            raise facts.misfit


def _is_stripped(facts: InputFacts, scanned: ScannedInputs) -> bool:
    with in_file(facts.path):
        return bool(is_stripped(scanned.module(facts)))


# --- struct types ----------------------------------------------------------------------------------------------------


class _ProgramTypes:
    """The program's types. `structs`: for each input, the program's struct for each of its own."""

    def __init__(
        self, batches: Iterable[Sequence[InputFacts]], ordered: Sequence[InputFacts], resolution: Resolution
    ) -> None:
        self.structs: dict[InputFacts, tuple[Type, ...]] = {}
        self._resolution = resolution
        self._declared: dict[InputFacts, dict[str, Type]] = {}
        context = Context()
        tables: dict[InputFacts, list[Type]] = {}
        for batch in batches:
            with_structs = [facts for facts in batch if facts.types.structs]
            tables.update({facts: read_types(facts.types.rows, context) for facts in with_structs})
            name_struct_types([[tables[facts][row] for row in facts.types.structs] for facts in with_structs])
        merged = set(ordered)
        for facts in [facts for facts in tables if facts not in merged]:  # already finished modules are taken unchanged
            table = tables.pop(facts)
            self.structs[facts] = tuple([table[row] for row in facts.types.structs])
        types = TypeMap(context)
        linked: dict[str, Type | None] = {}  # type by name, from the first input
        for facts in ordered:
            table = tables.pop(facts, [])
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
                self.structs[facts] = tuple([types.get(type_) for type_ in structs])
            declared = {}
            for symbol, type_ in shared:
                mapped = None if type_ is None else types.get(type_)
                linked.setdefault(symbol.name, mapped)
                if mapped is not None and symbol.is_declaration:
                    declared[symbol.name] = mapped
            if declared:
                self._declared[facts] = declared

    def are_alike(self, name: str, facts: InputFacts, other: InputFacts) -> bool:
        """Whether two inputs' declarations of a name are equal."""
        if facts is other:
            return True
        ours, theirs = _declaration(facts, name), _declaration(other, name)
        if ours is None or theirs is None or ours.form is None or ours.form != theirs.form:
            return False
        if facts.finished or other.finished:
            return ours.type < 0 and theirs.type < 0
        return self._declared.get(facts, {}).get(name) is self._declared.get(other, {}).get(name)


def _declaration(facts: InputFacts, name: str) -> SymbolFacts | None:
    symbol = facts.by_name.get(name)
    return symbol if symbol is not None and symbol.is_declaration else None


# --- what every module begins with -----------------------------------------------------------------------------------


class _ProgramRoots:
    """The walk from each input's `llvm.compiler.used`, `llvm.used` and `llvm.global_ctors`, last input first.

    `names`: the names of the visited globals in order, runs of equal names as (name, count). `of_input`: the visited
    private globals of an input, as (index in the input, index in the walk). `shared`: the indices in the walk of all
    other globals, by name. `parts`: how many inputs have each of the variables. `always`: the inputs that every module
    needs; `has_effects`: whether any of them has a constructor that every module needs.
    """

    def __init__(
        self, ordered: Sequence[InputFacts], resolution: Resolution, types: _ProgramTypes, scanned: ScannedInputs
    ) -> None:
        self._resolution = resolution
        self._scanned = scanned
        self._read: dict[InputFacts, dict[Key, Reached]] = {}
        parts: dict[str, list[tuple[InputFacts, Key]]] = {}
        for facts in ordered:
            for name, place in facts.appending:
                parts.setdefault(name, []).append((facts, place))
        self.parts = {name: len(places) for name, places in parts.items()}
        names: list[tuple[str, int]] = []
        self.of_input: dict[InputFacts, list[tuple[int, int]]] = {}
        self.shared: dict[str, int] = {}
        starts = [part for name in (*USED, GLOBAL_CTORS) for part in parts.get(name, ())[::-1]]
        for place, ((facts, key), name) in enumerate(self._walk(starts)):
            if names and names[-1][0] == name:
                names[-1] = (name, names[-1][1] + 1)
            else:
                names.append((name, 1))
            if isinstance(key, str):
                self.shared[key] = place
            else:
                self.of_input.setdefault(facts, []).append((key, place))
        self.names = tuple(names)
        firsts = [places[0][0] for places in parts.values()]
        with_effects = [facts for facts in ordered if self._has_effects(facts, types)]
        self.has_effects = bool(with_effects)
        self.always = list(dict.fromkeys([*firsts, *with_effects]))

    def _has_effects(self, facts: InputFacts, types: _ProgramTypes) -> bool:
        """Whether a constructor of the input may be part of every module."""
        for constructor in facts.constructors:
            if constructor.has_effects:
                return True
            for name in constructor.pure:
                meant = self._resolution.symbols[name]
                if meant.facts is not facts and not types.are_alike(name, meant.facts, facts):
                    return True
        return False

    def _walk(self, starts: Sequence[tuple[InputFacts, Key]]) -> Iterable[tuple[tuple[InputFacts, Key], str]]:
        order: dict[tuple[InputFacts, Key], str] = {}
        worklist = list(starts)[::-1]
        while worklist:
            facts, key = worklist.pop()
            if isinstance(key, str):
                facts = self._resolution.symbols[key].facts
            if (facts, key) not in order:
                reached = self._reached(facts, key)
                order[facts, key] = reached.name
                worklist.extend((facts, named) for named in reversed(reached.named))
        return order.items()

    def _reached(self, facts: InputFacts, key: Key) -> Reached:
        reached = facts.reached.get(key) or self._read.get(facts, {}).get(key)
        if reached is not None:
            return reached
        assert isinstance(key, str)
        if self._resolution.symbols[key].value.is_declaration:
            return Reached(key, ())
        module = self._scanned.module(facts)
        values = [value for value in module.global_values() if value.name == key and value.is_shared]
        self._read.setdefault(facts, {}).update(reach(module, values[:1]))
        return self._read[facts][key]
