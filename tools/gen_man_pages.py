"""Writes the manual pages of mtlb and its commands: `python tools/gen_man_pages.py DIR` (mtlb.1, mtlb-link.1, ...).

They say what `--help` says, from the same objects, and have no date: equal commands give equal bytes.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from mtlb._version import __version__
from mtlb.cli import help as layout
from mtlb.cli.commands import NAMES
from mtlb.cli.typed import app, subcommand

EXIT_STATUS = (
    ("0", "Done, and nothing is wrong."),
    ("1", "Something is wrong with an input, a link or a check failed, or a file can't be read or written."),
    ("2", "The command line is invalid."),
    ("130", "Interrupted."),
)


def escaped(text: str) -> str:
    """Text for roff: no character of it is a request or an escape."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    text = re.sub(r"^([.'])", r"\\&\1", text, flags=re.MULTILINE)
    return re.sub(r"[^\0-\x7f]", lambda match: f"\\[u{ord(match[0]):04X}]", text)


def prose(text: str) -> Iterator[str]:
    """A docstring: paragraphs are filled, indented ones (examples) are as they are."""
    for paragraph in text.replace("\b\n", "").strip("\n").split("\n\n"):
        if paragraph == "Examples:":
            yield ".SH EXAMPLES"
        elif paragraph.startswith(" "):
            yield from (".nf", escaped("\n".join(line.strip() for line in paragraph.split("\n"))), ".fi")
        else:
            yield from (".PP", escaped(paragraph))


def definitions(rows: list[tuple[str, str]]) -> Iterator[str]:
    """Names, and what they mean."""
    for name, text in rows:
        yield from (".TP", f"\\fB{escaped(name)}\\fR", escaped(text))


def panels(command: Any, context: Any) -> dict[str, list[tuple[str, str]]]:
    """The arguments and options, with what they mean, by the titles under which `--help` has them."""
    result: dict[str, list[tuple[str, str]]] = {}
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None:
            title = getattr(parameter, "rich_help_panel", None) or f"{parameter.param_type_name}s"
            result.setdefault(title, []).append(record)
    return result


def page(name: str, command: Any, context: Any) -> str:
    """The manual page of a command."""
    usage = context.command.get_usage(context).removeprefix("Usage: ")
    summary, _, rest = (command.help or "").replace("\n\n", "\0", 1).partition("\0")
    description, examples, commands = rest, "", []
    if "Examples:" in rest:
        description, _, examples = rest.partition("Examples:")
    if isinstance(command, typer.core.TyperGroup):
        commands = [(f"mtlb\\-{name}(1)", command.get_command(context, name).get_short_help_str(200)) for name in NAMES]
    lines = [
        f'.TH "{name.upper()}" 1 "" "mtlb {__version__}" "mtlb"',
        ".SH NAME",
        f"{escaped(name)} \\- {escaped(' '.join(summary.split()).rstrip('.'))}",
        ".SH SYNOPSIS",
        escaped(" ".join(usage.split())),
        ".SH DESCRIPTION",
        *prose(description.strip("\n") or summary),
    ]
    for title, rows in panels(command, context).items():
        lines += [f'.SH "{escaped(title.upper())}"', *definitions(rows)]
    if commands:
        lines.append(".SH COMMANDS")
        for item, text in commands:
            lines += [".TP", f"\\fB{item}\\fR", escaped(text)]
    if examples:
        lines += list(prose(f"Examples:\n\n{examples.strip(chr(10))}"))
    lines += [".SH EXIT STATUS", *definitions(list(EXIT_STATUS))]
    if not commands:
        lines += [".SH SEE ALSO", "\\fBmtlb\\fR(1)"]
    return "\n".join(lines) + "\n"


def commands() -> Iterator[tuple[str, Any, Any]]:
    """mtlb itself and each command: its name, and the command and its context as typer has them."""
    group = typer.main.get_command(app)
    root = typer.Context(group, info_name="mtlb", **layout.settings())
    yield "mtlb", group, root
    for name in NAMES:
        command = subcommand(name)
        yield f"mtlb-{name}", command, typer.Context(command, info_name=name, parent=root, **layout.settings())


def pages() -> Iterator[tuple[str, str]]:
    """Name and text of each page."""
    yield from ((name, page(name, command, context)) for name, command, context in commands())


def main() -> None:
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    directory = Path(sys.argv[1])
    directory.mkdir(parents=True, exist_ok=True)
    for name, text in pages():
        directory.joinpath(f"{name}.1").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
