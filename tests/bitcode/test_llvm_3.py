"""Modules in the forms of LLVM 3.5 and 3.7 (AIR 1.x): every rule that differs from later eras (docs/bitcode.md §2)."""

from __future__ import annotations

import pytest

from mtlb.base.errors import UnsupportedError
from mtlb.base.toolchains import NEWEST_TOOLCHAIN
from mtlb.bitcode import read_module
from mtlb.bitcode.codes import BlockId, ModuleCode
from mtlb.bitcode.enumerate import Enumeration, _partition
from mtlb.bitcode.eras import era_of, is_native
from mtlb.bitcode.rebuild import rebuild_module
from mtlb.bitcode.writer import write_module
from mtlb.bitstream.codec import Record
from mtlb.bitstream.stream import Block, read_stream
from mtlb.bitstream.wrapper import unwrap
from mtlb.ir import (
    LLVM_3_ERAS,
    Argument,
    BasicBlock,
    Constant,
    ConstantCode,
    Context,
    Era,
    Function,
    GlobalVariable,
    InstCode,
    Linkage,
    MDNode,
    MetadataCode,
    Module,
    TypeCode,
    Value,
    make_instruction,
)
from mtlb.ir.verify import verify_module
from mtlb.linker import LinkOptions, link

NATIVE_5, LATER_5, NATIVE_7, LATER_7 = LLVM_3_ERAS
ALL = pytest.mark.parametrize("era", LLVM_3_ERAS, ids=lambda era: era.name)
IDENTS = {
    NATIVE_5: "Apple LLVM version 3.5",
    NATIVE_7: "Apple LLVM version 3.7",
    LATER_5: "Apple LLVM version 802.1 (metalfe-802.1)",
    LATER_7: "Apple LLVM version 802.1 (metalfe-802.1)",
}


def made(era: Era, *, starts_with_string: bool = True) -> Module:
    """A kernel and a helper that it calls, with constants of integers and floats in turn, and null operands."""
    context = Context()
    module = Module(context=context, era=era, version=1, triple="air64-apple-ios9.0.0", wrapper=True)
    module.metadata_kinds = [(0, "dbg"), (1, "tbaa")]
    void, f32, i32 = context.type(TypeCode.VOID), context.type(TypeCode.FLOAT), context.integer_type(32)
    pointer = context.pointer_type(f32, 1)
    array = context.type(TypeCode.ARRAY, (4,), (f32,))
    table = GlobalVariable(context.pointer_type(array, 2), array, "table", Linkage.INTERNAL)
    table.address_space, table.is_constant, table.unnamed_addr = 2, True, 1
    table.initializer = context.constant(array, ConstantCode.DATA, (1, 2, 3, 4))
    module.globals = [table]

    def function(name: str, linkage: Linkage, result: object, *parameters: object) -> Function:
        type_ = context.type(TypeCode.FUNCTION, (0,), (result, *parameters))  # type: ignore[arg-type]
        value = Function(context.pointer_type(type_), type_, name, linkage)
        value.is_definition = True
        value.unnamed_addr = 2  # local: LLVM 3.x does not have it
        value.arguments = [Argument(p, n) for n, p in enumerate(parameters)]  # type: ignore[arg-type]
        value.blocks = [BasicBlock()]
        module.functions.append(value)
        return value

    helper = function("helper", Linkage.INTERNAL, f32, f32)
    kernel = function("kernel", Linkage.EXTERNAL, void, pointer)
    (x,), (out,) = helper.arguments, kernel.arguments
    values: list[Value] = [x]
    code = helper.blocks[0].instructions
    for number in (7, 3, 9, 3, 5):
        real = context.constant(f32, ConstantCode.FLOAT, (0x3F800000 + number,))
        total = make_instruction(InstCode.BINOP, f32, [values[-1], real], (0, 0))
        whole = context.integer_constant(i32, number)
        picked = make_instruction(InstCode.CAST, f32, [whole], (5, 0))
        code += [total, picked]
        values += [total, picked]
    code.append(make_instruction(InstCode.RET, void, [values[-2]]))
    code = kernel.blocks[0].instructions
    slot = make_instruction(
        InstCode.ALLOCA, context.pointer_type(f32), [context.integer_constant(i32, 1)], (3, 0, 0, -1), aux_type=f32
    )
    zero = context.integer_constant(i32, 0)
    element = context.constant(
        context.pointer_type(f32, 2),
        ConstantCode.CE_GEP,
        (1, -1),
        (table, zero, context.integer_constant(i32, 2)),
        array,
    )
    loaded = make_instruction(InstCode.LOAD, f32, [element], (3, 0))
    called = make_instruction(InstCode.CALL, f32, [loaded, helper], (1, 0, 0), aux_type=helper.value_type)
    address = make_instruction(InstCode.GEP, pointer, [out, zero], (1,), aux_type=f32)
    stored = make_instruction(InstCode.STORE, void, [called, address], (3, 0))
    code += [slot, loaded, called, address, stored, make_instruction(InstCode.RET, void)]

    def node(*fields: object) -> MDNode:
        return context.node(MetadataCode.NODE, fields)  # type: ignore[arg-type]

    number = context.value_metadata(context.integer_constant(i32, 8))
    first = (context.string("name"), number) if starts_with_string else (number, context.string("name"))
    named = module.named_metadata
    named["air.notes"] = [node(*first, None, node(context.string("inner"), None))]
    named["air.counts"] = [node(number, context.string("again"), number)]
    named["air.version"] = [node(*(context.value_metadata(context.integer_constant(i32, n)) for n in (1, 8, 0)))]
    item = context.value_metadata(context.integer_constant(i32, 1))
    named["air.language_version"] = [node(context.string("Metal"), item, item, context.value_metadata(zero))]
    named["llvm.ident"] = [node(context.string(IDENTS[era]))]
    named["air.kernel"] = [node(context.value_metadata(kernel), node(), node())]
    return module


