"""mtlb nm: the symbols of a library, as nm prints them."""

from __future__ import annotations

import sys
from enum import Enum
from typing import TYPE_CHECKING, Annotated

from . import console
from . import io as files
from .arguments import Arch, AsJson, Files
from .groups import Group
from .parameters import CommandOption

if TYPE_CHECKING:
    from mtlb.inspect.symbols import NamedSymbol

_ADDRESS = "00000000"  # the section of all definitions: each function is in a separate module


class SymbolFormat(str, Enum):
    """The forms of nm's output."""

    BSD = "bsd"
    POSIX = "posix"
    SYSV = "sysv"
    DARWIN = "darwin"
    JUST_SYMBOLS = "just-symbols"


class Choice(Group):
    """The selection and order of symbols."""

    undefined_only: Annotated[
        bool, CommandOption("--undefined-only", "-u", help="Print only what other libraries or modules must define.")
    ] = False
    defined_only: Annotated[bool, CommandOption("--defined-only", "-U", help="Leave out undefined symbols.")] = False
    extern_only: Annotated[
        bool, CommandOption("--extern-only", "-g", help="Leave out symbols that are local to their module.")
    ] = False
    demangle: Annotated[bool, CommandOption("--demangle", "-C", help="Print C++ names as declarations.")] = False
    no_sort: Annotated[bool, CommandOption("--no-sort", "-p", help="Print in the order of the library.")] = False
    numeric_sort: Annotated[
        bool, CommandOption("--numeric-sort", "-n", help="Sort by address: undefined symbols first, then file order.")
    ] = False
    reverse_sort: Annotated[bool, CommandOption("--reverse-sort", "-r", help="Reverse the sort order.")] = False
    size_sort: Annotated[bool, CommandOption("--size-sort", help="Sort by the size of the function's module.")] = False

    def chosen(self, symbols: list[NamedSymbol]) -> list[NamedSymbol]:
        """The symbols to list."""
        from mtlb.inspect import demangle as cplusplus

        symbols_left = symbols[:]
        if self.undefined_only:
            symbols_left = [symbol for symbol in symbols_left if symbol.is_undefined]
        if self.defined_only:
            symbols_left = [symbol for symbol in symbols_left if not symbol.is_undefined]
        if self.extern_only:
            symbols_left = [symbol for symbol in symbols_left if symbol.is_external]
        if self.demangle:
            symbols_left = [symbol._replace(name=cplusplus.demangle(symbol.name)) for symbol in symbols_left]
        if self.size_sort:
            symbols_left.sort(key=lambda symbol: symbol.size)
        elif self.numeric_sort:
            symbols_left.sort(key=lambda symbol: not symbol.is_undefined)
        elif not self.no_sort:
            symbols_left.sort()
        if self.reverse_sort and not self.no_sort:
            symbols_left.reverse()
        return symbols_left


class SymbolForm(Group):
    """The format of a symbol."""

    layout: Annotated[
        SymbolFormat,
        CommandOption("--format", help="How symbols are listed; darwin and sysv as llvm-nm lists bitcode."),
    ] = SymbolFormat.BSD
    just_symbols: Annotated[bool, CommandOption("--just-symbols", "-j", help="As --format just-symbols.")] = False
    posix: Annotated[bool, CommandOption("--portability", "-P", help="As --format posix.")] = False
    darwin: Annotated[bool, CommandOption("-m", help="As --format darwin.")] = False

    def chosen(self) -> SymbolFormat:
        """The format: from the options that select one, the last in this order."""
        named = (
            (self.darwin, SymbolFormat.DARWIN),
            (self.just_symbols, SymbolFormat.JUST_SYMBOLS),
            (self.posix, SymbolFormat.POSIX),
        )
        return next((form for is_named, form in named if is_named), self.layout)


