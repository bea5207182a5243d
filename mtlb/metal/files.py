"""The public function that compiles a file of Metal: `mtlb.compile`."""

from __future__ import annotations

import os
from collections.abc import Sequence

from ..air.target import AirTarget
from .compile import Compiled, compile_source
from .options import CompileOptions


def compile(
    path: str | os.PathLike[str],
    target: AirTarget | str = "macos14",
    *,
    standard: str = "",
    defines: Sequence[str] = (),
    undefines: Sequence[str] = (),
    include_folders: Sequence[str | os.PathLike[str]] = (),
    includes: Sequence[str | os.PathLike[str]] = (),
    fast_math: bool = True,
    optimise: bool = True,
    debug_info: str = "",
    record_sources: bool = False,
    preserve_invariance: bool = False,
    clang: str | None = None,
    seconds: float = CompileOptions.seconds,
) -> Compiled:
    """Compile a file of Metal to a module of AIR: ``mtlb.link([("lib.air", mtlb.compile("lib.metal").bitcode)])``.

    `target`: as for `mtlb.emit.Target`, or its text. `standard`: as ``-std=`` of Apple's compiler, by default the
    target's language. `defines`: "NAME" or "NAME=VALUE"; `includes` are included before the source. `debug_info`: "",
    "lines" or "all". `preserve_invariance`: without it `[[invariant]]` is ignored. `clang`: the compiler, by default
    `MTLB_CLANG`, a clang of version 19 or newer in PATH, or that of the package ziglang; `seconds` limits each of its
    runs.

    SourceError (a BuildError) with the compiler's messages for a source that has errors; UnsupportedError if there is
    no clang, and for language features that are not supported yet; OSError for a file that can't be read.
    """
    options = CompileOptions(
        target if isinstance(target, AirTarget) else AirTarget(target),
        standard,
        tuple(defines),
        tuple(undefines),
        tuple(os.fspath(include_folder) for include_folder in include_folders),
        tuple(os.fspath(include) for include in includes),
        fast_math,
        2 if optimise else 0,
        debug_info,
        record_sources,
        clang=clang,
        seconds=seconds,
        invariance=preserve_invariance,
    )
    return compile_source(path, options)
