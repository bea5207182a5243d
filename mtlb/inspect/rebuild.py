"""The modules of a library, each read into the model and written anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..base.errors import MtlbError
from ..bitcode.rebuild import rebuild_module
from ..container import Library
from ..container.module_cache import by_module

__all__ = ["Rebuilt", "rebuild_modules"]


class Rebuilt(NamedTuple):
    """How many modules were rebuilt, and how many of these differ from before."""

    rebuilt: int
    changed: int


def rebuild_modules(library: Library, *, progress: Callable[[int, int], None] | None = None) -> Rebuilt:
    """Replace every module of `library` by its rewritten form; shared modules stay shared.

    `progress` is called with (modules done, modules in all). FormatError or UnsupportedError for a module that can't be
    rebuilt: the message names a function that has it, and the modules before it are replaced already.
    """
    rebuilt = changed = 0
    library.uuid = library.uuid  # it stays what it is: its modules say the same in other bytes
    shared = by_module(library.functions)
    for number, functions in enumerate(shared):
        if progress is not None:
            progress(number, len(shared))
        old = functions[0].module
        try:
            new = rebuild_module(old)
        except MtlbError as error:
            raise error.in_module(functions[0].name) from None
        rebuilt += 1
        if new != old:
            changed += 1
            for function in functions:
                function.module = new
    return Rebuilt(rebuilt, changed)
