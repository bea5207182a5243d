"""Every fact of every real file, derived from the module and compared with what Apple's linker wrote."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import jsonschema
import pytest

from mtlb.air import Description, describe, describe_library, reflection_document, reflection_lines
from mtlb.air.reflection import buffer as airr
from mtlb.base.toolchains import Layout, Toolchain, UuidForm, container_version_for
from mtlb.base.versions import Triple
from mtlb.bitcode import read_module
from mtlb.container import FileType, Library, LibraryFunction
from mtlb.container import open as open_library
from tests.conftest import ROOT

pytestmark = pytest.mark.corpus


def executables(paths: list[Path]) -> list[Path]:
    """Libraries whose modules are split, one function each."""
    results = []
    for path in paths:
        with open_library(path) as library:
            if library.file_type is FileType.EXECUTABLE and library.functions:
                results.append(path)
    return results


def derived(function: LibraryFunction) -> Description:
    return describe(read_module(bytes(function.module), bodies=False))


def differences(function: LibraryFunction, description: Description) -> list[str]:
    """The parts of a function that do not follow from its module."""
    pairs = {
        "NAME": (function.name, description.name),
        "TYPE": (function.type, description.type),
        "VERS": (
            (function.air_version, function.language_version),
            (description.air_version, description.language_version),
        ),
        "TESS": (function.tessellation, description.tessellation),
        "LAYR": (function.layer_type, description.layer_type),
        "public": (function.public_metadata, description.public_metadata()),
        "DEBI": (function.private_metadata.debug_location, description.debug_location),
    }
    entry = function.reflection
    if entry is not None:
        version = airr.read(entry.buffer).version
        pairs["AIRR"] = (bytes(entry.buffer), description.reflection_buffer(version))
    return [name for name, (stored, derived) in pairs.items() if stored != derived]


def has_debug_info(function: LibraryFunction) -> bool:
    return "llvm.dbg.cu" in read_module(bytes(function.module), bodies=False).named_metadata


@pytest.mark.long
def test_every_function(corpus_libraries: list[Path]) -> None:
    checked: Counter[str] = Counter()
    for path in executables(corpus_libraries):
        with open_library(path) as library:
            for function in library.functions:
                wrong = differences(function, derived(function))
                # Some linkers strip debug info from the module after they have written DEBI.
                if wrong == ["DEBI"] and not has_debug_info(function):
                    wrong = []
                    checked["stripped"] += 1
                assert wrong == [], (path.name, function.name)
                checked["functions"] += 1
    assert checked["functions"] > 1000 and checked["stripped"] < 100


def test_libraries_of_shared_modules(corpus_libraries: list[Path]) -> None:
    """Dynamic libraries, symbol companions and Core Image: the facts of each function."""
    checked = 0
    for path in corpus_libraries:
        with open_library(path) as library:
            if library.file_type is not FileType.EXECUTABLE:
                for function, description in zip(library.functions, describe_library(library), strict=True):
                    assert differences(function, description) == [], (path.name, function.name)
                    checked += 1
    assert checked > 20


@pytest.mark.long
def test_json_of_every_function(corpus_libraries: list[Path]) -> None:
    schema = json.loads((ROOT / "docs/reflection.schema.json").read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    for path in corpus_libraries[::4]:
        with open_library(path) as library:
            document = reflection_document([(path.name, describe_library(library))])
            assert list(validator.iter_errors(document)) == [], path.name
            for function in document["libraries"][0]["functions"]:
                assert all(line == line.rstrip() for line in reflection_lines(function))


def test_every_reflection_buffer(corpus_libraries: list[Path]) -> None:
    seen = set()
    for path in corpus_libraries:
        with open_library(path) as library:
            for entry in library.reflections:
                data = bytes(entry.buffer)
                if data not in seen:
                    seen.add(data)
                    reflection = airr.read(data)
                    assert reflection.foreign is None, path.name
                    assert airr.build(reflection) == data, path.name
    assert len(seen) > 100


def stamp(library: Library) -> tuple[Triple, str]:
    """Triple of the first module, and the build of the linker that its symbol table names."""
    module = read_module(bytes(library.functions[0].module), bodies=False)
    ident = [getattr(f, "value", "") for node in module.named_metadata.get("llvm.ident", ()) for f in node.fields]
    front_end = next((text.partition("metalfe-")[2].rstrip(")") for text in ident if "metalfe-" in text), "")
    return Triple.parse(module.triple), module.producer or front_end


@pytest.mark.long
def test_target_tables(corpus_libraries: list[Path]) -> None:
    """Container version, AIRR version, UUID and compression follow from triple, writer and build."""
    checked = 0
    for path in corpus_libraries:
        with open_library(path) as library:
            triple, build = stamp(library) if library.functions else (None, "")
            if triple is None or not build:
                continue
            toolchain, layout = Toolchain.parse(build), library.layout
            expected = container_version_for(triple.platform, triple.version, layout, toolchain)
            assert library.container_version == expected, path.name
            if library.functions[0].reflection is not None:
                assert airr.read(library.functions[0].reflection.buffer).version == toolchain.reflection_version
            if layout is Layout.AIR_LLD and library.has_extension:
                assert uuid_form(library) is toolchain.uuid, path.name
            for archive in library.sources.archives if library.sources else ():
                assert bytes(archive.data[:4]) == b"BZh%d" % toolchain.source_compression(layout), path.name
            checked += 1
    assert checked > 100


def uuid_form(library: Library) -> UuidForm:
    uuid = library.uuid
    if not isinstance(uuid, bytes):
        return UuidForm.NONE
    return UuidForm.NAME_BASED if uuid[6] >> 4 == 3 and uuid[8] >> 6 == 2 else UuidForm.RAW
