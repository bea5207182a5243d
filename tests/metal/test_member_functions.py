"""Member functions and constructors that another source of the same link defines."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import mtlb
from mtlb.metal.rewrite import rewrite
from tests.cli.invoke import invoke
from tests.metal.needed import needs_clang

_HEADER = """#include <metal_stdlib>
using namespace metal;
#ifndef RANDOM
#define RANDOM
class Random {
  float seed;
  unsigned step(unsigned z);
public:
  Random(const unsigned a, const unsigned b = 1);
  thread float next();
  float2 pair(float2 x, int n) const;
  void set(float s) { seed = s; }
  void reset(thread float& out);
  enum struct Kind : unsigned { one, two };
  struct Pair { float first; Kind second; };
  Pair kept(Kind kind, thread Pair& last) const;
};
#endif
"""
_DEFINITIONS = """#include "random.h"
unsigned Random::step(unsigned z) { return z * 3; }
thread Random::Random(const unsigned a, const unsigned b) { seed = step(a) + b; }
thread float Random::next() { float old = seed; seed = old * 2; return old; }
void Random::reset(thread float& out) { out = seed; seed = 0; }
Random::Pair Random::kept(Kind kind, thread Pair& last) const { last.second = kind; return {seed, last.second}; }
float2 Random::pair(float2 x, int n) const { return x * n + seed; }
"""
_KERNEL = """#include "random.h"
kernel void k(device float* o [[buffer(0)]]) {
  Random r(2), s(5, 7);
  o[0] = r.next();
  o[1] = r.next();
  float2 p = s.pair(float2(1, 2), 3);
  o[2] = p.x;
  o[3] = p.y;
  float x;
  s.reset(x);
  o[4] = x;
  o[5] = s.next();
  r.set(9);
  o[6] = r.next();
  Random::Pair last;
  Random::Pair kept = r.kept(Random::Kind::two, last);
  o[7] = kept.first + (last.second == kept.second ? 100 : 0);
}
"""


@needs_clang
@pytest.mark.long
def test_values(tmp_path: Path) -> None:
    (tmp_path / "random.h").write_text(_HEADER)
    sources = [tmp_path / "definitions.metal", tmp_path / "kernel.metal"]
    for path, text in zip(sources, (_DEFINITIONS, _KERNEL), strict=True):
        path.write_text(text)
    library = tmp_path / "random.metallib"
    result = invoke("link", *sources, "-o", library)
    assert result.code == 0, result.stderr
    [function] = mtlb.open(library).functions
    out = np.zeros(8, np.float32)
    mtlb.run(function.bitcode, "k", 1, 1, buffers={0: out}, check=True)
    assert out.tolist() == [7, 14, 25, 28, 22, 0, 9, 118]


_BOARD = """#include <metal_stdlib>
using namespace metal;
struct Place { short x, y; Place(ushort2 p); };
struct Goal {
  union Data { uchar pixel; Place target; } data;
  uchar priority;
  static Goal to(Place target, uchar priority);
  static int count(int n);
private:
  Goal(Data d, uchar p);
};
struct Board {
  device uint* pixels; const device uint& width; const int scale;
  Board(device uint* p, const device uint& w, int s);
  uint at(Place p) const;
  void set(Place p, uint value);
};
"""
_BOARD_DEFINITIONS = """#include "board.h"
Place::Place(ushort2 p) : x(short(p.x)), y(short(p.y)) {}
Goal::Goal(Data d, uchar p) : data(d), priority(p) {}
Goal Goal::to(Place target, uchar priority) { Data d = {.target = target}; return {d, priority}; }
int Goal::count(int n) { return n * 5; }
Board::Board(device uint* p, const device uint& w, int s) : pixels(p), width(w), scale(s) {}
"""
_BOARD_MEMBERS = """#include "board.h"
uint Board::at(Place p) const { return pixels[p.y * width + p.x] * uint(scale); }
void Board::set(Place p, uint value) { pixels[p.y * width + p.x] = value; }
"""
_BOARD_KERNEL = """#include "board.h"
kernel void k(device uint* o [[buffer(0)]], device uint* pixels [[buffer(1)]], device uint& width [[buffer(2)]]) {
  Place p(ushort2(1, 2));
  Goal g = Goal::to(p, 7);
  o[0] = uint(g.data.target.y) * 10 + g.priority + uint(Goal::count(3));
  Board b(pixels, width, 3);
  o[1] = b.at(p);
  b.set(Place(ushort2(0, 1)), o[0]);
}
"""


@needs_clang
@pytest.mark.long
def test_objects_without_a_default_constructor(tmp_path: Path) -> None:
    """Members without one, references, constants, unions; static members; pointers in objects of a caller."""
    (tmp_path / "board.h").write_text(_BOARD)
    texts = {"definitions": _BOARD_DEFINITIONS, "members": _BOARD_MEMBERS, "kernel": _BOARD_KERNEL}
    for name, text in texts.items():
        (tmp_path / f"{name}.metal").write_text(text)
    library = tmp_path / "board.metallib"
    result = invoke("link", *(tmp_path / f"{name}.metal" for name in texts), "-o", library)
    assert result.code == 0, result.stderr
    [function] = mtlb.open(library).functions
    out, pixels, width = np.zeros(2, np.uint32), np.arange(12, dtype=np.uint32), np.array([4], np.uint32)
    mtlb.run(function.bitcode, "k", 1, 1, buffers={0: out, 1: pixels, 2: width}, check=True)
    assert out.tolist() == [20 + 7 + 15, 27] and pixels.tolist() == [0, 1, 2, 3, 42, *range(5, 12)]


def test_what_is_not_bound() -> None:
    """Members that are defined, not used, operators, or of templates."""
    for text in (
        "struct A { int f(); }; int A::f() { return 1; } kernel void k() { A a; a.f(); }",
        "struct A { int f(); }; kernel void k() { A a; }",
        "struct A { static int f(); }; kernel void k() { A a; a.g(); }",
        "struct A { A operator+(A b); }; kernel void k() { A a; a = a + a; }",
        "template<class T> struct A { int f(); }; kernel void k() { A<int> a; a.f(); }",
    ):
        assert "__mtl_member_" not in rewrite(text).source.written()
    assert "__mtl_member_A_f" in rewrite("struct A { int f(); }; kernel void k() { A a; a.f(); }").source.written()
    inside = "class A { int f(); public: int g() { return f(); } }; "
    assert "__mtl_member_A_f" in rewrite(f"{inside} kernel void k() {{ A a; a.g(); }}").source.written()
    assert "friend" in rewrite(f"{inside} int A::f() {{ return 1; }}").source.written()
