"""The sizes in a library: by section, by function, by family of names, and which modules are stored twice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..base.filekind import FileKind, sniff
from ..container import Library, LibraryFunction, read
from ..container.header import HEADER_SIZE
from ..container.library import SECTIONS
from ..container.module_cache import by_module
from ..container.read import LibraryReader
from ..dxbc import read as read_container
from .direct3d import container_sizes
from .families import family_of
from .files import Source, content

_SECTION_NAMES = {tag: part.title for part in SECTIONS for tag in part.tags}


class Part(NamedTuple):
    """A range of the file, in bytes; names of sections are those of metal-readobj where known."""

    name: str
    offset: int
    size: int


class FunctionSize(NamedTuple):
    """Bytes of one function's stored parts. A module that `sharers` functions share is counted in full in each."""

    name: str
    type: str
    module: int
    reflection: int
    sharers: int
    hash: str | None

    @property
    def total(self) -> int:
        """Bytes of module and reflection."""
        return self.module + self.reflection


class Family(NamedTuple):
    """Functions whose names differ in template arguments alone, and the bytes of all of them."""

    name: str
    functions: int
    size: int


class Duplicate(NamedTuple):
    """One module that is stored more than once: its HASH, the functions with a copy, and the bytes of all but one.

    `places` are the indices of the functions in the library.
    """

    hash: str
    functions: tuple[str, ...]
    wasted: int
    places: tuple[int, ...]


@dataclass(frozen=True)
class Sizes:
    """The result of `measure`; functions and families by descending size, then by name."""

    total: int
    parts: tuple[Part, ...]
    functions: tuple[FunctionSize, ...]
    families: tuple[Family, ...]
    duplicates: tuple[Duplicate, ...]


def byte_map(data: memoryview) -> tuple[Part, ...]:
    """The sections of a library in file order; other bytes are UNKNOWN. FormatError for a bad library."""
    reader = LibraryReader(data)
    header = reader.header
    parts = [
        Part("HEADER", 0, HEADER_SIZE),
        Part("FUNCTION_LIST", header.function_list.offset, reader.function_list_end - header.function_list.offset),
        Part("HEADER_EXTENSION", reader.function_list_end, reader.extension.end - reader.function_list_end),
        Part("PUBLIC_METADATA", *header.public_metadata),
        Part("PRIVATE_METADATA", *header.private_metadata),
        Part("MODULE_LIST", *header.modules),
    ]
    parts += [Part(_SECTION_NAMES.get(tag, tag), *section) for tag, section in reader.extension.sections.items()]
    return tuple(_with_gaps([part for part in parts if part.size], len(data)))


def _with_gaps(parts: Iterable[Part], end: int) -> Iterable[Part]:
    position = 0
    for part in (*sorted(parts, key=lambda part: part.offset), Part("", end, 0)):
        if part.offset > position:
            yield Part("UNKNOWN", position, part.offset - position)
        if part.name:
            yield part
        position = max(position, part.offset + part.size)


def measure(source: Source) -> Sizes:
    """The sizes of a library or a Direct3D container (a path, or its bytes), the latter by parts alone.

    Raises what `mtlb.read` raises; OSError as it comes.
    """
    data = content(source)
    if sniff(data) is FileKind.DXBC:
        return Sizes(len(data), tuple(Part(*part) for part in container_sizes(read_container(data))), (), (), ())
    library = read(data)
    shared = by_module(library.functions)
    sharers = {id(function): len(group) for group in shared for function in group}
    functions = [_size_of(function, sharers[id(function)]) for function in library.functions]
    return Sizes(
        total=len(data),
        parts=byte_map(data),
        functions=tuple(sorted(functions, key=lambda f: (-f.total, f.name))),
        families=tuple(_families(functions)),
        duplicates=tuple(_duplicates(library.functions, shared)),
    )


def duplicates(library: Library) -> list[Duplicate]:
    """The modules that are stored more than once, by falling waste. FormatError for a module outside of the file."""
    return _duplicates(library.functions, by_module(library.functions))


def _size_of(function: LibraryFunction, sharers: int) -> FunctionSize:
    reflection = function.reflection
    return FunctionSize(
        function.name,
        function.type.label,
        len(function.module),
        0 if reflection is None else len(reflection.buffer),
        sharers,
        None if function.stored_hash is None else function.stored_hash.hex(),
    )


def _families(functions: Iterable[FunctionSize]) -> list[Family]:
    """Shared modules are divided among those that share them."""
    sizes_of: dict[str, list[int]] = {}
    for function in functions:
        sizes_of.setdefault(family_of(function.name), []).append(
            function.module // function.sharers + function.reflection
        )
    families = [Family(name, len(sizes), sum(sizes)) for name, sizes in sizes_of.items()]
    return sorted(families, key=lambda family: (-family.size, family.name))


def _duplicates(functions: Sequence[LibraryFunction], shared: list[list[LibraryFunction]]) -> list[Duplicate]:
    """Modules of one hash at several places; `shared` are the functions of each module."""
    places = {id(function): place for place, function in enumerate(functions)}
    copies: dict[bytes, dict[int, LibraryFunction]] = {}
    for number, group in enumerate(shared):
        for function in group:
            if function.stored_hash is not None:
                copies.setdefault(function.stored_hash, {}).setdefault(number, function)
    duplicates = []
    for digest, modules in copies.items():
        if len(modules) > 1:
            first, *repeated = modules.values()
            names = tuple(function.name for function in (first, *repeated))
            wasted = sum(len(function.module) for function in repeated)
            duplicates.append(
                Duplicate(digest.hex(), names, wasted, tuple(places[id(copy)] for copy in (first, *repeated)))
            )
    return sorted(duplicates, key=lambda duplicate: (-duplicate.wasted, duplicate.hash))
