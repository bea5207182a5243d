"""Shaders of other APIs, which are translated instead of converted: SPIR-V and Direct3D."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.classes import replace
from ..base.filekind import FileKind, sniff

if TYPE_CHECKING:
    from ..ir import Context
    from ..translate import Shader, ShaderOptions

WORDS = {FileKind.SPIRV: "SPIR-V", FileKind.DXBC: "a shader of Direct3D"}
"""Their names in messages."""


def is_translated(data: bytes | memoryview) -> bool:
    """Whether a file is translated: SPIR-V, or a Direct3D container with a program.

    FormatError for a container that can't be read.
    """
    kind = sniff(data)
    if kind is FileKind.DXBC:
        from ..dxbc import read as read_container  # links of SPIR-V do not need it
        from ..dxbc.dxil import BITCODE_PARTS

        return read_container(data).get("SHEX", "SHDR", "Aon9", *BITCODE_PARTS) is not None
    return kind is FileKind.SPIRV


def translate_shader(
    path: str,
    data: bytes | memoryview,
    triple: str,
    air: str,
    options: ShaderOptions,
    entry: str | None = None,
    *,
    context: Context | None = None,
) -> Shader:
    """Translate a SPIR-V file or a Direct3D container. `entry`: the name of the entry point for a container;
    `context`: of the link that takes the module.

    Raises what `mtlb.translate.translate_file` and `mtlb.direct3d.translate_file` do.
    """
    if sniff(data) is FileKind.DXBC:
        from ..direct3d import translate_file as translate_direct3d  # it imports all of `emit`

        if entry is not None:
            options = replace(options, entry_names=entry.replace("{", "{{").replace("}", "}}"))
        return translate_direct3d(path, data, triple, air, options, context=context)
    from ..translate import translate_file

    return translate_file(path, data, triple, air, options, context=context)
