"""SPIR-V as an input of a link, of a conversion and of the builder of libraries."""

from __future__ import annotations

import bz2
import io
import tarfile

import pytest

import mtlb
from mtlb.air.lint import lint_library
from mtlb.base.errors import BuildError, FormatError, LinkError, UnsupportedError
from mtlb.base.versions import Triple
from mtlb.bitcode import read_module
from mtlb.convert import ConvertOptions, ConvertTarget, convert_bytes
from mtlb.linker import LinkOptions, link
from mtlb.linker.inputs import InputFile
from mtlb.linker.inputs.load import load
from mtlb.translate import ShaderOptions
from tests.conftest import ROOT
from tests.spirv.samples import compute, copies, op

SHADER = ("shaders/copy.comp.spv", copies("go", "copy.comp"))
MODULE = ROOT / "golden" / "air" / "saxpy.air"


def names(result: mtlb.LinkResult) -> list[str]:
    return [function.name for function in result.library.functions]


def test_a_module_of_spirv_is_linked() -> None:
    result = link([SHADER])
    assert names(result) == ["go"]
    library = mtlb.read(mtlb.write(result.library))
    assert [finding for finding in mtlb.verify(library) if finding.is_error] == []
    assert list(lint_library(library)) == []
    assert [(item["name"], item["set"], item["binding"], item["buffer"]) for item in result.bindings[SHADER[0]]] == [
        ("source", 0, 0, 0),
        ("target", 0, 3, 1),
    ]
    assert result.warnings == []
    assert f"{SHADER[0]}: translated from SPIR-V" in result.notes


def test_a_translated_shader_does_not_name_the_compiler_of_the_toolchain() -> None:
    inputs = load(InputFile.all_of([SHADER, str(MODULE)]), LinkOptions())
    assert len(inputs.modules) == 2 and [bytes(data) for data in inputs.compiled()] == [MODULE.read_bytes()]


def test_the_same_bytes_every_time() -> None:
    first, second = (mtlb.write(link([SHADER]).library) for _ in range(2))
    assert first == second


def test_the_target_is_that_of_the_options_or_of_the_other_modules() -> None:
    assert str(link([SHADER]).library.min_os) == "14.0"
    assert str(link([SHADER], LinkOptions(platform="ios", min_os="17.0")).library.platform.label) == "ios"
    other = Triple.parse(read_module(MODULE.read_bytes(), bodies=False).triple).version
    for files in ([SHADER, MODULE], [MODULE, SHADER]):
        result = link(files)
        assert sorted(names(result)) == sorted(["go", *names(link([MODULE]))])
        for function in result.library.functions:
            assert Triple.parse(read_module(function.module, bodies=False).triple).version == other


def test_bindings_are_those_that_are_asked_for() -> None:
    options = ShaderOptions(bindings='[resources]\n"0.0" = 7\n"0.3" = { buffer = 2 }\n')
    result = link([SHADER], LinkOptions(shader=options))
    assert [item["buffer"] for item in result.bindings[SHADER[0]]] == [7, 2]
    described = mtlb.describe(result.library)[0].entry
    assert [argument.location_index for argument in described.arguments] == [7, 2]


def test_names_of_entry_points() -> None:
    pattern = LinkOptions(shader=ShaderOptions(entry_names="{file}_{stage}_{entry}"))
    files = [("a.comp.spv", copies("main")), ("b.comp.spv", copies("main"))]
    assert names(link(files, pattern)) == ["a_kernel_main", "b_kernel_main"]
    assert names(link(files[:1])) == ["main_"]  # as Naga does: Metal has no function of that name
    with pytest.raises(LinkError, match="main_"):
        link(files)


def test_the_source_line_is_in_the_library() -> None:
    location = link([SHADER]).library.functions[0].private_metadata.debug_location
    assert location is not None
    assert (location.path, location.line) == ("copy.comp", 7)


def test_recorded_sources_are_embedded() -> None:
    text = op("OpSource", 2, 450, 80, "void main() {}\n")
    data = compute(before=[op("OpString", 80, "a.comp"), text])
    options = LinkOptions(sources=mtlb.linker.SourceOptions())
    library = link([("a.spv", data)], options).library
    assert library.sources is not None
    data = bz2.BZ2Decompressor().decompress(bytes(library.sources.archives[0].data))
    with tarfile.open(fileobj=io.BytesIO(data)) as tar:
        member = tar.extractfile("a.comp")
        assert member is not None and member.read() == b"void main() {}\n"


def test_pack_takes_a_module_of_one_entry_point() -> None:
    assert [function.name for function in mtlb.pack([SHADER]).functions] == ["go"]


@pytest.mark.parametrize(
    ("data", "options", "kind", "words"),
    [
        (SHADER[1][:-6], LinkOptions(), FormatError, "x.spv: truncated"),
        (compute(op("OpBranch", 9)), LinkOptions(), FormatError, "x.spv: word 33: OpBranch: %9 is not defined"),
        (
            SHADER[1],
            LinkOptions(convert=False),
            UnsupportedError,
            "x.spv: unsupported: it is SPIR-V, and --no-convert forbids translating it",
        ),
        (SHADER[1], LinkOptions(shader=ShaderOptions(bindings='[resources]\n"0.0" = 31')), BuildError, "x.spv"),
        (SHADER[1], LinkOptions(shader=ShaderOptions(bindings="x = 1")), BuildError, "bindings: unknown key 'x'"),
        (SHADER[1], LinkOptions(shader=ShaderOptions(bindings="[")), BuildError, "x.spv: the bindings are not TOML"),
    ],
)
def test_what_can_not_be_linked(data: bytes, options: LinkOptions, kind: type[mtlb.MtlbError], words: str) -> None:
    with pytest.raises(mtlb.MtlbError) as error:
        link([("x.spv", data)], options)
    assert isinstance(error.value, (kind, UnsupportedError, LinkError))
    assert words in str(error.value)


def test_options_as_json() -> None:
    options = LinkOptions(shader=ShaderOptions(flip_y=True, entry_names="{file}"))
    assert LinkOptions.from_json(options.as_json()) == options
    assert "shader" not in LinkOptions().as_json()
    with pytest.raises(BuildError, match="unknown option of a translation: 'x'"):
        LinkOptions.from_json({"shader": {"x": 1}})
    for bad in ({"point_size": "big"}, {"entry_names": "{x}"}, {"entry_names": ""}, {"entry_names": "{"}):
        with pytest.raises(BuildError):
            ShaderOptions(**bad)


def test_convert_bytes_translates() -> None:
    converted = convert_bytes("a.spv", SHADER[1], ConvertOptions(ConvertTarget.parse("ios17")))
    assert converted.is_translated and len(converted.bindings) == 2
    assert converted.module.triple == "air64_v26-apple-ios17.0.0"
    assert read_module(converted.bitcode).named_metadata.keys() >= {"air.kernel"}
    with pytest.raises(BuildError, match="entry points of its own"):
        convert_bytes("a.spv", SHADER[1], ConvertOptions(entries=("x",)))


def test_the_builder_of_libraries_takes_a_module_of_one_function() -> None:
    builder = mtlb.LibraryBuilder(platform="macos", min_os="14.0")
    builder.add("go", "kernel", SHADER[1])
    assert builder.build().functions[0].name == "go"
    assert builder.converted[0].endswith("it is SPIR-V")
    with pytest.raises(BuildError, match="becomes a module with the entry points 'go'"):
        builder.add("other", "kernel", SHADER[1])
