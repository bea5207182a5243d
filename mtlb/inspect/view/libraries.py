"""A library as documents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from ...air import reflection_json
from ...air.describe import Describer
from ...base.errors import BuildError, MtlbError
from ...base.metal import DataType
from ...bitcode import read_module
from ...container import Library, LibraryFunction, read
from ...container.function_list import FUNCTION_TAGS
from ...container.module_cache import ModuleCache, is_private
from ..facts import library_rows
from ..families import family_of
from ..floors import Floors, FunctionFloor, ModuleProbe
from ..size import byte_map, duplicates
from .arguments import ArgumentLines, argument_lines
from .form import View, base_document, capitalised, clipped, columns_form, floor_form, indexed, joined, row_floor
from .source_texts import OpenedArchive, open_archives, sources_form


class LibraryView(View):
    """A metallib. `library` is the model; nobody changes it."""

    kind = "metallib"

    def read(self) -> None:
        """Read the header and the function list."""
        self.library: Library = read(self.data)
        self.functions: list[LibraryFunction] = self.library.functions
        self.names = [function.name for function in self.functions]
        self._last: tuple[int, Describer] | None = None
        self._rows: list[tuple[FunctionFloor | None, str]] = []  # of the slow columns computed so far

    @cached_property
    def quick_floors(self) -> Floors:
        """The floors as far as header and function list tell them."""
        return Floors.of(self.library, modules=False)

    @cached_property
    def quick_rows(self) -> list[FunctionFloor]:
        """The floor of each function, as far as header and function list tell it."""
        return list(self.quick_floors)

    def document(self) -> dict[str, Any]:
        """Facts, sections and the table of functions; no module is read."""
        functions, library = self.functions, self.library
        hashes = ModuleCache([f for f in functions if not f.stored_hash], LibraryFunction.computed_hash)
        floors = [row_floor(row)["os"] for row in self.quick_rows]
        return {
            **base_document(self),
            "floor": floor_form(self.quick_floors.whole, self.names, modules=False),
            "facts": capitalised(library_rows(library, self.name, ",")),
            "sections": [list(part) for part in byte_map(self.data)],
            "functions": {
                "name": self.names,
                "family": indexed(family_of(name) for name in self.names),
                "type": indexed(f.type.label for f in functions),
                "air": indexed(str(f.air_version or "") for f in functions),
                "msl": indexed(str(f.language_version or "") for f in functions),
                "floor": indexed(floors),
                "offset": [f.module_offset for f in functions],
                "size": [len(f.module) for f in functions],
                "reflection": [0 if f.reflection is None else len(f.reflection.buffer) for f in functions],
                "hash": joined(f.stored_hash or hashes(f) for f in functions),
            },
            "columns": None,
            "duplicates": [
                {
                    "hash": duplicate.hash,
                    "size": len(functions[duplicate.places[0]].module),
                    "stored": len(duplicate.places),
                    "wasted": duplicate.wasted,
                    "functions": list(duplicate.places),
                }
                for duplicate in duplicates(library)
            ],
            "sources": 0 if library.sources is None else len(library.sources.archives),
            "listing": [],
        }

    # --- slow columns

    def columns(self, start: int = 0, limit: int | None = None) -> dict[str, Any]:
        """Floors with what the modules need, and arguments. What was found is kept."""
        start, end = clipped(self.count, start, limit)
        while len(self._rows) < end:
            self._add_row(self._arguments.of(self.functions[len(self._rows)]))
        last = len(self._rows) == self.count == end
        headline = floor_form(self._floors.whole, self.names, modules=True) if last else None
        return columns_form(self._rows[start:end], start, self.count, headline)

    def add(self, facts: FunctionRead) -> None:
        """The row of the slow columns of the next function, whose module was read for its details."""
        self._probe.expect(self.functions[len(self._rows)], facts.is_opaque)
        self._add_row(facts.arguments)

    def _add_row(self, arguments: str) -> None:
        self._rows.append((next(iter(self._floors)), arguments))

    @cached_property
    def _floors(self) -> Floors:
        return Floors.of(self.library, probe=self._probe)

    @cached_property
    def _probe(self) -> _Probe:
        return _Probe(self.functions)

    @cached_property
    def _arguments(self) -> ArgumentLines:
        return ArgumentLines(self.functions)

    # --- functions

    def function(self, index: int) -> LibraryFunction:
        """The function at `index`. BuildError if there is none."""
        if not 0 <= index < len(self.functions):
            raise BuildError(f"there is no function {index}: the library has {len(self.functions)}")
        return self.functions[index]

    def module(self, index: int) -> bytes | memoryview:
        """The module of a function, as it is stored."""
        return self.function(index).module

    def _describer(self, function: LibraryFunction) -> Describer:
        """That of a function's module; the last one is kept, for the next function that shares it."""
        key = id(function.module)
        if self._last is None or self._last[0] != key:
            self._last = key, _describer(function)
        return self._last[1]

    @property
    def is_private(self) -> bool:
        """Whether no two functions share a module."""
        return is_private(self.functions)

    def detail(self, index: int, interface: dict[str, Any] | None = None) -> dict[str, Any]:
        """All that is known of a function: its interface, floor, tags and source; `problem` if its module is bad.

        `interface`: that of `facts_of`, if available.
        """
        function = self.function(index)
        if interface is None:
            interface = _interface(function, self._describer)
        row = self._rows[index][0] if index < len(self._rows) else None
        return {
            **interface,
            "index": index,
            "floor": row_floor(row or self.quick_rows[index]),
            "tags": _tags(function),
            "module": {"offset": function.module_offset, "size": len(function.module)},
            "sources": self._source_place(function),
        }

    def code(self, index: int) -> str:
        """The assembly of a function's module. Raises what reading the module raises."""
        return read_module(self.function(index).module).text()

    # --- sources

    @cached_property
    def archives(self) -> list[OpenedArchive]:
        """The archives of the embedded sources."""
        return [] if self.library.sources is None else open_archives(self.library.sources)

    def sources(self) -> dict[str, Any]:
        """The embedded sources: the link's command line, archives, files and their texts."""
        sources = self.library.sources
        if sources is None:
            return super().sources()
        return sources_form(self.archives, sources.command_line, sources.working_directory)

    def _source_place(self, function: LibraryFunction) -> list[int | None] | None:
        """The function's archive, and the file in it that its debug location names; None without an archive."""
        try:
            source, location = function.source, function.private_metadata.debug_location
        except MtlbError:  # the tags say so
            return None
        archives = [] if self.library.sources is None else self.library.sources.archives
        number = next((n for n, archive in enumerate(archives) if archive is source), None)
        if number is None:
            return None
        paths = [path for path, _ in self.archives[number].files]
        return [number, paths.index(location.path) if location is not None and location.path in paths else None]


