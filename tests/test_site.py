"""The documentation site, the manual pages and the index of errors are made from the code and lack nothing."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

import checkout_links
import pytest

import mtlb
import mtlb.emit
from mtlb.air.lint import RULES
from mtlb.cli.commands import NAMES
from mtlb.container.checking import CODES
from mtlb.inspect.doctor import CHECKS
from tests.cli.invoke import invoke
from tools import gen_api_pages, gen_builder_reference, gen_error_index

ROOT = Path(__file__).resolve().parents[1]
SVG = "{http://www.w3.org/2000/svg}"


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


@pytest.mark.long
def test_the_index_of_errors_has_every_code_and_most_messages(tmp_path: Path) -> None:
    made("gen_error_index.py", "--check")
    made("gen_error_index.py", tmp_path / "errors")
    pages = {path.stem: path.read_text(encoding="utf-8") for path in (tmp_path / "errors").iterdir()}
    assert pages.keys() == {"README", "codes", *gen_error_index.AREAS}
    assert all(f"({name}.md)" in pages["README"] for name in pages if name != "README")
    assert max(map(len, pages.values())) < sum(map(len, pages.values())) / 3
    text = "".join(pages.values())
    assert all(f"`{code}`" in text for code in (*CODES, *CHECKS)) and all(f"[{code}]" in text for code in RULES)
    assert "| response file … includes itself |" in text
    assert text.count("\n| ") > 800


def test_every_exported_name_is_on_a_page_of_the_api() -> None:
    """Counted over the packages: what each exports has a directive of mkdocstrings, or a heading of the builder's."""
    exported = gen_api_pages.exported()
    pages = dict(gen_api_pages.pages())
    pages["library"] = gen_api_pages.face()
    directives = [path for text in pages.values() for path in re.findall(r"^::: (\S+)$", text, re.MULTILINE)]
    assert len(directives) == len(set(directives)) > 300
    assert [item for item in exported if item.path not in directives and item.package != "mtlb.testing"] == []
    assert "mtlb.testing" in directives
    reference = gen_builder_reference.page()
    assert [name for name in mtlb.emit.__all__ if not re.search(rf"^### {name}$|^- `{name}\b", reference, re.M)] == []
    packages = {name for name, is_package in checkout_links.modules().items() if is_package}
    shown = {item.package for item in exported} | {"mtlb.emit", "mtlb.cli", "mtlb.cli.apple"}
    assert [name for name in sorted(packages - shown) if getattr(import_module(name), "__all__", ())] == []


def test_pictures_are_those_that_the_tool_draws() -> None:
    """They are well-formed, say what they show to those who don't see them, and have colours for dark surroundings."""
    made("gen_pictures.py", "--check")
    for path in (ROOT / "docs/pictures").glob("*.svg"):
        root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
        kinds = [child.tag.rpartition("}")[2] for child in root]
        assert kinds[:3] == ["title", "desc", "style"] and "prefers-color-scheme:dark" in (root[2].text or "")
        widest = float(root.attrib["viewBox"].split()[2])
        assert widest <= 480 and all(float(text.attrib["x"]) < widest for text in root.iter(f"{SVG}text"))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site with an explorer: a folder in the place of the real one."""
    folder = tmp_path_factory.mktemp("explorer")
    (folder / "index.html").write_text("<title>explorer</title>", encoding="utf-8")
    target = tmp_path_factory.mktemp("site")
    built = build_site(target, MTLB_EXPLORER=str(folder))
    assert built.returncode == 0, built.stdout + built.stderr
    assert "requires either" not in built.stderr  # what lays out signatures is among mtlb[docs]
    return target


def build_site(target: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-d", target]
    env = {**os.environ, "MTLB_EXPLORER": "", **environment}
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, env=env)


needs_mkdocs = pytest.mark.skipif(
    find_spec("mkdocs") is None or find_spec("mkdocstrings") is None, reason="no mtlb[docs]"
)


@pytest.mark.site
@needs_mkdocs
def test_the_site_is_built_without_a_warning(site: Path) -> None:
    """Links and anchors lead somewhere, and no page fetches anything of others."""
    pages = (
        "index",
        "errors",
        "errors/codes",
        "errors/link",
        "builder-api",
        "glossary",
        "library",
        "changes",
        "manual",
        "lint/AIR009",
        "commands",
        "for-ci",
    )
    for page in (*pages, *(f"commands/{name}" for name in NAMES)):
        assert (site / page / "index.html").exists() or (site / f"{page}.html").exists(), page
    for path in site.rglob("*.html"):
        text = path.read_text(encoding="utf-8").replace('rel="canonical"', "").replace("<link  href", "<a href")
        fetched = re.findall(r'<(?:script|img|link)\b[^>]*?(?:src|href)="(https?:[^"]+)"', text)
        assert fetched == [], path
    assert {path.name for path in (site / "man").iterdir()} == {"mtlb.1", *(f"mtlb-{name}.1" for name in NAMES)}


@pytest.mark.site
@needs_mkdocs
def test_every_exported_name_is_in_the_site(site: Path) -> None:
    folders = [site / "library", *(site / "packages").iterdir()]
    texts = [(folder / "index.html").read_text(encoding="utf-8") for folder in folders if folder.is_dir()]
    actual = {item for text in texts for item in re.findall(r'id="([^"]+)"', text)}
    lacking = [item for item in gen_api_pages.exported() if not {item.path, f"{item.package}.{item.name}"} & actual]
    assert lacking == [] and len(actual) > 600


@pytest.mark.site
@needs_mkdocs
def test_pages_of_commands_have_all_options(site: Path) -> None:
    for name in NAMES:
        text = (site / f"commands/{name}/index.html").read_text(encoding="utf-8")
        options = set(re.findall(r"^  (?:-\w, )?(--[\w-]+)", invoke(name, "--help").text, re.MULTILINE))
        assert options and all(option in text for option in options), name


@pytest.mark.site
@needs_mkdocs
def test_what_sarif_refers_to_is_in_the_site(site: Path) -> None:
    """`helpUri` of every rule: the pages that cli/lint.py, cli/check.py and cli/run.py name."""
    for page in (*(f"lint/{code}" for code in RULES), "commands/check", "run"):
        assert (site / page / "index.html").exists(), page
    named = re.findall(
        r'sarif\(.*RULES, "([^"]+)"\)', "".join(p.read_text("utf-8") for p in (ROOT / "cli").glob("*.py"))
    )
    assert sorted(named) == ["commands/check", "lint/{}", "run"]


@pytest.mark.site
@needs_mkdocs
def test_the_explorer_is_part_of_the_site_where_there_is_one(site: Path, tmp_path: Path) -> None:
    assert (site / "explore/index.html").read_text(encoding="utf-8") == "<title>explorer</title>"
    about = (site / "explorer/index.html").read_text(encoding="utf-8")
    assert 'href="../explore/index.html">Open the explorer</a>' in about
    assert 'href="explore/index.html">Open the explorer</a>' in (site / "index.html").read_text(encoding="utf-8")
    plain = build_site(tmp_path / "plain")
    assert plain.returncode == 0, plain.stdout + plain.stderr
    assert not (tmp_path / "plain/explore").exists()
    assert "Open the explorer</a>" not in (tmp_path / "plain/index.html").read_text(encoding="utf-8")
    wrong = build_site(tmp_path / "wrong", MTLB_EXPLORER=str(tmp_path))
    assert wrong.returncode != 0 and "has no index.html: tools/build_explorer.py" in wrong.stdout + wrong.stderr
