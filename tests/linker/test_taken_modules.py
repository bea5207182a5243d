"""Shaders whose modules a link takes as they are: nothing differs from a link of their bytes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any

import pytest

import mtlb
from mtlb import emit
from mtlb.bitcode import read_module
from mtlb.emit import f32, float4, u32
from mtlb.linker import LinkOptions, link, link_inputs
from mtlb.linker.inputs import InputFile, load
from mtlb.translate import ShaderOptions
from tests.conftest import ROOT, every_nth

SUFFIXES = (".dxbc", ".spv")
FILES = [
    p
    for folder in ("dxbc", "glsl", "spirv")
    for p in sorted((ROOT / "golden" / folder).iterdir())
    if p.suffix in SUFFIXES
]
NAMES = ShaderOptions(entry_names="{file}_{stage}")
TARGETS: list[dict[str, Any]] = [
    {},
    {"platform": "macos", "min_os": "10.14"},
    {"platform": "macos", "min_os": "11.0"},
    {"platform": "ios", "min_os": "18.0"},
]


def linked(options: LinkOptions, *files: mtlb.InputLike) -> bytes | str:
    """The library, or the error."""
    try:
        return mtlb.write(link(files, options).library)
    except mtlb.MtlbError as error:
        return str(error)


def linked_as_bytes(options: LinkOptions, *files: mtlb.InputLike) -> bytes | str:
    """The same, where shaders are bytes between their translation and the link."""
    try:
        return mtlb.write(link_inputs(load(InputFile.all_of(files), options), options).library)
    except mtlb.MtlbError as error:
        return str(error)


@pytest.mark.parametrize("path", every_nth(FILES, 6))
def test_a_link_takes_the_module(path: Any) -> None:
    for target in TARGETS:
        options = LinkOptions(**target)
        assert linked(options, path) == linked_as_bytes(options, path)


@pytest.mark.parametrize("count", every_nth([4, 40], 2))
def test_the_modules_of_several_shaders_meet_in_one_link(count: int) -> None:
    options = LinkOptions(shader=NAMES)
    taken = list(islice((path for path in FILES if isinstance(linked(options, path), bytes)), count))
    files = [taken[0], ROOT / "golden" / "air" / "saxpy.air", *taken[1:]]
    library = linked(options, *files)
    assert isinstance(library, bytes) and library == linked_as_bytes(options, *files)


def test_inputs_that_were_loaded_can_be_linked_again() -> None:
    options = LinkOptions(shader=NAMES)
    inputs = load(InputFile.all_of(FILES[:2]), options)
    first, second = (mtlb.write(link_inputs(inputs, options).library) for _ in range(2))
    assert first == second and inputs.context is None


def test_modules_of_a_large_link_are_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    options = LinkOptions(shader=NAMES)
    expected = linked(options, *FILES[:3])
    monkeypatch.setattr("mtlb.linker.plan.work._SMALL", 1)
    with ThreadPoolExecutor(1) as executor:
        assert mtlb.write(link(FILES[:3], options, executor=executor).library) == expected


def test_a_module_has_its_structs_in_the_order_of_its_type_table() -> None:
    """They have the order in which they were asked for until then; names in a link are given in this order."""

    def built() -> emit.Module:
        m = emit.Module("macos14", "structs")
        types = [emit.Struct(name, [("a", f32), ("b", float4)]) for name in ("unused", "local", "second", "first")]
        for type in types:
            m._low.memory(type)
        k = m.kernel("k")
        k.buffer("first", types[3], 0)
        second = k.buffer("second", types[2], 1)
        i, b = k.builtin("thread_position_in_grid", u32), k.entry()
        b.store(second[i]["a"].load(), b.variable(types[1])["a"])
        b.ret()
        return m

    read = read_module(built().air_bytes())
    module = built().for_link()
    assert [type.name for type in module.struct_types] == ["struct.first", "struct.second", "struct.local"]
    assert [type.name for type in read.struct_types] == [type.name for type in module.struct_types]
    assert module.era is read.era
