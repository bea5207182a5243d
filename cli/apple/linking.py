"""Stand-ins for the linkers: `metallib` and `air-lld`, and the link that `metal` runs."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mtlb.base.strings import string_from_bytes
from mtlb.base.versions import Platform, Version

from .. import console
from .. import io as files
from ..usage import UsageError, option_values
from .flags import Does, Flag, Given
from .tool import BUILD, Surroundings, Tool

if TYPE_CHECKING:
    from mtlb import linker

DEFAULT_OUTPUT = "default.metallib"


class Deployment(NamedTuple):
    """Platform and oldest OS version of the output; None takes them from the first input."""

    platform: Platform | None = None
    min_os: Version | None = None

    @classmethod
    def of(cls, platform: str, version: str) -> Deployment:
        """The target from the words of an option. Raises UsageError for invalid words."""
        with option_values():
            return cls(Platform.of(platform), Version.of(version) if version else None)


def platform_flags(pattern: str, hyphen: str = "-") -> tuple[Flag, ...]:
    """An option for each platform: `pattern` with the platform's name, `hyphen` in place of its hyphen. Stored as
    `target`."""
    return tuple(
        Flag(
            tuple(pattern.format(name.replace("-", hyphen)) for name in platform.names),
            f"Link for {platform.display} of this version and newer.",
            ("VERSION",),
            to="target",
            constant=platform.label,
        )
        for platform in Platform
        if platform.names
    )


def arch_flag(*names: str) -> Flag:
    """The option for the AIR architecture, whose version follows from the OS version."""
    return Flag(names, "air64, with or without a version; the version follows from the OS version.", ("ARCH",))


KIND_FLAGS = (
    Flag(
        ("dylib", "dynamic", "dynamiclib", "create-shared-library", "create-dynamic-library"),
        "Make a dynamic library; it needs -install_name.",
        to="kind",
        constant="dylib",
    ),
    Flag(("cikernel", "fcikernel"), "Make a Core Image library.", to="kind", constant="core-image"),
    Flag(("install_name",), "The name by which a dynamic library is loaded.", ("NAME",)),
    Flag(
        ("exported_symbols_list",), "A file with the symbols that a dynamic library exports, one per line.", ("FILE",)
    ),
    Flag(("undefined",), "error (default) or dynamic_lookup.", ("TREATMENT",)),
)
"""The inputs of a link: the options of the linkers and of the driver."""

_FLAGS = (
    Flag(("o",), f"The library to write; default: {DEFAULT_OUTPUT}.", ("FILE",), joined=True),
    Flag(("L",), "A folder in which -l looks.", ("DIR",), joined=True),
    Flag(("l",), "Link libNAME.a, libNAME.metallib or similar.", ("NAME",), joined=True),
    arch_flag("arch", "arch_only"),
    Flag(("platform_version",), "The target; the version of the SDK is not used.", ("PLATFORM", "MIN_OS", "SDK")),
    *platform_flags("{}_version_min", "_"),
    *KIND_FLAGS,
    Flag(("embed_sources",), "Embed the sources that the compiler recorded.", to="sources", constant="yes"),
    Flag(("no_embed_sources",), "Embed no sources (default).", to="sources", constant="no"),
    Flag(("app-store-validate",), "Check FILE like `mtlb verify --modules`, and link nothing.", ("FILE",)),
    Flag(("v",), "Print the version and the decisions of the link on stderr."),
    Flag(("w",), "Print no warnings."),
    Flag(("sysroot", "syslibroot", "isysroot"), "A link takes nothing from an SDK.", ("DIR",), Does.NOTHING),
    Flag(("F",), "Frameworks hold nothing that a link takes.", ("DIR",), Does.NOTHING, joined=True),
    Flag(("framework",), "Frameworks hold nothing that a link takes.", ("NAME",), Does.NOTHING),
    Flag(("nostdlib",), "No library is linked unless it is named.", does=Does.NOTHING),
    Flag(("mllvm",), "LLVM options, which do not change the link.", ("OPTION",), Does.NOTHING),
    Flag(("split-module",), "Each function always gets its own module.", does=Does.NOTHING),
    Flag(("split-module-without-linking",), "A single input is never linked with others.", does=Does.NOTHING),
    Flag(("N",), "pipeline scripts are not supported", ("SCRIPT",), Does.REFUSE),
)


def _run(layout: str, options: Given, context: Surroundings) -> int:
    if options.has("v"):
        console.note(f"AIR-LLD {BUILD}", level=0)
    if (file := options.last("app-store-validate")) is not None:
        from ..provenance import AttestedBy
        from ..verify import command

        return command([file], modules=True, attested_by=AttestedBy(), quiet=True)
    if not options.inputs:
        raise UsageError("no input files")
    return link(read_inputs(options), options, layout)


def _target(options: Given) -> Deployment:
    if uses := options.all("platform_version"):
        platform, min_os, _ = uses[-1]
        return Deployment.of(platform, min_os)
    if uses := options.all("target"):
        return Deployment.of(*uses[-1])
    return Deployment()


def read_inputs(options: Given, compiled: Mapping[str, bytes] | None = None) -> list[linker.InputFile]:
    """The inputs and the libraries of -l, in command line order.
    `compiled`: the modules of sources, which the link sees as `NAME.air`. Raises LinkError for a missing library;
    OSError is passed on."""
    from mtlb import linker

    modules = compiled or {}
    folders = [Path(folder) for (folder,) in options.all("L")]
    inputs = []
    for word in options.words:
        if word.flag is None or word.flag.target == "l":
            name = word.values[-1] if word.flag is None else str(linker.find_library(word.values[-1], folders))
            if name in modules:
                inputs.append(linker.InputFile(_module_name(name), modules[name]))
            else:
                inputs.append(linker.InputFile(files.shown(name), files.read_input(name)))
    return inputs


def _module_name(source: str) -> str:
    """What a link calls the module of a source: no file has this name."""
    return f"{os.path.splitext(os.path.basename(source))[0]}.air"


def _exported(options: Given) -> list[str] | None:
    """The names in the file of -exported_symbols_list: one on each line, without comments."""
    path = options.last("exported_symbols_list")
    if path is None:
        return None
    lines = (line.partition("#")[0].strip() for line in string_from_bytes(files.read_input(path)).splitlines())
    return [line for line in lines if line]


def _looks_up(options: Given) -> bool:
    treatment = options.last("undefined") or "error"
    if treatment not in ("error", "dynamic_lookup"):
        raise UsageError(f"-undefined {treatment} is not supported: it is error or dynamic_lookup")
    return treatment == "dynamic_lookup"


def companion_path(library: str) -> str:
    """The path of a library's symbol companion."""
    return f"{os.path.splitext(library)[0]}.metallibsym"


