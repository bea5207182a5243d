"""A shader of the corpus, built again: its instructions and its metadata are those that Apple's compiler wrote."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from mtlb import emit
from mtlb.bitcode import read_module
from mtlb.container import open as open_library
from mtlb.emit import f16, f32, float2, float4, half2, half3, half4, texture2d
from mtlb.ir import ConstantAsMetadata, Function, MDNode, MDString, Module

IDENT = "Apple metal version 32023.368 (metalfe-32023.368)"


def imgui_fragment() -> emit.Module:
    m = emit.Module(emit.Target("macos14", sdk=(15, 1)), "main0", ident=IDENT)
    f = m.fragment("main0")
    color = f.stage_in("In_Color", float4, user="locn0")
    uv = f.stage_in("In_UV", float2, user="locn1")
    image, filter_ = f.texture("sTexture", texture2d(f32), 0), f.sampler("sTextureSmplr", 0)
    f.out(float4, name="fColor")
    b = f.entry()
    b.ret(b.texture.sample(image, filter_, uv) * color)
    return m


def instructions(module: Module) -> list[str]:
    """Bodies and declarations, without what names attributes and metadata."""
    lines = [line for line in module.text().splitlines() if line.startswith(("declare", "  "))]
    return [re.sub(r"(, !(alias\.scope|noalias|tbaa) !\d+)| #\d+", "", line) for line in lines]


def flat(node: MDNode) -> list[object]:
    """The operands of a node and of all nodes in it."""
    values: list[object] = []
    for field in node.fields:
        if isinstance(field, MDNode):
            values += ["(", *flat(field), ")"]
        elif isinstance(field, MDString):
            values.append(field.value)
        elif isinstance(field, ConstantAsMetadata):
            value = field.value
            values.append("function" if isinstance(value, Function) else getattr(value, "params", None))
    return values


def splat_fragment() -> emit.Module:
    m = emit.Module(emit.Target("macos14", sdk=(26, 1)), "splat")
    pixel = m.struct("DepthFragmentValues", [("color", half4), ("depth", f32)])
    f = m.fragment("gaussianFragmentShader")
    f.builtin("position")
    for name, type in (("relativePosition", half2), ("color", half3), ("opacity", f16)):
        f.stage_in(name, type)
    before = f.imageblock_data("previous", pixel, raster_order_group=0)
    f.imageblock_out("values", pixel, raster_order_group=0)
    f.entry().ret((before["color"], before["depth"] + 1.0))
    return m


def depth_fragment() -> emit.Module:
    m = emit.Module(emit.Target("macos14", sdk=(26, 1)), "depth")
    f = m.fragment("postprocessFragmentShader")
    pixel = m.struct("DepthFragmentValues", [("color", half4), ("depth", f32)])
    values = f.imageblock_data("values", pixel, raster_order_group=0)
    f.out(half4, name="color")
    f.depth("depth")
    f.entry().ret(values["color"], values[1])
    return m


@pytest.mark.corpus
@pytest.mark.parametrize("build", [splat_fragment, depth_fragment])
def test_data_of_an_imageblock(corpus_libraries: list[Path], build: Callable[[], emit.Module]) -> None:
    path = next((path for path in corpus_libraries if "HardwareGaussianShaders" in path.name), None)
    if path is None:
        pytest.skip("the corpus does not have this library")
    result = read_module(build().air_bytes())
    (function,) = [function for function in result.functions if function.is_definition]
    with open_library(path) as library:
        (actual,) = [item for item in library.functions if item.name == function.name]
        apple = read_module(bytes(actual.module))
    theirs = apple.function(function.name)
    assert theirs is not None
    expected, inputs = flat(apple.named_metadata["air.fragment"][0]), flat(result.named_metadata["air.fragment"][0])
    assert inputs == expected
    signatures = [
        next(line for line in item.text().splitlines() if line.startswith("define")).partition(")")[0]
        for item in (apple, result)
    ]
    assert signatures[0] == signatures[1]


@pytest.mark.corpus
def test_a_fragment_function_of_the_corpus(corpus_libraries: list[Path]) -> None:
    path = next((path for path in corpus_libraries if "sdlgpu3_shaders.h@5e80" in path.name), None)
    if path is None:
        pytest.skip("the corpus does not have this library")
    with open_library(path) as library:
        apple = read_module(bytes(library.functions[0].module))
    result = read_module(imgui_fragment().air_bytes())
    assert instructions(result) == instructions(apple)
    for name, nodes in apple.named_metadata.items():
        assert [flat(node) for node in result.named_metadata[name]] == [flat(node) for node in nodes]
