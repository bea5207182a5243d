"""Rows that are not functions of a value: fields of AMD's packets, PTX's instructions, barriers and fences of SPIR-V.

Each row of the tables is run and compared with a model; a row without one fails the suite.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
import pytest

from mtlb.air import read_entry_points
from mtlb.convert import ConvertOptions, convert_bytes
from mtlb.convert.packets import _DISPATCH, _IMPLICIT, _IMPLICIT_BEFORE_5
from mtlb.convert.ptx import _HINTS, _OPERATIONS, _ORDERS
from mtlb.convert.sources import SOURCE_TABLES
from mtlb.cpu import run

_GRID, _GROUP = (10, 6, 4), (4, 3, 2)  # the last threadgroups of x are of two threads
_X = [(7 * n * n + 3 * n + 1) % 8191 for n in range(32)]


def _run(text: str, x: np.ndarray, grid: object, group: object) -> np.ndarray:
    converted = convert_bytes("k.ll", text.encode(), ConvertOptions())
    argument = next(a for a in read_entry_points(converted.module)[0].arguments if a.kind == "buffer")
    actual = x.copy()
    run(converted.bitcode, "k", grid, group, buffers={argument.name: actual.view("u1")})
    return actual


# --- AMD: what memory says of a dispatch -----------------------------------------------------------------------------

_Fields = dict[int, tuple[int, int]]  # of each offset the bytes, and what is there


def _three(first: int, size: int, values: tuple[int, int, int]) -> _Fields:
    return {first + axis * size: (size, value) for axis, value in enumerate(values)}


# hsa_kernel_dispatch_packet_t of hsa.h: workgroup_size_x is behind header and setup, grid_size_x behind a gap.
_PACKET = {**_three(4, 2, _GROUP), **_three(12, 4, _GRID)}
# LLVM's user guide of AMDGPU, code object V5: hidden_block_count, hidden_group_size, hidden_remainder, then from 40 on
# hidden_global_offset. A count is of whole workgroups.
_ARGUMENTS = {
    **_three(0, 4, (2, 2, 2)),
    **_three(12, 2, _GROUP),
    **_three(18, 2, (2, 0, 0)),
    **_three(40, 8, (0, 0, 0)),
}
_ARGUMENTS_BEFORE = _three(0, 8, (0, 0, 0))  # code object V3 and V4: hidden_global_offset comes first


@pytest.mark.parametrize(
    ("function", "version", "table", "models"),
    [
        ("dispatch", 500, _DISPATCH, _PACKET),
        ("implicitarg", 500, _IMPLICIT, _ARGUMENTS),
        ("implicitarg", 600, _IMPLICIT, _ARGUMENTS),
        ("implicitarg", 400, _IMPLICIT_BEFORE_5, _ARGUMENTS_BEFORE),
    ],
)
def test_every_field_of_a_packet(function: str, version: int, table: object, models: _Fields) -> None:
    assert {place: field.size for place, field in table.items()} == {p: size for p, (size, _) in models.items()}  # type: ignore[attr-defined]
    lines = f"  %d = call ptr addrspace(4) @llvm.amdgcn.{function}.ptr()\n"
    for n, (place, (size, _)) in enumerate(models.items()):
        lines += (
            f"  %p{n} = getelementptr i8, ptr addrspace(4) %d, i64 {place}\n"
            f"  %v{n} = load i{8 * size}, ptr addrspace(4) %p{n}\n"
            f"  %q{n} = getelementptr i64, ptr addrspace(1) %x, i64 {n}\n"
        )
        lines += f"  %w{n} = zext i{8 * size} %v{n} to i64\n" if size < 8 else ""
        lines += f"  store i64 %{'w' if size < 8 else 'v'}{n}, ptr addrspace(1) %q{n}\n"
    text = f"""target triple = "amdgcn-amd-amdhsa"
