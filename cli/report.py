"""mtlb report: one HTML page about a library."""

from __future__ import annotations

from typing import Annotated

from . import console
from . import io as files
from .arguments import Arch, Jobs, OneLibrary, Output, count_of
from .parameters import CommandOption


def command(
    library: OneLibrary,
    arch: Arch = None,
    jobs: Jobs = None,
    output: Output = files.STDIO,
    title: Annotated[
        str | None,
        CommandOption(metavar="TEXT", show_default="the library's file name", help="The title of the page."),
    ] = None,
    code: Annotated[
        float,
        CommandOption(
            "--code",
            min=0,
            metavar="MB",
            help="Size limit for disassembly in the page; 0 for none. One function of each family comes first; "
            "for the rest, open the library in the page.",
        ),
    ] = 18,
) -> None:
    """Write one self-contained HTML page about a library.

    It shows the byte map of the file, a treemap of its modules, and a table of all functions with floor, types,
    arguments and hashes that can be sorted and searched; the interface and disassembly of each function; embedded
    sources; and the findings of verify and doctor. The page needs no network and is fast for tens of thousands of
    functions. It is the page of mtlb explore, which shows more. The page about a module shows its entry points; the
    page about a Direct3D container shows its parts, their contents and the listing.

    Examples:

      mtlb report default.metallib -o report.html
      mtlb report --code 0 mlx.metallib -o small.html
    """
    from mtlb.inspect.report import build_report

    with console.progress(f"reading {files.shown(library)}"), files.open_part(library, arch) as part:
        page = build_report(part.data, title or part.place, code_size=int(code * 1_000_000), jobs=count_of(jobs))
    files.write_text(output, page)
