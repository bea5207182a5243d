"""The tables of records, and that the code made of them is the code that is checked in."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from mtlb.base.errors import MtlbError, UnsupportedError
from mtlb.bitcode import read_module
from mtlb.bitcode.body import Body
from mtlb.bitcode.codes import BlockId, ModuleCode
from mtlb.bitcode.enumerate import Enumeration
from mtlb.bitcode.instruction_writer import InstructionWriter
from mtlb.bitcode.records._instructions import READERS, WRITERS, read_instruction, write_instruction
from mtlb.bitcode.records.instructions import ROWS
from mtlb.bitcode.records.row import Operand, Row, row
from mtlb.bitcode.state import ReadState
from mtlb.bitcode.writer import write_module
from mtlb.bitstream.codec import Record
from mtlb.bitstream.stream import Block, read_stream
from mtlb.bitstream.writer import StreamWriter
from mtlb.ir import (
    ERAS,
    TERMINATORS,
    Argument,
    BasicBlock,
    Era,
    Function,
    InstCode,
    Instruction,
    Linkage,
    Module,
    Type,
    TypeCode,
    make_instruction,
    type_rules,
)

ROOT = Path(__file__).parents[2]


def test_what_is_made_of_the_tables_is_checked_in() -> None:
    command = [sys.executable, str(ROOT / "tools/gen_records.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_an_operand_says_its_kind_suffix_default_width_and_feature() -> None:
    actual = row(ModuleCode.GLOBALVAR, "type:type space:int?=-1/v6@spaces rest:int*")
    assert actual.operands == (
        Operand("type", "type"),
        Operand("space", "int", "", "?", -1, "v6", "spaces"),
        Operand("rest", "int", "", "*"),
    )
    assert actual.text == "[type, space?, rest*]" and actual.fields == ("space", "rest")


@pytest.mark.parametrize("text", ["type", "type:", "type:nothing", "type:int!"])
def test_what_is_no_operand_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not an operand"):
        row(ModuleCode.GLOBALVAR, text)


GENERATED = """
import sys
sys.path.insert(0, "tools")
import gen_records
from mtlb.bitcode.records.row import row
from mtlb.ir.opcodes import InstCode
for operands in sys.argv[1:]:
    made = row(InstCode.VAARG, operands, result="type")
    try:
        print(*gen_records.reader(made), *gen_records.writer(made), sep="\\n")
    except ValueError as error:
        print(error)
