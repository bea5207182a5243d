"""What real compilers write becomes libraries that verify and lint clean, and computes the right numbers.

golden/convert/producers holds their IR, by name and version; its README says how each was made. With `-m producers` the
compilers are fetched from PyPI, and what they write today goes the same way.
"""

from __future__ import annotations

import ctypes
import math
import re
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import mtlb
from mtlb.air import read_entry_points
from mtlb.air.lint import lint_module
from mtlb.bitcode import read_module
from mtlb.convert import ConvertOptions, ConvertTarget, Plan, convert_bytes
from tests.conftest import ROOT

from .kernels import Kernel, floats

FOLDER = ROOT / "golden" / "convert" / "producers"
INPUTS = sorted(path.stem for path in FOLDER.glob("*.ll"))


def plan_of(path: Path) -> Plan | None:
    plan = path.with_suffix(".toml")
    return Plan.parse(plan.read_text()) if plan.is_file() else None


def converted(path: Path, target: str) -> bytes:
    options = ConvertOptions(ConvertTarget.parse(target), plan=plan_of(path))
    return convert_bytes(path.name, path.read_bytes(), options).bitcode


@pytest.mark.parametrize("target", ["macos14", "ios17", "macos26"])
@pytest.mark.parametrize("name", INPUTS)
@pytest.mark.long
def test_libraries_are_sound(name: str, target: str) -> None:
    data = converted(FOLDER / f"{name}.ll", target)
    assert [str(finding) for finding in lint_module(data)] == []
    library = mtlb.link([(f"{name}.air", data)]).library
    assert len(library.functions) == 1
    assert mtlb.verify(mtlb.read(mtlb.write(library)), modules=True) == []


def check_llvmlite(kernel: Kernel) -> None:
    pixels = (ctypes.c_float * 8)(4, 8, 16, 0, 1, 2, 4, 0)
    out = floats(0, 0)
    kernel.run({"pixels": pixels, "out": out}, 2)
    assert list(out) == [7, 1]


class Params(ctypes.Structure):
    _fields_ = (("scale", ctypes.c_float), ("other", ctypes.c_uint32))


def check_clang(kernel: Kernel) -> None:
    y = floats(0, 0, 0, 0, 9)
    kernel.run({"x": floats(1, 2, 300, 4, 5), "y": y, "p": Params(2, 10), "n": ctypes.c_uint32(4)}, 5)
    assert list(y) == pytest.approx([12, 14 + 1, 100 + math.sqrt(2), 18 + math.sqrt(3), 9])


def check_zig(kernel: Kernel) -> None:
    y = floats(*[0] * 8)
    kernel.run({"x": floats(*range(1, 9)), "y": y, "p": Params(4, 7)}, 8)
    table = (1.5, 2.5, 3.5, 4.5)
    expected = [math.sqrt(4 * sum(range(1, i + 2))) + table[i & 3] + bin(i).count("1") for i in range(7)]
    assert list(y) == pytest.approx([*expected, 0])


def check_numba(kernel: Kernel) -> None:
    y = floats(*[0] * 5)
    kernel.run({"x": floats(3, 6, 9, 0, 3), "y": y, "n": ctypes.c_int64(5)}, 5)
    assert list(y) == [0, 6, 5, 4, 0]


