"""The command lines of well-known builds with their sources, through our own compiler: no Mac, no MTLB_METAL.

Where they are published: PyTorch's cmake/Metal.cmake, llama.cpp's ggml/src/ggml-metal/CMakeLists.txt, MLX's
mlx/backend/metal/kernels/CMakeLists.txt (golden/builds/mlx), tinygrad's ops_metal.py.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

import mtlb
from mtlb.container.verify import verify
from tests.cli.apple_tools import environment, installed
from tests.conftest import shared_directory
from tests.metal.needed import needs_clang

pytestmark = [needs_clang, pytest.mark.long]

KERNEL = """#include <metal_stdlib>
#include "scale.h"
#pragma METAL internals : enable
using namespace metal;
kernel void scale(device float* p [[buffer(0)]], uint i [[thread_position_in_grid]]) { p[i] = p[i] * SCALE + 1.0; }
"""
PROBES = {
    "bfloat_inc": "kernel void inc(device bfloat* ptr, uint idx [[thread_position_in_grid]]) { ptr[idx] += 1; }\n",
    "lambda_test": "kernel void test(device float* ptr, uint idx [[thread_position_in_grid]]) {\n"
    "  auto fn = [](float x) { return x + 1.0; };\n  ptr[idx] = fn(ptr[idx]);\n}\n",
}


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return installed(tmp_path_factory.mktemp("tools"))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "a project"
    (folder / "headers").mkdir(parents=True)
    (folder / "headers" / "scale.h").write_text("#define SCALE 2\n")
    (folder / "kernel.metal").write_text(KERNEL)
    for name, text in PROBES.items():
        (folder / f"{name}.metal").write_text("\n" + text)
    return folder


def build(line: str, where: Path, tools: Path, data: str | None = None) -> str:
    """Run a line of a build as it is written; it ends with 0 and says nothing."""
    done = subprocess.run(
        line, cwd=where, env=environment(tools), shell=True, capture_output=True, text=True, timeout=120, input=data
    )
    assert (done.returncode, done.stderr) == (0, ""), f"{line}\n{done.stderr}"
    return done.stdout


def scaled(library: Path) -> None:
    """The library has the kernel, and it does what its source says."""
    assert verify(library.read_bytes()) == []
    [function] = mtlb.open(library).functions
    data = np.arange(8, dtype=np.float32)
    mtlb.run(function.bitcode, "scale", 8, 8, buffers={"p": data}, check=True)
    assert (data == np.arange(8) * 2 + 1).all()


def test_pytorch(project: Path, tools: Path) -> None:
    build("xcrun metal -std=metal3.1 bfloat_inc.metal", project, tools)
    build("xcrun metal -std=metal4.0 -c lambda_test.metal -o /dev/null", project, tools)
    words = "-Wall -Wextra -fno-fast-math -Werror"
    build(f"xcrun metal -c kernel.metal -I . -I headers -o kernel_30.air -std=metal3.0 {words}", project, tools)
    build("xcrun metallib -o kernels.metallib kernel_30.air", project, tools)
    scaled(project / "kernels.metallib")


def test_a_library_named_like_a_module(project: Path, tools: Path) -> None:
    """Without -c the output is a library, whatever its name; no input has this name."""
    build("xcrun metal -Iheaders -fdebug-info-for-profiling -o kernel.air kernel.metal", project, tools)
    scaled(project / "kernel.air")


@pytest.mark.parametrize("words", ["-O3", "-fno-fast-math -fno-inline", "-O3 -mmacosx-version-min=14.0 -std=metal3.1"])
def test_llama_cpp(project: Path, tools: Path, words: str) -> None:
    """Its two commands with a pipe between them."""
    line = f"xcrun -sdk macosx metal -Iheaders {words} -c kernel.metal -o - |xcrun -sdk macosx metallib - -o a.metallib"
    build(line, project, tools)
    scaled(project / "a.metallib")


def test_tinygrad(project: Path, tools: Path) -> None:
    """A source from a pipe, and its module to one."""
    line = "xcrun -sdk macosx metal -Iheaders -x metal -c - -o - | xcrun -sdk macosx metallib - -o - > b.metallib"
    build(line, project, tools, KERNEL)
    scaled(project / "b.metallib")


def test_xcode(project: Path, tools: Path) -> None:
    """What Xcode's build system passes: its options are known from the logs of builds."""
    words = (
        "-c -target air64-apple-macos14.0 -gline-tables-only -frecord-sources -I../nowhere -Iheaders -F. -isysroot /x "
        "-ffast-math -fmetal-math-mode=fast -fmetal-math-fp32-functions=fast -serialize-diagnostics kernel.dia "
        "-o out/kernel.air -index-store-path store -fmodules-cache-path=x -MMD -MT dependencies -MF out/kernel.dat"
    )
    (project / "out").mkdir()
    build(f"metal {words} kernel.metal", project, tools)
    build("metal -target air64-apple-macos14.0 -isysroot /x -o default.metallib out/kernel.air", project, tools)
    scaled(project / "default.metallib")
    rule = (project / "out/kernel.dat").read_text()
    assert rule.startswith("dependencies: \\\n") and "kernel.metal" in rule and "headers/scale.h" in rule


