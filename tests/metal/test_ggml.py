"""Kernels of ggml (llama.cpp), compiled from their source, beside numpy: softmax, norms, rope, products with quantised
weights.

Most instantiations and kernels of the file are left out, so that it compiles in seconds.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import mtlb
from mtlb.air.target import AirTarget
from mtlb.container import Library
from mtlb.cpu import Kernel
from mtlb.metal import CompileOptions
from mtlb.metal.compile import compile_source
from tests.metal.needed import needs_clang

Array = npt.NDArray[Any]

pytestmark = [needs_clang, pytest.mark.corpus, pytest.mark.long]

_NAMES = """soft_max norm rms_norm rope_norm rope_neox
mul_mv_f32 mul_mv_q4_0 mul_mv_q8_0 mul_mv_q4_K mul_mm_f32 mul_mm_q8_0"""
_KERNELS = frozenset(f"kernel_{name}_f32" for name in _NAMES.split())


def _part(text: str) -> str:
    """The source with the kernels of `_KERNELS` alone, on the same lines."""
    name = r'\[\[host_name\("(\w+)" *\)\]\]'
    for pattern in (rf"^template *{name}[^;]*;", rf"^{name}\n(?=kernel void )"):
        text = re.sub(
            pattern, lambda m: m[0] if m[1] in _KERNELS else "\n" * m[0].count("\n"), text, flags=re.MULTILINE
        )

    def plain(match: re.Match[str]) -> str:
        head = text[: match.start(2)]
        is_template = "template" in head[max(head.rfind("}\n"), 0) :] or match[1].rstrip().endswith("#else")
        return match[0] if is_template or match[2] in _KERNELS else f"{match[1]}template<int> kernel void {match[2]}("

    return re.sub(r"([^\n]*\n\s*)^kernel void (\w+)\(", plain, text, flags=re.MULTILINE)


@pytest.fixture(scope="module")
def ggml(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Library:
    folder = shared / "metal" / "ggml" / "src" / "ggml-metal"
    if not folder.is_dir():
        pytest.skip("ggml's source is not here")
    path = tmp_path_factory.mktemp("ggml") / "ggml-metal.metal"
    path.write_text(_part((folder / path.name).read_text(encoding="utf-8")), encoding="utf-8")
    options = CompileOptions(
        AirTarget("macos14"),
        include_folders=(str(folder.parent), str(folder)),
        defines=("GGML_METAL_HAS_BF16=1",),
        warnings=("-w",),
    )
    return mtlb.link([("ggml.air", compile_source(path, options).bitcode)]).library


def _ran(
    library: Library,
    name: str,
    args: dict[str, Any],
    inputs: list[Array],
    out: Array,
    groups: tuple[int, ...],
    **how: Any,
) -> Array:
    """`out` after a run with `groups` threadgroups of `size` threads and `memory` bytes. `findings`: those that the
    kernel may have."""
    size, memory = how.get("size", (32, 1)), how.get("memory", 128)
    grid = tuple(count * threads for count, threads in zip(groups, (*size, 1), strict=True))
    buffers: dict[str | int, Any] = {0: args, **{n + 1: array for n, array in enumerate([*inputs, out])}}
    shared_memory: dict[str | int, int] = {0: memory} if memory else {}
    with Kernel(library, f"kernel_{name}", constants=how.get("constants"), check=True) as kernel:
        result = kernel.run(grid, (*size, 1), buffers=buffers, threadgroup_memory=shared_memory)
    codes = {finding.code for finding in result.findings} - {"uniform-write"}
    assert codes <= how.get("findings", set()), [str(finding) for finding in result.findings]
    return out


def _strides(array: Array, name: str) -> dict[str, int]:
    """ggml's strides in bytes of an array of four dimensions, whose last is the first here: nb00, nb01, ..."""
    return {f"nb{name}{n}": stride for n, stride in enumerate(array.strides[::-1])}


def _uniform(*shape: int) -> Array:
    return np.random.default_rng(len(shape) * shape[-1]).uniform(-1, 1, shape).astype(np.float32)


