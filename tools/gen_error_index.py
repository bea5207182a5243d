"""The index of every code and every error message of mtlb, from the code: `python tools/gen_error_index.py DIR`.

A message is what is passed to an exception of mtlb where it is raised; … stands for what differs from case to case. The
documentation site has the pages (tools/site_hooks.py): codes, and messages by the area of the code that raises them.
`--check` says what the index lacks: codes without a meaning, and messages that a variable holds, where more than a
tenth are like that.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from mtlb.air.lint import RULES
from mtlb.base import errors
from mtlb.container.checking import CODES
from mtlb.cpu.findings import RULES as RUN_RULES
from mtlb.dxbc.verify import CONTAINER_CODES
from mtlb.inspect.doctor import CHECKS
from mtlb.spirv.verify import SPIRV_CODES

ROOT = Path(__file__).resolve().parents[1]
KINDS = [name for name in errors.__all__ if name.endswith("Error")]
MEANING = {
    "MtlbError": "The base of all; on its own: the request can't be met by this input.",
    "UsageError": "The command line is invalid (exit code 2).",
}
SMALLEST_SHARE = 0.9
"""Of the places where errors are raised, those whose message can be read from the code."""

HEAD = """# Codes and messages

Codes are stable: scripts may compare them. In messages, … stands for what differs from case to case: names, numbers,
offsets. Each message begins with the file it is about, and where a single byte is wrong, `(at offset 0x1c)` follows.
The search of this site finds a message by its words.

- [Codes of findings](codes.md): `verify`, `doctor`, `lint`, `run --check`
"""
AREAS = {
    "files": ("Files and containers", ("base", "container", "archives", "bitstream", "dxbc", "spirv", "machinery")),
    "modules": ("Bitcode, LLVM IR and AIR", ("bitcode", "ir", "air", "passes")),
    "link": ("Linking and editing", ("linker", "edit", "toolchain")),
    "source": ("Metal source", ("metal", "decompile")),
    "translation": ("Conversion and translation", ("convert", "translate", "direct3d")),
    "builder": ("The builder", ("emit", "runtime")),
    "run": ("Functions on the CPU", ("cpu", "testing", "prove")),
    "commands": ("Commands and what they ask", ()),
}
"""Pages of messages: title, and the folders of the code; the last one has all other folders."""


def cell(text: str) -> str:
    """Text in a table: no character of it is Markdown's."""
    return re.sub(r"([\\|*_<>\[\]`])", r"\\\1", " ".join(text.split()))


def table(head: tuple[str, ...], rows: Iterator[tuple[str, ...]] | list[tuple[str, ...]]) -> Iterator[str]:
    """A table whose first column is a code."""
    yield ""
    yield f"| {' | '.join(head)} |"
    yield "|" + "---|" * len(head)
    for row in rows:
        yield f"| {' | '.join(row)} |"


def codes() -> Iterator[str]:
    """The codes of findings, by the command that prints them."""
    for title, result in (
        ("`mtlb verify`: libraries", CODES),
        ("`mtlb verify`: Direct3D containers", CONTAINER_CODES),
        ("SPIR-V modules", SPIRV_CODES),
    ):
        yield f"\n### {title}"
        rows = [(f"`{code}`", severity.value, cell(text)) for code, (severity, text) in result.items()]
        yield from table(("code", "severity", "meaning"), rows)
    yield "\n### `mtlb doctor`"
    yield "\nThe messages are those of Apple's loader and linker; [messages.md](messages.md) explains them."
    yield from table(
        ("code", "severity", "certainty", "message"),
        [(f"`{c}`", x.severity.value, x.certainty.value, cell(x.message) or "–") for c, x in CHECKS.items()],
    )
    yield "\n### `mtlb lint`"
    yield from table(
        ("rule", "severity", "certainty", "what holds"),
        [(f"[{c}](lint/{c}.md)", r.severity.value, r.certainty.value, cell(r.summary)) for c, r in RULES.items()],
    )
    yield "\n### `mtlb run --check`"
    yield from table(
        ("code", "severity", "meaning"), [(f"`{c}`", r.severity.value, cell(r.summary)) for c, r in RUN_RULES.items()]
    )


