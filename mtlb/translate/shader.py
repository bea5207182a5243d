"""A file of SPIR-V as a module of AIR for a target."""

from __future__ import annotations

import os.path
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from ..base.classes import dataclass
from ..base.errors import in_file
from ..base.filekind import FileKind, sniff
from ..emit import Module as ModuleBuilder
from ..emit import Target
from ..ir import Context, Module
from ..machinery.collection import Lifetime, module_lifetime
from ..spirv import SpirvModule, read
from .bindings import refuse_unnamed
from .options import ShaderOptions
from .translation import bindings_of, translate_module


@dataclass(frozen=True)
class Shader:
    """The translation of a file of SPIR-V, or of another shader language (`source`).
    `bitcode`: the module, in its wrapper; empty where a link takes the `module` itself. `entries`: the names of its
    entry points. `bound`: the slots of their resources, as JSON values. `warnings`: messages for the user."""

    bitcode: bytes
    entries: tuple[str, ...]
    bound: list[dict[str, Any]]
    warnings: tuple[str, ...]
    source: str = "SPIR-V"
    module: Module | None = None

    @classmethod
    def of(
        cls,
        module: ModuleBuilder,
        entries: tuple[str, ...],
        bound: list[dict[str, Any]],
        warnings: tuple[str, ...],
        source: str,
        *,
        is_linked: bool,
    ) -> Shader:
        """The translation whose module was built; `is_linked`: a link takes it."""
        if is_linked:
            return cls(b"", entries, bound, warnings, source, module.for_link())
        return cls(module.air_bytes(), entries, bound, warnings, source)


@lru_cache(maxsize=64)
def link_target(triple: str, air: str) -> Target:
    """The target of a link, which its triple and AIR version name."""
    return Target(triple, air=air)


def translate_file(
    path: str,
    data: bytes | memoryview,
    triple: str,
    air: str,
    options: ShaderOptions,
    *,
    context: Context | None = None,
) -> Shader:
    """Translate a SPIR-V file for a target, which its triple and AIR version name. `context`: of the link that takes
    the module; it verifies what it makes of it, so it is not verified here.
    Raises FormatError for an invalid module, UnsupportedError for features that Metal lacks, and BuildError for
    bindings that cannot be satisfied; each with the instruction's word, id and source line."""
    stem = os.path.basename(path).split(".")[0]
    with module_lifetime() as lifetime:
        return _shader(data, link_target(triple, air), stem, options, lifetime, context)


def _shader(
    data: bytes | memoryview,
    target: Target,
    stem: str,
    options: ShaderOptions,
    lifetime: Lifetime,
    context: Context | None,
) -> Shader:
    result = translate_module(read(data), target, stem, options, bindings_of(options), context)
    lifetime.own(result.module)
    bound = [resource.as_json() for resource in result.bindings]
    is_linked = context is not None
    return Shader.of(result.module, result.entries, bound, result.warnings, "SPIR-V", is_linked=is_linked)


def check_bindings(files: Iterable[tuple[str, bytes | memoryview]], options: ShaderOptions) -> None:
    """Raise BuildError for binding keys that match nothing in any of the SPIR-V files.
    The files are all those of a command: one bindings file may serve several. Raises FormatError for a file that
    cannot be read."""
    if not options.bindings:
        return
    modules: list[tuple[str, SpirvModule]] = []
    for name, data in files:
        if sniff(data) is FileKind.SPIRV:
            with in_file(name):
                modules.append((name, read(data)))
    if modules:
        with in_file(modules[0][0]):
            refuse_unnamed(modules, bindings_of(options))
