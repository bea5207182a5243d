"""The example: WGSL, Naga's SPIR-V, a library, a picture."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import mtlb
from mtlb.air import read_entry_points
from mtlb.bitcode import read_module
from tests.conftest import ROOT


def example(path: str = "picture.py") -> ModuleType:
    spec = importlib.util.spec_from_file_location(Path(path).stem, ROOT / "examples/spirv" / path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.long
def test_the_picture_is_what_the_shader_says() -> None:
    module = example()
    library = module.library()
    assert mtlb.verify(library) == []
    pixels = module.picture(library)
    assert pixels.shape == (64, 96, 4) and (pixels[..., 3] == 255).all()
    top, bottom = pixels[0, 0, :3], pixels[-1, 0, :3]
    np.testing.assert_allclose(top, [26, 26, 102], atol=2)
    np.testing.assert_allclose(bottom, [230, 128, 77], atol=2)
    y, x = np.unravel_index(pixels[..., 0][16:48, 30:66].argmax(), (32, 36))
    assert y < 16 and x > 18, "the light comes from the right, above"
    assert module.png(pixels).startswith(b"\x89PNG")


def test_sdl_loads_the_libraries_as_they_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """SDL_CreateGPUShader of SDL_gpu.h: uniforms come before storage buffers, and there are as many as it is told; it
    calls the function `main0` unless it is told otherwise, and binds nothing else."""
    example("sdl/build.py").main(str(tmp_path))
    infos = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [info["num_uniform_buffers"] for info in infos] == [1, 1] and infos[0]["num_storage_buffers"] == 1
    for info in infos:
        data = (tmp_path / info["file"]).read_bytes()
        assert mtlb.verify(data) == []
        (function,) = mtlb.read(data).functions
        assert function.name == info["entrypoint"] == "main0"
        (entry,) = read_entry_points(read_module(function.module))
        buffers = {
            argument.location_index: argument.type_name for argument in entry.arguments if argument.kind == "buffer"
        }
        assert len(buffers) == info["num_uniform_buffers"] + info["num_storage_buffers"]
        assert buffers == ({0: "View", 1: "Sprites"} if "vert" in info["file"] else {0: "Light"})
        for kind, count in (
            ("texture", info["num_samplers"] + info["num_storage_textures"]),
            ("sampler", info["num_samplers"]),
        ):
            assert sorted(argument.location_index for argument in entry.arguments if argument.kind == kind) == list(
                range(count)
            )


def test_sdl_stages_fit_together() -> None:
    """The names that connect outputs and inputs, and what the vertex function computes from its buffers."""
    module = example("sdl/build.py")
    vertex, fragment = (
        read_entry_points(read_module(mtlb.read(module.library(name)).functions[0].module))[0]
        for name in module.SHADERS
    )
    outputs = {output.attribute_name for output in vertex.outputs if output.kind == "vertex_output"}
    inputs = {argument.attribute_name for argument in fragment.arguments if argument.kind == "fragment_input"}
    assert outputs == inputs == {"user(locn0)", "user(locn1)"}
    sprites = np.zeros(2, [("position", "2f4"), ("size", "2f4"), ("color", "4f4")])
    sprites["position"], sprites["size"] = [[10, 20], [64, 0]], [[20, 40], [64, 32]]
    sprites["color"] = [[1, 0, 0, 1], [0, 0.5, 0, 1]]
    view = np.array([128, 64], np.float32)
    result = mtlb.run(module.library("sprites.vert"), "main0", 12, buffers={0: view, 1: sprites}).outputs
    places = {name: np.asarray(values) for name, values in result.items()}
    corners = np.array([[0, 0], [1, 0], [0, 1], [1, 0], [1, 1], [0, 1]] * 2, np.float32)
    pixels = sprites["position"].repeat(6, 0) + corners * sprites["size"].repeat(6, 0)
    assert np.allclose(places["gl_Position"][:, :2], (pixels / view * 2 - 1) * [1, -1])
    assert np.array_equal(places["uv"], corners) and np.array_equal(places["color"], sprites["color"].repeat(6, 0))