"""


def test_every_type_of_an_instruction_is_that_of_something() -> None:
    rows = ["of:type pointer:value(of) type:type", "other:type pointer:value type:type", "list:value type:type"]
    command = [sys.executable, "-c", GENERATED, *rows]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    code, other, builtin = done.stdout.partition("VAARG: ")
    assert "type_id = w.types.get(pointer.type)" in code and "type_id = w.types.get(i.type)" in code
    assert (other + builtin).splitlines() == ["VAARG: nothing has the type other", "VAARG: list is a word of Python"]


# --- instructions ----------------------------------------------------------------------------------------------------


class Sample:
    """A function with an argument for every operand that a row may name."""

    def __init__(self) -> None:
        self.module = module = Module(identification="", triple="air64-apple-macosx14.0.0", wrapper=False)
        self.context = context = module.context
        void, i32, float_ = (context.type(TypeCode.VOID), context.integer_type(32), context.type(TypeCode.FLOAT))
        vector = context.type(TypeCode.VECTOR, (4,), (i32,))
        pair = context.type(TypeCode.STRUCT_ANON, (0,), (i32, float_))
        pointer = context.pointer_type(i32)
        self.types = dict.fromkeys(("value", "left", "right", "compare", "new", "index", "scalar", "indices"), i32)
        self.types |= {"pointer": pointer, "base": pointer, "vector": vector, "mask": vector, "aggregate": pair}
        self.types |= {"if_true": i32, "if_false": i32, "condition": context.integer_type(1)}
        self.aux = i32
        self.void = void
        names = list(self.types)
        type_ = context.type(TypeCode.FUNCTION, (0,), (void, *self.types.values()))
        self.function = Function(context.pointer_type(type_), type_, "f", Linkage.EXTERNAL)
        self.function.is_definition = True
        self.function.arguments = [Argument(type_, n, names[n]) for n, type_ in enumerate(self.types.values())]
        self.block = BasicBlock()
        self.function.blocks = [self.block]
        module.functions.append(self.function)

    def argument(self, name: str, code: InstCode) -> Argument:
        if code is InstCode.SHUFFLEVEC and name in ("left", "right"):
            name = "vector"
        return next(a for a in self.function.arguments if a.name == name)

    def result(self, row_: Row, operands: list[Argument]) -> Type:
        """What the type expression of the row gives, by the rules of the IR."""
        names = {name.rstrip("*?"): value for name, value in zip(in_memory(row_), operands, strict=True)}
        types = {"void": self.void, "type": self.context.integer_type(64), "path": (1,), "source": self.aux}
        rules = {name: getattr(type_rules, name) for name in type_rules.__all__}
        scope = {**rules, **types, **names, "operands": tuple(operands), "context": self.context}
        actual = eval(row_.result, scope)
        assert isinstance(actual, Type)
        return actual


def in_memory(row_: Row) -> tuple[str, ...]:
    """The names of the operands of an instruction."""
    return row_.memory or tuple(operand.name for operand in row_.operands if operand.is_value)


CURRENT = [r for r in ROWS if not r.special and r.reads_as is None]


def sample_of(row_: Row) -> tuple[Sample, Instruction, list[Argument], tuple[int, ...]]:
    """A function with the instruction of a row, its operands and its fields: each a different number."""
    sample = Sample()
    operands = [sample.argument(name.rstrip("*?"), InstCode(row_.code)) for name in in_memory(row_)]
    numbers = [operand for operand in row_.operands if operand.is_number]
    params = tuple(1 if operand.width == "1" or operand.suffix == "*" else n for n, operand in enumerate(numbers, 1))
    if row_.code is InstCode.RET:
        operands = []
    result = sample.void if row_.code is InstCode.LOAD else sample.result(row_, operands) if operands else sample.void
    if row_.result == "type" and row_.code is not InstCode.CAST:
        result = sample.aux
    made = make_instruction(InstCode(row_.code), result, operands, params, aux_type=sample.aux if row_.aux else None)
    sample.block.instructions = [made]
    if row_.code not in TERMINATORS:
        sample.block.instructions.append(make_instruction(InstCode.RET, sample.void))
    return sample, made, operands, params


def lengthened(writer: StreamWriter, block: Block, code: int) -> None:
    """Write a block again, with five superfluous operands in the records of this code in FUNCTION blocks."""
    writer.enter_block(block.id, block.abbrev_width)
    for item in block.items():
        if isinstance(item, Block):
            lengthened(writer, item, code)
        elif not isinstance(item, Record):
            writer.define_abbreviation(item)
        elif block.id == BlockId.FUNCTION and item.code == code:
            writer.record(item.code, [*item.ops, 1, 1, 1, 1, 1])
        else:
            writer.record(*item)
    writer.end_block()


@pytest.mark.parametrize("row_", CURRENT, ids=lambda r: r.code.name)
def test_an_instruction_with_superfluous_operands_is_refused(row_: Row) -> None:
    """They would be lost when the module is written."""
    if any(operand.suffix == "*" for operand in row_.operands):
        return
    sample, *_ = sample_of(row_)
    stream = StreamWriter()
    for block in read_stream(write_module(sample.module, ERAS[-1])).blocks():
        lengthened(stream, block, row_.code)
    with pytest.raises(UnsupportedError, match=rf"{row_.code.name} record of \d+ operands"):
        read_module(stream.getvalue(), context=sample.context)


@pytest.mark.parametrize("row_", CURRENT, ids=lambda r: r.code.name)
@pytest.mark.parametrize("era", ERAS, ids=lambda e: e.name)
def test_every_row_comes_back(row_: Row, era: Era) -> None:
    """Each operand at its position, each field with a different number."""
    if row_.since and not getattr(era, row_.since):
        return
    sample, result, operands, params = sample_of(row_)
    numbers = [operand for operand in row_.operands if operand.is_number]
    sample.module.era, sample.module.version = era, era.module_version
    (function,) = read_module(write_module(sample.module, era), context=sample.context).functions
    again = function.blocks[0].instructions[0]
    assert (again.code, again.type, again.aux_type) == (result.code, result.type, result.aux_type)
    arguments = [function.arguments[operand.index] for operand in operands]
    assert list(again.operands) == arguments
    written = [
        0 if operand.feature and not getattr(era, operand.feature) else number
        for operand, number in zip(numbers, params, strict=True)
    ]
    if row_.code is InstCode.ATOMICRMW and not era.aligned_atomics:
        written[-1] = 0
    assert list(again.params) == written


def _empty_function() -> Block:
    stream = StreamWriter()
    stream.enter_block(BlockId.FUNCTION, 4)
    stream.end_block()
    (block,) = read_stream(stream.getvalue()).blocks()
    return block


@pytest.mark.parametrize("row_", [r for r in ROWS if not r.special], ids=lambda r: r.code.name)
def test_a_record_that_is_too_short_is_refused(row_: Row) -> None:
    """For every number of operands that a record can't have, and for forward references without a type."""
    sample = Sample()
    sample.module.version = 2
    state = ReadState(sample.context, True)
    block = _empty_function()
    least = sum(not operand.suffix and operand.kind != "pointee" for operand in row_.operands)
    for count in range(least):
        for first in (0, 1, 1 << 31):
            body = Body(state, sample.function, block)
            body.declare_blocks(1) if body.size else None
            with pytest.raises(MtlbError) as refused:
                READERS[row_.code](body, [first] * count, 0)
            with pytest.raises(MtlbError) as jumped:
                read_instruction(body, row_.code, [first] * count, 0)
            assert str(jumped.value) == str(refused.value)


