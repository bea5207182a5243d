"""What the trust tests run: the command as a child process, and inputs made from the golden files."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import mtlb
from mtlb.container import LibraryFunction

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = ROOT / "golden/lib/air-lld-macos14.metallib"
MODULE = ROOT / "golden/air/saxpy.air"


def environment(**more: str) -> dict[str, str]:
    """Only what a child needs, and `more`."""
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "MTLB_SHARED") if name in os.environ}
    return {**kept, "PYTHONPATH": str(ROOT), **more}


def start(*words: str | Path, cwd: Path | None = None, **env: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "mtlb", *(str(word) for word in words)],
        cwd=cwd,
        env=environment(**env),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def finish(process: subprocess.Popen[bytes]) -> tuple[int, bytes, str]:
    """Exit code, stdout, stderr."""
    stdout, stderr = process.communicate(timeout=120)
    return process.returncode, stdout, stderr.decode()


def large_library(size: int) -> bytes:
    """A golden library with many more functions, each with its own module, of about `size` bytes."""
    library = mtlb.read(LIBRARY.read_bytes())
    pattern = library.functions[0]
    module = bytes(pattern.module)
    for number in range(size // len(module)):
        # The bytes after the bitcode make the modules different.
        own = LibraryFunction(f"more_{number}", pattern.type, module + number.to_bytes(16, "little"))
        own.air_version, own.language_version = pattern.air_version, pattern.language_version
        library.functions.append(own)
    return mtlb.write(library)


def numbered_modules(directory: Path, count: int, padding: int = 0) -> list[Path]:
    """Copies of the golden kernel under different names."""
    results = []
    for number in range(count):
        results.append(directory / f"m{number:03}.air")
        results[-1].write_bytes(MODULE.read_bytes().replace(b"saxpy", b"k%04d" % number) + bytes(padding))
    return results


def run(*words: str | Path, cwd: Path | None = None, **env: str) -> tuple[int, bytes, str]:
    return finish(start(*words, cwd=cwd, **env))
