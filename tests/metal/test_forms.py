"""What Apple's compiler writes for a source, and what mtlb does: constants, atomics, coherent memory.

The constants of Apple's calls are those of its modules (`mtlb.air.census`, "callconst").
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import mtlb
from mtlb.air.facts import function_constants, static_samplers
from mtlb.air.lint import lint_module
from mtlb.air.target import AirTarget
from mtlb.bitcode import read_module
from mtlb.ir.text.printer import print_module
from mtlb.metal import Compiled, CompileOptions, SourceError, compile_source
from tests.metal.needed import HEAD, needs_clang

pytestmark = [
    pytest.mark.long,
    needs_clang,
]


def compiled(
    folder: Path, text: str, target: str = "macos15", *, fast_math: bool = True, contract: str = ""
) -> Compiled:
    path = folder / "a.metal"
    path.write_text(HEAD + text)
    return compile_source(path, CompileOptions(AirTarget(target), fast_math=fast_math, contract=contract))


def text_of(result: Compiled) -> str:
    return print_module(result.converted.module)


CONSTANTS = """
constant bool flag [[function_constant(0)]];
constant uint2 size [[function_constant(03)]];
constant float unused [[function_constant(4)]];
constant bool of_argument [[function_constant(5)]];
kernel void k(device uint* out, device float* b [[buffer(1), function_constant(of_argument)]],
              uint i [[thread_position_in_grid]]) { out[i] = flag ? size.x : size.y; }
