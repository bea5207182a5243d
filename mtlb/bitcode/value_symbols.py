"""Value symbol tables: names of a function's locals; of a module, where bodies are, and in old ones its names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..base.errors import FormatError
from ..base.strings import string_to_bytes
from ..ir import BasicBlock, Function, GlobalValue
from .codes import BlockId, SymtabCode
from .records._module import (
    read_entry,
    read_fnentry,
    write_bbentry,
    write_entry,
    write_fnentry,
)
from .state import ReadState
from .symtab import hash_order
from .write_state import ARRAY, CHAR6, WriteState, fixed, is_char6, literal, vbr


def read_module_symbol(state: ReadState, code: int, ops: list[int]) -> None:
    """A record of the module's table, which names globals before module version 2. Raises FormatError."""
    if state.module.version >= 2:
        return
    record = read_fnentry(ops) if code == SymtabCode.FNENTRY else read_entry(ops)
    value = state.values[record.value] if record.value < len(state.values) else None
    if not isinstance(value, GlobalValue):
        raise FormatError(f"the module's symbol table names value {record.value}, which is not a global")
    value.name = record.name
    state.module.symbols.append(value)


def write_local_symbols(state: WriteState, function: Function) -> None:
    """The table of a function, if any of its locals has a name."""
    if not function.symbols:
        return
    state.stream.enter_block(BlockId.VALUE_SYMTAB, 4)
    for named in function.symbols:
        if isinstance(named, BasicBlock):
            ops = write_bbentry(state.ids.block_ids[named], named.name)
            _write(state, SymtabCode.BBENTRY, ops, named.name, state.abbreviations)
        else:
            ops = write_entry(state.ids.value_ids[named], named.name)
            _write(state, SymtabCode.ENTRY, ops, named.name, state.abbreviations)
    state.stream.end_block()


def write_module_symbols(state: WriteState, offsets: Mapping[Function, int], *, downgraded: bool) -> None:
    """The table of the module: where each function's body is, and before version 2 also all names of globals.

    `offsets` are 32-bit words from the start of the module. `downgraded`: written by a toolchain of a newer era.
    """
    stream = state.stream
    stream.enter_block(BlockId.VALUE_SYMTAB, 4)
    body = (literal(SymtabCode.FNENTRY), vbr(8), vbr(8))
    if state.era.names_in_strings:
        abbreviation = state.define(*body)
        for function, offset in offsets.items():
            ops = write_fnentry(state.ids.value_ids[function], offset)
            stream.record(SymtabCode.FNENTRY, ops, abbreviation)
    else:
        abbreviations = dict(state.abbreviations)
        for bits in ("8", "7", "6"):
            element = CHAR6 if bits == "6" else fixed(int(bits))
            abbreviations[f"fnentry{bits}"] = state.define(*body, ARRAY, element)
        if not downgraded:
            state.define(literal(SymtabCode.COMBINED_ENTRY), vbr(8), vbr(8))
        for value in _order(state):
            number, name = state.ids.value_ids[value], value.name
            if isinstance(value, Function) and value.is_definition:
                ops = write_fnentry(number, offsets[value], name)
                _write(state, SymtabCode.FNENTRY, ops, name, abbreviations)
            else:
                _write(state, SymtabCode.ENTRY, write_entry(number, name), name, abbreviations)
    stream.end_block()


def write_plain_symbols(state: WriteState) -> None:
    """The table of a module of LLVM 3.x: the names of its globals."""
    state.stream.enter_block(BlockId.VALUE_SYMTAB, 4)
    for value in _order(state):
        ops = write_entry(state.ids.value_ids[value], value.name)
        _write(state, SymtabCode.ENTRY, ops, value.name, state.abbreviations)
    state.stream.end_block()


def _order(state: WriteState) -> Sequence[GlobalValue]:
    """The globals in the order of LLVM's hash table, which a module keeps from reading."""
    by_name = {value.name: value for value in state.module.global_values() if value.name}
    symbols = state.module.symbols
    if len(symbols) == len(by_name) and set(symbols) == set(by_name.values()):
        return symbols
    return [by_name[name] for name in hash_order(by_name)]


def _write(state: WriteState, code: SymtabCode, ops: list[int], name: str, abbreviations: dict[str, int]) -> None:
    """A record that ends in a name, with the abbreviation of the narrowest characters."""
    data = string_to_bytes(name)
    bits = "6" if is_char6(data) else "7" if data.isascii() else "8"
    abbreviation = abbreviations.get(f"{code.name.lower()}{bits}", abbreviations["entry8"])
    state.stream.record(code, ops, abbreviation)
