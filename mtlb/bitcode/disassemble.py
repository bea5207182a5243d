"""Bitcode as LLVM assembly, by the LLVM inside llvmlite."""

from __future__ import annotations

from ..base.errors import FormatError
from ..bitstream.wrapper import unwrap
from ..ir.verify import verify_module
from . import llvm
from .reader import read_module
from .writer import write_module

__all__ = ["disassemble"]

_MODULE_ID = "; ModuleID = "


def disassemble(data: bytes | memoryview) -> str:
    """The text of a module (bitcode, or bitcode in its wrapper), without the comment that names the module.

    Current LLVM prints pointers as `ptr`, whatever they point at, and upgrades what it reads to its own form.
    Raises what `llvm.disassemble` raises.
    """
    # LLVM does not validate its input fully, so it gets the module as our reader understood it, written by our writer.
    module = read_module(data)
    if problems := verify_module(module):
        raise FormatError(f"the bitcode is invalid: {problems[0]}")
    if module.identification is not None:
        data = write_module(module)
    text = llvm.disassemble(bytes(unwrap(data)))
    if text.startswith(_MODULE_ID):
        text = text[text.index("\n") + 1 :]
    return text
