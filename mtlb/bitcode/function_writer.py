"""Writes the instructions of one function as records: the reverse of `function_reader`.

Value operands are relative to the number of values so far, in 32 bits: an operand that runs ahead wraps around and is
followed by its type, and its record can't be abbreviated.

Source: ModuleBitcodeWriter::writeInstruction in LLVM's BitcodeWriter.cpp, versions 4 to 14.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..base.errors import BuildError, UnsupportedError
from ..bitstream.codec import UNABBREV_RECORD
from ..bitstream.writer import StreamWriter
from ..ir import DebugLoc, Era, Function, InstCode, Instruction, MDNode, MetadataAsValue, TypeCode, Value
from .decoding import rotated
from .enumerate import Enumeration

__all__ = ["FunctionWriter"]

_MASK = 0xFFFFFFFF

# The second operand of a CALL, and the last of an ALLOCA.
_CALL_EXPLICIT_TYPE = 1 << 15
_CALL_FLAGS = 1 << 17
_TAIL_BITS = (0, 1, 1 | 1 << 14, 1 << 16)  # none, tail, musttail, notail
_ALLOCA_EXPLICIT_TYPE = 1 << 6

# Fast-math flags: 1 is the `fast` of old; nnan, ninf, nsz and arcp are as they ever were; the rest is younger.
_FAST = 0b11111110
_OLD_FLAGS = 0b11110
_OLD_FAST = _OLD_FLAGS | 1


class FunctionWriter:
    """`abbreviations` are those of FUNCTION blocks, by name."""

    def __init__(
        self,
        stream: StreamWriter,
        ids: Enumeration,
        era: Era,
        bundle_tags: Mapping[str, int],
        abbreviations: Mapping[str, int],
    ) -> None:
        self.stream = stream
        self.ids = ids
        self.era = era
        self.bundle_tags = bundle_tags
        self.abbreviations = abbreviations
        self.values = ids.value_ids
        self.types = ids.type_ids
        self.next = 0  # id of the next instruction that has a result
        self.ops: list[int] = []
        self.abbreviation = UNABBREV_RECORD

    def write(self, function: Function, first: int) -> None:
        """All instructions; `first` is the id of the first that has a result."""
        self.next = first
        record = self.stream.record
        last: DebugLoc | None = None
        for instruction in function.instructions():
            write = _WRITERS.get(instruction.code)
            if write is None:
                raise UnsupportedError(f"writing the instruction {instruction.code.name}")
            self.ops = []
            self.abbreviation = UNABBREV_RECORD
            code = write(self, instruction) or instruction.code
            record(code, self.ops, self.abbreviation)
            if instruction.type.code is not TypeCode.VOID:
                self.next += 1
            location = instruction.debug_loc
            if location is None:
                continue
            if location == last:
                record(InstCode.DEBUG_LOC_AGAIN, ())
            else:
                record(InstCode.DEBUG_LOC, self.location(location))
                last = location

    def location(self, location: DebugLoc) -> list[int]:
        scope, inlined_at = self.node(location.scope), self.node(location.inlined_at)
        ops = [location.line, location.column, scope, inlined_at]
        return [*ops, location.implicit] if self.era.implicit_locations else ops

    def node(self, node: MDNode | None) -> int:
        return 0 if node is None else self.ids.metadata_ids[node] + 1

    # --- operands ----------------------------------------------------------------------------------------------------

    def number(self, value: Value) -> int:
        if isinstance(value, MetadataAsValue):
            return self.ids.metadata_ids[value.metadata]
        return self.values[value]

    def value(self, value: Value) -> None:
        """An operand whose type the reader knows."""
        self.ops.append((self.next - self.number(value)) & _MASK)

    def typed(self, value: Value, abbreviation: str | None = None) -> None:
        """An operand whose type the reader knows only if it was defined before; then the record may be abbreviated."""
        number = self.number(value)
        self.ops.append((self.next - number) & _MASK)
        if number >= self.next:
            self.ops.append(self.types[value.type])
        elif abbreviation is not None:
            self.abbreviation = self.abbreviations[abbreviation]

    def flags(self, flags: int) -> None:
        if flags:
            self.ops.append(flags)

    def fast(self, flags: int) -> int:
        """Fast-math flags in the terms of the era: before AIR 2.1 there are five, and `fast` sets all of them."""
        if self.era.fast_flag_bits >= 8 or flags <= _OLD_FAST:
            return flags
        return _OLD_FAST if flags == _FAST else flags & _OLD_FLAGS

    # --- instructions ------------------------------------------------------------------------------------------------

    def operator(self, instruction: Instruction, name: str) -> None:
        """UNOP, BINOP and CAST: abbreviated unless the first operand runs ahead; with flags another one is used."""
        flags = self.fast(instruction.params[1])
        if flags and name == "cast":
            self.abbreviation = UNABBREV_RECORD
        elif flags and self.abbreviation != UNABBREV_RECORD:
            self.abbreviation = self.abbreviations[f"{name} flags"]
        self.ops.append(instruction.params[0])
        self.flags(flags)

    def binop(self, instruction: Instruction) -> None:
        left, right = instruction.operands
        self.typed(left, "binop")
        self.value(right)
        self.operator(instruction, "binop")

    def unop(self, instruction: Instruction) -> None:
        if not self.era.fneg:
            raise BuildError(f"{self.era.name} has no fneg")
        self.typed(instruction.operands[0], "unop")
        self.operator(instruction, "unop")

    def freeze(self, instruction: Instruction) -> None:
        if not self.era.freeze:
            raise BuildError(f"{self.era.name} has no freeze")
        self.typed(instruction.operands[0])

    def cast(self, instruction: Instruction) -> None:
        self.typed(instruction.operands[0], "cast")
        self.ops.append(self.types[instruction.type])
        self.operator(instruction, "cast")

    def gep(self, instruction: Instruction) -> None:
        assert instruction.aux_type is not None
        self.abbreviation = self.abbreviations["gep"]
        inbounds = instruction.params[0] & 1  # LLVM 19 and later keep hints in more bits
        self.ops += (inbounds, self.types[instruction.aux_type])
        for operand in instruction.operands:
            self.typed(operand)

    def all_typed(self, instruction: Instruction) -> None:
        """EXTRACTELT; EXTRACTVAL and INSERTVAL end with their indices."""
        for operand in instruction.operands:
            self.typed(operand)
        self.ops += instruction.params

    def select(self, instruction: Instruction) -> None:
        condition, true, false = instruction.operands
        self.typed(true)
        self.value(false)
        self.typed(condition)
        if self.era.select_flags:
            self.flags(instruction.params[0])

    def insertelt(self, instruction: Instruction) -> None:
        vector, element, index = instruction.operands
        self.typed(vector)
        self.value(element)
        self.typed(index)

    def shufflevec(self, instruction: Instruction) -> None:
        left, right, mask = instruction.operands
        self.typed(left)
        self.value(right)
        self.value(mask)

    def compare(self, instruction: Instruction) -> None:
        left, right = instruction.operands
        self.typed(left)
        self.value(right)
        self.ops.append(instruction.params[0])
        self.flags(self.fast(instruction.params[1]))

    def ret(self, instruction: Instruction) -> None:
        if instruction.operands:
            self.typed(instruction.operands[0], "ret")
        else:
            self.abbreviation = self.abbreviations["ret void"]

    def branch(self, instruction: Instruction) -> None:
        self.ops += (self.ids.block_ids[block] for block in instruction.blocks)
        for condition in instruction.operands:
            self.value(condition)

    def switch(self, instruction: Instruction) -> None:
        condition, *cases = instruction.operands
        default, *targets = (self.ids.block_ids[block] for block in instruction.blocks)
        self.ops.append(self.types[condition.type])
        self.value(condition)
        self.ops.append(default)
        for case, target in zip(cases, targets, strict=True):
            self.ops += (self.values[case], target)

    def unreachable(self, _instruction: Instruction) -> None:
        self.abbreviation = self.abbreviations["unreachable"]

    def phi(self, instruction: Instruction) -> None:
        self.ops.append(self.types[instruction.type])
        for operand, block in zip(instruction.operands, instruction.blocks, strict=True):
            self.ops += (rotated(self.next - self.number(operand)), self.ids.block_ids[block])
        if self.era.phi_flags:
            self.flags(instruction.params[0])

    def alloca(self, instruction: Instruction) -> None:
        assert instruction.aux_type is not None
        (size,) = instruction.operands
        alignment, in_alloca, swift_error, space = instruction.params
        word = alignment & 31 | in_alloca << 5 | _ALLOCA_EXPLICIT_TYPE | swift_error << 7 | alignment >> 5 << 8
        self.ops += (self.types[instruction.aux_type], self.types[size.type], self.values[size], word)
        if space >= 0:
            self.ops.append(space)

    def load(self, instruction: Instruction) -> None:
        atomic = instruction.code is InstCode.LOADATOMIC
        self.typed(instruction.operands[0], None if atomic else "load")
        self.ops += (self.types[instruction.type], *instruction.params)

    def store(self, instruction: Instruction) -> None:
        value, pointer = instruction.operands
        self.typed(pointer)
        self.typed(value)
        self.ops += instruction.params

    def cmpxchg(self, instruction: Instruction) -> None:
        pointer, compare, new = instruction.operands
        self.typed(pointer)
        self.typed(compare)
        self.value(new)
        self.ops += instruction.params[: 6 if self.era.aligned_atomics else 5]

    def atomicrmw(self, instruction: Instruction) -> InstCode | None:
        pointer, value = instruction.operands
        self.typed(pointer)
        if not self.era.aligned_atomics:
            self.value(value)
            self.ops += instruction.params[:4]
            return InstCode.ATOMICRMW_OLD
        self.typed(value)
        self.ops += instruction.params
        return None

    def fence(self, instruction: Instruction) -> None:
        self.ops += instruction.params

    def call(self, instruction: Instruction) -> None:
        assert instruction.aux_type is not None
        for bundle in instruction.bundles:
            self.ops = [self.bundle_tags[bundle.tag]]
            for value in bundle.operands:
                self.typed(value)
            self.stream.record(InstCode.OPERAND_BUNDLE, self.ops)
        tail, convention, flags = instruction.params
        flags = self.fast(flags)
        word = _TAIL_BITS[tail] | convention << 1 | _CALL_EXPLICIT_TYPE
        self.ops = [self.ids.attribute_lists[instruction.attributes], word]
        if flags:
            self.ops = [self.ops[0], word | _CALL_FLAGS, flags]
        self.ops.append(self.types[instruction.aux_type])
        *arguments, callee = instruction.operands
        self.typed(callee)
        fixed = len(instruction.aux_type.parameters)
        for argument in arguments[:fixed]:
            self.value(argument)
        for argument in arguments[fixed:]:
            self.typed(argument)


_WRITERS: dict[InstCode, Callable[[FunctionWriter, Instruction], InstCode | None]] = {
    InstCode.BINOP: FunctionWriter.binop,
    InstCode.UNOP: FunctionWriter.unop,
    InstCode.CAST: FunctionWriter.cast,
    InstCode.GEP: FunctionWriter.gep,
    InstCode.VSELECT: FunctionWriter.select,
    InstCode.EXTRACTELT: FunctionWriter.all_typed,
    InstCode.INSERTELT: FunctionWriter.insertelt,
    InstCode.SHUFFLEVEC: FunctionWriter.shufflevec,
    InstCode.CMP2: FunctionWriter.compare,
    InstCode.RET: FunctionWriter.ret,
    InstCode.BR: FunctionWriter.branch,
    InstCode.SWITCH: FunctionWriter.switch,
    InstCode.UNREACHABLE: FunctionWriter.unreachable,
    InstCode.PHI: FunctionWriter.phi,
    InstCode.ALLOCA: FunctionWriter.alloca,
    InstCode.LOAD: FunctionWriter.load,
    InstCode.LOADATOMIC: FunctionWriter.load,
    InstCode.STORE: FunctionWriter.store,
    InstCode.STOREATOMIC: FunctionWriter.store,
    InstCode.EXTRACTVAL: FunctionWriter.all_typed,
    InstCode.INSERTVAL: FunctionWriter.all_typed,
    InstCode.CALL: FunctionWriter.call,
    InstCode.FENCE: FunctionWriter.fence,
    InstCode.CMPXCHG: FunctionWriter.cmpxchg,
    InstCode.ATOMICRMW: FunctionWriter.atomicrmw,
    InstCode.FREEZE: FunctionWriter.freeze,
}
