"""The messages of Apple's loader and linker about a library, and what to do about them.

How the loader decides, according to published reports (docs/messages.md; mlx-node#135, triton-msl#12, metalterm#1,
drjit-core#195, ollama#17160): the stamp decides whether the library loads. A library stamped for a newer release is
refused; the message names the language version if that is too new for the OS, else the AIR version ("deployment
target"). A library that loads may have newer functions: creating a pipeline from one fails.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from os.path import exists
from typing import Any, NamedTuple

from ..air import describe_all
from ..air.lint import RULES, Examined, ModuleFacts
from ..archives import read_universal
from ..base.classes import dataclass, replace
from ..base.errors import BuildError, FormatError, MtlbError
from ..base.features import INSISTS_ON_SDK_SINCE, SDK_VERSION_SINCE
from ..base.filekind import FileKind, sniff
from ..base.findings import Certainty, Finding, Severity, worst_first
from ..base.install_names import InstallName
from ..base.releases import Release, release_for
from ..base.versions import Platform, Triple, Version, VersionLike
from ..bitcode import read_module
from ..bitcode.probe import target_triple
from ..container import FileType, Library, LibraryFunction, read, verify
from ..container.module_cache import ModuleCache
from ..ir.names import SDK_VERSION
from .files import Source, content, examined_functions
from .find import carve
from .floors import Fact, ModuleProbe, floor


class DoctorCheck(NamedTuple):
    """A check: the message of Apple's loader or linker ({} are filled in; "" if unknown), severity and certainty."""

    message: str
    severity: Severity
    certainty: Certainty


_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE
_P, _S = Certainty.PROVEN, Certainty.SUSPECTED

CHECKS = {
    "not-a-library": DoctorCheck("MTLLibrary is not formatted as a MetalLib file", _E, _P),
    "library-language": DoctorCheck(
        "This library is using language version {} which is not supported on this OS.", _E, _P
    ),
    "deployment-target": DoctorCheck(
        "This library is using a deployment target ({}) that is not supported on this OS", _E, _P
    ),
    "function-language": DoctorCheck(
        "Function {} is using language version {} which is incompatible with this OS.", _E, _P
    ),
    "interrupted": DoctorCheck(
        "Compilation failed due to an interrupted connection: XPC_ERROR_CONNECTION_INTERRUPTED", _E, _P
    ),
    "duplicate-symbol": DoctorCheck("duplicated symbol '{}' in:\n      {}", _E, _P),
    "air-version": DoctorCheck(
        "air-lld: error: air version set to {} (!0 = !{{i32 {}, i32 {}, i32 {}}}), but expecting {} in {}", _E, _P
    ),
    "function-deployment-target": DoctorCheck("", _E, _S),
    "feature": DoctorCheck("", _E, _S),
    "minor-version": DoctorCheck("", _W, _S),
    "platform": DoctorCheck("", _E, _S),
    "empty": DoctorCheck("", _W, _P),
    "hash": DoctorCheck("", _W, _S),
    "symbol-companion": DoctorCheck("", _E, _S),
    "linked-libraries": DoctorCheck("", _N, _P),
    "structure": DoctorCheck("", _E, _S),
    "triple": DoctorCheck("", _E, _S),
    "newer-triple": DoctorCheck("", _W, _S),
    "name": DoctorCheck("", _E, _S),
    "convention": DoctorCheck("", _E, _S),
    "slice": DoctorCheck("", _N, _P),
}
"""Every check by its code. Codes are stable: scripts may compare them."""


@dataclass(frozen=True)
class _Subject:
    """A readable library, the OS that is to load it, and the versions that came with that OS.

    `probe` has facts of its modules; None if they are not read.
    """

    name: str
    library: Library
    platform: Platform
    os: Version
    release: Release
    probe: _Probe | None


