"""Translation of SPIR-V to a module of AIR."""

from __future__ import annotations

from collections.abc import Mapping

from ..base.classes import dataclass
from ..base.errors import FormatError
from ..base.toml import toml_document
from ..emit import Module, Target
from ..ir import Context
from ..machinery.collection import collection_paused
from ..spirv import SpirvModule, read
from ..spirv.enumerants import AddressingModel, Capability
from ..spirv.opcodes import OP_CAPABILITY, OP_MEMORY_MODEL
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
from .specialization import specialized

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
    """A translated SPIR-V module.
    `module` is the module under construction: its `air_bytes()` are an `.air` file, and `mtlb.link` accepts it.
    `bindings` gives the slots of the resources for each entry point; `warnings` describe inputs that were not
    translated literally."""

    module: Module
    entries: tuple[str, ...]
    """The names of the entry points in the library."""
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
    `target`: the target of the result, "macos14" or a `Target`; `name`: of the module, ``{file}`` in the options;
    `bindings`: replaces those of the options. Raises FormatError for bytes that are not SPIR-V, and UnsupportedError
    for features that Metal lacks, with the word, the id and, if it is stated, the source line. Raises BuildError for
    invalid bindings, and for bindings of resources that the module does not have."""
    options = options or ShaderOptions()
    bindings = bindings or bindings_of(options)
    module = spirv if isinstance(spirv, SpirvModule) else read(spirv)
    refuse_unnamed([(name, module)], bindings)
    return translate_module(module, target, name, options, bindings)


def bindings_of(options: ShaderOptions) -> Bindings:
    """Parse the bindings in the options' text. Raises BuildError for invalid text."""
    return Bindings.from_toml(toml_document(options.bindings, "the bindings are")) if options.bindings else Bindings()


@collection_paused()
def translate_module(
    module: SpirvModule,
    target: Target | str,
    name: str,
    options: ShaderOptions,
    bindings: Bindings,
    context: Context | None = None,
) -> Translation:
    """As `translate`, for bindings that may refer to resources of other modules. `context`: as `Module` takes it."""
    try:
        warnings = check_module(module)
    except FormatError:
        _refuse_capabilities(module, _BEYOND_RULES)  # which explain the error
        raise
    _check(module)
    if bindings.constants:
        module = specialized(module, bindings.constants)
    made_for = target if isinstance(target, Target) else Target(target)
    program = TranslationProgram(module, made_for, name, options, bindings, context)
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
    Capability.TensorAddressingNV: "layouts and views of tensors are not supported",
    Capability.CooperativeMatrixNV: "only cooperative matrices of SPV_KHR_cooperative_matrix are translated",
}
_BEYOND_RULES = {
    Capability.UntypedPointersKHR: "untyped pointers are not supported",
    Capability.LongVectorEXT: "vectors of any length are not supported",
    Capability.CooperativeVectorNV: "cooperative vectors are not supported",
    Capability.TensorsARM: "tensors are not supported",
    Capability.CooperativeMatrixNV: _UNSUPPORTED[Capability.CooperativeMatrixNV],
}
"""Capabilities whose types and instructions the rules do not know."""


def _refuse_capabilities(module: SpirvModule, reasons: Mapping[Capability, str]) -> None:
    for instruction in module.each(OP_CAPABILITY):
        reason = reasons.get(Capability(int(instruction.operands[0])))
        if reason is not None:
            raise module.error(instruction, reason)


def _check(module: SpirvModule) -> None:
    """Raise UnsupportedError for capabilities and extensions of a module that are not supported."""
    addressing, _ = module.memory_model
    _refuse_capabilities(module, _UNSUPPORTED)
    if addressing not in (AddressingModel.Logical, AddressingModel.PhysicalStorageBuffer64):
        raise module.error(next(module.each(OP_MEMORY_MODEL)), f"addresses are {addressing.name}, not Logical")
