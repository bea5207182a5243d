"""mtlb link: AIR modules in, one library out."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from dataclasses import replace
from enum import Enum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import mtlb
from mtlb.archives.places import file_of_place
from mtlb.base.errors import LinkError
from mtlb.base.filekind import FileKind, sniff
from mtlb.base.files import write_directory
from mtlb.base.strings import counted, string_from_bytes
from mtlb.base.versions import Platform
from mtlb.machinery.parallel import worker_processes

from . import console
from . import io as files
from .arguments import Jobs, Role, count_of
from .provenance import attestation, signing_key
from .shaders import ShaderWords, print_bindings, takes_shaders
from .usage import UsageError, option_values

if TYPE_CHECKING:
    from mtlb import linker
    from mtlb.container import Library
    from mtlb.linker import InputFile, LinkOptions, LinkResult

_PLATFORMS = [p.label for p in Platform if p and not p.label.endswith("-simulator")]


class LinkerName(str, Enum):
    """The linkers of Apple's that a library may be written like."""

    AIR_LLD = "air-lld"
    METALLIB = "metallib"


class LibraryKind(str, Enum):
    """What a link can make: `mtlb.linker.KINDS`."""

    EXECUTABLE = "executable"
    DYLIB = "dylib"
    CORE_IMAGE = "core-image"


class Undefined(str, Enum):
    """What becomes of functions that nothing defines; the last is Apple's spelling."""

    ERROR = "error"
    DYNAMIC_LOOKUP = "dynamic-lookup"
    APPLES = "dynamic_lookup"


_input, _output, _target, _identity, _sources, _provenance, _steps = (
    partial(typer.Option, rich_help_panel=panel)
    for panel in ("Inputs", "Output", "Target", "Names and identity", "Embedded sources", "Provenance", "In steps")
)


