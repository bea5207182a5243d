"""mtlb link: AIR modules in, one library out."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

import typer

from mtlb.errors import BuildError, UnsupportedError

from . import console, files
from .usage import UsageError

if TYPE_CHECKING:
    from mtlb.container import Library
    from mtlb.linker.options import LinkOptions
    from mtlb.target import Layout

_OUTPUT = "Output"
_TARGET = "Target"
_IDENTITY = "Names and identity"
_SOURCES = "Embedded sources"


def command(
    inputs: Annotated[
        list[str], typer.Argument(metavar="MODULE", help="AIR modules (.air, .bc), or @FILE for a list.")
    ],
    output: Annotated[
        str,
        typer.Option("--output", "-o", metavar="FILE", rich_help_panel=_OUTPUT, help="The library; default: stdout."),
    ] = files.STDIO,
    pack: Annotated[
        bool,
        typer.Option(
            "--pack",
            rich_help_panel=_OUTPUT,
            help="The modules are finished, each with one entry point: put them into the library untouched, "
            "in the order given. Nothing is resolved, merged or split.",
        ),
    ] = False,
    layout: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            rich_help_panel=_OUTPUT,
            help="Which of Apple's linkers to write like: air-lld (default; what `metal` runs) or metallib.",
        ),
    ] = "air-lld",
    toolchain: Annotated[
        str | None,
        typer.Option(
            metavar="BUILD",
            rich_help_panel=_OUTPUT,
            help="The Apple build whose habits to follow where target and input leave a choice, such as 32023.404; "
            "default: the newest known.",
        ),
    ] = None,
    platform: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            rich_help_panel=_TARGET,
            help="macos, ios, tvos, watchos, xros, each also with -simulator where there is one, mac-catalyst, "
            "bridgeos, driverkit, or a number. Default: what the modules' triples say; a conflict is an error.",
        ),
    ] = None,
    min_os: Annotated[
        str | None,
        typer.Option(
            metavar="VERSION",
            rich_help_panel=_TARGET,
            help="The oldest OS version that the library is for, such as 15.0. Default: what the triples say.",
        ),
    ] = None,
    format_version: Annotated[
        str | None,
        typer.Option(
            metavar="VERSION",
            rich_help_panel=_TARGET,
            help="Version of the container, such as 1.2.8. Default: follows from platform, OS and toolchain.",
        ),
    ] = None,
    uuid: Annotated[
        str | None,
        typer.Option(
            metavar="UUID",
            rich_help_panel=_IDENTITY,
            help="The UUID to write. Default: derived from the content, so that equal libraries have equal UUIDs.",
        ),
    ] = None,
    no_uuid: Annotated[bool, typer.Option("--no-uuid", rich_help_panel=_IDENTITY, help="Write no UUID.")] = False,
    library_name: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            rich_help_panel=_IDENTITY,
            help="The name recorded in the library. Default: the output's file name, where the format has one.",
        ),
    ] = None,
    no_library_name: Annotated[
        bool, typer.Option("--no-library-name", rich_help_panel=_IDENTITY, help="Record no name.")
    ] = False,
    path_prefix_map: Annotated[
        list[str] | None,
        typer.Option(
            metavar="OLD=NEW",
            rich_help_panel=_IDENTITY,
            help="Replace the start of an input's path before it is recorded anywhere. Repeatable; last match wins.",
        ),
    ] = None,
    embed_sources: Annotated[
        bool,
        typer.Option(
            "--embed-sources",
            rich_help_panel=_SOURCES,
            help="Embed the sources that the compiler recorded in the modules (-frecord-sources).",
        ),
    ] = False,
    recorded_command: Annotated[
        str,
        typer.Option(metavar="TEXT", rich_help_panel=_SOURCES, help="The link command to record; default: empty."),
    ] = "",
    recorded_directory: Annotated[
        str,
        typer.Option(metavar="TEXT", rich_help_panel=_SOURCES, help="The working directory to record; default: empty."),
    ] = "",
    source_padding: Annotated[
        int | None,
        typer.Option(
            metavar="BYTES",
            rich_help_panel=_SOURCES,
            help="Pad each source archive to a multiple of this. Default: as the toolchain does with 16 KB pages.",
        ),
    ] = None,
) -> None:
    """Link AIR modules into one Metal library.

    Nothing of this machine gets into the output: no time, no path that isn't asked for, no random number. The same
    inputs and options give the same bytes anywhere.

    Examples:

      mtlb link --pack vertex.air fragment.air -o shaders.metallib
      mtlb link --pack @modules.txt --platform macos --min-os 14.0 -o shaders.metallib
    """
    files.check_output(output)
    if any((recorded_command, recorded_directory, source_padding is not None)) and not embed_sources:
        raise UsageError("--recorded-command, --recorded-directory and --source-padding need --embed-sources")
    options = _options(
        layout=layout,
        toolchain=toolchain,
        platform=platform,
        min_os=min_os,
        format_version=format_version,
        uuid=uuid,
        no_uuid=no_uuid,
        library_name=library_name,
        no_library_name=no_library_name,
        output=output,
        path_prefix_map=path_prefix_map or [],
        sources=(recorded_command, recorded_directory, source_padding) if embed_sources else None,
    )
    with console.progress(f"linking {len(inputs)} modules"):
        library = _pack(inputs, options) if pack else _link(inputs, options)
        files.write_library(output, library)


def _pack(inputs: list[str], options: LinkOptions) -> Library:
    from mtlb.linker.pack import pack

    return pack([(files.shown(name), files.read_input(name)) for name in inputs], options, console.warn)


def _link(inputs: list[str], options: LinkOptions) -> Library:
    raise UnsupportedError("resolving, merging and splitting modules is not there yet; --pack takes finished modules")


def _options(
    *,
    layout: str,
    toolchain: str | None,
    platform: str | None,
    min_os: str | None,
    format_version: str | None,
    uuid: str | None,
    no_uuid: bool,
    library_name: str | None,
    no_library_name: bool,
    output: str,
    path_prefix_map: list[str],
    sources: tuple[str, str, int | None] | None,
) -> LinkOptions:
    """The options as the linker takes them; UsageError for a value that means nothing."""
    from uuid import UUID

    from mtlb.linker.options import LinkOptions, PathPrefixMap, SourceOptions
    from mtlb.target import Platform, Toolchain, Version

    if uuid is not None and no_uuid:
        raise UsageError("--uuid and --no-uuid exclude each other")
    if library_name is not None and no_library_name:
        raise UsageError("--library-name and --no-library-name exclude each other")
    if sources is not None and sources[2] is not None and sources[2] < 1:
        raise UsageError("--source-padding takes a positive number of bytes")
    try:
        given_uuid = None if uuid is None else UUID(uuid)
    except ValueError:
        raise UsageError(f"not a UUID: {uuid!r}") from None
    try:
        return LinkOptions(
            platform=None if platform is None else Platform.parse(platform),
            min_os=None if min_os is None else Version.parse(min_os),
            format_version=None if format_version is None else Version.parse(format_version),
            layout=_layout(layout),
            toolchain=Toolchain.parse(toolchain),
            uuid=given_uuid,
            has_uuid=not no_uuid,
            library_name=library_name,
            has_library_name=not no_library_name,
            output=None if output == files.STDIO else os.path.basename(output),
            sources=None if sources is None else SourceOptions(*sources),
            path_prefix_map=PathPrefixMap.parse(path_prefix_map),
        )
    except BuildError as error:
        raise UsageError(error.reason) from error


def _layout(text: str) -> Layout:
    from mtlb.target import Layout

    try:
        return Layout(text)
    except ValueError:
        raise UsageError(f"unknown layout {text!r} (one of {', '.join(layout.value for layout in Layout)})") from None
