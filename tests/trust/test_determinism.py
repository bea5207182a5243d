"""The same bytes come out wherever, whenever and however a command is run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.trust.workload import LIBRARY, MODULE, ROOT, environment, finish, numbered_modules, run, start

ENVIRONMENTS: dict[str, dict[str, str]] = {
    "plain": {},
    "hash seed": {"PYTHONHASHSEED": "1"},
    "another hash seed": {"PYTHONHASHSEED": "4242"},
    "C": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "Turkish": {"LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"},
    "Tokyo": {"TZ": "Asia/Tokyo"},
    "narrow": {"COLUMNS": "40", "TERM": "dumb", "NO_COLOR": "1"},
    "source date": {"SOURCE_DATE_EPOCH": "1", "HOME": "/nonexistent", "USER": "another"},
    "optimised": {"PYTHONOPTIMIZE": "2", "PYTHONDONTWRITEBYTECODE": "1"},
}


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with a library, and modules that can be linked together."""
    directory = tmp_path_factory.mktemp("inputs")
    shutil.copy(LIBRARY, directory / "in.metallib")
    numbered_modules(directory, 4)
    return directory


def modules(directory: Path) -> list[str]:
    return sorted(path.name for path in directory.glob("m*.air"))


def jobs(inputs: Path) -> dict[str, list[str]]:
    """What is run: words relative to the directory of the inputs. `OUT` is where the output goes."""
    return {
        "link": ["link", *modules(inputs), "-o", "OUT"],
        "pack": ["link", "--pack", *modules(inputs), "-o", "OUT"],
        "rewrite": ["rewrite", "--modules", "in.metallib", "-o", "OUT"],
        "extract": ["extract", "in.metallib", "-d", "OUT"],
        "report": ["report", "in.metallib", "-o", "OUT"],
        "info": ["info", "--json", "in.metallib"],
        "nm": ["nm", "in.metallib"],
        "size": ["size", "in.metallib"],
        "doctor": ["doctor", "in.metallib"],
        "objdump": ["objdump", "in.metallib"],
    }


def made(output: Path) -> Mapping[str, bytes]:
    files = sorted(output.rglob("*")) if output.is_dir() else [output] if output.exists() else []
    return {str(path.relative_to(output)): path.read_bytes() for path in files if path.is_file()}


def outcome(words: list[str], cwd: Path, output: Path, **env: str) -> tuple[int, bytes, str, Mapping[str, bytes]]:
    """Exit code, what was printed, and the files that were made, at a place of the caller's choice."""
    replaced = [str(output) if word == "OUT" else word for word in words]
    code, stdout, stderr = run(*replaced, cwd=cwd, **env)
    return code, stdout, stderr.replace(str(output), "OUT"), made(output)


@pytest.mark.parametrize(
    "job", ["link", "pack", "rewrite", "extract", "report", "info", "nm", "size", "doctor", "objdump"]
)
@pytest.mark.long
def test_environments(job: str, inputs: Path, tmp_path: Path) -> None:
    words = jobs(inputs)[job]
    outcomes = {}
    names = ENVIRONMENTS if job in ("link", "info") else ("plain", "another hash seed", "C")
    for number, name in enumerate(names):
        place = tmp_path / str(number)
        place.mkdir()
        # The name of the output is part of what a link records.
        outcomes[name] = outcome(words, inputs, place / "out.metallib", **ENVIRONMENTS[name])
    first = outcomes["plain"]
    assert first[0] == 0, first[2]
    assert first[1] or first[3]
    for name, other in outcomes.items():
        assert other == first, name


@pytest.mark.skipif(os.name == "nt", reason="umask")
@pytest.mark.long
def test_umask(inputs: Path, tmp_path: Path) -> None:
    outcomes = []
    for mask in (0o000, 0o077):
        place = tmp_path / f"{mask:03o}"
        place.mkdir()
        before = os.umask(mask)
        try:
            outcomes.append(outcome(jobs(inputs)["link"], inputs, place / "out.metallib"))
        finally:
            os.umask(before)
    assert outcomes[0] == outcomes[1]


@pytest.mark.long
def test_directories_and_copies(inputs: Path, tmp_path: Path) -> None:
    """Another directory with other names above it, later file times, and another order of creation."""
    copy = tmp_path / "a much longer name, with blanks" / "ünïcode"
    copy.mkdir(parents=True)
    for path in sorted(inputs.iterdir(), reverse=True):
        shutil.copyfile(path, copy / path.name)
        os.utime(copy / path.name, (1, 1))
    for job in ("link", "info", "rewrite"):
        words = jobs(inputs)[job]
        here, there = tmp_path / f"{job}1" / "out.metallib", tmp_path / f"{job}2" / "out.metallib"
        here.parent.mkdir()
        there.parent.mkdir()
        assert outcome(words, inputs, here) == outcome(words, copy, there)


