"""What inputs and archives leave undefined is taken from the open run-time library (docs/linking.md §13).

The library is above the linker, which it is made with: `mtlb` says where it is (`base/provided.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, cast

from mtlb.base.errors import in_file
from mtlb.base.provided import provided
from mtlb.base.versions import Platform, Version
from mtlb.container import Target
from mtlb.ir import Context, Function, Module

from ..inputs.files import Input
from ..inputs.load import DynamicLibrary
from ..inputs.modules import load_module
from ..options import LinkOptions
from .facts import InputFacts
from .symbols import Symbol

__all__ = ["OPEN_RUNTIME", "runtime_module"]

OPEN_RUNTIME = "open run-time library"
"""The path of the library's module in reports: it is no file."""


class _Runtime(Protocol):
    def provides(self, declared: Function) -> bool: ...

    def module_of(self, declared: Sequence[Function], platform: Platform, min_os: Version, air: Version) -> bytes: ...


def runtime_module(
    undefined: Sequence[Symbol], libraries: Sequence[DynamicLibrary], target: Target, options: LinkOptions
) -> tuple[Input | None, tuple[str, ...]]:
    """A module with those functions that are undefined and that the library has, and their names.

    What a dynamic library exports is left to it. LinkError, naming the input, for a function that is declared with
    other types than the library's.
    """
    runtime = cast(_Runtime, provided("runtime"))
    exported = {name for library in libraries for name in library.exports}
    taken: list[Function] = []
    air: list[Version] = []
    modules: dict[InputFacts, Module] = {}
    for symbol in undefined:
        facts = symbol.facts
        if not symbol.value.is_function or symbol.name in exported:
            continue
        if facts not in modules:
            modules[facts] = load_module(facts.input_, options, Context(), facts.sha256).module
        declared = modules[facts].function(symbol.name)
        assert declared is not None
        with in_file(facts.path):
            if not runtime.provides(declared):
                continue
        taken.append(declared)
        air += [user.air or Version(0) for user in symbol.users]
    if not taken:
        return None, ()
    names = tuple(sorted(function.name for function in taken))
    data = runtime.module_of(taken, target.platform, target.min_os, min(air))
    return Input(OPEN_RUNTIME, OPEN_RUNTIME, data), names
