"""Work that is done once for each module, however many functions share it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from ..base.errors import MtlbError

__all__ = ["ModuleCache"]

_T = TypeVar("_T")


class ModuleCache(Generic[_T]):
    """`read`, called once for each module object; what it raised is raised again.

    A library may have thousands of functions share one large module: looked at anew for each of them, a small file
    would cost any amount of time.
    """

    def __init__(self, read: Callable[[bytes | memoryview], _T]) -> None:
        self._read = read
        # The module is kept with the result, so that its identity stays its own.
        self._found: dict[int, tuple[object, _T | MtlbError]] = {}

    def __call__(self, module: bytes | memoryview) -> _T:
        if id(module) not in self._found:
            try:
                result: _T | MtlbError = self._read(module)
            except MtlbError as error:
                result = error
            self._found[id(module)] = (module, result)
        result = self._found[id(module)][1]
        if isinstance(result, MtlbError):
            raise result
        return result
