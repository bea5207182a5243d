"""Inspection of a file of any kind: a library, or a single module (AIR bitcode, with or without its wrapper)."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from ..base.arguments import BYTES, instance
from ..base.classes import NamedTuple, replace
from ..base.errors import BuildError, FormatError, MtlbError, UnsupportedError, in_file
from ..base.filekind import FileKind
from ..base.files import MappedFile
from ..base.findings import Finding
from ..container import Library, LibraryFunction, write
from ..container import verify as verify_library
from ..container.module_cache import by_module, is_private, module_size
from ..container.verify import finding
from ..machinery.parallel import in_order
from .parts import FilePart, parts_in, parts_of

if TYPE_CHECKING:
    from ..air import Description
    from ..air.lint import Examined
    from ..ir import Module

Source = str | os.PathLike[str] | bytes | bytearray | memoryview
"""A path, or the bytes of a file."""


def content(source: Source) -> memoryview:
    """The bytes, or those of the file, mapped if it is large. FormatError for a directory; OSError as it comes."""
    return memoryview(source) if isinstance(source, (bytes, bytearray, memoryview)) else MappedFile(source).data


def assembled(part: FilePart) -> FilePart:
    """The part; of textual IR (recognised by its name, `.ll`, as for `mtlb link`) the module that it describes.

    FormatError or UnsupportedError, with file and line, for text that can't be read. Its offsets are not the file's.
    """
    if part.kind is not FileKind.UNKNOWN or not part.place.endswith(".ll"):
        return part
    from ..bitcode import write_module
    from ..ir import parse

    with in_file(part.place):
        return part._replace(data=memoryview(write_module(parse(bytes(part.data)), to_be_converted=True)))


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
    chosen = set(names)
    if absent := chosen - {function.name for function in library.functions}:
        raise _absent(absent)
    return [(i, function) for i, function in enumerate(library.functions) if not chosen or function.name in chosen]


def _absent(names: Iterable[str]) -> MtlbError:
    return MtlbError(f"there is no function {', '.join(sorted(names))}")


def modules_in(source: Source, names: Collection[str] = ()) -> list[NamedModule]:
    """The modules of a file, those of its libraries, slices and members included, in file order.

    With `names`, those of the functions with these names. BuildError if there are names and no library; MtlbError if no
    library has a function of a name; FormatError and UnsupportedError as `mtlb.read` raises them; OSError as it comes.
    """
    return modules_of_parts(parts_of_source(source), names)


def modules_of_parts(parts: Iterable[FilePart], names: Collection[str] = ()) -> list[NamedModule]:
    """The result of `modules_in` for the parts of a file."""
    chosen, modules, missing = set(names), [], set(names)
    has_library = False
    for part in parts:
        if part.is_module:
            if not chosen:
                modules.append(NamedModule(part.member, part.data, part.offset))
            continue
        if part.kind is FileKind.DXBC:
            if not chosen:
                modules += _bitcode_of(part)
            continue
        library = part.library()
        has_library = True
        for function in library.functions:
            if not chosen or function.name in chosen:
                missing.discard(function.name)
                modules.append(NamedModule(function.name, function.module, part.offset + (function.module_offset or 0)))
    if missing and not has_library:
        raise BuildError("is a module: it has no functions to choose from")
    if missing:
        raise _absent(missing)
    return modules


def _bitcode_of(part: FilePart) -> Iterator[NamedModule]:
    """The bitcode of a Direct3D container, under the names of its parts. UnsupportedError if it has none."""
    from ..dxbc import read as read_container
    from ..dxbc.dxil import bitcode_parts, read_bitcode_program

    with in_file(part.place):
        held = bitcode_parts(read_container(part.data))
        if not held:
            raise UnsupportedError("a Direct3D container without bitcode: its program is in tokens, not bitcode")
        for program_part in held:
            program = read_bitcode_program(
                program_part.data, base=part.offset + program_part.data_offset, name=program_part.tag
            )
            yield NamedModule(program_part.tag, program.bitcode, program.offset)


def parts_of_source(source: Source) -> Iterator[FilePart]:
    """The parts of a path or of bytes."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return parts_in(memoryview(source), "")
    return parts_of(instance("source", source, *BYTES, str, os.PathLike))


def each_once(modules: Iterable[NamedModule]) -> list[NamedModule]:
    """The modules, each once if functions share it."""
    return [same[0] for same in by_module(modules)]


# --- questions -------------------------------------------------------------------------------------------------------


def verify(
    source: Source | Library, *, modules: bool = False, progress: Callable[[int, int], None] | None = None
) -> list[Finding]:
    """The problems of a library: structure, hashes, bounds, overlaps, order, bytes that belong to no part.

    `source` is a path, the bytes of a file, or a library (which is verified as it would be written). With `modules`
    the bitcode of every module is checked as well, each module once; of a file that is a module itself it always is.
    The codes and severities of the findings are those of `mtlb.container.verify.CODES`, of a Direct3D container those
    of `mtlb.dxbc.verify.CONTAINER_CODES`, of a SPIR-V module those of `mtlb.spirv.verify.SPIRV_CODES`; a valid file has
    no errors. `progress` is called with (bytes done, bytes in all).

    Bad bytes are findings, never FormatError. Raises BuildError for a library that can't be written, and OSError.
    """
    if isinstance(source, Library):
        try:
            return verify_part(FilePart("", memoryview(write(source))), modules=modules, progress=progress)
        except FormatError as error:
            return [finding("malformed", error.reason, error.offset)]
    try:
        return [
            result
            for part in parts_of_source(source)
            for result in verify_part(part, modules=modules, progress=progress)
        ]
    except (FormatError, UnsupportedError) as error:
        return [finding("malformed", error.reason, error.offset)]


