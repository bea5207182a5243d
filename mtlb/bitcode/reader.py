"""Records to model: reads one LLVM module, of any era from LLVM 3.x (AIR 1.6) to opaque pointers.

`read_module` is the door. Module-level blocks are read in the order in which they stand; function bodies last, or not
at all (`bodies=False`: they are stepped over by their length word). Every id is resolved to an object of `ir`.

Sources: https://llvm.org/docs/BitCodeFormat.html, LLVM's BitcodeReader.cpp and MetadataLoader.cpp.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from functools import partial

from ..base.errors import FormatError, MtlbError, UnsupportedError
from ..bitstream.codec import Record
from ..bitstream.stream import Block, Stream, read_stream
from ..bitstream.wrapper import bitcode_offset, is_wrapped, unwrap
from ..ir import (
    Alias,
    Argument,
    Comdat,
    Context,
    Function,
    GlobalValue,
    GlobalVariable,
    Linkage,
    Module,
    TypeCode,
    Value,
)
from .codes import BlockId, IdentificationCode, ModuleCode, SymtabCode
from .constant_reader import read_constants
from .decoding import RECORD_ERRORS, characters, collection_paused
from .eras import era_of_records
from .function_reader import read_function
from .metadata_reader import MetadataReader
from .names import NAMES
from .state import ReadState
from .type_reader import read_types

__all__ = ["read_module"]

# What LLVM before 3.6 wrote for a linkage, as we name it now.
_LINKAGE = {
    0: Linkage.EXTERNAL,
    1: Linkage.WEAK_ANY,
    2: Linkage.APPENDING,
    3: Linkage.INTERNAL,
    4: Linkage.LINK_ONCE_ANY,
    5: Linkage.EXTERNAL,
    6: Linkage.EXTERNAL,
    7: Linkage.EXTERN_WEAK,
    8: Linkage.COMMON,
    9: Linkage.PRIVATE,
    10: Linkage.WEAK_ODR,
    11: Linkage.LINK_ONCE_ODR,
    12: Linkage.AVAILABLE_EXTERNALLY,
    13: Linkage.PRIVATE,
    14: Linkage.PRIVATE,
    15: Linkage.EXTERNAL,
    16: Linkage.WEAK_ANY,
    17: Linkage.WEAK_ODR,
    18: Linkage.LINK_ONCE_ANY,
    19: Linkage.LINK_ONCE_ODR,
}

# Where the fields that most globals have stand in their records, names of version 2 taken off.
_GLOBALVAR_FIELDS = {
    "section": 5,
    "visibility": 6,
    "thread_local": 7,
    "unnamed_addr": 8,
    "dll_storage": 10,
    "comdat": 11,
    "dso_local": 13,
    "partition": 14,
}
_FUNCTION_FIELDS = {
    "section": 6,
    "visibility": 7,
    "unnamed_addr": 9,
    "dll_storage": 11,
    "comdat": 12,
    "dso_local": 15,
    "partition": 17,
}
_ALIAS_FIELDS = {
    "visibility": 4,
    "dll_storage": 5,
    "thread_local": 6,
    "unnamed_addr": 7,
    "dso_local": 8,
    "partition": 9,
}
_IFUNC_FIELDS = {"visibility": 4, "partition": 5}


def read_module(
    data: bytes | memoryview,
    *,
    context: Context | None = None,
    bodies: bool = True,
    file: str | None = None,
    base: int = 0,
) -> Module:
    """The module in `data`: bitcode from its magic on, in a wrapper or bare. `base` is its offset in `file`.

    Without `bodies` functions have no blocks: enough for their facts, a fraction of the time. Modules that are to be
    linked share a `context`. Raises FormatError (the bytes are wrong) or UnsupportedError (something no shader has).
    """
    try:
        stream = read_stream(unwrap(data), base=base + bitcode_offset(data))
        with collection_paused():
            module = ModuleReader(stream, context or Context(), bodies).read()
    except RecursionError:
        raise FormatError("nested too deeply", file=file, offset=base) from None
    except MtlbError as error:
        if error.offset is None:
            error.offset = base
        raise (error.in_file(file) if file is not None else error) from None
    module.wrapper = is_wrapped(data)
    module.raw = data
    return module


class ModuleReader:
    """One reading of one module. Lists are indexed by the ids of the file."""

    def __init__(self, stream: Stream, context: Context, bodies: bool) -> None:
        self.stream = stream
        self.state = ReadState(context, bodies)
        self.module = self.state.module
        self.sections: list[str] = []
        self.gc_names: list[str] = []
        self.function_fields = 0  # of the widest FUNCTION record
        self.function_blocks: list[Block] = []
        # ids that are resolved once all constants are known: (set, id plus one)
        self.later: list[tuple[Callable[[Value], None], int]] = []

    # --- the stream --------------------------------------------------------------------------------------------------

    def read(self) -> Module:
        modules = [block for block in self.stream.blocks() if block.id == BlockId.MODULE]
        if not modules:
            raise FormatError("bitcode without a module", offset=self.stream.base)
        if len(modules) > 1:
            raise UnsupportedError(f"{len(modules)} modules in one bitcode file", offset=modules[1].offset)
        symtab = None
        for block in self.stream.blocks():
            if block.id == BlockId.IDENTIFICATION:
                self.identification(block)
            elif block.id == BlockId.STRTAB:
                self.state.strtab = block.blob(1) or self.state.strtab
            elif block.id == BlockId.SYMTAB:
                symtab = block.blob(1)
        self.module_block(modules[0])
        if symtab is not None and len(symtab) >= 12:
            version, at, size = struct.unpack_from("<3I", symtab)
            self.module.symtab_version = version
            self.module.producer = self.state.string(at, size)
        return self.module

    def identification(self, block: Block) -> None:
        self.module.identification = ""

        def record(code: int, ops: list[int]) -> None:
            if code == IdentificationCode.STRING:
                self.module.identification = characters(ops)
            elif code == IdentificationCode.EPOCH:
                self.module.epoch = ops[0]

        self.state.each(block, record)

    # --- module level ------------------------------------------------------------------------------------------------

    def module_block(self, block: Block) -> None:
        readers: dict[int, Callable[[Block], None]] = {
            BlockId.TYPE: partial(read_types, self.state),
            BlockId.PARAMATTR_GROUP: lambda b: self.state.each(b, self.state.attributes.group_record),
            BlockId.PARAMATTR: lambda b: self.state.each(b, self.state.attributes.list_record),
            BlockId.CONSTANTS: partial(read_constants, self.state),
            BlockId.METADATA: lambda b: MetadataReader(self.state, b).read(),
            BlockId.METADATA_KIND: lambda b: self.state.each(b, self.state.metadata_kind),
            BlockId.OPERAND_BUNDLE_TAGS: partial(self.names, self.module.operand_bundle_tags),
            BlockId.SYNC_SCOPE_NAMES: partial(self.names, self.module.sync_scopes),
            BlockId.VALUE_SYMTAB: lambda b: self.state.each(b, self.module_symbol),
            BlockId.FUNCTION: self.function_blocks.append,
        }
        index = 0
        for item in block.items():
            if isinstance(item, Block):
                if (read := readers.get(item.id)) is not None:
                    read(item)
                elif item.id != BlockId.BLOCKINFO:
                    self.module.unmodelled.append(NAMES.block(item.id))
            elif isinstance(item, Record):
                try:
                    self.module_record(item.code, item.ops)
                except MtlbError as error:
                    raise self.state.blame(block, index, error) from None
                except RECORD_ERRORS as error:
                    raise self.state.malformed(block, index, item.code, error) from None
                index += 1
        identified = self.module.identification is not None
        self.module.era = era_of_records(self.module.version, self.function_fields, identified=identified)
        self.resolve_later(block)
        self.read_functions(block)

    def module_record(self, code: int, ops: list[int]) -> None:
        module = self.module
        if code == ModuleCode.VERSION:
            if ops[0] > 2:
                raise UnsupportedError(f"module record version {ops[0]}")
            module.version = ops[0]
        elif code == ModuleCode.TRIPLE:
            module.triple = characters(ops)
        elif code == ModuleCode.DATALAYOUT:
            module.data_layout = characters(ops)
        elif code == ModuleCode.ASM:
            module.asm = characters(ops)
        elif code == ModuleCode.SECTIONNAME:
            self.sections.append(characters(ops))
        elif code == ModuleCode.GCNAME:
            self.gc_names.append(characters(ops))
        elif code == ModuleCode.SOURCE_FILENAME:
            module.source_filename = characters(ops)
        elif code == ModuleCode.COMDAT:
            self.comdat(ops)
        elif code == ModuleCode.GLOBALVAR:
            self.global_variable(*self.named(ops))
        elif code == ModuleCode.FUNCTION:
            name, fields = self.named(ops)
            self.function_fields = max(self.function_fields, len(fields))
            self.function(name, fields)
        elif code in (ModuleCode.ALIAS, ModuleCode.IFUNC, ModuleCode.ALIAS_OLD):
            self.alias(code, *self.named(ops))
        elif code == ModuleCode.DEPLIB:
            raise UnsupportedError("a module with a DEPLIB record")
        # VSTOFFSET and HASH are computed anew.

    def named(self, ops: list[int]) -> tuple[str, list[int]]:
        """The name of a global and the rest of its record: from version 2 on the string table holds the name."""
        if self.module.version < 2:
            return "", ops
        return self.state.string(ops[0], ops[1]), ops[2:]

    def comdat(self, ops: list[int]) -> None:
        if self.module.version >= 2:
            self.module.comdats.append(Comdat(self.state.string(ops[0], ops[1]), ops[2]))
        else:
            self.module.comdats.append(Comdat(characters(ops[2 : 2 + ops[1]]), ops[0]))

    def add_global(self, value: GlobalValue, ops: list[int], fields: dict[str, int]) -> None:
        """Set the common fields whose place in the record `fields` gives, and number the value."""
        value.address_space = value.type.address_space
        for name, place in fields.items():
            if place < len(ops):
                setattr(value, name, ops[place])
        if "partition" in fields:
            at = fields["partition"]
            value.partition = self.state.string(ops[at], ops[at + 1]) if at + 1 < len(ops) else ""
        if "section" in fields:
            index = ops[fields["section"]] if fields["section"] < len(ops) else 0
            value.section = self.sections[index - 1] if index else ""
        if "comdat" in fields:
            index = ops[fields["comdat"]] if fields["comdat"] < len(ops) else 0
            value.comdat = self.module.comdats[index - 1] if index else None
        self.state.values.append(value)

    def global_variable(self, name: str, ops: list[int]) -> None:
        # [type, constant | explicit << 1 | address space << 2, initializer + 1, linkage, alignment, section, …]
        value_type, flags = self.state.type(ops[0]), ops[1]
        if flags & 2:
            type_ = self.state.pointer_to(value_type, flags >> 2)
        else:
            type_, value_type = value_type, value_type.pointee
        value = GlobalVariable(type_, value_type, name, _LINKAGE[ops[3]])
        value.is_constant = bool(flags & 1)
        value.alignment = ops[4]
        if ops[2]:
            self.later.append((partial(setattr, value, "initializer"), ops[2]))
        if len(ops) > 9:
            value.externally_initialized = ops[9]
        if len(ops) > 12:
            value.attributes = self.state.attribute_list(ops[12])
        value.extra = tuple(ops[16:])
        self.add_global(value, ops, _GLOBALVAR_FIELDS)
        self.module.globals.append(value)

    def function(self, name: str, ops: list[int]) -> None:
        # [type, calling convention, is prototype, linkage, attributes, alignment, section, visibility, gc, …]
        value_type = self.state.type(ops[0])
        if value_type.is_pointer:
            value_type = value_type.pointee
        if value_type.code is not TypeCode.FUNCTION:
            raise FormatError(f"function {name!r} is not of a function type")
        space = ops[16] if len(ops) > 16 else 0
        value = Function(self.state.pointer_to(value_type, space), value_type, name, _LINKAGE[ops[3]])
        value.calling_convention = ops[1]
        value.is_definition = not ops[2]
        value.attributes = self.state.attribute_list(ops[4])
        value.alignment = ops[5]
        if len(ops) > 8 and ops[8]:
            value.gc = self.gc_names[ops[8] - 1]
        for field, place in (("prologue", 10), ("prefix", 13), ("personality", 14)):
            if len(ops) > place and ops[place]:
                self.later.append((partial(setattr, value, field), ops[place]))
        value.extra = tuple(ops[19:])
        self.add_global(value, ops, _FUNCTION_FIELDS)
        self.module.functions.append(value)

    def alias(self, code: int, name: str, ops: list[int]) -> None:
        # [type, address space,] aliasee, linkage, …; the old record has a pointer type and no address space
        if code == ModuleCode.ALIAS_OLD:
            ops = [ops[0], 0, *ops[1:]]
            type_ = self.state.type(ops[0])
            value_type = type_.pointee
        else:
            value_type = self.state.type(ops[0])
            type_ = self.state.pointer_to(value_type, ops[1])
        value = Alias(type_, value_type, name, _LINKAGE[ops[3]], is_ifunc=code == ModuleCode.IFUNC)
        self.later.append((partial(setattr, value, "aliasee"), ops[2] + 1))
        self.add_global(value, ops, _IFUNC_FIELDS if value.is_ifunc else _ALIAS_FIELDS)
        self.module.aliases.append(value)

    def resolve_later(self, block: Block) -> None:
        for set_value, number in self.later:
            if number > len(self.state.values):
                raise block.fail(f"a global refers to value {number - 1} of {len(self.state.values)}")
            set_value(self.state.values[number - 1])

    def module_symbol(self, code: int, ops: list[int]) -> None:
        """Before version 2 this table names the globals: [value, name…], or [value, offset, name…] for a definition."""
        if self.module.version >= 2:
            return
        value = self.state.values[ops[0]]
        if not isinstance(value, GlobalValue):
            raise FormatError(f"the module's symbol table names value {ops[0]}, which is no global")
        value.name = characters(ops[2:] if code == SymtabCode.FNENTRY else ops[1:])
        self.module.symbols.append(value)

    def names(self, into: list[str], block: Block) -> None:
        self.state.each(block, lambda _, ops: into.append(characters(ops)))

    # --- function bodies ---------------------------------------------------------------------------------------------

    def read_functions(self, block: Block) -> None:
        definitions = [function for function in self.module.functions if function.is_definition]
        if len(definitions) != len(self.function_blocks):
            raise block.fail(f"{len(definitions)} functions are defined, {len(self.function_blocks)} have bodies")
        # Without bodies only debug info is wanted of them: which subprogram a function is.
        attachments = "llvm.dbg.cu" in self.module.named_metadata
        for function, body in zip(definitions, self.function_blocks, strict=True):
            function.arguments = [Argument(t, i) for i, t in enumerate(function.value_type.parameters)]
            if not (self.state.bodies or attachments):
                continue
            values, metadata = len(self.state.values), len(self.state.metadata)
            self.state.values.extend(function.arguments)
            read_function(self.state, function, body)
            del self.state.values[values:], self.state.metadata[metadata:]
