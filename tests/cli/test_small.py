"""What trying mtlb as a newcomer brought up: words, widths, completion, suggestions, interrupts, numbers that exist."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

import mtlb
from mtlb.base.errors import UnsupportedError
from mtlb.cli.apple.names import APPLE_NAMES
from mtlb.cli.apple.table import TOOLS
from mtlb.inspect import diff_libraries
from mtlb.inspect.schemas import command_schema
from tests.cli.invoke import invoke
from tests.conftest import ROOT

LIBRARY = ROOT / "golden/lib/air-lld-macos14.metallib"
MODULE = ROOT / "golden/air/saxpy.air"
MAIN, HELPER = (ROOT / f"golden/air/link_{name}.air" for name in ("main", "helper"))


# --- words -----------------------------------------------------------------------------------------------------------


def test_unsupported_things_are_said_to_be() -> None:
    assert str(UnsupportedError("writing bitcode of AIR 1.8", file="x.air")) == (
        "x.air: unsupported: writing bitcode of AIR 1.8"
    )
    assert str(UnsupportedError("not a metallib but a zip file")) == "not a metallib but a zip file"
    assert str(UnsupportedError("-N is not supported")) == "-N is not supported"


@pytest.mark.parametrize("command", ["link", "info", "nm", "verify", "lint", "objdump"])
def test_sources_are_to_be_compiled_first(command: str, tmp_path: Path) -> None:
    source = tmp_path / "k.cpp"
    source.write_text("int main() { return 0; }\n")
    result = invoke(command, source)
    assert result.code == 1 and "compile it to a module (.air) first" in result.stderr + result.text


@pytest.mark.parametrize("command", ["link", "info", "nm", "verify", "lint", "objdump"])
def test_metal_source_is_compiled(command: str, tmp_path: Path) -> None:
    source = tmp_path / "k.metal"
    source.write_text("#include <metal_stdlib>\nkernel void k(device int* a) { a[0] = b; }\n")
    result = invoke(command, source)
    assert result.code == 1 and f"{source}:2:39: error: use of undeclared identifier 'b'" in result.stderr + result.text
    source.write_text("kernel void k(device int* a [[buffer(0)]]) { a[0] = 1; }\n")
    assert invoke(command, source, *(["-o", tmp_path / "k.metallib"] if command == "link" else [])).code == 0


def test_the_start_of_a_file_is_shown_without_python(tmp_path: Path) -> None:
    path = tmp_path / "x.metallib"
    path.write_bytes(b"MTLX" + bytes(100))
    assert 'starts with "MTLX", not "MTLB"' in invoke("info", path).stderr
    path.write_bytes(b"\1\2\3\4" + bytes(100))
    assert "starts with 01 02 03 04," in invoke("info", path).stderr


def test_platforms_have_apples_names(tmp_path: Path) -> None:
    output = tmp_path / "x.metallib"
    for name in ("macosx", "macos", "MacOSX"):
        assert invoke("link", MODULE, "--platform", name, "--min-os", "14.0", "-o", output).code == 0
    assert mtlb.Platform.of("iphonesimulator") is mtlb.Platform.IOS_SIMULATOR


def test_many_duplicates_are_summarised(tmp_path: Path) -> None:
    library = ROOT / "golden/lib/air-lld-kinds.metallib"
    count = len(mtlb.open(library))
    result = invoke("link", library, library, "-o", tmp_path / "x")
    assert count > 10 and result.code == 1
    assert result.stderr.count("duplicated symbol") == 10
    assert f"and {count - 10} more, {count} in all" in result.stderr


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--format-version", "9"], "unknown container version 9.0.0 (known: 1.2.2 to 1.2.9)"),
        (["--format-version", "1.2.10"], "unknown container version"),
        (["--toolchain", "99999.1"], "newest known: 32023.883"),
        (["--layout", "lld"], "'lld' is not one of 'air-lld', 'metallib'."),
    ],
)
def test_what_does_not_exist_is_refused(words: list[str], reason: str, tmp_path: Path) -> None:
    result = invoke("link", MODULE, *words, "-o", tmp_path / "x")
    assert result.code == 2 and reason in result.stderr and not (tmp_path / "x").exists()


def test_a_newer_build_of_the_newest_series_is_taken(tmp_path: Path) -> None:
    assert invoke("link", MODULE, "--toolchain", "32023.921", "-o", tmp_path / "x").code == 0


def test_a_version_without_platform_shows_how(tmp_path: Path) -> None:
    result = invoke("check", LIBRARY, "--min-os", "14.0")
    assert result.code == 2 and "write PLATFORM:VERSION, such as macos:14.0" in result.stderr


def test_drops_are_proposed_only_if_something_is_left(tmp_path: Path) -> None:
    result = invoke("link", MODULE, "--platform", "ios", "--min-os", "17.0", "-o", tmp_path / "x")
    assert result.code == 1 and "--allow-drop" not in result.stderr


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("metal-nm", "did you mean apple metal-nm, or nm?"),
        ("metallib", "did you mean apple metallib?"),
        ("metal-source", "did you mean"),
        ("list", "did you mean nm, or info -f?"),
        ("version", "did you mean --version?"),
        ("help", "did you mean --help?"),
        ("lnk", "Did you mean 'link'?"),
    ],
)
def test_suggestions(name: str, hint: str) -> None:
    result = invoke(name)
    assert result.code == 2 and hint in result.stderr


def test_the_names_of_the_stand_ins_are_those_of_their_table() -> None:
    assert sorted(APPLE_NAMES) == sorted(TOOLS)


# --- summaries -------------------------------------------------------------------------------------------------------


def test_packing_tells_what_linking_tells(tmp_path: Path) -> None:
    output = tmp_path / "x.metallib"
    linked = invoke("link", MODULE, "-o", output).stderr.splitlines()
    packed = invoke("link", "--pack", MODULE, "-o", output).stderr.splitlines()
    assert [line.split()[0] for line in packed] == [line.split()[0] for line in linked]
    assert (
        invoke("link", "--pack", "-q", MODULE, "-o", output).stderr == invoke("link", "-q", MODULE, "-o", output).stderr
    )
    assert invoke("link", "-q", MODULE, "-o", output).stderr == ""


def test_a_long_path_does_not_push_the_values_away(tmp_path: Path) -> None:
    output = tmp_path / ("x" * 100)
    lines = invoke("link", MODULE, "-o", output).stderr.splitlines()
    assert max(map(len, lines[:-1])) < 80 and lines[-1].startswith(f"{output}  ")


@pytest.mark.long
def test_output_to_a_pipe_by_name() -> None:
    if not os.path.exists("/dev/stdout"):
        pytest.skip("no /dev/stdout")
    command = [sys.executable, "-m", "mtlb", "link", "-q", str(MODULE), "-o", "/dev/stdout"]
    done = subprocess.run(command, capture_output=True, cwd=ROOT)
    assert done.returncode == 0 and done.stderr == b"" and done.stdout.startswith(b"MTLB")


# --- width -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("columns", [40, 60, 80, 120])
@pytest.mark.long
def test_text_is_as_wide_as_the_terminal(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("TERM", "xterm")
    for words in (["--help"], ["nm", "--help"], ["doctor", str(LIBRARY), "--os", "macos:12"]):
        lines = [line for line in invoke(*words, terminal=True).text.splitlines() if "mtlb " not in line]
        prose = [line for line in lines if line.count(" ") - (len(line) - len(line.lstrip())) > 2]
        assert prose
        # A message of Apple's (bold) is not broken: people search for it.
        assert max(len(line) for line in prose if "\x1b[" not in line) <= columns, words


# --- JSON ------------------------------------------------------------------------------------------------------------


def test_extract_and_the_link_map_have_schemas(tmp_path: Path) -> None:
    result = invoke("extract", LIBRARY, "-d", tmp_path / "m", "--json")
    value = json.loads(result.text)
    Draft202012Validator({**command_schema(), "oneOf": [{"$ref": "#/$defs/extract"}]}).validate(value)
    assert [file["name"] for file in value["files"]] == sorted(os.listdir(tmp_path / "m"))
    assert invoke("link", MAIN, HELPER, "-o", tmp_path / "x", "--map", tmp_path / "x.json").code == 0
    value = json.loads((tmp_path / "x.json").read_text())
    Draft202012Validator({**command_schema(), "oneOf": [{"$ref": "#/$defs/link-map"}]}).validate(value)


def test_differences_of_reflection_are_lines_for_people() -> None:
    old = mtlb.open(ROOT / "golden/lib/air-lld-kinds.metallib")
    library = mtlb.read((ROOT / "golden/lib/air-lld-kinds.metallib").read_bytes())
    first, second = (f for f in library.functions if f.reflection is not None and f.name in ("resources", "tile"))
    first.reflection, second.reflection = second.reflection, first.reflection
    lines = [line for function in diff_libraries(old, library).functions for line in function.lines]
    assert lines and max(map(len, lines)) < 200
    assert not any("Table(" in line or "values=" in line for line in lines)


# --- several processes ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words", [["verify", "--modules"], ["lint"], ["doctor"], ["info", "-r"], ["report", "--title", "x"]]
)
@pytest.mark.long
def test_the_number_of_processes_does_not_show(words: list[str], tmp_path: Path) -> None:
    """A library of many functions, so that there is work for each."""
    from tests.cli.apple_tools import module

    paths = []
    for number in range(40):
        path = tmp_path / f"{number}.air"
        path.write_bytes(module(f"kernel_{number}"))
        paths.append(path)
    library = tmp_path / "many.metallib"
    assert invoke("link", "-q", *paths, "-o", library).code == 0
    item, three = (invoke(*words, library, "-j", number) for number in ("1", "3"))
    assert item == three and item.code == 0


# --- interrupts ------------------------------------------------------------------------------------------------------


# `main`, which says when it has taken over from Python's own handler: an interrupt before that is Python's to report.
ANNOUNCED = """
import signal, sys
from mtlb.__main__ import main

