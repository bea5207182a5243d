"""The era of a module, determined from its records, and the era to write it in."""

from __future__ import annotations

import re
from typing import Final

from ..base.classes import replace
from ..base.errors import UnsupportedError
from ..ir import ERAS, LLVM_3_ERAS, Era, MDString, Module, era_for_air, native_era
from ..ir.names import IDENT
from .records._module import FunctionRecord, write_function

_METALFE: Final = re.compile(r"metalfe-(\d+)")


def toolchain_of(module: Module) -> int:
    """Major version of the toolchain that wrote a module (its producer, else its ident); 0 if it is not Apple's."""
    match = re.match(r"(\d+)\.", module.producer) or _METALFE.search(_ident(module))
    return int(match[1]) if match else 0


def is_native(module: Module) -> bool:
    """Whether the LLVM 3.x of its time wrote a module of AIR 1.x, and not a later toolchain in that form."""
    return not module.era.identified and not toolchain_of(module)


def _ident(module: Module) -> str:
    """The strings of `llvm.ident`."""
    operands = [field for node in module.named_metadata.get(IDENT, ()) for field in node.fields]
    return " ".join(field.value for field in operands if isinstance(field, MDString))


def era_of_records(version: int, function_fields: int, *, identified: bool) -> Era:
    """The era of a module that is read.

    `version` is its VERSION; `function_fields` the length of its widest FUNCTION record, the name in the string table
    not counted (0: it has none); `identified`, whether it has an IDENTIFICATION block. A module without any function
    gets the newest era that fits.
    """
    if not identified:
        return _LLVM_3_5 if function_fields == _LLVM_3_5_FIELDS else _LLVM_3_7
    rows = [row for row in ERAS if row.module_version == version]
    if rows and not function_fields:
        return rows[-1]
    for row in rows:
        if _LENGTHS[row.name] == function_fields:
            return row
    return _unknown(version, function_fields)


_, _LLVM_3_5, _, _LLVM_3_7 = LLVM_3_ERAS
_LLVM_3_5_FIELDS: Final = 12

_LENGTHS: Final = {era.name: len(write_function(FunctionRecord(0, 0, 0, 0, 0, 0), era)) for era in ERAS}
"""The length of a FUNCTION record of each era, by its name."""


def _unknown(version: int, function_fields: int) -> Era:
    """The era of a module that no row describes: written by a newer LLVM, or by one that Apple did not use.

    It has the features of the oldest row whose FUNCTION records are as long as those of the module, else of the newest,
    and can't be written; `era_for_air` gives the era of its AIR version, which can.
    """
    rows = [row for row in ERAS if row.module_version == version] or list(ERAS)
    closest = rows[-1]
    for row in rows[::-1]:
        if _LENGTHS[row.name] >= function_fields:
            closest = row
    return replace(closest, name=f"version {version} with {function_fields} fields per function", is_writable=False)


def era_of(module: Module, air: tuple[int, ...] | None = None) -> Era:
    """The era to write a module in: that of AIR version `air`; without one, the era that the module was read in.

    Current compilers write every `.air` in the newest era's form, whatever its AIR version. A module of AIR 1.x that
    is in a form of LLVM 3.x keeps it. UnsupportedError without `air` for a module that no row of `ERAS` describes.
    """
    if not module.era.identified and (air is None or air[:2] < ERAS[0].air[0]):
        return native_era(module.era) if is_native(module) else module.era
    if air is not None:
        return era_for_air(air, is_macos="-macosx" in module.triple)
    if not module.era.is_writable:
        raise UnsupportedError(f"writing bitcode of {module.era.name}")
    return module.era
