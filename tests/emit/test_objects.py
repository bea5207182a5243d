"""Addresses, structs, arrays and matrices as values, operators, alternatives: run with `mtlb.run`, against numpy."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import mtlb
from mtlb import emit
from mtlb.emit import (
    Array,
    array,
    boolean,
    device,
    f16,
    f32,
    float2,
    float3,
    float4,
    i32,
    matrix,
    packed,
    ptr,
    u32,
    u64,
)

Build = Callable[[emit.Builder, emit.Value, emit.Value, emit.Value], None]


def run(build: Build, source: emit.Type, data: np.ndarray, result: emit.Type, size: int, count: int = 1) -> np.ndarray:
    """What a kernel of `count` threads leaves in a buffer of `size` numbers."""
    m = emit.Module("macos14", "objects", fast_math=False)
    k = m.kernel("k")
    x, out = k.buffer("x", source, 0, "read"), k.buffer("out", result, 1)
    i = k.builtin("thread_position_in_grid", u32)
    b = k.entry()
    build(b, x, out, i)
    if not b.is_terminated:
        b.ret()
    assert m.check() == []
    element = np.float32
    while isinstance(result, (Array, emit.Vector, emit.Matrix)):
        result = result.element
    if isinstance(result, emit.Scalar):
        element = {"float": np.float32, "uint": np.uint32, "int": np.int32, "half": np.float16}[result.name]
    buffers = {"x": data, "out": np.zeros(size, element)}
    return executed(m, "k", count, buffers)["out"].reshape(-1)


def executed(m: emit.Module, name: str, grid: int, buffers: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The buffers after a run."""
    mtlb.run(mtlb.link([m]).library, name, grid=grid, buffers=buffers)
    return buffers


FLOATS = np.arange(256, dtype=np.float32)


def test_an_index_is_an_object_of_every_type() -> None:
    """Columns of matrices, components, packed vectors, arrays of arrays: numpy's own indices say which."""

    def build(b: emit.Builder, x: emit.Value, out: emit.Value, i: emit.Value) -> None:
        out[i].store(x[i][2][1].load())

    matrices = FLOATS.reshape(4, 4, 4, 4)
    assert np.array_equal(run(build, matrix(f32, 4, 4), FLOATS, f32, 4, 4), matrices[0, :, 2, 1])
    assert np.array_equal(run(build, matrix(f32, 3, 2), FLOATS, f32, 4, 4), FLOATS[:24].reshape(4, 3, 2)[:, 2, 1])
    nested = array(array(f32, 5), 3)
    assert np.array_equal(run(build, nested, FLOATS, f32, 4, 4), FLOATS[:60].reshape(4, 3, 5)[:, 2, 1])
    vectors = array(float3, 4)
    assert np.array_equal(run(build, vectors, FLOATS, f32, 4, 4), FLOATS[:64].reshape(4, 4, 4)[:, 2, 1])
    tight = array(packed(float3), 4)
    assert np.array_equal(run(build, tight, FLOATS, f32, 4, 4), FLOATS[:48].reshape(4, 4, 3)[:, 2, 1])


def test_components_have_addresses() -> None:
    def build(b: emit.Builder, x: emit.Value, out: emit.Value, i: emit.Value) -> None:
        out[i][1].store(1.0)
        out[i].z.store(x[i].z.load())
        b.offset(out, 2)[i][b.const(u32, 0)].store(5.0)

    result = run(build, float4, FLOATS, float4, 16, 2).reshape(4, 4)
    assert result.tolist() == [[0, 1, 2, 0], [0, 1, 6, 0], [5, 0, 0, 0], [5, 0, 0, 0]]


def test_variables_are_objects() -> None:
    def build(b: emit.Builder, x: emit.Value, out: emit.Value, i: emit.Value) -> None:
        table = b.variable(array(f32, 4), b.const(array(f32, 4), [1, 2, 3, 4]))
        both = b.variable(matrix(f32, 2, 2), b.const(matrix(f32, 2, 2), [[1, 2], [3, 4]]))
        out[i].store(table[i].load() + both[1][0].load())

    assert run(build, f32, FLOATS, f32, 4, 4).tolist() == [4, 5, 6, 7]


