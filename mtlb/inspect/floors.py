"""The floor of a library: the oldest OS that it may be loaded on, and the facts that determine it.

Six kinds of facts require an OS. Four are in the header and the function list: the stamp (OS version in the header),
the container version, and AIR and MSL version of each function. Two are in the modules: the target triple, and features
that older loaders do not know. Each is turned into an OS by the table of `mtlb.base.releases`; the floor is the newest
of them. Sources: docs/format.md §15; docs/bitcode.md §7.1 (opaque pointers).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from ..air.describe import describe_all
from ..air.interface import read_interface
from ..base.classes import NamedTuple, dataclass, replace
from ..base.enums import TextEnum
from ..base.errors import FormatError, MtlbError
from ..base.features import OPAQUE_POINTERS_SINCE
from ..base.files import UsedPages
from ..base.releases import PLATFORM_SINCE, RELEASES, Release, oldest_os_for
from ..base.toolchains import Layout
from ..base.versions import Platform, Triple, Version
from ..bitcode import read_module
from ..bitcode.probe import has_opaque_pointers, target_triple
from ..container import FunctionType, Library, LibraryFunction
from ..container.features import features
from ..container.kinds import kind_of
from ..container.module_cache import ModuleCache


class Fact(TextEnum):
    """The kind of a fact that requires an OS."""

    STAMP = "stamp"
    CONTAINER = "container"
    AIR = "air"
    MSL = "msl"
    TRIPLE = "triple"
    FEATURE = "feature"


_FACT_TEXT = {
    Fact.STAMP: "stamped for",
    Fact.CONTAINER: "container",
    Fact.AIR: "AIR",
    Fact.MSL: "Metal",
    Fact.TRIPLE: "triple",
    Fact.FEATURE: "uses",
}


@dataclass(frozen=True)
class Reason:
    """One fact that OS versions older than `os` do not support; None if no known release does.

    `value` is the fact itself: a version, a triple, the name of a feature. `functions` are the names of those that have
    it, in file order; empty for facts of the whole library.
    """

    kind: Fact
    value: str
    os: Version | None
    functions: tuple[str, ...] = ()

    @property
    def function(self) -> str | None:
        """The first function with the fact."""
        return self.functions[0] if self.functions else None

    @property
    def count(self) -> int:
        """How many functions have it."""
        return len(self.functions)

    @property
    def text(self) -> str:
        """``AIR 2.8``, ``stamped for 26.0``, ...: for people; the function's name is not in it."""
        return f"{_FACT_TEXT[self.kind]} {self.value}"

    def allows(self, os: Version) -> bool:
        """Whether `os` is new enough for this fact."""
        return self.os is not None and self.os <= os


@dataclass(frozen=True)
class Floor:
    """`os` is the oldest version of `platform` that meets all `reasons`; None if no known release meets one of them.

    `problems` lists what could not be read or does not fit (a triple of another platform, an unreadable module).
    """

    platform: Platform
    os: Version | None
    reasons: tuple[Reason, ...]
    problems: tuple[str, ...] = ()

    @property
    def binding(self) -> tuple[Reason, ...]:
        """The reasons that set the floor."""
        return tuple(reason for reason in self.reasons if reason.os == self.os)

    def against(self, os: Version) -> tuple[Reason, ...]:
        """The reasons why `os` is too old; empty if it isn't."""
        return tuple(reason for reason in self.reasons if not reason.allows(os))


class FunctionFloor(NamedTuple):
    """The oldest OS on which one function can be had from its library, and the reasons that set it.

    The reasons are those of the whole library and the function's own; `os` is None if no known release meets them.
    """

    os: Version | None
    binding: tuple[Reason, ...]


