"""Translation of a Direct3D container to a module of AIR: from its token program, or from its DXIL."""

from __future__ import annotations

import os.path

from ..dxbc.container import Container
from ..dxbc.container import read as read_container
from ..dxbc.dxil import BITCODE_PARTS
from ..emit import Target
from ..machinery.collection import Lifetime, module_lifetime
from ..translate import Shader, ShaderOptions
from ..translate.shader import link_target
from .dxil.shader import translate_dxil
from .shader import ContainerTranslation, translate_tokens


def translate_container(
    data: Container | bytes | memoryview,
    target: Target | str,
    *,
    name: str = "",
    options: ShaderOptions | None = None,
) -> ContainerTranslation:
    """Translate the shader of a container, as read or as bytes: its token program (shader models 4.0 to 5.1),
    otherwise its DXIL (6.0 to 6.8).
    `name`: the file's name, which becomes the entry point's name for a token program; DXIL has its own.
    Raises FormatError for damaged parts and programs, and UnsupportedError for features that Metal lacks or that are
    not translated, with the part, the instruction and, for a token program, its offset in the file. Raises
    BuildError for invalid options."""
    container = data if isinstance(data, Container) else read_container(data)
    if container.get("SHEX", "SHDR", "Aon9") is None and container.get(*BITCODE_PARTS) is not None:
        return translate_dxil(container, target, name=name, options=options)
    return translate_tokens(container, target, name=name or "shader", options=options)


def translate_file(
    path: str, data: bytes | memoryview, triple: str, air: str, options: ShaderOptions, *, is_linked: bool = False
) -> Shader:
    """Translate a container's shader for a target, which its triple and AIR version name; `is_linked` as
    `mtlb.translate.translate_file` has it. Raises the errors of `translate_container`."""
    stem = os.path.basename(path).split(".")[0]
    with module_lifetime() as lifetime:
        return _shader(data, link_target(triple, air), stem, options, lifetime, is_linked)


def _shader(
    data: bytes | memoryview, target: Target, stem: str, options: ShaderOptions, lifetime: Lifetime, is_linked: bool
) -> Shader:
    translation = translate_container(data, target, name=stem, options=options)
    lifetime.own(translation.module)
    return Shader(
        translation.module.bytes_for_link() if is_linked else translation.module.air_bytes(),
        (translation.entry,),
        [bound.as_json() for bound in translation.bindings],
        translation.warnings,
        "Direct3D",
    )
