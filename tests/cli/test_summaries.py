"""What commands say about what they did, and errors that lead to the command that helps."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.invoke import invoke
from tests.conftest import ROOT

LIBRARY = ROOT / "golden/lib/air-lld-macos14.metallib"
NEWEST = ROOT / "golden/convert/newest.ll"
OPAQUE = """target triple = "air64_v28-apple-macosx26.0.0"
define void @NAME(ptr addrspace(1) %p) { ret void }
!air.kernel = !{!0}
!air.version = !{!4}
!air.language_version = !{!5}
!0 = !{ptr @NAME, !1, !2}
!1 = !{}
!2 = !{!3}
!3 = !{i32 0, !"air.buffer", !"air.location_index", i32 0, i32 1, !"air.read", !"air.arg_type_name", !"float"}
!4 = !{i32 2, i32 8, i32 0}
!5 = !{!"Metal", i32 3, i32 1, i32 0}
"""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["strip", LIBRARY], "3 modules changed, "),
        (["retarget", LIBRARY, "--platform", "ios", "--min-os", "17"], "macOS 14.0 became iOS 17.0 in 3 modules"),
        (["retarget", LIBRARY, "--min-os", "14"], "it is for macOS 14.0 already"),
        (["edit", LIBRARY, "--keep", "saxpy"], "1 function"),
        (["rewrite", LIBRARY], "11,896 bytes"),
        (["rewrite", LIBRARY, "--modules"], "3 modules rebuilt, of which 0 changed"),
    ],
)
def test_one_line_unless_quiet(words: list[str | Path], said: str, tmp_path: Path) -> None:
    output = tmp_path / "x.metallib"
    result = invoke(*words, "-o", output)
    size = output.stat().st_size
    assert result.code == 0 and result.stdout == b""
    assert result.stderr.startswith(f"{output}: {size:,} bytes") and said in result.stderr
    assert result.stderr.count("\n") == 1
    assert invoke(*words, "-q", "-o", output).stderr == ""
    to_stdout = invoke(*words)
    assert len(to_stdout.stdout) == size and to_stdout.stderr.startswith(f"stdout: {size:,} bytes")


def test_extract_says_how_many(tmp_path: Path) -> None:
    result = invoke("extract", LIBRARY, "-d", tmp_path / "a")
    assert result.stderr == f"{tmp_path / 'a'}: 3 files, 9,408 bytes\n"
    assert invoke("extract", LIBRARY, "-q", "-d", tmp_path / "b").stderr == ""


def test_kinds_of_changes_are_counted(tmp_path: Path) -> None:
    result = invoke("retarget", LIBRARY, "--min-os", "13", "-v", "-o", tmp_path / "x.metallib")
    assert result.stderr.splitlines()[0] == "mtlb: note: Metal 3.1 becomes 3.0 (3 functions)"
    assert len(result.stderr.splitlines()) == 2


@pytest.mark.parametrize("count", [1, 2, 30])
def test_conversions_of_many_inputs_are_one_warning(count: int, tmp_path: Path) -> None:
    inputs = [tmp_path / f"k{number}.ll" for number in range(count)]
    for path in inputs:
        path.write_text(OPAQUE.replace("NAME", path.stem))
    said = "converted for macOS 26.0 (AIR 2.8): it has opaque pointers"
    for words in ([], ["-q"]):
        result = invoke("link", *inputs, *words, "-o", tmp_path / "x.metallib")
        warnings = [line for line in result.stderr.splitlines() if "warning" in line]
        more = {1: "", 2: " and 1 other input"}.get(count, f" and {count - 1} other inputs")
        assert result.code == 0 and warnings == [f"mtlb: warning: {inputs[0]}{more}: {said}"]
    result = invoke("link", *inputs, "-v", "-o", tmp_path / "x.metallib")
    assert result.stderr.count(said) == count


def test_errors_name_the_command_that_helps(tmp_path: Path) -> None:
    output = tmp_path / "x.metallib"
    result = invoke("link", LIBRARY, "--platform", "ios", "-o", output)
    assert result.code == 1 and "`mtlb retarget --platform ios`" in result.stderr
    bare = tmp_path / "bare.ll"
    bare.write_text("define void @f(ptr %p) { ret void }\n")
    result = invoke("link", bare, "-o", output)
    assert result.code == 1 and "`mtlb convert --entry NAME`" in result.stderr


@pytest.mark.parametrize("command", ["link", "link --pack", "retarget", "edit", "convert"])
def test_systems_that_nobody_knows(command: str, tmp_path: Path) -> None:
    """Far beyond the newest is refused, the next one is taken with a warning."""
    name, *words = command.split()
    source = {"link": ROOT / "golden/air/saxpy.air", "convert": ROOT / "golden/convert/saxpy.ll"}.get(name, LIBRARY)
    options = ["--platform", "macos"] if name == "convert" else []
    output = tmp_path / "x"
    result = invoke(name, source, *words, *options, "--min-os", "99", "-o", output)
    assert result.code in (1, 2) and "there is no macOS 99.0" in result.stderr and not output.exists()
    result = invoke(name, source, *words, *options, "--min-os", "28", "-o", output)
    assert result.code == 0 and result.stderr.count("warning: macOS 28.0 is newer than this mtlb") == 1
