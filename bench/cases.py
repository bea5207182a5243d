"""What is measured, at three sizes: a small library, one of about 2 MB, and one of 158 MB."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from bench.measure import Case, Sample, command, job, run, total

HERE = Path(__file__).resolve().parent
MTLB = (sys.executable, "-m", "mtlb")
MB = 1 << 20


def start_up() -> Iterator[Case]:
    version = command(*MTLB, "--version")
    yield Case("start", "-", version, command(sys.executable, "-c", "import typer"), "import typer", 2.0)


def on_library(size: str, library: Path, smallest: Path, scratch: Path) -> Iterator[Case]:
    """The cases on one library. `smallest` is a library so small that what it costs is start-up."""
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


def on_modules(size: str, library: Path, smallest: Path, scratch: Path, step: int) -> Iterator[Case]:
    """What looks into every `step`-th module of a library, and the packing of those modules."""
    path = str(library)
    yield Case("describe", size, _job("describe", step, path), _job("llvm-print", step, path), "llvmlite parse + print")
    rewrite = _job("llvm-rewrite", step, path)
    yield Case("rebuild", size, _job("rebuild", step, path), rewrite, "llvmlite parse + as_bitcode")
    directory = scratch / f"modules {size}"
    run((*MTLB, "extract", path, "-d", str(directory)))
    paths = sorted(directory.iterdir())[::step]
    response = scratch / f"modules {size}.rsp"
    response.write_text("".join(f"'{p}'\n" for p in paths))
    output = str(scratch / "packed.metallib")
    pack = command(*MTLB, "link", "--pack", f"@{response}", "-o", output)
    start = command(*MTLB, "rewrite", str(smallest), "-o", str(scratch / "small.metallib"))
    yield Case("pack", size, pack, total(_job("llvm-print", step, path), start), "llvmlite parse + print + start-up")


def on_directory(size: str, library: Path, smallest: Path, scratch: Path) -> Iterator[Case]:
    """A directory with the library, the small one ten times, and ten files that are none."""
    directory = scratch / f"tree {size}"
    for number in range(10):
        part = directory / f"Part{number}.bundle"
        part.mkdir(parents=True)
        shutil.copy(smallest, part / "default.metallib")
        (part / "Info.plist").write_bytes(b"<plist/>" * 1000)
    os.link(library, directory / "large.metallib")
    check = command(*MTLB, "check", str(directory))
    start = command(*MTLB, "check", str(smallest))
    yield Case("check", size, check, total(_bare_loop(str(library)), start), "bare loop + start-up")


def links(scratch: Path) -> Iterator[Case]:
    """Made inputs; the second is as large as the largest real one that is known of: 63 kernels in 436 KB."""
    for size, count, repeat in (("16 KB", 8, 20), ("440 KB", 63, 210), ("1.3 MB", 24, 1600)):
        path = scratch / f"{count}.air"
        run((sys.executable, str(HERE / "jobs.py"), "make", str(count), str(repeat), str(path)))
        link = command(*MTLB, "link", str(path), "-o", str(scratch / "linked.metallib"))
        start = command(*MTLB, "--version")
        yield Case("link", size, link, total(_job("llvm-link", 1, str(path)), start), "llvmlite clone + DCE + start-up")


def _job(name: str, step: int, path: str) -> Callable[[], Sample]:
    return job(sys.executable, str(HERE / "jobs.py"), name, str(step), path)


def _bare_loop(path: str) -> Callable[[], Sample]:
    """The seconds that the loop itself takes, without the start of its interpreter."""
    return job(sys.executable, str(HERE / "list_functions.py"), path)


def warm_up() -> None:
    """Compile the modules and fill the caches, so that the first sample is like the others."""
    run((*MTLB, "--help"))
