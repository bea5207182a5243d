"""Reads the body of one function: instructions with their operands resolved, attachments, names of locals.

Value ids in instructions are relative to the number of values so far (absolute before record version 1), and may run
ahead of it: such an operand is filled in when its instruction arrives.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ..base.errors import FormatError, MtlbError, UnsupportedError
from ..base.strings import string_from_bytes
from ..bitstream.codec import Record
from ..bitstream.stream import Block
from ..ir import (
    STRUCT_TYPES,
    TERMINATORS,
    BasicBlock,
    Call,
    Constant,
    ConstantCode,
    DebugLoc,
    Function,
    InstCode,
    Instruction,
    LocalAsMetadata,
    MDNode,
    MetadataAsValue,
    MetadataCode,
    OperandBundle,
    Type,
    TypeCode,
    Value,
)
from .codes import BlockId, SymtabCode
from .constant_reader import read_constants
from .decoding import RECORD_ERRORS
from .metadata_reader import MetadataReader
from .names import NAMES
from .state import ReadState

__all__ = ["FunctionReader"]

_MASK = 0xFFFFFFFF

# bits of a CALL record's second operand
_CALL_TAIL = 0
_CALL_CC = 1
_CALL_CC_MASK = 0x3FF
_CALL_MUSTTAIL = 14
_CALL_EXPLICIT_TYPE = 15
_CALL_NOTAIL = 16
_CALL_FMF = 17


class _Forward(Value):
    """Stands for a value that is defined further down."""

    __slots__ = ("found",)

    def __init__(self, type: Type) -> None:
        super().__init__(type)
        self.found: Value = self


def _found(values: tuple[Value, ...]) -> tuple[Value, ...]:
    return tuple(v.found if type(v) is _Forward else v for v in values)


class _Operands:
    """A cursor over the operands of one record."""

    __slots__ = ("at", "ops", "reader")

    def __init__(self, reader: FunctionReader, ops: list[int], at: int = 0) -> None:
        self.reader = reader
        self.ops = ops
        self.at = at

    @property
    def left(self) -> int:
        return len(self.ops) - self.at

    def number(self) -> int:
        value = self.ops[self.at]
        self.at += 1
        return value

    def rest(self) -> tuple[int, ...]:
        rest = tuple(self.ops[self.at :])
        self.at = len(self.ops)
        return rest

    def type(self) -> Type:
        return self.reader.state.type(self.number())

    def typed(self) -> Value:
        """A value that brings its type only where it runs ahead."""
        reader = self.reader
        number = reader.absolute(self.number())
        if number < len(reader.values):
            return reader.values[number]
        return reader.forward(number, self.type())

    def value(self, type_: Type) -> Value:
        """A value whose type the instruction tells."""
        return self.reader.value(self.reader.absolute(self.number()), type_)

    def block(self) -> BasicBlock:
        return self.reader.block(self.number())


class FunctionReader:
    """`state.values` holds the globals and this function's arguments at the start, all of its values at the end."""

    def __init__(self, state: ReadState, function: Function, body: Block) -> None:
        self.state = state
        self.context = state.context
        self.function = function
        self.body = body
        self.values = state.values
        self.relative = state.module.version >= 1
        self.last: Instruction | None = None
        self.blocks: list[BasicBlock] = []
        self.current: list[Instruction] = []
        self.position = 0  # of the current block
        self.forwards: dict[int, _Forward] = {}
        self.locals: list[tuple[LocalAsMetadata, int]] = []
        self.bundles: list[OperandBundle] = []
        self.ahead: list[Instruction] = []  # those with operands that are defined further down
        self.bundled: list[Call] = []
        self.last_loc: DebugLoc | None = None
        self.void = self.context.type(TypeCode.VOID)
        self.i1 = self.context.integer_type(1)
        self.i32 = self.context.integer_type(32)

    # --- the block ---------------------------------------------------------------------------------------------------

    def read(self) -> None:
        if self.state.bodies:
            self.read_body()
        else:
            # Instructions are not decoded; constants and metadata are, because attachments may stand on them.
            for block in self.body.blocks():
                if block.id in (BlockId.CONSTANTS, BlockId.METADATA, BlockId.METADATA_ATTACHMENT):
                    self.child(block)

    def read_body(self) -> None:
        body = self.body
        index = 0
        behind: list[Block] = []  # what is said about instructions, which must be there first
        for item in body.items():
            if isinstance(item, Block):
                if item.id in (BlockId.CONSTANTS, BlockId.METADATA):
                    self.child(item)
                elif item.id in (BlockId.VALUE_SYMTAB, BlockId.METADATA_ATTACHMENT):
                    behind.append(item)
                else:
                    self.state.module.unmodelled.append(NAMES.block(item.id))
            elif isinstance(item, Record):
                try:
                    self.record(item.code, item.ops)
                except MtlbError as error:
                    raise self.state.blame(body, index, error) from None
                except RECORD_ERRORS as error:
                    raise self.state.malformed(body, index, item.code, error) from None
                index += 1
        if not self.blocks:
            raise body.fail(f"function {self.function.name!r} has a body and no basic block")
        for instruction in self.ahead:
            instruction.operands = _found(instruction.operands)
        for instruction in self.bundled:
            instruction.bundles = tuple(OperandBundle(tag, _found(values)) for tag, values in instruction.bundles)
        if self.forwards:
            raise body.fail(f"function {self.function.name!r} uses value {min(self.forwards)}, which nothing defines")
        if self.position < len(self.blocks):
            raise body.fail(f"function {self.function.name!r} ends in the middle of block {self.position}")
        self.function.blocks = self.blocks
        for local, number in self.locals:
            if number >= len(self.values):
                raise body.fail(f"metadata refers to value {number} of {len(self.values)}")
            local.value = self.values[number]
        for block in behind:
            self.child(block)

    def child(self, block: Block) -> None:
        if block.id == BlockId.CONSTANTS:
            read_constants(self.state, block)
        elif block.id == BlockId.METADATA:
            reader = MetadataReader(self.state, block, in_function=True)
            reader.read()
            self.locals += reader.forward
        elif block.id == BlockId.VALUE_SYMTAB:
            self.state.each(block, self.symbol)
        else:
            self.state.each(block, partial(self.attachment, list(self.function.instructions())))

    def symbol(self, code: int, ops: list[int]) -> None:
        named: Value | BasicBlock = self.block(ops[0]) if code == SymtabCode.BBENTRY else self.values[ops[0]]
        named.name = string_from_bytes(bytes(ops[1:]))
        self.function.symbols.append(named)

    def attachment(self, instructions: list[Instruction], code: int, ops: list[int]) -> None:
        """[kind, node]… of the function, or with the instruction's number in front of one instruction."""
        if code != MetadataCode.ATTACHMENT:
            return
        of_function = len(ops) % 2 == 0
        pairs = ops if of_function else ops[1:]
        found = tuple((kind, self.node(number)) for kind, number in zip(pairs[::2], pairs[1::2], strict=True))
        if of_function:
            self.function.metadata.extend(found)
        elif self.state.bodies:
            instructions[ops[0]].metadata += self.state.shared(found)

    def node(self, number: int) -> MDNode:
        found = self.state.metadata[number]
        if not isinstance(found, MDNode):
            raise FormatError(f"metadata {number} should be a node, and is {type(found).__name__}")
        return found

    # --- values ------------------------------------------------------------------------------------------------------

    def absolute(self, number: int) -> int:
        return (len(self.values) - number) & _MASK if self.relative else number

    def value(self, number: int, type_: Type) -> Value:
        if type_.code is TypeCode.METADATA:
            found = self.state.metadata[number]
            assert found is not None
            if isinstance(found, LocalAsMetadata):
                return MetadataAsValue(type_, found)
            return self.context.metadata_value(found)
        if number < len(self.values):
            return self.values[number]
        return self.forward(number, type_)

    def forward(self, number: int, type_: Type) -> Value:
        # Every record defines at most one value and takes at least a byte, so ids can't run further ahead than that.
        if number > len(self.values) + self.body.size * 8:
            raise FormatError(f"value {number} does not exist")
        found = self.forwards.get(number)
        if found is None:
            found = self.forwards[number] = _Forward(type_)
        return found

    def block(self, number: int) -> BasicBlock:
        if not 0 <= number < len(self.blocks):
            raise FormatError(f"basic block {number} of {len(self.blocks)}")
        return self.blocks[number]

    def add(self, instruction: Instruction) -> None:
        """Append an instruction to the current block, number its result, and fill in who was waiting for it."""
        if self.position >= len(self.blocks):
            raise FormatError("an instruction behind the last basic block")
        instruction.params = self.state.shared(instruction.params)
        self.current.append(instruction)
        self.last = instruction
        if self.forwards and any(type(operand) is _Forward for operand in instruction.operands):
            self.ahead.append(instruction)
        if instruction.type is not self.void:
            number = len(self.values)
            self.values.append(instruction)
            if self.forwards and (waiting := self.forwards.pop(number, None)) is not None:
                waiting.found = instruction
        if instruction.code in TERMINATORS:
            self.position += 1
            if self.position < len(self.blocks):
                self.current = self.blocks[self.position].instructions

    # --- records -----------------------------------------------------------------------------------------------------

    def record(self, code: int, ops: list[int]) -> None:
        handle = _HANDLERS.get(code)
        if handle is None:
            name = InstCode(code).name if code in InstCode._value2member_map_ else str(code)
            raise UnsupportedError(f"instruction {name}")
        handle(self, _Operands(self, ops))

    def declare_blocks(self, ops: _Operands) -> None:
        count = ops.number()
        if not 0 < count <= self.body.size:  # each ends with an instruction, and those take more than a byte
            raise FormatError(f"{count} basic blocks in a function body of {self.body.size} bytes")
        self.blocks = [BasicBlock() for _ in range(count)]
        self.current = self.blocks[0].instructions

    def debug_loc(self, ops: _Operands) -> None:
        line, column, scope, inlined_at = (ops.number() for _ in range(4))
        implicit = ops.number() if ops.left else 0
        self.last_loc = self.state.shared(
            DebugLoc(
                line,
                column,
                self.node(scope - 1) if scope else None,
                self.node(inlined_at - 1) if inlined_at else None,
                implicit,
            )
        )
        self.locate()

    def debug_loc_again(self, _ops: _Operands) -> None:
        self.locate()

    def locate(self) -> None:
        if self.last is None:
            raise FormatError("a debug location before the first instruction")
        self.last.debug_loc = self.last_loc

    def binop(self, ops: _Operands) -> None:
        left = ops.typed()
        right = ops.value(left.type)
        self.add(Instruction(InstCode.BINOP, left.type, (left, right), self.opcode_and_flags(ops)))

    def unop(self, ops: _Operands) -> None:
        value = ops.typed()
        self.add(Instruction(InstCode.UNOP, value.type, (value,), self.opcode_and_flags(ops)))

    @staticmethod
    def opcode_and_flags(ops: _Operands) -> tuple[int, int]:
        return ops.number(), ops.number() if ops.left else 0

    def cast(self, ops: _Operands) -> None:
        value = ops.typed()
        self.add(Instruction(InstCode.CAST, ops.type(), (value,), self.opcode_and_flags(ops)))

    def freeze(self, ops: _Operands) -> None:
        value = ops.typed()
        self.add(Instruction(InstCode.FREEZE, value.type, (value,)))

    def gep(self, ops: _Operands) -> None:
        inbounds = ops.number()
        self.add_gep(ops, inbounds, ops.type())

    def gep_old(self, ops: _Operands) -> None:
        self.add_gep(ops, 0, None)

    def inbounds_gep_old(self, ops: _Operands) -> None:
        self.add_gep(ops, 1, None)

    def add_gep(self, ops: _Operands, inbounds: int, source: Type | None) -> None:
        operands = [ops.typed()]
        while ops.left:
            operands.append(ops.typed())
        base = operands[0].type
        if source is None:
            source = (base.elements[0] if base.code is TypeCode.VECTOR else base).pointee
        self.add(Instruction(InstCode.GEP, self.gep_type(source, operands), operands, (inbounds,), aux_type=source))

    def gep_type(self, source: Type, operands: list[Value]) -> Type:
        """Pointer, or vector of pointers, to what the indices behind the first lead to inside `source`."""
        base = operands[0].type
        pointer = base.elements[0] if base.code is TypeCode.VECTOR else base
        if pointer.code is TypeCode.POINTER:
            target = source
            for index in operands[2:]:
                if target.code in STRUCT_TYPES:
                    if not isinstance(index, Constant):
                        raise FormatError("a struct is indexed by a value that is no constant")
                    target = target.elements[self.struct_index(index)]
                else:
                    target = target.elements[0]
            pointer = self.context.pointer_type(target, pointer.address_space)
        vector = next((o.type for o in operands if o.type.code is TypeCode.VECTOR), None)
        return pointer if vector is None else self.context.type(TypeCode.VECTOR, vector.params, (pointer,))

    @staticmethod
    def struct_index(index: Constant) -> int:
        while index.code == ConstantCode.AGGREGATE and isinstance(index.operands[0], Constant):
            index = index.operands[0]
        value = index.params[0] if index.params else 0
        if value < 0:
            raise FormatError("a negative struct index")
        return value

    def select_old(self, ops: _Operands) -> None:
        true = ops.typed()
        false = ops.value(true.type)
        condition = ops.value(self.i1)
        self.add(Instruction(InstCode.VSELECT, true.type, (condition, true, false), (0,)))

    def select(self, ops: _Operands) -> None:
        true = ops.typed()
        false = ops.value(true.type)
        condition = ops.typed()
        flags = ops.number() if ops.left else 0
        self.add(Instruction(InstCode.VSELECT, true.type, (condition, true, false), (flags,)))

    def extractelt(self, ops: _Operands) -> None:
        vector = ops.typed()
        index = ops.typed()
        self.add(Instruction(InstCode.EXTRACTELT, vector.type.elements[0], (vector, index)))

    def insertelt(self, ops: _Operands) -> None:
        vector = ops.typed()
        element = ops.value(vector.type.elements[0])
        index = ops.typed()
        self.add(Instruction(InstCode.INSERTELT, vector.type, (vector, element, index)))

    def shufflevec(self, ops: _Operands) -> None:
        left = ops.typed()
        right = ops.value(left.type)
        mask = ops.typed()
        if not left.type.code is mask.type.code is TypeCode.VECTOR:
            raise FormatError("a shuffle of what is no vector, or by a mask that is none")
        type_ = self.context.type(TypeCode.VECTOR, mask.type.params, left.type.elements)
        self.add(Instruction(InstCode.SHUFFLEVEC, type_, (left, right, mask)))

    def compare(self, ops: _Operands) -> None:
        left = ops.typed()
        right = ops.value(left.type)
        type_ = self.i1
        if left.type.code is TypeCode.VECTOR:
            type_ = self.context.type(TypeCode.VECTOR, left.type.params, (type_,))
        self.add(Instruction(InstCode.CMP2, type_, (left, right), self.opcode_and_flags(ops)))

    def ret(self, ops: _Operands) -> None:
        self.add(Instruction(InstCode.RET, self.void, (ops.typed(),) if ops.left else ()))

    def branch(self, ops: _Operands) -> None:
        true = ops.block()
        if not ops.left:
            self.add(Instruction(InstCode.BR, self.void, blocks=(true,)))
            return
        false = ops.block()
        self.add(Instruction(InstCode.BR, self.void, (ops.value(self.i1),), blocks=(true, false)))

    def switch(self, ops: _Operands) -> None:
        type_ = ops.type()
        operands = [ops.value(type_)]
        blocks = [ops.block()]
        while ops.left:
            operands.append(self.values[ops.number()])  # absolute, always a constant
            blocks.append(ops.block())
        self.add(Instruction(InstCode.SWITCH, self.void, operands, blocks=blocks))

    def unreachable(self, _ops: _Operands) -> None:
        self.add(Instruction(InstCode.UNREACHABLE, self.void))

    def phi(self, ops: _Operands) -> None:
        type_ = ops.type()
        operands: list[Value] = []
        blocks: list[BasicBlock] = []
        while ops.left >= 2:
            number = ops.number()
            if self.relative:
                number = len(self.values) - (number >> 1 if not number & 1 else -(number >> 1))
                if number < 0:
                    raise FormatError(f"value {number} does not exist")
            operands.append(self.value(number, type_))
            blocks.append(ops.block())
        flags = ops.number() if ops.left else 0
        self.add(Instruction(InstCode.PHI, type_, operands, (flags,), blocks))

    def alloca(self, ops: _Operands) -> None:
        # [type, size's type, size (absolute), alignment and flags[, address space]]
        allocated = ops.type()
        size_type = ops.type()
        size = self.value(ops.number(), size_type)
        word = ops.number()
        space = ops.number() if ops.left else -1
        if word & 64:  # the type is the allocated one, not the pointer
            type_ = self.state.pointer_to(allocated, max(space, 0))
        else:
            type_, allocated = allocated, allocated.pointee
        alignment = (word & 31) | (word >> 8 & 7) << 5
        params = (alignment, word >> 5 & 1, word >> 7 & 1, space)
        self.add(Instruction(InstCode.ALLOCA, type_, (size,), params, aux_type=allocated))

    def load(self, ops: _Operands) -> None:
        self.add_load(InstCode.LOAD, ops, 2)

    def load_atomic(self, ops: _Operands) -> None:
        self.add_load(InstCode.LOADATOMIC, ops, 4)

    def add_load(self, code: InstCode, ops: _Operands, count: int) -> None:
        pointer = ops.typed()
        type_ = ops.type() if ops.left == count + 1 else pointer.type.pointee
        self.add(Instruction(code, type_, (pointer,), [ops.number() for _ in range(count)]))

    def store(self, ops: _Operands) -> None:
        self.add_store(InstCode.STORE, ops, 2)

    def store_atomic(self, ops: _Operands) -> None:
        self.add_store(InstCode.STOREATOMIC, ops, 4)

    def add_store(self, code: InstCode, ops: _Operands, count: int) -> None:
        pointer = ops.typed()
        value = ops.typed()
        self.add(Instruction(code, self.void, (value, pointer), [ops.number() for _ in range(count)]))

    def store_old(self, ops: _Operands) -> None:
        pointer = ops.typed()
        value = ops.value(pointer.type.pointee)
        self.add(Instruction(InstCode.STORE, self.void, (value, pointer), (ops.number(), ops.number())))

    def extractval(self, ops: _Operands) -> None:
        aggregate = ops.typed()
        indices = ops.rest()
        type_ = aggregate.type
        for index in indices:
            type_ = type_.elements[index if type_.code in STRUCT_TYPES else 0]
        self.add(Instruction(InstCode.EXTRACTVAL, type_, (aggregate,), indices))

    def insertval(self, ops: _Operands) -> None:
        aggregate = ops.typed()
        value = ops.typed()
        self.add(Instruction(InstCode.INSERTVAL, aggregate.type, (aggregate, value), ops.rest()))

    def call(self, ops: _Operands) -> None:
        # [attributes, flags and calling convention, [fast-math flags,] [function type,] callee, arguments…]
        attributes = self.state.attribute_list(ops.number())
        word = ops.number()
        flags = ops.number() if word >> _CALL_FMF & 1 else 0
        function_type = ops.type() if word >> _CALL_EXPLICIT_TYPE & 1 else None
        callee = ops.typed()
        if function_type is None:
            function_type = callee.type.pointee
        if function_type.code is not TypeCode.FUNCTION:
            raise FormatError("a call of something that is no function")
        arguments = [ops.value(type_) for type_ in function_type.parameters]
        while ops.left:
            arguments.append(ops.typed())
        tail = 1 if word >> _CALL_TAIL & 1 else 0
        tail = 2 if word >> _CALL_MUSTTAIL & 1 else 3 if word >> _CALL_NOTAIL & 1 else tail
        params = (tail, word >> _CALL_CC & _CALL_CC_MASK, flags)
        instruction = Call(InstCode.CALL, function_type.result, (*arguments, callee), params, aux_type=function_type)
        instruction.attributes = attributes
        if self.bundles:
            instruction.bundles = tuple(self.bundles)
            self.bundled.append(instruction)
            self.bundles.clear()
        self.add(instruction)

    def operand_bundle(self, ops: _Operands) -> None:
        tag = self.state.module.operand_bundle_tags[ops.number()]
        values: list[Value] = []
        while ops.left:
            values.append(ops.typed())
        self.bundles.append(OperandBundle(tag, tuple(values)))

    def fence(self, ops: _Operands) -> None:
        self.add(Instruction(InstCode.FENCE, self.void, (), ops.rest()))

    def cmpxchg(self, ops: _Operands) -> None:
        pointer = ops.typed()
        compare = ops.typed()
        self.add_cmpxchg(ops, pointer, compare)

    def cmpxchg_old(self, ops: _Operands) -> None:
        pointer = ops.typed()
        compare = ops.value(pointer.type.pointee)
        self.add_cmpxchg(ops, pointer, compare)

    def add_cmpxchg(self, ops: _Operands, pointer: Value, compare: Value) -> None:
        new = ops.value(compare.type)
        params = ops.rest()
        if len(params) < 5:
            raise UnsupportedError("a compare-exchange in the form of LLVM 3.4 and older")
        type_ = self.context.type(TypeCode.STRUCT_ANON, (0,), (compare.type, self.i1))
        self.add(Instruction(InstCode.CMPXCHG, type_, (pointer, compare, new), params))

    def atomicrmw(self, ops: _Operands) -> None:
        pointer = ops.typed()
        value = ops.typed()
        self.add(Instruction(InstCode.ATOMICRMW, value.type, (pointer, value), ops.rest()))

    def atomicrmw_old(self, ops: _Operands) -> None:
        pointer = ops.typed()
        value = ops.value(pointer.type.pointee)
        self.add(Instruction(InstCode.ATOMICRMW, value.type, (pointer, value), ops.rest()))


