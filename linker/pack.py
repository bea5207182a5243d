"""`mtlb link --pack`: finished modules, one entry point each, into a library. The modules' bytes stay as they are.

`library_of` is the last step of every link: modules with their descriptions in, the container's Library out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from mtlb.air import Description, describe
from mtlb.air.imports import dynamic_imports
from mtlb.base.errors import LinkError, MtlbError, UnsupportedError
from mtlb.base.releases import PLATFORM_SINCE
from mtlb.base.toolchains import container_version_for
from mtlb.base.versions import Triple, Version
from mtlb.bitcode import read_module
from mtlb.bitstream.wrapper import is_wrapped, wrap
from mtlb.container import (
    Library,
    LibraryFunction,
    ReflectionEntry,
    SourceArchive,
    Sources,
    UuidPolicy,
)
from mtlb.container.assemble import Producer, Target, assemble
from mtlb.ir import MDString

from .inputs import InputFile, InputLike
from .options import LinkOptions

__all__ = ["LinkedModule", "library_of", "pack", "target_for"]


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
    library = library_of(entries, target, options)
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


def library_of(
    entries: Sequence[LinkedModule], target: Target, options: LinkOptions, sources: Sources | None = None
) -> Library:
    """The library of `entries`, with the names and UUID that `options` ask for."""
    _refuse_duplicates(entries)
    producer = Producer(target, options.layout, options.toolchain)
    name = options.library_name
    if name is None and options.has_library_name and producer.has_name:
        name = options.output or ""
    imports = [dynamic_imports(entry.description.module) for entry in entries]
    uuid = UuidPolicy.FROM_CONTENT if options.uuid is None else options.uuid.bytes
    return assemble(
        [_function(entry, producer.reflection_version) for entry in entries],
        producer,
        name=name,
        libraries=dict.fromkeys(name for tables in imports for name in tables.libraries),
        imported_symbols=dict.fromkeys(name for tables in imports for name in tables.symbols),
        sources=sources,
        uuid=uuid if options.has_uuid else None,
        has_nul_after_modules=all(map(_is_of_llvm_3_5, entries)),
    )


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


def _function(entry: LinkedModule, reflection_version: Version | None) -> LibraryFunction:
    function = entry.description.library_function(entry.module, entry.dependency_files)
    function.source = entry.source
    if reflection_version is not None:
        function.reflection = ReflectionEntry(entry.description.reflection_buffer(reflection_version))
    return function