@takes_shaders
def command(
    inputs: Annotated[
        list[str],
        typer.Argument(
            metavar="INPUT",
            help="AIR modules (.air, .bc, .ll), SPIR-V (.spv), archives (.a, .metalar, .metal-ar), metallibs, or @FILE "
            "for a list.",
        ),
        Role.READ,
    ],
    output: Annotated[
        str, _output("--output", "-o", metavar="FILE", show_default="stdout", help="The library."), Role.WRITTEN
    ] = files.STDIO,
    pack: Annotated[
        bool,
        _output(
            "--pack",
            help="The modules are finished, each with one entry point: pack them into the library unchanged, "
            "in the order given. Nothing is resolved, merged or split.",
        ),
    ] = False,
    like: Annotated[
        str | None,
        _output(
            metavar="OLD",
            help="Link as this library was: layout, kind, toolchain, target, names, whether it has a UUID, how "
            "sources are embedded (`mtlb info` shows it as options). Other options go first.",
        ),
        Role.READ,
    ] = None,
    layout: Annotated[
        LinkerName | None,
        _output(show_default="air-lld", help="The linker of Apple's to write like; air-lld is what `metal` runs."),
    ] = None,
    kind: Annotated[LibraryKind | None, _output(show_default="executable", help="The kind of library.")] = None,
    toolchain: Annotated[
        str | None,
        _output(
            metavar="BUILD",
            show_default="that of the newest input, else the newest known",
            help="The Apple build to write like where target and input leave a choice, such as 32023.404.",
        ),
    ] = None,
    platform: Annotated[
        str | None,
        _target(
            metavar="NAME",
            autocompletion=lambda: _PLATFORMS,
            help=f"{', '.join(_PLATFORMS)} (-simulator where there is one), or a number. A conflict with "
            "the modules is an error.",
            show_default="what the modules' triples say",
        ),
    ] = None,
    min_os: Annotated[
        str | None,
        _target(
            metavar="VERSION",
            show_default="what the triples say",
            help="The oldest OS version that the library is for, such as 15.0.",
        ),
    ] = None,
    format_version: Annotated[
        str | None,
        _target(
            metavar="VERSION",
            show_default="follows from platform, OS and toolchain",
            help="Version of the container, such as 1.2.8.",
        ),
    ] = None,
    uuid: Annotated[
        str | None,
        _identity(
            metavar="UUID",
            show_default="derived from the content",
            help="The UUID to write. By default equal libraries have equal UUIDs.",
        ),
    ] = None,
    no_uuid: Annotated[bool, _identity("--no-uuid", help="Write no UUID.")] = False,
    library_name: Annotated[
        str | None,
        _identity(
            metavar="NAME",
            show_default="the output's file name, where the format has one",
            help="The name recorded in the library.",
        ),
    ] = None,
    install_name: Annotated[
        str | None,
        _identity(
            metavar="NAME",
            help="By which a dynamic library is loaded, such as @loader_path/libnoise.metallib. It needs one.",
        ),
    ] = None,
    exported_symbols: Annotated[
        str | None,
        _identity(
            metavar="FILE",
            show_default="what is visible",
            help="All that a dynamic library exports: a mangled name per line.",
        ),
        Role.READ,
    ] = None,
    no_library_name: Annotated[bool, _identity("--no-library-name", help="Record no name.")] = False,
    path_prefix_map: Annotated[
        list[str] | None,
        _identity(
            metavar="OLD=NEW",
            help="Replace the start of an input's path before it is recorded anywhere. Repeatable; last match wins.",
        ),
    ] = None,
    embed_sources: Annotated[
        bool,
        _sources(
            "--embed-sources", help="Embed the sources that the compiler recorded in the modules (-frecord-sources)."
        ),
    ] = False,
    companion: Annotated[
        str | None,
        _sources(metavar="FILE", help="Write the library without the sources, and a symbol companion that has them."),
        Role.WRITTEN,
    ] = None,
    recorded_command: Annotated[str, _sources(metavar="TEXT", help="The link command to record.")] = "",
    recorded_directory: Annotated[str, _sources(metavar="TEXT", help="The working directory to record.")] = "",
    source_padding: Annotated[
        int | None,
        _sources(
            metavar="BYTES",
            min=1,
            show_default="as the toolchain does with 16 KB pages",
            help="Pad each source archive to a multiple of this.",
        ),
    ] = None,
    library: Annotated[
        list[str] | None,
        _input("--library", "-l", metavar="NAME", help="Link libNAME.a, libNAME.metallib or the like, found by -L."),
    ] = None,
    library_path: Annotated[
        list[str] | None, _input("--library-path", "-L", metavar="DIR", help="Search for -l in this directory.")
    ] = None,
    undefined: Annotated[
        Undefined, _input(help="What functions are that nothing defines; dynamic-lookup: the loader finds them.")
    ] = Undefined.ERROR,
    runtime: Annotated[
        str,
        _input(
            metavar="NAME",
            help="Where functions that nothing defines (___metal_fract_float, memcpy…) come from: open "
            "(mtlb's own), none, or an archive: Apple's libmetal_rt_*.a.",
        ),
        Role.READ,
    ] = "open",
    whole_archive: Annotated[
        bool,
        _input(
            "--whole-archive",
            help="Take every member of the archives, not just those with entry points and those that others need.",
        ),
    ] = False,
    allow_drop: Annotated[
        bool,
        _input(
            "--allow-drop",
            help="Leave out inputs that can't be part of the library (another platform, a newer OS), and list them.",
        ),
    ] = False,
    optimize: Annotated[
        bool | None,
        _output(
            "--optimize/--no-optimize",
            help="Make the folds of Apple's linkers since Xcode 16, or leave code as the compiler wrote it.",
            show_default="as the toolchain does",
        ),
    ] = None,
    no_convert: Annotated[
        bool,
        _input(
            "--no-convert",
            help="Refuse SPIR-V, inputs with opaque pointers and inputs for other targets, and convert none.",
        ),
    ] = False,
    require_functions: Annotated[
        list[str] | None,
        _input(
            metavar="FILE|N",
            help="Fail unless the library has these functions (a file with one name per line), or at least N.",
        ),
        Role.READ,
    ] = None,
    map_file: Annotated[
        str | None,
        _output(
            "--map",
            metavar="FILE",
            help="Write a link map (JSON): which input and symbol each function, its callees and its bytes came from.",
        ),
        Role.WRITTEN,
    ] = None,
    depfile: Annotated[
        str | None, _output(metavar="FILE", help="Write a dependency rule for make and ninja."), Role.WRITTEN
    ] = None,
    attest: Annotated[
        str | None,
        _provenance(
            metavar="FILE",
            help="Write what was linked from what as an in-toto statement (SLSA provenance), one line of JSON.",
        ),
        Role.WRITTEN,
    ] = None,
    sign: Annotated[
        str | None,
        _provenance(
            metavar="KEY",
            help="Sign the attestation with this private key: Ed25519 or ECDSA, PEM or OpenSSH. The passphrase of an "
            "encrypted key is asked for, or taken from MTLB_PASSPHRASE.",
        ),
        Role.READ,
    ] = None,
    spirv: ShaderWords = ShaderWords(),  # noqa: B008 (it is frozen)
    quiet: Annotated[bool, _output("--quiet", "-q", help="Print no summary: only warnings and errors.")] = False,
    save_repro: Annotated[
        str | None,
        _output(
            metavar="DIR",
            help="Copy every input, and the command as a response file, into a directory: for a bug report.",
        ),
        Role.WRITTEN,
    ] = None,
    jobs: Jobs = None,
    plan: Annotated[
        str | None,
        _steps(
            metavar="DIR",
            help="Link nothing yet: write to a directory what each shard of the link needs, and rules for ninja.",
        ),
        Role.WRITTEN,
    ] = None,
    shards: Annotated[int | None, _steps(metavar="N", min=1, help="How many shards --plan makes at most.")] = None,
    shard: Annotated[
        int | None, _steps(metavar="N", min=0, help="Link one shard of the plan in the directory INPUT.")
    ] = None,
    assemble: Annotated[
        bool, _steps("--assemble", help="Make the library of the linked shards of the plan in the directory INPUT.")
    ] = False,
) -> None:
    """Link AIR modules and SPIR-V into one Metal library.

    The output does not depend on the machine: no time, no path except from options, no random number. The same
    inputs and options give the same bytes anywhere.

    Examples:

      mtlb link *.air -o shaders.metallib
      mtlb link main.air -L lib -l noise --map shaders.map.json -o shaders.metallib
      mtlb link --pack vertex.air fragment.air -o shaders.metallib
      mtlb link --kind dylib --install-name @loader_path/libf.metallib f.air -o libf.metallib
      mtlb link shader.vert.spv shader.frag.spv --entry-names {file}_{stage} -o shader.metallib
      mtlb link --pack @modules.txt --platform macos --min-os 14.0 -o shaders.metallib
      mtlb link --plan build/plan --shards 64 @modules.txt -o big.metallib
    """
    from mtlb import linker

    if shard is not None or assemble:
        _do_step(inputs, shard, assemble, output, map_file, quiet=quiet)
        return
    files.check_output(output)
    if uuid is not None and no_uuid:
        raise UsageError("--uuid and --no-uuid exclude each other")
    if library_name is not None and no_library_name:
        raise UsageError("--library-name and --no-library-name exclude each other")
    if any((recorded_command, recorded_directory, source_padding is not None, companion)) and not embed_sources:
        raise UsageError(
            "--recorded-command, --recorded-directory, --source-padding and --companion need --embed-sources"
        )
    if depfile is not None and output == files.STDIO:
        raise UsageError("--depfile needs a file to write a rule for: name the output with -o")
    if sign is not None and attest is None:
        raise UsageError("--sign signs an attestation: name its file with --attest")
    if sign is not None and save_repro is not None:
        raise UsageError("--save-repro is for others to read: link without --sign")
    if attest is not None and output == files.STDIO:
        raise UsageError("--attest needs a file to attest: name the output with -o")
    archive = None if runtime in _RUNTIMES else runtime
    linking = (library, library_path, exported_symbols, require_functions, map_file, depfile, save_repro, optimize)
    flags = (whole_archive, allow_drop, undefined is not Undefined.ERROR, runtime != "open")
    reports = (map_file, depfile, save_repro, attest, companion, spirv.print_bindings or None)
    if plan is not None and (pack or output == files.STDIO or any(report is not None for report in reports)):
        raise UsageError("--plan needs -o, and writes no report and no companion; --assemble takes --map")
    if shards is not None and plan is None:
        raise UsageError("--shards says how many shards --plan makes")
    if pack and (any(flags) or any(value is not None for value in linking)):
        raise UsageError("--pack takes finished modules as they are; options about inputs and reports are for linking")
    if pack and spirv.print_bindings:
        raise UsageError("--pack reports nothing: link without it to see the bindings")
    spirv.check_printing(output)
    required_functions, required_count = _required(require_functions or [])
    shader = spirv.options()
    with option_values():
        given = {
            "platform": platform,
            "min_os": min_os,
            "container_version": format_version,
            "layout": None if layout is None else layout.value,
            "toolchain": toolchain,
            "kind": None if kind is None else kind.value,
            "install_name": install_name,
            "exported_symbols": None if exported_symbols is None else _lines(exported_symbols),
            "uuid": uuid,
            "has_uuid": False if no_uuid else None,
            "library_name": library_name,
            "has_library_name": False if no_library_name else None,
            "sources": linker.SourceOptions(recorded_command, recorded_directory, source_padding)
            if embed_sources
            else None,
            "path_prefix_map": path_prefix_map,
            "optimize": optimize,
        }
        options = _options_like(like, inputs, {name: value for name, value in given.items() if value is not None})
        options = replace(
            options,
            dynamic_lookup=undefined is not Undefined.ERROR,
            output=None if output == files.STDIO else os.path.basename(output),
            whole_archive=whole_archive,
            allow_drop=allow_drop,
            runtime=runtime == "open",
            convert=not no_convert,
            shader=shader,
            required_functions=required_functions,
            required_count=required_count,
        )
    directories = [Path(directory) for directory in library_path or []]
    found = [str(linker.find_library(name, directories)) for name in library or []]
    if archive is not None:
        found.append(archive)
    written = [name for name in (output, map_file, depfile, save_repro, attest) if name is not None]
    files.check_paths([*found, *([] if like is None else [like])], written)
    key = None if sign is None else signing_key(sign)
    inputs = [*inputs, *found]
    at_once = attest is not None or save_repro is not None  # what is said of the inputs is of those that were linked
    contents = [_input_file(name, at_once=at_once) for name in inputs]
    if archive is not None and sniff(contents[-1].data) is not FileKind.ARCHIVE:
        raise LinkError("is no archive: --runtime takes open, none or an archive", file=files.shown(archive))
    if pack:
        warnings: list[str] = []
        with console.progress(f"packing {counted(len(inputs), 'module')}") as tell:
            with worker_processes(count_of(jobs) if len(inputs) > _FEW else 1) as executor:
                packed = linker.pack(contents, options, warnings.append, executor=executor, progress=tell)
            console.warn_all(warnings, [file.name for file in contents])
            if attest is None:
                size = files.write_library(output, packed)
            else:
                data = mtlb.write(packed)
                files.write_output(attest, attestation(contents, [(output, data)], options, key, packed=True))
                files.write_output(output, data)
                size = len(data)
        if not quiet:
            _summarise(packed, output, size)
        return
    if plan is not None:
        _plan(contents, options, plan, output, shards or _SHARDS, count_of(jobs), quiet=quiet)
        return
    if save_repro is not None:
        repro = linker.repro_files(
            list(zip(inputs, contents, strict=True)), console.settings().words, [n for n in written if n != save_repro]
        )
        write_directory(save_repro, repro)
    with console.progress(f"linking {counted(len(inputs), 'input')}") as tell:
        with worker_processes(count_of(jobs)) as executor:
            result = linker.link(contents, options, executor=executor, progress=tell)
        data = mtlb.write(result.library)
        symbols = b""
        if companion is not None:
            from mtlb.edit import separate_sources

            data, symbols = separate_sources(data)
    made = [(output, data), *([(companion, symbols)] if companion is not None else [])]
    if attest is not None:
        files.write_output(attest, attestation(contents, made, options, key))
    if companion is not None:
        files.write_output(companion, symbols)
    if map_file is not None:
        files.write_output(map_file, (json.dumps(linker.link_map(result, data), indent=2) + "\n").encode("ascii"))
    if depfile is not None:
        rule = linker.dependency_rule(output, [file_of_place(name) for name in inputs if name != files.STDIO])
        files.write_output(depfile, os.fsencode(rule))
    files.write_output(output, data)
    if spirv.print_bindings:
        print_bindings(result.bindings)
    _tell(result, [file.name for file in contents])
    if not quiet:
        _summarise(result.library, output, len(data), len(result.dropped), result.runtime)