class _Probe(ModuleProbe):
    """Facts of modules, most of which were read for `lint`."""

    def __init__(self, library: Library, examined: Sequence[Examined]) -> None:
        super().__init__(library.functions)
        self.examined = examined
        self._facts = {id(function): entry.facts for function, entry in zip(library.functions, examined, strict=True)}

    def triple(self, function: LibraryFunction) -> str:
        """That of the module that was read."""
        facts = self._facts[id(function)]
        return super().triple(function) if facts is None or not facts.target else facts.target

    def is_opaque(self, function: LibraryFunction) -> bool:
        """That of the module that was read."""
        facts = self._facts[id(function)]
        return super().is_opaque(function) if facts is None else facts.is_opaque


def diagnose(
    source: Source,
    name: str = "library",
    *,
    platform: Platform | str | int | None = None,
    os: VersionLike | None = None,
    modules: bool = True,
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> list[Finding]:
    """The problems of loading a library (a path, or its bytes) on that OS; the worst first.

    `name` is the name of the library in messages. `platform` ("macos") None: the library's own; `os` ("15.0") None: the
    oldest in the library's stamp. With `modules` false no module is read; else `jobs` processes read them, and
    `progress` is called with (modules done, modules in all). Errors of `verify` and `lint` are included. In
    a universal file every slice is examined, and one without a library is a finding. A file that can't be read is a
    finding. Raises OSError, and BuildError for an unknown platform or one without releases, and if no known OS meets
    the library's floor.
    """
    platform = None if platform is None else Platform.of(platform)
    os = None if os is None else Version.of(os)
    data = content(source)
    if sniff(data).is_universal:
        return worst_first(_slices(data, name, platform, os, modules=modules, jobs=jobs, progress=progress))
    try:
        library = read(data)
    except MtlbError as error:
        return [_unreadable(error)]
    platform = platform or library.target.platform
    os = os or _own_floor(library, platform)
    release = release_for(platform, os)
    probe = _Probe(library, examined_functions(library, jobs, progress)) if modules else None
    subject = _Subject(name, library, platform, os, release, probe)
    findings = [*_structure(data), *_whole(subject), *_floor_findings(subject), *_function_list(subject)]
    if probe is not None:
        findings += [
            *_triples(subject, probe),
            *_modules(subject, probe.examined),
            *_conventions(subject, probe.examined),
        ]
    return worst_first(findings)


def _slices(
    data: memoryview, name: str, platform: Platform | None, os: Version | None, **how: Any
) -> Iterator[Finding]:
    """The findings about each slice of a universal file: about the library, or the libraries in a slice of another
    kind."""
    try:
        slices = read_universal(data).slices
    except MtlbError as error:
        yield _unreadable(error)
        return
    for part in slices:
        view, where = memoryview(part.data), f"{name}:{part.architecture}"
        pieces = [view]
        if sniff(view) is not FileKind.METALLIB:
            pieces = [
                candidate.data
                for candidate in carve(view)
                if candidate.library is not None and candidate.data is not None
            ]
        if not pieces:
            yield _finding(
                "slice",
                f"The slice for {part.architecture} is {sniff(view).words}, which contains no library: it was "
                "not examined.",
                f"`mtlb lipo thin --arch {part.architecture}` takes it out.",
            )
        for piece in pieces:
            for finding in diagnose(piece, where, platform=platform, os=os, **how):
                text = f"In the slice for {part.architecture}: {finding.explanation}"
                yield replace(finding, explanation=text)


def _own_floor(library: Library, platform: Platform) -> Version:
    own = floor(library, modules=False).os
    if own is None:
        raise BuildError(f"the library needs a newer {platform.display} than any known here; name an OS")
    return max(own, _stamp(library) or own)


def _finding(
    code: str,
    explanation: str,
    advice: str,
    functions: tuple[str, ...] = (),
    values: tuple[object, ...] = (),
    severity: Severity | None = None,
) -> Finding:
    """The finding of a check; `values` go into its message, `severity` replaces that of the check."""
    check = CHECKS[code]
    message = check.message.format(*values)
    return Finding(code, severity or check.severity, check.certainty, message, explanation, advice, functions)


def _unreadable(error: MtlbError) -> Finding:
    return _finding(
        "not-a-library",
        f"The file can't be read as a metallib: {error.reason}"
        + (f" (at offset {error.offset:#x})." if error.offset is not None else "."),
        "Check that the file was fully copied and is the library itself: a single AIR module has to be linked first, "
        "an archive unpacked. `mtlb check --find` looks for libraries inside of other files.",
    )


# --- the bytes of the file -------------------------------------------------------------------------------------------

_CHECKED_SEPARATELY = frozenset({"hash", "duplicate-name", "module"})  # have their own checks here
_FIXED_BY_REWRITE = frozenset({"file-size", "function-list", "section", "gap"})  # repaired by rewriting


def _structure(data: memoryview) -> Iterator[Finding]:
    """The errors of `mtlb verify`, combined into one finding per remedy."""
    errors = [finding for finding in verify(data) if finding.is_error and finding.code not in _CHECKED_SEPARATELY]
    stamp = [finding for finding in errors if finding.code == "stamp"]
    layout = [finding for finding in errors if finding.code in _FIXED_BY_REWRITE]
    remaining = [finding for finding in errors if finding not in stamp and finding not in layout]
    for same, advice in (
        (stamp, "`mtlb retarget --platform NAME` writes a consistent header, and the same platform into the modules."),
        (layout, "`mtlb rewrite` writes the file again with a correct layout."),
        (remaining, "Build the library again; `mtlb verify` lists every problem with its offset."),
    ):
        if same:
            first = same[0]
            at = f" (at offset {first.offset:#x})" if first.offset is not None else ""
            more = f", and {len(same) - 1} more" if len(same) > 1 else ""
            yield _finding(
                "structure",
                f"The file violates the format in a way that no file from Apple does: {first.message}{at}{more}.",
                advice,
                tuple(dict.fromkeys(name for finding in same for name in finding.functions)),
            )


# --- the library as a whole ------------------------------------------------------------------------------------------


def _whole(subject: _Subject) -> Iterator[Finding]:
    library = subject.library
    own = library.target.platform
    if own is not subject.platform:
        yield _finding(
            "platform",
            f"The library is for {own.display}, this system is {subject.platform.display}.",
            f"Build it again with -target air64-apple-{'-'.join(filter(None, _triple_names(subject.platform)))}, and "
            "ship one library for each platform.",
        )
    if library.file_type is FileType.SYMBOL_COMPANION:
        yield _finding(
            "symbol-companion",
            "This is a symbol companion (.metallibsym): debugging information, not a library to load.",
            "Load the .metallib that it belongs to.",
        )
    elif not library.functions:
        yield _finding(
            "empty",
            "The library holds no function. It loads, and every function lookup fails. Apple's linker writes such "
            "files without an error when it drops modules that are too new for the target.",
            "Look at the link: give it the deployment target that the modules were compiled for.",
        )
    header = library.dynamic_header
    if header is not None and header.libraries:
        yield _linked(subject, header.libraries)


def _linked(subject: _Subject, names: list[str]) -> Finding:
    """The places where a loader searches for linked libraries, and whether they exist, where this can be determined."""
    texts = [f"The library links {', '.join(names)}, at these install names."]
    missing = False
    is_here = exists(subject.name)
    for name in names:
        place = InstallName.of(name, subject.name)
        if place.path is None:
            texts.append(f"A loader looks for {name}: {place.where}.")
        else:
            absent = is_here and not exists(place.path)
            missing = missing or absent
            there = " There is no such file here." if absent else ""
            texts.append(f"A loader looks for {name} {place.where}: {place.path}.{there}")
    return _finding(
        "linked-libraries",
        "\n".join(texts),
        "Ship the linked libraries at these paths.",
        severity=Severity.WARNING if missing else None,
    )


def _triple_names(platform: Platform) -> tuple[str, str]:
    try:
        return platform.triple_names
    except BuildError:
        return platform.label, ""


def _stamp(library: Library) -> Version | None:
    """The OS that the library is stamped for: in the header, in older containers in the first module's triple."""
    if library.platform is not Platform.NONE:
        return library.min_os
    try:
        return Triple.parse(_triple(library.functions)).version
    except FormatError:
        return None


def _floor_findings(subject: _Subject) -> Iterator[Finding]:
    """The loader's message: about the whole library if its stamp is too new, else about each function."""
    library, here = subject.library, f"{subject.platform.display} {subject.os}"
    if library.target.platform is not subject.platform:
        return  # versions of different platforms can't be compared
    stamp = _stamp(library)
    if stamp is not None and release_for(library.target.platform, stamp).air > subject.release.air:
        yield _refused(subject, stamp)
        return
    if stamp is not None and stamp > subject.os:
        yield _finding(
            "minor-version",
            f"The library is stamped for {stamp}, this system is {here}. According to reports it loads, but it was "
            "compiled for the newer one and may use features that only that has.",
            f"Compile and link with a deployment target of {subject.os} or older if it is to run here.",
        )
    by_language: dict[Version, list[LibraryFunction]] = {}
    by_air: dict[Version, list[LibraryFunction]] = {}
    for function in library.functions:
        if function.language_version is not None and function.language_version > subject.release.msl:
            by_language.setdefault(function.language_version, []).append(function)
        elif function.air_version is not None and function.air_version > subject.release.air:
            by_air.setdefault(function.air_version, []).append(function)
    for version, functions in by_language.items():
        yield _finding(
            "function-language",
            f"The library loads on {here}, but {_count(functions)} in it were compiled as Metal {version}: making a "
            f"pipeline of one fails. This system supports Metal up to {subject.release.msl}.",
            "Compile them with an older -std=, or don't use them on this OS.",
            _names(functions),
            (_shown(functions[0].name), version),
        )
    for version, functions in by_air.items():
        yield _finding(
            "function-deployment-target",
            f"The library's stamp suits {here}, but {_count(functions)} in it have AIR {version}, which is newer than "
            f"this system's {subject.release.air}.",
            f"Compile them for a deployment target of {subject.os}.",
            _names(functions),
        )
    yield from _features(subject)


def _refused(subject: _Subject, stamp: Version) -> Finding:
    library = subject.library
    first = library.functions[0] if library.functions else None
    language = first.language_version if first is not None else None
    air = first.air_version if first is not None else None
    own = release_for(library.target.platform, stamp)
    because = f"The library is stamped for {library.target.platform.display} {stamp}, this system is {subject.os}"
    if language is not None and language > subject.release.msl:
        standard = subject.release.standard(subject.platform)
        return _finding(
            "library-language",
            f"{because}, which supports Metal up to {subject.release.msl}. The library is refused as a whole.",
            f"Compile and link with a deployment target of {subject.os} or older and -std={standard}. The "
            "stamp comes from the link: give it the same -mmacosx-version-min (or -target) as every compilation, or "
            f"Apple's driver takes that of the SDK. `mtlb retarget --min-os {subject.os}` makes a library for it of "
            "this one, unless it uses something newer.",
            values=(language,),
        )
    air = air or own.air
    return _finding(
        "deployment-target",
        f"{because}. Its language version is supported, but AIR {air}, which follows from the deployment target, is "
        "too new. The library is refused as a whole.",
        f"Compile and link with a deployment target of {subject.os} or older, such as -mmacosx-version-min. `mtlb "
        f"retarget --min-os {subject.os}` makes a library for it of this one, unless it uses something newer.",
        values=(f"0x{air.major:04x}{air.minor:04x}",),
    )


def _features(subject: _Subject) -> Iterator[Finding]:
    for reason in floor(subject.library, modules=subject.probe is not None, probe=subject.probe).against(subject.os):
        if reason.kind is Fact.FEATURE:
            yield _finding(
                "feature",
                f"The library uses {reason.value}, which {subject.platform.display} supports from {reason.os} on.",
                "Don't use the feature in code for this system.",
                reason.functions,
            )


# --- functions -------------------------------------------------------------------------------------------------------


def _function_list(subject: _Subject) -> Iterator[Finding]:
    functions = subject.library.functions
    twice = [name for name, count in Counter(function.name for function in functions).items() if count > 1]
    for name in twice:
        yield _finding(
            "duplicate-symbol",
            f"The library holds several functions called {name!a}; a lookup finds one of them. Apple's linker refuses "
            "to make such a library and ends with:\n"
            f"  error: {len(twice)} duplicated symbols for target '{_triple(functions)}'\n"
            "  metal: error: air-lld command failed with exit code 1",
            "Give each function a unique name; a definition in a header has to be static or inline.",
            (name,),
            (_shown(name), subject.name),
        )
    hashes = ModuleCache(functions, LibraryFunction.computed_hash)
    wrong = [f for f in functions if f.stored_hash is not None and f.stored_hash != hashes(f)]
    if wrong:
        yield _finding(
            "hash",
            f"The module of {_count(wrong)} does not have the SHA-256 that HASH records: it was changed afterwards. "
            "It is not known whether loaders refuse that.",
            "`mtlb rewrite --rehash` recomputes every hash from the stored module.",
            _names(wrong),
        )


def _triple(functions: list[LibraryFunction]) -> str:
    """That of the first module."""
    try:
        return target_triple(functions[0].module) if functions else "none"
    except FormatError:
        return "unknown"


# --- modules ---------------------------------------------------------------------------------------------------------


def _modules(subject: _Subject, examined: Sequence[Examined]) -> Iterator[Finding]:
    functions = subject.library.functions
    unread = ModuleCache(functions, _facts_without_bodies)
    without_sdk: list[LibraryFunction] = []
    for function, entry in zip(functions, examined, strict=True):
        facts = entry.facts or unread(function)
        if facts is None:
            continue
        insists = function.air_version is None or function.air_version >= SDK_VERSION_SINCE
        if insists and SDK_VERSION not in facts.flags:
            without_sdk.append(function)
        yield from _air_version(facts, function)
    if without_sdk:
        insists = subject.release.air >= INSISTS_ON_SDK_SINCE
        yield _finding(
            "interrupted",
            f"{_count(without_sdk)} without the module flag 'SDK Version'. The GPU compiler of macOS 26 dies on such a "
            "module when a pipeline is created from it" + (", and this system has it." if insists else "."),
            'Add !{i32 2, !"SDK Version", [2 x i32] [i32 26, i32 0]} to !llvm.module.flags.',
            _names(without_sdk),
            severity=Severity.ERROR if insists else Severity.WARNING,
        )


def _facts_without_bodies(function: LibraryFunction) -> ModuleFacts | None:
    """The facts of a module whose functions can't be read; None if the rest can't be read either, which `mtlb verify`
    reports.
    """
    try:
        return ModuleFacts.of(read_module(function.module, bodies=False))
    except MtlbError:
        return None


def _triples(subject: _Subject, probe: _Probe) -> Iterator[Finding]:
    """Modules for another platform than the library's, or for a newer OS than its stamp."""
    library, own = subject.library, subject.library.target
    foreign: dict[str, list[LibraryFunction]] = {}
    newer: dict[Version, list[LibraryFunction]] = {}
    for function in library.functions:
        try:
            text = probe.triple(function)
            triple = Triple.parse(text)
            if triple.platform is not own.platform:
                foreign.setdefault(text, []).append(function)
            elif triple.version > own.min_os and library.platform is not Platform.NONE:
                newer.setdefault(triple.version, []).append(function)
        except FormatError:
            continue  # a broken convention
    for text, functions in foreign.items():
        yield _finding(
            "triple",
            f"The modules of {_count(functions)} are for {text}, the library says that it is for "
            f"{own.platform.display} {own.min_os}.",
            f"`mtlb retarget --platform {own.platform.label} --min-os {own.min_os}` writes the library's target into "
            "every module; or link for the platform that the modules were compiled for.",
            _names(functions),
        )
    for version, functions in newer.items():
        yield _finding(
            "newer-triple",
            f"The modules of {_count(functions)} were compiled for {own.platform.display} {version}, the library says "
            f"that it is for {own.min_os}.",
            f"`mtlb retarget --min-os {version}` gives the library the OS of its modules, `mtlb retarget --min-os "
            f"{own.min_os}` the modules that of the library.",
            _names(functions),
        )


_OF_OTHER_CHECKS = frozenset({"AIR002", "AIR007", "AIR050"})  # air-version, interrupted


def _conventions(subject: _Subject, examined: Sequence[Examined]) -> Iterator[Finding]:
    """The errors of `mtlb lint`, combined into one finding per rule."""
    by_code: dict[str, list[Finding]] = {}
    for finding in [finding for findings, _ in examined for finding in findings]:
        if finding.is_error and finding.code not in _OF_OTHER_CHECKS:
            by_code.setdefault(finding.code, []).append(finding)
    for code, same in by_code.items():
        names = tuple(dict.fromkeys(name for finding in same for name in finding.functions))
        if code == "AIR051":
            yield _finding(
                "name",
                f"The library's function list does not match the module: {same[0].message}. Making a pipeline fails.",
                _name_cure(subject.library, names),
                names,
            )
            continue
        rule = RULES[code]
        yield _finding(
            "convention",
            f"{code}: {same[0].message}. {rule.why}",
            f"`mtlb lint` lists all of them; docs/lint/{code}.md says what to do.",
            names,
        )


def _name_cure(library: Library, names: Sequence[str]) -> str:
    """The remedy for a name or type that differs from the module's: the module's name, unless another function has
    it."""
    remedies = (
        "`mtlb edit --replace NAME=FILE` puts the right module in, `mtlb edit --remove NAME` takes the function out of "
        "the list."
    )
    for function in library.functions:
        if function.name not in names:
            continue
        try:
            described = describe_all(read_module(function.module, bodies=False))
        except MtlbError:
            continue
        if any(entry.name == function.name for entry in described):
            continue
        for entry in described:
            if entry.type is function.type and entry.name not in library:
                pair = f"{_shown(function.name)}={_shown(entry.name)}"
                return f"`mtlb edit --rename {pair}` gives the function the name that its module has; {remedies}"
    return remedies[0].upper() + remedies[1:]


def _air_version(facts: ModuleFacts, function: LibraryFunction) -> Iterator[Finding]:
    """The module's version against the one it is listed with, and against the sub-architecture of its triple."""
    if facts.triple is None:
        return
    stated = facts.air
    for listed in (function.air_version, facts.triple.arch_version):
        if stated is not None and listed is not None and stated[:2] != listed[:2]:
            yield _finding(
                "air-version",
                f"!air.version says {stated.major}.{stated.minor}, but the function list or the triple says {listed}.",
                "Write the AIR version of the target into !air.version, the triple and the library.",
                (function.name,),
                (stated.full, *stated, listed, _shown(function.name)),
            )
            return


def _names(functions: list[LibraryFunction]) -> tuple[str, ...]:
    return tuple(function.name for function in functions)


def _shown(name: str) -> str:
    """A function name for a one-line message."""
    return name if name.isprintable() else ascii(name)[1:-1]


def _count(functions: list[LibraryFunction]) -> str:
    return f"{len(functions):,} function{'' if len(functions) == 1 else 's'}"
