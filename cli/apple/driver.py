"""The stand-in for `metal`, Apple's compiler driver: it compiles sources, itself or through MTLB_METAL, and links."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mtlb.base.errors import FormatError, MtlbError
from mtlb.base.filekind import SOURCE_SUFFIXES, FileKind, is_metal_source, sniff
from mtlb.base.versions import Platform, Triple

from .. import console
from .. import io as files
from ..usage import UsageError
from .compiling import COMPILE_FLAGS, compile_options, compile_sources, rule_of, run_stage, stage_of, with_language
from .flags import Does, Flag, Given, parse
from .linking import AIR_LLD, DEFAULT_OUTPUT, KIND_FLAGS, arch_flag, link, output_of, platform_flags, read_inputs
from .tool import BUILD, Surroundings, Tool

if TYPE_CHECKING:
    from mtlb.metal import CompileOptions

COMPILER_VARIABLE = "MTLB_METAL"

_DEPLOYMENT = {
    "MACOSX_DEPLOYMENT_TARGET": Platform.MACOS,
    "IPHONEOS_DEPLOYMENT_TARGET": Platform.IOS,
    "TVOS_DEPLOYMENT_TARGET": Platform.TVOS,
    "WATCHOS_DEPLOYMENT_TARGET": Platform.WATCHOS,
    "XROS_DEPLOYMENT_TARGET": Platform.XROS,
}
# A guess: `-MO` is `-frecord-sources`. O3DE, Methane Kit and vger have it behind -gline-tables-only; vger's script also
# sets Xcode's MTL_ENABLE_DEBUG_INFO=INCLUDE_SOURCE.
_FLAGS = (
    Flag(("o",), "The library to write; default: default.metallib. With -c the module.", ("FILE",), joined=True),
    Flag(("target",), "The target, such as air64-apple-macos14.0.", ("TRIPLE",), to="triple"),
    *platform_flags("m{}-version-min"),
    Flag(("mtargetos",), "The target, such as macos14.0.", ("OS",)),
    arch_flag("arch"),
    *KIND_FLAGS,
    Flag(
        ("frecord-sources", "MO"),
        "Embed the recorded sources, or with =flat write them into a .metallibsym beside the library.",
        ("flat",),
        optional=True,
    ),
    Flag(("fno-record-sources",), "Embed no sources (default).", does=Does.NOTHING),
    Flag(("L",), "A folder in which -l looks.", ("DIR",), joined=True),
    Flag(("l",), "Link libNAME.a, libNAME.metallib or similar.", ("NAME",), joined=True),
    Flag(("Xlinker",), "An option of air-lld.", ("ARG",), to="linker"),
    Flag(("Wl,",), "Options of air-lld, between commas.", ("ARGS",), to="linker", joined=True),
    Flag(("###",), "Print the command of the link and run nothing."),
    Flag(("v",), "Print the version and the commands that are run on stderr."),
    Flag(("w",), "Print no warnings."),
    Flag(("N",), "pipeline scripts are not supported", ("SCRIPT",), Does.REFUSE),
    Flag(("Wn,",), "options of the native translator are not supported", ("ARGS",), Does.REFUSE, joined=True),
    Flag(("isysroot", "sysroot"), "A link takes nothing from an SDK.", ("DIR",), Does.NOTHING, joined=True),
    Flag(("F",), "Frameworks hold nothing that a link takes.", ("DIR",), Does.NOTHING, joined=True),
    Flag(("framework",), "Frameworks hold nothing that a link takes.", ("NAME",), Does.NOTHING),
    Flag(("nostdlib",), "No library is linked unless it is named.", does=Does.NOTHING),
    Flag(("save-temps",), "A link has no temporary files.", does=Does.NOTHING),
    *COMPILE_FLAGS,
    Flag(("mllvm",), "LLVM options, which do not change the link.", ("OPTION",), Does.NOTHING),
)


def _run(options: Given, context: Surroundings) -> int:
    if options.has("v"):
        console.note(f"Apple metal version {BUILD}", level=0)
    if not options.inputs:
        if options.written == ("-v",):
            return 0
        raise UsageError("no input files")
    stage = stage_of(options)
    sources = [name for name in options.inputs if _is_source(name, options)]
    elsewhere = bool(context.environment.get(COMPILER_VARIABLE, "").strip())
    if (stage is not None or sources) and elsewhere and (stage is not None or files.STDIO in options.inputs):
        return _compile(options.written, context)
    if options.unknown and not (sources and elsewhere):
        raise UsageError(f"unknown option {options.unknown[0]} (mtlb apple metal --help lists its options)")
    if (stage is not None or sources) and not elsewhere:
        _refuse(options)
    if stage is not None:
        run_stage(options, stage, _only_sources(options, sources), _options(options, context))
        return 0
    linked = parse(AIR_LLD.name, AIR_LLD.flags, _linker_words(options, context))
    if options.has("###"):
        console.note(shlex.join([AIR_LLD.name, *linked.written, *options.inputs]), level=0)
        return 0
    files.check_paths(options.inputs, [output_of(linked)])
    with tempfile.TemporaryDirectory(prefix="mtlb.") as folder:
        compiled = _modules(options, sources, context, folder if elsewhere else None)
        if compiled is None:
            return 1
    flat = options.last("frecord-sources")
    if flat not in (None, "", "flat"):
        raise UsageError(f"-frecord-sources={flat} is not supported: use it without a value, or with =flat")
    return link(read_inputs(options, compiled), linked, AIR_LLD.name, flat=flat == "flat", compiled=compiled)


def _is_source(name: str, options: Given) -> bool:
    """Whether a file is a source: by -x, by its name, or because it is not a linkable file."""
    language = options.last("x")
    if language in ("metal", "none") or (language is None and name != files.STDIO):
        if name == files.STDIO or (name.endswith(SOURCE_SUFFIXES) and language is not None):
            return language == "metal"
        if name.endswith(".ll"):
            return False
        if name.endswith(SOURCE_SUFFIXES):
            return True
        with open(name, "rb") as file:
            head = file.read(1 << 16)
        return sniff(head) is FileKind.UNKNOWN and (language == "metal" or is_metal_source(name, head))
    if language not in (None, "air", "metal-ir", "ir"):
        raise UsageError(f"-x {language} is not supported: it is metal, air or metal-ir")
    return False


def _refuse(options: Given) -> None:
    """Raise UsageError for an option that only Apple's compiler supports."""
    for word in options.words:
        if word.flag is not None and word.flag.does is Does.ELSEWHERE:
            raise UsageError(f"{word.words[0]} is not supported: {word.flag.help}")


