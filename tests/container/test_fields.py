"""No field of a library is forgotten where libraries are compared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import mtlb
from mtlb.container import DynamicHeader, FileType, Library, Sources, SymbolEntry
from mtlb.container.library import _CHECKS
from mtlb.container.parts import library_parts
from mtlb.container.tags import RawTag, TagGroup
from tests.conftest import ROOT

LIBRARY = ROOT / "golden/lib/air-lld-macos14.metallib"

OTHERS: dict[str, Callable[[Library], Any]] = {
    "platform": lambda library: "ios",
    "min_os": lambda library: "15.0",
    "container_version": lambda library: "1.2.9",
    "file_type": lambda library: FileType.CORE_IMAGE,
    "layout": lambda library: "metallib",
    "functions": lambda library: library.functions[:1],
    "has_macos_bit": lambda library: not library.has_macos_bit,
    "is_64bit": lambda library: not library.is_64bit,
    "is_stub": lambda library: not library.is_stub,
    "sources": lambda library: Sources("metal", None, []),
    "dynamic_header": lambda library: DynamicHeader([("NAME", "another")]),
    "exported_variables": lambda library: [SymbolEntry.named("variable")],
    "imported_symbols": lambda library: [SymbolEntry.named("symbol")],
    "scripts": lambda library: [TagGroup([("NAME", "script")])],
    "uuid": lambda library: bytes(16),
    "name": lambda library: "another",
    "unknown_extension_tags": lambda library: [("XXXX", RawTag(b"x"))],
    "unknown_sections": lambda library: {"XXXX": b"x"},
    "has_extension": lambda library: not library.has_extension,
    "extension_order": lambda library: ("UUID",),
    "section_order": lambda library: ("HDYN",),
    "has_nul_after_modules": lambda library: True,
}
"""For each field another value."""

NOT_COMPARED = {"stored_size", "stored_reflections"}
"""Of the file that was read: its size, and what functions have as their reflection."""


def test_every_field_is_here() -> None:
    assert OTHERS.keys() | NOT_COMPARED == _CHECKS.keys()


@pytest.mark.parametrize("name", OTHERS)
def test_a_field_that_differs_is_a_difference(name: str) -> None:
    library = mtlb.read(LIBRARY.read_bytes())
    library.uuid = None  # one that is derived from the content would be another
    for function in library.functions:
        function.reflection = None  # which not every layout has
    before = dict(library_parts(library))
    setattr(library, name, OTHERS[name](library))
    assert dict(library_parts(library)) != before
