"""How globals and module flags of several modules become one, numbered as LLVM's records number it.

Sources: LLVM's LLVMBitCodes.h, GlobalValue.h and Module.h (`ModFlagBehavior`), LLVM 3.3 to 22.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final


class Linkage(IntEnum):
    """Linkage as LLVM 3.6 and later write it; the reader maps the older spellings onto these."""

    EXTERNAL = 0
    APPENDING = 2
    INTERNAL = 3
    EXTERN_WEAK = 7
    COMMON = 8
    PRIVATE = 9
    AVAILABLE_EXTERNALLY = 12
    WEAK_ANY = 16
    WEAK_ODR = 17
    LINK_ONCE_ANY = 18
    LINK_ONCE_ODR = 19

    @property
    def is_local(self) -> bool:
        """Whether the linkage keeps a symbol inside its module."""
        return self in _LOCAL

    @property
    def is_link_once(self) -> bool:
        """Whether a definition is dropped if it is unreferenced, and may exist in other modules too."""
        return self in _LINK_ONCE

    @property
    def is_weak(self) -> bool:
        """Whether a symbol table calls it weak: another definition may take its place, or none need be there."""
        return self in _WEAK

    @property
    def is_strong(self) -> bool:
        """Whether two definitions of it conflict."""
        return self is Linkage.EXTERNAL

    @property
    def is_lazy(self) -> bool:
        """Whether a linker moves a definition only if something that it moves names it."""
        return self in _LAZY

    @property
    def is_optional(self) -> bool:
        """Whether a declaration may remain undefined."""
        return self is Linkage.EXTERN_WEAK


_LOCAL: Final = frozenset({Linkage.INTERNAL, Linkage.PRIVATE})
_LINK_ONCE: Final = frozenset({Linkage.LINK_ONCE_ANY, Linkage.LINK_ONCE_ODR})
_WEAK: Final = _LINK_ONCE | {Linkage.WEAK_ANY, Linkage.WEAK_ODR, Linkage.EXTERN_WEAK}
_LAZY: Final = _LOCAL | _LINK_ONCE | {Linkage.AVAILABLE_EXTERNALLY}


class FlagBehaviour(IntEnum):
    """How a linker merges a module flag that two modules have."""

    ERROR = 1
    WARNING = 2
    REQUIRE = 3
    OVERRIDE = 4
    APPEND = 5
    APPEND_UNIQUE = 6
    MAX = 7
    MIN = 8
