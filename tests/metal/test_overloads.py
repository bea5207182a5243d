"""Functions that differ in address spaces alone: each call has the body for its arguments."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from mtlb.base.errors import BuildError
from mtlb.metal.compile import compile_source
from mtlb.metal.rewrite import rewrite
from tests.metal.needed import needs_clang
from tests.metal.test_values import chance, compiled, ran

TWO = "int f(device int* p) { return *p; } int f(thread int* q) { return 2 * *q; }"


def test_the_first_calls_the_second() -> None:
    unit = rewrite(TWO)
    text = unit.source.written()
    plain = "".join(text.split())
    assert "if(__mtl::in_space<0>(p))return__mtl_overload_0_f(p);return*p;" in plain and not unit.warnings
    assert plain.startswith("int__mtl_overload_0_f(int*q);intf(int*p){") and text.count("\n") == TWO.count("\n")


def test_directives_begin_their_lines() -> None:
    """What is inserted before a token stands behind the directives before it."""
    lines = rewrite(f'# 1 "a.metal"\n{TWO}\n#pragma x\n{TWO.replace("f(", "g(")}').source.written().split("\n")
    assert [line for line in lines if "#" in line] == ['# 1 "a.metal"', "#pragma x"]
    assert "__mtl_overload_0_f" in lines[1] and "__mtl_overload_1_g" in lines[3]


@pytest.mark.parametrize(
    "text",
    [
        "struct S { S(device int* p) { a(); } S(thread int* p) { b(); } };",
        "template <int N = 1> int f(device int* p) { return N; } "
        "template <int N = 1> int f(thread int* p) { return 2; }",
        "int f(device int** p) { return 1; } int f(device thread int** p) { return 2; }",
    ],
)
def test_what_can_not_be_called_so_is_a_warning(text: str) -> None:
    unit = rewrite(text)
    assert "in_space" not in unit.source.written() and "is called for both" in unit.warnings[0]


@needs_clang
@pytest.mark.long
def test_values() -> None:
    a, s, c = (chance().integers(1, 9, 4).astype(np.float32) + k for k in range(3))
    out, first = np.zeros((4, 10), np.float32), s.copy()
    ran(compiled("overloads"), "spaces", 4, [a, out.reshape(-1), s, c])
    for i in range(4):
        x = a[i]
        h = (x - 1) + 10 * (1 * x)
        assert out[i].tolist() == [2 * x, x + 100, (x + 1) * i, -c[i], 5, 12, first[i], -x, h, 6]
    assert (s == 4).all()


@needs_clang
@pytest.mark.long
def test_values_of_operators() -> None:
    """Operators of classes and others, unnamed parameters, functions that are `constexpr`."""
    a, p = np.array([7, 9, 11], np.int32), np.array([4], np.int32)
    out = np.zeros((3, 10), np.int32)
    ran(compiled("overloads"), "operators", 3, [a, out.reshape(-1), p])
    for i in range(3):
        mine, v = i + 5, a[i]
        expected = [v + 2, mine - 2, v * 4 + 100 * (v + 3), 10 * v + mine, 0, 4 + 100 * 8, 5 + 100 * 5]
        assert out[i, :7].tolist() == expected


@needs_clang
@pytest.mark.long
def test_a_constant_expression_has_no_address_space(tmp_path: Path) -> None:
    path = tmp_path / "a.metal"
    path.write_text(
        "constexpr int f(constant int* p) { return *p; }\nconstexpr int f(thread const int* p) { return 2; }\n"
        "constant int x = 5;\nkernel void k(device int* o [[buffer(0)]]) { constexpr int y = f(&x); *o = y; }\n"
    )
    with pytest.raises(BuildError, match=r"a\.metal:4:.*must be initialized by a constant expression"):
        compile_source(path)


@needs_clang
@pytest.mark.long
def test_an_error_in_the_second_has_its_place(tmp_path: Path) -> None:
    path = tmp_path / "a.metal"
    lines = ["int f(device int* p) { return *p; }", "int f(thread int* p) { return nothing; }"]
    path.write_text("\n".join([*lines, "kernel void k(device int* p [[buffer(0)]]) { *p = f(p); }"]))
    with pytest.raises(BuildError, match=r"a\.metal:2:31: error: use of undeclared identifier 'nothing'"):
        compile_source(path)