def verify_part(
    part: FilePart, *, modules: bool = False, progress: Callable[[int, int], None] | None = None, jobs: int = 1
) -> list[Finding]:
    """The findings of `verify` in one library or module of a file. Offsets are from the start of the file.

    With `modules`, `progress` counts them and not the container, and `jobs` processes check them.
    """
    if part.problem is not None:
        return [finding("malformed", part.problem.reason, part.problem.offset)]
    if part.kind is FileKind.DXBC:
        from ..dxbc.verify import verify_container

        return verify_container(part.data)
    if part.kind is FileKind.SPIRV:
        from ..spirv.verify import verify_spirv

        return verify_spirv(part.data)
    if part.is_module:
        return list(module_findings([NamedModule(None, part.data, part.offset)]))
    findings = verify_library(part.data, progress=None if modules else progress)
    if part.offset:
        findings = [
            replace(item, offset=None if item.offset is None else item.offset + part.offset) for item in findings
        ]
    if modules and not any(item.code == "malformed" for item in findings):
        findings += in_order(_listed_findings, each_once(modules_of_parts([part])), jobs, progress, size=module_size)
    return findings


def _listed_findings(modules: Iterable[NamedModule]) -> list[Finding]:
    return list(module_findings(modules))


_TOGETHER = 64
"""Modules that are verified in one context, which keeps their types and constants in memory."""


def module_findings(modules: Iterable[NamedModule]) -> Iterator[Finding]:
    """The problems in the bitcode of modules, each module once; of one that can't be read that it can't."""
    from ..bitcode import read_module
    from ..bitstream.wrapper import bitcode_offset, unwrap
    from ..ir import Context
    from ..ir.verify import Sound, verify_module
    from ..machinery.collection import module_lifetime

    for number, (name, module, offset) in enumerate(each_once(modules)):
        if number % _TOGETHER == 0:
            context, sound = Context(), Sound()  # modules of a library have much in common
        try:
            with module_lifetime() as lifetime:
                read = lifetime.own(read_module(module, context=context, base=offset))
                problems = verify_module(read, sound=sound)
            for problem in problems:
                yield finding("module", problem, offset, name)
            end = bitcode_offset(module) + len(unwrap(module))
            if any(module[end:]):
                yield finding("gap", f"{len(module) - end} bytes after the bitcode, not all zero", offset + end, name)
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
    descriptions: list[Description] = []
    for part in parts_of_source(source):
        descriptions += (
            describe_all(read_module(part.data, bodies=False)) if part.is_module else describe_library(part.library())
        )
    return descriptions


def lint(source: Source | Library) -> list[Finding]:
    """Every breach of the conventions of AIR, in the order of the library's functions.

    `source` is a path or the bytes of a library or of a module, or a library. A module that can't be read is a finding
    (AIR000), and so is a file that is neither library nor module. FormatError or UnsupportedError for a library that
    can't be read; OSError as it comes.
    """
    from ..air.lint import lint_library

    if isinstance(source, Library):
        return list(lint_library(source))
    return [finding for part in parts_of_source(source) for finding in lint_part(part)]


def lint_part(part: FilePart, *, jobs: int = 1, progress: Callable[[int, int], None] | None = None) -> list[Finding]:
    """The findings of `lint` in one library or module of a file. `jobs` processes check the modules of a library.

    FormatError or UnsupportedError for textual IR (`.ll`) that can't be read.
    """
    from ..air.lint import lint_module

    part = assembled(part)
    if part.kind in (FileKind.DXBC, FileKind.SPIRV):
        try:
            part.library()
        except UnsupportedError as error:  # its message says which command reads such a file
            return [replace(finding, message=error.reason) for finding in lint_module(part.data)]
    if part.kind is not FileKind.METALLIB:
        return lint_module(part.data)
    return findings_about_modules(part.library(), jobs, progress)


def census_findings(part: FilePart) -> list[Finding]:
    """The constructs that no module of Apple's has, in one library or module of a file (AIR097); shared modules once.

    FormatError or UnsupportedError for textual IR (`.ll`) that can't be read.
    """
    from ..air.lint import lint_census

    part = assembled(part)
    if part.kind in (FileKind.DXBC, FileKind.SPIRV):
        return []
    if part.kind is not FileKind.METALLIB:
        return lint_census(part.data)
    findings: list[Finding] = []
    seen: set[bytes] = set()
    for function in part.library().functions:
        module = bytes(function.module)
        if module and module not in seen:
            seen.add(module)
            findings += lint_census(module, function.name)
    return findings


def findings_about_modules(
    library: Library, jobs: int = 1, progress: Callable[[int, int], None] | None = None
) -> list[Finding]:
    """The findings of `lint` in the modules of a library; `jobs` processes check them."""
    return [finding for examined in examined_functions(library, jobs, progress) for finding in examined.findings]


def examined_functions(
    library: Library, jobs: int = 1, progress: Callable[[int, int], None] | None = None
) -> list[Examined]:
    """The functions of a library with the findings of `lint`, and facts of their modules, which are read once."""
    from ..air.lint import examine_functions, provided

    functions, names = library.functions, provided(library)
    if not is_private(functions):  # findings of a shared module are reported once
        return examine_functions(functions, names)
    return list(in_order(partial(examine_functions, names=names), functions, jobs, progress, size=module_size))
