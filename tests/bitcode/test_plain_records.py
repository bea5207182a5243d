"""Records that are not instructions: bounds and features come from their rows; an inconsistent module."""

from __future__ import annotations

import importlib
from types import ModuleType

import pytest

from mtlb.base.errors import BuildError, FormatError, UnsupportedError
from mtlb.bitcode import read_module
from mtlb.bitcode.attributes import parse_attributes
from mtlb.bitcode.enumerate import Enumeration
from mtlb.bitcode.records.row import Row
from mtlb.bitcode.symtab import StringTable, SymtabHeader, build_symtab, read_symtab_header
from mtlb.bitcode.writer import write_module
from mtlb.ir import (
    ERAS,
    Alias,
    Attribute,
    AttributeForm,
    AttributeKind,
    ConstantCode,
    Context,
    Function,
    GlobalVariable,
    InlineAsm,
    Linkage,
    Module,
    TypeCode,
)
from tests.assembled import read_text

TABLES = ("attributes", "constants", "metadata", "module", "types")


def rows() -> list[tuple[ModuleType, Row]]:
    """Every row for which code is made, with that code."""
    results = []
    for table in TABLES:
        code = importlib.import_module(f"mtlb.bitcode.records._{table}")
        declared = importlib.import_module(f"mtlb.bitcode.records.{table}").ROWS
        results += [(code, row) for row in declared if hasattr(code, f"read_{row.name}")]
    return results


def size(kind: str) -> int:
    return 2 if kind == "string" else 1


def most(row: Row) -> int:
    """The most operands of a record; some more than are known if it may have any number."""
    is_open = any(operand.suffix == "*" for operand in row.operands)
    return sum(size(operand.kind) for operand in row.operands) + 9 * is_open


@pytest.mark.parametrize(("code", "row"), rows(), ids=lambda item: item.name if isinstance(item, Row) else "")
def test_a_record_with_other_operands_is_refused(code: ModuleType, row: Row) -> None:
    read = getattr(code, f"read_{row.name}")
    count = most(row)
    if any(operand.suffix == "*" for operand in row.operands):
        assert len(read([1] * count)) == len(row.operands)
    else:
        with pytest.raises(UnsupportedError, match=rf"{row.code.name} record of {count + 1} operands"):
            read([1] * (count + 1))
    if any(operand.kind == "string" for operand in row.operands):
        at = next(place for place, operand in enumerate(row.operands) if operand.kind == "string")
        with pytest.raises(FormatError, match=f"{row.code.name} record of {at + 1} operands"):
            read([1] * (at + 1))
    least = sum(size(operand.kind) for operand in row.operands if not operand.suffix)
    assert len(read([1] * least)) == len(row.operands)
    for count in range(least):
        with pytest.raises(FormatError, match=rf"{row.code.name} record of {count} operands"):
            read([1] * count)


@pytest.mark.parametrize("era", ERAS, ids=lambda era: era.name)
def test_an_era_writes_the_operands_that_it_has(era: object) -> None:
    for code, row in rows():
        features = {operand.feature for operand in row.operands if operand.feature}
        if features:
            record = getattr(code, f"read_{row.name}")(list(range(most(row))))
            has = [operand for operand in row.operands if not operand.feature or getattr(era, operand.feature)]
            expected = sum(size(operand.kind) for operand in has if operand.suffix != "*")
            expected += sum(len(getattr(record, operand.name)) for operand in has if operand.suffix == "*")
            assert len(getattr(code, f"write_{row.name}")(record, era)) == expected


@pytest.mark.parametrize("ops", [(0,), (1, 5), (3, 65), (4, 65, 0, 66), (6, 3)])
def test_a_group_that_ends_inside_of_an_attribute(ops: tuple[int, ...]) -> None:
    with pytest.raises(FormatError, match="ends inside"):
        parse_attributes(ops)


