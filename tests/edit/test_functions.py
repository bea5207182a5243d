"""Removing, renaming, replacing, ordering, adding and merging the functions of libraries."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

import mtlb
from mtlb.air import reflection_text
from mtlb.air.entry_points import EntryArgument
from mtlb.air.imports import dynamic_imports
from mtlb.bitcode import read_module
from mtlb.container import FunctionType, UuidPolicy
from mtlb.ir import Linkage
from tests.cli.invoke import invoke
from tests.conftest import ROOT

GOLDEN = ROOT / "golden"
NAMES = ["saxpy", "triangle_vertex", "triangle_fragment"]


def library(name: str = "air-lld-macos14") -> mtlb.Library:
    return mtlb.open(GOLDEN / f"lib/{name}.metallib")


def names(opened: mtlb.Library) -> list[str]:
    return [function.name for function in opened]


def written(opened: mtlb.Library) -> mtlb.Library:
    """The library as it is written, which must be consistent."""
    data = mtlb.write(opened)
    assert mtlb.verify(data, modules=True) == []
    again = mtlb.read(data)
    for function in again:
        assert function.stored_hash == function.computed_hash()
        described = mtlb.describe(function)[0]
        assert described.name == function.name
    return again


def test_the_library_is_a_collection() -> None:
    opened = library()
    assert len(opened) == 3 and names(opened) == NAMES
    assert "saxpy" in opened and "nope" not in opened
    assert opened["saxpy"] is opened.functions[0]
    with pytest.raises(KeyError):
        opened["nope"]


def test_arguments_and_reflection_of_a_function() -> None:
    function = library()["saxpy"]
    (described,) = mtlb.describe(function)
    assert all(isinstance(argument, EntryArgument) for argument in described.arguments)
    text = reflection_text(described)
    assert text.startswith("kernel saxpy (AIR 2.6, Metal 3.1)\n  arguments:\n") and "buffer 0" in text


# --- choosing, removing ----------------------------------------------------------------------------------------------


def test_remove_and_keep() -> None:
    for edit in (
        lambda opened: opened.remove(["saxpy"]),
        lambda opened: opened.remove(patterns=["sax*"]),
        lambda opened: opened.remove(types=["kernel"]),
        lambda opened: opened.keep(patterns=["triangle_*"]),
        lambda opened: opened.keep(types=[FunctionType.VERTEX, "fragment"]),
        lambda opened: opened.keep(["triangle_vertex"], types=["fragment"]),
    ):
        opened = library()
        uuid = opened.uuid
        assert edit(opened) == ["saxpy"]
        again = written(opened)
        assert names(again) == NAMES[1:]
        assert again.uuid != uuid and len(again.reflections) == 2


@pytest.mark.parametrize(
    "words",
    [
        {},
        {"names": ["nope"]},
        {"patterns": ["nope*"]},
        {"types": ["mesh"]},
        {"types": ["nope"]},
        {"names": "saxpy"},
        {"names": [1]},
    ],
)
def test_what_no_function_has_is_refused(words: dict[str, list[str]]) -> None:
    opened = library()
    before = mtlb.write(opened)
    for edit in (opened.remove, opened.keep):
        with pytest.raises(mtlb.BuildError):
            edit(**words)  # type: ignore[arg-type]
    assert mtlb.write(opened) == before


def test_archives_of_removed_functions_go(shared: Path) -> None:
    paths = [
        path
        for path in sorted(shared.joinpath("corpus").rglob("*.metallib"))
        if len({function.source for function in mtlb.open(path)}) > 1
    ]
    assert paths
    for path in paths[:3]:
        opened = mtlb.open(path)
        first, others = opened.functions[0], {function.source for function in opened}
        opened.keep([first.name])
        others.discard(first.source)
        assert opened.sources is not None and not others.intersection(opened.sources.archives)
        assert first.source is None or first.source in opened.sources.archives
        assert len(mtlb.write(opened)) < path.stat().st_size
        opened.remove([first.name])
        assert opened.sources is None or first.source not in opened.sources.archives
        assert [finding for finding in mtlb.verify(opened) if finding.is_error] == []


def test_a_function_of_a_shared_module_is_exported_no_more(shared: Path) -> None:
    paths = [
        opened
        for path in sorted(shared.joinpath("corpus").rglob("*.metallib"))
        if len(opened := mtlb.open(path)) > 1 and opened.file_type is mtlb.FileType.DYNAMIC_LIBRARY
    ]
    assert paths
    for opened in paths[:3]:
        gone = opened.functions[0].name
        kept = names(opened)[1:]
        opened.remove([gone])
        module = read_module(written_module(opened), bodies=False)
        function = module.function(gone)
        assert function is not None and function.linkage is Linkage.INTERNAL
        assert [module.function(name).linkage for name in kept] == [Linkage.EXTERNAL] * len(kept)  # type: ignore[union-attr]
        assert len({id(f.module) for f in opened}) == 1


def written_module(opened: mtlb.Library) -> bytes:
    data = mtlb.write(opened)
    assert mtlb.verify(data, modules=True) == []
    return bytes(mtlb.read(data).functions[0].module)


def test_imports_of_removed_functions_go(shared: Path) -> None:
    paths = [
        opened
        for path in sorted(shared.joinpath("corpus").rglob("*.metallib"))
        if (opened := mtlb.open(path)).imported_symbols and opened.file_type is mtlb.FileType.EXECUTABLE
    ]
    assert paths
    for opened in paths[:4]:
        for function in list(opened.functions):
            if len(opened) == 1:
                break
            opened.remove([function.name])
            expected = {s for f in opened for s in dynamic_imports(read_module(f.module, bodies=False)).symbols}
            assert {entry.name for entry in opened.imported_symbols or []} == expected
        assert mtlb.verify(opened) == []


# --- renaming --------------------------------------------------------------------------------------------------------


def test_rename_is_in_the_list_the_module_and_the_reflection() -> None:
    opened = library()
    before = bytes(opened["saxpy"].module)
    opened.rename("saxpy", "axpy")
    again = written(opened)
    assert names(again) == ["axpy", *NAMES[1:]]
    function = again["axpy"]
    module = read_module(function.module)
    assert module.function("saxpy") is None and module.function("axpy") is not None
    assert before.count(b"saxpy") - bytes(function.module).count(b"saxpy") == 1  # the other is the source file
    assert function.reflection is not None and b"axpy\0" in bytes(function.reflection.buffer)
    assert bytes(function.reflection.buffer) == mtlb.describe(function)[0].reflection_buffer(
        mtlb.air.reflection.buffer.read(function.reflection.buffer).version
    )
    opened.rename("axpy", "saxpy")
    opened.uuid = library().uuid
    assert mtlb.write(opened) == mtlb.write(library())


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("nope", "x", "there is no function 'nope'"),
        ("saxpy", "triangle_vertex", "already"),
        ("saxpy", "", "can't be empty"),
        ("saxpy", "a\0b", "NUL"),
        ("saxpy", 7, "new is 7"),
    ],
)
def test_bad_renames(old: str, new: str, reason: str) -> None:
    opened = library()
    before = mtlb.write(opened)
    with pytest.raises(mtlb.BuildError, match=reason):
        opened.rename(old, new)
    assert mtlb.write(opened) == before


def test_a_name_that_the_module_does_not_have() -> None:
    opened = library()
    opened.functions[0].name = "other"  # the container's name alone
    with pytest.raises(mtlb.BuildError, match="only the function list has the name 'other'"):
        opened.rename("other", "x")
    with pytest.raises(mtlb.BuildError, match="already"):
        opened.rename("other", "triangle_vertex")
    opened.rename("other", "saxpy")  # the module's own name mends it
    assert mtlb.write(opened) == mtlb.write(library())
    opened.functions[0].name, opened.functions[0].type = "other", FunctionType.VERTEX
    with pytest.raises(mtlb.BuildError, match="already has a symbol called 'saxpy'"):
        opened.rename("other", "saxpy")  # an entry point of another type does not


@pytest.mark.long
def test_every_golden_function_can_be_renamed() -> None:
    for path in sorted(GOLDEN.glob("lib/*.metallib")):
        opened = mtlb.open(path)
        for name in names(opened):
            try:
                opened.rename(name, f"renamed_{name}")
            except mtlb.UnsupportedError as error:
                assert "LLVM 3" in error.reason or "AIR 1" in error.reason, (path.name, error)
        assert [str(finding) for finding in mtlb.verify(opened, modules=True) if finding.is_error] == []


# --- new modules -----------------------------------------------------------------------------------------------------


def test_add_and_replace() -> None:
    opened = library()
    module = (GOLDEN / "air/saxpy.air").read_bytes()
    with pytest.raises(mtlb.BuildError, match="is a function 'saxpy' already"):
        opened.add(module)
    old = opened["saxpy"]
    opened.replace("saxpy", module)
    assert opened["saxpy"] is not old and opened.functions[0].name == "saxpy"
    opened.remove(["saxpy"])
    added = opened.add(module)
    assert added.reflection is not None
    assert names(written(opened)) == [*NAMES[1:], "saxpy"]


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        (
            lambda lib: lib.replace("triangle_vertex", _air("saxpy")),
            "the module defines 'saxpy', not 'triangle_vertex'",
        ),
        (lambda lib: lib.add(_air("air_mesh")), "is for air64|is AIR"),
        (lambda lib: lib.add(b"text"), "not a module but"),
        (lambda lib: lib.add(_air("link_helper")), "no entry point"),
        (lambda lib: lib.replace("nope", _air("saxpy")), "there is no function 'nope'"),
    ],
)
def test_modules_that_do_not_fit(edit: Callable[[mtlb.Library], object], reason: str) -> None:
    opened = library()
    opened.retarget(min_os="12")
    before = mtlb.write(opened)
    with pytest.raises(mtlb.MtlbError, match=reason):
        edit(opened)
    assert mtlb.write(opened) == before


def _air(name: str) -> bytes:
    data = (GOLDEN / f"air/{name}.air").read_bytes()
    if name != "saxpy":
        return data
    opened = library()
    opened.retarget(min_os="12")
    return bytes(opened["saxpy"].module)


# --- order and merging -----------------------------------------------------------------------------------------------


def test_reorder() -> None:
    opened = library()
    opened.reorder(["triangle_fragment", "saxpy"])
    assert names(written(opened)) == ["triangle_fragment", "saxpy", "triangle_vertex"]
    for bad in (["nope"], ["saxpy", "saxpy"], "saxpy"):
        with pytest.raises(mtlb.BuildError):
            opened.reorder(bad)


def test_merge() -> None:
    whole = library()
    item, other = library(), library()
    item.keep(["saxpy"])
    other.remove(["saxpy"])
    item.merge(other)
    other.close()
    item.uuid = whole.uuid
    assert mtlb.write(item) == mtlb.write(whole)


def test_merge_takes_the_newest_system() -> None:
    item, other = library(), library()
    item.keep(["saxpy"])
    item.retarget(min_os="12")
    other.remove(["saxpy"])
    item.merge(other)
    assert item.min_os == (14, 0, 0) and names(written(item)) == NAMES


def test_merged_sources(shared: Path) -> None:
    folder = shared / "corpus/DsoTsin+metalib-spirv"
    file = mtlb.open(folder / "test__shaderlibs__modern_renderer_macos_debug.metallib")
    other = mtlb.open(folder / "test__shaderlibs__hybrid_rendering_debug.metallib")
    file.retarget(min_os=other.target.min_os)
    other.remove([name for name in names(other) if name in file])
    count = sum(len(opened.sources.archives) for opened in (file, other) if opened.sources)
    file.merge(other)
    assert file.sources is not None and len(file.sources.archives) == count
    assert len({archive.id for archive in file.sources.archives}) == count
    assert [f for f in mtlb.verify(file) if f.is_error] == []


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        (lambda: library(), "two of the libraries have a function 'saxpy'"),
        (lambda: library("air-lld-ios15"), "for macOS and iOS"),
        (lambda: _retyped("core-image"), "can't be merged"),
        (lambda: "x", "libraries"),
    ],
)
def test_what_can_not_be_merged(other: Callable[[], mtlb.Library], reason: str) -> None:
    opened = library()
    before = mtlb.write(opened)
    with pytest.raises(mtlb.BuildError, match=reason):
        opened.merge(other())
    assert mtlb.write(opened) == before


def _retyped(kind: str) -> mtlb.Library:
    opened = library()
    opened.file_type = kind  # type: ignore[assignment]
    return opened


# --- the library -----------------------------------------------------------------------------------------------------


def test_target_fields_are_converted_and_followed() -> None:
    opened = library()
    opened.platform = "ios"
    assert not opened.has_macos_bit
    opened.min_os = "17.0"
    assert (opened.platform, opened.min_os, opened.container_version) == (mtlb.Platform.IOS, (17, 0, 0), (1, 2, 7))
    again = mtlb.read(mtlb.write(opened))
    assert (again.platform, again.min_os, again.has_macos_bit) == (mtlb.Platform.IOS, (17, 0, 0), False)
    assert mtlb.verify(opened) == []


@pytest.mark.parametrize("order", [("platform", "min_os"), ("min_os", "platform")])
def test_the_order_in_which_fields_are_set_does_not_matter(order: tuple[str, str]) -> None:
    opened = library()
    values = {"platform": "ios", "min_os": "13"}
    for name in order:
        setattr(opened, name, values[name])
    assert mtlb.verify(opened) == []
    again = mtlb.read(mtlb.write(opened))
    assert again.container_version == (1, 2, 4) and again.platform is mtlb.Platform.NONE
    assert all(function.reflection is None for function in again)


def test_an_os_version_that_there_is_not_is_refused_as_the_commands_do() -> None:
    refused = invoke("link", ROOT / "golden/air/saxpy.air", "--min-os", "99", "-o", os.devnull)
    assert refused.code == 1
    said = refused.stderr.strip().removeprefix("mtlb: error: ")
    opened = library()
    before = mtlb.write(opened)
    for ask in (
        lambda: setattr(opened, "min_os", mtlb.Version(99)),
        lambda: mtlb.LibraryBuilder(platform="macos", min_os=99),
        lambda: mtlb.link([ROOT / "golden/air/saxpy.air"], min_os=99),
    ):
        with pytest.raises(mtlb.BuildError) as caught:
            ask()
        assert str(caught.value) == said and said.startswith("there is no macOS 99.0: ")
    assert mtlb.write(opened) == before
    opened.min_os = mtlb.LibraryBuilder(platform="macos", min_os=28).min_os  # the year after the newest is taken
    assert opened.min_os == mtlb.Version(28)


def test_every_version_and_back() -> None:
    for name in ("air-lld-macos14", "air-lld-ios15", "metallib-macos14"):
        if not (GOLDEN / f"lib/{name}.metallib").exists():
            continue
        for min_os in ("10.11", "10.14", "11", "12", "13", "15", "26"):
            opened = library(name)
            opened.min_os = min_os
            assert [str(finding) for finding in mtlb.verify(opened) if finding.is_error] == [], (name, min_os)
            if opened.has_extension and opened.layout is mtlb.Layout.AIR_LLD:
                assert (opened.name is not None) == (opened.container_version >= (1, 2, 9))


def test_fields_that_free_others() -> None:
    opened = library()
    opened.functions[0].private_metadata = None  # type: ignore[assignment]
    opened.functions[0].type = "visible"
    opened.functions[0].air_version = "2.5"
    opened.uuid = "00112233-4455-6677-8899-aabbccddeeff"
    assert mtlb.read(mtlb.write(opened)).uuid == bytes.fromhex("00112233445566778899aabbccddeeff")
    with pytest.raises(mtlb.BuildError, match="layout can't have"):
        opened.layout = "metallib"
    opened.uuid = None
    for function in opened:
        function.reflection = None
    opened.dynamic_header = None
    opened.layout = "metallib"
    assert mtlb.verify(opened) == []


def test_sources_go_from_functions_too(shared: Path) -> None:
    path = shared / "corpus/DsoTsin+metalib-spirv/test__shaderlibs__hybrid_rendering_debug.metallib"
    opened = mtlb.open(path)
    opened.sources = None
    assert all(function.source is None for function in opened)
    assert mtlb.verify(opened) == []


def test_a_uuid_is_kept_until_something_changes() -> None:
    opened = library()
    uuid = opened.uuid
    assert isinstance(uuid, bytes) and not opened.is_changed
    opened.functions.pop()
    assert opened.is_changed and opened.uuid is UuidPolicy.FROM_CONTENT
    opened = library()
    opened.functions[0].name = "other"
    assert opened.uuid is UuidPolicy.FROM_CONTENT
    opened.uuid = uuid
    assert opened.uuid == uuid == mtlb.read(mtlb.write(opened)).uuid


def test_names_of_libraries(shared: Path) -> None:
    opened = library()
    opened.min_os = "26"
    opened.name = "new.metallib"
    assert mtlb.read(mtlb.write(opened)).name == "new.metallib"
    opened.name = None
    opened.settle()
    assert opened.name is None
    metallib = mtlb.open(shared / "corpus/Blaizzy+mlx-audio-swift/default.metallib")
    with pytest.raises(mtlb.BuildError, match="can't be recorded"):
        metallib.name = "x"
    dylibs = [
        opened
        for path in sorted(shared.joinpath("corpus").rglob("*.metallib"))
        if len(opened := mtlb.open(path)) and opened.file_type is mtlb.FileType.DYNAMIC_LIBRARY
    ]
    for dylib in dylibs[:2]:
        dylib.name = "@rpath/libnew.metallib"
        again = mtlb.read(mtlb.write(dylib))
        assert read_module(again.functions[0].module).source_filename == again.name == "@rpath/libnew.metallib"
        assert mtlb.verify(dylib, modules=True) == []
        with pytest.raises(mtlb.BuildError, match="needs a name"):
            dylib.name = None
