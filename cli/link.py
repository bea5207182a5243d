"""mtlb link: AIR modules in, one library out."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import mtlb
from mtlb.archives.places import file_of_place
from mtlb.base.classes import NamedTuple
from mtlb.base.errors import LinkError
from mtlb.base.filekind import FileKind, sniff
from mtlb.base.files import write_directory
from mtlb.base.strings import counted
from mtlb.linker.options import LinkOptions
from mtlb.machinery.parallel import worker_processes

from . import console
from . import io as files
from .arguments import Jobs, Role, count_of, to_file
from .groups import Before, Group, OptionWords, Way, flags_of, given_elsewhere, lines_of
from .linked import report_result, summarise, write_map
from .parameters import CommandArgument, CommandOption
from .shaders import ShaderWords, print_bindings
from .usage import UsageError, option_values

if TYPE_CHECKING:
    from mtlb.attest import SigningKey
    from mtlb.linker import InputFile

_input, _output, _sources, _provenance, _steps = (
    partial(CommandOption, rich_help_panel=panel)
    for panel in ("Inputs", "Output", "Embedded sources", "Provenance", "In steps")
)


class Destination(Group):
    """The kind and path of the output."""

    output: Annotated[
        str,
        to_file(rich_help_panel="Output", show_default="stdout", help="The library."),
        Role.WRITTEN,
        Way.WHOLE | Way.ASSEMBLE,
    ] = files.STDIO
    pack: Annotated[
        bool,
        _output(
            "--pack",
            help="The modules are finished, each with one entry point: pack them into the library unchanged, "
            "in the order given. Nothing is resolved, merged or split.",
        ),
        Way.PACK,
    ] = False
    like: Annotated[
        str | None,
        _output(
            metavar="OLD",
            help="Use the layout, kind, toolchain, target, names, UUID policy and source embedding of this "
            "library (`mtlb info` shows them as options). Other options override them.",
        ),
        Role.READ,
    ] = None


class LinkWords(OptionWords, options=LinkOptions):
    """The options of a link, as `mtlb.linker.LinkOptions` declares them."""

    def options_set(self) -> dict[str, Any]:
        """The options on the command line, as keyword arguments of `LinkOptions`. Files are read."""
        values = super().options_set()
        if "runtime" in values:  # none, or an archive
            values["runtime"] = False
        if "required_functions" in values:
            values["required_functions"], values["required_count"] = _required(values["required_functions"])
        return values

    @property
    def archive(self) -> str | None:
        """The run-time library of --runtime."""
        runtime: str = self.runtime
        return None if runtime in _RUNTIMES else runtime

    def check(self, companion: str | None) -> None:
        """Raise UsageError for options that exclude each other."""
        if self.uuid is not None and self.no_uuid:
            raise UsageError("--uuid and --no-uuid can't be used together")
        if self.library_name is not None and self.no_library_name:
            raise UsageError("--library-name and --no-library-name can't be used together")
        about = (self.recorded_command, self.recorded_directory, self.source_padding is not None, companion)
        if any(about) and not self.embed_sources:
            raise UsageError(
                "--recorded-command, --recorded-directory, --source-padding and --companion need --embed-sources"
            )


class Libraries(Group):
    """Libraries that are searched by name."""

    library: Annotated[
        list[str] | None,
        _input(
            "--library",
            "-l",
            metavar="NAME",
            help="Link libNAME.a, libNAME.metallib or similar, searched in the -L directories.",
        ),
        Before("undefined"),
        Way.LINK | Way.PLAN,
    ] = None
    library_path: Annotated[
        list[str] | None,
        _input("--library-path", "-L", metavar="DIR", help="Search for -l in this directory."),
        Before("undefined"),
        Way.LINK | Way.PLAN,
    ] = None

    def paths(self) -> list[str]:
        """The paths of the libraries. Raises LinkError for a missing library."""
        if not self.library:
            return []
        from pathlib import Path

        from mtlb.linker import find_library

        directories = [Path(directory) for directory in self.library_path or []]
        return [str(find_library(name, directories)) for name in self.library]


class Reports(Group):
    """Files that are written beside the library."""

    companion: Annotated[
        str | None,
        _sources(metavar="FILE", help="Write the library without its sources, and a symbol companion with them."),
        Role.WRITTEN,
        Before("recorded_command"),
        Way.LINK | Way.PACK,
    ] = None
    map_file: Annotated[
        str | None,
        _output(
            "--map",
            metavar="FILE",
            help="Write a link map (JSON): the input and symbol of each function, its callees and its bytes.",
        ),
        Role.WRITTEN,
        Way.LINK | Way.ASSEMBLE,
    ] = None
    depfile: Annotated[
        str | None, _output(metavar="FILE", help="Write a dependency rule for make and ninja."), Role.WRITTEN, Way.LINK
    ] = None
    quiet: Annotated[bool, _output("--quiet", "-q", help="Print no summary: only warnings and errors."), Way.EVERY] = (
        False
    )
    save_repro: Annotated[
        str | None,
        _output(
            metavar="DIR",
            help="For a bug report: copy every input, and the command as a response file, into a directory.",
        ),
        Role.WRITTEN,
        Way.LINK,
    ] = None
    attest: Annotated[
        str | None,
        _provenance(
            metavar="FILE",
            help="Write the provenance of the link as an in-toto statement (SLSA), one line of JSON.",
        ),
        Role.WRITTEN,
        Way.LINK | Way.PACK,
    ] = None
    sign: Annotated[
        str | None,
        _provenance(
            metavar="KEY",
            help="Sign the attestation with this private key: Ed25519 or ECDSA, PEM or OpenSSH. The passphrase of an "
            "encrypted key is asked for, or taken from MTLB_PASSPHRASE.",
        ),
        Role.READ,
    ] = None

    def check(self, output: str) -> None:
        """Raise UsageError for reports that the output or another report excludes."""
        if self.depfile is not None and output == files.STDIO:
            raise UsageError("--depfile needs a file to write a rule for: name the output with -o")
        if self.sign is not None and self.attest is None:
            raise UsageError("--sign signs an attestation: name its file with --attest")
        if self.sign is not None and self.save_repro is not None:
            raise UsageError("--save-repro can't record a signing key: link without --sign")
        if self.attest is not None and output == files.STDIO:
            raise UsageError("--attest needs a file to attest: name the output with -o")

    def paths(self) -> list[str]:
        """The files and the directory that are written, except the companion."""
        return [path for path in (self.map_file, self.depfile, self.save_repro, self.attest) if path is not None]


class Steps(Group):
    """A link in several processes or on several machines."""

    plan: Annotated[
        str | None,
        _steps(
            metavar="DIR",
            help="Only plan: write the inputs of each shard of the link, and ninja rules, to a directory.",
        ),
        Role.WRITTEN,
        Way.PLAN,
    ] = None
    shards: Annotated[
        int | None, _steps(metavar="N", min=1, help="The largest number of shards for --plan."), Way.PLAN
    ] = None
    shard: Annotated[
        int | None, _steps(metavar="N", min=0, help="Link one shard of the plan in the directory INPUT."), Way.SHARD
    ] = None
    assemble: Annotated[
        bool,
        _steps("--assemble", help="Assemble the library from the linked shards of the plan in the directory INPUT."),
        Way.ASSEMBLE,
    ] = False


def command(
    inputs: Annotated[
        list[str],
        CommandArgument(
            metavar="INPUT",
            help="AIR modules (.air, .bc, .ll), SPIR-V (.spv), archives (.a, .metalar, .metal-ar), metallibs, or @FILE "
            "for a list.",
        ),
        Role.READ,
    ],
    to: Destination,
    words: LinkWords,
    libraries: Libraries,
    reports: Reports,
    spirv: ShaderWords,
    jobs: Jobs = None,
    *,
    steps: Steps,
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
    if steps.shard is not None or steps.assemble:
        _do_step(inputs, to, reports, steps)
        return
    files.check_output(to.output)
    words.check(reports.companion)
    reports.check(to.output)
    _check_way(to, words, libraries, reports, spirv, steps)
    options = _options(inputs, to, words, spirv)
    archives = [] if words.archive is None else [words.archive]
    libraries_read = [*libraries.paths(), *archives]
    files.check_paths([*libraries_read, *([] if to.like is None else [to.like])], [to.output, *reports.paths()])
    key = _signing_key(reports.sign)
    work = _Work.of([*inputs, *libraries_read], options, to.output, reports, key, count_of(jobs))
    if archives and sniff(work.contents[-1].data) is not FileKind.ARCHIVE:
        raise LinkError("is not an archive: --runtime takes open, none or an archive", file=files.shown(archives[0]))
    if to.pack:
        work.pack()
    elif steps.plan is not None:
        work.plan(steps.plan, steps.shards or _SHARDS)
    else:
        bindings = work.link()
        if spirv.print_bindings:
            print_bindings(bindings)


def _check_way(
    to: Destination, words: LinkWords, libraries: Libraries, reports: Reports, spirv: ShaderWords, steps: Steps
) -> None:
    """Raise UsageError for options that a plan, or a library of packed modules, does not support."""
    if steps.plan is not None and (
        to.output == files.STDIO or given_elsewhere(Way.PLAN, to, words, libraries, reports, spirv)
    ):
        raise UsageError("--plan needs -o and can't write a report or a companion; give --map to --assemble")
    if steps.shards is not None and steps.plan is None:
        raise UsageError("--shards needs --plan")
    if to.pack and given_elsewhere(Way.PACK, to, words, libraries, reports):
        raise UsageError(
            "--pack stores finished modules unchanged: link without it to use options about inputs and reports"
        )
    if to.pack and given_elsewhere(Way.PACK, spirv):
        raise UsageError("--pack does not report bindings: link without it")
    spirv.check_printing(to.output)


def _options(inputs: list[str], to: Destination, words: LinkWords, spirv: ShaderWords) -> LinkOptions:
    """The options of the link: those of the library in --like, and those on the command line."""
    from mtlb.linker import options_like

    shader = spirv.options()
    with option_values():
        values = words.options_set()
        values["shader"] = shader
        values["output"] = None if to.output == files.STDIO else os.path.basename(to.output)
        if to.like is None:
            return LinkOptions(**values)
        with files.open_library(to.like) as library:
            return options_like(library, inputs=[files.shown(name) for name in inputs], **values)


class _Work(NamedTuple):
    """A link with final inputs and options."""

    names: list[str]
    contents: list[InputFile]
    options: LinkOptions
    output: str
    reports: Reports
    key: SigningKey | None
    jobs: int

    @classmethod
    def of(
        cls, names: list[str], options: LinkOptions, output: str, reports: Reports, key: SigningKey | None, jobs: int
    ) -> _Work:
        """The link of these inputs."""
        # Warnings about inputs concern only those that were linked.
        at_once = reports.attest is not None or reports.save_repro is not None
        contents = [_input_file(name, at_once=at_once) for name in names]
        return cls(names, contents, options, output, reports, key, jobs)

    def pack(self) -> None:
        """Build the library of finished modules."""
        from mtlb.linker import pack

        warnings: list[str] = []
        with console.progress(f"packing {counted(len(self.names), 'module')}") as tell:
            with worker_processes(self.jobs if len(self.names) > _FEW else 1) as executor:
                packed = pack(self.contents, self.options, warnings.append, executor=executor, progress=tell)
            console.warn_all(warnings, [file.name for file in self.contents])
            if self.reports.attest is None:
                size = files.write_library(self.output, packed)
            else:
                data = mtlb.write(packed)
                self._attest([(self.output, data)], packed=True)
                files.write_output(self.output, data)
                size = len(data)
        if not self.reports.quiet:
            summarise(packed, self.output, size)

    def plan(self, directory: str, shards: int) -> None:
        """Write the plan of a link."""
        from mtlb.linker import load
        from mtlb.linker.link import plan_inputs
        from mtlb.linker.stored import write_plan

        with (
            console.progress(f"planning the link of {counted(len(self.contents), 'input')}") as tell,
            worker_processes(self.jobs) as executor,
        ):
            plan = plan_inputs(load(self.contents, self.options), self.options, executor, progress=tell)
        count = write_plan(plan, directory, self.output, shards)
        if not self.reports.quiet:
            shown = console.printable(directory)
            console.note(
                f"{count} shards: mtlb link --shard 0 {shown} to {count - 1}, then mtlb link --assemble {shown}"
            )

    def link(self) -> dict[str, list[dict[str, Any]]]:
        """Link, and write the library and its reports. Returns the bindings of SPIR-V inputs."""
        from mtlb.linker import link

        reports = self.reports
        self._save_repro()
        with console.progress(f"linking {counted(len(self.names), 'input')}") as tell:
            with worker_processes(self.jobs) as executor:
                result = link(self.contents, self.options, executor=executor, progress=tell)
            data = mtlb.write(result.library)
            outputs = [(self.output, data)]
            if reports.companion is not None:
                from mtlb.edit import separate_sources

                data, symbols = separate_sources(data)
                outputs = [(self.output, data), (reports.companion, symbols)]
        if reports.attest is not None:
            self._attest(outputs)
        for path, companion in outputs[1:]:
            files.write_output(path, companion)
        write_map(reports.map_file, result, data)
        self._write_depfile()
        files.write_output(self.output, data)
        report_result(result, [file.name for file in self.contents])
        if not reports.quiet:
            summarise(result.library, self.output, len(data), len(result.dropped), result.runtime)
        return result.bindings

    def _attest(self, outputs: list[tuple[str, bytes]], *, packed: bool = False) -> None:
        from .provenance import attestation

        statement = attestation(self.contents, outputs, self.options, self.key, packed=packed)
        files.write_output(self.reports.attest or "", statement)

    def _save_repro(self) -> None:
        from mtlb.linker import repro_files

        if (directory := self.reports.save_repro) is not None:
            written = [path for path in (self.output, *self.reports.paths()) if path != directory]
            inputs = list(zip(self.names, self.contents, strict=True))
            write_directory(directory, repro_files(inputs, console.settings().words, written))

    def _write_depfile(self) -> None:
        from mtlb.linker import dependency_rule

        if self.reports.depfile is not None:
            paths = [file_of_place(name) for name in self.names if name != files.STDIO]
            files.write_output(self.reports.depfile, os.fsencode(dependency_rule(self.output, paths)))


def _signing_key(name: str | None) -> SigningKey | None:
    if name is None:
        return None
    from .provenance import signing_key

    return signing_key(name)


def _input_file(name: str, *, at_once: bool) -> InputFile:
    """An input by its name on the command line; `at_once`: read it now, not when the link needs it."""
    from mtlb.linker import InputFile

    embedded = files.embedded_data(name)
    if embedded is not None or at_once or name == files.STDIO:
        return InputFile(files.shown(name), files.read_input(name) if embedded is None else embedded)
    return InputFile.read(name)


def _do_step(inputs: list[str], to: Destination, reports: Reports, steps: Steps) -> None:
    """Link a single shard of a plan, or assemble the library from all shards."""
    from mtlb.linker.stored import StoredPlan

    way = Way.ASSEMBLE if steps.shard is None else Way.SHARD
    _refuse_options(f"--{(way.name or '').lower()}", (*flags_of(way, to, reports, steps), *_COMMON))
    if (steps.shard is not None and steps.assemble) or len(inputs) != 1:
        raise UsageError("--shard N and --assemble take one directory, written by --plan")
    stored = StoredPlan(inputs[0])
    if steps.shard is not None:
        stored.link(steps.shard)
        return
    output = stored.output if to.output == files.STDIO else to.output
    result = stored.assemble()
    data = mtlb.write(result.library)
    write_map(reports.map_file, result, data)
    files.write_output(output, data)
    report_result(result, dict.fromkeys(function.linked.origin for function in result.functions))
    if not reports.quiet:
        summarise(result.library, output, len(data), len(result.dropped), result.runtime)


def _refuse_options(step: str, allowed: tuple[str, ...]) -> None:
    """Raise UsageError for a link option where the plan contains all options."""
    for word in console.settings().words:
        if len(word) < 2 or word[0] != "-":
            continue
        if word.split("=")[0] not in allowed and not (word[1] != "-" and word[:2] in allowed):
            raise UsageError(f"{step} doesn't take {word.split('=')[0]}: the options of the link are in its plan")


_COMMON = ("--verbose", "-v", "--color")
_SHARDS = 16
_FEW = 256  # one process packs this many finished modules faster than several processes start
_RUNTIMES = ("open", "none")


def _required(texts: list[str]) -> tuple[tuple[str, ...], int]:
    """The names in the files of --require-functions, and the highest number given."""
    names: list[str] = []
    count = 0
    for text in texts:
        if text.isdigit():
            count = max(count, int(text))
        else:
            names += lines_of(text)
    return tuple(dict.fromkeys(names)), count
