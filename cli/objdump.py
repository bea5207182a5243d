"""mtlb objdump: the modules of a library as LLVM assembly, laid out as metal-objdump does."""

from __future__ import annotations

import re

from mtlb.base.errors import MtlbError

from . import console
from . import io as files
from .arguments import FunctionNames, ModuleOrLibrary


def command(
    file: ModuleOrLibrary,
    names: FunctionNames = None,
) -> None:
    """Disassemble the modules of a library.

    Each module comes with its offset in the file and the name of its function. The text is what the module holds, in
    the syntax of LLVM 14 (of LLVM 22 where pointers are opaque).

    Examples:

      mtlb objdump default.metallib --function blur_h
      mtlb objdump default.metallib > default.ll.txt
    """
    from mtlb.bitcode import read_module

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
