"""What is measured, at three sizes: a small library, one of about 2 MB, and one of 158 MB."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from bench.measure import Case, Sample, command, run, total

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


def _bare_loop(path: str) -> Callable[[], Sample]:
    """The seconds that the loop itself takes, without the start of its interpreter."""

    def sample() -> Sample:
        words = (sys.executable, str(HERE / "list_functions.py"), path)
        done = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=True)
        return Sample(float(done.stderr))

    return sample


def warm_up() -> None:
    """Compile the modules and fill the caches, so that the first sample is like the others."""
    run((*MTLB, "--help"))
