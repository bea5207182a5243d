"""mtlb info: what a library is, for people and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mtlb.base.errors import MtlbError
from mtlb.base.filekind import FileKind

from . import console
from . import io as files
from .arguments import Arch, AsJson, Files, FunctionNames, Jobs, count_of
from .check import floor_json
from .usage import UsageError

if TYPE_CHECKING:
    from mtlb.base.enums import OpenEnum
    from mtlb.container import Library, LibraryFunction
    from mtlb.inspect import FilePart, Floor, Reason


def command(
    inputs: Files,
    list_functions: Annotated[
        bool, typer.Option("--functions", "-f", help="List every function with type, versions and size.")
    ] = False,
    show_reflection: Annotated[
        bool,
        typer.Option(
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

    With --json all of it is printed, functions included.

    Of a Direct3D container (DXBC, DXIL) the program, its compiler, signatures, bindings and parts are shown; with
    --json every part with what it holds.

    With --reflection, show instead the arguments and results of every function, or of those that --function names, from
    the AIR metadata of its module; with --json as well, in the stable form that docs/reflection.md describes.

    Examples:

      mtlb info default.metallib
      mtlb info --json default.metallib | jq -r '.libraries[0].floor.os'
      mtlb info --reflection default.metallib --function blur_h
    """
    reading = files.Reading(inputs, arch)
    if show_reflection:
        _show_reflection(reading, names or [], as_json, count_of(jobs))
        return reading.code
    if names:
        raise UsageError("--function chooses what --reflection shows")
    libraries: list[dict[str, Any]] = []
    modules: list[dict[str, Any]] = []
    containers: list[dict[str, Any]] = []
    shaders: list[dict[str, Any]] = []
    for part in reading:
        with reading.reporting(part.place), console.progress(f"reading {part.place}"):
            if part.kind is FileKind.DXBC:
                from mtlb import dxbc
                from mtlb.inspect.direct3d import container_facts, container_json

                container = dxbc.read(part.data)
                if as_json:
                    containers.append({"file": part.place, **container_json(container)})
                else:
                    _print(part.place, [(key, console.printable(v)) for key, v in container_facts(container)], [])
                continue
            if part.kind is FileKind.SPIRV:
                from mtlb import spirv
                from mtlb.inspect.spirv import spirv_facts, spirv_json

                shader = spirv.read(part.data)
                if as_json:
                    shaders.append({"file": part.place, **spirv_json(shader)})
                else:
                    _print(part.place, [(key, console.printable(v)) for key, v in spirv_facts(shader)], [])
                continue
            if as_json:
                (modules if part.is_module else libraries).append(
                    module_json(part) if part.is_module else _as_json(part.place, part.library())
                )
            elif part.is_module:
                _print(part.place, module_rows(part), [])
            else:
                library = part.library()
                _print(part.place, _rows(library, part.place), _function_rows(library) if list_functions else [])
    if as_json:
        document: dict[str, Any] = {"schema": "mtlb.info/1", "libraries": libraries}
        for key, listed in (("modules", modules), ("containers", containers), ("spirv", shaders)):
            if listed:
                document[key] = listed
        console.print_json(document)
    return reading.code


def _print(place: str, rows: Iterable[tuple[str, str]], functions: list[tuple[str, ...]]) -> None:
    lines = list(console.table([(f"  {key}", value) for key, value in rows]))
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
    """The reflection of the functions with these names, or of all. MtlbError if there is none of a name."""
    from mtlb.air import describe_all, reflection_json
    from mtlb.base.parallel import in_order
    from mtlb.bitcode import read_module
    from mtlb.container.module_cache import is_private
    from mtlb.convert import convert_bytes
    from mtlb.inspect import choose_functions

    data: bytes | memoryview = part.data
    if part.kind is FileKind.SPIRV:  # what it would be, with Naga's conventions
        data = convert_bytes(part.place, data).bitcode
    if part.is_module or part.kind is FileKind.SPIRV:
        found = describe_all(read_module(data, bodies=False))
        if absent := set(names) - {description.name for description in found}:
            raise MtlbError(f"there is no function {', '.join(sorted(absent))}")
        yield from (reflection_json(one) for one in found if not names or one.name in names)
        return
    chosen = [function for _, function in choose_functions(part.library(), names)]
    if is_private(chosen):
        yield from in_order(_reflections_of, chosen, jobs, progress)
    else:  # a module that functions share is read once
        yield from _reflections_of(chosen)


