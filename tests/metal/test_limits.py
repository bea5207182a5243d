"""Damaged and hostile sources: each ends in an error of ours or in a library, in time, and nothing is left behind."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from mtlb.base.errors import BuildError
from mtlb.bitcode import read_module
from mtlb.ir.verify import verify_module
from mtlb.metal import CompileOptions, compile_source
from mtlb.metal import clang as runs
from mtlb.metal.compile import _shown
from mtlb.metal.messages import SourceMessage
from mtlb.metal.optimise import expanded, optimise
from mtlb.metal.rewrite import SourceTokens, rewrite
from tests.metal.needed import HEAD, needs_clang

_KERNEL = "kernel void k(device float* o, uint i [[thread_position_in_grid]]) {{ o[i] = {0}; }}\n"
_PAIRS = {"(": ")", "[": "]", "{": "}"}
_MACROS = "#define A0 x+x\n" + "".join(f"#define A{n} A{n - 1} A{n - 1} A{n - 1} A{n - 1}\n" for n in range(1, 20))
_CALLS = "float f0(float x) { return sin(x); }\n" + "".join(
    f"float f{n}(float x) {{ return f{n - 1}(x) + f{n - 1}(x + 1); }}\n" for n in range(1, 31)
)
_DEEP = (
    "template<int N, int M> struct T { T<N-1, M*2> a; T<N-1, M*2+1> b; };\n"
    "template<int M> struct T<0, M> { int x; };\n" + _KERNEL.format("sizeof(T<22, 1>)")
)


@pytest.mark.skipif(sys.platform == "win32", reason="has no sh")
def test_what_a_stopped_program_has_started_ends_too(tmp_path: Path) -> None:
    """zig starts clang, which went on after its time was over."""
    late = tmp_path / "late"
    with pytest.raises(BuildError, match="still running after"):
        runs.run(["sh"], ["-c", f"(sleep 1; echo > '{late}') & wait"], seconds=0.1, megabytes=0)
    time.sleep(1.2)
    assert not late.exists()


@needs_clang
@pytest.mark.long
@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEAD + _MACROS + _KERNEL.format("A19"), "wrote more than 16 MB, which macros"),
        (HEAD + "#include __FILE__\n", "#include nested too deeply"),
        ('#include "x.metal"\n' * 2, "#include nested too deeply"),
        (HEAD + _DEEP, "the compiler did not finish|still running after"),
        (HEAD + _KERNEL.format("(" * 999 + "1" + ")" * 999), "bracket nesting level exceeded maximum of 256"),
        (HEAD + "void f() { x " + "< a " * 100000 + "; }\n", "the compiler did not finish"),
        (HEAD + "#pragma clang __debug crash\n" + _KERNEL.format("1"), "did not finish: it crashed"),
        ((HEAD + _KERNEL.format("1")).encode("utf-16"), "UTF-16"),
        ((HEAD + "constant int \xe9 = 1;\n").encode("latin-1"), "not valid UTF-8"),
        (bytes((n * 7919 + n * n) % 256 for n in range(20000)), "x.metal"),
    ],
)
def test_what_can_not_be_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str | bytes, message: str
) -> None:
    path, scratch = tmp_path / "x.metal", tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    monkeypatch.setenv("TMPDIR", str(scratch))
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(BuildError, match=message):
        compile_source(path, CompileOptions(seconds=20, megabytes=1500))
    assert list(scratch.iterdir()) == []


@needs_clang
def test_code_without_calls_that_is_too_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.metal"
    path.write_text(HEAD + _KERNEL.format("o[i] * 2"))
    monkeypatch.setattr("mtlb.metal.optimise._MOST_INSTRUCTIONS", 2)
    with pytest.raises(BuildError, match=r"with all calls in line it has [0-9]+ instructions: at most 2 are compiled"):
        compile_source(path)


@needs_clang
@pytest.mark.long
def test_calls_whose_code_would_be_too_much(tmp_path: Path) -> None:
    """2**30 copies of `f0` in line: some functions are called instead."""
    path = tmp_path / "x.metal"
    path.write_text(HEAD + _CALLS + _KERNEL.format("f30(o[i])"))
    module = read_module(compile_source(path).bitcode)
    assert not verify_module(module) and sum(not function.is_declaration for function in module.functions) > 1


@needs_clang
@pytest.mark.long
@pytest.mark.parametrize("ending", ["\r\n", "\r"])
def test_ends_of_lines_and_marks_of_encodings(tmp_path: Path, ending: str) -> None:
    text = HEAD + "#define M(a) a + 1\n/* \0 \xe9 */\n" + _KERNEL.format("M(2)")
    plain, other = tmp_path / "a" / "x.metal", tmp_path / "b" / "x.metal"
    for path, data in ((plain, text), (other, "\ufeff" + text.replace("\n", ending))):
        path.parent.mkdir()
        path.write_bytes(data.encode())
    bitcodes = [compile_source(path).bitcode.replace(bytes(path), b"x") for path in (plain, other)]
    assert len(bitcodes[0]) == len(bitcodes[1])


@pytest.mark.long
@pytest.mark.parametrize(
    "text",
    [
        ";" * 20000,
        "[[a]]" * 10000,
        "void f(){ " + "threadgroup int a," * 5000 + " }",
        "kernel void k(" + "int a," * 5000 + "int b) {}",
        "".join(f"struct S{n} {{ int a; }}; kernel void k{n}(device S{n}& a) {{}}" for n in range(2000)),
        "struct A < " * 1500,
        "void f(){ " + "a.xy += " * 5000 + "1; }",
        "constant int a [[function_constant(" + "-" * 5000 + "1)]];",
    ],
)
def test_the_rewriter_takes_time_in_proportion(text: str) -> None:
    """A pass that looks at all tokens for each token takes minutes for these."""
    start = time.process_time()
    with contextlib.suppress(BuildError):
        rewrite(text, "a.metal")
    assert time.process_time() - start < 5


@pytest.mark.parametrize(
    "text",
    [
        *(
            "struct",
            "template <",
            "kernel",
            "kernel void k",
            "struct A :",
            "struct struct",
            "typedef struct { int a; } B",
        ),
        *("constant int a [[function_constant(0)]]", "x kernel void(int a) { }"),
    ],
)
def test_a_source_that_ends_too_early(text: str) -> None:
    """The compiler says what is missing, or the rewriter; nothing else goes wrong."""
    with contextlib.suppress(BuildError):
        assert rewrite(text, "a.metal").source.written().startswith(text[0])


_CONSTRUCTS = """constant int a [[function_constant(0)]]; constant int b = a + 1; using namespace metal;
template <typename T, int N = 2> struct A : B<T> { device T* p [[id(0)]]; float4 q [[position]];
T m() const { return p[N]; } };
typedef struct { packed_float3 x; union { int y; float z; }; } C; enum class E : uint { one = 1 };
namespace n { constexpr sampler s(filter::linear); threadgroup float t[4]; }
template [[host_name("k")]] kernel void k<float>(device float* o [[buffer(b)]], uint i [[thread_position_in_grid]]);
fragment half4 f(C c [[stage_in]], texture2d<half, access::sample> t [[texture(0)]]) { threadgroup int w[3];
  if (b) for (auto j : w) { auto g = [&](thread int& v) { return v.x *= 1.0; }; } return t.sample(n::s, c.x.xy); }
