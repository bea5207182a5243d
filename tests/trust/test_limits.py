"""Attacks, and the limits that they meet. None may take more time or memory than its size explains."""

from __future__ import annotations

import bz2
import io
import os
import struct
import tarfile
import time
import tracemalloc
import zipfile
from pathlib import Path

import pytest

import mtlb
from bench.generated import many_kernels
from fuzz.guard import check
from fuzz.targets import TARGETS
from mtlb.air import describe_all
from mtlb.air.reflection import buffer as reflection
from mtlb.base.errors import FormatError, MtlbError
from mtlb.base.files import numbered_name
from mtlb.bitcode import read_module
from mtlb.bitstream.codec import Abbreviation, AbbrevOp, Encoding, Record
from mtlb.bitstream.stream import Block, read_stream
from mtlb.bitstream.writer import StreamWriter
from mtlb.container import LibraryFunction, SourceArchive, Sources, unpack_sources
from tests.assembled import assemble
from tests.changes import with_records
from tests.cli.invoke import invoke
from tests.trust.workload import LIBRARY, MODULE


def assert_quick_and_small(target: str, data: bytes) -> None:
    finding = check(TARGETS[target], data, measure_memory=True).finding
    assert finding is None, finding


# --- bitstreams ------------------------------------------------------------------------------------------------------


def walk(data: bytes) -> None:
    def down(block: Block) -> None:
        for item in block.items():
            if isinstance(item, Block):
                down(item)

    for block in read_stream(data).blocks():
        down(block)


def test_nested_blocks() -> None:
    writer = StreamWriter()
    for _ in range(5000):
        writer.enter_block(8, 2)
    for _ in range(5000):
        writer.end_block()
    with pytest.raises(FormatError, match="nested more than 32 deep"):
        walk(writer.getvalue())


def test_literals_that_take_no_bits() -> None:
    """200,000 records of three bits, each of which has 5,000 operands: a billion numbers in 80 KB."""
    writer = StreamWriter()
    writer.enter_block(8, 3)
    bomb = writer.define_abbreviation(Abbreviation(*[AbbrevOp(Encoding.LITERAL, 1)] * 5000))
    for _ in range(200_000):
        writer.emit(bomb, 3)
    writer.end_block()
    with pytest.raises(FormatError, match="literals of abbreviations outnumber the bits"):
        walk(writer.getvalue())


@pytest.mark.parametrize(("block_id", "code"), [(11, 2), (12, 15), (15, 3)])  # null, unreachable, an empty node
def test_records_of_three_bits(block_id: int, code: int) -> None:
    """200,000 things to be made of 75 KB."""
    writer = StreamWriter()
    writer.enter_block(block_id, 3)
    short = writer.define_abbreviation(Abbreviation(AbbrevOp(Encoding.LITERAL, code)))
    for _ in range(200_000):
        writer.emit(short, 3)
    writer.end_block()
    with pytest.raises(FormatError, match="records of less than a byte each"):
        walk(writer.getvalue())


def test_basic_blocks_that_are_not_there() -> None:
    """DECLAREBLOCKS, a record of a few bytes, makes as many blocks as it says."""

    def inconsistent(block: Block, record: Record) -> Record:
        return Record(record.code, [2**16], record.abbreviation) if (block.id, record.code) == (12, 1) else record

    data = with_records(MODULE.read_bytes(), inconsistent)
    with pytest.raises(FormatError, match="65536 basic blocks in a function body of"):
        read_module(data)


@pytest.mark.parametrize("claim", [2**31, 2**32 - 1, 2**63])
def test_operand_counts_that_are_not_there(claim: int) -> None:
    writer = StreamWriter()
    writer.enter_block(8, 3)
    writer.emit(3, 3)  # an unabbreviated record
    writer.emit_vbr(1, 6)
    writer.emit_vbr(claim, 6)
    writer.end_block()
    with pytest.raises(FormatError, match=f"claims {claim} operands"):
        walk(writer.getvalue())


