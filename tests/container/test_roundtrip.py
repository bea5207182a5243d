"""What is read is written back byte for byte, and what is written is read back part for part."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mtlb
from mtlb.base.files import write_atomic
from mtlb.base.metal import DataType
from mtlb.base.versions import Platform, Version
from mtlb.container import (
    ConstantTag,
    CoreImageArgument,
    DebugLocation,
    DynamicHeader,
    FileType,
    FunctionType,
    Layout,
    Library,
    LibraryFunction,
    PatchType,
    PrivateMetadata,
    PublicMetadata,
    RawTag,
    ReflectionEntry,
    SourceArchive,
    Sources,
    SymbolEntry,
    Tessellation,
    UuidPolicy,
    VertexAttribute,
)
from mtlb.container.header import Header
from mtlb.container.tags import ARGUMENT_EXTRA, AttributeUse
from mtlb.testing import library_parts
from tests.container.samples import LIBRARIES, wrapped


@pytest.mark.parametrize("name", LIBRARIES)
def test_bytes_come_back(name: str) -> None:
    assert mtlb.write(mtlb.read(LIBRARIES[name])) == LIBRARIES[name]


@pytest.mark.parametrize("name", LIBRARIES)
def test_nothing_is_wrong_with_the_samples(name: str) -> None:
    errors = [f.code for f in mtlb.verify(LIBRARIES[name]) if f.severity.value == "error"]
    assert errors == (["hash"] if name == "wrong_hash" else [])


@pytest.mark.corpus
def test_real_libraries_come_back(corpus_libraries: list[Path]) -> None:
    for path in corpus_libraries:
        with mtlb.open(path) as library:
            assert mtlb.write(library) == path.read_bytes(), path


@pytest.mark.corpus
def test_nothing_is_wrong_with_real_libraries(corpus_libraries: list[Path]) -> None:
    for path in corpus_libraries:
        assert mtlb.verify(path) == [], path


@pytest.mark.corpus
def test_every_length_offset_and_hash_is_computed(corpus_libraries: list[Path]) -> None:
    """A model with nothing of the file's order and hashes left in it, modules copied, gives the same bytes."""
    for path in corpus_libraries:
        data = path.read_bytes()
        library = mtlb.read(data)
        library.uuid = library.uuid  # it can't be computed
        modules: dict[int, bytes] = {}
        for function in library.functions:
            function.module = modules.setdefault(id(function.module), bytes(function.module))
            assert function.stored_hash is None
            if library.layout is Layout.AIR_LLD:
                function.tag_order = ()
        library.extension_order = library.section_order = ()
        assert mtlb.write(library) == data, path


# --- generated models ------ ------------------------------------------------------------------------------------------

NAMES = st.one_of(
    st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",)), min_size=1, max_size=12),
    st.binary(min_size=1, max_size=6)
    .filter(lambda raw: b"\0" not in raw)
    .map(lambda raw: raw.decode("utf-8", "surrogateescape")),
)
VERSIONS = st.tuples(st.integers(0, 0xFFFF), st.integers(0, 0xFFFF)).map(lambda parts: Version(*parts))
DATA_TYPES = st.integers(0, 0xFF).map(DataType)
RAW_TAGS = st.lists(
    st.tuples(st.sampled_from(["NEW1", "NEW2", "\xff\0x "]), st.binary(max_size=9).map(RawTag)),
    max_size=2,
    unique_by=lambda tag: tag[0],
)


@st.composite
def arguments(draw: st.DrawFn) -> CoreImageArgument:
    data_type = draw(st.one_of(DATA_TYPES, st.sampled_from(sorted(ARGUMENT_EXTRA))))
    size = ARGUMENT_EXTRA.get(data_type, 0)
    return CoreImageArgument(draw(NAMES), data_type, draw(st.binary(min_size=size, max_size=size)))


@st.composite
def public_metadata(draw: st.DrawFn) -> PublicMetadata:
    group = PublicMetadata()
    uses = st.integers(0, 3).map(AttributeUse)
    attribute = st.builds(VertexAttribute, NAMES, st.integers(0, 0x1FFF), DATA_TYPES, st.booleans(), uses)
    constant = st.builds(ConstantTag, NAMES, DATA_TYPES, st.integers(0, 0xFFFF), st.booleans())
    group.vertex_attributes = tuple(draw(st.lists(attribute, max_size=3)))
    group.function_constants = tuple(draw(st.lists(constant, max_size=3)))
    group.return_type = draw(st.none() | DATA_TYPES)
    group.arguments = draw(st.none() | st.lists(arguments(), max_size=3).map(tuple))
    group.tags += draw(RAW_TAGS)
    return group


