"""What compilers write at -O0: pointers and structs in memory, code that nothing reaches, panics.

Values are those of the same program in Python; docs/convert.md §3 has the table of producers.
"""

from __future__ import annotations

import numpy as np
import pytest

from mtlb.air import read_entry_points
from mtlb.base.errors import UnsupportedError
from mtlb.bitcode import read_module, write_module
from mtlb.convert import ConvertOptions, Plan, convert_bytes, convert_each
from mtlb.ir import InstCode, parse

from .test_conventions import run_kernel

_K = ConvertOptions(entries=("k",))


def types_of(text: str) -> dict[str, str]:
    """The types of the buffers of kernel `k`, by name."""
    entry = read_entry_points(convert_bytes("k.ll", text.encode(), _K).module)[0]
    return {argument.name: argument.type_name for argument in entry.arguments}


def kernel(body: str, parameters: str = "ptr %x") -> str:
    return f"define void @k({parameters}) {{\n{body}\n}}\n"


SPILLED = """  %a = alloca ptr
  store ptr %x, ptr %a
  %p = load ptr, ptr %a
  %q = getelementptr float, ptr %p, i32 1
  %v = load float, ptr %q
  %w = fadd float %v, 1.0
  store float %w, ptr %q
  ret void"""


def test_pointers_that_went_through_memory_have_types() -> None:
    assert types_of(kernel(SPILLED)) == {"x": "float"}
    x = np.array([1, 2], np.float32)
    assert run_kernel(kernel(SPILLED), x, 1, 1).tolist() == [1, 3]


# Each computes x[0] from x = [3, 5, 7, 9]: the body, and what it leaves.
TWO_FIELDS = """  %a = alloca {ptr, ptr}
  %b = alloca i32
  store i32 7, ptr %b
  store ptr %x, ptr %a
  %f = getelementptr {ptr, ptr}, ptr %a, i32 0, i32 1
  store ptr %b, ptr %f
  %p = load ptr, ptr %a
  %q = load ptr, ptr %f
  %v = load i32, ptr %q
  store i32 %v, ptr %p
  ret void"""
ONE_PLACE_TWICE = """  %a = alloca ptr
  %b = alloca i32
  store ptr %b, ptr %a
  %p0 = load ptr, ptr %a
  store i32 11, ptr %p0
  store ptr %x, ptr %a
  %p = load ptr, ptr %a
  %v = load i32, ptr %b
  store i32 %v, ptr %p
  ret void"""
COPIED = """  %a = alloca {i32, i32, ptr}
  %b = alloca {i32, i32, ptr}
  %f = getelementptr {i32, i32, ptr}, ptr %a, i32 0, i32 2
  store ptr %x, ptr %f
  store i32 20, ptr %a
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %b, ptr align 8 %a, i64 16, i1 false)
  store i32 99, ptr %a
  %g = getelementptr i8, ptr %b, i64 8
  %p = load ptr, ptr %g
  %v = load i32, ptr %b
  store i32 %v, ptr %p
  ret void"""
FROM_A_BUFFER = """  %a = alloca [4 x i32]
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %a, ptr align 4 %x, i64 16, i1 false)
  %f = getelementptr i32, ptr %a, i32 2
  %v = load i32, ptr %f
  %w = mul i32 %v, 10
  store i32 %w, ptr %a
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %x, ptr align 4 %a, i64 8, i1 false)
  ret void"""
FILLED = """  %a = alloca {i8, [3 x i8], i32}
  call void @llvm.memset.p0.i64(ptr align 4 %a, i8 1, i64 8, i1 false)
  store i8 2, ptr %a
  %f = getelementptr i8, ptr %a, i64 4
  %v = load i32, ptr %f
  %l = load i8, ptr %a
  %z = zext i8 %l to i32
  %w = add i32 %v, %z
  store i32 %w, ptr %x
  ret void"""
TWO_VIEWS = """  %a = alloca float
  %v = load float, ptr %x
  store float %v, ptr %a
  %b = load i32, ptr %a
  %c = add i32 %b, 1
  store i32 %c, ptr %a
  %w = load float, ptr %a
  store float %w, ptr %x
  ret void"""
PARTLY = """  %a = alloca [2 x i32]
  store i64 4294967301, ptr %a
  %f = getelementptr i32, ptr %a, i32 1
  %h = load i32, ptr %f
  %l = load i32, ptr %a
  %w = add i32 %h, %l
  store i32 %w, ptr %x
  ret void"""
LOOPED = """  %n = alloca i32
  %s = alloca i32
  %unused = alloca i32
  store i32 0, ptr %n
  store i32 0, ptr %s
  br label %head
head:
  %i = load i32, ptr %n
  %more = icmp ult i32 %i, 4
  br i1 %more, label %body, label %end
body:
  %p = getelementptr i32, ptr %x, i32 %i
  %v = load i32, ptr %p
  %odd = trunc i32 %i to i1
  br i1 %odd, label %one, label %next
one:
  %t = load i32, ptr %s
  %u = add i32 %t, %v
  store i32 %u, ptr %s
  br label %next
next:
  %j = add i32 %i, 1
  store i32 %j, ptr %n
  store i32 %j, ptr %unused
  br label %head
end:
  %r = load i32, ptr %s
  store i32 %r, ptr %x
  ret void"""
