"""The string table and the symbol table (irsymtab) after a module, both derived from it.

The symbol table is 32-bit words: a header (`SymtabHeader`) and the arrays that it points into, of modules, comdats,
symbols and "uncommons". A range is an offset and a count: of an array, bytes from the start and elements; of a string,
bytes of the string table.

Source: LLVM's irsymtab.h and IRSymtab.cpp; versions 0, 1 and 3 occur.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from typing import Final, NamedTuple

from ..base.errors import BuildError
from ..base.strings import string_to_bytes
from ..ir import Alias, Function, GlobalValue, GlobalVariable, Linkage, Module, UnnamedAddr, Value
from ..ir.names import COMPILER_USED, INTRINSIC, METADATA_SECTION, USED
from ..ir.uses import base_of, named_by

_UNNAMED_ADDR_GLOBAL: Final = UnnamedAddr.GLOBAL

# A look into an enumeration takes Python 3.11 ten times as long as one into the module.
_LINKAGE_COMMON: Final = Linkage.COMMON
_LINK_ONCE_ODR: Final = Linkage.LINK_ONCE_ODR
_PRIVATE: Final = Linkage.PRIVATE

_NO_COMDAT: Final = 0xFFFFFFFF
_FIRST_WITH_SECTIONS: Final = 1
_FIRST_WITH_LIBRARIES: Final = 2
_FIRST_WITH_SELECTION: Final = 3  # comdats state their selection kind
_FIRST_WITH_COMPILER_USED: Final = 3  # symbols that llvm.compiler.used lists are marked as used

# Flags of a symbol; bits 0 and 1 are the visibility.
_HAS_UNCOMMON: Final = 1 << 2
_UNDEFINED: Final = 1 << 3
_WEAK: Final = 1 << 4
_COMMON: Final = 1 << 5
_INDIRECT: Final = 1 << 6
_USED: Final = 1 << 7
_TLS: Final = 1 << 8
_MAY_OMIT: Final = 1 << 9
_GLOBAL: Final = 1 << 10
_FORMAT_SPECIFIC: Final = 1 << 11
_UNNAMED_ADDR: Final = 1 << 12
_EXECUTABLE: Final = 1 << 13


# Symbols that LLVM's code generators may call by name (RuntimeLibcalls.def): always counted as used. Left out are the
# names that C reserves (`__addsf3`), which no shader can define.
_MATH_CALLS: Final = (
    *("fmod", "fma", "sqrt", "cbrt", "log", "log2", "log10", "exp", "exp2", "sin", "cos", "pow", "ceil", "trunc"),
    *("rint", "nearbyint", "round", "roundeven", "floor", "copysign", "fmin", "fmax", "fabs"),
    *("lround", "llround", "lrint", "llrint"),
)
_LIBRARY_CALLS: Final = frozenset(
    ["memcpy", "memmove", "memset", *[name + suffix for name in _MATH_CALLS for suffix in ("", "f", "l")]]
)


_Range = tuple[int, int]
_WORD: Final = 4  # bytes


class SymtabHeader(NamedTuple):
    """The start of the table: its version, then ranges."""

    version: int
    producer: _Range = (0, 0)  # string: the toolchain's number
    modules: _Range = (0, 0)  # of _Module
    comdats: _Range = (0, 0)  # of _Comdat
    symbols: _Range = (0, 0)  # of _Symbol
    uncommons: _Range = (0, 0)  # of _Uncommon
    triple: _Range = (0, 0)  # string
    source_filename: _Range = (0, 0)  # string
    linker_options: _Range = (0, 0)  # string, of COFF
    libraries: _Range = (0, 0)  # of strings: dependent libraries; from version 2 on

    def words(self) -> list[int]:
        """The encoded header."""
        ranges = self[1:] if self.version >= _FIRST_WITH_LIBRARIES else self[1:-1]
        return [self.version, *[word for part in ranges for word in part]]


class _Module(NamedTuple):
    """The symbols of one module of a table."""

    first_symbol: int
    end: int
    first_uncommon: int


class _Comdat(NamedTuple):
    """`selection` is there from version 3 on."""

    name: _Range
    selection: int

    def words(self, version: int) -> list[int]:
        return [*self.name, self.selection] if version >= _FIRST_WITH_SELECTION else [*self.name]


class _Symbol(NamedTuple):
    name: _Range
    ir_name: _Range
    comdat: int  # index, or _NO_COMDAT
    flags: int

    def words(self) -> list[int]:
        return [*self.name, *self.ir_name, self.comdat, self.flags]


class _Uncommon(NamedTuple):
    """Attributes of few symbols; a section from version 1 on."""

    common_size: int
    common_alignment: int
    weak_fallback: _Range  # string, of COFF
    section: _Range  # string

    def words(self) -> list[int]:
        return [self.common_size, self.common_alignment, *self.weak_fallback, *self.section]


def read_symtab_header(table: bytes | memoryview) -> SymtabHeader | None:
    """The header of a SYMTAB blob; None if it is too short for version and producer. Missing ranges are (0, 0)."""
    count = min(len(table) // _WORD, 1 + 2 * (len(SymtabHeader._fields) - 1))
    words = struct.unpack_from(f"<{count}I", table)
    if count < 3:
        return None
    return SymtabHeader(words[0], *[(words[at], words[at + 1]) for at in range(1, count - 1, 2)])


class StringTable:
    """Concatenated strings, each content once."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._offsets: dict[bytes, int] = {}

    def add(self, text: str) -> tuple[int, int]:
        """Offset and size, in bytes, of a string; it is appended if it is new."""
        data = string_to_bytes(text)
        offset = self._offsets.get(data)
        if offset is None:
            offset = self._offsets[data] = len(self._data)
            self._data += data
        return offset, len(data)

    def getvalue(self) -> bytes:
        """The bytes of the table."""
        return bytes(self._data)


