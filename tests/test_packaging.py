"""`import mtlb.linker`, `python -m mtlb` and type checkers work from a wheel, an editable install and a clone."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

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
)

USE = """
import mtlb.cli.main
import mtlb.linker

right: int = mtlb.cli.main.run([])
wrong: str = mtlb.cli.main.run([])
"""


def run(*command: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    inherited = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "MTLB", "MYPY", "COV"))}
    env = {**inherited, **environment, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    return subprocess.run([str(c) for c in command], cwd=cwd, env=env, capture_output=True, text=True, timeout=300)


def must(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout, as git gives it where links exist."""
    target = tmp_path_factory.mktemp("clone") / "mtlb"
    shutil.copytree(ROOT, target, symlinks=True, ignore=shutil.ignore_patterns(*LEFT_OUT))
    return target


@pytest.fixture
def environment(tmp_path: Path) -> Path:
    """The Python of a new virtual environment that sees what mtlb depends on, and not mtlb."""
    directory = tmp_path / "venv"
    venv.create(directory, symlinks=os.name != "nt")
    python = directory / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    site = Path(must(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=tmp_path)).strip())
    # The path entries of an editable mtlb are read in site directories alone, so this entry doesn't bring it along.
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return python


def install(python: Path, cwd: Path, *what: str | Path) -> None:
    must(run(sys.executable, "-m", "pip", "--python", python, "install", "-q", "--no-deps", *what, cwd=cwd))


def assert_works(python: str | Path, cwd: Path) -> str:
    """The command runs and both packages that live at the top of the repository import; where they came from."""
    assert must(run(python, "-m", "mtlb", "--version", cwd=cwd)).startswith("mtlb ")
    return must(run(python, "-c", "import mtlb.linker, mtlb.cli; print(mtlb.linker.__file__)", cwd=cwd)).strip()


def assert_typed(python: str | Path, cwd: Path, directory: Path) -> None:
    """mypy finds both packages with their types: of two assignments it refuses just the wrong one."""
    use = directory / "use.py"
    use.write_text(USE)
    mypy = [sys.executable, "-m", "mypy", "--config-file=", "--follow-imports=silent", "--python-executable", python]
    checked = run(*mypy, use, cwd=cwd)
    assert checked.stdout.count("error:") == 1, checked.stdout + checked.stderr
    assert '"int", variable has type "str"' in checked.stdout


def test_wheel(clone: Path, environment: Path, tmp_path: Path) -> None:
    must(run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", tmp_path, clone, cwd=tmp_path))
    (wheel,) = tmp_path.glob("mtlb-*.whl")
    install(environment, tmp_path, wheel)
    installed = Path(assert_works(environment, tmp_path)).parent.parent
    assert_typed(environment, tmp_path, tmp_path)
    packed = {p.relative_to(installed) for p in installed.rglob("*.py")}
    source = {p.relative_to(ROOT / "mtlb") for p in (ROOT / "mtlb").rglob("*.py")}
    source |= {Path(top) / p.relative_to(ROOT / top) for top in ("linker", "cli") for p in (ROOT / top).rglob("*.py")}
    assert packed == source, "pyproject.toml doesn't list every package"
    assert (installed / "py.typed").exists()


def test_editable(clone: Path, environment: Path, tmp_path: Path) -> None:
    install(environment, tmp_path, "-e", clone)
    assert Path(assert_works(environment, tmp_path)).resolve() == (clone / "linker/__init__.py").resolve()
    assert_typed(environment, tmp_path, tmp_path)


def test_clone_root(clone: Path, environment: Path, tmp_path: Path) -> None:
    assert assert_works(environment, clone).startswith(str(clone))
    assert_typed(environment, clone, tmp_path)


@pytest.mark.parametrize("link", ["text", "absent"])
def test_clone_without_links(clone: Path, environment: Path, tmp_path: Path, link: str) -> None:
    """Where links can't be made, git leaves files that hold their targets; archives may leave nothing."""
    plain = tmp_path / "plain"
    shutil.copytree(clone, plain, symlinks=True)
    for name in ("linker", "cli"):
        (plain / "mtlb" / name).unlink()
        if link == "text":
            (plain / "mtlb" / name).write_text(f"../{name}")
    assert assert_works(environment, plain).startswith(str(plain))
    editable = tmp_path / "elsewhere"
    editable.mkdir()
    install(environment, tmp_path, "-e", plain)
    assert_works(environment, editable)
