"""The functions of a library: a list with look-up by name."""

from __future__ import annotations

from typing import SupportsIndex, overload

from ..base.errors import UnknownFunctionError
from .function_list import LibraryFunction


class FunctionList(list[LibraryFunction]):
    """A list of functions. `functions["saxpy"]` is the first of this name, and `"saxpy" in functions` says if there is
    one; all else is as in every list.
    """

    __slots__ = ()

    @overload
    def __getitem__(self, key: SupportsIndex | str, /) -> LibraryFunction: ...
    @overload
    def __getitem__(self, key: slice, /) -> list[LibraryFunction]: ...
    def __getitem__(self, key: SupportsIndex | str | slice, /) -> LibraryFunction | list[LibraryFunction]:
        """UnknownFunctionError, which is a KeyError too, for a name that no function has; IndexError as in a list."""
        if not isinstance(key, str):
            return super().__getitem__(key)
        for function in self:
            if function.name == key:
                return function
        error = UnknownFunctionError(f"there is no function {key!a}")
        error.name, error.names = key, [function.name for function in self]
        raise error

    def __contains__(self, key: object, /) -> bool:
        if isinstance(key, str):
            return any(function.name == key for function in self)
        return super().__contains__(key)
