"""run_kernel: values, findings and errors in the words of a test's failure."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import mtlb
from mtlb import emit
from mtlb.base.errors import BuildError, RunError
from mtlb.cpu import Image
from mtlb.emit import f32, float4, texture2d, u32
from mtlb.linker import link
from mtlb.testing import KernelRunner, run_kernel
from tests.cpu.kernels import kernel, scalar_kernel

X = np.linspace(0, 2, 64).astype("f4")


@pytest.fixture(scope="module")
def runner() -> Iterator[KernelRunner]:
    with KernelRunner() as shared:
        yield shared


@pytest.mark.long
def test_values_that_are_as_expected(runner: KernelRunner, tmp_path: Path) -> None:
    data = scalar_kernel("sqrt")
    path = tmp_path / "k.air"
    path.write_bytes(data)
    linked = link([path])
    for source in (data, memoryview(data), path, str(path), linked, linked.library, mtlb.read_module(data)):
        out = np.zeros_like(X)
        result = runner(source, "k", 64, 32, buffers={"in0": X, "out": out}, expect={"out": np.sqrt(X)})
        assert result.is_clean and result.counts["accesses"] == 128
    assert run_kernel(data, "k", 64, buffers={"in0": X, "out": np.ones(64, "f4")}, check=False).is_clean


def test_values_that_are_not(runner: KernelRunner) -> None:
    out = np.zeros_like(X)
    with pytest.raises(AssertionError) as caught:
        runner(scalar_kernel("sqrt"), "k", 64, buffers={"in0": X, 1: out}, expect={1: 1.0}, tolerance=0.25)
    assert str(caught.value) == (
        "function 'k' of a library that the test made:\n"
        "  1: element 0 is 0.0, expected 1.0 (difference 1, tolerance 0.25); 32 of 64 elements differ"
    )


def test_findings_are_failures(runner: KernelRunner) -> None:
    with pytest.raises(AssertionError, match=r"(?s)of a library that .*\n  error: out-of-bounds: writes outside"):
        runner(scalar_kernel("sqrt"), "k", 64, buffers={"in0": X, "out": np.zeros(63, "f4")})


@pytest.mark.long
def test_textures_and_outputs(runner: KernelRunner) -> None:
    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        image, place = k.texture("image", texture2d(f32, "write"), 0), k.builtin("thread_position_in_grid", emit.uint2)
        b = k.entry()
        b.texture.write(image, b.const(float4, (1.0, 0.5, 0.25, 1.0)), place)

    image = Image(np.zeros((4, 4, 4), "f4"))
    runner(kernel(body), "k", (4, 4), textures={"image": image}, expect={"image": np.tile([1, 0.5, 0.25, 1], 16)})
    module = emit.Module("macos14")
    v = module.vertex("v")
    number = v.builtin("vertex_id", u32)
    v.out("place", float4, "position")
    b = v.entry()
    b.ret(place=b.vector(b.convert(number, f32), 0.0, 0.0, 1.0))
    runner(module.air_bytes(), "v", 3, expect={"place": [0, 0, 0, 1, 1, 0, 0, 1, 2, 0, 0, 1]})


def test_wrong_requests(runner: KernelRunner) -> None:
    data, out = scalar_kernel("sqrt"), np.zeros_like(X)
    buffers = {"in0": X, "out": out}
    with pytest.raises(BuildError, match="expect: there is no 'result'; there are 'in0', 'out'"):
        runner(data, "k", 64, buffers=buffers, expect={"result": 1})
    with pytest.raises(BuildError, match="expect 'out': 64 elements, expected 3"):
        runner(data, "k", 64, buffers=buffers, expect={"out": [1, 2, 3]})
    with pytest.raises(BuildError, match="expect 'out': elements of type <U1 can't be compared"):
        runner(data, "k", 64, buffers=buffers, expect={"out": "x"})
    with pytest.raises(BuildError, match="no function 'other'"):
        runner(data, "other", 64, buffers=buffers)


@pytest.mark.long
def test_it_goes_on_after_a_crash(runner: KernelRunner) -> None:
    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        out, i = k.buffer("out", u32, 0), k.builtin("thread_position_in_grid", u32)
        k.entry()
        out[i << 28].store(i)

    with pytest.raises(RunError, match="did not survive"):
        runner(kernel(body), "k", 16, buffers={"out": np.zeros(4, "u4")}, check=False)
    test_values_that_are_not(runner)
