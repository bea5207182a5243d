"""The functions that a module imports from dynamic libraries: the tables that Apple's linker writes for the loader.

`air.dyld_lib_table` is an array of {i32 offset, i32 length} into `air.dyld_str_table`, one entry per library; the
strings are install names. `air.dyld_flat_table` is an array of the imported functions (docs/format.md §9.1). The
library repeats both outside of its modules: DYNL in the dynamic header, and the imported symbol list.
"""

from __future__ import annotations

from ..base.classes import NamedTuple
from ..base.errors import FormatError
from ..base.strings import string_from_bytes
from ..ir import Constant, ConstantCode, GlobalValue, GlobalVariable, Module, Value
from ..ir.uses import elements_of
from .cursor import constant_integer, strip_casts


class DynamicImports(NamedTuple):
    """Install names of the libraries, and names of the functions that they must define; in the tables' order."""

    libraries: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()


def dynamic_imports(module: Module) -> DynamicImports:
    """The tables of `module`; empty for a module without imports. FormatError for malformed tables."""
    tables = {variable.section: variable for variable in module.globals if variable.section.startswith("air.dyld_")}
    if not tables:
        return DynamicImports()
    listed = {section: elements_of(table) for section, table in tables.items()}
    return DynamicImports(
        tuple([_library(entry, tables) for entry in listed.get("air.dyld_lib_table", ())]),
        tuple([_symbol(module, entry) for entry in listed.get("air.dyld_flat_table", ())]),
    )


def _library(entry: Value, tables: dict[str, GlobalVariable]) -> str:
    fields = [constant_integer(field) for field in entry.operands] if isinstance(entry, Constant) else []
    strings = tables.get("air.dyld_str_table")
    text = strings.initializer if strings is not None else None
    if len(fields) != 2 or not isinstance(text, Constant) or text.code != ConstantCode.DATA:
        raise FormatError("air.dyld_lib_table: expected {offset, length} of a string in air.dyld_str_table")
    offset, length = fields
    if offset is None or length is None or offset + length > len(text.params):
        raise FormatError(f"air.dyld_lib_table: {length} bytes at {offset}, the strings have {len(text.params)}")
    return string_from_bytes(bytes([byte & 0xFF for byte in text.params[offset : offset + length]]))


def _symbol(module: Module, entry: Value) -> str:
    imported = strip_casts(entry)
    if not isinstance(imported, GlobalValue):
        raise FormatError("air.dyld_flat_table: expected a function")
    return module.own(imported).name
