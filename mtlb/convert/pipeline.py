"""The steps of a conversion, in order (docs/convert.md §2)."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..air.facts import air_version
from ..base.errors import BuildError, FormatError, UnsupportedError, in_file
from ..base.filekind import FileKind, sniff
from ..base.versions import Triple, Version
from ..bitcode import read_module, write_module
from ..dxbc import read as read_container
from ..dxbc.dxil import main_program
from ..ir import ERAS, Module, era_for_air, parse
from ..ir.verify import verify_module
from ..passes import downgrade
from .checks import check_input, check_result
from .debug_info import fit_debug_info
from .legalise import legalise
from .options import ConvertOptions, ConvertTarget
from .pointers import type_pointers
from .prune import prune
from .target import adopt_form, drop_local_names

__all__ = ["Converted", "convert_bytes", "convert_module", "is_foreign", "needs_conversion", "read_ir"]

_DEFAULT = "macos14"


@dataclass
class Converted:
    """A module that was converted: its bitcode in a wrapper, the target, and what the user should know."""

    module: Module
    target: ConvertTarget
    warnings: list[str] = field(default_factory=list)

    @property
    def bitcode(self) -> bytes:
        """The module as a file."""
        return write_module(self.module)


def read_ir(name: str, data: bytes | memoryview) -> Module:
    """The module of a file of bitcode or of text, or the DXIL of a Direct3D container, by its content.

    FormatError, naming the file, for anything else.
    """
    with in_file(name):
        if sniff(data) is FileKind.DXBC:
            program = main_program(read_container(data))
            return read_module(program.bitcode, file=name, base=program.offset)
        if sniff(data).is_module:
            return read_module(data, file=name)
        if not data:
            raise FormatError("the file is empty", offset=0)
        if not is_text(data):
            raise FormatError("it is neither LLVM bitcode nor textual IR (.ll)", offset=0)
        return parse(bytes(data))


def is_text(data: bytes | memoryview) -> bool:
    """Whether a file may be textual IR: it has no control characters where text has none."""
    start = bytes(data[:512])
    return bool(start) and not any(byte < 9 or 13 < byte < 32 for byte in start)


def is_foreign(module: Module) -> bool:
    """Whether a module is for another target than AIR, by its triple and its metadata."""
    if not module.triple.startswith("air"):
        return not any(name.startswith("air.") for name in module.named_metadata)
    return False


def needs_conversion(module: Module) -> str:
    """Why the module is not what a Metal loader takes; "" if it is."""
    if is_foreign(module):
        return f"it is for {module.triple or 'no target'}, not for AIR"
    if module.has_opaque_pointers:
        return "it has opaque pointers"
    if module.identification is not None and module.identification.startswith("LLVM"):
        return f"{module.identification} wrote it"
    return ""


def convert_module(module: Module, options: ConvertOptions | None = None) -> Converted:
    """Convert a module; its objects may be changed, and are of no use afterwards.

    UnsupportedError, with function, instruction and source line, for what AIR has no form for; BuildError for options
    that don't fit the module.
    """
    options = options or ConvertOptions()
    target = options.target or target_of(module)
    foreign = is_foreign(module)
    warnings: list[str] = []
    check_input(module)
    if foreign:
        raise UnsupportedError("a module of another target")
    warnings += legalise(module, target.air, is_foreign=foreign)
    prune(module)
    fit_debug_info(module, era_for_air(target.air[:2]))
    warnings += adopt_form(module, target.air, is_foreign=foreign)
    stamp(module, target)
    check_result(module)
    problems = verify_module(module)
    if problems:
        raise UnsupportedError(f"the module is not valid IR: {problems[0]}")
    module = type_pointers(module, policy=options.pointers)
    if target.air < ERAS[-1].air[0]:
        module = downgrade(module)
        module.era = era_for_air(target.air[:2])
    for function in module.functions:
        drop_local_names(function)
    return Converted(module, target, warnings)


def convert_bytes(name: str, data: bytes | memoryview, options: ConvertOptions | None = None) -> Converted:
    """Convert the module of a file; errors name it."""
    with in_file(name):
        return convert_module(read_ir(name, data), options)


def target_of(module: Module) -> ConvertTarget:
    """The target that an AIR module names, else that of macOS 14."""
    if module.triple.startswith("air"):
        return ConvertTarget.of_triple(Triple.parse(module.triple), air_version(module))
    return ConvertTarget.parse(_DEFAULT)


def stamp(module: Module, target: ConvertTarget) -> None:
    """The triple, and the versions that go with it."""
    found = air_version(module)
    if found is not None and found[:2] != target.air[:2]:
        raise BuildError(f"the module says AIR {found}, the target is {target}")
    if Triple.parse(module.triple).platform is not target.platform or Version.of(0) == target.min_os:
        module.triple = str(target.triple)
