"""`mtlb compile`: Apple's options, what is written, what is refused."""

from __future__ import annotations

import glob
import json
import re
import shlex
import shutil
from pathlib import Path
from typing import NoReturn

import pytest

import mtlb
from mtlb.air.target import AirTarget
from mtlb.base.errors import BuildError, UnsupportedError
from mtlb.base.versions import Triple, Version
from mtlb.cli.compiling import CompileRun
from mtlb.container import FileType
from mtlb.metal import find_clang
from tests.cli.invoke import invoke
from tests.conftest import ROOT

KERNELS, RENDER = ROOT / "golden/metal/kernels.metal", ROOT / "golden/metal/render.metal"


@pytest.fixture(scope="module")
def clang() -> None:
    try:
        find_clang()
    except UnsupportedError:
        pytest.skip("clang is not installed: pip install ziglang")


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (["-std=metal9"], 2, "no version of Metal is called 'metal9'"),
        (["-O7"], 2, "-O is 0, 1, 2, 3 or s, not '7'"),
        (["-fmetal-math-mode=odd"], 2, "-fmetal-math-mode is fast, relaxed or safe, not 'odd'"),
        (["--target", "ios17", "-mmacosx-version-min=14.0"], 2, "can't be used together"),
        (["-mios-version-min=17.0", "-mios-simulator-version-min=17.0"], 2, "can't be used together"),
        (["-mios-simulator-version-min=x"], 2, "'x'"),
        (["-c", str(RENDER)], 2, "-c writes one module for each source"),
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
    names = {function.name for function in mtlb.open(output).functions}
    assert {"reversed_float", "loaded", "placed", "shaded"} <= names
    text = rule.read_text(encoding="utf-8")
    assert (
        text.startswith(f"{str(output).replace(' ', chr(92) + ' ')}:")
        and str(KERNELS) in text
        and "macros.h" not in text
    )
    assert invoke("verify", "--modules", output).code == 0


@pytest.mark.long
def test_core_image_kernels(tmp_path: Path, clang: None) -> None:
    text = '#include <CoreImage/CoreImage.h>\nextern "C" float4 {0}(coreimage::sample_t s) {{ return s * 2; }}\n'
    (tmp_path / "a.metal").write_text(text.format("f"))
    (tmp_path / "b.metal").write_text(text.format("g"))
    (tmp_path / "c.metal").write_text("kernel void k(device float* p) { p[0] = 1; }")
    output = tmp_path / "ab.metallib"
    assert invoke("compile", tmp_path / "a.metal", tmp_path / "b.metal", "-o", output).code == 0
    library = mtlb.open(output)
    assert [function.name for function in library.functions] == ["f", "g"]
    assert library.file_type is FileType.CORE_IMAGE
    mixed = invoke("compile", tmp_path / "a.metal", tmp_path / "c.metal", "-o", output)
    assert mixed.code == 1 and "'f' is a Core Image kernel" in mixed.stderr


@pytest.mark.long
def test_a_module(tmp_path: Path, clang: None) -> None:
    output = tmp_path / "x.air"
    assert invoke("compile", "-c", RENDER, "-g", "--target", "ios17", "-o", output).code == 0
    module = mtlb.read_module(output.read_bytes())
    assert module.triple.startswith("air64_v26-apple-ios17") and "llvm.dbg.cu" in module.named_metadata


