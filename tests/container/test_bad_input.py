"""Bad bytes end in an error with an offset, in little time and memory; `verify` finds what reading accepts."""

from __future__ import annotations

import struct
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mtlb
from mtlb.base.errors import FormatError, MtlbError, UnsupportedError
from mtlb.base.findings import MAX_FINDINGS_PER_CODE, Severity
from mtlb.base.versions import Version
from mtlb.bitstream.wrapper import wrap
from mtlb.container import FunctionType, Layout, Library, LibraryFunction
from mtlb.container.header import Header
from mtlb.container.verify import CODES
from tests.container.samples import LIBRARIES, wrapped

HUGE = (1 << 64) - 1


def patched(data: bytes, offset: int, value: int | bytes, size: int = 8) -> bytes:
    field = value if isinstance(value, bytes) else value.to_bytes(size, "little")
    return data[:offset] + field + data[offset + len(field) :]


def read_all(data: bytes) -> bytes:
    """Read every part of a library."""
    return mtlb.write(mtlb.read(data))


def errors(data: bytes) -> set[str]:
    return {finding.code for finding in mtlb.verify(data) if finding.severity is Severity.ERROR}


@pytest.mark.parametrize("name", LIBRARIES)
def test_truncated_at_any_byte(name: str) -> None:
    data = LIBRARIES[name]
    for size in range(len(data)):
        with pytest.raises(FormatError) as caught:
            read_all(data[:size])
        assert caught.value.offset is not None, size
        assert caught.value.reason
        assert errors(data[:size])


@pytest.mark.parametrize("name", LIBRARIES)
@pytest.mark.long
def test_any_byte_changed(name: str) -> None:
    """A changed byte is an error, a finding, or a change of the library; never another exception."""
    data = LIBRARIES[name]
    for offset in range(len(data)):
        for mask in (0xFF, 0x01):
            changed = patched(data, offset, bytes([data[offset] ^ mask]))
            actual = errors(changed)
            try:
                written = read_all(changed)
            except MtlbError as error:
                assert error.reason
                assert actual, f"{offset:#x} ^ {mask:#x}"
            else:
                assert actual or written == changed, f"{offset:#x} ^ {mask:#x} goes unnoticed"


@given(st.sampled_from(sorted(LIBRARIES)), st.data())
@settings(max_examples=300, deadline=None)
@pytest.mark.long
def test_many_bytes_changed(name: str, source: st.DataObject) -> None:
    data = LIBRARIES[name]
    for _ in range(source.draw(st.integers(1, 4))):
        offset = source.draw(st.integers(0, len(data) - 1))
        data = patched(data, offset, source.draw(st.binary(min_size=1, max_size=8)))[: len(data)]
    mtlb.verify(data)
    try:
        read_all(data)
    except MtlbError as error:
        assert error.reason


@given(st.binary(max_size=200))
def test_noise_after_the_magic(noise: bytes) -> None:
    with pytest.raises(MtlbError):
        read_all(b"MTLB" + noise)
    assert errors(b"MTLB" + noise)


RANGES = {"function list": 24, "public metadata": 40, "private metadata": 56, "modules": 72}


@pytest.mark.parametrize("value", [HUGE, 1 << 63, 1 << 32, 0xFFFF])
@pytest.mark.parametrize("field", [0, 8], ids=["offset", "size"])
@pytest.mark.parametrize("section", RANGES)
def test_section_past_the_end(section: str, field: int, value: int) -> None:
    data = patched(LIBRARIES["metallib"], RANGES[section] + field, value)
    with pytest.raises(FormatError, match=f"{section} .* leaves the 500 bytes"):
        mtlb.read(data)
    assert "malformed" in errors(data)


def counts() -> list[tuple[str, bytes, int]]:
    """Libraries and the offsets of the 32-bit counts in them."""
    data = LIBRARIES["air_lld"]
    actual = [("functions", data, 0x58)]
    header = Header.parse(data)
    for tag in (b"HSRD", b"ILST", b"VLST", b"SLST", b"RLST"):
        at = data.index(tag, header.function_list.end)
        actual.append((tag.decode(), data, struct.unpack_from("<Q", data, at + 6)[0]))
    return actual


@pytest.mark.parametrize(("what", "data", "offset"), counts(), ids=[what for what, _, _ in counts()])
@pytest.mark.parametrize("count", [0xFFFFFFFF, 0x7FFFFFFF, 100_000])
def test_counts_that_claim_gigabytes(what: str, data: bytes, offset: int, count: int) -> None:
    assert peak(lambda: expect_format_error(patched(data, offset, count, 4))) < 2 << 20


def expect_format_error(data: bytes) -> None:
    with pytest.raises(FormatError) as caught:
        read_all(data)
    assert caught.value.offset is not None
    assert errors(data)


