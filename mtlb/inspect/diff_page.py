"""The difference of two libraries as one self-contained HTML page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from .._version import __version__
from ..base.errors import MtlbError
from ..container import read
from .diff import Change, FunctionDiff, LibraryDiff, Status, diff_libraries
from .templates import filled, page_file, valid_text

_MAX_FUNCTIONS = 500  # with details
_MAX_LINES = 2000  # of one function


def difference_page(
    old: bytes | memoryview, new: bytes | memoryview, title: str, *, names: tuple[str, str] = ("old", "new")
) -> str:
    """A page about the differences between two libraries, in parts, metadata and code. Errors are shown in the page."""
    sizes = [f"{_html(name)}, {len(data):,} bytes" for name, data in zip(names, (old, new), strict=True)]
    try:
        diff = diff_libraries(read(old), read(new), ir=True)
    except MtlbError as error:
        problem = f"<p>One of them can't be read: {_html(str(error))}</p>"
        summary, parts, functions = "", problem, problem
    else:
        summary = ", ".join(f"{len(diff.having(status)):,} {status.value}" for status in Status)
        parts = _changes(diff.parts) if diff.parts else "<p>All are equal.</p>"
        functions = "\n".join(_functions(diff)) or "<p>All are equal.</p>"
    return filled(
        "diff.html",
        {
            "title": _html(title),
            "name": _html(title),
            "style": page_file("page.css"),
            "old": sizes[0],
            "new": sizes[1],
            "summary": summary,
            "parts": parts,
            "functions": functions,
            "tool": f"mtlb {__version__}",
        },
    )


def _html(text: str) -> str:
    return escape(valid_text(text))


def _functions(diff: LibraryDiff) -> Iterator[str]:
    shown = [function for function in diff.functions if function.status is not Status.SAME]
    for function in shown[:_MAX_FUNCTIONS]:
        yield _function(function)
    if len(shown) > _MAX_FUNCTIONS:
        yield f"<p>and {len(shown) - _MAX_FUNCTIONS:,} more that differ</p>"


def _function(function: FunctionDiff) -> str:
    status = function.status.value
    if function.status is Status.MOVED:
        status += f" from position {function.old} to {function.new}"
    head = f'<summary>{_html(function.name)} <span class="status">{status}</span></summary>'
    body = _changes(function.changes) if function.changes else ""
    if function.lines:
        body += f"<pre>{''.join(_lines(function.lines[:_MAX_LINES]))}</pre>"
    if len(function.lines) > _MAX_LINES:
        body += f"<p>and {len(function.lines) - _MAX_LINES:,} more lines</p>"
    return f"<details{' open' if body else ''}>{head}{body}</details>"


def _changes(changes: Iterable[Change]) -> str:
    rows = (
        f'<tr><td class="part">{_html(change.part)}</td><td>{_value(change.old)}</td><td>{_value(change.new)}</td></tr>'
        for change in changes
    )
    return f"<table><thead><tr><th>Part</th><th>Old</th><th>New</th></tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _value(value: str | None) -> str:
    return '<span class="place">none</span>' if value is None else _html(value)


def _lines(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        text = _html(line)
        if line.startswith(("---", "+++", "@@")):
            yield f'<span class="place">{text}</span>\n'
        elif line.startswith("-"):
            yield f"<del>{text}</del>"
        elif line.startswith("+"):
            yield f"<ins>{text}</ins>"
        else:
            yield f"{text}\n"
