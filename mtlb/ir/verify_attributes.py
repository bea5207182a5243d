"""The rules of LLVM's verifier for the attributes of a function or a call: places, types, conflicts.

Sources: LLVM's Attributes.td (which place an attribute can have), `AttributeFuncs::typeIncompatible` and Verifier.cpp's
verifyParameterAttrs and verifyFunctionAttrs. String attributes and kinds without a row here are not checked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from .attributes import Attribute, AttributeKind, AttributeList, AttributePlace
from .opcodes import TypeCode
from .types import Type
from .verify_code import is_sized

_K = AttributeKind
# A look into an enumeration takes Python 3.11 ten times as long as one into the module.
_ALIGNMENT: Final = _K.ALIGNMENT
_FUNCTION: Final = AttributePlace.FUNCTION
_INTEGER: Final = TypeCode.INTEGER
_IN_REG: Final = _K.IN_REG
_NO_INLINE: Final = _K.NO_INLINE
_NO_UNDEF: Final = _K.NO_UNDEF
_OPTIMIZE_NONE: Final = _K.OPTIMIZE_NONE
_PARAMETERS: Final = AttributePlace.PARAMETERS
_POINTER: Final = TypeCode.POINTER
_RESULT: Final = AttributePlace.RESULT
_RETURNED: Final = _K.RETURNED
_STRUCT_RET: Final = _K.STRUCT_RET
_S_EXT: Final = _K.S_EXT
_VOID: Final = TypeCode.VOID
_Z_EXT: Final = _K.Z_EXT

_OF_FUNCTIONS: Final = frozenset(
    {
        _K.ALWAYS_INLINE,
        _K.ARG_MEM_ONLY,
        _K.BUILTIN,
        _K.COLD,
        _K.CONVERGENT,
        _K.HOT,
        _K.INACCESSIBLE_MEM_ONLY,
        _K.INACCESSIBLE_MEM_OR_ARG_MEM_ONLY,
        _K.INLINE_HINT,
        _K.JUMP_TABLE,
        _K.MIN_SIZE,
        _K.MUST_PROGRESS,
        _K.NAKED,
        _K.NO_BUILTIN,
        _K.NO_CALLBACK,
        _K.NO_DUPLICATE,
        _K.NO_IMPLICIT_FLOAT,
        _K.NO_INLINE,
        _K.NO_MERGE,
        _K.NO_RECURSE,
        _K.NO_RED_ZONE,
        _K.NO_RETURN,
        _K.NO_SYNC,
        _K.NO_UNWIND,
        _K.NON_LAZY_BIND,
        _K.OPTIMIZE_FOR_SIZE,
        _K.OPTIMIZE_NONE,
        _K.RETURNS_TWICE,
        _K.SPECULATABLE,
        _K.STACK_PROTECT,
        _K.STACK_PROTECT_REQ,
        _K.STACK_PROTECT_STRONG,
        _K.STRICT_FP,
        _K.UW_TABLE,
        _K.WILL_RETURN,
    }
)
"""Of functions alone."""
_OF_PARAMETERS: Final = frozenset(
    {
        _K.BY_REF,
        _K.BY_VAL,
        _K.CAPTURES,
        _K.IMM_ARG,
        _K.IN_ALLOCA,
        _K.NEST,
        _K.NO_CAPTURE,
        _K.PREALLOCATED,
        _K.RETURNED,
        _K.STRUCT_RET,
        _K.SWIFT_ASYNC,
        _K.SWIFT_ERROR,
        _K.SWIFT_SELF,
    }
)
"""Of parameters alone."""
_OF_VALUES: Final = frozenset(
    {
        _K.ALIGNMENT,
        _K.DEREFERENCEABLE,
        _K.DEREFERENCEABLE_OR_NULL,
        _K.IN_REG,
        _K.NO_ALIAS,
        _K.NO_UNDEF,
        _K.NON_NULL,
        _K.S_EXT,
        _K.Z_EXT,
    }
)
"""Of parameters and results."""
_NOT_OF_RESULTS: Final = frozenset({_K.READ_NONE, _K.READ_ONLY, _K.WRITE_ONLY, _K.NO_FREE})
_OF_POINTERS: Final = frozenset(
    {
        _K.BY_REF,
        _K.BY_VAL,
        _K.CAPTURES,
        _K.DEREFERENCEABLE,
        _K.DEREFERENCEABLE_OR_NULL,
        _K.IN_ALLOCA,
        _K.NEST,
        _K.NO_ALIAS,
        _K.NO_CAPTURE,
        _K.NON_NULL,
        _K.PREALLOCATED,
        _K.READ_NONE,
        _K.READ_ONLY,
        _K.STRUCT_RET,
        _K.SWIFT_ERROR,
    }
)
_POINTEES: Final = frozenset({_K.BY_REF, _K.BY_VAL, _K.IN_ALLOCA, _K.PREALLOCATED, _K.STRUCT_RET})
_CONFLICTS: Final = (
    (_K.READ_NONE, _K.READ_ONLY),
    (_K.READ_NONE, _K.WRITE_ONLY),
    (_K.READ_ONLY, _K.WRITE_ONLY),
    (_K.S_EXT, _K.Z_EXT),
    (_K.NO_INLINE, _K.ALWAYS_INLINE),
    (_K.OPTIMIZE_NONE, _K.OPTIMIZE_FOR_SIZE),
    (_K.OPTIMIZE_NONE, _K.MIN_SIZE),
    (_K.STRUCT_RET, _K.RETURNED),
    (_K.IN_ALLOCA, _K.READ_ONLY),
)
_ONE_PASSING: Final = frozenset(
    {_K.BY_REF, _K.BY_VAL, _K.IN_ALLOCA, _K.IN_REG, _K.NEST, _K.PREALLOCATED, _K.STRUCT_RET}
)
"""How an argument is passed: one way at most, but for inreg with sret."""
_ONCE: Final = (_K.NEST, _K.RETURNED, _K.STRUCT_RET, _K.SWIFT_ASYNC, _K.SWIFT_ERROR, _K.SWIFT_SELF)
_MOST_ALIGNMENT: Final = 1 << 32


def attribute_problems(attributes: AttributeList, type_: Type, count: int) -> Iterator[str]:
    """The problems of the attributes of a function type, called with `count` arguments."""
    holders: dict[AttributeKind, int] = {}
    for group in attributes:
        kinds = _kinds(group.attributes)
        if group.place == _FUNCTION:
            yield from _of_function(kinds)
        elif group.place == _RESULT:
            yield from _of_value("result", kinds, type_.result, is_result=True)
        elif group.attributes:
            number = group.place - _PARAMETERS
            if not 0 <= number < count:
                if group.place > 0:
                    yield f"attributes of parameter {number}, which it does not have"
                continue
            for kind in _ONCE:
                if kind in kinds and holders.setdefault(kind, number) != number:
                    yield f"two parameters are {kind.text}"
            if _STRUCT_RET in kinds and number > 1:
                yield "sret, and it is not the first or second parameter"
            if number < len(type_.parameters):
                parameter = type_.parameters[number]
                yield from _of_value(f"parameter {number}", kinds, parameter, is_result=False)
                if _RETURNED in kinds and parameter is not type_.result and not _is_cast(parameter, type_.result):
                    yield f"parameter {number} is returned, and is of another type than the result"


def _is_cast(parameter: Type, result: Type) -> bool:
    """Whether a bitcast leads from one to the other, which `returned` is content with."""
    return parameter.is_pointer and result.is_pointer and parameter.address_space == result.address_space


def _kinds(attributes: tuple[Attribute, ...]) -> dict[AttributeKind, Attribute]:
    by_kind = {}
    for attribute in attributes:
        kind = _KINDS.get(attribute.kind)
        if kind is not None:
            by_kind[kind] = attribute
    return by_kind


_KINDS: Final[dict[int | str, AttributeKind]] = {int(kind): kind for kind in AttributeKind}


def _conflicts(where: str, kinds: dict[AttributeKind, Attribute]) -> Iterator[str]:
    for first, second in _CONFLICTS:
        if first in kinds and second in kinds:
            yield f"{where}{first.text} and {second.text} can't be used together"


def _of_function(kinds: dict[AttributeKind, Attribute]) -> Iterator[str]:
    for kind in kinds:
        if kind in _OF_PARAMETERS or kind in _OF_VALUES:
            yield f"{kind.text} is not an attribute of functions"
    yield from _conflicts("", kinds)
    if _OPTIMIZE_NONE in kinds and _NO_INLINE not in kinds:
        yield "optnone without noinline"


def _of_value(what: str, kinds: dict[AttributeKind, Attribute], type_: Type, *, is_result: bool) -> Iterator[str]:
    for kind, attribute in kinds.items():
        if kind in _OF_FUNCTIONS or (is_result and (kind in _OF_PARAMETERS or kind in _NOT_OF_RESULTS)):
            yield f"{kind.text} is not an attribute of a {what.split()[0]}"
        elif kind in _OF_POINTERS and not type_.scalar.is_pointer:
            yield f"{what}: {kind.text}, and it is not a pointer"
        elif kind in _OF_POINTERS and not type_.is_pointer and kind is not _ALIGNMENT:
            yield f"{what}: {kind.text}, and it is a vector of pointers"
        elif kind is _ALIGNMENT and not type_.scalar.is_pointer:
            yield f"{what}: align, and it is not a pointer"
        elif kind in (_S_EXT, _Z_EXT) and type_.code is not _INTEGER:
            yield f"{what}: {kind.text}, and it is not an integer"
        elif kind is _NO_UNDEF and type_.code is _VOID:
            yield f"{what}: noundef, and it is void"
        if kind is _ALIGNMENT and isinstance(attribute.value, int) and attribute.value > _MOST_ALIGNMENT:
            yield f"{what}: an alignment of more than 4 GiB"
        if kind in _POINTEES:
            yield from _pointee(f"{what}: {kind.text}", attribute, type_)
    ways = _ONE_PASSING.intersection(kinds)
    if len(ways) > 1 and ways != {_IN_REG, _STRUCT_RET}:
        yield f"{what}: {' and '.join(sorted(kind.text for kind in ways))} can't be used together"
    yield from _conflicts(f"{what}: ", kinds)


def _pointee(what: str, attribute: Attribute, type_: Type) -> Iterator[str]:
    held = attribute.value
    if isinstance(held, Type):
        if not is_sized(held):
            yield f"{what} of a type without size"
        elif type_.code is _POINTER and type_.pointee is not held:
            yield f"{what} of another type than the pointer points at"
