"""The conventions of all subcommands (docs/cli.md lists them), tested for each."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

import mtlb
from mtlb.cli.commands import COMMANDS, NAMES, OTHERS, CommandRow
from mtlb.cli.io import expand_patterns
from tests.cli.invoke import Result, invoke

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = ROOT / "golden/lib/air-lld-macos14.metallib"
OTHER_LIBRARY = ROOT / "golden/lib/air-lld-ios15.metallib"
MODULE = ROOT / "golden/air/saxpy.air"


@dataclass(frozen=True)
class Shape:
    """How a command of the table is called on a golden file."""

    row: CommandRow

    @property
    def name(self) -> str:
        return self.row.name

    @property
    def input(self) -> Path:
        return MODULE if self.row.reads == "module" else LIBRARY

    @property
    def writes(self) -> bool:
        return self.row.output is not None

    @property
    def options(self) -> list[str]:
        return [*[str(OTHER_LIBRARY)] * (self.row.inputs - 1), *self.row.plain]

    def arguments(self, text: str | Path | None = None, output: str | Path | None = None) -> list[str]:
        words = [self.name, *self.row.before, str(self.input if text is None else text), *self.options]
        if output is not None and self.row.output is not None:
            words += [self.row.output, str(output)]
        return words


SHAPES = [Shape(row) for row in COMMANDS]
SUMMARISED = {
    **dict.fromkeys(("edit", "extract", "retarget", "rewrite", "strip"), "bytes"),
    **dict.fromkeys(("check", "verify"), "1 library, 0 errors"),
}
"""What is in the one line on stderr that each of these ends with."""
SILENT = ("lint", "verify")  # about a library that is in order
every = pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
binary = pytest.mark.parametrize("shape", [s for s in SHAPES if s.row.writes == "binary"], ids=lambda shape: shape.name)
writing = pytest.mark.parametrize("shape", [s for s in SHAPES if s.writes], ids=lambda shape: shape.name)
reading = pytest.mark.parametrize("shape", [s for s in SHAPES if s.row.has_json], ids=lambda shape: shape.name)


def call(shape: Shape, tmp_path: Path, text: str | Path | None = None, stdin: bytes = b"") -> Result:
    """The subcommand on an input, writing (if it writes) into `tmp_path`/out."""
    return invoke(*shape.arguments(text, tmp_path / "out"), stdin=stdin)


def contents(path: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in sorted(path.rglob("*")) if p.is_file()}


def test_the_table_is_right() -> None:
    """A command takes the options that its row says, and no other command has a file."""
    for row in COMMANDS:
        text = invoke(row.name, "--help").text
        assert ("--json" in text) == row.has_json, row.name
        assert row.output is None or f" {row.output}" in text, row.name
        assert row.writes in ("text", "binary", "directory") and (row.output or row.writes == "text")
        assert all(option in text for words in (row.plain, *row.variants) for option in words if option[:2] == "--")
    commands = [path.stem for path in (ROOT / "cli").glob("*.py") if "\ndef command(" in path.read_text("utf-8")]
    assert sorted(set(commands) - set(OTHERS)) == sorted(row.name for row in COMMANDS)
    assert sorted(NAMES) == sorted({*commands, *OTHERS})


@every
def test_good_input_gives_0_and_a_quiet_stderr(shape: Shape, tmp_path: Path) -> None:
    result = call(shape, tmp_path)
    assert result.code == 0
    if shape.name in SUMMARISED:
        assert len(result.stderr.splitlines()) == 1 and SUMMARISED[shape.name] in result.stderr
        result = invoke(*shape.arguments(None, tmp_path / "quiet"), "-q")
    assert result.stderr == ""
    assert bool(result.stdout) != (shape.writes or shape.name in SILENT)


@every
def test_dash_is_stdin(shape: Shape, tmp_path: Path) -> None:
    by_path = call(shape, tmp_path)
    result = contents(tmp_path)
    by_stdin = call(shape, tmp_path, "-", stdin=shape.input.read_bytes())
    assert by_stdin.code == 0
    assert contents(tmp_path) == result
    assert by_stdin.text.replace("<stdin>", str(shape.input)) == by_path.text


@binary
def test_stdout_is_the_default_output(shape: Shape, tmp_path: Path) -> None:
    call(shape, tmp_path)
    expected = (tmp_path / "out").read_bytes()
    for words in (shape.arguments(), [*shape.arguments(), "-o", "-"]):
        result = invoke(*words)
        assert result.code == 0
        assert result.stdout == expected


@binary
def test_no_binary_to_a_terminal(shape: Shape) -> None:
    result = invoke(*shape.arguments(), terminal=True)
    assert result.code == 2
    assert result.stdout == b""
    assert "stdout is a terminal" in result.stderr


@every
@pytest.mark.parametrize("bad", ["empty", "text", "truncated", "directory", "missing"])
def test_bad_input_gives_1_and_one_line_and_no_output(shape: Shape, bad: str, tmp_path: Path) -> None:
    path = tmp_path / "bad"
    data = shape.input.read_bytes()
    if bad == "directory":
        path.mkdir()
    elif bad != "missing":
        path.write_bytes({"empty": b"", "text": b"hello, world\n" * 20, "truncated": data[: len(data) // 2]}[bad])
    result = call(shape, tmp_path, path)
    assert result.code == 1
    assert result.stderr.startswith("mtlb: error: ") or (shape.row.reports and result.stdout)
    assert "Traceback" not in result.stderr + result.text
    assert "internal error" not in result.stderr
    assert str(path) in result.stderr + result.text
    assert not (tmp_path / "out").exists()


@every
def test_errors_name_the_file_in_one_line(shape: Shape, tmp_path: Path) -> None:
    """A damaged module, library or container; and names that break lines or are empty."""
    module = bytearray(MODULE.read_bytes())
    module[100:140] = b"\xff" * 40
    container = (ROOT / "golden/dxbc/pixel.dxbc").read_bytes()
    for data in (bytes(module), container[:-20], LIBRARY.read_bytes()[:-20]):
        path = tmp_path / "damaged\nfile"
        path.write_bytes(data)
        result = call(shape, tmp_path, path)
        if result.code:
            assert "damaged\\nfile" in result.text + result.stderr and "damaged\n" not in result.text + result.stderr
    if call(shape, tmp_path, "").code == 1:
        assert call(shape, tmp_path, "").stderr.startswith("mtlb: error: '': No such file")


@writing
def test_failure_leaves_the_old_output_alone(shape: Shape, tmp_path: Path) -> None:
    output = tmp_path / "out"
    if shape.row.writes == "directory":
        output.mkdir()
        (output / "old").write_bytes(b"old")
    else:
        output.write_bytes(b"old")
    before = contents(tmp_path)
    (tmp_path / "bad").write_bytes(shape.input.read_bytes()[:-40])
    assert call(shape, tmp_path, tmp_path / "bad").code == 1
    (tmp_path / "bad").unlink()
    assert contents(tmp_path) == before


@every
@pytest.mark.parametrize("words", [["--no-such-option"], ["--color", "sometimes"]], ids=["option", "color"])
def test_wrong_usage_gives_2(shape: Shape, words: list[str], tmp_path: Path) -> None:
    result = invoke(*shape.arguments(output=tmp_path / "out"), *words)
    assert result.code == 2
    assert result.stdout == b""
    assert f"Try 'mtlb {shape.name} --help'." in result.stderr


@every
def test_missing_argument_gives_2(shape: Shape) -> None:
    result = invoke(shape.name)
    assert result.code == 2
    assert result.stderr.startswith("mtlb: error: ")


def test_an_option_without_its_value_leads_to_the_help_of_its_command() -> None:
    assert invoke("link", "-o").stderr.endswith("\nTry 'mtlb link --help'.\n")


@every
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help(shape: Shape, option: str) -> None:
    result = invoke(shape.name, option)
    assert result.code == 0
    assert result.text.startswith(f"Usage: mtlb {shape.name} ")
    assert "Examples:" in result.text
    assert max(map(len, result.text.splitlines())) <= 100


def test_patterns_of_file_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What `process` does on Windows."""
    monkeypatch.chdir(tmp_path)
    for name in ("b.air", "a.air", "[1].air", "c.txt"):
        Path(name).touch()
    words = ["link", "*.air", "[1].*", "?.txt", "*.metallib", "-o", "x"]
    assert expand_patterns(words) == ["link", "[1].air", "a.air", "b.air", "[1].air", "c.txt", "*.metallib", "-o", "x"]