@pytest.mark.long
def test_definitions_without_end() -> None:
    """BLOCKINFO with 40,000 abbreviations for each of the 2,000 blocks that follow."""
    writer = StreamWriter()
    writer.enter_block(0, 2)
    writer.set_block(8)
    for _ in range(40_000):
        writer.define_abbreviation(Abbreviation(AbbrevOp(Encoding.LITERAL, 1)))
    writer.end_block()
    for _ in range(2000):
        writer.enter_block(8, 2)
        writer.end_block()
    data = writer.getvalue()
    assert check(TARGETS["bitstream"], data).finding is None


def test_wide_integers() -> None:
    """An integer type of four billion bits asks for nothing."""
    writer = StreamWriter()
    writer.enter_block(8, 3)
    writer.enter_block(17, 3)
    writer.record(7, [2**32])
    writer.end_block()
    writer.end_block()
    with pytest.raises(FormatError, match="an integer type of 4294967296 bits"):
        read_module(writer.getvalue())


# --- modules ---------------------------------------------------------------------------------------------------------

HEAD = """
target triple = "air64-apple-macosx14.0.0"
!air.version = !{!900000}
!air.language_version = !{!900001}
!900000 = !{i32 2, i32 6, i32 0}
!900001 = !{!"Metal", i32 3, i32 1, i32 0}
"""
KERNEL = """
define void @k(ptr addrspace(1) "air-buffer-no-alias" %p) { ret void }
!air.kernel = !{!0}
!0 = !{ptr @k, !1, !2}
!1 = !{}
!2 = !{!3}
!3 = !{i32 0, !"air.buffer", !"air.location_index", i32 0, i32 1, !"air.read", !"air.address_space", i32 1,
       !"air.struct_type_info", !100, !"air.arg_type_size", i32 4, !"air.arg_type_align_size", i32 4,
       !"air.arg_type_name", !"S", !"air.arg_name", !"x"}
"""


def struct_infos(depth: int, members: int) -> str:
    """Struct infos, each of which has so many members of the next."""
    lines = []
    for number in range(100, 100 + depth):
        member = f'!"air.struct_type_info", !{number + 1}, i32 0, i32 4, i32 0, !"T", !"m"'
        lines.append(f"!{number} = !{{{', '.join([member] * members)}}}")
    return "\n".join([*lines, f'!{100 + depth} = !{{i32 0, i32 4, i32 0, !"float", !"z"}}', ""])


def test_structs_that_double() -> None:
    """Sixty levels, two members each: 2^60 fields if anybody wrote them out."""
    data = assemble((HEAD + KERNEL + struct_infos(60, 2)).encode())
    assert len(describe_all(read_module(data))) == 1
    assert check(TARGETS["describe"], data).finding is None


def test_structs_that_are_deep() -> None:
    data = assemble((HEAD + KERNEL + struct_infos(3000, 1)).encode())
    assert check(TARGETS["describe"], data).finding is None


def test_a_struct_that_contains_itself() -> None:
    loop = '!100 = distinct !{!"air.struct_type_info", !100, i32 0, i32 4, i32 0, !"T", !"m"}\n'
    data = assemble((HEAD + KERNEL + loop).encode())
    assert check(TARGETS["describe"], data).finding is None


@pytest.mark.long
def test_entries_that_share_their_arguments() -> None:
    """2,000 entries with the same 500 arguments: a million of them in 33 KB."""
    entries = ", ".join(f"!{1000 + i}" for i in range(2000))
    nodes = "\n".join(f"!{1000 + i} = distinct !{{ptr @k, !1, !2}}" for i in range(2000))
    arguments = ", ".join(f"!{5000 + i}" for i in range(500))
    what = '!"air.thread_position_in_grid", !"air.arg_type_name", !"uint", !"air.arg_name", !"i"'
    more = "\n".join(f"!{5000 + i} = !{{i32 {i}, {what}}}" for i in range(500))
    text = f"""{HEAD}
        define void @k(i32 %i) {{ ret void }}
        !air.visible = !{{{entries}}}
        !1 = !{{}}
        !2 = !{{{arguments}}}
        {nodes}
        {more}
    """
    data = assemble(text.encode())
    with pytest.raises(FormatError, match="referred to too often"):
        describe_all(read_module(data))


