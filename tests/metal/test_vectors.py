"""Vectors are values of vector types, as Apple's compiler writes them: the text before the passes, and modules."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import mtlb
from mtlb.metal.optimise import normalise
from mtlb.metal.vectors import flatten_vectors
from tests.metal.test_forms import compiled, pytestmark, text_of

_ = pytestmark
_TYPES = """%"struct.metal::vec" = type { %union.anon }
%union.anon = type { <3 x float> }
%"struct.metal::vec.1" = type { %union.anon.2 }
%union.anon.2 = type { <2 x i8> }
%"struct.metal::packed_vec" = type { %union.anon.3 }
%union.anon.3 = type { [3 x float] }
%union.anon.4 = type { i64 }
"""
_CHAR = """
!1 = !{!2, !2, i64 0}
!2 = !{!"omnipotent char", !3, i64 0}
!3 = !{!"Simple C++ TBAA"}"""


def _flat(body: str) -> str:
    """The body of a function of these instructions, flattened."""
    text = flatten_vectors(f"{_TYPES}define void @f(ptr %0) {{\n{body}\n}}\n{_CHAR}")
    return text.partition("{\n")[2].partition("\n}")[0]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('  %1 = alloca %"struct.metal::vec", align 16', "  %1 = alloca <3 x float>, align 16"),
        (
            '  %1 = getelementptr inbounds nuw %"struct.metal::packed_vec", ptr %0, i32 0, i32 0',
            "  %1 = getelementptr inbounds nuw [3 x float], ptr %0, i32 0",
        ),
        (
            '  %1 = getelementptr inbounds [2 x %"struct.metal::vec"], ptr %0, i64 0, i64 1',
            "  %1 = getelementptr inbounds [2 x <3 x float>], ptr %0, i64 0, i64 1",
        ),
        (
            '  %2 = extractvalue %"struct.metal::vec" %1, 0\n  store %union.anon %2, ptr %0, align 16',
            "  %2 = select i1 true, <3 x float> %1, <3 x float> %1\n  store <3 x float> %2, ptr %0, align 16",
        ),
        (
            '  store %"struct.metal::vec" { %union.anon { <3 x float> <float 1.0, float 2.0, float 3.0> } }, ptr %0',
            "  store <3 x float> <float 1.0, float 2.0, float 3.0>, ptr %0",
        ),
        ("  %1 = load %union.anon.4, ptr %0, align 8", "  %1 = load %union.anon.4, ptr %0, align 8"),
    ],
)
def test_classes_are_replaced_by_what_they_hold(before: str, after: str) -> None:
    assert _flat(before) == after


_ADDRESS = """  %1 = getelementptr inbounds %"struct.metal::vec{}", ptr %0, i32 0, i32 0
  %2 = getelementptr inbounds %struct.anon.7, ptr %1, i32 0, i32 {}