def _plan(
    contents: list[InputFile], options: LinkOptions, directory: str, output: str, shards: int, jobs: int, *, quiet: bool
) -> None:
    """Write the plan of a link."""
    from mtlb.linker import load
    from mtlb.linker.link import plan_inputs
    from mtlb.linker.stored import write_plan

    with (
        console.progress(f"planning the link of {counted(len(contents), 'input')}") as tell,
        worker_processes(jobs) as executor,
    ):
        made = plan_inputs(load(contents, options), options, executor, progress=tell)
    count = write_plan(made, directory, output, shards)
    if not quiet:
        shown = console.printable(directory)
        console.note(f"{count} shards: mtlb link --shard 0 {shown} to {count - 1}, then mtlb link --assemble {shown}")


def _options_like(like: str | None, inputs: list[str], given: dict[str, Any]) -> LinkOptions:
    """Options of a link from those of an existing library, where --like names one, and those that were given."""
    from mtlb import linker

    if like is None:
        return linker.LinkOptions(**given)
    with files.open_library(like) as library:
        return linker.options_like(library, inputs=[files.shown(name) for name in inputs], **given)


def _input_file(name: str, *, at_once: bool) -> linker.InputFile:
    """An input by its name on the command line; `at_once`: read now, and not when the link needs it."""
    from mtlb import linker

    embedded = files.embedded_data(name)
    if embedded is not None or at_once or name == files.STDIO:
        return linker.InputFile(files.shown(name), files.read_input(name) if embedded is None else embedded)
    return linker.InputFile.read(name)


