"""The subjects of checks: a module, an entry point, an argument, an output, a function of a library."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from ...base.errors import FormatError
from ...base.metal import AddressSpace
from ...base.versions import Triple, Version
from ...container import LibraryFunction
from ...ir import Module
from ..describe import Description
from ..entry_points import EntryArgument, EntryPoint, read_entry_points
from ..facts import air_version, language_version
from ..words import LOCATION_SPACES
from .registry import Scope

__all__ = [
    "ARGUMENT",
    "ENTRY",
    "LISTED",
    "MODULE",
    "OUTPUT",
    "RESOURCE_TABLES",
    "ArgumentSubject",
    "EntrySubject",
    "ListedSubject",
    "ModuleSubject",
    "OutputSubject",
    "tried",
]

_A = TypeVar("_A")
_T = TypeVar("_T")


def tried(read: Callable[[_A], _T], argument: _A) -> tuple[_T | None, str]:
    """The result of `read` for `argument`, or its error message."""
    try:
        return read(argument), ""
    except FormatError as error:
        return None, str(error)


@dataclass
class ModuleSubject:
    """A module with the facts that most rules need; None where they are missing or malformed."""

    module: Module
    data: bytes | memoryview
    air: Version | None
    language: Version | None
    triple: Triple | None
    entries: list[EntryPoint]
    entry_error: str

    @classmethod
    def of(cls, module: Module, data: bytes | memoryview) -> ModuleSubject:
        """`data` is the bitcode that `module` was read from."""
        entries, error = tried(read_entry_points, module)
        return cls(
            module,
            data,
            air=tried(air_version, module)[0],
            language=tried(language_version, module)[0],
            triple=tried(Triple.parse, module.triple)[0],
            entries=entries or [],
            entry_error=error,
        )

    def since(self, version: Version) -> bool:
        """Whether the module's AIR version is this one or newer."""
        return self.air is not None and self.air >= version


RESOURCE_TABLES = frozenset({"buffer", "texture", "sampler"})
"""The tables of resources that a program binds, as `LOCATION_SPACES` calls them."""
Place = tuple[str, int]
"""A table of resources, and an index in it."""


class EntrySubject:
    """An entry point of `module`, and its arguments."""

    def __init__(self, entry: EntryPoint, module: ModuleSubject) -> None:
        self.entry = entry
        self.module = module
        self.arguments = [ArgumentSubject(argument, self) for argument in entry.arguments]
        self.places: dict[Place, EntryArgument] = {}
        """The first argument at each place, except those that a function constant switches."""
        for subject in self.arguments:
            if subject.place is not None and subject.argument.function_constant is None:
                self.places.setdefault(subject.place, subject.argument)


@dataclass
class ArgumentSubject:
    """An argument of an entry point. `where` names it in texts."""

    argument: EntryArgument
    of: EntrySubject

    @property
    def where(self) -> str:
        """``argument 3 (name)``."""
        name = f" ({self.argument.name})" if self.argument.name else ""
        return f"argument {self.argument.index}{name}"

    @property
    def place(self) -> Place | None:
        """The table and the index that a resource is bound at; None if it is no resource."""
        argument = self.argument
        table = LOCATION_SPACES.get(argument.kind)
        if table not in RESOURCE_TABLES or argument.location_index is None:
            return None
        if AddressSpace.THREADGROUP in (argument.address_space, self.pointer_space):
            table = "threadgroup buffer"
        return table, argument.location_index

    @property
    def pointer_space(self) -> int | None:
        """The address space of the pointer that its parameter is; None for any other parameter."""
        index, parameters = self.argument.index, self.of.entry.function.value_type.parameters
        if index is None or index >= len(parameters):
            return None
        return parameters[index].address_space if parameters[index].is_pointer else None


@dataclass
class OutputSubject:
    """An output of an entry point of `module`."""

    output: EntryArgument
    module: ModuleSubject


@dataclass
class ListedSubject:
    """A function of a library. `hash` is that of its module, `described` its entry points; `found` the one listed."""

    function: LibraryFunction
    hash: bytes
    described: dict[str, Description]

    @property
    def found(self) -> Description | None:
        """The description of the entry point of this name; None if the module has none."""
        return self.described.get(self.function.name)


MODULE: Scope[ModuleSubject] = Scope()
ENTRY: Scope[EntrySubject] = Scope()
ARGUMENT: Scope[ArgumentSubject] = Scope()
OUTPUT: Scope[OutputSubject] = Scope()
LISTED: Scope[ListedSubject] = Scope()
