"""Nothing says what is not so: no index or address has mtlb, every path, command and option that is named exists.

All texts that people or machines read are looked at: pages, messages, help, integrations, workflows, issue forms.
"""

from __future__ import annotations

import fnmatch
import re
from functools import cache
from pathlib import Path

import pytest

from mtlb.base.toml import toml_document
from mtlb.cli.commands import NAMES
from tests.cli.invoke import invoke
from tests.conftest import ROOT
from tests.typed import tracked

THIS = "tests/test_truth.py"
TEXTS = (".md", ".yml", ".yaml", ".toml", ".sh", ".cmake", ".bzl", ".bazel", ".build", ".ninja", ".txt", ".ts", ".html")
NAMED = ("Dockerfile", "Makefile", "MANIFEST.in", "WORKSPACE", "run")
CODE = ("mtlb/", "linker/", "cli/", "tools/", "integrations/", "examples/", "bench/", "setup.py")


@cache
def texts() -> dict[str, str]:
    """Every page, recipe, workflow and stored output, and the product's Python code."""
    read = {}
    for name in tracked():
        path = Path(name)
        if path.suffix in TEXTS or path.name in NAMED:
            read[name] = (ROOT / name).read_text(encoding="utf-8", errors="replace")
        elif path.suffix == ".py" and name.startswith(CODE):
            read[name] = joined((ROOT / name).read_text(encoding="utf-8"))
    read.pop("web/package-lock.json", None)
    return read


def joined(code: str) -> str:
    """Python code in which a string that is written in several literals is in one piece."""
    return re.sub(r"([\"'])\n\s*[rbfu]*\1", "", code)


def pages() -> dict[str, str]:
    """What is written for people."""
    return {name: text for name, text in texts().items() if name.endswith(".md") or name.startswith(".github/")}


ELSEWHERE = {
    "a Python package index": re.compile(
        # pip install, then options and other requirements, then mtlb with no git address
        r"\b(?:pipx?|pip3|uv(?: pip| tool)?) (?:install|add|download)\s+"
        r"(?:(?!in |of |with )(?:-\S+|'[^'\n]*'|\"[^\"\n]*\"|[\w.=<>-]+)\s+){0,6}?"
        r"""(?:mtlb(?:\[[^\]]*\])?(?![\w/.@])(?!\s*@)|['"]mtlb(?:\[[^\]]*\])?(?:[=<>~!$][^'"]*)?['"])"""
    ),
    "conda": re.compile(r"\b(?:conda|mamba|micromamba|pixi) (?:install|add|create)\b[^\n`]*\bmtlb\b|conda-forge"),
    "Homebrew": re.compile(r"\bbrew (?:install|tap|update-python-resources)\b[^\n`]*\bmtlb\b"),
    "a system's packages": re.compile(
        r"\b(?:apt|apt-get|dnf|pacman|choco|winget|scoop|port|apk|npm) (?:-\w+ )*(?:install|add|-S) [^\n`]*\bmtlb\b"
    ),
    "a registry of images": re.compile(r"\b(?:ghcr\.io|docker\.io|quay\.io)/|\bdocker pull\b|\bimage: mtlb\b"),
    "an address": re.compile(
        r"github\.com[/:]mtlb\b|mtlb\.github\.io|pypi\.org/\S*\bmtlb\b|uses: mtlb/|readthedocs\.\w+/\S*mtlb|"
        r"\bmtlb\.(?:readthedocs|dev|org|io|com)\b|anaconda\.org/\S*mtlb"
    ),
    "the index of a package URL": re.compile(r"pkg:(?!generic/)\w+/mtlb\b"),
    "an upload": re.compile(r"gh-action-pypi-publish|twine upload|\bpypi:?$", re.MULTILINE),
}

SAID = {  # what fits one of the patterns and is so: file, and how the line begins
    ("mtlb/attest/statement.py", "_FORMER_BUILD_TYPE = "): "read, since mtlb 0.2 wrote it",
    ("CHANGELOG.md", "- Scripts that look for `pkg:pypi/mtlb` in attestations"): "what changed",
}

ABOUT_OTHERS = {  # pages that name PyPI for packages of others
    "CHANGELOG.md",
    "docs/for-packagers.md",
    "docs/development.md",
    "docs/performance.md",
    "docs/proof.md",
    "docs/provenance.md",
    "golden/README.md",
    "golden/convert/producers/README.md",
    ".github/workflows/ci.yml",
}


