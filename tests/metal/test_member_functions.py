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


def test_what_is_not_bound() -> None:
    """Members that are defined, not used, static, or of templates."""
    for text in (
        "struct A { int f(); }; int A::f() { return 1; } kernel void k() { A a; a.f(); }",
        "struct A { int f(); }; kernel void k() { A a; }",
        "struct A { static int f(); }; kernel void k() { A::f(); }",
        "template<class T> struct A { int f(); }; kernel void k() { A<int> a; a.f(); }",
    ):
        assert "__mtl_member_" not in rewrite(text).source.written()
    assert "__mtl_member_A_f" in rewrite("struct A { int f(); }; kernel void k() { A a; a.f(); }").source.written()
    inside = "class A { int f(); public: int g() { return f(); } }; "
    assert "__mtl_member_A_f" in rewrite(f"{inside} kernel void k() {{ A a; a.g(); }}").source.written()
    assert "friend" in rewrite(f"{inside} int A::f() {{ return 1; }}").source.written()
