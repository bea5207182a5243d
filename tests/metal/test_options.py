"""Every option of Apple's compiler that the tables list: what it changes in a module, a file or the messages.

Source of the options: the language specification, 1.6; build scripts of public projects (Rive's makefile has
-ffp-contract=fast, -fpreserve-invariance and -fvisibility=hidden, MLX's -Wmetal-addr-spaces).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from mtlb.cli.apple.compiling import COMPILE_FLAGS
from mtlb.cli.apple.flags import Does
from tests.cli.invoke import Result, invoke
from tests.metal.needed import needs_clang

pytestmark = [needs_clang, pytest.mark.long]

SOURCE = """#include <metal_stdlib>
#ifdef HEADER
#include HEADER
#endif
#ifndef ADDED
#define ADDED 1.5f
#endif
using namespace metal;
struct Placed { float4 at [[position, invariant]]; };
vertex Placed placed(constant float4* a [[buffer(0)]], uint i [[vertex_id]]) {
  Placed result;
  result.at = a[i] * a[0] + a[1];
  return result;
}
kernel void scaled(device float* p [[buffer(0)]], uint i [[thread_position_in_grid]]) {
  float x = p[i] * ADDED;
  p[i] = sin(x * x + p[0]);
}
[[max_total_threads_per_threadgroup(32)]]
kernel void limited(device int* p [[buffer(0)]]) { int unused; p[0] = 1; }
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("options")
    (folder / "x.metal").write_text(SOURCE)
    (folder / "headers").mkdir()
    (folder / "headers/added.h").write_text("#define ADDED 6.0f\n")
    return folder


