"""Global values: variables, functions and aliases."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from operator import attrgetter
from typing import Final

from ..base.classes import dataclass
from .attributes import AttributeList
from .instructions import BasicBlock, Instruction
from .linkage import Linkage
from .metadata import MDNode
from .types import Type
from .values import Argument, Value

_instructions_of: Final = attrgetter("instructions")
_APPENDING: Final = Linkage.APPENDING
_AVAILABLE_EXTERNALLY: Final = Linkage.AVAILABLE_EXTERNALLY


@dataclass(eq=False)
class Comdat:
    """A group of globals of which a linker keeps one; `selection` is a `ComdatSelection`."""

    name: str
    selection: int


class GlobalValue(Value):
    """The common base of variables, functions and aliases. `type`: the pointer type; `value_type`: the type of the
    value."""

    __slots__ = (
        "address_space",
        "comdat",
        "dll_storage",
        "dso_local",
        "linkage",
        "metadata",
        "partition",
        "section",
        "thread_local",
        "unnamed_addr",
        "value_type",
        "visibility",
    )

    def __init__(self, type: Type, value_type: Type, name: str, linkage: Linkage) -> None:
        super().__init__(type, name)
        self.value_type = value_type
        self.address_space = 0
        self.linkage = linkage
        self.visibility = 0  # Visibility
        self.unnamed_addr = 0  # UnnamedAddr
        self.dll_storage = 0  # DllStorage
        self.dso_local = 0
        self.thread_local = 0  # ThreadLocal
        self.section = ""
        self.partition = ""
        self.comdat: Comdat | None = None
        self.metadata: list[tuple[int, MDNode]] = []  # attachments: (kind id, node)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} @{self.name}>"

    def _copy_to(self, target: GlobalValue) -> None:
        """Copy to `other` the fields that the constructor does not set."""
        target.address_space = self.address_space
        target.visibility = self.visibility
        target.unnamed_addr = self.unnamed_addr
        target.dll_storage = self.dll_storage
        target.dso_local = self.dso_local
        target.thread_local = self.thread_local
        target.section = self.section
        target.partition = self.partition
        target.comdat = self.comdat
        target.metadata = self.metadata

    @property
    def is_declaration(self) -> bool:
        """Whether it is defined elsewhere."""
        return False

    @property
    def is_undefined(self) -> bool:
        """Whether symbol tables call it undefined: it is declared, or defined for inlining alone."""
        return self.is_declaration or self.linkage is _AVAILABLE_EXTERNALLY

    @property
    def is_shared(self) -> bool:
        """Whether its name means the same in every module: it is not private to one, nor collected from all."""
        return bool(self.name) and not self.linkage.is_local and self.linkage is not _APPENDING


class GlobalVariable(GlobalValue):
    """A global variable or constant; `alignment` is log2 of the bytes, plus one, 0 for none."""

    __slots__ = ("alignment", "attributes", "externally_initialized", "extra", "initializer", "is_constant")

    def __init__(self, type: Type, value_type: Type, name: str, linkage: Linkage) -> None:
        super().__init__(type, value_type, name, linkage)
        self.is_constant = False
        self.initializer: Value | None = None
        self.alignment = 0  # log2(bytes) + 1, 0 for none
        self.externally_initialized = 0
        self.attributes: AttributeList = ()
        self.extra: tuple[int, ...] = ()  # record fields that are newer than the partition

    def copy(self) -> GlobalVariable:
        """A copy of the variable; its lists are the same objects."""
        copy = GlobalVariable(self.type, self.value_type, self.name, self.linkage)
        self._copy_to(copy)
        copy.is_constant = self.is_constant
        copy.initializer = self.initializer
        copy.alignment = self.alignment
        copy.externally_initialized = self.externally_initialized
        copy.attributes = self.attributes
        copy.extra = self.extra
        return copy

    @property
    def is_declaration(self) -> bool:
        """Whether it has no initializer, so that another module defines it."""
        return self.initializer is None


class Function(GlobalValue):
    """A function. `blocks` is empty for a declaration and for a definition that was read without bodies."""

    __slots__ = (
        "alignment",
        "arguments",
        "attributes",
        "blocks",
        "calling_convention",
        "extra",
        "gc",
        "is_definition",
        "personality",
        "prefix",
        "prologue",
        "symbols",
    )

    def __init__(self, type: Type, value_type: Type, name: str, linkage: Linkage) -> None:
        super().__init__(type, value_type, name, linkage)
        self.calling_convention = 0  # CallingConvention
        self.is_definition = False
        self.attributes: AttributeList = ()
        self.alignment = 0  # log2(bytes) + 1
        self.gc = ""
        self.prologue: Value | None = None
        self.prefix: Value | None = None
        self.personality: Value | None = None
        self.arguments: list[Argument] = []
        self.blocks: list[BasicBlock] = []
        self.symbols: list[Value | BasicBlock] = []  # named locals in the order of the value symbol table
        self.extra: tuple[int, ...] = ()

    def copy(self) -> Function:
        """A copy of the function; its lists, blocks and arguments are the same objects."""
        copy = Function(self.type, self.value_type, self.name, self.linkage)
        self._copy_to(copy)
        copy.calling_convention = self.calling_convention
        copy.is_definition = self.is_definition
        copy.attributes = self.attributes
        copy.alignment = self.alignment
        copy.gc = self.gc
        copy.prologue = self.prologue
        copy.prefix = self.prefix
        copy.personality = self.personality
        copy.arguments = self.arguments
        copy.blocks = self.blocks
        copy.symbols = self.symbols
        copy.extra = self.extra
        return copy

    @property
    def is_declaration(self) -> bool:
        """Whether it has no body, so that another module defines it."""
        return not self.is_definition

    def instructions(self) -> Iterator[Instruction]:
        """All instructions, block by block."""
        return chain.from_iterable(map(_instructions_of, self.blocks))  # a generator takes twice as long in a step


class Alias(GlobalValue):
    """An alias, or an ifunc (`is_ifunc`), of `aliasee`."""

    __slots__ = ("aliasee", "is_ifunc")

    def __init__(self, type: Type, value_type: Type, name: str, linkage: Linkage, *, is_ifunc: bool = False) -> None:
        super().__init__(type, value_type, name, linkage)
        self.aliasee: Value | None = None
        self.is_ifunc = is_ifunc

    def copy(self) -> Alias:
        """A shallow copy; its lists are the same objects."""
        copy = Alias(self.type, self.value_type, self.name, self.linkage, is_ifunc=self.is_ifunc)
        self._copy_to(copy)
        copy.aliasee = self.aliasee
        return copy
