"""mtlb objdump: the modules of a library as LLVM assembly, laid out as metal-objdump does, or as that of a CPU."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from mtlb.base.errors import MtlbError, UnsupportedError
from mtlb.base.filekind import FileKind

from . import console
from . import io as files
from .arguments import Arch, AsJson, Files, FunctionNames
from .groups import Group
from .parameters import CommandOption
from .usage import UsageError

if TYPE_CHECKING:
    from mtlb.inspect import NamedModule
    from mtlb.inspect.parts import FilePart
    from mtlb.ir import Module


class _Target(str, Enum):
    """The names of `mtlb.cpu.CpuTarget`, whose import is slow."""

    X86_64 = "x86_64"
    AARCH64 = "aarch64"


_spirv = partial(CommandOption, rich_help_panel="SPIR-V")


class Tables(Group):
    """The options that print tables instead of code."""

    symbols: Annotated[
        bool, CommandOption("--syms", "-t", help="Print the table of symbols, not the code (mtlb nm has more).")
    ] = False
    headers: Annotated[
        bool,
        CommandOption(
            "--section-headers", "--headers", help="Print the sections with offset and size, not the code; -h is help."
        ),
    ] = False
    contents: Annotated[
        bool, CommandOption("--full-contents", "-s", help="Print all bytes by section in hexadecimal, not the code.")
    ] = False

    @property
    def any(self) -> bool:
        """Whether any of them is set."""
        return self.symbols or self.headers or self.contents


class SpirvForm(Group):
    """The options for SPIR-V listings."""

    raw_ids: Annotated[bool, _spirv("--raw-id", help="Print ids as numbers, not as names.")] = False
    no_indent: Annotated[bool, _spirv("--no-indent", help="Don't indent instructions.")] = False
    no_header: Annotated[bool, _spirv("--no-header", help="Don't print the header as comments.")] = False
    offsets: Annotated[
        bool,
        _spirv("--offsets", help="Print the byte offset of each instruction."),
    ] = False

    def options(self) -> dict[str, bool]:
        """The keyword arguments of the listing."""
        return {
            "raw_ids": self.raw_ids,
            "indent": not self.no_indent,
            "header": not self.no_header,
            "offsets": self.offsets,
        }


def command(
    inputs: Files,
    names: FunctionNames = None,
    target: Annotated[
        _Target | None, CommandOption("--target", help="Print the assembly that LLVM generates for this processor.")
    ] = None,
    numbered: Annotated[
        bool, CommandOption("--instruction-numbers", help="Number the instructions of a Direct3D shader.")
    ] = False,
    disassemble: Annotated[
        bool,
        CommandOption("--disassemble", "-d", help="Accepted for compatibility with objdump -d: this is the default."),
    ] = False,
    *,
    tables: Tables,
    listing_form: SpirvForm,
    arch: Arch = None,
    as_json: AsJson = False,
) -> int:
    """Disassemble modules, those of libraries, Direct3D shaders and SPIR-V.

    Each module comes with its offset in the file and the name of its function. The text shows the complete module,
    in the syntax of LLVM 14 (LLVM 22 for opaque pointers).

    The listing of a Direct3D container is that of Microsoft's compilers: fxc's for shader models 4.0 to 5.1, dxc's
    for DXIL. That of a SPIR-V module is spirv-dis's.

    --target prints CPU assembly instead. `air.*` functions that need other threads or textures remain calls.

    Examples:

      mtlb objdump default.metallib --function blur_h
      mtlb objdump default.metallib --function blur_h --target aarch64
      mtlb objdump shader.dxbc --instruction-numbers
      mtlb objdump shader.spv --raw-id
      mtlb objdump -s default.metallib | less
      mtlb objdump default.metallib > default.ll.txt
    """
    form = listing_form.options()
    reading = files.Reading(inputs, arch)
    if tables.any:
        if disassemble or names or target or numbered or as_json:
            raise UsageError(
                "--syms, --section-headers and --full-contents can't be used with the options of a disassembly"
            )
        from .sections import section_lines

        for part in reading:
            with reading.reporting(part.place):
                console.lines(
                    section_lines(part, symbols=tables.symbols, headers=tables.headers, contents=tables.contents)
                )
        return reading.code
    described = []
    with ExitStack() as stack:
        text_of = _text if target is None else _assembler(target, stack)
        for part in reading:
            with reading.reporting(part.place), console.progress(f"disassembling {part.place}"):
                listing = _listing(part, names or [], numbered, form)
                if listing is not None and target is not None:
                    raise UnsupportedError("--target is for functions of Metal, not for Direct3D containers and SPIR-V")
                if as_json:
                    described.append(_as_json(part, names or [], listing, text_of))
                elif listing is not None:
                    console.lines(console.printable(line_part) for line in listing for line_part in line.split("\n"))
                else:
                    print_modules(part, names or [], text_of, target)
    if as_json:
        of_target = {} if target is None else {"target": target.value}
        console.print_json({"schema": "mtlb.objdump/1", **of_target, "files": described})
    return reading.code


def _text(module: Module) -> str:
    return module.text()


def _assembler(target: _Target, stack: ExitStack) -> Callable[[Module], str]:
    """Create the assembly of modules, in a process that ends with the stack."""
    from mtlb.cpu import assemble
    from mtlb.cpu.process import Session

    session = stack.enter_context(Session())
    return lambda module: assemble(module, target.value, session=session)


def print_modules(
    part: FilePart, names: list[str], text_of: Callable[[Module], str] = _text, target: _Target | None = None
) -> None:
    """Print the AIR modules of a part, or those of the named functions, on stdout."""
    from mtlb.inspect import modules_of_parts

    modules = modules_of_parts([part], names)
    console.out()
    console.out(f"{console.printable(part.place)}:\tfile format {'air' if part.is_module else 'metallib'}")
    console.out(f"Disassembly of section MODULE_LIST{f' for {target.value}' if target else ''}:")
    for module, same, text in _disassembled(modules, text_of):
        console.out()
        console.out(console.bold(f"0x{module.offset:014x} -- {console.printable(module.name or 'module')}:"))
        if same is not None:
            console.out(f"; the module of {console.printable(same)}")
        console.code(text, "gas" if target else "llvm")


def _disassembled(
    modules: list[NamedModule], text_of: Callable[[Module], str]
) -> Iterator[tuple[NamedModule, str | None, str]]:
    """Each module, with its text or with an earlier function that shares the module."""
    from mtlb.bitcode import read_module

    printed: dict[int, str] = {}  # offset of a module to the first function with it
    for module in modules:
        name = module.name or ""
        if printed.setdefault(module.offset, name) != name:
            yield module, printed[module.offset], ""
            continue
        try:
            yield module, None, text_of(read_module(module.module))
        except MtlbError as error:
            raise (error if module.name is None else error.in_module(module.name)) from None


def _listing(part: FilePart, names: list[str], numbered: bool, form: dict[str, bool]) -> Iterable[str] | None:
    """The listing of a container or module that is not AIR; None for AIR."""
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


def _as_json(
    part: FilePart, names: list[str], listing: Iterable[str] | None, text_of: Callable[[Module], str]
) -> dict[str, Any]:
    from mtlb.inspect import modules_of_parts

    if listing is not None:
        text = "".join(f"{line}\n" for line in listing)
        return {"file": part.place, "modules": [{"name": None, "offset": part.offset, "same_as": None, "text": text}]}
    modules = [
        {"name": module.name, "offset": module.offset, "same_as": same, "text": text}
        for module, same, text in _disassembled(modules_of_parts([part], names), text_of)
    ]
    return {"file": part.place, "modules": modules}