"""


@pytest.mark.long
def test_a_source_that_ends_anywhere() -> None:
    """Every prefix, as it is and with its brackets closed: no pass looks for a token after the last."""
    tokens = [token.before + token.text for token in SourceTokens(_CONSTRUCTS).tokens]
    closing: list[str] = []
    for count, token in enumerate(tokens, 1):
        if (word := token.strip()) in _PAIRS:
            closing.append(_PAIRS[word])
        elif word in _PAIRS.values():
            closing.pop()
        with contextlib.suppress(BuildError):
            rewrite("".join([*tokens[:count], *reversed(closing)]), "a.metal")


def test_the_part_of_a_long_line_that_an_error_is_about() -> None:
    lines = _shown(SourceMessage("a", 1, 5001, "error", "x"), [" " * 5000 + "here" + " " * 5000]).splitlines()
    assert lines[1][lines[2].index("^") :].startswith("here") and max(map(len, lines)) < 400


def test_calls_in_line_are_counted_before_they_are_made() -> None:
    body = "".join(f"  %{n} = call i32 @a()\n" for n in range(3))
    text = "define i32 @a() {\n  ret i32 1\n}\n" + f"define i32 @b() {{\n{body}  ret i32 1\n}}\n"
    assert expanded(text) == 4 + 3 * 1
    assert expanded(text.replace("@a() {", "@a() #0 {") + "attributes #0 = { noinline }\n") == 4 + 3 + 1
    assert expanded("define i32 @a() {\n  %1 = call i32 @a()\n}\n") == 2


def test_passes_have_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "define i32 @a() {\n  ret i32 1\n}\n"
    assert [function.name for function in optimise(text).functions] == ["a"]
    with pytest.raises(BuildError, match=r"LLVM's passes: still running after 0\.001 s"):
        optimise(text, seconds=0.001)
    with pytest.raises(BuildError, match="what clang wrote can't be read by llvmlite's LLVM"):
        optimise("define")


def test_passes_start_without_mtlb() -> None:
    """They are a program that starts at once."""
    script = Path(__file__).parents[2] / "mtlb" / "metal" / "passes.py"
    result = subprocess.run([sys.executable, "-I", "-S", str(script), "/nowhere", "2"], capture_output=True, text=True)
    assert "No module named 'llvmlite'" in result.stderr
