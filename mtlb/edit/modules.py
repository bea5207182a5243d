"""Changing the modules of a library: each is read, changed and written once, however many functions share it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..base.errors import MtlbError, UnsupportedError
from ..bitcode import read_module
from ..bitcode.eras import era_of
from ..bitcode.writer import write_module
from ..container import LibraryFunction
from ..container.module_cache import by_module
from ..container.modules import ModuleBytes
from ..ir import Module


def readable(function: LibraryFunction) -> Module:
    """The module of a function, which can be written again.

    FormatError for bad bitcode, UnsupportedError for a module with content that writing would lose.
    """
    module = read_module(function.module)
    if module.unmodelled:
        raise UnsupportedError(f"changing a module with {', '.join(sorted(set(module.unmodelled)))} is not supported")
    return module


def written(module: Module, air: tuple[int, ...] | None = None) -> ModuleBytes:
    """The bytes of a module in the form of AIR version `air`, by default its own. Raises what `write_module` does."""
    return write_module(module, era_of(module, air))


class Changes:
    """New modules of functions, made one by one and installed together: an error leaves the library unchanged."""

    def __init__(self) -> None:
        self._replacements: list[tuple[list[LibraryFunction], ModuleBytes]] = []

    def make(
        self,
        functions: Iterable[LibraryFunction],
        change: Callable[[list[LibraryFunction]], ModuleBytes | None],
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        """Call `change` with the functions of each module; it returns the new module, or None for no change.

        `progress` is called with modules done and modules in all. What `change` raises names the first function.
        """
        shared = by_module(functions)
        for number, same in enumerate(shared):
            if progress is not None:
                progress(number, len(shared))
            try:
                new = change(same)
            except MtlbError as error:
                raise error.in_module(same[0].name) from None
            if new is not None and new != same[0].module:
                self._replacements.append((same, new))

    def apply(self) -> int:
        """Install the new modules and drop their stored hashes; returns the number of modules."""
        for functions, module in self._replacements:
            for function in functions:
                function.module = module
        return len(self._replacements)
