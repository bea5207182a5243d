"""Model to records: writes a module as Apple's LLVM of its era does, with every id and offset recomputed.

`write_module` is the entry point. The steps have the order of the blocks in the file; the eras are in
`mtlb.ir.eras`, the numbering in `enumerate`, and the records of each block in the file named after it.

Source: LLVM's lib/Bitcode/Writer/BitcodeWriter.cpp, versions 4 to 14.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ..base.classes import NamedTuple
from ..base.errors import BuildError, MtlbError, UnsupportedError
from ..base.strings import string_to_bytes
from ..bitstream.codec import BLOCKINFO, UNABBREV_RECORD, Abbreviation, AbbrevOp, abbreviation_of
from ..bitstream.wrapper import wrap
from ..bitstream.writer import StreamWriter
from ..ir import ConstantCode, Era, Function, InstCode, MetadataCode, Module
from .attributes import write_attribute_groups, write_attribute_lists
from .codes import BlobCode, BlockId, IdentificationCode, ModuleCode, NameCode, SymtabCode
from .constants import write_constants, write_module_constants
from .enumerate import Enumeration
from .eras import era_of, toolchain_of
from .function_writer import write_instructions
from .globals import GlobalWriter
from .instruction_writer import InstructionWriter
from .metadata import MetadataWriter
from .records._instructions import abbreviations
from .records._module import write_epoch, write_version, write_vstoffset
from .records.implicit import implicit_abbreviations
from .symtab import build_symtab
from .types import write_types
from .value_symbols import write_local_symbols, write_module_symbols, write_plain_symbols
from .write_state import ARRAY, BLOB, CHAR6, MODULE_WIDTH, WriteState, encoding, fixed, literal, vbr

_ATTACHMENT: Final = MetadataCode.ATTACHMENT
_IDENTIFICATION: Final = BlockId.IDENTIFICATION
_SOURCE_FILENAME: Final = ModuleCode.SOURCE_FILENAME
_BLOCKINFO_WIDTH: Final = 2  # bits of the ids of abbreviations


class _Blockinfo(NamedTuple):
    """The body of a BLOCKINFO block, the abbreviations that it gives to blocks, and their ids by name."""

    body: bytes
    abbreviations: dict[int, list[Abbreviation]]
    ids: dict[str, int]


@lru_cache(maxsize=64)
def _blockinfo(era: Era, type_bits: int) -> _Blockinfo:
    """The BLOCKINFO block of an era, which depends only on the bit width of type ids."""
    type_ = fixed(type_bits)
    opcode = fixed(4)
    entry, bb_entry = literal(SymtabCode.ENTRY), literal(SymtabCode.BBENTRY)
    functions = abbreviations(era, type_bits)
    rows: dict[BlockId, dict[str, tuple[AbbrevOp, ...]]] = {
        BlockId.VALUE_SYMTAB: {
            "entry8": (fixed(3), vbr(8), ARRAY, fixed(8)),
            "entry7": (entry, vbr(8), ARRAY, fixed(7)),
            "entry6": (entry, vbr(8), ARRAY, CHAR6),
            "bbentry6": (bb_entry, vbr(8), ARRAY, CHAR6),
        },
        BlockId.CONSTANTS: {
            "settype": (literal(ConstantCode.SETTYPE), type_),
            "integer": (literal(ConstantCode.INTEGER), vbr(8)),
            "ce cast": (literal(ConstantCode.CE_CAST), opcode, type_, vbr(8)),
            "null": (literal(ConstantCode.NULL),),
        },
        BlockId.FUNCTION: functions if era.explicit_types else implicit_abbreviations(functions),
    }
    stream = StreamWriter(magic=b"")
    by_block: dict[int, list[Abbreviation]] = {}
    ids: dict[str, int] = {}
    stream.enter_block(BLOCKINFO, _BLOCKINFO_WIDTH)
    for block_id, row in rows.items():
        stream.set_block(block_id)
        by_block[block_id] = [abbreviation_of(*operands) for operands in row.values()]
        for name, abbreviation in zip(row, by_block[block_id], strict=True):
            ids[name] = stream.define_abbreviation(abbreviation)
    stream.end_block()
    return _Blockinfo(stream.last_body(), by_block, ids)


def write_module(module: Module, era: Era | None = None, *, to_be_converted: bool = False) -> bytes:
    """The bitcode of `module`, in a wrapper with padding if it was in one; in the form of `era`, by default its own.

    Raises UnsupportedError for what can't be written and BuildError for a module that is inconsistent, or that the era
    can't express. Opaque pointers, which no Metal loader is known to support, are written for a reader of ours, or for
    the LLVM of `mtlb run`, alone: `to_be_converted`.
    """
    if module.has_opaque_pointers and not to_be_converted:
        raise UnsupportedError(
            "the module has opaque pointers, which no Metal loader is known to support; convert it with `mtlb convert`"
        )
    if not module.has_bodies:
        raise BuildError("a module that was read without its function bodies can't be written")
    bitcode = ModuleWriter(module, era or era_of(module)).write()
    return wrap(bitcode) if module.wrapper else bitcode


class ModuleWriter:
    """One writing of one module."""

    def __init__(self, module: Module, era: Era, ids: Enumeration | None = None) -> None:
        self.module = module
        self.era = era
        self.ids = ids or Enumeration(module, era)
        self.state = WriteState(module, era, self.ids)
        self.stream = self.state.stream
        self.downgraded = toolchain_of(module) >= era.downgraded_from
        self.globals = GlobalWriter(self.state)
        self.metadata = MetadataWriter(self.state, downgraded=self.downgraded)
        self.symbol_table_position = 0  # of the word with the symbol table's offset, in bits
        self.function_offsets: dict[Function, int] = {}  # in 32-bit words

    def write(self) -> bytes:
        """The bitcode, without a wrapper."""
        state, stream, module = self.state, self.stream, self.module
        if self.era.identified:
            self.write_identification()
        stream.enter_block(BlockId.MODULE, MODULE_WIDTH)
        stream.record(ModuleCode.VERSION, write_version(self.era.module_version))
        self.write_blockinfo()
        if self.era.types_first:
            write_types(state)
        write_attribute_groups(state)
        write_attribute_lists(state)
        if not self.era.types_first:
            write_types(state)
        self.globals.comdats()
        self.write_module_info()
        write_module_constants(state)
        if self.era.identified:
            self.write_rest()
        else:
            self.write_rest_of_llvm_3()
        stream.end_block()
        if self.era.names_in_strings:
            if module.symtab_version is not None:
                self.write_blob(BlockId.SYMTAB, build_symtab(module, state.strings))
            self.write_blob(BlockId.STRTAB, state.strings.getvalue())
        return stream.getvalue()

    def write_rest(self) -> None:
        """The blocks after the constants in the MODULE block."""
        state, stream, module = self.state, self.stream, self.module
        self.metadata.kinds()
        self.metadata.module_block()
        state.names(BlockId.OPERAND_BUNDLE_TAGS, 3, NameCode.NAME, module.operand_bundle_tags)
        if self.era.sync_scopes:
            state.names(BlockId.SYNC_SCOPE_NAMES, 2, NameCode.NAME, module.sync_scopes)
        self.write_functions()
        stream.patch(self.symbol_table_position, stream.position // 32)
        write_module_symbols(state, self.function_offsets, downgraded=self.downgraded)

    def write_rest_of_llvm_3(self) -> None:
        """The same in LLVM 3.x: the kinds are in a second METADATA block, the symbol table is before the functions."""
        self.metadata.module_block()
        self.metadata.kinds()
        write_plain_symbols(self.state)
        self.write_functions()

    def write_blob(self, block_id: int, blob: bytes) -> None:
        """A block that holds one blob."""
        self.stream.enter_block(block_id, 3)
        abbreviation = self.state.define(literal(BlobCode.BLOB), BLOB)
        self.stream.record(BlobCode.BLOB, (), abbreviation, blob)
        self.stream.end_block()

    def write_identification(self) -> None:
        """The IDENTIFICATION block, which most modules of a toolchain have alike."""
        content = (self.module.identification, self.module.epoch)
        self.state.known_block(_IDENTIFICATION, 5, content, self._identification)

    def _identification(self) -> None:
        data = string_to_bytes(self.module.identification or "")
        string = self.state.define(literal(IdentificationCode.STRING), ARRAY, encoding(data))
        self.stream.record(IdentificationCode.STRING, data, string)
        epoch = self.state.define(literal(IdentificationCode.EPOCH), vbr(6))
        self.stream.record(IdentificationCode.EPOCH, write_epoch(self.module.epoch), epoch)

    def write_blockinfo(self) -> None:
        """The abbreviations of the blocks that occur more than once."""
        blockinfo = _blockinfo(self.era, self.state.type_width.value)
        self.stream.copy_blockinfo(_BLOCKINFO_WIDTH, blockinfo.body, blockinfo.abbreviations)
        self.state.abbreviations = dict(blockinfo.ids)

    def write_module_info(self) -> None:
        """The records of the MODULE block itself."""
        state, module = self.state, self.module
        if module.triple:
            state.string_record(ModuleCode.TRIPLE, module.triple)
        if module.data_layout:
            state.string_record(ModuleCode.DATALAYOUT, module.data_layout)
        if module.asm:
            state.string_record(ModuleCode.ASM, module.asm)
        self.globals.names()
        simple = self.globals.abbreviation() if module.globals else UNABBREV_RECORD
        if self.era.names_in_strings:
            self.write_source_filename()
        self.globals.records(simple)
        if not self.era.identified:
            return
        if not self.era.names_in_strings:
            self.write_source_filename()
        offset = state.define(literal(ModuleCode.VSTOFFSET), fixed(32))
        self.stream.record(ModuleCode.VSTOFFSET, write_vstoffset(0), offset)
        self.symbol_table_position = self.stream.position - 32

    def write_source_filename(self) -> None:
        """The SOURCE_FILENAME record, if the module has one."""
        if self.module.source_filename is None:
            return
        data = string_to_bytes(self.module.source_filename)
        abbreviation = self.state.define(literal(_SOURCE_FILENAME), ARRAY, encoding(data))
        self.stream.record(_SOURCE_FILENAME, data, abbreviation)

    def write_functions(self) -> None:
        """The bodies of all functions."""
        tags = {tag: number for number, tag in enumerate(self.module.operand_bundle_tags)}
        writer = InstructionWriter(self.stream, self.ids, self.era, tags, self.state.abbreviations)
        for function in self.module.functions:
            if function.is_definition:
                try:
                    self.write_function(function, writer)
                except MtlbError as error:
                    error.reason = f"function {function.name!r}: {error.reason}"
                    raise

    def write_function(self, function: Function, writer: InstructionWriter) -> None:
        """One FUNCTION block."""
        stream = self.stream
        self.function_offsets[function] = stream.position // 32
        stream.enter_block(BlockId.FUNCTION, 4)
        first, end, metadata = self.ids.enter_function(function)
        stream.record(InstCode.DECLAREBLOCKS, [len(function.blocks)])
        write_constants(self.state, first, end)
        self.metadata.function_block(metadata)
        write_instructions(writer, function, end)
        write_local_symbols(self.state, function)
        self.write_attachments(function)
        self.ids.leave_function()
        stream.end_block()

    def write_attachments(self, function: Function) -> None:
        """[kind, node]... of the function, and after the instruction's number those of instructions."""
        encoded: dict[object, list[int]] = {}  # many instructions have the same
        rows: list[tuple[int, list[int]]] = []
        number = 0
        for block in function.blocks:
            for instruction in block.instructions:
                metadata = instruction.metadata
                if metadata:
                    pairs = encoded.get(metadata)
                    if pairs is None:
                        pairs = encoded[metadata] = self.metadata.attachment(metadata)
                    rows.append((_ATTACHMENT, [number, *pairs]))
                number += 1
        if function.metadata:
            rows.insert(0, (_ATTACHMENT, self.metadata.attachment(function.metadata)))
        if not rows:
            return
        self.stream.enter_block(BlockId.METADATA_ATTACHMENT, 3)
        self.stream.records(rows)
        self.stream.end_block()
