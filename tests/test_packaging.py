"""Imports, the command and type checkers work from a wheel, a zip, an editable install and a clone.

None of it needs symbolic links in the repository (tools/checkout_links.py)."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipapp
import zipfile
from pathlib import Path

import pytest
import typer
from checkout_links import FOLDERS, make_links
from shared_files import COMPLETIONS

from mtlb.base.toml import toml_document
from mtlb.cli.commands import NAMES

ROOT = Path(__file__).resolve().parent.parent
LEFT_OUT = (
    ".git",
    ".venv",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
    ".hypothesis",
    "__pycache__",
    "*.egg-info",
    "build",
    "node_modules",
)

USE = """
import mtlb.cli.main
import mtlb.linker

right: int = mtlb.cli.main.run([])
wrong: str = mtlb.cli.main.run([])
"""

# A front end of PEP 517: directory for the result, and which of sdist, wheel, editable.
BUILD = "import sys; sys.path.insert(0, 'tools'); import build_backend as backend; "
BUILD += "print(getattr(backend, 'build_' + sys.argv[2])(sys.argv[1]))"


def run(*command: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    inherited = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "MTLB", "MYPY", "COV", "GIT"))}
    env = {**inherited, **environment, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    return subprocess.run([str(c) for c in command], cwd=cwd, env=env, capture_output=True, text=True, timeout=300)


def must(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def fails(done: subprocess.CompletedProcess[str]) -> str:
    """The last line of what a command that failed said."""
    assert done.returncode != 0, done.stdout + done.stderr
    return done.stderr.strip().splitlines()[-1]


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout, as git gives it."""
    target = tmp_path_factory.mktemp("clone") / "mtlb"
    shutil.copytree(ROOT, target, symlinks=True, ignore=shutil.ignore_patterns(*LEFT_OUT))
    for name in FOLDERS:  # made by builds, and not in the repository
        (target / "mtlb" / name).unlink(missing_ok=True)
    return target


