"""Pausing the garbage collector while modules are read, changed or written."""

from __future__ import annotations

import gc
import os
from _thread import allocate_lock  # threading takes longer to import than to pause
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar

_switch = allocate_lock()
"""Held while the collector is switched. Otherwise a pause that ends between the two calls of another thread that begins
one would leave the collector off for good. A fork waits for it, so that it is free in the child."""
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_switch.acquire, after_in_parent=_switch.release, after_in_child=_switch.release)


@contextmanager
def collection_paused() -> Iterator[None]:
    """Pause the garbage collector: objects of a module live until the work ends, so collections free nothing.

    For work of bounded size: reference cycles stay in memory until the end. Pauses nest. A pause that began with the
    collector enabled enables it again, also after an exception. Threads may have pauses at the same time.
    """
    with _switch:
        enabled = gc.isenabled()
        gc.disable()
    try:
        yield
    finally:
        if enabled:
            with _switch:
                gc.enable()


class _Module(Protocol):
    def take_apart(self) -> None:
        """Break the reference cycles of its instructions."""


_M = TypeVar("_M", bound=_Module)


class Lifetime:
    """Modules that are not used after a phase of work."""

    def __init__(self) -> None:
        self._modules: list[_Module] = []

    def own(self, module: _M) -> _M:
        """Register a module that is not used after the phase; returns it."""
        self._modules.append(module)
        return module

    def end(self) -> None:
        """Break the reference cycles of the modules, so that reference counting frees them."""
        while self._modules:
            self._modules.pop().take_apart()


@contextmanager
def module_lifetime() -> Iterator[Lifetime]:
    """A phase of work with modules: pauses the garbage collector and frees the modules that the phase owns.

    Local variables that still hold a module keep it alive. So call a function in the block, or decorate one with this.
    """
    with collection_paused():
        lifetime = Lifetime()
        try:
            yield lifetime
        finally:
            lifetime.end()


def collect_newer_generations() -> None:
    """Collect generations 0 and 1, between the parts of a long pause. What survives moves to generation 2, which is not
    collected here.
    """
    gc.collect(1)