kernel void l(device uint* out) { out[0] = 1; }
"""


def test_function_constants(tmp_path: Path) -> None:
    result = compiled(tmp_path, CONSTANTS)
    text = text_of(result)
    for line in (
        "@_ZL4flag = internal unnamed_addr addrspace(2) global i8 undef, align 1",
        "@_Z4size.MTL_FC_INIT_3_Dv2_j = internal unnamed_addr addrspace(2) externally_initialized constant <2 x i32>",
        "@__metal_implicit_fc_pred_0 = internal addrspace(2) global i8 0, align 1",
        'define internal void @_GLOBAL__sub_I_a.metal() #1 section "air.static_init"',
        "call i8 @air.normalize_function_constant_predicate.i8(",
        '@_Z4flag.MTL_FC_INIT_0_b, !"bool", !"flag", i32 0}',
        '@__metal_implicit_fc_pred_0, !"bool", !"of_argument"}',
    ):
        assert line in text
    assert "@_ZL6unused" not in text and "@_ZL11of_argument" not in text  # no code reads them
    assert lint_module(result.bitcode) == []
    library = mtlb.link([("a.air", result.bitcode)]).library
    for flag, expected in ((True, 7), (False, 9)):
        out = np.zeros(4, np.uint32)
        constants = {"flag": flag, "size": [7, 9], "of_argument": True}
        mtlb.run(library, "k", 4, 4, buffers={0: out, 1: np.zeros(4, np.float32)}, constants=constants, check=True)
        assert (out == expected).all()


_OPTIONAL = """
constant float scale_given [[function_constant(0)]];
constant float gain [[function_constant(1)]];
constant float scale = is_function_constant_defined(scale_given) ? scale_given : 2.0f;
kernel void k(device float* out [[buffer(0)]]) { out[0] = scale * gain; }
kernel void l(device float* out [[buffer(0)]]) { out[0] = is_function_constant_defined(gain) ? gain : 5; }
"""


def test_a_constant_that_the_code_asks_for_is_not_required(tmp_path: Path) -> None:
    """As in the shaders of Impeller in the corpus, where the call names the variable that the pipeline sets."""
    result = compiled(tmp_path, _OPTIONAL)
    assert "@air.is_function_constant_defined(i8 addrspace(2)* nocapture bitcast (float addrspace(2)* @_Z4gain" in (
        text_of(result)
    )
    library = mtlb.link([("a.air", result.bitcode)]).library
    required = {
        function.name: {
            function_constant.name: function_constant.required
            for function_constant in function_constants(mtlb.read_module(function.module))
        }
        for function in library.functions
    }
    assert required == {"k": {"scale_given": False, "gain": True}, "l": {"gain": False}}
    cases: list[tuple[str, dict[str | int, object], float]] = [
        ("k", {"gain": 3.0}, 6.0),
        ("k", {"gain": 3.0, "scale_given": 7.0}, 21.0),
        ("l", {}, 5.0),
        ("l", {"gain": 3.0}, 3.0),
    ]
    for name, constants, expected in cases:
        out = np.zeros(1, np.float32)
        mtlb.run(library, name, 1, 1, buffers={0: out}, constants=constants, check=True)
        assert out[0] == expected, (name, constants)


_SAMPLERS = {
    "mag_filter::nearest, min_filter::nearest": 0x807BFF0000080049,
    "mip_filter::linear, mag_filter::linear, min_filter::linear": 0x807BFF0000084A49,
    "filter::nearest, mip_filter::nearest, address::clamp_to_edge": 0x807BFF0000082049,
    "mip_filter::linear, filter::linear, address::repeat": 0x807BFF0000084A92,
    "mip_filter::linear, filter::linear, address::repeat, max_anisotropy(10)": 0x807BFF0000984A92,
    "min_filter::nearest, mag_filter::nearest, coord::pixel": 0x807BFF0000088049,
    "mag_filter::nearest, min_filter::nearest, address::clamp_to_zero, coord::pixel": 0x807BFF0000088000,
    "min_filter::linear, mag_filter::linear, compare_func::less": 0x807BFF0000010A49,
    "filter::linear, mip_filter::none, compare_func::greater": 0x807BFF0000030A49,
}
"""Samplers of the debug libraries of the corpus whose sources are there (modern_renderer, ANGLE), and their states."""


def test_samplers_have_the_states_of_apples_compiler(tmp_path: Path) -> None:
    """What a source does not name is: clamp to edge, nearest, no mip filter, `compare_func::never`, all levels."""
    code = "".join(
        f"fragment float4 f{number}(texture2d<float> t [[texture(0)]], float4 p [[position]]) {{\n"
        f"  constexpr sampler s({words}); return t.sample(s, p.xy); }}\n"
        for number, words in enumerate(_SAMPLERS)
    )
    result = compiled(tmp_path, code, "macos14")
    actual = {static_sampler.words[0] for static_sampler in static_samplers(result.converted.module)}
    assert actual == set(_SAMPLERS.values())


ATOMICS = """
kernel void k(device atomic_uint* a, device atomic_float* f, device atomic_ulong* w, threadgroup atomic_int* t,
              volatile device atomic_int* v, device uint* o) {
  o[0] = atomic_fetch_add_explicit(a, 1, ORDER);
  atomic_fetch_sub_explicit(f, 1.5, memory_order_relaxed);
  atomic_max_explicit(w, 5ul, memory_order_relaxed);
  atomic_store_explicit(t, 4, memory_order_relaxed);
  o[1] = atomic_fetch_min_explicit(t, -1, memory_order_relaxed);
  uint e = 4;
  o[2] = atomic_compare_exchange_weak_explicit(a, &e, 9u, memory_order_relaxed, memory_order_relaxed);
  o[3] = e;
  o[4] = atomic_load_explicit(v, memory_order_relaxed);
  atomic_thread_fence(mem_flags::mem_device, memory_order_acq_rel, thread_scope_simdgroup);
}
"""


def test_atomics(tmp_path: Path) -> None:
    result = compiled(tmp_path, ATOMICS.replace("ORDER", "memory_order_relaxed"))
    calls = re.findall(r"call \S+ @air\.atomic\.([\w.]+)\(.*?((?:, i\d+ \w+)*)\) #", text_of(result))
    assert [(name, rest.split(", ")[-3:]) for name, rest in calls if name != "fence"] == [
        ("global.add.u.i32", ["i32 0", "i32 2", "i1 true"]),
        ("global.add.f32", ["i32 0", "i32 2", "i1 true"]),
        ("global.max.u.i64", ["i32 0", "i32 2", "i1 true"]),
        ("local.store.i32", ["i32 0", "i32 1", "i1 true"]),
        ("local.min.s.i32", ["i32 0", "i32 1", "i1 true"]),
        ("global.cmpxchg.weak.i32", ["i32 0", "i32 2", "i1 true"]),
        ("global.load.i32", ["i32 0", "i32 2", "i1 true"]),
    ]
    assert "@air.atomic.fence(i32 1, i32 4, i32 4)" in text_of(result)
    library = mtlb.link([("a.air", result.bitcode)]).library
    counter, number, wide = np.array([3], np.uint32), np.array([4], np.float32), np.array([2], np.uint64)
    out = np.zeros(5, np.uint32)
    buffers = {0: counter, 1: number, 2: wide, 3: np.array([-6], np.int32), 4: out}
    mtlb.run(library, "k", 1, 1, buffers=buffers, threadgroup_memory={0: 16})
    assert (counter[0], number[0], wide[0]) == (9, 2.5, 5)
    assert out.tolist() == [3, 4, 1, 4, 2**32 - 6]


@pytest.mark.parametrize("order", ["memory_order_seq_cst", "memory_order_acquire", "memory_order(o[7])"])
def test_orders_that_the_language_refuses(tmp_path: Path, order: str) -> None:
    with pytest.raises(
        SourceError, match=r"a\.metal:6:\d+: error: an atomic function takes memory_order_relaxed alone"
    ):
        compiled(tmp_path, ATOMICS.replace("ORDER", order))


COHERENT = """
kernel void k(volatile coherent(system) device TYPE* p, constant uint& value, uint i [[thread_position_in_grid]]) {
  p[i] = p[i + 4] + value;
  atomic_thread_fence(mem_flags::mem_device, memory_order_seq_cst, thread_scope(3));
}
"""


def test_coherent_memory(tmp_path: Path) -> None:
    result = compiled(tmp_path, COHERENT.replace("TYPE", "uint"))
    text = text_of(result)
    assert "call i32 @air.load.system_coherent.volatile.i32.p1i32(i32 addrspace(1)* noundef" in text
    assert "call void @air.store.system_coherent.volatile.i32.p1i32(i32 " in text
    assert "@air.atomic.fence(i32 1, i32 5, i32 3)" in text
    data = np.arange(8, dtype=np.uint32)
    library = mtlb.link([("a.air", result.bitcode)]).library
    mtlb.run(library, "k", 4, 4, buffers={0: data, 1: np.array([5], np.uint32)}, check=True)
    assert data.tolist() == [9, 10, 11, 12, 4, 5, 6, 7]


COHERENT_WITH_THE_DEVICE = """
static void add(coherent device float4* p, uint i) { p[i].y += 1; }
kernel void k(coherent(device) device float4* p, device coherent(device) ushort* q, device atomic_uint* u,
              uint i [[thread_position_in_grid]]) {
  add(p, i);
  for (uint n = 0; n < 2; n++) q[i] += n + i;
  atomic_fetch_add_explicit(u, 1u, memory_order_relaxed);
}
"""


def test_memory_that_is_coherent_with_the_device(tmp_path: Path) -> None:
    result = compiled(tmp_path, COHERENT_WITH_THE_DEVICE)
    text = text_of(result)
    assert "@air.load.device_coherent.v4f32.p1v4f32(<4 x float> addrspace(1)* nocapture readonly" in text
    assert "call void @air.store.device_coherent.i16.p1i16(i16 " in text and " load " not in text
    p, q, u = np.zeros((4, 4), np.float32), np.zeros(4, np.uint16), np.zeros(1, np.uint32)
    library = mtlb.link([("a.air", result.bitcode)]).library
    mtlb.run(library, "k", 4, 4, buffers={0: p, 1: q, 2: u}, check=True)
    assert p.tolist() == [[0, 1, 0, 0]] * 4 and q.tolist() == [1, 3, 5, 7] and u.tolist() == [4]


def test_coherent_memory_is_of_metal_3_2(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="unknown type name"):
        compiled(tmp_path, COHERENT.replace("TYPE", "uint"), "macos14")


LOADERS = """
struct Loader {
  threadgroup float* to;
  const device float* from[2];
  const constant uint* step;
  threadgroup float* both[2];
};
kernel void k(const device float* a, constant uint& step, device float* out,
              threadgroup float* memory [[threadgroup(0)]], uint i [[thread_position_in_threadgroup]]) {
  Loader one;
  one.to = memory;
  one.step = &step;
  for (uint n = 0; n < 2; n++) { one.from[n] = a + n * 4; one.both[n] = memory + 8 * n; }
  for (uint round = 0; round < step; round++) {
#pragma clang loop unroll(disable)
    for (uint n = 0; n < 2; n++) { one.both[n][i] = one.from[n][i]; one.from[n] += *one.step; }
  }
  threadgroup_barrier(mem_flags::mem_threadgroup);
  out[i] = one.both[i & 1][i] + one.to[i];
}
"""


def test_pointers_of_several_spaces_in_one_struct(tmp_path: Path) -> None:
    """Indices that are not known stay in their array: MLX's loaders of convolutions are such structs."""
    result = compiled(tmp_path, LOADERS, "macos14")
    library = mtlb.link([("a.air", result.bitcode)]).library
    data, out = np.arange(16, dtype=np.float32), np.zeros(4, np.float32)
    mtlb.run(
        library,
        "k",
        4,
        4,
        buffers={0: data, 1: np.array([2], np.uint32), 2: out},
        threadgroup_memory={0: 64},
        check=True,
    )
    first, second = data[2:6], data[6:10]
    assert (out == np.where(np.arange(4) & 1, second, first) + first).all()


