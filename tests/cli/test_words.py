"""What people type who know other tools: actions left out, options of nm, and messages with a way out."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

import mtlb
from mtlb.base.metal import DataType
from mtlb.base.strings import counted
from mtlb.container.tags import AttributeSlot, AttributeUse, ConstantTag, CoreImageArgument, DebugLocation, TagGroup
from tests.cli.invoke import invoke
from tests.conftest import ROOT

LIBRARY = ROOT / "golden/lib/air-lld-macos14.metallib"
OTHER = ROOT / "golden/lib/air-lld-ios15.metallib"
MODULE = ROOT / "golden/air/saxpy.air"
TEXT = ROOT / "golden/src/saxpy.ll"
SHADER = ROOT / "golden/dxbc/compute.dxbc"


@pytest.mark.parametrize(
    ("short", "full"),
    [
        (["lipo", LIBRARY], ["lipo", "info", LIBRARY]),
        (["lipo", LIBRARY, "--json"], ["lipo", "info", LIBRARY, "--json"]),
        (["lipo", "-archs", LIBRARY], ["lipo", "archs", LIBRARY]),
        (["sources", LIBRARY], ["sources", "list", LIBRARY]),
        (["ar", MODULE], ["ar", "list", MODULE]),
    ],
)
def test_actions_left_out(short: list[str | Path], full: list[str | Path]) -> None:
    result = invoke(*short)
    assert result == invoke(*full) and result.code == 0 and result.stdout


@pytest.mark.parametrize("words", [("--create", "-o"), ("-create", "-output"), ("--create", "--output")])
def test_lipo_create_as_everybody_types_it(words: tuple[str, str], tmp_path: Path) -> None:
    folder = tmp_path / "made"
    assert invoke("lipo", words[0], LIBRARY, OTHER, words[1], folder).code == 0
    assert invoke("lipo", "create", LIBRARY, OTHER, "-o", tmp_path / "same").code == 0
    assert folder.read_bytes() == (tmp_path / "same").read_bytes()


def test_other_forms_of_lipo_tell_the_command() -> None:
    result = invoke("lipo", "-thin", "air64_v26", LIBRARY, "-output", "x")
    assert result.code == 2 and "mtlb lipo thin FILE... --arch ARCH" in result.stderr
    assert "mtlb apple metal-lipo -thin" in result.stderr
    result = invoke("lipo", "craete", LIBRARY)
    assert result.code == 2 and "'craete' is not one of 'create'" in result.stderr


@pytest.mark.parametrize(
    ("name", "meant"),
    [("validate", "verify"), ("cat", "info"), ("objcopy", "edit"), ("cc", "compile"), ("strings", "nm")],
)
def test_suggestions(name: str, meant: str) -> None:
    result = invoke(name)
    assert result.code == 2 and f"did you mean {meant}" in result.stderr and "'strip'" not in result.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["explore", "--port", "80801"], "'--port': it must be at most 65535"),
        (["link", "-j", "0", "x"], "it must be at least 1"),
        (["size", "-n", "many", "x"], "it must be a whole number"),
        (["extract", LIBRARY, "-o", "x"], "the folder for the files is -d DIR"),
        (["objdump", LIBRARY, "-o", "x"], "redirect it with > FILE"),
    ],
)
def test_wrong_options_in_our_words(words: list[str | Path], message: str) -> None:
    result = invoke(*words)
    assert result.code == 2 and message in result.stderr and "Input should" not in result.stderr


def test_short_version() -> None:
    assert invoke("-V") == invoke("--version")


def test_a_port_in_use_is_named() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = invoke("explore", "--no-browser", "--port", str(port))
    assert result.code == 1 and f"port {port} of 127.0.0.1: " in result.stderr


def test_extract_into_a_file_names_it(tmp_path: Path) -> None:
    file = tmp_path / "a.air"
    file.write_bytes(b"kept")
    result = invoke("extract", LIBRARY, "-d", file)
    assert result.code == 1 and f"{file}: is a file" in result.stderr and file.read_bytes() == b"kept"


@pytest.mark.parametrize("command", ["nm", "lint", "check", "doctor"])
def test_what_reads_direct3d_is_named(command: str) -> None:
    result = invoke(command, SHADER)
    said = " ".join((result.text + result.stderr).split())
    readers = ("info", "size", "verify", "objdump", "extract", "diff")
    assert result.code == 1 and ", ".join(readers[:4]) in said, said
    for reader in readers:
        options = {"extract": ["--help"], "diff": [SHADER]}.get(reader, [])
        assert invoke(reader, SHADER, *options).code == 0


def test_text_is_read_as_the_module_is() -> None:
    assert invoke("nm", TEXT).text == invoke("nm", MODULE).text
    assert "kernel saxpy" in invoke("info", TEXT).text


def test_broken_text_has_a_place(tmp_path: Path) -> None:
    (tmp_path / "x.ll").write_text("define void @f() {\n  nonsense\n}\n")
    result = invoke("nm", tmp_path / "x.ll")
    assert result.code == 1 and "x.ll" in result.stderr and "line 2" in result.stderr


def test_nm_a_is_nm() -> None:
    assert invoke("nm", "-a", "-P", "-n", LIBRARY) == invoke("nm", "-P", "-n", LIBRARY)


def test_objdump_prints_symbols_sections_and_bytes() -> None:
    data = LIBRARY.read_bytes()
    names = [line.split()[-1] for line in invoke("objdump", "-t", LIBRARY).text.splitlines() if " CODE\t" in line]
    assert names == [function.name for function in mtlb.open(LIBRARY).functions]
    headers = invoke("objdump", "--section-headers", LIBRARY).text.splitlines()[5:]
    sizes = [line.split() for line in headers]
    assert sum(int(row[2], 16) for row in sizes) == len(data)
    dumped = b""
    for line in invoke("objdump", "-s", LIBRARY).text.splitlines():
        if line.startswith(" "):
            assert int(line[1:9], 16) == len(dumped)
            dumped += bytes.fromhex(line[10:45].replace(" ", ""))
    assert dumped == data
    assert invoke("objdump", "-t", "-d", LIBRARY).code == 2


def test_values_of_tags_are_words() -> None:
    group = TagGroup(
        [
            ("DEBI", DebugLocation(7, "/a\n.metal")),
            ("VATT", (AttributeSlot("p", 0, AttributeUse.PER_PATCH, False),)),
            ("CNST", (ConstantTag("c", DataType.BOOL, 3),)),
            ("ARGS", (CoreImageArgument("t", DataType.TEXTURE, b"\1"),)),
            ("NAME", "n"),
            ("TYPE", DataType.FLOAT),
            ("NONE", ()),
        ]
    )
    assert [text for _, text in group.parts("")] == [
        "'/a\\n.metal' line 7",
        "'p' index 0 per-patch (0x1) (inactive)",
        "'c' bool (0x35) index 3 (required)",
        "'t' texture (0x3a) 01",
        "'n'",
        "float (0x3)",
        "nothing",
    ]


def test_differences_are_words(tmp_path: Path) -> None:
    library = mtlb.open(LIBRARY)
    library.functions[0].private_metadata.set_optional("DEBI", DebugLocation(436, "/src/a.metal"))
    mtlb.save(library, tmp_path / "new.metallib")
    text = invoke("diff", LIBRARY, tmp_path / "new.metallib").text
    assert "0 DEBI: (none) → '/src/a.metal' line 436" in text and "DebugLocation" not in text


def test_one_and_several() -> None:
    assert [counted(n, "function") for n in (0, 1, 2, 1000)] == [
        "0 functions",
        "1 function",
        "2 functions",
        "1,000 functions",
    ]
