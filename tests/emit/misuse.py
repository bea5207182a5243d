"""Wrong uses of the builder that make a program which means something else, or nothing: each is to be an error.

Each function builds one; `test_errors.py` compares the errors with golden/emit/errors.txt.
"""

from __future__ import annotations

from collections.abc import Callable

from mtlb import emit
from mtlb.emit import (
    array,
    bf16,
    boolean,
    device,
    f16,
    f32,
    float2,
    float3,
    float4,
    i8,
    i32,
    int2,
    matrix,
    packed,
    ptr,
    texture2d,
    thread,
    u8,
    u16,
    u32,
    uint3,
)

CASES: dict[str, Callable[[], object]] = {}


def case(build: Callable[[], object]) -> Callable[[], object]:
    CASES[build.__name__] = build
    return build


class K:
    """A kernel with buffers of several types, and its builder."""

    def __init__(self, target: str = "macos14") -> None:
        self.m = emit.Module(target, "m")
        self.k = self.m.kernel("k")
        self.f = self.k.buffer("f", f32, 0)
        self.i = self.k.buffer("i", i32, 1)
        self.u = self.k.buffer("u", u32, 2)
        self.v = self.k.buffer("v", float3, 3)
        self.mat = self.k.buffer("mat", matrix(f32, 4, 4), 4)
        self.r = self.k.buffer("r", u32, 5, "read")
        self.c = self.k.constant("c", u32, 6)
        self.tid = self.k.builtin("thread_position_in_grid", u32)
        self.b = self.k.entry()


# --- addresses


@case
def an_index_into_a_number() -> object:
    return K().f[0][1]


@case
def an_index_into_a_struct() -> object:
    a = K()
    return a.b.variable(a.m.struct("S", [("x", f32)]))[0]


@case
def a_component_past_the_end() -> object:
    return K().v[0][3]


@case
def a_column_past_the_end() -> object:
    return K().mat[0][4]


@case
def an_index_that_is_a_float() -> object:
    a = K()
    return a.f[a.f[0].load()]


@case
def an_index_that_is_pythons_float() -> object:
    return K().f[1.0]  # type: ignore[index]


@case
def an_index_that_is_a_comparison() -> object:
    a = K()
    return a.f[a.tid < 4]


@case
def an_index_that_is_true() -> object:
    return K().f[True]


@case
def an_element_that_is_true() -> object:
    a = K()
    return a.v[0].load()[True]


@case
def an_index_of_65_bits() -> object:
    return K().f[1 << 64]


@case
def an_assignment_to_an_address() -> object:
    a = K()
    a.f[0] = 1.0
    return None


@case
def an_assignment_to_a_component() -> object:
    a = K()
    a.v[0].load()[0] = 1.0
    return None


@case
def counting_in_what_has_no_size() -> object:
    a = K()
    return a.b.bitcast(a.f, ptr(emit.Struct("Later"), device))[1]


@case
def a_load_of_void() -> object:
    a = K()
    return a.b.bitcast(a.f, ptr(emit.void, device)).load()


@case
def a_load_of_a_number() -> object:
    a = K()
    return a.b.load(a.tid)


@case
def a_store_to_a_reference_of_constant_memory() -> object:
    return K().c.store(1)


@case
def a_store_through_a_cast_of_what_is_read() -> object:
    a = K()
    return a.b.bitcast(a.r, ptr(f32, device))[0].store(1.0)


@case
def a_store_to_an_element_of_what_is_read() -> object:
    a = K()
    table = a.m.global_constant("table", array(f32, 2), [1.0, 2.0])
    return a.b.use(table)[1].store(1.0)


@case
def a_store_of_another_sign() -> object:
    a = K()
    return a.u[0].store(a.i[0].load())


@case
def a_store_of_another_width() -> object:
    a = K()
    return a.f[0].store(a.b.convert(a.f[0].load(), f16))


@case
def a_store_of_a_vector_to_a_number() -> object:
    a = K()
    return a.f[0].store(a.v[0].load())


@case
def a_store_of_the_wrong_matrix() -> object:
    a = K()
    return a.mat[0].store(a.b.const(matrix(f32, 2, 2), [[1, 0], [0, 1]]))


@case
def a_store_of_a_number_to_a_matrix() -> object:
    return K().mat[0].store(1.0)


@case
def a_pointer_for_an_object() -> object:
    a = K()
    return a.f[0].store(a.f)