"""


@pytest.mark.parametrize(
    ("suffix", "place", "access", "after"),
    [
        (
            "",
            1,
            "  %3 = load float, ptr %2, align 4, !dbg !9, !tbaa !1",
            "  %mtlb.vector.1 = load <3 x float>, ptr %1, align 16, !dbg !9, !tbaa !1\n"
            "  %3 = extractelement <3 x float> %mtlb.vector.1, i32 1, !dbg !9",
        ),
        (  # in a packed struct
            "",
            0,
            "  %3 = load volatile float, ptr %2, align 4",
            "  %mtlb.vector.1 = load volatile <3 x float>, ptr %1, align 4, !tbaa !1\n"
            "  %3 = extractelement <3 x float> %mtlb.vector.1, i32 0",
        ),
        (
            ".1",
            1,
            "  store i8 %x, ptr %2, align 1",
            "  %mtlb.vector.1 = load <2 x i8>, ptr %1, align 2, !tbaa !1\n"
            "  %mtlb.vector.1.w = insertelement <2 x i8> %mtlb.vector.1, i8 %x, i32 1\n"
            "  store <2 x i8> %mtlb.vector.1.w, ptr %1, align 2, !tbaa !1",
        ),
        ("", 1, "  %3 = load i32, ptr %2, align 4", "  %3 = load i32, ptr %2, align 4"),  # as another type
    ],
)
def test_an_element_is_accessed_with_its_vector(suffix: str, place: int, access: str, after: str) -> None:
    assert _flat(_ADDRESS.format(suffix, place) + access).endswith("\n" + after)


def test_an_element_with_a_variable_index() -> None:
    call = "  %1 = call ptr @_ZN5metal3vecIfLi3EEixEm(ptr noundef align 16 dereferenceable(16) %0, i64 noundef %n) #8\n"
    assert _flat(call + "  store float 3.0, ptr %1, align 4") == call + (
        "  %mtlb.vector.1 = load <3 x float>, ptr %0, align 16, !tbaa !1\n"
        "  %mtlb.vector.1.w = insertelement <3 x float> %mtlb.vector.1, float 3.0, i64 %n\n"
        "  store <3 x float> %mtlb.vector.1.w, ptr %0, align 16, !tbaa !1"
    )


def test_lines_and_widths_of_another_target() -> None:
    """For NVPTX clang says that there are directives alone, and that the processor has integers of 64 bits."""
    text = 'target datalayout = "e-p6:32:32-i64:64-n16:32:64"\n!0 = !DICompileUnit(emissionKind: DebugDirectivesOnly)\n'
    assert normalise(text) == (
        'target datalayout = "e-p6:32:32-i64:64-n8:16:32"\n!0 = !DICompileUnit(emissionKind: LineTablesOnly)\n'
    )


_SOURCE = """
struct S { float3 a; packed_float3 b; uint2 c; float d[4]; };
kernel void k(device S* s, device float4* p, constant float3& c, device uchar4* u, uint i [[thread_position_in_grid]]) {
  S t = s[i];
  t.a.x += c.y;
  t.c.y = t.c.x;
  t.b[1] = t.a[i];
  p[i].x = t.a.y + t.b.x;
  p[i].yz = c.xy;
  p[i][i] = float(t.c.y);
  t.a = select(t.a, c, t.a > 2.0f);
  if (all(u[i] == u[0])) t.d[i] = 5;
  if (any(bool2(t.c == uint2(7, 9)))) t.d[3] = s[i].d[i + 1];
  s[i + 2] = t;
}
"""


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> mtlb.metal.Compiled:
    return compiled(tmp_path_factory.mktemp("vectors"), _SOURCE)


def test_forms_of_a_module(result: mtlb.metal.Compiled) -> None:
    """No class, no address in bytes, members and elements by place, functions of AIR for all and any."""
    text = text_of(result)
    assert "metal::vec" not in text and "union.anon" not in text and "%struct.S.0" not in text
    assert "@air.all.v4i1(<4 x i1> " in text and "@air.any.v2i1(<2 x i1> " in text
    relaxed = "reassoc nsz arcp contract afn"
    assert re.search(rf"select {relaxed} <3 x i1> %\d+, <3 x float> %\d+, <3 x float> %\d+", text)
    assert f"call {relaxed} float @air.convert.f.f32.u.i32(i32 " in text
    assert re.search(r"extractelement <3 x float> %\d+, i64 %\d+", text)
    assert re.search(
        r"= getelementptr inbounds %struct.S, %struct.S addrspace\(1\)\* %0, i64 %\d+, i32 4, i64 %\d+", text
    )


def test_values(result: mtlb.metal.Compiled) -> None:
    kind = np.dtype(
        {
            "names": ["a", "b", "c", "d"],
            "formats": ["3f4", "3f4", "2u4", "4f4"],
            "offsets": [0, 16, 32, 40],
            "itemsize": 64,
        }
    )
    s = np.zeros(4, kind)
    s["a"][:2], s["b"][:2], s["c"][:2] = [[1, 2, 3], [4, 5, 6]], [[7, 8, 9], [10, 11, 12]], [[7, 1], [8, 1]]
    s["d"][:2] = [[1, 2, 3, 4], [5, 6, 7, 8]]
    p, u = np.zeros((2, 4), np.float32), np.array([[1, 2, 3, 4], [1, 2, 0, 4]], np.uint8)
    library = mtlb.link([("a.air", result.bitcode)]).library
    buffers = {0: s, 1: p, 2: np.array([0.5, 1.5, 2.5, 0], np.float32), 3: u}
    mtlb.run(library, "k", 2, 2, buffers=buffers, check=True)
    assert p.tolist() == [[7, 0.5, 1.5, 0], [15, 8, 1.5, 0]]
    assert s["a"][2:].tolist() == [[0.5, 2, 2.5], [0.5, 1.5, 2.5]]
    assert s["b"][2:].tolist() == [[7, 2.5, 9], [10, 5, 12]]
    assert s["c"][2:].tolist() == [[7, 7], [8, 8]]
    assert s["d"][2:].tolist() == [[5, 2, 3, 2], [5, 6, 7, 8]]


def test_numbers_with_ids_are_an_argument_buffer(tmp_path: Path) -> None:
    """As Apple's compiler has it of a struct of numbers, in a library of the corpus (`rtReflection`)."""
    source = (
        "struct A { float2 t [[id(1)]]; int n [[id(3)]]; };\nkernel void k(device A& a, device int* o) { *o = a.n; }"
    )
    text = text_of(compiled(tmp_path, source))
    assert '!"air.indirect_buffer"' in text
    assert text.count('!"air.indirect_constant"') == 2 and '!"air.location_index", i32 3, i32 1' in text


