"""The first metallib that was explained in public, field by field.

Source: "Compile Metal shader Bitcode to x86 and ARM assembly", worthdoingbadly.com/metalbitcode, 2018: a library of
0x1532 bytes for iOS with the functions vertexShader and fragmentShader; the page shows its first 0x1A0 bytes.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from mtlb.base.versions import Platform, Version
from mtlb.container import FileType, FunctionType, Layout, Library, LibraryFunction, read, write

FILE_SIZE = 0x1532
VERTEX_HASH = bytes.fromhex("6d1c6e48df84fe195aad330196291520ecfd0e3108a882bd39dec369cfacb8ff")
FRAGMENT_HASH = bytes.fromhex("218a2e33ea7a116b7697bb2db8d05dca9dd8675768b02c2405c363453eb6cb8c")

# Offset, what the page shows there, and what it is.
FIELDS: list[tuple[int, bytes, str]] = [
    (0x00, b"MTLB", "magic"),
    (0x04, bytes.fromhex("0100 0200 0200"), "container 1.2.2, macOS bit clear"),
    (0x0A, bytes(6), "executable; no platform, no OS version"),
    (0x10, (0x1532).to_bytes(8, "little"), "file size"),
    (0x18, (0x58).to_bytes(8, "little"), "function list: offset"),
    (0x20, (0x106).to_bytes(8, "little"), "function list: size without its count"),
    (0x28, (0x162).to_bytes(8, "little"), "public metadata: offset"),
    (0x30, (0x10).to_bytes(8, "little"), "public metadata: size"),
    (0x38, (0x172).to_bytes(8, "little"), "private metadata: offset"),
    (0x40, (0x10).to_bytes(8, "little"), "private metadata: size"),
    (0x48, (0x182).to_bytes(8, "little"), "modules: offset"),
    (0x50, (0x13B0).to_bytes(8, "little"), "modules: size"),
    (0x58, (2).to_bytes(4, "little"), "number of functions"),
    (0x5C, (0x82).to_bytes(4, "little"), "size of the first group"),
    (0x60, b"NAME\x0d\x00vertexShader\x00", "name"),
    (0x73, b"TYPE\x01\x00\x00", "vertex"),
    (0x7A, b"HASH\x20\x00" + VERTEX_HASH, "SHA-256 of the module"),
    (0xA0, b"MDSZ\x08\x00" + (0xAF0).to_bytes(8, "little"), "size of the module"),
    (0xAE, b"OFFT\x18\x00" + bytes(24), "offsets of public metadata, private metadata, module"),
    (0xCC, b"VERS\x08\x00" + bytes.fromhex("0200 0000 0200 0000"), "AIR 2.0, MSL 2.0"),
    (0xDA, b"ENDT", "end of the first group"),
    (0xDE, (0x84).to_bytes(4, "little"), "size of the second group"),
    (0xE2, b"NAME\x0f\x00fragmentShader\x00", "name"),
    (0xF7, b"TYPE\x01\x00\x01", "fragment"),
    (0xFE, b"HASH\x20\x00" + FRAGMENT_HASH, "SHA-256 of the module"),
    (0x124, b"MDSZ\x08\x00" + (0x8C0).to_bytes(8, "little"), "size of the module"),
    (0x132, b"OFFT\x18\x00" + b"".join(n.to_bytes(8, "little") for n in (8, 8, 0xAF0)), "offsets"),
    (0x150, b"VERS\x08\x00" + bytes.fromhex("0200 0000 0200 0000"), "AIR 2.0, MSL 2.0"),
    (0x15E, b"ENDT", "end of the second group"),
    (0x162, 2 * b"\x04\x00\x00\x00ENDT", "public metadata: two empty groups"),
    (0x172, 2 * b"\x04\x00\x00\x00ENDT", "private metadata: two empty groups"),
    (0x182, bytes.fromhex("dec0170b 00000000 14000000 dc0a0000 ffffffff"), "wrapper of the first module"),
]


def library() -> Library:
    """The library that the page shows. Its modules are not there; zeros follow the wrapper shown instead."""
    wrapper = FIELDS[-1][1]
    functions = [
        LibraryFunction("vertexShader", FunctionType.VERTEX, wrapper.ljust(0xAF0, b"\0")),
        LibraryFunction("fragmentShader", FunctionType.FRAGMENT, bytes(0x8C0)),
    ]
    for function, stored_hash in zip(functions, (VERTEX_HASH, FRAGMENT_HASH), strict=True):
        function.air_version = function.language_version = Version(2, 0)
        function.stored_hash = stored_hash
    return Library(
        container_version=Version(1, 2, 2),
        has_macos_bit=False,
        file_type=FileType.EXECUTABLE,
        layout=Layout.METALLIB,
        functions=functions,
    )


def test_the_fields_lie_side_by_side() -> None:
    end = 0
    for offset, content, what in FIELDS:
        assert offset == end, what
        end += len(content)


@pytest.mark.parametrize(("offset", "content", "what"), FIELDS, ids=[f"{o:#x} {w}" for o, _, w in FIELDS])
def test_field_is_written(offset: int, content: bytes, what: str) -> None:
    data = write(library())
    assert data[offset : offset + len(content)] == content
    assert len(data) == FILE_SIZE


def test_fields_are_read() -> None:
    shown = b"".join(content for _, content, _ in FIELDS)
    read_back = read(shown.ljust(FILE_SIZE, b"\0"))
    assert read_back.container_version == (1, 2, 2)
    assert (read_back.platform, read_back.has_macos_bit, read_back.is_64bit) == (Platform.NONE, False, False)
    assert read_back.layout is Layout.METALLIB
    assert not read_back.has_extension
    vertex, fragment = read_back.functions
    assert (vertex.name, vertex.type, len(vertex.module)) == ("vertexShader", FunctionType.VERTEX, 0xAF0)
    assert (fragment.name, fragment.type, len(fragment.module)) == ("fragmentShader", FunctionType.FRAGMENT, 0x8C0)
    assert (vertex.air_version, vertex.language_version) == ((2, 0, 0), (2, 0, 0))
    assert (vertex.stored_hash, fragment.stored_hash) == (VERTEX_HASH, FRAGMENT_HASH)
    assert vertex.public_metadata.tags == fragment.private_metadata.tags == []


@pytest.mark.corpus
def test_the_real_file_starts_so(corpus_libraries: list[Path]) -> None:
    actual = [path.read_bytes() for path in corpus_libraries if path.stat().st_size == FILE_SIZE]
    shown = b"".join(content for _, content, _ in FIELDS)
    assert any(data.startswith(shown) for data in actual)
    for data in actual:
        assert write(read(data)) == data