def test_softmax(ggml: Library) -> None:
    """Its barrier in the middle has `mem_none`, and threadgroup memory is used on both sides of it."""
    values, mask = _uniform(1, 2, 3, 100), _uniform(1, 1, 3, 100)
    args = {"ne00": 100, "ne01": 3, "ne02": 2, "ne11": 3, "ne12": 1, "ne13": 1, "scale": 0.5, "max_bias": 8.0}
    args |= {"m0": 0.5, "m1": 0.25, "n_head_log2": 1, **_strides(values, "0"), **_strides(mask, "1")}
    args |= _strides(values, "")
    del args["nb00"], args["nb10"], args["nb0"]
    inputs = [values.reshape(-1), mask.reshape(-1), values.reshape(-1)]
    out = _ran(
        ggml,
        "soft_max_f32",
        args,
        inputs,
        np.zeros(600, np.float32),
        (3, 2, 1),
        size=(64, 1),
        findings={"barrier-memory"},
    )
    exponents = values * 0.5 + mask * np.array([0.5, 0.25], np.float32)[:, None, None]  # m0 of head 0, m1 of head 1
    powers = np.exp(exponents - exponents.max(-1, keepdims=True))
    np.testing.assert_allclose(out.reshape(values.shape), powers / powers.sum(-1, keepdims=True), rtol=2e-6)


