"""The arguments of a function in a line each, to search and to count: from the reflection, else from the module."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ...air.entry_points import EntryArgument, EntryPoint, read_entry_points
from ...air.reflection import buffer as airr
from ...base.errors import MtlbError
from ...base.metal import COMPUTED, ComputedIndex
from ...bitcode import read_module
from ...container import LibraryFunction
from ...container.module_cache import ModuleCache


class ArgumentLines:
    """The arguments of each function of a library; a shared module is read once."""

    def __init__(self, functions: list[LibraryFunction]) -> None:
        self._entries = ModuleCache([f for f in functions if f.reflection is None], _entry_points)

    def of(self, function: LibraryFunction) -> str:
        """The lines of a function: kind, binding, type and name of each argument."""
        return argument_lines(function, self._entries)


def argument_lines(function: LibraryFunction, entries: Callable[[LibraryFunction], Mapping[str, EntryPoint]]) -> str:
    """The lines of a function. `entries`: the entry points of its module by name, for a function without reflection."""
    try:
        if function.reflection is not None:
            return "\n".join(_reflected(airr.read(function.reflection.buffer)))
        entry = entries(function).get(function.name)
        return "" if entry is None else entry_lines(entry)
    except MtlbError as error:
        return f"(unreadable: {error})"


def entry_lines(entry: EntryPoint) -> str:
    """The lines of an entry point."""
    return "\n".join(_argument(argument) for argument in entry.arguments)


def _entry_points(function: LibraryFunction) -> dict[str, EntryPoint]:
    """The entry points of a function's module by name, the first of each."""
    return {e.name: e for e in reversed(read_entry_points(read_module(function.module, bodies=False)))}


def _reflected(reflection: airr.Reflection) -> Iterator[str]:
    for function in reflection.functions():
        for index in function.values.get("arguments") or ():  # type: ignore[union-attr]
            node = reflection.nodes[index]  # type: ignore[index]
            kind = node.type.label.removesuffix("-arg")
            yield _argument_line(kind, *(node.get(key) for key in ("location_index", "type_name", "name", "unused")))


def _argument(argument: EntryArgument) -> str:
    kind = argument.kind.replace("_", "-")
    index = COMPUTED if isinstance(argument.location_index, ComputedIndex) else argument.location_index
    return _argument_line(kind, index, argument.type_name, argument.name, argument.unused)


def _argument_line(kind: str, location: object, type_name: object, name: object, unused: object) -> str:
    where = f"{kind} {location}" if location is not None else kind
    return f"{where}: {type_name or ''} {name or ''}".rstrip() + (" (unused)" if unused else "")
