"""Reads a module and writes it back, which proves that the model is lossless."""

from __future__ import annotations

from ..base.errors import UnsupportedError
from ..ir import Context, Module
from ..machinery.collection import module_lifetime
from .reader import read_module
from .writer import write_module


def rebuild_module(data: bytes | memoryview, *, file: str | None = None, base: int = 0) -> bytes:
    """Read `data` (wrapper, bitcode, padding) into the model and write it back, with every id and offset recomputed.

    Raises FormatError for bad bitcode and UnsupportedError for content that the model does not represent.
    """
    with module_lifetime() as lifetime:
        return _rebuilt(lifetime.own(read_module(data, context=Context(), file=file, base=base)))


def _rebuilt(module: Module) -> bytes:
    if module.unmodelled:
        raise UnsupportedError(f"rebuilding a module with {', '.join(sorted(set(module.unmodelled)))}")
    return write_module(module)