def blocks(data: bytes) -> list[Block]:
    (module,) = read_stream(unwrap(data)).blocks()
    return [item for item in module.items() if isinstance(item, Block)]


def records(block: Block) -> list[Record]:
    return [item for item in block.items() if isinstance(item, Record)]


@ALL
@pytest.mark.parametrize("starts_with_string", [True, False])
def test_modules_come_back(era: Era, starts_with_string: bool) -> None:
    module = made(era, starts_with_string=starts_with_string)
    assert verify_module(module) == []
    data = write_module(module, era)
    again = read_module(data)
    assert era_of(again) is era and is_native(again) is ("native" in era.name)
    assert verify_module(again) == [] and rebuild_module(data) == data
    assert [f.name for f in again.functions] == ["helper", "kernel"] and again.identification is None
    assert [len(nodes) for nodes in again.named_metadata.values()] == [1, 1, 1, 1, 1, 1]
    flag = again.named_metadata["air.notes"][0].fields
    assert flag[2] is None and isinstance(flag[3], MDNode) and flag[3].fields[1] is None


@ALL
def test_llvm_reads_them(era: Era) -> None:
    binding = pytest.importorskip("llvmlite.binding")
    binding.parse_bitcode(write_module(made(era), era), binding.create_context()).verify()


@ALL
def test_the_order_of_blocks(era: Era) -> None:
    data = write_module(made(era), era)
    names = [BlockId(block.id).name for block in blocks(data) if block.id]
    start = ["PARAMATTR_GROUP", "PARAMATTR"] if "PARAMATTR" in names else []
    rest = ["TYPE", "CONSTANTS", "METADATA", "METADATA", "VALUE_SYMTAB", "FUNCTION", "FUNCTION"]
    assert names == [*start, *rest]
    codes = {item.code for item in next(iter(read_stream(unwrap(data)).blocks())).items() if isinstance(item, Record)}
    assert not codes & {ModuleCode.SOURCE_FILENAME, ModuleCode.VSTOFFSET}


