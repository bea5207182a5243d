"""`mtlb link` and `mtlb convert` on SPIR-V."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import mtlb
from mtlb.bitcode import read_module
from tests.cli.invoke import invoke
from tests.conftest import ROOT
from tests.inspect.test_schemas import validated
from tests.spirv.samples import compute, copies, op


@pytest.fixture
def shader(tmp_path: Path) -> Path:
    path = tmp_path / "copy.comp.spv"
    path.write_bytes(copies("go", "copy.comp"))
    return path


def names(path: Path) -> list[str]:
    return [function.name for function in mtlb.open(path).functions]


def test_link_and_print_bindings(shader: Path, tmp_path: Path) -> None:
    output = tmp_path / "x.metallib"
    printed = validated("link", shader, "--print-bindings", "-o", output)
    assert printed["files"][0]["file"] == str(shader)
    assert [binding["buffer"] for binding in printed["files"][0]["bindings"]] == [0, 1]
    assert names(output) == ["go"]
    assert invoke("verify", "--modules", output).code == 0
    assert invoke("lint", output).code == 0


def test_bindings_of_a_file(shader: Path, tmp_path: Path) -> None:
    bindings, output = tmp_path / "slots.toml", tmp_path / "x.metallib"
    bindings.write_text('[resources]\n"0.0" = 5\n')
    result = invoke("link", shader, "--bindings", bindings, "--print-bindings", "-o", output)
    assert [binding["buffer"] for binding in json.loads(result.text)["files"][0]["bindings"]] == [5, 0]
    assert "buffer 5" in invoke("info", "-r", output).text
    bindings.write_text("argument_buffers = [0]\n")
    printed = validated("link", shader, "--bindings", bindings, "--print-bindings", "-o", output)
    assert [(binding["buffer"], binding["id"]) for binding in printed["files"][0]["bindings"][:2]] == [(0, 0), (0, 1)]
    bindings.write_text("[resources\n")
    result = invoke("link", shader, "--bindings", bindings, "-o", tmp_path / "y.metallib")
    assert result.code == 1 and f"{bindings}: the bindings are not TOML" in result.stderr
    assert not (tmp_path / "y.metallib").exists()


@pytest.mark.parametrize("command", ["link", "convert", "pack"])
def test_a_key_that_names_nothing_writes_nothing(command: str, shader: Path, tmp_path: Path) -> None:
    """One file of bindings serves all shaders of a command: it is an error if none has what a key names."""
    bindings, other = tmp_path / "slots.toml", tmp_path / ROOT / "golden/spirv/vertex.spv"
    words = {"link": ("link",), "convert": ("convert",), "pack": ("link", "--pack")}[command]
    output = ("-d", tmp_path / "out") if command == "convert" else ("-o", tmp_path / "out")
    bindings.write_text('[resources]\n"9.9" = 3\n')
    result = invoke(*words, shader, other, "--bindings", bindings, *output)
    assert result.code == 1 and not (tmp_path / "out").exists()
    assert "bindings: resources.'9.9' matches nothing in any of the 2 modules of SPIR-V" in result.stderr
    bindings.write_text('[resources]\n"0.3" = 3\n')
    assert invoke(*words, shader, other, "--bindings", bindings, *output).code == 0


def test_slots_and_names_of_a_host(tmp_path: Path) -> None:
    path, output = tmp_path / "x.comp.spv", tmp_path / "x.metallib"
    path.write_bytes(copies())
    printed = validated("link", path, "--slots", "bgfx", "--print-bindings", "-o", output)
    assert [binding["buffer"] for binding in printed["files"][0]["bindings"]] == [1, 4]
    assert names(output) == ["xlatMtlMain"]
    result = invoke("link", path, "--slots", "sdl3", "-o", tmp_path / "y")
    assert result.code == 2 and "--slots" in result.stderr


def test_two_files_with_the_same_name_of_an_entry_point(tmp_path: Path) -> None:
    paths = [tmp_path / "first.comp.spv", tmp_path / "second.comp.spv"]
    for path in paths:
        path.write_bytes(copies())
    output = tmp_path / "x.metallib"
    result = invoke("link", *paths, "-o", output)
    assert result.code == 1 and "main_" in result.stderr and not output.exists()
    assert invoke("link", *paths, "--entry-names", "{file}", "-o", output).code == 0
    assert names(output) == ["first", "second"]


def test_convert(shader: Path, tmp_path: Path) -> None:
    output = tmp_path / "x.air"
    printed = validated("convert", shader, "--target", "ios17", "--print-bindings", "-o", output)
    assert [binding["buffer"] for binding in printed["files"][0]["bindings"]] == [0, 1]
    assert read_module(output.read_bytes()).triple == "air64_v26-apple-ios17.0.0"
    assert invoke("convert", shader, "-d", tmp_path / "all").code == 0
    assert (tmp_path / "all" / "copy.comp.air").is_file()
    assert "go" in invoke("info", "-r", shader).text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--entry-names", "{name}"), "one of entry, file, stage"),
        (("--print-bindings",), "--print-bindings prints on stdout"),
        (("--point-size", "big"), "--point-size"),
    ],
)
def test_wrong_usage(shader: Path, arguments: tuple[str, ...], words: str) -> None:
    for command in ("link", "convert"):
        result = invoke(command, shader, *arguments)
        assert result.code == 2 and words in result.stderr


def test_wrong_usage_of_one_command(shader: Path, tmp_path: Path) -> None:
    assert invoke("convert", shader, "--entry", "go", "-o", tmp_path / "x").code == 1
    assert invoke("link", "--pack", shader, "--print-bindings", "-o", tmp_path / "x").code == 2
    result = invoke("link", "--no-convert", shader, "-o", tmp_path / "x")
    assert result.code == 1 and "--no-convert forbids translating it" in result.stderr


DOUBLE = [op("OpTypeFloat", 10, 64), op("OpConstant", 10, 11, 0, 0)]
LINE = [op("OpString", 90, "a.comp")]

BAD = {
    "truncated": (copies()[:-2], "truncated"),
    "id out of bound": (compute(op("OpUndef", 1, 100)), "OpUndef %100: the id %100 of its result is not below"),
    "used before definition": (
        compute(op("OpCopyObject", 10, 12, 11), types=[op("OpTypeInt", 10, 32, 0)]),
        "OpCopyObject %12: %11 is not defined",
    ),
    "types in a circle": (compute(types=[op("OpTypeStruct", 10, 10)]), "OpTypeStruct %10: %10 is used before"),
    "recursion": (compute(op("OpFunctionCall", 1, 20, 3)), "OpFunctionCall %20: the function %3 calls itself"),
    "a type that Metal does not have": (
        compute(op("OpLine", 90, 4, 2), op("OpCopyObject", 10, 12, 11), types=DOUBLE, before=LINE).replace(
            (1).to_bytes(4, "little") + (3 << 16 | 14).to_bytes(4, "little"),
            (1).to_bytes(4, "little") + (2 << 16 | 17).to_bytes(4, "little") + (10).to_bytes(4, "little")
            + (3 << 16 | 14).to_bytes(4, "little"),
        ),
        "Metal has no double",
    ),
    "an unknown instruction": (compute(op("OpLine", 90, 4, 2), op(9999, 1), before=LINE), "Op9999"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_one_error_and_nothing_is_written(name: str, tmp_path: Path) -> None:
    data, words = BAD[name]
    path, output = tmp_path / "bad.spv", tmp_path / "x.metallib"
    path.write_bytes(data)
    for command in (("link", path, "-o", output), ("convert", path, "-o", output)):
        result = invoke(*command)
        assert result.code == 1
        assert result.stderr.startswith(f"mtlb: error: {path}: ") and result.stderr.count("\n") == 1
        assert words in result.stderr
        assert not output.exists()


def test_an_error_of_the_translation_names_the_source_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.spv"
    path.write_bytes(BAD["an unknown instruction"][0])
    assert "(a.comp:4:2)" in invoke("link", path, "-o", tmp_path / "x").stderr


def test_a_link_in_steps_gives_the_same_bytes(shader: Path, tmp_path: Path) -> None:
    plan, output, whole = tmp_path / "plan", tmp_path / "x.metallib", tmp_path / "whole" / "x.metallib"
    options = ("--entry-names", "{file}_{entry}", "--platform", "ios", "--min-os", "17.0")
    assert invoke("link", shader, *options, "--plan", plan, "--shards", "1", "-o", output).code == 0
    assert invoke("link", "--shard", "0", plan).code == 0
    assert invoke("link", "--assemble", plan).code == 0
    whole.parent.mkdir()
    assert invoke("link", shader, *options, "-o", whole).code == 0
    assert names(output) == ["copy_go"]
    assert output.read_bytes() == whole.read_bytes()


def test_an_attested_link_can_be_repeated(shader: Path, tmp_path: Path) -> None:
    output, attestation = tmp_path / "x.metallib", tmp_path / "x.jsonl"
    assert invoke("link", shader, "--flip-y", "--attest", attestation, "-o", output).code == 0
    assert invoke("verify", output, "--attestation", attestation, "--relink", "--inputs", ".").code == 0
