"""What inputs and archives leave undefined is taken from the open run-time library (docs/linking.md §13).

The library is above the linker, which it is made with: `mtlb` says where it is (`base/provided.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, cast

from mtlb.air.facts import air_version
from mtlb.base.errors import in_file
from mtlb.base.provided import provided
from mtlb.base.versions import Platform, Version
from mtlb.container import Target
from mtlb.ir import Function

from .inputs import DynamicLibrary, Input
from .options import LinkOptions
from .symbols import Symbol
from .units import Unit, Units

__all__ = ["OPEN_RUNTIME", "read_runtime"]

OPEN_RUNTIME = "open run-time library"
"""The path of the library's module in reports: it is no file."""


class _Runtime(Protocol):
    def provides(self, declared: Function) -> bool: ...

    def module_of(self, declared: Sequence[Function], platform: Platform, min_os: Version, air: Version) -> bytes: ...


def read_runtime(
    undefined: Sequence[Symbol], units: Units, libraries: Sequence[DynamicLibrary], target: Target, options: LinkOptions
) -> tuple[Unit | None, tuple[str, ...]]:
    """Add a module with those functions that are undefined and that the library has: its unit, and their names.

    What a dynamic library exports is left to it. LinkError, naming the input, for a function that is declared with
    other types than the library's.
    """
    runtime = cast(_Runtime, provided("runtime"))
    exported = {name for library in libraries for name in library.exports}
    taken: list[Function] = []
    air: list[Version] = []
    for symbol in undefined:
        if not isinstance(symbol.value, Function) or symbol.name in exported:
            continue
        with in_file(symbol.unit.path):
            if not runtime.provides(symbol.value):
                continue
        taken.append(symbol.value)
        air += [air_version(user.module) or Version(0) for user in symbol.users]
    if not taken:
        return None, ()
    names = tuple(sorted(function.name for function in taken))
    data = runtime.module_of(taken, target.platform, target.min_os, min(air))
    units.read(Input(OPEN_RUNTIME, OPEN_RUNTIME, memoryview(data)), options)
    return units.units[-1], names
