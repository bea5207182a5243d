"""Apple's files for everybody: PyPI wheels with libraries linked by Apple, pinned by SHA-256 and kept in a cache."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_MAGIC = b"MTLB"
_HEADER_SIZE = 88


@dataclass(frozen=True)
class Wheel:
    """One file on PyPI. `python` is the version whose wheel is taken where there is one per version."""

    project: str
    version: str
    platform: str
    filename: str
    sha256: str
    python: str = "3.11"

    def fetch(self) -> Path:
        """The wheel in the cache, downloaded by pip if it isn't there yet; pip checks the hash."""
        path = cache_directory() / self.filename
        if path.exists() and hashlib.sha256(path.read_bytes()).hexdigest() == self.sha256:
            return path
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent) as directory:
            requirements = Path(directory, "requirements.txt")
            requirements.write_text(f"{self.project}=={self.version} --hash=sha256:{self.sha256}\n")
            select = ["--no-deps", "--only-binary=:all:", "--platform", self.platform, "--python-version", self.python]
            pip = [sys.executable, "-m", "pip", "download", "-q", "--require-hashes", *select]
            subprocess.run([*pip, "-r", str(requirements), "-d", directory], check=True)
            os.replace(Path(directory, self.filename), path)
        return path

    def libraries(self) -> Iterator[tuple[str, bytes]]:
        """Every Metal library in the wheel, wherever it is embedded: (member@offset, bytes)."""
        with zipfile.ZipFile(self.fetch()) as archive:
            for member in archive.namelist():
                data = archive.read(member)
                for offset, library in carve(data):
                    yield f"{member}@{offset:#x}", library

    def member(self, name: str) -> bytes:
        """One file of the wheel."""
        with zipfile.ZipFile(self.fetch()) as archive:
            return archive.read(name)


MLX = Wheel(
    "mlx-metal",
    "0.31.2",
    "macosx_26_0_arm64",
    "mlx_metal-0.31.2-py3-none-macosx_26_0_arm64.whl",
    "84ffb60ee503f03eb684f5fb168d5cff31e2a16b7f27c1731eaf7662bd6e9b46",
)
OPEN3D = Wheel(
    "open3d",
    "0.20.0",
    "macosx_11_0_arm64",
    "open3d-0.20.0-cp311-cp311-macosx_11_0_arm64.whl",
    "5d2e32afb99b1fb826a3a3428aa6d331212cd956620ab9f659e37a0189d3f3c6",
)
MITSUBA = Wheel(
    "mitsuba",
    "3.9.1",
    "macosx_11_0_arm64",
    "mitsuba-3.9.1-cp311-cp311-macosx_11_0_arm64.whl",
    "3e6de2b89b09c6b4389d08a4a26e044e79bdc2faed303c4f5918230be5bef23f",
)
TORCH = Wheel(
    "torch",
    "2.7.0",
    "macosx_11_0_arm64",
    "torch-2.7.0-cp311-none-macosx_11_0_arm64.whl",
    "0a8d43caa342b9986101ec5feb5bbf1d86570b5caa01e9cb426378311258fdde",
)
WHEELS = (MLX, OPEN3D, MITSUBA, TORCH)


def cache_directory() -> Path:
    """Where wheels are kept: $MTLB_CACHE, else mtlb/ in the user's cache directory."""
    if configured := os.environ.get("MTLB_CACHE"):
        return Path(configured)
    if sys.platform == "darwin":
        base = Path.home() / "Library/Caches"
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData/Local"))
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    return base / "mtlb" / "wheels"


def carve(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The libraries embedded in `data`: a magic with a plausible version and a file size that fits."""
    offset = data.find(_MAGIC)
    while offset >= 0:
        header = data[offset : offset + _HEADER_SIZE]
        size = int.from_bytes(header[16:24], "little")
        major = int.from_bytes(header[4:6], "little") & 0x7FFF
        if len(header) == _HEADER_SIZE and major == 1 and _HEADER_SIZE <= size <= len(data) - offset:
            yield offset, data[offset : offset + size]
            offset = data.find(_MAGIC, offset + size)
        else:
            offset = data.find(_MAGIC, offset + 1)
