"""Two shaders for SDL_GPU as Metal libraries, which SDL loads as they are.

    glslangValidator -V -o sprites.vert.spv sprites.vert     # the result is beside this file
    glslangValidator -V -o sprites.frag.spv sprites.frag
    python build.py DIRECTORY

writes what `mtlb link sprites.vert.spv --slots sdl --platform macos --min-os 11.0 -o sprites.vert.metallib` does, and
prints for each the numbers of SDL_GPUShaderCreateInfo, which SDL needs beside the library:

    SDL_GPUShaderCreateInfo info = {
        .code = bytes, .code_size = size, .format = SDL_GPU_SHADERFORMAT_METALLIB, .entrypoint = "main0",
        .stage = SDL_GPU_SHADERSTAGE_VERTEX, .num_storage_buffers = 1, .num_uniform_buffers = 1,
    };
    SDL_GPUShader *shader = SDL_CreateGPUShader(device, &info);
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import mtlb
from mtlb.spirv import SpirvModule, SpirvVariable, TypeImage, TypeSampledImage, read
from mtlb.spirv.enumerants import Decoration, StorageClass
from mtlb.translate import ShaderOptions

HERE = Path(__file__).resolve().parent
SHADERS = ("sprites.vert", "sprites.frag")


def library(name: str, platform: str = "macos", min_os: str = "11.0") -> bytes:
    """The Metal library of a shader, with its entry point `main0`."""
    path = HERE / f"{name}.spv"
    linked = mtlb.link([path], platform=platform, min_os=min_os, shader=ShaderOptions(slots="sdl"))
    return mtlb.write(linked.library)


def numbers(module: SpirvModule) -> dict[str, int]:
    """The numbers of SDL_GPUShaderCreateInfo: how many resources of each kind the shader has."""
    found = dict.fromkeys(("num_samplers", "num_storage_textures", "num_storage_buffers", "num_uniform_buffers"), 0)
    for variable in module.variables.values():
        known = module.type(variable.pointee)
        if isinstance(known, TypeSampledImage):
            found["num_samplers"] += 1
        elif isinstance(known, TypeImage):
            found["num_storage_textures"] += 1
        elif is_storage(module, variable):
            found["num_storage_buffers"] += 1
        elif variable.storage is StorageClass.Uniform:
            found["num_uniform_buffers"] += 1
    return found


def is_storage(module: SpirvModule, variable: SpirvVariable) -> bool:
    """Whether a buffer is one of storage: SPIR-V before 1.3 says it of its type."""
    old = module.decoration(variable.pointee, Decoration.BufferBlock) is not None
    return variable.storage is StorageClass.StorageBuffer or old


def main(directory: str) -> None:
    """Write the libraries, print the numbers."""
    for name in SHADERS:
        path = Path(directory) / f"{name}.metallib"
        path.write_bytes(library(name))
        found = numbers(read((HERE / f"{name}.spv").read_bytes()))
        print(json.dumps({"file": path.name, "entrypoint": "main0", **found}))


if __name__ == "__main__":
    main(sys.argv[1])