@case
def a_helper_that_writes_what_is_read() -> object:
    a = K()
    helper = a.m.function("helper", emit.void, [ptr(u32, device)])
    helper.arguments[0][0].store(1)
    return a.b.call(helper, a.r)


@case
def a_table_of_pointers_that_forgets_that_one_is_read() -> object:
    a = K()
    slot = a.b.variable(ptr(u32, device))
    return slot.store(a.r)


@case
def a_pointer_to_another_address_space() -> object:
    a = K()
    helper = a.m.function("helper", f32, [ptr(f32, thread)])
    return a.b.call(helper, a.f)


@case
def a_choice_of_two_address_spaces() -> object:
    a = K()
    tile = a.k.threadgroup("tile", f32)
    return a.b.select(a.tid < 4, a.f, tile)


@case
def a_cast_to_another_address_space() -> object:
    a = K()
    return a.b.bitcast(a.f, ptr(f32, thread))


@case
def a_cast_to_what_is_packed() -> object:
    a = K()
    return a.b.bitcast(a.v[0].load(), packed(float3))


@case
def a_variable_without_a_layout() -> object:
    return K().b.variable(emit.void)


@case
def a_variable_of_no_type() -> object:
    return K().b.variable("float")  # type: ignore[arg-type]


@case
def a_value_of_too_many_parts() -> object:
    a = K()
    return a.b.variable(array(f32, 1000)).load()


@case
def an_array_as_a_pointer() -> object:
    a = K()
    return a.b.load(a.b.variable(array(f32, 2)).load())


# --- arithmetic


@case
def arithmetic_of_bools() -> object:
    a = K()
    return (a.tid < 4) + (a.tid < 8)


@case
def the_negative_of_a_bool() -> object:
    a = K()
    return -(a.tid < 4)


@case
def signed_and_unsigned() -> object:
    a = K()
    return a.i[0].load() + a.u[0].load()


@case
def signed_and_unsigned_compared() -> object:
    a = K()
    return a.i[0].load() < a.u[0].load()


@case
def a_comparison_of_two_widths() -> object:
    a = K()
    return a.tid == a.b.convert(a.tid, u16)


@case
def a_comparison_with_none() -> object:
    return K().tid == None  # noqa: E711


@case
def a_comparison_with_a_text() -> object:
    return K().tid != "0"


@case
def a_value_looked_for_in_a_list() -> object:
    a = K()
    return a.tid in [a.c.load()]


@case
def a_chain_of_comparisons() -> object:
    a = K()
    return 1 < a.tid < 4


@case
def the_greater_one_by_python() -> object:
    a = K()
    return max(a.tid, a.c.load())  # type: ignore[type-var]


@case
def a_comparison_of_structs() -> object:
    a = K()
    s = a.b.variable(a.m.struct("S", [("x", f32)])).load()
    return s == s


@case
def a_sum_of_structs() -> object:
    a = K()
    s = a.b.variable(a.m.struct("S", [("x", f32)])).load()
    return s + s


@case
def a_product_of_matrices_that_do_not_fit() -> object:
    a = K()
    return a.mat[0].load() * a.v[0].load()


@case
def true_as_a_number() -> object:
    return K().tid + True


@case
def a_float_for_an_integer() -> object:
    return K().tid * 0.5


@case
def a_number_too_large_for_half() -> object:
    return K().b.const(f16, 70000.0)


@case
def a_number_too_large_for_bfloat() -> object:
    return K().b.const(bf16, 1e39)


@case
def rounding_down_of_signed_numbers() -> object:
    return K().i[0].load() // 2


@case
def rounding_down_of_floats() -> object:
    return K().f[0].load() // 2.0  # type: ignore[operator]


@case
def a_division_by_0() -> object:
    return K().tid / 0


@case
def a_remainder_of_0() -> object:
    return K().i[0].load() % 0


@case
def a_shift_by_the_width() -> object:
    return K().tid << 32


@case
def a_shift_of_a_byte_by_its_width() -> object:
    a = K()
    return a.b.convert(a.tid, u8) >> 8


@case
def a_shift_by_another_type() -> object:
    a = K()
    return a.i[0].load() << a.tid


@case
def a_negative_power_of_an_integer() -> object:
    return K().tid ** -1


@case
def an_integer_to_a_power_that_is_a_value() -> object:
    a = K()
    return a.tid**a.tid


@case
def the_remainder_of_floats() -> object:
    return K().f[0].load() % 2.0


