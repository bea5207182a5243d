"""PlainLibraryBuilder: its libraries, and what it refuses with which reason."""

from __future__ import annotations

import runpy
import uuid
from pathlib import Path
from typing import Any

import pytest

import mtlb
from mtlb.base.errors import BuildError
from mtlb.base.metal import DataType
from mtlb.base.toolchains import Layout, Toolchain
from mtlb.base.versions import Platform, Version
from mtlb.container import (
    ConstantTag,
    CoreImageArgument,
    DebugLocation,
    FileType,
    FunctionType,
    Library,
    LibraryFunction,
    PatchType,
    PlainLibraryBuilder,
    SourceArchive,
    Sources,
    Tessellation,
    UuidPolicy,
    VertexAttribute,
    check_library,
)
from tests.conftest import ROOT
from tests.container.samples import bitcode, wrapped

MODULES = ROOT / "golden" / "air"


def builder(**options: Any) -> PlainLibraryBuilder:
    return PlainLibraryBuilder(**{"platform": "macos", "min_os": "15.0", **options})


def built(**options: Any) -> Library:
    """A library of one kernel, as it is read back."""
    b = builder(**options)
    b.add("k", "kernel", bitcode(1))
    return mtlb.read(mtlb.write(b.build()))


def test_the_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    output = tmp_path / "triangle.metallib"
    script = ROOT / "examples" / "emit_library.py"
    monkeypatch.setattr("sys.argv", [str(script), str(MODULES), "-o", str(output)])
    runpy.run_path(str(script), run_name="__main__")
    assert mtlb.verify(output) == []
    with mtlb.open(output) as library:
        for function in library.functions:
            assert bytes(function.module) == (MODULES / f"{function.name}.air").read_bytes()


def test_the_example_says_what_the_modules_say() -> None:
    """Packing the same modules derives the same tags from their metadata."""
    from mtlb.air import describe
    from mtlb.bitcode import read_module

    example = runpy.run_path(str(ROOT / "examples" / "emit_library.py"))
    for function in example["emit"](MODULES).functions:
        description = describe(read_module(bytes(function.module), bodies=False))
        assert (description.name, description.type) == (function.name, function.type)
        assert (description.air_version, description.language_version) == (
            function.air_version,
            function.language_version,
        )
        assert description.public_metadata() == function.public_metadata


def test_bare_bitcode_is_wrapped_and_padded() -> None:
    function = builder().add("k", "kernel", bitcode(1))
    assert bytes(function.module) == wrapped(1)
    assert len(function.module) % 16 == 0
    assert bytes(function.bitcode) == bitcode(1)


def test_wrapped_bitcode_stays_and_gets_its_padding() -> None:
    assert bytes(builder().add("k", "kernel", wrapped(1)).module) == wrapped(1)
    assert bytes(builder().add("k", "kernel", memoryview(wrapped(1)).toreadonly()).module) == wrapped(1)
    unpadded = wrapped(1)[: 20 + len(bitcode(1))]
    assert bytes(builder().add("k", "kernel", unpadded).module) == wrapped(1)


def test_versions_follow_the_target() -> None:
    library = built(platform="xros", min_os="2.0")
    assert (library.platform, library.min_os) == (Platform.XROS, (2, 0, 0))
    assert library.container_version == (1, 2, 8)
    assert library.functions[0].air_version == (2, 7, 0)
    assert library.functions[0].language_version == (3, 2, 0)
    assert not library.has_macos_bit


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({"min_os": "26.0"}, "default.metallib"),
        ({"min_os": "26.0", "library_name": "x.metallib"}, "x.metallib"),
        ({"min_os": "15.0"}, None),
    ],
)
def test_library_name(options: dict[str, str], name: str | None) -> None:
    header = built(**options).dynamic_header
    assert (header.name if header is not None else None) == name


def test_linked_libraries_need_no_name() -> None:
    header = built(libraries=["@rpath/a.metallib"], imported_symbols=["_Z1fv"]).dynamic_header
    assert header is not None
    assert (header.name, header.libraries) == (None, ["@rpath/a.metallib"])


def test_uuid_policies() -> None:
    inputs = uuid.UUID("00112233-4455-6677-8899-aabbccddeeff")
    assert built(uuid=inputs).uuid == built(uuid=inputs.bytes).uuid == inputs.bytes
    assert built(uuid=None).uuid is None
    derived = built(uuid=UuidPolicy.FROM_CONTENT).uuid
    assert derived == built().uuid
    assert isinstance(derived, bytes)
    assert uuid.UUID(bytes=derived).version == 3
    assert built(layout=Layout.METALLIB).uuid is None
    assert built(min_os="10.13").uuid is None


