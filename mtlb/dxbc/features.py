"""Hardware features that a shader needs (SFI0): 64 flags."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..base.binary import Buffer
from .view import PartView

FEATURES = (
    "Double-precision floating point",
    "Raw and Structured buffers",
    "UAVs at every shader stage",
    "64 UAV slots",
    "Minimum-precision data types",
    "Double-precision extensions for 11.1",
    "Shader extensions for 11.1",
    "Comparison filtering for feature level 9",
    "Tiled resources",
    "PS Output Stencil Ref",
    "PS Inner Coverage",
    "Typed UAV Load Additional Formats",
    "Raster Ordered UAVs",
    "SV_RenderTargetArrayIndex or SV_ViewportArrayIndex from any shader feeding rasterizer",
    "Wave level operations",
    "64-Bit integer",
    "View Instancing",
    "Barycentrics",
    "Use native low precision",
    "Shading Rate",
    "Raytracing tier 1.1 features",
    "Sampler feedback",
    "64-bit Atomics on Typed Resources",
    "64-bit Atomics on Group Shared",
    "Derivatives in mesh and amplification shaders",
    "Resource descriptor heap indexing",
    "Sampler descriptor heap indexing",
    "reserved",
    "64-bit Atomics on Heap Resources",
    "Advanced Texture Ops",
    "Writeable MSAA Textures",
    "SampleCmp with gradient or bias",
    "Extended command info",
)
"""The features by bit, in the compilers' words."""


@dataclass(frozen=True)
class Features:
    """The 64 bits."""

    flags: int
    view: PartView

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the bits that are set."""
        return feature_names(self.flags)


def feature_names(flags: int) -> tuple[str, ...]:
    """The names of the bits that are set; unknown bits appear as numbers."""
    bits = (bit for bit in range(flags.bit_length()) if flags >> bit & 1)
    return tuple(FEATURES[bit] if bit < len(FEATURES) else f"unknown bit {bit}" for bit in bits)


def read_features(data: Buffer, *, base: int = 0) -> Features:
    """The contents of an SFI0 part. Raises FormatError if it has fewer than 8 bytes."""
    view = PartView(data, base, "SFI0")
    low, high = view.words(0, 2, "flags")
    return Features(low | high << 32, view)


def feature_lines(features: Features) -> Iterator[str]:
    """The note in the listing, without the leading slashes; empty without features."""
    if features.flags:
        yield "Note: shader requires additional functionality:"
        for name in features.names:
            yield f"      {name}"
        yield ""
        yield ""
