"""mtlb objdump: the modules of a library as LLVM assembly, laid out as metal-objdump does."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from mtlb.base.errors import MtlbError

from . import console
from . import io as files
from .arguments import FunctionNames, ModuleOrLibrary
from .usage import UsageError


def command(
    file: ModuleOrLibrary,
    names: FunctionNames = None,
    numbered: Annotated[
        bool, typer.Option("--instruction-numbers", help="Number the instructions of a Direct3D shader.")
    ] = False,
) -> None:
    """Disassemble the modules of a library, or a Direct3D shader.

    Each module comes with its offset in the file and the name of its function. The text is what the module holds, in
    the syntax of LLVM 14 (of LLVM 22 where pointers are opaque).

    The listing of a Direct3D container is that of Microsoft's compilers: fxc's for shader models 4.0 to 5.1, dxc's
    for DXIL.

    Examples:

      mtlb objdump default.metallib --function blur_h
      mtlb objdump shader.dxbc --instruction-numbers
      mtlb objdump default.metallib > default.ll.txt
    """
    from mtlb.bitcode import read_module

    if (container := files.direct3d(file)) is not None:
        from mtlb.inspect.direct3d import disassembly

        if names:
            raise UsageError("a Direct3D container has no functions to choose from")
        with files.naming(file):
            for line in disassembly(container, numbered=numbered):
                console.out(console.printable(line))
        return
    with files.open_modules(file, names or []) as modules:
        is_library = any(module.name is not None for module in modules)
        console.out()
        console.out(f"{console.printable(files.shown(file))}:\tfile format {'metallib' if is_library else 'air'}")
        console.out("Disassembly of section MODULE_LIST:")
        printed: dict[int, str] = {}  # the function whose module is at an offset
        for module in modules:
            name = console.printable(module.name or "module")
            console.out()
            console.out(console.bold(f"0x{module.offset:014x} -- {name}:"))
            if printed.setdefault(module.offset, name) != name:
                console.out(f"; the module of {printed[module.offset]}")
                continue
            try:
                text = read_module(module.module).text()
            except MtlbError as error:
                raise (error if module.name is None else error.in_module(module.name)) from None
            for line in text.splitlines():
                console.out(_highlighted(line))


# What is highlighted in a line of assembly, in order of precedence.
_TOKENS = re.compile(
    r"""(?P<comment>;.*)|(?P<string>c?"[^"]*")|(?P<value>[%@][\w.$-]+)|(?P<metadata>![\w.]+)"""
    r"""|(?P<keyword>\b(?:define|declare|ret|br|switch|call|load|store|phi|type|attributes|unreachable)\b)"""
)
_STYLES = {
    "comment": console.Style.DIM,
    "string": console.Style.GREEN,
    "value": console.Style.YELLOW,
    "metadata": console.Style.DIM,
    "keyword": console.Style.BOLD,
}


def _highlighted(line: str) -> str:
    def paint(match: re.Match[str]) -> str:
        return console.styled(match[0], _STYLES[match.lastgroup or "comment"])

    return _TOKENS.sub(paint, line)
