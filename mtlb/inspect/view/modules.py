"""A single module as documents: its entry points are the functions; without any, those that it defines."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from ...air import reflection_json
from ...air.describe import Description, describe_all
from ...air.facts import recorded_sources
from ...base.digest import sha256
from ...base.errors import BuildError, MtlbError
from ...base.filekind import sniff
from ...bitcode import Module, read_module
from ...bitstream.wrapper import bitcode_offset, unwrap
from ..facts import module_json, module_rows
from ..families import family_of
from ..floors import Floors, FunctionFloor
from ..parts import FilePart
from .arguments import entry_lines
from .form import View, base_document, capitalised, clipped, columns_form, floor_form, indexed, joined, row_floor
from .source_texts import OpenedArchive, recorded_file, sources_form

_NOT_AN_ENTRY = "function"


class ModuleView(View):
    """AIR bitcode, with or without its wrapper."""

    kind = "air"

    def read(self) -> None:
        """Read the module without the bodies of its functions."""
        self._module: Module = read_module(self.data, bodies=False)
        try:
            self.described: list[Description] = describe_all(self._module)
        except MtlbError as error:
            self.described, self.problem = [], str(error)
        else:
            self.problem = ""
        defined = [function for function in self._module.functions if not function.is_declaration]
        self.names = [entry.name for entry in self.described] or [function.name for function in defined]

    @cached_property
    def _floors(self) -> tuple[dict[str, Any] | None, list[FunctionFloor | None]]:
        """The floor of the module and those of its functions; None if its target is not known."""
        try:
            floors = Floors.of_module(self.data)
            rows: list[FunctionFloor | None] = list(floors)
            if len(rows) != self.count:  # a module without entry points has one floor for all that it defines
                rows = rows[:1] * self.count
            return floor_form(floors.whole, self.names, modules=True), rows
        except MtlbError:
            return None, [None] * self.count

    def document(self) -> dict[str, Any]:
        """Facts, the parts of the file and the entry points."""
        headline, rows = self._floors
        facts = module_json(FilePart(self.name, self.data))
        shown = [(key, value) for key, value in module_rows(facts, sniff(self.data).words) if key not in ("", "needs")]
        if self.problem:
            shown.append(("problem", self.problem))
        types = [entry.type.label for entry in self.described] or [_NOT_AN_ENTRY] * self.count
        return {
            **base_document(self),
            "floor": headline,
            "facts": capitalised(shown),
            "sections": self._sections(),
            "functions": {
                "name": self.names,
                "family": indexed(map(family_of, self.names)),
                "type": indexed(types),
                "air": indexed([facts["air_version"] or ""] * self.count),
                "msl": indexed([facts["msl_version"] or ""] * self.count),
                "floor": indexed(row_floor(row)["os"] for row in rows),
                "offset": [0] * self.count,
                "size": [len(self.data)] * self.count,
                "reflection": [0] * self.count,
                "hash": joined([sha256(self.data)] * self.count),
            },
            "columns": self.columns(),
            "duplicates": [],
            "sources": len(self.recorded),
            "listing": [],
        }

    def _sections(self) -> list[list[Any]]:
        """The wrapper, the bitcode and what is behind it."""
        start, size = bitcode_offset(self.data), len(unwrap(self.data))
        parts = [
            ("WRAPPER", 0, start),
            ("BITCODE", start, size),
            ("PADDING", start + size, len(self.data) - start - size),
        ]
        return [list(part) for part in parts if part[2] > 0]

    def columns(self, start: int = 0, limit: int | None = None) -> dict[str, Any]:
        """Floors and arguments."""
        start, end = clipped(self.count, start, limit)
        headline, floors = self._floors
        arguments = [entry_lines(entry.entry) for entry in self.described] or [""] * self.count
        rows = list(zip(floors, arguments, strict=True))[start:end]
        return columns_form(rows, start, self.count, headline if end == self.count else None)

    def module(self, index: int) -> bytes | memoryview:
        """The whole file."""
        self._check(index)
        return self.data

    def _check(self, index: int) -> None:
        if not 0 <= index < self.count:
            raise BuildError(f"there is no function {index}: the module has {self.count}")

    def detail(self, index: int) -> dict[str, Any]:
        """All that is known of an entry point; of any other function its name."""
        self._check(index)
        detail: dict[str, Any] = {"name": self.names[index], "type": _NOT_AN_ENTRY, "problem": self.problem or None}
        if self.described:
            detail.update(reflection_json(self.described[index]))
        return {
            **detail,
            "index": index,
            "floor": row_floor(self._floors[1][index]),
            "tags": [],
            "module": {"offset": 0, "size": len(self.data)},
            "sources": [0, None] if self.recorded else None,
        }

    def code(self, index: int) -> str:
        """The assembly of the module."""
        self._check(index)
        return read_module(self.data).text()

    @cached_property
    def recorded(self) -> list[tuple[str, str]]:
        """The sources that the compiler recorded in the module: path and text."""
        try:
            return list(recorded_sources(self._module))
        except MtlbError:
            return []

    @cached_property
    def archives(self) -> list[OpenedArchive]:
        """The recorded sources as one archive; none if there are none."""
        files = [recorded_file(path, text) for path, text in self.recorded]
        return [OpenedArchive(self.name, files)] if files else []

    def sources(self) -> dict[str, Any]:
        """The recorded sources."""
        return sources_form(self.archives)
