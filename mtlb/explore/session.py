"""A session of the explorer: it opens files and answers the requests of the page, in JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..base.arguments import count, flag, instance, text
from ..base.errors import BuildError, MtlbError, UnsupportedError
from ..base.releases import RELEASES
from ..base.versions import Platform, Version
from ..bitcode import Module, read_module
from ..container import LibraryFunction
from ..inspect.calls import call_pairs, called_by
from ..inspect.grep import search_lines
from ..inspect.parts import FilePart
from ..inspect.promises import Promise
from ..inspect.view import LibraryView, ModuleView, View, json_text
from ..inspect.view.form import clipped, indexed
from ..ir.text.printer import instruction_lines
from ..machinery.collection import module_lifetime
from .opened import OpenedFile

if TYPE_CHECKING:
    from ..decompile import Decompiled
    from .saving import SavedFile

# What the first view of a library does not need is imported by the request that needs it: in a browser every module
# takes milliseconds.

BROWSER_LIMIT = 400_000_000
"""The size in bytes of the largest file that a browser can hold in memory; libraries inside of a zip are counted
separately."""

_MAX_BYTES = 65_536  # bytes in an answer to `bytes`
_MAX_LINES = 2_000  # lines in the difference of a function
_MAX_DIFFERENT = 500  # functions that are shown with lines
_MAX_HITS = 1_000  # matches in an answer to `search`
_SHADER_TARGET = "macos14"  # the target for shaders of other APIs
_MAX_LINE = 400  # characters of a matching line
_Told = Callable[[str, int, int], object]


class Explorer:
    """Opened files, and answers about them.
    `open` and `call` take and return JSON: ``{"result": ...}``, or ``{"error": {"kind", "text", "file", "offset"}}``
    for every MtlbError and OSError; `kind` is the class. Any other exception is a bug. `progress` is called with a
    description, the amount done, and the total. `limit`: the largest file that is read as a whole, in bytes."""

    def __init__(self, progress: _Told | None = None, limit: int | None = None) -> None:
        self._progress = progress
        self._limit = limit
        self._files: dict[str, OpenedFile] = {}
        self._number = 0

    # --- what the page calls

    def open(self, name: str, path: str) -> str:
        """Open the file or directory at `path`, with `name` as its name in the session. Returns its contents as
        JSON."""
        return _answer(lambda: self.add(name, path))

    def call(self, method: str, parameters: str) -> tuple[str, bytes | None]:
        """The answer to a request of `METHODS` with its parameters (a JSON object); for `save` also the bytes."""
        data: list[bytes] = []

        def run() -> Any:
            result = self._run(method, parameters)
            if method == "save":
                data.append(bytes(result.data))
                return {"name": result.name, "size": len(result.data)}
            return result

        answer = _answer(run)
        return answer, data[0] if data else None

    def add(self, name: str, path: str) -> dict[str, Any]:
        """The answer of `open`, as an object. Raises the errors of reading, and OSError."""
        self._number += 1
        opened = OpenedFile(self._number, name, path, self._limit)
        self._files[opened.id] = opened
        return opened.described()

    def _run(self, method: str, parameters: str) -> Any:
        if method not in METHODS:
            raise BuildError(f"there is no method {method!r:.60}")
        try:
            values = json.loads(parameters or "{}")
        except (ValueError, RecursionError) as error:
            raise BuildError(f"the parameters are not JSON: {error}") from None
        instance("the parameters", values, dict)
        function, signature = METHODS[method]
        if unknown := set(values) - {*signature, *_OPTIONAL.get(method, ())}:
            raise BuildError(f"{method} has no parameter {', '.join(sorted(unknown))}")
        if missing := [name for name in signature if name not in values]:
            raise BuildError(f"{method} needs {', '.join(missing)}")
        return function(self, **values)

    # --- files

    def _view(self, file: str) -> View:
        """The view of a file or part. BuildError for one that is not open."""
        text("file", file)
        name, dot, number = file.partition(".")
        opened = self._files.get(name)
        if opened is None or not dot or not number.isascii() or not number.isdigit() or len(number) > 9:
            raise BuildError(f"there is no open file {file!r:.60}")
        return opened.view(int(number))

    def _compared(self, file: str, index: int) -> LibraryFunction:
        """A library function, or a module's entry point, as an input of a comparison."""
        view = self._view(file)
        if not isinstance(view, (LibraryView, ModuleView)):
            raise UnsupportedError("not a library: only libraries can be compared", file=view.name)
        from ..inspect.diff import library_of

        library = view.library if isinstance(view, LibraryView) else library_of(FilePart(view.name, view.data))
        if index >= len(library.functions):
            raise BuildError(f"there is no function {index}: there are {len(library.functions)}", file=view.name)
        return library.functions[index]

    def _opened(self) -> Any:
        return [opened.described() for opened in self._files.values()]

    def _close(self, file: str) -> None:
        text("file", file)
        if self._files.pop(file.partition(".")[0], None) is None:
            raise BuildError(f"there is no open file {file!r:.60}")

    def _tell(self, what: str) -> Callable[[int, int], None]:
        """A progress function for work with the description `what`."""

        def report(done: int, total: int) -> None:
            if self._progress is not None:
                self._progress(what, done, total)

        return report

    # --- what is in a file

    def _document(self, file: str) -> Any:
        return self._view(file).document()

    def _columns(self, file: str, start: int = 0, count: int | None = None) -> Any:
        return self._view(file).columns(*_range(start, count))

    def _function(self, file: str, index: int) -> Any:
        return self._view(file).detail(count("index", index))

    def _code(self, file: str, index: int) -> Any:
        return {"text": self._view(file).code(count("index", index))}

    def _source(self, file: str, index: int, style: str = "readable") -> Any:
        from ..decompile import STYLES, decompile_module

        if style not in STYLES:
            raise BuildError(f"style is one of {', '.join(STYLES)}, not {style!r:.60}")
        view = self._view(file)
        place = count("index", index)
        with module_lifetime() as lifetime:
            is_listed = isinstance(view, (LibraryView, ModuleView))  # `code` is the assembly of this module
            module = lifetime.own(read_module(view.module(place)) if is_listed else _as_metal(view))
            name = view.names[place] if is_listed else ""
            texts = decompile_module(module, style=style)
            places = instruction_lines(module) if is_listed else []
        chosen = [source for source in texts if source.name == name] or texts
        shown = {
            "text": "\n".join(source.text for source in chosen),
            "problems": list(dict.fromkeys(problem for source in chosen for problem in source.problems)),
        }
        return {**shown, "lines": _source_lines(chosen, places)} if is_listed else shown

    def _calls(self, file: str, index: int) -> Any:
        view = self._view(file)
        module = read_module(view.module(count("index", index)))
        return {"pairs": [list(pair) for pair in call_pairs(module)]}

    def _uses(self, file: str, start: int = 0, count: int | None = None) -> Any:
        view = self._view(file)
        first, end = clipped(view.count, *_range(start, count))
        names: list[str] = []
        for place in range(first, end):
            try:
                with module_lifetime() as lifetime:
                    module = lifetime.own(read_module(view.module(place)))
                    names.append("\n".join(called_by(module, view.names[place])))
            except MtlbError:  # `verify` reports why it is unreadable
                names.append("")
        return {"calls": indexed(names), **_piece(end, view.count)}

    def _search(self, file: str, text: str, regex: bool = False, start: int = 0, count: int | None = None) -> Any:
        view = self._view(file)
        pattern = _pattern(text, flag("regex", regex))
        first, end = clipped(view.count or 1, *_range(start, count))
        hits: list[dict[str, Any]] = []
        if first == 0:
            hits += _in_sources(view, pattern)
        for place in range(first, end):
            if len(hits) >= _MAX_HITS:
                end = place
                break
            try:
                lines = view.code(place).split("\n")
            except MtlbError:
                continue
            name = view.names[place] if place < view.count else ""
            hits += [
                {"index": place, "line": match.line, "text": match.text[:_MAX_LINE]}
                for match in search_lines(pattern, 0, name, lines)
            ]
        left_out = max(0, len(hits) - 2 * _MAX_HITS)
        return {"hits": hits[: 2 * _MAX_HITS], "left_out": left_out, **_piece(end, view.count or 1)}

    def _bytes(self, file: str, offset: int, size: int) -> Any:
        view = self._view(file)
        start = min(count("offset", offset), len(view.data))
        return {"offset": start, "hex": view.data[start : start + min(count("size", size), _MAX_BYTES)].hex()}

    def _sources(self, file: str) -> Any:
        return self._view(file).sources()

    # --- what is wrong with it

    def _verify(self, file: str, modules: bool = False, start: int = 0, count: int | None = None) -> Any:
        from ..inspect.view import verify_findings

        first, limit = _range(start, count)
        tell = self._tell("verifying")
        return verify_findings(
            self._view(file), modules=flag("modules", modules), start=first, limit=limit, progress=tell
        )

    def _lint(self, file: str, start: int = 0, count: int | None = None) -> Any:
        from ..inspect.view import lint_findings

        first, limit = _range(start, count)
        return lint_findings(self._view(file), start=first, limit=limit)

    def _doctor(self, file: str, os: str | None = None, modules: bool = False) -> Any:
        from ..inspect.view import doctor_findings

        promise = None if os is None else Promise.parse(text("os", os))
        return doctor_findings(
            self._view(file),
            platform=None if promise is None else promise.platform,
            os=None if promise is None else promise.os,
            modules=flag("modules", modules),
            progress=self._tell("examining"),
        )

    # --- differences

    def _diff(self, old: str, new: str, modules: bool = True) -> Any:
        from ..inspect.diff import Status, diff_json, diff_parts

        before, after = self._view(old), self._view(new)
        parts = [FilePart(view.name, view.data) for view in (before, after)]
        difference = diff_parts(*parts, lines=flag("modules", modules))
        document = diff_json(before.name, after.name, difference)
        document["counts"] = {status.value: len(difference.having(status)) for status in Status}
        left_out = 0
        for place, function in enumerate(document["functions"]):
            keep = _MAX_LINES if place < _MAX_DIFFERENT else 0
            left_out += max(0, len(function["lines"]) - keep)
            function["lines"] = function["lines"][:keep]
        document["lines_left_out"] = left_out
        return document

    def _diff_function(self, old: str, new: str, old_index: int, new_index: int) -> Any:
        from ..inspect.diff import diff_function

        before = self._compared(old, count("old_index", old_index))
        difference = diff_function(before, self._compared(new, count("new_index", new_index)))
        return {"changes": [change._asdict() for change in difference.changes], "lines": list(difference.lines)}

    # --- files made of it

    def _save(self, file: str, kind: str, params: dict[str, Any] | None = None) -> SavedFile:
        from .saving import KINDS, saved

        options = {} if params is None else instance("params", params, dict)
        if kind not in KINDS:
            raise BuildError(f"there is nothing to save of kind {kind!r:.60}")
        return saved(self._view(file), kind, options, self._tell("saving"))

    def _targets(self) -> Any:
        """Platforms with their releases, oldest first, for the menus of retarget and doctor."""
        return {
            "platforms": [
                {"name": platform.label, "label": platform.display, "versions": versions}
                for platform in Platform
                if (versions := _versions(platform))
            ],
            "doctor": [f"{platform.label}:{version}" for platform in Platform for version in _versions(platform)],
        }