@case
def bits_of_a_float() -> object:
    return K().f[0].load() & 1


@case
def a_number_where_a_value_is_needed() -> object:
    return K().b.neg(5)  # type: ignore[arg-type]


@case
def a_conversion_of_pythons_number() -> object:
    return K().b.convert(3, f32)  # type: ignore[arg-type]


@case
def a_conversion_to_no_type() -> object:
    a = K()
    return a.b.convert(a.tid, "float")  # type: ignore[arg-type]


@case
def a_conversion_of_another_count() -> object:
    a = K()
    return a.b.convert(a.v[0].load(), float4)


@case
def a_constant_of_no_type() -> object:
    return K().b.const("float", 1.0)  # type: ignore[arg-type]


@case
def a_choice_by_python() -> object:
    a = K()
    return a.b.select(True, a.tid, 0)  # type: ignore[arg-type]


@case
def a_choice_by_a_number() -> object:
    a = K()
    return a.b.select(a.tid, a.tid, 0)


@case
def a_choice_of_two_types() -> object:
    a = K()
    return a.b.select(a.tid < 1, a.i[0].load(), a.f[0].load())


@case
def a_width_that_no_integer_has() -> object:
    a = K()
    return a.b.resize(a.tid, 24)


@case
def a_vector_with_a_part_too_many() -> object:
    a = K()
    return a.b.vector(a.v[0].load(), 1.0, 2.0)


@case
def a_swizzle_past_the_end() -> object:
    a = K()
    return a.v[0].load().w


@case
def a_component_that_replaces_another_type() -> object:
    a = K()
    return a.b.insert(a.v[0].load(), a.tid, 0)


@case
def a_member_of_a_vector() -> object:
    return K().v[0].load()["x"]


# --- functions, modules


@case
def a_function_of_another_module() -> object:
    other = emit.Module("macos14", "other").function("f", f32)
    other.ret(1.0)
    return K().b.call(other)


@case
def a_declaration_of_another_module() -> object:
    return K().b.call(emit.Module("macos14", "other").declare("f"))


@case
def a_global_of_another_module() -> object:
    other = emit.Module("macos14", "other")
    return K().b.use(other.global_constant("t", f32, 1.0))


@case
def a_function_constant_of_another_module() -> object:
    return K().b.use(emit.Module("macos14", "other").function_constant("t", f32, 0))


@case
def a_number_that_is_used_as_a_global() -> object:
    return K().b.use(5)  # type: ignore[arg-type]


@case
def a_block_of_another_function() -> object:
    a = K()
    return a.b.br(a.m.function("f").new_block())


@case
def a_value_of_another_module_in_a_phi() -> object:
    a, other = K(), K()
    first, after = a.b.here, a.b.new_block()
    a.b.br(after)
    a.b.position(after)
    phi = a.b.phi(u32)
    return phi.add(other.b.const(u32, 1), first)


@case
def a_call_of_an_entry_point() -> object:
    a = K()
    return a.b.call(a.m.kernel("other").entry())


@case
def a_call_of_what_is_no_function() -> object:
    a = K()
    return a.b.call("f")  # type: ignore[arg-type]


@case
def a_call_of_itself() -> object:
    a = K()
    f = a.m.function("f", u32, [u32])
    f.ret(f.call(f, f.arguments[0]))
    a.u[0].store(a.b.call(f, a.tid))
    a.b.ret()
    return a.m.air_bytes()


@case
def functions_that_call_each_other() -> object:
    a = K()
    f, g = a.m.function("f", u32, [u32]), a.m.function("g", u32, [u32])
    f.ret(f.call(g, f.arguments[0]))
    g.ret(g.call(f, g.arguments[0]))
    return a.m.air_bytes()


@case
def an_argument_of_another_sign() -> object:
    a = K()
    f = a.m.function("f", u32, [u32])
    return a.b.call(f, a.i[0].load())


@case
def a_result_of_another_type() -> object:
    a = K()
    return a.m.function("f", u32).ret(a.b.const(f32, 1.0))


@case
def another_result_than_the_functions() -> object:
    a = K()
    return a.b.call(a.m.declare("f", u32, []), result=f32)


@case
def a_value_returned_from_nothing() -> object:
    return K().m.function("f").ret(1)


@case
def nothing_returned_from_a_function() -> object:
    a = K()
    a.m.function("f", u32).ret()
    return None


@case
def a_function_that_does_not_return() -> object:
    a = K()
    f = a.m.function("f", u32)
    with f.if_(f.const(boolean, True)):
        f.ret(1)
    return a.m.air_bytes()


