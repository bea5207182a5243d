"""The reader: every word accounted for, both byte orders; what is unknown is kept, what is broken refused."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtlb.base.errors import FormatError, MtlbError, UnsupportedError
from mtlb.spirv import read
from mtlb.spirv.enumerants import Op
from mtlb.spirv.grammar import INSTRUCTIONS
from mtlb.spirv.instructions import UNKNOWN_WORD
from tests.spirv.samples import binary, compute, op


def test_a_module_is_written_as_it_was_read() -> None:
    data = compute()
    module = read(data)
    assert module.write() == data
    assert [instruction.name for instruction in module.instructions][:3] == [
        "OpCapability",
        "OpMemoryModel",
        "OpEntryPoint",
    ]
    assert sum(len(instruction.words) for instruction in module.instructions) + 5 == len(data) // 4


def test_both_byte_orders_give_the_same_instructions() -> None:
    little = compute(before=[op("OpName", 3, "naïve")])
    big = struct.pack(f">{len(little) // 4}I", *struct.unpack(f"<{len(little) // 4}I", little))
    assert read(big).is_big_endian
    assert read(big).instructions == read(little).instructions
    assert read(big).write() == big


def test_operands_by_the_grammar() -> None:
    types = [
        op("OpTypeInt", 10, 64, 1),
        op("OpTypeFloat", 11, 32),
        op("OpConstant", 10, 12, 0xFFFFFFFE, 0xFFFFFFFF),
        op("OpConstant", 11, 13, 0x3F800000),
    ]
    body = [
        op("OpSwitch", 12, 20, 7, 0, 21),
        op("OpLabel", 20),
        op("OpStore", 30, 31, 0x2 | 0x8, 16, 40),
    ]
    module = read(compute(*body, types=types))
    constant = module.definition(12)
    assert constant.operands == (0xFFFFFFFF_FFFFFFFE,)
    assert module.constants[12].value == -2
    assert module.constants[13].value == 1.0
    switch = next(module.each(Op.OpSwitch))
    assert switch.operands == (12, 20, 7, 21)
    assert switch.ids == (12, 20, 21)
    store = next(module.each(Op.OpStore))
    assert store.operands == (30, 31, 10, 16, 40)
    assert [kind.name for kind in store.kinds] == ["IdRef", "IdRef", "MemoryAccess", "LiteralInteger", "IdScope"]
    entry = next(module.each(Op.OpEntryPoint))
    assert entry.operands == (5, 3, "main")


def test_extended_instructions_have_the_operands_of_their_set() -> None:
    before = [op("OpExtInstImport", 10, "OpenCL.std"), op("OpExtInstImport", 11, "Some.Set")]
    body = [op("OpExtInst", 1, 12, 10, 176, 20, 21, 22, 2), op("OpExtInst", 1, 13, 11, 9, 20, 21)]
    known, unknown = read(compute(*body, before=before)).each(Op.OpExtInst)
    assert [kind.name for kind in known.kinds][2:] == ["IdRef", "IdRef", "IdRef", "FPRoundingMode"]
    assert unknown.ids == (11, 20, 21)


def test_what_is_unknown_is_kept() -> None:
    data = compute(op(9999, 1, 2, 3), op("OpNop"), before=[op("OpDecorate", 3, 65000, 7, 8)])
    module = read(data)
    unknown = next(instruction for instruction in module.instructions if not instruction.is_known)
    assert (unknown.name, unknown.operands) == ("Op9999", (1, 2, 3))
    decoration = next(module.each(Op.OpDecorate))
    assert decoration.kinds[2:] == (UNKNOWN_WORD, UNKNOWN_WORD)
    assert not module.decorations(3)[0].kind.is_known
    assert module.write() == data


@pytest.mark.parametrize(
    ("data", "kind", "words"),
    [
        (b"\x03\x02", FormatError, "ends inside the magic"),
        (b"MTLB", UnsupportedError, "not a SPIR-V module but a metallib"),
        (compute()[:-2], FormatError, "not a whole number of words"),
        (compute()[:16], FormatError, "the header has 5 words, the file 4"),
        (compute()[:-12], FormatError, "truncated: word 31: an instruction (opcode 248) of 2 words, but 1 are left"),
        (binary(header=(0x07230203, 0x00020000, 0, 1, 0)), UnsupportedError, "SPIR-V 2.0"),
        (binary(header=(0x07230203, 0x00010700, 0, 1, 0)), UnsupportedError, "SPIR-V 1.7"),
        (binary([0x00000001]), FormatError, "word 5: an instruction (opcode 1) of 0 words"),
        (binary([0x00040011, 1]), FormatError, "word 5: an instruction (opcode 17) of 4 words, but 2 are left"),
        (binary([0x00010011]), FormatError, "word 5: OpCapability has 1 words, it needs at least 2"),
        (binary([0x00030011, 1, 2]), FormatError, "word 5: OpCapability has 1 word after its operands"),
        (binary([0x00030005, 1, 0x61616161]), FormatError, "a string without its terminating NUL"),
        (binary(op("OpConstant", 1, 2, 3)), FormatError, "needs a number type as its result type, but %1 is not one"),
        (binary(op("OpSwitch", 1, 2, 3, 4)), FormatError, "needs a number type as its selector's type"),
        (binary(op("OpUndef", 0, 2)), FormatError, "word 5: OpUndef has the result type %0"),
        (binary(op("OpUndef", 1, 0)), FormatError, "word 5: OpUndef has the result %0"),
        (binary(op("OpStore", 1, 2, 2)), FormatError, "word 5: OpStore ends inside its operands"),
    ],
)
def test_bad_files(data: bytes, kind: type[MtlbError], words: str) -> None:
    with pytest.raises(kind) as error:
        read(data)
    assert words in str(error.value)


def test_a_module_that_ends_between_two_instructions_has_no_functions() -> None:
    module = read(compute()[:-4])
    with pytest.raises(FormatError, match="word 26: OpFunction %3: the function has no end"):
        _ = module.functions


def test_every_instruction_of_the_grammar_is_read() -> None:
    """Without the operands that may be missing; ids are 10, enumerants the first without parameters."""
    for row in INSTRUCTIONS.values():
        words: list[int | str] = []
        for use in row.operands:
            if use.quantifier:
                continue
            if use.kind.name == "LiteralString":
                words.append("text")
            elif use.kind.has_parameters:
                words.append(
                    next(enumerant.number for enumerant in use.kind.enumerants.values() if not enumerant.operands)
                )
            elif use.kind.bases:
                words += [1, 1]
            else:
                words.append(10 if use.kind.is_id else 0)
        types = [op("OpTypeInt", 10, 32, 0)]
        data = binary(*types, op(row.number, *words), header=(0x07230203, 0x00010600, 0, 11, 0))
        module = read(data)
        assert module.instructions[-1].name == row.name
        assert module.write() == data


@given(st.lists(st.integers(0, 0xFFFFFFFF), max_size=40))
def test_any_words_are_read_or_refused(words: list[int]) -> None:
    data = struct.pack(f"<{5 + len(words)}I", 0x07230203, 0x00010600, 0, 100, 0, *words)
    try:
        module = read(data)
    except FormatError:
        return
    assert module.write() == data


def test_the_corpus_is_written_as_it_was_read(shared: Path) -> None:
    files = sorted((shared / "spirv").glob("*.spv"))
    if not files:
        pytest.skip("no SPIR-V in the corpus")
    for path in files:
        data = path.read_bytes()
        module = read(data)
        assert module.write() == data, path.name
        assert all(instruction.is_known for instruction in module.instructions), path.name
        assert len(module.entry_points) <= len(module.functions), path.name
