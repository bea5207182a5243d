"""Convert a file with one call: `mtlb.convert_file`, with the options of `mtlb convert` as arguments."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from ..base.arguments import bytes_of, instance, items, refusal, text
from ..base.errors import BuildError
from ..base.files import read_file
from ..base.releases import check_os
from ..base.versions import Platform, VersionLike
from ..translate import ShaderOptions
from .options import ConvertOptions, ConvertTarget
from .pipeline import Converted, convert_bytes
from .plan import Plan


def convert_file(
    file: str | os.PathLike[str] | tuple[str, bytes | bytearray | memoryview],
    target: ConvertTarget | str | None = None,
    *,
    platform: Platform | str | int | None = None,
    min_os: VersionLike | None = None,
    pointers: str = "infer",
    source: str | None = None,
    entries: Iterable[str] = (),
    plan: Plan | Mapping[str, Any] | str | None = None,
    shader: ShaderOptions | None = None,
) -> Converted:
    """Convert LLVM's bitcode or text, or SPIR-V, to an AIR module. `file`: a path, or a pair of a name and bytes.

    `target`: "macos14", "ios17.2", "air2.6"…, or `platform` and `min_os`; by default the module's own, else macOS 14.
    `pointers`: "infer" or "i8". `source`: the GPU that the file was compiled for ("nvptx", "amdgpu", "spirv"), if its
    triple does not say so. `entries`: the functions that become entry points. `plan`: a plan, as text in TOML or as
    dictionaries (docs/convert.md §2). `shader`: how SPIR-V is translated.

    `bitcode` of the result is the content of an `.air` file; `mtlb.link` takes it as ``("kernels.air",
    result.bitcode)``.

    Raises FormatError for malformed input, UnsupportedError for constructs that AIR has no form for, BuildError for an
    invalid target or option, and OSError for a file that can't be read.
    """
    if isinstance(file, (str, os.PathLike)):
        name, data = os.fspath(file), None
    elif isinstance(file, tuple) and len(file) == 2:
        name, data = text("the name of the input", file[0]), bytes_of("the input", file[1])
    else:
        raise refusal("the input", file, "a path, or a pair of a name and bytes")
    requested = _target(target, platform, min_os)
    if isinstance(plan, str):
        plan = Plan.parse(plan)
    elif isinstance(plan, Mapping):
        plan = Plan.of(plan)
    options = ConvertOptions(
        requested,
        text("pointers", pointers),
        instance("source", source, str, type(None)),
        items("entries", entries, str),
        instance("plan", plan, Plan, type(None)),
        ShaderOptions() if shader is None else instance("shader", shader, ShaderOptions),
    )
    data = read_file(name) if data is None else data
    if options.shader.bindings:
        from ..translate import check_bindings

        check_bindings([(name, data)], options.shader)
    converted = convert_bytes(name, data, options)
    if requested is not None and (doubt := check_os(requested.platform, requested.min_os)) is not None:
        converted.warnings.insert(0, doubt)
    return converted


def _target(
    target: ConvertTarget | str | None, platform: Platform | str | int | None, min_os: VersionLike | None
) -> ConvertTarget | None:
    if target is not None:
        if platform is not None or min_os is not None:
            raise BuildError("target and platform or min_os can't be used together")
        instance("target", target, ConvertTarget, str)
        return ConvertTarget.parse(target) if isinstance(target, str) else target
    if platform is not None:
        return ConvertTarget.of(platform, min_os)
    if min_os is not None:
        raise BuildError("min_os needs platform")
    return None
