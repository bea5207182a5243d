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
    "histogram_kernel": {"x_ptr": "*i32", "out_ptr": "*i32", "n": "i32", "BLOCK": "constexpr"},
}
WARPS = {"layernorm_kernel": 4}
name = sys.argv[1]
source = ASTSource(fn=globals()[name], signature=SIGNATURES[name], constexprs={"BLOCK": 256 if name in WARPS else 128})
compiled = triton.compile(source, target=GPUTarget("cuda", 80, 32), options={"num_warps": WARPS.get(name, 1)})
print(compiled.asm["llir"])
