"""The options of a link, each declared once: `link`, `pack`, their JSON and the command line follow from it.

A new option is a field of `LinkOptions`, and a line in `LinkFields` (fields.py) for type checkers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from mtlb.base.arguments import count, flag, instance, items, named, text
from mtlb.base.classes import dataclass
from mtlb.base.errors import BuildError
from mtlb.base.options import CliFlag, FlagForm, Option, Options
from mtlb.base.releases import RELEASES
from mtlb.base.toolchains import Layout, Toolchain
from mtlb.base.versions import Platform, Version, VersionLike
from mtlb.container import FileType
from mtlb.container.uuid import parse_uuid
from mtlb.translate import ShaderOptions

if TYPE_CHECKING:
    from uuid import UUID

KINDS = {"executable": FileType.EXECUTABLE, "dylib": FileType.DYNAMIC_LIBRARY, "core-image": FileType.CORE_IMAGE}
"""The kinds of library that can be linked, by the words of `--kind`."""

_PLATFORMS = tuple(p.label for p in Platform if p and not p.label.endswith("-simulator"))
_OUTPUT, _TARGET, _IDENTITY = "Output", "Target", "Names and identity"
_SOURCES, _INPUTS = "Embedded sources", "Inputs"


@dataclass(frozen=True)
class PathPrefixMap:
    """`OLD=NEW` pairs, applied to an input's path before it is recorded anywhere. The last that matches wins."""

    pairs: tuple[tuple[str, str], ...] = ()

    @classmethod
    def parse(cls, texts: Sequence[str]) -> PathPrefixMap:
        """One `OLD=NEW` per text, split at the last `=` as compilers do; BuildError where there is none."""
        pairs = []
        for pair in items("path_prefix_map", texts, str):
            old, separator, new = pair.rpartition("=")
            if not separator or not old:
                raise BuildError(f"not a path prefix map: {pair!r} (expected OLD=NEW)")
            pairs.append((old, new))
        return cls(tuple(pairs))

    def apply(self, path: str) -> str:
        """The path to record for an input at `path`."""
        for old, new in reversed(self.pairs):
            if path.startswith(old):
                return new + path[len(old) :]
        return path


def _kind(kind: FileType | str) -> FileType:
    file_type = KINDS.get(kind) if isinstance(kind, str) else kind
    if file_type not in KINDS.values():
        raise BuildError(f"unknown kind of library {str(kind)!r} (one of {', '.join(KINDS)})")
    return FileType.of(kind if file_type is None else file_type)


def _check_dylib(
    kind: FileType, install_name: str | None, library_name: str | None, exported_symbols: object | None
) -> None:
    """BuildError for a dynamic library without install name, and for what another kind of library can't have."""
    if kind is FileType.DYNAMIC_LIBRARY:
        if not install_name:
            raise BuildError("a dynamic library needs an install name (--install-name), by which it is loaded")
        if library_name is not None:
            raise BuildError("a dynamic library is named by its install name: leave out the library name")
    elif install_name is not None:
        raise BuildError("an install name is for dynamic libraries (--kind dylib)")
    elif exported_symbols is not None:
        raise BuildError("only dynamic libraries (--kind dylib) export symbols")


def _version(name: str, value: VersionLike) -> Version:
    return named(name, Version.of, value)


def _texts(name: str, values: Iterable[str]) -> tuple[str, ...]:
    return items(name, values, str)


def _container_version(name: str, value: VersionLike) -> Version:
    version = _version(name, value)
    versions = sorted({release.container_version for release in RELEASES})
    if version not in versions:
        raise BuildError(f"unknown container version {version.full} (known: {versions[0].full} to {versions[-1].full})")
    return version


def _uuid(uuid: UUID | str | None) -> UUID | None:
    from uuid import UUID

    if not isinstance(uuid, str):
        return instance("uuid", uuid, UUID, str, type(None))
    return parse_uuid(uuid)


def _padding(name: str, value: int) -> int:
    if count(name, value) < 1:
        raise BuildError("the padding of sources must be a positive number of bytes")
    return value


