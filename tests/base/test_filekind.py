"""The table of magic numbers: kinds are distinguished, and no other source file has a magic number."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from mtlb.base.filekind import TAR_MAGIC_OFFSET, FileKind, sniff

ROOT = Path(__file__).resolve().parents[2]
MAGICS = [(magic, kind) for kind in FileKind for magic in kind.magics]


@pytest.mark.parametrize(("magic", "kind"), MAGICS)
def test_every_magic_is_recognised(magic: bytes, kind: FileKind) -> None:
    data = bytes(TAR_MAGIC_OFFSET if kind is FileKind.TAR else 0) + magic + bytes(8)
    assert sniff(data) is sniff(bytearray(data)) is sniff(memoryview(data)) is kind
    assert kind.words


def test_what_has_no_magic_is_unknown() -> None:
    for data in (b"", b"M", b"MTL", b"mtlb", b"!<ar", b"BC\xc0", bytes(1000)):
        assert sniff(data) is FileKind.UNKNOWN
    assert FileKind.UNKNOWN.magics == ()


def test_modules_and_universal_files() -> None:
    assert [kind for kind in FileKind if kind.is_module] == [FileKind.BITCODE, FileKind.WRAPPED_BITCODE]
    assert [kind for kind in FileKind if kind.is_universal] == [
        FileKind.UNIVERSAL_METALLIB,
        FileKind.UNIVERSAL_MACH_O,
        FileKind.UNIVERSAL_MACH_O_64,
    ]


@pytest.mark.long
def test_no_magic_is_written_anywhere_else() -> None:
    numbers = {int.from_bytes(magic, order) for magic, _ in MAGICS if len(magic) == 4 for order in ("little", "big")}
    results = []
    for folder in ("mtlb", "linker", "cli", "bench", "fuzz"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if path.match("base/filekind.py"):
                continue
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                value = node.value if isinstance(node, ast.Constant) else None
                is_magic = isinstance(value, bytes) and any(value.startswith(magic) for magic, _ in MAGICS)
                if is_magic or (isinstance(value, int) and value in numbers):
                    results.append(f"{path.relative_to(ROOT)}:{node.lineno}: {value!r}")
    assert results == []
