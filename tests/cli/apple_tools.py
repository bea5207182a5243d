"""What the tests of the stand-ins share: modules of distinct names, and a compiler that hands them out."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from mtlb.bitcode import read_module
from mtlb.bitcode.writer import write_module
from tests.conftest import ROOT

MODULE = ROOT / "golden/air/saxpy.air"


def module(name: str) -> bytes:
    """The golden kernel with its function and its struct-free body under another name."""
    read = read_module(MODULE.read_bytes())
    (function,) = [f for f in read.functions if f.name == "saxpy"]
    function.name = name
    return write_module(read)


def compiler(folder: Path, modules: dict[str, bytes]) -> Path:
    """A program that takes a compiler's command line and hands out the module of the source's name (-c, -o)."""
    store = folder / "ready"
    store.mkdir(parents=True)
    for name, data in modules.items():
        (store / f"{name}.air").write_bytes(data)
    script = folder / "metal-compiler"
    script.write_text(
        "#!/bin/sh\n"
        "source=; output=\n"
        'echo "$@" >> ' + f"'{folder}/log'\n"
        "while [ $# -gt 0 ]; do\n"
        '  case "$1" in\n'
        "    -o) output=$2; shift;;\n"
        '    *.metal) source=$(basename "$1" .metal);;\n'
        "  esac\n"
        "  shift\n"
        "done\n"
        f"module='{store}'/$source.air\n"
        '[ -f "$module" ] || { echo "no such kernel: $source" >&2; exit 1; }\n'
        'case "$output" in -) cat "$module";; *) cp "$module" "$output";; esac\n'
    )
    script.chmod(0o755)
    return script


def installed(folder: Path) -> Path:
    """The stand-ins as commands in a folder."""
    words = [sys.executable, "-m", "mtlb", "apple", "install", str(folder)]
    subprocess.run(words, check=True, capture_output=True, cwd=ROOT)
    return folder


def environment(tools: Path, **variables: str) -> dict[str, str]:
    """PATH with the stand-ins first, and nothing else that a stand-in reads unless it is given."""
    return {"PATH": f"{tools}{os.pathsep}{os.environ['PATH']}", "HOME": str(tools), **variables}
