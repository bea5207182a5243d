"""The names of the stand-ins, without what is behind them: for suggestions and completion."""

from __future__ import annotations

__all__ = ["APPLE_NAMES"]

APPLE_NAMES = (
    "metal",
    "metallib",
    "air-lld",
    "metal-lld",
    "metal-lipo",
    "metal-nm",
    "metal-objdump",
    "metal-readobj",
    "metal-size",
    "metal-source",
    "metal-strip",
    "xcrun",
)
