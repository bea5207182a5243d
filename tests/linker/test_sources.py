"""Recorded sources become the archives that Apple's linkers embed."""

from __future__ import annotations

import bz2
import io
import tarfile
from dataclasses import replace

import pytest

import mtlb
from mtlb.base.errors import BuildError
from mtlb.base.toolchains import Layout, Toolchain
from mtlb.base.versions import Version
from mtlb.bitcode import read_module
from mtlb.container import Sources
from mtlb.ir import MDNode, MetadataCode, Module
from mtlb.linker.inputs import InputFile
from mtlb.linker.link import link
from mtlb.linker.options import LinkOptions, PathPrefixMap, SourceOptions
from mtlb.linker.output.sources import source_tar
from tests.linker.samples import archive as make_archive
from tests.linker.samples import changed, golden

SOURCES = {"/src/saxpy.metal": "kernel void saxpy() {}\n", "/src/" + "deep/" * 30 + "types.h": "struct T {};\n"}
OPTIONS = LinkOptions(
    layout=Layout.METALLIB,
    sources=SourceOptions("metallib saxpy.air -o lib.metallib", "/work"),
    path_prefix_map=PathPrefixMap.parse(["build/=out/"]),
)


def record(module: Module) -> None:
    """What `-frecord-sources` leaves in a module."""

    def node(*strings: str) -> MDNode:
        return module.context.node(MetadataCode.NODE, [module.context.string(s) for s in strings])

    module.named_metadata["llvm.commandline"] = [node("-c saxpy.metal")]
    module.named_metadata["llvm_utils.workingdir"] = [node("/src")]
    module.named_metadata["llvm_utils.sources"] = [node(path, text) for path, text in SOURCES.items()]


def recorded(name: str = "build/saxpy.air") -> InputFile:
    return changed(golden("saxpy"), record, name)


def embedded(options: LinkOptions, *files: InputFile) -> Sources:
    library = mtlb.read(mtlb.write(link(files or (recorded(),), options).library))
    assert library.sources is not None
    return library.sources


def test_the_archive_holds_what_the_compiler_recorded() -> None:
    sources = embedded(OPTIONS)
    assert (sources.command_line, sources.working_directory) == ("metallib saxpy.air -o lib.metallib", "/work")
    (archive,) = sources.archives
    assert archive.id == "saxpy"
    data = bz2.BZ2Decompressor().decompress(bytes(archive.data))
    with tarfile.open(fileobj=io.BytesIO(data)) as tar:
        members = {m.name: tar.extractfile(m).read().decode() for m in tar.getmembers()}  # type: ignore[union-attr]
        assert all(m.mode == 0o644 and m.mtime == 0 and m.uname == "" for m in tar.getmembers())
    assert list(members.items()) == [
        ("metal-options.txt", "-c saxpy.metal\n"),
        ("metal-working-dir.txt", "/src\n"),
        ("original-input-filename.txt", "out/saxpy.air\n"),
        *SOURCES.items(),
    ]


def test_functions_name_their_archive_and_dependency() -> None:
    library = mtlb.read(mtlb.write(link([recorded()], OPTIONS).library))
    (function,) = library.functions
    assert library.sources is not None
    assert function.source is library.sources.archives[0]
    assert function.private_metadata.dependency_files == ["out/saxpy.air"]


def test_nothing_is_embedded_unless_asked_for() -> None:
    library = link([recorded()], replace(OPTIONS, sources=None)).library
    assert library.sources is None
    assert library.functions[0].private_metadata.dependency_files == []


@pytest.mark.parametrize(
    ("layout", "build", "padding", "multiple"),
    [
        (Layout.METALLIB, "32023.883", None, 10240),
        (Layout.AIR_LLD, "32023.404", None, 16384),
        (Layout.AIR_LLD, "32023.404", 4096, 4096),
    ],
)
def test_padding_of_the_compressed_stream(layout: Layout, build: str, padding: int | None, multiple: int) -> None:
    options = replace(
        OPTIONS, layout=layout, toolchain=Toolchain.parse(build), sources=SourceOptions("c", "d", padding)
    )
    (archive,) = embedded(options).archives
    assert len(archive.data) % multiple == 0


def test_the_newest_air_lld_pads_nothing_and_numbers_its_archives() -> None:
    options = replace(OPTIONS, layout=Layout.AIR_LLD, toolchain=Toolchain.parse("32023.883"))
    archives = embedded(options).archives
    stream = bz2.compress(source_tar_of(recorded()), 6)
    assert [(archive.id, bytes(archive.data)) for archive in archives] == [("0", stream)]


def source_tar_of(file: InputFile) -> bytes:
    module = read_module(file.data)
    return source_tar(module, OPTIONS.path_prefix_map.apply(file.name))


def test_containers_before_1_2_6_have_no_directory() -> None:
    sources = embedded(replace(OPTIONS, container_version=Version(1, 2, 5)))
    assert sources.tag == "HSRC" and sources.working_directory is None


def test_a_path_that_no_tar_header_takes_is_an_error() -> None:
    module = read_module(recorded().data)
    context = module.context
    strings = [context.string("/" + "x" * 300), context.string("")]
    module.named_metadata["llvm_utils.sources"] = [context.node(MetadataCode.NODE, strings)]
    with pytest.raises(BuildError, match="does not fit in a tar header"):
        source_tar(module, "x.air")


def test_air_lld_embeds_archives_whole_after_the_others() -> None:
    data = make_archive([("helper.air", bytes(golden("link_helper").data))])
    files = [InputFile("/rt/lib.a", data), golden("link_main"), recorded()]
    options = replace(OPTIONS, layout=Layout.AIR_LLD, toolchain=Toolchain.parse("32023.883"))
    own, whole = embedded(options, *files).archives
    assert (own.id, whole.id) == ("2", "0")
    with tarfile.open(fileobj=io.BytesIO(bz2.decompress(bytes(whole.data)))) as tar:
        contents = [tar.extractfile(member).read() for member in tar.getmembers()]  # type: ignore[union-attr]
    assert contents == [b"/rt/lib.a\n", data]
    assert [archive.id for archive in embedded(OPTIONS, *files).archives] == ["saxpy"]
