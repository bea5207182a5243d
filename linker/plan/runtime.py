"""Functions that inputs and archives leave undefined are taken from the open run-time library (docs/linking.md §13). It
is built with `mtlb.emit`, which is imported only by links that need it.
"""

from __future__ import annotations

from collections.abc import Sequence

from mtlb.base.errors import in_file
from mtlb.base.versions import Version
from mtlb.container import Target
from mtlb.ir import Context, Function, Module

from ..inputs.files import Input
from ..inputs.load import DynamicLibrary
from ..inputs.modules import load_module
from ..options import LinkOptions
from .facts import InputFacts
from .symbols import Symbol

OPEN_RUNTIME = "open run-time library"
"""The name of the library's module in reports; it is not a file."""


def runtime_module(
    undefined: Sequence[Symbol], libraries: Sequence[DynamicLibrary], target: Target, options: LinkOptions
) -> tuple[Input | None, tuple[str, ...]]:
    """A module with the undefined functions that the library has, and their names. Functions that a dynamic library
    exports are excluded. LinkError, naming the input, for a function that is declared with other types than the
    library's.
    """
    from mtlb.runtime import module_of, provides

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
            if not provides(declared):
                continue
        taken.append(declared)
        air += [user.air or Version(0) for user in symbol.users]
    if not taken:
        return None, ()
    names = tuple(sorted(function.name for function in taken))
    data = module_of(taken, target.platform, target.min_os, min(air))
    return Input(OPEN_RUNTIME, OPEN_RUNTIME, data), names