def test_an_error_ends_a_build(project: Path, tools: Path) -> None:
    (project / "kernel.metal").write_text("kernel void k(device float* p) {\n\tp[0] = q;\n}\n")
    line = "xcrun -sdk macosx metal -c kernel.metal -o kernel.air"
    done = subprocess.run(line, cwd=project, env=environment(tools), shell=True, capture_output=True, text=True)
    assert done.returncode == 1 and done.stderr.startswith("kernel.metal:2:9: error: use of undeclared identifier 'q'")
    assert not (project / "kernel.air").exists()


_APP = """cmake_minimum_required(VERSION 3.21)
project(app LANGUAGES NONE)
find_program(XCRUN xcrun REQUIRED)
execute_process(COMMAND ${XCRUN} -sdk macosx -find metal OUTPUT_VARIABLE METAL OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
foreach(shader kernel other)
  add_custom_command(
    OUTPUT ${shader}.air
    COMMAND ${XCRUN} -sdk macosx metal -target air64-apple-macos14.0 -gline-tables-only -frecord-sources
            -I${CMAKE_SOURCE_DIR}/headers -MMD -MT ${shader}.air -MF ${shader}.d
            $<IF:$<CONFIG:Debug>,-O0,-Os> -fmodules-cache-path=${CMAKE_BINARY_DIR}/modules
            -c ${CMAKE_SOURCE_DIR}/${shader}.metal -o ${shader}.air
    DEPENDS ${shader}.metal
    DEPFILE ${shader}.d
    VERBATIM)
  list(APPEND AIR ${shader}.air)
endforeach()
add_custom_command(OUTPUT default.metallib COMMAND ${XCRUN} -sdk macosx metallib ${AIR} -o default.metallib
                   DEPENDS ${AIR} VERBATIM)
add_custom_target(shaders ALL DEPENDS default.metallib)
"""


@pytest.mark.skipif(any(shutil.which(item) is None for item in ("cmake", "ninja")), reason="no cmake or ninja")
@pytest.mark.parametrize("kind", ["Debug", "Release"])
def test_an_app_by_cmake(project: Path, tools: Path, kind: str) -> None:
    """Two sources, a header that changes, and nothing to do in between."""
    (project / "CMakeLists.txt").write_text(_APP)
    (project / "other.metal").write_text(KERNEL.replace("void scale", "void other"))
    build(f"cmake -S . -B build -G Ninja -DCMAKE_BUILD_TYPE={kind}", project, tools)
    assert "default.metallib" in build("cmake --build build", project, tools)
    library = project / "build/default.metallib"
    first = library.read_bytes()
    assert {function.name for function in mtlb.open(library).functions} == {"scale", "other"}
    assert verify(first) == []
    assert "no work to do" in build("cmake --build build", project, tools)
    (project / "headers/scale.h").write_text("#define SCALE 3\n")
    assert "[3/3]" in build("cmake --build build", project, tools)
    assert library.read_bytes() != first


_PROJECT = """cmake_minimum_required(VERSION 3.20)
project(mlx LANGUAGES C)
set(MLX_METAL_PATH ${CMAKE_BINARY_DIR}/metal)
set(MLX_METAL_VERSION 310)
set(MLX_METAL_JIT ON)
set(CMAKE_OSX_DEPLOYMENT_TARGET 14.0)
file(MAKE_DIRECTORY ${MLX_METAL_PATH})
file(WRITE ${CMAKE_BINARY_DIR}/mlx.c "int mlx;")
add_library(mlx STATIC ${CMAKE_BINARY_DIR}/mlx.c)
add_subdirectory(mlx/backend/metal/kernels)
"""


@pytest.mark.oracle
@pytest.mark.skipif(any(shutil.which(item) is None for item in ("cmake", "ninja", "cc")), reason="no cmake or ninja")
def test_mlx_by_cmake(tmp_path: Path, tools: Path) -> None:
    """MLX's own CMakeLists.txt of its kernels, unchanged, with its sources: what a just-in-time build has compiled."""
    sources = shared_directory() / "metal/mlx/mlx"
    if not sources.is_dir():
        pytest.skip("no sources of MLX")
    (tmp_path / "mlx").symlink_to(sources)
    text = (sources / "backend/metal/kernels/CMakeLists.txt").read_text()
    assert "xcrun -sdk macosx metal" in text
    (tmp_path / "CMakeLists.txt").write_text(_PROJECT)
    build("cmake -S . -B build -G Ninja", tmp_path, tools)
    done = subprocess.run(
        ["cmake", "--build", "build", "--target", "mlx-metallib", "--parallel", "2"],
        cwd=tmp_path,
        env=environment(tools),
        capture_output=True,
        text=True,
        timeout=900,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    names = {function.name for function in mtlb.open(tmp_path / "build/metal/mlx.metallib").functions}
    assert {"rope_float16", "layer_normfloat32", "rbitsc"} <= names and len(names) > 300
    assert "ninja: no work to do" in build("cmake --build build --target mlx-metallib", tmp_path, tools)
