"""The records of FUNCTION blocks that LLVM 3.5 writes without the types that their pointers point at.

The newest form of each has a row in `instructions` or `special`; all are read as that form.
Source: LLVM 3.5's lib/Bitcode/Writer/BitcodeWriter.cpp.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ...base.errors import UnsupportedError
from ...bitstream.codec import UNABBREV_RECORD, AbbrevOp
from ...ir import InstCode, Instruction, TailKind, TypeCode, Value
from ..instruction_writer import InstructionWriter, wrong_count

_LOAD, _LOAD_NEW, _GEP = "LOAD 3", "LOAD 4", "GEP"
_TAIL_BITS: Final[dict[int, int]] = {TailKind.NONE: 0, TailKind.TAIL: 1, TailKind.MUST_TAIL: 1 << 14}
_CONVENTION: Final = 1  # the first bit of the calling convention in the word of a call
_ALIGNMENT_MASK: Final = 0x1F
_IN_ALLOCA: Final = 5


def implicit_abbreviations(explicit: Mapping[str, tuple[AbbrevOp, ...]]) -> dict[str, tuple[AbbrevOp, ...]]:
    """The abbreviations of FUNCTION blocks without those types: a shorter LOAD, and none for GEP."""
    abbreviations = dict(explicit)
    del abbreviations[_GEP]
    code, pointer, _, *rest = abbreviations[_LOAD_NEW]
    return {(_LOAD if name == _LOAD_NEW else name): operands for name, operands in abbreviations.items()} | {
        _LOAD: (code, pointer, *rest)
    }


def _write_load(w: InstructionWriter, i: Instruction) -> None:
    """[pointer, alignment, is_volatile]"""
    (pointer,) = _operands(i, 1)
    ops: list[int] = []
    w.append_typed(ops, pointer)
    is_ahead = len(ops) > 1
    w.stream.record(InstCode.LOAD, [*ops, *i.params], UNABBREV_RECORD if is_ahead else w.abbreviations[_LOAD])


def _write_load_atomic(w: InstructionWriter, i: Instruction) -> None:
    """[pointer, alignment, is_volatile, ordering, sync_scope]"""
    (pointer,) = _operands(i, 1)
    ops: list[int] = []
    w.append_typed(ops, pointer)
    w.stream.record(InstCode.LOADATOMIC, [*ops, *i.params])


def _write_store(w: InstructionWriter, i: Instruction) -> None:
    """[pointer, value, alignment, is_volatile]"""
    value, pointer = _operands(i, 2)
    ops: list[int] = []
    w.append_typed(ops, pointer)
    w.append(ops, value)
    w.stream.record(InstCode.STORE_OLD, [*ops, *i.params])


def _write_gep(w: InstructionWriter, i: Instruction) -> None:
    """[base, indices*]"""
    ops: list[int] = []
    for operand in i.operands:
        w.append_typed(ops, operand)
    w.stream.record(InstCode.INBOUNDS_GEP_OLD if i.inbounds & 1 else InstCode.GEP_OLD, ops)


def _write_call(w: InstructionWriter, i: Instruction) -> None:
    """[attributes, word, callee, arguments*]"""
    if not i.operands or len(i.params) != 3 or i.aux_type is None or i.aux_type.code is not TypeCode.FUNCTION:
        raise wrong_count(i)
    tail, convention, _ = i.params
    if tail not in _TAIL_BITS or i.bundles:
        raise UnsupportedError("a call that LLVM 3.5 can't express")
    *arguments, callee = i.operands
    ops = [w.attribute_list(i.attributes), _TAIL_BITS[tail] | convention << _CONVENTION]
    w.append_typed(ops, callee)
    fixed = len(i.aux_type.elements) - 1
    for number, argument in enumerate(arguments):
        if number < fixed:
            w.append(ops, argument)
        else:
            w.append_typed(ops, argument)
    w.stream.record(InstCode.CALL, ops)


def _write_alloca(w: InstructionWriter, i: Instruction) -> None:
    """[pointer type, type of the size, size, word]"""
    (size,) = _operands(i, 1)
    alignment, in_alloca, *_ = i.params
    word = alignment & _ALIGNMENT_MASK | in_alloca << _IN_ALLOCA
    w.stream.record(InstCode.ALLOCA, [w.type_id(i.type), w.type_id(size.type), w.number(size), word])


def _write_compare_exchange(w: InstructionWriter, i: Instruction) -> None:
    """[pointer, compare, new, is_volatile, success_ordering, sync_scope, failure_ordering, is_weak]"""
    pointer, compare, new = _operands(i, 3)
    ops: list[int] = []
    w.append_typed(ops, pointer)
    w.append(ops, compare)
    w.append(ops, new)
    w.stream.record(InstCode.CMPXCHG_OLD, [*ops, *i.params[:5]])


def _refuse(w: InstructionWriter, i: Instruction) -> None:
    raise UnsupportedError(f"writing the instruction {i.code.name} in the form of {w.era.name}")


def _operands(i: Instruction, count: int) -> tuple[Value, ...]:
    if len(i.operands) != count:
        raise wrong_count(i)
    return i.operands


WRITERS: Final[dict[int, Callable[[InstructionWriter, Instruction], None]]] = {
    InstCode.LOAD: _write_load,
    InstCode.LOADATOMIC: _write_load_atomic,
    InstCode.STORE: _write_store,
    InstCode.STOREATOMIC: _refuse,
    InstCode.GEP: _write_gep,
    InstCode.CALL: _write_call,
    InstCode.ALLOCA: _write_alloca,
    InstCode.CMPXCHG: _write_compare_exchange,
}
"""The writers that differ from those of later eras, by code."""