@pytest.fixture(scope="module")
def setuptools(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A directory with the build requirements of pyproject.toml."""
    target = tmp_path_factory.mktemp("setuptools")
    pyproject = toml_document((ROOT / "pyproject.toml").read_text(encoding="utf-8"), "pyproject.toml is")
    required = pyproject["build-system"]["requires"]
    must(run(sys.executable, "-m", "pip", "install", "-q", "--target", target, *required, cwd=target))
    return str(target)


def build(source: Path, what: str, target: Path, setuptools: str, **environment: str) -> Path:
    """The one file that setuptools makes of `source`; that it warns of anything is an error."""
    target.mkdir()
    must(
        run(sys.executable, "-W", "error", "-c", BUILD, target, what, cwd=source, PYTHONPATH=setuptools, **environment)
    )
    (result,) = target.iterdir()
    return result


@pytest.fixture(scope="module")
def wheel(clone: Path, setuptools: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(clone, "wheel", tmp_path_factory.mktemp("made") / "wheel", setuptools)


def assert_works(python: str | Path, cwd: Path, **environment: str) -> str:
    """The command runs and both packages at the top of the repository are importable; returns their paths."""
    assert must(run(python, "-m", "mtlb", "--version", cwd=cwd, **environment)).startswith("mtlb ")
    code = "import mtlb.linker, mtlb.cli; print(mtlb.linker.__file__)"
    return must(run(python, "-c", code, cwd=cwd, **environment)).strip()


def assert_typed(python: str | Path, cwd: Path, directory: Path) -> None:
    """mypy, and pyright if it is here, find both packages with their types: of two assignments they refuse one."""
    use = directory / "use.py"
    use.write_text(USE)
    mypy = [sys.executable, "-m", "mypy", "--config-file=", "--follow-imports=silent", "--python-executable", python]
    checked = run(*mypy, use, cwd=cwd)
    assert checked.stdout.count("error:") == 1, checked.stdout + checked.stderr
    assert '"int", variable has type "str"' in checked.stdout
    if shutil.which("pyright"):
        checked = run("pyright", "--pythonpath", python, use, cwd=cwd)
        assert checked.stdout.count(" error: ") == 1, checked.stdout + checked.stderr
        assert '"int" is not assignable to "str"' in checked.stdout


@pytest.mark.long
def test_wheel_and_sdist_hold_every_file(clone: Path, wheel: Path, setuptools: str, tmp_path: Path) -> None:
    """Every file of the packages as a file, nothing else, and a wheel made of the sdist is the same wheel."""
    want = {p.relative_to(clone).as_posix() for p in (clone / "mtlb").rglob("*") if p.is_file()}
    for name in FOLDERS:
        want |= {f"mtlb/{p.relative_to(clone).as_posix()}" for p in (clone / name).rglob("*.py")}
    want = {name for name in want if "__pycache__" not in name}
    packed = zipfile.ZipFile(wheel).namelist()
    version = re.fullmatch(r"mtlb-(.+?)-.*\.whl", wheel.name)
    assert version is not None
    data = f"mtlb-{version[1]}.data/data/"
    shared = {name.removeprefix(data) for name in packed if name.startswith(data)}
    assert {name for name in packed if ".dist-info/" not in name and not name.startswith(data)} == want
    cmake = {f"share/cmake/mtlb/{Path(name).name}" for name in want if name.endswith(".cmake")}
    manuals = {f"share/man/man1/{name}.1" for name in ("mtlb", *(f"mtlb-{command}" for command in NAMES))}
    assert len(cmake) == 3 and shared == {*cmake, *manuals, *COMPLETIONS.values()}
    sdist = build(clone, "sdist", tmp_path / "sdist", setuptools)
    with tarfile.open(sdist) as archive:
        assert all(member.isfile() or member.isdir() for member in archive.getmembers())
        if hasattr(tarfile, "data_filter"):  # Python 3.10.12, 3.11.4 and newer
            archive.extractall(tmp_path, filter="data")
        else:
            archive.extractall(tmp_path)
    again = build(tmp_path / sdist.name.removesuffix(".tar.gz"), "wheel", tmp_path / "again", setuptools)
    assert sorted(zipfile.ZipFile(again).namelist()) == sorted(packed)


@pytest.mark.long
def test_completions_and_manual_pages_work(wheel: Path, tmp_path: Path) -> None:
    """bash completes with the wheel's file; zsh's runs when it is loaded, not only when it is sourced."""
    packed = zipfile.ZipFile(wheel)
    data = {
        name.partition(".data/data/")[2]: packed.read(name).decode()
        for name in packed.namelist()
        if ".data/data/" in name
    }
    assert data["share/man/man1/mtlb-link.1"].startswith('.TH "MTLB-LINK" 1')
    assert data[COMPLETIONS["zsh"]].startswith("#compdef mtlb\n") and "loadautofunc" in data[COMPLETIONS["zsh"]]
    assert "complete --command mtlb" in data[COMPLETIONS["fish"]]
    bash = shutil.which("bash")
    if bash and os.name == "posix":
        mtlb = tmp_path / "mtlb"
        mtlb.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m mtlb "$@"\n')
        mtlb.chmod(0o755)
        (tmp_path / "completion").write_text(data[COMPLETIONS["bash"]])
        code = (
            'source ./completion; COMP_WORDS=(mtlb li); COMP_CWORD=1; _mtlb_completion ./mtlb; echo "${COMPREPLY[@]}"'
        )
        assert {"link", "lint", "lipo"} <= set(must(run(bash, "-c", code, cwd=tmp_path, PYTHONPATH=str(wheel))).split())


@pytest.mark.long
def test_equal_sources_give_equal_archives(clone: Path, setuptools: str, tmp_path: Path) -> None:
    """With SOURCE_DATE_EPOCH, sdists and wheels from two copies of the checkout in other folders are the same bytes."""
    chunks: dict[str, list[bytes]] = {"sdist": [], "wheel": []}
    for name in ("first", "other"):
        source = tmp_path / name
        shutil.copytree(clone, source, symlinks=True, ignore=shutil.ignore_patterns(*LEFT_OUT))
        for what, contents in chunks.items():
            target = tmp_path / f"{what}{len(contents)}"
            contents.append(build(source, what, target, setuptools, SOURCE_DATE_EPOCH="1600000000").read_bytes())
    assert chunks["wheel"][0] == chunks["wheel"][1]
    assert chunks["sdist"][0] == chunks["sdist"][1]


@pytest.mark.long
def test_installed(clone: Path, wheel: Path, setuptools: str, tmp_path: Path) -> None:
    """A wheel, then in its place an editable install, in an environment that sees what mtlb depends on."""
    directory = tmp_path / "venv"
    venv.create(directory, symlinks=os.name != "nt")
    python = directory / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    site = Path(must(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=tmp_path)).strip())
    # The path entries of an editable mtlb are read in site directories alone, so this entry does not include it.
    (site / "dependencies.pth").write_text(f"{Path(typer.__file__).parents[1]}\n")
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "-q", "--no-deps"]

    # pip sees a mtlb that is installed beside the dependencies, and would take it for this one.
    must(run(*pip, "--ignore-installed", wheel, cwd=tmp_path))
    assert Path(assert_works(python, tmp_path)) == site / "mtlb/linker/__init__.py"
    assert_typed(python, tmp_path, tmp_path)

    copy = tmp_path / "copy"  # the install makes links in it
    shutil.copytree(clone, copy, symlinks=True)
    must(run(*pip, "--no-build-isolation", "-e", copy, cwd=tmp_path, PYTHONPATH=setuptools))
    assert Path(assert_works(python, tmp_path)) == copy / "mtlb/linker/__init__.py"
    assert_typed(python, tmp_path, tmp_path)
    assert not (site / "mtlb").exists()
    assert [p.read_text().strip() for p in site.glob("__editable__*.pth")] == [str(copy)]


@pytest.mark.long
def test_zip(wheel: Path, tmp_path: Path) -> None:
    """The wheel itself on the path, and an application in one file."""
    assert assert_works(sys.executable, tmp_path, PYTHONPATH=str(wheel)).startswith(str(wheel))
    unpacked = tmp_path / "unpacked"
    zipfile.ZipFile(wheel).extractall(unpacked)
    zipapp.create_archive(unpacked, tmp_path / "mtlb.pyz", main="mtlb.cli.main:main")
    assert must(run(sys.executable, tmp_path / "mtlb.pyz", "--version", cwd=tmp_path)).startswith("mtlb ")
    library = ROOT / "golden/lib/air-lld-macos14.metallib"  # a report needs the files beside the code, too
    must(run(sys.executable, tmp_path / "mtlb.pyz", "report", library, "-o", "page.html", cwd=tmp_path))
    assert "<style>" in (tmp_path / "page.html").read_text(encoding="utf-8")


@pytest.mark.long
def test_clone_root(clone: Path, tmp_path: Path) -> None:
    """From the root of a clone, and with the links that type checkers follow."""
    copy = tmp_path / "copy"
    shutil.copytree(clone, copy, symlinks=True)
    assert Path(assert_works(sys.executable, copy)) == copy / "linker/__init__.py"
    for name in FOLDERS:  # a second copy of the package under another name
        said = fails(run(sys.executable, "-c", f"import {name}.main", cwd=copy))
        assert said.startswith("ImportError: ") and said.endswith(f": import mtlb.{name}")
    assert "No module named 'mtlb.tests'" in fails(run(sys.executable, "-c", "import mtlb.tests", cwd=copy))
    must(run(sys.executable, "tools/checkout_links.py", cwd=copy))
    assert Path(assert_works(sys.executable, copy)) == copy / "mtlb/linker/__init__.py"
    assert_typed(sys.executable, copy, tmp_path)


@pytest.mark.skipif(not shutil.which("git"), reason="needs git")
def test_the_repository_has_no_symbolic_links() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("not a clone")
    files = must(run("git", "ls-files", "--stage", cwd=ROOT)).splitlines()
    assert len(files) > 1000 and [line for line in files if line.startswith("120000")] == []


@pytest.mark.long
def test_an_editable_install_where_links_cannot_be_made(clone: Path, setuptools: str, tmp_path: Path) -> None:
    """What stands where a link belongs refuses it: the install has a finder instead of a plain path entry."""
    plain = tmp_path / "plain"
    shutil.copytree(clone, plain, symlinks=True)
    for name in FOLDERS:
        (plain / "mtlb" / name).write_text(f"../{name}")
    assert not make_links(plain)
    assert Path(assert_works(sys.executable, plain)) == plain / "linker/__init__.py"
    (tmp_path / "editable").mkdir()
    # It tells that folders of the working directory may take precedence, which -W error would not let pass.
    must(run(sys.executable, "-c", BUILD, tmp_path / "editable", "editable", cwd=plain, PYTHONPATH=setuptools))
    (wheel,) = (tmp_path / "editable").iterdir()
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    code = f"import site; site.addsitedir({str(tmp_path / 'site')!r}); import mtlb.linker as l; print(l.__file__)"
    assert Path(must(run(sys.executable, "-S", "-c", code, cwd=tmp_path)).strip()) == plain / "linker/__init__.py"


def test_links_are_made_once(tmp_path: Path) -> None:
    for name in FOLDERS:
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(f"# {name}")
    (tmp_path / "mtlb").mkdir()
    for _ in range(2):
        assert make_links(tmp_path)
        assert [(tmp_path / "mtlb" / name / "__init__.py").read_text() for name in FOLDERS] == ["# linker", "# cli"]
