"""Inspection of a file of any kind: a library, or a single module (AIR bitcode, with or without its wrapper)."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from ..base.errors import BuildError, FormatError, MtlbError
from ..base.filekind import FileKind, sniff
from ..base.files import MappedFile
from ..base.findings import Finding
from ..container import Library, LibraryFunction, read, write
from ..container import verify as verify_library
from ..container.module_cache import by_module
from ..container.verify import finding
from ..dxbc.verify import verify_container

if TYPE_CHECKING:
    from ..air import Description
    from ..ir import Module

__all__ = [
    "NamedModule",
    "Source",
    "choose_functions",
    "content",
    "describe",
    "each_once",
    "lint",
    "modules_in",
    "verify",
]

Source = str | os.PathLike[str] | bytes | bytearray | memoryview
"""A path, or the bytes of a file."""


def content(source: Source) -> memoryview:
    """The bytes, or those of the file, mapped if it is large. FormatError for a directory; OSError as it comes."""
    return memoryview(source) if isinstance(source, (bytes, bytearray, memoryview)) else MappedFile(source).data


# --- the modules of a file -------------------------------------------------------------------------------------------


class NamedModule(NamedTuple):
    """A module of a file: wrapper, bitcode and padding.

    `name` is that of its function, None for a file that is one module; `offset` is where it begins, in bytes from the
    start of the file.
    """

    name: str | None
    module: bytes | memoryview
    offset: int


def choose_functions(library: Library, names: Collection[str] = ()) -> list[tuple[int, LibraryFunction]]:
    """The functions with these names, or all of them if there are no names, each with its index in the library.

    MtlbError if the library has no function of a name.
    """
    wanted = set(names)
    if absent := wanted - {function.name for function in library.functions}:
        raise MtlbError(f"there is no function {', '.join(sorted(absent))}")
    return [(i, function) for i, function in enumerate(library.functions) if not wanted or function.name in wanted]


def modules_in(source: Source, names: Collection[str] = ()) -> list[NamedModule]:
    """The module that a file is, or those of the library that it is: of the functions with these names, or of all.

    BuildError if the file is a module and names were given; MtlbError if the library has no function of a name;
    FormatError and UnsupportedError as `mtlb.read` raises them; OSError as it comes.
    """
    data = content(source)
    if not sniff(data).is_module:
        return _modules_of(choose_functions(read(data), names))
    if names:
        raise BuildError("is a module: it has no functions to choose from")
    return [NamedModule(None, data, 0)]


def each_once(modules: Iterable[NamedModule]) -> list[NamedModule]:
    """The modules without those that an earlier function has as well."""
    return [same[0] for same in by_module(modules)]


def _modules_of(functions: Iterable[tuple[int, LibraryFunction]]) -> list[NamedModule]:
    return [NamedModule(function.name, function.module, function.module_offset or 0) for _, function in functions]


# --- questions -------------------------------------------------------------------------------------------------------


def verify(
    source: Source | Library, *, modules: bool = False, progress: Callable[[int, int], None] | None = None
) -> list[Finding]:
    """The problems of a library: structure, hashes, bounds, overlaps, order, bytes that are not part of anything.

    `source` is a path, the bytes of a file, or a library (which is verified as it would be written). With `modules`
    the bitcode of every module is checked as well, each module once, and `source` may be a module itself. The codes
    and severities of the findings are those of `mtlb.container.verify.CODES`, of a Direct3D container those of
    `mtlb.dxbc.verify.CONTAINER_CODES`; a valid file has no errors. `progress` is
    called with (bytes done, bytes in all).

    Bad bytes are findings, never FormatError. Raises BuildError for a library that can't be written, and OSError.
    """
    if not isinstance(source, Library) and _is_direct3d(source):
        return verify_container(content(source))
    if not modules:
        return verify_library(source, progress=progress)
    try:
        data = memoryview(write(source)) if isinstance(source, Library) else content(source)
    except FormatError as error:
        return [finding("malformed", error.reason, error.offset)]
    if sniff(data).is_module:
        return list(_module_findings([NamedModule(None, data, 0)]))
    found = verify_library(data, progress=progress)
    if any(one.code == "malformed" for one in found):
        return found
    return [*found, *_module_findings(_modules_of(choose_functions(read(data))))]


def _is_direct3d(source: Source) -> bool:
    """Whether it is a Direct3D container. A pipe is not looked at: it can be read only once."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return sniff(source) is FileKind.DXBC
    if not isinstance(source, (str, os.PathLike)) or not os.path.isfile(source):
        return False
    with open(source, "rb") as file:
        return sniff(file.read(8)) is FileKind.DXBC


def _module_findings(modules: Iterable[NamedModule]) -> Iterator[Finding]:
    """The problems in the bitcode of modules, each module once."""
    from ..bitcode import read_module
    from ..ir.verify import verify_module

    for name, module, offset in each_once(modules):
        try:
            for problem in verify_module(read_module(module, base=offset)):
                yield finding("module", problem, offset, name)
        except MtlbError as error:
            yield finding("module", error.reason, offset if error.offset is None else error.offset, name)


def describe(source: Source | Library | LibraryFunction | Module) -> list[Description]:
    """The AIR metadata of every entry point: name, kind, versions, arguments, tags and reflection.

    `source` is a path or the bytes of a library or of a module, a library or a function of one, or a module that was
    read. For a library there is one description per function, in its order; for a module one per entry point, in
    Apple's order; an empty list without entry points.

    Raises FormatError or UnsupportedError for what can't be read, and OSError.
    """
    from ..air import describe_all, describe_function, describe_library
    from ..bitcode import read_module
    from ..ir import Module

    if isinstance(source, Module):
        return describe_all(source)
    if isinstance(source, LibraryFunction):
        return [describe_function(read_module(source.module, bodies=False), source.name, source.type)]
    if isinstance(source, Library):
        return list(describe_library(source))
    data = content(source)
    return (
        describe_all(read_module(data, bodies=False)) if sniff(data).is_module else list(describe_library(read(data)))
    )


def lint(source: Source | Library) -> list[Finding]:
    """Every breach of the conventions of AIR, in the order of the library's functions.

    `source` is a path or the bytes of a library or of a module, or a library. A module that can't be read is a
    diagnostic (AIR000), and so is what is neither library nor module. FormatError or UnsupportedError for a library
    that can't be read; OSError as it comes.
    """
    from ..air.lint import lint_library, lint_module

    data = source if isinstance(source, Library) else content(source)
    if isinstance(data, memoryview):
        kind = sniff(data)
        # A universal library is read as one: that raises UnsupportedError, which says why.
        if kind is not FileKind.METALLIB and not kind.is_universal:
            return lint_module(data)
        data = read(data)
    return list(lint_library(data))
