"""Modules of textual IR, by the LLVM inside llvmlite: what LLVM writes, and a second opinion on our own reader."""

from __future__ import annotations

from mtlb.bitcode import read_module
from mtlb.convert.pointers import type_pointers
from mtlb.ir import Module


def assemble(text: bytes) -> bytes:
    """The bitcode of textual IR."""
    from llvmlite import binding

    # In the shared context structs that other modules defined before are renamed.
    return bytes(binding.parse_assembly(text.decode("utf-8"), binding.create_context()).as_bitcode())


def read_text(text: str) -> Module:
    """The module of textual IR, by the LLVM that is installed: with opaque pointers, so that it can't be written."""
    return read_module(assemble(text.encode()))


def read_typed(text: str) -> Module:
    """The same with typed pointers."""
    return type_pointers(read_text(text))
