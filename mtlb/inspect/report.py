"""One self-contained HTML page about a library: byte map, treemap, function table, and the code of its functions.

The page is `page/page.html` with style, script and data filled in. The data is two elements: `library`, the table of
everything small (JSON, deflated, base64), and `codes`, a line for each function whose code is included (its number and
its disassembly, deflated, base64). Code is what makes pages large: it is included up to a limit, one function of each
family of names first. For the others the page shows bytes, once the user opens the library in it.
"""

from __future__ import annotations

import base64
import json
import os.path
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Any
from uuid import UUID

from .._version import __version__
from ..air.entry_points import EntryArgument, EntryPoint, read_entry_points
from ..air.reflection import buffer as airr
from ..base.digest import sha256
from ..base.errors import MtlbError
from ..base.filekind import FileKind, sniff
from ..base.parallel import in_order
from ..bitcode import read_module
from ..container import Library, LibraryFunction, read
from ..container.module_cache import ModuleCache, by_module
from ..dxbc import Container
from ..dxbc import read as read_container
from ..dxbc.contents import title_of
from .direct3d import container_facts, container_json, container_sizes, listing_or_problem
from .families import family_of
from .files import Source, content
from .floors import floor, function_floors
from .size import byte_map
from .templates import filled, page_file, valid_text

__all__ = ["DEFAULT_CODE_SIZE", "build_report"]

DEFAULT_CODE_SIZE = 18_000_000
"""Bytes of the page that disassembly may take."""

_MISSES = 16
_HEAD = 96  # bytes of each module that are included, for the hex view of functions whose code is not


def build_report(source: Source, name: str, *, code_size: int = DEFAULT_CODE_SIZE, jobs: int = 1) -> str:
    """The HTML page for a library or a Direct3D container (a path, or its bytes) under the name `name`.

    `code_size` is how many bytes of it disassembly may take; 0 leaves out all code. `jobs` processes
    disassemble. Raises what `mtlb.read` raises; OSError as it comes. Errors in a module are shown in the page.
    """
    data = content(source)
    if sniff(data) is FileKind.DXBC:
        return _container_page(read_container(data), name, code_size)
    library = read(data)
    parts = {
        "title": escape(f"{valid_text(name)} – metallib report"),
        "style": page_file("page.css"),
        "script": page_file("page.js"),
        "library": _packed(json.dumps(_table(library, data, name), separators=(",", ":"))),
        "code": "\n".join(_code(library.functions, code_size, jobs)),
    }
    return filled("page.html", parts)


def _container_page(container: Container, name: str, code_size: int) -> str:
    """The page about a Direct3D container: facts, byte map, listing, what the parts hold."""
    titles = {part.offset: title_of(part) for part in container}
    rows = [
        f"<tr><td>{escape(valid_text(tag))}</td><td class=number>{offset:#x}</td><td class=number>{size:,}</td>"
        f"<td>{escape(titles.get(offset, ''))}</td></tr>"
        for tag, offset, size in container_sizes(container)
    ]
    lines = "\n".join(listing_or_problem(container)) if code_size > 0 else "(left out)"
    if len(lines) > code_size:
        lines = lines[:code_size] + "\n(cut)"
    held = [
        f"<details><summary>{escape(valid_text(part['tag']))}: {escape(part['title'])}</summary>"
        f"<pre>{escape(json.dumps(part['contents'] or part['problem'], indent=1, ensure_ascii=False))}</pre></details>"
        for part in container_json(container)["parts"]
    ]
    parts = {
        "title": escape(f"{valid_text(name)} – Direct3D container report"),
        "style": page_file("page.css"),
        "name": escape(valid_text(os.path.basename(name))),
        "facts": "".join(
            f"<dt>{escape(key)}</dt><dd>{escape(valid_text(value))}</dd>" for key, value in container_facts(container)
        ),
        "parts": "\n".join(rows),
        "listing": escape(valid_text(lines)),
        "contents": "\n".join(held),
        "tool": f"mtlb {__version__}",
    }
    return filled("container.html", parts)


def _packed(text: str) -> str:
    """What the page's DecompressionStream("deflate") takes, in base64."""
    return base64.b64encode(zlib.compress(text.encode("utf-8"), 9)).decode("ascii")


# --- the table -------------------------------------------------------------------------------------------------------


def _table(library: Library, data: memoryview, name: str) -> dict[str, Any]:
    """Everything about the library but code. Functions are columns: a row is the n-th item of each."""
    functions = library.functions
    entries = ModuleCache([f for f in functions if f.reflection is None], _entry_points)
    hashes = ModuleCache([f for f in functions if not f.stored_hash], LibraryFunction.computed_hash)
    arguments = [[valid_text(line) for line in _arguments(function, entries)] for function in functions]
    return {
        "name": valid_text(os.path.basename(name)),
        "tool": f"mtlb {__version__}",
        "size": len(data),
        "sha256": sha256(data).hex(),
        "facts": [[key, valid_text(value)] for key, value in _facts(library)],
        "sections": [list(part) for part in byte_map(data)],
        "functions": {
            "name": [valid_text(f.name) for f in functions],
            "family": _indexed([valid_text(family_of(f.name)) for f in functions]),
            "type": _indexed([f.type.label for f in functions]),
            "air": _indexed([str(f.air_version or "") for f in functions]),
            "msl": _indexed([str(f.language_version or "") for f in functions]),
            "floor": _indexed(["?" if os is None else str(os) for _, os in function_floors(library)]),
            "offset": [function.module_offset for function in functions],
            "size": [len(f.module) for f in functions],
            "reflection": [len(f.reflection.buffer) if f.reflection is not None else 0 for f in functions],
            "hash": _joined(f.stored_hash or hashes(f) for f in functions),
            "head": _joined(bytes(f.module[:_HEAD]).ljust(_HEAD, b"\0") for f in functions),
            "arguments": _indexed(["\n".join(lines) for lines in arguments]),
        },
        "headSize": _HEAD,
    }


