"""The documentation site, the manual pages and the index of errors are made from the code and lack nothing."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import mtlb
from mtlb.air.lint import RULES
from mtlb.cli.commands import NAMES
from mtlb.container.checking import CODES
from mtlb.inspect.doctor import CHECKS
from tests.cli.invoke import invoke

ROOT = Path(__file__).resolve().parents[1]


def made(tool: str, *words: str | Path) -> None:
    done = subprocess.run([sys.executable, ROOT / "tools" / tool, *words], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.fixture(scope="module")
def manual(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("man")
    made("gen_man_pages.py", directory)
    return directory


def test_every_command_has_a_manual_page_with_its_options(manual: Path) -> None:
    assert {path.name for path in manual.iterdir()} == {"mtlb.1", *(f"mtlb-{name}.1" for name in NAMES)}
    for name in NAMES:
        text = (manual / f"mtlb-{name}.1").read_text(encoding="utf-8").replace("\\-", "-")
        options = set(re.findall(r"^  (?:-\w, )?(--[\w-]+)", invoke(name, "--help").text, re.MULTILINE))
        assert options and all(option in text for option in options), name
        assert ".SH EXAMPLES" in text and "mtlb " in text.partition(".SH EXAMPLES")[2]


@pytest.mark.skipif(shutil.which("groff") is None, reason="no groff")
def test_manual_pages_are_good_roff(manual: Path) -> None:
    done = subprocess.run(
        ["groff", "-man", "-ww", "-Tutf8", "-z", *sorted(manual.iterdir())], capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_the_index_of_errors_has_every_code_and_most_messages(tmp_path: Path) -> None:
    made("gen_error_index.py", "--check")
    made("gen_error_index.py", tmp_path / "index")
    text = (tmp_path / "index").read_text(encoding="utf-8")
    assert all(f"`{code}`" in text for code in (*CODES, *CHECKS)) and all(f"[{code}]" in text for code in RULES)
    assert "| response file … includes itself |" in text
    assert text.count("\n| ") > 800


@pytest.mark.site
@pytest.mark.skipif(find_spec("mkdocs") is None or find_spec("mkdocstrings") is None, reason="no mtlb[docs]")
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    """Links and anchors lead somewhere, every public name is documented, and no page fetches anything of others."""
    site = tmp_path / "site"
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-d", site]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    for page in ("index", "errors", "glossary", "api", *(f"commands/{name}" for name in NAMES), "lint/AIR009"):
        assert (site / page / "index.html").exists() or (site / f"{page}.html").exists(), page
    found = set(re.findall(r'id="([^"]+)"', (site / "api/index.html").read_text(encoding="utf-8")))
    objects = [getattr(mtlb, name) for name in mtlb.__all__ if name != "__version__"]
    assert [name for one in objects if (name := f"{one.__module__}.{one.__qualname__}") not in found] == []
    for path in site.rglob("*.html"):
        fetched = re.findall(r'<(?:script|img|link)\b[^>]*?(?:src|href)="(https?:[^"]+)"', path.read_text("utf-8"))
        assert fetched == [], path
