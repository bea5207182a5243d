"""mtlb check: which OS libraries need, compared with the requested one."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Any

from mtlb.archives.places import split_offset
from mtlb.base.errors import MtlbError
from mtlb.base.filekind import FileKind, sniff

from . import console
from . import io as files
from .arguments import AsJson, Quiet, Role
from .groups import Group
from .parameters import CommandArgument, CommandOption
from .sarif import sarif
from .tally import Tally
from .usage import UsageError, option_values

if TYPE_CHECKING:
    from mtlb.base.findings import Finding
    from mtlb.inspect.floors import Floor
    from mtlb.inspect.promises import Checked, Failure, Promise

_NAMED_FUNCTIONS = 3


class Promised(Group):
    """The systems that the libraries must load on."""

    min_os: Annotated[
        list[str] | None,
        CommandOption(
            metavar="PLATFORM:VERSION",
            help="The oldest OS that the libraries must load on, such as macos:14.0 or ios:17. Repeatable: each "
            "library is checked against the version for its own platform.",
        ),
    ] = None
    platform: Annotated[
        list[str] | None,
        CommandOption(metavar="NAME", help="An allowed platform, with any version. Repeatable."),
    ] = None

    def promises(self) -> list[Promise]:
        """The options, parsed. UsageError for one that names no system, or a platform twice."""
        from mtlb.inspect.promises import Promise

        min_os = self.min_os or []
        with option_values():
            promises = [Promise.parse(text) for text in (*min_os, *(self.platform or []))]
        for promise, text in zip(promises, min_os, strict=False):
            if promise.os is None:
                raise UsageError(f"--min-os {text}: write PLATFORM:VERSION, such as macos:14.0")
        versioned = [p.platform for p in promises if p.os is not None]
        if len(set(versioned)) < len(versioned):
            raise UsageError("--min-os names a platform twice")
        return promises


def command(
    paths: Annotated[
        list[str],
        CommandArgument(
            metavar="PATH",
            help="Libraries, modules (.air), archives, directories, app bundles, zips, executables; - for stdin.",
        ),
        Role.READ,
    ],
    promised: Promised,
    declared: Annotated[
        bool,
        CommandOption(
            "--declared/--no-declared",
            help="Also compare with the packages' own declarations: the platform tags of a wheel, the oldest OS "
            "in the Info.plist of an app or framework.",
        ),
    ] = True,
    find: Annotated[
        bool, CommandOption("--find", help="Search every file for embedded libraries, not only known file types.")
    ] = False,
    as_json: AsJson = False,
    as_sarif: Annotated[bool, CommandOption("--sarif", help="Print the findings as SARIF 2.1.0.")] = False,
    verbose_functions: Annotated[
        bool,
        CommandOption("--functions", "-f", help="List every function that needs a newer OS, not only the first few."),
    ] = False,
    quiet: Quiet = False,
) -> int:
    """Show which OS libraries need; fail if it is newer than promised.

    The floor of a library (the oldest OS that loads it) follows from the stamp in its header, its container
    version, the AIR and Metal language version, triple and features of each function. With --min-os or --platform,
    exit code 1 means that a library needs more, is for another platform, or can't be read; the reasons are listed.
    Without them the floors are listed.

    A library in a wheel, or in a bundle with an Info.plist (app, framework, extension), is also compared with the
    oldest OS that the wheel or bundle declares for its platform, unless --no-declared is given. The innermost wheel
    and bundle decide.

    A path may be a library, or anything that contains libraries: a directory or app bundle, a wheel or other zip, a
    Mach-O or ELF file with embedded libraries. --find also searches every other file. An input without any library
    is an error. A module (.air or archive member) is checked like a library that contains it.

    Examples:

      mtlb check default.metallib --min-os macos:14.0
      mtlb check MyApp.app
      mtlb check build --min-os macos:13 --min-os ios:16 --no-declared
      mtlb check --find torch-2.7.0-cp311-none-macosx_11_0_arm64.whl
    """
    promises = promised.promises()
    if as_json and as_sarif:
        raise UsageError("--json and --sarif can't be used together")
    reports: list[dict[str, Any]] = []
    judged: list[tuple[str, list[Finding]]] = []
    tally = Tally()
    for checked in _each(paths, find, promises, declared, tally):
        if as_sarif:
            judged.append((checked.found.place, checked.findings))
        elif as_json:
            reports.append(_as_json(checked))
        else:
            console.lines(_lines(checked, verbose_functions))
        for promise in checked.promises:
            console.note(f"{checked.found.place}: promised: {promise.text}")
    if as_sarif:
        from mtlb.inspect.promises import RULES

        console.print_json(sarif(judged, RULES, "commands/check"))
    elif as_json:
        console.print_json({"schema": "mtlb.check/1", "ok": not tally.errors, "libraries": reports})
    tally.print(quiet=quiet)
    return 1 if tally.errors else 0


def _each(
    paths: list[str], everywhere: bool, promises: list[Promise], declared: bool, tally: Tally
) -> Iterator[Checked]:
    """The result for each library in the paths. Errors are printed and counted, as warnings are."""
    for path in paths:
        try:
            kind, libraries = _checked(path, everywhere, promises, declared)
        except (MtlbError, OSError) as error:
            tally.errors += 1
            console.failure(error)
            continue
        for checked in libraries:
            if checked.floor is not None:
                tally.count(kind)
            tally.errors += not checked.ok
            for message in _unsaid(checked):
                tally.warnings += 1
                console.warn(message)
            yield checked
        if not libraries:
            tally.errors += 1
            console.error(f"{console.printable(files.shown(path))}: no metallib found")


def _unsaid(checked: Checked) -> Iterator[str]:
    """Promises of packages that do not mention the library, unless others do."""
    if checked.floor is not None and not checked.promises:
        platform = checked.floor.platform.display
        for promise in checked.others:
            if promise.source:
                yield f"{checked.found.place}: is for {platform}: not compared with {promise.text}"


def _checked(path: str, everywhere: bool, promises: list[Promise], declared: bool) -> tuple[str, list[Checked]]:
    """Whether modules or libraries were checked, and the results."""
    from mtlb.inspect.declared import PackagePromises
    from mtlb.inspect.find import find_in_stream, find_libraries
    from mtlb.inspect.parts import parts_in, parts_of
    from mtlb.inspect.promises import NOTHING_DECLARED, check, check_part

    data = files.read_input(path) if path == files.STDIO else None
    with console.progress(f"checking {files.shown(path)}"):
        if _has_modules(path, data):
            parts = parts_of(path) if data is None else parts_in(data, files.shown(path))
            return "module", [check_part(part, promises) for part in parts]
        if data is None:
            libraries = find_libraries(path, everywhere=everywhere)
        else:
            libraries = find_in_stream(files.shown(path), io.BytesIO(data), everywhere=everywhere)
        declarations = PackagePromises()
        checked = [
            check(library, promises, declarations.of(library) if declared else NOTHING_DECLARED)
            for library in libraries
        ]
        return "library", checked


def _has_modules(path: str, data: bytes | None) -> bool:
    """Whether a file (with `data`, if it was read) is a module, an archive with modules, or a place in a file."""
    from mtlb.archives.archive import members

    if data is None and not os.path.isfile(path):
        return not os.path.exists(path) and split_offset(path)[1] is not None
    whole = files.map_input(path) if data is None else memoryview(data)
    kind = sniff(whole)
    if kind is FileKind.ARCHIVE:  # other archives, of object files with embedded libraries, are searched
        with suppress(MtlbError):
            return any(sniff(member.data).is_module for member in members(whole))
    return kind.is_module


def _lines(checked: Checked, all_functions: bool) -> Iterator[str]:
    place = console.printable(checked.found.place)
    if checked.floor is None:
        yield f"{place}: {console.styled('unreadable', 'bold red')}"
    else:
        verdict = ""
        if checked.promises or not checked.ok:
            verdict = console.styled("ok: ", "green") if checked.ok else console.styled("no: ", "bold red")
        yield f"{place}: {verdict}{_floor_text(checked.floor)}"
    by: Promise | None = None
    for failure in checked.failures:
        if failure.promise is not by and failure.promise is not None and failure.promise.source:
            yield f"  promised: {console.printable(failure.promise.text)}"
        by = failure.promise
        yield f"  {_failure_text(failure, all_functions)}"


def _floor_text(floor: Floor) -> str:
    facts = ", ".join(console.printable(reason.text) for reason in (floor.binding or floor.reasons))
    if floor.os is None:
        return f"needs a newer {floor.platform.display} than any known ({facts})"
    return f"needs {floor.platform.display} {floor.os}" + (f" ({facts})" if facts else "")


def _failure_text(failure: Failure, all_functions: bool) -> str:
    names = failure.reason.functions if failure.reason is not None else ()
    shown = names if all_functions else names[:_NAMED_FUNCTIONS]
    listed = ", ".join(console.printable(name) for name in shown)
    more = f" and {len(names) - len(shown):,} more" if len(names) > len(shown) else ""
    return console.printable(failure.text) + (f" in {listed}{more}" if names else "")


def _as_json(checked: Checked) -> dict[str, Any]:
    from mtlb.inspect.facts import floor_json

    source, floor = checked.found, checked.floor
    return {
        "file": source.path,
        "offset": source.offset,
        "size": source.size,
        "sha256": checked.sha256,
        "ok": checked.ok,
        "floor": None if floor is None else floor_json(floor),
        "promises": [
            {**_promise_json(promise), "compared": compared}
            for promises, compared in ((checked.promises, True), (checked.others, False))
            for promise in promises
        ],
        "failures": [
            {
                "promise": None if f.promise is None else str(f.promise),
                "origin": None if f.promise is None else f.promise.origin.value,
                "source": None if f.promise is None else f.promise.source or None,
                "text": f.text,
                "functions": list(f.reason.functions) if f.reason is not None else [],
            }
            for f in checked.failures
        ],
    }


def _promise_json(promise: Promise) -> dict[str, Any]:
    return {
        "platform": promise.platform.label,
        "os": None if promise.os is None else str(promise.os),
        "origin": promise.origin.value,
        "source": promise.source or None,
    }