_HANDLERS: dict[int, Callable[[FunctionReader, _Operands], None]] = {
    InstCode.DECLAREBLOCKS: FunctionReader.declare_blocks,
    InstCode.BINOP: FunctionReader.binop,
    InstCode.CAST: FunctionReader.cast,
    InstCode.GEP_OLD: FunctionReader.gep_old,
    InstCode.SELECT: FunctionReader.select_old,
    InstCode.EXTRACTELT: FunctionReader.extractelt,
    InstCode.INSERTELT: FunctionReader.insertelt,
    InstCode.SHUFFLEVEC: FunctionReader.shufflevec,
    InstCode.CMP: FunctionReader.compare,
    InstCode.RET: FunctionReader.ret,
    InstCode.BR: FunctionReader.branch,
    InstCode.SWITCH: FunctionReader.switch,
    InstCode.UNREACHABLE: FunctionReader.unreachable,
    InstCode.PHI: FunctionReader.phi,
    InstCode.ALLOCA: FunctionReader.alloca,
    InstCode.LOAD: FunctionReader.load,
    InstCode.STORE_OLD: FunctionReader.store_old,
    InstCode.EXTRACTVAL: FunctionReader.extractval,
    InstCode.INSERTVAL: FunctionReader.insertval,
    InstCode.CMP2: FunctionReader.compare,
    InstCode.VSELECT: FunctionReader.select,
    InstCode.INBOUNDS_GEP_OLD: FunctionReader.inbounds_gep_old,
    InstCode.DEBUG_LOC_AGAIN: FunctionReader.debug_loc_again,
    InstCode.CALL: FunctionReader.call,
    InstCode.DEBUG_LOC: FunctionReader.debug_loc,
    InstCode.FENCE: FunctionReader.fence,
    InstCode.CMPXCHG_OLD: FunctionReader.cmpxchg_old,
    InstCode.ATOMICRMW_OLD: FunctionReader.atomicrmw_old,
    InstCode.LOADATOMIC: FunctionReader.load_atomic,
    InstCode.GEP: FunctionReader.gep,
    InstCode.STORE: FunctionReader.store,
    InstCode.STOREATOMIC: FunctionReader.store_atomic,
    InstCode.CMPXCHG: FunctionReader.cmpxchg,
    InstCode.OPERAND_BUNDLE: FunctionReader.operand_bundle,
    InstCode.UNOP: FunctionReader.unop,
    InstCode.FREEZE: FunctionReader.freeze,
    InstCode.ATOMICRMW: FunctionReader.atomicrmw,
}
