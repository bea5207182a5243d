"""mtlb compile: Metal source in, a library or a module out."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

import mtlb
from mtlb.base.releases import check_os

from . import console
from . import io as files
from .arguments import Role, to_file
from .usage import UsageError, option_values

if TYPE_CHECKING:
    from mtlb.air.target import AirTarget
    from mtlb.metal import CompileOptions


@dataclass(frozen=True)
class SourceWords:
    """What the preprocessor is told: Apple's options."""

    std: Annotated[
        str, typer.Option("-std", metavar="NAME", show_default="the target's", help="The language: metal3.1, metal3.2…")
    ] = ""
    define: Annotated[
        list[str] | None, typer.Option("-D", metavar="NAME[=VALUE]", help="Define a macro. Repeatable.")
    ] = None
    undefine: Annotated[list[str] | None, typer.Option("-U", metavar="NAME", help="Undefine a macro. Repeatable.")] = (
        None
    )
    folder: Annotated[
        list[str] | None, typer.Option("-I", metavar="DIR", help="A folder to look for headers in. Repeatable.")
    ] = None
    include: Annotated[
        list[str] | None,
        typer.Option("-include", metavar="FILE", help="A file that comes before the source. Repeatable."),
        Role.READ,
    ] = None


@dataclass(frozen=True)
class Generation:
    """What is made of the source: Apple's options."""

    fast_math: Annotated[
        bool,
        typer.Option("-ffast-math/-fno-fast-math", help="Whether floats may be computed as if there were no NaN."),
    ] = True
    math_mode: Annotated[
        str | None, typer.Option("-fmetal-math-mode", metavar="MODE", help="fast, or safe for -fno-fast-math.")
    ] = None
    level: Annotated[str, typer.Option("-O", metavar="LEVEL", help="0 to 3 or s; 0 leaves the code as it is.")] = "2"
    debug: Annotated[bool, typer.Option("-g", help="Debug info.")] = False
    lines: Annotated[bool, typer.Option("-gline-tables-only", help="Debug info with lines alone.")] = False
    record_sources: Annotated[
        bool, typer.Option("-frecord-sources", help="Put the sources into the module, as `mtlb sources` reads them.")
    ] = False
    warn: Annotated[list[str] | None, typer.Option("-W", metavar="NAME", help="A warning of clang's. Repeatable.")] = (
        None
    )
    silent: Annotated[bool, typer.Option("-w", help="No warnings.")] = False


@dataclass(frozen=True)
class CompileOutput:
    """Where it goes, and for which system."""

    module: Annotated[bool, typer.Option("-c", help="Write a module (.air), not a library.")] = False
    target: Annotated[
        str | None,
        typer.Option("--target", "-target", metavar="NAME", show_default="macos14", help="As of mtlb convert."),
    ] = None
    macos: Annotated[
        str | None, typer.Option("-mmacosx-version-min", "-mmacos-version-min", metavar="VERSION", help="For macOS.")
    ] = None
    ios: Annotated[
        str | None, typer.Option("-miphoneos-version-min", "-mios-version-min", metavar="VERSION", help="For iOS.")
    ] = None
    tvos: Annotated[
        str | None, typer.Option("-mtvos-version-min", "-mappletvos-version-min", metavar="VERSION", help="For tvOS.")
    ] = None
    depends: Annotated[
        bool, typer.Option("-MD", "-MMD", help="Write a rule for make with the files that were read.")
    ] = False
    depends_file: Annotated[
        str | None, typer.Option("-MF", metavar="FILE", show_default="the output with .d", help="Where to write it."),
        Role.WRITTEN,
    ] = None  # fmt: skip
    clang: Annotated[
        str | None,
        typer.Option(metavar="PATH", show_default="$MTLB_CLANG, clang in PATH, ziglang's", help="The C++ compiler."),
    ] = None
    limit: Annotated[float, typer.Option("--time-limit", metavar="SECONDS", help="How long it may take.")] = 600.0

    def chosen(self) -> AirTarget:
        """The target. UsageError for two of them."""
        from mtlb.air.target import AirTarget

        systems = {"macos": self.macos, "ios": self.ios, "tvos": self.tvos}
        given = [f"{name}{version}" for name, version in systems.items() if version is not None]
        if len(given) + (self.target is not None) > 1:
            raise UsageError("one target: --target and the options of version-min exclude each other")
        with option_values():
            target = AirTarget(self.target or (given[0] if given else "macos14"))
            if (doubt := check_os(target.platform, target.min_os)) is not None:
                console.warn(doubt)
            return target


