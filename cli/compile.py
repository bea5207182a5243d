"""mtlb compile: Metal source in, a library or a module out."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

from mtlb.base.errors import MtlbError
from mtlb.base.releases import check_os
from mtlb.base.versions import Platform

from . import console
from . import io as files
from .arguments import AsJson, Jobs, Role, count_of, to_file
from .compiling import CompileRun, DependencyRule, Product, as_json, escaped_for_make, library_of, located, make
from .groups import Group
from .parameters import CommandArgument, CommandOption
from .sarif import compiler_sarif
from .usage import UsageError, option_values

if TYPE_CHECKING:
    from mtlb.air.target import AirTarget
    from mtlb.metal import CompileOptions
    from mtlb.metal.cache import CompileCache


class SourceWords(Group):
    """Apple's options for the preprocessor."""

    std: Annotated[
        str,
        CommandOption("-std", metavar="NAME", show_default="the target's", help="The language: metal3.1, metal3.2…"),
    ] = ""
    define: Annotated[
        list[str] | None, CommandOption("-D", metavar="NAME[=VALUE]", help="Define a macro. Repeatable.")
    ] = None
    undefine: Annotated[list[str] | None, CommandOption("-U", metavar="NAME", help="Undefine a macro. Repeatable.")] = (
        None
    )
    folder: Annotated[
        list[str] | None, CommandOption("-I", metavar="DIR", help="A folder to search for headers. Repeatable.")
    ] = None
    include: Annotated[
        list[str] | None,
        CommandOption("-include", metavar="FILE", help="A file to include before the source. Repeatable."),
        Role.READ,
    ] = None
    quote: Annotated[
        list[str] | None, CommandOption("-iquote", metavar="DIR", help='As -I, but only for #include "…". Repeatable.')
    ] = None
    system: Annotated[
        list[str] | None,
        CommandOption("-isystem", metavar="DIR", help="As -I, but without warnings for these headers. Repeatable."),
    ] = None
    prefixes: Annotated[
        list[str] | None,
        CommandOption(
            "-ffile-prefix-map",
            metavar="OLD=NEW",
            help="Replace a prefix of paths in debug info and __FILE__. Repeatable.",
        ),
    ] = None
    hermetic: Annotated[
        bool, CommandOption("--hermetic", help="Refuse headers outside of the source's folder and the -I folders.")
    ] = False


class Generation(Group):
    """Apple's options for code generation."""

    fast_math: Annotated[
        bool,
        CommandOption("-ffast-math/-fno-fast-math", help="Allow floating-point optimizations that ignore NaN, or not."),
    ] = True
    math_mode: Annotated[
        str | None,
        CommandOption(
            "-fmetal-math-mode",
            metavar="MODE",
            help="fast, safe (-fno-fast-math), or relaxed: fast, but NaN is respected.",
        ),
    ] = None
    functions: Annotated[
        str | None,
        CommandOption(
            "-fmetal-math-fp32-functions",
            metavar="MODE",
            show_default="follows the math mode",
            help="fast or precise math functions for 32-bit floats.",
        ),
    ] = None
    contract: Annotated[
        str | None,
        CommandOption(
            "-ffp-contract",
            metavar="MODE",
            show_default="follows the math mode",
            help="off, on or fast: whether a product and a sum may be one operation.",
        ),
    ] = None
    invariance: Annotated[
        bool,
        CommandOption(
            "-fpreserve-invariance",
            help="Respect the invariant attribute: such vertex functions keep the order of their operations.",
        ),
    ] = False
    threads: Annotated[
        int | None,
        CommandOption(
            "-fmax-total-threads-per-threadgroup",
            metavar="N",
            help="The limit of functions without the attribute of this name.",
        ),
    ] = None
    level: Annotated[str, CommandOption("-O", metavar="LEVEL", help="0 to 3 or s; 0 leaves the code unchanged.")] = "2"
    debug: Annotated[bool, CommandOption("-g", help="Debug info.")] = False
    lines: Annotated[bool, CommandOption("-gline-tables-only", help="Debug info with line numbers only.")] = False
    record_sources: Annotated[
        bool, CommandOption("-frecord-sources", help="Embed the sources in the module; `mtlb sources` reads them.")
    ] = False
    warn: Annotated[
        list[str] | None, CommandOption("-W", metavar="NAME", help="A clang warning option. Repeatable.")
    ] = None
    silent: Annotated[bool, CommandOption("-w", help="No warnings.")] = False


def _version_min(platform: Platform) -> CommandOption:
    """The option for a platform's oldest OS version, with all its spellings, which come from Clang's command line
    argument reference; `metal`'s (`cli/apple/linking.py`) are the same."""
    names = [f"-m{name}-version-min" for name in platform.names]
    return CommandOption(*names, metavar="VERSION", help=f"For {platform.display}.")


