"""mtlb edit, strip and rewrite --rehash: the options do what the methods do."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import mtlb
from tests.cli.invoke import invoke
from tests.conftest import ROOT
from tests.golden.make import BAD

LIBRARY = ROOT / "golden/lib/air-lld-macos14.metallib"
MODULE = ROOT / "golden/air/saxpy.air"


def edited(tmp_path: Path, *words: str | Path, library: Path = LIBRARY) -> mtlb.Library:
    output = tmp_path / "out.metallib"
    result = invoke("edit", library, *words, "-o", output)
    assert result.code == 0
    assert mtlb.verify(output, modules=True) == []
    data = mtlb.read(output.read_bytes())
    count = f"{len(data)} function{'' if len(data) == 1 else 's'}"
    assert result.stderr == f"{output}: {output.stat().st_size:,} bytes, {count}\n"
    assert invoke("edit", library, *words, "-q", "-o", output).stderr == ""
    return data


def names(library: mtlb.Library) -> list[str]:
    return [function.name for function in library]


def test_functions(tmp_path: Path) -> None:
    assert names(edited(tmp_path, "--remove", "triangle_*")) == ["saxpy"]
    assert names(edited(tmp_path, "--keep", "saxpy", "--keep-type", "vertex")) == ["saxpy", "triangle_vertex"]
    assert names(edited(tmp_path, "--remove-type", "kernel", "--rename", "triangle_vertex=v")) == [
        "v",
        "triangle_fragment",
    ]
    assert names(edited(tmp_path, "--order", "triangle_fragment"))[0] == "triangle_fragment"
    part = tmp_path / "part.metallib"
    assert invoke("edit", LIBRARY, "--keep", "saxpy", "-o", part).code == 0
    whole = edited(tmp_path, "--remove", "saxpy", "--add", MODULE, "--replace", f"saxpy={MODULE}")
    assert sorted(names(whole)) == ["saxpy", "triangle_fragment", "triangle_vertex"]


def test_parts_make_a_whole(tmp_path: Path) -> None:
    part, rest = tmp_path / "part.metallib", tmp_path / "rest.metallib"
    assert invoke("edit", LIBRARY, "--keep", "saxpy", "-o", part).code == 0
    assert invoke("edit", LIBRARY, "--remove", "saxpy", "-o", rest).code == 0
    merged = edited(tmp_path, "--merge", rest, "--uuid", str(mtlb.open(LIBRARY).uuid.hex()), library=part)  # type: ignore[union-attr]
    assert mtlb.write(merged) == LIBRARY.read_bytes()
    assert names(edited(tmp_path, "--add", MODULE, library=rest))[-1] == "saxpy"


def test_the_library(tmp_path: Path) -> None:
    library = edited(tmp_path, "--min-os", "26", "--library-name", "x.metallib", "--uuid", "0" * 32)
    assert (library.min_os, library.name, library.uuid) == ((26, 0, 0), "x.metallib", bytes(16))
    assert edited(tmp_path, "--uuid", "none").uuid is None
    assert edited(tmp_path, "--no-library-name", "--uuid", "content").name is None


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ([], "nothing to do"),
        (["--rename", "x"], "expected OLD=NEW"),
        (["--replace", "x="], "expected NAME=FILE"),
        (["--uuid", "x"], "not a UUID"),
        (["--library-name", "x", "--no-library-name"], "can't be used together"),
    ],
)
def test_wrong_usage(words: list[str], reason: str) -> None:
    result = invoke("edit", LIBRARY, *words)
    assert result.code == 2 and reason in result.stderr and result.stdout == b""


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--remove", "nope"], "there is no function 'nope'"),
        (["--remove", "nope*"], "no function's name matches"),
        (["--add", str(MODULE)], "saxpy.air: there is a function 'saxpy' already"),
        (["--replace", f"triangle_vertex={MODULE}"], "the module defines 'saxpy'"),
        (["--merge", str(LIBRARY)], "two of the libraries have a function 'saxpy'"),
        (["--rename", "saxpy=triangle_vertex"], "already"),
        (["--min-os", "x"], "not a version"),
        (["--min-os", "99"], "there is no macOS 99.0"),
        (["--remove", "*"], "no function would be left"),
        (["--add", "/nowhere"], "/nowhere"),
    ],
)
def test_what_can_not_be_done_leaves_the_file(words: list[str], reason: str, tmp_path: Path) -> None:
    path = tmp_path / "x.metallib"
    shutil.copy(LIBRARY, path)
    result = invoke("edit", path, *words, "-o", path)
    assert result.code == 1 and reason in result.stderr
    assert path.read_bytes() == LIBRARY.read_bytes() and len(list(tmp_path.iterdir())) == 1


def test_an_empty_library_is_asked_for(tmp_path: Path) -> None:
    assert len(edited(tmp_path, "--remove", "*", "--allow-empty")) == 0
    empty = tmp_path / "empty.metallib"
    (tmp_path / "out.metallib").rename(empty)
    assert edited(tmp_path, "--library-name", "x.metallib", library=empty).name == "x.metallib"  # it was empty before


def test_strip(tmp_path: Path, shared: Path) -> None:
    source = shared / "corpus/JuliaGPU+Metal.jl/test__dummy.metallib"
    sizes = {}
    for words in ((), ("--debug",), ("--sources",), ("--names",), ("--paths",)):
        output = tmp_path / "out"
        result = invoke("strip", source, *words, "-o", output, "-v")
        assert result.code == 0 and " of sources removed" in result.stderr
        sizes[words] = output.stat().st_size
    assert min(sizes.values()) == sizes[()] < source.stat().st_size / 4
    assert all(size <= source.stat().st_size for size in sizes.values())


def test_rehash(tmp_path: Path) -> None:
    path = tmp_path / "x.metallib"
    shutil.copy(BAD / "wrong-hash.metallib", path)
    assert invoke("verify", path).code == 1
    result = invoke("rewrite", path, "-q", "-o", path)
    assert result.code == 0 and "function 'saxpy': HASH does not match the module" in result.stderr
    assert "`mtlb rewrite --rehash`" in result.stderr
    assert invoke("verify", path).code == 1  # it stays as it was
    result = invoke("rewrite", "--rehash", path, "-o", path)
    assert result.code == 0 and result.stderr.endswith("bytes, 1 HASH computed again\n")
    assert invoke("verify", path).code == 0
    assert path.read_bytes() == LIBRARY.read_bytes()
