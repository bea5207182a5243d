"""Model to records: writes a module as Apple's LLVM of its era does, every id and offset computed anew.

`write_module` is the door. The steps stand in the order of the blocks in the file; what differs between the eras is in
`eras`, what gets which number in `enumerate`, instructions in `function_writer`, the tables behind in `symtab`.

Source: LLVM's lib/Bitcode/Writer/BitcodeWriter.cpp, versions 4 to 14.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..base.errors import BuildError, MtlbError, UnsupportedError
from ..base.strings import string_to_bytes
from ..bitstream.codec import BLOCKINFO, IS_CHAR6, UNABBREV_RECORD, Abbreviation, Encoding, Operand
from ..bitstream.wrapper import wrap
from ..bitstream.writer import StreamWriter
from ..ir import (
    Alias,
    BasicBlock,
    Constant,
    ConstantAsMetadata,
    ConstantCode,
    Era,
    Function,
    GlobalValue,
    GlobalVariable,
    InlineAsm,
    InstCode,
    LocalAsMetadata,
    MDField,
    MDNode,
    MDString,
    Metadata,
    MetadataCode,
    Module,
    Type,
    TypeCode,
    Value,
    metadata_schema,
)
from .codes import BlockId, IdentificationCode, ModuleCode, SymtabCode
from .decoding import RECORD_ERRORS, rotated
from .enumerate import Enumeration
from .eras import era_of, toolchain_of
from .function_writer import write_instructions
from .instruction_writer import InstructionWriter
from .records._instructions import abbreviations
from .symtab import StringTable, build_symtab, hash_order

__all__ = ["write_module"]

# A METADATA block gets an index if it has more nodes than this (LLVM's -bitcode-mdindex-threshold).
_INDEX_THRESHOLD = 25

_ARRAY = Operand(Encoding.ARRAY)
_CHAR6_OPERAND = Operand(Encoding.CHAR6)


def _literal(value: int) -> Operand:
    return Operand(Encoding.LITERAL, value)


def _fixed(width: int) -> Operand:
    return Operand(Encoding.FIXED, width)


def _vbr(width: int) -> Operand:
    return Operand(Encoding.VBR, width)


def write_module(module: Module, era: Era | None = None) -> bytes:
    """The bitcode of `module`, in a wrapper with padding if it stood in one; in its own era unless told otherwise.

    Raises UnsupportedError for what we can't write and BuildError for a module that the era can't express.
    """
    if not module.has_bodies:
        raise BuildError("a module that was read without its function bodies can't be written")
    try:
        bitcode = ModuleWriter(module, era or era_of(module)).write()
    except RecursionError:
        raise UnsupportedError("writing a module whose types or constants are nested too deeply") from None
    except (AssertionError, *RECORD_ERRORS) as error:
        # A reader that takes every value for what its record says has let a contradiction through.
        raise BuildError(f"the module contradicts itself ({type(error).__name__}: {error})") from error
    return wrap(bitcode) if module.wrapper else bitcode


def _encoding(data: bytes) -> Operand:
    """The narrowest element that holds a string: char6, 7 or 8 bits."""
    if IS_CHAR6.issuperset(data):
        return _CHAR6_OPERAND
    return _fixed(7) if data.isascii() else _fixed(8)


def _sign_extended(data: bytes, bits: int) -> list[int]:
    """Characters as LLVM pushes a signed `char` onto a vector of unsigned numbers of so many bits."""
    if data.isascii():
        return list(data)
    return [byte if byte < 0x80 else (byte - 0x100) & ((1 << bits) - 1) for byte in data]


class ModuleWriter:
    """One writing of one module."""

    def __init__(self, module: Module, era: Era, ids: Enumeration | None = None) -> None:
        self.module = module
        self.era = era
        self.ids = ids or Enumeration(module)
        self.stream = StreamWriter()
        self.strings = StringTable()
        self.type_bits = len(self.ids.types).bit_length()
        self.names_in_strings = era.module_version >= 2
        self.downgraded = toolchain_of(module) >= era.downgraded_from
        self.abbreviations: dict[str, int] = {}  # from BLOCKINFO
        self.symbol_table_position = 0  # the word that says where the symbol table is, in bits
        self.function_offsets: dict[Function, int] = {}  # in 32-bit words

    def write(self) -> bytes:
        self.write_identification()
        stream = self.stream
        stream.enter_block(BlockId.MODULE, 3)
        stream.record(ModuleCode.VERSION, [self.era.module_version])
        self.write_blockinfo()
        if self.era.types_first:
            self.write_types()
        self.write_attribute_groups()
        self.write_attribute_lists()
        if not self.era.types_first:
            self.write_types()
        self.write_comdats()
        self.write_module_info()
        self.write_module_constants()
        self.write_metadata_kinds()
        self.write_module_metadata()
        self.write_names(BlockId.OPERAND_BUNDLE_TAGS, 3, self.module.operand_bundle_tags)
        if self.era.sync_scopes:
            self.write_names(BlockId.SYNC_SCOPE_NAMES, 2, self.module.sync_scopes)
        self.write_functions()
        self.write_module_symbols()
        stream.end_block()
        if self.names_in_strings:
            if self.module.symtab_version is not None:
                self.write_blob(BlockId.SYMTAB, build_symtab(self.module, self.strings))
            self.write_blob(BlockId.STRTAB, self.strings.getvalue())
        return stream.getvalue()

    # --- small things ------------------------------------------------------------------------------------------------

    def string_record(self, code: int, text: str, char6: int = UNABBREV_RECORD) -> None:
        """A record that is a string; `char6` is the abbreviation for those that fit into six bits a character."""
        data = string_to_bytes(text)
        abbreviation = char6 if IS_CHAR6.issuperset(data) else UNABBREV_RECORD
        self.stream.record(code, _sign_extended(data, 32), abbreviation)

    def define(self, *operands: Operand) -> int:
        return self.stream.define_abbreviation(Abbreviation(*operands))

    def write_blob(self, block_id: int, blob: bytes) -> None:
        self.stream.enter_block(block_id, 3)
        self.stream.record(1, (), self.define(_literal(1), Operand(Encoding.BLOB)), blob)
        self.stream.end_block()

    def write_names(self, block_id: int, width: int, names: Sequence[str]) -> None:
        if not names:
            return
        self.stream.enter_block(block_id, width)
        for name in names:
            self.string_record(1, name)
        self.stream.end_block()

    def write_identification(self) -> None:
        self.stream.enter_block(BlockId.IDENTIFICATION, 5)
        data = string_to_bytes(self.module.identification or "")
        string = self.define(_literal(IdentificationCode.STRING), _ARRAY, _encoding(data))
        self.stream.record(IdentificationCode.STRING, data, string)
        epoch = self.define(_literal(IdentificationCode.EPOCH), _vbr(6))
        self.stream.record(IdentificationCode.EPOCH, [self.module.epoch], epoch)
        self.stream.end_block()

    def write_blockinfo(self) -> None:
        """The abbreviations of the blocks that occur more than once."""
        type_ = _fixed(self.type_bits)
        opcode = _fixed(4)
        entry, bb_entry = _literal(SymtabCode.ENTRY), _literal(SymtabCode.BBENTRY)
        rows: dict[BlockId, dict[str, tuple[Operand, ...]]] = {
            BlockId.VALUE_SYMTAB: {
                "entry8": (_fixed(3), _vbr(8), _ARRAY, _fixed(8)),
                "entry7": (entry, _vbr(8), _ARRAY, _fixed(7)),
                "entry6": (entry, _vbr(8), _ARRAY, _CHAR6_OPERAND),
                "bbentry6": (bb_entry, _vbr(8), _ARRAY, _CHAR6_OPERAND),
            },
            BlockId.CONSTANTS: {
                "settype": (_literal(ConstantCode.SETTYPE), type_),
                "integer": (_literal(ConstantCode.INTEGER), _vbr(8)),
                "ce cast": (_literal(ConstantCode.CE_CAST), opcode, type_, _vbr(8)),
                "null": (_literal(ConstantCode.NULL),),
            },
            BlockId.FUNCTION: abbreviations(self.era, self.type_bits),
        }
        self.stream.enter_block(BLOCKINFO, 2)
        for block_id, row in rows.items():
            self.stream.set_block(block_id)
            for name, operands in row.items():
                self.abbreviations[name] = self.define(*operands)
        self.stream.end_block()

    # --- types and attributes ----------------------------------------------------------------------------------------

    def write_types(self) -> None:
        stream = self.stream
        stream.enter_block(BlockId.TYPE, 4)
        type_ = _fixed(self.type_bits)
        members = (_fixed(1), _ARRAY, type_)
        abbreviations = {TypeCode.POINTER: self.define(_literal(TypeCode.POINTER), type_, _literal(0))}
        if self.era.opaque_pointers:
            opaque = self.define(_literal(TypeCode.OPAQUE_POINTER), _literal(0))
            abbreviations[TypeCode.OPAQUE_POINTER] = opaque
        abbreviations[TypeCode.FUNCTION] = self.define(_literal(TypeCode.FUNCTION), *members)
        abbreviations[TypeCode.STRUCT_ANON] = self.define(_literal(TypeCode.STRUCT_ANON), *members)
        name = self.define(_literal(TypeCode.STRUCT_NAME), _ARRAY, _CHAR6_OPERAND)
        abbreviations[TypeCode.STRUCT_NAMED] = self.define(_literal(TypeCode.STRUCT_NAMED), *members)
        abbreviations[TypeCode.ARRAY] = self.define(_literal(TypeCode.ARRAY), _vbr(8), type_)
        stream.record(TypeCode.NUMENTRY, [len(self.ids.types)])
        for item in self.ids.types:
            if item.name:
                self.string_record(TypeCode.STRUCT_NAME, item.name, name)
            abbreviation = abbreviations.get(item.code, UNABBREV_RECORD)
            if item.is_pointer and item.address_space:
                abbreviation = UNABBREV_RECORD
            stream.record(item.code, self.type_operands(item), abbreviation)
        stream.end_block()

    def type_operands(self, type_: Type) -> list[int]:
        elements = [self.ids.type_ids[element] for element in type_.elements]
        if type_.code is TypeCode.OPAQUE:
            return [0]
        if type_.code is TypeCode.POINTER:
            return [*elements, *type_.params]
        if type_.code in (TypeCode.ARRAY, TypeCode.VECTOR):
            return [type_.params[0], *elements, *type_.params[1:]]
        return [*type_.params, *elements]

    def write_attribute_groups(self) -> None:
        if not self.ids.attribute_groups:
            return
        self.stream.enter_block(BlockId.PARAMATTR_GROUP, 3)
        for group, number in self.ids.attribute_groups.items():
            if not group.attributes:
                continue  # Apple's writer drops attributes that are too young for the target, but keeps the number
            ops = [number, group.place]
            for form, kind, value in group.attributes:
                ops.append(form)
                ops += [kind] if isinstance(kind, int) else [*_sign_extended(string_to_bytes(kind), 64), 0]
                if isinstance(value, Type):
                    ops.append(self.ids.type_ids[value])
                elif isinstance(value, str):
                    ops += [*_sign_extended(string_to_bytes(value), 64), 0]
                elif value is not None:
                    ops.append(value)
            self.stream.record(3, ops)
        self.stream.end_block()

    def write_attribute_lists(self) -> None:
        if len(self.ids.attribute_lists) == 1:
            return
        self.stream.enter_block(BlockId.PARAMATTR, 3)
        for attributes in self.ids.attribute_lists:
            if attributes:
                self.stream.record(2, [self.ids.attribute_groups[group] for group in attributes])
        self.stream.end_block()

    # --- the module's own records ------------------------------------------------------------------------------------

    def write_comdats(self) -> None:
        for comdat in self.ids.comdat_ids:
            if self.names_in_strings:
                ops = [*self.strings.add(comdat.name), comdat.selection]
            else:
                name = string_to_bytes(comdat.name)
                ops = [comdat.selection, len(name), *name]
            self.stream.record(ModuleCode.COMDAT, ops)

    def write_module_info(self) -> None:
        module = self.module
        if module.triple:
            self.string_record(ModuleCode.TRIPLE, module.triple)
        if module.data_layout:
            self.string_record(ModuleCode.DATALAYOUT, module.data_layout)
        if module.asm:
            self.string_record(ModuleCode.ASM, module.asm)
        sections: dict[str, int] = {}
        collectors: dict[str, int] = {}
        for value in (*module.globals, *module.functions):
            self.announce(ModuleCode.SECTIONNAME, value.section, sections)
            if isinstance(value, Function):
                self.announce(ModuleCode.GCNAME, value.gc, collectors)
        simple = self.define_global_abbreviation(len(sections)) if module.globals else UNABBREV_RECORD
        if self.names_in_strings:
            self.write_source_filename()
        for variable in module.globals:
            self.write_global(variable, sections, simple)
        for function in module.functions:
            self.write_function_record(function, sections, collectors)
        for alias in sorted(module.aliases, key=lambda a: a.is_ifunc):
            self.write_alias(alias)
        if not self.names_in_strings:
            self.write_source_filename()
        offset = self.define(_literal(ModuleCode.VSTOFFSET), _fixed(32))
        self.stream.record(ModuleCode.VSTOFFSET, [0], offset)
        self.symbol_table_position = self.stream.position - 32

    def announce(self, code: int, name: str, known: dict[str, int]) -> None:
        """A record for a name that is new; others refer to it by number, from 1 on."""
        if name and name not in known:
            known[name] = len(known) + 1
            self.string_record(code, name)

    def write_source_filename(self) -> None:
        if self.module.source_filename is None:
            return
        data = string_to_bytes(self.module.source_filename)
        abbreviation = self.define(_literal(ModuleCode.SOURCE_FILENAME), _ARRAY, _encoding(data))
        self.stream.record(ModuleCode.SOURCE_FILENAME, data, abbreviation)

    def name_fields(self, name: str) -> tuple[int, ...]:
        return self.strings.add(name) if self.names_in_strings else ()

    def define_global_abbreviation(self, section_count: int) -> int:
        """For globals with nothing special about them."""
        module = self.module
        widest_type = max(self.ids.type_ids[variable.value_type] for variable in module.globals)
        alignment = max(*(v.alignment for v in module.globals), *(f.alignment for f in module.functions), 0)
        return self.define(
            _literal(ModuleCode.GLOBALVAR),
            *((_vbr(8), _vbr(8)) if self.names_in_strings else ()),
            _fixed(widest_type.bit_length()),
            _vbr(6),  # address space, explicit type, constant
            _vbr(6),  # initializer
            _fixed(5),  # linkage
            _fixed(alignment.bit_length()) if alignment else _literal(0),
            _fixed(section_count.bit_length()) if section_count else _literal(0),
        )

    def optional(self, value: Value | None) -> int:
        """The id of a value plus one, 0 for none."""
        return 0 if value is None else self.ids.value_ids[value] + 1

    def comdat(self, value: GlobalValue) -> int:
        return 0 if value.comdat is None else self.ids.comdat_ids[value.comdat]

    def fields(self, ops: list[int], special: Iterable[int], partition: str, count: int) -> list[int]:
        """A record with its name: `special` and the partition follow `ops` as far as the era has fields for them."""
        room = count - len(ops)
        ops += list(special)[:room]
        if len(ops) + 2 == count:
            ops += self.strings.add(partition)
        if len(ops) != count:
            raise BuildError(f"a record of {len(ops)} fields where {self.era.name} has {count}")
        return ops

    def write_global(self, variable: GlobalVariable, sections: dict[str, int], simple: int) -> None:
        name = self.name_fields(variable.name)
        ops = [
            self.ids.type_ids[variable.value_type],
            variable.address_space << 2 | 2 | variable.is_constant,
            self.optional(variable.initializer),
            variable.linkage,
            variable.alignment,
            sections.get(variable.section, 0),
        ]
        special = [
            variable.visibility,
            variable.thread_local,
            variable.unnamed_addr,
            variable.externally_initialized,
            variable.dll_storage,
            self.comdat(variable),
            self.ids.attribute_lists[variable.attributes],
            variable.dso_local,
        ][: self.era.global_fields - len(ops)]
        extra = variable.extra if self.era.later_fields else ()
        if any(special) or any(extra) or variable.partition:
            ops = self.fields(ops, special, variable.partition, self.era.global_fields)
            ops += extra
            simple = UNABBREV_RECORD
        self.stream.record(ModuleCode.GLOBALVAR, [*name, *ops], simple)

    def write_function_record(self, function: Function, sections: dict[str, int], collectors: dict[str, int]) -> None:
        name = self.name_fields(function.name)
        ops = [
            self.ids.type_ids[function.value_type],
            function.calling_convention,
            int(function.is_declaration),
            function.linkage,
            self.ids.attribute_lists[function.attributes],
            function.alignment,
            sections.get(function.section, 0),
            function.visibility,
            collectors.get(function.gc, 0),
            function.unnamed_addr,
            self.optional(function.prologue),
            function.dll_storage,
            self.comdat(function),
            self.optional(function.prefix),
            self.optional(function.personality),
        ]
        special = [function.dso_local, function.address_space]
        ops = self.fields(ops, special, function.partition, self.era.function_fields)
        ops += function.extra if self.era.later_fields else ()
        self.stream.record(ModuleCode.FUNCTION, [*name, *ops])

    def write_alias(self, alias: Alias) -> None:
        if alias.aliasee is None:
            raise BuildError(f"the alias {alias.name!r} stands for nothing")
        name = self.name_fields(alias.name)
        ops = [
            self.ids.type_ids[alias.value_type],
            alias.address_space,
            self.ids.value_ids[alias.aliasee],
            alias.linkage,
            alias.visibility,
        ]
        if alias.is_ifunc:
            ops = self.fields(ops, [alias.dso_local], alias.partition, self.era.ifunc_fields)
            self.stream.record(ModuleCode.IFUNC, [*name, *ops])
            return
        special = [alias.dll_storage, alias.thread_local, alias.unnamed_addr, alias.dso_local]
        ops = self.fields(ops, special, alias.partition, self.era.alias_fields)
        self.stream.record(ModuleCode.ALIAS, [*name, *ops])

    # --- constants ---------------------------------------------------------------------------------------------------

    def write_module_constants(self) -> None:
        values = self.ids.values
        first = next((i for i, value in enumerate(values) if not isinstance(value, GlobalValue)), len(values))
        self.write_constants(first, len(values), is_module=True)

    def write_constants(self, first: int, end: int, *, is_module: bool = False) -> None:
        """The constants `first`..`end` among the values, in a block of their own."""
        if first == end:
            return
        stream, ids = self.stream, self.ids
        stream.enter_block(BlockId.CONSTANTS, 4)
        abbreviations = dict(self.abbreviations)
        if is_module:
            string = (_literal(ConstantCode.CSTRING), _ARRAY)
            aggregate = (_literal(ConstantCode.AGGREGATE), _ARRAY, _fixed(end.bit_length()))
            abbreviations["aggregate"] = self.define(*aggregate)
            abbreviations["string8"] = self.define(_literal(ConstantCode.STRING), _ARRAY, _fixed(8))
            abbreviations["cstring7"] = self.define(*string, _fixed(7))
            abbreviations["cstring6"] = self.define(*string, _CHAR6_OPERAND)
        last: Type | None = None
        for value in ids.values[first:end]:
            if value.type is not last:
                last = value.type
                stream.record(ConstantCode.SETTYPE, [ids.type_ids[last]], abbreviations["settype"])
            code, ops, abbreviation = self.constant(value)
            stream.record(code, ops, abbreviations.get(abbreviation, UNABBREV_RECORD))
        stream.end_block()

    def constant(self, value: Value) -> tuple[int, Sequence[int], str]:
        """Code, operands and the name of the abbreviation of a constant's record."""
        if isinstance(value, InlineAsm):
            return value.code, self.inline_asm(value), ""
        assert isinstance(value, Constant)
        code, params = value.code, value.params
        types = self.ids.type_ids
        operands = [] if code == ConstantCode.BLOCKADDRESS else [self.ids.value_ids[v] for v in value.operands]
        if code == ConstantCode.NULL or (code in _NUMBERS and not any(params)):
            return ConstantCode.NULL, (), ""
        if code == ConstantCode.POISON and not self.era.poison:
            return ConstantCode.UNDEF, (), ""
        if code == ConstantCode.INTEGER:
            return code, [rotated(params[0])], "integer"
        if code == ConstantCode.WIDE_INTEGER:
            return code, [rotated(word) for word in params], ""
        if code == ConstantCode.DATA:
            return self.data(value)
        if code == ConstantCode.AGGREGATE:
            return code, operands, "aggregate"
        if code == ConstantCode.CE_CAST:
            opcode, flags = params
            ops = [opcode, types[value.operands[0].type], *operands]
            return (code, [*ops, flags], "") if flags else (code, ops, "ce cast")
        if code in (ConstantCode.CE_BINOP, ConstantCode.CE_UNOP):
            opcode, flags = params
            return code, [opcode, *operands, flags] if flags else [opcode, *operands], ""
        if code == ConstantCode.CE_GEP:
            return self.constant_gep(value, operands)
        if code == ConstantCode.CE_EXTRACTELT:
            vector, index = value.operands
            return code, [types[vector.type], operands[0], types[index.type], operands[1]], ""
        if code == ConstantCode.CE_INSERTELT:
            return code, [*operands[:2], types[value.operands[2].type], operands[2]], ""
        if code == ConstantCode.CE_SHUFFLEVEC and value.operands[0].type is not value.type:
            return ConstantCode.CE_SHUFVEC_EX, [types[value.operands[0].type], *operands], ""
        if code == ConstantCode.CE_CMP:
            return code, [types[value.operands[0].type], *operands, params[0]], ""
        if code in (ConstantCode.DSO_LOCAL_EQUIVALENT, ConstantCode.NO_CFI_VALUE):
            return code, [types[value.operands[0].type], *operands], ""
        if code in _PLAIN_CONSTANTS:
            return code, [*params, *operands], ""
        raise UnsupportedError(f"writing the constant {ConstantCode(code).name}")

    def data(self, value: Constant) -> tuple[int, Sequence[int], str]:
        """An array or vector of numbers; an array of bytes is a string, and one that ends in its only 0 a C string."""
        params = value.params
        element = value.type.elements[0]
        if value.type.code is not TypeCode.ARRAY or element.code is not TypeCode.INTEGER or element.params[0] != 8:
            return ConstantCode.DATA, params, ""
        if params[-1:] == (0,) and params.count(0) == 1:
            text = bytes(params[:-1])
            name = "cstring6" if IS_CHAR6.issuperset(text) else "cstring7" if text.isascii() else ""
            return ConstantCode.CSTRING, text, name
        return ConstantCode.STRING, params, "string8"

    def constant_gep(self, value: Constant, operands: list[int]) -> tuple[int, Sequence[int], str]:
        assert value.source_type is not None
        inbounds, in_range = value.params
        code = ConstantCode.CE_INBOUNDS_GEP if inbounds else ConstantCode.CE_GEP
        ops = [self.ids.type_ids[value.source_type]]
        if in_range >= 0:
            code = ConstantCode.CE_GEP_WITH_INRANGE_INDEX
            ops.append(in_range << 1 | inbounds)
        for operand, number in zip(value.operands, operands, strict=True):
            ops += (self.ids.type_ids[operand.type], number)
        return code, ops, ""

    def inline_asm(self, value: InlineAsm) -> list[int]:
        asm, constraints = string_to_bytes(value.asm), string_to_bytes(value.constraints)
        ops = [value.flags, len(asm), *asm, len(constraints), *constraints]
        if value.function_type is not None:
            ops.insert(0, self.ids.type_ids[value.function_type])
        return ops

    # --- metadata ----------------------------------------------------------------------------------------------------

    def write_metadata_kinds(self) -> None:
        """Always there: the offsets of functions count words, and it is a block that aligns what follows it."""
        self.stream.enter_block(BlockId.METADATA_KIND, 3)
        for number, name in self.module.metadata_kinds:
            self.stream.record(MetadataCode.KIND, [number, *_sign_extended(string_to_bytes(name), 64)])
        self.stream.end_block()

    def write_module_metadata(self) -> None:
        module, ids, stream = self.module, self.ids, self.stream
        if not (ids.strings or ids.others or module.named_metadata):
            return
        abbreviations: dict[MetadataCode, int] = {}
        indexed = self.era.metadata_index
        stream.enter_block(BlockId.METADATA, 4 if indexed else 3)
        if indexed:
            for code in () if self.downgraded else (MetadataCode.LOCATION, MetadataCode.GENERIC_DEBUG):
                self.metadata_abbreviation(code, abbreviations)
            offset = self.define(_literal(MetadataCode.INDEX_OFFSET), _fixed(32), _fixed(32))
            index = self.define(_literal(MetadataCode.INDEX), _ARRAY, _vbr(6))
        self.write_metadata_strings(ids.strings)
        if indexed and len(ids.others) > _INDEX_THRESHOLD:
            stream.record(MetadataCode.INDEX_OFFSET, [0, 0], offset)
            start = stream.position
            positions = self.write_metadata_records(ids.others, abbreviations)
            distance = stream.position - start
            stream.patch(start - 64, distance, 64)
            deltas = [b - a for a, b in zip([start, *positions], positions, strict=False)]
            stream.record(MetadataCode.INDEX, deltas, index)
        else:
            self.write_metadata_records(ids.others, abbreviations)
        self.write_named_metadata()
        for value in (*(f for f in module.functions if f.is_declaration), *module.globals):
            if value.metadata:
                attachment = [ids.value_ids[value], *self.attachment(value.metadata)]
                stream.record(MetadataCode.GLOBAL_DECL_ATTACHMENT, attachment)
        stream.end_block()

    def write_named_metadata(self) -> None:
        if not self.module.named_metadata:
            return
        name_abbreviation = self.define(_literal(MetadataCode.NAME), _ARRAY, _fixed(8))
        for name, nodes in self.module.named_metadata.items():
            self.stream.record(MetadataCode.NAME, string_to_bytes(name), name_abbreviation)
            self.stream.record(MetadataCode.NAMED_NODE, [self.ids.metadata_ids[node] for node in nodes])

    def write_metadata_strings(self, strings: Sequence[MDString]) -> None:
        """All strings in one record: count, offset of the characters, and a blob of VBR6 lengths and characters."""
        if not strings:
            return
        texts = [string_to_bytes(string.value) for string in strings]
        lengths = StreamWriter(magic=b"")
        for data in texts:
            lengths.emit_vbr(len(data), 6)
        head = lengths.getvalue()
        code = MetadataCode.STRINGS
        abbreviation = self.define(_literal(code), _vbr(6), _vbr(6), Operand(Encoding.BLOB))
        self.stream.record(code, [len(texts), len(head)], abbreviation, b"".join([head, *texts]))

    def metadata_abbreviation(self, code: MetadataCode, known: dict[MetadataCode, int]) -> int:
        """The abbreviation for a node of this code, defined on first use; few kinds have one."""
        if code in known:
            return known[code]
        if code is MetadataCode.LOCATION:
            implicit = (_fixed(1),) if self.era.implicit_locations else ()
            operands = (_fixed(1), _vbr(6), _vbr(8), _vbr(6), _vbr(6), *implicit)
        elif code is MetadataCode.GENERIC_DEBUG:
            operands = (_fixed(1), _vbr(6), _fixed(1), _vbr(6), _ARRAY, _vbr(6))
        else:
            return UNABBREV_RECORD
        known[code] = self.define(_literal(code), *operands)
        return known[code]

    def write_metadata_records(self, metadata: Sequence[Metadata], abbreviations: dict[MetadataCode, int]) -> list[int]:
        """Everything but strings; the bit positions of the records."""
        positions = []
        for item in metadata:
            positions.append(self.stream.position)
            if isinstance(item, MDNode):
                abbreviation = self.metadata_abbreviation(item.code, abbreviations)
                self.stream.record(*self.node(item), abbreviation)
            else:
                assert isinstance(item, (ConstantAsMetadata, LocalAsMetadata))
                value = item.value
                ops = [self.ids.type_ids[value.type], self.ids.value_ids[value]]
                self.stream.record(MetadataCode.VALUE, ops)
        return positions

    def node(self, node: MDNode) -> tuple[int, list[int]]:
        """Code and operands of a node's record."""
        code = node.code
        if code is MetadataCode.ARG_LIST:
            return code, [self.field(field, 0) for field in node.fields]
        if code is MetadataCode.NODE:
            return MetadataCode.DISTINCT_NODE if node.distinct else code, [self.field(f, 1) for f in node.fields]
        fields = node.fields
        if code is MetadataCode.LOCATION:
            count = 5 if self.era.implicit_locations else 4
            fields = (*fields, 0)[:count]
        schema = metadata_schema(code, node.version, len(fields))
        layout = schema.layout if schema is not None else ""
        ops = [node.version << 1 | node.distinct]
        for index, field in enumerate(fields):
            ops.append(self.field(field, layout[index : index + 1] != "r"))
        return code, ops

    def field(self, value: MDField, base: int) -> int:
        """A number as it is, metadata as its id counted from `base`, and 0 for none."""
        if value is None or isinstance(value, int):
            return value or 0
        return self.ids.metadata_ids[value] + base

    def attachment(self, metadata: Sequence[tuple[int, MDNode]]) -> list[int]:
        return [number for kind, node in metadata for number in (kind, self.ids.metadata_ids[node])]

    # --- functions ---------------------------------------------------------------------------------------------------

    def write_functions(self) -> None:
        tags = {tag: number for number, tag in enumerate(self.module.operand_bundle_tags)}
        writer = InstructionWriter(self.stream, self.ids, self.era, tags, self.abbreviations)
        for function in self.module.functions:
            if function.is_definition:
                try:
                    self.write_function(function, writer)
                except MtlbError as error:
                    error.reason = f"function {function.name!r}: {error.reason}"
                    raise

    def write_function(self, function: Function, writer: InstructionWriter) -> None:
        stream = self.stream
        self.function_offsets[function] = stream.position // 32
        stream.enter_block(BlockId.FUNCTION, 4)
        first, end, metadata = self.ids.enter_function(function)
        stream.record(InstCode.DECLAREBLOCKS, [len(function.blocks)])
        self.write_constants(first, end)
        if metadata.strings or metadata.others:
            stream.enter_block(BlockId.METADATA, 3)
            self.write_metadata_strings(metadata.strings)
            self.write_metadata_records(metadata.others, {})
            stream.end_block()
        write_instructions(writer, function, end)
        self.write_local_symbols(function)
        self.write_attachments(function)
        self.ids.leave_function()
        stream.end_block()

    def write_local_symbols(self, function: Function) -> None:
        if not function.symbols:
            return
        self.stream.enter_block(BlockId.VALUE_SYMTAB, 4)
        for named in function.symbols:
            if isinstance(named, BasicBlock):
                self.symbol(SymtabCode.BBENTRY, [self.ids.block_ids[named]], named.name, self.abbreviations)
            else:
                self.symbol(SymtabCode.ENTRY, [self.ids.value_ids[named]], named.name, self.abbreviations)
        self.stream.end_block()

    def write_attachments(self, function: Function) -> None:
        """[kind, node]… of the function, and with the instruction's number in front those of instructions."""
        found = [
            [number, *self.attachment(instruction.metadata)]
            for number, instruction in enumerate(function.instructions())
            if instruction.metadata
        ]
        if function.metadata:
            found.insert(0, self.attachment(function.metadata))
        if not found:
            return
        self.stream.enter_block(BlockId.METADATA_ATTACHMENT, 3)
        for ops in found:
            self.stream.record(MetadataCode.ATTACHMENT, ops)
        self.stream.end_block()

    # --- the symbol table --------------------------------------------------------------------------------------------

    def write_module_symbols(self) -> None:
        """Where each function's body is, in 32-bit words from the start; before version 2 also all names of globals."""
        stream = self.stream
        stream.patch(self.symbol_table_position, stream.position // 32)
        stream.enter_block(BlockId.VALUE_SYMTAB, 4)
        body = (_literal(SymtabCode.FNENTRY), _vbr(8), _vbr(8))
        if self.names_in_strings:
            abbreviation = self.define(*body)
            for function, offset in self.function_offsets.items():
                stream.record(SymtabCode.FNENTRY, [self.ids.value_ids[function], offset], abbreviation)
        else:
            abbreviations = dict(self.abbreviations)
            for bits in ("8", "7", "6"):
                element = _CHAR6_OPERAND if bits == "6" else _fixed(int(bits))
                abbreviations[f"fnentry{bits}"] = self.define(*body, _ARRAY, element)
            if not self.downgraded:
                self.define(_literal(SymtabCode.COMBINED_ENTRY), _vbr(8), _vbr(8))
            for value in self.symbol_order():
                number, name = self.ids.value_ids[value], value.name
                if isinstance(value, Function) and value.is_definition:
                    offset = self.function_offsets[value]
                    self.symbol(SymtabCode.FNENTRY, [number, offset], name, abbreviations)
                else:
                    self.symbol(SymtabCode.ENTRY, [number], name, abbreviations)
        stream.end_block()

    def symbol_order(self) -> Sequence[GlobalValue]:
        """The globals in the order of LLVM's hash table, which a module that was read brings along."""
        by_name = {value.name: value for value in self.module.global_values() if value.name}
        known = self.module.symbols
        if len(known) == len(by_name) and set(known) == set(by_name.values()):
            return known
        return [by_name[name] for name in hash_order(by_name)]

    def symbol(self, code: SymtabCode, ops: list[int], name: str, abbreviations: dict[str, int]) -> None:
        data = string_to_bytes(name)
        bits = "6" if IS_CHAR6.issuperset(data) else "7" if data.isascii() else "8"
        known = f"{code.name.lower()}{bits}"
        abbreviation = abbreviations.get(known, abbreviations["entry8"])
        self.stream.record(code, [*ops, *data], abbreviation)


_NUMBERS = frozenset({ConstantCode.INTEGER, ConstantCode.FLOAT, ConstantCode.DATA})
_PLAIN_CONSTANTS = frozenset(
    {
        ConstantCode.UNDEF,
        ConstantCode.POISON,
        ConstantCode.FLOAT,
        ConstantCode.CE_SELECT,
        ConstantCode.CE_SHUFFLEVEC,
    }
)
