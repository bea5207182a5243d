"""Pauses of Python's garbage collector while modules are in use."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar


@contextmanager
def collection_paused() -> Iterator[None]:
    """Pause the garbage collector: while a module is read or written all that is made stays, and each run walks it all.

    For work of bounded size: reference cycles stay in memory until the end. Pauses nest. Each one that found the
    collector running starts it again, whatever happens; so of several threads none leaves it off.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


class _Module(Protocol):
    def take_apart(self) -> None:
        """Break the reference cycles of its instructions."""


_M = TypeVar("_M", bound=_Module)


class Lifetime:
    """The modules that a phase of work is done with at its end."""

    def __init__(self) -> None:
        self._modules: list[_Module] = []

    def own(self, module: _M) -> _M:
        """The module, which is of no use after the phase."""
        self._modules.append(module)
        return module

    def end(self) -> None:
        """Take the modules apart, so that counting references is enough to free them."""
        while self._modules:
            self._modules.pop().take_apart()


@contextmanager
def module_lifetime() -> Iterator[Lifetime]:
    """A phase of work with modules: the garbage collector is paused, and the modules that the phase owns end with it.

    The collector walks whatever is left when it resumes. So call the work in the block, or decorate a function with
    this: its variables are gone by then.
    """
    with collection_paused():
        lifetime = Lifetime()
        try:
            yield lifetime
        finally:
            lifetime.end()


def collect_newer_generations() -> None:
    """Collect what was made since the last collection: in a long pause, after each part of the work.

    What survives is not walked again; a run that Python starts by itself walks all of it every so often.
    """
    gc.collect(1)