def _indexed(values: list[str]) -> dict[str, Any]:
    """A column with few different values: the values, and for each row the number of its value."""
    numbers = {value: number for number, value in enumerate(dict.fromkeys(values))}
    return {"values": list(numbers), "rows": [numbers[value] for value in values]}


def _joined(pieces: Iterable[bytes]) -> str:
    """Pieces of one size, in base64."""
    return base64.b64encode(b"".join(pieces)).decode("ascii")


def _facts(library: Library) -> Iterator[tuple[str, str]]:
    needs = floor(library, modules=False)
    platform = needs.platform.label
    yield "Needs", f"{platform} {needs.os}" if needs.os else f"a {platform} newer than any known"
    yield "Because", ", ".join(reason.text for reason in needs.binding)
    yield "Stamp", f"{library.platform.label} {library.min_os}" if library.platform else "none"
    container = (library.container_version.full, library.file_type.label, f"laid out as {library.layout.label}")
    yield "Container", ", ".join(container)
    kinds = Counter(function.type.label for function in library.functions)
    listed = ", ".join(f"{count:,} {kind}" for kind, count in kinds.items())
    yield "Functions", f"{len(library.functions):,}" + (f": {listed}" if listed else "")
    header = library.dynamic_header
    if header is not None and header.name:
        yield "Name", header.name
    for linked in header.libraries if header is not None else ():
        yield "Links", linked
    if library.sources is not None:
        yield "Sources", f"{len(library.sources.archives)} archives, linked by: {library.sources.command_line}"
    if isinstance(library.uuid, bytes):
        yield "UUID", str(UUID(bytes=library.uuid)).upper()


# --- arguments -------------------------------------------------------------------------------------------------------


def _entry_points(function: LibraryFunction) -> dict[str, EntryPoint]:
    """Those of a function's module, by name; the first of each."""
    return {e.name: e for e in reversed(read_entry_points(read_module(function.module, bodies=False)))}


def _arguments(function: LibraryFunction, entries: ModuleCache[LibraryFunction, dict[str, EntryPoint]]) -> list[str]:
    """A line for each argument: what it is and where it is bound, type, name. From the reflection if there is one."""
    try:
        if function.reflection is not None:
            return list(_reflected(airr.read(function.reflection.buffer)))
        found = entries(function).get(function.name)
        return [] if found is None else [_argument(argument) for argument in found.arguments]
    except MtlbError as error:
        return [f"(unreadable: {error})"]


def _reflected(reflection: airr.Reflection) -> Iterator[str]:
    for function in reflection.functions():
        for index in function.values.get("arguments") or ():  # type: ignore[union-attr]
            node = reflection.nodes[index]  # type: ignore[index]
            kind = node.type.label.removesuffix("-arg")
            yield _argument_line(kind, *(node.get(key) for key in ("location_index", "type_name", "name", "unused")))


def _argument(argument: EntryArgument) -> str:
    kind = argument.kind.replace("_", "-")
    return _argument_line(kind, argument.location_index, argument.type_name, argument.name, argument.unused)


def _argument_line(kind: str, location: object, type_name: object, name: object, unused: object) -> str:
    where = f"{kind} {location}" if location is not None else kind
    return f"{where}: {type_name or ''} {name or ''}".rstrip() + (" (unused)" if unused else "")


# --- code ------------------------------------------------------------------------------------------------------------


def _code(functions: list[LibraryFunction], limit: int, jobs: int) -> Iterator[str]:
    """``number base64`` for each function whose code fits, one of each family first."""
    misses = 0
    ranked = _by_family(functions) if limit > 0 else []
    numbers = {id(functions[number]): number for number in ranked}
    shared = by_module(functions[number] for number in ranked)  # a module that functions share: once
    for place, code in in_order(_codes, [(numbers[id(function)], function) for function, *_ in shared], jobs):
        line = f"{place} {code}"
        if len(line) < limit:
            limit -= len(line) + 1
            yield line
            continue
        misses += 1
        if misses == _MISSES:  # smaller ones might fit; finding them takes too long
            return


def _codes(functions: Sequence[tuple[int, LibraryFunction]]) -> list[tuple[int, str]]:
    """The number of each function and its disassembly, packed."""
    found = []
    for number, function in functions:
        try:
            text = read_module(function.module).text()
        except MtlbError as error:
            text = f"; {error}"
        found.append((number, _packed(text)))
    return found


def _by_family(functions: list[LibraryFunction]) -> list[int]:
    """The numbers of the functions: the first of each family, largest family first, then the second of each, ..."""
    members: dict[str, list[int]] = {}
    for number, function in enumerate(functions):
        members.setdefault(family_of(function.name), []).append(number)
    ranks = []
    for numbers in members.values():
        size = sum(len(functions[number].module) for number in numbers)
        ranks += [(rank, -size, number) for rank, number in enumerate(numbers)]
    return [number for _, _, number in sorted(ranks)]
