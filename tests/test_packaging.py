"""Imports, the command and type checkers work from a wheel, a zip, an editable install and a clone.

linker/ and cli/ are folders at the top of the repository, and there are no symbolic links in it (docs/development.md §1).
"""

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
from checkout import FOLDERS

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
    """A copy of the checkout, as git gives it: without the links that an editable install made."""
    return copied(ROOT, tmp_path_factory.mktemp("clone") / "mtlb")


def copied(source: Path, target: Path) -> Path:
    shutil.copytree(source, target, symlinks=True, ignore=shutil.ignore_patterns(*LEFT_OUT))
    for name in FOLDERS:
        if os.path.lexists(target / "mtlb" / name):
            (target / "mtlb" / name).unlink()
    return target


@pytest.fixture(scope="module")
def setuptools(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A directory with the build requirements of pyproject.toml."""
    target = tmp_path_factory.mktemp("setuptools")
    (required,) = re.findall(r'^requires = \["(.+?)"\]$', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.M)
    must(run(sys.executable, "-m", "pip", "install", "-q", "--target", target, required, cwd=target))
    return str(target)


def build(source: Path, what: str, target: Path, setuptools: str) -> Path:
    """The one file that setuptools makes of `source`; that it warns of anything is an error."""
    target.mkdir()
    must(run(sys.executable, "-W", "error", "-c", BUILD, target, what, cwd=source, PYTHONPATH=setuptools))
    (made,) = target.iterdir()
    return made


@pytest.fixture(scope="module")
def wheel(clone: Path, setuptools: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(clone, "wheel", tmp_path_factory.mktemp("made") / "wheel", setuptools)


def assert_works(python: str | Path, cwd: Path, **environment: str) -> str:
    """The command runs and both packages at the top of the repository are importable; returns their paths."""
    assert must(run(python, "-m", "mtlb", "--version", cwd=cwd, **environment)).startswith("mtlb ")
    code = "import mtlb.linker, mtlb.cli; print(mtlb.linker.__file__)"
    return must(run(python, "-c", code, cwd=cwd, **environment)).strip()


def assert_typed(python: str | Path, cwd: Path, directory: Path) -> None:
    """mypy, and pyright where it is, find both packages with their types: of two assignments they refuse the wrong one."""
    use = directory / "use.py"
    use.write_text(USE)
    mypy = [sys.executable, "-m", "mypy", "--config-file=", "--follow-imports=silent", "--python-executable", python]
    checked = run(*mypy, use, cwd=cwd)
    assert checked.stdout.count("error:") == 1, checked.stdout + checked.stderr
    assert '"int", variable has type "str"' in checked.stdout
    if shutil.which("pyright"):
        checked = run("pyright", "--pythonpath", python, use, cwd=cwd)
        assert checked.stdout.count("error:") == 1, checked.stdout + checked.stderr
        assert '"int" is not assignable to "str"' in checked.stdout


def test_wheel_and_sdist_hold_every_file(clone: Path, wheel: Path, setuptools: str, tmp_path: Path) -> None:
    """Every file of the packages as a file, nothing else, and a wheel made of the sdist is the same wheel."""
    want = {p.relative_to(clone).as_posix() for p in (clone / "mtlb").rglob("*") if p.is_file()}
    for name in FOLDERS:
        want |= {f"mtlb/{p.relative_to(clone).as_posix()}" for p in (clone / name).rglob("*.py")}
    want = {name for name in want if "__pycache__" not in name}
    packed = zipfile.ZipFile(wheel).namelist()
    version = re.fullmatch(r"mtlb-(.+?)-.*\.whl", wheel.name)
    assert version is not None
    shared = {f"mtlb-{version[1]}.data/data/share/cmake/{name}" for name in want if name.endswith(".cmake")}
    shared = {name.replace("cmake/mtlb/cmake/", "cmake/mtlb/") for name in shared}  # where CMake looks
    assert len(shared) == 3
    assert {name for name in packed if ".dist-info/" not in name} == want | shared
    sdist = build(clone, "sdist", tmp_path / "sdist", setuptools)
    with tarfile.open(sdist) as archive:
        assert all(member.isfile() or member.isdir() for member in archive.getmembers())
        archive.extractall(tmp_path)  # filter="data" came with 3.10.12 and 3.11.4
    again = build(tmp_path / sdist.name.removesuffix(".tar.gz"), "wheel", tmp_path / "again", setuptools)
    assert sorted(zipfile.ZipFile(again).namelist()) == sorted(packed)


def test_installed(wheel: Path, setuptools: str, tmp_path: Path) -> None:
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

    clone = copied(ROOT, tmp_path / "clone")
    must(run(*pip, "--no-build-isolation", "-e", clone, cwd=tmp_path, PYTHONPATH=setuptools))
    assert Path(assert_works(python, tmp_path)) == clone / "linker/__init__.py"
    assert_typed(python, tmp_path, tmp_path)
    assert all((clone / "mtlb" / name).samefile(clone / name) for name in FOLDERS)
    for name in FOLDERS:  # only type checkers need the links
        (clone / "mtlb" / name).unlink()
    assert Path(assert_works(python, tmp_path)) == clone / "linker/__init__.py"
    assert not (site / "mtlb").exists()
    assert [p.read_text().strip() for p in site.glob("__editable__*.pth")] == [str(clone)]


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


def test_clone_root(clone: Path, tmp_path: Path) -> None:
    assert Path(assert_works(sys.executable, clone)) == clone / "linker/__init__.py"
    for name in FOLDERS:  # a second copy of the package under another name
        said = fails(run(sys.executable, "-c", f"import {name}.main", cwd=clone))
        assert said.startswith("ImportError: ") and said.endswith(f": import mtlb.{name}")
    assert "No module named 'mtlb.tests'" in fails(run(sys.executable, "-c", "import mtlb.tests", cwd=clone))
    linked = copied(clone, tmp_path / "linked")
    for _ in range(2):  # once they are there, nothing changes
        must(run(sys.executable, "tools/checkout.py", cwd=linked))
    assert Path(assert_works(sys.executable, linked)) == linked / "linker/__init__.py"
    assert_typed(sys.executable, linked, tmp_path)
    (linked / "mtlb/cli").unlink()
    (linked / "mtlb/cli").write_text("../cli")
    assert (
        fails(run(sys.executable, "tools/checkout.py", cwd=linked)) == "mtlb: error: mtlb/cli: can't make a link there"
    )


def test_the_pure_engine_in_a_clone(clone: Path) -> None:
    """What has all modules imported from their source files finds these, too, and each module is one, not two."""
    code = "import sys, mtlb.linker.link, mtlb.cli.main; print(*sorted(m.__file__ for n, m in sys.modules.items()"
    code += " if n.startswith(('mtlb.linker', 'mtlb.cli'))), sep='\\n')"
    files = must(run(sys.executable, "-c", code, cwd=clone, MTLB_PURE="1")).split()
    assert len(files) == len(set(files)) > 10
    assert all(Path(file).relative_to(clone).parts[0] in FOLDERS for file in files)


@pytest.mark.skipif(not shutil.which("git"), reason="needs git")
def test_the_repository_has_no_links(clone: Path, tmp_path: Path) -> None:
    """What git writes where links can't be made is the same."""
    git = ["git", "-c", "user.name=x", "-c", "user.email=x@example.com", "-c", "init.defaultBranch=main"]
    source = copied(clone, tmp_path / "source")
    for folder in ("docs", "golden", "tests", "web"):
        shutil.rmtree(source / folder)
    must(run(*git, "init", "-q", cwd=source))
    must(run(*git, "add", ".", cwd=source))
    must(run(*git, "commit", "-q", "-m", "x", cwd=source))
    must(run(*git, "-c", "core.symlinks=false", "clone", "-q", source, tmp_path / "plain", cwd=tmp_path))
    assert not [
        line for line in must(run(*git, "ls-files", "-s", cwd=source)).splitlines() if line.startswith("120000")
    ]
    assert Path(assert_works(sys.executable, tmp_path / "plain")) == tmp_path / "plain/linker/__init__.py"


def test_only_a_checkout_is_one(wheel: Path, tmp_path: Path) -> None:
    """Folders of these names beside an installed mtlb are somebody else's."""
    zipfile.ZipFile(wheel).extractall(tmp_path)
    for name in FOLDERS:
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise AssertionError")
    (tmp_path / "pyproject.toml").touch()
    assert Path(assert_works(sys.executable, tmp_path)) == tmp_path / "mtlb/linker/__init__.py"
