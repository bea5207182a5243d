"""mtlb explore: the explorer in the browser, answered by this process."""

from __future__ import annotations

import sys
import threading
from typing import Annotated

from mtlb.base.strings import counted

from . import console
from . import io as files
from .arguments import Role
from .parameters import CommandArgument, CommandOption
from .usage import UsageError


def command(
    paths: Annotated[
        list[str] | None,
        CommandArgument(
            metavar="FILE", help="What to open: libraries, modules (.air), apps, wheels, zips, Direct3D containers."
        ),
        Role.READ,
    ] = None,
    browser: Annotated[
        bool, CommandOption("--browser/--no-browser", help="Open the page in the browser, or only print its address.")
    ] = True,
    port: Annotated[
        int, CommandOption(min=0, max=65535, metavar="N", show_default="any free port", help="The port on 127.0.0.1.")
    ] = 0,
    export: Annotated[
        str | None,
        CommandOption("--export", metavar="DIR", help="Write the page as a folder for any web server, and exit."),
        Role.WRITTEN,
    ] = None,
    pyodide: Annotated[
        str | None,
        CommandOption("--pyodide", metavar="DIR", help="For --export: the unpacked npm package pyodide."),
        Role.READ,
    ] = None,
) -> None:
    """Look at files in the browser: every function, its code, sources and findings.

    The page is served only on this machine, at an address with a fresh token for each run; Ctrl-C ends it. The page
    can save modules, their assembly, sources, and stripped or retargeted libraries. Drop more files on the page to
    open them; they never leave this machine.

    Examples:

      mtlb explore default.metallib
      mtlb explore MyApp.app --no-browser --port 8000
      mtlb explore --export site --pyodide package
    """
    if export is not None:
        _export(export, pyodide, paths or [])
        return
    if pyodide is not None:
        raise UsageError("--pyodide goes with --export")
    from mtlb.explore.server import ExplorerServer

    with console.progress("opening"):
        server = ExplorerServer(paths or (), port)
    with server:
        console.out(server.url)
        sys.stdout.flush()
        if browser:  # in another thread, as a text browser would block this one
            threading.Thread(target=_show, args=(server.url,), daemon=True).start()
        try:
            server.serve()
        except KeyboardInterrupt:
            console.note("stopped")


def _export(directory: str, pyodide: str | None, paths: list[str]) -> None:
    from mtlb.explore.export import PYODIDE, export_explorer

    if paths:
        raise UsageError("--export takes no files: files are dropped on the page instead")
    if pyodide is None:
        raise UsageError(f"--export needs --pyodide DIR: npm pack pyodide@{PYODIDE}, unpacked")
    with console.progress("exporting"):
        names = export_explorer(directory, pyodide)
    console.summary(f"{files.shown(directory)}: {counted(len(names), 'file')}", quiet=False)


def _show(url: str) -> None:
    import webbrowser

    if not webbrowser.open(url):
        console.warn("no browser could be started: open the address above")
