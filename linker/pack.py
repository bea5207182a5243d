"""`mtlb link --pack`: finished modules, one entry point each, into a library. The modules' bytes stay as they are.

`assemble` is the last step of every link: entries with their descriptions in, the container's Library out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from mtlb.air import Description, describe
from mtlb.air.imports import dynamic_imports
from mtlb.base.errors import BuildError, LinkError, MtlbError, UnsupportedError
from mtlb.base.releases import HEADER_EXTENSION_SINCE, LIBRARY_NAME_SINCE, PLATFORM_SINCE, REFLECTION_SINCE
from mtlb.base.toolchains import Layout, UuidForm, container_version_for
from mtlb.base.versions import Platform, Triple, Version
from mtlb.bitcode import read_module
from mtlb.bitstream.wrapper import is_wrapped, wrap
from mtlb.container import (
    DynamicHeader,
    Library,
    LibraryFunction,
    ReflectionEntry,
    SourceArchive,
    Sources,
    SymbolEntry,
    UuidPolicy,
)
from mtlb.container.layouts import layout_for
from mtlb.ir import MDString

from .inputs import InputFile, InputLike
from .options import LinkOptions

__all__ = ["LinkedModule", "Target", "assemble", "pack", "target_for"]


@dataclass(frozen=True)
class LinkedModule:
    """One function of the library to be: where it came from, its module (wrapped), and what the module says.

    `dependency_files` and `source` are there where sources are embedded.
    """

    origin: str
    module: bytes
    description: Description
    dependency_files: tuple[str, ...] = ()
    source: SourceArchive | None = None


@dataclass(frozen=True)
class Target:
    """What the header says of the target."""

    platform: Platform
    min_os: Version
    container_version: Version


def pack(
    modules: Iterable[InputLike], options: LinkOptions | None = None, warn: Callable[[str], None] | None = None
) -> Library:
    """The library of finished modules, one entry point each, in this order: paths, pairs (name, bytes) or `InputFile`s.

    Name, kind, versions and all else come from each module's own metadata. `warn` is called with each warning.

    Raises FormatError or UnsupportedError for a module that can't be read or has not exactly one entry point, LinkError
    for modules that don't go together, BuildError for options that the format can't express.
    """
    options = LinkOptions() if options is None else options
    if options.sources is not None:
        raise UnsupportedError("--pack takes modules without recorded sources; link their translation units instead")
    entries = [_entry(InputFile.of(module)) for module in modules]
    target = target_for([(entry.origin, entry.description.triple) for entry in entries], options)
    library = assemble(entries, target, options)
    if warn is not None:
        for entry in entries:
            for warning in entry.description.warnings:
                warn(f"{entry.origin}: {warning}")
    return library


def _entry(file: InputFile) -> LinkedModule:
    data = bytes(file.data)
    try:
        module = read_module(data, bodies=False, file=file.name)
        description = describe(module)
    except MtlbError as error:
        raise error.in_file(file.name) from None
    return LinkedModule(file.name, data if is_wrapped(data) else wrap(data), description)


def target_for(targets: Sequence[tuple[str, Triple]], options: LinkOptions) -> Target:
    """Platform, OS and container version of a link of `targets` (input's name, its triple).

    What `options` leave open is the first input's. An input for another platform, or for an OS that the target does not
    cover, is a LinkError; containers before 1.2.6 record no OS, so theirs may differ.
    """
    platform, min_os = options.platform, options.min_os
    if targets:
        first = targets[0][1]
        platform, min_os = platform or first.platform, min_os or first.version
    if platform is None or min_os is None:
        raise LinkError("there are no inputs to take the target from: give --platform and --min-os")
    for name, triple in targets:
        if triple.platform is not platform:
            raise _contradiction(name, triple, platform.label, targets, options.platform is not None)
    container = options.container_version or container_version_for(platform, min_os, options.layout, options.toolchain)
    for name, triple in targets if container >= PLATFORM_SINCE else ():
        given = options.min_os is not None
        if triple.version > min_os or (triple.version != min_os and not given):
            raise _contradiction(name, triple, f"{platform.label} {min_os}", targets, given)
    return Target(platform, min_os, container)


def _contradiction(
    name: str, triple: Triple, wanted: str, targets: Sequence[tuple[str, Triple]], given: bool
) -> LinkError:
    why = "as the options say" if given else f"like {targets[0][0]}"
    return LinkError(f"built for {triple}, but the library is for {wanted}, {why}", file=name)


def assemble(
    entries: Sequence[LinkedModule], target: Target, options: LinkOptions, sources: Sources | None = None
) -> Library:
    """The library of `entries` in the layout, and with the names and UUID, that `options` ask for."""
    _refuse_duplicates(entries)
    _refuse_what_metallib_cannot(options)
    newest = max((e.description.air_version for e in entries), default=None)
    imports = [dynamic_imports(e.description.module) for e in entries]
    libraries = list(dict.fromkeys(name for tables in imports for name in tables.libraries))
    symbols = dict.fromkeys(name for tables in imports for name in tables.symbols)
    library = Library(
        platform=target.platform,
        min_os=target.min_os,
        container_version=target.container_version,
        layout=layout_for(options.layout, newest),
        functions=[_function(entry, target.container_version, options) for entry in entries],
        sources=sources,
        dynamic_header=_dynamic_header(target.container_version, libraries, options),
        imported_symbols=[SymbolEntry.named(name) for name in symbols] or None,
        uuid=_uuid(target.container_version, options),
    )
    library.has_nul_after_modules = library.layout is Layout.METALLIB_LEGACY and all(map(_is_of_llvm_3_5, entries))
    return library


def _is_of_llvm_3_5(entry: LinkedModule) -> bool:
    """Whether Xcode 6's or 7's compiler made the module; `metallib` then puts a NUL after each (docs/format.md §17)."""
    idents = entry.description.module.named_metadata.get("llvm.ident", ())
    strings = [operand.value for node in idents for operand in node.operands() if isinstance(operand, MDString)]
    return any(text.startswith("LLVM version 3.5") for text in strings)


def _refuse_duplicates(entries: Sequence[LinkedModule]) -> None:
    origins: dict[str, str] = {}
    for entry in entries:
        name = entry.description.name
        if name in origins:
            raise LinkError(f"duplicated symbol '{name}' in:\n      {origins[name]}\n      {entry.origin}")
        origins[name] = entry.origin


def _refuse_what_metallib_cannot(options: LinkOptions) -> None:
    if options.layout is not Layout.AIR_LLD and (options.uuid is not None or options.library_name is not None):
        what = "a UUID" if options.uuid is not None else "a library name"
        raise BuildError(f"a library laid out as metallib writes it has no place for {what}")


def _function(entry: LinkedModule, container: Version, options: LinkOptions) -> LibraryFunction:
    description = entry.description
    return LibraryFunction(
        description.name,
        description.type,
        entry.module,
        air_version=description.air_version,
        language_version=description.language_version,
        tessellation=description.tessellation,
        layer_type=description.layer_type,
        public_metadata=description.public_metadata(),
        private_metadata=description.private_metadata(list(entry.dependency_files)),
        source=entry.source,
        reflection=_reflection(description, container, options),
    )


def _reflection(description: Description, container: Version, options: LinkOptions) -> ReflectionEntry | None:
    version = options.toolchain.reflection_version
    if options.layout is not Layout.AIR_LLD or container < REFLECTION_SINCE or version is None:
        return None
    return ReflectionEntry(description.reflection_buffer(version))


def _dynamic_header(container: Version, libraries: list[str], options: LinkOptions) -> DynamicHeader | None:
    """The library's name (the one given, or the output's where air-lld records it) and the dylibs it links."""
    name = options.library_name
    if name is None and options.layout is Layout.AIR_LLD and container >= LIBRARY_NAME_SINCE:
        name = options.output or ""
    header = DynamicHeader()
    header.name = name if options.has_library_name else None
    header.libraries = libraries
    return header if header.tags else None


def _uuid(container: Version, options: LinkOptions) -> bytes | UuidPolicy | None:
    if not options.has_uuid or options.layout is not Layout.AIR_LLD:
        return None
    if options.uuid is not None:
        return options.uuid.bytes
    none = options.toolchain.uuid is UuidForm.NONE or container < HEADER_EXTENSION_SINCE
    return None if none else UuidPolicy.FROM_CONTENT
