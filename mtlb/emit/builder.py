"""The builder of one function's body."""

from __future__ import annotations

from collections.abc import Sequence

from ..air.functions import FAST_MATH_STRINGS, STANDARD_STRINGS, string_attribute
from ..air.target import AirTarget
from ..ir import (
    Attribute,
    AttributeForm,
    AttributeGroup,
    AttributeKind,
    AttributePlace,
    Call,
    Function,
    TypeCode,
)
from ..ir import Type as IRType
from ..ir.floats import FLOAT_FORMATS
from .lowering import Lowering
from .textures import Textures
from .types import MetalType, Void
from .value import Operand, TypedValue

__all__ = ["Builder"]


class Builder(Textures):
    """Makes the instructions of a function: `m.function(...)` gives one, `k.entry()` that of an entry point.

    `arguments` are the values of its parameters.
    """

    def __init__(
        self,
        low: Lowering,
        function: Function,
        what: str,
        target: AirTarget,
        fast_flags: int,
        result: MetalType,
        parameters: Sequence[MetalType],
    ) -> None:
        super().__init__(low, function, what, target, fast_flags)
        self.result_type = result
        self.parameter_types = tuple(parameters)
        self.arguments = [TypedValue(self, ir, type) for ir, type in zip(function.arguments, parameters, strict=True)]
        self._finished = False

    def ret(self, value: Operand | None = None) -> None:
        """Return from the function, with a value of its result's type."""
        if value is None:
            if not isinstance(self.result_type, Void):
                raise self.error("ret", f"the function returns {self.result_type}")
            self._at("ret").ret()
            return
        if isinstance(self.result_type, Void):
            raise self.error("ret", "the function returns nothing")
        value = self._number("ret", value, self.result_type)
        if value.type != self.result_type:
            raise self.error("ret", f"a {value.type}, not {self.result_type}")
        ir = self._use("ret", value)
        self._at("ret").ret(ir)

    @property
    def is_used(self) -> bool:
        """Whether it has made an instruction."""
        return any(block.instructions for block in self.function.blocks)

    def finish(self) -> None:
        """Check the whole function: blocks end, phis are complete, values exist where they are used.

        BuildError that names an instruction and the line that made it. A function that returns nothing may end without
        `ret`. `Module` calls it for every function.
        """
        if self._finished:
            return
        if not self.is_terminated and isinstance(self.result_type, Void):
            self.ret()
        self._check_flow()
        self.function.attributes = (*self.function.attributes, self._function_attributes())
        self._finished = True

    def _function_attributes(self) -> AttributeGroup:
        """As Apple's compiler gives them to a function, without what it finds out about its memory accesses."""
        enum = {AttributeKind.NO_UNWIND, AttributeKind.MUST_PROGRESS}
        widest = 0
        for instruction in self.function.instructions():
            widest = max(widest, _vector_bits(instruction.type))
            callee = instruction.callee if isinstance(instruction, Call) else None
            if isinstance(callee, Function) and _is_convergent(callee):
                enum.add(AttributeKind.CONVERGENT)
        for parameter in self.function.value_type.elements:
            widest = max(widest, _vector_bits(parameter))
        texts = STANDARD_STRINGS | {"min-legal-vector-width": str(widest)}
        if self.fast_flags:
            texts |= FAST_MATH_STRINGS
        attributes = [Attribute(AttributeForm.ENUM, kind) for kind in sorted(enum, key=lambda kind: kind.text)]
        attributes += [string_attribute(key, value) for key, value in sorted(texts.items())]
        return AttributeGroup(AttributePlace.FUNCTION, tuple(attributes))


def _vector_bits(type: IRType) -> int:
    if type.code is not TypeCode.VECTOR:
        return 0
    element = type.elements[0]
    if element.code is TypeCode.INTEGER:
        return type.params[0] * element.params[0]
    return type.params[0] * FLOAT_FORMATS[element.code].bits if element.code in FLOAT_FORMATS else 0


def _is_convergent(function: Function) -> bool:
    return any(
        attribute.kind == AttributeKind.CONVERGENT
        for group in function.attributes
        if group.place == AttributePlace.FUNCTION
        for attribute in group.attributes
    )