def test_a_struct_is_a_value() -> None:
    m = emit.Module("macos14", "structs")
    inner = m.struct("Inner", [("flag", boolean), ("at", packed(float3)), ("flags", emit.bool2)])
    outer = m.struct("Outer", [("inner", array(inner, 2)), ("scale", f16), ("turn", matrix(f32, 2, 2))])
    swap = m.function("swap", outer, [outer, f32])
    inputs, by = swap.arguments
    halves = inputs["inner"]
    first = swap.insert(halves[0], swap.const(boolean, True), "flag")
    moved = swap.aggregate(
        outer,
        swap.aggregate(array(inner, 2), halves[1], first),
        turn=inputs["turn"] * by,
        scale=swap.convert(by, f16),
    )
    swap.ret(swap.select(by > 0.0, moved, inputs))
    k = m.kernel("k")
    data, out = k.buffer("data", outer, 0, "read"), k.buffer("out", outer, 1)
    i = k.builtin("thread_position_in_grid", u32)
    b = k.entry()
    out[i].store(b.call(swap, data[i].load(), b.convert(i, f32) * 2.0))
    b.ret()
    assert m.check() == []
    kinds = np.dtype(
        {
            "names": ["inner", "scale", "turn"],
            "formats": [
                (
                    {
                        "names": ["flag", "at", "flags"],
                        "formats": ["u1", ("f4", 3), ("u1", 2)],
                        "offsets": [0, 4, 16],
                        "itemsize": 20,
                    },
                    2,
                ),
                "f2",
                ("f4", (2, 2)),
            ],
            "offsets": [0, 40, 48],
            "itemsize": 64,
        }
    )
    assert (inner.size, outer.size) == (20, 64)
    source = np.zeros(2, kinds)
    source["inner"]["at"] = np.arange(12).reshape(2, 2, 3)
    source["inner"]["flags"][:, 1] = [0, 1]
    source["turn"] = np.arange(8).reshape(2, 2, 2)
    expected = source.copy()
    expected["inner"][1] = expected["inner"][1][::-1].copy()
    expected["inner"]["flag"][1, 1] = 1
    expected["scale"][1] = 2
    expected["turn"][1] *= 2
    raw = {"data": source.view(np.uint8), "out": np.zeros(128, np.uint8)}
    actual = executed(m, "k", 2, raw)["out"].reshape(-1).view(kinds)
    assert np.array_equal(actual, expected)


def test_aggregates_are_carried_and_joined() -> None:
    def build(b: emit.Builder, x: emit.Value, out: emit.Value, i: emit.Value) -> None:
        start = x[0].load()
        with b.for_range(3) as loop:
            turned = loop.carry(start)
            loop.update(turned, turned * x[1].load())
        out[0].store(loop.result(turned))
        item, two, after = b.new_block(), b.new_block(), b.new_block()
        b.cond_br(i > 4, item, two)
        for block in (item, two):
            b.position(block)
            b.br(after)
        b.position(after)
        actual = b.phi(matrix(f32, 2, 2))
        actual.add(b.const(matrix(f32, 2, 2), [[0, 0], [0, 0]]), item)
        actual.add(b.const(matrix(f32, 2, 2), [[1, 2], [3, 4]]), two)
        out[1].store(actual)

    data = np.array([[1, 2], [3, 4], [0, 1], [1, 1]], np.float32)
    first, second = data[:2].T, data[2:].T  # numpy has rows
    result = run(build, matrix(f32, 2, 2), data, matrix(f32, 2, 2), 8).reshape(2, 2, 2)
    assert np.array_equal(result[0].T, first @ second @ second @ second)
    assert result[1].tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize(("columns", "rows", "others"), [(2, 3, 4), (4, 4, 4), (3, 2, 2)])