@dataclass(frozen=True)
class SourceOptions(Options):
    """How recorded sources are embedded (docs/format.md §10). BuildError for a padding below 1."""

    what = "option of embedded sources"

    command: Option[str, str] = Option(
        "", text, cli=CliFlag("--recorded-command", "The link command to record.", _SOURCES, metavar="TEXT", default="")
    )
    """The link command, recorded as given, as is the directory: nothing else of the linking machine is recorded."""

    directory: Option[str, str] = Option(
        "",
        text,
        cli=CliFlag("--recorded-directory", "The working directory to record.", _SOURCES, metavar="TEXT", default=""),
    )
    """The working directory."""

    padding: Option[int | None, int | None] = Option(
        None,
        _padding,
        cli=CliFlag(
            "--source-padding",
            "Pad each source archive to a multiple of this.",
            _SOURCES,
            FlagForm.NUMBER,
            metavar="BYTES",
            shown="the toolchain's value for 16 KB pages",
        ),
    )
    """The multiple of bytes that each bzip2 stream is padded to; None: what the toolchain does with 16 KB pages."""


@dataclass(frozen=True, kw_only=True)
class LinkOptions(Options):
    """The options of a link. Fields with an mtlb type also accept its text: `platform="macos"`.

    Raises BuildError for a text that is not a value of its field, and for options that can't be used together.
    """

    what = "option of a link"

    platform: Option[Platform | str | int | None, Platform | None] = Option(
        None,
        lambda _, value: Platform.of(value),
        json=lambda platform: platform.label if platform.names else platform,
        cli=CliFlag(
            "--platform",
            f"{', '.join(_PLATFORMS)} (-simulator where there is one), or a number. It is an error if the "
            "modules disagree.",
            _TARGET,
            metavar="NAME",
            shown="from the modules' triples",
            proposed=_PLATFORMS,
        ),
    )
    """The platform of the library ("macos"); None takes it from the inputs' triples."""

    min_os: Option[VersionLike | None, Version | None] = Option(
        None,
        _version,
        json=lambda version: version.full,
        cli=CliFlag(
            "--min-os",
            "The oldest OS version that the library is for, such as 15.0.",
            _TARGET,
            metavar="VERSION",
            shown="from the triples",
        ),
    )
    """The oldest OS version ("14.0"); None takes it from the inputs' triples."""

    container_version: Option[VersionLike | None, Version | None] = Option(
        None,
        _container_version,
        json=lambda version: version.full,
        cli=CliFlag(
            "--format-version",
            "Version of the container, such as 1.2.8.",
            _TARGET,
            metavar="VERSION",
            shown="follows from platform, OS and toolchain",
        ),
    )
    """The version of the container ("1.2.8"); None follows from target and toolchain."""

    layout: Option[Layout | str, Layout] = Option(
        Layout.AIR_LLD,
        lambda _, value: Layout.of(value),
        json=lambda layout: layout.program,
        cli=CliFlag(
            "--layout",
            "Which of Apple's linkers to imitate; `metal` runs air-lld.",
            _OUTPUT,
            FlagForm.CHOICE,
            shown="air-lld",
            values={"air-lld": Layout.AIR_LLD, "metallib": Layout.METALLIB},
        ),
    )
    """Apple's program to write like: "air-lld" or "metallib"."""

    toolchain: Option[Toolchain | str | None, Toolchain | None] = Option(
        None,
        lambda _, value: Toolchain.of(value),
        json=lambda build: build.build or ".".join(map(str, build.first)),
        cli=CliFlag(
            "--toolchain",
            "The Apple build to imitate where target and input leave a choice, such as 32023.404.",
            _OUTPUT,
            metavar="BUILD",
            shown="the newest input's, else the newest known",
        ),
    )
    """The Apple build to write like ("32023.404"); None is that of the newest input of Apple's compiler, and the newest
    known without any (docs/linking.md §1)."""

    kind: Option[FileType | str, FileType] = Option(
        FileType.EXECUTABLE,
        lambda _, value: _kind(value),
        json=lambda kind: next(word for word, value in KINDS.items() if value is kind),
        cli=CliFlag(
            "--kind",
            "The kind of library.",
            _OUTPUT,
            FlagForm.CHOICE,
            shown="executable",
            values=KINDS,
            before="toolchain",
        ),
    )
    """"executable", "dylib" or "core-image", or the file type."""

    install_name: Option[str | None, str | None] = Option(
        None,
        text,
        cli=CliFlag(
            "--install-name",
            "The name that a dynamic library is loaded by, such as @loader_path/libnoise.metallib. Required for dylib.",
            _IDENTITY,
            metavar="NAME",
            before="no_library_name",
        ),
    )
    """By which a dynamic library is loaded, such as "@loader_path/libnoise.metallib". It needs one."""

    exported_symbols: Option[Iterable[str] | None, tuple[str, ...] | None] = Option(
        None,
        _texts,
        json=list,
        cli=CliFlag(
            "--exported-symbols",
            "A file with the symbols that a dynamic library exports: one mangled name per line.",
            _IDENTITY,
            FlagForm.LINES,
            metavar="FILE",
            shown="all visible functions",
            reads=True,
            before="no_library_name",
        ),
        is_packed=False,
    )
    """The functions that a dynamic library exports; None for all that are visible."""

    dynamic_lookup: Option[bool, bool] = Option(
        False,
        flag,
        cli=CliFlag(
            "--undefined",
            "How to treat undefined functions; dynamic-lookup leaves them to the loader.",
            _INPUTS,
            FlagForm.CHOICE,
            default="error",
            values={"error": False, "dynamic-lookup": True, "dynamic_lookup": True},  # the last is Apple's spelling
            before="whole_archive",
        ),
        is_packed=False,
    )
    """Undefined functions are left to the loader, which finds them where it can."""

    uuid: Option[UUID | str | None, UUID | None] = Option(
        None,
        lambda _, value: _uuid(value),
        json=str,
        cli=CliFlag(
            "--uuid",
            "The UUID to write. By default equal libraries have equal UUIDs.",
            _IDENTITY,
            metavar="UUID",
            shown="derived from the content",
        ),
    )
    """The UUID to write; None derives it from the content."""

    has_uuid: Option[bool, bool] = Option(
        True, flag, cli=CliFlag("--no-uuid", "Write no UUID.", _IDENTITY, FlagForm.OFF)
    )
    """False writes no UUID."""

    library_name: Option[str | None, str | None] = Option(
        None,
        text,
        cli=CliFlag(
            "--library-name",
            "The name recorded in the library.",
            _IDENTITY,
            metavar="NAME",
            shown="the output's file name, where the format has one",
        ),
    )
    """The name recorded in the library; None takes `output` where the format has a name."""

    has_library_name: Option[bool, bool] = Option(
        True, flag, cli=CliFlag("--no-library-name", "Record no name.", _IDENTITY, FlagForm.OFF)
    )
    """False writes no library name."""

    output: Option[str | None, str | None] = Option(None, text)
    """The output's file name, without directories; None for none."""

    sources: Option[SourceOptions | None, SourceOptions | None] = Option(
        None,
        lambda name, value: instance(name, value, SourceOptions, type(None)),
        of=SourceOptions,
        cli=CliFlag(
            "--embed-sources",
            "Embed the sources that the compiler recorded in the modules (-frecord-sources).",
            _SOURCES,
            FlagForm.ON,
        ),
    )
    """How recorded sources are embedded; None embeds none."""

    path_prefix_map: Option[PathPrefixMap | Sequence[str], PathPrefixMap] = Option(
        (),
        lambda _, value: value if isinstance(value, PathPrefixMap) else PathPrefixMap.parse(value),
        json=lambda maps: ["=".join(pair) for pair in maps.pairs],
        cli=CliFlag(
            "--path-prefix-map",
            "Replace the start of an input's path before it is recorded anywhere. Repeatable; last match wins.",
            _IDENTITY,
            FlagForm.TEXTS,
            metavar="OLD=NEW",
        ),
    )
    """Applied to the path of an input before it is recorded; also a list of `OLD=NEW` texts."""

    whole_archive: Option[bool, bool] = Option(
        False,
        flag,
        cli=CliFlag(
            "--whole-archive",
            "Link every member of the archives, not only members that have entry points or that other inputs need.",
            _INPUTS,
            FlagForm.ON,
        ),
        is_packed=False,
    )
    """Take every member of archives, not just those that are needed."""

    allow_drop: Option[bool, bool] = Option(
        False,
        flag,
        cli=CliFlag(
            "--allow-drop",
            "Leave out inputs that can't be part of the library (another platform, a newer OS), and list them.",
            _INPUTS,
            FlagForm.ON,
        ),
        is_packed=False,
    )
    """Leave out inputs that can't be part of the library, instead of raising LinkError."""

    runtime: Option[bool, bool] = Option(
        True,
        flag,
        cli=CliFlag(
            "--runtime",
            "Where undefined runtime functions (___metal_fract_float, memcpy…) come from: open (mtlb's own), "
            "none, or an archive such as Apple's libmetal_rt_*.a.",
            _INPUTS,
            metavar="NAME",
            default="open",
            reads=True,
            before="whole_archive",
        ),
        is_packed=False,
    )
    """Take functions that are still undefined from the open run-time library (docs/linking.md §13)."""

    optimize: Option[bool | None, bool | None] = Option(
        None,
        flag,
        cli=CliFlag(
            "--optimize/--no-optimize",
            "Apply the folds of Apple's linkers since Xcode 16, or leave the code unchanged.",
            _OUTPUT,
            FlagForm.EITHER,
            shown="as the toolchain does",
        ),
        is_packed=False,
    )
    """Make the folds of Apple's linkers since 32023.329 (docs/linking.md §9); None: in executables, if `toolchain`
    does."""

    convert: Option[bool, bool] = Option(
        True,
        flag,
        cli=CliFlag(
            "--no-convert",
            "Refuse SPIR-V, inputs with opaque pointers and inputs for other targets instead of converting them.",
            _INPUTS,
            FlagForm.OFF,
        ),
    )
    """Convert inputs that no Metal loader takes (opaque pointers, another target), instead of raising
    UnsupportedError."""

    shader: Option[ShaderOptions | None, ShaderOptions] = Option(
        ShaderOptions(),
        lambda name, value: instance(name, ShaderOptions() if value is None else value, ShaderOptions),
        of=ShaderOptions,
        omits_default=True,
    )
    """How inputs of SPIR-V are translated (docs/spirv.md §1)."""

    required_functions: Option[Iterable[str], tuple[str, ...]] = Option(
        (),
        _texts,
        json=list,
        cli=CliFlag(
            "--require-functions",
            "Fail unless the library has these functions (a file with one name per line), or at least N.",
            _INPUTS,
            FlagForm.TEXTS,
            metavar="FILE|N",
            reads=True,
        ),
        is_packed=False,
    )
    """Names that the library must have."""

    required_count: Option[int, int] = Option(0, count)
    """How many functions the library must have at least."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.uuid is not None and not self.has_uuid:
            raise BuildError("a UUID and no_uuid can't be used together")
        if self.library_name is not None and not self.has_library_name:
            raise BuildError("a library name and no_library_name can't be used together")
        _check_dylib(self.kind, self.install_name, self.library_name, self.exported_symbols)
        if self.dynamic_lookup and self.kind is FileType.CORE_IMAGE:
            raise BuildError("a Core Image library can't import symbols at load time")

    @property
    def build(self) -> Toolchain:
        """The toolchain to write like: the one that was asked for or settled, else the newest known."""
        return Toolchain.parse() if self.toolchain is None else self.toolchain

    @property
    def combines_instructions(self) -> bool:
        """Whether InstCombine's folds are made: as asked for, else in executables if the toolchain makes them."""
        if self.optimize is not None:
            return self.optimize
        return self.kind is FileType.EXECUTABLE and self.build.combines_instructions
