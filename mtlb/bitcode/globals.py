"""Variables, functions, aliases and comdats: their records in the MODULE block, read and written.

From module version 2 on such a record begins with its name: offset and size in the string table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ..base.errors import BuildError, FormatError
from ..base.strings import string_to_bytes
from ..bitstream.codec import UNABBREV_RECORD
from ..bitstream.stream import Block
from ..ir import Alias, Comdat, Function, GlobalValue, GlobalVariable, Linkage, Type, TypeCode, UnnamedAddr, Value
from .codes import ModuleCode
from .decoding import characters, too_long
from .records._module import (
    AliasRecord,
    FunctionRecord,
    GlobalvarRecord,
    IfuncRecord,
    read_alias,
    read_alias_old,
    read_comdat,
    read_comdat_old,
    read_function,
    read_globalvar,
    read_ifunc,
    write_alias,
    write_comdat,
    write_comdat_old,
    write_function,
    write_globalvar,
    write_ifunc,
)
from .state import ReadState
from .write_state import WriteState, fixed, literal, vbr

_new: Final[Any] = tuple.__new__  # makes a NamedTuple without a call of its class
_TYPE_CODE_FUNCTION: Final = TypeCode.FUNCTION

# A look into an enumeration takes Python 3.11 ten times as long as one into the module.
_ALIAS: Final[int] = ModuleCode.ALIAS
_ALIAS_OLD: Final[int] = ModuleCode.ALIAS_OLD
_COMDAT: Final[int] = ModuleCode.COMDAT
_FUNCTION: Final[int] = ModuleCode.FUNCTION
_GCNAME: Final[int] = ModuleCode.GCNAME
_GLOBALVAR: Final[int] = ModuleCode.GLOBALVAR
_IFUNC: Final[int] = ModuleCode.IFUNC
_SECTIONNAME: Final[int] = ModuleCode.SECTIONNAME

# Linkage numbers of LLVM before 3.6, and their current names.
_LINKAGE: Final = {
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
# `flags` of GLOBALVAR; the address space is above them.
_CONSTANT, _EXPLICIT_TYPE, _ADDRESS_SPACE_SHIFT = 1, 2, 2
_PLAIN_FIELDS: Final = 6  # of a GLOBALVAR with nothing special about it, which is abbreviated


def _linkage(number: int) -> Linkage:
    linkage = _LINKAGE.get(number)
    if linkage is None:
        raise FormatError(f"a global of linkage {number}")
    return linkage


def _nth(names: Sequence[str], number: int, what: str) -> str:
    """The name of this number, counted from 1; "" for 0."""
    if not number:
        return ""
    if number > len(names):
        raise FormatError(f"{what} {number} of {len(names)}")
    return names[number - 1]


class GlobalReader:
    """Reads records of globals. `resolve` sets the values that they refer to, after all constants are read."""

    def __init__(self, state: ReadState) -> None:
        self.state = state
        self.module = state.module
        self.sections: list[str] = []
        self.collectors: list[str] = []
        self.function_fields = 0  # of the widest FUNCTION record
        # With the ids, plus one, of the values that they refer to; those of a function in the order of the model.
        self._initializers: list[tuple[GlobalVariable, int]] = []
        self._aliasees: list[tuple[Alias, int]] = []
        self._constants: list[tuple[Function, int, int, int]] = []

    def record(self, code: int, ops: list[int]) -> None:
        """Read a record of the MODULE block that is about globals; others are passed over. Raises FormatError."""
        if code == _SECTIONNAME:
            self.sections.append(characters(ops))
        elif code == _GCNAME:
            self.collectors.append(characters(ops))
        elif code == _COMDAT:
            self._comdat(ops)
        elif code == _GLOBALVAR:
            name, ops = self._named(ops)
            self._variable(name, read_globalvar(ops))
        elif code == _FUNCTION:
            name, ops = self._named(ops)
            self.function_fields = max(self.function_fields, len(ops))
            self._function(name, read_function(ops))
        elif code == _ALIAS:
            name, ops = self._named(ops)
            self._alias(name, read_alias(ops))
        elif code == _ALIAS_OLD:
            name, ops = self._named(ops)
            old = read_alias_old(ops)
            self._alias(name, AliasRecord(old.type, 0, *old[1:]), is_old=True)
        elif code == _IFUNC:
            name, ops = self._named(ops)
            new = read_ifunc(ops)
            record = AliasRecord(*new[:5], dso_local=new.dso_local, partition=new.partition)
            self._alias(name, record, is_ifunc=True)

    def _named(self, ops: list[int]) -> tuple[str, list[int]]:
        """The name of a global and the rest of its record."""
        if self.module.version < 2:
            return "", ops
        if len(ops) < 2:
            raise FormatError("the record of a global lacks its name")
        return self.state.string(ops[0], ops[1]), ops[2:]

    def _comdat(self, ops: list[int]) -> None:
        if self.module.version >= 2:
            name, ops = self._named(ops)
            self.module.comdats.append(Comdat(name, read_comdat(ops).selection))
        else:
            old = read_comdat_old(ops)
            if len(old.name) > old.size:
                raise too_long("COMDAT", len(ops))
            self.module.comdats.append(Comdat(characters(old.name[: old.size]), old.selection))

    def _add(self, value: GlobalValue, record: GlobalvarRecord | FunctionRecord | AliasRecord) -> None:
        """Set the fields common to all kinds of globals, and number the value."""
        value.address_space = value.type.address_space
        value.visibility = record.visibility
        value.unnamed_addr = record.unnamed_addr
        value.dll_storage = record.dll_storage
        value.dso_local = record.dso_local
        start, size = record.partition
        value.partition = self.state.string(start, size)
        if not isinstance(record, FunctionRecord):
            value.thread_local = record.thread_local
        if not isinstance(record, AliasRecord):
            value.section = _nth(self.sections, record.section, "section")
            if record.comdat > len(self.module.comdats):
                raise FormatError(f"comdat {record.comdat} does not exist: the module has {len(self.module.comdats)}")
            value.comdat = self.module.comdats[record.comdat - 1] if record.comdat else None
        self.state.values.append(value)

    def _pointee(self, type_: Type) -> Type:
        """The pointee of the type in an old record."""
        if type_.code is not TypeCode.POINTER:
            raise FormatError("a global whose type is not a pointer with a pointee")
        return type_.pointee

    def _variable(self, name: str, record: GlobalvarRecord) -> None:
        value_type = self.state.type(record.type)
        if record.flags & _EXPLICIT_TYPE:
            type_ = self.state.pointer_to(value_type, record.flags >> _ADDRESS_SPACE_SHIFT)
        else:
            type_, value_type = value_type, self._pointee(value_type)
        value = GlobalVariable(type_, value_type, name, _linkage(record.linkage))
        value.is_constant = bool(record.flags & _CONSTANT)
        value.alignment = record.alignment
        value.externally_initialized = record.externally_initialized
        value.attributes = self.state.attribute_list(record.attributes)
        value.extra = record.later
        if record.initializer:
            self._initializers.append((value, record.initializer))
        self._add(value, record)
        self.module.globals.append(value)

    def _function(self, name: str, record: FunctionRecord) -> None:
        value_type = self.state.type(record.type)
        if value_type.is_pointer:
            value_type = self._pointee(value_type)
        if value_type.code is not _TYPE_CODE_FUNCTION:
            raise FormatError(f"function {name!r} is not of a function type")
        type_ = self.state.pointer_to(value_type, record.address_space)
        value = Function(type_, value_type, name, _linkage(record.linkage))
        value.calling_convention = record.calling_convention
        value.is_definition = not record.is_declaration
        value.attributes = self.state.attribute_list(record.attributes)
        value.alignment = record.alignment
        value.gc = _nth(self.collectors, record.gc, "garbage collector")
        value.extra = record.later
        if record.personality or record.prefix or record.prologue:
            self._constants.append((value, record.personality, record.prefix, record.prologue))
        self._add(value, record)
        self.module.functions.append(value)

    def _alias(self, name: str, record: AliasRecord, *, is_old: bool = False, is_ifunc: bool = False) -> None:
        type_ = value_type = self.state.type(record.type)
        if is_old:
            value_type = self._pointee(type_)
        else:
            type_ = self.state.pointer_to(value_type, record.address_space)
        value = Alias(type_, value_type, name, _linkage(record.linkage), is_ifunc=is_ifunc)
        self._aliasees.append((value, record.aliasee + 1))
        self._add(value, record)
        self.module.aliases.append(value)

    def resolve(self, block: Block) -> None:
        """Set initializers, aliasees and the constants of functions. Raises FormatError if one does not exist."""
        for variable, number in self._initializers:
            variable.initializer = self._value(block, number)
        for function, personality, prefix, prologue in self._constants:
            function.personality = self._value(block, personality)
            function.prefix = self._value(block, prefix)
            function.prologue = self._value(block, prologue)
        for alias, number in self._aliasees:
            alias.aliasee = self._value(block, number)

    def _value(self, block: Block, number: int) -> Value | None:
        """The value of this id plus one; None for 0."""
        values = self.state.values
        if number > len(values):
            raise block.fail(f"a global refers to value {number - 1} of {len(values)}")
        return values[number - 1] if number else None


class GlobalWriter:
    """Writes the records of globals, which refer to section and garbage collector names written before them."""

    def __init__(self, state: WriteState) -> None:
        self.state = state
        self.ids = state.ids
        self._sections: dict[str, int] = {}
        self._collectors: dict[str, int] = {}

    def comdats(self) -> None:
        """The COMDAT records."""
        for comdat in self.ids.comdat_ids:
            if self.state.era.names_in_strings:
                ops = [*self.state.strings.add(comdat.name), *write_comdat(comdat.selection)]
            else:
                name = string_to_bytes(comdat.name)
                ops = write_comdat_old(comdat.selection, len(name), tuple(name))
            self.state.stream.record(_COMDAT, ops)

    def names(self) -> None:
        """The names of sections and garbage collectors, each once."""
        module = self.state.module
        for value in (*module.globals, *module.functions):
            self._announce(_SECTIONNAME, value.section, self._sections)
            if isinstance(value, Function):
                self._announce(_GCNAME, value.gc, self._collectors)

    def _announce(self, code: int, name: str, numbers: dict[str, int]) -> None:
        """A record for a name that is new; others refer to it by number, from 1 on."""
        if name and name not in numbers:
            numbers[name] = len(numbers) + 1
            self.state.string_record(code, name)

    def abbreviation(self) -> int:
        """The abbreviation of variables with nothing special about them; there must be a variable."""
        module = self.state.module
        widest_type = max([self._type(variable) for variable in module.globals])
        alignments = [variable.alignment for variable in module.globals]
        alignments += [function.alignment for function in module.functions]
        alignment = max(alignments)
        return self.state.define(
            literal(_GLOBALVAR),
            *((vbr(8), vbr(8)) if self.state.era.names_in_strings else ()),
            fixed(widest_type.bit_length()),
            vbr(6) if self.state.era.explicit_types else fixed(1),  # flags
            vbr(6),  # initializer
            fixed(5 if self.state.era.explicit_types else 4),  # linkage
            fixed(alignment.bit_length()) if alignment else literal(0),
            fixed(len(self._sections).bit_length()) if self._sections else literal(0),
        )

    def records(self, abbreviation: int) -> None:
        """The records of variables, functions, aliases and ifuncs."""
        module = self.state.module
        for variable in module.globals:
            self._variable(variable, abbreviation)
        for function in module.functions:
            self._function(function)
        for alias in module.aliases:
            if not alias.is_ifunc:
                self._alias(alias)
        for alias in module.aliases:
            if alias.is_ifunc:
                self._alias(alias)

    def _name(self, value: GlobalValue) -> tuple[int, ...]:
        return self.state.strings.add(value.name) if self.state.era.names_in_strings else ()

    def _partition(self, value: GlobalValue) -> tuple[int, int]:
        return self.state.strings.add(value.partition) if self.state.era.partitions else (0, 0)

    def _optional(self, value: Value | None) -> int:
        """The id of a value plus one, 0 for none."""
        return 0 if value is None else self.ids.value_ids[value] + 1

    def _comdat(self, value: GlobalValue) -> int:
        return 0 if value.comdat is None else self.ids.comdat_ids[value.comdat]

    def _type(self, value: GlobalVariable | Function) -> int:
        """The id of a global's value type; in LLVM 3.5, of the pointer to it."""
        return self.ids.type_ids[value.value_type if self.state.era.explicit_types else value.type]

    def _flags(self, variable: GlobalVariable) -> int:
        if not self.state.era.explicit_types:
            return int(variable.is_constant)
        return variable.address_space << _ADDRESS_SPACE_SHIFT | _EXPLICIT_TYPE | variable.is_constant

    def _unnamed(self, value: GlobalValue) -> int:
        """LLVM 3.x has no `local_unnamed_addr`."""
        is_known = self.state.era.identified or value.unnamed_addr == UnnamedAddr.GLOBAL
        return value.unnamed_addr if is_known else UnnamedAddr.NONE

    def _variable(self, variable: GlobalVariable, abbreviation: int) -> None:
        name = self._name(variable)
        record = GlobalvarRecord(
            self._type(variable),
            self._flags(variable),
            self._optional(variable.initializer),
            variable.linkage,
            variable.alignment,
            self._sections.get(variable.section, 0),
            variable.visibility,
            variable.thread_local,
            self._unnamed(variable),
            variable.externally_initialized,
            variable.dll_storage,
            self._comdat(variable),
            self.ids.attribute_lists[variable.attributes],
            variable.dso_local,
            later=variable.extra,
        )
        ops = write_globalvar(record, self.state.era)
        if any(ops[_PLAIN_FIELDS:]) or variable.partition:
            ops = write_globalvar(record._replace(partition=self._partition(variable)), self.state.era)
            abbreviation = UNABBREV_RECORD
        else:
            ops = ops[:_PLAIN_FIELDS]
        self.state.stream.record(_GLOBALVAR, [*name, *ops], abbreviation)

    def _function(self, function: Function) -> None:
        name = self._name(function)
        fields = (
            self._type(function),
            function.calling_convention,
            int(function.is_declaration),
            function.linkage,
            self.ids.attribute_lists[function.attributes],
            function.alignment,
            self._sections.get(function.section, 0),
            function.visibility,
            self._collectors.get(function.gc, 0),
            self._unnamed(function),
            self._optional(function.prologue),
            function.dll_storage,
            self._comdat(function),
            self._optional(function.prefix),
            self._optional(function.personality),
            function.dso_local,
            function.address_space,
            self._partition(function),
            function.extra,
        )
        record: FunctionRecord = _new(FunctionRecord, fields)
        self.state.stream.record(_FUNCTION, [*name, *write_function(record, self.state.era)])

    def _alias(self, alias: Alias) -> None:
        if alias.aliasee is None:
            raise BuildError(f"alias {alias.name!r} has no aliasee")
        name = self._name(alias)
        record = AliasRecord(
            self.ids.type_ids[alias.value_type],
            alias.address_space,
            self.ids.value_ids[alias.aliasee],
            alias.linkage,
            alias.visibility,
            alias.dll_storage,
            alias.thread_local,
            alias.unnamed_addr,
            alias.dso_local,
            self._partition(alias),
        )
        if alias.is_ifunc:
            ifunc = IfuncRecord(*record[:5], dso_local=record.dso_local, partition=record.partition)
            self.state.stream.record(_IFUNC, [*name, *write_ifunc(ifunc, self.state.era)])
        else:
            self.state.stream.record(_ALIAS, [*name, *write_alias(record, self.state.era)])