@pytest.mark.parametrize("name", ["norm_f32", "rms_norm_f32"])
def test_norms(ggml: Library, name: str) -> None:
    values = _uniform(1, 2, 3, 100)
    three = _strides(values, "")
    args = {"ne00": 100, "ne00_t": 100, "eps": 1e-5, "nb1": three["nb1"], "nb2": three["nb2"], "nb3": three["nb3"]}
    args |= {f"nef{n}": [1, 1, 1] for n in (1, 2, 3)} | {f"nbf{n}": [three[f"nb{n}"], 0, 0] for n in (1, 2, 3)}
    flat = values.reshape(-1)
    out = _ran(ggml, name, args, [flat] * 3, np.zeros(600, np.float32), (3, 2, 1), size=(64, 1))
    centred = values - values.mean(-1, keepdims=True) if name == "norm_f32" else values
    expected = centred / np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-5)
    np.testing.assert_allclose(out.reshape(values.shape), expected, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("name", ["rope_norm_f32", "rope_neox_f32"])
def test_rope(ggml: Library, name: str) -> None:
    values, positions = _uniform(1, 3, 2, 64), np.array([0, 5, 17], np.int32)
    args: dict[str, Any] = {f"ne{n}": count for n, count in enumerate((64, 2, 3, 1))}
    args |= {f"ne0{n}": count for n, count in enumerate((64, 2, 3, 1))} | _strides(values, "0") | _strides(values, "")
    args |= {"n_dims": 48, "n_ctx_orig": 4096, "freq_base": 1e4, "freq_scale": 1.0, "attn_factor": 1.0}
    args |= {"beta_fast": 32.0, "beta_slow": 1.0}
    inputs = [values.reshape(-1), positions, values.reshape(-1)]
    constants = {"FC_rope_is_back": False}
    out = _ran(ggml, name, args, inputs, np.zeros(384, np.float32), (2, 3, 1), memory=0, constants=constants).reshape(
        values.shape
    )
    angles = positions[:, None] * 1e4 ** (-np.arange(0, 48, 2) / 48)
    cosine, sine = np.cos(angles)[:, None], np.sin(angles)[:, None]
    first, second = (slice(0, 48, 2), slice(1, 48, 2)) if "norm" in name else (slice(0, 24), slice(24, 48))
    expected = values.copy()
    expected[..., first] = values[..., first] * cosine - values[..., second] * sine
    expected[..., second] = values[..., first] * sine + values[..., second] * cosine
    np.testing.assert_allclose(out, expected, atol=2e-5)


def _bytes(*parts: Array) -> Array:
    """Blocks of a type, a row each: the bytes of their parts one after another."""
    return np.concatenate([part.view(np.uint8).reshape(len(part), -1) for part in parts], axis=1)


def _q4_0(count: int) -> tuple[Array, Array]:
    """Blocks of 32 numbers of four bits with a scale, and their values (ggml-common.h, `block_q4_0`)."""
    chance = np.random.default_rng(4)
    scale = chance.uniform(0.01, 0.1, (count, 1)).astype(np.float16)
    packed = chance.integers(0, 256, (count, 16), dtype=np.uint8)
    numbers = np.concatenate([packed & 15, packed >> 4], axis=1).astype(np.float32) - 8
    return _bytes(scale, packed), numbers * scale.astype(np.float32)


def _q8_0(count: int) -> tuple[Array, Array]:
    """Blocks of 32 bytes with a scale (`block_q8_0`)."""
    chance = np.random.default_rng(8)
    scale = chance.uniform(0.001, 0.01, (count, 1)).astype(np.float16)
    numbers = chance.integers(-127, 128, (count, 32)).astype(np.int8)
    return _bytes(scale, numbers), numbers * scale.astype(np.float32)


def _q4_k(count: int) -> tuple[Array, Array]:
    """Blocks of 256: a scale and a least of six bits for each 32 numbers of four bits (`block_q4_K`)."""
    chance = np.random.default_rng(44)
    both = chance.uniform(0.001, 0.01, (count, 2)).astype(np.float16)
    scales, leasts = chance.integers(0, 64, (2, count, 8), dtype=np.uint8)
    packed = chance.integers(0, 256, (count, 128), dtype=np.uint8)
    low = [scales[:, :4] | (scales[:, 4:] >> 4) << 6, leasts[:, :4] | (leasts[:, 4:] >> 4) << 6]
    twelve = np.concatenate([*low, (scales[:, 4:] & 15) | (leasts[:, 4:] & 15) << 4], axis=1)
    halves = packed.reshape(count, 4, 1, 32)
    numbers = np.concatenate([halves & 15, halves >> 4], axis=2).reshape(count, 8, 32).astype(np.float32)
    wide = both.astype(np.float32)[:, :, None, None]
    values = numbers * scales[:, :, None] * wide[:, 0] - leasts[:, :, None] * wide[:, 1]
    return _bytes(both, twelve, packed), values.reshape(count, 256)


def _f32(count: int) -> tuple[Array, Array]:
    values = _uniform(count, 1)
    return values.view(np.uint8), values


def _matrix(blocks: Callable[[int], tuple[Array, Array]], rows: int, columns: int) -> tuple[Array, Array]:
    """The bytes of a matrix, a row each, and its values."""
    size = blocks(1)[1].shape[1]
    data, values = blocks(rows * columns // size)
    return data.reshape(rows, -1), values.reshape(rows, columns)


@pytest.mark.parametrize(
    ("name", "blocks", "groups", "simdgroups"),
    [("f32", _f32, 8, 4), ("q4_0", _q4_0, 2, 2), ("q8_0", _q8_0, 8, 4), ("q4_K", _q4_k, 4, 2)],
)
def test_products_with_vectors(
    ggml: Library, name: str, blocks: Callable[[int], tuple[Array, Array]], groups: int, simdgroups: int
) -> None:
    data, weights = _matrix(blocks, 16, 512)
    vectors = _uniform(3, 512)
    args = {"ne00": 512, "ne01": 16, "ne02": 1, "nb01": data.shape[1], "ne10": 512, "ne11": 3, "ne12": 1}
    args |= {"nb10": 4, "nb11": 2048, "ne0": 16, "ne1": 3, "nr0": 2, "r2": 1, "r3": 1}
    constants = {f"FC_mul_mv_{key}": 1 for key in ("ne12", "r2", "r3")} | {"FC_mul_mv_nsg": simdgroups}
    out = _ran(
        ggml,
        f"mul_mv_{name}_f32",
        args,
        [data.reshape(-1), vectors.reshape(-1)],
        np.zeros(48, np.float32),
        (groups, 3, 1),
        size=(32, simdgroups),
        memory=0 if name == "q4_K" else 256,
        constants=constants,
    )
    np.testing.assert_allclose(out.reshape(3, 16), vectors @ weights.T, rtol=1e-5, atol=2e-4)


@pytest.mark.parametrize(("name", "blocks"), [("f32", _f32), ("q8_0", _q8_0)])
def test_products_of_matrices(ggml: Library, name: str, blocks: Callable[[int], tuple[Array, Array]]) -> None:
    """With SIMD-group matrices of halves; 70 rows and 40 columns do not fill the tiles of 64 and 32."""
    data, weights = _matrix(blocks, 70, 96)
    others = _uniform(40, 96)
    args = {"ne00": 96, "ne02": 1, "nb01": data.shape[1], "ne12": 1, "nb10": 4, "nb11": 384, "ne0": 70, "ne1": 40}
    constants = {f"FC_mul_mm_{key}": 1 for key in ("ne12", "r2", "r3")}
    constants |= {"FC_mul_mm_bc_inp": False, "FC_mul_mm_bc_out": True}
    inputs = [data.reshape(-1), others.reshape(-1)]
    out = _ran(
        ggml,
        f"mul_mm_{name}_f32",
        {**args, "r2": 1, "r3": 1},
        inputs,
        np.zeros(2800, np.float32),
        (2, 2, 1),
        size=(128, 1),
        memory=8192,
        constants=constants,
    )
    halves = (array.astype(np.float16).astype(np.float32) for array in (others, weights.T))
    np.testing.assert_allclose(out.reshape(40, 70), np.matmul(*halves), rtol=1e-5, atol=1e-4)
