"""Every code of `verify` is found where it belongs. Reading alone finds the rest (test_bad_input)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import mtlb
from mtlb.base.findings import Finding
from mtlb.base.metal import DataType
from mtlb.base.versions import Platform, Version
from mtlb.bitstream.wrapper import wrap
from mtlb.container import CoreImageArgument, FileType, FunctionType, Library, RawTag, ReflectionEntry
from mtlb.container.reflections import StoredReflections
from mtlb.container.verify import CODES
from tests.container.samples import LIBRARIES, wrapped

Change = Callable[[Library], None]


def findings(name: str, change: Change) -> list[Finding]:
    library = mtlb.read(LIBRARIES[name])
    change(library)
    return mtlb.verify(library)


def set_on(**fields: object) -> Change:
    """Sets fields of the library, past the checks that a caller's values go through."""

    def change(library: Library) -> None:
        for name, value in fields.items():
            object.__setattr__(library, f"_{name}" if hasattr(library, f"_{name}") else name, value)

    return change


def set_first(**fields: object) -> Change:
    """Sets fields of the first function."""

    def change(library: Library) -> None:
        for name, value in fields.items():
            setattr(library.functions[0], name, value)

    return change


def broken_archive(library: Library) -> None:
    assert library.sources is not None
    library.sources.archives[0].data = b"PK"


def orphan(library: Library) -> None:
    library.stored_reflections = StoredReflections([], [ReflectionEntry(b"\1")])


def unpadded_reflection(library: Library) -> None:
    for entry in library.reflections:
        entry.aligned = False


def swapped_tags(library: Library) -> None:
    order = library.functions[0].tag_order
    library.functions[0].tag_order = (order[1], order[0], *order[2:])


def without(tag: str) -> Change:
    def change(library: Library) -> None:
        function = library.functions[0]
        function.tag_order = tuple(name for name in function.tag_order if name != tag)

    return change


def with_library(name: str) -> Change:
    def change(library: Library) -> None:
        header = library.dynamic_header
        assert header is not None
        header.libraries = [name]

    return change


def nameless(library: Library) -> None:
    assert library.dynamic_header is not None
    library.dynamic_header.tags = [tag for tag in library.dynamic_header.tags if tag[0] != "NAME"]


CASES: list[tuple[str, str, Change]] = [
    ("stamp", "metallib", set_on(has_macos_bit=True)),
    ("stamp", "metallib_legacy", set_on(platform=Platform.MACOS)),
    ("stamp", "metallib", set_on(platform=Platform.NONE)),
    ("hash", "metallib", set_first(stored_hash=bytes(32))),
    ("hash", "shared_metadata", set_first(stored_hash=bytes(32))),
    ("core-image-hash", "core_image", set_first(stored_hash=bytes(32))),
    ("wrapper", "metallib", set_first(module=bytes(32))),
    ("wrapper", "metallib", set_first(module=wrapped(1)[:-1] + b"\1")),
    ("wrapper", "metallib", set_first(module=wrapped(1) + bytes(16))),
    ("alignment", "metallib", set_first(module=wrapped(1)[:44])),
    ("alignment", "air_lld", unpadded_reflection),
    ("duplicate-name", "metallib", set_first(name="mesh_main")),
    ("missing-tag", "metallib", without("HASH")),
    ("missing-tag", "air_lld", without("MDSZ")),
    ("source-archive", "air_lld", broken_archive),
    ("version-gate", "metallib_old_sources", set_on(container_version=Version(1, 2, 6))),
    ("version-gate", "air_lld", set_on(container_version=Version(1, 2, 6))),
    ("version-gate", "metallib_legacy", set_on(container_version=Version(1, 2, 3))),
    ("tag-order", "metallib", swapped_tags),
    ("section-order", "air_lld", set_on(extension_order=("UUID", "HDYN", "RLST"))),
    ("section-order", "air_lld", set_on(section_order=("HDYN", "HSRD"))),
    ("unreferenced", "air_lld", orphan),
    ("unknown-tag", "metallib", set_first(unknown_tags=[("NEWT", RawTag(b"x"))])),
    ("unknown-value", "metallib", set_on(platform=Platform(0x33))),
    ("unknown-value", "metallib", set_on(file_type=FileType(9))),
    ("unknown-value", "metallib", set_on(container_version=Version(1, 2, 200))),
    ("unknown-value", "metallib", set_on(container_version=Version(2, 0, 0))),
    ("unknown-value", "metallib", set_first(type=FunctionType(99))),
    ("install-name", "air_lld", with_library("libX.metallib")),
    ("install-name", "dynamic_library", nameless),
    ("name-encoding", "metallib", set_first(name="\udc80")),
]


