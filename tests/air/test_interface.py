"""The writer of AIR metadata: what is read from a module and written again is the same nodes in the same order."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from mtlb.air import (
    ConstantPredicate,
    EntryArgument,
    EntryPoint,
    FunctionConstant,
    Interface,
    StructField,
    StructType,
    read_interface,
    write_interface,
)
from mtlb.air.entry_points import MeshType
from mtlb.air.words import LIST_ORDER
from mtlb.base.errors import BuildError, UnsupportedError
from mtlb.base.metal import AccessQualifier, MeshTopology
from mtlb.base.versions import Version
from mtlb.bitcode import read_module, write_module
from mtlb.container import FunctionType
from mtlb.container import open as open_library
from mtlb.ir import MDNode, Module
from tests.conftest import ROOT
from tests.golden import make

GOLDEN = make.modules()


def lists_of(module: Module) -> dict[str, tuple[MDNode, ...]]:
    return {name: tuple(nodes) for name, nodes in module.named_metadata.items() if nodes}


def without_interface(module: Module) -> None:
    for name in LIST_ORDER:
        module.named_metadata.pop(name, None)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_what_is_read_is_written_as_the_same_nodes(path: Path) -> None:
    data = path.read_bytes()
    module = read_module(data)
    before = lists_of(module)
    interface = read_interface(module)
    assert interface.entries or path.stem == "link_helper"
    write_interface(module, interface)
    assert list(lists_of(module)) == list(before)
    assert path.stem == "air_kernel_unknown" or write_module(module) == data
    without_interface(module)
    write_interface(module, interface)
    after = lists_of(module)
    # Nodes are unique in their context, but for a struct that contains itself; unknown keys have no place of their own.
    other = {"air.kernel"} if path.stem in ("air_kernel_argument_buffer", "air_kernel_unknown") else set[str]()
    for name in before.keys() - other:
        assert after[name] == before[name]
    assert read_interface(module).flags == interface.flags


@pytest.mark.long
@pytest.mark.corpus
def test_every_entry_point_of_the_corpus(corpus_libraries: list[Path], corpus_modules: list[Path]) -> None:
    modules = {path.read_bytes(): str(path) for path in corpus_modules}
    for path in corpus_libraries:
        with open_library(path) as library:
            modules.update(
                {
                    bytes(function.module): f"{path}: {function.name}"
                    for function in library.functions
                    if function.module
                }
            )
    entries, different = 0, []
    for data, name in modules.items():
        module = read_module(data, bodies=False)
        before = lists_of(module)
        interface = read_interface(module)
        entries += len(interface.entries)
        without_interface(module)
        write_interface(module, interface)
        if lists_of(module) != before:
            different.append(name)
    assert [name for name in different if "zhuowei" not in name and "MyLibrary" not in name] == []
    assert entries >= 1461


@pytest.mark.long
@pytest.mark.corpus
def test_rewritten_modules_of_the_corpus_have_the_same_bytes(corpus_modules: list[Path]) -> None:
    for path in corpus_modules:
        data = path.read_bytes()
        module = read_module(data)
        names = list(module.named_metadata)
        write_interface(module, read_interface(module))
        assert list(module.named_metadata) == names
        try:
            assert data.startswith(write_module(module))
        except UnsupportedError:
            assert module.era.name.startswith("LLVM 3")


@pytest.fixture
def saxpy() -> Module:
    return read_module((ROOT / "golden/air/saxpy.air").read_bytes())


def buffer(index: int, **facts: object) -> EntryArgument:
    return EntryArgument("buffer", index, location_index=index, location_count=1, **facts)  # type: ignore[arg-type]


def test_lists_come_in_the_order_of_apples_compiler(saxpy: Module) -> None:
    interface = read_interface(saxpy)
    interface.source_file_names = ["/a.metal"]
    saxpy.named_metadata.clear()
    write_interface(saxpy, interface)
    assert list(saxpy.named_metadata) == [
        "llvm.module.flags",
        "air.kernel",
        "air.compile_options",
        "llvm.ident",
        "air.version",
        "air.language_version",
        "air.source_file_name",
    ]


def test_an_interface_without_entries_leaves_no_list(saxpy: Module) -> None:
    write_interface(saxpy, Interface(air_versions=[Version(2, 6, 0)]))
    assert list(saxpy.named_metadata) == ["air.version"]


def test_a_struct_that_contains_itself_is_a_distinct_node(saxpy: Module) -> None:
    node = StructType()
    node.fields = [StructField(0, 8, 0, "Node", "next", indirect_argument=buffer(0, struct_type_info=node))]
    interface = read_interface(saxpy)
    interface.entries[0].arguments[0].struct_type_info = node
    write_interface(saxpy, interface)
    again = read_interface(read_module(write_module(saxpy))).entries[0].arguments[0].struct_type_info
    assert again is not None
    inner = again.fields[0].indirect_argument
    assert inner is not None
    assert inner.struct_type_info is again


def test_structs_in_structs_cost_no_stack(saxpy: Module) -> None:
    struct = StructType([StructField(0, 4, 0, "int", "last")])
    for _ in range(5000):
        struct = StructType([StructField(0, 4, 0, "Inner", "inner", struct)])
    interface = read_interface(saxpy)
    interface.entries[0].arguments[0].struct_type_info = struct
    write_interface(saxpy, interface)


@pytest.mark.long
def test_structs_of_outputs_of_meshes_in_structs_cost_no_stack(saxpy: Module) -> None:
    """An argument buffer may hold a mesh, whose outputs have structs; the innermost here is the first again."""
    first = struct = StructType([StructField(0, 4, 0, "int", "last")])
    for _ in range(5000):
        output = EntryArgument("primitive_id", type_name="Inner", struct_type_info=struct)
        mesh = EntryArgument("mesh", 0, mesh_type_info=MeshType([output], [], 1, 1, MeshTopology.POINT))
        struct = StructType([StructField(0, 8, 0, "Mesh", "mesh", indirect_argument=mesh)])
    first.fields[0].struct_type_info = struct
    interface = read_interface(saxpy)
    interface.entries[0].arguments[0].struct_type_info = struct
    write_interface(saxpy, interface)
    assert len(read_interface(saxpy).entries) == len(interface.entries)


def refused(module: Module, argument: EntryArgument) -> str:
    interface = read_interface(module)
    before = lists_of(module)
    entry = interface.entries[0]
    interface.entries = [EntryPoint(entry.kind, entry.function, [], [argument])]
    with pytest.raises(BuildError) as caught:
        write_interface(module, interface)
    assert lists_of(module) == before
    return str(caught.value)


def test_errors_name_function_argument_and_fact(saxpy: Module) -> None:
    name = read_interface(saxpy).entries[0].name
    where = f"entry point {name!r}: argument 0"
    assert (
        refused(saxpy, EntryArgument("render_target", 0))
        == f"{where} (air.render_target): it needs render_target_index"
    )
    assert (
        refused(saxpy, buffer(0, name="a", type_size=1 << 32))
        == f"{where} 'a' (air.buffer): 4294967296 does not fit in 32 bits"
    )
    assert refused(saxpy, replace(buffer(0), location_count=None)) == f"{where} (air.buffer): it needs location_count"
    predicate = ConstantPredicate("flag", "bool", "flag")
    assert (
        refused(saxpy, buffer(0, function_constant=predicate, access_qualifier=AccessQualifier.READ))
        == f"{where} (air.buffer): the module has no function constant 'flag'"
    )


def test_functions_of_other_types_have_no_list(saxpy: Module) -> None:
    function = read_interface(saxpy).entries[0].function
    with pytest.raises(BuildError, match="no metadata list exists for functions of type"):
        write_interface(saxpy, Interface(entries=[EntryPoint(FunctionType.UNQUALIFIED, function)]))


def test_constants_and_samplers_name_globals(saxpy: Module) -> None:
    with pytest.raises(BuildError, match="the module has no function constant 'size'"):
        write_interface(saxpy, Interface(function_constants=[FunctionConstant("size", "uint", "size", 0)]))
