"""The summary of a job in Markdown, for check.sh: `python3 summary.py FOLDER`.

The folder has check.json and, if modules were linted, lint.json, as `--json` prints them, and errors, what `mtlb check`
said about inputs that it could not read.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

MOST_ROWS = 500
"""Rows in a table: GitHub takes no summary of more than 1 MiB."""

WORDS = ("error", "warning", "note")


def cell(text: str) -> str:
    """Text in a cell of a table: nothing in a file name or message makes Markdown or HTML of its own."""
    return "".join(f"&#{ord(c)};" if c in "&<>|`*_[]\\~\r\n" else c for c in text)


def read(path: Path) -> dict[str, Any]:
    """A document of mtlb; an empty one if the command failed before it printed one."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    return dict(json.loads(text)) if text.strip() else {}


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """A table, with a line that says how many rows were left out."""
    shown = [head, ("---",) * len(head), *(tuple(map(cell, row)) for row in rows[:MOST_ROWS])]
    text = "".join(f"| {' | '.join(row)} |\n" for row in shown)
    left = len(rows) - MOST_ROWS
    return text + (f"\n… and {left} more\n" if left > 0 else "")


def checked(library: dict[str, Any]) -> tuple[str, ...]:
    """The row of a library: its name, the OS that it needs, whether that is as promised, and what is wrong."""
    floor = library.get("floor") or {}
    needs = f"{floor.get('platform') or '?'} {floor.get('os') or '?'}" if floor else "?"
    reasons = [failure["text"] for failure in library.get("failures", ())]
    place = f"@{library['offset']:#x}" if library.get("offset") else ""
    return f"{library['file']}{place}", needs, "yes" if library["ok"] else "no", "; ".join(reasons[:3])


def linted(file: dict[str, Any]) -> tuple[str, ...]:
    """The row of a file: its name, and how many findings of each severity it has."""
    severities = [finding["severity"] for finding in file["findings"]]
    return file["file"], *(str(severities.count(word)) for word in WORDS)


def summary(folder: Path) -> str:
    """The whole text."""
    text = "## Metal libraries\n\n"
    libraries = read(folder / "check.json").get("libraries", [])
    text += table(("library", "needs", "as promised", "why not"), [checked(one) for one in libraries])
    errors = (folder / "errors").read_text(encoding="utf-8").splitlines() if (folder / "errors").exists() else []
    text += "".join(f"\n- {cell(line)}" for line in errors[:MOST_ROWS]) + "\n"
    if (folder / "lint.json").exists():
        files = read(folder / "lint.json").get("files", [])
        text += "\n### Lint\n\n" + table(("file", *(f"{word}s" for word in WORDS)), [linted(one) for one in files])
    return text


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
    sys.stdout.write(summary(Path(sys.argv[1])))