SHIFTS = """
kernel void k(device uint* o, device ulong* w, device uint4* v, device char* c, device int* d) {
  o[0] = o[1] << o[2];
  o[3] = o[1] << w[2];
  w[0] = w[1] >> o[2];
  v[0] = v[1] << v[2];
  c[0] = c[1] << o[2];
  d[0] = d[1] >> o[2];
}
"""


def test_shifts_are_modulo_the_width(tmp_path: Path) -> None:
    """As in Apple's modules, which have an `and` before each shift by a number that is not known."""
    made = compiled(tmp_path, SHIFTS, "macos14")
    library = mtlb.link([("a.air", made.bitcode)]).library
    o, w = np.array([0, 3, 37, 0], np.uint32), np.array([0, 1 << 40, 66], np.uint64)
    v = np.array([[0] * 4, [1, 2, 3, 4], [0, 32, 33, 63]], np.uint32)
    c, d = np.array([0, 1], np.int8), np.array([0, -64], np.int32)
    result = mtlb.run(library, "k", 1, 1, buffers={0: o, 1: w, 2: v, 3: c, 4: d}, check=True)
    assert result.is_clean
    assert (o[0], o[3], w[0], c[0], d[0]) == (3 << 5, 3 << 2, 1 << 3, 1 << 5, -2)
    assert v[0].tolist() == [1, 2, 6, (4 << 31) & 0xFFFFFFFF]


