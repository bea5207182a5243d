"""The subjects of checks: a module, an entry point, an argument, an output, a function of a library."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeVar

from ...base.errors import FormatError
from ...base.metal import AddressSpace
from ...base.versions import Triple, Version
from ...container import LibraryFunction
from ...ir import ConstantAsMetadata, Function, GlobalValue, GlobalVariable, InstCode, Instruction, Module, Value
from ...ir.uses import globals_in_metadata, named_in
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
    """Whether the module is not part of a library."""
    _samplers: list[GlobalVariable] | None = None
    _in_metadata: set[Value] | None = None
    _in_globals: set[GlobalValue] | None = None

    @classmethod
    def of(cls, module: Module, data: bytes | memoryview, *, is_unlinked: bool = False) -> ModuleSubject:
        """The subject for `module`, which was read from the bitcode `data`."""
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
        if self._samplers is None:
            listed = self.module.named_metadata.get(SAMPLER_STATES, ())
            values = [field.value for node in listed for field in node.fields if isinstance(field, ConstantAsMetadata)]
            self._samplers = [value for value in values if isinstance(value, GlobalVariable)]
        return self._samplers

    @property
    def in_metadata(self) -> set[Value]:
        """The functions and variables that named metadata refers to."""
        if self._in_metadata is None:
            listed = [node for nodes in self.module.named_metadata.values() for node in nodes]
            self._in_metadata = {self.module.own(value) for value in globals_in_metadata(listed)}
        return self._in_metadata

    @property
    def in_globals(self) -> set[GlobalValue]:
        """The functions and variables that code, initializers and aliases refer to."""
        if self._in_globals is None:
            self._in_globals = named_in(self.module)
        return self._in_globals

    def since(self, version: Version) -> bool:
        """Whether the module's AIR version is this one or newer."""
        return self.air is not None and self.air >= version


RESOURCE_TABLES = frozenset({"buffer", "texture", "sampler"})
"""The tables of resources that a program binds, named as in `LOCATION_SPACES`."""
Place = tuple[str, int]
"""A table of resources, and an index in it."""


class EntrySubject:
    """An entry point of `module`, and its arguments."""

    def __init__(self, entry: EntryPoint, module: ModuleSubject) -> None:
        self.entry = entry
        self.module = module
        self.arguments = [ArgumentSubject(argument, self) for argument in entry.arguments]
        self.places: dict[Place, EntryArgument] = {}
        """The first argument at each place, without arguments that depend on a function constant."""
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
        """The table and the index that a resource is bound at; None for other arguments."""
        argument = self.argument
        table = LOCATION_SPACES.get(argument.kind)
        if table not in RESOURCE_TABLES or argument.location_index is None:
            return None
        if AddressSpace.THREADGROUP in (argument.address_space, self.pointer_space):
            table = "threadgroup buffer"
        return table, argument.location_index

    @property
    def pointer_space(self) -> int | None:
        """The address space of the parameter if it is a pointer; None for any other parameter."""
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
    """A function in the list of a library. `hash` is that of its module, `described` the module's entry points by
    name; `description` is the one of the listed name.

    `undefined`: the functions that are missing from the module, the library, its imports and the GPU compiler.
    """

    function: LibraryFunction
    hash: bytes
    described: dict[str, Description]
    undefined: frozenset[str]

    @property
    def description(self) -> Description | None:
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
"""Checks of a module that run only on request."""
ENTRY: Scope[EntrySubject] = Scope()
ARGUMENT: Scope[ArgumentSubject] = Scope()
OUTPUT: Scope[OutputSubject] = Scope()
LISTED: Scope[ListedSubject] = Scope()
VARIABLE: Scope[VariableSubject] = Scope()
FUNCTION: Scope[FunctionSubject] = Scope()

_CAST: Final = InstCode.CAST
_GEP: Final = InstCode.GEP
_PRIVATE: Final = (int(AddressSpace.PRIVATE),)

# For each code, the properties of an instruction that the checks of its scope look at; None if they look at more than
# its types and numbers.


def _alone(_: Instruction) -> object | None:
    return None


def _of_cast(i: Instruction) -> object | None:
    return i.code, i.params, i.type, i.operands[0].type


def _of_comparison(i: Instruction) -> object | None:
    return i.code, i.params, i.operands[0].type


def _of_operator(i: Instruction) -> object | None:
    return i.code, i.params, i.type


def _of_gep(i: Instruction) -> object | None:
    base = i.operands[0]
    return None if isinstance(base, Instruction) and base.code is _GEP else (i.code, i.params)


def _of_access(i: Instruction) -> object | None:
    pointer = i.operands[-1]
    if isinstance(pointer, Instruction) and pointer.type.params == _PRIVATE and pointer.code in (_CAST, _GEP):
        return None
    return i.code, i.type, i.operands[0].type


def _of_phi(i: Instruction) -> object | None:
    return None if i.type.is_pointer else (i.code, i.type)


class CodeScope(Scope[CodeSubject]):
    """The checks of a group of similar instructions.

    `key` returns the properties that all these checks look at, or None if the instruction has to be checked in any
    case. If an instruction has no finding, other instructions of the module with an equal key have none either.
    """

    def __init__(self, key: Callable[[Instruction], object | None] = _alone) -> None:
        super().__init__()
        self.key = key


ATOMICS = CodeScope()
CALLS = CodeScope()
CASTS = CodeScope(_of_cast)
COMPARISONS = CodeScope(_of_comparison)
GEPS = CodeScope(_of_gep)
MEMORY = CodeScope(_of_access)
OPERATORS = CodeScope(_of_operator)
PHIS = CodeScope(_of_phi)
UNREACHABLE = CodeScope()
CODE: Final[dict[InstCode, CodeScope]] = {
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
"""The scope for each instruction code that rules look at."""
