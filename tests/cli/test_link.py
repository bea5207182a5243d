"""`mtlb link`: its inputs, messages and additional outputs."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import mtlb
from mtlb import emit
from tests.cli.invoke import invoke
from tests.linker.samples import GOLDEN, archive, golden

MAIN, HELPER, STAGES = (GOLDEN / f"link_{name}.air" for name in ("main", "helper", "stages"))


def test_the_table_tells_kinds_floor_and_size(tmp_path: Path) -> None:
    output = tmp_path / "out.metallib"
    result = invoke("link", MAIN, HELPER, STAGES, "-o", output)
    assert result.code == 0 and result.stdout == b""
    lines = [line.split(maxsplit=1) for line in result.stderr.splitlines()]
    assert lines[:3] == [["kernel", "3 functions"], ["vertex", "1 function"], ["fragment", "1 function"]]
    assert lines[3] == ["needs", "macOS 14.0 (AIR 2.6, as in first)"]
    assert lines[4] == [str(output), f"{output.stat().st_size:,} bytes"]


def test_to_stdout_and_from_stdin(tmp_path: Path) -> None:
    piped = invoke("link", "-", HELPER, "--library-name", "x", stdin=MAIN.read_bytes())
    output = tmp_path / "out.metallib"
    assert piped.code == invoke("link", MAIN, HELPER, "--library-name", "x", "-o", output).code == 0
    assert piped.stdout == output.read_bytes()


def test_libraries_are_found_by_name(tmp_path: Path) -> None:
    (tmp_path / "libhelp.a").write_bytes(archive([("helper.air", HELPER.read_bytes())]))
    output = tmp_path / "out.metallib"
    assert invoke("link", MAIN, "-L", tmp_path / "none", "-L", tmp_path, "-l", "help", "-o", output).code == 0
    result = invoke("link", MAIN, "-L", tmp_path, "-l", "other", "-o", output)
    assert result.code == 1 and "library not found for -lother" in result.stderr


def test_required_functions_come_from_a_file_or_are_counted(tmp_path: Path) -> None:
    output = tmp_path / "out.metallib"
    names = tmp_path / "names.txt"
    names.write_text("first\n\nsecond\n")
    assert invoke("link", MAIN, HELPER, "--require-functions", names, "-o", output).code == 0
    names.write_text("first\nfourth\n")
    output.unlink()
    for required, reason in ((str(names), "'fourth'"), ("3", "2 functions, 3 are required")):
        result = invoke("link", MAIN, HELPER, "--require-functions", required, "-o", output)
        assert result.code == 1 and reason in result.stderr and not output.exists()


def test_dropped_inputs_are_listed_and_counted(tmp_path: Path) -> None:
    other = GOLDEN / "layered_vertex.air"  # for macOS 26
    output = tmp_path / "out.metallib"
    result = invoke("link", MAIN, HELPER, other, "-o", output)
    assert result.code == 1 and "--allow-drop" in result.stderr and not output.exists()
    result = invoke("link", MAIN, HELPER, other, "--allow-drop", "-o", output)
    assert result.code == 0
    assert f"left out {other}: built for air64_v28-apple-macosx26.0.0" in result.stderr
    assert "left out" in result.stderr.splitlines()[-2]


def test_map_and_dependency_rule(tmp_path: Path) -> None:
    output, map_file, rule = tmp_path / "out.metallib", tmp_path / "out.json", tmp_path / "out.d"
    assert invoke("link", MAIN, HELPER, "-o", output, "--map", map_file, "--depfile", rule).code == 0
    document = json.loads(map_file.read_text())
    assert [function["name"] for function in document["functions"]] == ["first", "second"]
    assert rule.read_text().startswith(f"{output}: \\\n  {MAIN} \\\n  {HELPER}\n")
    assert invoke("link", MAIN, HELPER, "--depfile", rule).code == 2


def test_a_repro_folder_links_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    output, folder = tmp_path / "out.metallib", tmp_path / "repro"
    assert invoke("link", MAIN, HELPER, "-o", output, "--save-repro", folder).code == 0
    assert sorted(os.listdir(folder)) == ["000_link_main.air", "001_link_helper.air", "command.txt"]
    monkeypatch.chdir(folder)
    assert invoke("@command.txt").code == 0
    assert (folder / "out.metallib").read_bytes() == output.read_bytes()


def test_a_failed_link_leaves_its_repro_folder_and_no_output(tmp_path: Path) -> None:
    output = tmp_path / "out.metallib"
    result = invoke("link", MAIN, "-o", output, f"--save-repro={tmp_path / 'repro'}")
    assert result.code == 1 and "undefined symbol(s)" in result.stderr
    assert not output.exists() and (tmp_path / "repro" / "command.txt").exists()


def test_verbose_lists_decisions(tmp_path: Path) -> None:
    result = invoke("link", MAIN, HELPER, "-v", "-o", tmp_path / "out.metallib")
    assert f"{MAIN}: '_Z5applyPU9MTLdeviceK5Scale' is bound to {HELPER}" in result.stderr
    assert f"{HELPER}: its '_Z5twicef' is replaced by that of {MAIN}" in result.stderr


def test_options_about_inputs_are_not_for_packing(tmp_path: Path) -> None:
    file = tmp_path / "x.air"
    file.write_bytes(bytes(golden("saxpy").data))
    assert invoke("link", "--pack", file, "--whole-archive", "-o", tmp_path / "x.metallib").code == 2
    assert invoke("link", "--pack", file, "-o", tmp_path / "x.metallib").code == 0
    assert len(mtlb.read((tmp_path / "x.metallib").read_bytes()).functions) == 1


def test_functions_of_the_run_time_library(tmp_path: Path) -> None:
    m = emit.Module("ios17", "wave", fast_math=False)
    fract = m.declare("___metal_fract_float", emit.f32, [emit.f32, emit.i32])
    k = m.kernel("wave")
    x = k.buffer("x", emit.f32, 0)
    b = k.entry()
    x[0].store(b.call(fract, x[0].load(), b.const(emit.i32, 0), result=emit.f32))
    b.ret()
    module, output = tmp_path / "wave.air", tmp_path / "wave.metallib"
    module.write_bytes(m.air_bytes())
    result = invoke("link", module, "-o", output)
    assert result.code == 0 and [line for line in result.stderr.splitlines() if line.startswith("runtime")] == [
        "runtime  open: ___metal_fract_float"
    ]
    assert invoke("verify", output).code == 0 and invoke("link", module, "-q", "-o", output).stderr == ""
    other = emit.Module("ios17", "rt", fast_math=False)
    body = other.function("___metal_fract_float", emit.f32, [emit.f32, emit.i32], exported=True)
    body.ret(body.const(emit.f32, 42.0))
    file = tmp_path / "libmetal_rt_ios.a"
    file.write_bytes(archive([("fract.air", other.air_bytes())]))
    result = invoke("link", module, "--runtime", file, "-o", output)
    assert result.code == 0 and "runtime" not in result.stderr
    output.unlink()
    result = invoke("link", module, "--runtime", "none", "-o", output)
    assert result.code == 1 and "'___metal_fract_float', referenced from" in result.stderr and not output.exists()
    assert invoke("link", module, "--runtime", tmp_path / "missing.a", "-o", output).code == 1
    result = invoke("link", module, "--runtime", module, "-o", output)
    assert result.code == 1 and "is not an archive" in result.stderr
    assert invoke("link", "--pack", module, "--runtime", "none", "-o", output).code == 2