def test_stores_to_buffers_leave_threadgroup_variables(tmp_path: Path) -> None:
    """What is computed of a threadgroup variable leaves the loop, as in Apple's `rmsNorm32fast` of kolinko/effort."""
    source = """
kernel void k(device float* a, device float* b, uint n [[threads_per_grid]], uint i [[thread_index_in_threadgroup]]) {
  threadgroup float s, t[32];
  if (i == 0) { s = a[0]; t[1] = a[1]; }
  threadgroup_barrier(mem_flags::mem_threadgroup);
  for (uint j = i; j < i + 4; j++) b[j] = a[j] / sqrt(s + t[n & 3]);
}
"""
    text = text_of(compiled(tmp_path, source))
    text = text[text.index("define") :]
    assert 0 < text.index("@air.fast_sqrt.f32(") < text.index(" phi ")


COPIES = """
struct S { float a; half b, c; float4 d; };
kernel void k(device float4* out, const device S* in, uint i [[thread_position_in_grid]]) {
  S s = in[i]; out[i] = s.d + s.a + s.c;
}
kernel void l(device S* out, const device S* in, uint i [[thread_position_in_grid]]) {
  S s = in[i]; s.b = 1; out[i] = s;
}
"""


def test_parts_of_copies_name_the_members_from_there_on(tmp_path: Path) -> None:
    """As Apple's compiler writes them (`mtlb/metal/copies.py`): offset, size and type of each member."""
    text = text_of(compiled(tmp_path, COPIES))
    nodes = dict(re.findall(r"^(!\d+) = !\{(i64 0, .*)\}$", text, re.MULTILINE))
    body = re.search(r"^define void @k\(.*?^\}", text, re.MULTILINE | re.DOTALL)
    assert body is not None
    places = re.findall(r"load (\S+|<[^>]*>), .*!tbaa\.struct (!\d+)", body[0])
    numbers = {type_: re.findall(r"i64 (\d+)", nodes[node]) for type_, node in places}
    assert numbers == {
        "float": ["0", "4", "4", "2", "6", "2", "16", "16"],
        "half": ["0", "2", "10", "16"],
        "<4 x float>": ["0", "16"],
    }
    assert "mtlb" not in re.sub(r'"mtlb compile"|!"[^"]*a\.metal"', "", text)


