"""A small part of the fuzzing campaign (docs/security.md), and mutation by structure with hypothesis."""

from __future__ import annotations

import re
import time
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import mtlb
from fuzz import guard, table
from fuzz.campaign import Job, Record, byte_changes, changed_records, mutations, truncations
from fuzz.guard import check
from fuzz.seeds import OURS_ALONE, real_files, seeds
from fuzz.targets import TARGETS, Kind, Target, run_quietly
from mtlb.air.reflection import buffer as reflection
from mtlb.air.reflection.schema import NodeType
from mtlb.base.errors import MtlbError
from mtlb.base.versions import Platform, Version
from mtlb.bitstream.codec import Abbreviation, AbbrevOp, Encoding
from mtlb.bitstream.stream import read_stream
from mtlb.bitstream.writer import StreamWriter, write_stream
from mtlb.container import FunctionType, Layout, Library, LibraryFunction, SourceArchive, Sources
from tests.conftest import ROOT

QUICK = [target for target in TARGETS.values() if not target.name.startswith("mtlb ")]
COMMANDS = [target for target in TARGETS.values() if target.name.startswith("mtlb ")]


def assert_nothing_found(jobs: list[Job]) -> None:
    record = Record()
    record.run(jobs, seconds=600, inputs=len(jobs))
    assert record.inputs.total() == len(jobs) > 0
    assert not record.findings, "\n".join(f"{f.target}: {f.place}\n{f.detail}" for f in record.findings)


# --- the campaign's inputs -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("target", QUICK, ids=lambda target: target.name)
@pytest.mark.long
def test_mutations(target: object) -> None:
    assert_nothing_found(list(islice(mutations([target], None, seed=7), 150)))  # type: ignore[list-item]


@pytest.mark.parametrize("target", COMMANDS, ids=lambda target: target.name.replace(" ", "-"))
@pytest.mark.long
def test_mutations_of_what_commands_read(target: object) -> None:
    assert_nothing_found(list(islice(mutations([target], None, seed=8), 6)))  # type: ignore[list-item]


@pytest.mark.long
def test_records_made_from_rows() -> None:
    readers = [target for target in TARGETS.values() if target.kind is Kind.MODULE and target in QUICK]
    jobs = list(islice(changed_records(readers, None, seed=9), 200))
    assert_nothing_found(jobs)
    accepted = sum(run_quietly(target, data) for target, data in jobs)
    assert 5 < accepted < 195, "some are read, and some refused"


@pytest.mark.long
def test_truncations_of_the_golden_libraries() -> None:
    assert_nothing_found(list(truncations([TARGETS["container"], TARGETS["verify"]], None, range(2))))


@pytest.mark.long
def test_byte_changes_of_a_golden_library() -> None:
    """Every seventeenth of them."""
    assert_nothing_found(list(islice(byte_changes([TARGETS["container"]], None, range(1)), 0, None, 131)))


def test_changes_of_a_byte_begin_with_single_bits() -> None:
    inputs = [data for _, data in islice(byte_changes([TARGETS["sources"]], None, range(1), 10), 10)]
    original = seeds(Kind.SOURCES, None)[0]
    assert [data[0] for data in inputs] == [original[0] ^ 1 << bit for bit in range(8)] + [0x00, 0xFF]
    assert {data[1:] for data in inputs} == {original[1:]}


@pytest.mark.parametrize("kind", list(Kind), ids=lambda kind: kind.name.lower())
@pytest.mark.long
def test_every_kind_has_files_to_cut_and_to_change(kind: Kind) -> None:
    actual = real_files(kind, None)
    assert actual and len(set(actual)) == len(actual) and all(actual)


@pytest.mark.long
@pytest.mark.corpus
def test_there_are_40_real_files_of_each_kind(shared: Path) -> None:
    golden = {data for kind in Kind for data in seeds(kind, None)}
    for kind in set(Kind) - OURS_ALONE:
        actual = real_files(kind, shared)
        assert len(set(actual)) >= 40, kind
        assert golden.isdisjoint(actual), kind


def test_only_what_is_slow_twice_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "SLACK_SECONDS", 0.01)
    runs = []

    def slow(data: bytes) -> None:
        runs.append(data)
        end = time.process_time() + (0.03 if data == b"always" or len(runs) == 1 else 0)
        while time.process_time() < end:
            pass

    target = Target("slow", Kind.TAR, slow)
    assert check(target, b"once").finding is None
    finding = check(target, b"always").finding
    assert finding is not None and finding.place == "time" and len(runs) == 4


@pytest.mark.corpus
def test_truncations_of_real_libraries(shared: Path) -> None:
    """Every truncation of 40 real files, by every 23rd byte; the campaign takes every byte."""
    jobs = truncations([TARGETS["container"]], shared, range(40))
    assert_nothing_found(list(islice(jobs, 0, None, 23)))


@pytest.mark.corpus
def test_mutations_of_real_files(shared: Path) -> None:
    assert_nothing_found(list(islice(mutations(QUICK, shared, seed=9), 400)))


# --- models, mutated -------------------------------------------------------------------------------------------------

