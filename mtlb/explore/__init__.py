"""The explorer: a session that opens files and answers what its page asks, in a browser or for `mtlb explore`.

`Explorer` imports nothing that a browser's Python lacks: no processes, no LLVM, no cryptography. docs/explorer.md has
the questions and their answers.
"""

from __future__ import annotations

from .session import BROWSER_LIMIT, METHODS, Explorer

__all__ = ["BROWSER_LIMIT", "METHODS", "Explorer"]