def test_products_of_sums_are_not_distributed(tmp_path: Path) -> None:
    text = text_of(compiled(tmp_path, "kernel void k(device float* a) { a[0] = (a[1] + 3) * 5; }"))
    assert re.search(r"(%\d+) = fadd fast float %\d+, 3\.0\S+\n  %\d+ = fmul fast float \1, 5\.0", text)
    # as in rchaining/reaction-diffusion-model
    source = "float3 c = float3(1, 2, 3), d = float3(1); o[0] = 4 * (d * a[0] + c);"
    text = text_of(compiled(tmp_path, f"kernel void k(device float* a, device float3* o) {{ {source} }}"))
    assert re.search(r"(%\d+) = fadd fast <3 x float> %\d+, <[^>]*>\n  %\d+ = fmul fast <3 x float> \1, <", text)


def test_quotients_in_loops_are_products_until_the_link(tmp_path: Path) -> None:
    """The divisor does not change in the loop. LLVM's last pass multiplies by its reciprocal, and linkers from
    32023.329 on divide again.
    """
    parameters = "device float* a, constant float& d, constant uint& n"
    result = compiled(tmp_path, f"kernel void k({parameters}) {{ for (uint i = 0; i < n; i++) a[i] /= d; }}")
    operations = re.compile(r"= (fdiv|fmul) fast float ")
    assert operations.findall(text_of(result)) == ["fdiv", "fmul"]
    [function] = mtlb.link([("a.air", result.bitcode)]).library.functions
    assert operations.findall(print_module(read_module(bytes(function.module)))) == ["fdiv"]


def test_vectors_are_multiplied_in_the_order_of_the_source(tmp_path: Path) -> None:
    """As in `monoMeshShader` of gsm-renderer: a vector and two numbers."""
    source = "o[0] = a[0] * s * (float2(a[1]) * 3).x;"
    text = text_of(
        compiled(tmp_path, f"kernel void k(device float2* o, device float2* a, device float& s) {{ {source} }}")
    )
    splat = r"= shufflevector <2 x float> (%\d+), <2 x float> poison, <2 x i32> zeroinitializer"
    [first, second] = re.findall(rf"(%\d+) {splat}", text)
    product = re.search(rf"(%\d+) = fmul fast <2 x float> (?:%\d+, {first[0]}|{first[0]}, %\d+)\n", text)
    other = re.search(rf"(%\d+) = fmul fast <2 x float> (?:%\d+, {second[0]}|{second[0]}, %\d+)\n", text)
    assert product and other and {product[1], other[1]} & set(re.findall(r"%\d+", product[0][6:] + other[0][6:]))


