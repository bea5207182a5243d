"""The symbols of a library or a module, as nm has them."""

from __future__ import annotations

from typing import NamedTuple

from ..bitcode import read_module
from ..ir import Function, GlobalValue, Linkage
from .parts import FilePart

__all__ = ["NamedSymbol", "symbols_of"]


class NamedSymbol(NamedTuple):
    """A name and its kind: `T` code, `D` variable, `S` constant, `W` weak, `U` defined elsewhere; lower case if local.

    `size`: bytes of the function's module in a library, 0 for anything else.
    """

    name: str
    letter: str
    size: int = 0

    @property
    def is_undefined(self) -> bool:
        """Whether another library or module has to define it."""
        return self.letter == "U"

    @property
    def is_external(self) -> bool:
        """Whether other libraries and modules see it."""
        return self.letter.isupper()


def symbols_of(part: FilePart) -> list[NamedSymbol]:
    """The symbols, in the order of the file. No module of a library is read. Raises what reading the part raises.

    The letters of a module are llvm-nm's for bitcode on Apple's systems (docs/commands/nm.md). Names that LLVM
    reserves (`llvm.*`) and private ones are left out, as llvm-nm does.
    """
    if part.is_module:
        module = read_module(part.data, bodies=False, file=part.place)
        return [symbol for value in module.global_values() if (symbol := _of_value(value)) is not None]
    library = part.library()
    found = [NamedSymbol(function.name, "T", len(function.module)) for function in library.functions]
    found += [NamedSymbol(variable.name or "", "D") for variable in library.exported_variables or []]
    found += [NamedSymbol(imported.name or "", "U") for imported in library.imported_symbols or []]
    return found


_WEAK = frozenset(linkage for linkage in Linkage if linkage.name.startswith(("WEAK", "LINK_ONCE", "LINKONCE")))


def _of_value(value: GlobalValue) -> NamedSymbol | None:
    if not value.name or value.name.startswith("llvm.") or value.linkage is Linkage.PRIVATE:
        return None
    if value.is_declaration:
        return NamedSymbol(value.name, "U")
    if value.linkage in _WEAK:
        return NamedSymbol(value.name, "W")
    letter = "T" if isinstance(value, Function) else "S" if getattr(value, "is_constant", False) else "D"
    return NamedSymbol(value.name, letter.lower() if value.linkage.is_local else letter)
