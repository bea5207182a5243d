"""Translation of a Direct3D container to a module of AIR: from its token program, or from its DXIL."""

from __future__ import annotations

import os.path

from ..dxbc.container import Container
from ..dxbc.container import read as read_container
from ..dxbc.dxil import BITCODE_PARTS
from ..emit import Target
from ..ir import Context
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
    context: Context | None = None,
) -> ContainerTranslation:
    """Translate the shader of a container, as read or as bytes: its token program (shader models 4.0 to 5.1),
    otherwise its DXIL (6.0 to 6.8).
    `name`: the file's name, which becomes the entry point's name for a token program; DXIL has its own. `context`: as
    `mtlb.emit.Module` takes it.
    Raises FormatError for damaged parts and programs, and UnsupportedError for features that Metal lacks or that are
    not translated, with the part, the instruction and, for a token program, its offset in the file. Raises
    BuildError for invalid options."""
    container = data if isinstance(data, Container) else read_container(data)
    if container.get("SHEX", "SHDR", "Aon9") is None and container.get(*BITCODE_PARTS) is not None:
        return translate_dxil(container, target, name=name, options=options, context=context)
    return translate_tokens(container, target, name=name or "shader", options=options, context=context)


def translate_file(
    path: str,
    data: bytes | memoryview,
    triple: str,
    air: str,
    options: ShaderOptions,
    *,
    context: Context | None = None,
) -> Shader:
    """Translate a container's shader for a target, which its triple and AIR version name; `context` as
    `mtlb.translate.translate_file` has it. Raises the errors of `translate_container`."""
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
    result = translate_container(data, target, name=stem, options=options, context=context)
    lifetime.own(result.module)
    bound = [resource.as_json() for resource in result.bindings]
    is_linked = context is not None
    return Shader.of(result.module, (result.entry,), bound, result.warnings, "Direct3D", is_linked=is_linked)