def test_products_of_matrices_are_those_of_linear_algebra(columns: int, rows: int, others: int) -> None:
    left, right = matrix(f32, columns, rows), matrix(f32, others, columns)
    rng = np.random.default_rng(columns)
    a, c = rng.integers(-4, 5, (rows, columns)), rng.integers(-4, 5, (columns, others))
    m = emit.Module("macos14", "products", fast_math=False)
    k = m.kernel("k")
    x, y = k.constant("x", left, 0), k.constant("y", right, 1)
    product, flat = k.buffer("product", matrix(f32, others, rows), 2), k.buffer("flat", array(f32, 16), 3)
    b = k.entry()
    product[0].store(x.load() * y.load())
    column, row = x.load() * y.load()[1], x.load()[1] * x.load()
    sums = (x.load() + x.load() - -x.load()) * 0.5
    for place, number in enumerate([*column, *row, *sums[1]]):
        flat[0][place].store(number)
    b.ret()

    def stored(matrix_: np.ndarray) -> np.ndarray:
        height = matrix_.shape[0]
        values = np.zeros((matrix_.shape[1], 4 if height == 3 else height), np.float32)
        values[:, :height] = matrix_.T
        return values.reshape(-1)

    buffers = {"x": stored(a), "y": stored(c), "product": np.zeros(16, np.float32)[: stored(a @ c).size]}
    output = executed(m, "k", 1, buffers | {"flat": np.zeros(16, np.float32)})
    assert np.array_equal(output["product"].reshape(-1), stored(a @ c))
    expected = [*(a @ c)[:, 1], *(a[:, 1] @ a), *(a[:, 1] * 1.5)]
    assert output["flat"].reshape(-1)[: len(expected)].tolist() == expected


