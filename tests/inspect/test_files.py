"""Inspection of a file of any kind: by path, by bytes, as a library, as a module."""

from __future__ import annotations

from pathlib import Path

import pytest

import mtlb
from mtlb.base.errors import BuildError, FormatError, MtlbError
from mtlb.bitcode import read_module
from mtlb.inspect import (
    build_report,
    choose_functions,
    describe,
    diagnose,
    each_once,
    lint,
    measure,
    modules_in,
    rebuild_modules,
    verify,
)
from tests.inspect.libraries import GOLDEN, edited, function, module, stored

LIBRARY = GOLDEN / "lib" / "air-lld-macos14.metallib"
MODULE = GOLDEN / "air" / "saxpy.air"


def test_modules_of_a_library_and_of_a_module() -> None:
    library = mtlb.read(LIBRARY.read_bytes())
    names = [f.name for f in library.functions]
    for source in (LIBRARY, str(LIBRARY), LIBRARY.read_bytes(), memoryview(LIBRARY.read_bytes())):
        modules = modules_in(source)
        assert [item.name for item in modules] == names
        data = LIBRARY.read_bytes()
        assert all(data[item.offset : item.offset + len(item.module)] == item.module for item in modules)
    assert [module.name for module in modules_in(LIBRARY, names[1:2])] == names[1:2]
    ((name, data, offset),) = modules_in(MODULE)
    assert (name, data, offset) == (None, MODULE.read_bytes(), 0)
    with pytest.raises(BuildError, match="has no functions to choose from"):
        modules_in(MODULE, ["saxpy"])
    with pytest.raises(MtlbError, match="there is no function absent"):
        modules_in(LIBRARY, ["absent"])
    assert choose_functions(library, names[1:2]) == [(1, library.functions[1])]
    with pytest.raises(FormatError):
        modules_in(b"neither")


def test_shared_modules_come_once() -> None:
    data = module()
    library = stored(function("a", data=data), function("b", data=bytes(data)), function("c", data=data))
    modules = modules_in(library)
    assert [item.name for item in modules] == ["a", "b", "c"]
    once = each_once(modules)
    assert len({id(item.module) for item in modules}) == len(once) and once[0] is modules[0]


def test_verify_takes_any_source(tmp_path: Path) -> None:
    for source in (LIBRARY, LIBRARY.read_bytes(), mtlb.read(LIBRARY.read_bytes())):
        assert verify(source) == verify(source, modules=True) == []
    assert verify(MODULE, modules=True) == verify(MODULE) == []
    for modules in (False, True):
        assert [f.code for f in verify(tmp_path, modules=modules)] == ["malformed"]
        with pytest.raises(FileNotFoundError):
            verify(tmp_path / "none", modules=modules)


def test_bytes_behind_a_module_are_found() -> None:
    data = MODULE.read_bytes()
    assert verify(data) == verify(data + bytes(16)) == []
    (found,) = verify(data + b"junk")
    assert (found.code, found.offset) == ("gap", 20 + int.from_bytes(data[12:16], "little"))


def test_describe_takes_any_source() -> None:
    library = mtlb.read(LIBRARY.read_bytes())
    names = [f.name for f in library.functions]
    for source in (LIBRARY, LIBRARY.read_bytes(), library):
        assert [item.name for item in describe(source)] == names
    assert [item.name for item in describe(library.functions[0])] == names[:1]
    for item in (MODULE, MODULE.read_bytes(), read_module(MODULE.read_bytes(), bodies=False)):
        assert [d.name for d in describe(item)] == ["saxpy"]


def test_a_name_that_the_list_alone_has_is_explained() -> None:
    library = mtlb.read(LIBRARY.read_bytes())
    saxpy = library.functions["saxpy"]
    saxpy.name = "axpy"
    for ask in (lambda: describe(library), lambda: describe(saxpy)):
        with pytest.raises(
            mtlb.FormatError, match=r"does not define 'axpy', it has 'saxpy': .* Library\.rename changes both$"
        ):
            ask()
    library.rename("axpy", "saxpy")  # the module's own name
    library.rename("saxpy", "axpy")
    assert "axpy" in [item.name for item in describe(library)]


def test_lint_takes_any_source() -> None:
    bad = edited(lambda m: m.named_metadata.pop("air.version"))
    codes = [finding.code for finding in lint(bad)]
    assert "AIR004" in codes
    library = stored(function("f", data=bad))
    assert "AIR004" in [finding.code for finding in lint(library)]
    assert lint(library) == lint(mtlb.read(library))
    assert [finding.code for finding in lint(b"neither")] == ["AIR000"]


def test_rebuilt_modules_stay_shared() -> None:
    library = mtlb.read(LIBRARY.read_bytes())
    first = rebuild_modules(library)
    assert first.rebuilt == len({id(f.module) for f in library.functions})
    again = mtlb.read(mtlb.write(library))
    assert rebuild_modules(again) == (first.rebuilt, 0)


def test_other_questions_take_paths_and_texts() -> None:
    assert measure(LIBRARY) == measure(LIBRARY.read_bytes())
    assert build_report(LIBRARY, "x", code_size=0) == build_report(LIBRARY.read_bytes(), "x", code_size=0)
    by_text = diagnose(LIBRARY, platform="macos", os="13.0")
    assert by_text == diagnose(LIBRARY.read_bytes(), platform=mtlb.Platform.MACOS, os=mtlb.Version(13, 0, 0)) != []
    with pytest.raises(BuildError):
        diagnose(LIBRARY, platform="beos")