def check_opencl(kernel: Kernel) -> None:
    names = [argument.name for argument in kernel.entry.arguments if argument.kind == "buffer"]
    a, b = (ctypes.c_float * 12)(*range(12)), (ctypes.c_float * 12)(*[1] * 12)
    bias = (ctypes.c_float * 4)(0.5, 0, 0, 0)
    values = (a, b, floats(2), floats(0), ctypes.c_int32(2), bias)
    kernel.run(dict(zip(names, values, strict=True)), 3)
    expected = [2 * n + 1 + (0.5 if n % 4 == 0 else 0) + (n // 4) for n in range(8)]
    assert list(b) == [*expected, 1, 1, 1, 1]


def check_triton_add(kernel: Kernel) -> None:
    names = [argument.name for argument in kernel.entry.arguments if argument.kind == "buffer"]
    x, y, out = floats(*range(128)), floats(*[2] * 128), floats(*[0] * 128)
    values = [x, y, out, ctypes.c_int32(100), floats(0), floats(0)]
    kernel.run(dict(zip(names, values, strict=True)), 1)
    # One thread of 32 runs: it does every 32nd element, less those behind the end.
    assert [n for n in range(128) if out[n]] == [n for n in range(128) if n % 32 == 0 and n < 100]
    assert all(out[n] == n + 2 for n in range(0, 100, 32))


def check_triton_softmax(kernel: Kernel) -> None:
    names = [argument.name for argument in kernel.entry.arguments if argument.kind == "buffer"]
    source, out = floats(*[float(n % 7) for n in range(128)]), floats(*[0] * 128)
    values = [out, source, ctypes.c_int32(128), ctypes.c_int32(100), floats(0), floats(0)]
    kernel.run(dict(zip(names, values, strict=True)), 1)
    # A group of one thread has four elements, and shuffles with itself: each sum counts 32 times.
    mine = [source[n] for n in range(0, 100, 32)]
    total = 32 * sum(math.exp(v - max(mine)) for v in mine)
    assert [out[n] for n in range(0, 100, 32)] == pytest.approx(
        [math.exp(v - max(mine)) / total for v in mine], rel=1e-5
    )


def check_rust(kernel: Kernel) -> None:
    a, b = floats(1, 2, 3, 4, 5, 6, 1, 0, 0), floats(3, 1, 2, 1, 1, 9, 0, 1, 0)
    out = floats(*[7] * 9)
    p = (ctypes.c_uint32 * 6)()
    struct.pack_into("<fI4f", p, 0, 2.0, 2, 1.0, 0.5, 0, 0)
    kernel.run({"a": a, "b": b, "out": out, "p": p}, 3)
    assert list(out) == [2, 14, -10, 39, -30, -1, 7, 7, 7]


CHECKS: dict[str, Callable[[Kernel], None]] = {
    "rust": check_rust,
    "llvmlite": check_llvmlite,
    "clang": check_clang,
    "zig": check_zig,
    "numba": check_numba,
    "opencl-clang": check_opencl,
    "triton-add_kernel": check_triton_add,
    "triton-softmax_kernel": check_triton_softmax,
}


@pytest.mark.parametrize("name", [name for name in INPUTS if re.sub(r"-[0-9][0-9.]*", "", name) in CHECKS])
def test_kernels_compute_the_right_numbers(name: str) -> None:
    check = CHECKS[re.sub(r"-[0-9][0-9.]*", "", name)]
    check(Kernel(converted(FOLDER / f"{name}.ll", "macos14")))


# --- whole threadgroups ----------------------------------------------------------------------------------------------


def run_triton(name: str, threads: int, groups: int, *values: object, memory_size: int = 4096) -> list[str]:
    """Run a kernel of Triton in groups of whole warps; arrays are changed in place. What the checks found."""
    data = converted(FOLDER / f"triton-3.9-{name}.ll", "macos14")
    library = mtlb.link([(f"{name}.air", data)]).library
    arguments = read_entry_points(read_module(data))[0].arguments
    types = {"uint": np.uint32, "ushort": np.uint16, "half": np.float16, "float": np.float32}
    buffers: dict[str | int, object] = {}
    memory: dict[str | int, int] = {}
    left = list(values)
    for argument in (a for a in arguments if a.kind == "buffer"):
        if argument.address_space == 3:
            memory[argument.name] = memory_size
        else:
            inputs = np.atleast_1d(np.asarray(left.pop(0) if left else np.zeros(8, np.uint8)))
            buffers[argument.name] = inputs.view(types.get(argument.type_name.rstrip("234"), np.uint8))
    result = mtlb.run(
        mtlb.write(library),
        name.removesuffix("-hip"),
        grid=threads * groups,
        threadgroup=threads,
        buffers=buffers,
        threadgroup_memory=memory,
        check=True,
    )
    return [finding.code for finding in result.findings]


def test_triton_adds_with_whole_warps() -> None:
    x, y, out = np.arange(300, dtype=np.float32), np.full(300, 2, np.float32), np.zeros(384, np.float32)
    assert run_triton("add_kernel", 32, 3, x, y, out, np.uint32(300)) == []
    np.testing.assert_array_equal(out[:300], x + y)
    assert not out[300:].any()


def test_triton_reduces_across_a_warp() -> None:
    x = np.random.default_rng(1).standard_normal((3, 100)).astype(np.float32)
    out = np.zeros_like(x)
    assert run_triton("softmax_kernel", 32, 3, out.reshape(-1), x.reshape(-1), np.uint32(100), np.uint32(100)) == []
    e = np.exp(x - x.max(axis=1, keepdims=True))
    np.testing.assert_allclose(out, e / e.sum(axis=1, keepdims=True), rtol=1e-5)


@pytest.mark.long
def test_triton_reduces_across_warps() -> None:
    """By way of threadgroup memory, where all threads of a warp write the same: a race that Triton means."""
    rng = np.random.default_rng(2)
    x, w = rng.standard_normal((2, 200)).astype(np.float16), rng.standard_normal(200).astype(np.float32)
    out = np.zeros_like(x)
    values = (x.reshape(-1), w, out.reshape(-1), np.uint32(200), np.float32(1e-5))
    assert set(run_triton("layernorm_kernel", 128, 2, *values)) <= {"race", "uniform-write"}
    wide = x.astype(np.float32)
    d = wide - wide.mean(axis=1, keepdims=True)
    np.testing.assert_allclose(out, d / np.sqrt(wide.var(axis=1, keepdims=True) + 1e-5) * w, atol=2e-2)


def test_triton_counts_with_atomic_operations() -> None:
    x, counts = np.random.default_rng(3).integers(0, 99, 300).astype(np.uint32), np.zeros(8, np.uint32)
    assert run_triton("histogram_kernel", 32, 3, x, counts, np.uint32(300)) == []
    np.testing.assert_array_equal(counts, np.bincount(x & 7, minlength=8))


@pytest.mark.parametrize("target", ["", pytest.param("-hip", marks=pytest.mark.long)])
def test_triton_multiplies_matrices(target: str) -> None:
    """`mma.sync` after `cp.async` and `ldmatrix` of CUDA, WMMA of AMD, by four warps."""
    rng = np.random.default_rng(4)
    a, b = rng.integers(-8, 8, (32, 64)).astype(np.float16), rng.integers(-8, 8, (64, 32)).astype(np.float16)
    c = np.zeros((32, 32), np.float32)
    values = (a.reshape(-1), b.reshape(-1), c.reshape(-1), np.uint32(32), np.uint32(64))
    actual = run_triton(f"matmul_kernel{target}", 128, 1, *values, memory_size=1 << 15)
    assert set(actual) <= {"race", "uniform-write"}
    np.testing.assert_array_equal(c, a.astype(np.float32) @ b.astype(np.float32))


def test_opencl_of_clang_over_groups() -> None:
    """Work-groups of 48: a whole simdgroup and half of one."""
    data = converted(FOLDER / "opencl-clang-15-groups.ll", "macos14")
    x = np.random.default_rng(5).normal(0, 2, 96).astype(np.float32)
    out, sums = np.zeros(96, np.float32), np.zeros(96, np.uint32)
    arguments = [a for a in read_entry_points(read_module(data))[0].arguments if a.kind == "buffer"]
    buffers = {a.name: b for a, b in zip(arguments[:3], (x, out, sums), strict=True)}
    mtlb.run(data, "groups", 96, 48, buffers=buffers, threadgroup_memory={arguments[3].name: 4 * 48})
    for start in (0, 48):
        v = x[start : start + 48][::-1]
        whole = np.rint(v * np.float32(4)).astype(np.int64)
        lanes = np.arange(48)
        assert (sums.view(np.int32)[start : start + 48] == np.cumsum(whole) + whole[lanes ^ 1]).all()
        positive = np.where(lanes < 32, (v[:32] > 0).sum(), (v[32:] > 0).sum())
        fraction, exponent = np.frexp(v.max())
        want = [math.erf(f) + math.lgamma(f * f + 0.5) for f in v.tolist()] + positive + fraction + exponent
        np.testing.assert_allclose(out[start : start + 48], want, rtol=2e-6, atol=2e-6)


# --- today's compilers -----------------------------------------------------------------------------------------------

_SOURCES = FOLDER / "sources"
_PACKAGES = ("llvmlite", "numba", "ziglang", "triton")
_ZIG = ("-m", "ziglang")
_MAKERS: dict[str, tuple[str, ...]] = {
    "llvmlite-0.50": ("llvmlite_gray.py",),
    "numba-0.68": ("numba_blur.py",),
    "clang-22": (
        *_ZIG,
        "cc",
        "-target",
        "x86_64-linux-gnu",
        "-O2",
        "-fno-sanitize=all",
        "-g0",
        "-S",
        "-emit-llvm",
        "clang.c",
    ),
    "zig-0.17": (*_ZIG, "build-obj", "zig.zig", "-target", "x86_64-linux-none", "-O", "ReleaseFast", "-fstrip"),
    "triton-3.9-add_kernel": ("triton_kernels.py", "add_kernel"),
    "triton-3.9-softmax_kernel": ("triton_kernels.py", "softmax_kernel"),
    "triton-3.9-layernorm_kernel": ("triton_kernels.py", "layernorm_kernel"),
    "triton-3.9-matmul_kernel": ("triton_kernels.py", "matmul_kernel"),
    "triton-3.9-matmul_kernel-hip": ("triton_kernels.py", "matmul_kernel", "hip"),
    "triton-3.9-histogram_kernel": ("triton_kernels.py", "histogram_kernel"),
}


@pytest.fixture(scope="session")
def compilers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python with today's compilers from PyPI."""
    root = tmp_path_factory.mktemp("compilers")
    subprocess.run([sys.executable, "-m", "venv", root], check=True)
    subprocess.run([root / "bin/pip", "install", "-q", *_PACKAGES], check=True)
    return root / "bin/python"


@pytest.mark.producers
@pytest.mark.parametrize("name", _MAKERS)
def test_compilers_of_today(name: str, compilers: Path, tmp_path: Path) -> None:
    result = tmp_path / f"{name}.ll"
    command = [str(compilers), *_MAKERS[name]]
    if name.startswith("clang"):
        command += ["-o", str(result)]
    elif name.startswith("zig"):
        command += ["-fno-emit-bin", f"-femit-llvm-ir={result}"]
    done = subprocess.run(command, cwd=_SOURCES, check=True, capture_output=True)
    if not result.exists():
        result.write_bytes(done.stdout)
    plan = FOLDER / f"{name}.toml"
    if plan.is_file():
        text = plan.read_text()
        if name.startswith("numba"):  # the name that Numba gives the function depends on where it is
            mangled = re.search(r"define [^@]*i32 @(_ZN\w*4blur\w*)", result.read_text())
            assert mangled is not None
            text = re.sub(r"entries\.\w+", f"entries.{mangled[1]}", text)
        result.with_suffix(".toml").write_text(text)
    data = converted(result, "macos14")
    assert [str(finding) for finding in lint_module(data)] == []
    check = CHECKS.get(re.sub(r"-[0-9][0-9.]*", "", name))
    if check is not None:
        check(Kernel(data))
