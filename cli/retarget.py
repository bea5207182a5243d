"""mtlb retarget: a finished library for another platform or OS version."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from . import console
from . import io as files
from .arguments import OneLibrary, Output
from .usage import UsageError

if TYPE_CHECKING:
    from mtlb.base.versions import Platform, Version


def command(
    library: OneLibrary,
    platform: Annotated[
        str | None,
        typer.Option("--platform", metavar="NAME", help="The platform, such as ios-simulator. Default: its own."),
    ] = None,
    min_os: Annotated[
        str | None,
        typer.Option(
            "--min-os",
            metavar="VERSION",
            help="The oldest OS version, such as 14.0. Default: its own; on another system the oldest with its AIR.",
        ),
    ] = None,
    output: Output = files.STDIO,
) -> None:
    """Make a library one for another platform or OS version.

    Between a device and its simulator, and between platforms of one AIR version, only the triple of the modules and the
    header change. For an OS of another AIR version every module gets that version, in its form: features that it does
    not have are an error that names the function. The file may be its own output. -v tells what else changed.

    Examples:

      mtlb retarget ios.metallib --platform ios-simulator -o sim.metallib
      mtlb retarget default.metallib --min-os 13.0 -o default.metallib
    """
    if platform is None and min_os is None:
        raise UsageError("nothing to do: give --platform, --min-os or both")
    wanted, version = _wanted(platform, min_os)
    files.check_output(output)
    with console.progress(f"retargeting {files.shown(library)}") as tell, files.open_library(library) as opened:
        done = opened.retarget(wanted, version, progress=tell)
        for note in done.notes:
            console.note(note)
        console.note(
            f"{done.modules} modules changed: {done.old.platform.label} {done.old.min_os} became "
            f"{done.new.platform.label} {done.new.min_os}"
        )
        files.write_library(output, opened)


def _wanted(platform: str | None, min_os: str | None) -> tuple[Platform | None, Version | None]:
    from mtlb.base.errors import BuildError
    from mtlb.base.versions import Platform, Version

    try:
        return (
            None if platform is None else Platform.of(platform),
            None if min_os is None else Version.of(min_os),
        )
    except BuildError as error:
        raise UsageError(error.reason) from error
