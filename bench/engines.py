"""The engines that are measured: the source files as they are, and the modules that were compiled from them.

An engine is an interpreter, its environment, and the directory where it runs. One that is installed somewhere else
than the one that runs this must not find the source files of this checkout before its own.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

__all__ = ["PURE", "ROOT", "Engine", "engines", "wheel_size"]

ROOT = Path(__file__).resolve().parent.parent

PROBE = """
import mtlb
from mtlb.machinery.engine import is_compiled
print(mtlb.__path__[0])
print(is_compiled())
"""


@dataclass(frozen=True)
class Engine:
    """`name` is "pure" or "compiled"."""

    name: str
    python: str
    environment: Mapping[str, str]
    directory: Path

    def mtlb(self, *words: str) -> tuple[str, ...]:
        """The words that run a command of mtlb."""
        return (self.python, "-m", "mtlb", *words)

    def script(self, name: str, *words: str) -> tuple[str, ...]:
        """The words that run a script of this folder."""
        return (self.python, str(ROOT / "bench" / name), *words)


# Variables of mtlb's own could change what is measured.
_ENVIRONMENT = {key: value for key, value in os.environ.items() if not key.startswith("MTLB_") and key != "PYTHONPATH"}
PURE = Engine("pure", sys.executable, {**_ENVIRONMENT, "MTLB_PURE": "1", "PYTHONPATH": str(ROOT)}, ROOT)
"""The source files of this checkout. It runs the yardsticks, too."""


def engines(compiled: str | None = None, only: str | None = None) -> list[Engine]:
    """The engines that there are; `compiled` is the interpreter for which the compiled engine is installed, by default
    this one. SystemExit if one that was asked for isn't there."""
    elsewhere = Path(tempfile.gettempdir())
    candidates = [Engine("compiled", compiled or sys.executable, _ENVIRONMENT, elsewhere)]
    if compiled is None:
        candidates.insert(0, Engine("compiled", sys.executable, {**_ENVIRONMENT, "PYTHONPATH": str(ROOT)}, ROOT))
    result = [PURE, *[engine for engine in candidates if _package(engine) is not None][:1]]
    if len(result) == 1 and compiled is not None:
        raise SystemExit(f"{compiled}: no compiled engine is installed there")
    chosen = [engine for engine in result if only in (None, engine.name)]
    if not chosen:
        raise SystemExit(f"there is no engine {only}")
    return chosen


def _package(engine: Engine) -> Path | None:
    """The folder of the package if its modules are compiled."""
    words, environment = [engine.python, "-c", PROBE], dict(engine.environment)
    done = subprocess.run(words, capture_output=True, text=True, cwd=engine.directory, env=environment, check=False)
    answer = done.stdout.splitlines()
    return Path(answer[0]) if answer[1:] == ["True"] else None


def wheel_size(engine: Engine) -> int:
    """Bytes of the package's files, each deflated, as in a wheel; that of the pure engine has no extension modules."""
    package = ROOT / "mtlb" if engine.name == "pure" else _package(engine)
    assert package is not None
    inside = [package / name for name in ("cli", "linker")]  # in a checkout both are beside it, or links to those
    folders = [package, *(package.parent / path.name for path in inside if path.is_symlink() or not path.exists())]
    extensions = {".so", ".pyd"}
    size = 0
    for directory, _, names in (step for folder in folders for step in os.walk(folder)):
        for path in (Path(directory, name) for name in names):
            is_extension = path.suffix in extensions
            if "__pycache__" not in path.parts and not (is_extension and engine.name == "pure"):
                size += len(zlib.compress(path.read_bytes(), 6))
    return size
