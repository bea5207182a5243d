"""Static samplers, whose constants have one 64-bit word before AIR 2.7, and two words from 2.7 on."""

from __future__ import annotations

from ...air.facts import fit_sampler_words, static_sampler_nodes
from ...base.errors import UnsupportedError
from ...base.versions import Version
from ...ir import CastOperator, Constant, ConstantCode, GlobalVariable, Module, Type, TypeCode, Value


def adopt_samplers(module: Module, air: Version) -> None:
    """Give static samplers the form of AIR version `air`, in place: one i64 before AIR 2.7, an array of two from 2.7
    on.

    Uses keep their type. UnsupportedError for a second word other than 0, which would be lost.
    """
    context = module.context
    retyped: dict[Value, Type] = {}
    for variable, words, fitting in _changes(module, air):
        if any(words[1:]):
            raise UnsupportedError(
                f"@{variable.name}: its second word is not 0, and a sampler of AIR {air} has one word"
            )
        integer = context.integer_type(64)
        parts = tuple([context.integer_constant(integer, word) for word in fitting])
        data: Value = parts[0]
        if len(fitting) > 1:
            array = context.type(TypeCode.ARRAY, (len(fitting),), (integer,))
            data = context.constant(array, ConstantCode.DATA, fitting)
        old = variable.type
        variable.value_type, variable.initializer = data.type, data
        if not old.is_opaque_pointer and variable not in retyped:
            retyped[variable] = old
            variable.type = context.pointer_type(data.type, old.address_space)
    if retyped:
        _cast_uses(module, retyped)


def samplers_differ(module: Module, air: Version) -> bool:
    """Whether `adopt_samplers` changes anything."""
    return bool(_changes(module, air))


def _changes(module: Module, air: Version) -> list[tuple[GlobalVariable, tuple[int, ...], tuple[int, ...]]]:
    """The samplers whose words have another form than the version's, each with its current words and its new words."""
    nodes = [(variable, words, fit_sampler_words(words, air)) for variable, words in static_sampler_nodes(module)]
    return [(variable, words, fitting) for variable, words, fitting in nodes if fitting != words]


def _cast_uses(module: Module, retyped: dict[Value, Type]) -> None:
    """Cast the uses of retyped variables to their previous pointer types. Metadata names the variables without
    a cast.
    """
    context = module.context
    done: dict[Value, Value] = {}

    def seen(value: Value, type_: Type) -> Value:
        if value.type is type_:
            return value
        return context.constant(type_, ConstantCode.CE_CAST, (int(CastOperator.BITCAST), 0), (value,))

    def operand(value: Value) -> Value:
        if value in retyped:
            return seen(value, retyped[value])
        if not isinstance(value, Constant) or not value.operands:
            return value
        constant = done.get(value)
        if constant is None:
            base = value.operands[0]
            is_cast = value.code == ConstantCode.CE_CAST and value.params[0] == CastOperator.BITCAST
            is_start = value.code == ConstantCode.CE_GEP and all(
                isinstance(i, Constant) and (i.code == ConstantCode.NULL or i.params == (0,))
                for i in value.operands[1:]
            )
            if base in retyped and (is_cast or is_start):
                constant = seen(base, value.type)
            else:
                operands = tuple([operand(o) for o in value.operands])
                constant = value
                if operands != value.operands:
                    constant = context.constant(value.type, value.code, value.params, operands, value.source_type)
            done[value] = constant
        return constant

    for variable in module.globals:
        if variable.initializer is not None:
            variable.initializer = operand(variable.initializer)
    for function in module.functions:
        for instruction in function.instructions():
            operands = tuple([operand(o) for o in instruction.operands])
            if operands != instruction.operands:
                instruction.operands = operands