class _Probe(ModuleProbe):
    """Facts of modules, some of which were read for other columns."""

    def __init__(self, functions: Sequence[LibraryFunction]) -> None:
        super().__init__(functions)
        self._opaque_pointers: dict[int, bool] = {}

    def expect(self, function: LibraryFunction, is_opaque: bool | None) -> None:
        """The next question is about this function; None if its module can't be read."""
        self._opaque_pointers = {} if is_opaque is None else {id(function): is_opaque}

    def is_opaque(self, function: LibraryFunction) -> bool:
        """That of the module that was read."""
        is_opaque = self._opaque_pointers.get(id(function))
        return super().is_opaque(function) if is_opaque is None else is_opaque


class FunctionRead(NamedTuple):
    """What a module says about a function: its interface, for `LibraryView.detail`, the lines of its arguments, and
    whether the module's pointers are opaque; None if the module can't be read."""

    interface: dict[str, Any]
    arguments: str
    is_opaque: bool | None


def facts_of(functions: Sequence[LibraryFunction]) -> list[FunctionRead]:
    """The facts of each function, or `problem` in its interface; a shared module is read once."""
    describers = ModuleCache(functions, _describer)
    return [_facts(function, describers) for function in functions]


def _facts(function: LibraryFunction, describers: ModuleCache[LibraryFunction, Describer]) -> FunctionRead:
    result: Describer | MtlbError
    try:
        result = describers(function)
    except MtlbError as error:
        result = error

    def describer(_: LibraryFunction) -> Describer:
        if isinstance(result, MtlbError):
            raise result.with_traceback(None)
        return result

    arguments = argument_lines(function, lambda item: describer(item).by_name)
    is_opaque = None if isinstance(result, MtlbError) else result.module.has_opaque_pointers
    return FunctionRead(_interface(function, describer), arguments, is_opaque)


def _describer(function: LibraryFunction) -> Describer:
    return Describer(read_module(function.module, bodies=False))


def _interface(function: LibraryFunction, describer: Callable[[LibraryFunction], Describer]) -> dict[str, Any]:
    detail: dict[str, Any] = {"name": function.name, "type": function.type.label, "problem": None}
    try:
        detail.update(reflection_json(describer(function).function(function.name, function.type)))
    except MtlbError as error:
        detail["problem"] = str(error)
    return detail


def _tags(function: LibraryFunction) -> list[list[str]]:
    """The facts of function list and metadata that are neither in the columns nor in the interface."""
    try:
        return [list(row) for row in _tag_rows(function)]
    except MtlbError as error:
        return [["problem", str(error)]]


def _tag_rows(function: LibraryFunction) -> list[tuple[str, str]]:
    public, private = function.public_metadata, function.private_metadata
    location = private.debug_location
    rows = [("tags", " ".join(function.tag_order))]
    for tag in FUNCTION_TAGS.values():
        for name, field in tag.fields.items():
            if field.name and field.text is not None and (value := getattr(function, name)) is not None:
                rows.append((field.name, field.text(value)))
    if public.return_type is not None:
        rows.append(("return type", DataType(public.return_type).label))
    if public.arguments is not None:
        rows.append(("arguments", ", ".join(f"{DataType(a.type).label} {a.name}".strip() for a in public.arguments)))
    if location is not None:
        rows.append(("debug location", f"{location.path}:{location.line}"))
    rows += [("depends on", path) for path in private.dependency_files]
    if function.source is not None:
        rows.append(("source archive", function.source.id))
    rows += [(f"unknown tag {name!a}", payload.hex()) for name, payload in function.unknown_tags]
    return rows
