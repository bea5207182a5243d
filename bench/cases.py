"""What is measured, each job beside its yardstick."""

from __future__ import annotations

import importlib.util
import itertools
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from bench.engines import PURE, ROOT, Engine
from bench.jobs import llvm_tools
from bench.measure import Allowed, Case, Pieces, Sample, Task, command, job, run, total

MB = 10**6

SAMPLED_FROM, EVERY = 20 * MB, 16
"""Of the modules of a library as large as this every 16th is taken, where they are taken one at a time."""

# Greatest ratios to the yardstick.
START = Allowed(2.0, 2.0)
LISTED = Allowed(1.1, 1.1)
HASHED = Allowed(1.3, 1.3)
REWRITTEN = Allowed(1.6, 1.6)
DESCRIBED = Allowed(3.0, 1.5)
REBUILT = Allowed(9.0, 3.0)
CONVERTED = Allowed(16.0, 8.0)
CHECKED = Allowed(4.0, 1.2)
"""lint and doctor: to describing the same modules as Python, in one process"""
LINKED_SMALL = Allowed(1.6, 4.0)
EMITTED = Allowed(6.0, 3.0)
"""As measured (docs/performance.md); 4 and 2 are wanted."""
LINKED = Allowed(10.0, 4.0)
SPLIT = Allowed(0.4, 0.1)
TRANSLATED = Allowed(2.0, 2.0)
COMPILED = Allowed(16.0, 16.0)
"""A second, where clang twice takes 0.06 s."""
TESTED = Allowed(20.0, 20.0)
"""Two minutes on two cores are wanted."""


def mtlb(*words: str) -> Task:
    """A command of mtlb as part of a yardstick: what it costs to start."""
    return command(*PURE.mtlb(*words), engine=PURE)


SMALL_INPUTS = ("saxpy", "triangle_vertex", "air_kernel_builtins", "air_kernel_tile", "air_object")


def start_up() -> Iterator[Case]:
    def ours(engine: Engine, _: int) -> Task:
        return command(*engine.mtlb("--version"), engine=engine)

    typer = command(sys.executable, "-c", "import typer")
    yield Case("start", "-", ours, typer, "import typer", START, quick=True)


def small_link(scratch: Path) -> Iterator[Case]:
    """A link of five small modules, of which most of the time is the start."""
    inputs = [str(ROOT / "golden/air" / f"{name}.air") for name in SMALL_INPUTS]

    def ours(engine: Engine, _: int) -> Task:
        words = ("link", "-q", *inputs, "-o", str(scratch / "five.metallib"))
        return command(*engine.mtlb(*words), engine=engine)

    size = f"{sum(Path(path).stat().st_size for path in inputs) / 1e3:.0f} KB, five"
    typer = command(sys.executable, "-c", "import typer")
    yield Case("link", size, ours, typer, "import typer", LINKED_SMALL, quick=True)


EMPTY_TESTS = 10_000


def readme_tests(scratch: Path) -> Iterator[Case]:
    """The tests as the README runs them, beside empty ones in about their number."""
    words = (sys.executable, "-m", "pytest", "-n", "2", "-q")
    empty = scratch / "test_empty.py"
    lines = ("import pytest", f"@pytest.mark.parametrize('n', range({EMPTY_TESTS}))", "def test_empty(n): pass")
    empty.write_text("\n".join(lines) + "\n")
    here = Engine("tests", sys.executable, os.environ, ROOT)  # with the corpus, where the environment names it

    def ours(engine: Engine, _: int) -> Task:
        return command(*words, engine=here)

    beside = command(*words, "-c", os.devnull, "--rootdir", str(scratch), str(empty))
    yield Case("tests", "README", ours, beside, f"{EMPTY_TESTS:,} empty tests", TESTED, both_engines=False)


def emitted() -> Iterator[Case]:
    """Kernels that are built in memory, linked and verified; LLVM builds, verifies and writes the same."""
    for count in (100, 1000):

        def ours(engine: Engine, _: int, count: int = count) -> Task:
            return job(*engine.script("jobs.py", "emit", str(count)), engine=engine)

        llvm = job(*PURE.script("jobs.py", "llvm-emit", str(count)), engine=PURE)
        name = f"{count:,} kernels"
        yield Case("emit", name, ours, llvm, "llvmlite build + parse + verify + write", EMITTED, quick=count == 100)


