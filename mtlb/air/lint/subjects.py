"""The subjects of checks: a module, an entry point, an argument, an output, a function of a library."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from ...base.errors import FormatError
from ...base.metal import AddressSpace
from ...base.versions import Triple, Version
from ...container import LibraryFunction
from ...ir import ConstantAsMetadata, Function, GlobalVariable, InstCode, Instruction, Module, Value
from ...ir.uses import globals_in_metadata
from ..describe import Description
from ..entry_points import EntryArgument, EntryPoint, read_entry_points
from ..facts import air_version, language_version
from ..names import SAMPLER_STATES
from ..words import LOCATION_SPACES
from .registry import Scope

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
    is_unlinked: bool
    """Whether it is not of a library."""

    @classmethod
    def of(cls, module: Module, data: bytes | memoryview, *, is_unlinked: bool = False) -> ModuleSubject:
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
            is_unlinked=is_unlinked,
        )

    @property
    def samplers(self) -> list[GlobalVariable]:
        """The globals that `!air.sampler_states` lists."""
        listed = self.module.named_metadata.get(SAMPLER_STATES, ())
        values = [field.value for node in listed for field in node.fields if isinstance(field, ConstantAsMetadata)]
        return [value for value in values if isinstance(value, GlobalVariable)]

    @property
    def in_metadata(self) -> set[Value]:
        """The functions and variables that named metadata leads to."""
        listed = [node for nodes in self.module.named_metadata.values() for node in nodes]
        return {self.module.own(value) for value in globals_in_metadata(listed)}

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
    """A function of a library. `hash` is that of its module, `described` its entry points; `found` the one listed.

    `undefined` are the functions that neither the module, the library, what it imports nor the GPU compiler has.
    """

    function: LibraryFunction
    hash: bytes
    described: dict[str, Description]
    undefined: frozenset[str]

    @property
    def found(self) -> Description | None:
        """The description of the entry point of this name; None if the module has none."""
        return self.described.get(self.function.name)


@dataclass
class VariableSubject:
    """A global variable of `module`."""

    variable: GlobalVariable
    module: ModuleSubject


@dataclass
class FunctionSubject:
    """A function of `module`, declared or defined."""

    function: Function
    module: ModuleSubject


class CodeSubject:
    """An instruction of a function of `module`."""

    __slots__ = ("function", "instruction", "module")

    def __init__(self, instruction: Instruction, function: Function, module: ModuleSubject) -> None:
        self.instruction = instruction
        self.function = function
        self.module = module

    @property
    def where(self) -> str:
        """`` in @f (line 12)``."""
        location = self.instruction.debug_loc
        line = f" (line {location.line})" if location is not None and location.line else ""
        return f" in @{self.function.name}{line}"


MODULE: Scope[ModuleSubject] = Scope()
CENSUS: Scope[ModuleSubject] = Scope()
"""Checks of a module that are made when asked for."""
ENTRY: Scope[EntrySubject] = Scope()
ARGUMENT: Scope[ArgumentSubject] = Scope()
OUTPUT: Scope[OutputSubject] = Scope()
LISTED: Scope[ListedSubject] = Scope()
VARIABLE: Scope[VariableSubject] = Scope()
FUNCTION: Scope[FunctionSubject] = Scope()

# Instructions by what they do.
ATOMICS: Scope[CodeSubject] = Scope()
CALLS: Scope[CodeSubject] = Scope()
CASTS: Scope[CodeSubject] = Scope()
COMPARISONS: Scope[CodeSubject] = Scope()
GEPS: Scope[CodeSubject] = Scope()
MEMORY: Scope[CodeSubject] = Scope()
OPERATORS: Scope[CodeSubject] = Scope()
PHIS: Scope[CodeSubject] = Scope()
UNREACHABLE: Scope[CodeSubject] = Scope()
CODE: dict[InstCode, Scope[CodeSubject]] = {
    InstCode.FENCE: ATOMICS,
    InstCode.CMPXCHG: ATOMICS,
    InstCode.ATOMICRMW: ATOMICS,
    InstCode.LOADATOMIC: ATOMICS,
    InstCode.STOREATOMIC: ATOMICS,
    InstCode.CALL: CALLS,
    InstCode.CAST: CASTS,
    InstCode.CMP2: COMPARISONS,
    InstCode.GEP: GEPS,
    InstCode.LOAD: MEMORY,
    InstCode.STORE: MEMORY,
    InstCode.BINOP: OPERATORS,
    InstCode.PHI: PHIS,
    InstCode.UNREACHABLE: UNREACHABLE,
}
"""The scope of each instruction that rules look at."""