def test_constructors_move_vectors_as_a_whole(tmp_path: Path) -> None:
    """As in Apple's modules: `half4(rgb, a)` is a shuffle and an insertion."""
    source = "o[0] = half4(a[0], h); o[1] = half4(h, a[1]); o[2] = half4(b[0], b[1]); o[3] = half4(b[2], 1, h);"
    parameters = "device half4* o, device half3* a, device half2* b, device half& h"
    text = text_of(compiled(tmp_path, f"kernel void k({parameters}) {{ {source} }}"))
    places = [re.sub("i32 ", "", item) for item in re.findall(r"shufflevector .* <4 x i32> <([^>]*)>", text)]
    assert places == ["0, 1, 2, poison", "poison, 0, 1, 2", "0, 1, 2, 3", "0, 1, poison, poison"]
    assert len(re.findall("insertelement", text)) == 4 and "extractelement" not in text


def test_ends_of_branches_are_not_joined(tmp_path: Path) -> None:
    source = "float r; if (a[0] > 0) { a[2] = 5; r = sin(a[3]); } else { a[4] = 7; r = sin(a[5]); } o[0] = r;"
    text = text_of(compiled(tmp_path, f"kernel void k(device float* o, device float* a) {{ {source} }}"))
    assert text.count("call fast float @air.fast_sin.f32(") == 2


def test_conversions_of_constants_are_computed(tmp_path: Path) -> None:
    """A loop that is turned around begins with one."""
    source = "kernel void k(device float* a) { for (int i = 0; float(i) < a[0]; i++) a[i] = i; }"
    text = text_of(compiled(tmp_path, source))
    assert re.search(r"fcmp fast ogt float %\d+, 0\.0", text) and "convert.f.f32.s.i32(i32 0)" not in text


def test_bytes_are_compared(tmp_path: Path) -> None:
    """As in Apple's modules; `eq`, where one branch or `select` uses it."""
    source = "kernel void k(device float* o, device bool* a) { if (a[0]) o[0] = 1; o[1] = a[1]; o[2] = a[2] ? 2 : 3; }"
    text = text_of(compiled(tmp_path, source))
    assert re.findall(r"icmp (eq|ne) i8 %\d+, 0", text) == ["eq", "ne", "eq"] and " trunc " not in text
    assert re.search(r"select i1 %\d+, i32 3, i32 2$", text, re.MULTILINE)


def test_conversions_keep_their_sign(tmp_path: Path) -> None:
    """LLVM would make conversions of integers that are not negative those of unsigned integers; 200 is a byte."""
    source = """kernel void k(device float* a, device uchar* u, device uint* v) {
  for (int i = 0; i < 3; i++) a[i] = i;
  a[3] = int(u[0]);
  a[4] = int(v[0] >> 1);
  a[5] = v[0];
}"""
    result = compiled(tmp_path, source)
    assert re.findall(r"call .*@air\.convert\.(\S+)\(", text_of(result)) == [
        "f.f32.s.i32",
        "f.f32.s.i32",
        "f.f32.s.i32",
        "f.f32.u.i32",
    ]
    a = np.zeros(6, np.float32)
    buffers = {0: a, 1: np.array([200], np.uint8), 2: np.array([0xFFFFFFFE], np.uint32)}
    mtlb.run(mtlb.link([("a.air", result.bitcode)]).library, "k", 1, 1, buffers=buffers, check=True)
    assert a.tolist() == [0, 1, 2, 200, 2.0**31, 2.0**32]


def test_debug_info_has_the_language_of_apples_compiler(tmp_path: Path) -> None:
    """DW_LANG_Metal."""
    path = tmp_path / "a.metal"
    path.write_text(f"{HEAD}kernel void k(device float* a) {{ a[0] = 1; }}")
    text = text_of(compile_source(path, CompileOptions(debug_info="lines")))
    assert "DICompileUnit(language: 61," in text
