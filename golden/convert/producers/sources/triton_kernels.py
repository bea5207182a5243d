"""Triton: the LLVM IR of a kernel, for a GPU of NVIDIA that need not be there; its name is the argument."""

import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


@triton.jit
def add_kernel(x_ptr, y_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offs < n
    x = tl.load(x_ptr + offs, mask=mask)
    y = tl.load(y_ptr + offs, mask=mask)
    tl.store(out_ptr + offs, x + y, mask=mask)


@triton.jit
def softmax_kernel(out_ptr, in_ptr, stride, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    offs = tl.arange(0, BLOCK)
    mask = offs < n_cols
    x = tl.load(in_ptr + row * stride + offs, mask=mask, other=-float("inf"))
    e = tl.exp(x - tl.max(x, axis=0))
    tl.store(out_ptr + row * stride + offs, e / tl.sum(e, axis=0), mask=mask)


@triton.jit
def layernorm_kernel(x_ptr, w_ptr, out_ptr, n, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    offs = tl.arange(0, BLOCK)
    mask = offs < n
    x = tl.load(x_ptr + row * n + offs, mask=mask, other=0.0).to(tl.float32)
    d = tl.where(mask, x - tl.sum(x, axis=0) / n, 0.0)
    scale = tl.rsqrt(tl.sum(d * d, axis=0) / n + eps)
    w = tl.load(w_ptr + offs, mask=mask, other=1.0)
    tl.store(out_ptr + row * n + offs, (d * scale * w).to(tl.float16), mask=mask)


@triton.jit
def histogram_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offs, mask=offs < n, other=0)
    tl.atomic_add(out_ptr + (x & 7), 1, mask=offs < n)


@triton.jit
def matmul_kernel(a_ptr, b_ptr, c_ptr, n, k, BLOCK: tl.constexpr):
    """float16 of whole blocks, accumulated in float32: tl.dot with copies ahead of the loop."""
    rows = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    columns = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    inner = tl.arange(0, BLOCK)
    a = a_ptr + rows[:, None] * k + inner[None, :]
    b = b_ptr + inner[:, None] * n + columns[None, :]
    total = tl.zeros((BLOCK, BLOCK), dtype=tl.float32)
    for _ in range(0, k, BLOCK):
        total = tl.dot(tl.load(a), tl.load(b), total)
        a += BLOCK
        b += BLOCK * n
    tl.store(c_ptr + rows[:, None] * n + columns[None, :], total)


SIGNATURES = {
    "add_kernel": {"x_ptr": "*fp32", "y_ptr": "*fp32", "out_ptr": "*fp32", "n": "i32", "BLOCK": "constexpr"},
    "softmax_kernel": {"out_ptr": "*fp32", "in_ptr": "*fp32", "stride": "i32", "n_cols": "i32", "BLOCK": "constexpr"},
    "layernorm_kernel": {
        "x_ptr": "*fp16",
        "w_ptr": "*fp32",
        "out_ptr": "*fp16",
        "n": "i32",
        "eps": "fp32",
        "BLOCK": "constexpr",
    },
    "matmul_kernel": {
        "a_ptr": "*fp16",
        "b_ptr": "*fp16",
        "c_ptr": "*fp32",
        "n": "i32",
        "k": "i32",
        "BLOCK": "constexpr",
    },
    "histogram_kernel": {"x_ptr": "*i32", "out_ptr": "*i32", "n": "i32", "BLOCK": "constexpr"},
}
WARPS = {"layernorm_kernel": 4, "matmul_kernel": 4}
BLOCKS = {"layernorm_kernel": 256, "matmul_kernel": 32}
TARGETS = {"cuda": GPUTarget("cuda", 80, 32), "hip": GPUTarget("hip", "gfx1100", 32)}
name, target = sys.argv[1], (*sys.argv[2:], "cuda")[0]
signature = SIGNATURES[name]
aligned = [n for n, type_ in enumerate(signature.values()) if name == "matmul_kernel" and type_ != "constexpr"]
source = ASTSource(
    fn=globals()[name],
    signature=signature,
    constexprs={"BLOCK": BLOCKS.get(name, 128)},
    attrs={(n,): [["tt.divisibility", 16]] for n in aligned},
)
compiled = triton.compile(source, target=TARGETS[target], options={"num_warps": WARPS.get(name, 1)})
print(compiled.asm["llir"])
