"""How the bitcode of one era differs from that of another: one row per era, chosen by the AIR version.

Apple's writers follow the deployment target, not the toolchain, so the newest `metal` still writes the oldest row.
Source: the modules of 150 libraries made by 28 toolchains; every row is exact for the modules of its AIR versions.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..base.errors import UnsupportedError
from ..ir import MDString, Module

__all__ = ["DIALECTS", "Dialect", "dialect_for_air", "dialect_of", "toolchain_of"]


_METALFE = re.compile(r"metalfe-(\d+)")


@dataclass(frozen=True)
class Dialect:
    """The shape of one era's modules. Field counts are without the two fields of a name in the string table."""

    name: str
    air: tuple[tuple[int, int], tuple[int, int]]  # first and last AIR version that is written so
    module_version: int  # 1: the value symbol table holds the names; 2: the string table does
    function_fields: int
    global_fields: int
    alias_fields: int
    types_first: bool  # TYPE stands before PARAMATTR_GROUP, not behind PARAMATTR
    metadata_index: bool  # METADATA defines its abbreviations up front and has an index over many nodes
    sync_scopes: bool
    fast_flag_bits: int  # width of the flags of a binary operator; 7: `fast` is one flag of its own, beside four others
    select_flags: bool  # a select may have fast-math flags
    modern: bool  # fneg, poison, flags of a phi, aligned atomics, implicit code of locations, opaque pointers
    downgraded_from: int  # first toolchain (major version) that writes this only for older targets


DIALECTS = (
    Dialect("AIR 2.0", ((1, 9), (2, 0)), 1, 15, 12, 8, False, False, False, 7, False, False, 902),
    Dialect("AIR 2.1-2.2", ((2, 1), (2, 2)), 2, 15, 13, 8, False, True, True, 8, False, False, 31001),
    Dialect("AIR 2.3-2.5", ((2, 3), (2, 5)), 2, 16, 14, 9, True, True, True, 8, True, False, 32023),
    Dialect("AIR 2.6-2.8", ((2, 6), (2, 8)), 2, 19, 16, 11, True, True, True, 8, True, True, 1 << 32),
)


def toolchain_of(module: Module) -> int:
    """Major version of the toolchain that wrote a module (its producer, else its ident); 0 if it is not Apple's."""
    match = re.match(r"(\d+)\.", module.producer) or _METALFE.search(_ident(module))
    return int(match[1]) if match else 0


def _ident(module: Module) -> str:
    """The strings of `llvm.ident`."""
    operands = (field for node in module.named_metadata.get("llvm.ident", ()) for field in node.fields)
    return " ".join(field.value for field in operands if isinstance(field, MDString))


def dialect_for_air(version: tuple[int, int]) -> Dialect:
    """The dialect of an AIR version; the youngest one for versions that are younger than all we know.

    Raises UnsupportedError for AIR before 1.9, which LLVM 3.x wrote in a form of its own.
    """
    if version > DIALECTS[-1].air[1]:
        return DIALECTS[-1]
    for dialect in DIALECTS:
        if dialect.air[0] <= version <= dialect.air[1]:
            return dialect
    raise UnsupportedError(f"writing bitcode of AIR {version[0]}.{version[1]}")


def dialect_of(module: Module, air: tuple[int, ...] | None = None) -> Dialect:
    """The dialect of AIR version `air`; without one the dialect that the module was read in.

    That is told by the record version and the fields of FUNCTION records: compilers of today write every `.air` in
    their own dialect, whatever its AIR version. A module without any function is taken for the widest that fits.
    Raises UnsupportedError for a module in the form of LLVM 3.x, and for one that no row describes.
    """
    if module.identification is None:
        raise UnsupportedError("writing bitcode in the form of LLVM 3.x (AIR 1.x)")
    if air is not None:
        return dialect_for_air((air[0], air[1]))
    counts = module.field_counts
    names = 2 if module.version >= 2 else 0
    rows = [row for row in DIALECTS if row.module_version == module.version]
    for row in rows:
        if counts.get("FUNCTION", rows[-1].function_fields + names) == row.function_fields + names:
            return row
    raise UnsupportedError(f"writing bitcode of version {module.version} with {counts['FUNCTION']} fields per function")
