"""Compilation of Metal source to AIR with a stock clang: rewriter, standard library, front end, passes, back end
(docs/metal.md).
"""

from __future__ import annotations

from .clang import Clang, find_clang
from .compile import Compiled, compile_source
from .messages import SourceMessage
from .options import STANDARDS, CompileOptions
from .rewrite import SourceError

__all__ = [
    "STANDARDS",
    "Clang",
    "CompileOptions",
    "Compiled",
    "SourceError",
    "SourceMessage",
    "compile_source",
    "find_clang",
]
