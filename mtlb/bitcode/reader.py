"""Records to model: reads one LLVM module, of any era from LLVM 3.x (AIR 1.6) to opaque pointers.

`read_module` is the entry point. Module-level blocks are read in the order of the file; function bodies last.
`bodies=False` skips them by their length word; a function as `bodies` selects some. Every id is resolved to an object
of `ir`.

Sources: https://llvm.org/docs/BitCodeFormat.html, LLVM's BitcodeReader.cpp and MetadataLoader.cpp.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from ..base.errors import FormatError, MtlbError, UnsupportedError
from ..bitstream.codec import Record
from ..bitstream.stream import Block, Stream, cached, read_stream
from ..bitstream.wrapper import bitcode_offset, is_wrapped, unwrap
from ..ir import Argument, Context, Function, Module
from ..ir.names import COMPILE_UNITS
from ..machinery.collection import collection_paused
from .attributes import read_groups, read_lists
from .blocks import blame, each, each_known
from .codes import BlobCode, BlockId, IdentificationCode, ModuleCode
from .constants import read_constants
from .decoding import characters
from .eras import era_of_records
from .function_reader import read_function
from .globals import GlobalReader
from .metadata import MetadataReader, read_kinds
from .records._module import read_epoch, read_version
from .state import ReadState
from .symtab import read_symtab_header
from .types import read_types
from .value_symbols import read_module_symbol

_BLOB: Final[int] = BlobCode.BLOB
_BLOCKINFO: Final[int] = BlockId.BLOCKINFO
_CONSTANTS: Final[int] = BlockId.CONSTANTS
_FUNCTION: Final[int] = BlockId.FUNCTION
_IDENTIFICATION: Final[int] = BlockId.IDENTIFICATION
_METADATA: Final[int] = BlockId.METADATA
_METADATA_KIND: Final[int] = BlockId.METADATA_KIND
_MODULE: Final[int] = BlockId.MODULE
_OPERAND_BUNDLE_TAGS: Final[int] = BlockId.OPERAND_BUNDLE_TAGS
_PARAMATTR: Final[int] = BlockId.PARAMATTR
_PARAMATTR_GROUP: Final[int] = BlockId.PARAMATTR_GROUP
_STRTAB: Final[int] = BlockId.STRTAB
_SYMTAB: Final[int] = BlockId.SYMTAB
_SYNC_SCOPE_NAMES: Final[int] = BlockId.SYNC_SCOPE_NAMES
_TYPE: Final[int] = BlockId.TYPE
_VALUE_SYMTAB: Final[int] = BlockId.VALUE_SYMTAB

# A look into an enumeration takes Python 3.11 ten times as long as one into the module.
_ASM: Final[int] = ModuleCode.ASM
_DATALAYOUT: Final[int] = ModuleCode.DATALAYOUT
_DEPLIB: Final[int] = ModuleCode.DEPLIB
_SOURCE_FILENAME: Final[int] = ModuleCode.SOURCE_FILENAME
_TRIPLE: Final[int] = ModuleCode.TRIPLE
_VERSION: Final[int] = ModuleCode.VERSION

Bodies = Callable[[Module], Iterable[Function]]
"""Selects the functions whose bodies are read: each body is read when the iterator is advanced past it."""


def read_module(
    data: bytes | memoryview,
    *,
    context: Context | None = None,
    bodies: bool | Bodies = True,
    file: str | None = None,
    base: int = 0,
    lenient: bool = False,
    attribute_groups: list[Block] | None = None,
) -> Module:
    """The module in `data`: bitcode from its magic on, in a wrapper or bare. `base` is its offset in `file`.

    Without `bodies` functions have no blocks: enough for their facts, a fraction of the time. A function as `bodies`
    selects the definitions to read; `has_bodies` is true if these are all. Modules that are to be linked share a
    `context`. Raises FormatError (the bytes are wrong) or UnsupportedError (something that does not occur in shaders).
    If `lenient`, functions with something that does not occur in shaders have no blocks, and `Module.unread` says why.
    `attribute_groups` gets the blocks of attribute groups, for `probe.kinds_of_groups`.
    """
    try:
        stream = read_stream(unwrap(data), base=base + bitcode_offset(data))
        with collection_paused():
            reader = ModuleReader(stream, context or Context(), bodies, lenient=lenient)
            module = reader.read()
        if attribute_groups is not None:
            attribute_groups += reader.attribute_groups
    except MtlbError as error:
        if error.offset is None:
            error.offset = base
        error.file = error.file or file
        raise error from None
    module.wrapper = is_wrapped(data)
    module.raw = data
    return module


def read_names(block: Block) -> tuple[str, ...]:
    """The strings of a block whose records are strings."""
    names: list[str] = []
    each(block, lambda _, ops: names.append(characters(ops)))
    return tuple(names)


class ModuleReader:
    """One reading of one module."""

    def __init__(self, stream: Stream, context: Context, bodies: bool | Bodies, *, lenient: bool = False) -> None:
        self.stream = stream
        self.select = None if isinstance(bodies, bool) else bodies
        self.state = ReadState(context, bodies is not False)
        self.state.lenient = lenient
        self.module = self.state.module
        self.globals = GlobalReader(self.state)
        self.function_blocks: list[Block] = []
        self.attribute_groups: list[Block] = []

    def read(self) -> Module:
        """The module. Raises FormatError or UnsupportedError."""
        blocks = self.stream.blocks()
        modules = [block for block in blocks if block.id == _MODULE]
        if not modules:
            raise FormatError("the bitcode has no MODULE block", offset=self.stream.base)
        if len(modules) > 1:
            raise UnsupportedError(f"the bitcode has {len(modules)} MODULE blocks", offset=modules[1].offset)
        symtab = None
        for block in blocks:
            if block.id == _IDENTIFICATION:
                self.module.identification = ""
                each_known(block, self.identification_record)
            elif block.id == _STRTAB:
                self.state.strtab = block.blob(_BLOB) or self.state.strtab
            elif block.id == _SYMTAB:
                symtab = block.blob(_BLOB)
        self.module_block(modules[0])
        header = None if symtab is None else read_symtab_header(symtab)
        if header is not None:
            self.module.symtab_version = header.version
            self.module.producer = self.state.string(*header.producer)
        return self.module

    def identification_record(self, code: int, ops: list[int]) -> None:
        """A record of the IDENTIFICATION block."""
        if code == IdentificationCode.STRING:
            self.module.identification = characters(ops)
        elif code == IdentificationCode.EPOCH:
            self.module.epoch = read_epoch(ops).epoch

    def module_block(self, block: Block) -> None:
        """The MODULE block, its children in their order, function bodies last."""
        state = self.state
        readers: dict[int, Callable[[Block], None]] = {
            _TYPE: partial(read_types, state),
            _PARAMATTR_GROUP: self.groups,
            _PARAMATTR: lambda b: state.attributes.add_lists(cached(b, read_lists)),
            _CONSTANTS: partial(read_constants, state),
            _METADATA: lambda b: MetadataReader(state, b).read(),
            _METADATA_KIND: lambda b: self.module.metadata_kinds.extend(cached(b, read_kinds)),
            _OPERAND_BUNDLE_TAGS: lambda b: self.module.operand_bundle_tags.extend(cached(b, read_names)),
            _SYNC_SCOPE_NAMES: lambda b: self.module.sync_scopes.extend(cached(b, read_names)),
            _VALUE_SYMTAB: lambda b: each_known(b, partial(read_module_symbol, state)),
            _FUNCTION: self.function_blocks.append,
        }
        index = 0
        for item in block.items():
            if isinstance(item, Block):
                if (read := readers.get(item.id)) is not None:
                    read(item)
                elif item.id != _BLOCKINFO:
                    from .names import NAMES  # no module of Apple's needs them

                    self.module.unmodelled.append(NAMES.block(item.id))
            elif isinstance(item, Record):
                try:
                    self.module_record(item.code, item.ops)
                except MtlbError as error:
                    raise blame(block, index, error) from None
                index += 1
        identified = self.module.identification is not None
        self.module.era = era_of_records(self.module.version, self.globals.function_fields, identified=identified)
        self.globals.resolve(block)
        self.read_functions(block)

    def groups(self, block: Block) -> None:
        """A PARAMATTR_GROUP block."""
        self.attribute_groups.append(block)
        self.state.attributes.add_groups(cached(block, read_groups))

    def module_record(self, code: int, ops: list[int]) -> None:
        """A record of the MODULE block itself; VSTOFFSET and HASH are ignored, as writing recomputes them."""
        module = self.module
        if code == _VERSION:
            module.version = read_version(ops).version
            if module.version > 2:
                raise UnsupportedError(f"unsupported version {module.version} of the module's records")
        elif code == _TRIPLE:
            module.triple = characters(ops)
        elif code == _DATALAYOUT:
            module.data_layout = characters(ops)
        elif code == _ASM:
            module.asm = characters(ops)
        elif code == _SOURCE_FILENAME:
            module.source_filename = characters(ops)
        elif code == _DEPLIB:
            raise UnsupportedError("a module with a DEPLIB record")
        else:
            self.globals.record(code, ops)

    def read_functions(self, block: Block) -> None:
        """The bodies of functions, which are in the order of the definitions."""
        definitions = [function for function in self.module.functions if function.is_definition]
        if len(definitions) != len(self.function_blocks):
            raise block.fail(
                f"{len(definitions)} functions are defined, but there are {len(self.function_blocks)} FUNCTION blocks"
            )
        for function in definitions:
            function.arguments = [Argument(t, i) for i, t in enumerate(function.value_type.parameters)]
        blocks = dict(zip(definitions, self.function_blocks, strict=True))
        if self.select is not None:
            for function in self.select(self.module):
                if function in blocks:
                    self.read_function(function, blocks.pop(function))
            self.state.bodies = self.module.has_bodies = not blocks
        # Without its body only the debug info of a function is read: its subprogram.
        if self.state.bodies or COMPILE_UNITS in self.module.named_metadata:
            for function, body in blocks.items():
                self.read_function(function, body)

    def read_function(self, function: Function, block: Block) -> None:
        """The body of one function, or its debug info alone."""
        values, metadata = len(self.state.values), len(self.state.metadata)
        self.state.values.extend(function.arguments)
        try:
            read_function(self.state, function, block)
        except UnsupportedError as error:
            if not self.state.lenient:
                raise
            function.blocks = []
            self.module.unread[function] = error
        del self.state.values[values:], self.state.metadata[metadata:]
