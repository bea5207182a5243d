"""The table of all commands: their arguments and their outputs.
Code that covers all commands uses this table: the list in `mtlb --help`, the tests of the conventions (docs/cli.md),
the fuzzers, the JSON Schemas, the pages in docs/commands and the golden help texts. A new command needs a row here
and a file `cli/NAME.py` with a function `command`."""

from __future__ import annotations

from mtlb.base.classes import NamedTuple


class CommandRow(NamedTuple):
    """A command. It is called with its inputs, its options, and the option `output` with a path if it has one."""

    name: str
    """Also the name of its module, its page in docs/commands and its JSON Schema."""
    reads: str = "library"
    """The kind of its input file: `library` or `module`."""
    inputs: int = 1
    """The number of input files; 2 for a comparison."""
    output: str | None = None
    """The option for its output; None for a command that only prints."""
    replaces: bool = False
    """Whether `output` may be the input, for commands that edit a file."""
    before: tuple[str, ...] = ()
    """The words between its name and its inputs, which select an action."""
    writes: str = "text"
    """The kind of `output`: `text` or `binary` (a file, stdout by default), or `directory`."""
    has_json: bool = False
    """Whether it accepts `--json`, and prints JSON for its schema in mtlb/inspect/schema."""
    reports: bool = False
    """Whether problems of an input are its result, on stdout, instead of an error on stderr."""
    plain: tuple[str, ...] = ()
    """Options with which it is quiet and its output does not depend on the file names."""
    variants: tuple[tuple[str, ...], ...] = ((),)
    """Options that exercise other code; the fuzzers call it with each."""


_JSON = ((), ("--json",))

# In the order of `mtlb --help`.
COMMANDS = (
    CommandRow(
        "link",
        reads="module",
        output="-o",
        writes="binary",
        plain=("--quiet", "--pack", "--no-library-name"),
        variants=((), ("--pack",), ("--embed-sources", "--allow-drop")),
    ),
    CommandRow(
        "convert",
        reads="module",
        output="-o",
        writes="binary",
        variants=((), ("--pointers", "i8"), ("--target", "ios17")),
    ),
    CommandRow("rewrite", output="-o", replaces=True, writes="binary", variants=((), ("--modules", "--rehash"))),
    CommandRow(
        "edit",
        output="-o",
        replaces=True,
        writes="binary",
        plain=("--uuid", "content"),
        variants=(("--uuid", "content"), ("--keep", "*")),
    ),
    CommandRow(
        "strip",
        output="-o",
        replaces=True,
        writes="binary",
        variants=((), ("--debug",), ("--names",), ("--sources", "--paths")),
    ),
    CommandRow(
        "retarget",
        output="-o",
        replaces=True,
        writes="binary",
        plain=("--platform", "macos"),
        variants=(("--platform", "macos"), ("--min-os", "11")),
    ),
    CommandRow("extract", output="-d", writes="directory", has_json=True, variants=((), ("--sources",))),
    CommandRow("info", has_json=True, variants=_JSON),
    CommandRow("nm", has_json=True),
    CommandRow("verify", has_json=True, reports=True),
    CommandRow("check", has_json=True, reports=True, variants=(*_JSON, ("--min-os", "macos:11", "--sarif"))),
    CommandRow("doctor", has_json=True, reports=True),
    CommandRow("lint", has_json=True, reports=True),
    CommandRow("diff", inputs=2, has_json=True, variants=_JSON),
    CommandRow("lipo", before=("info",), has_json=True, variants=_JSON),
    CommandRow("find", has_json=True),
    CommandRow("grep", before=("define",), has_json=True, variants=_JSON),
    CommandRow("ar", reads="module", before=("list",)),
    CommandRow("sources", before=("list",)),
    CommandRow("size", has_json=True),
    CommandRow("report", output="-o", plain=("--title", "golden")),
    CommandRow("run", has_json=True, reports=True),
    CommandRow("objdump", has_json=True),
    CommandRow("decompile", has_json=True, variants=(*_JSON, ("--style", "faithful"))),
    CommandRow("bcanalyze", has_json=True),
)

ROWS = {row.name: row for row in COMMANDS}

OTHERS = ("apple", "compile", "explore", "intrinsics", "prove", "serve")
"""Commands with another interface: `apple` passes its arguments on, `compile` reads source, `explore` and `serve`
run until they are stopped, `intrinsics` reads no file, `prove` needs a Mac."""

NAMES = (*ROWS, *OTHERS)
