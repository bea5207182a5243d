"""The output of `mtlb objdump -t`, `--section-headers` and `-s`: symbols, sections and bytes, in objdump's layout."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mtlb.base.filekind import FileKind

from . import console

if TYPE_CHECKING:
    from mtlb.inspect.parts import FilePart
    from mtlb.inspect.size import Part

_ROW = 16  # bytes of a line


def section_lines(part: FilePart, *, symbols: bool, headers: bool, contents: bool) -> Iterator[str]:
    """The lines about a library, module or container. Raises the errors of reading it."""
    from mtlb.inspect.files import assembled

    part = assembled(part)
    yield ""
    yield f"{console.printable(part.place)}:\tfile format {_FORMATS.get(part.kind, 'metallib')}"
    if headers:
        yield from _headers(_sections(part))
    if symbols:
        yield from _symbols(part)
    if contents:
        for section in _sections(part):
            yield from _contents(part, section)


_FORMATS = {
    FileKind.BITCODE: "air",
    FileKind.WRAPPED_BITCODE: "air",
    FileKind.DXBC: "dxbc",
    FileKind.SPIRV: "spirv",
}


def _sections(part: FilePart) -> tuple[Part, ...]:
    """The byte map of a library or container; a module is a single section."""
    from mtlb.inspect.size import Part, measure

    if part.is_module or part.kind is FileKind.SPIRV:
        return (Part("MODULE", 0, len(part.data)),)
    return measure(part.data).parts


def _headers(sections: tuple[Part, ...]) -> Iterator[str]:
    yield ""
    yield "Sections:"
    rows: list[tuple[str, ...]] = [("Idx", "Name", "Size", "File off")]
    rows += [
        (str(i), console.printable(section.name), f"{section.size:08x}", f"{section.offset:08x}")
        for i, section in enumerate(sections)
    ]
    yield from console.table(rows, ">")


def _symbols(part: FilePart) -> Iterator[str]:
    from mtlb.inspect.symbols import symbols_of

    yield ""
    yield "SYMBOL TABLE:"
    for symbol in symbols_of(part):
        scope = " " if symbol.is_undefined else "g" if symbol.is_external else "l"
        flags = f"{scope}{'w' if symbol.is_weak else ' '}    {'F' if symbol.section == 'CODE' else 'O'}"
        section = "*UND*" if symbol.is_undefined else symbol.section
        yield f"{0:08x} {flags} {section}\t{symbol.size:08x} {console.printable(symbol.name)}"


def _contents(part: FilePart, section: Part) -> Iterator[str]:
    yield ""
    yield f"Contents of section {console.printable(section.name)}:"
    for start in range(section.offset, section.offset + section.size, _ROW):
        row = bytes(part.data[start : min(start + _ROW, section.offset + section.size)])
        words = " ".join(row[at : at + 4].hex() for at in range(0, len(row), 4))
        text = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in row)
        yield f" {part.offset + start:08x} {words:35}  {text}"