NUMBER = """  %a = alloca i64
  %n = ptrtoint ptr %x to i64
  store i64 %n, ptr %a
  %m = load i64, ptr %a
  %o = add i64 %m, 4
  %p = inttoptr i64 %o to ptr
  %v = load i32, ptr %p
  store i32 %v, ptr %x
  ret void"""
COPIES = """declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
"""


@pytest.mark.parametrize(
    ("body", "want"),
    [
        (TWO_FIELDS, 7),
        (ONE_PLACE_TWICE, 11),
        (COPIED, 20),
        (FROM_A_BUFFER, 70),
        (FILLED, 0x01010101 + 2),
        (TWO_VIEWS, 4),
        (PARTLY, 6),
        (LOOPED, 14),
        (NUMBER, 5),
    ],
    ids=["fields", "twice", "copied", "buffer", "filled", "views", "partly", "loop", "number"],
)
def test_memory_of_the_thread_becomes_values(body: str, want: int) -> None:
    text = kernel(body) + COPIES
    assert run_kernel(text, np.array([3, 5, 7, 9], np.uint32), 1, 1)[0] == want
    module = convert_bytes("k.ll", text.encode(), _K).module
    kept = {InstCode.ALLOCA} & {i.code for function in module.functions for i in function.instructions()}
    assert bool(kept) == (body in (PARTLY, FROM_A_BUFFER))  # bytes that are read in part, or only copied


def test_a_variable_that_is_indexed_stays_memory() -> None:
    body = """  %a = alloca [4 x i32]
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %a, ptr align 4 %x, i64 16, i1 false)
  %i = load i32, ptr %x
  %f = getelementptr i32, ptr %a, i32 %i
  %v = load i32, ptr %f
  store i32 %v, ptr %x
  ret void"""
    assert run_kernel(kernel(body) + COPIES, np.array([3, 5, 7, 9], np.uint32), 1, 1)[0] == 9


CLOSURE = """
define void @k(ptr %x) {
  %c = alloca {ptr, ptr}
  %sum = alloca i32
  store i32 0, ptr %sum
  call void @bind(ptr %c, ptr %x, ptr %sum)
  call void @step(ptr %c, i32 1)
  call void @step(ptr %c, i32 3)
  %s = call {ptr, i32} @slice(ptr %x, i32 2)
  %p = extractvalue {ptr, i32} %s, 0
  %v = load i32, ptr %sum
  store i32 %v, ptr %p
  ret void
}
define internal void @bind(ptr %c, ptr %x, ptr %s) {
  store ptr %x, ptr %c
  %f = getelementptr {ptr, ptr}, ptr %c, i32 0, i32 1
  store ptr %s, ptr %f
  ret void
}
define internal void @step(ptr %c, i32 %i) {
  %x = load ptr, ptr %c
  %f = getelementptr {ptr, ptr}, ptr %c, i32 0, i32 1
  %s = load ptr, ptr %f
  %p = getelementptr i32, ptr %x, i32 %i
  %v = load i32, ptr %p
  %big = icmp ugt i32 %v, 8
  br i1 %big, label %twice, label %once
twice:
  %old2 = load i32, ptr %s
  %d = shl i32 %v, 1
  %new2 = add i32 %old2, %d
  store i32 %new2, ptr %s
  ret void
once:
  %old = load i32, ptr %s
  %new = add i32 %old, %v
  store i32 %new, ptr %s
  ret void
}
define internal {ptr, i32} @slice(ptr %x, i32 %i) {
  %p = getelementptr i32, ptr %x, i32 %i
  %a = insertvalue {ptr, i32} poison, ptr %p, 0
  %b = insertvalue {ptr, i32} %a, i32 1, 1
  ret {ptr, i32} %b
}
"""


def test_closures_and_slices_are_followed_through_calls() -> None:
    assert types_of(CLOSURE) == {"x": "uint"}
    output = run_kernel(CLOSURE, np.array([3, 5, 7, 9], np.uint32), 1, 1)
    assert output.tolist() == [3, 5, 5 + 2 * 9, 9]


# --- code that nothing reaches, and functions that never return -------------------------------------------------------

UNREACHED = """
define void @u(ptr %x) personality ptr @pers {
  %r = invoke i32 @pers(i32 1) to label %a unwind label %b
a:
  store ptr blockaddress(@u, %a), ptr %x
  ret void
b:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}
@table = internal constant [1 x ptr] [ptr blockaddress(@u, %a)]
declare i32 @pers(i32)
"""