def _reflections_of(functions: Sequence[LibraryFunction]) -> list[dict[str, Any]]:
    from mtlb.air import describe_functions, reflection_json

    return [reflection_json(description) for description in describe_functions(functions)]


def _rows(library: Library, path: str) -> Iterator[tuple[str, str]]:
    from mtlb.base.install_names import InstallName
    from mtlb.inspect import floor

    yield from _floor_rows(floor(library), len(library.functions))
    stamp = f"{library.platform.label} {library.min_os}" if library.platform else "none"
    yield "stamp", stamp
    yield "format", f"{library.container_version.full}, {library.file_type.label}, laid out as {library.layout.label}"
    functions = library.functions
    kinds = Counter(function.type.label for function in functions)
    listed = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
    yield "functions", f"{len(functions)}: {listed}" if functions else "0"
    for key, versions in (
        ("AIR", Counter(f.air_version for f in functions)),
        ("Metal", Counter(f.language_version for f in functions)),
    ):
        if versions:
            found = sorted(versions.items(), key=lambda item: item[0] or ())
            yield key, ", ".join(f"{version} ({count})" for version, count in found)
    header = library.dynamic_header
    if header is not None and header.name is not None:
        yield "name", console.printable(header.name)
    for linked in header.libraries if header is not None else ():
        place = InstallName.of(linked, path)
        where = place.where if place.path is None else f"{place.where}: {place.path}"
        yield "links", console.printable(f"{linked} ({where})")
    if library.sources is not None:
        yield "sources", f"{len(library.sources.archives)} archives"
    if any(f.reflection is not None for f in functions):
        yield "reflection", "yes"
    if (uuid := _uuid(library)) is not None:
        yield "UUID", uuid


def _floor_rows(floor: Floor, functions: int) -> Iterator[tuple[str, str]]:
    if floor.os is None:
        yield "needs", f"a newer {floor.platform.label} than any known"
    else:
        yield "needs", f"{floor.platform.label} {floor.os} or later"
    for reason in floor.binding:
        yield "because", _reason_text(reason, functions)
    for problem in floor.problems:
        yield "problem", console.printable(problem)


def _reason_text(reason: Reason, functions: int) -> str:
    if reason.function is None:
        return reason.text
    if reason.count == functions:
        return f"{reason.text} in every function"
    others = f" and {reason.count - 1} more" if reason.count > 1 else ""
    return f"{reason.text} in {console.printable(reason.function)}{others}"


def _function_rows(library: Library) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = [("type", "AIR", "Metal", "bytes", "name")]
    for f in library.functions:
        size = f"{len(f.module):,}"
        rows.append((f.type.label, _text(f.air_version), _text(f.language_version), size, console.printable(f.name)))
    return rows


def _text(value: object) -> str:
    return "-" if value is None else str(value)


def _uuid(library: Library) -> str | None:
    from uuid import UUID

    return str(UUID(bytes=library.uuid)).upper() if isinstance(library.uuid, bytes) else None


def _as_json(name: str, library: Library) -> dict[str, Any]:
    from mtlb.inspect import floor

    header = library.dynamic_header
    return {
        "file": name,
        "floor": floor_json(floor(library)),
        "platform": _enum_json(library.platform),
        "os_version": library.min_os.full,
        "container_version": library.container_version.full,
        "file_type": _enum_json(library.file_type),
        "layout": library.layout.program,
        "uuid": _uuid(library),
        "library_name": header.name if header is not None else None,
        "linked_libraries": header.libraries if header is not None else [],
        "source_archives": [archive.id for archive in library.sources.archives] if library.sources else [],
        "exported_variables": [entry.name for entry in library.exported_variables or []],
        "imported_symbols": [entry.name for entry in library.imported_symbols or []],
        "functions": [_function_json(function) for function in library.functions],
    }


