"""Whether LLVM itself takes a module: parsed and verified by the one inside llvmlite."""

from __future__ import annotations

from llvmlite import binding

from mtlb import emit
from mtlb.bitstream.wrapper import unwrap

__all__ = ["require_valid"]


def require_valid(m: emit.Module) -> None:
    """RuntimeError, with LLVM's words, for a module that its verifier refuses."""
    binding.parse_bitcode(bytes(unwrap(m.air_bytes())), binding.create_context()).verify()