def peak(work: Callable[[], None]) -> int:
    """The most bytes that were allocated at once."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_counts_inside_a_tag() -> None:
    """A list that claims more items than its tag has bytes is kept as it is, and found."""
    data = LIBRARIES["air_lld"]
    at = data.index(b"VATT") + 6
    broken = patched(data, at, 0xFFFF, 2)
    library = mtlb.read(broken)
    assert library.functions[0].public_metadata.vertex_attributes == ()
    assert [name for name, _ in library.functions[0].public_metadata.raw_tags] == ["VATT"]
    assert mtlb.write(library) == broken
    assert {"broken-tag", "attributes"} <= errors(broken)


def test_tag_that_runs_over_its_group() -> None:
    data = LIBRARIES["metallib"]
    at = data.index(b"NAME") + 4
    for size in (0xFFFF, 0x100, 0x80):
        with pytest.raises(FormatError):
            mtlb.read(patched(data, at, size, 2))


@pytest.mark.parametrize("name", ["metallib", "metallib_legacy", "air_lld"])
def test_missing_endt(name: str) -> None:
    data = LIBRARIES[name]
    at = data.index(b"ENDT")
    while at >= 0:
        broken = patched(data, at, b"ENDX")
        with pytest.raises(FormatError):
            read_all(broken)
        assert errors(broken)
        at = data.find(b"ENDT", at + 1)


def test_names_that_are_not_utf8() -> None:
    data = LIBRARIES["metallib"].replace(b"mesh_main", b"me\xffh\xc3main")
    library = mtlb.read(data)
    assert library.functions[1].name == "me\udcffh\udcc3main"
    assert mtlb.write(library) == data
    assert "name-encoding" in {finding.code for finding in mtlb.verify(data)}


def test_name_without_its_nul() -> None:
    with pytest.raises(FormatError, match="NUL"):
        mtlb.read(LIBRARIES["metallib"].replace(b"mesh_main\0", b"mesh_mainx"))


@pytest.mark.parametrize("tag", [b"NAME", b"TYPE", b"OFFT"])
def test_function_without_a_tag_that_it_needs(tag: bytes) -> None:
    data = LIBRARIES["metallib"]
    with pytest.raises(FormatError, match=f"no {tag.decode()}"):
        mtlb.read(patched(data, data.index(tag), b"XXXX"))


def test_tag_twice() -> None:
    data = LIBRARIES["metallib"]
    with pytest.raises(FormatError, match="twice"):
        mtlb.read(patched(data, data.index(b"VERS"), b"MDSZ"))


@pytest.mark.parametrize(
    ("start", "kind", "words"),
    [
        (b"", FormatError, "empty"),
        (b"MT", FormatError, "truncated"),
        (b"ELF\x7f" + bytes(100), FormatError, "not a metallib: the file starts with"),
        (b"\xcb\xfe\xba\xbe\0\0\0\x01" + bytes(100), UnsupportedError, r"universal \(fat\) metallib"),
        (b"\xca\xfe\xba\xbe\0\0\0\x01" + bytes(100), UnsupportedError, "fat Mach-O"),
        (b"\xcf\xfa\xed\xfe" + bytes(100), UnsupportedError, "Mach-O"),
        (wrapped(1), UnsupportedError, "single AIR module"),
        (wrapped(1)[20:], UnsupportedError, "single AIR module"),
        (b"!<arch>\n", UnsupportedError, "archive"),
    ],
    ids=["empty", "short", "magic", "universal", "fat", "mach-o", "wrapper", "bitcode", "archive"],
)
def test_what_is_no_library(start: bytes, kind: type[MtlbError], words: str, tmp_path: Path) -> None:
    with pytest.raises(kind, match=words) as caught:
        mtlb.read(start)
    assert caught.value.offset in (0, len(start))
    path = tmp_path / "a.metallib"
    path.write_bytes(start)
    with pytest.raises(kind, match=words) as caught:
        mtlb.open(path)
    assert caught.value.file == str(path)
    assert [finding.code for finding in mtlb.verify(path)] in (["malformed"], ["module"])


def test_directory(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="directory"):
        mtlb.open(tmp_path)
    assert [finding.code for finding in mtlb.verify(tmp_path)] == ["malformed"]


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        mtlb.open(tmp_path / "none")


def overlapping(functions: int, module_size: int) -> bytes:
    """Functions whose modules all start a byte apart and reach to the end of the section."""
    library = Library(container_version=Version(1, 2, 2), layout=Layout.METALLIB)
    versions = Version(2, 0)
    for index in range(functions):
        module = wrap(bytes(module_size)) if index == 0 else b""
        library.functions.append(
            LibraryFunction(
                f"f{index:04}", FunctionType.KERNEL, module, air_version=versions, language_version=versions
            )
        )
    data = bytearray(mtlb.write(library))
    total = Header.parse(data).modules.size
    at = 0
    for index in range(functions):
        at = data.index(b"MDSZ", at) + 6
        struct.pack_into("<Q", data, at, total - index)
        at = data.index(b"OFFT", at) + 6
        struct.pack_into("<Q", data, at + 16, index)
    return bytes(data)


@pytest.mark.long
def test_overlapping_modules_do_not_multiply() -> None:
    """Ten megabytes would become ten gigabytes if every function got its own copy of the module."""
    data = overlapping(1000, 10 << 20)
    with pytest.raises(FormatError, match="overlap"):
        read_all(data)
    assert "overlap" in errors(data)


def test_findings_are_bounded() -> None:
    data = overlapping(1000, 4096).replace(b"VERS", b"XXXX")
    findings = mtlb.verify(data)
    assert len(findings) <= (MAX_FINDINGS_PER_CODE + 1) * 8
    assert any(finding.code == "more" for finding in findings)


def test_every_finding_has_a_documented_code() -> None:
    text = Path(__file__).parents[2].joinpath("docs", "findings.md").read_text(encoding="utf-8")
    for code, (severity, _) in CODES.items():
        assert f"| `{code}` | {severity} |" in text