def _json_text(value: object) -> str | None:
    return None if value is None else str(value)


def _enum_json(value: OpenEnum) -> dict[str, Any]:
    return {"name": value.label, "value": int(value)}


def _type_json(value: int | None) -> dict[str, Any] | None:
    """An MTLDataType."""
    from mtlb.base.metal import DataType

    return None if value is None else _enum_json(DataType(value))


def _function_json(function: LibraryFunction) -> dict[str, Any]:
    public, private = function.public_metadata, function.private_metadata
    location = private.debug_location
    return {
        "name": function.name,
        "type": _enum_json(function.type),
        "air_version": _json_text(function.air_version),
        "msl_version": _json_text(function.language_version),
        "module_size": len(function.module),
        "hash": function.stored_hash.hex() if function.stored_hash is not None else None,
        "tessellation": None
        if function.tessellation is None
        else {"patch": function.tessellation.patch.label, "control_points": function.tessellation.control_points},
        "layer_type": _type_json(function.layer_type),
        "vertex_attributes": [
            {"name": a.name, "index": a.index, "type": _type_json(a.type), "use": a.use.label, "active": a.active}
            for a in public.vertex_attributes
        ],
        "function_constants": [
            {"name": c.name, "type": _type_json(c.type), "index": c.index, "required": c.required}
            for c in public.function_constants
        ],
        "return_type": _type_json(public.return_type),
        "arguments": None
        if public.arguments is None
        else [{"name": a.name, "type": _type_json(a.type)} for a in public.arguments],
        "debug_location": None if location is None else {"line": location.line, "path": location.path},
        "dependency_files": private.dependency_files,
        "unknown_tags": {name: payload.hex() for name, payload in function.unknown_tags},
    }


# --- modules ---------------------------------------------------------------------------------------------------------


def module_json(part: FilePart) -> dict[str, Any]:
    """What a module is: its target, versions, entry points and counts."""
    from mtlb.air.interface import read_interface
    from mtlb.base.releases import oldest_os_for
    from mtlb.base.versions import Triple
    from mtlb.bitcode import read_module

    module = read_module(part.data, bodies=False)
    found = read_interface(module)
    air = found.air_versions[0] if found.air_versions else None
    triple = Triple.parse(module.triple) if module.triple.startswith("air") else None
    oldest = None if triple is None or air is None else oldest_os_for(triple.platform, air)
    needs = None if triple is None or oldest is None else max(oldest, triple.version)
    return {
        "file": part.place,
        "triple": module.triple,
        "needs": None if needs is None or triple is None else f"{triple.platform.label} {needs}",
        "air_version": _json_text(air),
        "msl_version": _json_text(found.languages[0].version if found.languages else None),
        "entry_points": [{"name": entry.name, "type": entry.kind.label} for entry in found.entries],
        "defined_functions": sum(not function.is_declaration for function in module.functions),
        "undefined_functions": sum(function.is_declaration for function in module.functions),
        "producer": found.ident[0] if found.ident else None,
        "source_file": found.source_file_names[0] if found.source_file_names else None,
        "has_recorded_sources": "llvm_utils.sources" in module.named_metadata,
    }


def module_rows(part: FilePart) -> Iterator[tuple[str, str]]:
    """What a module is, as rows."""
    facts = module_json(part)
    kinds = Counter(entry["type"] for entry in facts["entry_points"])
    names = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
    yield "target", console.printable(facts["triple"])
    if facts["needs"] is not None:
        yield "needs", f"{facts['needs']} or later"
    yield "format", f"AIR {facts['air_version'] or '-'}, Metal {facts['msl_version'] or '-'}, {part.kind.words}"
    yield "entries", f"{sum(kinds.values())}: {names}" if kinds else "0"
    for entry in facts["entry_points"]:
        yield "", f"{entry['type']} {console.printable(entry['name'])}"
    yield "functions", f"{facts['defined_functions']} defined, {facts['undefined_functions']} declared"
    if facts["producer"]:
        yield "producer", console.printable(facts["producer"])
    if facts["source_file"]:
        yield "source", console.printable(facts["source_file"])
    if facts["has_recorded_sources"]:
        yield "recorded", "sources"
