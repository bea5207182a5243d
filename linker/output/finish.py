"""The step of a link that makes modules: from a shard to its finished modules and everything that the library records
of them. It depends only on the shard and on the bytes of its inputs, so it can run on any machine and be repeated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mtlb.air import Description, describe
from mtlb.air.facts import air_version
from mtlb.base.classes import replace
from mtlb.base.errors import LinkError, in_file
from mtlb.bitcode.eras import era_of
from mtlb.bitcode.writer import write_module
from mtlb.container import SourceArchive
from mtlb.container.assemble import Producer
from mtlb.container.kinds import kind_of
from mtlb.ir import Context, Function, GlobalValue, Module
from mtlb.ir.verify import Sound, verify_module
from mtlb.machinery.collection import Lifetime, module_lifetime
from mtlb.passes.fold_loads import fold_loads
from mtlb.passes.upgrade import upgrade

from ..inputs.linkage import has_recorded_sources
from ..inputs.modules import LoadedModule, load_module
from ..plan.shard import Shard
from ..program.merge import merge
from ..program.program import ProgramEntry
from ..program.split import split
from .library import LinkedModule, version_reflection
from .result import FinishedFunction, ShardResult
from .sources import source_archive


def link_shard(shard: Shard, kept: Mapping[int, LoadedModule] | None = None) -> ShardResult:
    """Finish the modules of a shard. `kept`: modules that were read already, by the number of their input. They are
    consumed. Raises what `mtlb.link` does, and MtlbError, naming it, for an input that is not the one that was planned
    with.
    """
    with module_lifetime() as lifetime:
        return _Finisher(shard, kept or {}, lifetime).result()


class _Finisher:
    def __init__(self, shard: Shard, kept: Mapping[int, LoadedModule], lifetime: Lifetime) -> None:
        options = shard.options
        self.shard = shard
        self.options = options
        self.producer = Producer(shard.target, options.layout, options.build, options.kind)
        context = next(iter(kept.values())).module.context if kept else Context()
        self.modules: list[LoadedModule] = []
        for planned in shard.inputs:
            loaded = kept.get(planned.number) or load_module(
                planned.input_, options, context, planned.sha256, bodies=planned.bodies
            )
            lifetime.own(loaded.module)
            self.modules.append(loaded)
        self.numbers = {loaded: planned.number for planned, loaded in zip(shard.inputs, self.modules, strict=True)}
        self.archives = dict(self.recorded_sources())
        self.sound = Sound()  # all modules are of one context
        self.program, self.meanings = merge(shard, self.modules, context)

    def result(self) -> ShardResult:
        if kind_of(self.options.kind).shares_module:
            return self.whole()
        functions: list[FinishedFunction] = []
        emitting: list[int] = []
        for planned, loaded in zip(self.shard.inputs, self.modules, strict=True):
            if not planned.owned:
                continue
            if loaded.finished:
                functions.append(self.take_over(loaded))
            for entry in self.program.entries.get(loaded, ()):
                functions.append(self.finish(entry))
            if self.program.entries.get(loaded):
                emitting.append(planned.number)
        return ShardResult(functions, self.archives, emitting)

    def recorded_sources(self) -> Iterator[tuple[int, SourceArchive]]:
        for planned, loaded in zip(self.shard.inputs, self.modules, strict=True):
            if planned.owned and self.options.sources is not None and has_recorded_sources(loaded.module):
                with in_file(loaded.path):
                    yield planned.number, source_archive(loaded.module, loaded.input_, self.options)

    def dependencies(self, loaded: LoadedModule) -> Sequence[str]:
        return (loaded.input_.recorded,) if self.numbers[loaded] in self.archives else ()

    # --- an executable -----------------------------------------------------------------------------------------------

    def finish(self, entry: ProgramEntry) -> FinishedFunction:
        """The module of one entry point, written, and its description."""
        loaded = entry.loaded
        with in_file(loaded.path):
            whole = upgrade(split(self.program, entry))
            module = fold_loads(whole)
            _require_valid(module, f"the module of {entry.name!a}", self.sound)
            linked = LinkedModule.of(
                loaded.path,
                write_module(module, era_of(module, air_version(module))),
                _located(describe(module), loaded, entry.function),
                self.producer,
                dependency_files=self.dependencies(loaded),
            )
        return FinishedFunction(self.numbers[loaded], linked, tuple(self.contents(whole, module)))

    def take_over(self, loaded: LoadedModule) -> FinishedFunction:
        """The function of a library's finished module, which is not changed."""
        assert loaded.module.raw is not None
        with in_file(loaded.path):
            linked = LinkedModule.of(loaded.path, bytes(loaded.module.raw), describe(loaded.module), self.producer)
        number = self.numbers[loaded]
        return FinishedFunction(number, linked, ((linked.name, True, number),))

    # --- a library with one module -----------------------------------------------------------------------------------

    def whole(self) -> ShardResult:
        """The functions that a library with one module lists."""
        from ..program.whole import link_whole, listed  # few links need it

        whole = link_whole(self.program, self.meanings, self.options)
        emitting = [self.numbers[loaded] for loaded in whole.modules]
        if whole.module is None:
            return ShardResult([], self.archives, emitting)
        module = upgrade(whole.module)
        _require_valid(module, "the module of all functions", self.sound)
        data = write_module(module, era_of(module, air_version(module)))
        contents = tuple(self.contents(module, module))
        originals = {new: old for old, new in module.replaced.items()}
        reflection = version_reflection(self.producer)
        functions = []
        for description in listed(module, self.producer, self.shard.table):
            function = originals.get(description.entry.function, description.entry.function)
            assert isinstance(function, Function)
            loaded = self.program.origins[function]
            with in_file(loaded.path):
                linked = LinkedModule.of(
                    loaded.path,
                    data,
                    _located(description, loaded, function),
                    self.producer,
                    dependency_files=self.dependencies(loaded),
                    reflection=reflection,
                )
            functions.append(FinishedFunction(self.numbers[loaded], linked, contents))
        return ShardResult(functions, self.archives, emitting)

    def contents(self, whole: Module, module: Module) -> Iterator[tuple[str, bool, int]]:
        """The symbols that `module` defines, identified by the originals in `whole`, the view that it was made from."""
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


def _require_valid(module: Module, what: str, sound: Sound) -> None:
    """LinkError for a module that LLVM would refuse (docs/verifier.md). Broken debug information is not an error: LLVM
    warns, drops it and accepts the module.
    """
    problems = verify_module(module, debug_info=False, sound=sound)
    if problems:
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        raise LinkError(f"{what} would not be valid: {problems[0]}{more}")


def _located(description: Description, loaded: LoadedModule, function: Function) -> Description:
    """The description with the source location of the function, also where its debug info was removed."""
    if description.debug_location is None and function in loaded.debug_locations:
        return replace(description, debug_location=loaded.debug_locations[function])
    return description