def command(
    inputs: Annotated[
        list[str],
        typer.Argument(metavar="FILE", help="Metal source (.metal)."),
        Role.READ,
    ],
    output: Annotated[
        str | None,
        to_file(show_default="the input's name with .metallib, or .air", help="The library, or with -c the module."),
        Role.WRITTEN,
    ] = None,
    *,
    source: SourceWords,
    generation: Generation,
    made: CompileOutput,
) -> None:
    """Compile Metal source.

    A stock clang reads it as C++; mtlb makes AIR of what clang writes. `pip install ziglang` brings a clang for
    every system; one of version 19 to 23 in PATH is taken first. Options are those of Apple's compiler.

    Examples:

      mtlb compile shader.metal -o shader.metallib
      mtlb compile a.metal b.metal -I include -DSIZE=4 -o lib.metallib
      mtlb compile shader.metal -c -mmacosx-version-min=15.0 -fno-fast-math -o shader.air
    """
    if made.module and len(inputs) > 1:
        raise UsageError("-c makes a module of one source")
    options = _options(source, generation, made)
    suffix = ".air" if made.module else ".metallib"
    path = output or os.path.splitext(os.path.basename(inputs[0]))[0] + suffix
    compiled = [(name, _compiled(name, options, generation.silent)) for name in inputs]
    if made.module:
        files.write_output(path, compiled[0][1].bitcode)
    else:
        modules = [(os.path.splitext(os.path.basename(name))[0] + ".air", one.bitcode) for name, one in compiled]
        linked = mtlb.link(modules)
        files.write_output(path, mtlb.write(linked.library))
    if made.depends or made.depends_file:
        read = dict.fromkeys(name for _, one in compiled for name in one.dependencies)
        rule = " \\\n  ".join([f"{_escaped(path)}:", *map(_escaped, read)]) + "\n"
        files.write_output(
            made.depends_file or os.path.splitext(path)[0] + ".d", rule.encode("utf-8", "surrogateescape")
        )


def _options(source: SourceWords, generation: Generation, made: CompileOutput) -> CompileOptions:
    from mtlb.metal import CompileOptions

    if generation.math_mode not in (None, "fast", "safe", "relaxed"):
        raise UsageError(f"-fmetal-math-mode is fast, relaxed or safe, not {generation.math_mode!r}")
    if generation.level not in ("0", "1", "2", "3", "s", "z", "fast"):
        raise UsageError(f"-O is 0, 1, 2, 3 or s, not {generation.level!r}")
    fast = generation.fast_math if generation.math_mode is None else generation.math_mode != "safe"
    warnings = ("-w",) if generation.silent else tuple(f"-W{name}" for name in generation.warn or ())
    target = made.chosen()
    with option_values():
        return CompileOptions(
            target,
            source.std,
            tuple(source.define or ()),
            tuple(source.undefine or ()),
            tuple(source.folder or ()),
            tuple(source.include or ()),
            fast,
            0 if generation.level == "0" else 2,
            "all" if generation.debug else "lines" if generation.lines else "",
            generation.record_sources,
            warnings,
            made.limit,
            clang=made.clang,
        )


def _compiled(name: str, options: CompileOptions, is_silent: bool) -> mtlb.Compiled:
    """A source, compiled. What there is to say of it is printed."""
    from mtlb.metal import compile_source

    with console.progress(f"compiling {files.shown(name)}"):
        compiled = compile_source(name, options)
    for warning in () if is_silent else compiled.warnings:
        console.warn(warning)
    console.note(f"{files.shown(name)}: compiled with {compiled.clang} for {options.target}")
    return compiled


def _escaped(path: str) -> str:
    return path.replace(" ", "\\ ").replace("#", "\\#").replace("$", "$$")