def places(text: str) -> list[str]:
    """The places that a text says mtlb is at."""
    return [place for place, pattern in ELSEWHERE.items() if pattern.search(text)]


def test_nothing_says_that_mtlb_is_to_be_had_elsewhere() -> None:
    wrong = []
    for name, text in texts().items():
        if places(text):
            said = [start for page, start in SAID if page == name]
            lines = [line.strip() for line in text.splitlines() if not line.strip().startswith(tuple(said))]
            actual = [f"{name}: {place}: {line}" for line in lines for place in places(line)]
            wrong += actual or [f"{name}: {place}, over several lines" for place in places(text) if not said]
    assert not wrong, "\n".join(wrong)


def test_a_string_in_pieces_is_read_as_a_whole() -> None:
    assert places(joined('error("it is not installed: pip install "\n      "mtlb")')) == ["a Python package index"]


@pytest.mark.parametrize(
    "line",
    [
        "pip install mtlb",
        "pip install 'mtlb[run]' pytest",
        "python -m pip install --quiet mtlb==0.2.0",
        '"$RUNNER_TEMP/mtlb/bin/python" -m pip install --quiet "mtlb$MTLB_VERSION"',
        "pip install -U pytest mtlb",
        "pip install --no-binary mtlb mtlb",
        "`pipx install mtlb`.",
        "uv tool install mtlb",
        "conda install -c conda-forge mtlb",
        "brew install mtlb",
        "repo: https://github.com/mtlb/mtlb",
        "uses: mtlb/mtlb/integrations/github@v0.2.0",
        "https://mtlb.github.io/mtlb/lint/AIR004/",
        "docker run ghcr.io/someone/mtlb",
        "https://pypi.org/project/mtlb/",
        "- uses: pypa/gh-action-pypi-publish@release/v1",
        "pkg:pypi/mtlb#link/v1",
    ],
)
def test_what_would_be_wrong_is_noticed(line: str) -> None:
    assert places(line)


@pytest.mark.parametrize(
    "line",
    [
        "pip install . # then mtlb link",
        "In a clone `pip install .` installs mtlb.",
        "pip install '.[run]' pytest   # in a clone of mtlb",
        "pip install 'mtlb[run] @ git+https://YOUR-GIT-ADDRESS/mtlb' pytest",
        "pip install --quiet 'mtlb @ git+https://YOUR-GIT-ADDRESS/mtlb@REVISION'",
        "pip install ../mtlb",
    ],
)
def test_what_is_right_is_not(line: str) -> None:
    assert places(line) == []


def test_no_page_but_those_about_others_names_a_package_index() -> None:
    named = {name for name, text in pages().items() if re.search(r"\bPyPI\b", text)}
    assert named - ABOUT_OTHERS == set()


def test_no_address_is_given_until_the_project_has_a_place() -> None:
    """[project.urls] is the one place that says where the project lives; what prints addresses takes them from it."""
    project = toml_document((ROOT / "pyproject.toml").read_text(encoding="utf-8"), "pyproject.toml is")["project"]
    settings = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert not re.search(r"^(site_url|repo_url|repo_name|edit_uri):", settings, re.MULTILINE)
    if "urls" not in project:
        git = [re.findall(r"git\+(https://[^\s'\"`]+)", text) for text in texts().values()]
        assert {address.partition("@")[0] for actual in git for address in actual} == {"https://YOUR-GIT-ADDRESS/mtlb"}


TOP = ("golden", "docs", "examples", "integrations", "mtlb", "linker", "cli", "tools", "tests", "bench", "fuzz", "web")
PATH = re.compile(rf"(?<![\w./$@{{-])(?:\./)?((?:{'|'.join(TOP)}|\.github|\.ci)/[\w./*%+-]*[\w*/])")
NOT_FILES = {
    "mtlb/integrations/github": "the end of an address in a workflow",
    "mtlb/bitcode/records/_TABLE.py": "TABLE stands for the tables",
    "golden/shaders.metallib": "in the example of a project that uses mtlb",
}
MADE = ("web/node_modules", "fuzz/findings", "mtlb/_engine", "mtlb/bin/")
"""What commands make, and a clone does not have."""


