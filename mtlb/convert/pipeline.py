"""The steps of a conversion, in order (docs/convert.md §2)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..air import EntryPoint
from ..air.facts import air_version
from ..air.interface import debug_flags, read_interface, standard_interface, write_interface
from ..base.errors import BuildError, FormatError, in_file
from ..base.filekind import FileKind, sniff
from ..base.versions import Triple
from ..bitcode import read_module, write_module
from ..dxbc import read as read_container
from ..dxbc.dxil import main_program
from ..ir import ERAS, Module, era_for_air, parse
from ..ir.names import COMPILE_UNITS, FRAME_POINTER, SDK_VERSION
from ..ir.verify import verify_module
from ..passes import downgrade
from ..passes.air_version import adapt_entries, initializer_section
from ..passes.debug_info import fit_debug_info
from .checks import check_input, check_result
from .entries import make_entries
from .legalise import legalise
from .needs import is_foreign
from .options import ConvertOptions, ConvertTarget
from .plan import Plan
from .pointers import type_pointers
from .prune import prune
from .sources import SOURCE_TABLES, source_of
from .target import adopt_form, drop_local_names
from .versions import adopt_versions

__all__ = ["Converted", "convert_bytes", "convert_module", "read_ir", "target_of"]

_DEFAULT = "macos14"
_IDENT = "mtlb convert"


@dataclass
class Converted:
    """A module that was converted: its bitcode in a wrapper, the target, and what the user should know."""

    module: Module
    target: ConvertTarget
    warnings: list[str] = field(default_factory=list)
    is_spirv: bool = False
    bindings: list[dict[str, Any]] = field(default_factory=list)
    """Of SPIR-V: where the resources of its entry points went, as JSON values."""

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


def convert_module(module: Module, options: ConvertOptions | None = None) -> Converted:
    """Convert a module; its objects may be changed, and are of no use afterwards.

    UnsupportedError, with function, instruction and source line, for what AIR has no form for; BuildError for options
    that don't fit the module, and for a result that is not valid IR.
    """
    options = options or ConvertOptions()
    target = options.target or target_of(module)
    foreign = options.makes_entries or is_foreign(module)
    warnings: list[str] = []
    entries: list[EntryPoint] = []
    if not foreign:
        check_input(module)
    else:
        source = SOURCE_TABLES[options.source or source_of(module)]
        plan = options.plan or Plan()
        entries = make_entries(module, source, plan, target.air, options.entries, warnings)
    adopt_versions(module, target.air)
    warnings += legalise(module, target.air, is_foreign=foreign)
    prune(module, [entry.function for entry in entries] if foreign else None)
    warnings += fit_debug_info(module, era_for_air(target.air[:2]))
    warnings += adopt_form(module, target.air, is_foreign=foreign)
    if foreign:
        module.triple = str(target.triple)
        interface = standard_interface(target.air, target.language, target.min_os, fast_math=False, ident=_IDENT)
        interface.entries = entries
        if COMPILE_UNITS in module.named_metadata:
            interface.flags[1:1] = debug_flags(target.air)
        write_interface(module, interface)
    else:
        stamp(module, target)
    check_result(module, is_foreign=foreign)
    module = type_pointers(module, policy=options.pointers)
    if target.air < ERAS[-1].air[0]:
        module = downgrade(module)
        module.era = era_for_air(target.air[:2])
    for function in module.functions:
        drop_local_names(function)
    if problems := verify_module(module):
        raise BuildError(f"the conversion made a module that is not valid IR, which is a bug of mtlb: {problems[0]}")
    return Converted(module, target, warnings)


def convert_bytes(name: str, data: bytes | memoryview, options: ConvertOptions | None = None) -> Converted:
    """Convert the module of a file; errors name it. SPIR-V is translated (docs/spirv.md §7)."""
    options = options or ConvertOptions()
    with in_file(name):
        if sniff(data) is FileKind.SPIRV:
            return _from_spirv(name, data, options)
        return convert_module(read_ir(name, data), options)


def _from_spirv(name: str, data: bytes | memoryview, options: ConvertOptions) -> Converted:
    if options.makes_entries:
        raise BuildError("SPIR-V has entry points of its own: it takes no plan, no entries and no other target's name")
    from ..translate import translate_file  # for which all of `emit` is imported

    target = options.target or target_of(None)
    shader = translate_file(name, data, str(target.triple), str(target.air), options.shader)
    return Converted(read_module(shader.bitcode), target, list(shader.warnings), True, shader.bound)


def target_of(module: Module | None) -> ConvertTarget:
    """The target that an AIR module names, else that of macOS 14."""
    if module is not None and module.triple.startswith("air"):
        return ConvertTarget.of_triple(Triple.parse(module.triple), air_version(module))
    return ConvertTarget.parse(_DEFAULT)


def stamp(module: Module, target: ConvertTarget) -> None:
    """The triple and the versions of the target, in a module that names others."""
    if air_version(module) == target.air and module.triple.startswith("air"):
        named = Triple.parse(module.triple)
        if named.platform is target.platform and named.version == target.min_os:
            return
    module.triple = str(target.triple)
    interface = read_interface(module)
    standard = standard_interface(target.air, target.language, target.min_os)
    interface.air_versions, interface.languages = standard.air_versions, standard.languages
    wanted = {flag.name for flag in standard.flags}
    ours = {flag.name: flag for flag in interface.flags if flag.name in wanted - {SDK_VERSION}}
    others = [flag for flag in interface.flags if flag.name not in wanted | {FRAME_POINTER}]
    interface.flags = [ours.get(flag.name, flag) for flag in standard.flags] + others
    interface.ident = interface.ident or [_IDENT]
    interface.compile_options = interface.compile_options or standard.compile_options
    adapt_entries(interface.entries, target.air)
    constants = {constant.symbol for constant in interface.function_constants}
    for variable in module.globals:
        if variable.name in constants:
            variable.section = initializer_section(variable, target.air)
    write_interface(module, interface)