def test_operators_of_python() -> None:
    def build(b: emit.Builder, x: emit.Value, out: emit.Value, i: emit.Value) -> None:
        v = x[i].load()
        result = [
            b.convert(v == -2, i32),
            b.convert(v != 3, i32),
            v**3,
            v**0,
            abs(v),
            1 << b.convert(b.math("abs", v), i32),
            100 % v,
            6 & v,
            9 | v,
            5 ^ v,
            b.convert(7 // b.convert(abs(v), u32), i32),
            -64 >> abs(v),
        ]
        for place, value in enumerate(result):
            out[i * len(result) + place].store(value)

    numbers = np.array([-2, 3, 1, -7], np.int32)
    made = run(build, i32, numbers, i32, 48, 4).reshape(4, 12)
    for row, v in zip(made.tolist(), numbers.tolist(), strict=True):
        expected = [v == -2, v != 3, v**3, 1, abs(v), 1 << abs(v), int(np.fmod(100, v)), 6 & v, 9 | v, 5 ^ v]
        assert row == [int(item) for item in expected] + [7 // abs(v), -64 >> abs(v)]


def test_powers_of_negative_numbers() -> None:
    def build(b: emit.Builder, x: emit.Value, out: emit.Value, i: emit.Value) -> None:
        v = x[i].load()
        for place, exponent in enumerate([2, 3, 7, -1, -2, 0]):
            out[i * 8 + place].store(v**exponent)
        out[i * 8 + 6].store(abs(v) ** 0.5)
        out[i * 8 + 7].store(2**v)

    numbers = np.array([-2, 0.5, -1, 4], np.float32)
    result = run(build, f32, numbers, f32, 32, 4).reshape(4, 8)
    for row, v in zip(result, numbers, strict=True):
        expected = [v**2, v**3, v**7, 1 / v, 1 / v**2, 1, abs(v) ** 0.5, 2**v]
        assert np.allclose(row, expected, rtol=1e-6)


def test_alternatives_without_looking_ahead() -> None:
    def build(b: emit.Builder, x: emit.Value, out: emit.Value, i: emit.Value) -> None:
        v = x[i].load()
        with b.if_(v < 2.0) as branch:
            out[i].store(1.0)
        with branch.else_():
            with b.if_(v < 4.0) as other:
                out[i].store(2.0)
                b.ret()
            with other.else_():
                out[i].store(3.0)
        both = b.begin_if(v == 6.0)
        out[i].store(out[i].load() + 10.0)
        both.otherwise()
        inner = b.begin_if(v == 5.0)
        out[i].store(out[i].load() + 20.0)
        inner.end()
        both.end()
        out[i].store(out[i].load() * 2.0)

    assert run(build, f32, FLOATS, f32, 7, 7).tolist() == [2, 2, 2, 2, 6, 46, 26]


def test_a_value_before_an_alternative_is_known_after_it() -> None:
    """What was found out about the ways through the function before the alternative was added is found out again."""

    def build(b: emit.Builder, x: emit.Value, out: emit.Value, i: emit.Value) -> None:
        with b.if_(i < 2) as branch:
            inside = x[i].load()
            out[i].store(inside)
        with branch.else_():
            with pytest.raises(emit.BuildError, match="not computed on every path"):
                out[i].store(inside)
            out[i].store(9.0)
        with pytest.raises(emit.BuildError, match="not computed on every path"):
            out[i].store(inside)

    assert run(build, f32, FLOATS + 1, f32, 3, 3).tolist() == [1, 2, 9]


def test_steps_that_are_values() -> None:
    def build(b: emit.Builder, x: emit.Value, out: emit.Value, i: emit.Value) -> None:
        step = x[i].load()
        with b.for_range(b.select(step > 0, b.const(i32, 0), 7), b.select(step > 0, b.const(i32, 7), 0), step) as loop:
            total = loop.carry(0, i32)
            loop.update(total, total * 10 + loop.index)
        out[i].store(loop.result(total))

    result = run(build, i32, np.array([2, 3, -2, -5], np.int32), i32, 4, 4)
    assert result.tolist() == [246, 36, 7531, 72]


def test_pointers_as_values() -> None:
    m = emit.Module("macos14", "pointers")
    helper = m.function("read", f32, [ptr(f32, device, "read")])
    helper.ret(helper.arguments[0][1].load())
    k = m.kernel("k")
    x, out = k.buffer("x", f32, 0, "read"), k.buffer("out", f32, 1)
    place = k.buffer("place", u64, 2)
    i = k.builtin("thread_position_in_grid", u32)
    b = k.entry()
    either = b.select(i == 0, x, b.offset(x, 4))
    with pytest.raises(emit.BuildError, match="for reading only"):
        either[0].store(1.0)
    nothing = b.null(ptr(f32, device, "read"))
    out[i].store(b.select(either == nothing, b.const(f32, -1.0), b.call(helper, either)))
    place[i].store(b.bitcast(b.offset(x, i), u64) - b.bitcast(x, u64))
    b.ret()
    assert m.check() == []
    buffers = {"x": FLOATS, "out": np.zeros(2, np.float32), "place": np.zeros(2, np.uint64)}
    output = executed(m, "k", 2, buffers)
    assert output["out"].reshape(-1).tolist() == [1, 5] and output["place"].reshape(-1).tolist() == [0, 4]


def test_more_may_be_added_to_a_module_that_was_made() -> None:
    m = emit.Module("macos14", "twice")
    k = m.kernel("k")
    first = k.buffer("first", f32, 0)
    b = k.entry()
    with b.if_(first[0].load() > 0.0):
        first[1].store(1.0)
    m.air_bytes()
    assert m.air_bytes() == m.air_bytes()
    second = m.kernel("second")
    out = second.buffer("out", float2, 0)
    out[0].store(second.entry().const(float2, [1.0, 2.0]))
    assert m.check() == []
    output = executed(m, "second", 1, {"out": np.zeros(2, np.float32)})
    assert output["out"].reshape(-1).tolist() == [1, 2]
