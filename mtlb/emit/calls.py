"""Calls of the functions `air.*`, which a GPU's compiler defines: functions of the table, mathematics, conversions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from ..air.functions import call_attributes, declare
from ..air.intrinsics import (
    Intrinsic,
    IntrinsicFamily,
    IntrinsicParameter,
    families,
    intrinsic,
    overload,
    type_from_word,
    type_word,
)
from ..air.names import PREFIX
from ..air.types import LETTERS
from ..base.errors import UnsupportedError
from ..base.features import BFLOAT_SINCE
from ..base.metal import AddressSpace
from ..ir import CastOperator
from ..ir import Value as IRValue
from .aggregates import Aggregates
from .call_graph import FRAGMENT_ONLY, NOT_FRAGMENT
from .library import FUNCTIONS, Maker, call_function
from .names import WORDS, float2, float4
from .operands import Operand, PipelineConstant, ResultRecord, TypedValue
from .types import Handle, MetalPointer, MetalType, Scalar, SimdgroupMatrix, Vector, Void, element_of

_CONSTANT: Final = AddressSpace.CONSTANT
_VARIABLES: Final = frozenset("TSUVP")
"""The type variables of the table."""
_BY_WORD: Final = {word: scalar for scalar, word in WORDS.items() if not scalar.is_signed}


class Calls(Aggregates):
    """Functions of AIR, mathematics, conversions. `stage`: the stage of an entry point; "" for other functions."""

    stage = ""

    def air(self, operation: str, *arguments: Operand, result: MetalType | None = None) -> TypedValue:
        """Call a function of AIR by its operation and the types of the arguments: ``b.air("fast_sin", x)``.

        `operation` is a family of the table in `mtlb.air.intrinsics`, or a whole name such as ``air.fma.v4f32``.
        `result` is needed if the type does not follow from the arguments (conversions, reads of textures). Python
        numbers become constants of the parameter's type. A function that returns several values gives a record: `r[0]`.
        BuildError for an operation that the table lacks, for types that the operation does not have, and for an
        operation that the target's AIR version lacks.
        """
        name = f"air {operation}"
        row, bound = self._overload(name, operation, arguments, result)
        air = self.target.air
        if not row.is_plausible:
            raise self.error(name, f"{row.name} does not exist for these types")
        self._require_version(name, row)
        if row.family.name in FRAGMENT_ONLY and self.stage in NOT_FRAGMENT:
            raise self.error(name, f"a {self.stage} function does not have it: only fragment functions do")
        parameters = row.parameters(air)
        if len(arguments) != len(parameters):
            raise self.error(name, f"{len(arguments)} arguments, but {_signature(row, self)}")
        values = [
            self._intrinsic_argument(name, number, argument, parameter)
            for number, (argument, parameter) in enumerate(zip(arguments, parameters, strict=True))
        ]
        functions = self.low.functions
        function = functions.by_name.get(row.name) or declare(functions, row, air, self.low.opaque)
        attributes = call_attributes(function.attributes)
        pattern = row.family.form(air).result
        returned = row.result(air).word
        if returned.startswith("{"):
            words = zip(pattern[1:-1].split(", "), returned[1:-1].split(", "), strict=True)
            parts = [bound.get(variable) or _type_of_word(word) for variable, word in words]
            return ResultRecord(self, self.code.call_function(name, function, values, attributes), parts)
        # a 64-bit operation returns nothing, other widths return the previous value
        variable = pattern.removeprefix("old(").removesuffix(")") if returned != "void" else ""
        type = bound.get(variable) or _type_of_word(returned)
        return TypedValue(self, self.code.call_function(name, function, values, attributes), type)

    def _overload(
        self, name: str, operation: str, arguments: Sequence[Operand], result: MetalType | None
    ) -> tuple[Intrinsic, dict[str, MetalType]]:
        """The function, and the Metal types of its type variables."""
        whole = intrinsic(operation) if operation.startswith(PREFIX) else None
        bound: dict[str, MetalType] = {}
        try:
            family = whole.family if whole is not None else _families().get(operation)
            if family is None:
                raise UnsupportedError(operation if operation.startswith(PREFIX) else f"air.{operation}")
            form = family.form(self.target.air)
            for pattern, argument in zip(form.parameters, arguments, strict=False):
                variable, is_pointer = _variable(pattern)
                if variable in _VARIABLES and isinstance(argument, TypedValue):
                    type = argument.type
                    if is_pointer and isinstance(type, MetalPointer):
                        type = type.pointee
                    bound.setdefault(variable, type)
            variable = form.result.lstrip("{").partition(",")[0]
            if result is not None and variable in _VARIABLES:
                bound.setdefault(variable, result)
            if whole is not None:
                return whole, bound
            words = []
            for (variable, _), kind in zip(family.variables, family.kinds, strict=True):
                if variable not in bound:
                    raise self.error(name, "the type of its result is needed (result=)")
                words.append(self._word(bound[variable], kind))
            return _overloaded(operation, tuple(words)), bound
        except UnsupportedError as error:
            raise self.error(name, f"there is no function {error.reason}") from None

    def _word(self, type: MetalType, kind: str) -> str:
        word = type_word(self.low.value(type))
        element = element_of(type)
        letter = LETTERS[element.kind] if element is not None and kind else ""
        return word if not letter or (letter == "f" and kind != "f") else f"{letter}.{word}"

    def _require_version(self, name: str, row: Intrinsic) -> None:
        air, forms = self.target.air, row.family.forms
        if not any(form.since[:2] <= air[:2] <= form.until[:2] for form in forms):
            raise self.error(name, f"AIR {air} does not have it")
        if "bf16" in row.name and self.target.air < BFLOAT_SINCE:
            raise self.error(name, f"AIR {air} does not have bfloat")

    def _intrinsic_argument(self, name: str, number: int, argument: Operand, parameter: IntrinsicParameter) -> IRValue:
        if not isinstance(argument, TypedValue):
            argument = self.number(name, argument, _type_of_word(parameter.word))
        ir = self.operand(name, argument)
        type_ = type_from_word(self.low.context, parameter.word, self.low.opaque)
        if ir.type is type_:
            return ir
        if (
            isinstance(argument.type, MetalPointer)
            and type_.is_pointer
            and ir.type.address_space == type_.address_space
            and type_.elements[0] is self.code.i8
        ):
            return self.code.at(name).bitcast(ir, type_)
        raise self.error(name, f"argument {number} is {argument.type}, not {_spelled(parameter.word)}")

    def math(self, operation: str, *arguments: Operand) -> TypedValue:
        """A function of Metal's library (`mtlb.emit.library`): ``b.math("sin", x)``, "clamp", "normalize", "isnan"…

        For floats the fast variant (``air.fast_sin``) is called if it exists and the module has fast math. Numbers
        become constants of the type of the first value; a scalar beside vectors is repeated. "sincos", "frexp" and
        "modf" return a struct: ``r["sin"]``, ``r["cos"]``, "fraction", "exponent", "whole".
        """
        name = f"math {operation}"
        function = FUNCTIONS.get(operation)
        if function is None:
            from difflib import get_close_matches  # for the error alone

            near = get_close_matches(operation, FUNCTIONS, 1)
            hint = f": {near[0]!a} is meant?" if near else ""
            raise self.error(name, f"Metal's library has no such function{hint}")
        if operation in FRAGMENT_ONLY and self.stage in NOT_FRAGMENT:
            raise self.error(name, f"a {self.stage} function does not have it: only fragment functions do")
        return call_function(Maker(self, self.air, self.convert), function, name, arguments)

    def is_defined(self, constant: PipelineConstant) -> TypedValue:
        """Whether the pipeline sets a function constant: a bool."""
        return self.air(
            "is_function_constant_defined", TypedValue(self, constant.symbol, MetalPointer(constant.type, _CONSTANT))
        )

    # --- conversions

    def convert(self, value: TypedValue, type: MetalType) -> TypedValue:
        """Convert a number to another type by Metal's rules: floats to integers towards zero; to bool, whether it is
        not 0.
        """
        self.value_type("convert", value)
        self.require_type("convert", type)
        if isinstance(type, Scalar) and isinstance(value.type, Vector):
            type = Vector(type, value.type.count)
        source, to = element_of(value.type), element_of(type)
        counts = [item.count if isinstance(item, Vector) else 1 for item in (value.type, type)]
        if source is None or to is None or counts[0] != counts[1]:
            raise self.error("convert", f"{value.type} to {type}")
        if value.type == type:
            return value
        if to.is_bool:
            return self.compare("ne", value, self.const(value.type, 0))
        if not source.is_float and not to.is_float:
            ir, result = self.operand("convert", value), self.low.value(type)
            return TypedValue(self, self.code.at("convert").resized(ir, result, signed=source.is_signed), type)
        if source.is_float and to.is_float and isinstance(type, Scalar) and "bfloat" not in (source.name, to.name):
            operator = CastOperator.FPTRUNC if to.bits < source.bits else CastOperator.FPEXT
            ir = self.operand("convert", value)
            return TypedValue(self, self.code.at("convert").cast(operator, ir, self.low.value(type)), type)
        return self.air("convert", value, result=type)

    def pack(self, format: str, value: TypedValue) -> TypedValue:
        """A vector packed as normalised integers in 32 bits. `format`: "unorm4x8", "snorm4x8", "unorm2x16",
        "snorm2x16", "unorm4x8.srgb".
        """
        return self.air(f"pack.{format}", value)

    def unpack(self, format: str, value: TypedValue, type: MetalType | None = None) -> TypedValue:
        """The vector in a packed uint, with elements of float or another `type`."""
        return self.air(f"unpack.{format}", value, result=type or (float2 if "2x16" in format else float4))


@cache
def _families() -> dict[str, IntrinsicFamily]:
    return {family.name: family for family in families()}


@lru_cache(maxsize=4096)
def _overloaded(family: str, words: tuple[str, ...]) -> Intrinsic:
    """The function of a family for types that are given by their words, all with their letters."""
    return overload(family, *words)


@lru_cache(maxsize=4096)
def _variable(pattern: str) -> tuple[str, bool]:
    """The first word of a parameter in the table, and whether it is a pointer to it."""
    word, star, _ = pattern.split()[0].partition("*")
    return word, bool(star)


@lru_cache(maxsize=4096)
def _type_of_word(word: str) -> MetalType:
    """The Metal type for a word of the table; integers are unsigned."""
    if word == "void":
        return Void()
    vector = re.fullmatch(r"v(\d+)(\w+)", word)
    if vector is not None:
        element = _BY_WORD[vector[2]]
        return SimdgroupMatrix(element) if vector[1] == "64" else Vector(element, int(vector[1]))
    if "*" in word:
        pointee, _, space = word.rpartition("*")
        if pointee.startswith("%"):
            return Handle(pointee[1:], pointee[1:], AddressSpace(int(space)), pointee[1:])
        return MetalPointer(_type_of_word(pointee), AddressSpace(int(space)))
    return _BY_WORD[word]


def _spelled(word: str) -> str:
    return f"{word[1:].partition('*')[0]}" if word.startswith("%") else word


def _signature(row: Intrinsic, builder: Calls) -> str:
    air = builder.target.air
    return f"{row.name} takes {', '.join(_spelled(p.word) for p in row.parameters(air)) or 'nothing'}"
