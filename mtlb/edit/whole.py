"""Edits that are made whole or not at all."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from ..container import Library

_P = ParamSpec("_P")
_T = TypeVar("_T")


def whole(edit: Callable[Concatenate[Library, _P], _T]) -> Callable[Concatenate[Library, _P], _T]:
    """`edit`, which leaves the library as it was if it raises, wherever it does.

    The library goes back to what it was, rather than taking a finished copy: the objects that callers hold (functions,
    the header, sources) remain those of the library.
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
