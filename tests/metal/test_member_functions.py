"""Member functions and constructors that another source of the same link defines."""

from __future__ import annotations

import re
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


_NUMBERS = """#include <metal_stdlib>
using namespace metal;
struct Item;
namespace own {
struct Number {
  int v;
  Number(int x);
  Number operator+(Number b) const;
  bool operator==(const Number b) const;
  int operator[](int i) const;
  int operator()(int a, int b) const;
  Number operator-() const;
  Number operator-(Number b) const;
  thread Number& operator+=(Number b);
};
}
struct View {
  struct Iterator {
    int i;
    constant float* in;
    Item operator*() const;
    void operator++();
    bool operator!=(const thread Iterator& other) const;
  };
  device float* out;
  constant float* in;
  View(device float* o, constant float* i);
  Iterator begin() const { return {0, in}; }
  Iterator end() const;
  void put(int i, float x) const;
  const Item first() const;
  const constant float& at(int i) const;
};
struct Item { constant float* in; float value; int i; };
"""
_NUMBER_DEFINITIONS = """#include "number.h"
namespace own {
Number::Number(int x) : v(x) {}
Number Number::operator+(Number b) const { return Number(v + b.v); }
bool Number::operator==(const Number b) const { return v == b.v; }
}
int own::Number::operator[](int i) const { return v >> i & 1; }
int own::Number::operator()(int a, int b) const { return v * a + b; }
own::Number own::Number::operator-() const { return {-v}; }
own::Number own::Number::operator-(Number b) const { return {v - b.v}; }
thread own::Number& own::Number::operator+=(Number b) { v += b.v; return *this; }
"""
_VIEW_DEFINITIONS = """#include "number.h"
View::View(device float* o, constant float* i) : out(o), in(i) {}
Item View::Iterator::operator*() const { return {in + i, in[i] * 2, i}; }
void View::Iterator::operator++() { i++; }
bool View::Iterator::operator!=(const thread Iterator& other) const { return i != other.i; }
View::Iterator View::end() const { return {3, in}; }
void View::put(int i, float x) const { out[i] = x; }
const Item View::first() const { return {in, 3, 4}; }
const constant float& View::at(int i) const { return in[i]; }
"""
_NUMBER_KERNEL = """#include "number.h"
kernel void numbers(device int* o [[buffer(0)]]) {
  own::Number a(5), b(7);
  own::Number c = a + b;
  o[0] = c.v;
  o[1] = c == own::Number(12) ? 1 : 0;
  o[2] = c[2] * 10 + c[1];
  o[3] = c(3, 4);
  o[4] = (-c).v + (b - a).v;
  own::Number d = (c += a);
  o[5] = d.v + c.v;
}
kernel void views(device float* out [[buffer(0)]], constant float* in [[buffer(1)]]) {
  View view(out, in);
  for (Item item : view) view.put(item.i, item.value + item.in[1]);
  Item first = view.first();
  view.put(3, first.value + first.in[3] + view.at(2));
}
"""


@needs_clang
@pytest.mark.long
def test_operators_and_pointers_to_several_kinds_of_memory(tmp_path: Path) -> None:
    """Operators, also of a class in a class and in a namespace; objects with pointers that other sources return."""
    (tmp_path / "number.h").write_text(_NUMBERS)
    texts = {"numbers": _NUMBER_DEFINITIONS, "views": _VIEW_DEFINITIONS, "kernel": _NUMBER_KERNEL}
    for name, text in texts.items():
        (tmp_path / f"{name}.metal").write_text(text)
    library = tmp_path / "numbers.metallib"
    result = invoke("link", *(tmp_path / f"{name}.metal" for name in texts), "-o", library)
    assert result.code == 0, result.stderr
    functions = {function.name: function.bitcode for function in mtlb.open(library).functions}
    numbers = np.zeros(6, np.int32)
    mtlb.run(functions["numbers"], "numbers", 1, 1, buffers={0: numbers}, check=True)
    assert numbers.tolist() == [12, 1, 10, 40, -10, 34]
    out = np.zeros(4, np.float32)
    mtlb.run(functions["views"], "views", 1, 1, buffers={0: out, 1: np.array([1, 2, 4, 9], np.float32)}, check=True)
    assert out.tolist() == [2 + 2, 4 + 4, 8 + 9, 3 + 9 + 4]


def test_what_is_not_bound() -> None:
    """Members that are defined, not used, conversions, or of templates."""
    for text in (
        "struct A { int f(); }; int A::f() { return 1; } kernel void k() { A a; a.f(); }",
        "struct A { int f(); }; kernel void k() { A a; }",
        "struct A { static int f(); }; kernel void k() { A a; a.g(); }",
        "struct A { operator int() const; }; kernel void k() { A a; int b = a; }",
        "template<class T> struct A { int f(); }; kernel void k() { A<int> a; a.f(); }",
    ):
        assert "__mtl_member_" not in rewrite(text).source.written()
    assert "__mtl_member_A_f" in rewrite("struct A { int f(); }; kernel void k() { A a; a.f(); }").source.written()
    inside = "class A { int f(); public: int g() { return f(); } }; "
    assert "__mtl_member_A_f" in rewrite(f"{inside} kernel void k() {{ A a; a.g(); }}").source.written()
    assert "friend" in rewrite(f"{inside} int A::f() {{ return 1; }}").source.written()


_OVERLOADS = """struct C {
  enum class E { a };
  typedef float F;
  int f(int a); int f(float b); int f(float) const; int f(E e); int f(thread F* p);
};
"""
_ALL_OVERLOADS = """int C::f(float a) const { return 1; } int C::f(thread float* p) { return 2; }
int C::f(float a) { return 3; } int C::f(int other) { return 4; } int C::f(C::E e) { return 5; }
"""


def exported(text: str) -> list[tuple[str, str]]:
    """The parameters of the functions for `C::f`, and what follows the function: the definition that it calls."""
    written = " ".join(rewrite(text).source.written().split())
    return re.findall(r"__mtl_member_C_f \( ([^()]*?) \) {.*?; (int C::f.*?) {", written)


def test_overloads_with_as_many_parameters() -> None:
    """Each definition has the function of its own overload: by its types, or what is left where a type has another
    name.
    """
    definitions = {
        "const C & __mtl_self , float __mtl_0": "int C::f(float a) const",
        "C & __mtl_self , C :: F * p": "int C::f( float* p)",
        "C & __mtl_self , float b": "int C::f(float a)",
        "C & __mtl_self , int a": "int C::f(int other)",
        "C & __mtl_self , C :: E e": "int C::f(C::E e)",
    }
    assert exported(_OVERLOADS + _ALL_OVERLOADS) == list(definitions.items())
    use = "kernel void k() { C c; c.f(1); }"
    assert "__mtl_member_" not in rewrite(f"{_OVERLOADS} {_ALL_OVERLOADS} {use}").source.written()
    partly = f"{_OVERLOADS} int C::f(float x) {{ return 3; }} int C::f(E e) {{ return 5; }} {use}"
    written = "".join(rewrite(partly).source.written().split())
    imported = [f"__mtl_member_C_f({''.join(head.split())}){{" in written for head in definitions]
    assert imported == [True, True, False, True, False]
