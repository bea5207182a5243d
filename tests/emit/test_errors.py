"""Wrong use of the builder: each an error at the call that made it. The texts are golden/emit/errors.txt."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from mtlb import emit
from mtlb.base.errors import BuildError
from mtlb.emit import device, f32, float2, float4, i32, ptr, sampler, texture2d, threadgroup, u32, uint2, uint4
from tests.conftest import ROOT
from tests.emit import misuse

GOLDEN = ROOT / "golden/emit/errors.txt"
CASES: dict[str, Callable[[], object]] = {}


def case(build: Callable[[], object]) -> Callable[[], object]:
    CASES[build.__name__] = build
    return build


def module(target: str = "macos14") -> emit.Module:
    return emit.Module(target, "m")


def kernel(target: str = "macos14") -> emit.KernelEntry:
    return module(target).kernel("k")


@case
def two_entries_of_one_name() -> object:
    m = module()
    m.kernel("k")
    return m.vertex("k")


@case
def two_arguments_of_one_name() -> object:
    k = kernel()
    k.buffer("a", f32, 0)
    return k.buffer("a", f32, 1)


@case
def two_buffers_of_one_index() -> object:
    k = kernel()
    k.buffer("a", f32, 3)
    return k.constant("b", f32, 3)


@case
def a_buffer_past_the_limit() -> object:
    return kernel().buffer("a", f32, 31)


@case
def a_texture_past_the_limit() -> object:
    return kernel().texture("a", texture2d(f32), 128)


@case
def a_sampler_past_the_limit() -> object:
    return kernel().sampler("a", 16)


@case
def a_type_without_a_layout() -> object:
    return kernel().buffer("a", emit.simdgroup_float8x8, 0)


@case
def a_struct_whose_members_are_missing() -> object:
    m = module()
    return m.kernel("k").buffer("a", m.struct("S"), 0)


@case
def a_builtin_that_the_stage_lacks() -> object:
    return kernel().builtin("vertex_id")


@case
def a_builtin_that_does_not_exist() -> object:
    return kernel().builtin("thread_of_fate")


@case
def a_builtin_that_the_version_lacks() -> object:
    return module("macos10.14").fragment("f").builtin("barycentric_coord")


@case
def a_builtin_of_another_type() -> object:
    return kernel().builtin("thread_position_in_grid", f32)


@case
def a_builtin_that_is_a_handle() -> object:
    return module().object("o").builtin("mesh_grid_properties")


@case
def a_stage_that_the_version_lacks() -> object:
    return module("macos12").mesh("m")


@case
def operands_of_two_types() -> object:
    k = kernel()
    return k.buffer("a", f32, 0)[0].load() + k.builtin("thread_position_in_grid", u32)


@case
def a_constant_that_does_not_fit() -> object:
    return kernel().builtin("thread_position_in_grid", u32) + (1 << 32)


@case
def a_value_of_another_function() -> object:
    m = module()
    i = m.kernel("first").builtin("thread_position_in_grid", u32)
    return m.kernel("second").buffer("a", f32, 0)[i]


@case
def a_value_of_another_module() -> object:
    i = kernel().builtin("thread_position_in_grid", u32)
    return kernel().buffer("a", f32, 0)[i]


@case
def a_value_of_one_branch() -> object:
    k = kernel()
    a, i = k.buffer("a", f32, 0), k.builtin("thread_position_in_grid", u32)
    b = k.entry()
    with b.if_(i < 4):
        inside = a[i].load()
    return a[i].store(inside)


@case
def a_value_before_it_is_defined() -> object:
    m = module()
    k = m.kernel("k")
    a = k.buffer("a", f32, 0)
    b = k.entry()
    early, late = b.new_block(), b.new_block()
    b.br(early)
    b.position(late)
    value = a[0].load()
    b.ret()
    b.position(early)
    return a[0].store(value)


@case
def an_instruction_after_the_end() -> object:
    k = kernel()
    a = k.buffer("a", f32, 0)
    b = k.entry()
    b.ret()
    return a[0].load()


@case
def a_block_without_an_end() -> object:
    m = module()
    b = m.kernel("k").entry()
    after = b.new_block()
    b.br(after)
    return m.air_bytes()


@case
def a_phi_without_a_value() -> object:
    m = module()
    f = m.function("f", f32, [f32])
    after = f.new_block()
    f.br(after)
    f.position(after)
    f.ret(f.phi(f32))
    return m.air_bytes()


@case
def writing_to_what_is_read() -> object:
    return kernel().buffer("a", f32, 0, "read")[0].store(1.0)


@case
def a_member_that_the_struct_lacks() -> object:
    m = module()
    return m.kernel("k").constant("c", m.struct("S", [("x", f32)]), 0)["y"]


@case
def two_members_of_one_id() -> object:
    return module().struct("S", [("a", ptr(f32, device), 1), ("b", sampler, 1)])


@case
def sampling_a_texture_that_is_read() -> object:
    k = kernel()
    t, s = k.texture("t", texture2d(f32, "read"), 0), k.sampler("s", 0)
    b = k.entry()
    return b.texture.sample(t, s, b.const(float2, 0.5))


@case
def comparing_a_color() -> object:
    k = kernel()
    t, s = k.texture("t", texture2d(f32), 0), k.sampler("s", 0)
    b = k.entry()
    return b.texture.sample_compare(t, s, b.const(float2, 0.5), 0.5)


@case
def coordinates_of_another_type() -> object:
    k = kernel()
    t = k.texture("t", texture2d(f32, "read"), 0)
    b = k.entry()
    return b.texture.read(t, b.const(float2, 0))


@case
def the_depth_of_a_flat_texture() -> object:
    k = kernel()
    return k.entry().texture.size(k.texture("t", texture2d(f32), 0), "depth")


@case
def an_unknown_function_of_air() -> object:
    k = kernel()
    return k.entry().air("fast_guess", k.buffer("a", f32, 0)[0].load())


@case
def an_overload_that_air_lacks() -> object:
    k = kernel()
    return k.entry().air("fast_sin", k.builtin("thread_position_in_grid", u32))


@case
def too_many_arguments() -> object:
    k = kernel()
    x = k.buffer("a", f32, 0)[0].load()
    return k.entry().air("fast_sin", x, x)


@case
def an_atomic_of_the_thread() -> object:
    b = kernel().entry()
    return b.atomic("add", b.variable(u32, 0), 1)


@case
def an_order_that_the_version_lacks() -> object:
    k = kernel("macos14")
    return k.entry().atomic("add", k.buffer("a", u32, 0)[0], 1, order="seq_cst")


@case
def an_unknown_order() -> object:
    k = kernel()
    return k.entry().atomic("add", k.buffer("a", u32, 0)[0], 1, order="strict")


@case
def an_unknown_atomic_operation() -> object:
    k = kernel()
    return k.entry().atomic("mul", k.buffer("a", u32, 0)[0], 1)


@case
def a_comparison_in_memory_of_the_thread() -> object:
    b = kernel().entry()
    memory = b.variable(u32, 0)
    return b.atomic.compare_exchange(memory, memory, 1)


@case
def an_unknown_kind_of_memory() -> object:
    kernel().entry().barrier("device|disk")
    return None


@case
def a_fence_that_the_version_lacks() -> object:
    kernel("macos14").entry().fence("device")
    return None


@case
def a_matrix_of_vectors() -> object:
    k = kernel()
    return k.entry().matrix.load(k.buffer("a", float4, 0))


@case
def an_atomic_access_to_a_texture_that_is_read() -> object:
    k = kernel()
    t = k.texture("t", texture2d(u32, "read"), 0)
    b = k.entry()
    return b.texture.atomic("add", t, b.const(uint2, 0), b.const(uint4, 1))


@case
def a_branch_of_python() -> object:
    k = kernel()
    return 1 if k.builtin("thread_position_in_grid", u32) < 4 else 2


@case
def outputs_that_are_missing() -> object:
    v = module().vertex("v")
    v.out("position", float4, "position")
    v.out("uv", float2)
    b = v.entry()
    return b.ret(position=b.const(float4, 0.0))


@case
def an_interpolated_integer() -> object:
    return module().fragment("f").stage_in("id", i32, interpolation="center_perspective")


@case
def two_function_constants_of_one_index() -> object:
    m = module()
    m.function_constant("a", f32, 0)
    return m.function_constant("b", f32, 0)


@case
def an_unknown_target() -> object:
    return emit.Module("windows11")


@case
def what_is_no_target() -> object:
    return emit.Module(14)  # type: ignore[arg-type]


@case
def what_is_no_type() -> object:
    return kernel().buffer("a", "float", 0)  # type: ignore[arg-type]


@case
def what_is_no_member() -> object:
    return module().struct("S", [("a", "float")])  # type: ignore[list-item]


@case
def an_air_that_the_os_lacks() -> object:
    return emit.Target("macos12", air="2.6")


@case
def memory_in_the_wrong_place() -> object:
    return kernel().buffer("a", f32, 0, space=threadgroup)


def message(name: str) -> str:
    with pytest.raises(BuildError) as caught:
        (CASES | misuse.CASES)[name]()
    return re.sub(r"(test_errors|misuse)\.py:\d+", "FILE:LINE", str(caught.value))


def texts() -> str:
    return "".join(f"{name.replace('_', ' ')}\n    {message(name)}\n" for name in [*CASES, *misuse.CASES])


def test_every_error_has_its_text() -> None:
    assert texts() == GOLDEN.read_text(encoding="utf-8")


def test_the_line_is_that_of_the_caller() -> None:
    k = kernel()
    with pytest.raises(BuildError) as caught:
        k.buffer("a", f32, 0, "read")[0].store(1.0)
    assert f"(test_errors.py:{caught.traceback[0].lineno + 1})" in str(caught.value)