def _versions(platform: Platform) -> list[str]:
    """The first OS version of each year for the platform, from the oldest buildable version on."""
    versions = [max(release.oldest[platform.device], platform.oldest_target) for release in RELEASES
             if platform.device in release.oldest]  # fmt: skip
    return [str(version) for version in sorted(set[Version](versions))]


def _range(start: int, number: int | None) -> tuple[int, int | None]:
    return count("start", start), None if number is None else count("count", number)


def _piece(done: int, total: int) -> dict[str, Any]:
    """The progress of work in pieces; `next` is the start of the next piece."""
    return {"done": done, "total": total, "next": None if done >= total else done}


def _pattern(searched: str, is_regex: bool) -> re.Pattern[str]:
    """The search pattern, ignoring case. Raises BuildError for an invalid expression."""
    try:
        return re.compile(text("text", searched) if is_regex else re.escape(text("text", searched)), re.IGNORECASE)
    except (re.error, RecursionError, OverflowError) as error:
        raise BuildError(f"not a regular expression: {error}") from None


def _as_metal(view: View) -> Module:
    """The module translated from a Direct3D or SPIR-V shader."""
    from ..direct3d import translate_container
    from ..inspect.view import SpirvView
    from ..translate import translate

    translator = translate if isinstance(view, SpirvView) else translate_container
    return read_module(translator(view.data, _SHADER_TARGET).module.air_bytes())


