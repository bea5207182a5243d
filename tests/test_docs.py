"""The transcripts in docs/ are what the commands print: ```console blocks of `$ mtlb ...` lines and their output.

`MTLB_UPDATE_GOLDEN=1` writes what is printed now into the pages.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from mtlb.air.lint import RULES
from mtlb.base import files
from mtlb.bitstream import codec
from mtlb.cli import io as cli_io
from mtlb.cli.commands import NAMES
from mtlb.container import source_files as sources_module
from mtlb.inspect import declared, find, plist
from mtlb.inspect.doctor import CHECKS
from mtlb.ir.text import constants, lexer, printer, types
from mtlb.testing import UPDATE_VARIABLE
from tests.cli.invoke import invoke
from tests.typed import shaders, typed

ROOT = Path(__file__).resolve().parents[1]
WAYS_IN = sorted((ROOT / "docs").glob("for-*.md"))
COMMANDS = sorted((ROOT / "docs" / "commands").glob("*.md"))
WITHOUT_TRANSCRIPT = ["serve"]  # it answers what is sent to it: tests/serve
OTHERS = [ROOT / "docs" / f"{name}.md" for name in ("hello-kernel", "messages", "spirv", "where-air-comes-from")]
PAGES = [ROOT / "README.md", *(path for path in COMMANDS if path.stem not in WITHOUT_TRANSCRIPT), *WAYS_IN, *OTHERS]
DOCS = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "docs").glob("*.md")}
BLOCK = re.compile(r"```console\n(.*?)```\n", re.DOTALL)


def transcript(block: str) -> str:
    """The block with the output of its commands as it is now."""
    lines = []
    for command in re.findall(r"^\$ (.*)$", block, re.MULTILINE):
        result = typed(command)
        lines.append(f"$ {command}\n{result.text}{result.stderr}")
        if result.code:
            lines.append(f"(exit code {result.code})\n")
    return "".join(lines)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
@pytest.mark.long
def test_transcripts(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder with the repository's own files, as after the README's first command; what is written stays there."""
    monkeypatch.chdir(tmp_path)
    for name in ("docs", "examples", "golden", "integrations", "tools"):
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / "shaders.metallib").write_bytes(shaders())
    text = page.read_text(encoding="utf-8")
    now = BLOCK.sub(lambda match: f"```console\n{transcript(match[1])}```\n", text)
    assert str(tmp_path) not in now
    if os.environ.get(UPDATE_VARIABLE, "0") not in ("", "0"):
        page.write_text(now, encoding="utf-8")
        return
    assert "$ mtlb " in text
    assert now == text


@pytest.mark.parametrize("page", WAYS_IN, ids=lambda page: page.stem)
def test_every_command_of_a_way_in_is_in_a_transcript(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert set(re.findall(r"^```(\w*)", text, re.MULTILINE)) == {"console", ""}
    assert len(BLOCK.findall(text)) >= 3 and len(text.split()) < 1000 and "exit code 2" not in text
    assert "](" in text.rpartition("\n#")[2]  # it leads on


def test_every_rule_has_a_page() -> None:
    pages = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "lint").glob("AIR*.md")}
    assert sorted(pages) == sorted(RULES)
    for code, rule in RULES.items():
        start = f"# {code}: {rule.summary}\n\n{rule.severity}, {rule.certainty}\n\n{rule.why}\n\n## What is checked\n"
        assert unwrapped(pages[code]).startswith(unwrapped(start)), code
    index = (ROOT / "docs" / "lint" / "README.md").read_text(encoding="utf-8")
    rows = [line for line in index.splitlines() if line.startswith("| [AIR")]
    assert rows == [
        f"| [{r.code}]({r.code}.md) | {r.severity} | {r.certainty} | {'yes' if r.cure else ''} | {r.summary} |"
        for r in RULES.values()
    ]


