"""The kinds of operands of debug-info records (metadata or number), and the order in which LLVM visits them.

One row per form of a record: the names of its operands after the first, which holds `distinct` and `version`. A name
with `?` is a metadata id plus one, 0 for null; with `!` a metadata id; any other a number. A record longer than its row
ends in numbers; a shorter one is simply shorter (the fields were added over the years). The second text names the
metadata in the order of LLVM's in-memory operands, which is the order in which it is enumerated; without it, that is
the order of the record.
Source: LLVM's BitcodeWriter.cpp, MetadataLoader.cpp and DebugInfoMetadata.cpp, versions 4 to 15.
"""

from __future__ import annotations

from typing import Final

from ..base.classes import NamedTuple
from .opcodes import MetadataCode


class Schema(NamedTuple):
    """The operands of a record after the first.

    `metadata` are those that are metadata: index, and what its id in the record is counted from (1: 0 is null). `order`
    lists their indices in the order of LLVM's in-memory operands. `names` are for documentation.
    """

    metadata: tuple[tuple[int, int], ...]
    order: tuple[int, ...]
    names: tuple[str, ...] = ()


_BASE: Final = {"?": 1, "!": 0}


def _schema(operands: str, order: str = "") -> Schema:
    texts = operands.split()
    names = tuple([text.rstrip("?!") for text in texts])
    metadata = tuple([(index, _BASE[text[-1]]) for index, text in enumerate(texts) if text[-1] in _BASE])
    if order:
        return Schema(metadata, tuple([names.index(name) for name in order.split()]), names)
    return Schema(metadata, tuple([index for index, _ in metadata]), names)


def _all_metadata(first: int, end: int) -> Schema:
    """A record whose operands from `first` to `end` are metadata, as many as there are."""
    return Schema(tuple([(index, 1) for index in range(first, end)]), tuple(range(first, end)))


