"""Debug info in the records that a target's readers know.

Newer LLVMs append fields to the records of debug info, which older readers refuse ("Invalid record"), and have other
forms of some. `fit_debug_info` takes the fields out and the forms back. What is lost this way is for debuggers alone:
flags of basic types, annotations, the SDK of a compile unit.

The forms are those of Apple's modules: before AIR 2.6 of LLVM 5 to 8, later of LLVM 15 (docs/convert.md §4.1).
"""

from __future__ import annotations

from collections.abc import Callable

from ..base.errors import UnsupportedError
from ..bitcode.decoding import rotated
from ..ir import (
    Constant,
    ConstantAsMetadata,
    ConstantCode,
    Era,
    MDField,
    MDNode,
    MetadataCode,
    Module,
    replace_metadata,
)

__all__ = ["fit_debug_info"]

# The most fields that a record has, after the first operand; later ones were appended.
_MODERN = {
    MetadataCode.BASIC_TYPE: 6,
    MetadataCode.DERIVED_TYPE: 13,
    MetadataCode.COMPOSITE_TYPE: 21,
    MetadataCode.COMPILE_UNIT: 21,
    MetadataCode.SUBPROGRAM: 19,
    MetadataCode.LOCAL_VAR: 9,
    MetadataCode.GLOBAL_VAR: 12,
    MetadataCode.IMPORTED_ENTITY: 7,
    MetadataCode.LABEL: 4,
    MetadataCode.LOCATION: 5,
}
_OLD = {
    MetadataCode.BASIC_TYPE: 5,
    MetadataCode.DERIVED_TYPE: 12,
    MetadataCode.COMPOSITE_TYPE: 16,
    MetadataCode.COMPILE_UNIT: 18,
    MetadataCode.LOCAL_VAR: 8,
    MetadataCode.IMPORTED_ENTITY: 6,
    MetadataCode.TEMPLATE_TYPE: 2,
    MetadataCode.LABEL: 4,
    MetadataCode.LOCATION: 4,
}
# Flags of a subprogram, which were fields of their own.
_VIRTUALITY, _LOCAL, _DEFINITION, _OPTIMIZED, _MAIN = 3, 1 << 2, 1 << 3, 1 << 4, 1 << 8
_MAIN_FLAG = 1 << 21  # of `di_flags`

_FIRST_NEWER = MetadataCode.ASSIGN_ID
_Form = tuple[int, tuple[MDField, ...]]  # version and fields


def fit_debug_info(module: Module, era: Era) -> None:
    """Give the debug info of `module` the form that `era` has, in place.

    UnsupportedError for kinds of records that no reader before LLVM 16 knows.
    """
    if "llvm.dbg.cu" in module.named_metadata:
        # The records grew together with those of globals.
        lengths, forms = (_MODERN, {}) if era.partitions else (_OLD, _OLD_FORMS)

        def reformed(node: MDNode) -> MDNode:
            if node.code >= _FIRST_NEWER:
                raise UnsupportedError(f"debug info of kind {node.code.name}, which is newer than LLVM 15")
            form = forms.get(node.code)
            version, fields = (node.version, node.fields) if form is None else form(node)
            most = lengths.get(node.code, len(fields))
            if version == node.version and fields is node.fields and len(fields) <= most:
                return node
            return MDNode(node.code, fields[:most], distinct=node.distinct, version=version)

        replace_metadata(module, reformed=reformed)


def _number(field: MDField) -> int:
    """A number, or the one that is a constant in metadata; 0 for anything else."""
    if isinstance(field, int):
        return field
    value = field.value if isinstance(field, ConstantAsMetadata) else None
    is_integer = isinstance(value, Constant) and value.code == ConstantCode.INTEGER
    return value.params[0] if is_integer and isinstance(value, Constant) else 0


def _enumerator(node: MDNode) -> _Form:
    """[width, name, value] of any width to [value, name]."""
    if not node.version & 2 or len(node.fields) != 3:
        return node.version, node.fields
    _, name, value = node.fields
    return node.version & 1, (value, name)


def _global_variable(node: MDNode) -> _Form:
    """Without template parameters; where they are there once was an expression."""
    if node.version < 2 or len(node.fields) < 11:
        return node.version, node.fields
    fields = node.fields
    return 1, (*fields[:8], None, fields[8], fields[10])


def _module(node: MDNode) -> _Form:
    """Without file, API notes, line and whether it is a declaration."""
    if len(node.fields) != 8:
        return node.version, node.fields
    return node.version, (*node.fields[1:5], None)


def _subprogram(node: MDNode) -> _Form:
    """Flags as fields."""
    if not node.version & 2 or len(node.fields) < 17:
        return node.version, node.fields
    scope, name, linkage, file, line, type_, scope_line, containing, flags, index, di_flags, *rest = node.fields
    bits = _number(flags)
    if bits & _MAIN:
        di_flags = _number(di_flags) | _MAIN_FLAG
    local, defined, optimized = (int(bool(bits & bit)) for bit in (_LOCAL, _DEFINITION, _OPTIMIZED))
    head = (scope, name, linkage, file, line, type_, local, defined, scope_line, containing)
    return 1, (*head, bits & _VIRTUALITY, index, di_flags, optimized, *rest[:6])


def _subrange(node: MDNode) -> _Form:
    """[count, lower bound, upper bound, stride] to count and a number."""
    if node.version & 3 != 2 or len(node.fields) != 4:
        return node.version, node.fields
    return 1, (node.fields[0], rotated(_number(node.fields[1])))


def _template_value(node: MDNode) -> _Form:
    """Without whether it is the default."""
    fields = node.fields
    return node.version, (*fields[:3], fields[4]) if len(fields) == 5 else fields


_OLD_FORMS: dict[MetadataCode, Callable[[MDNode], _Form]] = {
    MetadataCode.ENUMERATOR: _enumerator,
    MetadataCode.GLOBAL_VAR: _global_variable,
    MetadataCode.MODULE: _module,
    MetadataCode.SUBPROGRAM: _subprogram,
    MetadataCode.SUBRANGE: _subrange,
    MetadataCode.TEMPLATE_VALUE: _template_value,
}
