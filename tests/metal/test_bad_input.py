"""Hostile sources and broken compilers on the command line: one error with a sentence of ours, exit code 1, no file."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from pathlib import Path

import pytest

from mtlb.metal import compile_source
from mtlb.metal.rewrite import SourceError
from tests.cli.invoke import invoke
from tests.metal.needed import needs_clang

KERNEL = "#include <metal_stdlib>\nkernel void k(device float* o [[buffer(0)]]) { o[0] = 1; }\n"


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a source, and one for temporary files that must be empty in the end."""
    (tmp_path / "scratch").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "scratch"))
    monkeypatch.setenv("TMPDIR", str(tmp_path / "scratch"))
    monkeypatch.setenv("MTLB_COMPILE_CACHE", "off")
    path = tmp_path / "x.metal"
    path.write_text(KERNEL)
    return path


def refused(source: Path, *words: str) -> str:
    """The error of `mtlb compile` and, without words, of the stand-in; they leave no file."""
    output = source.with_name("x.metallib")
    texts = []
    for command in (["compile"],) if words else (["compile"], ["apple", "metal"]):
        result = invoke(*command, source, *words, "-o", output)
        assert result.code == 1 and result.stdout == b"" and "Traceback" not in result.stderr
        assert result.stderr.startswith(("mtlb: error: ", "metal: error: ", str(source))), result.stderr
        assert not output.exists() and list(source.with_name("scratch").iterdir()) == []
        texts.append(result.stderr)
    return texts[0]


def fake(folder: Path, body: str) -> str:
    """A program that says it is clang 22, and runs `body` when it is asked to compile."""
    path = folder / "fake-clang"
    path.write_text(f'#!/bin/sh\ncase "$*" in --version) echo "clang version 22.1.8"; exit 0;; esac\n{body}\n')
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


@pytest.mark.skipif(os.name != "posix", reason="shell scripts as compilers")
@pytest.mark.parametrize(
    ("body", "words", "message"),
    [
        ("kill -SEGV $$", (), "the compiler did not finish: it crashed"),
        ("kill -KILL $$", (), "the compiler did not finish: it was killed (exit status -9)"),
        ("exit 134", (), "the compiler did not finish: it crashed (exit status 134)"),
        ("echo 'LLVM ERROR: out of memory' >&2; exit 134", (), "it needs more memory than it may have"),
        ("exec sleep 60", ("--time-limit", "0.2"), "the compiler: still running after 0.2 s, and was stopped"),
        ("exit 1", (), "clang 22.1.8 failed: it said nothing"),
        ("echo 'no such thing' >&2; exit 1", (), "clang 22.1.8 failed: no such thing"),
        ("exec yes", (), "wrote more than 16 MB"),
        ("yes | head -c 20000000 >&2; exit 1", (), "wrote more than 16 MB"),
    ],
)
def test_a_compiler_that_fails(source: Path, body: str, words: tuple[str, ...], message: str) -> None:
    text = refused(source, *words, "--clang", fake(source.parent, body))
    assert message in text and text.count("error: ") == 1


@pytest.mark.skipif(os.name != "posix", reason="shell scripts as compilers")
def test_a_compiler_whose_output_is_not_ir(source: Path) -> None:
    """It writes the rule and the text of the first run, and nonsense in the second."""
    body = (
        'last=; file=; for word in "$@"; do [ "$last" = -MF ] && file=$word; last=$word; done\n'
        'if [ -n "$file" ]; then echo "x: $last" > "$file"; echo "kernel void k() {}"; else echo nonsense; fi'
    )
    text = refused(source, "--clang", fake(source.parent, body))
    assert "what clang wrote can't be read by llvmlite's LLVM" in text and str(source) in text


def test_a_compiler_that_is_not_there(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MTLB_CLANG", str(source.with_name("none")))
    assert "not a clang that runs" in refused(source)
    monkeypatch.delenv("MTLB_CLANG")
    monkeypatch.setenv("PATH", str(source.parent))
    monkeypatch.setitem(sys.modules, "ziglang", None)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert "pip install ziglang" in refused(source)


@needs_clang
@pytest.mark.long
def test_a_source_that_is_too_large(source: Path) -> None:
    line = b"constant int a = 1; // the same line, again and again\n"
    source.write_bytes(KERNEL.encode() + line.replace(b"//", b";") * (50_000_000 // len(line)))
    assert source.stat().st_size > 49_000_000
    assert "wrote more than 16 MB" in refused(source)


@needs_clang
@pytest.mark.long
@pytest.mark.parametrize("data", [b"\0" * 4096, KERNEL.encode() + b"\0 x \0\n", b"kernel\0void k() {}\n"])
def test_nul_bytes(source: Path, data: bytes) -> None:
    source.write_bytes(data)
    result = invoke("compile", source, "-o", source.with_name("x.metallib"))
    assert result.code in (0, 1) and "Traceback" not in result.stderr
    assert (result.code == 0) == source.with_name("x.metallib").exists()
    assert result.code == 0 or "error: " in result.stderr


@needs_clang
@pytest.mark.long
@pytest.mark.parametrize(
    "text",
    [
        '#include "/etc/passwd"\n',
        "#include </etc/passwd>\n",
        '#define WHERE "/etc/passwd"\n#include WHERE\n',
        '#include "../../../../../../../../../../etc/passwd"\n',
        '#import "/etc/passwd"\n',
        '#include "link.h"\n',
        'constant char a[] = {\n#embed "/etc/passwd"\n};\n',
    ],
)
def test_files_outside_in_a_hermetic_build(source: Path, text: str) -> None:
    """Neither the file nor a word of it reaches the library or the messages."""
    if not os.path.isfile("/etc/passwd"):
        pytest.skip("no /etc/passwd")
    (source.parent / "inner").mkdir()
    inner = source.parent / "inner/x.metal"
    inner.write_text(text + KERNEL)
    (source.parent / "inner/link.h").symlink_to("/etc/passwd")
    output = source.with_name("x.metallib")
    result = invoke("compile", inner, "--hermetic", "-o", output)
    assert result.code == 1 and not output.exists()
    assert "root:" not in result.stderr and ("/etc/passwd" in result.stderr or "link.h" in result.stderr)
    assert "which is in none of the folders of -I" in result.stderr


def test_files_that_line_directives_name(source: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """An error shows no line of a file that is somewhere else and was not read; a device or a pipe is not opened."""
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "secret"
    elsewhere.write_text("the secret\n")
    beside = source.with_name("beside.txt")
    beside.write_text("kernel void first() { missing(); }\n")
    names = {str(elsewhere): False, "/dev/zero": False, str(beside): True}
    for name, is_shown in names.items():
        source.write_text(f'#line 1 "{Path(name).as_posix()}"\nkernel void k() {{ missing(); }}\n')
        with pytest.raises(SourceError) as error:
            compile_source(source)
        lines = str(error.value).splitlines()
        assert lines[0].startswith(f"{Path(name).as_posix()}:1:")
        assert (len(lines) == 3) == is_shown and (not is_shown or lines[1] == beside.read_text().strip())
