"""Lanes meet where the program says: random kernels beside lockstep, and equal programs in other orders."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

import mtlb
from mtlb import emit
from mtlb.base.errors import MtlbError
from mtlb.bitcode import read_module
from mtlb.convert import attach
from mtlb.cpu import Kernel
from mtlb.cpu.compare import compare_functions
from mtlb.cpu.prepare import prepare
from mtlb.cpu.process import Session
from mtlb.emit import u32
from mtlb.ir import InstCode, Module, parse
from tests.conftest import shared_libraries
from tests.cpu.divergent import (
    HEAD,
    TAIL,
    THREADS,
    expected,
    ir_of,
    made_program,
    merged_returns,
    optimized,
    shuffled,
    split_edges,
)
from tests.cpu.kernels import kernel


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    with Session() as shared:
        yield shared


def left(session: Session, source: Module | bytes, threads: int = THREADS, level: int = 1) -> list[int]:
    """What the kernel `k` leaves, without a finding."""
    out = np.zeros(threads, "u4")
    result = Kernel(source, "k", optimize=level, session=session).run(threads, threads, buffers={"out": out})
    assert result.findings == []
    return list(out.tolist())


# --- random programs -------------------------------------------------------------------------------------------------

OTHERS: dict[str, Callable[[Module], Module]] = {
    "other orders of blocks and functions": lambda module: shuffled(module, 1),
    "blocks in all edges": split_edges,
    "one return": merged_returns,
    "all of these": lambda module: shuffled(split_edges(merged_returns(module)), 2),
}


def check_program(seed: int, session: Session, level: int = 1) -> None:
    program = made_program(seed)
    want = expected(program)
    for inlined in (False, True):
        module = parse(ir_of(program, inlined=inlined))
        assert left(session, module, level=level) == want, f"seed {seed}, inlined: {inlined}"
        for how, other in OTHERS.items():
            assert left(session, other(module), level=level) == want, f"seed {seed}, inlined: {inlined}, {how}"


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_lockstep(seed: int, session: Session) -> None:
    check_program(seed, session)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3, 35))
def test_lockstep_of_many(seed: int, session: Session) -> None:
    check_program(seed, session, seed % 3)


@pytest.mark.long
@pytest.mark.parametrize("level", [1, 2])
def test_lockstep_after_llvm(level: int, session: Session) -> None:
    """LLVM inlines, rotates loops, merges blocks and returns, and moves what is seldom reached to the end."""
    for seed in range(100, 116):
        program = made_program(seed)
        data = mtlb.write_module(parse(ir_of(program)))
        assert left(session, optimized(data, level)) == expected(program), f"seed {seed}"


# --- one thing at a time ---------------------------------------------------------------------------------------------


def module_of(text: str) -> Module:
    """A module of a kernel `@k(i32 addrspace(1)* %out, i32 %t)` and more functions."""
    return parse(HEAD + text + TAIL)


def in_all_orders(session: Session, module: Module, threads: int = 32) -> list[int]:
    """What the kernel leaves, which is the same for several orders of blocks and functions. At LLVM's level 0, of which
    random programs have the others."""
    actual = left(session, module, threads, level=0)
    for seed in range(4):
        assert left(session, shuffled(module, seed), threads, level=0) == actual
    return actual


KERNEL = "define void @k(i32 addrspace(1)* %out, i32 %t) #0 {\nentry:\n"
DONE = """  %at = getelementptr i32, i32 addrspace(1)* %out, i32 %t
  store i32 %found, i32 addrspace(1)* %at, align 4
  ret void
}
"""
SUM = "call i32 @air.simd_sum.u.i32(i32 1) #0"
CALLED = """define internal void @helper() #0 {
  call void @air.simdgroup.barrier(i32 2, i32 4) #0
  ret void
}
"""


def branch(then: str) -> str:
    """Half of the lanes do something, and all sum; the branch is behind the block that both come to."""
    return f"""{KERNEL}  %odd = trunc i32 %t to i1
  br i1 %odd, label %then, label %merge