@case
def a_result_that_is_void() -> object:
    a = K()
    f = a.m.function("f")
    return a.b.call(f) + 1


@case
def a_derivative_in_a_kernel() -> object:
    a = K()
    return a.b.math("dfdx", a.f[0].load())


@case
def a_discarded_thread() -> object:
    return K().b.air("discard_fragment")


# --- control flow


@case
def a_condition_that_is_a_number() -> object:
    a = K()
    with a.b.if_(a.tid):
        pass
    return None


@case
def a_condition_of_python() -> object:
    with K().b.if_(True):  # type: ignore[arg-type]
        pass
    return None


@case
def a_condition_that_is_a_vector() -> object:
    a = K()
    with a.b.if_(a.v[0].load() < 1.0):
        pass
    return None


@case
def a_branch_after_the_return() -> object:
    a = K()
    a.b.ret()
    with a.b.if_(a.b.const(boolean, True)):
        pass
    return None


@case
def a_branch_to_the_start() -> object:
    a = K()
    start = a.b.here
    return a.b.br(start)


@case
def a_branch_to_what_is_no_block() -> object:
    a = K()
    return a.b.br(a.tid)  # type: ignore[arg-type]


@case
def an_alternative_after_other_code() -> object:
    a = K()
    with a.b.if_(a.tid < 4) as branch:
        a.u[0].store(1)
    a.u[1].store(2)
    with branch.else_():
        a.u[0].store(3)
    return None


@case
def two_alternatives() -> object:
    a = K()
    with a.b.if_(a.tid < 4) as branch:
        pass
    with branch.else_():
        pass
    with branch.else_():
        pass
    return None


@case
def two_ends_of_a_branch() -> object:
    a = K()
    branch = a.b.begin_if(a.tid < 4)
    branch.otherwise()
    branch.end()
    return branch.end()


@case
def a_branch_without_an_end() -> object:
    a = K()
    a.b.begin_if(a.tid < 4)
    a.u[0].store(1)
    return a.m.air_bytes()


@case
def a_value_of_an_alternative() -> object:
    a = K()
    with a.b.if_(a.tid < 4) as branch:
        pass
    with branch.else_():
        inside = a.tid + 1
    return a.u[0].store(inside)


@case
def a_break_of_a_loop_that_is_finished() -> object:
    a = K()
    with a.b.for_range(4) as loop:
        pass
    return loop.break_()


@case
def an_update_after_the_loop() -> object:
    a = K()
    with a.b.for_range(4) as loop:
        total = loop.carry(0, u32)
    return loop.update(total, total + 1)


@case
def a_value_of_the_last_round() -> object:
    a = K()
    with a.b.for_range(4) as loop:
        inside = loop.index + 1
    return a.u[0].store(inside)


@case
def a_loop_without_a_step() -> object:
    with K().b.for_range(0, 4, 0):
        pass
    return None


@case
def a_loop_that_counts_floats() -> object:
    a = K()
    with a.b.for_range(a.f[0].load()):
        pass
    return None


@case
def a_loop_over_two_types() -> object:
    a = K()
    with a.b.for_range(a.i[0].load(), a.tid):
        pass
    return None


@case
def a_loop_that_counts_a_part() -> object:
    with K().b.for_range(2.5):  # type: ignore[arg-type]
        pass
    return None


@case
def a_phi_of_a_block_that_does_not_lead_here() -> object:
    a = K()
    first, other, after = a.b.here, a.b.new_block(), a.b.new_block()
    a.b.br(after)
    a.b.position(after)
    phi = a.b.phi(u32)
    phi.add(1, first)
    phi.add(2, other)
    a.u[0].store(phi)
    return a.m.air_bytes()


@case
def a_phi_after_other_instructions() -> object:
    a = K()
    a.u[0].store(1)
    return a.b.phi(u32)


@case
def a_switch_of_two_equal_cases() -> object:
    a = K()
    item, two = a.b.new_block(), a.b.new_block()
    return a.b.switch(a.tid, item, {-1: item, (1 << 32) - 1: two})


@case
def a_switch_of_floats() -> object:
    a = K()
    return a.b.switch(a.f[0].load(), a.b.new_block(), {})


@case
def an_instruction_after_the_module_was_made() -> object:
    a = K()
    a.m.air_bytes()
    late = a.b.new_block()
    a.b.position(late)
    a.u[0].store(1)
    a.b.br(a.b.new_block())
    return a.m.air_bytes()


