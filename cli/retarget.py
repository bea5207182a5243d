"""mtlb retarget: a finished library for another platform or OS version."""

from __future__ import annotations

from typing import Annotated

from mtlb.base.strings import counted
from mtlb.base.versions import Platform, Version

from . import console
from . import io as files
from .arguments import OneLibrary, Output, Quiet
from .parameters import CommandOption
from .usage import UsageError, option_values


def command(
    library: OneLibrary,
    platform: Annotated[
        str | None,
        CommandOption(
            "--platform", metavar="NAME", show_default="its own", help="The platform, such as ios-simulator."
        ),
    ] = None,
    min_os: Annotated[
        str | None,
        CommandOption(
            "--min-os",
            metavar="VERSION",
            show_default="the library's own; for another system the oldest OS with its AIR version",
            help="The oldest OS version, such as 14.0.",
        ),
    ] = None,
    output: Output = files.STDIO,
    quiet: Quiet = False,
) -> None:
    """Make a library for another platform or OS version.

    Between a device and its simulator, and between platforms of one AIR version, only the triple of the modules and
    the header change. For an OS with another AIR version every module is rewritten in that version's form; a
    feature that the version lacks is an error that names the function. The output may be the input file. -v prints
    what else changed, and in how many functions.

    Examples:

      mtlb retarget ios.metallib --platform ios-simulator -o sim.metallib
      mtlb retarget default.metallib --min-os 13.0 -o default.metallib
    """
    if platform is None and min_os is None:
        raise UsageError("nothing to do: give --platform, --min-os or both")
    with option_values():
        goal = None if platform is None else Platform.of(platform)
        version = None if min_os is None else Version.of(min_os)
    files.check_output(output)
    with (
        console.progress(f"retargeting {files.shown(library)}") as tell,
        files.open_library(library, output=output) as opened,
    ):
        done = opened.retarget(goal, version, progress=tell)
        for warning in done.warnings:
            console.warn(warning)
        for note in done.notes:
            console.note(note)
        size = files.write_library(output, opened)
    old, new = (f"{target.platform.display} {target.min_os}" for target in (done.old, done.new))
    what = f"{old} became {new} in {counted(done.modules, 'module')}" if old != new else f"it is for {new} already"
    console.summary(f"{files.written_as(output, size)}, {what}", quiet=quiet)
