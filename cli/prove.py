"""mtlb prove: tests libraries with a Mac's own Metal: load, compile, run, compare."""

from __future__ import annotations

import json
import platform
from typing import TYPE_CHECKING, Annotated

from mtlb.base.files import write_directory

from . import console
from . import io as files
from .arguments import AsJson, Quiet, Role, to_directory
from .parameters import CommandArgument, CommandOption
from .usage import UsageError, option_values

if TYPE_CHECKING:
    from mtlb.prove import GivenLibrary


def command(
    libraries: Annotated[
        list[str] | None,
        CommandArgument(
            metavar="LIB", help="Libraries, and other files that contain them. Default: the kit, built on the spot."
        ),
        Role.READ,
    ] = None,
    directory: Annotated[
        str | None,
        to_directory(help="Write proof.md (fits into an issue) and proof.json into this directory."),
        Role.WRITTEN,
    ] = None,
    compile_only: Annotated[
        bool, CommandOption("--compile-only", help="Only create pipelines: run no kernel, draw no picture.")
    ] = False,
    kit: Annotated[
        str | None,
        CommandOption(
            "--kit", metavar="DIR", help="Write the libraries of the kit there, for another machine, and exit."
        ),
        Role.WRITTEN,
    ] = None,
    targets: Annotated[
        list[str] | None,
        CommandOption(
            "--target",
            metavar="TARGET",
            help="The kit for this system, such as macos14. Repeatable. Default: all that this Mac loads.",
        ),
    ] = None,
    seconds: Annotated[float, CommandOption("--seconds", min=1, help="Time limit for one function.")] = 180.0,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> int:
    """Load libraries through this Mac's Metal, compile and run them, compare with the CPU.

    Each function becomes a pipeline, so that Apple's compiler for the GPU runs. Kernels run on generated inputs, on
    the GPU and like `mtlb run` on the CPU, unless the CPU's checks find undefined results; pairs of vertex and
    fragment functions of the kit draw a picture off screen. The report lists device and system, and for each
    function whether it compiled and how far its values agree; if not, Metal's message. A function at which the
    process dies or hangs is reported, too, and the rest continues in a new process. No data leaves this machine.

    It needs a Mac and PyObjC's Metal: python -m pip install pyobjc-framework-Metal. --kit works everywhere. Exit code
    1 means that something failed, or that there is no Metal.

    Examples:

      mtlb prove -d proof
      mtlb prove default.metallib
      mtlb prove --compile-only --json MyApp.app
      mtlb prove --kit kit --target macos14
    """
    from mtlb.prove import newest_targets, prove

    if libraries and (kit is not None or targets):
        raise UsageError("--kit and --target write or choose the kit: leave out the libraries")
    chosen = tuple(targets or ()) or newest_targets("" if kit is not None else platform.mac_ver()[0])
    if libraries:
        chosen_libraries = [library for path in libraries for library in _libraries_in(path)]
    else:
        with option_values():
            chosen_libraries = _kit(chosen)
    if kit is not None:
        write_directory(kit, [(library.name, library.data) for library in chosen_libraries])
        console.summary(f"{files.shown(kit)}: {len(chosen_libraries)} libraries", quiet=quiet)
        return 0
    report = prove(chosen_libraries, run=not compile_only, seconds=seconds, progress=lambda name: console.note(name))
    value, text = report.as_json(), report.markdown()
    if directory is not None:
        encoded = json.dumps(value, indent=2).encode("ascii") + b"\n"
        write_directory(directory, [("proof.md", text.encode("utf-8")), ("proof.json", encoded)])
    if as_json:
        console.print_json(value)
    else:
        console.lines(console.printable(line) for line in text.splitlines())
    console.summary(report.summary(), quiet=quiet)
    return 0 if report.ok else 1


def _kit(targets: tuple[str, ...]) -> list[GivenLibrary]:
    from mtlb.prove import GivenLibrary, kit_libraries

    return [GivenLibrary(f"{library.name}.metallib", library.data, library.draws) for library in kit_libraries(targets)]


def _libraries_in(path: str) -> list[GivenLibrary]:
    """The libraries in a file, folder, wheel or app."""
    from mtlb.base.errors import BuildError
    from mtlb.inspect.find import find_libraries
    from mtlb.prove import GivenLibrary

    if path == files.STDIO:
        return [GivenLibrary("stdin.metallib", files.read_input(path))]
    libraries = []
    for library in find_libraries(path):
        if library.data is None or library.library is None:
            raise BuildError(library.problem, file=library.place)
        libraries.append(GivenLibrary(library.place, bytes(library.data)))
    if not libraries:
        raise BuildError("no metallib found", file=files.shown(path))
    return libraries
