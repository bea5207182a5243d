"""The symbols that a library imports from dynamic libraries (docs/linking.md §11)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mtlb.air.symbols import is_core_image
from mtlb.base.classes import NamedTuple
from mtlb.base.errors import LinkError
from mtlb.container import FileType

from ..inputs.load import DynamicLibrary
from .symbols import Symbol, undefined_message


class Imports(NamedTuple):
    """`libraries`: install names of all libraries that are linked. `symbols`: the imported functions, in the order of
    the linker's symbol table."""

    libraries: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()


def import_symbols(
    undefined: Sequence[Symbol],
    libraries: Sequence[DynamicLibrary],
    table: Iterable[str],
    kind: FileType,
    *,
    dynamic_lookup: bool = False,
) -> Imports:
    """The symbols to import from `libraries`. `table`: the linker's symbols in table order.

    LinkError for a symbol that none of them exports (unless `dynamic_lookup` leaves it to the loader), or that is a
    variable, and for libraries that export the same symbol. Core Image provides the functions of its namespace.
    """
    _refuse_clashes(libraries)
    exported = {name for library in libraries for name in library.exports}
    if kind is FileType.CORE_IMAGE:
        undefined = [symbol for symbol in undefined if not is_core_image(symbol.name)]
    missing = [s for s in undefined if not s.value.is_function or not (dynamic_lookup or s.name in exported)]
    if missing:
        lines = [undefined_message(missing)]
        lines += [f"{library.path} ({library.install_name}) does not export them" for library in libraries]
        lines += [
            f"{symbol.name!a} is a variable, which dynamic libraries can't export"
            for symbol in missing
            if not symbol.value.is_function
        ]
        raise LinkError("\n".join(lines))
    imported = {symbol.name for symbol in undefined}
    names = tuple(library.install_name for library in libraries)
    return Imports(names, tuple(name for name in table if name in imported))


def _refuse_clashes(libraries: Sequence[DynamicLibrary]) -> None:
    names: dict[str, DynamicLibrary] = {}
    owner: dict[str, DynamicLibrary] = {}
    for library in libraries:
        earlier = names.setdefault(library.install_name, library)
        if earlier is not library:
            raise LinkError(
                f"{earlier.path} and {library.path} have the same install name {library.install_name!a}: "
                "link only one of them"
            )
        for name in sorted(library.exports):
            earlier = owner.setdefault(name, library)
            if earlier is not library:
                raise LinkError(
                    f"{name!a} is exported by two dynamic libraries, and nothing says which of them is meant: link one"
                    f"\n      {earlier.path}\n      {library.path}"
                )
