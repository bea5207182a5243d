"""A Direct3D container in, a module of AIR out: its token program, or its DXIL."""

from __future__ import annotations

import os.path

from ..dxbc.container import Container
from ..dxbc.container import read as read_container
from ..dxbc.dxil import BITCODE_PARTS
from ..emit import Target
from ..translate import Shader, ShaderOptions
from .dxil.shader import translate_dxil
from .shader import ContainerTranslation, translate_tokens


def translate_container(
    data: Container | bytes | memoryview,
    target: Target | str,
    *,
    name: str = "",
    options: ShaderOptions | None = None,
) -> ContainerTranslation:
    """Translate the shader of a container, as read or as bytes: its token program (shader models 4.0 to 5.1), else its
    DXIL (6.0 to 6.8).

    `name`: of the file, which the entry point of a token program gets, as that has none; DXIL names its own.
    FormatError for damaged parts and programs, UnsupportedError for what Metal does not have or is not translated: with
    the part, the instruction and, of a token program, its offset in the file. BuildError for bad options.
    """
    container = data if isinstance(data, Container) else read_container(data)
    if container.get("SHEX", "SHDR", "Aon9") is None and container.get(*BITCODE_PARTS) is not None:
        return translate_dxil(container, target, name=name, options=options)
    return translate_tokens(container, target, name=name or "shader", options=options)


def translate_file(path: str, data: bytes | memoryview, triple: str, air: str, options: ShaderOptions) -> Shader:
    """The module of a container's shader for a target, which its triple and AIR version name. Raises what
    `translate_container` does."""
    stem = os.path.basename(path).split(".")[0]
    translation = translate_container(data, Target(triple, air=air), name=stem, options=options)
    return Shader(
        translation.module.air_bytes(),
        (translation.entry,),
        [bound.as_json() for bound in translation.bindings],
        translation.warnings,
        "Direct3D",
    )
