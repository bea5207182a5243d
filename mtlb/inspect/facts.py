"""Facts about a library or a module, as text rows and as JSON, for `mtlb info`, the report and the explorer."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator
from typing import Any
from uuid import UUID

from ..air.interface import read_interface
from ..air.names import SOURCES
from ..air.origin import LinkOrigin, origin_of
from ..base.install_names import InstallName
from ..base.metal import DataType
from ..base.releases import oldest_os_for
from ..base.versions import Platform, Triple
from ..bitcode import read_module
from ..container import Library, LibraryFunction
from ..container.function_list import FUNCTION_TAGS
from .floors import Floor, Reason, floor
from .parts import FilePart

# --- the floor -------------------------------------------------------------------------------------------------------


def floor_text(needs: Floor) -> str:
    """``macOS 14.0 or later``, or that no known release meets it."""
    if needs.os is None:
        return f"a newer {needs.platform.display} than any known"
    return f"{needs.platform.display} {needs.os} or later"


def floor_rows(needs: Floor, functions: int) -> Iterator[tuple[str, str]]:
    """The rows of the floor of a library with that many functions."""
    yield "needs", floor_text(needs)
    for reason in needs.binding:
        yield "because", reason_text(reason, functions)
    for problem in needs.problems:
        yield "problem", problem


def reason_text(reason: Reason, functions: int) -> str:
    """A reason, and which of that many functions have it."""
    if reason.function is None:
        return reason.text
    if reason.count == functions:
        return f"{reason.text} in every function"
    more = f" and {reason.count - 1} more" if reason.count > 1 else ""
    return f"{reason.text} in {reason.function}{more}"


def floor_json(needs: Floor, keys: str = "platform os reasons problems", **extra: Any) -> dict[str, Any]:
    """A floor as every command with --json prints it; or the members of other names, whose values `extra` may give."""
    own = {"platform": needs.platform.label, "os": _json_text(needs.os), "problems": list(needs.problems)}
    values = {"reasons": [reason_json(reason) for reason in needs.reasons], **own, **extra}
    return {key: values[key] for key in keys.split()}


def reason_json(reason: Reason, keys: str = "kind value os function count", **extra: Any) -> dict[str, Any]:
    """A reason of a floor, in the same way."""
    own = {"kind": reason.kind.value, "value": reason.value, "os": _json_text(reason.os)}
    values = {**own, "function": reason.function, "count": reason.count, **extra}
    return {key: values[key] for key in keys.split()}


# --- libraries -------------------------------------------------------------------------------------------------------


def library_rows(library: Library, path: str, number: str = "d") -> Iterator[tuple[str, str]]:
    """The rows of `info` for a library after its floor; `path`: base for searching linked libraries. `number`: the
    format of counts. Names are unchanged from the file: callers escape them for their medium.
    """
    stamp = f"{library.platform.display} {library.min_os}" if library.platform else "none"
    yield "stamp", stamp
    yield "format", f"{library.container_version.full}, {library.file_type.label}, laid out as {library.layout.label}"
    functions = library.functions
    kinds = Counter(function.type.label for function in functions)
    listed = ", ".join(f"{count:{number}} {kind}" for kind, count in kinds.items())
    yield "functions", f"{len(functions):{number}}: {listed}" if functions else "0"
    for key, versions in (
        ("AIR", Counter(f.air_version for f in functions)),
        ("Metal", Counter(f.language_version for f in functions)),
    ):
        if versions:
            counts = sorted(versions.items(), key=lambda item: item[0] or ())
            yield key, ", ".join(f"{version} ({count:{number}})" for version, count in counts)
    header = library.dynamic_header
    if header is not None and header.name is not None:
        yield "name", header.name
    for linked in header.libraries if header is not None else ():
        place = InstallName.of(linked, path)
        where = place.where if place.path is None else f"{place.where}: {place.path}"
        yield "links", f"{linked} ({where})"
    if library.sources is not None:
        yield "sources", f"{len(library.sources.archives)} archives"
    if any(f.reflection is not None for f in functions):
        yield "reflection", "yes"
    if (uuid := _uuid(library)) is not None:
        yield "UUID", uuid
    origin = origin_of(library)
    if origin.compiler:
        yield "compiler", f"Apple metal {origin.compiler}"
    yield "linker", linked_by(origin)
    yield "repeat", " ".join(["mtlb link", *map(shlex.quote, origin.words()), "INPUTS"])


def linked_by(origin: LinkOrigin) -> str:
    """The program and the toolchains of Apple's that would have linked a library so, in words."""
    if not origin.toolchains:
        return "no toolchain that is known (what fits best: the options below)"
    first, last = origin.toolchains[0].xcode, origin.toolchains[-1].xcode
    span = first if first == last else f"{first.partition('-')[0]} to {last.rpartition('-')[2]}"
    return f"{origin.layout.program}, Xcode {span}"


