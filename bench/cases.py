"""What is measured, each job beside its yardstick."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from bench.measure import Case, Sample, command, job, run, total

HERE = Path(__file__).resolve().parent
MTLB = (sys.executable, "-m", "mtlb")
MB = 10**6


def start_up() -> Iterator[Case]:
    version = command(*MTLB, "--version")
    yield Case("start", "-", version, command(sys.executable, "-c", "import typer"), "import typer", 2.0)


def on_library(size: str, library: Path, smallest: Path, scratch: Path) -> Iterator[Case]:
    """The cases on one library. `smallest` is a library so small that its cost is start-up."""
    path, copy = str(library), str(scratch / "copy")
    listing = total(_bare_loop(path), command(*MTLB, "nm", str(smallest)))
    yield Case("list", size, command(*MTLB, "nm", path), listing, "bare loop + start-up", 1.2, 100 * MB)
    start = command(*MTLB, "verify", str(smallest))
    digest = total(command("sha256sum", path), start)
    yield Case("verify", size, command(*MTLB, "verify", path), digest, "sha256sum + start-up", 1.3, 100 * MB)
    rewritten = str(scratch / "rewritten.metallib")
    start = command(*MTLB, "rewrite", str(smallest), "-o", str(scratch / "small.metallib"))
    digest_and_copy = total(command("sha256sum", path), command("cp", path, copy), start)
    rewrite = command(*MTLB, "rewrite", path, "-o", rewritten)
    yield Case("rewrite", size, rewrite, digest_and_copy, "sha256sum + cp + start-up", 2.0)


def on_modules(size: str, library: Path, smallest: Path, scratch: Path) -> Iterator[Case]:
    """Cases that read every module of a library, convert it from opaque pointers, and make a library of all modules:
    packing, linking."""
    modules = scratch / f"modules {size}"
    run((*MTLB, "extract", str(library), "-d", str(modules)))
    response = scratch / f"modules {size}.rsp"
    response.write_text("".join(f"'{path}'\n" for path in sorted(modules.iterdir())))
    output = str(scratch / "made.metallib")
    start = command(*MTLB, "rewrite", str(smallest), "-o", str(scratch / "small.metallib"))
    parse_and_print, parse_and_write = _job("llvm-print", modules), _job("llvm-rewrite", modules)
    yield Case("describe", size, _job("describe", modules), parse_and_print, "llvmlite parse + print")
    yield Case("rebuild", size, _job("rebuild", modules), parse_and_write, "llvmlite parse + as_bitcode")
    yield Case("text", size, _job("text", modules), parse_and_print, "llvmlite parse + print")
    there_and_back = _job("llvm-assembly", modules)
    yield Case("text and back", size, _job("assembly", modules), there_and_back, "llvmlite parse + print + parse")
    opaque = scratch / f"opaque {size}"
    run((sys.executable, str(HERE / "jobs.py"), "opaque", str(modules), str(opaque)))
    rewrite_opaque = _job("llvm-rewrite", opaque)
    yield Case("convert", size, _job("convert", opaque), rewrite_opaque, "llvmlite parse + as_bitcode")
    pack = command(*MTLB, "link", "--pack", f"@{response}", "-o", output)
    yield Case("pack", size, pack, total(parse_and_print, start), "llvmlite parse + print + start-up")
    link = command(*MTLB, "link", f"@{response}", "-o", output)
    write_all = total(parse_and_write, command(*MTLB, "--version"))
    yield Case("link", size, link, write_all, "llvmlite parse + as_bitcode + start-up")


def on_directory(size: str, library: Path, smallest: Path, scratch: Path) -> Iterator[Case]:
    """A directory with the library, the small one ten times, and ten other files."""
    directory = scratch / f"tree {size}"
    for number in range(10):
        part = directory / f"Part{number}.bundle"
        part.mkdir(parents=True)
        shutil.copy(smallest, part / "default.metallib")
        (part / "Info.plist").write_bytes(b"<plist/>" * 1000)
    shutil.copy(library, directory / "large.metallib")
    check = command(*MTLB, "check", str(directory))
    start = command(*MTLB, "check", str(smallest))
    yield Case("check", size, check, total(_bare_loop(str(library)), start), "bare loop + start-up")


def splits(scratch: Path) -> Iterator[Case]:
    """Links of one generated input with many entry points; the second is like the largest known real
    one: 63 kernels in 436 KB."""
    for count, repeat in ((8, 20), (63, 210), (24, 1600)):
        path = scratch / f"{count}.air"
        run((sys.executable, str(HERE / "jobs.py"), "make", str(count), str(repeat), str(path)))
        link = command(*MTLB, "link", str(path), "-o", str(scratch / "linked.metallib"))
        clone = total(_job("llvm-link", path), command(*MTLB, "--version"))
        yield Case("link", f"{size_of(path)}, made", link, clone, "llvmlite clone + DCE + start-up")


KERNELS = (
    ("add", "4.2 M floats", 2.0),
    ("exp", "4.2 M floats", None),
    ("softmax", "256 x 1024", None),
    ("gemm", "256^3", None),
)


def kernels(scratch: Path) -> Iterator[Case]:
    """Kernels on a CPU beside numpy on one core, the cost of checks, and a command from its start to its result."""
    script = str(HERE / "kernels.py")

    def timed(what: str) -> Callable[[], Sample]:
        return job(sys.executable, script, what)

    for name, size, limit in KERNELS:
        yield Case(f"run {name}", size, timed(f"{name}-alone"), timed(f"{name}-numpy"), "numpy on one core", limit)
    for name, size, _ in KERNELS[:1] + KERNELS[2:]:
        yield Case(f"run {name} --check", size, timed(f"{name}-checked"), timed(name), "without --check")
    library = str(scratch / "saxpy.metallib")
    run((sys.executable, str(HERE.parent / "examples/emit/saxpy.py"), library))
    words = ["--grid", "64", *(f"--buffer={one}" for one in ("a=2", "n=64", "x=ones:f32:64", "y=ones:f32:64"))]
    start = command(sys.executable, "-c", "import typer, numpy, llvmlite.binding")
    yield Case("run", "saxpy", command(*MTLB, "run", library, "saxpy", *words), start, "import typer, numpy, llvmlite")


def size_of(path: Path) -> str:
    """The size of a file as the table shows it."""
    size = path.stat().st_size
    if size < MB:
        return f"{size / 1e3:.0f} KB"
    return f"{size / MB:.1f} MB" if size < 10 * MB else f"{size / MB:.0f} MB"


def _job(name: str, path: Path) -> Callable[[], Sample]:
    return job(sys.executable, str(HERE / "jobs.py"), name, str(path))


def _bare_loop(path: str) -> Callable[[], Sample]:
    """The seconds that the loop itself takes, without the start of its interpreter."""
    return job(sys.executable, str(HERE / "list_functions.py"), path)


def warm_up() -> None:
    """Compile the modules and fill the caches, so that the first sample is like the others."""
    run((*MTLB, "--help"))