def on_library(size: str, library: Path, smallest: Path, scratch: Path) -> Iterator[Case]:
    """The cases on one library. `smallest` is a library so small that its cost is start-up."""
    path, copy = str(library), str(scratch / "copy")
    quick = library.stat().st_size < MB

    def of(name: str, *options: str) -> Case:
        def ours(engine: Engine, _: int) -> Task:
            return command(*engine.mtlb(name, path, *options), engine=engine)

        start = mtlb(name, str(smallest), *(["-o", str(scratch / "small.metallib")] if options else []))
        beside, against, allowed = {
            "nm": ((job(*PURE.script("list_functions.py", path), engine=PURE),), "bare loop", LISTED),
            "verify": ((command("sha256sum", path),), "sha256sum", HASHED),
            "rewrite": ((command("sha256sum", path), command("cp", path, copy)), "sha256sum + cp", REWRITTEN),
        }[name]
        label = "list" if name == "nm" else name
        yardstick = total(*beside, start)
        return Case(label, size, ours, yardstick, f"{against} + start-up", allowed, 100 * MB, quick=quick)

    yield of("nm")
    yield of("verify")
    yield of("rewrite", "-o", str(scratch / "rewritten.metallib"))


def extract(size: str, library: Path, scratch: Path) -> Path:
    """The directory with the modules of a library."""
    modules = scratch / f"modules {size}"
    if not modules.exists():
        run(PURE.mtlb("extract", str(library), "-d", str(modules)), PURE)
    return modules


def listed(modules: Path) -> Path:
    """The response file with the modules of a directory, beside it."""
    response = modules.with_name(f"{modules.name}.rsp")
    response.write_text("".join(f"'{item}'\n" for item in sorted(modules.iterdir())))
    return response


def sample_of(size: str, library: Path, scratch: Path) -> tuple[Path, str]:
    """The directory with the modules of a library, or with every 16th of a large one, and what the size is then."""
    modules = extract(size, library, scratch)
    if library.stat().st_size < SAMPLED_FROM:
        return modules, size
    sample = scratch / f"sample {size}"
    sample.mkdir(exist_ok=True)
    for path in sorted(modules.iterdir())[::EVERY]:
        if not sample.joinpath(path.name).exists():
            os.link(path, sample / path.name)
    return sample, f"{size} / {EVERY}"


def on_modules(size: str, library: Path, smallest: Path, scratch: Path) -> Iterator[Case]:
    """Jobs on the modules of a library, one at a time, without the start of a process."""
    quick = library.stat().st_size < MB
    sample, shown_size = sample_of(size, library, scratch)

    def case(name: str, what: str, yardstick: str, against: str, allowed: Allowed | None, on: Path) -> Case:
        def ours(engine: Engine, _: int) -> Pieces:
            return by_turns(engine, what, on)

        read = sum(path.stat().st_size for path in on.iterdir())
        beside = by_turns(PURE, yardstick, on)
        return Case(name, shown_size, ours, beside, f"llvmlite {against}", allowed, input_size=read, quick=quick)

    yield case("bits read", "bits", "llvm-parse", "parse", None, sample)
    yield case("describe", "describe", "llvm-print", "parse + print", DESCRIBED, sample)
    yield case("rebuild", "rebuild", "llvm-rewrite", "parse + as_bitcode", REBUILT, sample)
    yield case("text", "text", "llvm-print", "parse + print", None, sample)
    yield case("text and back", "assembly", "llvm-assembly", "parse + print + parse", None, sample)
    opaque = scratch / f"opaque {size}"
    if not opaque.exists():
        run(PURE.script("jobs.py", "opaque", str(sample), str(opaque)), PURE)
    yield case("convert", "convert", "llvm-rewrite", "parse + as_bitcode", CONVERTED, opaque)


