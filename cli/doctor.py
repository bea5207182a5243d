"""mtlb doctor: the messages of Apple's loader about a library, and what to do about them."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from . import console
from . import io as files
from .arguments import Arch, AsJson, Files, Jobs, count_of
from .parameters import CommandOption
from .usage import option_values

if TYPE_CHECKING:
    from mtlb.base.findings import Finding

_NAMED_FUNCTIONS = 5


def command(
    libraries: Files,
    os: Annotated[
        str | None,
        CommandOption(
            "--os",
            metavar="PLATFORM:VERSION",
            show_default="the oldest OS in the library's header",
            help="The system that will load the library, such as macos:15.7.",
        ),
    ] = None,
    no_modules: Annotated[
        bool, CommandOption("--no-modules", help="Don't read the modules: faster, but finds less.")
    ] = False,
    jobs: Jobs = None,
    arch: Arch = None,
    as_json: AsJson = False,
) -> int:
    """Show the messages of Apple's loader about a library, and what to do about them.

    Errors from verify and lint are included. Exit code 1 if the library, or one of its functions, would not work on
    that OS.

    Examples:

      mtlb doctor mlx.metallib --os macos:15.7
      mtlb doctor default.metallib --os ios:17 --json
    """
    from mtlb.inspect.doctor import diagnose
    from mtlb.inspect.promises import Promise

    with option_values():
        promise = None if os is None else Promise.parse(os)
    reports = []
    ok = True
    reading = files.Reading(libraries, arch)
    for part in reading:
        findings: list[Finding] = []
        with reading.reporting(part.place), console.progress(f"examining {part.place}") as update:
            findings = diagnose(
                part.data,
                part.place,
                platform=None if promise is None else promise.platform,
                os=None if promise is None else promise.os,
                modules=not no_modules,
                jobs=count_of(jobs),
                progress=update,
            )
        good = not any(finding.is_error for finding in findings)
        ok = ok and good
        if as_json:
            listed = [
                finding.as_json("code severity certainty message explanation advice functions") for finding in findings
            ]
            reports.append({"file": part.place, "ok": good, "findings": listed})
        else:
            unread = "; the modules were not read" if no_modules else ""
            console.lines(_lines(part.place, findings, unread))
    if as_json:
        console.print_json({"schema": "mtlb.doctor/1", "os": os, "ok": ok, "libraries": reports})
    return 0 if ok and not reading.failed else 1


def _lines(name: str, findings: list[Finding], unread: str = "") -> Iterator[str]:
    from mtlb.base.findings import counts

    yield console.bold(console.printable(f"{name}: {counts(findings)}{unread}"))
    for finding in findings:
        yield ""
        yield from finding_lines(finding)


def finding_lines(finding: Finding) -> Iterator[str]:
    """The text of a finding: code and message, then explanation and advice, indented."""
    head = console.severe(finding.severity)
    sure = "" if finding.certainty.value == "proven" else " (suspected)"
    yield f"{head}[{finding.code}]{sure}"
    for line in finding.message.split("\n") if finding.message else ():
        yield f"  {console.bold(console.printable(line))}"
    for text in (
        finding.explanation,
        _functions_text(finding.functions),
        finding.advice and f"What to do: {finding.advice}",
    ):
        for paragraph in text.split("\n"):
            yield from textwrap.wrap(
                console.printable(paragraph),
                console.width(),
                initial_indent="  ",
                subsequent_indent="  ",
                break_on_hyphens=False,
            )


def _functions_text(names: tuple[str, ...]) -> str:
    if not names:
        return ""
    more = f" and {len(names) - _NAMED_FUNCTIONS:,} more" if len(names) > _NAMED_FUNCTIONS else ""
    return f"Functions: {', '.join(names[:_NAMED_FUNCTIONS])}{more}"
