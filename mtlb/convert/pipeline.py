"""The steps of a conversion, in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from ..air import EntryPoint, StaticSampler
from ..air.entry_points import computed_indices
from ..air.interface import Interface, standard_interface
from ..base.errors import BuildError, FormatError, in_file
from ..base.filekind import FileKind, sniff
from ..bitcode import read_module, write_module
from ..dxbc import read as read_container
from ..dxbc.dxil import main_program
from ..ir import GlobalValue, Module, parse
from ..ir.blocks import drop_unreachable
from ..ir.verify import Sound, verify_module
from ..machinery.collection import collection_paused
from ..passes.form import adopt, follow_habits
from ..passes.form.addresses import address_members
from ..passes.form.effects import follow_intrinsics, infer_effects
from .checks import check_input, check_read, check_result
from .entries import make_entries
from .legalise import legalise
from .needs import is_foreign
from .options import ConvertOptions, ConvertTarget, target_of
from .plan import Plan
from .pointees import DECLARED
from .pointers import type_pointers_in_place
from .prune import prune
from .shaders import WORDS, is_translated, translate_shader
from .sources import SOURCE_TABLES, source_of
from .strides import type_strides

_IDENT = "mtlb convert"


@dataclass
class Converted:
    """A converted module: its bitcode in a wrapper, the target, and warnings for the user."""

    module: Module
    target: ConvertTarget
    warnings: list[str] = field(default_factory=list)
    is_translated: bool = False
    bindings: list[dict[str, Any]] = field(default_factory=list)
    """For SPIR-V and Direct3D: the bindings of the resources of its entry points, as JSON values."""
    written: bytes = b""
    """For SPIR-V and Direct3D: the bitcode that the translation wrote, from which `module` was read."""

    @property
    @collection_paused()
    def bitcode(self) -> bytes:
        """The bitcode of the module in a wrapper."""
        return write_module(self.module)


def read_ir(name: str, data: bytes | memoryview) -> Module:
    """Read a module from bitcode or text, or the DXIL of a Direct3D container; the content decides which.

    Functions with constructs that no shader has are left empty (`Module.unread`) and must not be reachable.
    FormatError, naming the file, for anything else.
    """
    with in_file(name):
        kind = sniff(data)
        if kind is FileKind.DXBC:
            program = main_program(read_container(data))
            return read_module(program.bitcode, file=name, base=program.offset)
        if kind.is_module:
            return read_module(data, file=name, lenient=True)
        if not data:
            raise FormatError("the file is empty", offset=0)
        if not is_text(data):
            raise FormatError("it is neither LLVM bitcode nor textual IR (.ll)", offset=0)
        return parse(bytes(data), lenient=True)


def is_text(data: bytes | memoryview) -> bool:
    """Whether a file may be textual IR: it has no control characters that text can't contain."""
    start = bytes(data[:512])
    return bool(start) and not any(byte < 9 or 13 < byte < 32 for byte in start)


def convert_module(module: Module, options: ConvertOptions | None = None) -> Converted:
    """Convert a module. Its objects may be modified, and must not be used afterwards.

    UnsupportedError, with function, instruction and source line, for constructs that AIR has no form for; BuildError
    for options that don't fit the module, and for a result that is not valid IR.
    """
    options = options or _defaults()
    target = options.target or target_of(module)
    foreign = options.makes_entries or is_foreign(module)
    warnings: list[str] = []
    entries: list[EntryPoint] = []
    samplers: list[StaticSampler] = []
    for function in module.functions:
        if function.blocks:
            drop_unreachable(module.context, function)  # values may use each other there, and the steps follow uses
    if not foreign:
        check_input(module)
    else:
        source = SOURCE_TABLES[options.source or source_of(module)]
        plan = options.plan or Plan()
        entries = make_entries(module, source, plan, target, options.entries, warnings, samplers)
    interface = None
    if foreign:
        interface = standard_interface(target.air, target.metal, target.min_os, fast_math=False, ident=_IDENT)
        interface.entries, interface.samplers = entries, samplers
    return finish_conversion(module, target, interface, warnings, pointers=options.pointers)


def finish_conversion(
    module: Module,
    target: ConvertTarget,
    interface: Interface | None,
    warnings: list[str],
    *,
    pointers: str = "infer",
    ident: str = _IDENT,
    kept: Sequence[GlobalValue] = (),
    is_source: bool = False,
) -> Converted:
    """The steps after the entry points, in place: legalisation, AIR's form, metadata, typed pointers.

    `is_source`: the module comes from Metal source. `interface`: the metadata for a module of another target; None for
    a module that already has AIR's metadata. Raises what `convert_module` does.
    """
    foreign = interface is not None
    type_strides(module)
    warnings += legalise(module, target.air, is_foreign=foreign, is_source=is_source)
    prune(module, None if interface is None else [*_described(module, interface), *kept], keeps_lists=bool(kept))
    check_read(module)
    warnings += check_result(module, is_foreign=foreign, is_source=is_source)
    warnings += adopt(module, target, ident, interface)
    sound = Sound()  # what has no pointers stays as it is
    described = type_pointers_in_place(module, DECLARED if is_source else pointers, sound)
    if is_source:
        address_members(module)
    follow_habits(module, described)
    if is_source:
        follow_intrinsics(module, target.air)
        for function in module.functions:
            if function.blocks:
                infer_effects(function, target.air)
    for function in module.functions:  # Apple's modules have no names for arguments, blocks and instructions
        for named in function.symbols:
            named.name = ""
        function.symbols = []
    if problems := verify_module(module, sound=sound):
        raise BuildError(f"the conversion produced invalid IR, which is a bug in mtlb: {problems[0]}")
    return Converted(module, target, warnings)


def _described(module: Module, interface: Interface) -> list[GlobalValue]:
    """The functions and variables that the metadata will refer to."""
    names = {constant.symbol for constant in interface.function_constants}
    names |= {sampler.symbol for sampler in interface.samplers}
    for entry in interface.entries:
        for argument in (*entry.arguments, *entry.outputs):
            if argument.function_constant is not None:
                names.add(argument.function_constant.symbol)
            names |= {index.symbol for index in computed_indices(argument)}
    variables: list[GlobalValue] = [variable for variable in module.globals if variable.name in names]
    return [*(entry.function for entry in interface.entries), *variables]


@collection_paused()
def convert_bytes(name: str, data: bytes | memoryview, options: ConvertOptions | None = None) -> Converted:
    """Convert the module in a file; errors name it. SPIR-V is translated (docs/spirv.md §1), and so are shaders of
    Direct3D (docs/direct3d.md).
    """
    options = options or _defaults()
    with in_file(name):
        if is_translated(data):
            return _translated(name, data, options)
        return convert_module(read_ir(name, data), options)


def _translated(name: str, data: bytes | memoryview, options: ConvertOptions) -> Converted:
    kind, entry = sniff(data), None
    if kind is FileKind.DXBC and len(options.entries) == 1 and options.plan is None and options.source is None:
        (entry,) = options.entries  # a token program has no name, and the entry point of DXIL is often called main
    elif options.makes_entries:
        reason = "has entry points of its own: it takes no plan, no entries and no other target's name"
        raise BuildError(f"{WORDS[kind]} {reason}")
    target = options.target or target_of(None)
    shader = translate_shader(name, data, str(target.triple), str(target.air), options.shader, entry)
    module = read_module(shader.bitcode)
    return Converted(module, target, list(shader.warnings), True, shader.bound, shader.bitcode)


@cache
def _defaults() -> ConvertOptions:
    return ConvertOptions()
