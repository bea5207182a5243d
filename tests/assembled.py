"""Modules of textual IR."""

from __future__ import annotations

from mtlb.bitcode import read_module
from mtlb.bitcode.llvm import assemble
from mtlb.ir import Module


def read_text(text: str) -> Module:
    """The module of textual IR, by the LLVM that is installed."""
    return read_module(assemble(text.encode()))