@pytest.mark.parametrize(
    ("option", "triple"),
    [
        ("-mmacos-version-min=14.0", "macosx14.0.0"),
        ("-mmacosx-version-min=14.0", "macosx14.0.0"),
        ("-mios-version-min=17.0", "ios17.0.0"),
        ("-miphoneos-version-min=17.0", "ios17.0.0"),
        ("-mios-simulator-version-min=17.0", "ios17.0.0-simulator"),
        ("-miphonesimulator-version-min=17.0", "ios17.0.0-simulator"),
        ("-mtvos-version-min=17.0", "tvos17.0.0"),
        ("-mappletvos-version-min=17.0", "tvos17.0.0"),
        ("-mtvos-simulator-version-min=17.0", "tvos17.0.0-simulator"),
        ("-mappletvsimulator-version-min=17.0", "tvos17.0.0-simulator"),
        ("-mwatchos-version-min=10.0", "watchos10.0.0"),
        ("-mwatchos-simulator-version-min=10.0", "watchos10.0.0-simulator"),
        ("-mwatchsimulator-version-min=10.0", "watchos10.0.0-simulator"),
        ("-mvisionos-version-min=1.0", "xros1.0.0"),
        ("-mxros-simulator-version-min=1.0", "xros1.0.0-simulator"),
        ("-mmac-catalyst-version-min=17.0", "ios17.0.0-macabi"),
        ("-mtargetos=ios17.0-simulator", "ios17.0.0-simulator"),
    ],
)
def test_the_oldest_version_of_a_system(
    option: str, triple: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The spellings of Clang's command line argument reference, and what `metal` makes of them."""
    seen: list[AirTarget] = []

    def stop(run: CompileRun) -> NoReturn:
        seen.append(run.options.target)
        raise BuildError("stopped")

    monkeypatch.setattr(CompileRun, "compile", stop)
    assert invoke("compile", KERNELS, option, "-o", tmp_path / "x.metallib").code == 1
    assert [str(item.triple).partition("-apple-")[2] for item in seen] == [triple]
    platform, version = Triple.parse(f"air64-apple-{triple}").platform, seen[0].min_os
    link = invoke("apple", "metal", "-###", option, KERNELS).stderr.split()
    assert link[link.index("-platform_version") + 1 :][:2] == [platform.label, link[-2]]
    assert Version.parse(link[-2]) == version


@pytest.mark.long
def test_errors_of_a_source(tmp_path: Path, clang: None) -> None:
    source, output = tmp_path / "e.metal", tmp_path / "e.metallib"
    source.write_text("#include <metal_stdlib>\nkernel void k() { unknown(); }\n", encoding="utf-8")
    result = invoke("compile", source, "-o", output)
    assert result.code == 1 and f"{source}:2:19: error: use of undeclared identifier 'unknown'" in result.stderr
    assert not output.exists()


SMALL = """#include <metal_stdlib>
using namespace metal;
#include "small.h"
kernel void small(device int* a [[buffer(0)]], uint i [[thread_position_in_grid]]) { a[i] += ADDED; }
"""


@pytest.fixture(scope="module")
def headers(clang: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the precompiled header of compilations without options: it takes a second, they take a tenth."""
    folder = tmp_path_factory.mktemp("headers")
    source = folder / "x.metal"
    source.write_text("kernel void k(device int* a [[buffer(0)]]) { a[0] = 1; }\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MTLB_COMPILE_CACHE", str(folder))
        assert invoke("compile", "-c", source, "-o", folder / "x.air").code == 0
    return folder


@pytest.fixture
def small(tmp_path: Path, headers: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A source, and a cache of its own with a precompiled header."""
    monkeypatch.setenv("MTLB_COMPILE_CACHE", str(tmp_path / "cache"))
    (tmp_path / "cache").mkdir(mode=0o700)
    for path in (*headers.glob("*.pch"), *headers.glob("*.check")):
        shutil.copy2(path, tmp_path / "cache")
    (tmp_path / "small.h").write_text("#define ADDED 1\n")
    path = tmp_path / "small.metal"
    path.write_text(SMALL)
    return path


@pytest.mark.long
def test_a_module_is_kept_by_content(small: Path, tmp_path: Path) -> None:
    words = ["compile", "-c", small, "-v", "-o", tmp_path / "x.air"]
    assert "kept from before" not in invoke(*words).stderr
    first = (tmp_path / "x.air").read_bytes()
    assert "kept from before" in invoke(*words).stderr
    assert (tmp_path / "x.air").read_bytes() == first
    small.with_name("small.h").write_text("#define ADDED 2\n")
    assert "kept from before" not in invoke(*words).stderr
    assert (tmp_path / "x.air").read_bytes() != first
    for kept in (tmp_path / "cache").iterdir():  # a damaged one is made again
        kept.write_bytes(kept.read_bytes()[:100])
    again = invoke(*words)
    assert again.code == 0 and "kept from before" not in again.stderr


@pytest.mark.long
@pytest.mark.parametrize("debug", ["-g0", "-g", "-gline-tables-only"])
def test_the_cache_does_not_change_the_output(small: Path, tmp_path: Path, debug: str) -> None:
    """Without a precompiled header clang's debug info had three times as many lines."""
    words = ["compile", "-c", small, *([] if debug == "-g0" else [debug]), "-o", tmp_path / "x.air"]
    outputs = []
    for more in (["--no-cache"], [], []):
        for module in (tmp_path / "cache").glob("*.module"):
            module.unlink()
        assert invoke(*words, *more).code == 0
        outputs.append((tmp_path / "x.air").read_bytes())
    assert outputs[0] == outputs[1] == outputs[2]


@pytest.mark.long
def test_no_cache(small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MTLB_COMPILE_CACHE", str(tmp_path / "none"))
    assert invoke("compile", "-c", small, "--no-cache", "-o", tmp_path / "x.air").code == 0
    assert (tmp_path / "x.air").exists() and not (tmp_path / "none").exists()


@pytest.mark.long
def test_one_precompiled_header_serves_all_warnings(small: Path, tmp_path: Path) -> None:
    small.write_text(SMALL + "kernel void other(device int* a [[buffer(0)]]) { int unused; a[0] = 1; }\n")
    before = set((tmp_path / "cache").iterdir())
    for words, code, said in (
        ((), 0, ""),
        (("-Wall",), 0, "warning: unused"),
        (("-Wall", "-Werror"), 1, "error: unused"),
    ):
        result = invoke("compile", "-c", small, *words, "-o", tmp_path / "x.air")
        assert result.code == code and said in result.stderr and bool(said) == bool(result.stderr)
    assert {path.suffix for path in set((tmp_path / "cache").iterdir()) - before} == {".module"}


@pytest.mark.long
def test_a_rule_for_make(small: Path, tmp_path: Path) -> None:
    words = ["-MMD", "-MP", "-MT", "dependencies", "-MF", tmp_path / "rule"]
    assert invoke("compile", "-c", small, *words, "-o", tmp_path / "x.air").code == 0
    header = tmp_path / "small.h"
    assert (tmp_path / "rule").read_text() == f"dependencies: \\\n  {small} \\\n  {header}\n{header}:\n"


@pytest.mark.parametrize(
    "words",
    [
        ("compile", "x.metal", "-o", "x.metal"),
        ("compile", "x.metal", "-MF", "x.metal", "-o", "x.air"),
        ("compile", "x.metal", "-c", "-MF", "x.air", "-o", "x.air"),
        ("compile", "x.metal", "-include", "x.h", "-o", "x.h"),
        ("apple", "metal", "-c", "x.metal", "-o", "x.metal"),
        ("apple", "metal", "-c", "x.metal", "-MF", "x.metal"),
        ("apple", "metal", "x.metal", "-E", "-o", "x.metal"),
    ],
)
def test_no_output_replaces_a_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("x.metal", "x.h"):
        (tmp_path / name).write_text(SMALL)
    result = invoke(*words)
    assert result.code == 2 and ("is an input" in result.stderr or "named for two outputs" in result.stderr)
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"x.metal": SMALL, "x.h": SMALL}


@pytest.mark.long
def test_a_rule_does_not_replace_a_header(small: Path, tmp_path: Path) -> None:
    result = invoke("compile", small, "-MF", tmp_path / "small.h", "-o", tmp_path / "x.metallib")
    assert result.code == 2 and "small.h is an input" in result.stderr and not (tmp_path / "x.metallib").exists()
    assert (tmp_path / "small.h").read_text() == "#define ADDED 1\n"


@pytest.mark.long
@pytest.mark.parametrize("kind", ["-c", "-S", "library"])
def test_a_rule_that_can_not_be_written_leaves_no_output(small: Path, tmp_path: Path, kind: str) -> None:
    """Make would take the output for complete, and never look at its headers."""
    words = ["compile", small, "-MF", tmp_path / "no folder" / "rule", "-o", tmp_path / "x"]
    result = invoke(*words, *([] if kind == "library" else [kind]))
    assert result.code == 1 and "no folder" in result.stderr and not (tmp_path / "x").exists()


@pytest.mark.long
def test_messages_as_json_and_sarif(small: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.metal"
    bad.write_text("kernel void k() { unknown(); }\n")
    result = invoke("compile", small, bad, "-j", "2", "--json", "-o", tmp_path / "x.metallib")
    said = json.loads(result.stdout)
    assert result.code == 1 and result.stderr == "" and not (tmp_path / "x.metallib").exists()
    assert [source["ok"] for source in said["sources"]] == [True, False]
    [message] = said["sources"][1]["messages"]
    assert (message["line"], message["column"], message["level"]) == (1, 19, "error")
    [sarif] = json.loads(invoke("compile", bad, "--sarif").stdout)["runs"][0]["results"]
    assert sarif["locations"][0]["physicalLocation"]["region"] == {"startLine": 1, "startColumn": 19}


@pytest.mark.long
def test_a_hermetic_build(small: Path, tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    inner = tmp_path / "inner/a.metal"
    inner.write_text(SMALL.replace("small.h", "../small.h"))
    result = invoke("compile", "-c", inner, "--hermetic", "-o", tmp_path / "x.air")
    assert result.code == 1 and "which is in none of the folders of -I" in result.stderr
    assert invoke("compile", "-c", inner, "--hermetic", "-I", tmp_path, "-o", tmp_path / "x.air").code == 0


@pytest.mark.long
def test_a_bomb_of_includes(tmp_path: Path, clang: None) -> None:
    bomb = tmp_path / "bomb.metal"
    lines = ["#define A0 " + "x" * 60 + ";"]
    lines += [f"#define A{n} " + f"A{n - 1} " * 16 for n in range(1, 6)]
    bomb.write_text("\n".join([*lines, "A5", ""]))
    result = invoke("compile", bomb, "-o", tmp_path / "x.metallib")
    assert result.code == 1 and "the compiler wrote more than 16 MB" in result.stderr


@pytest.mark.long
def test_links_and_other_commands_take_sources(small: Path, tmp_path: Path) -> None:
    library = tmp_path / "x.metallib"
    assert invoke("link", small, ROOT / "golden/air/saxpy.air", "-o", library).code == 0
    assert {function.name for function in mtlb.open(library).functions} == {"small", "saxpy"}
    words = ["--grid", "2", "--threadgroup", "2", "--buffer", "a=1,2"]
    assert b"a: int[2] = 2 3" in invoke("run", small, "small", *words).stdout
    assert invoke("link", "--pack", small, "-o", library, "--platform", "macos", "--min-os", "14").code == 0


@pytest.mark.long
def test_the_page_from_source_to_a_library_in_ci(tmp_path: Path, clang: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands of the page, typed as they stand, in a project as the page supposes it."""
    page = (ROOT / "docs/commands/compile.md").read_text(encoding="utf-8")
    steps = re.findall(r"^- run: (.*)$", page, re.MULTILINE)
    assert steps[0].startswith("pip install './mtlb[compile]'") and len(steps) == 3
    for folder in ("shaders", "include"):
        (tmp_path / folder).mkdir()
    (tmp_path / "include/small.h").write_text("#define ADDED 1\n")
    (tmp_path / "shaders/small.metal").write_text(SMALL)
    (tmp_path / "shaders/other.metal").write_text(SMALL.replace("small(", "other("))
    monkeypatch.chdir(tmp_path)
    for line in (line for step in steps[1:] for line in step.split(" && ")):
        words = [name for word in shlex.split(line)[1:] for name in (sorted(glob.glob(word)) or [word])]
        result = invoke(*words)
        assert result.code == 0, result.stderr
    assert {function.name for function in mtlb.open("default.metallib").functions} == {"small", "other"}
