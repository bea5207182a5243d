"""Results that no rule defines: an instruction that has one is found, and one that only looks so is not."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from mtlb.base.findings import Finding
from mtlb.convert import attach
from mtlb.cpu import Kernel
from mtlb.cpu.process import Session
from mtlb.emit import u32
from tests.process import LEVELS


@pytest.fixture(scope="module", params=LEVELS)
def session(request: pytest.FixtureRequest) -> Iterator[Session]:
    with Session(optimize=request.param) as shared:
        yield shared


def run(
    session: Session, body: str, left: np.ndarray, right: np.ndarray, *, check: bool = True
) -> tuple[list[Finding], np.ndarray]:
    """A kernel that stores %r, made of %x and %y by instructions."""
    text = f"""
define void @k(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %out, i32 %i) {{
  %n = zext i32 %i to i64
  %pa = getelementptr i32, ptr addrspace(1) %a, i64 %n
  %pb = getelementptr i32, ptr addrspace(1) %b, i64 %n
  %x = load i32, ptr addrspace(1) %pa
  %y = load i32, ptr addrspace(1) %pb
  %f = bitcast i32 %x to float
{body}
  %po = getelementptr i32, ptr addrspace(1) %out, i64 %n
  store i32 %r, ptr addrspace(1) %po
  ret void
}}
declare i32 @llvm.fptosi.sat.i32.f32(float)
declare i32 @air.simd_shuffle.u.i32(i32, i16) convergent
declare i32 @air.simd_shuffle_xor.u.i32(i32, i16) convergent
declare i32 @air.simd_shuffle_down.u.i32(i32, i16) convergent
"""
    a = attach(text, "macos14")
    k = a.kernel("k")
    for number, name in enumerate(("a", "b")):
        k.buffer(name, u32, number, "read")
    k.buffer("out", u32, 2)
    k.builtin("thread_position_in_grid", u32)
    out = np.zeros(len(left), "u4")
    with Kernel(a.air_bytes(), "k", check=check, session=session) as kernel:
        left, right = np.ascontiguousarray(left).view("u4"), np.ascontiguousarray(right).view("u4")
        findings = kernel.run(len(left), len(left), buffers={"a": left, "b": right, "out": out}).findings
    return findings, out


LOWEST = -(2**31)
OVERFLOW = "overflows an integer operation that is marked as not overflowing"


@pytest.mark.parametrize(
    ("operator", "x", "y", "what"),
    [
        ("udiv", 7, 0, "divides an integer by zero"),
        ("sdiv", 7, 0, "divides an integer by zero"),
        ("urem", 7, 0, "takes the remainder of a division by zero"),
        ("srem", 7, 0, "takes the remainder of a division by zero"),
        ("sdiv", LOWEST, -1, "divides the lowest integer by -1"),
        ("srem", LOWEST, -1, "divides the lowest integer by -1"),
        ("udiv", LOWEST, -1, ""),
        ("sdiv", LOWEST, 1, ""),
        ("sdiv", -7, -1, ""),
        ("shl", 1, 32, "shifts by the width of the number or more"),
        ("lshr", -1, -1, "shifts by the width of the number or more"),
        ("ashr", -1, 33, "shifts by the width of the number or more"),
        ("shl", 1, 31, ""),
        ("ashr", 0, 31, ""),
        ("add nsw", 2**31 - 1, 1, OVERFLOW),
        ("add nsw", LOWEST, LOWEST, OVERFLOW),
        ("add nsw", -1, 1, ""),
        ("add nuw", -1, 1, OVERFLOW),
        ("add", 2**31 - 1, 1, ""),
        ("sub nsw", LOWEST, 1, OVERFLOW),
        ("sub nuw", 1, 2, OVERFLOW),
        ("sub nsw", 1, 2, ""),
        ("mul nsw", 65536, 32768, OVERFLOW),
        ("mul nuw", 65536, 32768, ""),
        ("mul nuw nsw", 65536, 65536, OVERFLOW),
        ("shl nsw", 1, 31, OVERFLOW),
        ("shl nuw", 1, 31, ""),
        ("shl nuw", 3, 31, OVERFLOW),
        ("shl nsw", -1, 31, ""),
        ("shl nsw", 1, 32, "shifts by the width of the number or more"),
    ],
)
def test_operators(operator: str, x: int, y: int, what: str, session: Session) -> None:
    """The fault is that of the third thread."""
    left, right = np.array([5, 6, x, 7], "i4"), np.array([1, 2, y, 3], "i4")
    actual, out = run(session, f"  %r = {operator} i32 %x, %y", left, right)
    assert [item.message for item in actual] == (
        [f"{what}: thread 2 of threadgroup 0; {operator.split()[0]} in k"] if what else []
    )
    plain, same = run(session, f"  %r = {operator} i32 %x, %y", left, right, check=False)
    assert not plain and (out == same)[[0, 1, 3]].all()


@pytest.mark.parametrize(
    ("value", "type_", "bad"),
    [
        (2147483520.0, "si i32", False),
        (2147483648.0, "si i32", True),
        (-2147483648.0, "si i32", False),
        (-2147483904.0, "si i32", True),
        (float("nan"), "si i32", True),
        (float("inf"), "ui i32", True),
        (4294967040.0, "ui i32", False),
        (4294967296.0, "ui i32", True),
        (-0.99, "ui i32", False),
        (-1.0, "ui i32", True),
        (-128.9, "si i8", False),
        (-129.0, "si i8", True),
        (127.9, "si i8", False),
        (128.0, "si i8", True),
    ],
)
def test_conversions(value: float, type_: str, bad: bool, session: Session) -> None:
    sign, width = type_.split()
    extended = "%r = zext i8 %c to i32" if width == "i8" else "%r = or i32 %c, 0"
    left = np.array([3.5, value], "f4")
    actual, out = run(session, f"  %c = fpto{sign} float %f to {width}\n  {extended}", left, left)
    expected = "converts a number to an integer that can't hold it, or NaN: thread 1 of threadgroup 0; "
    expected += f"air.convert.{sign[0]}.{width}.f.f32 in k"
    assert [(item.code, item.message) for item in actual] == ([("conversion", expected)] if bad else [])
    assert out[0] == 3 and (bad or out[1] == int(value) & (0xFF if width == "i8" else 0xFFFFFFFF))


QUIET = {
    "an amount modulo the width": "  %m = and i32 %y, 31\n  %r = shl i32 %x, %m",
    "a shift that is not used": """  %s = shl i32 %x, %y
  %c = icmp ult i32 %y, 32
  %r = select i1 %c, i32 %s, i32 0""",
    "a conversion that is not used": """  %s = fptosi float %f to i32
  %c = icmp ult i32 %y, 32
  %r = select i1 %c, i32 %s, i32 0""",
    "a sum that is not used": """  %s = add nsw i32 %x, 2147483647
  %c = icmp slt i32 %x, 1
  %r = select i1 %c, i32 %s, i32 0""",
    "a division behind a branch": """  %c = icmp ult i32 %y, 32
  br i1 %c, label %then, label %end
