"""`mtlb apple install DIR`: the stand-ins under Apple's names, in a folder for a build's PATH."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path

import mtlb
from mtlb.base.errors import BuildError
from mtlb.base.files import write_atomic
from mtlb.base.versions import Platform

from .xcrun import SDK_FOLDER, sdk_name

_MARK = "made by `mtlb apple install`"

# sh runs the script, which starts the Python that installed it (a #! line cannot hold every path); for Python the first
# two lines are a string.
_SCRIPT = """#!/bin/sh
''':'
exec {python} "$0" "$@" # '''
# {mark}
import sys

sys.path.append({root!r})
from mtlb.cli.apple.run import main

main({tool!r}, __file__)
"""
_BATCH = """@rem {mark}
@"{python}" -c "import sys; sys.path.append(r'{root}'); from mtlb.cli.apple.run import main; main('{tool}', r'%~f0')" %*
"""


def install(directory: str, tools: Iterable[str]) -> list[str]:
    """Write a script for each tool, and an empty SDK folder for each platform. Returns the paths of the scripts.
    Raises BuildError, without writing, if a file of another origin has one of the names. OSError is passed on."""
    folder = Path(directory)
    windows = os.name == "nt"
    root = str(Path(mtlb.__file__).resolve().parents[1])
    python = sys.executable if windows else _quoted(sys.executable)
    scripts = {}
    for tool in tools:
        text = (_BATCH if windows else _SCRIPT).format(mark=_MARK, python=python, root=root, tool=tool)
        scripts[folder / (f"{tool}.cmd" if windows else tool)] = text
    for path in scripts:
        if os.path.lexists(path) and not _is_ours(path):
            raise BuildError("already exists and was not written by mtlb: choose another folder", file=str(path))
    for platform in Platform:
        if platform.sdk:
            (folder / SDK_FOLDER / sdk_name(platform)).mkdir(parents=True, exist_ok=True)
    for path, text in scripts.items():
        write_atomic(path, os.fsencode(text))
        path.chmod(0o755)
    return [str(path) for path in scripts]


def _quoted(path: str) -> str:
    import shlex

    return shlex.quote(path)


def _is_ours(path: Path) -> bool:
    return path.is_file() and _MARK.encode() in path.read_bytes()[:4096]
