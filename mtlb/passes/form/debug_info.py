"""Debug info in the record forms that a target's readers accept.

Newer LLVMs append fields to debug-info records and change the form of some. Older readers refuse such records ("Invalid
record"). `fit_debug_info` removes the added fields and restores the older forms. Only information for debuggers is
lost: flags of basic types, annotations, the SDK of a compile unit.

The forms are those of Apple's modules: before AIR 2.6 of LLVM 5 to 8, later of LLVM 15. Before AIR 2.6 the flags of a
subprogram are separate fields, an enumerator has 64 bits, and the lower bound of a subrange is a number. A variable
location that those readers can't express becomes undefined, with a warning: a value composed of several values
(`DIArgList`) before AIR 2.6; operators of expressions that LLVM 7, or from AIR 2.6 on LLVM 15, does not support. A
`llvm.dbg.declare` with such an expression is removed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ...base.errors import UnsupportedError
from ...bitcode.decoding import rotated
from ...ir import (
    Call,
    ConstantAsMetadata,
    ConstantCode,
    Context,
    Era,
    Function,
    LocalAsMetadata,
    MDField,
    MDNode,
    MDString,
    Metadata,
    MetadataAsValue,
    MetadataCode,
    Module,
    Type,
    Value,
    constant_number,
    replace_metadata,
)
from ...ir.names import COMPILE_UNITS, DBG_DECLARE, DBG_VALUE
from ...ir.uses import local_values

# The largest number of fields of each record, not counting the first operand; later fields were appended.
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
# Flags of a subprogram that used to be separate fields.
_VIRTUALITY, _LOCAL, _DEFINITION, _OPTIMIZED, _MAIN = 3, 1 << 2, 1 << 3, 1 << 4, 1 << 8
_MAIN_FLAG = 1 << 21  # of `di_flags`

_FIRST_NEWER = MetadataCode.ASSIGN_ID
_Form = tuple[int, tuple[MDField, ...]]  # version and fields


def fit_debug_info(module: Module, era: Era) -> list[str]:
    """Give the debug info of `module` the form that `era` has, in place; returns warnings.

    UnsupportedError for kinds of records that no reader before LLVM 16 knows.
    """
    warnings: dict[str, None] = {}
    if COMPILE_UNITS in module.named_metadata:
        for function in module.functions:
            _fit_calls(module.context, function, era, warnings)
            for instruction in function.instructions():
                if any(node.code is MetadataCode.ASSIGN_ID for _, node in instruction.metadata):
                    kept = [(kind, n) for kind, n in instruction.metadata if n.code is not MetadataCode.ASSIGN_ID]
                    instruction.metadata = tuple(kept)
        # These records were extended in the same LLVM version as those of globals.
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
    return list(warnings)


# --- where variables are ----------------------------------------------------------------------------------------------

# The expression operators (DWARF's and LLVM's own) that readers support, with their number of operands.
_FRAGMENT, _ARGUMENT = 0x1000, 0x1005
_PLAIN = (0x06, 0x12, 0x16, 0x18, 0x30, 0x9F)  # deref dup swap xderef lit0 stack_value
_ARITHMETIC = (*range(0x1A, 0x1F), *range(0x20, 0x28))  # and div minus mod mul not or plus shl shr shra xor
_OLD_OPERATORS = {**dict.fromkeys((*_PLAIN, *_ARITHMETIC), 0), **dict.fromkeys((0x10, 0x23), 1), _FRAGMENT: 2}
_REGISTERS, _BASES = range(0x50, 0x70), range(0x70, 0x90)
_LATER = {
    0x14: 0, 0x97: 0, 0x11: 1, 0x90: 1, 0x92: 2, 0x94: 1,  # over push_object_address consts regx bregx deref_size
    0x1001: 2, 0x1002: 1, 0x1003: 1, 0x1004: 0, _ARGUMENT: 1,  # convert tag_offset entry_value implicit_pointer
}  # fmt: skip
_MODERN_OPERATORS = {**_OLD_OPERATORS, **dict.fromkeys(_REGISTERS, 0), **dict.fromkeys(_BASES, 1), **_LATER}


def _fit_calls(context: Context, function: Function, era: Era, warnings: dict[str, None]) -> None:
    """Adapt calls of `llvm.dbg.value` and `llvm.dbg.declare` whose variable location the readers do not support.

    A location that can't be expressed, such as a value composed of several (DIArgList), becomes undef, which is LLVM's
    way to say that the variable is not available to a debugger.
    """
    operators = _MODERN_OPERATORS if era.partitions else _OLD_OPERATORS
    present: set[Value] = {*function.arguments, *function.instructions()}
    for block in function.blocks:
        gone = set()
        for call in block.instructions:
            callee = call.operands[-1] if isinstance(call, Call) else None
            if not isinstance(callee, Function) or callee.name not in (DBG_VALUE, DBG_DECLARE):
                continue
            named = [o.metadata if isinstance(o, MetadataAsValue) else None for o in call.operands[:3]]
            place, variable, expression = named
            if not isinstance(expression, MDNode):
                continue
            values = place.fields if isinstance(place, MDNode) else (place,)
            words = [word for word in expression.fields if isinstance(word, int)]
            is_list = isinstance(place, MDNode) and place.code is MetadataCode.ARG_LIST
            if is_list and not era.partitions and len(values) == 1 and words[:2] == [_ARGUMENT, 0]:
                words = words[2:]
                is_list = False
            is_there = all(value in present for value in local_values(call.operands[0]))
            if not is_there or not _says(words, operators) or (is_list and not era.partitions):
                name = variable.fields[1] if isinstance(variable, MDNode) and len(variable.fields) > 1 else None
                whose = f" of the variable {name.value!a}" if isinstance(name, MDString) else ""
                text = f"debug info: where the value{whose} is can't be said in this AIR version at some places"
                warnings[f"function {function.name!a}: {text}"] = None
                if callee.name == DBG_DECLARE:
                    gone.add(call)
                    continue
                values = (context.value_metadata(context.constant(_type_of(context, values), ConstantCode.UNDEF)),)
                words = words[-3:] if words[-3:-2] == [_FRAGMENT] else []
            elif len(words) == len(expression.fields):
                continue
            (value,) = values
            assert isinstance(value, Metadata)
            call.operands = (
                context.metadata_value(value),
                call.operands[1],
                context.metadata_value(context.node(MetadataCode.EXPRESSION, words, version=expression.version)),
                *call.operands[3:],
            )
        if gone:
            block.instructions = [i for i in block.instructions if i not in gone]


def _says(words: list[int], operators: Mapping[int, int]) -> bool:
    """Whether an expression uses only these operators."""
    place = 0
    while place < len(words):
        count = operators.get(words[place])
        if count is None:
            return False
        place += 1 + count
    return place == len(words)


def _type_of(context: Context, values: Sequence[MDField]) -> Type:
    """The type of the first value that is not a pointer."""
    first = values[0] if values else None
    if isinstance(first, (LocalAsMetadata, ConstantAsMetadata)) and not first.value.type.is_pointer:
        return first.value.type
    return context.integer_type(32)


def _number(field: MDField) -> int:
    """A number, stored directly or as a constant in metadata; 0 for anything else."""
    if isinstance(field, int):
        return field
    return (isinstance(field, ConstantAsMetadata) and constant_number(field.value)) or 0


def _enumerator(node: MDNode) -> _Form:
    """[width, name, value] with any width, converted to [value, name]."""
    if not node.version & 2 or len(node.fields) != 3:
        return node.version, node.fields
    _, name, value = node.fields
    return node.version & 1, (value, name)


def _global_variable(node: MDNode) -> _Form:
    """Without template parameters; an expression used to be in their field."""
    if node.version < 2 or len(node.fields) < 11:
        return node.version, node.fields
    fields = node.fields
    return 1, (*fields[:8], None, fields[8], fields[10])


def _module(node: MDNode) -> _Form:
    """Without file, API notes, line and the declaration flag."""
    if len(node.fields) != 8:
        return node.version, node.fields
    return node.version, (*node.fields[1:5], None)


def _subprogram(node: MDNode) -> _Form:
    """Flags as separate fields."""
    if not node.version & 2 or len(node.fields) < 17:
        return node.version, node.fields
    scope, name, linkage, file, line, type_, scope_line, containing, flags, index, di_flags, *rest = node.fields
    bits = _number(flags)
    if bits & _MAIN:
        di_flags = _number(di_flags) | _MAIN_FLAG
    local, defined, optimized = [int(bool(bits & bit)) for bit in (_LOCAL, _DEFINITION, _OPTIMIZED)]
    head = (scope, name, linkage, file, line, type_, local, defined, scope_line, containing)
    return 1, (*head, bits & _VIRTUALITY, index, di_flags, optimized, *rest[:6])


def _subrange(node: MDNode) -> _Form:
    """[count, lower bound, upper bound, stride], converted to count and a number."""
    if node.version & 3 != 2 or len(node.fields) != 4:
        return node.version, node.fields
    return 1, (node.fields[0], rotated(_number(node.fields[1])))


def _template_value(node: MDNode) -> _Form:
    """Without the flag for a default value."""
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
