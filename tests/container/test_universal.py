"""Universal files: the layout that was measured on Apple's, round trips, edits, and bad ones."""

from __future__ import annotations

import contextlib
import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtlb.archives import Slice, UniversalFile, architecture_of, read_universal
from mtlb.archives.architectures import CPU_AIR64, CPU_APPLE_GPU, Architecture
from mtlb.base.errors import BuildError, FormatError, MtlbError, UnsupportedError
from mtlb.base.filekind import FileKind
from mtlb.base.releases import RELEASES
from mtlb.base.versions import Version
from tests.conftest import ROOT

GOLDEN = ROOT / "golden"
MACOS = (GOLDEN / "lib/air-lld-macos14.metallib").read_bytes()
AIR_23, AIR_25 = Architecture.of("air64_v23"), Architecture.of("air64_v25")


def metallib(size: int) -> bytes:
    return FileKind.METALLIB.magic.ljust(size, b"x")


def test_layout_of_two_libraries_is_apples() -> None:
    """libtracepoint_rt_osx.metallib: 34,564 bytes, AIR 2.3 at 48, AIR 2.5 at 17,136."""
    slices = [Slice.of(metallib(17428), "air64_v25"), Slice.of(metallib(17074), "air64_v23")]
    data = UniversalFile.create(slices).to_bytes()
    assert len(data) == 34564
    entries = struct.pack(">5I", CPU_AIR64, 7, 48, 17074, 4) + struct.pack(">5I", CPU_AIR64, 9, 17136, 17428, 4)
    assert data[:48] == b"\xcb\xfe\xba\xbe\0\0\0\2" + entries
    assert not any(data[48 + 17074 : 17136])


def test_layout_of_three_archives_is_apples() -> None:
    """libtracepoint_rt_static_osx.a: subtypes 5, 7 and 9, aligned to 8, the first at 72."""
    archive = FileKind.ARCHIVE.magic
    data = UniversalFile.create(Slice.of(archive + bytes(i), f"air64_v2{i}") for i in (5, 3, 1)).to_bytes()
    actual = read_universal(data)
    assert [(item.architecture.cpusubtype, item.alignment, item.offset) for item in actual.slices] == [
        (5, 3, 72),
        (7, 3, 88),
        (9, 3, 104),
    ]


def test_names_are_the_series_that_apple_published() -> None:
    series = ["v16", "v18", "v111", "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29"]
    for number, name in enumerate(series, 1):
        architecture = Architecture(CPU_AIR64, number)
        assert str(architecture) == f"air64_{name}"
        assert Architecture.of(f"air64_{name}") == architecture
        assert architecture.air_version == RELEASES[number - 1].air
    assert str(Architecture(CPU_APPLE_GPU, 322)) == "applegpu_g13g"
    assert Architecture.of("applegpu_g13g").air_version is None
    assert str(Architecture(CPU_AIR64, 0x80000007)) == "air64_v23"  # the top byte is flags
    assert str(Architecture(0x01000014, 5)) == "unknown(16777236,5)"
    assert Architecture.of("unknown(16777236,5)") == (0x01000014, 5)
    for bad in ("arm64", "air64", "unknown(1,99999999999)", "", 7):
        with pytest.raises(BuildError, match="unknown architecture"):
            Architecture.of(bad)  # type: ignore[arg-type]
    with pytest.raises(BuildError, match="no architecture is known for AIR"):
        Architecture.of_air(Version(3))


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("lib/air-lld-macos14.metallib", "air64_v26"),
        ("lib/air-lld-ios15.metallib", "air64_v24"),
        ("air/saxpy.air", "air64_v26"),
        ("air/air_vertex_1_11.air", "air64_v111"),
    ],
)
def test_architecture_of_a_thin_file(path: str, name: str) -> None:
    assert str(architecture_of((GOLDEN / path).read_bytes())) == name


def test_architecture_of_other_files() -> None:
    assert architecture_of(struct.pack("<4sIII", FileKind.MACH_O_64.magic, CPU_APPLE_GPU, 322, 0)) == (
        CPU_APPLE_GPU,
        322,
    )
    for bad in (b"", b"hello", FileKind.ARCHIVE.magic):
        with pytest.raises(UnsupportedError):
            architecture_of(bad)


_slices = st.lists(
    st.tuples(st.integers(1, 200), st.binary(max_size=70), st.integers(0, 8)),
    min_size=1,
    max_size=5,
    unique_by=lambda item: item[0],
)


