"""Links of real inputs give the bytes of Apple's linkers."""

from __future__ import annotations

import csv
import re
from dataclasses import replace
from pathlib import Path
from uuid import UUID

import pytest

import mtlb
from mtlb.air.reflection.buffer import read as read_reflection
from mtlb.base.toolchains import Toolchain
from mtlb.base.versions import Version
from mtlb.bitcode import read_module
from mtlb.container import Library
from mtlb.linker.inputs import InputFile
from mtlb.linker.link import link
from mtlb.linker.options import LinkOptions, PathPrefixMap, SourceOptions
from tests.conftest import shared_directory

pytestmark = pytest.mark.corpus

# Which build of air-lld links shows in its reflection buffers, not in the modules.
BUILD_OF_REFLECTION = {
    Version(0, 1): "31001.720",
    Version(0, 2): "32023.155",
    Version(0, 3): "32023.404",
    Version(0, 4): "32023.830",
}


def pairs() -> list[Path]:
    """The pairs, some of which Apple's linker optimised."""
    index = shared_directory() / "pairs" / "INDEX.csv"
    if not index.exists():
        return []
    with index.open(newline="") as file:
        return [index.parent / row["pair"] for row in csv.DictReader(file)]


def options_of(expected: Library, source: Path) -> LinkOptions:
    """What a link can't know by itself, read off the result."""
    ident = re.search(rb"metalfe-([\d.]+)", bytes(expected.functions[0].module))
    build = toolchain_build(expected) or (ident[1].decode() if ident else None)
    options = LinkOptions(
        platform=expected.platform or None,
        min_os=expected.min_os if expected.platform else None,
        container_version=expected.container_version,
        layout=expected.layout,
        toolchain=Toolchain.parse(build),
        uuid=UUID(bytes=expected.uuid) if isinstance(expected.uuid, bytes) else None,
        has_uuid=expected.uuid is not None,
        library_name=expected.dynamic_header.name if expected.dynamic_header else None,
        has_library_name=expected.dynamic_header is not None,
    )
    if expected.sources is not None:
        size = len(expected.sources.archives[0].data)
        padding = next(p for p in (10240, 16384, 4096, 1) if size % p == 0)
        sources = SourceOptions(expected.sources.command_line, expected.sources.working_directory or "", padding)
        (recorded,) = expected.functions[0].private_metadata.dependency_files
        options = replace(options, sources=sources, path_prefix_map=PathPrefixMap(((str(source), recorded),)))
    return options


def toolchain_build(expected: Library) -> str | None:
    entry = expected.functions[0].reflection
    if entry is None:
        return None
    version = read_reflection(entry.buffer).version
    assert version is not None
    return BUILD_OF_REFLECTION[version]


def assert_same(pair: Path) -> None:
    data = (pair / "expected.metallib").read_bytes()
    inputs = sorted((pair / "in").iterdir())
    files = [InputFile(str(path), path.read_bytes()) for path in inputs]
    options = options_of(mtlb.read(data), inputs[0])
    assert mtlb.write(link(files, options).library) == data


@pytest.mark.parametrize("pair", pairs(), ids=lambda pair: pair.name)
def test_the_same_bytes_as_apples_linker(pair: Path) -> None:
    assert_same(pair)


def test_air_lld_names_the_layout(shared: Path) -> None:
    assert {mtlb.open(p / "expected.metallib").layout.program for p in pairs()} == {"air-lld", "metallib"}


def test_linked_modules_are_sound(shared: Path) -> None:
    from llvmlite import binding

    from mtlb.ir.verify import verify_module

    for pair in pairs()[::4]:
        path = next(iter(sorted((pair / "in").iterdir())))
        for function in link([InputFile(path.name, path.read_bytes())], LinkOptions()).functions:
            assert verify_module(read_module(function.function.module)) == []
            binding.parse_bitcode(bytes(function.function.module), binding.create_context()).verify()
