"""`mtlb compile`: Apple's options, what is written, what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import mtlb
from mtlb.base.errors import UnsupportedError
from mtlb.metal import find_clang
from tests.cli.invoke import invoke
from tests.conftest import ROOT

KERNELS, RENDER = ROOT / "golden/metal/kernels.metal", ROOT / "golden/metal/render.metal"


@pytest.fixture
def clang() -> None:
    try:
        find_clang()
    except UnsupportedError:
        pytest.skip("there is no clang: pip install ziglang")


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (["-std=metal9"], 2, "no version of Metal is called 'metal9'"),
        (["-O7"], 2, "-O is 0, 1, 2, 3 or s, not '7'"),
        (["-fmetal-math-mode=odd"], 2, "-fmetal-math-mode is fast, relaxed or safe, not 'odd'"),
        (["--target", "ios17", "-mmacosx-version-min=14.0"], 2, "exclude each other"),
        (["-c", str(RENDER)], 2, "-c makes a module of one source"),
        (["--clang", str(KERNELS)], 1, "not a clang that runs"),
    ],
)
def test_what_is_refused(tmp_path: Path, options: list[str], code: int, message: str) -> None:
    output = tmp_path / "x.metallib"
    result = invoke("compile", KERNELS, *options, "-o", output)
    assert result.code == code and message in result.stderr
    assert not output.exists()


@pytest.mark.long
def test_a_library_of_several_sources(tmp_path: Path, clang: None) -> None:
    output, rule = tmp_path / "x y.metallib", tmp_path / "rule.d"
    options = ["-fno-fast-math", "-O2", "-mmacosx-version-min=15.0", "-frecord-sources", "-DN=1", "-UN", "-I", tmp_path]
    result = invoke("compile", KERNELS, RENDER, *options, "-MD", "-MF", rule, "-o", output)
    assert result.code == 0 and result.stderr == ""
    names = {one.name for one in mtlb.open(output).functions}
    assert {"reversed_float", "loaded", "placed", "shaded"} <= names
    text = rule.read_text(encoding="utf-8")
    assert (
        text.startswith(f"{str(output).replace(' ', chr(92) + ' ')}:")
        and str(KERNELS) in text
        and "macros.h" not in text
    )
    assert invoke("verify", "--modules", output).code == 0


@pytest.mark.long
def test_a_module(tmp_path: Path, clang: None) -> None:
    output = tmp_path / "x.air"
    assert invoke("compile", "-c", RENDER, "-g", "--target", "ios17", "-o", output).code == 0
    module = mtlb.read_module(output.read_bytes())
    assert module.triple.startswith("air64_v26-apple-ios17") and "llvm.dbg.cu" in module.named_metadata


@pytest.mark.long
def test_errors_of_a_source(tmp_path: Path, clang: None) -> None:
    source, output = tmp_path / "e.metal", tmp_path / "e.metallib"
    source.write_text("#include <metal_stdlib>\nkernel void k() { unknown(); }\n", encoding="utf-8")
    result = invoke("compile", source, "-o", output)
    assert result.code == 1 and f"{source}:2:19: error: use of undeclared identifier 'unknown'" in result.stderr
    assert not output.exists()
