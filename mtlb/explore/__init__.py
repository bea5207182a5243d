"""The explorer: a session that opens files and answers the requests of its page, in a browser or for `mtlb explore`.
`Explorer` imports only what Python in a browser supports: no processes, no LLVM, no cryptography. docs/explorer.md
lists the requests and answers."""

from __future__ import annotations

from .session import BROWSER_LIMIT, METHODS, Explorer

__all__ = ["BROWSER_LIMIT", "METHODS", "Explorer"]