@pytest.mark.parametrize("build", ["31001.143", "902.9", None])
def test_a_toolchain_without_uuids_gives_none(build: str | None) -> None:
    library = built(min_os="11.0", toolchain=build)
    assert (library.uuid is None) is (build is not None)


def test_text_and_numbers_are_taken_for_enums_and_versions() -> None:
    values = {"platform": "ios", "min_os": 17, "file_type": "dynamic-library", "layout": "air-lld", "library_name": "a"}
    b = PlainLibraryBuilder(**{**values, "toolchain": "32023.404"})
    b.add("f", 3, bitcode(1), air_version="2.6")
    again = PlainLibraryBuilder(
        platform=Platform.IOS,
        min_os=Version(17),
        file_type=FileType.DYNAMIC_LIBRARY,
        layout=Layout.AIR_LLD,
        library_name="a",
        toolchain=Toolchain.parse("32023.404"),
    )
    again.add("f", FunctionType.UNQUALIFIED, bitcode(1), air_version=Version(2, 6))
    assert mtlb.write(b.build()) == mtlb.write(again.build())


@pytest.mark.parametrize(
    ("reason", "options"),
    [
        ("unknown file type 'app'", {"file_type": "app"}),
        ("unknown layout 'llvm'", {"layout": "llvm"}),
        ("not a version: 'x'", {"min_os": "x"}),
        ("not a version: 1.5", {"min_os": 1.5}),
        ("not a version: 8.5", {"container_version": 8.5}),
        ("not an Apple build number", {"toolchain": "x"}),
    ],
)
def test_values_of_no_use(reason: str, options: dict[str, Any]) -> None:
    with pytest.raises(BuildError, match=reason):
        builder(**options)


def test_result_is_deterministic() -> None:
    first, second = (mtlb.write(built()) for _ in range(2))
    assert first == second


def test_layouts() -> None:
    assert built().layout is Layout.AIR_LLD
    assert built(layout=Layout.METALLIB).layout is Layout.METALLIB
    assert built(layout=Layout.METALLIB, min_os="10.11").layout is Layout.METALLIB_LEGACY


def test_metallib_orders_tags_by_the_functions_own_version() -> None:
    b = builder(layout=Layout.METALLIB, min_os="10.13")
    b.add("new", "kernel", bitcode(1))
    b.add("old", "vertex", bitcode(2), air_version="1.8", language_version="1.1", layer_type=DataType.UINT)
    orders = [function.tag_order for function in mtlb.read(mtlb.write(b.build())).functions]
    assert orders == [
        ("NAME", "TYPE", "HASH", "MDSZ", "OFFT", "VERS"),
        ("NAME", "TYPE", "HASH", "OFFT", "VERS", "LAYR"),
    ]


def test_one_module_is_stored_once_in_a_dynamic_library_alone() -> None:
    dylib = builder(file_type=FileType.DYNAMIC_LIBRARY, library_name="a")
    executable = builder()
    for name in ("a", "b"):
        dylib.add(name, "unqualified", bitcode(1))
        executable.add(name, "kernel", bitcode(1))
    assert len({id(f.module) for f in mtlb.read(mtlb.write(dylib.build())).functions}) == 1
    assert len({id(f.module) for f in mtlb.read(mtlb.write(executable.build())).functions}) == 2