merge:
  %found = {SUM}
{DONE[:-2]}then:
  {then}
  br label %merge
}}
"""


def test_a_block_behind_the_one_that_follows(session: Session) -> None:
    module = module_of(branch("call void @air.simdgroup.barrier(i32 2, i32 4) #0"))
    assert in_all_orders(session, module) == [32] * 32


@pytest.mark.parametrize("is_first", [False, True])
def test_a_function_behind_its_caller(is_first: bool, session: Session) -> None:
    texts = [branch("call void @helper() #0"), CALLED]
    module = module_of("".join(reversed(texts) if is_first else texts))
    assert in_all_orders(session, module) == [32] * 32


def test_two_calls_of_one_function_are_two_places(session: Session) -> None:
    """Lanes of two branches that call it do not meet in it."""
    module = module_of(
        f"""define internal i32 @helper() #0 {{
  %sum = {SUM}
  ret i32 %sum
}}
{KERNEL}  %few = icmp ult i32 %t, 5
  br i1 %few, label %then, label %else
then:
  %one = call i32 @helper() #0
  br label %merge
else:
  %other = call i32 @helper() #0
  br label %merge
merge:
  %found = phi i32 [ %one, %then ], [ %other, %else ]
{DONE}"""
    )
    assert in_all_orders(session, module) == [5] * 5 + [27] * 27


def loop(*, again: bool) -> Module:
    """Iterations in which lanes sum, four at most; but one lane in four stays out of each, or leaves the loop in it."""
    on = "br label %head" if again else "br label %end"
    skip = "[ {}, %skip ]" if again else "{}"
    i, total = (f", {skip.format(name)}" if again else "" for name in ("%again", "%total"))
    return module_of(
        f"""{KERNEL}  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]{i}
  %total = phi i32 [ 0, %entry ], [ %more, %body ]{total}
  %is = icmp ult i32 %i, 4
  br i1 %is, label %choose, label %end
choose:
  %rest = and i32 %t, 3
  %mine = icmp eq i32 %rest, %i
  br i1 %mine, label %skip, label %body
skip:
  %again = add i32 %i, 1
  {on}
body:
  %sum = {SUM}
  %more = add i32 %total, %sum
  %next = add i32 %i, 1
  br label %head
end:
  %all = {SUM}
  %high = mul i32 %all, 1000
  %found = add i32 %high, %total
{DONE}"""
    )


def test_an_iteration_is_over_for_all_lanes_before_the_next(session: Session) -> None:
    """Lanes that go on to the next one early wait at its beginning."""
    assert in_all_orders(session, loop(again=True)) == [32000 + 3 * 24] * 32


def test_lanes_that_leave_a_loop_wait_behind_it(session: Session) -> None:
    assert in_all_orders(session, loop(again=False)) == [32000, 32024, 32040, 32048] * 8


@pytest.mark.long
def test_what_is_done_on_the_way_out_is_behind_the_loop(session: Session) -> None:
    """A block that no way leads back from is not of the loop, wherever the source has it: docs/run.md says so."""
    module = module_of(
        f"""{KERNEL}  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %mine = icmp eq i32 %t, %i
  br i1 %mine, label %leave, label %latch
latch:
  %next = add i32 %i, 1
  call void @air.simdgroup.barrier(i32 2, i32 4) #0
  br label %head
leave:
  %found = {SUM}
{DONE}"""
    )
    assert in_all_orders(session, module) == [32] * 32


@pytest.mark.long
def test_two_ways_into_a_loop(session: Session) -> None:
    """Odd lanes come in beside the header, and have no part in its first turn. All of it twice."""
    module = module_of(
        f"""{KERNEL}  %odd = trunc i32 %t to i1
  br label %outer
outer:
  %o = phi i32 [ 0, %entry ], [ %o1, %after ]
  %sofar = phi i32 [ 0, %entry ], [ %total, %after ]
  br i1 %odd, label %second, label %first
