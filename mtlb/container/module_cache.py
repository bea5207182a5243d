"""Work that is done once per module, however many functions share it and in any order. Functions share a module if it
is the same object: the reader returns the same view for modules at the same offset. A library may have thousands of
functions that alternate between a few modules; reading the module again for each function would take quadratic time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, Protocol, TypeVar

from ..base.errors import FormatError, MtlbError


class HasModule(Protocol):
    """A function of a library, or anything else with a module."""

    @property
    def module(self) -> bytes | memoryview:
        """Wrapper, bitcode and padding."""


_F = TypeVar("_F", bound=HasModule)
_T = TypeVar("_T")


def by_module(functions: Iterable[_F]) -> list[list[_F]]:
    """The functions in groups that share a module, in the order of the first of each group.

    FormatError for a function whose module is outside of the file.
    """
    groups: dict[int, list[_F]] = {}
    for function in functions:  # they keep their modules alive, so ids are unique
        groups.setdefault(id(function.module), []).append(function)
    return list(groups.values())


def is_private(functions: Sequence[_F]) -> bool:
    """Whether no two of the functions share a module."""
    try:
        return len(by_module(functions)) == len(functions)
    except FormatError:
        return False


def module_size(function: HasModule) -> int:
    """The bytes of a function's module, to which the work on it is proportional."""
    return len(function.module)


class _Shared(Generic[_T]):
    """A module of several functions; `waiting`: how many have not asked yet; `results`: empty until it is read. The
    reference to the module keeps its id unique.
    """

    __slots__ = ("module", "results", "waiting")

    def __init__(self, module: object) -> None:
        self.module = module
        self.waiting = 0
        self.results: list[_T | MtlbError] = []


class ModuleCache(Generic[_F, _T]):
    """A cache of `read(function)` per module, filled by the first function that asks. A result is kept until each of
    `functions` with the module has asked once, so modules of a single function are not cached. An exception of `read`
    is raised again for the other functions.
    """

    def __init__(self, functions: Iterable[_F], read: Callable[[_F], _T]) -> None:
        self._read = read
        modules: dict[int, _Shared[_T]] = {}
        for function in functions:
            try:
                module = function.module
            except FormatError:
                continue  # raised again when the function asks
            if id(module) not in modules:
                modules[id(module)] = _Shared(module)
            modules[id(module)].waiting += 1
        self._shared = {key: shared for key, shared in modules.items() if shared.waiting > 1}

    def __call__(self, function: _F) -> _T:
        """The result for the module of `function`; MtlbError if it can't be read."""
        key = id(function.module)
        shared = self._shared.get(key)
        if shared is None:
            return self._read(function)
        if not shared.results:
            try:
                shared.results.append(self._read(function))
            except MtlbError as error:
                shared.results.append(error)
        shared.waiting -= 1
        if not shared.waiting:
            del self._shared[key]
        result = shared.results[0]
        if isinstance(result, MtlbError):
            raise result.with_traceback(None)
        return result
