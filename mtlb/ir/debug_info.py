"""Which operand of a debug-info record is metadata and which is a number, and in what order LLVM walks them.

One row per record code. `layout` has a letter for each record operand after the first (which holds `distinct` and
`version`): `m` a metadata id plus one, 0 for null · `r` a metadata id · `i` a number. A record longer than its layout
ends in numbers; a shorter one is simply shorter (the fields were added over the years). `order` lists the indices of
the `m`/`r` fields in the order of LLVM's in-memory operands, which is the order in which they are enumerated.
Source: LLVM's BitcodeWriter.cpp, MetadataLoader.cpp and DebugInfoMetadata.cpp, versions 4 to 15.
"""

from __future__ import annotations

from typing import NamedTuple

from .opcodes import MetadataCode

__all__ = ["Schema", "metadata_schema"]


class Schema(NamedTuple):
    layout: str
    order: tuple[int, ...]


def _in_record_order(layout: str) -> Schema:
    return Schema(layout, tuple(i for i, kind in enumerate(layout) if kind != "i"))


_SCHEMAS: dict[MetadataCode, Schema] = {
    # line, column, scope, inlinedAt, implicit
    MetadataCode.LOCATION: Schema("iirmi", (2, 3)),
    # bits, name, words… / rotated value, name: told apart below
    MetadataCode.ENUMERATOR: Schema("im", (1,)),
    # tag, name, size, align, encoding, flags
    MetadataCode.BASIC_TYPE: Schema("imiiii", (1,)),
    # filename, directory, checksum kind, checksum, source
    MetadataCode.FILE: Schema("mmimm", (0, 1, 3, 4)),
    # tag, name, file, line, scope, base, size, align, offset, flags, extra data, address space, annotations, ptrauth
    MetadataCode.DERIVED_TYPE: Schema("immimmiiiimimi", (2, 4, 1, 5, 10, 12)),
    # tag, name, file, line, scope, base, size, align, offset, flags, elements, language, vtable holder,
    # template params, identifier, discriminator, data location, associated, allocated, rank, annotations
    MetadataCode.COMPOSITE_TYPE: Schema("immimmiiiimimmmmmmmmm", (2, 4, 1, 5, 10, 12, 13, 14, 15, 16, 17, 18, 19, 20)),
    # flags, types, calling convention
    MetadataCode.SUBROUTINE_TYPE: Schema("imi", (1,)),
    # language, file, producer, optimized, flags, runtime version, split name, emission kind, enums, retained,
    # subprograms, globals, imported, dwo id, split inlining, macros, profiling, name table, ranges base, sysroot, sdk
    MetadataCode.COMPILE_UNIT: Schema("immimimimmmmmiimiiimm", (1, 2, 4, 6, 8, 9, 10, 11, 12, 15, 19, 20)),
    # scope, file, line, column
    MetadataCode.LEXICAL_BLOCK: Schema("mmii", (1, 0)),
    # scope, file, discriminator
    MetadataCode.LEXICAL_BLOCK_FILE: Schema("mmi", (1, 0)),
    # scope, declaration, name, file, line
    MetadataCode.COMMON_BLOCK: Schema("mmmmi", (0, 1, 2, 3)),
    # kind, line, name, value
    MetadataCode.MACRO: Schema("iimm", (2, 3)),
    # kind, line, file, elements
    MetadataCode.MACRO_FILE: Schema("iimm", (2, 3)),
    # name, type, is default
    MetadataCode.TEMPLATE_TYPE: Schema("mmi", (0, 1)),
    # variable, expression
    MetadataCode.GLOBAL_VAR_EXPR: Schema("mm", (0, 1)),
    # scope, name, file, line, type, argument, flags, align, annotations
    MetadataCode.LOCAL_VAR: Schema("mmmimiiim", (0, 1, 2, 4, 8)),
    # scope, name, file, line
    MetadataCode.LABEL: Schema("mmmi", (0, 1, 2)),
    # name, file, line, getter, setter, attributes, type
    MetadataCode.OBJC_PROPERTY: Schema("mmimmim", (0, 1, 3, 4, 6)),
    # tag, scope, entity, line, name, file, elements
    MetadataCode.IMPORTED_ENTITY: Schema("immimmm", (1, 2, 4, 5, 6)),
    # tag, name, string length, length expression, location expression, size, align, encoding
    MetadataCode.STRING_TYPE: Schema("immmmiii", (1, 2, 3, 4)),
    MetadataCode.EXPRESSION: Schema("", ()),
    MetadataCode.ASSIGN_ID: Schema("", ()),
}

