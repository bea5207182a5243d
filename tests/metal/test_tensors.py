"""Tensors and products of matrices (Metal 4): what modules declare and call, beside lines of Apple's modules.

The lines are those of functions of MLX 0.31.2 and mtlattn 0.4.1, and of the probes that `mtlb.air.tensors` names.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import mtlb
from bench._stand_ins import with_stand_ins
from mtlb.air.lint import lint_module
from mtlb.air.target import AirTarget
from mtlb.base.errors import BuildError
from mtlb.convert import convert_bytes
from mtlb.ir.text.printer import print_module
from mtlb.ir.verify import verify_module
from mtlb.metal import CompileOptions, compile_source
from tests.metal.needed import needs_clang

pytestmark = [pytest.mark.long, needs_clang]

_HEAD = """#include <metal_stdlib>
#include <metal_tensor>
#include <MetalPerformancePrimitives/MetalPerformancePrimitives.h>
using namespace metal;
using namespace mpp::tensor_ops;
typedef tensor<device half, dextents<int32_t, 2>> bound;
"""


def _compiled(folder: Path, text: str, *, head: str = _HEAD) -> str:
    """The module of a source, as text without suffixes of names; it has no error, and lint has none."""
    path = folder / "a.metal"
    path.write_text(head + text, encoding="utf-8")
    result = compile_source(path, CompileOptions(AirTarget("macos26")))
    assert verify_module(result.converted.module) == []
    assert [item for item in lint_module(result.bitcode) if item.is_error] == []
    return re.sub(r"\.\d+(?=\")", "", print_module(result.converted.module))


def _calls(text: str) -> list[str]:
    """The functions for tensors that are called, in order, without their prefix."""
    return [match[1] for match in re.finditer(r"call [^@\n]*@__tensorops_impl_matmul2d_op_(\w+)\(", text)]


_COOPERATIVE = """
kernel void k(device const half* a, device const bfloat* b, device float* c,
              ushort lane [[thread_index_in_simdgroup]]) {
  constexpr auto d = matmul2d_descriptor(16, 32, 16, false, true, true, matmul2d_descriptor::mode::multiply_accumulate);
  matmul2d<d, execution_simdgroup> op;
  auto l = op.template get_left_input_cooperative_tensor<half, bfloat, float>();
  auto r = op.template get_right_input_cooperative_tensor<half, bfloat, float>();
  auto t = op.template get_destination_cooperative_tensor<decltype(l), decltype(r), float>();
  for (short i = 0; i < 8; i++) l[i] = a[lane + i];
  for (short i = 0; i < 16; i++) r[i] = b[lane + i];
  op.run(l, r, t);
  c[lane] = t[0];
}
"""


def test_cooperative_tensors(tmp_path: Path) -> None:
    text = _compiled(tmp_path, _COOPERATIVE)
    layout = (
        "N3mpp10tensor_ops17__mutmul2d_detail16__operand_layoutIXtlNS4_19matmul2d_descriptorELi16ELi32ELi16ELb0ELb1ELb1EL"
        "NS7_4modeE1EEELNS5_36__matmul2d_cooperative_operand_indexE0ENS_20execution_simdgroupsILm1EEEDhDF16bfiJEEEEE"
    )
    dynamic = "18446744073709551615"
    name = f"_ZN5metal18cooperative_tensorIDhNS_7extentsIiJLm{dynamic}ELm{dynamic}EEEE{layout}.MTL_SIZEAS"
    [group] = re.findall(rf"^define [^@]*i64 @{re.escape(name)}\(\) (?:local_)?unnamed_addr (#\d+) \{{$", text, re.M)
    kinds = 'mustprogress nofree nosync readnone speculatable willreturn "deferred-static-alloca-size"'
    assert f"attributes {group} = {{ {kinds} }}" in text
    [size] = re.findall(rf"(%\d+) = tail call [^@]*i64 @{re.escape(name)}\(\) (?:#\d+)", text)
    [memory] = re.findall(rf"(%\d+) = alloca i8, i64 {size}, align 2", text)
    assert f"call void @llvm.lifetime.start.p0i8(i64 -1, i8* nonnull {memory})" in text
    given = "i32 16, i32 32, i32 16, i8 0, i8 1, i8 1, i32 1"
    types = "i32 noundef 268435472, i32 noundef -1879048176, i32 noundef 268435488"
    operation = "@__tensorops_impl_matmul2d_op_cooperative_tensor"
    assert f"{operation}_init(i32 noundef 0, {given}, i8* noundef nonnull {memory}, {types}, i32 noundef %" in text
    all_elements = f"i8* noundef nonnull {memory}, i16 noundef zeroext -1, {types})"
    assert f"call i8* {operation}_get_element_pointer(i32 noundef 0, {given}, {all_elements}" in text
    assert f"tail call i64 {operation}_data_size(i32 noundef 2, {given}, {types}, i32 noundef %" in text
    declared = (
        "declare void @__tensorops_impl_matmul2d_op_run_cooperative_f16_b16_f32("
        '%"struct.mpp::tensor_ops::matmul2d_descriptor"* noundef nonnull align 4 dereferenceable(20), '
        'i8* noundef, i8* noundef, i8* noundef, i32 noundef) local_unnamed_addr #N section "air.externally_defined"'
    )
    assert declared in re.sub(r"#\d+", "#N", text)
    object_ = "@_ZTAXtlN3mpp10tensor_ops19matmul2d_descriptorELi16ELi32ELi16ELb0ELb1ELb1ELNS1_4modeE1EEE"
    members = "{ i32 16, i32 32, i32 16, i8 0, i8 1, i8 1, i32 1 }"
    assert re.search(rf"^{object_} = .*constant .*{re.escape(members)}", text, re.M)
    assert "mtlb." not in text


def test_values_around_a_product(tmp_path: Path) -> None:
    """What is stored to elements, read from them, and passed in the descriptor: with stand-ins for the functions, which
    add a product of the elements of one thread, scaled by m, k, transposition and mode.
    """
    _compiled(tmp_path, _COOPERATIVE)
    bitcode = compile_source(tmp_path / "a.metal", CompileOptions(AirTarget("macos26"))).bitcode
    left = np.arange(1, 65, dtype=np.float16)
    right = np.arange(1, 65, dtype=np.uint16) % 3 + 0x3F80  # bfloat: 1 and a little
    out = np.zeros(32, np.float32)
    result = mtlb.run(with_stand_ins(bitcode), "k", 32, 32, buffers={0: left, 1: right, 2: out}, check=True)
    assert result.is_clean, [str(finding) for finding in result.findings]
    scale = 1 + 0.125 * (16 + 16 + 0 + 1 + 1)
    factors = (right[:32].astype(np.uint32) << 16).view(np.float32)
    np.testing.assert_allclose(out, left[:32].astype(np.float32) * factors * scale, rtol=1e-6)


def test_the_order_of_calls(tmp_path: Path) -> None:
    element = "cooperative_tensor_get_element_pointer"
    assert _calls(_compiled(tmp_path, _COOPERATIVE).partition("@k(")[2].partition("\n}")[0]) == [
        *["cooperative_tensor_init"] * 3,
        *[element] * 2,  # the loops
        *[element] * 3,
        "run_cooperative_f16_b16_f32",
        element,
    ]


_INLINE = """
kernel void k(device half* a, device half* b, threadgroup float* c, constant int& rows, constant int& columns) {
  typedef tensor<device half, dextents<int32_t, 2>, tensor_inline> view;
  view l(a, dextents<int32_t, 2>(64, rows));
  auto r = tensor(b, dextents<int32_t, 2>(columns, 64), array<int, 2>({1, rows}));
  auto t = tensor<threadgroup float, dextents<int32_t, 2>, tensor_inline>(c, dextents<int32_t, 2>(32, 64));
  matmul2d<matmul2d_descriptor(64, 32, static_cast<int>(dynamic_extent)), execution_simdgroups<4>> op;
  auto part = l.slice(0, rows / 2), other = r.slice(0, 0);
  op.run(part, other, t);
}
"""


def test_tensors_in_a_threads_memory(tmp_path: Path) -> None:
    text = re.sub(r"%\d+", "%", _compiled(tmp_path, _INLINE))
    head = "%struct._tensor_t* nocapture nonnull writeonly %, i16 2"
    arrays = "i8* nocapture nonnull readonly %, i8* nocapture nonnull readonly %"
    assert f"@air.init_strided_private_tensor.i32.global({head}, i8 addrspace(1)* readnone %, {arrays}, i8 1)" in text
    assert f"@air.init_strided_private_tensor.i32.local({head}, i8 addrspace(3)* readnone %, {arrays}, i8 0)" in text
    source = "%struct._tensor_t* nocapture nonnull readonly %"
    sliced = f"{head.removesuffix(', i16 2')}, {source}, i16 2, {arrays})"
    assert f"call void @air.slice_private_tensor_private_tensor.s.i32({sliced}" in text
    assert f"call i32 @air.get_extent_private_tensor.i32({source}, i16 2, i16 1)" in text
    operands = ", ".join(["i8* noundef nonnull %, i32 noundef 2"] * 3)
    assert "@__tensorops_impl_matmul2d_op_run_dv_f16_dv_f16_tg_f32(" in text
    assert f"noundef nonnull align 4 dereferenceable(20) %, {operands}, i32 noundef %)" in text
    for qualifier, element in (("U9MTLdevice", "Dh"), ("U14MTLthreadgroup", "f")):
        assert re.search(
            rf"@_ZN5metal6tensorI{qualifier}{element}NS_7extents\w+_13tensor_inlineEJEEE\.MTL_SIZEAS", text
        )
    assert "tail call i16 @air.get_descriptor_size_tensor(i16 2, i16 4)" in text
    assert text.count("= alloca i8, i64 %, align 8") == 5


def test_strides_without_any(tmp_path: Path) -> None:
    source = "kernel void k(device float* a, device int* out) {{ {} out[0] = t.get_extent(2); }}"
    made = "tensor<device float, dextents<int, 3>, tensor_inline> t(a, dextents<int, 3>(5, 7, 11));"
    text = _compiled(tmp_path, source.format(made))
    steps = re.findall(r"store i32 (\d+), i32\* ", text)
    assert steps == ["5", "7", "11", "1", "5", "35"]
    assert "i16 3, i16 2)" in text


def test_a_tensor_that_nothing_reads(tmp_path: Path) -> None:
    text = _compiled(tmp_path, "kernel void k(device float* a) { auto t = tensor(a, dextents<int, 1>(5)); a[0] = 1; }")
    assert "tensor" not in text.partition("define ")[2]


_BOUND = """
kernel void k(bound a [[buffer(0)]], bound b [[buffer(3)]], tensor<device float, dextents<int32_t, 2>> c [[buffer(4)]],
              uint2 group [[threadgroup_position_in_grid]]) {
  constexpr auto d = matmul2d_descriptor(64, 32, static_cast<int>(dynamic_extent));
  matmul2d<d, execution_simdgroups<4>> op;
  auto l = a.slice(0, group.y * 64);
  auto r = b.slice(group.x * 32, 0);
  auto t = op.get_destination_cooperative_tensor<decltype(l), decltype(r), float>();
  op.run(l, r, t);
  for (ushort i = 0; i < t.get_capacity(); ++i)
    if (t.is_valid_element(i)) { auto place = t.get_multidimensional_index(i); t[i] *= place[0] + place[1]; }
  t.store(c.slice(group.x * 32, group.y * 64));
}
"""


def test_bound_tensors(tmp_path: Path) -> None:
    text = _compiled(tmp_path, _BOUND)
    handle = "%struct._tensor_t addrspace(1)*"
    assert f"define void @k({handle} %0, {handle} %1, {handle} %2, <2 x i32> noundef %3)" in text
    for place, buffer, element, name in ((0, 0, "half", "a"), (1, 3, "half", "b"), (2, 4, "float", "c")):
        node = (
            f'!{{i32 {place}, !"air.tensor", !"air.location_index", i32 {buffer}, i32 1, !"air.read_write", '
            f'!"air.address_space", i32 1, !"air.arg_type_name", !"tensor<{element}, dextents<int, 2>>", '
            f'!"air.arg_name", !"{name}"}}'
        )
        assert node in text
    plain = re.sub(r"%\d+", "%", text)
    part = "i8* noundef nonnull %, i32 noundef 1"
    product = f"dereferenceable(20) %, {part}, {part}, i8* noundef %, i32 noundef %)"
    assert product in plain
    given = "i32 noundef 2, i32 64, i32 32, i32 -1, i8 0, i8 0, i8 0, i32 0, i8* noundef nonnull %"
    types = "i32 noundef 268435472, i32 noundef 268435472"
    operation = "@__tensorops_impl_matmul2d_op_cooperative_tensor"
    threads = "i32 noundef 268435488, i32 noundef %)"
    assert f"call void {operation}_store_dv_f32({given}, {part}, {types}, {threads}" in plain
    assert f"call zeroext i16 {operation}_num_elements({given}, {types}, i32 noundef %)" in plain
    assert f"call zeroext i1 {operation}_is_valid_element({given}, i16 noundef zeroext %, {types}, {threads}" in plain
    place_ = "i16 noundef zeroext %, i8* noundef nonnull %, i32 noundef 536870944, i32 noundef %"
    assert f"call void {operation}_get_coordinate({given}, {place_}, {types}, i32 noundef 268435488)" in plain


_ELEMENTS = """
kernel void k(bound x [[buffer(0)]], tensor<device float, extents<int, 4, 8>> y [[buffer(1)]],
              device float* o [[buffer(2)]], uint i [[thread_position_in_grid]]) {
  tensor<device half, dextents<int, 2>, tensor_handle, tensor_offset> part = x.slice(2, i).slice(1, 5);
  array<int, 2> at = {3, 4};
  o[0] = y.get_extent(0) + y.get_extent(1) + part.get_extent(1) + part[i, 7] + x[at];
  y[6, i] = y.get_stride(1);
}
"""


def test_elements_and_extents(tmp_path: Path) -> None:
    """The addresses of elements are as in a probe that has `get_data_pointer_typed_global_tensor` and a load; extents
    that are constants need no function (P10T40_run10, P10T_O040_run12).
    """
    text = _compiled(tmp_path, _ELEMENTS)
    plain = re.sub(r"%\d+", "%", text)
    element = (
        "call i8 addrspace(1)* @air.get_data_pointer_typed_global_tensor.s.i32.global("
        "%struct._tensor_t addrspace(1)* nocapture readonly %, i16 2, i8* nocapture nonnull readonly %, i8 "
    )
    assert (plain.count(f"{element}0)"), plain.count(f"{element}1)")) == (1, 2)
    extents = re.findall(r"call i32 @air\.get_extent_global_tensor\.i32\(.* readonly %(\d+), i16 2, i16 (\d)\)", text)
    assert extents == [("0", "1")]
    assert '!"air.arg_type_name", !"tensor<float, extents<int, 4, 8>>"' in text


@pytest.mark.parametrize("declared", ["dextents<int, 2>(8, 8)", "extents<int, 8, 8>()"])
def test_slices_of_a_size(tmp_path: Path, declared: str) -> None:
    """What the function is given: the first element and the size, also for a copy, which is a slice of everything."""
    source = f"""
    kernel void k(device half* a, device int* o) {{
      auto t = tensor(a, {declared});
      auto s = t.slice<2, dynamic_extent>(3, 5);
      auto copy = s;
      o[0] = copy.get_extent(1) + s.get_static_extent(0) + s.get_extent(0);
    }}"""
    text = _compiled(tmp_path, source)
    assert text.count("call void @air.slice_private_tensor_private_tensor.s.i32(") == 2
    stored = re.findall(r"store i32 (\d+), i32\* ", text)
    assert stored[:6] == ["8", "8", "1", "8", "3", "5"] and stored[6:].count("2") == 2
    assert "NS_7extentsIiJLm2ELm18446744073709551615EEEENS_13tensor_inlineEJEEE.MTL_SIZEAS" in text


_OTHER_PRODUCTS = """
kernel void whole(bound x, bound y, tensor<device float, dextents<int, 2>> z) {
  matmul2d<matmul2d_descriptor(64, 32, 0), execution_thread> op;
  op.run(x, y, z);
}
kernel void integers(tensor<device char, dextents<int, 2>> x, tensor<device uchar, dextents<int, 2>> y,
                     tensor<device int, dextents<int, 2>> z) {
  matmul2d<matmul2d_descriptor(64, 32, 0), execution_simdgroups<4>> op;
  auto s = x.slice(0, 0);
  auto t = y.slice(0, 0);
  auto c = op.get_destination_cooperative_tensor<decltype(s), decltype(t), int>();
  op.run(s, t, c);
  for (ushort i = 0; i < c.get_capacity(); ++i)
    if (c.get_mask(i)) c.set(i, c.get(i) + 1);
  c.store(z);
}
"""


def test_other_operands(tmp_path: Path) -> None:
    """Whole tensors, which are of kind 0, one thread, and integers, in the words of JuliaGPU/Metal.jl."""
    text = re.sub(r"%\d+", "%", _compiled(tmp_path, _OTHER_PRODUCTS))
    whole = ", ".join(["i8* noundef nonnull %, i32 noundef 0"] * 3)
    assert f"dereferenceable(20) %, {whole}, i32 noundef 1)" in text
    part = "i8* noundef nonnull %, i32 noundef 1"
    assert "run_cooperative_dv_i8_dv_ui8_i32(" in text and f"{part}, {part}, i8* noundef %, i32 noundef %)" in text
    types = "i32 noundef 536870920, i32 noundef 8, i32 noundef 536870944"  # MPSDataType: Int8, UInt8, Int32
    assert "cooperative_tensor_store_dv_i32(" in text and f"i32 noundef 0, {types}, i32 noundef %)" in text


def test_tensors_without_products(tmp_path: Path) -> None:
    head = "#include <metal_stdlib>\n#include <metal_tensor>\nusing namespace metal;\n"
    source = "kernel void k(tensor<device float, dextents<int, 3>> t [[buffer(0)]]) { t[0, 1, 2] += 1; }"
    assert "i16 3, i8* nocapture nonnull readonly" in _compiled(tmp_path, source, head=head)


_PRODUCT = "matmul2d<matmul2d_descriptor(64, 32, 16), execution_simdgroups<4>> op;"


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("auto part = a.slice<64, 32>(0, 0);", "a slice of a bound tensor of a given size is not compiled"),
        ("auto v = a.load(0, 0);", "load() of a tensor is not compiled"),
        (
            "auto t = tensor(q, dextents<int, 2>(4, 4)); q[0] = t[0, 0];",
            "an element of a tensor in the thread's memory",
        ),
        ("auto t = tensor(p, dextents<long, 2>(4, 4));", "tensors with other indices than int are not compiled"),
        ("auto t = tensor(n, dextents<int, 2>(4, 4));", "tensors of these elements are not compiled"),
        ("auto t = tensor(q, dextents<int, 2>(4, 4)); auto u = t.slice<2>(0, 0);", "a size for each dimension"),
        ("constexpr auto d = convolution2d_descriptor(int4(1), int4(1), int2(1));", "a convolution is not compiled"),
        (
            f"{_PRODUCT} auto c = op.get_destination_cooperative_tensor<bound, bound, float>(); c.load(a);",
            "load() of a cooperative tensor is not compiled",
        ),
        (
            f"{_PRODUCT} auto l = op.get_left_input_cooperative_tensor<half, half, float>(); auto s = a.slice(0, 0); "
            "op.run(l, s, s);",
            "these kinds of operands are not compiled together",
        ),
    ],
)
def test_what_no_module_has(tmp_path: Path, body: str, reason: str) -> None:
    parameters = "bound a, device float* p [[buffer(1)]], device half* q [[buffer(2)]], device int* n [[buffer(3)]]"
    with pytest.raises(BuildError, match=re.escape(reason)):
        _compiled(tmp_path, f"kernel void k({parameters}) {{ {body} }}")


def test_memory_that_is_not_known(tmp_path: Path) -> None:
    source = """
    kernel void k(constant half* a, device half* b) {
      auto l = tensor(a, dextents<int, 2>(4, 4));
      b[0] = l.get_extent(0);
    }"""
    with pytest.raises(BuildError, match=r"a\.metal:\d+:16: error: .*neither in device nor in threadgroup memory"):
        _compiled(tmp_path, source)


@pytest.mark.parametrize(
    "made",
    [
        "struct pair { int n; view t; }; pair s{1, view(a, size)}; out[0] = s.t.get_extent(0) + s.n;",
        "view s[2] = {view(a, size), view(a, size)}; out[0] = s[0].get_extent(0) + s[1].get_extent(1);",
    ],
)
def test_tensors_that_are_parts(tmp_path: Path, made: str) -> None:
    head = "typedef tensor<device half, dextents<int, 2>, tensor_inline> view;"
    body = f"dextents<int, 2> size(out[1], out[2]); {made}"
    with pytest.raises(BuildError, match=r"a\.metal:\d+:\d+: error: .*not a variable of its own"):
        _compiled(tmp_path, f"{head} kernel void k(device half* a, device int* out) {{ {body} }}")


def test_other_sources_are_not_changed(tmp_path: Path) -> None:
    """Without MetalPerformancePrimitives a source is C++17, where `requires` and `concept` are names."""
    source = "kernel void k(device int* a) { int requires = a[0], concept = 2; a[1] = requires + concept; }"
    assert "tensor" not in _compiled(tmp_path, source, head="#include <metal_stdlib>\n")


def test_a_compiled_module_can_be_converted(tmp_path: Path) -> None:
    path = tmp_path / "a.metal"
    path.write_text(_HEAD + _COOPERATIVE, encoding="utf-8")
    bitcode = compile_source(path, CompileOptions(AirTarget("macos26"))).bitcode
    text = print_module(convert_bytes("a.air", bitcode).module)
    assert "alloca i8, i64 %" in text