@every
def test_response_files(shape: Shape, tmp_path: Path) -> None:
    inner, outer = tmp_path / "inner.rsp", tmp_path / "outer.rsp"
    words = shape.arguments(output=tmp_path / "out")
    at = 1 + len(shape.row.before)
    inner.write_text(f"'{words[at]}'\n")
    outer.write_text(f"@{inner}\n" + " ".join(words[at + 1 :]))
    assert invoke(*words[:at], f"@{outer}") == invoke(*words)
    inner.write_text(f"@{outer}")
    result = invoke(*words[:at], f"@{outer}")
    assert result.code == 2
    assert "includes itself" in result.stderr


@every
def test_color(shape: Shape, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")

    def colored(*words: str, terminal: bool) -> bool:
        result = invoke(shape.name, *shape.row.before, str(tmp_path / "missing"), *more, *words, terminal=terminal)
        assert result.code == 1
        return "\x1b[" in result.stderr + result.text

    more = shape.arguments(output=tmp_path / "out")[2 + len(shape.row.before) :]
    assert colored(terminal=True)
    assert not colored(terminal=False)
    assert colored("--color", "always", terminal=False)
    assert not colored("--color", "never", terminal=True)
    monkeypatch.setenv("NO_COLOR", "1")
    assert not colored(terminal=True)


@every
def test_verbose_stacks_and_stays_on_stderr(shape: Shape, tmp_path: Path) -> None:
    quiet = call(shape, tmp_path)
    result = invoke(*shape.arguments(output=tmp_path / "out"), "-vv")
    assert (result.code, result.stdout) == (0, quiet.stdout)


@reading
def test_json(shape: Shape, tmp_path: Path) -> None:
    words = shape.arguments(output=tmp_path / "out" if shape.row.writes == "directory" else None)
    result = invoke(*words, "--json")
    assert result.code == 0
    assert result.text.isascii()
    value = json.loads(result.text)
    assert value["schema"] == f"mtlb.{shape.name}/1"
    assert str(LIBRARY) in result.text
    assert invoke(*words, "--json").stdout == result.stdout


@every
@pytest.mark.long
def test_output_does_not_follow_the_environment(shape: Shape, tmp_path: Path) -> None:
    """The output does not depend on locale, time zone, hash seed or directory."""

    def result(directory: str, **environment: str) -> tuple[bytes, dict[str, bytes]]:
        where = tmp_path / directory
        where.mkdir()
        words = shape.arguments(output="out")
        env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), **environment}
        done = subprocess.run(
            [sys.executable, "-m", "mtlb", *words], cwd=where, env=env, capture_output=True, check=True
        )
        return done.stdout, contents(where)

    assert result("one", LC_ALL="C", TZ="UTC", PYTHONHASHSEED="1") == result(
        "other", LC_ALL="tr_TR.UTF-8", TZ="Asia/Tokyo", PYTHONHASHSEED="2", COLUMNS="40"
    )