_SCHEMAS: Final[dict[MetadataCode, Schema]] = {
    MetadataCode.LOCATION: _schema("line column scope! inlined_at? implicit"),
    MetadataCode.ENUMERATOR: _schema("value name?"),
    MetadataCode.BASIC_TYPE: _schema("tag name? size align encoding flags"),
    MetadataCode.FILE: _schema("filename? directory? checksum_kind checksum? source?"),
    MetadataCode.DERIVED_TYPE: _schema(
        "tag name? file? line scope? base? size align offset flags extra_data? address_space annotations? ptrauth",
        "file scope name base extra_data annotations",
    ),
    MetadataCode.COMPOSITE_TYPE: _schema(
        "tag name? file? line scope? base? size align offset flags elements? language vtable_holder? "
        "template_params? identifier? discriminator? data_location? associated? allocated? rank? annotations?",
        "file scope name base elements vtable_holder template_params identifier discriminator data_location "
        "associated allocated rank annotations",
    ),
    MetadataCode.SUBROUTINE_TYPE: _schema("flags types? calling_convention"),
    MetadataCode.COMPILE_UNIT: _schema(
        "language file? producer? is_optimized flags? runtime_version split_name? emission_kind enums? retained? "
        "subprograms? globals? imported? dwo_id macros? split_inlining profiling name_table ranges_base sysroot? "
        "sdk?",
    ),
    MetadataCode.LEXICAL_BLOCK: _schema("scope? file? line column", "file scope"),
    MetadataCode.LEXICAL_BLOCK_FILE: _schema("scope? file? discriminator", "file scope"),
    MetadataCode.COMMON_BLOCK: _schema("scope? declaration? name? file? line"),
    MetadataCode.MACRO: _schema("kind line name? value?"),
    MetadataCode.MACRO_FILE: _schema("kind line file? elements?"),
    MetadataCode.TEMPLATE_TYPE: _schema("name? type? is_default"),
    MetadataCode.GLOBAL_VAR_EXPR: _schema("variable? expression?"),
    MetadataCode.LABEL: _schema("scope? name? file? line"),
    MetadataCode.OBJC_PROPERTY: _schema("name? file? line getter? setter? attributes type?"),
    MetadataCode.IMPORTED_ENTITY: _schema("tag scope? entity? line name? file? elements?"),
    MetadataCode.STRING_TYPE: _schema(
        "tag name? string_length? length_expression? location_expression? size align encoding",
    ),
    MetadataCode.EXPRESSION: _schema(""),
    MetadataCode.ASSIGN_ID: _schema(""),
}
_LOCAL_VAR: Final = _schema("scope? name? file? line type? argument flags align annotations?")
_LOCAL_VAR_TAGGED: Final = _schema("tag scope? name? file? line type? argument flags inlined_at?")
_LONGEST_UNTAGGED: Final = 7  # operands of LLVM 3.8's record, after the first
_SUBRANGE: Final = (
    _schema("count lower_bound"),
    _schema("count? lower_bound"),
    _schema("count? lower_bound? upper_bound? stride?"),
)
_GENERIC_SUBRANGE: Final = _schema("count? lower_bound? upper_bound? stride?")
_NAMESPACE: Final = _schema("scope? name?")
_NAMESPACE_OLD: Final = _schema("scope? file? name? line", "file scope name")
_TEMPLATE_VALUE: Final = _schema("tag name? type? is_default value?")
_TEMPLATE_VALUE_OLD: Final = _schema("tag name? type? value?")
_GLOBAL_VAR: Final = _schema(
    "scope? name? linkage_name? file? line type? is_local is_definition declaration? template_params? align "
    "annotations?",
    "scope name file type linkage_name declaration template_params annotations",
)
# null: an expression was here before
_GLOBAL_VAR_1: Final = _schema(
    "scope? name? linkage_name? file? line type? is_local is_definition null? declaration? align",
    "scope name file type linkage_name declaration",
)
_GLOBAL_VAR_0: Final = _schema(
    "scope? name? linkage_name? file? line type? is_local is_definition expression? declaration?",
    "scope name file type linkage_name expression declaration",
)
_SUBPROGRAM: Final = _schema(
    "scope? name? linkage_name? file? line type? scope_line containing_type? flags virtual_index di_flags unit? "
    "template_params? declaration? retained_nodes? this_adjustment thrown_types? annotations? "
    "target_function_name?",
    "file scope name linkage_name type unit declaration retained_nodes containing_type template_params "
    "thrown_types annotations target_function_name",
)
_SUBPROGRAM_OLD: Final = _schema(
    "scope? name? linkage_name? file? line type? is_local is_definition scope_line containing_type? virtuality "
    "virtual_index di_flags is_optimized unit? template_params? declaration? variables? this_adjustment "
    "thrown_types?",
    "file scope name linkage_name type unit declaration variables containing_type template_params thrown_types",
)
# before the unit moved into the subprogram
_SUBPROGRAM_FUNCTION: Final = _schema(
    "scope? name? linkage_name? file? line type? is_local is_definition scope_line containing_type? virtuality "
    "virtual_index di_flags is_optimized function? template_params? declaration? variables?",
    "file scope name linkage_name type function declaration variables containing_type template_params",
)


def metadata_schema(code: MetadataCode, version: int, length: int) -> Schema | None:
    """The schema of a debug-info record with `length` operands after the first; None for other records."""
    schema = _SCHEMAS.get(code)
    if schema is not None:
        return schema
    if code is MetadataCode.SUBPROGRAM:
        if version & 2:
            return _SUBPROGRAM
        return _SUBPROGRAM_OLD if version & 1 else _SUBPROGRAM_FUNCTION
    if code is MetadataCode.SUBRANGE:
        return _SUBRANGE[min(version & 3, 2)]
    if code is MetadataCode.LOCAL_VAR:
        # LLVM 3.x: a tag and no alignment, which bit 1 of the first operand promises (LLVM's reader decides so)
        return _LOCAL_VAR_TAGGED if length > _LONGEST_UNTAGGED and not version & 1 else _LOCAL_VAR
    if code is MetadataCode.GLOBAL_VAR:
        return (_GLOBAL_VAR_0, _GLOBAL_VAR_1, _GLOBAL_VAR)[min(version, 2)]
    if code is MetadataCode.TEMPLATE_VALUE:
        return _TEMPLATE_VALUE if length >= 5 else _TEMPLATE_VALUE_OLD
    if code is MetadataCode.NAMESPACE:
        return _NAMESPACE if length <= 2 else _NAMESPACE_OLD
    if code is MetadataCode.GENERIC_SUBRANGE:
        return _GENERIC_SUBRANGE
    if code is MetadataCode.MODULE:
        return _all_metadata(0, max(length - 2, 0) if length > 5 else length)
    if code is MetadataCode.GENERIC_DEBUG:
        return _all_metadata(2, length)
    return None
