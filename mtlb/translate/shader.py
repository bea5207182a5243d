"""What other rooms ask this one for: a file of SPIR-V as a module of AIR for a target."""

from __future__ import annotations

from ..convert.shaders import Shader, ShaderOptions
from ..emit import Target
from .translation import translate

__all__ = ["translate_file"]


def translate_file(data: bytes | memoryview, name: str, triple: str, air: str, options: ShaderOptions) -> Shader:
    """Translate the SPIR-V of a file. `name`: that of the file, without suffix. Raises as `translate`."""
    result = translate(data, Target(triple, air=air), name=name, options=options)
    bound = [resource.as_json() for resource in result.bindings]
    return Shader(result.module.air_bytes(), result.entries, bound, result.warnings)
