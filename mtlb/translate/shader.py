"""A file of SPIR-V as a module of AIR for a target."""

from __future__ import annotations

import os.path
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ..base.errors import in_file
from ..base.filekind import FileKind, sniff
from ..emit import Target
from ..spirv import SpirvModule, read
from .bindings import refuse_unnamed
from .options import ShaderOptions
from .translation import bindings_of, translate_module


@dataclass(frozen=True)
class Shader:
    """What a file of SPIR-V, or of another language of shaders (`source`), becomes.

    `bitcode`: the module, in its wrapper. `entries`: the names of its entry points. `bound`: where their resources
    went, as JSON values. `warnings`: what the user is told.
    """

    bitcode: bytes
    entries: tuple[str, ...]
    bound: list[dict[str, Any]]
    warnings: tuple[str, ...]
    source: str = "SPIR-V"


def translate_file(path: str, data: bytes | memoryview, triple: str, air: str, options: ShaderOptions) -> Shader:
    """The module of a SPIR-V file for a target, which its triple and AIR version name.

    FormatError for a bad module, UnsupportedError for what Metal does not have, BuildError for bindings that can't be
    as they are asked for; each with the instruction's word, id and source line.
    """
    stem = os.path.basename(path).split(".")[0]
    result = translate_module(read(data), Target(triple, air=air), stem, options, bindings_of(options))
    bound = [resource.as_json() for resource in result.bindings]
    return Shader(result.module.air_bytes(), result.entries, bound, result.warnings)


def check_bindings(files: Iterable[tuple[str, bytes | memoryview]], options: ShaderOptions) -> None:
    """BuildError for keys of the bindings that name nothing in any of the files that are SPIR-V.

    The files are all those of a command: one file of bindings may serve several. FormatError for one that can't be
    read.
    """
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