def _do_step(
    inputs: list[str], shard: int | None, assemble: bool, output: str, map_file: str | None, *, quiet: bool
) -> None:
    """Link one shard of a plan, or make the library of all."""
    from mtlb.linker import link_map
    from mtlb.linker.stored import StoredPlan

    _refuse_options("--shard" if shard is not None else "--assemble", _OF_STEPS[shard is None])
    if (shard is not None and assemble) or len(inputs) != 1:
        raise UsageError("--shard N and --assemble take one directory, which --plan wrote")
    stored = StoredPlan(inputs[0])
    if shard is not None:
        stored.link(shard)
        return
    output = stored.output if output == files.STDIO else output
    result = stored.assemble()
    data = mtlb.write(result.library)
    if map_file is not None:
        files.write_output(map_file, (json.dumps(link_map(result, data), indent=2) + "\n").encode("ascii"))
    files.write_output(output, data)
    _tell(result, dict.fromkeys(function.linked.origin for function in result.functions))
    if not quiet:
        _summarise(result.library, output, len(data), len(result.dropped), result.runtime)


_COMMON = ("--verbose", "-v", "--color", "--quiet", "-q")
_OF_STEPS = (("--shard", *_COMMON), ("--assemble", "--output", "-o", "--map", *_COMMON))


