"""The form of the documents: columns, numbers, text that is valid everywhere; and the view that all kinds share."""

from __future__ import annotations

import base64
import json
import os.path
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any

from ..._version import __version__
from ...base.digest import sha256
from ...base.errors import BuildError
from ..facts import floor_json, reason_json, reason_text
from ..floors import Floor, FunctionFloor
from ..templates import valid_text

FORM = 1
"""Counts incompatible changes of the documents."""


def json_text(value: object) -> str:
    """`value` as JSON of valid Unicode: bytes of names that are not UTF-8 are escapes (``\\xff``).

    Raises ValueError for a number that JSON doesn't have.
    """
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(_valid(value), separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text


def _valid(value: object) -> object:
    if isinstance(value, str):
        return valid_text(value)
    if isinstance(value, dict):
        return {_valid(key): _valid(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_valid(inner) for inner in value]
    return value


def indexed(values: Iterable[str]) -> dict[str, Any]:
    """A column with few different values: the values, and for each row the number of its value."""
    rows = list(values)
    numbers = {value: number for number, value in enumerate(dict.fromkeys(rows))}
    return {"values": list(numbers), "rows": [numbers[value] for value in rows]}


def joined(pieces: Iterable[bytes]) -> str:
    """Pieces of one size, in base64."""
    return base64.b64encode(b"".join(pieces)).decode("ascii")


def clipped(count: int, start: int, limit: int | None) -> tuple[int, int]:
    """The range from `start` with at most `limit` items, of `count`. BuildError for a start outside of it."""
    if not 0 <= start <= count:
        raise BuildError(f"there is no item {start}: there are {count}")
    return start, count if limit is None else min(count, start + max(limit, 1))


def capitalised(rows: Iterable[tuple[str, str]]) -> list[list[str]]:
    """Rows of `info` as the page has them: names of facts begin with a capital."""
    return [[key[:1].upper() + key[1:], value] for key, value in rows]


# --- floors ----------------------------------------------------------------------------------------------------------


def floor_form(needs: Floor, names: list[str], *, modules: bool) -> dict[str, Any]:
    """A floor; `names` are those of the functions. `modules`: whether the modules were looked at."""
    places = {name: place for place, name in reversed(list(enumerate(names)))}
    reasons = [
        reason_json(
            reason,
            "kind value os text function count binding",
            text=reason.text,
            function=None if reason.function is None else places.get(reason.function),
            binding=reason.os == needs.os,
        )
        for reason in needs.reasons
    ]
    return floor_json(
        needs,
        "platform os text because reasons problems modules",
        text=None if needs.os is None else f"{needs.platform.display} {needs.os}",
        because=[reason_text(reason, len(names)) for reason in needs.binding],
        reasons=reasons,
        modules=modules,
    )


def row_floor(needs: FunctionFloor | None) -> dict[str, Any]:
    """The floor of one function and its reasons, as texts."""
    if needs is None:
        return {"os": "?", "because": []}
    return {"os": "?" if needs.os is None else str(needs.os), "because": [reason.text for reason in needs.binding]}


# --- views -----------------------------------------------------------------------------------------------------------


class View(ABC):
    """One library, module or other shader: `data`: its bytes; `name`: its name on the page."""

    kind: str
    names: list[str]
    """The names of its functions."""

    def __init__(self, data: memoryview, name: str) -> None:
        self.data = data
        self.name = name
        self.names = []
        self.read()

    @abstractmethod
    def read(self) -> None:
        """Read what `document` needs. Raises what reading raises."""

    @abstractmethod
    def document(self) -> dict[str, Any]:
        """The facts that are shown first: facts, sections, a table of functions. No module of a library is read."""

    @property
    def count(self) -> int:
        """The number of functions; 0 for a file without functions."""
        return len(self.names)

    def columns(self, start: int = 0, limit: int | None = None) -> dict[str, Any]:
        """The columns that need the modules, of at most `limit` functions from `start` on."""
        return columns_form([], start, 0, None)

    def detail(self, index: int) -> dict[str, Any]:
        """All facts about the function at `index`. BuildError if there is none."""
        raise BuildError(f"there is no function {index}: {self.name} has none")

    def code(self, index: int) -> str:
        """The assembly of the function's module, or the listing of this kind of file. BuildError if there is none."""
        raise BuildError(f"there is no function {index}: {self.name} has none")

    def sources(self) -> dict[str, Any]:
        """The embedded sources with their text."""
        return {"command_line": None, "directory": None, "archives": [], "problem": None}

    def module(self, index: int) -> bytes | memoryview:
        """The module of the function at `index`, as it is stored. BuildError if there is none."""
        raise BuildError(f"there is no function {index}: {self.name} has none")

    def places(self) -> dict[str, int]:
        """The functions' names, each with the index of the first that has it."""
        return {name: place for place, name in reversed(list(enumerate(self.names)))}


def columns_form(
    rows: list[tuple[FunctionFloor | None, str]], start: int, count: int, headline: dict[str, Any] | None
) -> dict[str, Any]:
    """A piece of the slow columns: of each row its floor and its arguments. `headline` comes with the last piece."""
    floors = [row_floor(needs) for needs, _ in rows]
    done = start + len(rows)
    return {
        "start": start,
        "next": None if done >= count else done,
        "floor": indexed(row["os"] for row in floors),
        "because": indexed(", ".join(row["because"]) for row in floors),
        "arguments": indexed(arguments for _, arguments in rows),
        "headline": headline,
    }


def base_document(view: View) -> dict[str, Any]:
    """The common first keys of all documents."""
    return {
        "form": FORM,
        "tool": f"mtlb {__version__}",
        "kind": view.kind,
        "name": os.path.basename(view.name),
        "size": len(view.data),
        "sha256": sha256(view.data).hex(),
    }
