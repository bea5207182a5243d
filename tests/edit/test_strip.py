"""Stripping: what goes is gone, the rest says the same, and every hash is that of the module as stored."""

from __future__ import annotations

from pathlib import Path

import pytest

import mtlb
from mtlb.bitcode import read_module
from mtlb.edit.strip import _nodes
from mtlb.ir import MDString, MetadataCode, Module
from tests.conftest import ROOT

GOLDEN = ROOT / "golden"
DEBUG = "corpus/JuliaGPU+Metal.jl/test__metallib__debuginfo"


def check(opened: mtlb.Library) -> mtlb.Library:
    data = mtlb.write(opened)
    assert [finding for finding in mtlb.verify(data, modules=True) if finding.is_error] == []
    again = mtlb.read(data)
    for function in again:
        assert function.stored_hash == function.computed_hash()
    return again


def interface(opened: mtlb.Library) -> list[object]:
    """What callers see of the functions: names, types, versions, public metadata, reflection."""
    return [
        (
            f.name,
            f.type,
            f.air_version,
            f.language_version,
            list(f.public_metadata.parts("")),
            None if f.reflection is None else bytes(f.reflection.buffer),
        )
        for f in opened
    ]


def strings(module: Module) -> set[str]:
    nodes = [node for nodes in module.named_metadata.values() for node in nodes]
    return {field.value for node in nodes for field in node.fields if isinstance(field, MDString)}


@pytest.mark.parametrize("os", ["11", "12", "13", "14", "15", "26"])
def test_debug_info(shared: Path, os: str) -> None:
    path = shared / f"{DEBUG}.{os}.metallib"
    opened = mtlb.open(path)
    before, uuid = interface(opened), opened.uuid
    assert any(f.private_metadata.debug_location is not None for f in opened)
    result = opened.strip(debug=True)
    assert result.modules in (0, 1) and result.source_bytes == 0
    again = check(opened)
    assert interface(again) == before and again.uuid == uuid
    for function in again:
        module = read_module(function.module)
        assert not any(name.startswith("llvm.dbg") for name in module.named_metadata)
        assert not strings(module) & {"Dwarf Version", "Debug Info Version"}
        assert all(i.debug_loc is None for f in module.functions for i in f.instructions())
        assert function.private_metadata.debug_location is None


def test_what_is_stripped_of_debug_info_is_what_was_built_without(shared: Path) -> None:
    """Code and metadata are those of the same kernel built without -g."""
    folder = shared / "corpus/JuliaGPU+Metal.jl"
    built = mtlb.open(folder / "test__metallib__kernel.14.metallib")
    opened = mtlb.open(folder / "test__metallib__debuginfo.14.metallib")
    opened.strip(debug=True, paths=True)
    built.strip(paths=True)
    texts = [read_module(lib.functions[0].module).text() for lib in (opened, built)]
    bodies = [text[text.index("define ") : text.index("}", text.index("define "))] for text in texts]
    assert bodies[0] == bodies[1]


def test_sources(shared: Path) -> None:
    path = shared / "corpus/JuliaGPU+Metal.jl/test__dummy.metallib"
    opened = mtlb.open(path)
    before, modules = interface(opened), [bytes(f.module) for f in opened]
    result = opened.strip(sources=True)
    assert result.source_bytes > 10_000
    again = check(opened)
    assert interface(again) == before and [bytes(f.module) for f in again] == modules
    assert again.sources is None and "SOFF" not in again.functions[0].tag_order
    assert all(f.private_metadata.dependency_files == [] for f in again)
    assert all(f.private_metadata.debug_location is not None for f in again)


def test_names() -> None:
    for path in sorted(GOLDEN.glob("lib/*26.metallib")) + sorted(GOLDEN.glob("lib/linked*.metallib")):
        opened = mtlb.open(path)
        before = interface(opened)
        opened.strip(names=True)
        again = check(opened)
        assert interface(again) == before
        for function in again:
            module = read_module(function.module)
            assert "llvm.ident" not in module.named_metadata and not module.producer
            assert not any(f.symbols for f in module.functions)
            assert all(t.name == f"t{n}" for n, t in enumerate(module.struct_types) if t.code.name == "STRUCT_NAMED")


def test_names_that_mean_something_stay(shared: Path) -> None:
    opened = mtlb.open(shared / "corpus/JuliaGPU+Metal.jl/test__metallib__constants.26.metallib")
    opened.strip(names=True)
    module = read_module(check(opened).functions[0].module)
    assert [v.name for v in module.globals if "MTL_FC_INIT" in v.name]
    assert mtlb.describe(opened.functions[0])[0].function_constants


def test_paths(shared: Path) -> None:
    opened = mtlb.open(shared / "corpus/JuliaGPU+Metal.jl/test__dummy.metallib")
    assert opened.sources is not None and "/" in opened.sources.command_line
    before = interface(opened)
    opened.strip(paths=True)
    again = check(opened)
    assert interface(again) == before
    assert again.sources is not None and again.sources.command_line == "" and again.sources.working_directory == ""
    for function in again:
        location = function.private_metadata.debug_location
        assert location is not None and "/" not in location.path
        module = read_module(function.module)
        assert b"/Users/" not in bytes(function.module)
        assert "llvm.dbg.cu" in module.named_metadata
        assert "air.source_file_name" not in module.named_metadata


def test_everything_twice_is_everything_once(shared: Path) -> None:
    for name in ("debuginfo.14", "sources.26", "kernels.11"):
        opened = mtlb.open(shared / f"corpus/JuliaGPU+Metal.jl/test__metallib__{name}.metallib")
        opened.strip(debug=True, sources=True, names=True, paths=True)
        once = mtlb.write(check(opened))
        again = mtlb.read(once)
        again.strip(debug=True, sources=True, names=True, paths=True)
        assert mtlb.write(again) == once
        assert b"metalfe" not in once and b"/Users/" not in once


@pytest.mark.long
def test_real_libraries_can_be_stripped(shared: Path) -> None:
    done = 0
    for path in sorted(shared.joinpath("corpus").rglob("*.metallib"))[::6]:
        if path.stat().st_size > 400_000:
            continue
        opened = mtlb.open(path)
        before = interface(opened)
        try:
            opened.strip(debug=True, sources=True, names=True, paths=True)
        except mtlb.UnsupportedError as error:
            assert "function '" in error.reason
            assert interface(opened) == before
            continue
        assert interface(check(opened)) == before, path
        done += 1
    assert done > 10


def test_nothing_to_strip() -> None:
    opened = mtlb.open(GOLDEN / "lib/air-lld-macos14.metallib")
    with pytest.raises(mtlb.BuildError, match="nothing to strip"):
        opened.strip()


def test_a_directory_that_is_gone_is_no_string(shared: Path) -> None:
    """LLVM keeps no empty strings in DIFile: a build of it with assertions aborts."""
    opened = mtlb.open(shared / "corpus/JuliaGPU+Metal.jl/test__dummy.metallib")
    opened.strip(paths=True)
    listed = [node for function in check(opened) for node in _nodes(read_module(function.module))]
    places = [item.fields[1] for item in listed if item.code is MetadataCode.FILE]
    assert places
    assert set(places) == {None}
