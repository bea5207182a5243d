"""The subjects of checks: a module, an entry point, an argument, an output, a function of a library."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from ...base.classes import NamedTuple, dataclass
from ...base.errors import FormatError
from ...base.metal import AddressSpace
from ...base.versions import Triple, Version
from ...bitstream.stream import Block
from ...container import LibraryFunction
from ...ir import (
    ConstantAsMetadata,
    Context,
    Function,
    GlobalValue,
    GlobalVariable,
    InstCode,
    Instruction,
    Module,
    Type,
    TypeCode,
    Value,
)
from ...ir.shapes import Shape, Shapes
from ...ir.uses import globals_in_metadata, named_in
from ...ir.verify import Sound
from ..describe import Description
from ..entry_points import EntryArgument, EntryPoint, read_entry_points
from ..facts import air_version, language_version, module_flag_names
from ..names import SAMPLER_STATES
from ..words import LOCATION_SPACES
from .registry import Scope

_CALL: Final = InstCode.CALL

_A = TypeVar("_A")
_T = TypeVar("_T")


def tried(read: Callable[[_A], _T], argument: _A) -> tuple[_T | None, str]:
    """The result of `read` for `argument`, or its error message."""
    try:
        return read(argument), ""
    except FormatError as error:
        return None, str(error)


class Common:
    """What no rule has a finding for in any module of `context`, because it depends on types and numbers alone. The
    modules of a library have much in common, which is checked once.
    """

    def __init__(self) -> None:
        self.context = Context()
        self.sound = Sound()
        self.shapes: set[Shape] = set()
        self.declarations: set[tuple[object, ...]] = set()


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
    common: Common
    """That of the module's context."""
    shapes: Shapes
    attribute_groups: list[Block] | None
    """The blocks of the attribute groups, if the reader kept them."""
    _calls: dict[Function, list[Instruction]] | None = None
    _flag_names: set[str] | None = None
    _samplers: list[GlobalVariable] | None = None
    _in_metadata: set[Value] | None = None
    _in_globals: set[GlobalValue] | None = None

    @classmethod
    def of(
        cls,
        module: Module,
        data: bytes | memoryview,
        *,
        is_unlinked: bool = False,
        common: Common | None = None,
        attribute_groups: list[Block] | None = None,
    ) -> ModuleSubject:
        """The subject for `module`, which was read from the bitcode `data`; `common` is that of its context."""
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
            common=common or Common(),
            shapes=Shapes(module),
            attribute_groups=attribute_groups,
        )

    @property
    def calls(self) -> dict[Function, list[Instruction]]:
        """The calls in each function."""
        if self._calls is None:
            self._calls = {
                function: [i for block in function.blocks for i in block.instructions if i.code is _CALL]
                for function in self.module.functions
            }
        return self._calls

    @property
    def flag_names(self) -> set[str]:
        """The names of the module's flags."""
        if self._flag_names is None:
            self._flag_names = module_flag_names(self.module)
        return self._flag_names

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


class ArgumentSubject:
    """An argument of an entry point. `where` names it in texts; `place`: the table and the index that a resource is
    bound at, None for other arguments.
    """

    __slots__ = ("argument", "of", "place")

    def __init__(self, argument: EntryArgument, of: EntrySubject) -> None:
        self.argument = argument
        self.of = of
        self.place = self._place()

    @property
    def where(self) -> str:
        """``argument 3 (name)``."""
        name = f" ({self.argument.name})" if self.argument.name else ""
        return f"argument {self.argument.index}{name}"

    def _place(self) -> Place | None:
        argument = self.argument
        table = LOCATION_SPACES.get(argument.kind)
        index = argument.fixed_index
        if table not in RESOURCE_TABLES or index is None:
            return None
        if AddressSpace.THREADGROUP in (argument.address_space, self.pointer_space):
            table = "threadgroup buffer"
        return table, index

    @property
    def pointer_space(self) -> int | None:
        """The address space of the parameter if it is a pointer; None for any other parameter."""
        index, parameters = self.argument.index, self.of.entry.function.value_type.parameters
        if index is None or index >= len(parameters):
            return None
        return parameters[index].address_space if parameters[index].is_pointer else None


class OutputSubject(NamedTuple):
    """An output of an entry point of `module`."""

    output: EntryArgument
    module: ModuleSubject


class ListedSubject(NamedTuple):
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


class VariableSubject(NamedTuple):
    """A global variable of `module`."""

    variable: GlobalVariable
    module: ModuleSubject


class FunctionSubject(NamedTuple):
    """A function of `module`, declared or defined; `shapes` has the first instruction of each shape in it."""

    function: Function
    module: ModuleSubject
    shapes: dict[Shape, Instruction]


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
DECLARATION: Scope[FunctionSubject] = Scope()
"""Checks of a declared function, whose findings depend on its name, type and attributes, on the AIR version and on
whether the module's pointers are opaque."""
FUNCTION: Scope[FunctionSubject] = Scope()
"""Checks of a defined function."""

_GEP: Final = InstCode.GEP
_PRIVATE: Final = (int(AddressSpace.PRIVATE),)
_BYTE: Final = (8,)

# For each group, whether its checks look at more of an instruction than its shape.


def _nothing(_: Instruction) -> bool:
    return False


def _samplers_of_call(i: Instruction) -> bool:
    return any(is_sampler(operand.type) for operand in i.operands)


def is_sampler(type_: Type) -> bool:
    """Whether a type is that of a sampler: a typed pointer to its struct."""
    return type_.code is TypeCode.POINTER and (type_.pointee.name or "").startswith(_SAMPLER)


_SAMPLER: Final = "struct._sampler_t"


def counts_bytes(i: Instruction) -> bool:
    """Whether an instruction is a getelementptr that adds a number of bytes."""
    type_ = i.aux_type
    return i.code is _GEP and len(i.operands) == 2 and type_ is not None and _is_byte(type_)


def _is_byte(type_: Type) -> bool:
    return type_.code is TypeCode.INTEGER and type_.params == _BYTE


def _origin_of_address(i: Instruction) -> bool:
    return i.operands[-1].type.params == _PRIVATE


def _incoming_addresses(i: Instruction) -> bool:
    return i.type.is_pointer


class CodeScope(Scope[CodeSubject]):
    """The checks of a group of similar instructions.

    Their findings depend on the shape of an instruction alone (`ir.shapes`), so that the first instruction of each
    shape is checked; where `looks_beyond` is true for it, on its operands too, so that every instruction is.
    """

    def __init__(self, looks_beyond: Callable[[Instruction], bool] = _nothing) -> None:
        super().__init__()
        self.looks_beyond = looks_beyond


ATOMICS = CodeScope()
CALLS = CodeScope(_samplers_of_call)
CASTS = CodeScope()
COMPARISONS = CodeScope()
GEPS = CodeScope(counts_bytes)
MEMORY = CodeScope(_origin_of_address)
OPERATORS = CodeScope()
PHIS = CodeScope(_incoming_addresses)
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