@pytest.mark.parametrize("code", RULES)
def test_every_page_of_a_rule_says_whether_it_is_cured(code: str) -> None:
    text = (ROOT / "docs" / "lint" / f"{code}.md").read_text(encoding="utf-8")
    cure = RULES[code].cure
    last = text.partition("\n## What to do\n")[2].partition("\n## ")[0].strip().split("\n\n")[-1]
    assert unwrapped(last) == (f"`mtlb lint --fix` {cure}." if cure else "`mtlb lint --fix` leaves it.")


def unwrapped(text: str) -> str:
    return " ".join(text.split())


def test_every_message_is_in_the_index() -> None:
    index = (ROOT / "docs" / "messages.md").read_text(encoding="utf-8")
    assert [code for code in CHECKS if f"`{code}`" not in index] == []


def test_documented_limits_are_those_of_the_code() -> None:
    limits = find.Limits()
    phrases = (
        f"| blocks in a bitstream | {codec.MAX_DEPTH} deep",
        f"| {limits.member >> 30} GiB a member, {limits.archive >> 30} GiB an archive, {limits.members:,} members, "
        f"{limits.depth} deep",
        f"decompress to at most {sources_module._MAX_RATIO} times their size (real ones: 9.2), "
        f"or {sources_module._MAX_SMALL >> 20} MB",
        f"{declared._MOST_BYTES >> 20} MiB an Info.plist or WHEEL file, "
        f"{declared._MOST_FOLDERS} folders above a library",
        f"texts of {plist._LONGEST:,} characters, lists of {plist._MOST_TEXTS}",
        f"| {cli_io._MAX_RESPONSE_FILES:,} of them, {cli_io._MAX_ARGUMENTS:,} words",
        f"| text of a module | nested {constants._DEEPEST} deep, {types._LONGEST >> 20} MB a type, "
        f"{constants._LONGEST >> 20} MB a constant, {printer._LONGEST >> 20} MB in all",
        f"| `.ll` text | nested {lexer._DEEPEST} deep",
        f"Files below {files.MAPPED_FROM >> 20} MB are read",
    )
    assert [phrase for phrase in phrases if phrase not in unwrapped(DOCS["security"])] == []
    assert f"{limits.member >> 30} GiB a member" in (ROOT / "docs/commands/check.md").read_text(encoding="utf-8")
    assert f"A file of {files.MAPPED_FROM >> 20} MB and more" in (ROOT / "SECURITY.md").read_text(encoding="utf-8")


def test_the_commands_with_json_are_listed() -> None:
    with_json = [name for name in NAMES if "--json" in invoke(name, "--help").text]
    listed = re.search(r"\*\*`--json`\*\*: (.*?) have it", DOCS["cli"], re.DOTALL)
    assert listed
    assert sorted(re.findall(r"`(\w+)`", listed[1])) == sorted(with_json)


def slug(heading: str) -> str:
    """The anchor that GitHub and others give a heading."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def headings(text: str) -> list[str]:
    return re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL), re.MULTILINE)


def sections(text: str) -> list[str]:
    """The numbers of a page's sections: "5", "5.1"."""
    numbers = [re.match(r"(\d+(?:\.\d+)?)\.? ", heading) for heading in headings(text)]
    return [number[1] for number in numbers if number]


def sources() -> dict[str, str]:
    """The texts that people write: code, tests, pages."""
    folders = ("mtlb", "linker", "cli", "tools", "tests", "fuzz", "bench", "examples", "docs", "web/src", "golden")
    paths = [path for folder in (*folders, "integrations", ".github") for path in (ROOT / folder).rglob("*.*")]
    paths += [*ROOT.glob("*.*"), *(ROOT / "web").glob("*.*")]
    kept = [path for path in paths if path.suffix in (".py", ".md", ".toml", ".js", ".css") and path.is_file()]
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in kept}


def test_sections_are_numbered_without_a_gap() -> None:
    for name in ("air", "apple", "bitcode", "dxbc", "format", "linking", "reflection", "security"):
        top = 0
        below = 0
        for number in sections(DOCS[name]):
            if "." in number:
                below += 1
                assert number == f"{top}.{below}", name
            else:
                top, below = top + 1, 0
                assert number == str(top), name
        assert top == len(re.findall("^## ", DOCS[name], re.MULTILINE)), f"{name}: a section has no number"


