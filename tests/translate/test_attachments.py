"""Input attachments: colors that the function gets as arguments, or textures that it reads at its own pixel."""

from __future__ import annotations

import numpy as np
import pytest

import mtlb
from mtlb.base.errors import UnsupportedError
from mtlb.translate import ShaderOptions, translate
from tests.translate.assembler import HEAD, TYPES, assemble


def shader(*, coordinate: str = "%zero", samples: int = 0) -> bytes:
    """A fragment function that doubles attachment 1, which a function of its own reads."""
    operands = "Sample %i1" if samples else ""
    return assemble(
        f"""{HEAD.replace("Shader", "InputAttachment")}
        OpEntryPoint Fragment %main "main" %color
        OpExecutionMode %main OriginUpperLeft
        OpDecorate %color Location 0
        OpDecorate %attachment DescriptorSet 0
        OpDecorate %attachment Binding 2
        OpDecorate %attachment InputAttachmentIndex 1
        {TYPES}
        %image = OpTypeImage %float SubpassData 0 0 {samples} 2 Unknown
        %pimage = OpTypePointer UniformConstant %image
        %attachment = OpVariable %pimage UniformConstant
        %pcolor = OpTypePointer Output %v4float
        %color = OpVariable %pcolor Output
        %v2int = OpTypeVector %int 2
        %zero = OpConstantComposite %v2int %i0 %i0
        %right = OpConstantComposite %v2int %i1 %i0
        %reads = OpTypeFunction %v4float %image
        %read = OpFunction %v4float None %reads
        %parameter = OpFunctionParameter %image
        %in = OpLabel
        %texel = OpImageRead %v4float %parameter {coordinate} {operands}
        OpReturnValue %texel
        OpFunctionEnd
        %main = OpFunction %void None %function
        %start = OpLabel
        %loaded = OpLoad %image %attachment
        %found = OpFunctionCall %v4float %read %loaded
        %twice = OpFAdd %v4float %found %found
        OpStore %color %twice
        OpReturn
        OpFunctionEnd"""
    )


COLORS = np.arange(24, dtype=np.float32).reshape(2, 3, 4)


def drawn(data: bytes, target: str = "macos14", **value: object) -> np.ndarray:
    translation = translate(data, target, options=ShaderOptions(input_attachments=value.pop("form", "fetch")))  # type: ignore[arg-type]
    assert translation.module.check() == []
    library = mtlb.link([translation.module]).library
    (color,) = mtlb.run(library, "main_", (3, 2), **value).outputs.values()  # type: ignore[arg-type]
    return np.asarray(color)


@pytest.mark.parametrize("target", ["macos11", "macos26", "ios17"])
def test_a_color_of_the_render_pass(target: str) -> None:
    actual = drawn(shader(), target, inputs={"global": COLORS})
    np.testing.assert_array_equal(actual.reshape(2, 3, 4), COLORS * 2)


@pytest.mark.parametrize("coordinate", ["%zero", "%right"])
def test_a_texture_is_read_at_the_pixel(coordinate: str) -> None:
    actual = drawn(shader(coordinate=coordinate), form="texture", textures={"global": COLORS})
    moved = COLORS if coordinate == "%zero" else np.concatenate([COLORS[:, 1:], np.zeros((2, 1, 4))], 1)
    np.testing.assert_array_equal(actual.reshape(2, 3, 4)[:, :2], moved[:, :2] * 2)


def test_samples_make_a_texture() -> None:
    translation = translate(shader(samples=1), "macos14")
    (bound,) = translation.bindings
    assert bound.type == "texture2d_ms<float, read>" and bound.slots == {"texture": 0}


def test_another_pixel_is_refused() -> None:
    with pytest.raises(mtlb.UnsupportedError, match="another pixel of an input attachment"):
        translate(shader(coordinate="%right"), "macos14")
    (bound,) = translate(shader(), "macos14").bindings
    assert bound.type == "float4" and bound.slots == {"color": 1}


def tile_images(read: str) -> bytes:
    """A fragment function that reads color attachment 1, and the second image from attachment 2 on."""
    return assemble(
        f"""
        OpCapability TileImageColorReadAccessEXT
        OpCapability TileImageDepthReadAccessEXT
        OpCapability TileImageStencilReadAccessEXT
        {HEAD.replace("OpMemoryModel", 'OpExtension "SPV_EXT_shader_tile_image"' + chr(10) + "OpMemoryModel")}
        OpEntryPoint Fragment %main "main" %color
        OpExecutionMode %main OriginUpperLeft
        OpExecutionMode %main EarlyFragmentTests
        OpDecorate %color Location 0
        OpDecorate %single Location 1
        OpDecorate %several Location 2
        {TYPES}
        %u2 = OpConstant %uint 2
        %image = OpTypeImage %float TileImageDataEXT 0 0 0 2 Unknown
        %pimage = OpTypePointer TileImageEXT %image
        %single = OpVariable %pimage TileImageEXT
        %images = OpTypeArray %image %u2
        %pimages = OpTypePointer TileImageEXT %images
        %several = OpVariable %pimages TileImageEXT
        %pcolor = OpTypePointer Output %v4float
        %color = OpVariable %pcolor Output
        %main = OpFunction %void None %function
        %start = OpLabel
        %first = OpLoad %image %single
        %place = OpAccessChain %pimage %several %i1
        %other = OpLoad %image %place
        %x = OpColorAttachmentReadEXT %v4float %first
        %y = OpColorAttachmentReadEXT %v4float %other
        {read}
        %sum = OpFSub %v4float %x %y
        OpStore %color %sum
        OpReturn
        OpFunctionEnd"""
    )


def test_tile_images_are_colors_of_the_render_pass() -> None:
    translation = translate(tile_images(""), "macos14")
    assert translation.module.check() == []
    assert [bound.slots for bound in translation.bindings] == [{"color": 1}, {"color": 2}, {"color": 3}]
    names = [bound.name for bound in translation.bindings]
    inputs = dict(zip(names, (COLORS * 3, COLORS * 7, COLORS), strict=True))
    np.testing.assert_array_equal(drawn(tile_images(""), inputs=inputs).reshape(2, 3, 4), COLORS * 2)


@pytest.mark.parametrize(
    ("read", "reason"),
    [
        ("%z = OpColorAttachmentReadEXT %v4float %first %u2", "OpColorAttachmentReadEXT .*the color of a sample"),
        (
            "%z = OpDepthAttachmentReadEXT %float",
            "OpDepthAttachmentReadEXT .*colors of the render pass, not its depths",
        ),
        ("%z = OpStencilAttachmentReadEXT %uint", "OpStencilAttachmentReadEXT .*not its depths or stencils"),
    ],
)
def test_what_tile_images_can_not_read(read: str, reason: str) -> None:
    with pytest.raises(UnsupportedError, match=reason):
        translate(tile_images(read), "macos14")
