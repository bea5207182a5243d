"""What `Kernel.run` takes as arguments, and the shapes of what it gives back."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from mtlb import emit
from mtlb.base.errors import BuildError
from mtlb.cpu import Kernel, Sampler
from mtlb.cpu.process import Session
from mtlb.emit import f32, float2, float4, texture2d, u8, u32
from tests.cpu.kernels import kernel


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    with Session() as made:
        yield made


def copy_bytes(type_: emit.Scalar = u8) -> bytes:
    """`out[i] = x[i]`."""

    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        x, out = k.buffer("x", type_, 0, "read"), k.buffer("out", type_, 1)
        index = k.builtin("thread_position_in_grid", u32)
        b = k.entry()
        out[index].store(x[index].load())

    return kernel(body)


@pytest.mark.parametrize("given", ["f4", "f8", "i2", "u8"])
def test_a_buffer_of_bytes_takes_any_array(given: str, session: Session) -> None:
    x = np.arange(6).astype(given)
    out = np.zeros_like(x)
    with Kernel(copy_bytes(), "k", session=session) as k:
        result = k.run(x.nbytes, buffers={"x": x, "out": out})
    np.testing.assert_array_equal(out, x)
    assert result.notes[0] == f"buffer 'x' is of uchar: the array of {x.dtype} is taken by its bytes"
    assert f"{x.dtype}[6] = " in str(result)


@pytest.mark.parametrize(
    ("type_", "given"), [(f32, "f8"), (u32, "i8"), (u32, "u2"), (emit.f16, "f4"), (f32, "i1"), (u32, "?")]
)
def test_elements_of_another_size_are_an_error(type_: emit.Scalar, given: str, session: Session) -> None:
    x = np.zeros(8, given)
    with Kernel(copy_bytes(type_), "k", session=session) as k:
        with pytest.raises(BuildError, match=rf"buffer 'x' is of \w+, the array of {x.dtype}"):
            k.run(1, buffers={"x": x, "out": np.zeros(8, "u1")})
        assert k.run(1, buffers={"x": x.view("u1"), "out": np.zeros(8, "u1")}).notes == []


def sampled(session: Session, sampler: object) -> float:
    """A texel between 0 and 1, at a quarter of the way."""

    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        image, how = k.texture("image", texture2d(f32), 0), k.sampler("s", 0)
        out = k.buffer("out", f32, 0)
        b = k.entry()
        place = b.vector(b.const(f32, 1.375), b.const(f32, 0.5))
        out[0].store(b.texture.sample(image, how, place, level=0.0).x)

    out = np.zeros(1, "f4")
    image = np.array([[0.0, 1.0]], "f4")
    with Kernel(kernel(body), "k", session=session) as k:
        k.run(1, textures={"image": image}, samplers={"s": sampler}, buffers={"out": out})
    return float(out[0])


def test_samplers_by_word(session: Session) -> None:
    assert sampled(session, "nearest,repeat") == 0.0
    assert sampled(session, "linear,repeat") == sampled(session, Sampler("linear", "linear", address="repeat")) == 0.25
    assert sampled(session, "nearest") == sampled(session, Sampler()) == 1.0
    with pytest.raises(BuildError, match="'smooth' is not one of linear, nearest"):
        sampled(session, "smooth")
    with pytest.raises(BuildError, match="sampler 's': give a Sampler or its words, not 0.5"):
        sampled(session, 0.5)


def test_outputs_have_the_shapes_of_their_values(session: Session) -> None:
    module = emit.Module("macos14")
    f = module.fragment("k")
    level, uv = f.stage_in("level", f32), f.stage_in("uv", float2)
    f.out(float4, name="color")
    f.depth("depth")
    b = f.entry()
    b.ret(color=b.vector(uv.x, uv.y, level, level), depth=level + 1.0)
    levels, places = np.arange(6, dtype="f4"), np.arange(12, dtype="f4").reshape(6, 2)
    with Kernel(module.air_bytes(), "k", session=session) as k:
        result = k.run((3, 2), inputs={"level": levels, "uv": places})
    outputs = result.outputs
    assert {name: array.shape for name, array in outputs.items()} == {"color": (6, 4), "depth": (6,)}
    assert (outputs["depth"] == levels + 1).all()
    assert (outputs["color"][:, :2] == places).all()
    assert "depth: float32[6] = 1 2 3 4 5 6" in str(result).splitlines()
