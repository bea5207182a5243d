"""LLVM bitcode: bits, records, modules. `bitstream` knows blocks and records, `ir` is the module, `reader` reads it."""

from ..ir import Module
from .reader import read_module

__all__ = ["Module", "read_module"]