# --- reflection ------------------------------------------------------------------------------------------------------


def test_tables_that_share_a_long_vtable() -> None:
    """Each of 4,000 nodes would have 16,000 slots."""
    nodes, slots = 4000, 16_000
    vtable = 8
    root = vtable + 4 + 2 * slots
    vector = root + 8
    tables = vector + 4 + 4 * nodes
    out = bytearray(struct.pack("<I4s", root, b"AIRR"))
    out += struct.pack("<HH", 4 + 2 * slots, 8) + struct.pack("<HH", 0, 4) + bytes(2 * (slots - 3)) + b"\4\0"
    out += struct.pack("<iI", root - vtable, vector - root - 4)
    out += struct.pack("<I", nodes)
    out += b"".join(struct.pack("<I", tables + 4 * i - (vector + 4 + 4 * i)) for i in range(nodes))
    out += b"".join(struct.pack("<i", tables + 4 * i - vtable) for i in range(nodes + 1))
    assert check(TARGETS["reflection"], bytes(out)).finding is None


def test_strings_that_overlap() -> None:
    """Names that all end at the end of the buffer: each is read, and together they have more bytes than there are."""
    model = reflection.Reflection()
    kind = reflection.NodeType(2)
    for number in range(300):
        model.add(kind)[1].values["name"] = f"{number:04}"
    data = bytearray(reflection.build(model) + bytes(20_000))
    for number in range(300):
        at = data.index(f"{number:04}".encode()) - 4
        data[at : at + 4] = (len(data) - at - 4).to_bytes(4, "little")
    with pytest.raises(FormatError, match="a string claims"):
        reflection.read(bytes(data))


# --- libraries -------------------------------------------------------------------------------------------------------


def overlapping(count: int, size: int, shift: int) -> bytes:
    """A library of functions whose modules start `shift` bytes after each other and all end at the end of the file."""
    groups = b""
    for number in range(count):
        tags = b"NAME" + struct.pack("<H", 6) + b"f%04d\0" % number + b"TYPE\1\0\2HASH\x20\0" + bytes(32)
        tags += b"MDSZ\x08\0" + struct.pack("<Q", size - shift * number)
        tags += b"OFFT\x18\0" + struct.pack("<3Q", 0, 0, shift * number)
        tags += b"VERS\x08\0" + struct.pack("<4H", 2, 6, 3, 1) + b"ENDT"
        groups += struct.pack("<I", len(tags) + 4) + tags
    metadata = struct.pack("<I", 8) + b"ENDT"
    public = 88 + 4 + len(groups) + 4
    ranges = (88, len(groups), public, 8, public + 8, 8, public + 16, size)
    header = b"MTLB" + struct.pack("<HHHBBHBB", 0x8001, 2, 8, 0, 0x81, 14, 0, 0)
    header += struct.pack("<9Q", public + 16 + size, *ranges)
    return header + struct.pack("<I", count) + groups + b"ENDT" + 2 * metadata + bytes(size)


def test_modules_that_overlap() -> None:
    """400 modules of up to 50 KB in a file of 100 KB; to write them out would take 20 MB."""
    data = overlapping(400, 50_000, 16)
    with pytest.raises(FormatError, match="overlap"):
        mtlb.write(mtlb.read(data))
    assert_quick_and_small("verify", data)
    mtlb.write(mtlb.read(overlapping(1, 50_000, 16)))  # alone it is fine


@pytest.mark.parametrize("count", [2**16, 2**31, 2**32 - 1])
def test_functions_that_are_not_there(count: int) -> None:
    data = bytearray(LIBRARY.read_bytes())
    data[88:92] = count.to_bytes(4, "little")
    with pytest.raises(FormatError, match=f"{count} functions in"):
        mtlb.read(bytes(data))
    assert_quick_and_small("container", bytes(data))


@pytest.mark.parametrize("field", range(16, 88, 8))
@pytest.mark.parametrize("value", [2**32, 2**63, 2**64 - 1])
def test_sections_that_leave_the_file(field: int, value: int) -> None:
    data = bytearray(LIBRARY.read_bytes())
    data[field : field + 8] = value.to_bytes(8, "little")
    assert_quick_and_small("container", bytes(data))
    assert_quick_and_small("verify", bytes(data))


