"""The string table and the symbol table (irsymtab) behind a module, both derived from it.

The symbol table is a header of 32-bit words and arrays that it points into:
version · producer (offset, size in the string table) · ranges (offset, count) of modules, comdats, symbols, uncommons ·
triple · source file name · COFF linker options · from version 2 on: range of dependent libraries.
A module is (first symbol, end, first uncommon); a symbol is name, name in the IR, comdat index, flags; an uncommon
is common size, common alignment, COFF weak fallback and, from version 1 on, section name.

Source: LLVM's irsymtab.h and IRSymtab.cpp; versions 0, 1 and 3 occur.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable

from ..base.strings import string_to_bytes
from ..ir import Alias, Constant, Function, GlobalValue, GlobalVariable, Linkage, Module, UnnamedAddr

__all__ = ["StringTable", "build_symtab", "hash_order"]

_NO_COMDAT = 0xFFFFFFFF
_FIRST_WITH_SECTIONS = 1
_FIRST_WITH_LIBRARIES = 2
_FIRST_WITH_SELECTION = 3  # comdats state their selection kind
_FIRST_WITH_COMPILER_USED = 3  # what llvm.compiler.used lists is used

# Flags of a symbol; bits 0 and 1 are the visibility.
_HAS_UNCOMMON = 1 << 2
_UNDEFINED = 1 << 3
_WEAK = 1 << 4
_COMMON = 1 << 5
_INDIRECT = 1 << 6
_USED = 1 << 7
_TLS = 1 << 8
_MAY_OMIT = 1 << 9
_GLOBAL = 1 << 10
_FORMAT_SPECIFIC = 1 << 11
_UNNAMED_ADDR = 1 << 12
_EXECUTABLE = 1 << 13

_WEAK_LINKAGE = frozenset(
    {Linkage.WEAK_ANY, Linkage.WEAK_ODR, Linkage.LINK_ONCE_ANY, Linkage.LINK_ONCE_ODR, Linkage.EXTERN_WEAK}
)


# Symbols that LLVM's code generators may call by name (RuntimeLibcalls.def): always taken for used. Left out are the
# names that C reserves (`__addsf3`), which no shader can define.
_MATH_CALLS = (
    *("fmod", "fma", "sqrt", "cbrt", "log", "log2", "log10", "exp", "exp2", "sin", "cos", "pow", "ceil", "trunc"),
    *("rint", "nearbyint", "round", "roundeven", "floor", "copysign", "fmin", "fmax", "fabs"),
    *("lround", "llround", "lrint", "llrint"),
)
_LIBRARY_CALLS = frozenset(
    ["memcpy", "memmove", "memset", *(name + suffix for name in _MATH_CALLS for suffix in ("", "f", "l"))]
)


class StringTable:
    """Strings one after the other, each content once."""

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
        return bytes(self._data)


def build_symtab(module: Module, strings: StringTable) -> bytes:
    """The content of the SYMTAB blob; the strings it needs go into `strings`."""
    assert module.symtab_version is not None
    header = [module.symtab_version, *strings.add(module.producer)]
    names = [*strings.add(module.triple), *strings.add(module.source_filename or "")]
    used = _used_globals(module)
    comdats: dict[str, int] = {}
    comdat_words: list[int] = []
    symbols: list[int] = []
    uncommons: list[int] = []
    count = 0
    for value in (*module.functions, *module.globals, *module.aliases):
        count += 1
        flags = _flags(module, value, value in used or value.name in _LIBRARY_CALLS)
        symbol_name = strings.add(value.name.removeprefix("\1"))
        ir_name = strings.add(value.name)
        comdat = _NO_COMDAT
        target = _base_object(module, value)
        if target is not None and target.comdat is not None:
            name = target.comdat.name
            if name not in comdats:
                comdats[name] = len(comdats)
                comdat_words += strings.add(name)
                if module.symtab_version >= _FIRST_WITH_SELECTION:
                    comdat_words.append(target.comdat.selection)
            comdat = comdats[name]
        if target is not None and target.section and module.symtab_version >= _FIRST_WITH_SECTIONS:
            flags |= _HAS_UNCOMMON
            empty = strings.add("")
            uncommons += [0, 0, *empty, *strings.add(target.section)]
        symbols += [*symbol_name, *ir_name, comdat, flags]
    linker_options = strings.add("")

    size = 4 * (1 + 2 * (9 if module.symtab_version >= _FIRST_WITH_LIBRARIES else 8))
    comdat_size = 3 if module.symtab_version >= _FIRST_WITH_SELECTION else 2
    body: list[int] = []
    ranges: list[list[int]] = []
    for words, width in (([0, count, 0], 3), (comdat_words, comdat_size), (symbols, 6), (uncommons, 6)):
        ranges.append([size + 4 * len(body), len(words) // width])
        body += words
    end = [size + 4 * len(body), 0] if module.symtab_version >= _FIRST_WITH_LIBRARIES else []
    words = [*header, *(word for part in ranges for word in part), *names, *linker_options, *end, *body]
    return struct.pack(f"<{len(words)}I", *words)


def _used_globals(module: Module) -> set[GlobalValue]:
    """What `llvm.used` lists, through casts, and in younger tables `llvm.compiler.used`."""
    lists = {"llvm.used"}
    if (module.symtab_version or 0) >= _FIRST_WITH_COMPILER_USED:
        lists.add("llvm.compiler.used")
    found: set[GlobalValue] = set()
    for variable in module.globals:
        if variable.name in lists and isinstance(variable.initializer, Constant):
            work = list(variable.initializer.operands)
            while work:
                value = work.pop()
                if isinstance(value, GlobalValue):
                    found.add(module.own(value))
                elif isinstance(value, Constant):
                    work.extend(value.operands)
    return found


def _base_object(module: Module, value: GlobalValue) -> GlobalValue | None:
    """The function or variable that an alias stands for; the value itself if it is one."""
    seen: set[GlobalValue] = set()
    target: object = value
    while isinstance(target, (Alias, Constant)):
        if isinstance(target, Alias):
            if target in seen:
                return None
            seen.add(target)
            target = target.aliasee
        else:
            target = target.operands[0] if target.operands else None
    return module.own(target) if isinstance(target, GlobalValue) else None


def _flags(module: Module, value: GlobalValue, used: bool) -> int:
    flags = value.visibility
    linkage = value.linkage
    if value.is_declaration or linkage is Linkage.AVAILABLE_EXTERNALLY:
        flags |= _UNDEFINED
    if linkage in _WEAK_LINKAGE:
        flags |= _WEAK
    if linkage is Linkage.COMMON:
        flags |= _COMMON
    if isinstance(value, Alias):
        flags |= _INDIRECT
    if not linkage.is_local:
        flags |= _GLOBAL
    if linkage is Linkage.PRIVATE or value.name.startswith("llvm.") or _in_llvm_metadata(value):
        flags |= _FORMAT_SPECIFIC
    if isinstance(_base_object(module, value), Function):
        flags |= _EXECUTABLE
    if used:
        flags |= _USED
    if value.thread_local:
        flags |= _TLS
    if value.unnamed_addr == UnnamedAddr.GLOBAL:
        flags |= _UNNAMED_ADDR
    if _can_be_omitted(value):
        flags |= _MAY_OMIT
    return flags


def _in_llvm_metadata(value: GlobalValue) -> bool:
    return isinstance(value, GlobalVariable) and value.section == "llvm.metadata"


def _can_be_omitted(value: GlobalValue) -> bool:
    """A linkonce_odr symbol whose address nobody compares, at least not here unless it is a variable."""
    if value.linkage is not Linkage.LINK_ONCE_ODR or not value.unnamed_addr:
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
