"""Products of matrices that the lanes of a warp or wave hold, loads of matrices, copies, buffer resources.

The models are written from the descriptions of fragments in the PTX ISA and in AMD's RDNA 3 ISA.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from mtlb.base.errors import UnsupportedError

from .kernels import converted
from .test_conventions import run_kernel

_NVPTX = 'target triple = "nvptx64-nvidia-cuda"\n'
_AMD = 'target triple = "amdgcn-amd-amdhsa"\n'


def _kernel(body: str, *declarations: str, is_amd: bool = False) -> str:
    """A kernel of x with the lane in %t, and a function to load and store word n of a lane: words are 32 apart."""
    triple, kernel = (_AMD, "amdgpu_kernel") if is_amd else (_NVPTX, "ptx_kernel")
    tid = "llvm.amdgcn.workitem.id.x" if is_amd else "llvm.nvvm.read.ptx.sreg.tid.x"
    return f"""{triple}
@s = internal addrspace(3) global [256 x i32] undef, align 16
define {kernel} void @k(ptr addrspace(1) %x) {{
  %t = call i32 @{tid}()
  %p = getelementptr i32, ptr addrspace(1) %x, i32 %t
{body}
  ret void
}}
declare i32 @{tid}()
""" + "".join(f"declare {declaration}\n" for declaration in declarations)


def _loads(name: str, first: int, count: int, type_: str = "i32") -> str:
    return "".join(
        f"  %{name}p{n} = getelementptr i32, ptr addrspace(1) %p, i32 {32 * (first + n)}\n"
        f"  %{name}{n} = load {type_}, ptr addrspace(1) %{name}p{n}\n"
        for n in range(count)
    )


def _stores(values: list[str], first: int, type_: str = "i32") -> str:
    return "".join(
        f"  %o{n} = getelementptr i32, ptr addrspace(1) %p, i32 {32 * (first + n)}\n"
        f"  store {type_} {value}, ptr addrspace(1) %o{n}\n"
        for n, value in enumerate(values)
    )


def _words(values: np.ndarray, kind: str) -> np.ndarray:
    """Numbers of a row, several to a word."""
    if kind == "bf16":
        return (values.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16).view(np.uint32)
    dtype = {"f16": np.float16, "tf32": np.float32, "s8": np.int8, "u8": np.uint8}[kind]
    return np.ascontiguousarray(values.astype(dtype)).reshape(-1).view(np.uint32)


_PACKED = {"f16": 2, "bf16": 2, "tf32": 1, "s8": 4, "u8": 4}
_SHAPES = [
    ("k16", "f32", "f16", "f16"),
    ("k8", "f32", "f16", "f16"),
    ("k16", "f16", "f16", "f16"),
    ("k16", "f32", "bf16", "bf16"),
    ("k8", "f32", "tf32", "tf32"),
    ("k4", "f32", "tf32", "tf32"),
    ("k32", "s32", "s8", "s8"),
    ("k16", "s32", "u8", "s8"),
    ("k32", "s32", "u8", "u8"),
]


@pytest.mark.long
@pytest.mark.parametrize(("shape", "result", "first", "second"), _SHAPES)
def test_products_of_matrices_of_a_warp(shape: str, result: str, first: str, second: str) -> None:
    random, depth, packed = np.random.default_rng(7), int(shape[1:]), _PACKED[first]
    low = 0 if "u8" in (first, second) else -9
    a, b = random.integers(low, 9, (16, depth)), random.integers(low, 9, (depth, 8))
    c = random.integers(-9, 9, (16, 8))
    words = depth // (4 * packed)
    x = np.zeros((4 * words + 8, 32), np.uint32)
    dtype = np.int32 if result == "s32" else np.float32
    for lane in range(32):
        g, t = lane >> 2, lane & 3
        for r in range(2 * words):
            start = 4 * packed * (r // 2) + t * packed
            x[r, lane] = _words(a[g + 8 * (r % 2), start : start + packed], first)[0]
        for r in range(words):
            start = 4 * packed * r + t * packed
            x[2 * words + r, lane] = _words(b[start : start + packed, g], second)[0]
        held = np.array([c[g + 8 * (i // 2), 2 * t + i % 2] for i in range(4)])
        if result == "f16":
            x[3 * words : 3 * words + 2, lane] = _words(held, "f16")
        else:
            x[3 * words : 3 * words + 4, lane] = held.astype(dtype).view(np.uint32)
    count = 2 if result == "f16" else 4
    type_, letter = ("float", "f") if result == "f32" else ("i32", "r")
    numbers = iter(range(100))

    def registers(n: int) -> str:
        return "{ " + ", ".join(f"${next(numbers)}" for _ in range(n)) + " }"

    d, total = registers(count), registers(count)
    text = f"mma.sync.aligned.m16n8{shape}.row.col.{result}.{first}.{second}.{result} {d}, "
    text += f"{registers(2 * words)}, {registers(words)}, {total};"
    constraints = ",".join([f"={letter}"] * count + [str(n) for n in range(count)] + ["r"] * (3 * words))
    operands = [f"{type_} %c{n}" for n in range(count)] + [f"i32 %a{n}" for n in range(3 * words)]
    struct = "{ " + ", ".join([type_] * count) + " }"
    body = _loads("a", 0, 3 * words) + _loads("c", 3 * words, count, type_)
    body += f'  %d = call {struct} asm sideeffect "{text}", "{constraints}"({", ".join(operands)})\n'
    body += "".join(f"  %d{n} = extractvalue {struct} %d, {n}\n" for n in range(count))
    body += _stores([f"%d{n}" for n in range(count)], 3 * words + 4, type_)
    actual = run_kernel(_kernel(body), x.reshape(-1), 32, 32).reshape(-1, 32)[3 * words + 4 :]
    want = a @ b + c
    for lane in range(32):
        g, t = lane >> 2, lane & 3
        held = [int(want[g + 8 * (i // 2), 2 * t + i % 2]) for i in range(4)]
        column = np.ascontiguousarray(actual[:count, lane])
        got = column.view(np.float16 if result == "f16" else dtype).tolist()
        assert got == held, lane


@pytest.mark.parametrize("count", [1, 2, 4])
@pytest.mark.parametrize("trans", ["", ".trans"])
def test_loads_of_matrices(count: int, trans: str) -> None:
    """Of lanes behind those of the matrices the addresses are not read: they lead nowhere."""
    name = f"llvm.nvvm.ldmatrix.sync.aligned.m8n8.x{count}{trans}.b16.p3"
    result = "i32" if count == 1 else "{ " + ", ".join(["i32"] * count) + " }"
    body = _loads("a", 0, 4)
    body += "".join(
        f"  %i{n} = mul i32 %t, 4\n  %j{n} = add i32 %i{n}, {n}\n"
        f"  %s{n} = getelementptr i32, ptr addrspace(3) @s, i32 %j{n}\n  store i32 %a{n}, ptr addrspace(3) %s{n}\n"
        for n in range(4)
    )
    body += f"""  call void @llvm.nvvm.barrier0()
  %in = icmp ult i32 %t, {8 * count}
  %far = select i1 %in, i32 %i0, i32 123456789
  %row = getelementptr i32, ptr addrspace(3) @s, i32 %far
  %m = call {result} @{name}(ptr addrspace(3) %row)