@pytest.mark.parametrize("code", [*range(-1, 80), 1 << 40])
def test_the_jump_to_a_reader_or_writer_has_the_codes_of_the_table(code: int) -> None:
    """What the compiled engine calls: every record of the tables without operands, and an inconsistent instruction."""
    sample = Sample()
    body = Body(ReadState(sample.context, True), sample.function, _empty_function())
    assert _is_known(lambda: read_instruction(body, code, [], 0)) == (code in READERS)
    writer = InstructionWriter(StreamWriter(), Enumeration(sample.module), ERAS[-1], {}, {})
    odd = Instruction(InstCode.UNREACHABLE, sample.void, (), (1, 2, 3, 4, 5, 6, 7, 8, 9))
    assert _is_known(lambda: write_instruction(writer, code, odd)) == (code in WRITERS)


def _is_known(call: Callable[[], bool]) -> bool:
    try:
        return call()
    except (MtlbError, KeyError):
        return True


def test_operands_and_fields_have_names() -> None:
    sample = Sample()
    pointer, value = sample.argument("pointer", InstCode.STORE), sample.argument("value", InstCode.STORE)
    store = make_instruction(InstCode.STORE, sample.void, (value, pointer), (3, 1))
    assert (store.value, store.pointer, store.alignment, store.is_volatile) == (value, pointer, 3, True)
    store.set_fields(alignment=5)
    assert store.params == (5, 1)
    with pytest.raises(AttributeError, match="STORE has no predicate"):
        _ = store.predicate
    with pytest.raises(AttributeError, match="STORE has no opcode"):
        store.set_fields(opcode=1)
    with pytest.raises(AttributeError, match="this RET has no value"):
        _ = make_instruction(InstCode.RET, sample.void).value
    call = make_instruction(InstCode.CALL, sample.void, (value, pointer, sample.function), (1, 8, 0))
    assert (call.callee, call.arguments, call.calling_convention) == (sample.function, (value, pointer), 8)
