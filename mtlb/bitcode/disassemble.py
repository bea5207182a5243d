"""Bitcode as LLVM assembly, by the LLVM inside llvmlite."""

from __future__ import annotations

from ..errors import FormatError, UnsupportedError
from ..wrapper import unwrap
from .reader import read_module
from .verify import verify_module
from .writer import write_module

__all__ = ["disassemble"]

_MODULE_ID = "; ModuleID = "


def disassemble(data: bytes | memoryview) -> str:
    """The text of a module (bitcode, or bitcode in its wrapper), without the comment that names the module.

    An LLVM of today prints pointers as `ptr`, whatever they point at, and upgrades what it reads to its own form.
    Raises FormatError if LLVM can't read it.
    """
    from llvmlite import binding

    # LLVM aborts the process on some broken input: it gets what our own reader understood, written by our own writer.
    module = read_module(data)
    if problems := verify_module(module):
        raise FormatError(f"the bitcode is not sound: {problems[0]}")
    if module.identification is not None:
        data = write_module(module)
    # A context of its own: in a shared one structs that other modules defined before are renamed.
    try:
        text = str(binding.parse_bitcode(bytes(unwrap(data)), binding.create_context()))
    except RuntimeError as error:
        raise FormatError(f"LLVM can't read the bitcode: {str(error).strip()}") from None
    except UnicodeDecodeError:
        raise UnsupportedError("the module holds names that are not UTF-8, which llvmlite can't hand out") from None
    if text.startswith(_MODULE_ID):
        text = text[text.index("\n") + 1 :]
    return text