@ALL
def test_records_of_globals(era: Era) -> None:
    items = list(next(iter(read_stream(unwrap(write_module(made(era), era))).blocks())).items())
    functions = [item.ops for item in items if isinstance(item, Record) and item.code == ModuleCode.FUNCTION]
    assert {len(ops) for ops in functions} == {15 if era.explicit_types else 12}
    assert {ops[9] for ops in functions} == {0}  # local_unnamed_addr
    (variable,) = (item.ops for item in items if isinstance(item, Record) and item.code == ModuleCode.GLOBALVAR)
    assert len(variable) == (12 if era.explicit_types else 11)
    assert variable[1] == (2 << 2 | 2 | 1 if era.explicit_types else 1) and variable[8] == 1


@ALL
def test_records_of_instructions(era: Era) -> None:
    functions = [block for block in blocks(write_module(made(era), era)) if block.id == BlockId.FUNCTION]
    actual = {record.code: len(record.ops) for record in records(functions[1])}
    old = {InstCode.INBOUNDS_GEP_OLD: 2, InstCode.STORE_OLD: 4, InstCode.LOAD: 3, InstCode.CALL: 4, InstCode.ALLOCA: 4}
    new = {InstCode.GEP: 4, InstCode.STORE: 4, InstCode.LOAD: 4, InstCode.CALL: 5, InstCode.ALLOCA: 4}
    expected = new if era.explicit_types else old
    assert {code: actual.get(code) for code in expected} == expected
    assert set(actual) & set(old if era.explicit_types else new) == set(old) & set(new)


def module_metadata(era: Era, *, starts_with_string: bool = True) -> list[Record]:
    data = write_module(made(era, starts_with_string=starts_with_string), era)
    return records(next(block for block in blocks(data) if block.id == BlockId.METADATA))


