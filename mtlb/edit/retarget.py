"""Retargets a finished library to another platform or OS: header, triples, and everything that depends on the AIR
version.

Between a device and its simulator, and between any platforms whose release has one AIR version, the modules differ in
the triple alone, and so the result is what Apple's compiler and linker make (docs/editing.md §3).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from ..air import describe_function
from ..air.facts import air_version, language_version
from ..air.target import AirTarget
from ..base.errors import BuildError, UnsupportedError
from ..base.features import OPAQUE_POINTERS_SINCE
from ..base.releases import REFLECTION_SINCE, check_os, oldest_os_for, release_for
from ..base.toolchains import Layout, container_version_for
from ..base.versions import Platform, Triple, Version, VersionLike
from ..bitcode.probe import has_opaque_pointers
from ..container import Library, LibraryFunction, ReflectionEntry
from ..container.features import features
from ..container.kinds import kind_of
from ..container.modules import ModuleBytes
from ..container.target import Target
from ..ir import Module
from ..ir.names import COMPILE_UNITS
from ..passes.form import to_version
from .modules import Changes, readable, written
from .whole import whole


@dataclass
class Retargeted:
    """The result of `retarget`: the previous and the new target, the number of changed modules, and messages. `notes`:
    one per kind of change, with the number of affected functions; `warnings`: doubts about the target.
    """

    old: Target
    new: Target
    modules: int = 0
    notes: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


@whole
def retarget(
    library: Library,
    platform: Platform | str | int | None = None,
    min_os: VersionLike | None = None,
    *,
    progress: Callable[[int, int], None] | None = None,
) -> Retargeted:
    """Make `library` one for another platform, OS version or both.

    `platform` None: its own. `min_os` None: its own on that platform or on the device or simulator of it, else the
    oldest that has the AIR version. Where the AIR version of the new OS differs, the modules get it: their form, the
    metadata that depends on it, and a language version not newer than the OS's own; reflection, the container version
    and what that carries follow. `progress` is called with modules done and modules in all.

    An error leaves the library as it was: BuildError or LinkError, naming the function, for what the target can't have;
    UnsupportedError for a module that can't be written; FormatError for one that can't be read.
    """
    work = _Retarget(library, platform, min_os)
    work.plan(progress)
    return work.apply()


class _Retarget:
    def __init__(self, library: Library, platform: Platform | str | int | None, min_os: VersionLike | None) -> None:
        self.library = library
        self.old = library.target
        self.old_release = release_for(self.old.platform, self.old.min_os)
        aim = self.old.platform if platform is None else Platform.of(platform)
        version = self._os(aim) if min_os is None else Version.of(min_os)
        doubt = None if min_os is None else check_os(aim, version)
        self.release = release_for(aim, version)
        self.same_air = self.release.air == self.old_release.air
        self.new = Target(aim, max(version, aim.oldest_target), self._container(aim, version))
        self.result = Retargeted(self.old, self.new, warnings=[] if doubt is None else [doubt])
        self.kinds: Counter[str] = Counter()  # kinds of changes, with the number of affected functions
        self.changes = Changes()
        self.versions: dict[LibraryFunction, tuple[Version, Version]] = {}
        self.reflections: dict[LibraryFunction, ReflectionEntry] = {}

    def _os(self, platform: Platform) -> Version:
        """The default OS version."""
        if platform.device is self.old.platform.device:
            return self.old.min_os
        oldest = oldest_os_for(platform, self.old_release.air)
        if oldest is None:
            raise BuildError(f"no release of {platform.display} has AIR {self.old_release.air}: name an OS version")
        return oldest

    def _container(self, platform: Platform, version: Version) -> Version:
        """The container version of the new target; of one with the same AIR version that of the library."""
        if self.same_air:
            return self.library.container_version
        return container_version_for(platform, version, self.library.layout)

    # --- what would change, and whether it can

    def plan(self, progress: Callable[[int, int], None] | None) -> None:
        """Make the new modules. Raises what `retarget` does; the library is not changed."""
        library, new = self.library, self.new
        since = kind_of(library.file_type).since_air
        if since is not None and self.release.air < since:
            raise BuildError(f"a library of type {library.file_type.label} needs AIR {since}; {self._named()} has less")
        if library.unknown_sections and not self.same_air:
            raise UnsupportedError(f"the library has sections that are unknown ({', '.join(library.unknown_sections)})")
        library.check_settled(new)
        self.changes.make(library.functions, self._module, progress)

    def _named(self) -> str:
        return f"{self.new.platform.display} {self.new.min_os}"

    def _module(self, functions: list[LibraryFunction]) -> ModuleBytes:
        """The new module of functions that share one."""
        module = readable(functions[0])
        triple = Triple.parse(module.triple)
        air = air_version(module)
        new = self._air(air)
        changed = replace(module, triple=str(self._triple(triple)))
        if air is None or new is None or new[:2] == air[:2]:
            return written(changed)
        self._refuse_features(functions, new)
        named = Triple.for_platform(self.new.platform, self.new.min_os)
        result = to_version(changed, AirTarget.of_triple(named, new))
        language = language_version(result.module) or self.release.msl
        before = language_version(module)
        if before is not None and language < before:
            self.kinds[f"Metal {before} becomes {language}"] += len(functions)
        if (
            result.module.named_metadata.keys() != changed.named_metadata.keys()
            and COMPILE_UNITS in module.named_metadata
        ):
            self.kinds[f"debug info is left out, as Apple's linker does for AIR {new}"] += len(functions)
        data = written(result.module, new)
        for function in functions:
            self.versions[function] = Version(*new[:2]), Version(*language[:2])
        self._describe(functions, result.module)
        return data

    def _air(self, air: Version | None) -> Version | None:
        """The AIR version for a module: the target's, if the module has at least the previous target's."""
        if air is None or self.same_air:
            return air
        return self.release.air if air >= min(self.old_release.air, self.release.air) else air

    def _triple(self, triple: Triple) -> Triple:
        return Triple.for_platform(self.new.platform, self.new.min_os, triple.arch)

    def _refuse_features(self, functions: list[LibraryFunction], air: Version) -> None:
        """BuildError for features that an older AIR version does not have."""
        for function in functions:
            for feature, since in features(function):
                if air < since:
                    raise BuildError(f"it needs AIR {since} ({feature}), and {self._named()} has {air}")
        if air < OPAQUE_POINTERS_SINCE and has_opaque_pointers(functions[0].module):
            raise BuildError(
                f"it has opaque pointers, which need AIR {OPAQUE_POINTERS_SINCE}; {self._named()} has {air}"
            )

    def _describe(self, functions: list[LibraryFunction], module: Module) -> None:
        """Add reflection to functions without it, if the new container has reflection."""
        if self.library.layout is not Layout.AIR_LLD or self.new.container_version < REFLECTION_SINCE:
            return
        for function in functions:
            if function.reflection is None and not kind_of(self.library.file_type).shares_module:
                description = describe_function(module, function.name, function.type)
                self.reflections[function] = ReflectionEntry(description.reflection_buffer())

    # --- the change

    def apply(self) -> Retargeted:
        """Apply all changes to the library."""
        library = self.library
        self.result.modules = self.changes.apply()
        self.result.notes = [f"{kind} ({_functions(count)})" for kind, count in self.kinds.items()]
        for function, (air, language) in self.versions.items():
            function.air_version, function.language_version = air, language
        name = library.name
        library.aim(self.new)
        library.settle()
        if name is not None and library.name is None:
            container = library.container_version.full
            self.result.warnings.append(f"the name {name!a} is left out: container {container} does not record it")
        for function, entry in self.reflections.items():
            function.reflection = entry
        return self.result


def _functions(count: int) -> str:
    return f"{count:,} function{'' if count == 1 else 's'}"