@pytest.mark.parametrize(
    ("reason", "options", "function"),
    [
        ("two functions are called 'k'", {}, {"name": "k", "type": "kernel"}),
        ("65534", {}, {"name": "x" * 65535, "type": "kernel"}),
        ("empty or contain a NUL", {}, {"name": "", "type": "kernel"}),
        ("empty or contain a NUL", {}, {"name": "a\0b", "type": "kernel"}),
        ("can't be encoded", {}, {"name": "\ud800", "type": "kernel"}),
        ("unknown function type 'compute'", {}, {"type": "compute"}),
        ("not bitcode", {}, {"bitcode": b"MTLB"}),
        ("wrapper names bytes", {}, {"bitcode": wrapped(1)[:24]}),
        ("no functions of type unqualified", {}, {"type": "unqualified"}),
        ("no functions of type kernel", {"file_type": FileType.CORE_IMAGE}, {"type": "kernel"}),
        ("can't have tessellation", {}, {"tessellation": Tessellation(PatchType.QUAD, 4)}),
        ("64 control points", {}, {"type": "vertex", "tessellation": Tessellation(PatchType.QUAD, 64)}),
        ("can't have a layer type", {}, {"layer_type": DataType.UINT}),
        ("can't have vertex attributes", {}, {"vertex_attributes": [VertexAttribute("a", 0, DataType.FLOAT)]}),
        ("index 8192", {}, {"type": "vertex", "vertex_attributes": [VertexAttribute("a", 8192, DataType.FLOAT)]}),
        ("contains a NUL", {}, {"function_constants": [ConstantTag("a\0", DataType.BOOL, 0)]}),
        ("does not fit", {}, {"function_constants": [ConstantTag("a", DataType.BOOL, 65536)]}),
        ("does not fit", {}, {"debug_location": DebugLocation(1 << 32, "a")}),
        ("65534", {}, {"dependency_files": ["x" * 65535]}),
        ("can't have a Core Image signature", {}, {"arguments": [CoreImageArgument("a", DataType.FLOAT)]}),
        (
            "extra bytes",
            {"file_type": FileType.CORE_IMAGE},
            {"type": "extern", "arguments": [CoreImageArgument("a", DataType.TEXTURE)]},
        ),
        ("no reflection in container 1.2.6", {"min_os": "12.0"}, {"reflection": b"x"}),
        ("no reflection in container 1.2.8", {"layout": Layout.METALLIB}, {"reflection": b"x"}),
        ("AIR 2.8 needs macOS 26.0", {}, {"air_version": "2.8"}),
        ("not known yet", {}, {"air_version": "9.9"}),
        ("not among the library's sources", {}, {"source": SourceArchive("0", b"BZh9")}),
        ("unknown platform 'plan9'", {"platform": "plan9"}, {}),
        ("unknown platform 0x55", {"platform": Platform(0x55), "container_version": "1.2.8"}, {}),
        ("too old for visionOS", {"platform": "xros", "min_os": "1.0", "container_version": "1.2.6"}, {}),
        ("container version 1.3.0 is unknown", {"container_version": "1.3"}, {}),
        ("a UUID can't be recorded", {"uuid": bytes(16), "layout": Layout.METALLIB}, {}),
        ("a UUID can't be recorded", {"uuid": bytes(16), "min_os": "10.13"}, {}),
        ("expected 16 bytes, a UUID or its text", {"uuid": b"four"}, {}),
        ("a library name can't be recorded", {"library_name": "a"}, {}),
        ("a library name can't be recorded", {"library_name": "a", "layout": Layout.METALLIB, "min_os": "26.0"}, {}),
        ("needs an install name", {"file_type": FileType.DYNAMIC_LIBRARY}, {"type": "visible"}),
        ("no dynamic library that provides them", {"imported_symbols": ["_Z1fv"]}, {}),
        ("can't have a dynamic header", {"libraries": ["a"], "layout": Layout.METALLIB}, {}),
        ("can't have sources", {"sources": Sources("x", None), "min_os": "10.13", "uuid": None}, {}),
        ("needs the working directory", {"sources": Sources("x", None)}, {}),
        ("can't record the working directory", {"sources": Sources("x", "/"), "min_os": "11.0"}, {}),
        ("does not fit the header", {"min_os": Version(15, 256)}, {}),
        ("file type", {"file_type": FileType(9)}, {}),
    ],
)
def test_refused(reason: str, options: dict[str, Any], function: dict[str, Any]) -> None:
    def build() -> None:
        b = builder(**options)
        if function.get("name") == "k":
            b.add("k", "kernel", bitcode(1))
        b.add(**{"name": "f", "type": "kernel", "bitcode": bitcode(1), **function})
        mtlb.write(b.build())

    with pytest.raises(BuildError, match=reason):
        build()


def test_a_library_made_by_hand_is_checked_alike() -> None:
    versions = Version(2, 0)
    function = LibraryFunction("f", FunctionType.KERNEL, wrapped(1), air_version=versions, language_version=versions)
    library = Library(container_version=Version(1, 2, 2), layout=Layout.METALLIB, functions=[function])
    check_library(library)
    function.module = wrapped(1)[:-1]
    with pytest.raises(BuildError, match="not padded"):
        check_library(library)
    function.module = b""
    with pytest.raises(BuildError, match="no module"):
        check_library(library)
    function.module, function.language_version = wrapped(1), None
    with pytest.raises(BuildError, match="no AIR or MSL version"):
        check_library(library)


def test_what_the_writer_itself_refuses() -> None:
    library = Library(container_version=Version(1, 2, 2), layout=Layout.METALLIB, uuid=bytes(16))
    with pytest.raises(BuildError, match=r"container 1\.2\.2 can't carry UUID"):
        mtlb.write(library)
    library = Library(container_version=Version(1, 2, 70000))
    with pytest.raises(BuildError, match="does not fit"):
        mtlb.write(library)
    library = Library(container_version=Version(1, 2, 8), functions=[LibraryFunction("x" * 70000, FunctionType.KERNEL)])
    with pytest.raises(BuildError, match="65534"):
        mtlb.write(library)


@pytest.mark.corpus
def test_apples_libraries_are_not_refused(corpus_libraries: list[Path]) -> None:
    for path in corpus_libraries:
        with mtlb.open(path) as library:
            check_library(library)