def on_all_modules(size: str, library: Path, smallest: Path, scratch: Path) -> Iterator[Case]:
    """Commands that read every module of a library, or make a library of all of them: one process, and two."""
    path = str(library)
    modules = extract(size, library, scratch)
    response = listed(modules)
    output = str(scratch / "made.metallib")
    start = mtlb("--version")
    parse = total(_job("llvm-verify", modules), start)
    printing = total(_job("llvm-print", modules), start)
    writing = total(_job("llvm-rewrite", modules), start)

    def case(name: str, words: tuple[str, ...], yardstick: Task, against: str, allowed: Allowed | None = None) -> Case:
        def ours(engine: Engine, count: int) -> Task:
            return command(*engine.mtlb(*words, "-j", str(count)), engine=engine)

        return Case(name, size, ours, yardstick, against, allowed, processes=(1, 2))

    llvm = "llvmlite parse + {} + start-up".format
    describing = total(_job("describe", modules), start)
    yield case("lint", ("lint", path), describing, "describe, pure", CHECKED)
    yield case("doctor", ("doctor", path), describing, "describe, pure", CHECKED)
    yield case("verify --modules", ("verify", "--modules", path), parse, llvm("verify"))
    yield case("info --reflection", ("info", "--reflection", path), printing, llvm("print"))
    yield case("rewrite --modules", ("rewrite", "--modules", path, "-o", output), writing, llvm("as_bitcode"))
    yield case("pack", ("link", "--pack", f"@{response}", "-o", output), printing, llvm("print"))
    link = ("link", f"@{response}", "-o", output)
    yield case("link", link, writing, llvm("as_bitcode"), LINKED)
    sample, sample_size = sample_of(size, library, scratch)
    if sample != modules:  # what a link of the whole takes minutes for
        part = case("link", ("link", f"@{listed(sample)}", "-o", output), total(_job("llvm-rewrite", sample), start),
                    llvm("as_bitcode"), LINKED)  # fmt: skip
        yield replace(part, size=sample_size, processes=(1,))
    if library.stat().st_size < SAMPLED_FROM and llvm_tools(modules) is not None:  # it reads all for each function
        yield case("link", link, _job("llvm-extract", modules), "llvm-link + llvm-extract")


def on_directory(size: str, library: Path, smallest: Path, scratch: Path) -> Iterator[Case]:
    """A directory with the library, the small one ten times, and ten other files."""
    directory = scratch / f"tree {size}"
    for number in range(10):
        part = directory / f"Part{number}.bundle"
        part.mkdir(parents=True, exist_ok=True)
        shutil.copy(smallest, part / "default.metallib")
        (part / "Info.plist").write_bytes(b"<plist/>" * 1000)
    shutil.copy(library, directory / "large.metallib")

    def ours(engine: Engine, _: int) -> Task:
        return command(*engine.mtlb("check", str(directory)), engine=engine)

    beside = total(job(*PURE.script("list_functions.py", str(library)), engine=PURE), mtlb("check", str(smallest)))
    yield Case("check", size, ours, beside, "bare loop + start-up", memory_limit=100 * MB)


def splits(scratch: Path) -> Iterator[Case]:
    """Links of one generated input with many entry points; the second is like the largest known real
    one: 63 kernels in 436 KB."""
    for count, repeat in ((8, 20), (63, 210), (24, 1600)):
        path = scratch / f"{count}.air"
        run(PURE.script("jobs.py", "make", str(count), str(repeat), str(path)), PURE)
        start = mtlb("--version")
        size = f"{size_of(path)}, {count} made"

        def ours(engine: Engine, _: int, path: str = str(path)) -> Task:
            return command(*engine.mtlb("link", path, "-o", str(scratch / "linked.metallib"), "-j", "1"), engine=engine)

        clone = total(_job("llvm-link", path), start)
        allowed = SPLIT if count == 63 else None
        yield Case("link", size, ours, clone, "llvmlite clone + DCE + start-up", allowed, quick=count == 63)
        if llvm_tools(path) is not None:
            yield Case("link", size, ours, _job("llvm-extract", path), "llvm-link + llvm-extract")