"""
    values = ["%m"] if count == 1 else [f"%m{n}" for n in range(count)]
    if count > 1:
        body += "".join(f"  %m{n} = extractvalue {result} %m, {n}\n" for n in range(count))
    body += _stores(values, 4)
    text = _kernel(body, f"{result} @{name}(ptr addrspace(3))", "void @llvm.nvvm.barrier0()")
    halves = np.arange(32 * 8, dtype=np.uint16).reshape(32, 8) + 1000  # row of 16 bytes for each lane
    x = np.zeros((4 + count, 32), np.uint32)
    x[:4] = halves.view(np.uint32).T
    actual = run_kernel(text, x.reshape(-1), 32, 32).reshape(-1, 32)[4:]
    for matrix in range(count):
        whole = halves[8 * matrix : 8 * matrix + 8]
        whole = whole.T if trans else whole
        want = [int(whole[n // 4, 2 * (n % 4)]) | int(whole[n // 4, 2 * (n % 4) + 1]) << 16 for n in range(32)]
        assert actual[matrix].tolist() == want


@pytest.mark.long
@pytest.mark.parametrize("kind", ["f16", "bf16"])
def test_products_of_matrices_of_a_wave(kind: str) -> None:
    random = np.random.default_rng(3)
    a, b, c = (random.integers(-9, 9, (16, 16)) for _ in range(3))
    x = np.zeros((32, 32), np.uint32)
    for lane in range(32):
        x[:8, lane] = _words(a[lane % 16], kind)
        x[8:16, lane] = _words(b[:, lane % 16], kind)
        x[16:24, lane] = c[2 * np.arange(8) + lane // 16, lane % 16].astype(np.float32).view(np.uint32)
    element, word = ("half", "f16") if kind == "f16" else ("i16", "i16")
    name = f"llvm.amdgcn.wmma.f32.16x16x16.{kind}.v8f32.v16{word}"
    body = _loads("a", 0, 8) + _loads("b", 8, 8) + _loads("c", 16, 8, "float")
    for item, type_ in (("a", "i32"), ("b", "i32"), ("c", "float")):
        body += "".join(
            f"  %{item}v{n} = insertelement <8 x {type_}> {before}, {type_} %{item}{n}, i32 {n}\n"
            for n, before in enumerate(["undef", *(f"%{item}v{n}" for n in range(7))])
        )
    body += f"""  %am = bitcast <8 x i32> %av7 to <16 x {element}>
  %bm = bitcast <8 x i32> %bv7 to <16 x {element}>
  %d = call <8 x float> @{name}(<16 x {element}> %am, <16 x {element}> %bm, <8 x float> %cv7)