LOOKING = ["nm", "info", "verify", "size", "check", "doctor", "lint", "objdump", "rewrite --modules", "report", "link"]


@pytest.mark.parametrize("command", LOOKING)
@pytest.mark.long
def test_functions_that_share_a_module(command: str, tmp_path: Path) -> None:
    """600 functions take turns at two modules of 75 KB: a command that looks at one for each of them takes minutes.

    tests/container/test_module_cache.py counts how often they look.
    """
    library = mtlb.read(LIBRARY.read_bytes())
    library.functions[1:] = []
    pattern = library.functions[0]
    name, *options = command.split()
    modules = many_kernels(1, 2500), many_kernels(1, 2501)
    for number in range(600):
        function = LibraryFunction(f"f{number}", pattern.type, modules[number % 2])
        function.air_version, function.language_version = pattern.air_version, pattern.language_version
        function.public_metadata, function.private_metadata = pattern.public_metadata, pattern.private_metadata
        library.functions.append(function)
    path = tmp_path / "x.metallib"
    mtlb.save(library, path)
    if name in ("rewrite", "report", "link"):
        options += ["-o", str(tmp_path / "out")]
    start = time.process_time()
    assert invoke(name, path, *options).code in (0, 1)
    assert time.process_time() - start < 2.0 + path.stat().st_size / 100_000


# --- embedded sources ------------------------------------------------------------------------------------------------


def archive(*members: tuple[tarfile.TarInfo, bytes]) -> SourceArchive:
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w", format=tarfile.USTAR_FORMAT) as file:
        for member, data in members:
            member.size = len(data)
            file.addfile(member, io.BytesIO(data))
    return SourceArchive("0", bz2.compress(tar.getvalue()))


def with_sources(*archives: SourceArchive) -> bytes:
    library = mtlb.read(LIBRARY.read_bytes())
    library.sources = Sources("", "", list(archives))
    return mtlb.write(library)


@pytest.mark.long
def test_a_bzip2_bomb() -> None:
    """100 MB of zeros are 113 bytes."""
    bomb = bz2.compress(bytes(100_000_000))
    assert len(bomb) < 200
    with pytest.raises(FormatError, match="decompress to more than 1048576 bytes"):
        unpack_sources(Sources("", None, [SourceArchive("0", bomb)]))
    assert_quick_and_small("sources", bomb)


def test_many_small_bombs() -> None:
    """Each within the limit of one archive, all together not."""
    bomb = SourceArchive("0", bz2.compress(bytes(900_000)))
    with pytest.raises(FormatError, match="decompress to more than"):
        unpack_sources(Sources("", None, [bomb] * 1000))


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE, tarfile.DIRTYPE])
def test_only_regular_files(kind: bytes, tmp_path: Path) -> None:
    member = tarfile.TarInfo("x")
    member.type, member.linkname = kind, "/etc/passwd"
    path = tmp_path / "x.metallib"
    path.write_bytes(with_sources(archive((member, b""))))
    result = invoke("extract", path, "--sources", "-d", tmp_path / "out")
    assert result.code == 1
    assert "is not a regular file" in result.stderr
    assert os.listdir(tmp_path) == ["x.metallib"]


HOSTILE_NAMES = [
    "../../../../tmp/evil",
    "/etc/passwd",
    "..",
    ".",
    "a/..",
    "C:\\Windows\\x",
    "\\\\server\\share\\x",
    "x:stream",
    "con",
    "NUL.txt",
    "lpt1",
    "a\nb",
    "-rf",
    "~",
    "x.",
    "x ",
    "\u202ecod.exe",
    "$(reboot)",
    "x" * 99,
]


