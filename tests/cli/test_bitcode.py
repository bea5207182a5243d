"""The commands that read modules: rewrite --modules, verify --modules, bcanalyze, objdump."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import mtlb
from mtlb.bitcode import read_module
from mtlb.bitcode.writer import write_module
from mtlb.bitstream.stream import read_stream
from mtlb.bitstream.wrapper import unwrap, wrap
from mtlb.ir import LLVM_3_ERAS
from mtlb.linker import LinkOptions, link
from tests.bitcode.test_llvm_3 import made
from tests.cli.invoke import invoke

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = ROOT / "golden/lib/air-lld-macos14.metallib"
MODULE = ROOT / "golden/air/saxpy.air"


def names(path: Path = LIBRARY) -> list[str]:
    return [function.name for function in mtlb.read(path.read_bytes()).functions]


def test_rewrite_counts_what_it_rebuilt(tmp_path: Path) -> None:
    output = tmp_path / "out.metallib"
    done = invoke("rewrite", "-v", "--modules", str(LIBRARY), "-o", str(output))
    count = len(names())
    assert done.code == 0 and f", {count} modules rebuilt, of which " in done.stderr
    again = mtlb.read(output.read_bytes())
    for old, new in zip(mtlb.read(LIBRARY.read_bytes()).functions, again.functions, strict=True):
        # llvmlite wrote these modules with LLVM's order of blocks; mtlb writes Apple's order.
        assert read_module(new.module).triple == read_module(old.module).triple
    rebuilt = invoke("rewrite", "-v", "--modules", str(output), "-o", str(tmp_path / "again.metallib"))
    assert "rebuilt, of which 0 changed" in rebuilt.stderr
    assert (tmp_path / "again.metallib").read_bytes() == output.read_bytes()


def test_rewrite_rebuilds_modules_of_llvm_3(tmp_path: Path) -> None:
    module = write_module(made(LLVM_3_ERAS[1]), LLVM_3_ERAS[1])
    options = LinkOptions(layout="metallib", container_version="1.2.2")
    source, output = tmp_path / "old.metallib", tmp_path / "out.metallib"
    source.write_bytes(mtlb.write(link([("old.air", module)], options).library))
    done = invoke("rewrite", "-v", "--modules", str(source), "-o", str(output))
    assert done.code == 0 and "1 module rebuilt, of which 0 changed" in done.stderr
    assert output.read_bytes() == source.read_bytes()


def damaged(tmp_path: Path) -> Path:
    """A library whose first module is cut off in the middle of a block, with a right hash."""
    library = mtlb.read(LIBRARY.read_bytes())
    bitcode = bytearray(unwrap(library.functions[0].module))
    start = read_stream(bytes(bitcode)).blocks()[1].offset
    bitcode[start : start + 64] = b"\xff" * 64
    library.functions[0].module = wrap(bytes(bitcode))
    path = tmp_path / "damaged.metallib"
    path.write_bytes(mtlb.write(library))
    return path


def test_rewrite_names_the_function_of_a_bad_module(tmp_path: Path) -> None:
    done = invoke("rewrite", "--modules", str(damaged(tmp_path)), "-o", str(tmp_path / "out"))
    assert done.code == 1 and f"function '{names()[0]}'" in done.stderr and not (tmp_path / "out").exists()


def test_verify_looks_into_modules_only_when_asked(tmp_path: Path) -> None:
    path = damaged(tmp_path)
    assert invoke("verify", str(path)).code == 0
    done = invoke("verify", "--modules", str(path))
    assert done.code == 1 and "error: module: function " in done.text
    (finding,) = json.loads(invoke("verify", "--modules", "--json", str(path)).text)["libraries"][0]["findings"]
    function = mtlb.read(path.read_bytes()).functions[0]
    assert finding["function"] == function.name and function.module_offset is not None
    assert function.module_offset < finding["offset"] < function.module_offset + len(function.module)


@pytest.mark.parametrize("path", [LIBRARY, MODULE], ids=["library", "module"])
def test_verify_passes_sound_modules(path: Path) -> None:
    done = invoke("verify", "-v", "--modules", str(path))
    assert (done.code, done.text) == (0, "") and "no findings" in done.stderr


def test_bcanalyze_counts_all_modules_of_a_library() -> None:
    done = json.loads(invoke("bcanalyze", "--json", str(LIBRARY)).text)
    functions = mtlb.read(LIBRARY.read_bytes()).functions
    assert done["modules"] == len(functions)
    assert done["bits"] == 8 * sum(len(function.bitcode) for function in functions)
    blocks = {block["name"]: block for block in done["blocks"]}
    assert blocks["MODULE"]["instances"] == len(functions) and blocks["TYPE"]["records"]


def test_bcanalyze_of_one_function() -> None:
    done = invoke("bcanalyze", str(LIBRARY), "--function", names()[0])
    assert done.code == 0 and "Block ID #8 (MODULE):" in done.text and "Modules:" not in done.text
    dumped = invoke("bcanalyze", "--dump", str(LIBRARY), "--function", names()[0]).text
    assert dumped.startswith("<IDENTIFICATION NumWords=") and "<DECLAREBLOCKS op0=" in dumped
    assert invoke("bcanalyze", str(LIBRARY), "--function", "absent").code == 1
    assert invoke("bcanalyze", str(MODULE), "--function", "saxpy").code == 2


def test_objdump_is_laid_out_as_apples() -> None:
    chosen = names()[-1]
    done = invoke("objdump", str(LIBRARY), "--function", chosen)
    function = next(f for f in mtlb.read(LIBRARY.read_bytes()).functions if f.name == chosen)
    assert done.code == 0
    lines = done.text.split("\n")
    assert lines[:6] == [
        "",
        f"{LIBRARY}:\tfile format metallib",
        "Disassembly of section MODULE_LIST:",
        "",
        f"0x{function.module_offset:014x} -- {chosen}:",
        next(line for line in lines if line.startswith("source_filename")),
    ]
    assert any(line.startswith("define ") and f"@{chosen}(" in line for line in lines)
    assert not any("ModuleID" in line for line in lines)


@pytest.mark.long
def test_objdump_for_a_processor() -> None:
    for target, end in (("aarch64", "\tret"), ("x86_64", "\tretq")):
        done = invoke("objdump", str(LIBRARY), "--function", "saxpy", "--target", target)
        assert (done.code, done.stderr) == (0, "")
        lines = done.text.splitlines()
        assert lines[2] == f"Disassembly of section MODULE_LIST for {target}:"
        assert lines[4].endswith(" -- saxpy:") and "saxpy:" in lines and lines[-1] == end
    value = json.loads(invoke("objdump", str(LIBRARY), "--target", "aarch64", "--json").text)
    assert value["target"] == "aarch64"
    assert [f"{m['name']}:\n" in m["text"] for m in value["files"][0]["modules"]] == [True] * len(names())
    refused = invoke("objdump", str(ROOT / "golden/dxbc/pixel.dxbc"), "--target", "aarch64")
    assert refused.code == 1 and "--target is for functions of Metal" in refused.stderr
    assert invoke("objdump", str(LIBRARY), "--target", "mips").code == 2


def test_objdump_colours_only_where_it_is_asked_to() -> None:
    plain = invoke("objdump", str(MODULE)).text
    coloured = invoke("objdump", "--color", "always", str(MODULE)).text
    assert "\x1b" not in plain and "\x1b[" in coloured


def test_objdump_does_not_hand_bad_bitcode_to_llvm(tmp_path: Path) -> None:
    done = invoke("objdump", str(damaged(tmp_path)), "--function", names()[0])
    assert done.code == 1 and f"function '{names()[0]}'" in done.stderr
