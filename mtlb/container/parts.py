"""The parts of a library by name, for comparing libraries: `mtlb diff` and `mtlb.testing`."""

from __future__ import annotations

from collections.abc import Iterator

from ..base.releases import HEADER_EXTENSION_SINCE, PLATFORM_SINCE
from .function_list import FUNCTION_TAGS, LibraryFunction
from .library import SECTIONS, Library
from .module_cache import ModuleCache
from .reflections import REFLECTIONS

PartValue = str | bytes


def library_parts(library: Library, *, functions: bool = True) -> Iterator[tuple[str, PartValue]]:
    """Every part of a library that can differ, named by its location; parts of functions on demand.

    FormatError for a part that is bad.
    """
    yield "header: container version", library.container_version.full
    yield "header: macOS bit", str(library.has_macos_bit)
    yield "header: platform", f"{library.platform}, OS {library.min_os.full}"
    yield "header: file type", f"{library.file_type}{', stub' if library.is_stub else ''}"
    yield "dialect", library.layout.label  # the key of `mtlb diff --json`
    yield "header extension", " ".join(library.extension_order)
    yield from _unusual(library)
    if isinstance(library.uuid, bytes):
        yield "UUID", library.uuid.hex()
    if functions:
        yield "functions", ", ".join(ascii(function.name) for function in library.functions)
        yield from _parts_of_functions(library)
    for part in SECTIONS:
        section = None if part is REFLECTIONS else part.value_of(library)  # reflections are parts of functions
        if section is not None:
            yield from part.parts(section)
    for name, data in library.unknown_sections.items():
        yield f"section {name!r}", bytes(data)


def _unusual(library: Library) -> Iterator[tuple[str, PartValue]]:
    """Parts that follow from other parts in every library of Apple's, where they don't here."""
    version, order = library.container_version, library.section_order
    if library.is_64bit is not (version >= PLATFORM_SINCE):
        yield "header: 64-bit bit", str(library.is_64bit)
    if library.has_extension is not (version >= HEADER_EXTENSION_SINCE):
        yield "header extension: present", str(library.has_extension)
    yield from ((f"header extension: tag {name!r}", bytes(tag)) for name, tag in library.unknown_extension_tags)
    if order != tuple(tag for tag in library.extension_order if tag in order):
        yield "section order", " ".join(order)
    if library.has_nul_after_modules:
        yield "NUL after modules", str(library.has_nul_after_modules)


def _parts_of_functions(library: Library) -> Iterator[tuple[str, PartValue]]:
    hash_of = ModuleCache(library.functions, LibraryFunction.computed_hash)
    seen: dict[str, int] = {}
    for function in library.functions:
        seen[function.name] = seen.get(function.name, 0) + 1
        number = f" #{seen[function.name]}" if seen[function.name] > 1 else ""
        for part, value in function_parts(function, hash_of(function)):
            yield f"function {function.name!a}{number}: {part}", value


def function_parts(function: LibraryFunction, module_hash: bytes | None = None) -> Iterator[tuple[str, PartValue]]:
    """Every part of a function that can differ; FormatError for a part that is bad.

    `module_hash`: the SHA-256 of its module, if already computed (by a `ModuleCache` for shared modules).
    """
    for tag in FUNCTION_TAGS.values():
        for name, field in tag.fields.items():
            if field.name:
                yield field.name, str(getattr(function, name))
    yield "tags", " ".join(function.tag_order)
    yield from ((f"tag {name!r}", bytes(payload)) for name, payload in function.unknown_tags)
    yield from function.public_metadata.parts("public metadata")
    yield from function.private_metadata.parts("private metadata")
    yield "module", bytes(function.module)
    stored_hash = function.stored_hash
    if stored_hash is not None and stored_hash != (module_hash or function.computed_hash()):
        yield "hash, which is not the module's", stored_hash.hex()
    if function.source is not None:
        yield "source archive", ascii(function.source.id)
    if function.reflection is not None:
        yield "reflection", bytes(function.reflection.buffer)
