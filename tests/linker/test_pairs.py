"""Links of real inputs give the bytes of Apple's linkers."""

from __future__ import annotations

import csv
from pathlib import Path
from uuid import UUID

import pytest

import mtlb
from mtlb.bitcode import read_module
from mtlb.linker.inputs import InputFile
from mtlb.linker.like import options_like
from mtlb.linker.link import link
from mtlb.linker.options import LinkOptions
from tests.conftest import shared_directory

pytestmark = pytest.mark.corpus


def pairs() -> list[Path]:
    """The pairs, some of which Apple's linker optimised."""
    index = shared_directory() / "pairs" / "INDEX.csv"
    if not index.exists():
        return []
    with index.open(newline="") as file:
        return [index.parent / row["pair"] for row in csv.DictReader(file)]


def assert_same(pair: Path) -> None:
    data = (pair / "expected.metallib").read_bytes()
    inputs = sorted((pair / "in").iterdir())
    files = [InputFile(str(path), path.read_bytes()) for path in inputs]
    library = mtlb.read(data)
    uuid = {"uuid": UUID(bytes=library.uuid)} if isinstance(library.uuid, bytes) else {}
    options = options_like(library, inputs=[str(path) for path in inputs], **uuid)
    assert mtlb.write(link(files, options).library) == data


@pytest.mark.parametrize("pair", pairs(), ids=lambda pair: pair.name)
def test_the_same_bytes_as_apples_linker(pair: Path) -> None:
    assert_same(pair)


def test_air_lld_names_the_layout(shared: Path) -> None:
    assert {mtlb.open(p / "expected.metallib").layout.program for p in pairs()} == {"air-lld", "metallib"}


@pytest.mark.long
def test_linked_modules_are_sound(shared: Path) -> None:
    from llvmlite import binding

    from mtlb.ir.verify import verify_module

    for pair in pairs()[::4]:
        path = next(iter(sorted((pair / "in").iterdir())))
        for function in link([InputFile(path.name, path.read_bytes())], LinkOptions()).functions:
            assert verify_module(read_module(function.function.module)) == []
            binding.parse_bitcode(bytes(function.function.module), binding.create_context()).verify()
