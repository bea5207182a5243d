"""Emit a library from AIR bitcode, as a compiler with its own back end would.

    python examples/emit_library.py golden/air -o triangle.metallib

The modules of that directory represent the compiler's output in memory; the facts about each function are below.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import mtlb
from mtlb.base.metal import DataType
from mtlb.container import ConstantTag, VertexAttribute


def emit(modules: Path) -> mtlb.Library:
    """A library for macOS 14 with a compute kernel and the two halves of a render pipeline."""
    builder = mtlb.LibraryBuilder(platform="macos", min_os="14.0")
    builder.add("saxpy", "kernel", (modules / "saxpy.air").read_bytes())
    builder.add(
        "triangle_vertex",
        "vertex",
        (modules / "triangle_vertex.air").read_bytes(),
        vertex_attributes=[
            VertexAttribute("position", 0, DataType.FLOAT2),
            VertexAttribute("color", 1, DataType.FLOAT4),
            VertexAttribute("uv", 5, DataType.FLOAT2, active=False),
        ],
    )
    builder.add(
        "triangle_fragment",
        "fragment",
        (modules / "triangle_fragment.air").read_bytes(),
        function_constants=[
            ConstantTag("textured", DataType.BOOL, 0, required=False),
            ConstantTag("gain", DataType.FLOAT, 3),
        ],
    )
    return builder.build()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("modules", type=Path, help="directory with the three modules")
    parser.add_argument("-o", "--output", type=Path, required=True)
    arguments = parser.parse_args()
    mtlb.save(emit(arguments.modules), arguments.output)


if __name__ == "__main__":
    main()