"""
    body += "".join(f"  %d{n} = extractelement <8 x float> %d, i32 {n}\n" for n in range(8))
    body += _stores([f"%d{n}" for n in range(8)], 24, "float")
    declaration = f"<8 x float> @{name}(<16 x {element}>, <16 x {element}>, <8 x float>)"
    actual = run_kernel(_kernel(body, declaration, is_amd=True), x.reshape(-1), 32, 32).reshape(-1, 32)[24:]
    want = a @ b + c
    for lane in range(32):
        assert (
            actual[:, lane].copy().view(np.float32).tolist() == want[2 * np.arange(8) + lane // 16, lane % 16].tolist()
        )


def test_shapes_that_are_not_known_are_refused() -> None:
    text = "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 { $0 }, { $1 }, { $2 }, { $3 };"
    body = _loads("a", 0, 3) + f'  %d = call i32 asm "{text}", "=r,r,r,r"(i32 %a0, i32 %a1, i32 %a2)\n'
    with pytest.raises(UnsupportedError, match=r"function 'k', %d = call .*m8n8k4.* of this shape or type"):
        converted(_kernel(body))


@pytest.mark.parametrize("size", [4, 8, 16])
@pytest.mark.parametrize("condition", ["", "@$3 ", "@!$3 "])
def test_copies_that_are_asked_for(size: int, condition: str) -> None:
    """Of the source so many bytes as the last operand says; the rest of the copy is zero."""
    text = f"{condition}cp.async.{'cg' if size == 16 else 'ca'}.shared.global [ $0 + 4 ], [ $1 + 0 ], {size:#x}, $2;"
    constraints = "r,l,r" + (",b" if condition else "")
    body = f"""  %i = mul i32 %t, 8
  %to = getelementptr i32, ptr addrspace(3) @s, i32 %i
  %from = getelementptr i32, ptr addrspace(1) %x, i32 %i
  %n = urem i32 %t, {size + 1}
  %c = icmp ult i32 %t, 20