def test_no_arguments_is_help() -> None:
    assert invoke().stdout == invoke("--help").stdout


def test_version() -> None:
    assert invoke("--version").text == f"mtlb {mtlb.__version__}\n"


def test_unknown_command_suggests() -> None:
    result = invoke("lnk")
    assert result.code == 2
    assert "No such command 'lnk'. Did you mean 'link'?" in result.stderr


def test_closed_pipe_is_quiet() -> None:
    script = f"exec {sys.executable} -m mtlb nm {LIBRARY} | true"
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, cwd=ROOT)
    assert done.stderr == ""


def test_start_up_imports_nothing_heavy() -> None:
    heavy = {
        "rich",
        "llvmlite",
        "cryptography",
        "pydantic",
        "mtlb.container",
        "mtlb.bitcode",
        "mtlb.linker",
    }
    code = f"import sys, mtlb.cli.main as m; m.run(['--version']); print(*sorted({heavy!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == f"mtlb {mtlb.__version__}\n\n"


@pytest.mark.parametrize(
    ("words", "heavy"),
    [
        (("verify", "golden/lib/linked-air-lld.metallib"), {"mtlb.bitcode", "mtlb.ir", "mtlb.air"}),
        (
            ("link", "-q", "golden/air/saxpy.air", "-o", "{}"),
            {"mtlb.translate.shader", "mtlb.convert.plan", "mtlb.ir.text.lexer"},
        ),
    ],
)
def test_a_command_on_a_small_file_imports_what_it_needs(
    words: tuple[str, ...], heavy: set[str], tmp_path: Path
) -> None:
    """Of a short command the imports are what takes the time."""
    heavy = heavy | {"pydantic", "multiprocessing", "concurrent.futures", "json", "mtlb.spirv", "mtlb.dxbc.listing"}
    formats = [word.format(tmp_path / "made.metallib") for word in words]
    code = f"import sys, mtlb.cli.main as m; print(m.run({formats!r}), *sorted({heavy!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.split() == ["0"], done.stderr


def test_input_may_be_the_output(tmp_path: Path) -> None:
    path = tmp_path / "x.metallib"
    shutil.copy(LIBRARY, path)
    assert invoke("rewrite", path, "-o", path).code == 0
    assert path.read_bytes() == LIBRARY.read_bytes()
