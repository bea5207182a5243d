"""mtlb nm: the symbols of a library, as nm prints them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from . import console
from . import io as files
from .arguments import AsJson, Libraries

if TYPE_CHECKING:
    from mtlb.container import Library


Symbol = tuple[str, str]
"""Name and type: `T` for a function, `D` for an exported variable, `U` for a symbol that another library defines."""

_ADDRESS_AND_TYPE = {"T": "00000000 T ", "D": "00000000 D ", "U": "         U "}


def command(
    libraries: Libraries,
    just_symbols: Annotated[bool, typer.Option("--just-symbols", "-j", help="Print names alone, one a line.")] = False,
    undefined_only: Annotated[
        bool, typer.Option("--undefined-only", "-u", help="Print only what other libraries must define.")
    ] = False,
    defined_only: Annotated[bool, typer.Option("--defined-only", help="Leave out undefined symbols.")] = False,
    no_sort: Annotated[bool, typer.Option("--no-sort", "-p", help="Print in the order of the library.")] = False,
    reverse_sort: Annotated[bool, typer.Option("--reverse-sort", "-r", help="Sort the other way round.")] = False,
    print_file_name: Annotated[
        bool, typer.Option("--print-file-name", "-A", help="Put the library's name before each symbol.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """List the symbols of libraries in BSD format, as metal-nm does.

    A row is address, type and name. Functions are T with address 0 (each is in its own module), exported
    variables D, imported symbols U without address. No module is read for this, so it is fast on libraries of any
    size. Unprintable characters in names are shown as escapes.

    Examples:

      mtlb nm default.metallib
      mtlb nm -j default.metallib | wc -l
    """
    listed = []
    for name in libraries:
        with files.open_library(name) as library:
            symbols = [s for s in _symbols(library) if _wanted(s, undefined_only, defined_only)]
        if not no_sort:
            symbols.sort(reverse=reverse_sort)
        listed.append((files.shown(name), symbols))
    if as_json:
        described = [
            {"file": name, "symbols": [{"name": symbol, "type": letter} for symbol, letter in symbols]}
            for name, symbols in listed
        ]
        console.print_json({"schema": "mtlb.nm/1", "libraries": described})
        return
    for name, symbols in listed:
        shown = console.printable(name)
        if len(listed) > 1 and not print_file_name:
            console.out(f"\n{shown}:")
        before = f"{shown}: " if print_file_name else ""
        starts = {letter: before + ("" if just_symbols else start) for letter, start in _ADDRESS_AND_TYPE.items()}
        sys.stdout.write("".join(f"{starts[letter]}{console.printable(symbol)}\n" for symbol, letter in symbols))


def _wanted(symbol: Symbol, undefined_only: bool, defined_only: bool) -> bool:
    undefined = symbol[1] == "U"
    return undefined if undefined_only else not (defined_only and undefined)


def _symbols(library: Library) -> Iterator[Symbol]:
    for function in library.functions:
        yield function.name, "T"
    for variable in library.exported_variables or []:
        yield variable.name or "", "D"
    for imported in library.imported_symbols or []:
        yield imported.name or "", "U"
