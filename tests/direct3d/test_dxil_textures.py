"""Every operation of textures with every kind of texture: a module, or a refusal that says why."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

import mtlb
from mtlb.base.errors import UnsupportedError
from mtlb.cpu import Image, Kernel, Sampler
from mtlb.direct3d import translate_container
from mtlb.translate import ShaderOptions
from tests.conftest import every_nth
from tests.direct3d.dxil_assembler import PIXEL, SAMPLER, SRV, UAV, Shader, element
from tests.direct3d.dxil_samples import F32, HANDLE, SAMPLER_KIND, TARGET, U32, load, store

KINDS = {
    "1D": (1, 1, 0),
    "2D": (2, 2, 0),
    "2DMS": (3, 2, 0),
    "3D": (4, 3, 0),
    "Cube": (5, 3, 0),
    "1DArray": (6, 1, 1),
    "2DArray": (7, 2, 1),
    "2DMSArray": (8, 2, 1),
    "CubeArray": (9, 3, 1),
}
"""The number, the coordinates, and whether it is an array."""
_SAMPLES = {
    "sample": (60, "float undef"),
    "sampleBias": (61, "float 1.0, float undef"),
    "sampleLevel": (62, "float 1.0"),
    "sampleGrad": (63, "{gradients}, float undef"),
    "sampleCmp": (64, "float 0.5, float undef"),
    "sampleCmpLevelZero": (65, "float 0.5"),
    "sampleCmpLevel": (224, "float 0.5, float 1.0"),
    "sampleCmpGrad": (254, "float 0.5, {gradients}, float undef"),
    "sampleCmpBias": (255, "float 0.5, float 1.0, float undef"),
}
_UNSAMPLED, _FLAT, _CUBES = ("2DMS", "2DMSArray"), ("1D", "1DArray"), ("Cube", "CubeArray")
_INPUTS = [element(0, "TEXCOORD", F32, 0)]
_OUTPUTS = [element(0, "SV_Target", F32, TARGET, mode=0)]


def _coordinates(kind: str) -> str:
    """Four coordinates, undefined beyond those that there are."""
    _, count, is_array = KINDS[kind]
    return ", ".join(f"float %c{n}" if n < count + is_array else "float undef" for n in range(4))


def _offsets(kind: str, count: int = 3) -> str:
    coordinates = KINDS[kind][1]
    return ", ".join("i32 1" if n < coordinates and kind not in _CUBES else "i32 undef" for n in range(count))


def _pixel(kind: str, body: str, *, count: int = 1, component: int = F32, is_comparison: bool = False) -> Shader:
    """A pixel shader with a texture t0 and a sampler s0."""
    first = HANDLE.format("t", 0, 0, count - 1) + HANDLE.format("s", 3, 0, 0)
    first += "".join(load(f"c{n}", 0, n) for n in range(4))
    resources = [(SRV, KINDS[kind][0], 0, component, count), (SAMPLER, SAMPLER_KIND, 0, int(is_comparison))]
    return Shader(first + body + "  ret void", PIXEL, resources=resources, inputs=_INPUTS, outputs=_OUTPUTS)


def _results(call: str) -> str:
    lines = f"  %x = call %dx.types.ResRet.f32 {call}\n"
    for n in range(4):
        lines += f"  %x{n} = extractvalue %dx.types.ResRet.f32 %x, {n}\n" + store(f"%x{n}", 0, n)
    return lines


_HANDLES = "%dx.types.Handle %t, %dx.types.Handle %s"


def sampled(name: str, kind: str, count: int = 1) -> Shader:
    """A sample."""
    number, more = _SAMPLES[name]
    gradients = ", ".join("float 0.5" if n % 3 < KINDS[kind][1] else "float undef" for n in range(6))
    more = more.format(gradients=gradients)
    call = f"@dx.op.{name}.f32(i32 {number}, {_HANDLES}, {_coordinates(kind)}, {_offsets(kind)}, {more})"
    return _pixel(kind, _results(call), count=count, is_comparison="Cmp" in name)


def gathered(kind: str, *, is_compared: bool) -> Shader:
    """A gather."""
    name, number, more = ("textureGatherCmp", 74, ", float 0.5") if is_compared else ("textureGather", 73, "")
    channel = 0 if is_compared else 1
    call = (
        f"@dx.op.{name}.f32(i32 {number}, {_HANDLES}, {_coordinates(kind)}, {_offsets(kind, 2)}, i32 {channel}{more})"
    )
    return _pixel(kind, _results(call), is_comparison=is_compared)


def loaded(kind: str) -> Shader:
    """A texel, and the sizes of the texture."""
    _, count, is_array = KINDS[kind]
    places = ", ".join(f"i32 {n}" if n < count + is_array else "i32 undef" for n in range(3))
    body = _results(
        f"@dx.op.textureLoad.f32(i32 66, %dx.types.Handle %t, i32 1, {places}, {', '.join(['i32 undef'] * 3)})"
    )
    return _pixel(kind, body)


def sizes(kind: str) -> Shader:
    """The sizes of a texture."""
    body = "  %d = call %dx.types.Dimensions @dx.op.getDimensions(i32 72, %dx.types.Handle %t, i32 0)\n"
    for n in range(4):
        body += f"  %d{n} = extractvalue %dx.types.Dimensions %d, {n}\n  %f{n} = uitofp i32 %d{n} to float\n"
        body += store(f"%f{n}", 0, n)
    return _pixel(kind, body)


def level(kind: str) -> Shader:
    """The level of detail."""
    places = ", ".join(f"float %c{n}" if n < KINDS[kind][1] else "float undef" for n in range(3))
    body = f"  %l = call float @dx.op.calculateLOD.f32(i32 81, {_HANDLES}, {places}, i1 true)\n" + store("%l", 0, 0)
    return _pixel(kind, body)


def written(kind: str) -> Shader:
    """A texel that is read, written and changed atomically, of uints."""
    _, count, is_array = KINDS[kind]
    places = ", ".join(f"i32 {n}" if n < count + is_array else "i32 undef" for n in range(3))
    nothing = ", ".join(["i32 undef"] * 3)
    body = HANDLE.format("u", 1, 0, 0) + (
        f"  %x = call %dx.types.ResRet.i32 @dx.op.textureLoad.i32(i32 66, %dx.types.Handle %u, i32 undef, {places}, "
        f"{nothing})\n  %n = extractvalue %dx.types.ResRet.i32 %x, 0\n"
        f"  call void @dx.op.textureStore.i32(i32 67, %dx.types.Handle %u, {places}, i32 %n, i32 %n, i32 %n, i32 %n, "
        "i8 15)\n"
        f"  %a = call i32 @dx.op.atomicBinOp.i32(i32 78, %dx.types.Handle %u, i32 0, {places}, i32 3)\n"
        f"  %b = call i32 @dx.op.atomicCompareExchange.i32(i32 79, %dx.types.Handle %u, {places}, i32 3, i32 4)\n"
    )
    resources = [(UAV, KINDS[kind][0], 0, U32)]
    return Shader(body + store("1.0", 0, 0) + "  ret void", PIXEL, resources=resources, outputs=_OUTPUTS)


_SAMPLED = [(name, kind) for name in _SAMPLES for kind in KINDS if kind not in _UNSAMPLED]


def _check(shader: Shader, *, is_refused: bool = False, **options: str) -> None:
    data = shader.container()
    if is_refused:
        with pytest.raises(UnsupportedError):
            translate_container(data, "macos14", options=ShaderOptions(**options))
        return
    translation = translate_container(data, "macos14", options=ShaderOptions(**options))
    assert translation.module.check() == []
    translation.module.air_bytes()


@pytest.mark.parametrize("model", ["slots", "root"])
@pytest.mark.parametrize("name", every_nth(_SAMPLES, 3))
def test_samples(name: str, model: str) -> None:
    for kind in KINDS:
        if kind not in _UNSAMPLED and (kind != "3D" or "Cmp" not in name):
            # As Apple's converter has it, a texture of one dimension is one of two, which can be compared with.
            is_refused = "Cmp" in name and kind in _FLAT and model == "slots"
            _check(sampled(name, kind), is_refused=is_refused, binding_model=model)


@pytest.mark.parametrize("kind", ["2D", "2DArray", "Cube", "CubeArray"])
def test_gathers(kind: str) -> None:
    for is_compared in (False, True):
        _check(gathered(kind, is_compared=is_compared))


@pytest.mark.parametrize("model", ["slots", "root"])
def test_texels_sizes_and_levels(model: str) -> None:
    for kind in KINDS:
        if kind not in _CUBES:
            _check(loaded(kind), binding_model=model)
        _check(sizes(kind), binding_model=model)
        if kind not in _UNSAMPLED:
            _check(level(kind), binding_model=model)


@pytest.mark.parametrize("kind", ["1D", "2D", "3D", "1DArray", "2DArray"])
def test_texels_that_are_written(kind: str) -> None:
    _check(written(kind))


@pytest.mark.parametrize("model", ["slots", "root"])
def test_arrays_of_textures(model: str) -> None:
    _check(sampled("sampleLevel", "2D", count=4), binding_model=model)
    _check(sampled("sampleCmpLevelZero", "2DArray", count=3), binding_model=model)


@pytest.mark.parametrize("bits", [32, 64])
def test_gathers_of_bits(bits: int) -> None:
    """Texels of 64 bits have two components: the lower half is x."""
    call = f"@dx.op.textureGatherRaw.i{bits}(i32 223, {_HANDLES}, float 0.5, float 0.5, float undef, float undef, "
    body = f"  %x = call %dx.types.ResRet.i{bits} {call}i32 0, i32 0)\n"
    for n in range(4):
        body += f"  %x{n} = extractvalue %dx.types.ResRet.i{bits} %x, {n}\n"
        shifted = f"  %s{n} = lshr i64 %x{n}, 31\n  %w{n} = trunc i64 %s{n} to i32\n"
        body += (shifted if bits == 64 else f"  %w{n} = add i32 %x{n}, 0\n") + store(f"%w{n}", 0, n, type="i32")
    shader = _pixel("2D", body, component=U32)
    shader.outputs = [element(0, "SV_Target", U32, TARGET, mode=0)]
    translation = translate_container(shader.container(), "macos14")
    texels = np.arange(16, dtype=np.uint32).reshape(2, 2, 4) + (1 << 31)
    with Kernel(mtlb.link([translation.module]).library, translation.entry) as kernel:
        inputs = {"TEXCOORD0": np.zeros((1, 1, 4), np.float32)}
        textures, samplers = {0: Image(texels)}, {0: Sampler("nearest", "nearest")}
        result = kernel.run((1, 1), textures=textures, samplers=samplers, inputs=inputs)
    got = np.asarray(result.outputs["SV_TARGET0"]).reshape(4).tolist()
    x, y = texels[[1, 1, 0, 0], [0, 1, 1, 0], 0], texels[[1, 1, 0, 0], [0, 1, 1, 0], 1]
    assert got == (x.tolist() if bits == 32 else ((2 * y.astype(np.uint64) + 1) & 0xFFFFFFFF).tolist())


def main(folder: str) -> int:
    """Write the containers, for `tests.direct3d.dxil_road`."""
    result = {f"{name}_{kind}": sampled(name, kind) for name, kind in _SAMPLED}
    result |= {f"load_{kind}": loaded(kind) for kind in KINDS if kind not in _CUBES}
    result |= {f"sizes_{kind}": sizes(kind) for kind in KINDS}
    result |= {f"gather_{kind}": gathered(kind, is_compared=False) for kind in ("2D", "2DArray", "Cube", "CubeArray")}
    for name, item in result.items():
        (Path(folder) / f"{name}.dxbc").write_bytes(item.container())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