def _refuse_options(step: str, allowed: tuple[str, ...]) -> None:
    """UsageError for an option of a link whose plan has them all."""
    for word in console.settings().words:
        if len(word) < 2 or word[0] != "-":
            continue
        if word.split("=")[0] not in allowed and not (word[1] != "-" and word[:2] in allowed):
            raise UsageError(f"{step} takes no {word.split('=')[0]}: the options of the link are in its plan")


def _tell(result: LinkResult, names: Iterable[str]) -> None:
    """Print notes, warnings and what was left out, on stderr."""
    for note in result.notes:
        console.note(note)
    console.warn_all(result.warnings, names)
    for path, reason in result.dropped:
        console.warn(f"left out {path}: {reason}")


def _summarise(library: Library, output: str, size: int, dropped: int = 0, runtime: tuple[str, ...] = ()) -> None:
    """Print one short table about the new library, on stderr."""
    from collections import Counter

    from mtlb.inspect import floor

    kinds = Counter(function.type.label for function in library.functions)
    rows = [(kind, counted(count, "function")) for kind, count in kinds.items()]
    needs = floor(library, modules=False)
    binding = next((reason for reason in needs.binding if reason.function), None)
    because = f" ({binding.text}, as in {binding.function})" if binding else ""
    rows.append(("needs", f"{needs.platform.display} {needs.os}{because}" if needs.os else "no known OS release"))
    if runtime:
        more = f" and {len(runtime) - _MOST_SHOWN:,} more" if len(runtime) > _MOST_SHOWN else ""
        rows.append(("runtime", f"open: {', '.join(runtime[:_MOST_SHOWN])}{more}"))
    if dropped:
        rows.append(("left out", counted(dropped, "input")))
    written = (files.shown(output) if output != files.STDIO else "size", counted(size, "byte"))
    if len(output) <= _LONGEST_NAME:  # a long path would push the values out of sight
        rows.append(written)
    shown = [(console.printable(name), console.printable(text)) for name, text in rows]
    for line in console.table(shown, stream=sys.stderr):
        sys.stderr.write(line + "\n")
    if len(output) > _LONGEST_NAME:
        sys.stderr.write(f"{console.printable(written[0])}  {written[1]}\n")


_LONGEST_NAME = 40
_SHARDS = 16
_FEW = 256  # finished modules that one process packs sooner than several start
_MOST_SHOWN = 3  # functions of the run-time library
_RUNTIMES = ("open", "none")


def _required(texts: list[str]) -> tuple[tuple[str, ...], int]:
    """The names in the files of --require-functions, and the highest number given."""
    names: list[str] = []
    count = 0
    for text in texts:
        if text.isdigit():
            count = max(count, int(text))
        else:
            names += _lines(text)
    return tuple(dict.fromkeys(names)), count


def _lines(file: str) -> list[str]:
    """The lines of a file that are not blank, without the blanks around them."""
    lines = string_from_bytes(files.read_input(file)).splitlines()
    return [line.strip() for line in lines if line.strip()]
