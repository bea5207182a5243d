"""The step of a link that makes modules: a shard in, its finished modules and all that the library says of them out.

It depends on the shard alone, and on the bytes of the inputs that this names: it can be done anywhere, and twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from mtlb.air import Description, describe
from mtlb.air.facts import air_version
from mtlb.base.errors import in_file
from mtlb.bitcode.eras import era_of
from mtlb.bitcode.writer import write_module
from mtlb.container import SourceArchive
from mtlb.container.assemble import Producer
from mtlb.container.kinds import kind_of
from mtlb.ir import Context, Function, GlobalValue, Module
from mtlb.machinery.collection import collection_paused
from mtlb.passes.fold_loads import fold_loads
from mtlb.passes.upgrade import upgrade

from ..inputs.linkage import has_recorded_sources
from ..plan.scan import Loaded, load_module
from ..plan.shard import FinishedFunction, PlannedUnit, Shard, ShardResult
from ..program.merge import merge
from ..program.program import ProgramEntry
from ..program.split import split
from ..program.whole import link_whole, listed
from .library import LinkedModule, version_reflection
from .sources import unit_archive

__all__ = ["link_shard"]


def link_shard(shard: Shard, kept: Mapping[int, Loaded] | None = None) -> ShardResult:
    """Finish the modules of a shard. `kept`: modules that were read already, by the number of their unit.

    The modules are of no use afterwards. Raises what `mtlb.link` does, and MtlbError, naming it, for an input that is
    not the one that was planned with.
    """
    with collection_paused():
        finisher = _Finisher(shard, kept or {})
        result = finisher.result()
        finisher.take_apart()
        del finisher  # before the search for garbage goes on, which would walk all modules
    return result


class _Finisher:
    def __init__(self, shard: Shard, kept: Mapping[int, Loaded]) -> None:
        options = shard.options
        self.shard = shard
        self.options = options
        self.producer = Producer(shard.target, options.layout, options.build, options.kind)
        context = next(iter(kept.values())).module.context if kept else Context()
        self.loaded = [
            kept.get(unit.number) or load_module(unit.input_, options, context, unit.digest, bodies=unit.bodies)
            for unit in shard.units
        ]
        self.numbers = {one: unit.number for unit, one in zip(shard.units, self.loaded, strict=True)}
        self.archives = dict(self.recorded_sources())
        self.program, self.meanings = merge(shard, self.loaded, context)

    def result(self) -> ShardResult:
        if kind_of(self.options.kind).shares_module:
            return self.whole()
        functions: list[FinishedFunction] = []
        emitting: list[int] = []
        for unit, one in zip(self.shard.units, self.loaded, strict=True):
            if not unit.owned:
                continue
            if one.finished:
                functions.append(self.take_over(unit, one))
            for entry in self.program.entries.get(one, ()):
                functions.append(self.finish(unit, entry))
            if self.program.entries.get(one):
                emitting.append(unit.number)
        return ShardResult(functions, self.archives, emitting)

    def take_apart(self) -> None:
        """Let go of what was read: the modules are of no use afterwards."""
        for one in self.loaded:
            one.module.take_apart()

    def recorded_sources(self) -> Iterator[tuple[int, SourceArchive]]:
        for unit, one in zip(self.shard.units, self.loaded, strict=True):
            if unit.owned and self.options.sources is not None and has_recorded_sources(one.module):
                with in_file(one.path):
                    yield unit.number, unit_archive(one.module, one.input_, self.options)

    def dependencies(self, one: Loaded) -> Sequence[str]:
        return (one.input_.recorded,) if self.numbers[one] in self.archives else ()

    # --- an executable -----------------------------------------------------------------------------------------------

    def finish(self, unit: PlannedUnit, entry: ProgramEntry) -> FinishedFunction:
        """The module of one entry point, written, and its description."""
        one = entry.unit
        with in_file(one.path):
            whole = upgrade(split(self.program, entry))
            module = fold_loads(whole)
            linked = LinkedModule.of(
                one.path,
                write_module(module, era_of(module, air_version(module))),
                _located(describe(module), one, entry.function),
                self.producer,
                dependency_files=self.dependencies(one),
            )
        return FinishedFunction(unit.number, linked, tuple(self.contents(whole, module)))

    def take_over(self, unit: PlannedUnit, one: Loaded) -> FinishedFunction:
        """The function of a library's own module, which stays as it is."""
        assert one.module.raw is not None
        with in_file(one.path):
            linked = LinkedModule.of(one.path, bytes(one.module.raw), describe(one.module), self.producer)
        return FinishedFunction(unit.number, linked, ((linked.name, True, unit.number),))

    # --- a library with one module -----------------------------------------------------------------------------------

    def whole(self) -> ShardResult:
        """The functions that a library with one module lists."""
        made = link_whole(self.program, self.meanings, self.options)
        emitting = [self.numbers[one] for one in made.units]
        if made.module is None:
            return ShardResult([], self.archives, emitting)
        module = upgrade(made.module)
        data = write_module(module, era_of(module, air_version(module)))
        contents = tuple(self.contents(module, module))
        originals = {new: old for old, new in module.replaced.items()}
        reflection = version_reflection(self.producer)
        functions = []
        for description in listed(module, self.producer, self.shard.table):
            function = originals.get(description.entry.function, description.entry.function)
            assert isinstance(function, Function)
            one = self.program.origins[function]
            with in_file(one.path):
                linked = LinkedModule.of(
                    one.path,
                    data,
                    _located(description, one, function),
                    self.producer,
                    dependency_files=self.dependencies(one),
                    reflection=reflection,
                )
            functions.append(FinishedFunction(self.numbers[one], linked, contents))
        return ShardResult(functions, self.archives, emitting)

    def contents(self, whole: Module, module: Module) -> Iterator[tuple[str, bool, int]]:
        """The symbols that `module` defines, which are known by those of `whole`, the view that it was made of."""
        origins = self.program.origins
        originals = {new: old for old, new in whole.replaced.items()}
        kept = {value.name for value in module.global_values()}
        for value in (*whole.globals, *whole.functions):
            original = originals.get(value, value)
            if (
                value.name in kept
                and isinstance(original, GlobalValue)
                and original in origins
                and not value.is_declaration
            ):
                yield value.name, isinstance(value, Function), self.numbers[origins[original]]


def _located(description: Description, one: Loaded, function: Function) -> Description:
    """The description with the place of the function, also where its debug info was removed."""
    if description.debug_location is None and function in one.debug_locations:
        return replace(description, debug_location=one.debug_locations[function])
    return description