define amdgpu_kernel void @k(ptr addrspace(1) %x) {{
{lines}  ret void
}}
declare ptr addrspace(4) @llvm.amdgcn.{function}.ptr()
!llvm.module.flags = !{{!0}}
!0 = !{{i32 1, !"amdhsa_code_object_version", i32 {version}}}
"""
    actual = _run(text, np.full(len(models), -1, "i8"), _GRID, _GROUP)
    assert actual.tolist() == [value for _, value in models.values()]


# --- NVPTX: inline assembly ------------------------------------------------------------------------------------------


def _ptx(body: str, top: str = "") -> str:
    return f"""target triple = "nvptx64-nvidia-cuda"
{top}
define ptx_kernel void @k(ptr addrspace(1) %x) {{
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(1) %x, i32 %t
  %v = load i32, ptr addrspace(1) %p
{body}
  ret void
}}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
"""


_MASK = (1 << 32) - 1
_BITS = {"add": lambda a, b: a + b, "and": lambda a, b: a & b, "or": lambda a, b: a | b, "xor": lambda a, b: a ^ b}
_ATOMIC: dict[tuple[str, str], Callable[[int, int], int]] = {
    ("add", "f"): lambda a, b: int((np.uint32(a).view("f4") + np.uint32(b).view("f4")).view("u4")),
    **{(name, kind): model for name, model in _BITS.items() for kind in ("usb" if name == "add" else "ub")},
    **{("exch", kind): lambda a, b: b for kind in "ub"},
    ("min", "u"): min,
    ("max", "u"): max,
    ("min", "s"): lambda a, b: min(a, b, key=_signed),
    ("max", "s"): lambda a, b: max(a, b, key=_signed),
}


def _signed(value: int) -> int:
    return value - (value >> 31 << 32)


@pytest.mark.parametrize("space", ["global", "shared"])
def test_every_atomic_operation_of_ptx(space: str) -> None:
    """Each on a word of the lane's own, under a condition that every third lane lacks."""
    assert set(_ATOMIC) == set(_OPERATIONS)
    body = "  %r3 = urem i32 %t, 3\n  %c = icmp ne i32 %r3, 0\n"
    number = 3 if space == "shared" else 1
    for n, (name, kind) in enumerate(_ATOMIC):
        order = ["", ".relaxed", *(f".{order}" for order in _ORDERS)][n % (2 + len(_ORDERS))]
        inputs = ("float", "0x3FF8000000000000") if kind == "f" else ("i32", "-1234567")
        start = "%t" if kind == "f" else "%v"
        first = f"%f{n}" if kind == "f" else f"%a{n}"
        text = f"mov.u32 $0, 0x7; @$3 atom.{space}.gpu{order}.{name}.{kind}32 $0, [ $1 + 4 ], $2;"
        result, letter = ("float", "f") if kind == "f" else ("i32", "r")
        operands = f"ptr addrspace({number}) %w{n}, {inputs[0]} {inputs[1]}"
        body += f"""  %f{n} = uitofp i32 {start} to float
  %a{n} = mul i32 %v, {0x9E3779B1 - (1 << 32)}
  %w{n} = getelementptr [2 x i32], ptr addrspace({number}) {"@s" if number == 3 else "%b" + str(n)}, i32 %t
  %w1.{n} = getelementptr i8, ptr addrspace({number}) %w{n}, i64 4
  store {result} {first}, ptr addrspace({number}) %w1.{n}
  %o{n} = call {result} asm sideeffect "{text}", "={letter},l,{letter},b"({operands}, i1 %c)
  %l{n} = load i32, ptr addrspace({number}) %w1.{n}
  %q{n} = getelementptr i32, ptr addrspace(1) %p, i32 {32 * (1 + 2 * n)}
  store {result} %o{n}, ptr addrspace(1) %q{n}
  %z{n} = getelementptr i32, ptr addrspace(1) %p, i32 {32 * (2 + 2 * n)}
  store i32 %l{n}, ptr addrspace(1) %z{n}
"""
        if number == 1:
            body = body.replace(
                f"  %w{n} =",
                f"  %b{n} = getelementptr i32, ptr addrspace(1) %x, i32 {32 * (1 + 2 * len(_ATOMIC))}\n  %w{n} =",
            )
    top = "@s = internal addrspace(3) global [64 x i32] undef" if number == 3 else ""
    x = np.zeros(32 * (3 + 2 * len(_ATOMIC)), "u4")
    x[:32] = _X
    actual = _run(_ptx(body, top), x, 32, 32)[32 : 32 * (1 + 2 * len(_ATOMIC))].reshape(-1, 2, 32)
    for (name, kind), (old, new) in zip(_ATOMIC, actual.tolist(), strict=True):
        for lane in range(32):
            is_float = kind == "f"
            before = int(np.float32(lane).view("u4")) if is_float else _X[lane] * 0x9E3779B1 & _MASK
            operand = int(np.float32(1.5).view("u4")) if is_float else -1234567 & _MASK
            does = lane % 3 != 0
            assert new[lane] == (_ATOMIC[name, kind](before, operand) & _MASK if does else before), (name, kind, lane)
            if does or not is_float:  # what 7 is as a float, which the register is otherwise, is 7 as bits
                assert old[lane] == (before if does else 7), (name, kind, lane)


