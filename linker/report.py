"""What can be told of a finished link: the map of the library, the rule for make and ninja."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from mtlb.container.reader import Header, LibraryReader

if TYPE_CHECKING:
    from .link import LinkedFunction, LinkResult

__all__ = ["dependency_rule", "link_map"]


def link_map(result: LinkResult, data: bytes) -> dict[str, object]:
    """Which input and symbol each function, its callees and its bytes came from, ready for JSON.

    `data` is the library as written. Offsets and sizes are in bytes, from the start of the file; inputs are named as
    the path prefix map has them.
    """
    functions = [
        _function(linked, extent) for linked, extent in zip(result.functions, _module_extents(data), strict=True)
    ]
    return {
        "version": 1,
        "functions": functions,
        "dropped": [{"input": path, "reason": reason} for path, reason in result.dropped],
    }


def _function(linked: LinkedFunction, extent: tuple[int, int]) -> dict[str, object]:
    description = linked.entry.description
    return {
        "name": description.name,
        "type": description.type.label,
        "input": linked.input_.recorded,
        "module": {"offset": extent[0], "size": extent[1]},
        "symbols": [
            {
                "name": symbol.name,
                "kind": "function" if symbol.is_function else "variable",
                "input": symbol.input_.recorded,
            }
            for symbol in linked.contents
        ],
    }


def _module_extents(data: bytes) -> list[tuple[int, int]]:
    """Offset and size of each function's module."""
    start = Header.parse(data).modules.offset
    reader = LibraryReader(memoryview(data))
    return [
        (start + reader.stored(function).offsets[2], len(function.module)) for function in reader.library().functions
    ]


def dependency_rule(output: str, inputs: Iterable[str]) -> str:
    """A rule in make's syntax (ninja reads it too): the output depends on the inputs; each input is also a target.

    The empty rules for the inputs let a build go on after one of them was deleted.
    """
    names = [_escaped(name) for name in dict.fromkeys(inputs)]
    rule = " \\\n  ".join([f"{_escaped(output)}:", *names])
    return "".join([rule, "\n", *(f"{name}:\n" for name in names)])


def _escaped(name: str) -> str:
    return name.replace("\\", "\\\\").replace(" ", "\\ ").replace("#", "\\#").replace("$", "$$")
