"""Records what one thread computes, instruction by instruction, and counts the accesses to each element of memory.
Calls of the run-time (native/trace.c) are inserted after the instructions of a module; for the end of a block they
come before it. Texts show the module as it was before mtlb inserted code."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from ..air.names import PREFIX
from ..ir import (
    CastOperator,
    DataLayout,
    Function,
    InstCode,
    Instruction,
    MetadataAsValue,
    Module,
    TailKind,
    Type,
    TypeCode,
    Value,
)
from ..ir.build import FunctionTable, IRBuilder
from ..ir.floats import FLOAT_FORMATS, float_bits
from ..ir.text.printer import instruction_texts
from .checks import place_of
from .edits import OF_FILE

LONGEST: Final = 100_000
"""The maximum number of steps of a trace."""
STEP_BYTES: Final = 16
HEAD_BYTES: Final = 16
MOST_PARTS: Final = 16  # vector elements that are shown
_FLOATS: Final = {16: TypeCode.HALF, 32: TypeCode.FLOAT, 64: TypeCode.DOUBLE}
_NO_VALUE: Final = 0xFFFFFFFF
_ENDS: Final = frozenset({InstCode.BR, InstCode.SWITCH, InstCode.RET, InstCode.UNREACHABLE})
_ATOMIC_CALL: Final = f"{PREFIX}atomic.global."


@dataclass(frozen=True, slots=True)
class Traced:
    """A traced instruction: its function, source line ("" for none), text, and the form of its value: letter, bits,
    elements.
    The letter is `i`, `f`, `b` (bfloat), `p` (an address), or "" for an instruction without a value to show."""

    function: str
    line: str
    text: str
    letter: str = ""
    bits: int = 0
    elements: int = 0


@dataclass(frozen=True, slots=True)
class TraceStep:
    """An instruction that the thread executed, and its values: the result, the stored value, or the condition.
    `line`: file, line and column of the source, or "". Addresses are texts: the name of the memory and the offset in
    it."""

    function: str
    line: str
    text: str
    values: tuple[int | float | str, ...]

    def __str__(self) -> str:
        values = ", ".join(str(value) for value in self.values)
        return f"{self.text:<60} ; {values}" if values else self.text


def instruction_words(module: Module) -> dict[Instruction, Traced]:
    """The instructions of a module before any code is inserted."""
    result = {}
    for function, instruction, text in instruction_texts(module):
        if any(isinstance(operand, MetadataAsValue) for operand in instruction.operands):
            continue  # debugger intrinsics
        place = place_of(function, instruction, "")
        value = _shown(instruction)
        letter, bits, elements = ("", 0, 0) if value is None else _shape(value.type)
        name = function.name.removeprefix(OF_FILE)
        result[instruction] = Traced(name, place.line, " ".join(text.split()), letter, bits, elements)
    return result


def _shown(instruction: Instruction) -> Value | None:
    """The value that is shown for an instruction."""
    if instruction.type.code is not TypeCode.VOID:
        return instruction
    if instruction.code in (InstCode.STORE, InstCode.STOREATOMIC):
        return instruction.value
    if instruction.code in (InstCode.BR, InstCode.SWITCH, InstCode.RET) and instruction.operands:
        return instruction.operands[0]
    return None


def _shape(type_: Type) -> tuple[str, int, int]:
    scalar = type_.scalar
    elements = type_.params[0] if type_.code is TypeCode.VECTOR else 1
    if elements > MOST_PARTS:
        return "", 0, 0
    if scalar.is_pointer:
        return ("p", 64, 1) if elements == 1 and scalar is type_ else ("", 0, 0)
    if scalar.code is TypeCode.INTEGER and scalar.params[0] <= 64:
        return "i", scalar.params[0], elements
    if scalar.code in FLOAT_FORMATS and FLOAT_FORMATS[scalar.code].bits <= 64:
        return "b" if scalar.code is TypeCode.BFLOAT else "f", FLOAT_FORMATS[scalar.code].bits, elements
    return "", 0, 0


def look_into(module: Module, words: dict[Instruction, Traced], traced: list[Traced], skip: list[Function]) -> None:
    """Insert the calls after the instructions of `words`, which are appended to `traced` and numbered by it, from 1
    on."""
    looker = _Looker(module, words, traced)
    for function in module.functions:
        if function.blocks and function not in skip:
            looker.function(function)


class _Looker:
    def __init__(self, module: Module, words: dict[Instruction, Traced], traced: list[Traced]) -> None:
        b = self.b = IRBuilder(module.context)
        self.words, self.traced = words, traced
        self.layout = DataLayout()
        functions = FunctionTable(module)
        self.trace = functions.declare("mtlb_trace", b.function_type(b.void, (b.i32, b.i32, b.i64)))
        self.heat = functions.declare("mtlb_heat", b.function_type(b.void, (b.i64, b.i64)))

    def function(self, function: Function) -> None:
        for block in function.blocks:
            phis = [instruction for instruction in block.instructions if instruction.code is InstCode.PHI]
            result = self.b.collect()
            result += phis
            self.b.debug_loc = None
            for phi in phis:
                self.step(phi)
            for instruction in block.instructions[len(phis) :]:
                self.count(instruction)
                is_last = instruction is block.instructions[-1] or self.is_before_return(instruction)
                if is_last:
                    self.step(instruction, is_done=instruction.code in _ENDS)
                result.append(instruction)
                if not is_last:
                    self.step(instruction)
            block.instructions = result

    @staticmethod
    def is_before_return(instruction: Instruction) -> bool:
        """Whether it is a call that a return must follow immediately."""
        return instruction.code is InstCode.CALL and instruction.params[0] == TailKind.MUST_TAIL

    def step(self, instruction: Instruction, *, is_done: bool = True) -> None:
        """Record the values of an instruction, with one call for each element."""
        its = self.words.get(instruction)
        if its is None:
            return
        b = self.b
        self.traced.append(its)
        site = b.integer(b.i32, len(self.traced))
        value = _shown(instruction)
        if value is None or not its.letter or not is_done:
            b.call(self.trace, (site, b.integer(b.i32, _NO_VALUE), b.null(b.i64)))
            return
        is_vector = value.type.code is TypeCode.VECTOR
        for part in range(its.elements):
            item = b.extract_element(value, part) if is_vector else value
            b.call(self.trace, (site, b.integer(b.i32, part), self.bits(item, its)))

    def bits(self, value: Value, its: Traced) -> Value:
        b = self.b
        if its.letter == "p":
            return b.cast(CastOperator.PTRTOINT, value, b.i64)
        if its.letter != "i":
            value = b.bitcast(value, b.context.integer_type(its.bits))
        return b.cast(CastOperator.ZEXT, value, b.i64)

    def count(self, instruction: Instruction) -> None:
        """Count an access to shared memory, before the instruction."""
        b = self.b
        for pointer, size in self.accesses(instruction):
            if instruction in self.words:
                b.call(self.heat, (b.cast(CastOperator.PTRTOINT, pointer, b.i64), b.integer(b.i64, size)))

    def accesses(self, instruction: Instruction) -> Iterator[tuple[Value, int]]:
        code, operands = instruction.code, instruction.operands
        if code in (InstCode.LOAD, InstCode.LOADATOMIC):
            yield operands[0], self.layout.alloc_size(instruction.type)
        elif code in (InstCode.STORE, InstCode.STOREATOMIC):
            value = instruction.value
            yield instruction.pointer, self.layout.alloc_size(value.type)
        elif (
            code is InstCode.CALL and isinstance(operands[-1], Function) and operands[-1].name.startswith(_ATOMIC_CALL)
        ):
            yield operands[0], 4 if "64" not in operands[-1].name else 8


def steps_of(
    data: bytes, traced: list[Traced], address: Callable[[int], str], most: int
) -> tuple[list[TraceStep], int]:
    """The first `most` steps that native/trace.c wrote, and their total number.
    `address` names an address. Invalid entries are skipped: code that went out of control may have written them."""
    rows, steps = struct.unpack_from("<QQ", data)
    rows = min(rows, (len(data) - HEAD_BYTES) // STEP_BYTES)
    result: list[TraceStep] = []
    values: list[int | float | str] = []
    for number in range(rows):
        site, part, value = struct.unpack_from("<IIQ", data, HEAD_BYTES + STEP_BYTES * number)
        if not 1 <= site <= len(traced):
            continue
        its = traced[site - 1]
        values = [] if part in (0, _NO_VALUE) else values
        if part != _NO_VALUE:
            values.append(_value(its, value, address))
        if part == _NO_VALUE or part == its.elements - 1:
            result.append(TraceStep(its.function, its.line, its.text, tuple(values)))
            if len(result) == most:
                break
    return result, steps


def _value(its: Traced, bits: int, address: Callable[[int], str]) -> int | float | str:
    if its.letter == "p":
        return address(bits)
    if its.letter == "i":
        bits &= (1 << its.bits) - 1
        return bits - (1 << its.bits) if its.bits > 1 and bits >> its.bits - 1 else bits
    code = TypeCode.BFLOAT if its.letter == "b" else _FLOATS[its.bits]
    return _shortest(code, bits & (1 << its.bits) - 1)


def _shortest(code: TypeCode, bits: int) -> float:
    """A floating-point number with the fewest digits that identify it in its format."""
    if code is TypeCode.DOUBLE:
        return float(struct.unpack("<d", struct.pack("<Q", bits))[0])
    if code is TypeCode.HALF:
        value = float(struct.unpack("<e", struct.pack("<H", bits))[0])
    else:
        value = float(struct.unpack("<f", struct.pack("<I", bits << 16 if code is TypeCode.BFLOAT else bits))[0])
    if not math.isfinite(value):
        return value
    shorter = (float(f"{value:.{digits}g}") for digits in range(1, 10))
    return next((item for item in shorter if float_bits(code, item) == bits), value)
