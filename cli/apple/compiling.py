"""How the stand-in for `metal` handles sources: Apple's compiler options, and their equivalents in mtlb."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from mtlb.base.errors import BuildError
from mtlb.base.releases import RELEASES
from mtlb.base.versions import Platform, Version

from .. import io as files
from ..compiling import CompileRun, DependencyRule, Product, escaped_for_make, make
from ..usage import UsageError, option_values
from .flags import Does, Flag, Given

if TYPE_CHECKING:
    from mtlb.air.target import AirTarget
    from mtlb.metal import CompileOptions

_MATH = ("fast", "relaxed", "safe")
_INDEX = ("index-store-path", "index-unit-output-path")

COMPILE_FLAGS = (
    Flag(("c",), "Compile each source to a module (.air), and don't link."),
    Flag(("S",), "Compile each source to LLVM assembly (.ll)."),
    Flag(("E",), "Print the preprocessed source; only macros come from mtlb's headers."),
    Flag(("P",), "With -E: no line markers."),
    Flag(("fsyntax-only",), "Check for errors and write nothing."),
    Flag(("M",), "Print a make rule that lists the files that a source reads."),
    Flag(("MM",), "The same without -isystem headers."),
    Flag(("emit-llvm",), "Modules are always LLVM modules.", does=Does.NOTHING),
    Flag(("x",), "metal, metal-ir or air, for inputs whose names don't tell (-x metal -).", ("LANGUAGE",), joined=True),
    Flag(("I",), "A folder to search for headers.", ("DIR",), joined=True),
    Flag(("iquote",), 'The same, but only for #include "…".', ("DIR",), joined=True),
    Flag(("isystem",), "The same, without warnings for these headers.", ("DIR",), joined=True),
    Flag(("D",), "Define a macro.", ("NAME[=VALUE]",), joined=True),
    Flag(("U",), "Undefine a macro.", ("NAME",), joined=True),
    Flag(("include",), "A file to include before the source.", ("FILE",), joined=True),
    Flag(("std",), "The language: metal3.1, macos-metal2.4, ….", ("STANDARD",)),
    Flag(("O",), "0 to 3 or s; 0 leaves the code unchanged.", ("LEVEL",), joined=True, optional=True),
    Flag(("gline-tables-only",), "Debug info with line numbers only.", to="g", constant="lines"),
    Flag(("g", "gfull"), "Debug info.", to="g", constant="all"),
    Flag(("g0",), "No debug info.", to="g", constant=""),
    Flag(("fdebug-prefix-map",), "Replace a prefix of paths in debug info.", ("OLD=NEW",), to="debug-map"),
    Flag(("fmacro-prefix-map",), "The same in __FILE__.", ("OLD=NEW",), to="macro-map"),
    Flag(("ffile-prefix-map",), "Both.", ("OLD=NEW",), to="file-map"),
    Flag(("fdebug-info-for-profiling", "fno-debug-info-for-profiling"), "No more debug info.", does=Does.NOTHING),
    Flag(("W",), "A clang warning, on or off; -Werror.", ("NAME",), joined=True, optional=True),
    Flag(("pedantic",), "Warn about language extensions.", to="W", constant="pedantic"),
    Flag(("MD",), "Write a rule for make beside the output."),
    Flag(("MMD",), "The same without -isystem headers."),
    Flag(("MF",), "Where to write it.", ("FILE",), joined=True),
    Flag(("MT",), "The target of the rule.", ("TARGET",), joined=True),
    Flag(("MQ",), "The same, quoted for make.", ("TARGET",), joined=True),
    Flag(("MP",), "Add an empty rule for each header."),
    Flag(("ffast-math",), "Allow floating-point optimizations that ignore NaN (default).", to="math", constant="fast"),
    Flag(("fno-fast-math",), "Keep floating-point operations as written.", to="math", constant="safe"),
    Flag(("fmetal-math-mode",), "fast, safe, or relaxed: fast, but NaN is respected.", ("MODE",), to="math"),
    Flag(
        ("fmetal-math-fp32-functions",), "fast or precise math functions for 32-bit floats.", ("MODE",), to="functions"
    ),
    Flag(
        ("ffp-contract",),
        "off, on or fast: whether a product and a sum may be one operation.",
        ("MODE",),
        to="contract",
    ),
    Flag(("fno-inline", "finline-functions"), "Calls are always inlined.", does=Does.NOTHING),
    Flag(
        ("fpreserve-invariance",),
        "Respect the invariant attribute: such vertex functions keep the order of their operations.",
        to="invariance",
        constant="on",
    ),
    Flag(("fno-preserve-invariance",), "Ignore the invariant attribute (default).", to="invariance", constant=""),
    Flag(
        ("fmax-total-threads-per-threadgroup",),
        "The limit of functions without the attribute of this name.",
        ("N",),
        to="threads",
    ),
    Flag(
        ("ftexture-write-rounding-mode",),
        "native; other modes are an error: their form in AIR is not known.",
        ("MODE",),
        to="rounding",
    ),
    Flag(
        ("fmetal-enable-logging", "fno-metal-enable-logging"),
        "Logs are not compiled: os_log is left out.",
        does=Does.NOTHING,
    ),
    Flag(("fmodules", "fno-modules"), "Clang modules are not used.", ("...",), Does.NOTHING, optional=True),
    Flag(("fimplicit-module-maps", "fno-implicit-module-maps"), "Clang modules are not used.", does=Does.NOTHING),
    Flag(("fmodule-map-file",), "Clang modules are not used.", ("FILE",), Does.NOTHING),
    Flag(("mtune",), "No code for a processor is generated.", ("NAME",), Does.NOTHING),
    Flag(("gpu-family",), "no code for a GPU is generated", ("FAMILY",), Does.REFUSE),
    Flag(
        ("fmodules-cache-path", "fcolor-diagnostics", "fno-color-diagnostics", "fvisibility", "fdiagnostics-color"),
        "Nothing of it is in a module or a message.",
        ("...",),
        Does.NOTHING,
        optional=True,
    ),
    Flag(
        ("fmessage-length", "fdiagnostics-"),
        "Messages have one form.",
        ("...",),
        Does.NOTHING,
        joined=True,
        optional=True,
    ),
    Flag(("serialize-diagnostics",), "Messages are printed; see mtlb compile --sarif.", ("FILE",), Does.NOTHING),
    Flag(_INDEX, "Nothing is indexed.", ("PATH",), Does.NOTHING),
    Flag(("index-ignore-system-symbols", "index-ignore-pcms", "pipe"), "Nothing to do.", does=Does.NOTHING),
    Flag(("R",), "No remarks are produced.", ("...",), Does.NOTHING, joined=True, optional=True),
    Flag(
        ("Xclang", "Xpreprocessor"),
        "options of Apple's front end are not available in the clang that is used",
        ("OPTION",),
        Does.ELSEWHERE,
    ),
    Flag(
        ("dM",), "macros can't be listed: the macros of the clang that is used differ from Apple's", does=Does.ELSEWHERE
    ),
    Flag(("print-resource-dir",), "there is no such folder", does=Does.ELSEWHERE),
    Flag(
        ("fmetal-", "fno-metal-"),
        "unknown Metal option",
        ("...",),
        Does.ELSEWHERE,
        joined=True,
        optional=True,
    ),
)
"""Options that affect only the compiler, or sources. A link of modules ignores them."""

_STAGES = {
    "c": Product.MODULE,
    "S": Product.TEXT,
    "E": Product.PREPROCESSED,
    "fsyntax-only": Product.NOTHING,
    "M": Product.RULE,
    "MM": Product.RULE,
}


def stage_of(options: Given) -> Product | None:
    """The stage at which each source stops, without a link: of several options the earliest stage wins, as in clang."""
    order = (Product.RULE, Product.PREPROCESSED, Product.NOTHING, Product.TEXT, Product.MODULE)
    asked = {product for name, product in _STAGES.items() if options.has(name)}
    return next((product for product in order if product in asked), None)


def _words(options: Given, *names: str) -> Iterator[tuple[str, str]]:
    """The options with these names, each with its last value, in order."""
    for word in options.words:
        if word.flag is not None and word.flag.target in names:
            yield word.flag.target, word.values[-1] if word.values else ""


def _last(options: Given, name: str, names: tuple[str, ...]) -> str:
    value = options.last(name) or ""
    if value and value not in names:
        word = next(
            item.words[0] for item in reversed(options.words) if item.flag is not None and item.flag.target == name
        )
        raise UsageError(f"{word} is not supported: it is one of {', '.join(names)}")
    return value


def _count(options: Given, name: str) -> int | None:
    value = options.last(name)
    if value is not None and not value.isdecimal():
        raise UsageError(f"-fmax-total-threads-per-threadgroup needs a number, not {value!r}")
    return None if value is None else int(value)


def compile_options(options: Given, target: tuple[str, str] | None, environment: Mapping[str, str]) -> CompileOptions:
    """The compile options for a command line. Raises UsageError for invalid values."""
    from mtlb.metal import CompileOptions

    math = _last(options, "math", _MATH) or "fast"
    level = options.last("O")
    if level not in (None, "", "0", "1", "2", "3", "s", "z", "fast"):
        raise UsageError(f"-O{level} is not supported: it is 0, 1, 2, 3 or s")
    standard = options.last("std") or ""
    _last(options, "rounding", ("native",))
    warnings = [f"-W{value}" for _, value in _words(options, "W")]
    with option_values():
        return CompileOptions(
            _target(options, target, standard, environment),
            standard,
            include_folders=tuple(value for _, value in _words(options, "I")),
            includes=tuple(value for _, value in _words(options, "include")),
            fast_math=math != "safe",
            optimise=0 if level == "0" else 2,
            debug_info=options.last("g") or "",
            records_sources=options.has("frecord-sources"),
            warnings=("-w",) if options.has("w") else tuple(warnings),
            relaxed_math=math == "relaxed",
            fp32_functions=_last(options, "functions", ("fast", "precise")),
            quote_folders=tuple(value for _, value in _words(options, "iquote")),
            system_folders=tuple(value for _, value in _words(options, "isystem")),
            macros=tuple(f"-{name}{value}" for name, value in _words(options, "D", "U")),
            contract=_last(options, "contract", ("off", "on", "fast")),
            invariance=bool(options.last("invariance")),
            max_threads=_count(options, "threads"),
            debug_maps=tuple(value for _, value in _words(options, "debug-map", "file-map")),
            macro_maps=tuple(value for _, value in _words(options, "macro-map", "file-map")),
        )


def _target(options: Given, named: tuple[str, str] | None, standard: str, environment: Mapping[str, str]) -> AirTarget:
    """The target; without a version, the oldest OS of AIR 2.6 or the first one that supports the language version."""
    from mtlb.air.target import AirTarget

    from .xcrun import platform_of_sdk

    if named is not None and named[1]:
        return AirTarget.of(named[0], named[1])
    sdk = options.last("isysroot") or environment.get("SDKROOT", "")
    platform = Platform.of(named[0]) if named is not None else platform_of_sdk(sdk) or Platform.MACOS
    return with_language(AirTarget.of(platform), standard)


def with_language(target: AirTarget, standard: str) -> AirTarget:
    """The target, or the first version of its OS that has the language version of a `-std=`.

    Apple's compiler does the same: SDL's script has `-std=macos-metal2.0 -mmacosx-version-min=10.11`, and its libraries
    (Metal_Blit.h, compiler 32023.101) are for macOS 10.13.
    """
    from mtlb.air.target import AirTarget
    from mtlb.metal import STANDARDS

    platform = target.platform
    if standard not in STANDARDS or Version.parse(STANDARDS[standard]) <= target.metal:
        return target
    least = Version.parse(STANDARDS[standard])
    for release in RELEASES:
        if release.msl >= least and platform.device in release.oldest:
            return AirTarget.of(platform, release.oldest[platform.device])
    raise BuildError(f"{platform.display} has no Metal {least}")


def rule_of(options: Given) -> DependencyRule | None:
    """The make rule that the command line requests."""
    if not any(options.has(name) for name in ("MD", "MMD", "MF", "M", "MM")):
        return None
    targets = tuple(value if name == "MT" else escaped_for_make(value) for name, value in _words(options, "MT", "MQ"))
    return DependencyRule(options.last("MF"), targets, not (options.has("MMD") or options.has("MM")), options.has("MP"))


def compile_sources(parsed: Given, sources: list[str], options: CompileOptions) -> CompileRun:
    """The run that compiles these sources."""
    from mtlb.metal.cache import default_compile_cache

    from ..arguments import count_of

    jobs = 1 if len(sources) == 1 else count_of(None)
    return CompileRun(sources, options, jobs, default_compile_cache(), parsed.has("w"))


def run_stage(parsed: Given, stage: Product, sources: list[str], options: CompileOptions) -> None:
    """Produce the output of -c, -S, -E and similar options. Errors are raised as they occur."""
    files.check_paths(sources, [name for name in (parsed.last("o"), parsed.last("MF")) if name is not None])
    run = compile_sources(parsed, sources, options)
    make(run, stage, parsed.last("o"), rule_of(parsed), with_markers=not parsed.has("P"))


def name_of_module(source: str) -> str:
    """The name of a source's module in a link."""
    return f"{os.path.splitext(os.path.basename(source))[0]}.air"