@pytest.fixture(autouse=True)
def there(project: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("MTLB_METAL", "SDKROOT", "MACOSX_DEPLOYMENT_TARGET"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(project)
    return project


def compiled(*words: str) -> str:
    """The module's text with these options, which is the same from both commands."""
    texts = []
    for command in (["compile"], ["apple", "metal"]):
        result = invoke(*command, "-w", "-S", "x.metal", "-o", "x.ll", *words)
        assert (result.code, result.stderr) == (0, ""), result.stderr
        texts.append(Path("x.ll").read_text(encoding="utf-8"))
    assert texts[0] == texts[1]
    return texts[0]


def body(text: str, name: str) -> str:
    """The body of a function."""
    match = re.search(rf"^define [^\n]*@{name}\([^\n]*\n(.*?)^\}}", text, re.MULTILINE | re.DOTALL)
    assert match is not None
    return match[1]


def has(*words: str) -> Callable[[str], bool]:
    return lambda text: all(word in text for word in words)


def lacks(*words: str) -> Callable[[str], bool]:
    return lambda text: not any(word in text for word in words)


@dataclass(frozen=True)
class Change:
    """`words` change a module so that `after` holds, which does not hold before; or nothing, if `after` is None."""

    words: str
    after: Callable[[str], bool] | None


CHANGES = (
    Change("-std=metal3.0", has('!"Metal", i32 3, i32 0')),
    Change("-mmacosx-version-min=15.0", has("air64_v27-apple-macosx15.0.0")),
    Change("-D ADDED=6.0f", has("6.000000e+00")),
    Change("-DADDED=6.0f -UADDED", None),
    Change("-include headers/added.h", has("6.000000e+00")),
    Change('-I headers -DHEADER="added.h"', has("6.000000e+00")),
    Change('-Iheaders -DHEADER="added.h"', has("6.000000e+00")),
    Change('-iquote headers -DHEADER="added.h"', has("6.000000e+00")),
    Change("-isystem headers -DHEADER=<added.h>", has("6.000000e+00")),
    Change("-ffast-math", None),
    Change("-fno-fast-math", lambda text: has("fast_math_disable", "@air.sin.f32")(text) and lacks(" fast ")(text)),
    Change("-fmetal-math-mode=fast", None),
    Change("-fmetal-math-mode=safe", lambda text: has("@air.sin.f32", "llvm.fmuladd")(text) and lacks(" fast ")(text)),
    Change("-fmetal-math-mode=relaxed", lambda text: has("reassoc nsz arcp contract afn", "fast_sin")(text)),
    Change("-fmetal-math-fp32-functions=fast", None),
    Change("-fmetal-math-fp32-functions=precise", lambda text: has(" fast ", "@air.sin.f32")(text)),
    Change("-ffp-contract=fast", None),
    Change("-ffp-contract=on", lacks("fmul fast", "contract")),
    Change("-ffp-contract=off", lacks("fmul fast", "contract", "llvm.fmuladd")),
    Change("-O0", lambda text: body(text, "scaled").count("getelementptr") == 2),  # p[i] is computed twice
    *(Change(f"-O{level}", None) for level in ("", "1", "2", "3", "s", "fast")),
    Change("-g", has('!DILocalVariable(name: "x"')),
    Change("-gline-tables-only", lambda text: has("!DISubprogram(")(text) and lacks("!DILocalVariable")(text)),
    Change("-g -ffile-prefix-map=x.=/z. -ffile-prefix-map=x.=/y.", has('DIFile(filename: "/y.metal"')),
    Change("-ffile-prefix-map=x.=/y.", None),
    Change("-frecord-sources", has("#ifndef ADDED")),
    Change("-fpreserve-invariance", lambda text: '"air.invariant"' in text and " fast " not in body(text, "placed")),
    Change("-fmax-total-threads-per-threadgroup=64", has('"air.max_work_group_size", i32 64')),
)
ONLY_STAND_IN = (
    Change("-gfull", has("!DILocalVariable(")),
    Change("-g -g0", None),
    Change("-g -fdebug-prefix-map=x.=/y.", has('DIFile(filename: "/y.metal"')),
    Change("-g -fdebug-prefix-map=/nowhere=/y -g0", None),
    Change("-fno-preserve-invariance", None),
    Change("-ftexture-write-rounding-mode=native", None),
    Change("-emit-llvm", None),
    Change("-x metal", None),
)
"""Options that `mtlb compile` does not have."""


@pytest.fixture(scope="module")
def plain(project: Path) -> dict[str, str]:
    return {}


def first(plain: dict[str, str]) -> str:
    """The module without options."""
    if "text" not in plain:
        plain["text"] = compiled()
    return plain["text"]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.words)
def test_what_an_option_changes(change: Change, plain: dict[str, str]) -> None:
    before = first(plain)
    after = compiled(*change.words.split())
    if change.after is None:
        assert after == before
    else:
        assert change.after(after) and not change.after(before)


@pytest.mark.parametrize("change", ONLY_STAND_IN, ids=lambda change: change.words)
def test_what_an_option_of_the_stand_in_changes(change: Change, plain: dict[str, str]) -> None:
    before = first(plain)
    assert invoke("apple", "metal", "-w", "-S", "-o", "x.ll", *change.words.split(), "x.metal").code == 0
    after = Path("x.ll").read_text(encoding="utf-8")
    assert after == before if change.after is None else change.after(after) and not change.after(before)


def test_an_attribute_takes_precedence_over_the_option() -> None:
    """Specification, 1.6.6."""
    text = compiled("-fmax-total-threads-per-threadgroup=64")
    assert sorted(re.findall(r'"air.max_work_group_size", i32 (\d+)', text)) == ["32", "64"]


@pytest.mark.parametrize(
    ("standard", "macros"),
    [("macos-metal2.4", "__METAL__ 240 1"), ("metal3.0", "1 300 1"), ("osx-metal1.1", "__METAL__ 110 1")],
)
def test_macros_of_a_standard(standard: str, macros: str) -> None:
    """Specification, 1.6.2: `__METAL__` is defined from Metal 3.0 on."""
    source = b"__METAL__ __METAL_VERSION__ __METAL_MACOS__\n"
    for command in (["compile", "-E", "-"], ["apple", "metal", "-E", "-P", "-x", "metal", "-"]):
        assert macros in invoke(*command, f"-std={standard}", stdin=source).text.splitlines()


def test_prefixes_of_file_names() -> None:
    source = Path("named.metal")
    source.write_text("__FILE__\n")
    for command in (["compile"], ["apple", "metal"]):
        said = invoke(*command, "-E", "named.metal", "-ffile-prefix-map=named=/src/other")
        assert '"/src/other.metal"' in said.text.splitlines(), said.stderr
        assert invoke(*command, "-c", "x.metal", "-o", "x.air", "-ffile-prefix-map=x").code == 2
    macro = invoke(
        "apple", "metal", "-E", "-P", "named.metal", "-fmacro-prefix-map=named=a", "-fdebug-prefix-map=named=b"
    )
    assert macro.text.strip() == '"a.metal"'


def test_options_of_warnings() -> None:
    for command in (["compile"], ["apple", "metal"]):

        def said(*words: str, command: list[str] = command) -> Result:
            return invoke(*command, "-c", "x.metal", "-o", "x.air", *words)

        assert "unused variable" not in said().stderr
        assert "x.metal:20:56: warning: unused variable 'unused'" in said("-Wall", "-Wextra").stderr
        assert "unused variable" not in said("-Wall", "-Wno-unused-variable").stderr
        assert said("-Wall", "-w").stderr == ""
        Path("x.air").unlink()
        failed = said("-Wunused-variable", "-Werror")
        assert failed.code == 1 and "error: unused variable 'unused'" in failed.stderr
        assert not Path("x.air").exists()
        assert said("-Wmetal-addr-spaces").code == 0, "an unknown warning is not an error, as in clang"
    assert invoke("apple", "metal", "-c", "x.metal", "-pedantic", "-o", "x.air").code == 0


def test_options_of_stages(tmp_path: Path) -> None:
    """-c, -S, -E, -P, -fsyntax-only, and -o; the stand-in's -M and -MM."""
    for command in (["compile"], ["apple", "metal"]):
        assert invoke(*command, "-w", "-c", "x.metal", "-o", tmp_path / "x.air").code == 0
        assert (tmp_path / "x.air").read_bytes()[:4] == b"\xde\xc0\x17\x0b"
        assert invoke(*command, "-w", "x.metal", "-o", tmp_path / "x.metallib").code == 0
        assert (tmp_path / "x.metallib").read_bytes()[:4] == b"MTLB"
        text = invoke(*command, "-E", "x.metal").text
        assert '# 1 "x.metal"' in text and "float x = p[i] * 1.5f;" in text
        names = set(tmp_path.iterdir())
        assert invoke(*command, "-w", "-fsyntax-only", "x.metal").code == 0 and set(tmp_path.iterdir()) == names
    text = invoke("apple", "metal", "-E", "-P", "x.metal").text
    assert '# 1 "x.metal"' not in text and "float x = p[i] * 1.5f;" in text
    words = ("-DHEADER=<added.h>", "-isystem", "headers")
    assert invoke("apple", "metal", "-M", *words, "x.metal").text == "x.air: \\\n  x.metal \\\n  headers/added.h\n"
    assert invoke("apple", "metal", "-MM", *words, "x.metal").text == "x.air: \\\n  x.metal\n"


def test_options_of_rules(tmp_path: Path) -> None:
    """-MD, -MMD, -MF, -MT, -MQ, -MP."""
    for command in (["compile"], ["apple", "metal"]):

        def rule(*words: str, command: list[str] = command) -> str:
            where = tmp_path / "x.d"
            output = ("-w", "-c", "x.metal", "-DHEADER=<added.h>", "-isystem", "headers", "-o", tmp_path / "x.air")
            assert invoke(*command, *output, *words).code == 0
            text = where.read_text()
            where.unlink()
            return text

        read = " \\\n  x.metal \\\n  headers/added.h\n"
        assert rule("-MD") == f"{tmp_path}/x.air:{read}"
        assert rule("-MD", "-MF", str(tmp_path / "x.d"), "-MT", "a b") == f"a b:{read}"
        assert rule("-MD", "-MQ", "a b") == f"a\\ b:{read}"
        assert rule("-MD", "-MP").endswith("headers/added.h\nheaders/added.h:\n")
        assert rule("-MMD") == f"{tmp_path}/x.air: \\\n  x.metal\n"


IGNORED = (
    "-fno-inline",
    "-finline-functions",
    "-fmetal-enable-logging",
    "-fno-metal-enable-logging",
    "-fmodules",
    "-fmodules=stdlib",
    "-fno-modules",
    "-fimplicit-module-maps",
    "-fno-implicit-module-maps",
    "-fmodule-map-file=m",
    "-fmodules-cache-path=m",
    "-mtune=apple-a14",
    "-fcolor-diagnostics",
    "-fdebug-info-for-profiling",
    "-fno-debug-info-for-profiling",
    "-fno-color-diagnostics",
    "-fdiagnostics-color=always",
    "-fvisibility=hidden",
    "-fmessage-length=0",
    "-fdiagnostics-show-note-include-stack",
    "-serialize-diagnostics",
    "d",
    "-index-store-path",
    "d",
    "-index-unit-output-path",
    "d",
    "-index-ignore-system-symbols",
    "-index-ignore-pcms",
    "-pipe",
    "-Rpass",
    "-fno-record-sources",
    "-isysroot",
    "/s",
    "-F.",
    "-framework",
    "Metal",
    "-nostdlib",
    "-save-temps",
)


def test_options_that_change_nothing(plain: dict[str, str], project: Path) -> None:
    before = first(plain)
    files = set(project.iterdir())
    assert invoke("apple", "metal", "-w", "-S", "-o", "x.ll", *IGNORED, "x.metal").code == 0
    assert Path("x.ll").read_text(encoding="utf-8") == before
    assert set(project.iterdir()) == files


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("-ftexture-write-rounding-mode=rte", "it is one of native"),
        ("-gpu-family apple7", "no code for a GPU is generated"),
        ("-fmax-total-threads-per-threadgroup=many", "needs a number, not 'many'"),
        ("-fmax-total-threads-per-threadgroup=4096", "a threadgroup has 1 to 1024 threads, not 4096"),
        ("-ffp-contract=sometimes", "it is one of off, on, fast"),
        ("-Xclang -disable-llvm-passes", "options of Apple's front end"),
        ("-Xpreprocessor -x", "options of Apple's front end"),
        ("-dM", "macros can't be listed"),
        ("-print-resource-dir", "there is no such folder"),
        ("-fmetal-odd", "unknown Metal option"),
        ("-fno-metal-odd", "unknown Metal option"),
        ("-std=metal2.5", "no version of Metal is called 'metal2.5'"),
        ("-fno-such-option", "unknown option -fno-such-option"),
        ("--no-such-option", "unknown option --no-such-option"),
    ],
)
def test_options_that_are_errors_of_usage(words: str, reason: str) -> None:
    result = invoke("apple", "metal", "-S", "-o", "none.ll", *words.split(), "x.metal")
    assert result.code == 2 and reason in result.stderr and not Path("none.ll").exists()


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("-ffp-contract=sometimes", "-ffp-contract is off, on or fast"),
        ("-fmax-total-threads-per-threadgroup=many", "it must be a whole number"),
        ("-fmax-total-threads-per-threadgroup=0", "a threadgroup has 1 to 1024 threads, not 0"),
        ("-fno-such-option", "-fno-such-option"),
        ("-dM", "-dM"),
        ("-Xclang -x", "-Xclang"),
    ],
)
def test_options_that_compile_refuses(words: str, reason: str) -> None:
    result = invoke("compile", "-S", "-o", "none.ll", *words.split(), "x.metal")
    assert result.code == 2 and reason in result.stderr and not Path("none.ll").exists()


def _trial(name: str) -> str:
    end = "" if len(name) == 1 or name[-1] == "-" else "(?![a-z])"
    return rf"""["'\s]-{re.escape(name)}{end}"""


def test_each_option_of_the_table_is_tried_here() -> None:
    """A row without a trial is a promise without a test."""
    tried = Path(__file__).read_text(encoding="utf-8")
    missing = [name for flag in COMPILE_FLAGS for name in flag.names if not re.search(_trial(name), tried)]
    assert missing == []
    assert {flag.does for flag in COMPILE_FLAGS} == set(Does)