class ModuleProbe:
    """What floors need from the modules of `functions`, for each function once; of a module that they share once."""

    def __init__(self, functions: Iterable[LibraryFunction]) -> None:
        listed = list(functions)
        self._triples = ModuleCache(listed, lambda function: target_triple(function.module))
        self._opaque = ModuleCache(listed, lambda function: has_opaque_pointers(function.module))

    def triple(self, function: LibraryFunction) -> str:
        """The target triple of a function's module. Raises FormatError."""
        return self._triples(function)

    def is_opaque(self, function: LibraryFunction) -> bool:
        """Whether its pointers are opaque. Raises FormatError."""
        return self._opaque(function)


def floor(library: Library, *, modules: bool = True, probe: ModuleProbe | None = None) -> Floor:
    """The floor of `library`. With `modules` false no module is read: triples and features in modules are left out.
    `probe`: what is already read of the modules.

    Modules that can't be read become `problems`; FormatError only for metadata that breaks its section.
    """
    return Floors.of(library, modules=modules, probe=probe).whole


def module_floor(data: bytes | memoryview) -> Floor:
    """The floor of a single module: that of a library of its functions, without a stamp and a container.

    Raises FormatError or UnsupportedError for a module that can't be read, or whose triple names no platform.
    """
    return Floors.of_module(data).whole


class Floors:
    """The floors of the functions of a file, in order, and the floor of the file, which is the newest. Iteration can be
    resumed, so that long work can be done in pieces. FormatError for metadata that breaks its section, at that function
    and on every later iteration.
    """

    def __init__(
        self,
        functions: Sequence[LibraryFunction],
        platform: Platform,
        of_all: Iterable[Reason],
        probe: ModuleProbe | None,
    ) -> None:
        self.platform = platform
        self._of_all = tuple(of_all)
        self._problems: dict[str, None] = {}
        self._users: dict[Reason, list[str]] = {reason: [] for reason in self._of_all}
        self._floors: dict[tuple[Reason, ...], FunctionFloor] = {}
        self._functions = _functions(functions, platform, probe, self._problems)
        self._failed: MtlbError | None = None

    @classmethod
    def of(cls, library: Library, *, modules: bool = True, probe: ModuleProbe | None = None) -> Floors:
        """The floors of a library. With `modules` false no module is read, as in `floor`."""
        platform = library.target.platform
        if modules and probe is None:
            probe = ModuleProbe(library.functions)
        return cls(library.functions, platform, _library_reasons(library, platform), probe if modules else None)

    @classmethod
    def of_module(cls, data: bytes | memoryview) -> Floors:
        """The floors of the entry points of a module; without entry points, of the module. Raises as `module_floor`."""
        module = read_module(data, bodies=False)
        platform = Triple.parse(module.triple).platform
        functions = [description.library_function(data) for description in describe_all(module)]
        if not functions:  # nothing but helper functions
            interface = read_interface(module)
            function = LibraryFunction("", FunctionType.KERNEL, data)
            function.air_version = interface.air_versions[0] if interface.air_versions else None
            function.language_version = interface.languages[0].version if interface.languages else None
            functions = [function]
        return cls(functions, platform, (), ModuleProbe(functions))

    def __iter__(self) -> Iterator[FunctionFloor]:
        if self._failed is not None:
            raise self._failed.with_traceback(None)
        try:
            yield from self._rows()
        except MtlbError as error:
            self._failed = error
            raise

    def _rows(self) -> Iterator[FunctionFloor]:
        for function, reasons in self._functions:
            for reason in reasons:
                self._users.setdefault(reason, []).extend([function.name] if function.name else [])
            if reasons not in self._floors:
                both = self._of_all + reasons
                os = _oldest_that_meets(both, self.platform)
                self._floors[reasons] = FunctionFloor(os, tuple(reason for reason in both if reason.os == os))
            yield self._floors[reasons]

    @property
    def whole(self) -> Floor:
        """The floor of the file; finishes the iteration over functions."""
        for _ in self:
            pass
        reasons = tuple(replace(reason, functions=tuple(names)) for reason, names in self._users.items())
        return Floor(self.platform, _oldest_that_meets(reasons, self.platform), reasons, tuple(self._problems))


# --- facts of the library --------------------------------------------------------------------------------------------