def output_of(options: Given) -> str:
    """The path of the output library."""
    return options.last("o") or DEFAULT_OUTPUT


def link(
    inputs: Sequence[linker.InputFile],
    parsed: Given,
    layout: str,
    *,
    flat: bool = False,
    compiled: Iterable[str] = (),
) -> int:
    """Link `inputs` with the options in `given`; silent on success. Raises the errors of `mtlb.link`.
    `flat`: sources go into a symbol companion beside the library. `compiled`: the sources of modules in `inputs`."""
    import mtlb
    from mtlb import linker
    from mtlb.edit import separate_sources

    target = _target(parsed)
    for (arch,) in parsed.all("arch"):
        if not arch.startswith("air64"):
            raise UsageError(f"-arch {arch} is not supported: only AIR (air64) can be linked")
    output = output_of(parsed)
    files.check_output(output)
    modules = {_module_name(name) for name in compiled}
    files.check_paths([file.name for file in inputs if file.name not in modules], [output])
    options = linker.LinkOptions(
        platform=target.platform,
        min_os=target.min_os,
        layout=layout,
        kind=parsed.last("kind") or "executable",
        install_name=parsed.last("install_name"),
        exported_symbols=_exported(parsed),
        dynamic_lookup=_looks_up(parsed),
        output=None if output == files.STDIO else os.path.basename(output),
        sources=linker.SourceOptions() if parsed.last("sources") == "yes" else None,
    )
    result = linker.link(inputs, options)
    data = mtlb.write(result.library)
    if flat and result.library.sources is not None:
        if output == files.STDIO:
            raise UsageError("-frecord-sources=flat writes two files: name the library with -o")
        data, symbols = separate_sources(data)
        files.write_output(companion_path(output), symbols)
    files.write_output(output, data)
    if parsed.has("v"):
        for note in result.notes:
            console.note(note, level=0)
    if not parsed.has("w"):
        for warning in result.warnings:
            console.warn(warning)
    return 0


_LINKER = f"AIR-LLD {BUILD} (compatible with legacy metallib linker)"

METALLIB = Tool(
    "metallib",
    "Link AIR modules and archives into a library, in the layout of Apple's metallib.",
    "[OPTIONS] INPUT... [-o FILE]",
    _FLAGS,
    lambda arguments, context: _run("metallib", arguments, context),
    _LINKER,
)

AIR_LLD = Tool(
    "air-lld",
    "Link AIR modules and archives into a library, in the layout of Apple's air-lld.",
    "[OPTIONS] INPUT... [-o FILE]",
    _FLAGS,
    lambda arguments, context: _run("air-lld", arguments, context),
    _LINKER,
    aliases=("metal-lld",),
)
