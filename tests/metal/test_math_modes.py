"""`#pragma METAL fp`: the flags of floating-point instructions that remain (specification, 1.6.3)."""

from __future__ import annotations

from pathlib import Path

import pytest

import mtlb
from mtlb.ir import FastMath, InstCode, Module
from mtlb.metal.strict import separate_strict
from tests.metal.needed import needs_clang

_ALL = frozenset({"NNAN", "NINF", "NSZ", "ARCP", "CONTRACT", "AFN", "REASSOC"})
_FINITE = frozenset({"NNAN", "NINF"})
_INSIDE = """float4 f(float4 a, float4 b) {{
{}
  return a * b + a; }}
kernel void k(device float4* o [[buffer(0)]]) {{ o[0] = f(o[1], o[2]); o[3] = o[4] - o[5]; }}"""
_OUTSIDE = """{}
kernel void k(device float4* o [[buffer(0)]]) {{ o[0] = o[1] * o[2] + o[1]; o[3] = o[4] - o[5]; }}"""


def _flags(module: Module) -> dict[str, set[frozenset[str]]]:
    """The flags of each operation, by its name."""
    result: dict[str, set[frozenset[str]]] = {}
    for function in module.functions:
        for instruction in function.instructions():
            if instruction.code is InstCode.BINOP and len(instruction.params) > 1:
                bits = instruction.params[1]
                names = _ALL if bits & FastMath.FAST else {flag.name for flag in FastMath if bits & flag} & _ALL
                result.setdefault(str(instruction.params[0]), set()).add(frozenset(filter(None, names)))
            elif instruction.code is InstCode.BINOP:
                result.setdefault(str(instruction.params[0]), set()).add(frozenset())
    return result


def _compiled(tmp_path: Path, text: str, **options: bool) -> mtlb.metal.Compiled:
    path = tmp_path / "modes.metal"
    path.write_text(f"#include <metal_stdlib>\nusing namespace metal;\n{text}\n")
    return mtlb.compile(path, "macos15", **options)


@needs_clang
@pytest.mark.long
@pytest.mark.parametrize("where", [_INSIDE, _OUTSIDE])
@pytest.mark.parametrize(
    ("pragma", "left"),
    [
        ("math_mode(safe)", frozenset()),
        ("math_mode(relaxed)", _ALL - _FINITE),
        ("math_mode(fast)", _ALL),
        ("contract(off)", _ALL - {"CONTRACT"}),
    ],
)
def test_flags(where: str, pragma: str, left: frozenset[str], tmp_path: Path) -> None:
    flags = _flags(mtlb.read_module(_compiled(tmp_path, where.format(f"#pragma METAL fp {pragma}")).bitcode))
    seen = set().union(*flags.values())
    # In a block a pragma is for its function alone; outside it is for the source.
    assert seen == ({left, _ALL} if where is _INSIDE else {left})


@needs_clang
@pytest.mark.long
@pytest.mark.parametrize("where", [_INSIDE, _OUTSIDE])
def test_contraction_in_safe_math(where: str, tmp_path: Path) -> None:
    """With -fno-fast-math clang joins a product and a sum in one statement, `a * x + b` with numbers, unless told."""
    text = where.replace("o[1] * o[2] + o[1]", "o[1].x * o[2].x + o[1].x").replace("a * b + a", "a.x * b.x + a.x")
    for pragma, joined in (("contract(on)", True), ("contract(off)", False)):
        source = text.format(f"#pragma METAL fp {pragma}")
        module = mtlb.read_module(_compiled(tmp_path, source, fast_math=False).bitcode)
        assert any("fmuladd" in function.name for function in module.functions) is joined


@needs_clang
def test_other_pragmas(tmp_path: Path) -> None:
    unknown = ("fp math_mode(loose)", "fp_contract(off)")
    pragmas = [f"#pragma METAL {words}" for words in ("internals : enable", *unknown)]
    warnings = _compiled(tmp_path, _OUTSIDE.format("\n".join(pragmas))).warnings
    for words, warning in zip(unknown, warnings, strict=True):
        assert f"'#pragma METAL {words}' before this is ignored" in warning


def test_functions_of_the_source_keep_their_mode() -> None:
    """A stricter function calls copies of the library's functions, and others as they are."""
    text = """define float @_Z1ff(float %a) #0 {
  call void @mtlb.math.safe()
  %b = call fast float @_ZN5metal1gEf(float %a)
  %c = call fast float @_Z1hf(float %b)
  ret float %c
}
define linkonce_odr float @_ZN5metal1gEf(float %a) #0 comdat {
  %b = fmul fast float %a, %a
  ret float %b
}
define float @_Z1hf(float %a) #0 {
  %b = fadd fast float %a, %a
  ret float %b
}
attributes #0 = { nounwind "no-nans-fp-math"="true" "unsafe-fp-math"="true" "x"="y" }"""
    out = separate_strict(text)
    assert separate_strict(out) == out and out.count("mtlb.math") == 0
    name = "_ZN5metal1gEf.without.afn.arcp.contract.ninf.nnan.nsz.reassoc"
    assert f"%b = call float @{name}(float %a)\n  %c = call float @_Z1hf(float %b)" in out
    assert f"define internal float @{name}(float %a) #20000 {{\n  %b = fmul float %a, %a\n" in out
    assert "fmul fast float %a, %a" in out and "fadd fast float %a, %a" in out
    assert 'attributes #20000 = { nounwind "x"="y" }' in out