_SUBRANGE = (Schema("ii", ()), Schema("mi", (0,)), Schema("mmmm", (0, 1, 2, 3)))
_GENERIC_SUBRANGE = Schema("mmmm", (0, 1, 2, 3))
# scope, name
_NAMESPACE = Schema("mm", (0, 1))
# scope, file, name, line
_NAMESPACE_OLD = Schema("mmmi", (1, 0, 2))
# tag, name, type, is default, value
_TEMPLATE_VALUE = Schema("immim", (1, 2, 4))
_TEMPLATE_VALUE_OLD = Schema("immm", (1, 2, 3))
# scope, name, linkage name, file, line, type, local, definition, declaration, template params, align, annotations
_GLOBAL_VAR = Schema("mmmmimiimmim", (0, 1, 3, 5, 2, 8, 9, 11))
# …, local, definition, null (an expression stood here before), declaration, align
_GLOBAL_VAR_1 = Schema("mmmmimiimmi", (0, 1, 3, 5, 2, 9))
_GLOBAL_VAR_0 = Schema("mmmmimiimm", (0, 1, 3, 5, 2, 8, 9))
# scope, name, linkage name, file, line, type, scope line, containing type, flags, virtual index, DI flags, unit,
# template params, declaration, retained nodes, this adjustment, thrown types, annotations, target function name
_SUBPROGRAM = Schema("mmmmimimiiimmmmimmm", (3, 0, 1, 2, 5, 11, 13, 14, 7, 12, 16, 17, 18))
# scope, name, linkage name, file, line, type, local, definition, scope line, containing type, virtuality,
# virtual index, DI flags, optimized, unit, template params, declaration, variables, this adjustment, thrown types
_SUBPROGRAM_OLD = Schema("mmmmimiiimiiiimmmmim", (3, 0, 1, 2, 5, 14, 16, 17, 9, 15, 19))
# …, optimized, function, template params, declaration, variables (before the unit moved into the subprogram)
_SUBPROGRAM_FUNCTION = Schema("mmmmimiiimiiiimmmm", (3, 0, 1, 2, 5, 14, 16, 17, 9, 15))


def metadata_schema(code: MetadataCode, version: int, length: int) -> Schema | None:
    """The schema of a debug-info record with `length` operands after the first; None where all of them are metadata."""
    if code is MetadataCode.SUBPROGRAM:
        if version & 2:
            return _SUBPROGRAM
        return _SUBPROGRAM_OLD if version & 1 else _SUBPROGRAM_FUNCTION
    if code is MetadataCode.SUBRANGE:
        return _SUBRANGE[min(version & 3, 2)]
    if code is MetadataCode.GLOBAL_VAR:
        return (_GLOBAL_VAR_0, _GLOBAL_VAR_1, _GLOBAL_VAR)[min(version, 2)]
    if code is MetadataCode.TEMPLATE_VALUE:
        return _TEMPLATE_VALUE if length >= 5 else _TEMPLATE_VALUE_OLD
    if code is MetadataCode.NAMESPACE:
        return _NAMESPACE if length <= 2 else _NAMESPACE_OLD
    if code is MetadataCode.GENERIC_SUBRANGE:
        return _GENERIC_SUBRANGE
    if code is MetadataCode.MODULE:
        return _in_record_order("m" * max(length - 2, 0)) if length > 5 else _in_record_order("m" * length)
    if code is MetadataCode.GENERIC_DEBUG:
        return _in_record_order("ii" + "m" * max(length - 2, 0))
    return _SCHEMAS.get(code)
