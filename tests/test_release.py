"""What a release needs: version, change log, addresses and packages agree (tools/check_release.py)."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from mtlb._version import __version__
from mtlb.base.toml import toml_document
from tools import check_release, pypi_readme

ROOT = Path(__file__).resolve().parents[1]
PYPROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
PROJECT = toml_document(PYPROJECT, "pyproject.toml is")["project"]
CHANGES = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
SITE, SOURCE = "https://someone.github.io/mtlb", "https://github.com/someone/mtlb"
PLACED = f"""[project]
name = "mtlb"

[project.urls]
Documentation = "{SITE}/"
Source = "{SOURCE}"
"""
RELEASED = f"# Changes\n\n## {__version__} (2026-12-31)\n"
PACKAGES = (f"dist/mtlb-{__version__}-py3-none-any.whl", f"dist/mtlb-{__version__}.tar.gz")


def lacking(
    changes: str = RELEASED, pyproject: str = PLACED, tag: str = f"v{__version__}", packages=PACKAGES
) -> list[str]:
    return list(check_release.lacking(changes, pyproject, tag, "someone/mtlb", packages))


def test_nothing_is_lacking() -> None:
    assert lacking() == []


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"tag": "v9.9.9"}, f"the tag is v9.9.9, and the version of mtlb/_version.py {__version__}"),
        (
            {"pyproject": PLACED.replace("someone", "other")},
            "is https://github.com/other/mtlb, and the repository is someone",
        ),
        ({"pyproject": "[project]\n"}, "pyproject.toml has no [project.urls]"),
        ({"packages": ["dist/mtlb-9.9.9.tar.gz"]}, f"dist/mtlb-9.9.9.tar.gz is not of version {__version__}"),
        ({"changes": "# Changes\n"}, f"CHANGELOG.md has no section '## {__version__} (YYYY-MM-DD)'"),
        ({"changes": f"## Unreleased\n\n{RELEASED}"}, "CHANGELOG.md has a section '## Unreleased'"),
    ],
)
def test_what_is_lacking_is_said(changed: dict[str, object], reason: str) -> None:
    assert any(reason in line for line in lacking(**changed))  # type: ignore[arg-type]


def test_the_command_says_what_this_checkout_lacks() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "tools/check_release.py", "--tag", "v9.9.9"], capture_output=True, text=True
    )
    assert done.returncode == 1 and done.stderr.startswith("the tag is v9.9.9, and ")


def test_the_description_of_a_package_has_addresses_where_there_is_a_place() -> None:
    """Pages of the site, files of the repository at the tag; every page that is named there is a page of docs/."""
    shown = pypi_readme.described(README, PLACED, __version__)
    targets = re.findall(r"\]\(([^)]+)\)", shown)
    assert len(targets) == len(re.findall(r"\]\(([^)]+)\)", README)) > 20
    for target in targets:
        if target.startswith(f"{SOURCE}/blob/v{__version__}/"):
            assert (ROOT / target.partition(f"/v{__version__}/")[2]).exists(), target
            continue
        assert target.startswith(SITE), target
        page = target.removeprefix(f"{SITE}/")
        places = (f"docs/{page}", f"docs/{page.rstrip('/')}.md", f"docs/{page}README.md")
        assert page == "changes/" or any((ROOT / place).is_file() for place in places), target


def test_the_description_of_a_package_has_no_addresses_where_there_is_no_place() -> None:
    shown = pypi_readme.described(README, '[project]\nname = "mtlb" # [project.urls] comes later\n', __version__)
    assert "](" not in shown and "![" not in shown and "for the game developer in CI" in shown
    assert pypi_readme.text(__version__) == pypi_readme.described(README, PYPROJECT, __version__)


def test_a_table_of_addresses_is_whole() -> None:
    with pytest.raises(SystemExit, match="has no Source"):
        pypi_readme.described(README, PLACED.replace("Source", "Sauce"), __version__)


def test_classifiers_are_those_of_the_tests() -> None:
    """The Python versions are those that CI tests; the licence is an expression, and no classifier (PEP 639)."""
    workflow = (ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8")
    tested = re.search(r"^        python: \[(.*)\]$", workflow, re.MULTILINE)
    assert tested
    named = [
        classifier.rpartition(" ")[2] for classifier in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", classifier)
    ]
    assert named == re.findall(r"[\d.]+", tested[1]) and PROJECT["requires-python"] == f">={named[0]}"
    assert PROJECT["license"].startswith("MIT") and not any(
        classifier.startswith("License ::") for classifier in PROJECT["classifiers"]
    )


def test_the_change_log_is_for_users() -> None:
    """Breaking changes first, then what is new and what is fixed; links to pages that exist."""
    for section in CHANGES.split("\n## ")[1:3]:
        assert section.startswith((f"{__version__} (", "Unreleased\n"))
        headings = re.findall(r"^### (.*)$", section, re.MULTILINE)
        assert headings in (["Breaking changes", "New"], ["Breaking changes", "New", "Fixed"])