first:
  %i = phi i32 [ 0, %outer ], [ %i1, %second ]
  %x = phi i32 [ %sofar, %outer ], [ %total, %second ]
  %a = {SUM}
  %y = add i32 %x, %a
  br label %second
second:
  %j = phi i32 [ %i, %first ], [ 0, %outer ]
  %z = phi i32 [ %y, %first ], [ %sofar, %outer ]
  %b = {SUM}
  %b100 = mul i32 %b, 1000
  %total = add i32 %z, %b100
  %i1 = add i32 %j, 1
  %most = and i32 %t, 3
  %is = icmp ult i32 %i1, %most
  br i1 %is, label %first, label %after
after:
  %o1 = add i32 %o, 1
  %again = icmp ult i32 %o1, 2
  br i1 %again, label %outer, label %done
done:
  %all = {SUM}
  %found = add i32 %total, %all
{DONE}"""
    )
    # Even lanes sum in the first block, all in the second. Two of four have a second turn, and one of them a third.
    totals = [16 + 32000, 32000, 16 + 32000 + 16 + 16000, 32000 + 16 + 16000 + 8 + 8000]
    assert in_all_orders(session, module) == [2 * total + 32 for total in totals] * 8


def test_recursion(session: Session) -> None:
    """Lanes go to depths of 1 to 4: at each depth those meet that go so deep, and then on the way back again."""
    module = module_of(
        f"""define internal i32 @deep(i32 %left) #0 {{
entry:
  %sum = {SUM}
  %more = icmp ugt i32 %left, 0
  br i1 %more, label %down, label %up
down:
  %less = sub i32 %left, 1
  %below = call i32 @deep(i32 %less)
  br label %up
up:
  %got = phi i32 [ %below, %down ], [ 0, %entry ]
  %back = {SUM}
  %both = mul i32 %back, %sum
  %found = add i32 %both, %got
  ret i32 %found
}}
{KERNEL}  %depth = and i32 %t, 3
  %found = call i32 @deep(i32 %depth)
{DONE}"""
    )
    squares = [32 * 32, 24 * 24, 16 * 16, 8 * 8]
    assert in_all_orders(session, module) == [sum(squares[: n + 1]) for n in range(4)] * 8


TABLE = """
target triple = "air64-apple-macosx14.0.0"
define void @k(ptr addrspace(1) %table, ptr addrspace(1) %out, i32 %i) {
  %few = icmp ult i32 %i, 5
  %which = zext i1 %few to i32
  %p = call ptr @air.get_function_pointer_visible_function_table(ptr addrspace(1) %table, i32 %which)
  %y = call i32 %p()
  %sum = call i32 @air.simd_sum.u.i32(i32 1)
  %high = mul i32 %sum, 1000
  %both = add i32 %y, %high
  %n = zext i32 %i to i64
  %q = getelementptr i32, ptr addrspace(1) %out, i64 %n
  store i32 %both, ptr addrspace(1) %q
  ret void
}
declare ptr @air.get_function_pointer_visible_function_table(ptr addrspace(1), i32)
declare i32 @air.simd_sum.u.i32(i32)
"""


def test_functions_of_a_table(session: Session) -> None:
    """Lanes that call different ones at one place do not meet in them, however alike they are."""
    a = attach(TABLE, "macos14")
    k = a.kernel("k")
    k.resource("table", emit.visible_function_table("uint ()"), 0)
    k.buffer("out", u32, 1)
    k.builtin("thread_position_in_grid", u32)
    functions = {}
    for name in ("one", "other"):
        module = emit.Module("macos14", name)
        v = module.visible(name)
        v.returns(u32)
        b = v.entry()
        b.ret(b.simd("sum", b.const(u32, 1)))
        functions[name] = module.air_bytes()
    for table, want in ((["one", "other"], [32005] * 5 + [32027] * 27), (["one", "one"], [32032] * 32)):
        out = np.zeros(32, "u4")
        kernel = Kernel(a.air_bytes(), "k", functions=functions, session=session)
        kernel.run(32, 32, buffers={"table": table, "out": out})
        assert out.tolist() == want


# --- barriers --------------------------------------------------------------------------------------------------------

WAITS = "  call void @air.wg.barrier(i32 2, i32 1) #0\n"


def barriers(session: Session, text: str) -> list[str]:
    out = np.zeros(THREADS, "u4")
    findings = Kernel(module_of(text), "k", session=session).run(THREADS, THREADS, buffers={"out": out}).findings
    return [finding.message for finding in findings]


def test_one_barrier_in_two_calls(session: Session) -> None:
    """Threads that wait at one barrier of a function, but in different calls of it, wait at different barriers."""
    helper = f"define internal void @helper() #0 {{\n{WAITS}  ret void\n}}\n"
    two = f"""{helper}{KERNEL}  %few = icmp ult i32 %t, 32
  br i1 %few, label %then, label %else
