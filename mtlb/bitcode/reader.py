"""Records to model: reads one LLVM module, of any era from LLVM 3.x (AIR 1.6) to opaque pointers.

`read_module` is the door. Module-level blocks are read in the order in which they stand; function bodies last, or not
at all (`bodies=False`: they are stepped over by their length word). Every id is resolved to an object of `ir`.

Sources: https://llvm.org/docs/BitCodeFormat.html, LLVM's BitcodeReader.cpp and MetadataLoader.cpp.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable
from functools import partial
from typing import TypeVar

from ..base.errors import FormatError, MtlbError, UnsupportedError
from ..base.strings import string_from_bytes
from ..bitstream.stream import Block, Record, Stream, read_stream
from ..bitstream.wrapper import bitcode_offset, is_wrapped, unwrap
from ..ir import (
    Alias,
    Argument,
    Attribute,
    AttributeGroup,
    AttributeList,
    Comdat,
    Constant,
    ConstantCode,
    Context,
    Function,
    GlobalValue,
    GlobalVariable,
    InlineAsm,
    Linkage,
    Metadata,
    MetadataCode,
    Module,
    Type,
    TypeCode,
    Value,
)
from .codes import BlockId, IdentificationCode, ModuleCode, SymtabCode, block_name
from .decoding import RECORD_ERRORS, build_in_order, characters, collection_paused, signed
from .function_reader import FunctionReader
from .metadata_reader import MetadataReader

__all__ = ["read_module"]

_T = TypeVar("_T")

_COMPOSED_TYPES = frozenset({TypeCode.POINTER, TypeCode.ARRAY, TypeCode.VECTOR, TypeCode.FUNCTION})
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
_MAX_INTEGER_BITS = (1 << 24) - 1  # LLVM's IntegerType::MAX_INT_BITS, before it was lowered to 2^23
_PLAIN_TYPES = frozenset(
    {
        TypeCode.VOID,
        TypeCode.FLOAT,
        TypeCode.DOUBLE,
        TypeCode.LABEL,
        TypeCode.HALF,
        TypeCode.X86_FP80,
        TypeCode.FP128,
        TypeCode.PPC_FP128,
        TypeCode.METADATA,
        TypeCode.X86_MMX,
        TypeCode.TOKEN,
        TypeCode.BFLOAT,
        TypeCode.X86_AMX,
    }
)


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
        self.context = context
        self.bodies = bodies
        self.module = Module(context=context, has_bodies=bodies)
        self.strtab = memoryview(b"")
        self.types: list[Type] = []
        self.values: list[Value] = []
        self.metadata: list[Metadata | None] = []
        self.sections: list[str] = []
        self.gc_names: list[str] = []
        self.attribute_groups: dict[int, tuple[int, list[int]]] = {}
        self.attribute_records: list[list[int]] = []
        self._attribute_lists: dict[int, AttributeList] = {}
        self._groups: dict[int, AttributeGroup] = {}
        self.undefined: set[Type] = set()  # types of which the module's constants have an undef
        self._twins: dict[AttributeGroup, int] = {}  # how many more groups are equal to this one
        self._undefined_groups = 0
        self._shared: dict[object, object] = {}
        self.opaque_pointers = False
        self.function_blocks: list[Block] = []
        # ids that are resolved once all constants are known: (set, id plus one)
        self.later: list[tuple[Callable[[Value], None], int]] = []

    def shared(self, item: _T) -> _T:
        """An equal item that is there already: small tuples of which a module has the same ones a thousand times."""
        return self._shared.setdefault(item, item)  # type: ignore[return-value]

    # --- the stream --------------------------------------------------------------------------------------------------

    def read(self) -> Module:
        modules = [block for block in self.stream.blocks if block.id == BlockId.MODULE]
        if not modules:
            raise FormatError("bitcode without a module", offset=self.stream.base)
        if len(modules) > 1:
            raise UnsupportedError(f"{len(modules)} modules in one bitcode file", offset=modules[1].offset)
        symtab = None
        for block in self.stream.blocks:
            if block.id == BlockId.IDENTIFICATION:
                self.identification(block)
            elif block.id == BlockId.STRTAB:
                self.strtab = block.blob(1) or self.strtab
            elif block.id == BlockId.SYMTAB:
                symtab = block.blob(1)
        self.module_block(modules[0])
        if symtab is not None and len(symtab) >= 12:
            version, at, size = struct.unpack_from("<3I", symtab)
            self.module.symtab_version = version
            self.module.producer = self.string(at, size)
        return self.module

    def string(self, offset: int, size: int) -> str:
        """A string of the string table."""
        if offset + size > len(self.strtab):
            raise FormatError(f"string {offset}+{size} leaves the string table of {len(self.strtab)} bytes")
        return string_from_bytes(self.strtab[offset : offset + size])

    def identification(self, block: Block) -> None:
        self.module.identification = ""

        def record(code: int, ops: list[int]) -> None:
            if code == IdentificationCode.STRING:
                self.module.identification = characters(ops)
            elif code == IdentificationCode.EPOCH:
                self.module.epoch = ops[0]

        self.each(block, record)

    def each(self, block: Block, handle: Callable[[int, list[int]], None]) -> None:
        """`handle` every record of a block; what goes wrong is blamed on the record."""
        for index, (code, ops) in enumerate(block.records()):
            try:
                handle(code, ops)
            except MtlbError as error:
                raise self.blame(block, index, error) from None
            except RECORD_ERRORS as error:
                raise self.malformed(block, index, code, error) from None

    @staticmethod
    def blame(block: Block, index: int, error: MtlbError) -> MtlbError:
        if error.offset is None:
            error.offset = block.record_offset(index)
        return error

    @staticmethod
    def malformed(block: Block, index: int, code: int, error: Exception) -> FormatError:
        detail = f": {error}" if isinstance(error, ValueError) and str(error) else ""
        return block.fail(f"malformed record (code {code}) in block {block.id}{detail}", index)

    # --- module level ------------------------------------------------------------------------------------------------

    def module_block(self, block: Block) -> None:
        readers: dict[int, Callable[[Block], None]] = {
            BlockId.TYPE: self.type_block,
            BlockId.PARAMATTR_GROUP: lambda b: self.each(b, self.attribute_group),
            BlockId.PARAMATTR: lambda b: self.each(b, self.attribute_list_record),
            BlockId.CONSTANTS: self.constants_block,
            BlockId.METADATA: self.metadata_block,
            BlockId.METADATA_KIND: lambda b: self.each(b, self.metadata_kind),
            BlockId.OPERAND_BUNDLE_TAGS: partial(self.names, self.module.operand_bundle_tags),
            BlockId.SYNC_SCOPE_NAMES: partial(self.names, self.module.sync_scopes),
            BlockId.VALUE_SYMTAB: lambda b: self.each(b, self.module_symbol),
            BlockId.FUNCTION: self.function_blocks.append,
        }
        index = 0
        for item in block.items():
            if isinstance(item, Block):
                if (read := readers.get(item.id)) is not None:
                    read(item)
                elif item.id != BlockId.BLOCKINFO:
                    self.module.unmodelled.append(block_name(item.id))
            elif isinstance(item, Record):
                try:
                    self.module_record(item.code, item.ops)
                except MtlbError as error:
                    raise self.blame(block, index, error) from None
                except RECORD_ERRORS as error:
                    raise self.malformed(block, index, item.code, error) from None
                index += 1
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
            self.count_fields(code, ops)
            self.global_variable(*self.named(ops))
        elif code == ModuleCode.FUNCTION:
            self.count_fields(code, ops)
            self.function(*self.named(ops))
        elif code in (ModuleCode.ALIAS, ModuleCode.IFUNC, ModuleCode.ALIAS_OLD):
            self.count_fields(code, ops)
            self.alias(code, *self.named(ops))
        elif code == ModuleCode.DEPLIB:
            raise UnsupportedError("a module with a DEPLIB record")
        # VSTOFFSET and HASH are computed anew.

    def count_fields(self, code: int, ops: list[int]) -> None:
        counts = self.module.field_counts
        name = ModuleCode(code).name
        counts[name] = max(counts.get(name, 0), len(ops))

    def named(self, ops: list[int]) -> tuple[str, list[int]]:
        """The name of a global and the rest of its record: from version 2 on the string table holds the name."""
        if self.module.version < 2:
            return "", ops
        return self.string(ops[0], ops[1]), ops[2:]

    def comdat(self, ops: list[int]) -> None:
        if self.module.version >= 2:
            self.module.comdats.append(Comdat(self.string(ops[0], ops[1]), ops[2]))
        else:
            self.module.comdats.append(Comdat(characters(ops[2 : 2 + ops[1]]), ops[0]))

    def type(self, number: int) -> Type:
        if not 0 <= number < len(self.types):
            raise FormatError(f"type {number} of {len(self.types)}")
        return self.types[number]

    def pointer_to(self, pointee: Type, address_space: int = 0) -> Type:
        if self.opaque_pointers:
            return self.context.type(TypeCode.OPAQUE_POINTER, (address_space,))
        return self.context.pointer_type(pointee, address_space)

    def add_global(self, value: GlobalValue, ops: list[int], fields: dict[str, int]) -> None:
        """Set the common fields whose place in the record `fields` gives, and number the value."""
        value.address_space = value.type.address_space
        for name, place in fields.items():
            if place < len(ops):
                setattr(value, name, ops[place])
        if "partition" in fields:
            at = fields["partition"]
            value.partition = self.string(ops[at], ops[at + 1]) if at + 1 < len(ops) else ""
        if "section" in fields:
            index = ops[fields["section"]] if fields["section"] < len(ops) else 0
            value.section = self.sections[index - 1] if index else ""
        if "comdat" in fields:
            index = ops[fields["comdat"]] if fields["comdat"] < len(ops) else 0
            value.comdat = self.module.comdats[index - 1] if index else None
        self.values.append(value)

    def global_variable(self, name: str, ops: list[int]) -> None:
        # [type, constant | explicit << 1 | address space << 2, initializer + 1, linkage, alignment, section, …]
        value_type, flags = self.type(ops[0]), ops[1]
        if flags & 2:
            type_ = self.pointer_to(value_type, flags >> 2)
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
            value.attributes = self.attribute_list(ops[12])
        value.extra = tuple(ops[16:])
        self.add_global(value, ops, _GLOBALVAR_FIELDS)
        self.module.globals.append(value)

    def function(self, name: str, ops: list[int]) -> None:
        # [type, calling convention, is prototype, linkage, attributes, alignment, section, visibility, gc, …]
        value_type = self.type(ops[0])
        if value_type.is_pointer:
            value_type = value_type.pointee
        if value_type.code is not TypeCode.FUNCTION:
            raise FormatError(f"function {name!r} is not of a function type")
        space = ops[16] if len(ops) > 16 else 0
        value = Function(self.pointer_to(value_type, space), value_type, name, _LINKAGE[ops[3]])
        value.calling_convention = ops[1]
        value.is_definition = not ops[2]
        value.attributes = self.attribute_list(ops[4])
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
            type_ = self.type(ops[0])
            value_type = type_.pointee
        else:
            value_type = self.type(ops[0])
            type_ = self.pointer_to(value_type, ops[1])
        value = Alias(type_, value_type, name, _LINKAGE[ops[3]], is_ifunc=code == ModuleCode.IFUNC)
        self.later.append((partial(setattr, value, "aliasee"), ops[2] + 1))
        self.add_global(value, ops, _IFUNC_FIELDS if value.is_ifunc else _ALIAS_FIELDS)
        self.module.aliases.append(value)

    def resolve_later(self, block: Block) -> None:
        for set_value, number in self.later:
            if number > len(self.values):
                raise block.fail(f"a global refers to value {number - 1} of {len(self.values)}")
            set_value(self.values[number - 1])

    def module_symbol(self, code: int, ops: list[int]) -> None:
        """Before version 2 this table names the globals: [value, name…], or [value, offset, name…] for a definition."""
        if self.module.version >= 2:
            return
        value = self.values[ops[0]]
        if not isinstance(value, GlobalValue):
            raise FormatError(f"the module's symbol table names value {ops[0]}, which is no global")
        value.name = characters(ops[2:] if code == SymtabCode.FNENTRY else ops[1:])
        self.module.symbols.append(value)

    def names(self, into: list[str], block: Block) -> None:
        self.each(block, lambda _, ops: into.append(characters(ops)))

    # --- types -------------------------------------------------------------------------------------------------------

    def type_block(self, block: Block) -> None:
        records: list[tuple[TypeCode, tuple[int, ...], list[int]]] = []  # code, params, element type ids
        made: list[Type | None] = []
        name = ""

        def record(code_number: int, ops: list[int]) -> None:
            nonlocal name
            code = TypeCode(code_number)
            type_: Type | None = None
            params: tuple[int, ...] = ()
            elements: list[int] = []
            if code is TypeCode.NUMENTRY:
                return
            if code is TypeCode.STRUCT_NAME:
                name = characters(ops)
                return
            if code in _PLAIN_TYPES:
                type_ = self.context.type(code)
            elif code is TypeCode.INTEGER or code is TypeCode.OPAQUE_POINTER:
                self.opaque_pointers |= code is TypeCode.OPAQUE_POINTER
                if code is TypeCode.INTEGER and not 1 <= ops[0] <= _MAX_INTEGER_BITS:
                    raise FormatError(f"an integer type of {ops[0]} bits")
                type_ = self.context.type(code, (ops[0],))
            elif code is TypeCode.POINTER:
                params, elements = (ops[1] if len(ops) > 1 else 0,), ops[:1]
            elif code is TypeCode.ARRAY or code is TypeCode.VECTOR:
                params, elements = (ops[0], *ops[2:]), ops[1:2]
            elif code is TypeCode.FUNCTION:
                params, elements = (ops[0],), ops[1:]
            elif code is TypeCode.FUNCTION_OLD:
                code, params, elements = TypeCode.FUNCTION, (ops[0],), ops[2:]
            elif code is TypeCode.STRUCT_ANON:
                params, elements = (ops[0],), ops[1:]
            elif code is TypeCode.STRUCT_NAMED:
                params, elements = (ops[0],), ops[1:]
                type_, name = Type(code, params, (), name), ""
            elif code is TypeCode.OPAQUE:
                type_, name = Type(code, (), (), name), ""
            else:
                raise UnsupportedError(f"type {code.name}")
            if not elements and code in _COMPOSED_TYPES:
                raise FormatError(f"a {code.name} type of nothing")
            records.append((code, params, elements))
            made.append(type_)

        self.each(block, record)
        count = len(records)
        for _, _, elements in records:
            if any(not 0 <= e < count for e in elements):
                raise block.fail(f"a type is made of a type that is not among the {count} of the table")

        def build(number: int) -> None:
            code, params, elements = records[number]
            made[number] = self.context.type(code, params, tuple(self._made(made, e) for e in elements))

        def cycle(number: int) -> None:
            raise block.fail(f"type {number} contains itself")

        build_in_order(range(count), lambda n: records[n][2], lambda n: made[n] is None, build, cycle)
        for type_, (_, _, elements) in zip(made, records, strict=True):
            if type_ is not None and type_.code is TypeCode.STRUCT_NAMED:
                type_.elements = tuple(self._made(made, e) for e in elements)
        self.types = [self._made(made, number) for number in range(count)]
        self.module.struct_types = [type_ for type_ in self.types if type_.is_identified]

    @staticmethod
    def _made(made: list[Type | None], number: int) -> Type:
        type_ = made[number]
        assert type_ is not None
        return type_

    # --- attributes --------------------------------------------------------------------------------------------------

    def attribute_group(self, _code: int, ops: list[int]) -> None:
        self.attribute_groups[ops[0]] = (ops[1], ops[2:])

    def attribute_list_record(self, code: int, ops: list[int]) -> None:
        if code != 2:
            raise UnsupportedError("attributes in the form of LLVM 3.2 and older")
        self.attribute_records.append(ops)

    def attribute_list(self, number: int) -> AttributeList:
        """The attribute list of this id plus one; () for 0. Not earlier than the type table: groups may name types."""
        if number == 0:
            return ()
        found = self._attribute_lists.get(number)
        if found is None:
            if number > len(self.attribute_records):
                raise FormatError(f"attribute list {number} of {len(self.attribute_records)}")
            found = tuple(self._group(group) for group in self.attribute_records[number - 1])
            self._attribute_lists[number] = found
        return found

    def _group(self, number: int) -> AttributeGroup:
        found = self._groups.get(number)
        if found is None:
            # A group that lost its last attribute is numbered but not written; LLVM reads it as empty.
            place, ops = self.attribute_groups.get(number) or (-1 - self._undefined_groups, [])
            self._undefined_groups += not ops
            group = AttributeGroup(place, tuple(self._attributes(ops)))
            twin = self._twins[group] = self._twins.get(group, -1) + 1
            found = self._groups[number] = group._replace(twin=twin)
        return found

    def _attributes(self, ops: list[int]) -> Iterable[Attribute]:
        at = 0
        while at < len(ops):
            form = ops[at]
            if form in (3, 4):
                end = ops.index(0, at)
                key, at = characters(ops[at + 1 : end]), end + 1
                value: str | None = None
                if form == 4:
                    end = ops.index(0, at)
                    value, at = characters(ops[at:end]), end + 1
                if "\0" in key or "\0" in (value or ""):  # an operand of 256, say, which stands for its low byte
                    raise FormatError("a NUL inside of a string attribute")
                yield Attribute(form, key, value)
            elif form in (1, 6):
                number = ops[at + 2]
                yield Attribute(form, ops[at + 1], number if form == 1 else self.type(number))
                at += 3
            elif form in (0, 5):
                yield Attribute(form, ops[at + 1])
                at += 2
            else:
                raise UnsupportedError(f"attribute of form {form}")

    # --- constants ---------------------------------------------------------------------------------------------------

    def constants_block(self, block: Block) -> None:
        """Appends the constants of a block to the values. They may refer to each other in any order."""
        first = len(self.values)
        records: list[tuple[Type, int, list[int]]] = []
        current = self.context.integer_type(32)
        undefined = self.undefined if block.depth == 1 else set(self.undefined)

        def record(code: int, ops: list[int]) -> None:
            nonlocal current
            if code == ConstantCode.SETTYPE:
                current = self.type(ops[0])
                return
            if code == ConstantCode.UNDEF and current in undefined:
                # Constants are unique: the second one is poison, which Apple's writer spells so for older targets.
                code = ConstantCode.POISON
            elif code == ConstantCode.UNDEF:
                undefined.add(current)
            records.append((current, code, ops))

        self.each(block, record)
        made: list[Value | None] = [None] * len(records)
        end = first + len(records)

        def value(number: int) -> Value:
            if number < first:
                return self.values[number]
            if number >= end:
                raise FormatError(f"a constant refers to value {number} of {end}")
            found = made[number - first]
            assert found is not None
            return found

        def operands(index: int) -> list[int]:
            _, code, ops = records[index]
            return [number - first for number in constant_operands(code, ops) if first <= number < end]

        def build(index: int) -> None:
            type_, code, ops = records[index]
            made[index] = self.constant(type_, code, ops, value)

        def cycle(index: int) -> None:
            raise FormatError(f"constant {first + index} contains itself")

        try:
            build_in_order(range(len(records)), operands, lambda i: made[i] is None, build, cycle)
        except MtlbError as error:
            if error.offset is None:
                error.offset = block.offset
            raise
        except RECORD_ERRORS:
            raise block.fail("malformed constant") from None
        self.values.extend(value for value in made if value is not None)

    def constant(self, type_: Type, code: int, ops: list[int], value: Callable[[int], Value]) -> Value:
        """The constant of one record; `value` gives its operands by id."""
        make = self.context.constant
        if code in (ConstantCode.NULL, ConstantCode.UNDEF, ConstantCode.POISON):
            return make(type_, code)
        if code == ConstantCode.INTEGER:
            return make(type_, code, (signed(ops[0]),))
        if code == ConstantCode.WIDE_INTEGER:
            return make(type_, code, tuple(signed(word) for word in ops))
        if code in (ConstantCode.FLOAT, ConstantCode.DATA):
            return make(type_, code, tuple(ops))
        if code == ConstantCode.STRING:
            return make(type_, ConstantCode.DATA, tuple(ops))
        if code == ConstantCode.CSTRING:
            return make(type_, ConstantCode.DATA, (*ops, 0))
        if code in _INLINE_ASM:
            return self.inline_asm(type_, code, ops)
        values = tuple(value(number) for number in constant_operands(code, ops))
        if code == ConstantCode.CE_CAST:
            return make(type_, code, (ops[0], ops[3] if len(ops) > 3 else 0), values)
        if code == ConstantCode.CE_BINOP:
            return make(type_, code, (ops[0], ops[3] if len(ops) > 3 else 0), values)
        if code == ConstantCode.CE_UNOP:
            return make(type_, code, (ops[0], ops[2] if len(ops) > 2 else 0), values)
        if code == ConstantCode.CE_CMP:
            return make(type_, code, (ops[3],), values)
        if code == ConstantCode.CE_SHUFVEC_EX:
            return make(type_, ConstantCode.CE_SHUFFLEVEC, (), values)
        if code in _CONSTANT_GEP:
            return self.constant_gep(type_, code, ops, values)
        return make(type_, code, (), values)

    def constant_gep(self, type_: Type, code: int, ops: list[int], values: tuple[Value, ...]) -> Constant:
        inbounds, inrange = int(code == ConstantCode.CE_INBOUNDS_GEP), -1
        if code == ConstantCode.CE_GEP_WITH_INRANGE_INDEX:
            inbounds, inrange = ops[1] & 1, ops[1] >> 1
        explicit = len(ops) % 2 or code == ConstantCode.CE_GEP_WITH_INRANGE_INDEX
        source = self.type(ops[0]) if explicit else values[0].type.pointee
        return self.context.constant(type_, ConstantCode.CE_GEP, (inbounds, inrange), values, source)

    def inline_asm(self, type_: Type, code: int, ops: list[int]) -> InlineAsm:
        function_type = None
        if code == ConstantCode.INLINEASM:
            function_type, ops = self.type(ops[0]), ops[1:]
        split = 2 + ops[1]
        asm, constraints = characters(ops[2:split]), characters(ops[split + 1 : split + 1 + ops[split]])
        return InlineAsm(type_, code, ops[0], asm, constraints, function_type)

    # --- metadata ----------------------------------------------------------------------------------------------------

    def metadata_kind(self, code: int, ops: list[int]) -> None:
        if code == MetadataCode.KIND:
            self.module.metadata_kinds.append((ops[0], characters(ops[1:])))

    def metadata_block(self, block: Block) -> None:
        MetadataReader(self, block).read()

    # --- function bodies ---------------------------------------------------------------------------------------------

    def read_functions(self, block: Block) -> None:
        definitions = [function for function in self.module.functions if function.is_definition]
        if len(definitions) != len(self.function_blocks):
            raise block.fail(f"{len(definitions)} functions are defined, {len(self.function_blocks)} have bodies")
        # Without bodies only debug info is wanted of them: which subprogram a function is.
        attachments = "llvm.dbg.cu" in self.module.named_metadata
        for function, body in zip(definitions, self.function_blocks, strict=True):
            function.arguments = [Argument(t, i) for i, t in enumerate(function.value_type.parameters)]
            if not (self.bodies or attachments):
                continue
            values, metadata = len(self.values), len(self.metadata)
            self.values.extend(function.arguments)
            FunctionReader(self, function, body).read()
            del self.values[values:], self.metadata[metadata:]


_INLINE_ASM = frozenset(
    {
        ConstantCode.INLINEASM,
        ConstantCode.INLINEASM_OLD,
        ConstantCode.INLINEASM_OLD2,
        ConstantCode.INLINEASM_OLD3,
    }
)
_CONSTANT_GEP = frozenset({ConstantCode.CE_GEP, ConstantCode.CE_INBOUNDS_GEP, ConstantCode.CE_GEP_WITH_INRANGE_INDEX})
_LEAF_CONSTANTS = _INLINE_ASM | {
    ConstantCode.NULL,
    ConstantCode.UNDEF,
    ConstantCode.POISON,
    ConstantCode.INTEGER,
    ConstantCode.WIDE_INTEGER,
    ConstantCode.FLOAT,
    ConstantCode.DATA,
    ConstantCode.STRING,
    ConstantCode.CSTRING,
}


def constant_operands(code: int, ops: list[int]) -> list[int]:
    """The value ids in a constant's record, in the order of its operands."""
    if code in _LEAF_CONSTANTS:
        return []
    if code in (ConstantCode.AGGREGATE, ConstantCode.CE_SELECT, ConstantCode.CE_SHUFFLEVEC):
        return ops
    if code == ConstantCode.CE_CAST:  # opcode, type, value[, flags]
        return ops[2:3]
    if code == ConstantCode.CE_BINOP:  # opcode, left, right[, flags]
        return ops[1:3]
    if code == ConstantCode.CE_UNOP:
        return ops[1:2]
    if code == ConstantCode.CE_CMP:  # type, left, right, predicate
        return ops[1:3]
    if code == ConstantCode.CE_SHUFVEC_EX:  # type, left, right, mask
        return ops[1:4]
    if code == ConstantCode.CE_EXTRACTELT:  # type, vector, [type,] index
        return [ops[1], ops[-1]]
    if code == ConstantCode.CE_INSERTELT:  # vector, element, [type,] index
        return [ops[0], ops[1], ops[-1]]
    if code in _CONSTANT_GEP:  # [type, [flags,]] (type, value)…
        if code == ConstantCode.CE_GEP_WITH_INRANGE_INDEX:
            return ops[3::2]
        return ops[2::2] if len(ops) % 2 else ops[1::2]
    if code in (ConstantCode.DSO_LOCAL_EQUIVALENT, ConstantCode.NO_CFI_VALUE):  # type, global
        return ops[1:2]
    name = ConstantCode(code).name if code in ConstantCode._value2member_map_ else str(code)
    raise UnsupportedError(f"constant {name}")