@pytest.mark.long
def test_every_citation_resolves() -> None:
    """`docs/format.md §5.1` names a section that is there, and § is never without its page."""
    known = {name: sections(text) for name, text in DOCS.items()}
    wrong = []
    for path, text in sources().items():
        if path == "tests/test_docs.py":
            continue
        # The page, then one or more numbers; a line may end anywhere between them.
        cited = re.compile(r"([\w-]+)\.md\)?((?:(?:,| and)?[\s#]+§[\s#]?\d+(?:\.\d+)?)+)")
        for page, numbers in cited.findall(text):
            wrong += [
                f"{path}: {page}.md §{n}"
                for n in re.findall(r"§\s?([\d.]*\d)", numbers)
                if n not in known.get(page, ())
            ]
        wrong += [
            f"{path}: § without a page"
            for _ in range(text.count("§") - "".join(m[1] for m in cited.findall(text)).count("§"))
        ]
    assert wrong == []


MADE_WITH_THE_SITE = {"builder-api.md", "codes.md"}
"""Pages that tools/site_hooks.py makes."""


@pytest.mark.long
def test_every_page_that_is_named_is_in_the_repository() -> None:
    wrong = []
    for path, text in sources().items():
        if path == "tests/test_docs.py":
            continue
        for name in re.findall(r"(?<![\w*/{])[\w./-]*\w\.md\b", text):
            places = [(ROOT / path).parent / name, ROOT / name, ROOT / "docs" / name, ROOT / "docs/lint" / name]
            if name not in MADE_WITH_THE_SITE and not any(place.exists() for place in places):
                wrong.append(f"{path}: {name}")
    assert wrong == []


def test_every_file_that_is_named_is_in_the_repository() -> None:
    """`writer.py`, `ir/verify.py`: a page may leave out the folders that it is about."""
    folders = ("mtlb", "linker", "cli", "tools", "tests", "fuzz", "bench", "examples", "docs", "integrations")
    paths = [path for folder in (*folders, "web/src") for path in (ROOT / folder).rglob("*.*")]
    paths += [*ROOT.glob("*.*"), *(ROOT / "web").glob("*.*")]
    known = [f"/{path.relative_to(ROOT).as_posix()}" for path in paths]
    wrong = []
    for page, text in sources().items():
        if page.endswith(".md") and page != "CHANGELOG.md":
            named = re.findall(r"`([\w./-]+\.(?:py|js|css|json|toml|html))`", text)
            wrong += [f"{page}: {n}" for n in named if "NAME" not in n and not any(k.endswith(f"/{n}") for k in known)]
    assert wrong == []


def test_every_link_leads_somewhere() -> None:
    wrong = []
    for path, text in sources().items():
        if not path.endswith(".md"):
            continue
        for target in re.findall(r"\]\(([^)\s:]+)\)", text):
            name, _, anchor = target.partition("#")
            page = (ROOT / path).parent / name if name else ROOT / path
            anchors = [slug(h) for h in headings(page.read_text(encoding="utf-8"))] if page.is_file() and anchor else []
            if not page.exists() or (anchor and anchor not in anchors):
                wrong.append(f"{path}: {target}")
    assert wrong == []


def test_every_page_is_in_the_menu_of_the_site() -> None:
    named = set(re.findall(r"^\s+- ([\w-]+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE))
    generated = {"builder-api.md", "changes.md", "manual.md"}  # by tools/site_hooks.py
    assert named - generated == {path.name for path in (ROOT / "docs").glob("*.md")}


def test_every_command_has_a_page_and_a_row_in_the_table() -> None:
    folder = ROOT / "docs" / "commands"
    table = [line for line in (folder / "README.md").read_text(encoding="utf-8").splitlines() if line.startswith("| [")]
    rows = [re.match(r"\| \[`mtlb (\w+)[^`]*`\]\((\w+)\.md\)", row) for row in table]
    assert all(row and row[1] == row[2] for row in rows)
    assert {row[1] for row in rows if row} == set(NAMES)
    assert {path.stem for path in folder.glob("*.md")} == {*NAMES, "README", "json"}