@st.composite
def private_metadata(draw: st.DrawFn) -> PrivateMetadata:
    group = PrivateMetadata()
    group.debug_location = draw(st.none() | st.builds(DebugLocation, st.integers(0, 0xFFFFFFFF), NAMES))
    group.dependency_files = draw(st.lists(NAMES, max_size=2))
    return group


@st.composite
def functions(draw: st.DrawFn) -> LibraryFunction:
    patches = st.builds(Tessellation, st.integers(0, 3).map(PatchType), st.integers(0, 63))
    return LibraryFunction(
        draw(NAMES),
        FunctionType(draw(st.integers(0, 0xFF))),
        wrapped(draw(st.integers(0, 3)), draw(st.integers(0, 9))),
        air_version=(versions := draw(st.none() | st.tuples(VERSIONS, VERSIONS))) and versions[0],
        language_version=versions and versions[1],
        tessellation=draw(st.none() | patches),
        layer_type=draw(st.none() | DATA_TYPES),
        public_metadata=draw(public_metadata()),
        private_metadata=draw(private_metadata()),
        unknown_tags=draw(RAW_TAGS),
    )


@st.composite
def libraries(draw: st.DrawFn) -> Library:
    layout = draw(st.sampled_from([Layout.METALLIB, Layout.AIR_LLD]))
    library = Library(
        platform=Platform(draw(st.integers(0, 0x7F))),
        min_os=Version(draw(st.integers(0, 0xFFFF)), draw(st.integers(0, 0xFF)), draw(st.integers(0, 0xFF))),
        container_version=Version(1, 2, draw(st.integers(6, 12))),
        file_type=FileType(draw(st.integers(0, 0x7F))),
        layout=layout,
        functions=draw(st.lists(functions(), min_size=1, max_size=4)),
        is_stub=draw(st.booleans()),
    )
    first = library.functions[0]
    for function in library.functions[1:]:
        if draw(st.integers(0, 3)) == 0:  # parts are shared now and then
            function.module, function.private_metadata = first.module, first.private_metadata
    archives = [SourceArchive(str(n), draw(st.binary(max_size=9))) for n in range(draw(st.integers(0, 2)))]
    if archives:
        library.sources = Sources(draw(NAMES), draw(st.none() | NAMES), archives)
        for function in library.functions:
            function.source = draw(st.none() | st.sampled_from(archives))
    if layout is Layout.AIR_LLD:
        entries = [ReflectionEntry(b"\1" + draw(st.binary(max_size=20))) for _ in range(3)]
        for function in library.functions:
            function.reflection = draw(st.none() | st.sampled_from(entries))
        header = DynamicHeader()
        header.name = draw(st.none() | NAMES)
        header.libraries = draw(st.lists(NAMES, max_size=2))
        library.dynamic_header = header if header.tags else None
        library.imported_symbols = draw(st.none() | st.lists(NAMES.map(SymbolEntry.named), max_size=2))
        library.uuid = draw(st.sampled_from([None, bytes(range(16)), UuidPolicy.FROM_CONTENT]))
    return library


def parts_of(library: Library) -> dict[str, str | bytes]:
    """All but what reading adds to a new model: the recorded orders, and the UUID that was computed."""
    added = ("tags", "header extension", "UUID")
    return {part: value for part, value in library_parts(library) if part.rsplit(": ", 1)[-1] not in added}


@given(libraries())
@settings(max_examples=100, deadline=None)
@pytest.mark.long
def test_models_come_back(library: Library) -> None:
    data = mtlb.write(library)
    assert mtlb.write(library) == data
    again = mtlb.read(data)
    assert parts_of(again) == parts_of(library)
    assert mtlb.write(again) == data
    if isinstance(library.uuid, bytes):
        assert again.uuid == library.uuid
    for part in ("module", "private_metadata", "source", "reflection"):
        assert shared(again, part) == shared(library, part)
    structural = {"malformed", "gap", "overlap", "order", "hash", "file-size", "reference", "alignment", "wrapper"}
    assert structural.isdisjoint(finding.code for finding in mtlb.verify(data))


def shared(library: Library, part: str) -> list[int | None]:
    """For each function the first that has the same object as this part."""
    objects = [getattr(function, part) for function in library.functions]
    return [None if value is None else [id(o) for o in objects].index(id(value)) for value in objects]


# --- files -----------------------------------------------------------------------------------------------------------