class CompileOutput(Group):
    """The output file, and the target system."""

    module: Annotated[bool, CommandOption("-c", help="Write a module (.air), not a library.")] = False
    text: Annotated[bool, CommandOption("-S", help="Write a module as LLVM assembly (.ll).")] = False
    preprocess: Annotated[
        bool, CommandOption("-E", help="Print the preprocessed source, without the text of mtlb's headers.")
    ] = False
    syntax: Annotated[bool, CommandOption("-fsyntax-only", help="Check for errors and write nothing.")] = False
    target: Annotated[
        str | None,
        CommandOption(
            "--target", "-target", "-mtargetos", metavar="NAME", show_default="macos14", help="As in mtlb convert."
        ),
    ] = None
    macos: Annotated[str | None, _version_min(Platform.MACOS)] = None
    ios: Annotated[str | None, _version_min(Platform.IOS)] = None
    tvos: Annotated[str | None, _version_min(Platform.TVOS)] = None
    watchos: Annotated[str | None, _version_min(Platform.WATCHOS)] = None
    xros: Annotated[str | None, _version_min(Platform.XROS)] = None
    mac_catalyst: Annotated[str | None, _version_min(Platform.MAC_CATALYST)] = None
    ios_simulator: Annotated[str | None, _version_min(Platform.IOS_SIMULATOR)] = None
    tvos_simulator: Annotated[str | None, _version_min(Platform.TVOS_SIMULATOR)] = None
    watchos_simulator: Annotated[str | None, _version_min(Platform.WATCHOS_SIMULATOR)] = None
    xros_simulator: Annotated[str | None, _version_min(Platform.XROS_SIMULATOR)] = None
    depends: Annotated[bool, CommandOption("-MD", help="Write a make rule that lists the files that were read.")] = (
        False
    )
    own_depends: Annotated[bool, CommandOption("-MMD", help="The same without -isystem headers.")] = False
    depends_file: Annotated[
        str | None, CommandOption("-MF", metavar="FILE", show_default="the output with .d", help="Where to write it."),
        Role.WRITTEN,
    ] = None  # fmt: skip
    depends_target: Annotated[
        list[str] | None, CommandOption("-MT", metavar="TARGET", help="The target of the rule. Repeatable.")
    ] = None
    depends_quoted: Annotated[
        list[str] | None, CommandOption("-MQ", metavar="TARGET", help="The same, quoted for make. Repeatable.")
    ] = None
    depends_phony: Annotated[bool, CommandOption("-MP", help="Add an empty rule for each header.")] = False
    clang: Annotated[
        str | None,
        CommandOption(metavar="PATH", show_default="$MTLB_CLANG, clang in PATH, ziglang's", help="The C++ compiler."),
    ] = None
    limit: Annotated[
        float,
        CommandOption("--time-limit", metavar="SECONDS", help="Time limit for clang; LLVM's passes get 6 times that."),
    ] = 600.0
    memory: Annotated[
        int, CommandOption("--memory-limit", metavar="MB", min=1, help="Memory limit for clang (Linux).")
    ] = 8192
    no_cache: Annotated[
        bool, CommandOption("--no-cache", help="Neither read nor write the cache ($MTLB_COMPILE_CACHE).")
    ] = False
    as_json: AsJson = False
    as_sarif: Annotated[bool, CommandOption("--sarif", help="Print errors and warnings as SARIF 2.1.0.")] = False

    def rule(self) -> DependencyRule | None:
        """The make rule; None for no rule. Raises UsageError for rule options without a rule."""
        is_asked = self.depends or self.own_depends or self.depends_file is not None
        targets = (*(self.depends_target or ()), *map(escaped_for_make, self.depends_quoted or ()))
        if not is_asked:
            if targets or self.depends_phony:
                raise UsageError("-MT, -MQ and -MP need a dependency rule: add -MD, -MMD or -MF")
            return None
        return DependencyRule(self.depends_file, targets, not self.own_depends, self.depends_phony)

    def product(self) -> Product | None:
        """The product for each source; None for a single library from all. Raises UsageError for several products."""
        asked = {
            Product.MODULE: self.module and not self.text,
            Product.TEXT: self.text,
            Product.PREPROCESSED: self.preprocess,
            Product.NOTHING: self.syntax,
        }
        named = [product for product, is_asked in asked.items() if is_asked]
        if len(named) > 1:
            raise UsageError("-c, -S, -E and -fsyntax-only can't be used together")
        return named[0] if named else None

    def chosen(self) -> AirTarget:
        """The target. Raises UsageError for several targets."""
        from mtlb.air.target import AirTarget

        platforms = [
            (platform, version)
            for platform in Platform
            if (version := getattr(self, platform.name.lower(), None)) is not None
        ]
        if len(platforms) + (self.target is not None) > 1:
            raise UsageError("--target and the -m...-version-min options can't be used together")
        with option_values():
            target = AirTarget.of(*platforms[0]) if platforms else AirTarget(self.target or "macos14")
            if (doubt := check_os(target.platform, target.min_os)) is not None:
                console.warn(doubt)
            return target