def message(node: ast.expr) -> str | None:
    """The text of an argument, … for what is computed; None if all of it is."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        text = "".join(str(value.value) if isinstance(value, ast.Constant) else "…" for value in node.values)
        return text if re.search(r"\w", text) else None
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = message(node.left), message(node.right)
        return None if left is None and right is None else f"{left or '…'}{right or '…'}"
    if isinstance(node, ast.IfExp):
        return message(node.body)
    return None


def raised() -> tuple[dict[str, dict[str, set[str]]], float]:
    """The messages of each kind of error with the modules that raise them; the share of the places that were read."""
    names: dict[str, dict[str, set[str]]] = {}
    places = 0
    known = 0
    for folder in ("mtlb", "linker", "cli"):
        for path in sorted(ROOT.joinpath(folder).rglob("*.py")):
            module = path.relative_to(ROOT).with_suffix("").as_posix()
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if not (isinstance(node, ast.Call) and node.args and isinstance(node.func, ast.Name)):
                    continue
                if node.func.id not in (*KINDS, "UsageError"):
                    continue
                places += 1
                text = message(node.args[0])
                if text is not None:
                    known += 1
                    names.setdefault(node.func.id, {}).setdefault(text, set()).add(module)
    return names, known / places


def area(module: str) -> str:
    """The page of the messages that a module raises; `module` is its path without a suffix."""
    folder = module.removeprefix("mtlb/").partition("/")[0]
    return next((name for name, (_, folders) in AREAS.items() if folder in folders), list(AREAS)[-1])


def pages() -> Iterator[tuple[str, str]]:
    """Path below docs/, without its suffix, and text of each page."""
    raised_by, _ = raised()
    summary = [HEAD, *table(("messages of", "kinds of errors"), list(_areas(raised_by)))]
    yield "errors/README", "\n".join(summary) + "\n"
    linked = (line.replace("](messages.md)", "](../messages.md)").replace("](lint/", "](../lint/") for line in codes())
    yield "errors/codes", "\n".join(["# Codes of findings", *(line.replace("\n###", "\n##") for line in linked)]) + "\n"
    for name, (title, _) in AREAS.items():
        yield f"errors/{name}", "\n".join([f"# Messages: {title}", *_messages(raised_by, name)]) + "\n"


def _areas(raised_by: dict[str, dict[str, set[str]]]) -> Iterator[tuple[str, ...]]:
    for name, (title, _) in AREAS.items():
        kinds = [kind for kind, texts in raised_by.items() if name in map(area, set().union(*texts.values()))]
        yield f"[{title}]({name}.md)", ", ".join(f"`{kind}`" for kind in sorted(kinds))


def _messages(raised_by: dict[str, dict[str, set[str]]], page: str) -> Iterator[str]:
    """The messages of one page, by kind of error."""
    for kind in (*KINDS, "UsageError"):
        rows = []
        for text, modules in sorted(raised_by.get(kind, {}).items(), key=lambda item: item[0].lstrip("…' ").lower()):
            here = sorted(module for module in modules if area(module) == page)
            if here:
                rows.append((cell(text), ", ".join(f"`{module}`" for module in here)))
        if rows:
            yield f"\n## {kind}\n\n{MEANING.get(kind) or ' '.join((getattr(errors, kind).__doc__ or '').split())}"
            yield from table(("message", "raised in"), rows)


def lacking() -> Iterator[str]:
    """What is missing in the index."""
    share = raised()[1]
    if share < SMALLEST_SHARE:
        yield f"only {share:.0%} of the messages can be read from the code"
    for line in codes():
        if line.startswith("|") and re.search(r"\|  \|", line):
            yield f"a code without a meaning: {line}"
    explained = ROOT.joinpath("docs/messages.md").read_text(encoding="utf-8")
    yield from (f"docs/messages.md says nothing about {code}" for code in CHECKS if f"`{code}`" not in explained)
    yield from (f"{code} has no page" for code in RULES if not ROOT.joinpath(f"docs/lint/{code}.md").exists())


def main() -> None:
    if sys.argv[1:] == ["--check"]:
        sys.exit("\n".join(lacking()) or 0)
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for name, text in pages():
        path = Path(sys.argv[1]) / f"{Path(name).name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