_SHAPES = [(width, count) for width in (8, 16, 32, 64) for count in (1, 2, 4)]


@pytest.mark.parametrize(
    ("width", "count"),
    [shape if shape == (32, 2) else pytest.param(*shape, marks=pytest.mark.long) for shape in _SHAPES],
)
def test_every_load_and_store_of_ptx(width: int, count: int) -> None:
    """Under a condition and its opposite, with each hint: $0 = old value where it does not hold."""
    hints = sorted(_HINTS)
    type_, vector = f"i{width}", f".v{count}" if count > 1 else ""
    letter = {8: "c", 16: "h", 32: "r", 64: "l"}[width]
    targets = ", ".join(f"${n}" for n in range(count))
    result = type_ if count == 1 else "{ " + ", ".join([type_] * count) + " }"
    body = "  %c = icmp ult i32 %t, 20\n"
    size = width // 8 * count
    for n, hint in enumerate(hints):
        hint = f".{hint}" if hint else ""
        moves = "".join(f"mov.u{width} ${k}, 0x{k + 5:x}; " for k in range(count))
        place, condition = count, count + 1
        text = f"{moves}@${condition} ld.global{hint}{vector}.b{width} {{ {targets} }}, [ ${place} + {size} ];"
        outputs = ",".join([f"={letter}"] * count)
        body += f"""  %f{n} = getelementptr i8, ptr addrspace(1) %x, i32 {n * 32 * size * 3}
  %i{n} = mul i32 %t, {size}
  %b{n} = getelementptr i8, ptr addrspace(1) %f{n}, i32 %i{n}
  %m{n} = getelementptr i8, ptr addrspace(1) %b{n}, i64 {-size}
  %o{n} = call {result} asm sideeffect "{text}", "{outputs},l,b"(ptr addrspace(1) %m{n}, i1 %c)
"""
        values = [f"%e{n}.{k}" for k in range(count)] if count > 1 else [f"%o{n}"]
        if count > 1:
            body += "".join(f"  {value} = extractvalue {result} %o{n}, {k}\n" for k, value in enumerate(values))
        inputs = ", ".join(f"{type_} {value}" for value in values)
        registers = ", ".join(f"${k + 1}" for k in range(count))
        text = f"@!${count + 1} st.global{hint}{vector}.b{width} [ $0 + 0 ], {{ {registers} }};"
        for step, what in ((32, text), (64, text.replace("@!", "@"))):
            body += f"""  %s{n}.{step} = getelementptr i8, ptr addrspace(1) %b{n}, i32 {step * size}
  call void asm sideeffect "{what}", "l,{",".join([letter] * count)},b"(ptr addrspace(1) %s{n}.{step}, {inputs}, i1 %c)
"""
    x = np.random.default_rng(width + count).integers(0, 256, (len(hints), 3, 32, size), "u1")
    actual = _run(_ptx(body), x.reshape(-1), 32, 32)
    other = b"".join((k + 5).to_bytes(width // 8, "little") for k in range(count))
    for row, was in zip(actual.reshape(x.shape), x, strict=True):
        for lane in range(32):
            value = was[0, lane].tobytes() if lane < 20 else other
            assert row[1, lane].tobytes() == (was[1, lane].tobytes() if lane < 20 else value), lane
            assert row[2, lane].tobytes() == (value if lane < 20 else was[2, lane].tobytes()), lane


# --- SPIR-V: barriers, fences and built-in functions -----------------------------------------------------------------

_EXCHANGE = """  %a = getelementptr i32, ptr addrspace(3) @s, i32 %t
  store i32 %v, ptr addrspace(3) %a
  {call}
  %o = xor i32 %t, 31
  %b = getelementptr i32, ptr addrspace(3) @s, i32 %o
  %r = load i32, ptr addrspace(3) %b"""


def _exchanged(name: str, *types: str) -> tuple[str, str, Callable[[int], int]]:
    call = f"call spir_func void @{name}({', '.join(f'{type_} 1' for type_ in types)})"
    return _EXCHANGE.format(call=call), f"void @{name}({', '.join(types)})", lambda n: _X[n ^ 31]


def _fenced(name: str, *types: str) -> tuple[str, str, Callable[[int], int]]:
    call = f"  call spir_func void @{name}({', '.join(f'{type_} 1' for type_ in types)})\n  %r = add i32 %v, 5"
    return call, f"void @{name}({', '.join(types)})", lambda n: _X[n] + 5


def _asked(name: str, operands: str, result: str, model: Callable[[int], int]) -> tuple[str, str, Callable[[int], int]]:
    cast = f"{'trunc' if result == 'i64' else 'zext'} {result} %q to i32"
    types = ", ".join(operand.split()[0] for operand in operands.split(", ") if operand)
    return f"  %q = call spir_func {result} @{name}({operands})\n  %r = {cast}", f"{result} @{name}({types})", model


_SPIRV = {
    **{name: _exchanged(name, "i32") for name in ("_Z7barrierj", "barrier", "_Z18work_group_barrierj")},
    "_Z18work_group_barrierj12memory_scope": _exchanged("_Z18work_group_barrierj12memory_scope", "i32", "i32"),
    "_Z17sub_group_barrierj": _exchanged("_Z17sub_group_barrierj", "i32"),
    "_Z17sub_group_barrierj12memory_scope": _exchanged("_Z17sub_group_barrierj12memory_scope", "i32", "i32"),
    "_Z22__spirv_ControlBarrieriii": _exchanged("_Z22__spirv_ControlBarrieriii", "i32", "i32", "i32"),
    "_Z22__spirv_ControlBarrierjjj": _exchanged("_Z22__spirv_ControlBarrierjjj", "i32", "i32", "i32"),
    "llvm.spv.group.memory.barrier.with.group.sync": _exchanged("llvm.spv.group.memory.barrier.with.group.sync"),
    **{name: _fenced(name, "i32") for name in ("_Z9mem_fencej", "_Z14read_mem_fencej", "_Z15write_mem_fencej")},
    "_Z22atomic_work_item_fencej12memory_order12memory_scope": _fenced(
        "_Z22atomic_work_item_fencej12memory_order12memory_scope", "i32", "i32", "i32"
    ),
    "_Z17get_global_offsetj": _asked("_Z17get_global_offsetj", "i32 0", "i64", lambda n: 0),
    "llvm.spv.any.i32": _asked("llvm.spv.any.i32", "i32 %t", "i1", lambda n: int(n != 0)),
    "_Z19get_local_linear_idv": _asked("_Z19get_local_linear_idv", "", "i64", lambda n: n),
    "_Z20get_global_linear_idv": _asked("_Z20get_global_linear_idv", "", "i64", lambda n: n),
}


def test_every_function_of_spirv() -> None:
    """All in one kernel, each exchange through memory of its own."""
    table = SOURCE_TABLES["spirv"]
    assert {*table.functions, *table.derived} == set(_SPIRV)
    variables, lines, declarations = "", "", {}
    for n, (body, declaration, _) in enumerate(_SPIRV.values()):
        variables += f"@s{n} = internal addrspace(3) global [32 x i32] undef\n"
        declarations[declaration] = f"declare {declaration}\n"
        lines += re.sub(r"%(?!t\b|v\b)(\w+)", rf"%\1.{n}", body).replace("@s,", f"@s{n},")
        lines += f"""
  %at.{n} = getelementptr i32, ptr addrspace(1) %p, i32 {32 * (n + 1)}
  store i32 %r.{n}, ptr addrspace(1) %at.{n}
"""
    text = f"""target triple = "spir64-unknown-unknown"
{variables}
define spir_kernel void @k(ptr addrspace(1) %x) {{
  %t.w = call i64 @_Z12get_local_idj(i32 0)
  %t = trunc i64 %t.w to i32
  %p = getelementptr i32, ptr addrspace(1) %x, i32 %t
  %v = load i32, ptr addrspace(1) %p
{lines}  ret void
}}
declare i64 @_Z12get_local_idj(i32)
{"".join(declarations.values())}
"""
    x = np.array([*_X, *[0] * 32 * len(_SPIRV)], "u4")
    actual = _run(text, x, 32, 32)[32:].reshape(-1, 32).tolist()
    for (name, (_, _, model)), row in zip(_SPIRV.items(), actual, strict=True):
        assert row == [model(n) for n in range(32)], name