then:
  call void @helper()
  br label %merge
else:
  call void @helper()
  br label %merge
merge:
  ret void
}}
"""
    assert barriers(session, f"{helper}{KERNEL}  call void @helper()\n  call void @helper()\n  ret void\n}}\n") == []
    (message,) = barriers(session, two)
    assert "threads of one threadgroup wait at one barrier in different calls or iterations" in message


def test_one_barrier_in_two_iterations(session: Session) -> None:
    def text(first: str) -> str:
        return f"""{KERNEL}  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %is = icmp eq i32 %i, {first}
  br i1 %is, label %wait, label %latch
wait:
{WAITS}  br label %latch
latch:
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, 64
  br i1 %again, label %head, label %done
done:
  ret void
}}
"""

    assert barriers(session, text("7")) == []
    assert any("different calls or iterations" in message for message in barriers(session, text("%t")))


# --- real functions --------------------------------------------------------------------------------------------------


def in_which_lanes_meet() -> list[tuple[str, str, Module]]:
    """Functions of the pairs, one of a library, in which lanes or threads meet and which have branches."""
    results = []
    for path in shared_libraries("pairs"):
        try:
            functions = mtlb.open(path).functions
        except MtlbError:
            continue  # of another kind, such as a universal file
        for function in functions:
            module = read_module(bytes(function.module))
            names = [function.name for function in module.functions if not function.blocks]
            meets = any(name.startswith(("air.simd_", "air.quad_", "air.wg.barrier")) for name in names)
            if meets and any(len(function.blocks) > 3 for function in module.functions):
                results.append((path.name, function.name, module))
                break
    return results


@pytest.mark.long
@pytest.mark.corpus
def test_real_functions_in_other_orders(shared: Path, session: Session) -> None:
    outcomes = []
    for place, name, module in in_which_lanes_meet()[:10]:
        for other in (shuffled(module, 3), shuffled(split_edges(merged_returns(module)), 4)):
            actual = compare_functions(module, other, name, seeds=1, session=session, seconds=3)
            assert actual.outcome != "differs", f"{place}: {name}: {actual.detail}"
            outcomes.append(actual.outcome)
    print(len(outcomes), outcomes.count("same"))
    assert outcomes.count("same") >= 0.8 * len(outcomes) > 8


def test_variables_are_allocated_before_anything_is_called() -> None:
    """What is allocated behind an inlined call is not part of the stack frame: LLVM aligns it to 16 bytes alone."""

    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        out, lane = k.buffer("out", u32, 0), k.builtin("thread_index_in_simdgroup", u32)
        b = k.entry()
        own = b.variable(emit.array(u32, 3))
        own[lane & 1].store(b.simd("sum", lane))
        out[lane].store(own[lane & 1].load())

    for check in (False, True):
        prepared = prepare(read_module(kernel(body)), "k", check=check, lane_loops=False)
        (function,) = [
            function for function in read_module(prepared.bitcode[0]).functions if function.name == "mtlb.function"
        ]
        codes = [instruction.code for instruction in function.blocks[0].instructions]
        own = function.blocks[0].instructions[0]
        assert own.code is InstCode.ALLOCA and own.aux_type is not None and own.aux_type.params == (3,)
        assert InstCode.CALL in codes
