"""mtlb report: one HTML page about a library."""

from __future__ import annotations

from typing import Annotated

import typer

from . import console
from . import io as files
from .arguments import Arch, Jobs, OneLibrary, Output, count_of


def command(
    library: OneLibrary,
    arch: Arch = None,
    jobs: Jobs = None,
    output: Output = files.STDIO,
    title: Annotated[
        str | None,
        typer.Option(metavar="TEXT", show_default="the library's file name", help="The title of the page."),
    ] = None,
    code: Annotated[
        float,
        typer.Option(
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
    arguments and hashes that can be sorted and searched; of a function its interface and its disassembly; embedded
    sources; and what verify and doctor find. The page needs no network and stays quick for tens of thousands of
    functions. It is that of mtlb explore, which shows more. The page about a module has its entry points, that about a
    Direct3D container its parts, with what they hold, and the listing.

    Examples:

      mtlb report default.metallib -o report.html
      mtlb report --code 0 mlx.metallib -o small.html
    """
    from mtlb.inspect.report import build_report

    with console.progress(f"reading {files.shown(library)}"), files.open_part(library, arch) as part:
        page = build_report(part.data, title or part.place, code_size=int(code * 1_000_000), jobs=count_of(jobs))
    files.write_text(output, page)