def shaders(scratch: Path, node_modules: Path | None) -> Iterator[Case]:
    """A library of all SPIR-V modules of the repository that mtlb and the yardstick translate, in one process and in
    two, and a library of each in one process, without its start. SPIRV-Cross and Naga (in `node_modules`) make text,
    one process for each module and one for all of them.
    """
    paths = [str(path) for folder in ("glsl", "spirv") for path in sorted((ROOT / "golden" / folder).glob("*.spv"))]
    output = str(scratch / "shaders.metallib")
    taken = [path for path in paths if _runs(*PURE.mtlb("link", "-q", path, "-o", output))]

    def together(both: list[str], yardstick: Task, against: str) -> Case:
        def ours(engine: Engine, count: int) -> Task:
            words = ("link", "-q", *both, "--entry-names", "{file}_{stage}", "-o", output, "-j", str(count))
            return command(*engine.mtlb(*words), engine=engine)

        return Case("SPIR-V", f"{len(both)} shaders", ours, yardstick, against, TRANSLATED, processes=(1, 2))

    def each(both: list[str], yardstick: Task, against: str) -> Case:
        directory = scratch / f"shaders of {against}"
        directory.mkdir(exist_ok=True)
        for path in both:
            shutil.copy(path, directory / f"{Path(path).parent.name}_{Path(path).name}")

        def ours(engine: Engine, _: int) -> Task:
            return job(*engine.script("jobs.py", "shader", str(directory)), engine=engine)

        return Case("SPIR-V, each", f"{len(both)} shaders", ours, yardstick, against, TRANSLATED)

    if shutil.which("spirv-cross"):
        cross = ("spirv-cross", "--msl", "--msl-version", "30000")
        both = [path for path in taken if _runs(*cross, path)]
        separate = total(*(command(*cross, path) for path in both))
        for make in (together, each):
            yield make(both, separate, "spirv-cross, a process each")
    if node_modules is not None and shutil.which("node"):
        from bench.spirv import NAGA  # which imports mtlb

        script = scratch / "naga.mjs"
        script.write_text(NAGA)
        naga = ("node", str(script), str(node_modules.resolve() / "naga-wasm/dist/node.js"))
        printed = subprocess.run([*naga, *taken], capture_output=True, check=True, text=True).stdout
        failed = json.loads(printed)["failed"]
        both = [path for path in taken if path not in failed]
        yield together(both, command(*naga, *both), "Naga in node")
        yield each(both, job(*naga, *both), "Naga in node, without its start")


def _runs(*words: str) -> bool:
    """Whether a program does this without an error."""
    return subprocess.run(words, capture_output=True, check=False, cwd=ROOT, env=dict(PURE.environment)).returncode == 0


KERNELS = (
    ("add", "4.2 M floats", 2.0),
    ("exp", "4.2 M floats", None),
    ("softmax", "256 x 1024", None),
    ("gemm", "256^3", None),
)


OPENCL = (("add", "4.2 M floats", 1.5), ("exp", "4.2 M floats", 1.5), ("softmax", "256 x 1024", 5.0))
OPENCL += (("tiles", "256^3", 5.0), ("gemm", "256^3", 5.0))

RUN_NAMES = (
    *("add", "exp", "softmax", "gemm", "gemm --check", "gemm, cached"),
    *(f"{name}, POCL{cores}" for name, _, _ in OPENCL for cores in ("", ", one core")),
)
"""The names of the cases of `kernels`, after `run`."""


def has_opencl() -> bool:
    """Whether the yardstick in OpenCL can run: pyopencl and POCL are installed."""
    words = (sys.executable, str(ROOT / "bench/opencl.py"))
    return subprocess.run(words, capture_output=True, check=False).returncode == 0


def kernels(scratch: Path) -> Iterator[Case]:
    """Kernels on a CPU beside numpy on one core, the cost of checks, and a command from its start to its result."""

    def timed(what: str) -> Task:
        return job(*PURE.script("kernels.py", what), engine=PURE)

    def case(name: str, size: str, what: str, yardstick: Task, against: str, limit: float | None = None) -> Case:
        allowed = None if limit is None else Allowed(limit, limit)
        return Case(name, size, lambda _, __: timed(what), yardstick, against, allowed, both_engines=False)

    for name, size, limit in KERNELS:
        yield case(f"run {name}", size, f"{name}-alone", timed(f"{name}-numpy"), "numpy on one core", limit)
    for name, size, _ in KERNELS[:1] + KERNELS[2:]:
        yield case(f"run {name} --check", size, f"{name}-checked", timed(name), "without --check", 50.0)
    yield case("run gemm, cached", "256^3", "gemm-first", timed("gemm-first-off"), "compiled anew", 0.8)
    if has_opencl():
        for name, size, limit in OPENCL:
            yield case(f"run {name}, POCL", size, f"{name}-alone", timed(f"{name}-pocl"), "POCL, all cores", limit)
            item = timed(f"{name}-pocl-one")
            yield case(f"run {name}, POCL, one core", size, f"{name}-alone-one", item, "POCL, one core", limit)
    library = str(scratch / "saxpy.metallib")
    run((sys.executable, str(ROOT / "examples/emit/saxpy.py"), library), PURE)
    words = ["--grid", "64", *(f"--buffer={item}" for item in ("a=2", "n=64", "x=ones:f32:64", "y=ones:f32:64"))]

    def saxpy(engine: Engine, _: int) -> Task:
        return command(*engine.mtlb("run", library, "saxpy", *words), engine=engine)

    start = command(sys.executable, "-c", "import typer, numpy, llvmlite.binding")
    yield Case("run", "saxpy", saxpy, start, "import typer, numpy, llvmlite", both_engines=False)


