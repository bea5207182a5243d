"""One table of builtins; what other rooms say of a builtin is of a row of it."""

from __future__ import annotations

from mtlb.air.builtins import ELSEWHERE, INPUTS, OF_A_THREAD, OUTPUTS, OUTPUTS_OF_SPIRV, components
from mtlb.air.reflection.schema import NodeType
from mtlb.air.words import ENTRY_LISTS
from mtlb.base.metal import DataType
from mtlb.base.releases import RELEASES
from mtlb.convert import BUILTINS
from mtlb.convert.sources import SOURCE_TABLES
from mtlb.cpu.layout import THREAD_FIELDS, Thread
from mtlb.cpu.wrapper import _FIELDS
from mtlb.spirv.enumerants import BuiltIn

KERNELS = {name for stage, name in INPUTS if stage == "kernel"}


def test_rows_name_stages_types_and_versions() -> None:
    stages = {str(type.label) for type in ENTRY_LISTS.values()} | {"tile"}  # which metadata lists as fragment functions
    versions = {release.air for release in RELEASES}
    for table in (INPUTS, OUTPUTS):
        for (stage, _), row in table.items():
            assert stage in row.stages and set(row.stages) <= stages
            assert row.since in versions
            assert DataType.NONE not in map(DataType.from_type_name, row.types)
            assert len(set(row.types)) == len(row.types)
    assert [name for (_, name), row in INPUTS.items() if not row.types] == ["mesh_grid_properties"]
    assert all(row.types for row in OUTPUTS.values())


def test_reflection_has_a_node_for_each() -> None:
    for table in (INPUTS, OUTPUTS):
        for _, name in table:
            assert NodeType.of_kind(name, is_output=table is OUTPUTS) is not None


def test_each_name_elsewhere_is_of_one_builtin() -> None:
    assert set(ELSEWHERE) <= {name for _, name in INPUTS} and set(OUTPUTS_OF_SPIRV.values()) <= {n for _, n in OUTPUTS}
    for column in range(5):
        names = [row[column] for row in ELSEWHERE.values() if row[column]]
        assert len(set(names)) == len(names) > 1
    spirv = set(BuiltIn.__members__)
    assert {row.spirv for row in ELSEWHERE.values() if row.spirv} | OUTPUTS_OF_SPIRV.keys() <= spirv


def test_tables_of_other_rooms_are_of_rows() -> None:
    assert _FIELDS.keys() | OF_A_THREAD | BUILTINS.keys() <= KERNELS
    sizes = dict(Thread._fields_)
    for name, field in _FIELDS.items():
        assert field in THREAD_FIELDS
        assert components(name) == (3 if hasattr(sizes[field], "_length_") else 1)
    for table in SOURCE_TABLES.values():
        for builtin in [*table.builtins.values(), *(item for _, item in table.patterns)]:
            assert builtin.name in BUILTINS
    assert {builtin.name for builtin in SOURCE_TABLES["nvptx"].builtins.values()} < BUILTINS.keys()