def _source_lines(sources: list[Decompiled], places: list[int]) -> list[list[int] | None]:
    """For each source line, with an empty line between two, the assembly lines generated from it."""
    lines: list[list[int] | None] = []
    for source in sources:
        lines += [
            *([None] if lines else []),
            *([places[n] for n in origins] or None for origins in source.line_origins()),
        ]
    return lines


def _in_sources(view: View, pattern: re.Pattern[str]) -> list[dict[str, Any]]:
    """The matching lines in embedded sources: archive, file, line."""
    return [
        {"archive": number, "source": place, "line": match.line, "text": match.text[:_MAX_LINE]}
        for number, archive in enumerate(view.sources()["archives"])
        for place, held in enumerate(archive["files"])
        for match in search_lines(pattern, 0, held["name"], (held["text"] or "").split("\n"))
    ]


def _answer(run: Callable[[], Any]) -> str:
    try:
        return json_text({"result": run()})
    except (MtlbError, OSError) as error:
        return json_text({"error": error_form(error)})


def error_form(error: MtlbError | OSError) -> dict[str, Any]:
    """The JSON form of an error for the page: its class, its text, the file and the offset in it."""
    if isinstance(error, MtlbError):
        return {"kind": type(error).__name__, "text": str(error), "file": error.file, "offset": error.offset}
    text = f"{error.filename}: {error.strerror}" if error.filename else str(error)
    return {"kind": "OSError", "text": text, "file": error.filename, "offset": None}