SHADER = """#include <metal_stdlib>
using namespace metal;
kernel void scale(device float* p [[buffer(0)]], constant float& by [[buffer(1)]], uint i [[thread_position_in_grid]]) {
  p[i] = fma(p[i], by, FACTOR);
}
"""


def metal_sources(scratch: Path) -> Iterator[Case]:
    """A Metal source, changed before each run, to a library, with the header in the cache; clang reads and compiles the
    same in C++. A second is wanted: `--check` allows it by the ratio.
    """
    if importlib.util.find_spec("ziglang") is None:
        return
    source, plain = scratch / "changed.metal", scratch / "plain.cpp"
    output, cache = str(scratch / "changed.metallib"), {"MTLB_COMPILE_CACHE": str(scratch / "metal cache")}
    count = itertools.count(time.time_ns() % 10**12)  # a kept cache has no module of an earlier run

    def changed(engine: Engine) -> Task:
        own = replace(engine, environment={**engine.environment, **cache})
        task = command(*own.mtlb("compile", str(source), "-o", output), engine=own)

        def sample() -> Sample:
            source.write_text(SHADER.replace("FACTOR", f"{next(count)}.0f"), encoding="utf-8")
            return task()

        return sample

    plain.write_text("void scale(float* p, const float* by, unsigned i) { p[i] = p[i] * *by + 1; }\n", encoding="utf-8")
    clang = (sys.executable, "-m", "ziglang", "clang", "--target=nvptx64", "-nogpulib", "-O2", str(plain))
    alone = [command(*clang, *words, "-o", os.devnull) for words in (("-E",), ("-c", "-emit-llvm"))]
    changed(PURE)()  # the header
    yield Case(
        "compile",
        "a small shader",
        lambda engine, _: changed(engine),
        total(*alone),
        "clang, twice",
        COMPILED,
        quick=True,
    )


MLX_FILES = ("softmax", "rope", "gemv")


def metal_files(scratch: Path) -> Iterator[Case]:
    """Metal files of real size to libraries, with the header in the cache, beside the two runs of clang within: MLX's,
    where its sources are (MTLB_SHARED).
    """
    root = Path(os.environ.get("MTLB_SHARED", ROOT / "shared")) / "metal/mlx"
    if importlib.util.find_spec("ziglang") is None or not root.is_dir():
        return
    from bench.metal import KERNELS, TimedCompilation, options_of
    from mtlb.metal.cache import default_compile_cache

    cache, count = {"MTLB_COMPILE_CACHE": str(scratch / "metal cache")}, itertools.count()
    for name in MLX_FILES:
        path, output = str(root / KERNELS / f"{name}.metal"), str(scratch / f"{name}.metallib")
        options = ("-fno-fast-math", "-I", str(root), "-o", output)

        def ours(engine: Engine, _: int, path: str = path, options: tuple[str, ...] = options) -> Task:
            own = replace(engine, environment={**engine.environment, **cache})
            # Each with another macro, so that the module of none is in the cache.
            return lambda: command(*own.mtlb("compile", path, f"-DSAMPLE={next(count)}", *options), engine=own)()

        def alone(name: str = name, path: str = path) -> Sample:
            os.environ.update(cache)
            start = time.perf_counter()
            seconds = TimedCompilation(path, options_of(root, name), cache=default_compile_cache()).front()
            return Sample(time.perf_counter() - start, seconds)

        alone()  # the header
        yield Case("compile", f"MLX's {name}.metal", ours, alone, "its runs of clang", both_engines=False)


def size_of(path: Path) -> str:
    """The size of a file as the table shows it."""
    size = path.stat().st_size
    if size < MB:
        return f"{size / 1e3:.0f} KB"
    return f"{size / MB:.1f} MB" if size < 10 * MB else f"{size / MB:.0f} MB"


def by_turns(engine: Engine, name: str, modules: Path) -> Pieces:
    """A job of jobs.py on a directory of modules, some of them at a time."""
    return Pieces(engine.script("jobs.py", name, str(modules), "--turns"), engine)


def _job(name: str, path: Path) -> Task:
    return job(*PURE.script("jobs.py", name, str(path)), engine=PURE)


def warm_up(used: list[Engine]) -> None:
    """Compile the modules and fill the caches, so that the first sample is like the others."""
    for engine in used:
        run(engine.mtlb("--help"), engine)
