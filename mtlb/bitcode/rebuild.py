"""Reads a module and writes it anew, which proves that the model holds all of it."""

from __future__ import annotations

from ..base.errors import UnsupportedError
from ..ir import Context
from ..machinery.collection import collection_paused
from .reader import read_module
from .writer import write_module

__all__ = ["rebuild_module"]


def rebuild_module(data: bytes | memoryview, *, file: str | None = None, base: int = 0) -> bytes:
    """`data` (wrapper, bitcode, padding) read into the model and written with every id and offset computed anew.

    Raises FormatError for bad bitcode and UnsupportedError for what the model does not hold.
    """
    with collection_paused():
        module = read_module(data, context=Context(), file=file, base=base)
        if module.unmodelled:
            raise UnsupportedError(f"rebuilding a module with {', '.join(sorted(set(module.unmodelled)))}")
        rebuilt = write_module(module)
        module.take_apart()
        del module  # before the search for garbage goes on, which would walk all of it
    return rebuilt