METHODS: dict[str, tuple[Callable[..., Any], tuple[str, ...]]] = {
    "opened": (Explorer._opened, ()),
    "close": (Explorer._close, ("file",)),
    "library": (Explorer._document, ("file",)),
    "columns": (Explorer._columns, ("file",)),
    "function": (Explorer._function, ("file", "index")),
    "code": (Explorer._code, ("file", "index")),
    "source": (Explorer._source, ("file", "index")),
    "calls": (Explorer._calls, ("file", "index")),
    "uses": (Explorer._uses, ("file",)),
    "search": (Explorer._search, ("file", "text")),
    "bytes": (Explorer._bytes, ("file", "offset", "size")),
    "sources": (Explorer._sources, ("file",)),
    "verify": (Explorer._verify, ("file",)),
    "lint": (Explorer._lint, ("file",)),
    "doctor": (Explorer._doctor, ("file",)),
    "diff": (Explorer._diff, ("old", "new")),
    "diff_function": (Explorer._diff_function, ("old", "new", "old_index", "new_index")),
    "save": (Explorer._save, ("file", "kind")),
    "targets": (Explorer._targets, ()),
}
"""The requests: the function that answers each, and its required parameters."""
_OPTIONAL = {
    "columns": ("start", "count"),
    "source": ("style",),
    "uses": ("start", "count"),
    "search": ("regex", "start", "count"),
    "verify": ("modules", "start", "count"),
    "lint": ("start", "count"),
    "doctor": ("os", "modules"),
    "diff": ("modules",),
    "save": ("params",),
}
