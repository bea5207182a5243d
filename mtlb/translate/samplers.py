"""Constexpr samplers, and their conversions of images with several planes: Vulkan's immutable samplers and Y'CbCr
conversions, as MoltenVK passes them to SPIRV-Cross (`MSLConstexprSampler`)."""

from __future__ import annotations

from typing import Any

from ..base.classes import dataclass
from ..base.errors import BuildError

SETTINGS = {
    "filter": str,
    "mag_filter": str,
    "min_filter": str,
    "mip_filter": str,
    "address": str,
    "coordinates": str,
    "compare": str,
    "max_anisotropy": int,
    "lod_clamp": list,
}
"""The arguments of `mtlb.emit.Module.sampler`, and their keys in a file."""
COEFFICIENTS = {"bt709": (0.2126, 0.0722), "bt601": (0.299, 0.114), "bt2020": (0.2627, 0.0593)}
"""The weights of red and blue in the luma (Khronos Data Format Specification, section 15.1)."""
_WORDS = {
    "model": ("rgb", "ycbcr", *COEFFICIENTS),
    "range": ("full", "narrow"),
    "resolution": ("444", "422", "420"),
    "chroma_filter": ("nearest", "linear"),
    "x_offset": ("cosited_even", "midpoint"),
    "y_offset": ("cosited_even", "midpoint"),
}
_SWIZZLES = "rgba01"


@dataclass(frozen=True)
class YcbcrConversion:
    """A Y'CbCr conversion. `bits`: per component; `swizzle`: four of ``rgba01``."""

    planes: int = 1
    bits: int = 8
    model: str = "rgb"
    range: str = "full"
    resolution: str = "444"
    chroma_filter: str = "nearest"
    x_offset: str = "cosited_even"
    y_offset: str = "cosited_even"
    swizzle: str = "rgba"


@dataclass(frozen=True)
class ProgramSampler:
    """A constexpr sampler: the arguments of `Module.sampler`, and the conversion of the sampled colors."""

    settings: tuple[tuple[str, Any], ...] = ()
    conversion: YcbcrConversion | None = None

    @property
    def planes(self) -> int:
        """The number of textures for an image."""
        return 1 if self.conversion is None else self.conversion.planes

    @classmethod
    def from_table(cls, table: object, where: str) -> ProgramSampler:
        """Parse ``{ filter = "linear", ycbcr = { planes = 2, model = "bt709" } }``. Raises BuildError for other keys
        and values."""
        if not isinstance(table, dict):
            raise BuildError(f"bindings: {where} must be a table")
        settings: dict[str, Any] = {}
        for key, value in table.items():
            if key == "ycbcr":
                continue
            if key not in SETTINGS:
                raise BuildError(f"bindings: {where}: unknown key {key!a} (one of {', '.join((*SETTINGS, 'ycbcr'))})")
            if not isinstance(value, SETTINGS[key]) or isinstance(value, bool):
                raise BuildError(f"bindings: {where}.{key}: {value!a} is not a {SETTINGS[key].__name__}")
            settings[key] = _clamp(value, where) if key == "lod_clamp" else value
        conversion = _conversion(table["ycbcr"], f"{where}.ycbcr") if "ycbcr" in table else None
        return cls(tuple(sorted(settings.items())), conversion)


def _clamp(value: Any, where: str) -> tuple[float, float]:
    if len(value) != 2 or not all(isinstance(bound, (int, float)) for bound in value):
        raise BuildError(f"bindings: {where}.lod_clamp must be two numbers")
    return float(value[0]), float(value[1])


def _conversion(table: object, where: str) -> YcbcrConversion:
    if not isinstance(table, dict):
        raise BuildError(f"bindings: {where} must be a table")
    keys = ("planes", "bits", "swizzle", *_WORDS)
    for key, value in table.items():
        if key not in keys:
            raise BuildError(f"bindings: {where}: unknown key {key!a} (one of {', '.join(keys)})")
        if key in _WORDS and value not in _WORDS[key]:
            raise BuildError(f"bindings: {where}.{key} must be one of {', '.join(_WORDS[key])}, not {value!a}")
    planes, bits, swizzle = (table.get(key, getattr(YcbcrConversion, key)) for key in keys[:3])
    if planes not in (1, 2, 3) or isinstance(planes, bool):
        raise BuildError(f"bindings: {where}.planes must be 1, 2 or 3, not {planes!a}")
    if not isinstance(bits, int) or not 8 <= bits <= 16:
        raise BuildError(f"bindings: {where}.bits must be from 8 to 16, not {bits!a}")
    if not isinstance(swizzle, str) or len(swizzle) != 4 or not set(swizzle) <= set(_SWIZZLES):
        raise BuildError(f"bindings: {where}.swizzle must be four of {_SWIZZLES}, not {swizzle!a}")
    return YcbcrConversion(**table)