def test_save_over_the_file_it_came_from(tmp_path: Path) -> None:
    path = tmp_path / "a.metallib"
    path.write_bytes(LIBRARIES["metallib"])
    path.chmod(0o640)
    with mtlb.open(path) as library:
        library.functions[0].name = "renamed"
        mtlb.save(library, path)
        assert bytes(library.functions[1].module) == bytes(mtlb.read(LIBRARIES["metallib"]).functions[1].module)
    with mtlb.open(path) as library:
        assert [function.name for function in library.functions] == ["renamed", "mesh_main"]
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert os.listdir(tmp_path) == ["a.metallib"]


def test_failed_write_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "disk full")

    path = tmp_path / "a.metallib"
    path.write_bytes(b"before")
    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="disk full"):
        write_atomic(path, b"after")
    assert path.read_bytes() == b"before"
    assert os.listdir(tmp_path) == ["a.metallib"]


def test_write_follows_a_link_and_respects_the_umask(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "target")
    before = os.umask(0o027)
    try:
        write_atomic(link, b"x")
    finally:
        os.umask(before)
    assert link.is_symlink()
    assert stat.S_IMODE((tmp_path / "target").stat().st_mode) == 0o640


def test_a_device_is_written_in_place() -> None:
    write_atomic(os.devnull, b"x")
    assert not stat.S_ISREG(os.stat(os.devnull).st_mode)


def test_listing_reads_no_module() -> None:
    """The bytes of the modules are not there at all: a file with a hole where they were."""
    data = LIBRARIES["air_lld"]
    header = Header.parse(data)
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory, "sparse.metallib")
        path.write_bytes(data[: header.modules.offset] + bytes(header.modules.size) + data[header.modules.end :])
        with mtlb.open(path) as library:
            assert [function.name for function in library.functions][:2] == ["vertex_main", "ns::kernel"]
            assert library.functions[0].stored_hash != library.functions[0].computed_hash()
        with mtlb.open(path) as library:
            views = [function for function in library.functions if "_module" in loaded(function)]
            assert views == []


def loaded(function: LibraryFunction) -> set[str]:
    """The fields of a function that were loaded so far."""
    present = set()
    for field in LibraryFunction.__slots__:
        try:
            object.__getattribute__(function, field)
        except AttributeError:
            continue
        present.add(field)
    return present


def test_functions_by_name() -> None:
    library = mtlb.read(LIBRARIES["metallib"])
    names = [function.name for function in library.functions]
    assert len(library) == len(names) == 2
    assert [function.name for function in library] == names
    assert "mesh_main" in library
    assert "none" not in library
    assert library["mesh_main"] is library.functions[1]
    with pytest.raises(KeyError):
        library["none"]
    assert mtlb.read(LIBRARIES["empty_newest"])


def test_module_is_a_view_into_the_file() -> None:
    library = mtlb.read(LIBRARIES["metallib"])
    module = library.functions[0].module
    assert isinstance(module, memoryview)
    assert module.obj is LIBRARIES["metallib"]
    library.functions[0].module = wrapped(9)
    changed = mtlb.read(mtlb.write(library))
    assert changed.functions[0].stored_hash == changed.functions[0].computed_hash()
    assert bytes(changed.functions[0].module) == wrapped(9)


def test_wrong_hashes_survive() -> None:
    library = mtlb.read(LIBRARIES["wrong_hash"])
    right, wrong = library.functions
    assert right.stored_hash == right.computed_hash()
    assert wrong.stored_hash == bytes(32) != wrong.computed_hash()
    assert mtlb.write(library) == LIBRARIES["wrong_hash"]


def test_a_mapped_library_stays_usable_while_views_live(tmp_path: Path) -> None:
    path = tmp_path / "a.metallib"
    path.write_bytes(LIBRARIES["metallib"])
    library = mtlb.open(path)
    module = library.functions[0].module
    library.close()
    library.close()
    assert bytes(module[:4]) == b"\xde\xc0\x17\x0b"


def test_derived_uuid_follows_the_content() -> None:
    library = mtlb.read(LIBRARIES["empty_newest"])
    assert isinstance(library.uuid, bytes)
    assert library.uuid[6] >> 4 == 3
    assert library.uuid[8] >> 6 == 0b10
    library.uuid = UuidPolicy.FROM_CONTENT
    assert mtlb.write(library) == LIBRARIES["empty_newest"]
    assert library.dynamic_header is not None
    library.dynamic_header.name = "other.metallib"
    assert mtlb.read(mtlb.write(library)).uuid != mtlb.read(LIBRARIES["empty_newest"]).uuid
