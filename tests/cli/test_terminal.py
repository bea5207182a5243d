"""Help, tables, colour, progress, choices and completion are typer's and rich's; a file or a pipe gets plain text."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from unittest import mock

import pytest
from rich.markup import render

from mtlb.cli import console
from mtlb.cli.commands import NAMES
from mtlb.cli.convert import Origin, PointerPolicy
from mtlb.cli.typed import subcommand
from mtlb.convert import POINTER_POLICIES, SOURCES
from tests.cli.invoke import _Stream, invoke
from tests.conftest import ROOT, every_nth

LIBRARY = ROOT / "golden/lib/air-lld-macos14.metallib"
MODULE = ROOT / "golden/air/saxpy.air"
BOXES = re.compile("[\u2500-\u257f\x1b]")


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "GITHUB_ACTIONS", "PY_COLORS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")


# --- streams ---------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="has no sh")
@pytest.mark.parametrize(
    ("words", "closed", "code", "said"),
    [
        (["info", LIBRARY], ">&-", 1, "mtlb: error: Bad file descriptor\n"),
        (["info", LIBRARY], "2>&- <&-", 0, ""),
        (["verify", "-"], "<&-", 1, "mtlb: error: Bad file descriptor\n"),
        (["link", "-q", MODULE, "-o", "x.metallib"], "<&- >&- 2>&-", 0, ""),
    ],
)
def test_streams_that_are_closed(tmp_path: Path, words: list[object], closed: str, code: int, said: str) -> None:
    """A file that is opened then must not get the number of stdout."""
    script = f'"$0" -m mtlb "$@" {closed}'
    command = ["sh", "-c", script, sys.executable, *map(str, words)]
    result = subprocess.run(
        command, capture_output=True, text=True, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    assert (result.returncode, result.stderr) == (code, said)
    assert [path.name for path in tmp_path.iterdir()] == (["x.metallib"] if "link" in words else [])
    assert not said or result.stdout == ""


# --- help ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", every_nth(["", *NAMES], 6))
def test_help_is_panels_on_a_terminal_and_plain_text_elsewhere(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    words = [*([name] if name else []), "--help"]
    plain, boxed = invoke(*words).text, invoke(*words, terminal=True).text
    assert not BOXES.search(plain) and "╭" in boxed
    monkeypatch.setenv("COLUMNS", "40")
    assert invoke(*words).text == plain
    options = set(re.findall(r"^  (?:-\w, )?(--[\w-]+)", plain, re.MULTILINE))
    assert {"--help"} < options and options <= set(re.findall(r"--[\w-]+", re.sub(r"\x1b\[[\d;]*m", "", boxed)))


def test_no_text_of_help_is_markup_to_rich() -> None:
    """Square brackets in help would be swallowed where rich takes them for a style."""
    for name in NAMES:
        command = subcommand(name)
        for text in (command.help, *(getattr(parameter, "help", None) for parameter in command.params)):
            assert text is None or render(text).plain == text.replace("\b", ""), (name, text)


def test_no_line_of_the_list_of_commands_is_cut() -> None:
    assert not re.search(r"^  .*\.\.\.$", invoke("--help").text, re.MULTILINE)


def test_examples_keep_their_lines() -> None:
    for text in (invoke("nm", "--help").text, re.sub(r"\x1b\[[\d;]*m", "", invoke("nm", "--help", terminal=True).text)):
        assert re.search(r"mtlb nm default.metallib *\n +mtlb nm -j default.metallib", text)


# --- choices ---------------------------------------------------------------------------------------------------------


def test_choices_are_those_of_the_library() -> None:
    assert [origin.value for origin in Origin] == list(SOURCES)
    assert [policy.value for policy in PointerPolicy] == list(POINTER_POLICIES)


@pytest.mark.parametrize(
    ("words", "choices"),
    [
        (["link", "--kind"], "'executable', 'dylib', 'core-image'"),
        (["link", "--layout"], "'air-lld', 'metallib'"),
        (["link", "--undefined"], "'error', 'dynamic-lookup', 'dynamic_lookup'"),
        (["convert", "--from"], "'nvptx', 'amdgpu', 'spirv'"),
        (["convert", "--pointers"], "'infer', 'i8'"),
        (["lint", "--fail-on"], "'error', 'warning', 'note'"),
        (["nm", "--color"], "'auto', 'always', 'never'"),
    ],
)
def test_a_wrong_choice_is_answered_with_the_choices(words: list[str], choices: str) -> None:
    result = invoke(*words, "nonsense", MODULE)
    assert (result.code, result.stdout) == (2, b"")
    assert f"'nonsense' is not one of {choices}." in result.stderr


def completed(line: str) -> list[str]:
    environment = {**os.environ, "_MTLB_COMPLETE": "complete_bash", "COMP_WORDS": line}
    environment["COMP_CWORD"] = str(len(line.split(" ")) - 1)
    code = "import sys; sys.argv[0] = 'mtlb'; from mtlb.__main__ import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert done.stderr == "", done.stderr
    return done.stdout.split()


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("mtlb retar", ["retarget"]),
        ("mtlb link --kind ", ["executable", "dylib", "core-image"]),
        ("mtlb link --platform mac", ["macos", "mac-catalyst"]),
        ("mtlb lint --ignore AIR00", [f"AIR00{number}" for number in range(10)]),
        (f"mtlb objdump {LIBRARY} --function tri", ["triangle_fragment", "triangle_vertex"]),
        (f"mtlb info -r {MODULE} --function ", ["saxpy"]),
        (f"mtlb edit {LIBRARY} --remove s", ["saxpy"]),
        (f"mtlb run {MODULE} ", ["saxpy"]),
        (f"mtlb objdump {ROOT}/pyproject.toml --function ", []),
    ],
)
@pytest.mark.long
def test_completion_knows_values(line: str, found: list[str]) -> None:
    assert completed(line) == found


# --- what the terminal gets ------------------------------------------------------------------------------------------


@pytest.mark.long
def test_rich_is_not_imported_for_a_file_or_a_pipe(tmp_path: Path) -> None:
    for words in (["nm", LIBRARY], ["info", "-f", LIBRARY], ["size", LIBRARY], ["doctor", LIBRARY], ["nm", "--help"]):
        code = "import sys, mtlb.cli.main as m; m.run(sys.argv[1:]); print('rich' in sys.modules, file=sys.stderr)"
        done = subprocess.run(
            [sys.executable, "-c", code, *map(str, words)], capture_output=True, text=True, cwd=ROOT, check=True
        )
        assert done.stderr == "False\n", words


def test_a_table_keeps_its_columns_on_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = invoke("info", LIBRARY).text
    monkeypatch.setenv("COLUMNS", "50")
    narrow = re.sub(r"\x1b\[[\d;]*m", "", invoke("info", LIBRARY, terminal=True).text).splitlines()[1:]
    assert max(map(len, narrow)) <= 50 < max(map(len, plain.splitlines()[1:]))
    keys = {line[:12].strip() for line in plain.splitlines()[1:]}
    assert {line[:12].strip() for line in narrow} == {*keys, ""}
    assert invoke("info", LIBRARY).text == plain


def test_the_text_of_modules_is_highlighted_and_not_changed() -> None:
    plain, colored = invoke("objdump", LIBRARY).text, invoke("objdump", LIBRARY, "--color", "always").text
    assert colored.count("\x1b[") > 100
    assert re.sub(r"\x1b\[[\d;]*m", "", colored) == plain


def test_what_color_always_makes_does_not_follow_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    def result(**environment: str) -> str:
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        return invoke("doctor", LIBRARY, "--os", "macos:12", "--color", "always").text

    assert result(COLUMNS="100") == result(COLUMNS="40") == result(NO_COLOR="1") == result(TERM="dumb")


@pytest.mark.parametrize(("delay", "is_shown"), [(60.0, False), (0.1, True)])
def test_progress_is_shown_for_what_takes_long(delay: float, is_shown: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "_PROGRESS_DELAY", delay)
    stream = _Stream(terminal=True)
    with mock.patch.object(sys, "stderr", stream), console.new_settings(), console.progress("reading a\x1bb") as update:
        for step in range(5):
            time.sleep(0.04)
            update(step, 4)
    text = stream.bytes.getvalue().decode("utf-8")
    assert ("mtlb: reading a\\x1bb" in text) == is_shown
    assert ("\x1b[?25l" in text) == is_shown  # the cursor goes ...
    assert (text.rfind("\x1b[?25h") > text.rfind("\x1b[?25l")) == is_shown  # ... and comes back
    assert not console.shows_progress()


@pytest.mark.long
def test_progress_goes_when_an_error_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "_PROGRESS_DELAY", 0.0)
    stream = _Stream(terminal=True)
    with mock.patch.object(sys, "stderr", stream), pytest.raises(KeyboardInterrupt), console.progress("x"):
        time.sleep(0.3)
        raise KeyboardInterrupt
    assert b"\x1b[?25h" in stream.bytes.getvalue() and not console.shows_progress()


def test_a_file_gets_no_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "_PROGRESS_DELAY", 0.0)
    stream = _Stream()
    with mock.patch.object(sys, "stderr", stream), console.progress("x") as update:
        time.sleep(0.05)
        update(1, 2)
    assert stream.bytes.getvalue() == b""