def _uuid(library: Library) -> str | None:
    return str(UUID(bytes=library.uuid)).upper() if isinstance(library.uuid, bytes) else None


def library_json(name: str, library: Library) -> dict[str, Any]:
    """A library as `info --json` prints it, its functions included; every module is read for the floor."""
    header = library.dynamic_header
    return {
        "file": name,
        "floor": floor_json(floor(library)),
        "platform": library.platform.as_json(),
        "os_version": library.min_os.full,
        "container_version": library.container_version.full,
        "file_type": library.file_type.as_json(),
        "layout": library.layout.program,
        "origin": origin_json(origin_of(library)),
        "uuid": _uuid(library),
        "library_name": header.name if header is not None else None,
        "linked_libraries": header.libraries if header is not None else [],
        "source_archives": [archive.id for archive in library.sources.archives] if library.sources else [],
        "exported_variables": [entry.name for entry in library.exported_variables or []],
        "imported_symbols": [entry.name for entry in library.imported_symbols or []],
        "functions": [function_json(function) for function in library.functions],
    }


def origin_json(origin: LinkOrigin) -> dict[str, Any]:
    """The facts of a library's link, as in `info --json`."""
    return {
        "program": origin.layout.program,
        "compiler": origin.compiler or None,
        "xcode": [row.xcode for row in origin.toolchains],
        "options": origin.words(),
        "recorded_inputs": list(origin.recorded),
    }


def _json_text(value: object) -> str | None:
    return None if value is None else str(value)


def _type_json(value: int | None) -> dict[str, Any] | None:
    """An MTLDataType."""
    return None if value is None else DataType(value).as_json()


def function_json(function: LibraryFunction) -> dict[str, Any]:
    """The facts of a function from function list and metadata, as in `info --json`."""
    public, private = function.public_metadata, function.private_metadata
    location = private.debug_location
    values: dict[str, Any] = dict.fromkeys(
        ("name", "type", "air_version", "msl_version", "module_size", "hash")
    )  # in this order
    for row in FUNCTION_TAGS.values():
        for name, field in row.fields.items():
            if field.key:
                value = getattr(function, name)
                values[field.key] = None if value is None else field.json(value)
    return {
        **values,
        "name": function.name,
        "module_size": function.module_size,
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
    """The facts of a module: target, versions, entry points and counts."""
    module = read_module(part.data, bodies=False)
    interface = read_interface(module)
    air = interface.air_versions[0] if interface.air_versions else None
    triple = Triple.parse(module.triple) if module.triple.startswith("air") else None
    oldest = None if triple is None or air is None else oldest_os_for(triple.platform, air)
    needs = None if triple is None or oldest is None else max(oldest, triple.version)
    return {
        "file": part.place,
        "triple": module.triple,
        "needs": None if needs is None or triple is None else f"{triple.platform.label} {needs}",
        "air_version": _json_text(air),
        "msl_version": _json_text(interface.languages[0].version if interface.languages else None),
        "entry_points": [{"name": entry.name, "type": entry.kind.label} for entry in interface.entries],
        "defined_functions": sum(not function.is_declaration for function in module.functions),
        "undefined_functions": sum(function.is_declaration for function in module.functions),
        "producer": interface.ident[0] if interface.ident else None,
        "source_file": interface.source_file_names[0] if interface.source_file_names else None,
        "has_recorded_sources": SOURCES in module.named_metadata,
    }


def module_rows(facts: dict[str, Any], kind: str) -> Iterator[tuple[str, str]]:
    """The facts of `module_json` as rows; `kind`: the words for its file."""
    types = Counter(entry["type"] for entry in facts["entry_points"])
    names = ", ".join(f"{count} {type}" for type, count in types.items())
    yield "target", facts["triple"]
    if facts["needs"] is not None:
        label, os = facts["needs"].split()
        yield "needs", f"{Platform.of(label).display} {os} or later"
    yield "format", f"AIR {facts['air_version'] or '-'}, Metal {facts['msl_version'] or '-'}, {kind}"
    yield "entries", f"{sum(types.values())}: {names}" if types else "0"
    for entry in facts["entry_points"]:
        yield "", f"{entry['type']} {entry['name']}"
    yield "functions", f"{facts['defined_functions']} defined, {facts['undefined_functions']} declared"
    if facts["producer"]:
        yield "producer", facts["producer"]
    if facts["source_file"]:
        yield "source", facts["source_file"]
    if facts["has_recorded_sources"]:
        yield "recorded", "sources"