def test_code_that_nothing_reaches_may_hold_anything() -> None:
    text = kernel("  store i32 5, ptr %x\n  ret void") + UNREACHED
    assert run_kernel(text, np.zeros(1, np.uint32), 1, 1)[0] == 5
    with pytest.raises(UnsupportedError, match=r"line \d+, column \d+: a constant blockaddress"):
        parse(text)
    reaching = kernel("  call void @u(ptr %x)\n  ret void") + UNREACHED
    with pytest.raises(UnsupportedError, match=r"function 'u': line \d+, column 8: invoke, which no shader has"):
        convert_bytes("k.ll", reaching.encode(), _K)


PANIC = """
define void @k(ptr %x) {
  %v = load i32, ptr %x
  %bad = icmp ugt i32 %v, 8
  br i1 %bad, label %panic, label %fine
panic:
  call void @check(ptr @message)
  br label %fine
fine:
  store i32 1, ptr %x
  ret void
}
@a = internal constant [4 x i8] c"abcd"
@message = internal constant { ptr, i32 } { ptr @a, i32 4 }
define internal void @check(ptr %m) {
  call void @panic(ptr %m)
  unreachable
}
declare void @panic(ptr) noreturn
"""


def test_a_panic_ends_the_thread_with_a_warning() -> None:
    converted = convert_bytes("k.ll", PANIC.encode(), _K)
    (warning,) = converted.warnings
    assert "function 'check': a call of @panic, which never returns, ends the thread: it is not defined" in warning
    assert run_kernel(PANIC, np.array([3], np.uint32), 1, 1)[0] == 1
    system = """define internal void @panic(ptr %m) noreturn {
  call void asm sideeffect "syscall", ""()
  unreachable
}"""
    converted = convert_bytes("k.ll", PANIC.replace("declare void @panic(ptr) noreturn", system).encode(), _K)
    assert "@panic has inline assembly" in converted.warnings[0]
    loop = "define internal void @panic(ptr %m) noreturn {\n  br label %l\nl:\n  br label %l\n}"
    converted = convert_bytes("k.ll", PANIC.replace("declare void @panic(ptr) noreturn", loop).encode(), _K)
    assert converted.warnings == []  # it can be converted, and is kept


def test_a_wide_enumerator_is_one_word() -> None:
    text = '!llvm.x = !{!0}\n!0 = !DIEnumerator(name: "a", value: 18446744073709551615, isUnsigned: true)\n'
    module = parse(text)
    assert read_module(write_module(module)).named_metadata["llvm.x"][0].fields[2] == 3  # -1, as LLVM writes it
    assert module.named_metadata["llvm.x"][0].version & 1


# --- every error, and what can be converted -------------------------------------------------------------------------

SEVERAL = """target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @one(ptr addrspace(1) %x) {
  store i32 1, ptr addrspace(1) %x
  ret void
}
define ptx_kernel void @wide(ptr addrspace(1) %x) {
  store double 1.0, ptr addrspace(1) %x
  ret void
}
define ptx_kernel void @lost(ptr addrspace(1) %x) {
  call void @nobody()
  ret void
}
define ptx_kernel void @two(ptr addrspace(1) %x) {
  store i32 2, ptr addrspace(1) %x
  ret void
}
declare void @nobody()
"""


def test_every_entry_point_that_can_be_is_converted() -> None:
    result, errors = convert_each("k.ll", SEVERAL.encode())
    assert result is not None
    assert [entry.function.name for entry in read_entry_points(result.module)] == ["one", "two"]
    assert list(errors) == ["wide", "lost"]
    assert "function 'wide', store (instruction 0 of block 0): double" in str(errors["wide"])
    assert "function 'lost', call @nobody" in str(errors["lost"])
    only, errors = convert_each("k.ll", SEVERAL.encode(), ConvertOptions(entries=("one", "two")))
    assert only is not None and not errors
    nothing, errors = convert_each("k.ll", SEVERAL.encode(), ConvertOptions(entries=("wide", "lost")))
    assert nothing is None and list(errors) == ["wide", "lost"]
    with pytest.raises(UnsupportedError, match="double"):
        convert_each("k.ll", SEVERAL.encode(), ConvertOptions(entries=("wide",)))


def test_one_plan_serves_all_modules() -> None:
    plan = {
        "optional": True,
        "entries": {"k": {"arguments": [{"name": "x"}]}, "other": {}},
        "builtins": {"my_id": {"builtin": "thread_position_in_grid"}},
        "functions": {"my_sin": "air.sin.f32"},
    }
    text = kernel("  store i32 5, ptr %x\n  ret void")
    converted = convert_bytes("k.ll", text.encode(), ConvertOptions(plan=Plan.of(plan)))
    assert [entry.function.name for entry in read_entry_points(converted.module)] == ["k"]
    alone = {"entries": {"k": {}, "other": {"optional": True}}}
    converted = convert_bytes("k.ll", text.encode(), ConvertOptions(plan=Plan.of(alone)))
    assert [entry.function.name for entry in read_entry_points(converted.module)] == ["k"]
