"""SwiftUI's layer in AIR: a struct with the handle of a texture, and an array of five vectors.

C++ passes them as six values (`flat_layer` in entry.h) and returns them as an unnamed struct; this file groups them.
Source: the library with `expansionRipple` in ixjosemi/AgentGlance (compiler 32023.883, AIR 2.8); that it is so in
older versions of AIR is a guess.
"""

from __future__ import annotations

from ..ir import Argument, AttributePlace, ConstantCode, Function, InstCode, Module, Type, TypeCode, Value
from ..ir.build import set_type
from ..ir.mapper import replace_values
from ..passes.rewriter import Rewriter, remove_unused, uses
from .rewrite.entries import LAYER

LAYER_VALUES = 6
"""The values of a layer: the texture and the vectors."""
_HOLDER = "struct.metal::texture2d"


def group_parameters(code: Rewriter, function: Function, place: int) -> None:
    """Make two parameters of the six from `place` on: the struct and the array."""
    values = function.arguments[place : place + LAYER_VALUES]
    holder, array = _types(code, values[0].type, values[1].type)
    function.arguments[place : place + LAYER_VALUES] = [Argument(holder, 0), Argument(array, 0)]
    for number, argument in enumerate(function.arguments):
        argument.index = number
    users = uses(function)
    taken: dict[Value, Value] = {}
    code.at_start(function.blocks[0])
    for number, value in enumerate(values):
        if users.get(value):
            source = function.arguments[place + (number > 0)]
            taken[value] = code.extract_value(source, max(number - 1, 0))
    for instruction in list(function.instructions()):
        replace_values(code.context, instruction, taken)
    function.symbols = [symbol for symbol in function.symbols if symbol not in values]
    first = AttributePlace.PARAMETERS + place
    moved = LAYER_VALUES - 2
    function.attributes = tuple(
        group._replace(place=group.place - moved)
        if first + LAYER_VALUES <= group.place < AttributePlace.FUNCTION
        else group
        for group in function.attributes
        if not first <= group.place < first + LAYER_VALUES
    )
    set_type(code.module, function, function.value_type.result)


def group_result(code: Rewriter, function: Function) -> None:
    """Return the named struct of a layer."""
    handle, vectors = function.value_type.result.elements
    holder, array = _types(code, handle, vectors.elements[0])
    layer = _named(code.module, f"struct.{LAYER}", (holder, array))
    for last in code.returns(function):
        returned = last.operands[0]
        empty = code.context.constant(layer, ConstantCode.POISON)
        result: Value = code.insert_value(empty, code.part(returned, 0), 0, 0)
        for number in range(LAYER_VALUES - 1):
            result = code.insert_value(result, code.part(returned, 1, number), 1, number)
        code.ret(result)
    remove_unused(function, (InstCode.INSERTVAL,))
    set_type(code.module, function, layer)


def _types(code: Rewriter, handle: Type, vector: Type) -> tuple[Type, Type]:
    holder = _named(code.module, _HOLDER, (handle,))
    return holder, code.context.type(TypeCode.ARRAY, (LAYER_VALUES - 1,), (vector,))


def _named(module: Module, name: str, elements: tuple[Type, ...]) -> Type:
    """The struct of this name."""
    for type_ in module.struct_types:
        if type_.name == name and type_.code is TypeCode.STRUCT_NAMED:
            return type_
    result = Type(TypeCode.STRUCT_NAMED, (0,), elements, name)
    module.struct_types.append(result)
    return result
