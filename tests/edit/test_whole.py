"""An edit that raises, wherever it does, leaves the library as it was: bytes, objects, and what it says of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import mtlb
from mtlb.container import DynamicHeader, LibraryFunction, SymbolEntry
from mtlb.container.tags import RawTag
from mtlb.edit.modules import Changes
from tests.conftest import ROOT

GOLDEN = ROOT / "golden"
MODULE = GOLDEN.joinpath("air/saxpy.air").read_bytes()
Edit = Callable[[mtlb.Library], Any]


def library() -> mtlb.Library:
    return mtlb.open(GOLDEN / "lib/air-lld-macos14.metallib")


def other() -> mtlb.Library:
    """A library to merge, with something for each part of the merged one."""
    opened = library()
    opened.remove(["triangle_vertex", "triangle_fragment"])
    opened.rename("saxpy", "axpy")
    opened.retarget(min_os="14.5")
    return opened


def linked_library() -> mtlb.Library:
    opened = library()
    opened.dynamic_header = DynamicHeader([("DYNL", "@rpath/libnoise.metallib")])
    opened.imported_symbols = [SymbolEntry.named("noise")]
    return mtlb.read(mtlb.write(opened))


EDITS: dict[str, tuple[Callable[[], mtlb.Library], Edit]] = {
    "remove": (library, lambda opened: opened.remove(["saxpy"])),
    "rename": (library, lambda opened: opened.rename("saxpy", "axpy")),
    "replace": (library, lambda opened: opened.replace("saxpy", MODULE)),
    "add": (lambda: _without_saxpy(), lambda opened: opened.add(MODULE)),
    "reorder": (library, lambda opened: opened.reorder(["triangle_fragment"])),
    "merge": (linked_library, lambda opened: opened.merge(other())),
    "strip": (library, lambda opened: opened.strip(debug=True, sources=True, names=True, paths=True)),
    "retarget down": (library, lambda opened: opened.retarget("ios", "15")),
    "retarget up": (library, lambda opened: opened.retarget(min_os="26")),
    "name": (linked_library, lambda opened: setattr(opened, "name", "blur.metallib")),
}


def _without_saxpy() -> mtlb.Library:
    opened = library()
    opened.remove(["saxpy"])
    return opened


class Stop(Exception):
    """Raised where an edit is to fail."""


def _state(opened: mtlb.Library) -> list[object]:
    """What can be seen of a library: the objects that it holds, and what is in them."""
    header, sources = opened.dynamic_header, opened.sources
    return [
        [(id(function), function.name, bytes(function.module), function.is_changed) for function in opened.functions],
        [(id(function.private_metadata), list(function.private_metadata.tags)) for function in opened.functions],
        [(function.air_version, function.stored_hash, function.reflection) for function in opened.functions],
        (id(header), None if header is None else list(header.tags)),
        (id(sources), None if sources is None else (sources.command_line, list(sources.archives))),
        (opened.target, opened.uuid, opened.is_changed, opened.imported_symbols),
    ]


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_that_fails_anywhere_changes_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every setting of a field, of the library or of a function, is made to fail in its turn."""
    make, edit = EDITS[name]
    settings, limit = 0, 0
    armed = False

    def failing(real: Callable[[Any, str, Any], None]) -> Callable[[Any, str, Any], None]:
        def set_field(self: Any, field: str, value: Any) -> None:
            nonlocal settings
            if armed and self in (opened, *before_functions):
                settings += 1
                if settings == limit:
                    raise Stop
            real(self, field, value)

        return set_field

    monkeypatch.setattr(mtlb.Library, "__setattr__", failing(mtlb.Library.__setattr__))
    monkeypatch.setattr(LibraryFunction, "__setattr__", failing(LibraryFunction.__setattr__))
    failures = 0
    while True:
        opened = make()
        before_functions = tuple(opened.functions)
        data, state = mtlb.write(opened), _state(opened)
        settings, limit, armed = 0, limit + 1, True
        try:
            edit(opened)
        except Stop:
            armed = False
            failures += 1
            assert mtlb.write(opened) == data
            assert _state(opened) == state
            continue
        armed = False
        break
    assert failures > 0
    assert mtlb.write(opened) != data or name == "replace"


@pytest.mark.parametrize("name", ["rename", "strip", "retarget down"])
def test_an_edit_whose_last_step_fails_changes_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    make, edit = EDITS[name]
    opened = make()
    data, state = mtlb.write(opened), _state(opened)
    real = Changes.apply

    def apply(changes: Changes) -> int:
        real(changes)
        raise KeyboardInterrupt

    monkeypatch.setattr(Changes, "apply", apply)
    with pytest.raises(KeyboardInterrupt):
        edit(opened)
    assert mtlb.write(opened) == data and _state(opened) == state


def test_a_merge_with_a_damaged_second_function_changes_nothing() -> None:
    """The imports of the first one were recorded before the second one was read."""
    opened, bad = linked_library(), other()
    bad.add(GOLDEN.joinpath("air/triangle_vertex.air").read_bytes().replace(b"triangle_vertex", b"triangle_vertey"))
    bad.functions[-1].module = b"BC\xc0\xde" + bytes(12)
    data, state = mtlb.write(opened), _state(opened)
    with pytest.raises(mtlb.MtlbError):
        opened.merge(bad)
    assert mtlb.write(opened) == data and _state(opened) == state


def test_merged_functions_say_everything_that_they_said() -> None:
    """Every field, also of tags that come to the format later: a copy names none of them."""
    opened, more = library(), other()
    function = more.functions[0]
    function.unknown_tags = [("NEWT", RawTag(b"\1\2"))]
    of_the_file = {"_is_changed", "_module", "_origin", "_stored", "module_offset", "stored_hash"}
    fields = sorted(set(LibraryFunction.__slots__) - of_the_file)
    expected = {field: getattr(function, field) for field in fields}
    opened.merge(more)
    copy = opened["axpy"]
    assert copy is not function and copy.is_changed and copy.module == function.module
    assert {field: getattr(copy, field) for field in fields} == expected
    again = mtlb.read(mtlb.write(opened))["axpy"]
    assert again.unknown_tags == [("NEWT", b"\1\2")] and again.stored_hash == again.computed_hash()