@given(_slices)
def test_what_was_written_reads_as_the_same_and_is_written_the_same(
    parts: list[tuple[int, bytes, int]],
) -> None:
    file = UniversalFile.create(Slice(Architecture(CPU_AIR64, n), data, align) for n, data, align in parts)
    data = file.to_bytes()
    again = read_universal(data)
    assert again.to_bytes() == data
    for number, content, alignment in parts:
        item = again.slice(Architecture(CPU_AIR64, number))
        assert (bytes(item.data), item.alignment) == (content, alignment)
        assert item.offset is not None and item.offset % (1 << alignment) == 0


def test_edits() -> None:
    file = UniversalFile.create([Slice.of(metallib(100), "air64_v23"), Slice.of(metallib(200), "air64_v25")])
    assert [str(a) for a in file.extract(["air64_v25"]).architectures] == ["air64_v25"]
    replaced = read_universal(file.replace({"air64_v23": metallib(333)}).to_bytes())
    assert [len(item.data) for item in replaced.slices] == [333, 200]
    for name in ("air64_v28", "arm64"):
        with pytest.raises(BuildError):
            file.slice(name)
        with pytest.raises(BuildError):
            file.replace({name: b""})
    with pytest.raises(BuildError, match="two slices for architecture air64_v23"):
        UniversalFile.create([Slice.of(metallib(100), "air64_v23")] * 2)
    with pytest.raises(BuildError, match="at least one"):
        UniversalFile.create([])
    with pytest.raises(BuildError, match="alignment is 16"):
        Slice.of(metallib(100), "air64_v23", 16)


def _with_order(order: str, magic: bytes) -> bytes:
    data = metallib(100)
    return magic + struct.pack(f"{order}6I", 1, CPU_AIR64, 7, 48, len(data), 4).ljust(44, b"\0") + data


@pytest.mark.parametrize(("order", "magic"), [(">", 0), ("<", 1), ("<", 0), (">", 1)])
def test_every_byte_order_is_read(order: str, magic: int) -> None:
    actual = read_universal(_with_order(order, FileKind.UNIVERSAL_METALLIB.magics[magic]))
    assert actual.architectures == (AIR_23,)
    assert bytes(actual.slices[0].data) == metallib(100)
    assert read_universal(actual.to_bytes()).architectures == (AIR_23,)


def test_fat_mach_o_is_read_and_not_written() -> None:
    data = metallib(100)
    wide = FileKind.UNIVERSAL_MACH_O_64.magic + struct.pack(">IIIQQII", 1, CPU_AIR64, 7, 48, len(data), 4, 0)
    for actual in (
        read_universal(wide.ljust(48, b"\0") + data),
        read_universal(_with_order(">", FileKind.UNIVERSAL_MACH_O.magic)),
    ):
        assert bytes(actual.slice("air64_v23").data) == data
        with pytest.raises(UnsupportedError, match="writing a fat Mach-O"):
            actual.to_bytes()


def _entries(*rows: tuple[int, int, int]) -> bytes:
    head = FileKind.UNIVERSAL_METALLIB.magic + struct.pack(">I", len(rows))
    return head + b"".join(struct.pack(">5I", CPU_AIR64, *row, 4) for row in rows)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (MACOS, "not a universal file but a metallib"),
        (FileKind.UNIVERSAL_METALLIB.magic, "truncated"),
        (FileKind.UNIVERSAL_METALLIB.magic + b"\x7f\0\0\x7f", "at most 64 are plausible"),
        (FileKind.UNIVERSAL_METALLIB.magic + b"\0\0\0\2", "2 slices in 8 bytes"),
        (_entries((7, 28, 1)), "leaves the 28 bytes"),
        (_entries((7, 0, 28)), "overlaps"),
        (_entries((7, 48, 8), (9, 50, 8)) + bytes(20), "overlaps"),
        (_entries((7, 48, 8), (7, 56, 8)) + bytes(20), "two slices"),
    ],
)
def test_bad_files_are_refused_with_the_offset(data: bytes, reason: str) -> None:
    with pytest.raises(FormatError, match=reason) as caught:
        read_universal(data)
    assert caught.value.offset is not None


@given(st.binary(max_size=120))
def test_any_bytes_end_in_an_error_of_ours_or_a_file(data: bytes) -> None:
    with contextlib.suppress(MtlbError):
        read_universal(FileKind.UNIVERSAL_METALLIB.magic + data)


def test_architecture_of_every_library_of_the_corpus(corpus_libraries: list[Path]) -> None:
    for path in corpus_libraries[:60]:
        assert architecture_of(path.read_bytes()).air_version is not None, path