@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_recorded_paths_lead_nowhere(name: str, tmp_path: Path) -> None:
    path, target = tmp_path / "x.metallib", tmp_path / "in" / "out"
    target.mkdir(parents=True)
    path.write_bytes(with_sources(archive((tarfile.TarInfo(name), b"text"))))
    assert invoke("extract", path, "--sources", "-d", target).code == 0
    assert sorted(p.relative_to(tmp_path).parts[0] for p in tmp_path.iterdir()) == ["in", "x.metallib"]
    (result,) = tmp_path.joinpath("in").rglob("*.*") if "." in name.rpartition("/")[2] else target.iterdir()
    assert result.parent == target
    assert result.read_bytes() == b"text"
    assert_safe(result.name)


@pytest.mark.parametrize("name", [*HOSTILE_NAMES, "", "\udcff", "x" * 5000, "é" * 300])
def test_function_names_lead_nowhere(name: str, tmp_path: Path) -> None:
    library = mtlb.read(LIBRARY.read_bytes())
    library.functions[0].name = name
    path, target = tmp_path / "x.metallib", tmp_path / "out"
    mtlb.save(library, path)
    assert invoke("extract", path, "-d", target).code == 0
    assert sorted(os.listdir(tmp_path)) == ["out", "x.metallib"]
    result = sorted(os.listdir(target))
    assert len(result) == len(library.functions)
    for number, file in enumerate(result):
        assert file.startswith(f"{number:05}_")
        assert_safe(file)


def assert_safe(name: str) -> None:
    """A name that every system takes as that of a plain file: ASCII, no separator, not reserved, not too long."""
    assert name.isascii()
    assert name.isprintable()
    assert not set(name) & set('/\\:*?"<>| ')
    assert not name.startswith((".", "-", "~"))
    assert len(name) <= 255
    stem = name.split(".")[0].upper()
    assert stem not in {"CON", "PRN", "AUX", "NUL", *(f"{port}{n}" for port in ("COM", "LPT") for n in range(1, 10))}


def test_names_that_differ_stay_apart_where_case_does_not_count() -> None:
    names = [numbered_name(i, 3, name, ".air") for i, name in enumerate(("Blur", "blur", "BLUR"))]
    assert len({name.lower() for name in names}) == 3


# --- command lines, archives, containers of containers ---------------------------------------------------------------


def test_response_files_that_include_each_other(tmp_path: Path) -> None:
    folder, other = tmp_path / "one", tmp_path / "other"
    folder.write_text(f"@{other}")
    other.write_text(f"@{folder}")
    result = invoke("link", f"@{folder}", "-o", tmp_path / "out")
    assert (result.code, "includes itself" in result.stderr) == (2, True)


@pytest.mark.long
def test_response_files_that_double(tmp_path: Path) -> None:
    """Forty files, each of which names the next one twice."""
    for number in range(40):
        (tmp_path / str(number)).write_text(f"@{tmp_path / str(number + 1)} " * 2)
    (tmp_path / "40").write_text("x")
    result = invoke("link", f"@{tmp_path / '0'}")
    assert (result.code, "response files" in result.stderr) == (2, True)


@pytest.mark.long
def test_a_zip_bomb(tmp_path: Path) -> None:
    """Three members of 60 MB in 180 KB: looked at piece by piece, if at all."""
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for number in range(3):
            file.writestr(f"{number}.metallib", b"MTLB" + bytes(60_000_000))
    assert path.stat().st_size < 200_000
    tracemalloc.start()
    code = invoke("check", path).code
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert code in (0, 1)
    assert peak < 20_000_000


@pytest.mark.parametrize("number", ["9" * 10, "-1".ljust(10), "0x10".ljust(10), "\u00b2".ljust(9)])
def test_archive_members_with_odd_sizes(number: str, tmp_path: Path) -> None:
    header = "x.air/".ljust(16) + "0".ljust(12) + "0".ljust(6) * 2 + "644".ljust(8) + number + "`\n"
    path = tmp_path / "x.a"
    path.write_bytes(b"!<arch>\n" + header.encode() + MODULE.read_bytes())
    result = invoke("link", path, "-o", tmp_path / "out")
    assert result.code == 1
    assert "internal error" not in result.stderr
    assert not (tmp_path / "out").exists()


def test_every_limit_is_an_mtlb_error() -> None:
    with pytest.raises(MtlbError):
        mtlb.read(overlapping(3, 100, 16)[:-1])
