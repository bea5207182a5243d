"""Python's search for garbage, and when it is in the way."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["collect_young", "collection_paused"]


@contextmanager
def collection_paused() -> Iterator[None]:
    """No search for garbage: while a module is read or written all that is made stays, and each search walks all of it.

    For work of bounded size: what refers to itself stays in memory until the end. Pauses nest. Each one that found the
    search running starts it again, whatever happens; so of several threads none leaves it off.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def collect_young() -> None:
    """Search for garbage among what was made since the last search: in a long pause, after each part of the work.

    What is found to stay is not walked again; a search of Python's own walks all of it every so often.
    """
    gc.collect(1)
