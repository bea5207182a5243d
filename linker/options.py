"""The options of a link. `mtlb link` and `link --pack` use the same options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any, TypedDict
from uuid import UUID

from mtlb.base.arguments import count, flag, instance, items, named, refusal, text
from mtlb.base.errors import BuildError
from mtlb.base.releases import RELEASES
from mtlb.base.toolchains import Layout, Toolchain
from mtlb.base.versions import Platform, Version, VersionLike
from mtlb.container import FileType
from mtlb.translate import ShaderOptions

__all__ = ["KINDS", "LinkFields", "LinkOptions", "PathPrefixMap", "SourceOptions"]


KINDS = {
    "executable": FileType.EXECUTABLE,
    "dylib": FileType.DYNAMIC_LIBRARY,
    "core-image": FileType.CORE_IMAGE,
}
"""The kinds of library that can be linked, by the words of `--kind`."""


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


@dataclass(frozen=True)
class SourceOptions:
    """How recorded sources are embedded (docs/format.md §10).

    `command` and `directory` are recorded as given: nothing else of the linking machine is recorded. `padding` is
    the multiple of bytes that each bzip2 stream is padded to; None: what the toolchain does on a 16 KB-page machine.
    BuildError for a padding below 1.
    """

    command: str = ""
    directory: str = ""
    padding: int | None = None

    def __post_init__(self) -> None:
        text("command", self.command)
        text("directory", self.directory)
        if self.padding is not None and count("padding", self.padding) < 1:
            raise BuildError("the padding of sources is a positive number of bytes")


@dataclass(frozen=True, init=False)
class LinkOptions:
    """The options of a link. Fields with an mtlb type also accept its text: `platform="macos"`.

    - `platform`, `min_os`: the target ("macos", "14.0"); None takes them from the inputs' triples.
    - `container_version`: version of the container ("1.2.8"); None follows from target and toolchain.
    - `layout`: "air-lld" or "metallib", Apple's program to write like.
    - `toolchain`: the Apple build to write like ("32023.404"); None is that of the newest input of Apple's compiler,
      and the newest known without any (docs/linking.md §1).
    - `kind`: "executable", "dylib" or "core-image", or the file type.
    - `install_name`: by which a dynamic library is loaded, such as "@loader_path/libnoise.metallib". It needs one.
    - `exported_symbols`: the functions that a dynamic library exports; None for all that are visible.
    - `dynamic_lookup`: undefined functions are left to the loader, which finds them where it can.
    - `uuid`: the UUID to write; None derives it from the content. `has_uuid` False writes none.
    - `library_name`: the name recorded in the library; None takes `output` where the format has a name.
      `has_library_name` False writes none.
    - `output`: the output's file name, without directories; None for none.
    - `sources`: how recorded sources are embedded; None embeds none.
    - `path_prefix_map`: applied to the path of an input before it is recorded; also a list of `OLD=NEW` texts.
    - `whole_archive`: take every member of archives, not just those that are needed.
    - `allow_drop`: leave out inputs that can't be part of the library, instead of raising LinkError.
    - `runtime`: take functions that are still undefined from the open run-time library (docs/linking.md §13).
    - `optimize`: make the folds of Apple's linkers since 32023.329 (docs/linking.md §9); None: in
      executables, if `toolchain` does.
    - `convert`: convert inputs that no Metal loader takes (opaque pointers, another target), instead of raising
      UnsupportedError.
    - `shader`: how inputs of SPIR-V are translated (docs/spirv.md §7).
    - `required_functions`: names that the library must have. `required_count`: how many functions at least.

    Raises BuildError for a text that is not a value of its field, and for options that exclude each other.
    """

    platform: Platform | None
    min_os: Version | None
    container_version: Version | None
    layout: Layout
    toolchain: Toolchain | None
    kind: FileType
    install_name: str | None
    exported_symbols: tuple[str, ...] | None
    dynamic_lookup: bool
    uuid: UUID | None
    has_uuid: bool
    library_name: str | None
    has_library_name: bool
    output: str | None
    sources: SourceOptions | None
    path_prefix_map: PathPrefixMap
    whole_archive: bool
    allow_drop: bool
    runtime: bool
    optimize: bool | None
    convert: bool
    shader: ShaderOptions
    required_functions: tuple[str, ...]
    required_count: int

    def __init__(
        self,
        *,
        platform: Platform | str | int | None = None,
        min_os: VersionLike | None = None,
        container_version: VersionLike | None = None,
        layout: Layout | str = Layout.AIR_LLD,
        toolchain: Toolchain | str | None = None,
        kind: FileType | str = FileType.EXECUTABLE,
        install_name: str | None = None,
        exported_symbols: Iterable[str] | None = None,
        dynamic_lookup: bool = False,
        uuid: UUID | str | None = None,
        has_uuid: bool = True,
        library_name: str | None = None,
        has_library_name: bool = True,
        output: str | None = None,
        sources: SourceOptions | None = None,
        path_prefix_map: PathPrefixMap | Sequence[str] = (),
        whole_archive: bool = False,
        allow_drop: bool = False,
        runtime: bool = True,
        optimize: bool | None = None,
        convert: bool = True,
        shader: ShaderOptions | None = None,
        required_functions: Iterable[str] = (),
        required_count: int = 0,
    ) -> None:
        if uuid is not None and not has_uuid:
            raise BuildError("a UUID to write and no UUID exclude each other")
        if library_name is not None and not has_library_name:
            raise BuildError("a library name to write and no library name exclude each other")
        file_type = _kind(kind)
        _check_dylib(file_type, install_name, library_name, exported_symbols)
        if dynamic_lookup and file_type is FileType.CORE_IMAGE:
            raise BuildError("a Core Image library imports nothing that the loader could look up")
        maps = path_prefix_map
        values: dict[str, object] = {
            "platform": None if platform is None else Platform.of(platform),
            "min_os": None if min_os is None else named("min_os", Version.of, min_os),
            "container_version": None if container_version is None else _container_version(container_version),
            "layout": Layout.of(layout),
            "toolchain": None if toolchain is None else Toolchain.of(toolchain),
            "kind": file_type,
            "install_name": install_name,
            "exported_symbols": None
            if exported_symbols is None
            else tuple(items("exported_symbols", exported_symbols, str)),
            "dynamic_lookup": flag("dynamic_lookup", dynamic_lookup),
            "uuid": _uuid(uuid),
            "has_uuid": flag("has_uuid", has_uuid),
            "library_name": None if library_name is None else text("library_name", library_name),
            "has_library_name": flag("has_library_name", has_library_name),
            "output": None if output is None else text("output", output),
            "sources": instance("sources", sources, SourceOptions, type(None)),
            "path_prefix_map": maps if isinstance(maps, PathPrefixMap) else PathPrefixMap.parse(maps),
            "whole_archive": flag("whole_archive", whole_archive),
            "allow_drop": flag("allow_drop", allow_drop),
            "runtime": flag("runtime", runtime),
            "optimize": None if optimize is None else flag("optimize", optimize),
            "convert": flag("convert", convert),
            "shader": instance("shader", ShaderOptions() if shader is None else shader, ShaderOptions),
            "required_functions": items("required_functions", required_functions, str),
            "required_count": count("required_count", required_count),
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def as_json(self) -> dict[str, Any]:
        """All options as JSON values: texts, numbers, lists and None. `from_json` reads them."""
        build = self.toolchain
        number = None if build is None else build.build or ".".join(map(str, build.first))
        changed: dict[str, Any] = {
            "platform": None
            if self.platform is None
            else self.platform.label
            if self.platform.names
            else self.platform,
            "min_os": None if self.min_os is None else self.min_os.full,
            "container_version": None if self.container_version is None else self.container_version.full,
            "layout": self.layout.program,
            "toolchain": number,
            "kind": next(word for word, kind in KINDS.items() if kind is self.kind),
            "exported_symbols": None if self.exported_symbols is None else list(self.exported_symbols),
            "uuid": None if self.uuid is None else str(self.uuid),
            "sources": None if self.sources is None else asdict(self.sources),
            "path_prefix_map": ["=".join(pair) for pair in self.path_prefix_map.pairs],
            "required_functions": list(self.required_functions),
        }
        values = {field.name: changed.get(field.name, getattr(self, field.name)) for field in fields(self)}
        if self.shader == ShaderOptions():  # as it was before there were any
            del values["shader"]
        else:
            values["shader"] = self.shader.as_json()
        return values

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> LinkOptions:
        """The options that `as_json` gave. BuildError for an unknown option, and as `LinkOptions` raises it."""
        instance("options", values, Mapping)
        given = dict(values)
        unknown = sorted(given.keys() - {field.name for field in fields(cls)})
        if unknown:
            raise BuildError(f"unknown option of a link: {unknown[0]!r}")
        sources = given.get("sources")
        if sources is not None:
            words = [field.name for field in fields(SourceOptions)]
            if not isinstance(sources, Mapping) or not sources.keys() <= set(words):
                raise refusal("sources", sources, f"an object with {', '.join(words)}")
            given["sources"] = SourceOptions(**sources)
        shader = given.get("shader")
        if shader is not None:
            given["shader"] = ShaderOptions.from_json(dict(instance("shader", shader, Mapping)))
        return cls(**given)

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


class LinkFields(TypedDict, total=False):
    """The fields of `LinkOptions` as keyword arguments of `link` and `pack`: any of them, of the types it takes."""

    platform: Platform | str | int | None
    min_os: VersionLike | None
    container_version: VersionLike | None
    layout: Layout | str
    toolchain: Toolchain | str | None
    kind: FileType | str
    install_name: str | None
    exported_symbols: Iterable[str] | None
    dynamic_lookup: bool
    uuid: UUID | str | None
    has_uuid: bool
    library_name: str | None
    has_library_name: bool
    output: str | None
    sources: SourceOptions | None
    path_prefix_map: PathPrefixMap | Sequence[str]
    whole_archive: bool
    allow_drop: bool
    runtime: bool
    optimize: bool | None
    convert: bool
    shader: ShaderOptions | None
    required_functions: Iterable[str]
    required_count: int


def _kind(kind: FileType | str) -> FileType:
    found = KINDS.get(kind) if isinstance(kind, str) else kind
    if found not in KINDS.values():
        raise BuildError(f"unknown kind of library {str(kind)!r} (one of {', '.join(KINDS)})")
    return FileType.of(kind if found is None else found)


def _check_dylib(
    kind: FileType, install_name: str | None, library_name: str | None, exported_symbols: object | None
) -> None:
    """BuildError for a dynamic library without install name, and for what another kind of library can't have."""
    if install_name is not None:
        text("install_name", install_name)
    if kind is FileType.DYNAMIC_LIBRARY:
        if not install_name:
            raise BuildError("a dynamic library needs an install name (--install-name), by which it is loaded")
        if library_name is not None:
            raise BuildError("the install name is the name of a dynamic library: it has no other library name")
    elif install_name is not None:
        raise BuildError("an install name is for dynamic libraries (--kind dylib)")
    elif exported_symbols is not None:
        raise BuildError("exported symbols are those of dynamic libraries (--kind dylib)")


def _container_version(value: VersionLike) -> Version:
    version = named("container_version", Version.of, value)
    known = sorted({release.container_version for release in RELEASES})
    if version not in known:
        raise BuildError(f"unknown container version {version.full} (known: {known[0].full} to {known[-1].full})")
    return version


def _uuid(uuid: UUID | str | None) -> UUID | None:
    if not isinstance(uuid, str):
        return instance("uuid", uuid, UUID, str, type(None))
    try:
        return UUID(uuid)
    except ValueError:
        raise BuildError(f"not a UUID: {uuid!r}") from None
