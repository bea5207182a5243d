"""SPIR-V in, a module of AIR out."""

from __future__ import annotations

from dataclasses import dataclass

from ..base.toml import toml_document
from ..emit import Module, Target
from ..spirv import SpirvModule, read
from ..spirv.enumerants import AddressingModel, Capability, Op
from ..spirv.verify import check_module
from . import (  # register handlers
    arithmetic,
    atomics,
    conversions,
    cooperative,
    flow,
    geometry,
    glsl,
    images,
    matrices,
    memory,
    meshes,
    pointers,
    queries,
    subgroups,
    vendors,
)
from .bindings import Bindings, BoundResource, refuse_unnamed
from .entry import lower_entry
from .options import ShaderOptions
from .program import TranslationProgram
from .resources import argument_sets, declared_uses

_MODULES = (
    arithmetic,
    atomics,
    conversions,
    cooperative,
    flow,
    geometry,
    glsl,
    images,
    matrices,
    memory,
    meshes,
    pointers,
    queries,
    subgroups,
    vendors,
)


@dataclass(frozen=True)
class Translation:
    """What a module of SPIR-V became.

    `module` is the module under construction: its `air_bytes()` are an `.air` file, and `mtlb.link` takes it.
    `bindings` say where the resources of each entry point went, `warnings` what was taken differently than it was
    meant.
    """

    module: Module
    entries: tuple[str, ...]
    """The names of the entry points, as they are in the library."""
    bindings: tuple[BoundResource, ...]
    warnings: tuple[str, ...]


def translate(
    spirv: SpirvModule | bytes | memoryview,
    target: Target | str,
    *,
    name: str = "shader",
    options: ShaderOptions | None = None,
    bindings: Bindings | None = None,
) -> Translation:
    """Translate a module of SPIR-V, as read or as bytes.

    `target`: what the result is for, "macos14" or a `Target`; `name`: of the module, ``{file}`` of the options;
    `bindings`: in place of those of the options. FormatError for bytes that are no SPIR-V, UnsupportedError for what
    Metal does not have: with the word, the id and, if it is stated, the source line. BuildError for bad bindings, and
    for those that name what the module does not have.
    """
    options = options or ShaderOptions()
    bindings = bindings or bindings_of(options)
    module = spirv if isinstance(spirv, SpirvModule) else read(spirv)
    refuse_unnamed([(name, module)], bindings)
    return translate_module(module, target, name, options, bindings)


def bindings_of(options: ShaderOptions) -> Bindings:
    """The bindings that the options have as text. BuildError for text that has none."""
    return Bindings.from_toml(toml_document(options.bindings, "the bindings are"))


def translate_module(
    module: SpirvModule, target: Target | str, name: str, options: ShaderOptions, bindings: Bindings
) -> Translation:
    """As `translate`, for bindings that may name what only other modules have."""
    warnings = check_module(module)
    _check(module)
    made_for = target if isinstance(target, Target) else Target(target)
    program = TranslationProgram(module, made_for, name, options, bindings)
    declared = declared_uses(program)
    bindings.check(declared, argument_sets(program, declared))
    program.warnings += warnings
    if not module.entry_points:
        program.warnings.append("the module has no entry points: the library will be empty")
    for point in module.entry_points:
        lower_entry(program, point)
    return Translation(
        program.module, tuple(program.entry_names.values()), tuple(program.bound), tuple(program.warnings)
    )


_UNSUPPORTED = {
    Capability.Kernel: "kernels of OpenCL are not supported",
    Capability.Addresses: "addresses are not supported",
    Capability.CooperativeMatrixNV: "only cooperative matrices of SPV_KHR_cooperative_matrix are translated",
}


def _check(module: SpirvModule) -> None:
    """UnsupportedError for what a module declares that it needs and that is not translated."""
    addressing, _ = module.memory_model
    for instruction in module.each(Op.OpCapability):
        reason = _UNSUPPORTED.get(Capability(int(instruction.operands[0])))
        if reason is not None:
            raise module.error(instruction, reason)
    if addressing not in (AddressingModel.Logical, AddressingModel.PhysicalStorageBuffer64):
        raise module.error(next(module.each(Op.OpMemoryModel)), f"addresses are {addressing.name}, not Logical")
