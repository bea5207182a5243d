"""What a link takes: files in any form, options as texts; which members of archives are loaded, and in which order."""

from __future__ import annotations

import random
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any
from uuid import UUID

import pytest

import mtlb
from mtlb.base.errors import BuildError
from mtlb.base.toolchains import Layout, Toolchain
from mtlb.base.versions import Platform, Version
from mtlb.bitcode.writer import write_module
from mtlb.ir import BasicBlock, Function, InstCode, Linkage, Module, TypeCode, make_instruction
from mtlb.linker import InputFile, LinkOptions, PathPrefixMap, SourceOptions, link, link_inputs, load, pack
from mtlb.linker.plan import scan as linker_scan
from tests.linker.samples import archive, at_once, golden, scanned

Members = Mapping[str, tuple[Sequence[str], Sequence[str]]]  # name: what it defines, what it needs


def module_of(defines: Sequence[str], needs: Sequence[str]) -> bytes:
    module = Module(identification="LLVM", triple="air64-apple-macosx14.0.0")
    context = module.context
    value_type = context.type(TypeCode.FUNCTION, (0,), (context.type(TypeCode.VOID),))
    for name in (*defines, *needs):
        function = Function(context.pointer_type(value_type), value_type, name, Linkage.EXTERNAL)
        if name in defines:
            function.is_definition = True
            function.blocks = [BasicBlock()]
            function.blocks[0].instructions = [make_instruction(InstCode.RET, context.type(TypeCode.VOID))]
        module.functions.append(function)
    return write_module(module)


def files(root: Sequence[str], members: Members) -> list[InputFile]:
    library = archive([(name, module_of(*symbols)) for name, symbols in members.items()])
    return [InputFile("root.air", module_of((), root)), InputFile("lib.a", library)]


def loaded(root: Sequence[str], members: Members) -> list[str]:
    paths = [facts.path for facts in scanned(files(root, members), LinkOptions()).facts]
    return [path.removeprefix("lib.a(").removesuffix(")") for path in paths[1:]]


def expected(root: Sequence[str], members: Members) -> list[str]:
    """The rule, without an index: again and again, the first member that defines anything that is still needed."""
    taken: list[str] = []
    needed, defined = set(root), set()
    while True:
        member = next((m for m, (d, _) in members.items() if m not in taken and needed & set(d) - defined), None)
        if member is None:
            return taken
        taken.append(member)
        defined.update(members[member][0])
        needed.update(members[member][1])


@pytest.mark.long
def test_members_are_loaded_in_the_order_of_the_rule() -> None:
    for seed in range(40):
        rng = random.Random(seed)
        names = [f"s{number}" for number in range(12)]
        members = {}
        for number in range(10):
            defines = rng.sample(names, rng.randint(1, 3))
            needs = [name for name in rng.sample(names, rng.randint(0, 3)) if name not in defines]
            members[f"m{number}.air"] = (defines, needs)
        root = rng.sample(names, 2)
        assert loaded(root, members) == expected(root, members), seed


def lines_of_reading(count: int) -> int:
    """How many lines run to load a chain of `count` members, the first needed of which is the last in the archive."""
    members = {f"m{n}.air": ([f"s{n}"], [f"s{n - 1}"] if n else []) for n in range(count)}
    chain = files([f"s{count - 1}"], members)
    lines = 0

    def trace(frame: FrameType, event: str, _argument: object) -> object:
        nonlocal lines
        if frame.f_code.co_filename != linker_scan.__file__:
            return None
        lines += event == "line"
        return trace

    previous = sys.gettrace()
    sys.settrace(trace)  # type: ignore[arg-type]
    try:
        assert len(scanned(chain, LinkOptions()).facts) == count + 1
    finally:
        sys.settrace(previous)
    return lines


def test_a_chain_of_members_costs_what_it_holds() -> None:
    small, large = lines_of_reading(10), lines_of_reading(40)
    assert large <= 4.5 * small


# --- what a link takes -----------------------------------------------------------------------------------------------


def test_paths_pairs_and_files_are_inputs(tmp_path: Path) -> None:
    inputs = [golden("link_main"), golden("link_helper")]
    for file in inputs:
        tmp_path.joinpath(file.name).write_bytes(file.data)
    expected = mtlb.write(link(inputs).library)
    assert mtlb.write(link([(file.name, file.data) for file in inputs]).library) == expected
    assert mtlb.write(link([tmp_path / file.name for file in inputs]).library) == expected
    assert mtlb.write(link([str(tmp_path / file.name) for file in inputs], LinkOptions()).library) == expected
    packed = pack([golden("saxpy")], LinkOptions(platform="macos"))
    assert [function.name for function in packed.functions] == ["saxpy"]


def test_the_same_inputs_are_linked_again_and_by_threads() -> None:
    options = LinkOptions(layout="metallib")
    files = [golden(name) for name in ("link_main", "link_helper", "link_stages")]
    files.append(InputFile("lib.a", archive([("saxpy.air", bytes(golden("saxpy").data))])))
    expected = mtlb.write(link(files, options).library)
    inputs = load(files, options)
    assert mtlb.write(link_inputs(inputs, options).library) == expected
    assert mtlb.write(link_inputs(inputs, options).library) == expected

    def link_again(number: int) -> bytes:
        result = link_inputs(inputs, options) if number % 2 else link(files, options)
        return mtlb.write(result.library)

    assert at_once(link_again) == [expected] * 4


def test_options_take_texts() -> None:
    uuid = "01234567-89ab-4def-8123-456789abcdef"
    options = LinkOptions(
        platform="macos",
        min_os="14.0",
        container_version="1.2.8",
        layout="air-lld",
        toolchain="32023.404",
        uuid=uuid,
        path_prefix_map=["/home/me=/src"],
    )
    assert options == LinkOptions(
        platform=Platform.MACOS,
        min_os=Version(14, 0),
        container_version=Version(1, 2, 8),
        layout=Layout.AIR_LLD,
        toolchain=Toolchain.parse("32023.404"),
        uuid=UUID(uuid),
        path_prefix_map=PathPrefixMap((("/home/me", "/src"),)),
    )
    assert LinkOptions(layout=Layout.METALLIB_LEGACY) == LinkOptions(layout="metallib")
    assert replace(options, uuid=None, has_uuid=False).platform is Platform.MACOS


@pytest.mark.parametrize(
    "given",
    [
        {"platform": "beos"},
        {"min_os": "new"},
        {"layout": "metallib-legacy"},
        {"toolchain": "x"},
        {"uuid": "x"},
        {"uuid": UUID(int=1), "has_uuid": False},
        {"library_name": "x", "has_library_name": False},
        {"path_prefix_map": ["x"]},
    ],
)
def test_options_that_mean_nothing(given: dict[str, Any]) -> None:
    with pytest.raises(BuildError):
        LinkOptions(**given)
    with pytest.raises(BuildError):
        SourceOptions(padding=0)
