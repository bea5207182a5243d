"""Lanes as iterations of loops leave the same bytes as lanes that have a stack each."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

import mtlb
from mtlb import emit
from mtlb.air.names import PREFIX
from mtlb.base.errors import MtlbError, TimeLimitError
from mtlb.bitcode import read_module
from mtlb.container import FunctionType
from mtlb.cpu import Kernel
from mtlb.cpu.compare import compare_kernels, made_constants
from mtlb.cpu.prepare import prepare
from mtlb.cpu.process import Session
from mtlb.emit import f16, f32, i32, simdgroup_float8x8, simdgroup_half8x8, u8, u32
from mtlb.ir import Module, parse
from tests.conftest import only_long, shared_libraries
from tests.cpu.algorithms import GROUP, gemm_kernel, row_kernel, sort_kernel
from tests.cpu.converging import converging_program
from tests.cpu.divergent import THREADS, expected, ir_of, optimized
from tests.cpu.kernels import kernel


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    with Session() as shared:
        yield shared


class Both:
    """Runs kernels both ways."""

    def __init__(self, session: Session, level: int) -> None:
        self.session, self.level = session, level

    def __call__(
        self,
        source: bytes | Module,
        grid: int | tuple[int, ...],
        size: int | tuple[int, ...],
        buffers: dict[str, np.ndarray],
        *,
        taken: bool = True,
    ) -> dict[str, np.ndarray]:
        """What a kernel leaves, the same both ways, with the same counts."""
        outcomes = []
        for lane_loops in (True, False):
            arrays = {name: array.copy() for name, array in buffers.items()}
            compiled = Kernel(source, "k", optimize=self.level, session=self.session, lane_loops=lane_loops)
            assert compiled.prepared.lane_loops is (lane_loops and taken)
            result = compiled.run(grid, size, buffers=arrays)
            outcomes.append((arrays, result.counts, [finding.message for finding in result.findings]))
        (left, *rest), (right, *others) = outcomes
        assert rest == others
        for name, array in left.items():
            assert array.tobytes() == right[name].tobytes(), name
        return left


@pytest.fixture(params=[0, only_long(2)])  # LLVM makes vectors of loops from 2 on
def both(request: pytest.FixtureRequest, session: Session) -> Both:
    return Both(session, request.param)


# --- whole algorithms, random programs -------------------------------------------------------------------------------


@pytest.mark.long
def test_algorithms(both: Both) -> None:
    generator = np.random.default_rng(1)
    x = generator.normal(0, 3, (6, 256)).astype("f4")
    for normalizes in (False, True):
        buffers = {"x": x, "out": np.zeros_like(x)} | ({"weight": np.ones(256, "f4")} if normalizes else {})
        both(row_kernel(256, normalizes=normalizes), 6 * GROUP, GROUP, buffers)
    keys = generator.integers(0, 1 << 32, 128, dtype="u4")
    assert both(sort_kernel(64), 128, 64, {"keys": keys})["keys"].reshape(2, 64).tolist() == [
        sorted(keys[:64]),
        sorted(keys[64:]),
    ]
    left, right = (generator.normal(0, 1, (16, 16)).astype("f4") for _ in range(2))
    buffers = {"left": left, "right": right, "out": np.zeros((16, 16), "f4")}
    result = both(gemm_kernel(16, 16, 16), (64, 2), (32, 1), buffers)
    assert np.allclose(result["out"], left @ right, rtol=1e-5, atol=1e-5)


def check_program(seed: int, both: Both, level: int) -> bool:
    """Whether a random program leaves what it must, both ways. Whether loops were made of it."""
    program = converging_program(seed)
    data = optimized(mtlb.write_module(parse(ir_of(program))), level)
    taken = prepare(read_module(data), "k").lane_loops
    result = both(data, THREADS, THREADS, {"out": np.zeros(THREADS, "u4")}, taken=taken)
    assert result["out"].tolist() == expected(program), f"seed {seed}"
    return taken


def test_random_programs(both: Both) -> None:
    assert all(check_program(seed, both, 1) for seed in (121, 123))


@pytest.mark.long
@pytest.mark.parametrize("level", [0, 1, 2])
def test_many_random_programs(level: int, both: Both) -> None:
    """Twelve that LLVM made the better at each level, others for each level that kernels are compiled at."""
    first = 100 * level + 6 * both.level
    taken = [check_program(seed, both, level) for seed in range(first, first + 12)]
    assert sum(taken) >= (9 if level else 1)


# --- one thing at a time ---------------------------------------------------------------------------------------------

Body = Callable[[emit.EntryBuilder, emit.Value, emit.Value, emit.Value], emit.Value]


def lanes_kernel(type_: emit.MetalType, body: Body, result: emit.MetalType | None = None) -> bytes:
    """`out[i] = body(b, x[i], lane, t)` of a grid in one dimension."""

    def make(module: emit.Module, k: emit.KernelEntry) -> None:
        x, out = k.buffer("x", type_, 0, "read"), k.buffer("out", result or type_, 1)
        i, lane = k.builtin("thread_position_in_grid", u32), k.builtin("thread_index_in_simdgroup", u32)
        t = k.builtin("thread_index_in_threadgroup", u32)
        b = k.entry()
        out[i].store(body(b, x[i].load(), lane, t))

    return kernel(make, "macos15")


FLOATS = np.array([0.0, -0.0, 1.5, -2.25, np.inf, 1e-42, 3e38, 0.1] * 12, "f4")
REDUCTIONS = ["sum", "product", "min", "max", "prefix_inclusive_sum", "prefix_exclusive_product"]
BITS = ["and", "or", "xor"]


@pytest.mark.parametrize("threads", [only_long(96), 50])
@pytest.mark.parametrize(
    ("type_", "values", "names"),
    [
        (f32, FLOATS, REDUCTIONS),
        only_long(f16, FLOATS[:4].repeat(24).astype("f2"), REDUCTIONS),
        only_long(i32, np.arange(-50, 46, dtype="i4") * 7919, REDUCTIONS + BITS),
        (u32, np.arange(96, dtype="u4") * np.uint32(2654435761), REDUCTIONS + BITS),
        only_long(emit.float2, np.stack([FLOATS, -FLOATS], 1), REDUCTIONS[:4]),
    ],
)
def test_reductions(type_: emit.MetalType, values: np.ndarray, names: list[str], threads: int, both: Both) -> None:
    def every(b: emit.EntryBuilder, value: emit.Value, lane: emit.Value, t: emit.Value) -> emit.Value:
        total = value
        for name in names:
            for group in (b.simd, b.quad):
                result = group(name, value)
                total = total ^ result if name in BITS else total + result
        return total

    x = values[:threads]
    both(lanes_kernel(type_, every), threads, threads, {"x": x, "out": np.zeros_like(x)})


@pytest.mark.parametrize("type_", [f32, only_long(f16), only_long(u8), only_long(emit.float3), only_long(emit.uint2)])
def test_exchange(type_: emit.MetalType, both: Both) -> None:
    """The value that each lane gets, of lanes that are there."""
    size = {f32: 4, f16: 2, u8: 1, emit.float3: 16, emit.uint2: 8}[type_]
    x = np.random.default_rng(0).integers(0, 120, 64 * size, dtype="u1")

    def every(b: emit.EntryBuilder, value: emit.Value, lane: emit.Value, t: emit.Value) -> emit.Value:
        value = b.simd("shuffle", value, (lane * 7 + 3) & 31)
        value = b.simd("shuffle_xor", value, 5)
        value = b.simd("shuffle_up", value, 3)
        value = b.simd("shuffle_down", value, 2)
        value = b.simd("shuffle_rotate_down", value, 30)
        value = b.quad("shuffle_xor", value, 3)
        value = b.quad("shuffle_up", value, 1)
        value = b.quad("broadcast", value, 2)
        first = b.simd("broadcast_first", value)
        return b.select(lane < 20, b.simd("broadcast", value, 17), first)

    both(lanes_kernel(type_, every), 64, 64, {"x": x, "out": np.zeros_like(x)})


@pytest.mark.parametrize("threads", [only_long(64), 41])
def test_votes(threads: int, both: Both) -> None:
    def every(b: emit.EntryBuilder, value: emit.Value, lane: emit.Value, t: emit.Value) -> emit.Value:
        odd, zero = (value & 1).eq(1), b.const(u32, 0)
        result = zero
        for number, vote in enumerate((odd, value < 100, value < 7)):
            for group in (b.simd, b.quad):
                for name in ("any", "all"):
                    result = result * 2 + b.select(group(name, vote), b.const(u32, 1), zero)
            mask = b.simd("ballot", vote)
            result = result ^ b.convert(mask, u32) * (2 * number + 1)
        result = result + b.select(b.simd("is_first"), b.const(u32, 1 << 20), zero)
        result = result + b.select(b.quad("is_first"), b.const(u32, 1 << 21), zero)
        return result ^ b.convert(b.simd("active_threads_mask"), u32)

    x = np.arange(threads, dtype="u4") * 37 % 101
    both(lanes_kernel(u32, every), threads, threads, {"x": x, "out": np.zeros_like(x)})


@pytest.mark.parametrize("shape", [(5, 7, 1), *map(only_long, [(16, 4, 1), (3, 2, 7), (40, 2, 1), (1, 33, 2)])])
def test_places_of_threads(shape: tuple[int, int, int], both: Both) -> None:
    """Every number that says where a thread is, in threadgroups of any shape, the last of which are smaller."""

    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        out = k.buffer("out", u32, 0)
        grid = k.builtin("threads_per_grid", emit.uint3)
        names = ["thread_position_in_grid", "thread_position_in_threadgroup", "threadgroup_position_in_grid"]
        threes = [k.builtin(name, emit.uint3) for name in (*names, "threads_per_threadgroup")]
        ones = [
            k.builtin(name, u32)
            for name in (
                *("thread_index_in_threadgroup", "thread_index_in_simdgroup", "simdgroup_index_in_threadgroup"),
                *("thread_index_in_quadgroup", "quadgroup_index_in_threadgroup", "simdgroups_per_threadgroup"),
            )
        ]
        b = k.entry()
        at = threes[0]
        place = (at.x + grid.x * (at.y + grid.y * at.z)) * 20
        numbers = [number for three in threes for number in (three.x, three.y, three.z)] + ones
        for column, number in enumerate(numbers):
            out[place + column].store(number)
        out[place + 19].store(b.simd("sum", ones[1]))

    grid = tuple(2 * extent + extent // 2 for extent in shape)
    out = np.zeros((int(np.prod(grid)), 20), "u4")
    result = both(kernel(body), grid, shape, {"out": out})["out"]
    places = np.indices(grid[::-1]).reshape(3, -1)[::-1].T
    assert (result[:, :3] == places).all()


def test_variables_of_a_thread(both: Both) -> None:
    """Arrays that outlive a meeting, and one that only one region uses, in a loop and outside of it."""

    def body(b: emit.EntryBuilder, value: emit.Value, lane: emit.Value, t: emit.Value) -> emit.Value:
        kept, own = b.variable(emit.array(u32, 5)), b.variable(emit.array(u32, 4))
        for n in range(5):
            kept[n].store(value + n)
        for n in range(4):
            own[n].store(value * n)
        result = own[lane & 3].load()
        with b.for_range(4) as loop:
            total = loop.carry(result, u32)
            kept[loop.index & 3].store(b.simd("shuffle_xor", kept[(lane + loop.index) % 5].load(), 1))
            counted = b.variable(emit.array(u32, 2))
            with b.if_(loop.index.eq(0)):
                counted[0].store(lane)
                counted[1].store(lane + 1)
            counted[lane & 1].store(counted[1 - (lane & 1)].load() + 3)
            loop.update(total, b.simd("sum", total) ^ kept[lane % 5].load() + counted[lane & 1].load())
        return total

    x = np.arange(64, dtype="u4") * 999
    both(lanes_kernel(u32, body), 64, 64, {"x": x, "out": np.zeros_like(x)})


def test_a_branch_on_memory_that_threads_share(both: Both) -> None:
    """It is read once for all lanes, behind what they wrote there."""

    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        out, steps = k.buffer("out", u32, 0), k.buffer("steps", u32, 1)
        t = k.builtin("thread_index_in_threadgroup", u32)
        flag, shared = (k.threadgroup(name, u32) for name in ("flag", "shared"))
        b = k.entry()
        with b.if_(t.eq(0)):
            flag.store(steps[0].load())
            shared.store(0)
        b.barrier()
        with b.loop() as loop:
            number = loop.carry(0, u32)
            loop.break_if(number >= flag.load())
            b.barrier()
            with b.if_(t.eq(number)):
                shared.store(shared.load() + number)
            b.barrier()
            loop.update(number, number + 1)
        out[t].store(shared.load() + b.simd("sum", t))

    buffers = {"out": np.zeros(64, "u4"), "steps": np.array([5], "u4")}
    sums = np.arange(64).reshape(2, 32).sum(1).repeat(32)
    assert both(kernel(body), 64, 64, buffers)["out"].tolist() == (10 + sums).tolist()


@pytest.mark.parametrize("half", [False, only_long(True)])
def test_matrices(half: bool, both: Both) -> None:
    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        type_ = f16 if half else f32
        matrix = simdgroup_half8x8 if half else simdgroup_float8x8
        x, out = k.buffer("x", type_, 0, "read"), k.buffer("out", type_, 1)
        simd = k.builtin("simdgroup_index_in_threadgroup", u32)
        b = k.entry()
        start = simd * 64
        total = b.matrix.fill(matrix, 0.5)
        document = b.matrix.load(x[start], 8)
        with b.for_range(3) as loop:
            sums = loop.carry(total, matrix)
            loop.update(sums, b.matrix.multiply_accumulate(document, b.matrix.load(x[start + loop.index], 8), sums))
        b.matrix.store(b.matrix.multiply_accumulate(sums, document, total), out[start], 8)

    x = np.random.default_rng(3).normal(0, 1, 160).astype("f2" if half else "f4")
    both(kernel(body), 64, 64, {"x": x, "out": np.zeros(128, x.dtype)})


def test_simdgroups_go_different_ways_between_barriers(both: Both) -> None:
    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        out, t = k.buffer("out", u32, 0), k.builtin("thread_index_in_threadgroup", u32)
        simd = k.builtin("simdgroup_index_in_threadgroup", u32)
        shared = k.threadgroup("shared", emit.array(u32, 4))
        b = k.entry()
        with b.for_range(simd + 1) as loop:
            total = loop.carry(t, u32)
            loop.update(total, b.simd("sum", total + loop.index))
        shared[simd].store(total)
        b.barrier()
        with b.if_(simd.eq(0)):
            with b.if_(t < 4):
                shared[t].store(shared[t].load() * 3)
            b.simdgroup_barrier()
        b.barrier()
        out[t].store(shared[simd ^ 1].load())

    both(kernel(body), 128, 128, {"out": np.zeros(128, "u4")})


def test_a_barrier_that_not_all_simdgroups_reach_is_a_finding(session: Session) -> None:
    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        out, t = k.buffer("out", u32, 0), k.builtin("thread_index_in_threadgroup", u32)
        simd = k.builtin("simdgroup_index_in_threadgroup", u32)
        b = k.entry()
        with b.if_(simd.eq(1)):
            b.barrier()
        out[t].store(b.simd("sum", t))

    for lane_loops in (True, False):
        compiled = Kernel(kernel(body), "k", session=session, lane_loops=lane_loops)
        assert compiled.prepared.lane_loops is lane_loops
        (finding,) = compiled.run(64, 64, buffers={"out": np.zeros(64, "u4")}).findings
        assert finding.code == "barrier"


# --- what is not made a loop ------------------------------------------------------------------------------------------


def test_lanes_that_part_before_a_meeting_have_stacks(both: Both) -> None:
    def body(b: emit.EntryBuilder, value: emit.Value, lane: emit.Value, t: emit.Value) -> emit.Value:
        place = b.variable(u32)
        place.store(value)
        with b.if_(value > 30):
            place.store(b.simd("sum", value))
        return place.load()

    x = np.arange(64, dtype="u4")
    both(lanes_kernel(u32, body), 64, 64, {"x": x, "out": np.zeros_like(x)}, taken=False)


def test_checks_and_traces_have_stacks() -> None:
    source = read_module(row_kernel(256, normalizes=False))
    assert prepare(source, "k").lane_loops
    for prepared in (
        prepare(source, "k", check=True),
        prepare(source, "k", mark=True),
        prepare(source, "k", trace=True),
    ):
        assert not prepared.lane_loops


@pytest.mark.long
def test_a_loop_that_spins_is_named(session: Session) -> None:
    """The run that looks for it gives each thread a stack."""

    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        out, t = k.buffer("out", u32, 0), k.builtin("thread_index_in_threadgroup", u32)
        b = k.entry()
        with b.loop() as loop:
            n = loop.carry(0, u32)
            out[t].store(n)
            b.barrier("device")
            loop.update(n, n + 1)
            loop.break_if(out[200].load().eq(1))

    compiled = Kernel(kernel(body), "k", session=session)
    assert compiled.prepared.lane_loops
    with pytest.raises(TimeLimitError, match=r"after 0.5 seconds, in a loop in k"):
        compiled.run(128, 128, buffers={"out": np.zeros(256, "u4")}, seconds=0.5)


# --- real functions --------------------------------------------------------------------------------------------------


def real_kernels() -> Iterator[tuple[str, str, Module]]:
    """Kernels of real libraries in which lanes meet, at most three of a library."""
    seen = set()
    for path in shared_libraries("pairs", "corpus"):
        try:
            functions = mtlb.open(path).functions
        except MtlbError:
            continue  # of another kind, such as a universal file
        count = 0
        for function in functions:
            if function.type is not FunctionType.KERNEL or function.name in seen or count == 3:
                continue
            module = read_module(bytes(function.module))
            names = [function.name.removeprefix(PREFIX) for function in module.functions if not function.blocks]
            if any(name.startswith(("simd", "quad", "wg.barrier")) for name in names):
                seen.add(function.name)
                count += 1
                yield path.name, function.name, module


@pytest.mark.long
@pytest.mark.corpus
def test_real_kernels(shared: Path) -> None:
    """Where a run with checks is silent, both ways leave the same."""
    outcomes = []
    for place, name, module in itertools.islice(real_kernels(), 30):
        with Session() as session:
            outcomes.append(outcome_of(module, name, session))
        assert not outcomes[-1].startswith("differs"), f"{place}: {name}: {outcomes[-1]}"
    assert outcomes.count("same") >= 5, outcomes


def outcome_of(module: Module, name: str, session: Session) -> str:
    """How a real kernel compares, if it is taken, and silent on made arguments."""
    constants = made_constants(module, name)
    try:
        fast, slow = (
            Kernel(module, name, constants=constants, session=session, lane_loops=loops) for loops in (True, False)
        )
        checked = Kernel(module, name, constants=constants, session=session, check=True, optimize=1)
    except MtlbError as error:
        return f"not run: {error.reason}"
    if not fast.prepared.lane_loops:
        return "stacks"
    of_checks = compare_kernels([checked, checked], seeds=1, seconds=3)
    if not of_checks.is_same or of_checks.findings:
        return "not silent"
    result = compare_kernels([slow, fast], seeds=1, seconds=3)
    return " ".join([result.outcome, result.detail]).strip()