def prepare(words: list[str]) -> list[str]:
    """The words of the command line; -O without a level is that of Apple's compiler, its default."""
    return ["-O2" if word == "-O" else word for word in words]


def command(
    inputs: Annotated[
        list[str],
        CommandArgument(metavar="FILE", help="Metal source (.metal); - for stdin."),
        Role.READ,
    ],
    output: Annotated[
        str | None,
        to_file(show_default="the input's name with .metallib, or .air", help="The library, or with -c the module."),
        Role.WRITTEN,
    ] = None,
    jobs: Jobs = None,
    *,
    source: SourceWords,
    generation: Generation,
    written: CompileOutput,
) -> int:
    """Compile Metal source.

    A stock clang compiles it as C++, and mtlb turns the result into AIR. `pip install ziglang` installs a clang on
    every system; a clang of version 19 to 23 in PATH is preferred. The options follow Apple's compiler.

    Examples:

      mtlb compile shader.metal -o shader.metallib
      mtlb compile a.metal b.metal -I include -DSIZE=4 -o lib.metallib
      mtlb compile shader.metal -c -mmacosx-version-min=15.0 -fno-fast-math -o shader.air
    """
    product, rule = written.product(), written.rule()
    if written.module and len(inputs) > 1 and output is not None:
        raise UsageError("-c writes one module for each source: leave out -o")
    if written.as_json and written.as_sarif:
        raise UsageError("--json and --sarif can't be used together")
    reports = written.as_json or written.as_sarif
    if reports and (product is Product.PREPROCESSED or output == files.STDIO):
        raise UsageError("--json and --sarif print to stdout: write the output to a file")
    run = CompileRun(
        inputs,
        _options(source, generation, written),
        count_of(jobs),
        None if written.no_cache else _cache(),
        generation.silent,
        not reports,
    )
    path = output or f"{os.path.splitext(os.path.basename(inputs[0]))[0]}.metallib"
    try:
        if product is not None:
            make(run, product, output, rule)
        else:
            if output is None and inputs == [files.STDIO]:
                raise UsageError("a library from stdin needs -o")
            compiled = run.compile()
            library = library_of(compiled)
            if rule is not None:  # first: make takes an output without its rule for complete
                rule.write(compiled, path)
            files.write_output(path, library)
    except (MtlbError, OSError):
        if not (reports and len(run.outcomes) == len(inputs) and any(isinstance(o, Exception) for o in run.outcomes)):
            raise
    if written.as_sarif:
        console.print_json(compiler_sarif(located(run)))
    elif written.as_json:
        console.print_json(as_json(run, path))
    return 1 if any(isinstance(outcome, Exception) for outcome in run.outcomes) else 0


def _cache() -> CompileCache | None:
    from mtlb.metal.cache import default_compile_cache

    return default_compile_cache()


def _options(source: SourceWords, generation: Generation, output: CompileOutput) -> CompileOptions:
    from mtlb.metal import CompileOptions

    if generation.math_mode not in (None, "fast", "safe", "relaxed"):
        raise UsageError(f"-fmetal-math-mode is fast, relaxed or safe, not {generation.math_mode!r}")
    if generation.level not in ("0", "1", "2", "3", "s", "z", "fast"):
        raise UsageError(f"-O is 0, 1, 2, 3 or s, not {generation.level!r}")
    if generation.functions not in (None, "fast", "precise"):
        raise UsageError(f"-fmetal-math-fp32-functions is fast or precise, not {generation.functions!r}")
    if generation.contract not in (None, "off", "on", "fast"):
        raise UsageError(f"-ffp-contract is off, on or fast, not {generation.contract!r}")
    fast = generation.fast_math if generation.math_mode is None else generation.math_mode != "safe"
    warnings = ("-w",) if generation.silent else tuple(f"-W{name}" for name in generation.warn or ())
    target = output.chosen()
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
            output.limit,
            output.memory,
            output.clang,
            generation.math_mode == "relaxed",
            generation.functions or "",
            tuple(source.quote or ()),
            tuple(source.system or ()),
            source.hermetic,
            contract=generation.contract or "",
            invariance=generation.invariance,
            max_threads=generation.threads,
            debug_maps=tuple(source.prefixes or ()),
            macro_maps=tuple(source.prefixes or ()),
        )