def build_symtab(module: Module, strings: StringTable) -> bytes:
    """The content of the SYMTAB blob; the strings it needs go into `strings`.

    Raises BuildError for a number that has no room in it.
    """
    version = module.symtab_version or 0
    producer = strings.add(module.producer)
    triple = strings.add(module.triple)
    source_filename = strings.add(module.source_filename or "")
    used = _used_globals(module)
    comdats: dict[str, int] = {}
    comdat_words: list[int] = []
    symbols: list[int] = []
    uncommons: list[int] = []
    values = module.symbol_values()
    for value in values:
        flags = _flags(module, value, value in used or value.name in _LIBRARY_CALLS)
        symbol_name = strings.add(value.name.removeprefix("\1"))
        ir_name = strings.add(value.name)
        comdat = _NO_COMDAT
        target = _base_object(module, value)
        if target is not None and target.comdat is not None:
            name = target.comdat.name
            if name not in comdats:
                comdats[name] = len(comdats)
                comdat_words += _Comdat(strings.add(name), target.comdat.selection).words(version)
            comdat = comdats[name]
        if target is not None and target.section and version >= _FIRST_WITH_SECTIONS:
            flags |= _HAS_UNCOMMON
            uncommons += _Uncommon(0, 0, strings.add(""), strings.add(target.section)).words()
        symbols += _Symbol(symbol_name, ir_name, comdat, flags).words()
    linker_options = strings.add("")

    header = SymtabHeader(version)
    body: list[int] = []
    offset = _WORD * len(header.words())
    ranges: list[_Range] = []
    arrays = (
        ([*_Module(0, len(values), 0)], 1),
        (comdat_words, len(comdats)),
        (symbols, len(values)),
        (uncommons, len(uncommons) // len(_Uncommon(0, 0, (0, 0), (0, 0)).words())),
    )
    for words, count in arrays:
        ranges.append((offset + _WORD * len(body), count))
        body += words
    libraries = (offset + _WORD * len(body), 0)
    modules, comdat_range, symbol_range, uncommon_range = ranges
    header = SymtabHeader(
        version,
        producer,
        modules,
        comdat_range,
        symbol_range,
        uncommon_range,
        triple,
        source_filename,
        linker_options,
        libraries,
    )
    words = [*header.words(), *body]
    if max(words) > 0xFFFFFFFF:
        raise BuildError(f"a global has the number {max(words)}, which does not fit the symbol table's 32 bits")
    return struct.pack(f"<{len(words)}I", *words)


def _used_globals(module: Module) -> set[GlobalValue]:
    """The globals in `llvm.used`, through casts, and in newer tables `llvm.compiler.used`."""
    lists = {USED}
    if (module.symtab_version or 0) >= _FIRST_WITH_COMPILER_USED:
        lists.add(COMPILER_USED)
    values: set[GlobalValue] = set()
    for variable in module.globals:
        if variable.name in lists:
            values.update([module.own(value) for value in named_by(variable)])
    return values


def _base_object(module: Module, value: GlobalValue) -> GlobalValue | None:
    """The function or variable that an alias leads to; the value itself if it is one."""
    seen: set[GlobalValue] = set()
    target: Value = value
    while isinstance(target, Alias):
        if target in seen or target.aliasee is None:
            return None
        seen.add(target)
        target = base_of(target.aliasee)
    return module.own(target) if isinstance(target, GlobalValue) else None


def _flags(module: Module, value: GlobalValue, used: bool) -> int:
    flags = value.visibility
    linkage = value.linkage
    if value.is_undefined:
        flags |= _UNDEFINED
    if linkage.is_weak:
        flags |= _WEAK
    if linkage is _LINKAGE_COMMON:
        flags |= _COMMON
    if isinstance(value, Alias):
        flags |= _INDIRECT
    if not linkage.is_local:
        flags |= _GLOBAL
    if linkage is _PRIVATE or value.name.startswith(INTRINSIC) or _in_llvm_metadata(value):
        flags |= _FORMAT_SPECIFIC
    if isinstance(_base_object(module, value), Function):
        flags |= _EXECUTABLE
    if used:
        flags |= _USED
    if value.thread_local:
        flags |= _TLS
    if value.unnamed_addr == _UNNAMED_ADDR_GLOBAL:
        flags |= _UNNAMED_ADDR
    if _can_be_omitted(value):
        flags |= _MAY_OMIT
    return flags


def _in_llvm_metadata(value: GlobalValue) -> bool:
    return isinstance(value, GlobalVariable) and value.section == METADATA_SECTION


def _can_be_omitted(value: GlobalValue) -> bool:
    """Whether a linker may omit a linkonce_odr symbol: its address is insignificant (for variables: in every module).

    Source: LLVM's canBeOmittedFromSymbolTable.
    """
    if value.linkage is not _LINK_ONCE_ODR or not value.unnamed_addr:
        return False
    return value.unnamed_addr == UnnamedAddr.GLOBAL or not isinstance(value, GlobalVariable) or value.is_constant


def hash_order(names: Iterable[str]) -> list[str]:
    """Distinct names in the order in which LLVM's StringMap gives them back (hash of Bernstein, quadratic probing).

    Value symbol tables that hold names are written in this order. `names` come in the order of their insertion.
    """
    size = 16
    buckets: list[tuple[int, str] | None] = [None] * size
    for count, name in enumerate(names, 1):
        hashed = 0
        for byte in string_to_bytes(name):
            hashed = (hashed * 33 + byte) & 0xFFFFFFFF
        _insert(buckets, hashed, name)
        if count * 4 > size * 3:
            size *= 2
            old, buckets = buckets, [None] * size
            for entry in old:
                if entry is not None:
                    _insert(buckets, *entry)
    return [entry[1] for entry in buckets if entry is not None]


def _insert(buckets: list[tuple[int, str] | None], hashed: int, name: str) -> None:
    mask = len(buckets) - 1
    place, step = hashed & mask, 1
    while buckets[place] is not None:
        place = (place + step) & mask
        step += 1
    buckets[place] = (hashed, name)
