"""How each golden file is made: from sources to modules, libraries and transcripts of commands (golden/README.md).

The test compares what is made with what is stored in golden/; `python -m tests.golden.refresh` stores it. Whatever has
a finding of `lint`, `doctor` or `verify` is in golden/bad: damaged libraries, and modules that say what is unknown.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from mtlb.bitstream.wrapper import unwrap, wrap
from mtlb.cli.commands import NAMES
from tests.cli.invoke import invoke

GOLDEN = Path(__file__).resolve().parents[2] / "golden"
SOURCES = GOLDEN / "src"
MODULES = GOLDEN / "air"
FACTS = GOLDEN / "facts"
TEXTS = GOLDEN / "text"
LIBRARIES = GOLDEN / "lib"
BAD = GOLDEN / "bad"
TRANSCRIPTS = GOLDEN / "cli"

COMPILER = "0.44"  # of llvmlite: LLVM 15, the last that writes typed pointers, which is all that Metal loads

_COMPILE = """
import sys, llvmlite, llvmlite.binding as llvm
if not llvmlite.__version__.startswith(sys.argv[1]):
    sys.exit(f"golden modules are made by llvmlite {sys.argv[1]}, this is {llvmlite.__version__}")
module = llvm.parse_assembly(sys.stdin.read())
module.verify()
sys.stdout.buffer.write(module.as_bitcode())
"""


def compile_module(source: Path, python: str = sys.executable) -> bytes:
    """The module of a `.ll` file, compiled by the llvmlite of an interpreter, in the wrapper of Apple's tools."""
    command = [python, "-c", _COMPILE, COMPILER]
    bitcode = subprocess.run(command, input=source.read_bytes(), stdout=subprocess.PIPE, check=True).stdout
    return wrap(unwrap(bitcode))


def source_hashes() -> str:
    """Lines of SHA-256 and name, as golden/air/SOURCES keeps them: of which sources the stored modules were made."""
    return "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sources())


def sources() -> list[Path]:
    """The sources of the modules, also of those in golden/bad."""
    return sorted([*SOURCES.glob("*.ll"), *(BAD / "src").glob("*.ll")], key=lambda path: path.name)


def modules(pattern: str = "*.air") -> list[Path]:
    """The stored modules, also those in golden/bad."""
    return sorted([*MODULES.glob(pattern), *(BAD / "air").glob(pattern)], key=lambda path: path.name)


def module_of(source: Path) -> Path:
    """Where the module of a source is stored."""
    return source.parents[1] / "air" / f"{source.stem}.air"


@contextmanager
def inside(directory: Path) -> Iterator[None]:
    """Run with `directory` as the working directory: no path in a golden file leads out of golden/."""
    before = os.getcwd()
    os.chdir(directory)
    try:
        yield
    finally:
        os.chdir(before)


def library(recipe: Path) -> bytes:
    """The library that a response file of `mtlb link` asks for."""
    with inside(GOLDEN), tempfile.TemporaryDirectory() as scratch:
        output = Path(scratch, f"{recipe.stem}.metallib")
        result = invoke("link", f"@{recipe}", "-o", output)
        if result.code:
            raise RuntimeError(f"{recipe.name}: {result.stderr}")
        return output.read_bytes()


def _set(offset: int, value: bytes) -> Callable[[bytes], bytes]:
    return lambda data: data[:offset] + value + data[offset + len(value) :]


# Each kind of damage, done to air-lld-macos14.metallib. Header fields are at fixed offsets (docs/format.md).
DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "truncated-header": lambda data: data[:50],
    "truncated-functions": lambda data: data[:200],
    "truncated-modules": lambda data: data[:-1000],
    "trailing-bytes": lambda data: data + b"\0\0\0\0",
    "wrong-magic": _set(0, b"MTLX"),
    "fat": _set(0, b"\xcb\xfe\xba\xbe"),
    "wrong-file-size": _set(16, b"\x10"),
    "function-list-past-the-end": _set(24, b"\xff\xff\xff\x7f"),
    "many-functions": _set(0x58, b"\xff\xff\xff\xff"),
    "tag-overruns-its-group": lambda data: data.replace(b"NAME", b"NAM\xff", 1).replace(
        b"TYPE\x01\x00", b"TYPE\xff\x7f", 1
    ),
    "no-end-tag": lambda data: data.replace(b"ENDT", b"ENDX", 1),
    "wrong-hash": lambda data: _set(data.index(b"HASH") + 6, b"\0\0\0\0")(data),
    "metadata-past-the-end": _set(40, b"\xff\xff\xff\x7f"),
}


def damaged(name: str) -> bytes:
    """One damaged library."""
    return DAMAGE[name]((LIBRARIES / "air-lld-macos14.metallib").read_bytes())


def transcripts() -> list[Path]:
    """The stored ones, and the help of every command."""
    return sorted({*TRANSCRIPTS.glob("*.txt"), *(TRANSCRIPTS / f"help-{name}.txt" for name in NAMES)})


def transcript(path: Path) -> str:
    """The transcript again: its first line is the command, the rest is remade by running it in golden/."""
    if path.exists():
        command = path.read_text(encoding="utf-8").split("\n", 1)[0]
    else:
        command = f"$ mtlb {path.stem.removeprefix('help-')} --help"
    prompt, program, *arguments = command.split()
    assert (prompt, program) == ("$", "mtlb"), f"{path.name} doesn't start with '$ mtlb'"
    with inside(GOLDEN):
        result = invoke(*arguments)
    shown = f"{command}\n{result.text}"
    return shown + "".join(f"! {line}\n" for line in result.stderr.splitlines()) + f"exit {result.code}\n"