@pytest.mark.parametrize(
    ("era", "start"),
    [
        (NATIVE_5, [8, 1, 8, 1]),  # the node, "name", the inner node, "inner": before their operands
        (LATER_5, [1, 1, 8, 8]),  # "name", "inner", the inner node, the node
        (NATIVE_7, [1, 2, 1, 3, 3]),  # the same, with a record for the value
        (LATER_7, [1, 1, 1, 1, 1, 2]),  # all strings, then the values, then the nodes
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_the_order_of_metadata(era: Era, start: list[int]) -> None:
    assert [record.code for record in module_metadata(era)][: len(start)] == start


def test_null_operands_of_old_nodes() -> None:
    for era in (NATIVE_5, LATER_5):
        module = made(era)
        ids = Enumeration(module, era)
        void = ids.type_ids[module.context.type(TypeCode.VOID)]
        nodes = [record.ops for record in module_metadata(era) if record.code == MetadataCode.OLD_NODE]
        assert any([void, 0] == node[at : at + 2] for node in nodes for at in range(0, len(node), 2))


def test_only_native_modules_number_void_for_a_null_operand() -> None:
    for era, is_there in ((NATIVE_5, True), (LATER_5, False), (LATER_7, False)):
        context = Context()
        module = Module(context=context, era=era, version=1)
        module.named_metadata["x"] = [context.node(MetadataCode.NODE, [None])]
        assert (context.type(TypeCode.VOID) in Enumeration(module, era).type_ids) is is_there


@pytest.mark.parametrize(
    ("era", "first", "strings", "names"),
    [
        (NATIVE_5, True, False, False),  # its first item is the node
        (LATER_5, True, True, False),
        (LATER_5, False, True, False),
        (NATIVE_7, False, True, True),
        (LATER_7, False, True, True),
    ],
    ids=lambda value: getattr(value, "name", str(value)),
)
def test_abbreviations_of_metadata(era: Era, first: bool, strings: bool, names: bool) -> None:
    actual = module_metadata(era, starts_with_string=first)
    unabbreviated = 3
    assert (actual[[r.code for r in actual].index(MetadataCode.STRING_OLD)].abbreviation != unabbreviated) is strings
    assert (actual[[r.code for r in actual].index(MetadataCode.NAME)].abbreviation != unabbreviated) is names


def test_a_list_whose_first_item_is_a_node_has_no_abbreviation_of_strings() -> None:
    context = Context()
    module = Module(context=context, era=LATER_5, version=1)
    empty, text = context.node(MetadataCode.NODE, []), context.string("later")
    module.named_metadata["x"] = [empty, context.node(MetadataCode.NODE, [text])]
    block = next(b for b in blocks(write_module(module, LATER_5)) if b.id == BlockId.METADATA)
    assert [(r.code, r.abbreviation) for r in records(block)][:2] == [(8, 3), (1, 3)]


def test_constants_are_moved_as_libcxx_does() -> None:
    def order(numbers: list[int]) -> list[int]:
        _partition(numbers, lambda number: number % 2 == 0)
        return numbers

    assert order([1, 2, 3, 4]) == [4, 2, 3, 1]  # not stable: [2, 4, 1, 3]
    assert order([1, 3, 5, 2]) == [2, 3, 5, 1]
    assert order([]) == [] and order([2]) == [2] and order([1]) == [1] and order([2, 1]) == [2, 1]


def constants_of(era: Era) -> list[tuple[str, tuple[int, ...]]]:
    module = made(era)
    ids = Enumeration(module, era)
    start, end, _ = ids.enter_function(module.functions[0])
    values = [value for value in ids.values[start:end] if isinstance(value, Constant)]
    return [(value.type.code.name, value.params) for value in values]


def test_the_order_of_constants() -> None:
    stable, others = constants_of(LATER_7), [constants_of(era) for era in (NATIVE_5, LATER_5, NATIVE_7)]
    assert others[0] == others[1] == others[2] != stable
    assert [name for name, _ in stable] == [name for name, _ in others[0]]
    assert sorted(stable) == sorted(others[0])


def test_references_from_nodes_count_in_llvm_3_5() -> None:
    def uses(era: Era) -> int:
        module = made(era)
        ids = Enumeration(module, era)
        return ids._uses[ids.value_ids[module.context.integer_constant(module.context.integer_type(32), 8)]]

    assert uses(NATIVE_5) == uses(LATER_5) == 4 and uses(NATIVE_7) == 1


@ALL
def test_they_are_linked(era: Era) -> None:
    data = write_module(made(era), era)
    (function,) = link(
        [("a.air", data)], LinkOptions(layout="metallib", container_version="1.2.2", toolchain=NEWEST_TOOLCHAIN)
    ).functions
    module = read_module(function.function.module)
    names = ["helper", "kernel"] if is_native(module) else ["kernel", "helper"]
    assert era_of(module) is era and [f.name for f in module.functions] == names
    assert ("air.function_groups" in module.kind_ids) is not is_native(module)  # which later linkers add
    assert rebuild_module(function.function.module) == function.function.module


def test_what_the_form_does_not_have_is_refused() -> None:
    module = made(LATER_5)
    f32 = module.context.type(TypeCode.FLOAT)
    kernel = module.functions[1]
    atomic = make_instruction(
        InstCode.STOREATOMIC,
        module.context.type(TypeCode.VOID),
        [module.context.constant(f32, ConstantCode.NULL), kernel.arguments[0]],
        (3, 0, 2, 1),
    )
    kernel.blocks[0].instructions.insert(0, atomic)
    with pytest.raises(
        UnsupportedError, match=r"function 'kernel': writing the instruction STOREATOMIC in the form of LLVM"
    ):
        write_module(module, LATER_5)
    module = made(LATER_5)
    module.named_metadata["x"] = [MDNode(MetadataCode.NODE, [], distinct=True)]
    with pytest.raises(UnsupportedError, match=r"metadata that LLVM 3\.5 can't express"):
        write_module(module, LATER_5)