def _library_reasons(library: Library, platform: Platform) -> Iterator[Reason]:
    if library.platform is not Platform.NONE:
        yield Reason(Fact.STAMP, str(library.min_os), library.min_os)
    # Old builds of `metallib` wrote their own newest version for any target (docs/format.md §15.1): it requires no OS.
    if library.layout is Layout.AIR_LLD or library.container_version >= PLATFORM_SINCE:
        version = library.container_version
        yield Reason(
            Fact.CONTAINER, version.full, _first(platform, lambda release: release.container_version >= version)
        )
    needed = kind_of(library.file_type).since_air
    if needed is not None:
        yield Reason(Fact.FEATURE, f"file type {library.file_type.label}", oldest_os_for(platform, needed))


def _first(platform: Platform, has: Callable[[Release], bool]) -> Version | None:
    """The oldest OS of the first release for which `has` is true."""
    for release in RELEASES:
        if platform.device in release.oldest and has(release):
            return oldest_os_for(platform, release.air)
    return None


# --- facts of functions ----------------------------------------------------------------------------------------------

_Key = tuple[Fact, str, Version]  # of a feature or a version: kind, name, and the deciding version


def _functions(
    functions: Sequence[LibraryFunction], platform: Platform, probe: ModuleProbe | None, problems: dict[str, None]
) -> Iterator[tuple[LibraryFunction, tuple[Reason, ...]]]:
    """Every function with its reasons; equal facts are turned into a reason once."""
    by_keys: dict[tuple[_Key, ...], tuple[Reason, ...]] = {}
    pages = UsedPages()
    for function in functions:
        keys = tuple(_facts_of(function))
        if probe is not None:
            try:
                keys += tuple(_facts_of_module(function, probe))
                pages.used(function.module)
            except FormatError as error:
                problems[f"{function.name}: {error.reason}"] = None
        reasons = by_keys.get(keys)
        if reasons is None:
            for key in keys:
                if key[0] is Fact.TRIPLE and (why := _misfit(key[1], platform)):
                    problems[why] = None
            reasons = by_keys[keys] = tuple(r for key in keys if (r := _reason(key, platform)) is not None)
        yield function, reasons


def _facts_of(function: LibraryFunction) -> Iterator[_Key]:
    if function.air_version is not None:
        yield Fact.AIR, str(function.air_version), function.air_version
    if function.language_version is not None:
        yield Fact.MSL, str(function.language_version), function.language_version
    yield from ((Fact.FEATURE, name, air) for name, air in features(function))


def _facts_of_module(function: LibraryFunction, probe: ModuleProbe) -> Iterator[_Key]:
    yield Fact.TRIPLE, probe.triple(function), Version(0)
    too_old = function.air_version is not None and function.air_version < OPAQUE_POINTERS_SINCE
    if too_old and probe.is_opaque(function):
        yield Fact.FEATURE, "opaque pointers", OPAQUE_POINTERS_SINCE


def _reason(key: _Key, platform: Platform) -> Reason | None:
    """None for a triple of another platform."""
    kind, value, version = key
    if kind is Fact.MSL:
        return Reason(kind, value, _first(platform, lambda release: release.msl >= version))
    if kind is not Fact.TRIPLE:
        return Reason(kind, value, oldest_os_for(platform, version))
    return None if _misfit(value, platform) else Reason(kind, value, Triple.parse(value).version)


def _misfit(text: str, platform: Platform) -> str | None:
    """The problem of a triple in a library for `platform`."""
    try:
        named = Triple.parse(text).platform
    except FormatError as error:
        return error.reason
    return None if named is platform else f"triple {text} is for {named.display}, the library for {platform.display}"


def _oldest_that_meets(reasons: tuple[Reason, ...], platform: Platform) -> Version | None:
    """Where nothing requires an OS (a library without functions or stamp), the first release of `platform`."""
    if not reasons:
        return oldest_os_for(platform, Version(0))
    needed = [reason.os for reason in reasons]
    return None if None in needed else max(os for os in needed if os is not None)
