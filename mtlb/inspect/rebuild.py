"""Rewriting the modules of a library through the model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..base.errors import MtlbError
from ..bitcode.rebuild import rebuild_module
from ..container import Library
from ..container.module_cache import by_module
from ..machinery.parallel import in_order


class Rebuilt(NamedTuple):
    """How many modules were rebuilt, and how many of these differ from before."""

    rebuilt: int
    changed: int


def rebuild_modules(library: Library, *, progress: Callable[[int, int], None] | None = None, jobs: int = 1) -> Rebuilt:
    """Replace every module of `library` by its rewritten form; shared modules stay shared.

    `progress` is called with (modules done, modules in all). `jobs` processes do it. FormatError or UnsupportedError
    for a module that can't be rebuilt: the message names a function that has it, and the modules before it have been
    replaced.
    """
    rebuilt = changed = 0
    library.uuid = library.uuid  # pin the UUID: the content is equivalent, only its encoding changes
    shared = by_module(library.functions)
    results = in_order(_rebuilt, [functions[0].module for functions in shared], jobs, progress, size=len)
    for functions, new in zip(shared, results, strict=True):
        old = functions[0].module
        if isinstance(new, MtlbError):
            raise new.in_module(functions[0].name)
        rebuilt += 1
        if new != old:
            changed += 1
            for function in functions:
                function.module = new
    return Rebuilt(rebuilt, changed)


def _rebuilt(modules: Sequence[bytes | memoryview]) -> list[bytes | MtlbError]:
    rebuilt: list[bytes | MtlbError] = []
    for module in modules:
        try:
            rebuilt.append(rebuild_module(module))
        except MtlbError as error:
            return [*rebuilt, error.with_traceback(None)]  # the first is raised, and nothing after it counts
    return rebuilt
