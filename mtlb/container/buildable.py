"""`check_library`: whether Apple's tools could have written a library. It loops over the checks of its parts."""

from __future__ import annotations

from ..base.binary import align_up
from ..base.errors import BuildError
from ..base.releases import HEADER_EXTENSION_SINCE, PLATFORM_SINCE, RELEASES, oldest_os_for, release_for
from ..base.toolchains import Layout
from ..base.versions import Platform, Version
from ..bitstream.wrapper import ALIGNMENT
from .function_list import FUNCTION_TAGS, FunctionType, LibraryFunction
from .kinds import kind_of
from .library import SECTIONS, Library
from .tags import TagGroup, encode_tag


def check_library(library: Library, *, target: tuple[Platform, Version] | None = None) -> None:
    """Raise BuildError, with the reason, if Apple's tools could not have written this library.

    `target`: its platform and OS version, by default from the header. Containers before 1.2.6 record neither; there is
    no check against the target then.
    """
    if target is None and library.container_version >= PLATFORM_SINCE:
        target = library.platform, library.min_os
    _check_header(library, target)
    _check_sections(library)
    names: set[str] = set()
    for function in library.functions:
        if function.name in names:
            raise BuildError(f"two functions are called {function.name!a}")
        names.add(function.name)
        try:
            _check_function(library, function)
            if target is not None:
                _check_target(function, *target)
        except BuildError as error:
            raise BuildError(f"function {function.name[:100]!a}: {error.reason}") from None


def _check_header(library: Library, target: tuple[Platform, Version] | None) -> None:
    version = library.container_version
    if version not in {release.container_version for release in RELEASES}:
        newest = RELEASES[-1].container_version
        raise BuildError(f"container version {version.full} is unknown (the newest is {newest.full})")
    if not library.file_type.is_known:
        raise BuildError(f"file type {library.file_type} is unknown")
    if target is None:
        return
    platform, min_os = target
    if not platform.is_known or platform is Platform.NONE:
        raise BuildError(f"platform {platform} is unknown")
    first = next(release.container_version for release in RELEASES if platform.device in release.oldest)
    if version < first:
        raise BuildError(f"container {version.full} is too old for {platform.display} ({first.full})")
    if not (0 <= min_os.major <= 0xFFFF and 0 <= min_os.minor <= 0xFF and 0 <= min_os.update <= 0xFF):
        raise BuildError(f"OS version {min_os} does not fit the header (16, 8 and 8 bits)")


def _check_sections(library: Library) -> None:
    version = library.container_version
    present = [(part, value) for part in SECTIONS if part.words and (value := part.value_of(library)) is not None]
    linked = [part.words for part, _ in present if part.is_linked] + (["a UUID"] if library.uuid is not None else [])
    if linked and library.layout is not Layout.AIR_LLD:
        raise BuildError(f"metallib's layout can't have {linked[0]}")
    if (linked or present) and version < HEADER_EXTENSION_SINCE:
        raise BuildError(f"container {version.full} can't have {(*linked, *(part.words for part, _ in present))[0]}")
    for part, value in present:
        reason = part.refuse(value, version)
        if reason is not None:
            raise BuildError(reason)
    header = library.dynamic_header
    # In a dynamic library, symbols may be left to the loader.
    is_bound = bool(header and header.libraries) or kind_of(library.file_type).needs_name
    if library.imported_symbols and not is_bound:
        raise BuildError("there are imported symbols but no dynamic library that provides them")
    if kind_of(library.file_type).needs_name and not (header and header.name):
        raise BuildError(f"a {library.file_type.label.replace('-', ' ')} needs an install name")
    for group in (header, *(library.imported_symbols or []), *(library.exported_variables or [])):
        _check_tags(group)


def _check_function(library: Library, function: LibraryFunction) -> None:
    if function.type not in kind_of(library.file_type).function_types:
        raise BuildError(f"a library of type {library.file_type.label} has no functions of type {function.type}")
    for tag in FUNCTION_TAGS.values():
        reason = None if tag.refuse is None else tag.refuse(function, library.layout, library.container_version)
        if reason is not None:
            raise BuildError(reason)
    if not len(function.module):
        raise BuildError("it has no module")
    if len(function.module) != align_up(len(function.module), ALIGNMENT):
        raise BuildError(f"its module is not padded to {ALIGNMENT} bytes")
    public = function.public_metadata
    for what, value, type in (
        ("vertex attributes", public.vertex_attributes or None, FunctionType.VERTEX),
        ("a Core Image signature", public.return_type or public.arguments, FunctionType.EXTERN),
    ):
        if value is not None and function.type is not type:
            raise BuildError(f"a function of type {function.type} can't have {what}")
    if function.source is not None and (
        library.sources is None or not any(a is function.source for a in library.sources.archives)
    ):
        raise BuildError("its source archive is not among the library's sources")
    _check_tags(public)
    _check_tags(function.private_metadata)


def _check_target(function: LibraryFunction, platform: Platform, min_os: Version) -> None:
    air = function.air_version
    if air is not None and release_for(platform, min_os).air < air:
        oldest = oldest_os_for(platform, air)
        needs = f"{platform.display} {oldest}" if oldest is not None else "a release that is not known yet"
        raise BuildError(f"AIR {air} needs {needs}, the library is for {min_os}")


def _check_tags(group: TagGroup | None) -> None:
    for name, value in group.tags if group is not None else ():
        encode_tag(name, value)
