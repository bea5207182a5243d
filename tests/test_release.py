"""What a release needs: version, change log, addresses and packages agree (tools/check_release.py)."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from mtlb._version import __version__
from mtlb.base.toml import toml_document
from tools import pypi_readme

ROOT = Path(__file__).resolve().parents[1]
PROJECT = toml_document((ROOT / "pyproject.toml").read_text(encoding="utf-8"), "pyproject.toml is")["project"]
URLS = PROJECT["urls"]
REPOSITORY = URLS["Source"].removeprefix("https://github.com/")


def check(*words: str) -> tuple[int, str]:
    done = subprocess.run([sys.executable, ROOT / "tools/check_release.py", *words], capture_output=True, text=True)
    return done.returncode, done.stderr


def test_nothing_is_lacking() -> None:
    packages = (f"dist/mtlb-{__version__}-py3-none-any.whl", f"dist/mtlb-{__version__}.tar.gz")
    assert check("--tag", f"v{__version__}", "--repository", REPOSITORY, *packages) == (0, "")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--tag", "v9.9.9"), f"the tag is v9.9.9, and the version of mtlb/_version.py {__version__}"),
        (("--repository", "someone/mtlb"), f"Source is {URLS['Source']}, and the repository is someone/mtlb"),
        (("dist/mtlb-9.9.9.tar.gz",), f"dist/mtlb-9.9.9.tar.gz is not of version {__version__}"),
    ],
)
def test_what_is_lacking_is_said(words: tuple[str, ...], reason: str) -> None:
    code, said = check(*words)
    assert code == 1 and reason in said


def test_addresses_are_those_of_pyproject() -> None:
    assert set(URLS) == {"Documentation", "Source", "Issues", "Changelog"}
    assert URLS["Changelog"].startswith(URLS["Documentation"]) and URLS["Issues"].startswith(URLS["Source"])
    text = (ROOT / "docs/builds.md").read_text(encoding="utf-8")
    used = re.findall(r"uses: (\S+)/integrations/github@v(\S+)", text)
    used += [(name, rev) for name, rev in re.findall(r"repo: https://github.com/(\S+)\n\s+rev: v(\S+)", text)]
    assert used == [(REPOSITORY, __version__)] * 2


def test_the_readme_of_pypi_has_addresses_alone() -> None:
    """Pages of the site, files of the repository at the tag; every page that is named there is a page of docs/."""
    shown = pypi_readme.text(__version__)
    targets = re.findall(r"\]\(([^)]+)\)", shown)
    assert len(targets) == len(re.findall(r"\]\(([^)]+)\)", (ROOT / "README.md").read_text(encoding="utf-8"))) > 20
    for target in targets:
        if target.startswith(f"{URLS['Source']}/blob/v{__version__}/"):
            assert (ROOT / target.partition(f"/v{__version__}/")[2]).exists(), target
            continue
        assert target.startswith(URLS["Documentation"]), target
        page = target.removeprefix(URLS["Documentation"])
        places = (f"docs/{page}", f"docs/{page.rstrip('/')}.md", f"docs/{page}README.md")
        assert page == "changes/" or any((ROOT / place).is_file() for place in places), target


def test_classifiers_are_those_of_the_tests() -> None:
    """The Python versions are those that CI tests; the licence is an expression, and no classifier (PEP 639)."""
    workflow = (ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8")
    tested = re.search(r"^        python: \[(.*)\]$", workflow, re.MULTILINE)
    assert tested
    named = [one.rpartition(" ")[2] for one in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", one)]
    assert named == re.findall(r"[\d.]+", tested[1]) and PROJECT["requires-python"] == f">={named[0]}"
    assert PROJECT["license"].startswith("MIT") and not any(
        one.startswith("License ::") for one in PROJECT["classifiers"]
    )


def test_the_change_log_is_for_users() -> None:
    """What is new, what changed, what to do; links to pages that exist."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = text.partition("\n## ")[2].partition("\n## ")[0]
    assert newest.startswith(f"{__version__} (")
    assert re.findall(r"^### (.*)$", newest, re.MULTILINE) == ["New", "Changed", "What to do"]
    assert all((ROOT / path).exists() for path in re.findall(r"\]\(([^)#:]+)\)", newest))
