"""A file of SPIR-V as a module of AIR for a target."""

from __future__ import annotations

import os.path
from dataclasses import dataclass
from typing import Any

from ..emit import Target
from .options import ShaderOptions
from .translation import translate


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
    result = translate(data, Target(triple, air=air), name=stem, options=options)
    bound = [resource.as_json() for resource in result.bindings]
    return Shader(result.module.air_bytes(), result.entries, bound, result.warnings)