@pytest.mark.parametrize(("code", "name", "change"), CASES, ids=[f"{c} {n} {i}" for i, (c, n, _) in enumerate(CASES)])
def test_code(code: str, name: str, change: Change) -> None:
    before = {finding.code for finding in mtlb.verify(LIBRARIES[name])}
    actual = findings(name, change)
    assert code in {finding.code for finding in actual}
    assert code not in before or name == "air_lld"
    for finding in actual:
        assert finding.severity is CODES[finding.code][0]
        assert finding.code in str(finding)


@pytest.mark.parametrize("place", [0x10, 0x18, 0x20])
def test_header_words(place: int) -> None:
    data = bytearray(LIBRARIES["metallib"])
    data[place] ^= 4
    codes = {finding.code for finding in mtlb.verify(bytes(data))}
    assert codes & {"file-size", "function-list", "malformed"}


def test_bytes_after_the_end() -> None:
    actual = mtlb.verify(LIBRARIES["metallib"] + b"more")
    assert {finding.code for finding in actual} == {"file-size", "gap"}
    assert [finding.offset for finding in actual] == [16, len(LIBRARIES["metallib"])]


def test_modules_out_of_order() -> None:
    data = LIBRARIES["metallib"]
    library = mtlb.read(data)
    first, second = (function.module for function in library.functions)
    at = data.index(b"OFFT") + 6 + 16
    swapped = data.replace(bytes(first) + bytes(second), bytes(second) + bytes(first))
    other = data.index(b"OFFT", at) + 6 + 16
    assert len(first) == len(second) == 48
    swapped = swapped[:at] + (48).to_bytes(8, "little") + swapped[at + 8 : other] + bytes(8) + swapped[other + 8 :]
    assert [finding.code for finding in mtlb.verify(swapped)] == ["order"]
    assert [bytes(f.module) for f in mtlb.read(swapped).functions] == [bytes(first), bytes(second)]


@pytest.mark.parametrize("tag", [b"SOFF", b"RFLT"])
def test_dangling_reference(tag: bytes) -> None:
    data = bytearray(LIBRARIES["air_lld"])
    data[data.index(tag) + 6] ^= 1
    actual = [finding for finding in mtlb.verify(bytes(data)) if finding.code == "reference"]
    assert [finding.function for finding in actual] == ["vertex_main"]


def test_progress_of_large_files_is_reported() -> None:
    library = mtlb.read(LIBRARIES["metallib"])
    library.functions[0].module = wrap(bytes(20 << 20))
    data = mtlb.write(library)
    reports: list[tuple[int, int]] = []
    assert mtlb.container.verify(data, progress=lambda done, total: reports.append((done, total))) == []
    assert reports
    assert all(0 < done <= total == len(data) for done, total in reports)


def test_argument_types_stay_numbers() -> None:
    """An unknown type is kept and shown."""
    library = mtlb.read(LIBRARIES["core_image"])
    public = library.functions[0].public_metadata
    public.arguments = (CoreImageArgument("x", DataType(0xEE)),)
    again = mtlb.read(mtlb.write(library)).functions[0].public_metadata.arguments
    assert again is not None
    assert str(again[0].type) == "unknown (0xee)"
