"""mtlb sources: the embedded sources of a library, and symbol companions."""

from __future__ import annotations

import sys
from enum import Enum
from typing import Annotated

from mtlb.base.errors import in_file

from . import console
from . import io as files
from .arguments import Role, to_directory, to_file
from .extract import extract_sources
from .parameters import CommandArgument, CommandOption
from .usage import UsageError


class SourcesAction(str, Enum):
    """What `mtlb sources` does."""

    LIST = "list"
    EXTRACT = "extract"
    SPLIT = "split"
    MERGE = "merge"


def command(
    action: Annotated[
        SourcesAction, CommandArgument(metavar="ACTION", help="What to do; list if only a file is given.")
    ],
    inputs: Annotated[
        list[str],
        CommandArgument(metavar="LIB", help="The library; for merge the library and its companion. - for stdin."),
        Role.READ,
    ],
    output: Annotated[
        str | None,
        to_file(show_default="stdout", help="The library that split or merge writes."),
        Role.WRITTEN,
    ] = None,
    companion: Annotated[
        str | None,
        CommandOption("--companion", metavar="FILE", help="The companion that split writes (.metallibsym)."),
        Role.WRITTEN,
    ] = None,
    directory: Annotated[
        str | None,
        to_directory(help="The directory for the files of extract."),
        Role.WRITTEN,
    ] = None,
    force: Annotated[
        bool, CommandOption("--force", help="extract: write even if the directory has files from another library.")
    ] = False,
) -> None:
    """List, extract, split off and join the sources that are embedded in a library.

    list: print the recorded link command and the files of each archive. extract: write the files as NNNNN_name,
    whatever paths were recorded. split: write a library without sources and a symbol companion with them. merge:
    put the sources back into the library. Both directions give Apple's bytes; the UUID tells which files belong
    together.

    Examples:

      mtlb sources list shaders.metallib
      mtlb sources split shaders.metallib -o release.metallib --companion release.metallibsym
      mtlb sources merge release.metallib release.metallibsym -o shaders.metallib
    """
    if (output is not None and action not in (SourcesAction.SPLIT, SourcesAction.MERGE)) or (
        companion is not None and action is not SourcesAction.SPLIT
    ):
        raise UsageError(f"sources {action.value} writes no library: leave out --output and --companion")
    if (directory is None) is (action is SourcesAction.EXTRACT) or (force and action is not SourcesAction.EXTRACT):
        raise UsageError("sources extract needs --directory; --directory and --force are only for extract")
    least = 2 if action is SourcesAction.MERGE else 1
    if len(inputs) != least:
        raise UsageError(
            f"sources {action.value} takes {'a library and its companion' if least == 2 else 'one library'}"
        )
    if action is SourcesAction.LIST:
        _list(inputs[0])
    elif directory is not None:
        with files.open_library(inputs[0]) as library:
            extract_sources(library, inputs[0], directory, force=force)
    elif action is SourcesAction.SPLIT:
        _split(inputs[0], output or files.STDIO, companion)
    else:
        _merge(inputs[0], inputs[1], output or files.STDIO)


def _list(name: str) -> None:
    from mtlb.container import unpack_sources

    with files.open_library(name) as library:
        sources = library.sources
        files_held = [] if sources is None else unpack_sources(sources)
    if sources is None:
        sys.stdout.write("no embedded sources\n")
        return
    write = sys.stdout.write
    write(f"command    {console.printable(sources.command_line)}\n")
    if sources.working_directory is not None:
        write(f"directory  {console.printable(sources.working_directory)}\n")
    for archive in dict.fromkeys(file.archive for file in files_held):
        write(f"archive {console.printable(archive)}\n")
        for file in files_held:
            if file.archive == archive:
                write(f"  {len(file.data):>9,}  {console.printable(file.path)}\n")


def _split(name: str, output: str, companion: str | None) -> None:
    from mtlb.edit import separate_sources

    if companion is None:
        raise UsageError("sources split needs --companion, for the sources")
    files.check_output(output)
    data = files.read_input(name)
    with files.naming(name):
        library, symbols = separate_sources(data)
    files.write_output(companion, symbols)
    files.write_output(output, library)


def _merge(name: str, companion: str, output: str) -> None:
    import mtlb
    from mtlb.container.companion import join_sources

    files.check_output(output)
    with (
        files.open_library(name) as library,
        files.open_library(companion) as symbols,
        in_file(files.shown(companion)),
    ):
        joined = mtlb.write(join_sources(library, symbols))
    files.write_output(output, joined)