def _only_sources(options: Given, sources: list[str]) -> list[str]:
    other_inputs = [name for name in options.inputs if name not in sources]
    if other_inputs:
        raise UsageError(f"{other_inputs[0]} is not a source: -c, -S and -E take only sources")
    return sources


def _options(options: Given, context: Surroundings) -> CompileOptions:
    if options.has("mllvm"):
        raise UsageError("-mllvm is not supported for sources: mtlb, not clang, runs the passes")
    named = _named(options, context)
    target = _target(options, named)
    if target is not None and target != named:
        console.warn(
            f"-std={options.last('std')} needs {Platform.of(target[0]).display} {target[1]}, which is the target"
        )
    return compile_options(options, target, context.environment)


def _modules(options: Given, sources: list[str], context: Surroundings, folder: str | None) -> dict[str, bytes] | None:
    """The modules of the sources in a link; None if the compiler of MTLB_METAL, which writes into `folder`, failed."""
    if folder is None:
        if not sources:
            return {}
        run = compile_sources(options, sources, _options(options, context))
        outcomes = run.compile()
        if (rule := rule_of(options)) is not None:
            rule.write(outcomes, options.last("o") or DEFAULT_OUTPUT)
        return {outcome.path: outcome.bitcode for outcome in outcomes}
    compiled = {}
    for number, name in enumerate(sources):
        output = os.path.join(folder, f"{number}.air")
        if _compile([*_compiler_words(options), "-c", name, "-o", output], context):
            return None
        compiled[name] = files.read_input(output)
    return compiled


# --- sources ---------------------------------------------------------------------------------------------------------

_ONLY_LINKED = ("o", "L", "l", "linker", "v", "framework", "F")


def _compiler_words(parsed: Given) -> list[str]:
    """The original options without link options and inputs."""
    options = [word for word in parsed.words if word.flag is not None and word.flag.target not in _ONLY_LINKED]
    return [word for option in options for word in option.words]


def _compile(words: Sequence[str], context: Surroundings) -> int:
    """Run the compiler that MTLB_METAL names with these words. Returns its exit code. Raises MtlbError if it cannot
    be started."""
    named = context.environment[COMPILER_VARIABLE].strip()
    command = [named] if os.path.isfile(named) else shlex.split(named)
    sys.stdout.flush()
    try:
        return subprocess.run([*command, *words], env=dict(context.environment), check=False).returncode
    except OSError as error:
        raise MtlbError(f"{COMPILER_VARIABLE}: {command[0]}: {error.strerror}") from None


# --- the link --------------------------------------------------------------------------------------------------------


def _linker_words(options: Given, context: Surroundings) -> list[str]:
    """The air-lld options that are equivalent to the driver's."""
    words = [word for values in options.all("linker") for word in values[0].split(",")]
    target = _target(options, _named(options, context))
    if target is not None:
        words += ["-platform_version", *target, target[1]]
    if options.has("frecord-sources"):
        words.append("-embed_sources")
    for name in ("o", "arch", "v", "w", *(flag.target for flag in KIND_FLAGS)):
        words += [
            word for option in options.words if option.flag and option.flag.target == name for word in option.words
        ]
    return words


def _target(options: Given, named: tuple[str, str] | None) -> tuple[str, str] | None:
    """Platform and oldest OS version, which has the language of `-std=`. `named`: those that are named."""
    from mtlb.air.target import AirTarget

    if named is None or not named[1] or not options.has("std"):
        return named
    target = AirTarget.of(*named)
    raised = with_language(target, options.last("std") or "")
    return named if raised is target else (named[0], str(raised.min_os))


def _named(options: Given, context: Surroundings) -> tuple[str, str] | None:
    """Platform and oldest OS version from the options or the environment; None takes them from the inputs."""
    if options.has("triple") or options.has("mtargetos"):
        text = options.last("triple") or f"air64-apple-{options.last('mtargetos')}"
        try:
            triple = Triple.parse(text)
            return triple.platform.label, triple.version.full if triple.version else ""
        except FormatError as error:
            raise UsageError(error.reason) from error
    if uses := options.all("target"):
        return uses[-1][0], uses[-1][1]
    named = [(platform, context.environment.get(name, "")) for name, platform in _DEPLOYMENT.items()]
    targets = [(platform.label, version) for platform, version in named if version]
    return targets[0] if len(targets) == 1 else None


METAL = Tool(
    "metal",
    "Compile Metal source; link AIR modules, archives and libraries into a library.",
    "[OPTIONS] INPUT... [-o FILE]",
    _FLAGS,
    _run,
    f"Apple metal version {BUILD}\nTarget: air64-apple-darwin25.0.0\nThread model: posix",
    permissive=True,
)
