"""The command lines of well-known builds, run as they were published; what comes out is what `mtlb link` makes."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.cli.apple_tools import compiler, environment, installed, module
from tests.cli.invoke import invoke
from tests.conftest import ROOT
from tests.linker.samples import archive
from tests.linker.test_sources import recorded

HELPER = ROOT / "golden/air/link_helper.air"
MLX = ROOT / "golden/builds/mlx/CMakeLists.txt"
PROJECT = """cmake_minimum_required(VERSION 3.20)
project(mlx LANGUAGES C)
set(MLX_METAL_PATH ${{CMAKE_BINARY_DIR}}/metal)
file(MAKE_DIRECTORY ${{MLX_METAL_PATH}})
set(MLX_METAL_VERSION {version})
execute_process(COMMAND xcrun -sdk macosx --show-sdk-version OUTPUT_VARIABLE MACOS_SDK_VERSION
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
file(WRITE ${{CMAKE_BINARY_DIR}}/mlx.c "int mlx;")
add_library(mlx STATIC ${{CMAKE_BINARY_DIR}}/mlx.c)
add_subdirectory(kernels)
"""


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return installed(tmp_path_factory.mktemp("tools"))


def run(words: list[str] | str, where: Path, variables: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        words, cwd=where, env=variables, capture_output=True, text=True, shell=isinstance(words, str), timeout=300
    )


def linked(inputs: list[Path], output: Path, *options: str) -> bytes:
    """The bytes that `mtlb link` makes of the inputs under the output's file name."""
    apart = output.parent / "mtlb"
    apart.mkdir(exist_ok=True)
    assert invoke("link", *inputs, "-o", apart / output.name, *options).code == 0
    return (apart / output.name).read_bytes()


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A folder with three kernels, and a compiler for them beside it."""
    names = ("binary", "copy", "unary")
    for name in names:
        (tmp_path / f"{name}.metal").touch()
    compiler(tmp_path / "compiler", {name: module(name) for name in names})
    return tmp_path


def succeeds(line: str, where: Path, tools: Path, **variables: str) -> None:
    """The line of a build ends with 0 and says nothing."""
    done = run(line, where, environment(tools, MTLB_METAL=str(where / "compiler/metal-compiler"), **variables))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", ""), line


@pytest.mark.long
def test_mlx_in_2024(sources: Path, tools: Path) -> None:
    """xcrun metallib, inputs newest first, in a build folder."""
    for name in ("binary", "copy", "unary"):
        flags = "-Wall -Wextra -fno-fast-math -D_METAL_ -gline-tables-only -frecord-sources"
        succeeds(f"xcrun -sdk macosx metal {flags} -c {name}.metal -I{sources} -o {name}.air", sources, tools)
    succeeds("xcrun -sdk macosx metallib unary.air copy.air binary.air -o mlx.metallib", sources, tools)
    airs = [sources / f"{name}.air" for name in ("unary", "copy", "binary")]
    library = sources / "mlx.metallib"
    assert library.read_bytes() == linked(airs, library, "--layout", "metallib")


@pytest.mark.long
def test_pytorch(sources: Path, tools: Path) -> None:
    for name in ("binary", "copy"):
        succeeds(f"xcrun metal -c {name}.metal -I . -o {name}.air -Wall -Wextra -fno-fast-math", sources, tools)
    succeeds("xcrun metallib -o kernels.metallib binary.air copy.air", sources, tools)
    library = sources / "kernels.metallib"
    assert library.read_bytes() == linked(
        [sources / "binary.air", sources / "copy.air"], library, "--layout", "metallib"
    )


@pytest.mark.parametrize("probe", ["-std=metal3.1 {}.metal", "-std=metal4.0 -c {}.metal -o /dev/null"])
@pytest.mark.long
def test_pytorchs_probes(probe: str, sources: Path, tools: Path) -> None:
    """By exit code: whether the compiler knows the language version."""
    succeeds(f"xcrun metal {probe.format('unary')}", sources, tools)
    (sources / "unknown.metal").touch()
    variables = environment(tools, MTLB_METAL=str(sources / "compiler/metal-compiler"))
    assert run(f"xcrun metal {probe.format('unknown')}", sources, variables).returncode == 1


@pytest.mark.long
def test_llama_cpp(sources: Path, tools: Path) -> None:
    line = (
        "xcrun -sdk macosx metal -O3 -mmacosx-version-min=14.0 -std=metal3.1 -c unary.metal -o - | "
        "xcrun -sdk macosx metallib - -o default.metallib"
    )
    succeeds(line, sources, tools)
    library = sources / "default.metallib"
    (sources / "unary.air").write_bytes(module("unary"))
    assert library.read_bytes() == linked([sources / "unary.air"], library, "--layout", "metallib")


def test_xcode(sources: Path, tools: Path) -> None:
    """What the driver runs, as real libraries record it; the run-time archive beside the modules."""
    (sources / "A.air").write_bytes(module("a"))
    (sources / "libmetal_rt_osx.a").write_bytes(archive([("target.cpp.o", HELPER.read_bytes())]))
    line = (
        "air-lld -arch air64_v26 -platform_version macos 14.0.0 15.2 -sysroot /SDKs/MacOSX15.2.sdk -o X.metallib A.air "
        "-embed_sources libmetal_rt_osx.a -mllvm -opaque-pointers=false"
    )
    succeeds(line, sources, tools)
    library = sources / "X.metallib"
    inputs = [sources / "A.air", sources / "libmetal_rt_osx.a"]
    assert library.read_bytes() == linked(inputs, library, "--platform", "macos", "--min-os", "14.0", "--embed-sources")


@pytest.mark.long
def test_archives_of_the_documentation(sources: Path, tools: Path) -> None:
    for name in "AB":
        (sources / f"{name}.air").write_bytes(module(name))
    succeeds("metal-ar r X.metalar A.air B.air", sources, tools)
    library = sources / "X.metallib"
    for tool, layout in (("metallib", "metallib"), ("metal", "air-lld")):
        succeeds(f"{tool} X.metalar -o X.metallib", sources, tools)
        assert library.read_bytes() == linked([sources / "X.metalar"], library, "--layout", layout)


@pytest.mark.long
def test_symbol_files_of_the_documentation(sources: Path, tools: Path) -> None:
    (sources / "compiler/ready/binary.air").write_bytes(bytes(recorded().data))
    succeeds("xcrun -sdk macosx metal -frecord-sources=flat binary.metal", sources, tools)
    split = (sources / "default.metallib").read_bytes(), (sources / "default.metallibsym").read_bytes()
    succeeds("xcrun -sdk macosx metal -frecord-sources binary.metal -o default.metallib", sources, tools)
    succeeds("xcrun metal-dsymutil -flat -remove-source default.metallib", sources, tools)
    assert ((sources / "default.metallib").read_bytes(), (sources / "default.metallibsym").read_bytes()) == split


# --- MLX -------------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(shutil.which("cmake") is None, reason="no cmake")
@pytest.mark.parametrize(
    ("generator", "program", "target", "version"),
    [("Unix Makefiles", "make", "14.0", 310), ("Ninja", "ninja", "26.2", 400)],
)
@pytest.mark.long
def test_mlx_by_cmake(generator: str, program: str, target: str, version: int, tools: Path, tmp_path: Path) -> None:
    if shutil.which(program) is None or shutil.which("cc") is None:
        pytest.skip(f"no {program} or no cc")
    """The published file, unchanged, to the end: compile, link, install."""
    text = MLX.read_text(encoding="utf-8")
    kernels = tmp_path / "kernels"
    for name in [
        *re.findall(r"[\w/]+\.h\b", text),
        *(f"{k}.metal" for k in re.findall(r"build_kernel\(\s*(\S+?)[\s)]", text)),
    ]:
        (kernels / name).parent.mkdir(parents=True, exist_ok=True)
        (kernels / name).touch()
    shutil.copy(MLX, kernels)
    (tmp_path / "CMakeLists.txt").write_text(PROJECT.format(version=version))
    names = sorted(path.stem for path in kernels.rglob("*.metal"))
    metal = compiler(tmp_path / "compiler", {name: module(f"{name}_kernel") for name in names})
    variables = environment(tools, MTLB_METAL=str(metal))
    build = tmp_path / "build"
    configure = [
        "cmake",
        "-S",
        str(tmp_path),
        "-B",
        str(build),
        "-G",
        generator,
        f"-DCMAKE_OSX_DEPLOYMENT_TARGET={target}",
    ]
    done = run(configure, tmp_path, variables)
    assert done.returncode == 0, done.stderr
    done = run(["cmake", "--build", str(build), "--target", "mlx-metallib", "--parallel", "2"], tmp_path, variables)
    assert done.returncode == 0, done.stdout + done.stderr
    library = build / "metal/mlx.metallib"
    # The list of inputs in the build's own order: newest first.
    order = re.findall(r"build_kernel\(\s*(\S+?)[\s)]", text)
    airs = [build / "kernels" / f"{Path(name).stem}.air" for name in reversed(order)]
    airs = [air for air in dict.fromkeys(airs) if air.exists()]
    assert len(airs) == {310: 34, 400: 42}[version]
    options = ["--platform", "macos", "--min-os", target] if target else []
    assert library.read_bytes() == linked(airs, library, *options)
    assert (
        run(
            ["cmake", "--install", str(build), "--component", "metallib", "--prefix", str(tmp_path / "i")],
            tmp_path,
            variables,
        ).returncode
        == 0
    )