def command(
    inputs: Files,
    form: SymbolForm,
    choice: Choice,
    print_size: Annotated[
        bool, CommandOption("--print-size", "-S", help="Print the size of the function's module.")
    ] = False,
    print_file_name: Annotated[
        bool, CommandOption("--print-file-name", "-A", help="Put the file's name before each symbol.")
    ] = False,
    debug_syms: Annotated[
        bool,
        CommandOption(
            "--debug-syms", "-a", help="Accepted for compatibility with nm -a: there are no debugger-only symbols."
        ),
    ] = False,
    arch: Arch = None,
    as_json: AsJson = False,
) -> int:
    """List the symbols of libraries and modules in BSD format, as metal-nm does.

    A row is address, type and name. Functions of a library are T with address 0 (each is in its own module), exported
    variables D, imported symbols U without address. No module of a library is read, so it is fast on libraries of any
    size. The symbols of a module are code (T), variables (D), constants (S), weak ones (W) and undefined ones (U); a
    small letter means local. Unprintable characters in names are shown as escapes.

    Examples:

      mtlb nm default.metallib
      mtlb nm -j default.metallib | wc -l
      mtlb nm -u -C shader.air
    """
    from mtlb.inspect.files import assembled
    from mtlb.inspect.symbols import symbols_of

    layout = form.chosen()
    has_sizes = print_size or choice.size_sort or layout not in (SymbolFormat.BSD, SymbolFormat.JUST_SYMBOLS)
    reading = files.Reading(inputs, arch)
    listed = []
    for part in reading:
        with reading.reporting(part.place):
            listed.append((part.place, choice.chosen(symbols_of(assembled(part), has_sizes=has_sizes))))
    if as_json:
        described = [
            {"file": name, "symbols": [{"name": symbol.name, "type": symbol.letter} for symbol in symbols]}
            for name, symbols in listed
        ]
        console.print_json({"schema": "mtlb.nm/1", "libraries": described})
        return reading.code
    row = _bsd_with_size if layout is SymbolFormat.BSD and print_size else _ROWS[layout]
    is_named = [name for name, _ in listed] != [files.shown(path) for path in inputs] or len(inputs) > 1
    for name, symbols in listed:
        shown = console.printable(name)
        if not print_file_name and layout is SymbolFormat.SYSV:
            console.out(_SYSV_HEAD.format(shown))
        elif not print_file_name and layout is not SymbolFormat.DARWIN and is_named:
            console.out(f"\n{shown}:")
        before = f"{shown}: " if print_file_name else ""
        sys.stdout.write("".join(f"{before}{row(symbol, console.printable(symbol.name))}\n" for symbol in symbols))
    return reading.code


def _address(symbol: NamedSymbol) -> str:
    return " " * len(_ADDRESS) if symbol.is_undefined else _ADDRESS


def _name(symbol: NamedSymbol, name: str) -> str:
    return name


def _bsd(symbol: NamedSymbol, name: str) -> str:
    return f"{_address(symbol)} {symbol.letter} {name}"


def _bsd_with_size(symbol: NamedSymbol, name: str) -> str:
    return f"{_address(symbol)} {symbol.size:08x} {symbol.letter} {name}"


def _posix(symbol: NamedSymbol, name: str) -> str:
    return f"{name} {symbol.letter}" + ("" if symbol.is_undefined else f" 0 {symbol.size:x}")


_SYSV_HEAD = """

Symbols from {}:

Name                  Value   Class        Type         Size     Line  Section"""


def _sysv(symbol: NamedSymbol, name: str) -> str:
    size = "" if symbol.is_undefined else f"{symbol.size:08x}"
    return f"{name:20}|{_address(symbol)}|   {symbol.letter}  |                  |{size:8}|     |"


def _darwin(symbol: NamedSymbol, name: str) -> str:
    """LTO: the section is that of bitcode, which becomes final only when it is linked for a processor."""
    section = "(undefined)" if symbol.is_undefined else f"(LTO,{symbol.section})"
    words = ["weak"] * symbol.is_weak + ["private"] * (symbol.is_hidden and not symbol.is_undefined)
    words.append("external" if symbol.is_external else "non-external")
    return f"{_address(symbol)} {section} {' '.join(words)} {name}"


_ROWS = {
    SymbolFormat.BSD: _bsd,
    SymbolFormat.POSIX: _posix,
    SymbolFormat.SYSV: _sysv,
    SymbolFormat.DARWIN: _darwin,
    SymbolFormat.JUST_SYMBOLS: _name,
}
