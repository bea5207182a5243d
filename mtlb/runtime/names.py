"""Names and parameters of the functions that Apple's compiler expects in `libmetal_rt_*.a`.

`___metal_fract_v2float(<2 x float>, i32)`: the operation, then the types of its operands. Source: modules of Apple's
compiler (fract, frexp, ilogb) and the symbols of its library; ldexp and the functions of bits follow the same rule.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..air.types import FLOAT_WORDS
from ..base.errors import LinkError
from ..base.metal import AddressSpace
from ..emit import Scalar, Type, Vector, bf16, i32, ptr, u8, u32, u64, void
from ..emit.names import SCALARS, WORDS
from ..ir import Function, TypeCode
from ..ir import Type as IRType

MEMORY = frozenset({"memcpy", "memmove", "memset"})
"""The functions of memory, which have the names that they have in C."""

_SCALARS = {
    scalar.name if scalar.is_float else f"{scalar.kind}{scalar.bits}": scalar for scalar in SCALARS if scalar != bf16
}
_NAME = re.compile(
    r"___metal_(?P<operation>fract|frexp|ilogb|ldexp|extract_bits|insert_bits|reverse_bits)"
    r"_(?P<count>v(?:2|3|4|8|16))?(?P<type>half|float|u?int(?:8|16|32|64))(?P<rest>_\w+)?",
    re.ASCII,
)
_REST = {  # what follows the first type; {v} is the count, {t} the type
    "fract": "",
    "ilogb": "",
    "reverse_bits": "",
    "extract_bits": "",
    "frexp": "_pthread{v}int32",
    "ldexp": "_{v}int32",
    "insert_bits": "_{v}{t}",
}
_OF_FLOATS = frozenset({"fract", "frexp", "ilogb", "ldexp"})
_SELECTED = frozenset({"fract", "ilogb", "ldexp"})  # a last i32 says which variant: 0 is the fast one


@dataclass(frozen=True)
class RuntimeFunction:
    """A function of the library. `element`: the scalar type that it computes with; `count`: of elements, 1 to 16.

    `has_selector`: the last parameter is an i32 that is 0 for the fast variant, and the operation does not take it.
    """

    operation: str
    element: Scalar
    count: int
    result: Type
    parameters: tuple[Type, ...]
    has_selector: bool = False


def signature(declared: Function) -> RuntimeFunction | None:
    """The function that a declaration means; None for a name that the library does not have.

    LinkError for one that is declared with other types than the library's.
    """
    types = declared.value_type
    words_of_file = [_word(parameter) for parameter in types.parameters]
    if declared.name in MEMORY:
        return _of_memory(declared, words_of_file)
    match = _NAME.fullmatch(declared.name)
    if match is None:
        return None
    operation, count, type = match["operation"], match["count"] or "", match["type"]
    rest = _REST[operation].format(v=count, t=type)
    if (match["rest"] or "") != rest or (operation in _OF_FLOATS) is not (type in ("half", "float")):
        return None
    element, number = _SCALARS[type], int(count[1:] or 1)
    value, exponent = _of(element, number), _of(i32, number)
    result: Type = exponent if operation == "ilogb" else value
    parameters: dict[str, tuple[Type, ...]] = {
        "frexp": (value, ptr(exponent, AddressSpace.PRIVATE)),
        "ldexp": (value, exponent),
        "extract_bits": (value, u32, u32),
        "insert_bits": (value, value, u32, u32),
    }
    parameter = parameters.get(operation, (value,))
    words = [word_of(item) for item in parameter]
    selected = operation in _SELECTED and words_of_file == [*words, "i32"]
    if (words_of_file != words and not selected) or _word(types.elements[0]) != word_of(result) or types.params[0]:
        raise _other_types(declared, words_of_file, word_of(result), words)
    return RuntimeFunction(operation, element, number, result, (*parameter, i32) if selected else parameter, selected)


def _of_memory(declared: Function, names: list[str]) -> RuntimeFunction:
    """memcpy, memmove and memset in the address spaces, and with the width of size and value, of the declaration."""
    types = declared.value_type
    pointer = re.compile(r"p(\d)i8")
    size = {"i32": u32, "i64": u64}.get(names[2]) if len(names) == 3 else None
    places = [match for item in names if (match := pointer.fullmatch(item))]
    returned = _word(types.elements[0])
    expected = [pointer, re.compile(r"i8|i32") if declared.name == "memset" else pointer]
    fits = size is not None and all(item.fullmatch(word) for item, word in zip(expected, names, strict=False))
    writable = places and int(places[0][1]) != AddressSpace.CONSTANT
    if size is None or not fits or not writable or returned not in ("void", names[0]) or types.params[0]:
        raise _other_types(declared, names, "i8*", ["i8*", "i32" if declared.name == "memset" else "i8*", "i64"])
    target = ptr(u8, AddressSpace(int(places[0][1])))
    second: Type = (u8 if names[1] == "i8" else u32) if len(places) == 1 else ptr(u8, AddressSpace(int(places[1][1])))
    return RuntimeFunction(declared.name, u8, 1, void if returned == "void" else target, (target, second, size))


def _other_types(declared: Function, names: list[str], result: str, requested: list[str]) -> LinkError:
    shown = f"{_word(declared.value_type.elements[0])} ({', '.join(names)})"
    return LinkError(
        f"'{declared.name}' is declared as {shown}: in the run-time library it is {result} ({', '.join(requested)})"
    )


def _of(element: Scalar, count: int) -> Type:
    return element if count == 1 else Vector(element, count)


def word_of(type: Type) -> str:
    """A type of this library in one word: i32, v2f32, p0i8."""
    if isinstance(type, Vector):
        return f"v{type.count}{word_of(type.element)}"
    if isinstance(type, Scalar):
        return WORDS[type]
    pointee = getattr(type, "pointee", None)
    return "void" if pointee is None else f"p{int(getattr(type, 'space', 0))}{word_of(pointee)}"


def _word(type: IRType) -> str:
    """The same for a type of LLVM; its code for one that no function of the library has."""
    if type.code is TypeCode.INTEGER:
        return f"i{type.params[0]}"
    if type.code is TypeCode.VECTOR:
        return f"v{type.params[0]}{_word(type.elements[0])}"
    if type.code is TypeCode.POINTER:
        return f"p{type.params[0]}{_word(type.elements[0])}"
    return FLOAT_WORDS.get(type.code, type.code.name.lower())
