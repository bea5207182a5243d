"""A picture from WGSL without a Mac: Naga writes SPIR-V, mtlb a Metal library of it, which runs here.

    naga picture.wgsl picture.spv          # or any other compiler of SPIR-V; the result is beside this file
    python picture.py picture.png

The library is what `mtlb link --flip-y picture.spv -o picture.metallib` writes; wgpu's Metal layer binds its resources
as it does those of Naga's Metal source.
"""

from __future__ import annotations

import struct
import sys
import zlib
from pathlib import Path

import numpy as np

import mtlb
from mtlb.translate import ShaderOptions, translate

HERE = Path(__file__).resolve().parent
SIZE = 96, 64  # pixels


def library(target: str = "macos14") -> bytes:
    """The Metal library: Naga's positions are Vulkan's, with y down, so they are turned."""
    options = ShaderOptions(flip_y=True)
    made = translate((HERE / "picture.spv").read_bytes(), target, name="picture", options=options)
    return mtlb.write(mtlb.link([made.module]).library)


def picture(data: bytes) -> np.ndarray:
    """The pixels, row by row from the top: three vertices cover the picture, then every pixel is colored."""
    width, height = SIZE
    vertices = mtlb.run(data, "vs_main", 3)
    x, y = np.meshgrid((np.arange(width) + 0.5) / width * 2 - 1, 1 - (np.arange(height) + 0.5) / height * 2)
    corners = np.asarray(vertices.outputs["position"])
    # Where a pixel is in the triangle, and what is interpolated there.
    pixels = np.stack([x, y, np.ones_like(x)], axis=-1)
    weights = pixels @ np.linalg.inv(np.c_[corners[:, :2], np.ones(3)])
    at = (weights @ np.asarray(vertices.outputs["member"])).astype(np.float32)
    scene = np.array([1, 1, 1, 0.75, 0.9, 0.5, 0.3, 1, 0.1, 0.1, 0.4, 1], dtype=np.float32)
    colors = mtlb.run(data, "fs_main", SIZE, buffers={0: scene}, inputs={"member": at})
    return (np.clip(colors.outputs["member"], 0, 1) * 255 + 0.5).astype(np.uint8).reshape(height, width, 4)


def png(pixels: np.ndarray) -> bytes:
    """The picture as a file."""
    height, width, _ = pixels.shape

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    rows = b"".join(b"\0" + row.tobytes() for row in pixels)
    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(png(picture(library())))