few = settings(max_examples=60, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
names = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=12)
small = st.binary(min_size=1, max_size=40)
versions = st.builds(Version, st.integers(1, 9), st.integers(0, 20), st.just(0))
functions = st.builds(
    LibraryFunction,
    names,
    st.sampled_from(list(FunctionType)),
    small.map(lambda data: data + bytes(-len(data) % 16)),
    air_version=versions,
    language_version=versions,
    layer_type=st.none() | st.integers(0, 255),
)


@st.composite
def built_libraries(draw: st.DrawFn) -> Library:
    library = Library(
        container_version=Version(1, 2, draw(st.integers(3, 9))),
        platform=draw(st.sampled_from([Platform.MACOS, Platform.IOS])),
        min_os=draw(versions),
        layout=draw(st.sampled_from([Layout.METALLIB, Layout.AIR_LLD])),
        functions=draw(st.lists(functions, max_size=5)),
    )
    if draw(st.booleans()):
        archives = [SourceArchive(name, data) for name, data in draw(st.lists(st.tuples(names, small), max_size=3))]
        library.sources = Sources(draw(names), draw(st.none() | names), archives)
    return library


@few
@given(built_libraries())
@pytest.mark.long
def test_what_is_built_reads_as_it_was(library: Library) -> None:
    data = mtlb.write(library)
    again = mtlb.read(data)
    assert [(f.name, f.type, bytes(f.module)) for f in again.functions] == [
        (f.name, f.type, bytes(f.module)) for f in library.functions
    ]
    assert mtlb.write(again) == data


@few
@given(built_libraries(), st.data())
@pytest.mark.long
def test_damage_to_what_is_built_is_an_error_or_reads(library: Library, data: st.DataObject) -> None:
    damaged = bytearray(mtlb.write(library))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(damaged) - 1))
        damaged[at] = data.draw(st.integers(0, 255))
    finding = check(TARGETS["container"], bytes(damaged)).finding
    assert finding is None, finding


@st.composite
def streams(draw: st.DrawFn) -> bytes:
    writer = StreamWriter()
    numbers = st.integers(0, 2**64 - 1)

    def block(depth: int) -> None:
        writer.enter_block(draw(st.integers(8, 30)), draw(st.integers(3, 6)))
        array = writer.define_abbreviation(
            Abbreviation(
                AbbrevOp(Encoding.FIXED, 4),
                AbbrevOp(Encoding.ARRAY),
                AbbrevOp(Encoding.VBR, draw(st.integers(2, 32))),
            )
        )
        for _ in range(draw(st.integers(0, 4))):
            if draw(st.booleans()):
                writer.record(draw(st.integers(0, 15)), draw(st.lists(numbers, max_size=4)), array)
            else:
                writer.record(draw(st.integers(0, 70)), draw(st.lists(numbers, max_size=4)))
            if depth < 3 and draw(st.booleans()):
                block(depth + 1)
        writer.end_block()

    for _ in range(draw(st.integers(1, 2))):
        block(0)
    return writer.getvalue()


@few
@given(streams())
@pytest.mark.long
def test_streams_come_back(data: bytes) -> None:
    assert write_stream(read_stream(data)) == data


@few
@given(streams(), st.data())
@pytest.mark.long
def test_damaged_streams_and_modules(stream: bytes, data: st.DataObject) -> None:
    damaged = bytearray(stream)
    damaged[data.draw(st.integers(0, len(damaged) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    for name in ("bitstream", "module", "describe"):
        finding = check(TARGETS[name], bytes(damaged)).finding
        assert finding is None, finding


@few
@given(st.binary(max_size=200), st.sampled_from(list(NodeType)), names)
def test_reflections(noise: bytes, kind: NodeType, name: str) -> None:
    model = reflection.Reflection(version=Version(1, 2, 3))
    model.add(kind)[1].values["name"] = name
    try:
        buffer = reflection.build(model)
    except MtlbError:
        buffer = b"\x08\0\0\0AIRR"
    for data in (buffer, buffer[: len(buffer) // 2] + noise, buffer + noise):
        finding = check(TARGETS["reflection"], data).finding
        assert finding is None, finding


def test_the_recorded_figures_are_what_the_page_says() -> None:
    """The site puts them at the mark; the page states their order of magnitude."""
    page = (ROOT / "docs/security.md").read_text(encoding="utf-8")
    assert page.count(table.MARK) == 1
    millions = re.search(r"More than (\d+) million inputs", page)
    text = table.figures()
    total = int(text.partition(" inputs")[0].replace(",", ""))
    assert millions and int(millions[1]) * 1_000_000 < total < (int(millions[1]) + 5) * 1_000_000
    rows = re.findall(r"^\| ([^|]+) \| ([\d,]+) \| [\d,]+ \| \d+ ms \|$", text, re.MULTILINE)
    assert sum(int(inputs.replace(",", "")) for _, inputs in rows) == total and len(rows) > 50


def test_every_kind_of_input_has_a_target() -> None:
    assert {target.kind for target in TARGETS.values()} == set(Kind)
