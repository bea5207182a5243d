"""mtlb objdump: the modules of a library as LLVM assembly, laid out as metal-objdump does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mtlb.base.errors import MtlbError
from mtlb.base.filekind import FileKind

from . import console
from . import io as files
from .arguments import Arch, AsJson, Files, FunctionNames
from .usage import UsageError

if TYPE_CHECKING:
    from mtlb.inspect import NamedModule
    from mtlb.inspect.parts import FilePart


_SPIRV = "SPIR-V"


def command(
    inputs: Files,
    names: FunctionNames = None,
    numbered: Annotated[
        bool, typer.Option("--instruction-numbers", help="Number the instructions of a Direct3D shader.")
    ] = False,
    disassemble: Annotated[
        bool,
        typer.Option("--disassemble", "-d", help="What it does in any case: for those who are used to objdump -d."),
    ] = False,
    raw_ids: Annotated[
        bool, typer.Option("--raw-id", help="Numbers of ids, and not their names.", rich_help_panel=_SPIRV)
    ] = False,
    no_indent: Annotated[
        bool, typer.Option("--no-indent", help="Don't indent instructions.", rich_help_panel=_SPIRV)
    ] = False,
    no_header: Annotated[
        bool, typer.Option("--no-header", help="Don't begin with the header, as comments.", rich_help_panel=_SPIRV)
    ] = False,
    offsets: Annotated[
        bool,
        typer.Option("--offsets", help="Where each instruction begins, in bytes.", rich_help_panel=_SPIRV),
    ] = False,
    arch: Arch = None,
    as_json: AsJson = False,
) -> int:
    """Disassemble modules, those of libraries, Direct3D shaders and SPIR-V.

    Each module comes with its offset in the file and the name of its function. The text is what the module holds, in
    the syntax of LLVM 14 (of LLVM 22 where pointers are opaque).

    The listing of a Direct3D container is that of Microsoft's compilers: fxc's for shader models 4.0 to 5.1, dxc's
    for DXIL. That of a SPIR-V module is spirv-dis's.

    Examples:

      mtlb objdump default.metallib --function blur_h
      mtlb objdump shader.dxbc --instruction-numbers
      mtlb objdump shader.spv --raw-id
      mtlb objdump default.metallib > default.ll.txt
    """
    form = {"raw_ids": raw_ids, "indent": not no_indent, "header": not no_header, "offsets": offsets}
    reading = files.Reading(inputs, arch)
    described = []
    for part in reading:
        with reading.reporting(part.place), console.progress(f"disassembling {part.place}"):
            listing = _listing(part, names or [], numbered, form)
            if as_json:
                described.append(_as_json(part, names or [], listing))
            elif listing is not None:
                console.lines(console.printable(one) for line in listing for one in line.split("\n"))
            else:
                _print(part, names or [])
    if as_json:
        console.print_json({"schema": "mtlb.objdump/1", "files": described})
    return reading.code


def _print(part: FilePart, names: list[str]) -> None:
    from mtlb.inspect import modules_of_parts

    modules = modules_of_parts([part], names)
    console.out()
    console.out(f"{console.printable(part.place)}:\tfile format {'air' if part.is_module else 'metallib'}")
    console.out("Disassembly of section MODULE_LIST:")
    for module, same, text in _disassembled(modules):
        console.out()
        console.out(console.bold(f"0x{module.offset:014x} -- {console.printable(module.name or 'module')}:"))
        if same is not None:
            console.out(f"; the module of {console.printable(same)}")
        console.code(text, "llvm")


def _disassembled(modules: list[NamedModule]) -> Iterator[tuple[NamedModule, str | None, str]]:
    """Each module, with the function before it whose module it is too, or its text."""
    from mtlb.bitcode import read_module

    printed: dict[int, str] = {}  # the function whose module is at an offset
    for module in modules:
        name = module.name or ""
        if printed.setdefault(module.offset, name) != name:
            yield module, printed[module.offset], ""
            continue
        try:
            yield module, None, read_module(module.module).text()
        except MtlbError as error:
            raise (error if module.name is None else error.in_module(module.name)) from None


def _listing(part: FilePart, names: list[str], numbered: bool, form: dict[str, bool]) -> Iterable[str] | None:
    """The lines of a container or module that is not AIR; None for AIR."""
    if part.kind is FileKind.DXBC:
        from mtlb import dxbc
        from mtlb.inspect.direct3d import disassembly

        if names:
            raise UsageError("a Direct3D container has no functions to choose from")
        return disassembly(dxbc.read(part.data), numbered=numbered)
    if part.kind is FileKind.SPIRV:
        from mtlb import spirv
        from mtlb.spirv.listing import listing_lines

        if names:
            raise UsageError("--function does not choose functions of a SPIR-V module")
        return listing_lines(spirv.read(part.data), **form)
    return None


def _as_json(part: FilePart, names: list[str], listing: Iterable[str] | None) -> dict[str, Any]:
    from mtlb.inspect import modules_of_parts

    if listing is not None:
        text = "".join(f"{line}\n" for line in listing)
        return {"file": part.place, "modules": [{"name": None, "offset": part.offset, "same_as": None, "text": text}]}
    modules = [
        {"name": module.name, "offset": module.offset, "same_as": same, "text": text}
        for module, same, text in _disassembled(modules_of_parts([part], names))
    ]
    return {"file": part.place, "modules": modules}
