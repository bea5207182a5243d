"""Reads the body of one function: instructions with their operands resolved, attachments, names of locals.

The records of instructions are read by `records._instructions`, which is generated from a table, and `records.special`.
"""

from __future__ import annotations

from typing import Final

from ..base.errors import FormatError, MtlbError, UnsupportedError
from ..bitstream.codec import Record
from ..bitstream.decoder import COMPILED
from ..bitstream.stream import Block, ItemDecoder
from ..ir import BasicBlock, Function, InstCode, Instruction, LocalAsMetadata, MDNode, MetadataCode, Value
from .blocks import blame, each, each_known
from .body import Body
from .codes import BlockId, SymtabCode
from .constants import read_constants
from .metadata import MetadataReader, attachments_of
from .records._instructions import READERS, read_instruction
from .records._module import read_bbentry, read_entry
from .state import ReadState

_UNREACHABLE: Final = InstCode.UNREACHABLE

# A look into an enumeration takes Python 3.11 ten times as long as one into the module.
_CONSTANTS: Final[int] = BlockId.CONSTANTS
_METADATA: Final[int] = BlockId.METADATA
_METADATA_ATTACHMENT: Final[int] = BlockId.METADATA_ATTACHMENT
_VALUE_SYMTAB: Final[int] = BlockId.VALUE_SYMTAB
_ATTACHMENT: Final[int] = MetadataCode.ATTACHMENT

_RESUME: Final = int(InstCode.RESUME)
_CODES: Final = max(READERS) + 1
_READERS: Final = [READERS.get(code) for code in range(_CODES)]
_ATTACHABLE: Final = (_CONSTANTS, _METADATA, _METADATA_ATTACHMENT)


def read_function(state: ReadState, function: Function, block: Block) -> None:
    """Fill in `function` from its block. `state.values` hold the globals and its arguments, and in the end all values.

    Raises FormatError, or UnsupportedError for instructions that do not occur in shaders.
    """
    reader = _FunctionReader(state, function, block)
    if state.bodies:
        reader.read()
    else:
        # Instructions are not decoded; constants and metadata are, because attachments may refer to them.
        for child in block.blocks():
            if child.id in _ATTACHABLE:
                reader.child(child)


class _FunctionReader:
    def __init__(self, state: ReadState, function: Function, block: Block) -> None:
        self.state = state
        self.function = function
        self.block = block
        self.body = Body(state, function, block)
        self.locals: list[tuple[LocalAsMetadata, int]] = []  # in metadata: placeholders for the value of this id

    def read(self) -> None:
        """All of the block."""
        block, body, values = self.block, self.body, self.state.values
        relative = body.relative
        index = 0
        later: list[Block] = []  # attachments and names refer to instructions, which must be read first
        decoder = ItemDecoder(block)
        reader = decoder.reader
        while True:
            while reader.step():
                code = reader.code
                count = len(values) if relative else 0
                try:
                    if COMPILED:
                        if code >= _CODES or not read_instruction(body, code, reader.ops, count):
                            self.unread(code, index)
                    elif code < _CODES and (read := _READERS[code]) is not None:
                        read(body, reader.ops, count)
                    else:
                        self.unread(code, index)
                except MtlbError as error:
                    raise blame(block, index, error) from None
                index += 1
            item = decoder.other()
            if item is None:
                break
            if isinstance(item, Block):
                if item.id == _CONSTANTS or item.id == _METADATA:
                    self.child(item)
                elif item.id == _VALUE_SYMTAB or item.id == _METADATA_ATTACHMENT:
                    later.append(item)
                else:
                    from .names import NAMES  # no module of Apple's needs them

                    self.state.module.unmodelled.append(NAMES.block(item.id))
        try:
            body.finish()
        except MtlbError as error:
            error.offset = block.offset
            raise
        self.function.blocks = body.blocks
        for local, number in self.locals:
            if number >= len(values):
                raise block.fail(f"metadata refers to value {number} of {len(values)}")
            local.value = values[number]
        for child in later:
            self.child(child)
        body.place_debug_calls()

    def unread(self, code: int, index: int) -> None:
        """A record of another code. Raises UnsupportedError for most."""
        if code != _RESUME or not self.state.lenient:
            raise self.unknown(code, index)
        # Only an invoke can branch there, and invokes are refused: it is unreachable.
        self.body.end_block(Instruction(_UNREACHABLE, self.body.void))

    def unknown(self, code: int, index: int) -> UnsupportedError:
        """The error for a record that is not read, with the source line if the record after it has one."""
        following = self.after(index)
        name = InstCode(code).name if code in InstCode._value2member_map_ else str(code)
        line = 0
        if isinstance(following, Record) and following.code == InstCode.DEBUG_LOC and following.ops:
            line = following.ops[0]
        elif isinstance(following, Record) and following.code == InstCode.DEBUG_LOC_AGAIN:
            line = self.body.last_location.line if self.body.last_location is not None else 0
        where = f" (source line {line})" if line else ""
        return UnsupportedError(f"function {self.function.name!r}: instruction {name}{where}")

    def after(self, index: int) -> object:
        """What follows the block's record of this index."""
        items = self.block.items()
        for item in items:
            if isinstance(item, Record):
                index -= 1
                if index < 0:
                    break
        return next(items, None)

    def child(self, block: Block) -> None:
        """A block inside of the function's."""
        if block.id == _CONSTANTS:
            try:
                read_constants(self.state, block)
            except UnsupportedError as error:
                error.reason = f"function {self.function.name!r}: {error.reason}"
                raise
        elif block.id == _METADATA:
            reader = MetadataReader(self.state, block, in_function=True)
            reader.read()
            self.locals += reader.forward
        elif block.id == _VALUE_SYMTAB:
            each(block, self.symbol)
        else:
            each_known(block, _Attachments(self.state, self.function).record)

    def symbol(self, code: int, ops: list[int]) -> None:
        """A record of the value symbol table: the name of a value or of a basic block."""
        named: Value | BasicBlock
        if code == SymtabCode.BBENTRY:
            number, name = read_bbentry(ops)
            named = self.body.block(number)
        else:
            number, name = read_entry(ops)
            if number >= len(self.state.values):
                raise FormatError(f"a name for value {number} of {len(self.state.values)}")
            named = self.state.values[number]
        if max(ops[1:], default=0) > 0xFF:
            raise FormatError("a name with a character of more than eight bits")
        named.name = name
        self.function.symbols.append(named)


class _Attachments:
    """A METADATA_ATTACHMENT block."""

    def __init__(self, state: ReadState, function: Function) -> None:
        self.state = state
        self.function = function
        self.instructions = [instruction for block in function.blocks for instruction in block.instructions]
        self.attachments: dict[tuple[int, ...], tuple[tuple[int, MDNode], ...]] = {}  # many instructions have the same

    def record(self, code: int, ops: list[int]) -> None:
        """[kind, node]… of the function, or after an instruction's number those of one instruction."""
        if code != _ATTACHMENT:
            return
        if len(ops) % 2 == 0:
            self.function.metadata.extend(attachments_of(self.state, ops))
            return
        pairs = tuple(ops[1:])
        attachments = self.attachments.get(pairs)
        if attachments is None:
            attachments = self.attachments[pairs] = self.state.shared(attachments_of(self.state, pairs))
        if self.state.bodies:
            if ops[0] >= len(self.instructions):
                raise FormatError(f"an attachment to instruction {ops[0]} of {len(self.instructions)}")
            self.instructions[ops[0]].metadata += attachments
