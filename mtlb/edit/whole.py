"""Atomic edits."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from ..container import Library

_P = ParamSpec("_P")
_T = TypeVar("_T")


def whole(edit: Callable[Concatenate[Library, _P], _T]) -> Callable[Concatenate[Library, _P], _T]:
    """Make `edit` atomic: the library is unchanged if it raises. The library is restored in place instead of edited in
    a copy, so that objects that callers hold (functions, the header, sources) remain those of the library.
    """

    @wraps(edit)
    def run(library: Library, /, *args: _P.args, **options: _P.kwargs) -> _T:
        restore = library.snapshot()
        try:
            return edit(library, *args, **options)
        except BaseException:
            restore()
            raise

    return run
