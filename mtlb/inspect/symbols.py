"""The symbols of a library or a module, as nm has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.classes import NamedTuple
from .parts import FilePart

if TYPE_CHECKING:
    from ..ir import GlobalValue


class NamedSymbol(NamedTuple):
    """A name and its kind: `T` code, `D` variable, `S` constant, `C` common variable, `W` weak; lower case if local;
    `U` defined elsewhere, `w` so and weak.

    `size`: bytes of the function's module in a library, else 0. `section`: CODE, DATA or RODATA. `is_weak`:
    another definition may replace it. `is_hidden`: seen by the modules that it is linked with alone.
    """

    name: str
    letter: str
    size: int = 0
    section: str = "CODE"
    is_weak: bool = False
    is_hidden: bool = False

    @property
    def is_undefined(self) -> bool:
        """Whether another library or module has to define it."""
        return self.letter in "Uw"

    @property
    def is_external(self) -> bool:
        """Whether other libraries and modules see it."""
        return self.letter.isupper() or self.is_undefined


def symbols_of(part: FilePart, *, has_sizes: bool = True) -> list[NamedSymbol]:
    """The symbols, in the order of the file. No module of a library is read. Without `has_sizes` all sizes are 0.
    Raises what reading the part raises.

    The letters of a module are llvm-nm's for bitcode on Apple's systems (docs/commands/nm.md). Names that LLVM
    reserves (`llvm.*`) and private ones are left out, as llvm-nm does.
    """
    if part.is_module:
        from ..bitcode import read_module  # of a library no module is read

        module = read_module(part.data, bodies=False, file=part.place)
        return [symbol for value in module.global_values() if (symbol := _of_value(value)) is not None]
    library = part.library()
    symbols = [
        NamedSymbol(function.name, "T", function.module_size if has_sizes else 0) for function in library.functions
    ]
    symbols += [NamedSymbol(variable.name or "", "D", section="DATA") for variable in library.exported_variables or []]
    symbols += [NamedSymbol(imported.name or "", "U") for imported in library.imported_symbols or []]
    return symbols


_LETTERS = {"CODE": "T", "DATA": "D", "RODATA": "S"}


def _of_value(value: GlobalValue) -> NamedSymbol | None:
    from ..ir import Function, Linkage, Visibility
    from ..ir.names import INTRINSIC

    if not value.name or value.name.startswith(INTRINSIC) or value.linkage is Linkage.PRIVATE:
        return None
    is_constant = getattr(value, "is_constant", False)
    section = "CODE" if isinstance(value, Function) else "RODATA" if is_constant else "DATA"
    is_weak = value.linkage.is_weak
    if value.is_undefined:
        letter = "w" if is_weak else "U"
    elif is_weak:
        letter = "W"
    elif value.linkage is Linkage.COMMON:
        letter = "C"
    else:
        letter = _LETTERS[section].lower() if value.linkage.is_local else _LETTERS[section]
    return NamedSymbol(value.name, letter, 0, section, is_weak, value.visibility == Visibility.HIDDEN)
