"""Libraries made for the tests of this package, from the golden modules."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from mtlb.base.versions import Platform, Version
from mtlb.bitcode import Module, read_module
from mtlb.bitcode.writer import write_module
from mtlb.container import FunctionType, Layout, Library, LibraryFunction, write

GOLDEN = Path(__file__).resolve().parents[2] / "golden"


def module(name: str = "saxpy") -> bytes:
    return (GOLDEN / "air" / f"{name}.air").read_bytes()


def edited(edit: Callable[[Module], object], name: str = "saxpy") -> bytes:
    """A golden module after `edit` had its way with it, padded as libraries store modules."""
    read = read_module(module(name))
    edit(read)
    return write_module(read)


def function(
    name: str = "saxpy", air: str = "2.6", msl: str = "3.1", *, data: bytes | None = None, type: str = "kernel"
) -> LibraryFunction:
    """A function with these versions; its module is the golden one whatever they say."""
    return LibraryFunction(
        name,
        FunctionType.of(type),
        module() if data is None else data,
        air_version=Version.parse(air),
        language_version=Version.parse(msl),
    )


def library(
    *functions: LibraryFunction,
    platform: str = "macos",
    os: str = "14.0",
    container: str = "1.2.7",
    layout: Layout = Layout.AIR_LLD,
) -> Library:
    return Library(
        platform=Platform.of(platform),
        min_os=Version.parse(os),
        container_version=Version.parse(container),
        layout=layout,
        functions=list(functions),
    )


def stored(*functions: LibraryFunction, **stamp: str) -> memoryview:
    """The bytes of such a library."""
    return memoryview(write(library(*functions, **stamp)))  # type: ignore[arg-type]
