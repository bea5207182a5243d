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
    arch: Arch = None,
    as_json: AsJson = False,
) -> int:
    """Disassemble modules, those of libraries, and Direct3D shaders.

    Each module comes with its offset in the file and the name of its function. The text is what the module holds, in
    the syntax of LLVM 14 (of LLVM 22 where pointers are opaque).

    The listing of a Direct3D container is that of Microsoft's compilers: fxc's for shader models 4.0 to 5.1, dxc's
    for DXIL.

    Examples:

      mtlb objdump default.metallib --function blur_h
      mtlb objdump shader.dxbc --instruction-numbers
      mtlb objdump default.metallib > default.ll.txt
    """
    reading = files.Reading(inputs, arch)
    described = []
    for part in reading:
        with reading.reporting(part.place), console.progress(f"disassembling {part.place}"):
            if as_json:
                described += _as_json(part, names or [], numbered)
            elif part.kind is FileKind.DXBC:
                console.lines(map(console.printable, _direct3d(part, names or [], numbered)))
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


def _direct3d(part: FilePart, names: list[str], numbered: bool) -> Iterable[str]:
    from mtlb import dxbc
    from mtlb.inspect.direct3d import disassembly

    if names:
        raise UsageError("a Direct3D container has no functions to choose from")
    return disassembly(dxbc.read(part.data), numbered=numbered)


def _as_json(part: FilePart, names: list[str], numbered: bool) -> list[dict[str, Any]]:
    from mtlb.inspect import modules_of_parts

    if part.kind is FileKind.DXBC:
        text = "".join(f"{line}\n" for line in _direct3d(part, names, numbered))
        return [{"file": part.place, "modules": [{"name": None, "offset": part.offset, "same_as": None, "text": text}]}]
    modules = [
        {"name": module.name, "offset": module.offset, "same_as": same, "text": text}
        for module, same, text in _disassembled(modules_of_parts([part], names))
    ]
    return [{"file": part.place, "modules": modules}]
