"""Work that is done once for each module, however many functions share it and in whatever order they come.

Functions share a module if theirs is the same object: the reader gives functions whose modules are at the same offset
the same view. A library may have thousands of functions that alternate between a few modules; a command that read the
module of each function anew would take quadratic time.
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
    for function in functions:  # they hold their modules, so identities stay unique
        groups.setdefault(id(function.module), []).append(function)
    return list(groups.values())


def is_private(functions: Sequence[_F]) -> bool:
    """Whether no two of the functions share a module, so that each stands for itself."""
    try:
        return len(by_module(functions)) == len(functions)
    except FormatError:
        return False


class _Shared(Generic[_T]):
    """A module of several functions, of which `waiting` have not asked yet; `results` is [] until it is read.

    The module is held here so that its identity stays unique.
    """

    __slots__ = ("module", "results", "waiting")

    def __init__(self, module: object) -> None:
        self.module = module
        self.waiting = 0
        self.results: list[_T | MtlbError] = []


class ModuleCache(Generic[_F, _T]):
    """What `read` finds in the module of a function: read for the first function that asks, and then known.

    A result is held until each of `functions` that has the module asked for it once. So a module that belongs to one
    function costs no memory, and of the others no more than one result each is held. What `read` raised is raised
    again for the other functions.
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