def test_indices_of_argument_buffers(tmp_path: Path) -> None:
    """The example of Apple's documentation, "Indexing argument buffers", and a member after the array with an index."""
    source = """struct Texture { texture2d<float> tex; float4 uv; };
struct Material { float4 diffuse; array<texture2d<float>, 3> set1; texture2d<float> set2[3]; Texture materials[3];
  int constants[4] [[id(20)]]; sampler last; };
struct Indexed { texture2d<float> a [[id(1)]]; texture2d<float> b [[id(3)]]; };
struct Aggregate { Indexed x; Indexed y; };
kernel void k(constant Material& m [[buffer(0)]], constant Aggregate& g [[buffer(1)]]) { }"""
    text = text_of(compiled(tmp_path, source))
    places = dict(re.findall(r'!"(\w+)", !"air.indirect_argument", i32 (\d+)', text))
    assert places == {"materials": "7", "x": "0", "y": "4"}
    rows = re.findall(r'!"air.location_index", i32 (\d+), i32 (\d+)[^\n]*!"air.arg_name", !"(\w+)"', text)
    indices = {name: (int(first), int(count)) for first, count, name in rows}
    assert indices == {
        "diffuse": (0, 1),
        "set1": (1, 3),
        "set2": (4, 3),
        "constants": (20, 4),
        "last": (24, 1),
        "tex": (0, 1),
        "uv": (1, 1),
        "a": (1, 1),
        "b": (3, 1),
        "m": (0, 1),
        "g": (1, 1),
    }


@pytest.mark.parametrize(
    ("number", "value"), [("010", 8), ("0b11", 3), ("1'0", 10), ("f(4)", 5), ("E", 6), ("0x1Fu", 31)]
)
def test_numbers_of_attributes(number: str, value: int, tmp_path: Path) -> None:
    source = f"""constexpr int f(int x) {{ return x + 1; }} enum {{ E = 6 }};
struct A {{ texture2d<float> t [[id({number})]]; }};
kernel void k(constant A& a [[buffer(0)]], texture2d<float> u [[texture({number})]]) {{ }}"""
    text = text_of(compiled(tmp_path, source))
    assert text.count(f'!"air.location_index", i32 {value}, i32 1') == 2
