"""The names of the stand-ins, without importing them: for suggestions and completion."""

from __future__ import annotations

APPLE_NAMES = (
    "metal",
    "metallib",
    "air-lld",
    "metal-lld",
    "metal-ar",
    "metal-dsymutil",
    "metal-libtool",
    "metal-lipo",
    "metal-nm",
    "metal-objdump",
    "metal-ranlib",
    "metal-readobj",
    "metal-size",
    "metal-source",
    "metal-strip",
    "xcrun",
)
