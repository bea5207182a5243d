"""Python's search for garbage, and when it is in the way."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["collection_paused"]


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