# --- threads, textures, functions of the library


@case
def an_atomic_on_what_is_read() -> object:
    a = K()
    return a.b.atomic("add", a.r[0], 1)


@case
def an_atomic_on_a_byte() -> object:
    a = K()
    return a.b.atomic("add", a.b.bitcast(a.u, ptr(u8, device))[0], 1)


@case
def an_atomic_on_a_number() -> object:
    a = K()
    return a.b.atomic("add", a.tid, 1)


@case
def an_atomic_of_another_type() -> object:
    a = K()
    return a.b.atomic("add", a.u[0], a.i[0].load())


@case
def an_exchange_that_expects_another_type() -> object:
    a = K()
    return a.b.atomic.compare_exchange(a.u[0], a.b.variable(f32, 1.0), 1)


@case
def a_matrix_stored_to_what_is_read() -> object:
    a = K()
    read = a.k.buffer("read", f32, 9, "read")
    return a.b.matrix.store(a.b.matrix.fill(emit.simdgroup_float8x8, 1.0), read)


@case
def a_result_pointer_of_another_type() -> object:
    a = K()
    return a.b.air("sincos", a.f[0].load(), a.b.variable(u32))


@case
def a_function_of_the_library_that_is_not_there() -> object:
    a = K()
    return a.b.math("sine", a.f[0].load())


@case
def a_function_of_floats_on_integers() -> object:
    a = K()
    return a.b.math("sin", a.tid)


@case
def a_function_of_integers_on_floats() -> object:
    a = K()
    return a.b.math("popcount", a.f[0].load())


@case
def a_function_with_an_argument_too_few() -> object:
    a = K()
    return a.b.math("pow", a.f[0].load())


@case
def a_function_of_vectors_on_a_number() -> object:
    a = K()
    return a.b.math("cross", a.f[0].load(), a.f[1].load())


@case
def a_cross_product_of_two_dimensions() -> object:
    a = K()
    v = a.b.const(float2, 1.0)
    return a.b.math("cross", v, v)


@case
def two_vectors_of_two_counts() -> object:
    a = K()
    return a.b.math("dot", a.v[0].load(), a.b.const(float2, 1.0))


@case
def an_exponent_that_is_a_float() -> object:
    a = K()
    return a.b.math("ldexp", a.f[0].load(), 2.5)


@case
def a_lane_that_is_a_float() -> object:
    a = K()
    return a.b.simd("shuffle", a.tid, a.f[0].load())


@case
def an_operation_of_lanes_that_is_not_there() -> object:
    a = K()
    return a.b.simd("median", a.tid)


@case
def a_texel_of_another_type() -> object:
    a = K()
    t = a.k.texture("t", texture2d(f32, "write"), 0)
    return a.b.texture.write(t, a.b.const(emit.uint4, 1), a.b.const(emit.uint2, 0))


@case
def coordinates_that_are_a_tuple() -> object:
    a = K()
    t = a.k.texture("t", texture2d(f32, "read"), 0)
    return a.b.texture.read(t, (0, 0))  # type: ignore[arg-type]


@case
def coordinates_that_are_signed() -> object:
    a = K()
    t = a.k.texture("t", texture2d(f32, "read"), 0)
    return a.b.texture.read(t, a.b.const(int2, 0))


@case
def an_index_of_what_is_no_array() -> object:
    a = K()
    t = a.k.texture("t", texture2d(f32, "read"), 0)
    return a.b.texture.read(t, a.b.const(emit.uint2, 0), index=1)


@case
def a_buffer_as_a_texture() -> object:
    a = K()
    return a.b.texture.read(a.f, a.b.const(emit.uint2, 0))


@case
def a_texture_as_a_number() -> object:
    a = K()
    t = a.k.texture("t", texture2d(f32, "read"), 0)
    return t + 1


@case
def an_array_of_handles_in_the_thread() -> object:
    a = K()
    return a.b.variable(array(texture2d(f32), 0))


@case
def a_builtin_of_more_dimensions() -> object:
    a = K()
    return a.u[a.k.builtin("thread_position_in_threadgroup", uint3)]


@case
def threadgroup_memory_of_another_kernel() -> object:
    a = K()
    tile = a.m.kernel("other").threadgroup("tile", f32)
    return a.b.load(tile)


@case
def a_byte_that_is_too_large() -> object:
    return K().b.const(i8, 128)