def test_attributes_of_every_form() -> None:
    ops = (0, 18, 1, 1, 8, 3, 65, 0, 4, 65, 0, 66, 0, 5, 3, 6, 3, 7)
    ranges = (7, AttributeKind.RANGE, 32, 3, 4, 8, AttributeKind.INITIALIZES, 2, 64, 0, 8, 16, 24)
    assert parse_attributes(ops + ranges) == [
        Attribute(AttributeForm.ENUM, AttributeKind.NO_UNWIND),
        Attribute(AttributeForm.INT, AttributeKind.ALIGNMENT, 8),
        Attribute(AttributeForm.STRING, "A"),
        Attribute(AttributeForm.STRING_VALUE, "A", "B"),
        Attribute(AttributeForm.EMPTY_TYPE, AttributeKind.BY_VAL),
        Attribute(AttributeForm.TYPE, AttributeKind.BY_VAL, 7),
        Attribute(AttributeForm.RANGE, AttributeKind.RANGE, (32, -1, 2)),
        Attribute(AttributeForm.RANGE_LIST, AttributeKind.INITIALIZES, (64, 0, 4, 8, 12)),
    ]


def test_a_form_that_is_not_known_ends_the_attributes() -> None:
    assert parse_attributes((9, 200, 1, 0, 18)) == [Attribute(9, 200)]
    wide = (AttributeForm.RANGE, AttributeKind.RANGE, 128, 1, 1, 1, 1)
    assert parse_attributes(wide) == [Attribute(AttributeForm.RANGE, AttributeKind.RANGE)]


@pytest.mark.parametrize("version", [0, 1, 3])
def test_the_symbol_table_header_is_read_as_it_is_written(version: int) -> None:
    module = Module(symtab_version=version, producer="32023.1", triple="air64", source_filename="k")
    strings = StringTable()
    header = read_symtab_header(build_symtab(module, strings))
    assert header is not None and header.version == version
    texts = [strings.getvalue()[at : at + size] for at, size in (header.producer, header.triple)]
    assert texts == [b"32023.1", b"air64"]
    assert read_symtab_header(bytes(11)) is None
    assert read_symtab_header(bytes(12)) == SymtabHeader(0)


def with_function() -> tuple[Module, Function]:
    module = Module(identification="", triple="air64")
    type_ = module.context.type(TypeCode.FUNCTION, (0,), (module.context.type(TypeCode.VOID),))
    function = Function(module.context.pointer_type(type_), type_, "f", Linkage.EXTERNAL)
    module.functions.append(function)
    return module, function


@pytest.mark.parametrize("is_ifunc", [False, True])
@pytest.mark.parametrize("era", ERAS, ids=lambda era: era.name)
def test_aliases_and_ifuncs_come_back(era: object, is_ifunc: bool) -> None:
    module, function = with_function()
    module.era = next(row for row in ERAS if row is era)
    alias = Alias(function.type, function.value_type, "a", Linkage.EXTERNAL, is_ifunc=is_ifunc)
    alias.aliasee, alias.dso_local, alias.visibility, alias.partition = function, 1, 1, "part"
    module.aliases.append(alias)
    (again,) = read_module(write_module(module)).aliases
    assert (again.name, again.is_ifunc, again.visibility, again.aliasee.name) == ("a", is_ifunc, 1, "f")  # type: ignore[union-attr]
    assert again.dso_local == module.era.dso_local
    assert again.partition == ("part" if module.era.partitions else "")


def test_a_value_of_another_module_is_an_error() -> None:
    module, function = with_function()
    _, other = with_function()
    alias = Alias(function.type, function.value_type, "a", Linkage.EXTERNAL)
    module.aliases.append(alias)
    with pytest.raises(BuildError, match="no aliasee"):
        write_module(module)
    ids = Enumeration(module)
    with pytest.raises(BuildError, match="inconsistent"):
        ids.value_ids[other]


def test_constants_nested_too_deeply_are_refused() -> None:
    module, _ = with_function()
    context: Context = module.context
    constant = context.constant(context.integer_type(32), ConstantCode.INTEGER, (1,))
    for _ in range(2000):
        constant = context.constant(context.integer_type(32), ConstantCode.CE_CAST, (11, 0), (constant,))
    variable = GlobalVariable(context.pointer_type(constant.type), constant.type, "deep", Linkage.EXTERNAL)
    variable.initializer = constant
    module.globals.append(variable)
    with pytest.raises(UnsupportedError, match="nested"):
        write_module(module)


def test_inline_assembly() -> None:
    text = 'define i32 @f(i32 %0) {\n  %2 = call i32 asm sideeffect "nop $0", "=r,r,~{memory}"(i32 %0)\n  ret i32 %2\n}'
    [call, _] = read_text(text).functions[0].instructions()
    assembly = call.operands[-1]
    assert isinstance(assembly, InlineAsm)
    assert (assembly.asm, assembly.constraints) == ("nop $0", "=r,r,~{memory}")