set_handler = signal.signal

def announce(*arguments):
    signal.signal = set_handler
    set_handler(*arguments)
    print("ready", file=sys.stderr, flush=True)

set_handler(signal.SIGINT, signal.default_int_handler)  # a process of the background may have it ignored
signal.signal = announce
main()
"""


@pytest.mark.parametrize("delay", [0, 0.02, 0.06, 0.1, 0.2, 0.4])
@pytest.mark.long
def test_an_interrupt_shows_no_traceback(delay: float, tmp_path: Path) -> None:
    library = tmp_path / "x.metallib"
    library.write_bytes(LIBRARY.read_bytes())
    words = [sys.executable, "-c", ANNOUNCED, "doctor", *[str(library)] * 500]
    running = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=ROOT)
    assert running.stderr is not None and running.stderr.readline() == b"ready\n"
    time.sleep(delay)
    running.send_signal(signal.SIGINT)
    _, errors = running.communicate(timeout=60)
    assert b"Traceback" not in errors and b"Exception ignored" not in errors, errors
    assert running.returncode in (130, -signal.SIGINT, 0, 1)


def test_what_find_prints_is_taken_by_other_commands(tmp_path: Path) -> None:
    first, second = (ROOT / "golden/lib" / name for name in ("air-lld-macos14.metallib", "metallib-macos14.metallib"))
    both = tmp_path / "both.bin"
    both.write_bytes(b"x" + first.read_bytes() + second.read_bytes())
    places = [line.partition(": metallib")[0] for line in invoke("find", both).text.splitlines()]
    assert places == [f"{both}@0x1", f"{both}@{1 + len(first.read_bytes()):#x}"]
    for words in (
        ["info"],
        ["verify"],
        ["nm"],
        ["size"],
        ["lint"],
        ["check"],
        ["objdump"],
        ["doctor"],
        ["sources", "list"],
    ):
        result = invoke(*words, places[1])
        assert "No such file" not in result.stderr, words
        plain = invoke(*words, second)
        assert result.code == plain.code, words
        if words != ["objdump"]:  # which prints offsets in the file
            assert result.text.replace(places[1], "") == plain.text.replace(str(second), ""), words
    taken = tmp_path / "taken.metallib"
    for words in (
        ["rewrite"],
        ["strip", "--debug"],
        ["edit", "--library-name", "a.metallib"],
        ["retarget", "--min-os", "15"],
    ):
        for source, target in ((places[0], taken), (first, tmp_path / "plain.metallib")):
            assert invoke(words[0], source, *words[1:], "-o", target).code == 0, words
        assert taken.read_bytes() == (tmp_path / "plain.metallib").read_bytes(), words
    assert invoke("diff", places[0], first).code == 0
    linked, plain = (invoke("link", source, "-o", taken) for source in (places[0], first))
    assert (linked.code, linked.stderr.replace(places[0], "")) == (plain.code, plain.stderr.replace(str(first), ""))
    refused = invoke("strip", "--debug", places[0], "-o", both)
    assert refused.code == 2 and "is an input" in refused.stderr
    assert both.read_bytes() == b"x" + first.read_bytes() + second.read_bytes()


def test_find_extracts(tmp_path: Path) -> None:
    first, second = (ROOT / "golden/lib" / name for name in ("air-lld-macos14.metallib", "metallib-macos14.metallib"))
    both, target = tmp_path / "both.bin", tmp_path / "out"
    both.write_bytes(first.read_bytes() + second.read_bytes() + second.read_bytes()[:3000])
    result = invoke("find", both, "--extract", target, "--json")
    assert (
        result.code == 1 and "cut off: its header says" in result.stderr
    )  # the two good ones are written all the same
    names = [item["file"] for item in json.loads(result.text)["found"]]
    assert names == sorted(path.name for path in target.iterdir())
    assert [(target / name).read_bytes() for name in names] == [first.read_bytes(), second.read_bytes()]
    (target / names[0]).write_bytes(b"mine")
    refused = invoke("find", both, "--extract", target)
    assert "already has a file named 00000_both" in refused.stderr and (target / names[0]).read_bytes() == b"mine"
    invoke("find", both, "--extract", target, "--force")
    assert (target / names[0]).read_bytes() == first.read_bytes()