then:
  %s = udiv i32 %x, %y
  br label %end
end:
  %r = phi i32 [ 0, %0 ], [ %s, %then ]""",
    "a saturating conversion": "  %r = call i32 @llvm.fptosi.sat.i32.f32(float %f)",
    "constants": "  %s = lshr i32 %x, 31\n  %t = shl i32 %s, 0\n  %r = sdiv i32 %t, 7",
}


@pytest.mark.parametrize("name", QUIET)
def test_what_is_defined_is_quiet(name: str, session: Session) -> None:
    left, right = np.array([1, 0x7FC00000, 2, LOWEST], "i8").astype("i4"), np.array([3, 99, 5, 32], "i4")
    actual, out = run(session, QUIET[name], left, right)
    plain, same = run(session, QUIET[name], left, right, check=False)
    assert actual == plain == [] and (out == same).all()


def test_elements_of_vectors(session: Session) -> None:
    """One bad element is found, and its neighbours stay what they are."""
    body = """  %v = insertelement <2 x i32> <i32 1, i32 1>, i32 %x, i32 0
  %w = insertelement <2 x i32> <i32 2, i32 2>, i32 %y, i32 1
  %s = shl <2 x i32> %v, %w
  %r = extractelement <2 x i32> %s, i32 {}"""
    left, right = np.array([3, 5], "u4"), np.array([4, 40], "u4")
    actual, out = run(session, body.format(1), left, right)
    assert [item.code for item in actual] == ["shift"] and out[0] == 16
    actual, out = run(session, body.format(0), left, right)
    assert not actual and out.tolist() == [12, 20]


SHUFFLES = {
    "a lane that is there": ("  %l = and i32 %y, 31", "shuffle", ""),
    "a lane past the last": ("  %l = add i32 %y, 32", "shuffle", "takes a value from a lane that does not exist"),
    "a lane across": ("  %l = xor i32 0, 5", "shuffle_xor", ""),
    "a lane across an end": ("  %l = xor i32 0, 33", "shuffle_xor", "takes a value from a lane that does not exist"),
    "lanes past the end keep theirs": ("  %l = xor i32 0, 3", "shuffle_down", ""),
}


@pytest.mark.parametrize("name", SHUFFLES)
def test_shuffles(name: str, session: Session) -> None:
    lane, function, what = SHUFFLES[name]
    body = f"{lane}\n  %h = trunc i32 %l to i16\n  %r = call i32 @air.simd_{function}.u.i32(i32 %x, i16 %h)"
    numbers = np.arange(32, dtype="u4")
    actual, _ = run(session, body, numbers, numbers)
    assert [item.code for item in actual] == (["lane"] if what else [])
    if what:
        assert actual[0].message == f"{what}: thread 0 of threadgroup 0; air.simd_{function}.u.i32 in k"


@pytest.mark.parametrize("used", [False, True])
def test_a_lane_that_is_not_active(used: bool, session: Session) -> None:
    """Lanes from 16 on take another way; their values are a finding if they are used."""
    value = "%s" if used else "%t"
    body = f"""  %c = icmp ult i32 %i, 16
  br i1 %c, label %then, label %end
then:
  %s = call i32 @air.simd_shuffle_xor.u.i32(i32 %x, i16 16)
  %none = icmp ugt i32 %y, 99
  %t = select i1 %none, i32 %s, i32 %x
  br label %end
end:
  %r = phi i32 [ 7, %0 ], [ {value}, %then ]"""
    numbers = np.arange(32, dtype="u4")
    actual, _ = run(session, body, numbers, numbers)
    assert [item.code for item in actual] == (["lane"] if used else [])
    assert not used or "takes a value from a lane that is not active: thread 0 of" in actual[0].message
