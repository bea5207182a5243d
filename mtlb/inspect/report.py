"""One self-contained HTML page about a library, a module or another shader: the explorer's page with answers inside.

The page is `page/report.html` with style, script and data filled in. The data are the documents of `view`
(docs/explorer.md §3), each deflated and in base64: `library`, what is shown at once; `details`, a line for every 64
functions; `codes`, a line for each function whose code is included; `sources`; `findings`. Code is what makes pages
large: it is included up to a limit, one function of each family of names first. For the others the page shows bytes,
once the user opens the library in it.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterator, Sequence
from hashlib import sha256
from html import escape
from typing import Any

from ..base.errors import MtlbError
from ..bitcode import read_module
from ..container import LibraryFunction
from ..container.module_cache import by_module, module_size
from ..machinery.parallel import in_order
from .families import family_of
from .files import Source, content
from .parts import FilePart
from .templates import filled, page_file, valid_text
from .view import LibraryView, ModuleView, View, doctor_findings, json_text, lint_findings, verify_findings, view_of
from .view.form import joined
from .view.libraries import facts_of

DEFAULT_CODE_SIZE = 18_000_000
"""Bytes of the page that disassembly may take."""

_MISSES = 16
_HEAD = 96  # bytes of each module that are included, for the hex view of functions whose code is not
_DETAILS = 64  # functions of a line of details
_SOURCES = 4_000_000  # characters of embedded sources that are included
_LINTED = 500  # functions: larger libraries take too long


def build_report(source: Source, name: str, *, code_size: int = DEFAULT_CODE_SIZE, jobs: int = 1) -> str:
    """The HTML page for a library, a module or another shader (a path, or its bytes) under the name `name`.

    `code_size` is how many bytes of it disassembly may take; 0 leaves out all code and the text of sources. `jobs`
    processes read modules. Raises what reading the file raises; OSError as it comes. Errors in a module are shown in
    the page.
    """
    view = view_of(FilePart(name, content(source)), name)
    details = "\n".join(_details(view, jobs))  # reads the modules, for the columns too
    document = view.document()
    if isinstance(view, LibraryView):
        document["columns"] = view.columns()
        document["head"] = joined(bytes(f.module[:_HEAD]).ljust(_HEAD, b"\0") for f in view.functions)
        document["headSize"] = _HEAD
    style, script = page_file("page.css"), page_file("page.js")
    parts = {
        "title": escape(f"{valid_text(name)} – {_TITLES[view.kind]} report"),
        "style": style,
        "style_hash": _hash(style),
        "script": script,
        "script_hash": _hash(script),
        "library": _packed(json_text(document)),
        "details": details,
        "codes": "\n".join(_codes(view, code_size, jobs)),
        "sources": _packed(json_text(_sources(view, _SOURCES if code_size > 0 else 0))) if document["sources"] else "",
        "findings": _packed(json_text(_findings(view))),
    }
    return filled("report.html", parts)


_TITLES = {"metallib": "metallib", "air": "AIR module", "dxbc": "Direct3D container", "spirv": "SPIR-V module"}


def _hash(text: str) -> str:
    """The hash of a text for a content security policy."""
    return f"sha256-{base64.b64encode(sha256(text.encode('utf-8')).digest()).decode('ascii')}"


def _packed(text: str) -> str:
    """The text compressed for the page's DecompressionStream("deflate"), in base64."""
    return base64.b64encode(zlib.compress(text.encode("utf-8"), 9)).decode("ascii")


# --- details ---------------------------------------------------------------------------------------------------------


def _details(view: View, jobs: int) -> Iterator[str]:
    """``FIRST base64``: the details of the functions from FIRST on."""
    details: list[dict[str, Any]] = []
    for place, detail in enumerate(_every_detail(view, jobs)):
        details.append(detail)
        if len(details) == _DETAILS or place + 1 == view.count:
            yield f"{place + 1 - len(details)} {_packed(json_text(details))}"
            details = []


def _every_detail(view: View, jobs: int) -> Iterator[dict[str, Any]]:
    if isinstance(view, LibraryView):
        functions = view.functions
        for place, facts in enumerate(
            in_order(facts_of, functions, jobs, size=module_size) if view.is_private else facts_of(functions)
        ):
            view.add(facts)
            yield view.detail(place, facts.interface)
    else:
        for place in range(view.count):
            yield view.detail(place)


# --- sources and findings --------------------------------------------------------------------------------------------


def _sources(view: View, limit: int) -> dict[str, Any]:
    """The document of the sources, with texts up to a limit."""
    sources = view.sources()
    for archive in sources["archives"]:
        for file in archive["files"]:
            if file["text"] is not None:
                limit -= len(file["text"])
                if limit < 0:
                    file["text"] = None
    return sources


def _findings(view: View) -> dict[str, Any]:
    """The findings of verify and doctor without reading modules, and of lint for few modules; None for checks that were
    not run."""
    is_air = isinstance(view, (LibraryView, ModuleView))
    return {
        "verify": verify_findings(view),
        "lint": lint_findings(view) if is_air and view.count <= _LINTED else None,
        "doctor": _doctor(view) if isinstance(view, LibraryView) else None,
    }


def _doctor(view: LibraryView) -> dict[str, Any] | None:
    try:
        return doctor_findings(view)
    except MtlbError:  # no release meets its floor; the headline shows it
        return None


# --- code ------------------------------------------------------------------------------------------------------------


def _codes(view: View, limit: int, jobs: int) -> Iterator[str]:
    """``number base64`` for each function whose code fits, one of each family first."""
    if isinstance(view, LibraryView):
        yield from _library_codes(view.functions, limit, jobs)
    elif isinstance(view, ModuleView) and view.count and limit > 0:
        line = f"0 {_packed(view.code(0))}"
        if len(line) < limit:
            yield line


def _library_codes(functions: list[LibraryFunction], limit: int, jobs: int) -> Iterator[str]:
    misses = 0
    ranked = _by_family(functions) if limit > 0 else []
    numbers = {id(functions[number]): number for number in ranked}
    shared = by_module(functions[number] for number in ranked)  # a module that functions share: once
    for place, code in in_order(_packed_codes, [(numbers[id(function)], function) for function, *_ in shared], jobs):
        line = f"{place} {code}"
        if len(line) < limit:
            limit -= len(line) + 1
            yield line
            continue
        misses += 1
        if misses == _MISSES:  # smaller ones might fit; finding them takes too long
            return


def _packed_codes(functions: Sequence[tuple[int, LibraryFunction]]) -> list[tuple[int, str]]:
    """The number of each function and its disassembly, packed."""
    listings = []
    for number, function in functions:
        try:
            text = read_module(function.module).text()
        except MtlbError as error:
            text = f"; {error}"
        listings.append((number, _packed(text)))
    return listings


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
