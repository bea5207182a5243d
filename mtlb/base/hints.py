"""What was meant by a name that there is not."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["hint"]


def hint(name: str, names: Iterable[str]) -> str:
    """What an error about a name that there is not ends with: ``; did you mean 'saxpy'?``, or nothing."""
    from difflib import get_close_matches

    close = get_close_matches(name, list(names), n=1)
    return f"; did you mean {close[0]!a}?" if close else ""
