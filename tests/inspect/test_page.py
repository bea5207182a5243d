"""The page's own code: the bundle in mtlb/inspect/page is that of web/src, and its tests pass (node, `npm ci`)."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "web"
PAGE = Path(__file__).parents[2] / "mtlb" / "inspect" / "page"

NODE = shutil.which("node")
needs_packages = pytest.mark.skipif(
    NODE is None or not (WEB / "node_modules" / "esbuild").is_dir(), reason="no node, or no `npm ci` in web/"
)


def node(*arguments: str) -> None:
    assert NODE is not None
    done = subprocess.run([NODE, *arguments], cwd=WEB, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@needs_packages
@pytest.mark.long
def test_the_bundle_is_that_of_its_sources() -> None:
    node("build.mjs", "--check")


@needs_packages
@pytest.mark.long
def test_types() -> None:
    node("node_modules/typescript/bin/tsc", "--noEmit")


@needs_packages
@pytest.mark.long
def test_the_pages_own_tests() -> None:
    node("build.mjs", "--tests")


def test_nothing_in_the_bundle_ends_the_element_that_holds_it() -> None:
    script = (PAGE / "page.js").read_text(encoding="utf-8")
    assert "</script" not in script.lower()
    assert "<!--" not in script
    assert "</style" not in (PAGE / "page.css").read_text(encoding="utf-8").lower()


@pytest.mark.parametrize("name", ["explore.html", "report.html"])
def test_nothing_of_other_places_is_allowed(name: str) -> None:
    html = (PAGE / name).read_text(encoding="utf-8")
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', html)
    assert policy
    assert policy[1].startswith("default-src 'none'; ")
    assert not re.search(r"https?:|\*|'unsafe-(?:inline|eval)'", policy[1])


def test_the_licence_of_each_bundled_package_is_there() -> None:
    licences = (PAGE / "LICENSES.txt").read_text(encoding="utf-8")
    for package in ("@tanstack/virtual-core", "d3-hierarchy", "highlight.js"):
        assert re.search(rf"^{re.escape(package)} \d", licences, re.MULTILINE)
