"""mtlb info: the facts about a library, as text and as JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from mtlb.base.errors import MtlbError
from mtlb.base.filekind import FileKind

from . import console
from . import io as files
from .arguments import Arch, AsJson, Files, FunctionNames, Jobs, count_of
from .parameters import CommandOption
from .usage import UsageError

if TYPE_CHECKING:
    from mtlb.container import Library, LibraryFunction
    from mtlb.inspect import FilePart


def command(
    inputs: Files,
    list_functions: Annotated[
        bool, CommandOption("--functions", "-f", help="List every function with type, versions and size.")
    ] = False,
    show_reflection: Annotated[
        bool,
        CommandOption(
            "--reflection", "-r", help="Show every function's arguments: indices, types, access, struct layouts."
        ),
    ] = False,
    names: FunctionNames = None,
    arch: Arch = None,
    jobs: Jobs = None,
    as_json: AsJson = False,
) -> int:
    """Show what a library is and which OS it needs.

    The first line is the floor: the oldest OS that loads the library, and what sets it (the stamp in the header, the
    triple of a module, or a feature or version of AIR, of the Metal language or of the container that came with
    that OS). `mtlb check` tests a library against the OS that it should run on. For a module (.air) its target, its
    versions and its entry points are shown.

    --json prints everything, including the functions.

    For a Direct3D container (DXBC, DXIL) the program, its compiler, signatures, bindings and parts are shown;
    --json prints the contents of every part.

    --reflection shows instead the arguments and results of every function, or of the functions given with
    --function, from the AIR metadata; with --json in the stable form that docs/reflection.md describes.

    Examples:

      mtlb info default.metallib
      mtlb info --json default.metallib | jq -r '.libraries[0].floor.os'
      mtlb info --reflection default.metallib --function blur_h
    """
    from mtlb.inspect.files import assembled

    reading = files.Reading(inputs, arch)
    if show_reflection:
        _show_reflection(reading, names or [], as_json, count_of(jobs))
        return reading.code
    if names:
        raise UsageError("--function needs --reflection")
    listed: dict[str, list[dict[str, Any]]] = {"libraries": [], "modules": [], "containers": [], "spirv": []}
    for stored in reading:
        with reading.reporting(stored.place), console.progress(f"reading {stored.place}"):
            part = assembled(stored)
            if as_json:
                kind, facts = _facts(part)
                listed[kind].append(facts)
            else:
                functions = _function_rows(part.library()) if list_functions and _is_library(part) else []
                _print(part.place, _rows(part), functions)
    if as_json:
        listed_others = {kind: facts for kind, facts in listed.items() if facts or kind == "libraries"}
        console.print_json({"schema": "mtlb.info/1", **listed_others})
    return reading.code


def _is_library(part: FilePart) -> bool:
    return not part.is_module and part.kind not in (FileKind.DXBC, FileKind.SPIRV)


def _facts(part: FilePart) -> tuple[str, dict[str, Any]]:
    """The contents of a file as JSON, and the key under which it is listed."""
    from mtlb.inspect.facts import library_json, module_json

    if part.kind is FileKind.DXBC:
        from mtlb import dxbc
        from mtlb.inspect.direct3d import container_json

        return "containers", {"file": part.place, **container_json(dxbc.read(part.data))}
    if part.kind is FileKind.SPIRV:
        from mtlb import spirv
        from mtlb.inspect.spirv import spirv_json

        return "spirv", {"file": part.place, **spirv_json(spirv.read(part.data))}
    return ("modules", module_json(part)) if part.is_module else ("libraries", library_json(part.place, part.library()))


def _rows(part: FilePart) -> Iterable[tuple[str, str]]:
    """The contents of a file as table rows."""
    from mtlb.inspect import floor
    from mtlb.inspect.facts import floor_rows, library_rows, module_json, module_rows

    if part.kind is FileKind.DXBC:
        from mtlb import dxbc
        from mtlb.inspect.direct3d import container_facts

        return container_facts(dxbc.read(part.data))
    if part.kind is FileKind.SPIRV:
        from mtlb import spirv
        from mtlb.inspect.spirv import spirv_facts

        return spirv_facts(spirv.read(part.data))
    if part.is_module:
        return module_rows(module_json(part), part.kind.words)
    library = part.library()
    return [*floor_rows(floor(library), len(library.functions)), *library_rows(library, part.place)]


def _print(place: str, rows: Iterable[tuple[str, str]], functions: list[tuple[str, ...]]) -> None:
    lines = list(console.table([(f"  {key}", console.printable(value)) for key, value in rows]))
    console.out(console.bold(console.printable(place)))
    console.lines(lines)
    if functions:
        console.out()
        console.lines(console.table(functions, align="<>>>"))


def _show_reflection(reading: files.Reading, names: list[str], as_json: bool, jobs: int) -> None:
    from mtlb.air import reflection_document, reflection_lines

    document = reflection_document([])
    for part in reading:
        with reading.reporting(part.place), console.progress(f"reading {part.place}") as update:
            functions = list(_reflections(part, names, jobs, update))
            if as_json:
                document["libraries"].append({"file": part.place, "functions": functions})
                continue
            console.out(console.bold(console.printable(part.place)))
            for function in functions:
                for line in reflection_lines(function):
                    console.out(f"  {console.printable(line)}")
    if as_json:
        console.print_json(document)


def _reflections(
    part: FilePart, names: list[str], jobs: int, progress: Callable[[int, int], None]
) -> Iterator[dict[str, Any]]:
    """The reflection of the functions with these names, or of all. Raises MtlbError for an unknown name."""
    from mtlb.air import describe_all, reflection_json
    from mtlb.bitcode import read_module
    from mtlb.container.module_cache import is_private
    from mtlb.convert import convert_bytes
    from mtlb.inspect import choose_functions
    from mtlb.machinery.parallel import in_order

    data: bytes | memoryview = part.data
    if part.kind is FileKind.SPIRV:  # the module that a translation with Naga's conventions would give
        data = convert_bytes(part.place, data).bitcode
    if part.is_module or part.kind is FileKind.SPIRV:
        descriptions = describe_all(read_module(data, bodies=False))
        if absent := set(names) - {description.name for description in descriptions}:
            raise MtlbError(f"there is no function {', '.join(sorted(absent))}")
        yield from (
            reflection_json(description) for description in descriptions if not names or description.name in names
        )
        return
    chosen = [function for _, function in choose_functions(part.library(), names)]
    if is_private(chosen):
        yield from in_order(_reflections_of, chosen, jobs, progress)
    else:  # read a module that several functions share only once
        yield from _reflections_of(chosen)


def _reflections_of(functions: Sequence[LibraryFunction]) -> list[dict[str, Any]]:
    from mtlb.air import describe_functions, reflection_json

    return [reflection_json(description) for description in describe_functions(functions)]


def _function_rows(library: Library) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = [("type", "AIR", "Metal", "bytes", "name")]
    for f in library.functions:
        size = f"{len(f.module):,}"
        rows.append((f.type.label, _text(f.air_version), _text(f.language_version), size, console.printable(f.name)))
    return rows


def _text(value: object) -> str:
    return "-" if value is None else str(value)