@pytest.mark.long
def test_paths_stdin_and_response_files(inputs: Path, tmp_path: Path) -> None:
    """However the inputs are named: the modules say what their names are, the command line does not."""
    names = modules(inputs)
    response = tmp_path / "files.rsp"
    response.write_text("\n".join(names))
    results = []
    for number, words in enumerate(
        (names, [f"./{name}" for name in names], [str(inputs / name) for name in names], [f"@{response}"])
    ):
        output = tmp_path / str(number) / "out.metallib"
        output.parent.mkdir()
        code, _, stderr, files = outcome(["link", *words, "-o", "OUT"], inputs, output)
        assert code == 0, stderr
        results.append(files)
    assert all(files == results[0] for files in results)
    with LIBRARY.open("rb") as file:
        words = [sys.executable, "-m", "mtlb", "rewrite", "-"]
        done = subprocess.run(words, stdin=file, capture_output=True, env=environment(), check=True)
    assert done.stdout == LIBRARY.read_bytes()


def other_pythons() -> list[str]:
    """Interpreters on PATH and of pyenv that have what mtlb needs, other than this one."""
    candidates = [shutil.which(f"python3.{minor}") for minor in range(10, 15)]
    candidates += [str(path) for path in sorted(Path.home().glob(".pyenv/versions/3.1*/bin/python"))]
    texts: dict[str, str] = {}
    probe = "import sys, typer, cryptography, llvmlite; print(*sys.version_info[:2])"
    for python in filter(None, candidates):
        done = subprocess.run([python, "-c", probe], capture_output=True, text=True)
        if done.returncode == 0 and done.stdout.split() != [str(part) for part in sys.version_info[:2]]:
            texts.setdefault(done.stdout, python)
    return list(texts.values())


@pytest.mark.long
def test_other_versions_of_python(inputs: Path, tmp_path: Path) -> None:
    """Where they are at hand; CI runs all of the tests on each version, against the same golden files."""
    pythons = other_pythons()
    if not pythons:
        pytest.skip("no other Python with the dependencies")
    results = []
    for number, python in enumerate([sys.executable, *pythons]):
        output = tmp_path / str(number) / "out.metallib"
        output.parent.mkdir()
        words = ["link", *modules(inputs), "-o", str(output)]
        subprocess.run([python, "-m", "mtlb", *words], cwd=inputs, env=environment(), check=True)
        results.append(output.read_bytes())
    assert len(set(results)) == 1


# --- at the same time ------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_eight_links_into_one_directory(inputs: Path, tmp_path: Path) -> None:
    names = modules(inputs)
    alone = tmp_path / "alone" / "0.metallib"
    alone.parent.mkdir()
    assert run("link", *names, "--no-library-name", "-o", alone, cwd=inputs)[0] == 0
    together = tmp_path / "together"
    together.mkdir()
    running = [
        start("link", *names, "--no-library-name", "-o", together / f"{i}.metallib", cwd=inputs) for i in range(8)
    ]
    assert [finish(process)[0] for process in running] == [0] * 8
    assert made(together) == {f"{i}.metallib": alone.read_bytes() for i in range(8)}


@pytest.mark.long
def test_links_of_one_output(inputs: Path, tmp_path: Path) -> None:
    """One of them wins, whole, and nothing else is left."""
    first, *others = modules(inputs)
    expected = set()
    for number, names in enumerate(([first], others)):
        output = tmp_path / str(number)
        assert run("link", *names, "--no-library-name", "-o", output, cwd=inputs)[0] == 0
        expected.add(output.read_bytes())
    place = tmp_path / "place"
    place.mkdir()
    running = [
        start("link", *names, "--no-library-name", "-o", place / "out", cwd=inputs)
        for names in ([first], others, [first], others)
    ]
    assert [finish(process)[0] for process in running] == [0] * 4
    ((name, content),) = made(place).items()
    assert name == "out"
    assert content in expected


@pytest.mark.long
def test_extractions_into_one_directory(tmp_path: Path) -> None:
    running = [start("extract", LIBRARY, "-d", tmp_path / "out") for _ in range(4)]
    codes = [finish(process) for process in running]
    assert all(code == 0 for code, _, _ in codes), codes
    assert run("extract", LIBRARY, "-d", tmp_path / "alone")[0] == 0
    assert made(tmp_path / "out") == made(tmp_path / "alone")
    assert sorted(os.listdir(tmp_path)) == ["alone", "out"]


def test_the_workload_is_there() -> None:
    assert MODULE.exists()
    assert ROOT.joinpath("mtlb").is_dir()