def test_every_path_that_is_named_exists() -> None:
    """Also in the blocks of pages, and in messages: a path that begins with one of our folders."""
    known = set(tracked()) | {str(parent) for name in tracked() for parent in Path(name).parents}
    known |= {f"mtlb/{name}" for name in known if name.startswith(("linker", "cli"))}  # as packages are imported
    wrong = []
    for page, text in texts().items():
        if page.startswith(("tests/", "golden/", "web/")) and not page.endswith(".md"):
            continue  # recorded outputs, and folders of other projects
        for named in PATH.findall(text):
            name = re.sub(r"(\.metallib)[-:].*", r"\1", named.rstrip("/."))  # as grep shows a place
            if name in known or name in NOT_FILES or name.startswith(MADE) or re.search(r"NAME|DIR\b|COMMAND", name):
                continue
            if "*" in name and any(fnmatch.fnmatch(item, name) for item in known):
                continue
            wrong.append(f"{page}: {name}")
    assert not wrong, "\n".join(sorted(set(wrong)))


@cache
def help_of(command: str) -> str:
    return invoke(*([] if command == "mtlb" else [command]), "--help").text


OTHER_WORDS = {"apple"}  # its tools have options of their own


def test_every_option_that_is_named_exists() -> None:
    """`mtlb COMMAND … --option` in pages, messages, recipes and forms."""
    wrong = []
    for page, text in texts().items():
        if page.startswith(("golden/", "tests/", "fuzz/")):
            continue
        for command, rest in re.findall(r"\bmtlb ([a-z]+)\b([^`\n|#)]*)", text):
            if command in OTHER_WORDS or command not in NAMES:
                continue
            for option in re.findall(r"(?<![\w-])--[a-z][\w-]*", rest.partition(" mtlb ")[0]):
                if not re.search(rf"(?<![\w-]){option}(?![\w-])", help_of(command)):
                    wrong.append(f"{page}: mtlb {command} {option}")
    assert not wrong, "\n".join(sorted(set(wrong)))


def test_every_command_that_is_named_exists() -> None:
    """`mtlb NAME` at the start of a line of a block, or as a whole piece of code."""
    wrong = []
    for page, text in pages().items():
        named = re.findall(r"(?:^\$ |`)mtlb ([a-z]+)\b", text, re.MULTILINE)
        for block in re.findall(r"^```(?:sh|bat|yaml|make)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
            named += re.findall(r"(?:^\s*|- |&& )mtlb ([a-z]+)\b", block, re.MULTILINE)
        wrong += [f"{page}: mtlb {name}" for name in named if name not in NAMES]
    assert not wrong, "\n".join(wrong)


def test_what_an_extra_is_said_to_add_is_in_it() -> None:
    """Pages and messages that name the extra `run` name what it has, and nothing that is always installed."""
    project = toml_document((ROOT / "pyproject.toml").read_text(encoding="utf-8"), "pyproject.toml is")["project"]
    always, more = (
        {re.split(r"[\[<>=; ]", item)[0] for item in listed}
        for listed in (project["dependencies"], project["optional-dependencies"]["run"])
    )
    named = [
        (page, line)
        for page, text in texts().items()
        for line in text.splitlines()
        if re.search(r"extra [`']run[`']", line)
    ]
    assert len(named) >= 2 and more
    assert [(page, line) for page, line in named for name in always - more if re.search(rf"\b{name}\b", line)] == []


def test_every_guess_of_the_code_is_listed() -> None:
    """The code says "a guess" where no judge was found; the page has these files and no others."""
    said = re.compile(r"\b(?:[Aa] guess\b(?! =)|is a guess|are guesses)")
    files = {name for name in tracked() if name.startswith("mtlb/") and name.endswith((".py", ".c", ".h"))}
    guessing = {name for name in files if said.search((ROOT / name).read_text(encoding="utf-8"))}
    page = (ROOT / "docs/guesses.md").read_text(encoding="utf-8")
    assert guessing
    assert guessing == set(re.findall(r"^- `(mtlb/[^`]+)`", page, re.MULTILINE))


def test_every_page_that_guesses_is_listed() -> None:
    guesses = (ROOT / "docs/guesses.md").read_text(encoding="utf-8")
    said = re.compile(r"\[G[] :]|\b[Aa] guess\b|\b[Gg]uesses\b|\*inferred\*|\b[Ii]nferred\b[ ,:(]")
    pages = [path for path in sorted((ROOT / "docs").glob("*.md")) if path.name != "guesses.md"]
    guessing = [path.name for path in pages if said.search(path.read_text(encoding="utf-8"))]
    assert len(guessing) > 8
    assert [name for name in guessing if f"({name}" not in guesses] == []
