"""No command destroys an input, and no two outputs are one file."""

from __future__ import annotations

import os
import shutil
from importlib import import_module
from inspect import get_annotations
from pathlib import Path
from zipfile import ZipFile

import pytest

from mtlb.cli.arguments import Role
from mtlb.cli.commands import COMMANDS
from tests.cli.invoke import invoke
from tests.conftest import ROOT

LIBRARY = ROOT / "golden/lib/air-lld-macos14.metallib"
MODULE = ROOT / "golden/air/saxpy.air"


def kept(directory: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in directory.iterdir() if path.is_file()}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    shutil.copy(MODULE, "s.air")
    shutil.copy(LIBRARY, "x.metallib")
    Path("link.air").symlink_to("s.air")
    os.link("x.metallib", "hard.metallib")
    Path("args").write_text("s.air")
    Path("names").write_text("saxpy")
    return tmp_path


@pytest.mark.parametrize(
    "line",
    [
        "link s.air -o s.air",
        "link s.air -o ./s.air",
        "link s.air -o link.air",
        "link --pack s.air -o s.air",
        "link s.air -o q --depfile s.air",
        "link s.air -o q --map s.air",
        "link s.air -o q --map q",
        "link s.air -o q --map m --depfile ./m",
        "link s.air -o q --require-functions names --map names",
        "link @args -o args",
        "link s.air -l x -L . -o x.metallib",
        "report x.metallib -o x.metallib",
        "report x.metallib -o hard.metallib",
        "lipo create x.metallib -o x.metallib",
        "lipo thin x.metallib:air64_v26 -o x.metallib",
        "extract x.metallib -d x.metallib",
    ],
)
def test_an_input_is_kept(folder: Path, line: str) -> None:
    before = kept(folder)
    result = invoke(*line.split())
    assert result.code == 2 and result.stdout == b""
    assert "name another file" in result.stderr or "is named for two outputs" in result.stderr
    assert kept(folder) == before


def test_commands_that_edit_may_replace_their_input(folder: Path) -> None:
    for row in COMMANDS:
        if row.output is None or row.writes == "directory":
            continue
        source = "s.air" if row.reads == "module" else "x.metallib"
        before = kept(folder)
        result = invoke(row.name, *row.before, source, *row.plain, row.output, source)
        assert (result.code == 0) == row.replaces, row.name
        if not row.replaces:
            assert kept(folder) == before
    assert [row.name for row in COMMANDS if row.replaces] == ["rewrite", "edit", "strip", "retarget"]


def test_what_is_no_file_may_be_named_twice(folder: Path) -> None:
    assert invoke("link", "s.air", "-o", "/dev/null", "--map", "/dev/null").code == 0


def test_every_path_of_a_command_has_a_role() -> None:
    """A parameter whose metavar says that it is a file or a directory, but for those that are searched for inputs."""
    paths = {"FILE", "LIB", "PATH", "INPUT", "OLD", "NEW", "DIR", "FILE|N"}
    searched = ("library_path", "input_directory")
    without = []
    for row in COMMANDS:
        function = import_module(f"mtlb.cli.{row.name}").command
        for name, hint in get_annotations(function, eval_str=True).items():
            metadata = getattr(hint, "__metadata__", ())
            is_path = any(getattr(item, "metavar", None) in paths for item in metadata)
            if is_path and not any(isinstance(item, Role) for item in metadata) and name not in searched:
                without.append((row.name, name))
    assert without == []


def test_extract_keeps_other_modules(folder: Path) -> None:
    assert invoke("extract", "x.metallib", "-d", "out").code == 0
    assert invoke("extract", "x.metallib", "-d", "out").code == 0  # the same files
    before = kept(folder / "out")
    other = ROOT / "golden/lib/air-lld-ios15.metallib"
    result = invoke("extract", other, "-d", "out")
    assert result.code == 1 and "--force" in result.stderr and kept(folder / "out") == before
    assert invoke("extract", other, "-d", "out", "--force").code == 0
    assert before.keys() < kept(folder / "out").keys()


def test_extract_keeps_its_input(folder: Path) -> None:
    directory = folder / "out"
    directory.mkdir()
    shutil.copy(LIBRARY, directory / "00000_saxpy.air")
    before = kept(directory)
    result = invoke("extract", directory / "00000_saxpy.air", "-d", directory, "--force")
    assert result.code == 2 and kept(directory) == before


def test_extract_leaves_nothing_when_it_fails(folder: Path) -> None:
    bad = LIBRARY.read_bytes()[:-600]
    Path("bad.metallib").write_bytes(bad)
    assert invoke("extract", "bad.metallib", "-d", "a/b/c").code == 1
    assert not Path("a").exists()


@pytest.mark.parametrize(
    "words",
    [("rewrite",), ("edit", "--uuid", "content"), ("strip",), ("retarget", "--platform", "ios"), ("lint", "--fix")],
    ids=" ".join,
)
def test_what_is_taken_out_of_a_file_does_not_replace_it(words: tuple[str, ...], tmp_path: Path) -> None:
    zipped = tmp_path / "shaders.zip"
    with ZipFile(zipped, "w") as archive:
        archive.write(LIBRARY, "default.metallib")
    before = zipped.read_bytes()
    result = invoke(*words, zipped, "-o", zipped)
    assert result.code == 2 and "is an input: name another file for the output" in result.stderr
    assert zipped.read_bytes() == before
    assert invoke(*words, zipped, "-o", tmp_path / "out.metallib").code == 0
