"""mtlb convert: LLVM IR or SPIR-V in, AIR modules out."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any

from mtlb.base.errors import BuildError, MtlbError
from mtlb.base.files import write_directory
from mtlb.base.releases import check_os
from mtlb.linker import dependency_rule
from mtlb.machinery.parallel import in_order

from . import console
from . import io as files
from .arguments import Jobs, Role, count_of, to_directory, to_file
from .groups import Group
from .parameters import CommandArgument, CommandOption
from .shaders import ShaderWords, print_bindings
from .usage import UsageError, option_values

if TYPE_CHECKING:
    from mtlb.convert import ConvertOptions
    from mtlb.translate import ShaderOptions


class Origin(str, Enum):
    """Source GPUs of kernels: `mtlb.convert.SOURCES`."""

    NVPTX = "nvptx"
    AMDGPU = "amdgpu"
    SPIRV = "spirv"


class PointerPolicy(str, Enum):
    """`mtlb.convert.POINTER_POLICIES`."""

    INFER = "infer"
    I8 = "i8"


class Conversion(Group):
    """The options of a conversion."""

    target: Annotated[
        str | None,
        CommandOption(
            metavar="NAME",
            help="macos14, ios17-simulator, air2.6 (for macOS) or an AIR triple (docs/targets.md).",
            show_default="from the input's triple, else macos14",
        ),
    ] = None
    platform: Annotated[
        str | None, CommandOption(metavar="NAME", help="The platform, with --min-os, instead of --target.")
    ] = None
    min_os: Annotated[
        str | None, CommandOption(metavar="VERSION", help="The oldest OS version, such as 15.0, with --platform.")
    ] = None
    source: Annotated[
        Origin | None,
        CommandOption(
            "--from",
            show_default="from its triple",
            help="The GPU platform that the input was written for: its kernels, built-in values and address spaces.",
        ),
    ] = None
    plan: Annotated[
        str | None,
        CommandOption(
            metavar="FILE",
            help="A plan that names entry points and describes their parameters (TOML, docs/convert.md §2).",
        ),
        Role.READ,
    ] = None
    entry: Annotated[
        list[str] | None,
        CommandOption(
            metavar="NAME", show_default="from the plan", help="Make this function an entry point. Repeatable."
        ),
    ] = None
    keep_going: Annotated[
        bool,
        CommandOption(
            "--keep-going",
            help="If some entry points can't be converted, write the others, list the missing ones and exit with 1.",
        ),
    ] = False
    pointers: Annotated[
        PointerPolicy,
        CommandOption(help="How pointee types are chosen: infer: from the uses; i8: bytes, with a cast at every use."),
    ] = PointerPolicy.INFER

    def check(self) -> None:
        """Raise UsageError for options that exclude each other."""
        if self.target is not None and (self.platform is not None or self.min_os is not None):
            raise UsageError("--target and --platform or --min-os can't be used together")
        if self.min_os is not None and self.platform is None:
            raise UsageError("--min-os needs --platform")

    def options(self, shader: ShaderOptions) -> ConvertOptions:
        """The options of the conversion, with the plan file read. Raises UsageError for invalid values."""
        from mtlb.convert import ConvertOptions, ConvertTarget, Plan

        with option_values():
            target = None
            if self.target is not None:
                target = ConvertTarget.parse(self.target)
            elif self.platform is not None:
                target = ConvertTarget.of(self.platform, self.min_os)
            if target is not None and (doubt := check_os(target.platform, target.min_os)) is not None:
                console.warn(doubt)
            source = None if self.source is None else self.source.value
            entries = tuple(self.entry or ())
            options = ConvertOptions(target, self.pointers.value, source, entries, shader=shader)
        if self.plan is None:
            return options
        with files.naming(self.plan):
            return replace(options, plan=Plan.parse(_text(files.read_input(self.plan))))


def command(
    inputs: Annotated[
        list[str],
        CommandArgument(
            metavar="INPUT",
            help="LLVM bitcode (.bc, .air) or assembly (.ll) from any LLVM version, SPIR-V or DXBC; - for stdin.",
        ),
        Role.READ,
    ],
    output: Annotated[
        str,
        to_file(show_default="stdout", help="The AIR module."),
        Role.WRITTEN,
    ] = files.STDIO,
    directory: Annotated[
        str | None,
        to_directory(help="Write one module NAME.air per input into this directory."),
        Role.WRITTEN,
    ] = None,
    *,
    depfile: Annotated[
        str | None, CommandOption(metavar="FILE", help="Write a make dependency rule for each module."), Role.WRITTEN
    ] = None,
    jobs: Jobs = None,
    conversion: Conversion,
    spirv: ShaderWords,
) -> int:
    """Convert LLVM IR, SPIR-V or shaders of Direct3D to AIR.

    The input is a module from any LLVM up to 22. It may already use AIR (air.* functions, address spaces,
    metadata), or be written for another GPU or a CPU. The output has typed pointers and only constructs that occur
    in Apple's own modules of the target's AIR version; mtlb link accepts it like a module from Apple's compiler.

    SPIR-V from any compiler is translated; its resources get the slots that --slots or --bindings specifies. A shader
    of Direct3D (DXBC: a token program or DXIL) is translated, too: its resources get slots by their registers, and its
    entry point gets the file's name, or the name from --entry.

    Examples:

      mtlb convert kernels.bc -o kernels.air
      mtlb convert kernels.ll --target ios17 -o kernels.air
      mtlb convert kernel.ptx.ll --from nvptx --target macos15 -o kernel.air
      mtlb convert numba.ll --plan plan.toml -o kernel.air
      mtlb convert shader.spv --target ios17 --print-bindings -o shader.air
      mtlb convert *.bc -d modules --pointers i8
      mtlb convert shaders/*.spv -d modules -j 8 --depfile modules.d
    """
    if directory is not None and output != files.STDIO:
        raise UsageError("-o and -d can't be used together")
    if directory is None:
        files.check_output(output)
        if len(inputs) > 1:
            raise UsageError("several inputs give several modules: name a directory with -d")
    if depfile is not None and directory is None and output == files.STDIO:
        raise UsageError("--depfile needs a file to write a rule for: name the output with -o, or -d")
    conversion.check()
    spirv.check_printing(None if directory is not None else output)
    shader = spirv.options()
    options = conversion.options(shader)
    converted = _convert_all(inputs, options, count_of(jobs), keep_going=conversion.keep_going)
    if not converted:
        return 1
    modules = [(_file_name(module.name), module.bitcode or b"") for module in converted]
    if directory is None:
        files.write_output(output, modules[0][1])
    else:
        names = [name for name, _ in modules]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise UsageError(f"two inputs would be written to {twice}")
        write_directory(directory, modules)
    if depfile is not None:
        paths = [output if directory is None else os.path.join(directory, name) for name, _ in modules]
        read = [path for path in (conversion.plan, spirv.options_set().get("bindings")) if path]
        _write_rules(depfile, dict(zip(paths, [module.name for module in converted], strict=True)), read)
    if spirv.print_bindings:
        print_bindings({files.shown(module.name): module.bindings for module in converted if module.is_translated})
    return 1 if any(module.errors for module in converted) or len(converted) < len(inputs) else 0


def _write_rules(depfile: str, outputs: Mapping[str, str], read: Sequence[str]) -> None:
    """Write the dependencies of each module: its input, and the files that all inputs read."""
    rules = [
        dependency_rule(module, [path for path in (source, *read) if path != files.STDIO])
        for module, source in outputs.items()
    ]
    files.write_output(depfile, os.fsencode("".join(rules)))


def _convert_all(inputs: Sequence[str], options: ConvertOptions, jobs: int, *, keep_going: bool) -> list[_Made]:
    """The inputs that were converted; none if one failed, unless failures are to be skipped."""
    converted: list[_Made] = []
    failed = False
    sources = [_Input(name) for name in inputs]
    if options.shader.bindings:
        from mtlb.translate import check_bindings

        check_bindings(((files.shown(source.name), source.bytes()) for source in sources), options.shader)
    with console.progress("converting") as tell:
        for result in in_order(_Work(options), sources, jobs, tell):
            result.report()
            failed |= bool(result.errors)
            if result.errors and result.bitcode is not None and keep_going:
                console.note(f"{files.shown(result.name)}: written without {', '.join(result.errors)}", 0)
            if result.bitcode is not None:
                converted.append(result)
    return [] if failed and not keep_going else converted


class _Input:
    """An input: stdin is read here, files by the process that converts them."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.data = bytes(files.read_input(name)) if name == files.STDIO else None

    def bytes(self) -> bytes:
        """The bytes, read on demand."""
        return files.read_input(self.name) if self.data is None else self.data


@dataclass(frozen=True)
class _Made:
    """The result for an input, as other processes send it."""

    name: str
    bitcode: bytes | None
    errors: dict[str, MtlbError]
    target: str = ""
    warnings: tuple[str, ...] = ()
    is_translated: bool = False
    bindings: list[dict[str, Any]] = field(default_factory=list)

    def report(self) -> None:
        """Print the messages about it."""
        for error in self.errors.values():
            console.failure(error)
        for warning in self.warnings:
            console.warn(f"{files.shown(self.name)}: {warning}")
        if self.bitcode is not None:
            console.note(f"{files.shown(self.name)}: converted for {self.target}")


@dataclass(frozen=True)
class _Work:
    """The conversion of some inputs: the module of each, and the errors of the entry points that failed."""

    options: ConvertOptions

    def __call__(self, inputs: Sequence[_Input]) -> list[_Made]:
        from mtlb.convert import convert_each

        results = []
        for item in inputs:
            module, errors = convert_each(files.shown(item.name), item.bytes(), self.options)
            if module is None:
                results.append(_Made(item.name, None, dict(errors)))
                continue
            notes, bound = tuple(module.warnings), module.bindings
            made_of = str(module.target), notes, module.is_translated, bound
            results.append(_Made(item.name, module.written or module.bitcode, dict(errors), *made_of))
        return results


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BuildError(f"the plan is not UTF-8 (byte {error.start})") from None


def _file_name(name: str) -> str:
    return os.path.splitext(os.path.basename(files.shown(name)))[0] + ".air"