"""
    body += "".join(
        f"  %z{n} = getelementptr i32, ptr addrspace(3) %to, i32 {n}\n  store i32 -1, ptr addrspace(3) %z{n}\n"
        for n in range(8)
    )
    more = ", i1 %c" if condition else ""
    operands = f"ptr addrspace(3) %to, ptr addrspace(1) %from, i32 %n{more}"
    body += f"""  call void asm sideeffect "{text}", "{constraints}"({operands})
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.wait.group(i32 0)
"""
    body += "".join(
        f"  %v{n} = load i32, ptr addrspace(3) %z{n}\n"
        f"  %q{n} = getelementptr i32, ptr addrspace(1) %from, i32 {256 + n}\n"
        f"  store i32 %v{n}, ptr addrspace(1) %q{n}\n"
        for n in range(8)
    )
    declarations = ("void @llvm.nvvm.cp.async.commit.group()", "void @llvm.nvvm.cp.async.wait.group(i32)")
    x = np.random.default_rng(2).integers(0, 1 << 32, 512, dtype=np.uint32)
    actual = run_kernel(_kernel(body, *declarations), x, 32, 32)[256:].reshape(32, 8)
    for lane in range(32):
        want = bytearray(b"\xff" * 32)
        if not condition or (lane < 20) == (condition == "@$3 "):
            count = lane % (size + 1)
            want[4 : 4 + size] = x[8 * lane : 8 * lane + 8].tobytes()[:count] + bytes(size - count)
        assert actual[lane].tobytes() == bytes(want), lane


@pytest.mark.parametrize(
    ("type_", "width", "suffix"), [("i32", 4, "i32"), ("half", 2, "f16"), ("<2 x float>", 8, "v2f32"), ("i8", 1, "i8")]
)
def test_accesses_through_buffer_resources(type_: str, width: int, suffix: str) -> None:
    """Behind the size nothing is written, and zero is read."""
    rsrc = "llvm.amdgcn.make.buffer.rsrc.p8.p1"
    load, store = (f"llvm.amdgcn.raw.ptr.buffer.{kind}.{suffix}" for kind in ("load", "store"))
    body = f"""  %r = call ptr addrspace(8) @{rsrc}(ptr addrspace(1) %x, i16 0, i64 64, i32 822243328)
  %y = getelementptr i32, ptr addrspace(1) %x, i32 64
  %w = call ptr addrspace(8) @{rsrc}(ptr addrspace(1) %y, i16 0, i64 48, i32 822243328)
  %o = mul i32 %t, {width}
  %far = icmp eq i32 %t, 1
  %i = select i1 %far, i32 -2147483648, i32 %o
  %v = call {type_} @{load}(ptr addrspace(8) %r, i32 %i, i32 8, i32 0)
  call void @{store}({type_} %v, ptr addrspace(8) %w, i32 %o, i32 0, i32 0)
"""
    text = _kernel(
        body,
        f"ptr addrspace(8) @{rsrc}(ptr addrspace(1), i16, i64, i32)",
        f"{type_} @{load}(ptr addrspace(8), i32, i32, i32)",
        f"void @{store}({type_}, ptr addrspace(8), i32, i32, i32)",
        is_amd=True,
    )
    x = np.random.default_rng(2).integers(1, 1 << 32, 128, dtype=np.uint32)
    before = x.tobytes()
    inputs = x.view(np.float16) if type_ == "half" else x
    actual = run_kernel(text, inputs, 32, 32).tobytes()
    want = bytearray(before)
    for lane in range(32):
        start = 8 + lane * width
        value = before[start : start + width] if start + width <= 64 and lane != 1 else bytes(width)
        if (lane + 1) * width <= 48:
            want[256 + lane * width : 256 + (lane + 1) * width] = value
    assert actual == bytes(want)


_ROWS: dict[str, Callable[[int], int]] = {"permlane16": lambda row: row, "permlanex16": lambda row: 16 - row}


@pytest.mark.parametrize("name", _ROWS)
@pytest.mark.parametrize("suffix", ["", ".i32"])
def test_lanes_of_rows(name: str, suffix: str) -> None:
    low, high = 0x76543210, 0x13579BDF
    full = f"llvm.amdgcn.{name}{suffix}"
    body = f"""  %a0 = load i32, ptr addrspace(1) %p
  %r = call i32 @{full}(i32 poison, i32 %a0, i32 {low}, i32 {high}, i1 true, i1 false)
  store i32 %r, ptr addrspace(1) %p
"""
    x = np.arange(32, dtype=np.uint32) * 7
    text = _kernel(body, f"i32 @{full}(i32, i32, i32, i32, i1, i1)", is_amd=True)
    selectors = low | high << 32
    want = [int(x[_ROWS[name](n & 16) + (selectors >> 4 * (n & 15) & 15)]) for n in range(32)]
    assert run_kernel(text, x.copy(), 32, 32).tolist() == want
