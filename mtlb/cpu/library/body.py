"""The body of one generated function, made with the one builder."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...air.intrinsics import type_word
from ...ir import (
    AttributeKind,
    CastOperator,
    ConstantCode,
    Function,
    GlobalVariable,
    Linkage,
    Type,
    TypeCode,
    Value,
)
from ...ir.build import IRBuilder
from ...ir.floats import FLOAT_FORMATS, float_bits
from ...ir.type_rules import is_vector
from ..support import SupportModule

__all__ = ["SLOT_BYTES", "FunctionBody", "NoDefinitionError", "bits_of"]

SLOT_BYTES = 64  # what a lane posts where lanes meet, as native/runtime.h has it

_NARROW = (TypeCode.HALF, TypeCode.BFLOAT)
_TEXT = "mtlb.text."


class NoDefinitionError(Exception):
    """A function of this name has no definition for its type."""


def bits_of(type_: Type) -> int:
    """The width of a number, or of the elements of a vector."""
    scalar = type_.scalar
    return FLOAT_FORMATS[scalar.code].bits if scalar.code in FLOAT_FORMATS else scalar.params[0]


class FunctionBody(IRBuilder):
    """One function being made. `letters` are the parts of its name after the family's; `air_name` is its whole name.

    `arguments` are its parameters and `result` is the type that it returns; `site` is the number of the call site of a
    function in which lanes meet, and i64 0 in others. `is_fragment` says for which stage it is.
    """

    def __init__(
        self, support: SupportModule, air_name: str, family: str, type_: Type, *, meets: bool, is_fragment: bool
    ) -> None:
        super().__init__(support.context, opaque=True)
        self.support = support
        self.air_name, self.family = air_name, family
        self.letters = air_name.split(".")[1 + len(family.split(".")) :]
        self.is_fragment = is_fragment
        self.ptr = self.pointer_to(self.i8)
        type_ = support.type(type_)
        self.result = type_.result
        parameters = [*type_.parameters, self.i64] if meets else type_.parameters
        inlined = AttributeKind.NO_INLINE if meets else AttributeKind.ALWAYS_INLINE
        self.function = support.define(air_name, self.function_type(self.result, parameters), inlined)
        self.arguments: list[Value] = list(self.function.arguments)
        self.site: Value = self.arguments.pop() if meets else self.null(self.i64)
        self.at_end(self.function.blocks[0])

    @property
    def signed(self) -> bool:
        """Whether its integers are signed, as the first letter says."""
        return "u" not in self.letters

    # --- calls -------------------------------------------------------------------------------------------------------

    def called(self, result: Type, name: str, *operands: Value) -> Value:
        """A call of a function of the run-time, of C's library or of LLVM."""
        type_ = self.function_type(result, [operand.type for operand in operands])
        return self.call(self.support.functions.declare(name, type_), operands)

    def llvm(self, name: str, *operands: Value) -> Value:
        """An intrinsic of LLVM that is overloaded by the type of its first operand, which its result has too."""
        type_ = operands[0].type
        return self.called(type_, f"llvm.{name}.{type_word(type_)}", *operands)

    # --- numbers -----------------------------------------------------------------------------------------------------

    def number(self, type_: Type, value: float) -> Value:
        """A constant; of a vector all elements are `value`."""
        if not type_.is_floating:
            return self.integer(type_, int(value))
        bits = float_bits(type_.scalar.code, value)
        assert bits is not None
        return self.floating(type_, bits)

    def converted(self, value: Value, type_: Type, *, signed: bool = False) -> Value:
        """A number as one of another type: between floats, between integers, or from integer to float."""
        if not type_.is_floating:
            return self.resized(value, type_, signed=signed)
        if not value.type.is_floating:
            return self.cast(CastOperator.SITOFP if signed else CastOperator.UITOFP, value, type_)
        if {value.type.scalar.code, type_.scalar.code} == set(_NARROW):
            value = self.converted(value, self.like(type_, self.f32))
        widens = bits_of(value.type) < bits_of(type_)
        return self.cast(CastOperator.FPEXT if widens else CastOperator.FPTRUNC, value, type_)

    def in_float(self, make: Callable[..., Value], *operands: Value) -> Value:
        """`make(*operands)` in single precision, for operands of the type of the result.

        What half and bfloat numbers give is the result in single precision, rounded.
        """
        if self.result.scalar.code not in _NARROW:
            return make(*operands)
        wide = self.like(self.result, self.f32)
        return self.converted(make(*(self.converted(operand, wide) for operand in operands)), self.result)

    # --- vectors -----------------------------------------------------------------------------------------------------

    def elements(self, value: Value) -> list[Value]:
        """All elements of a vector; of anything else the value itself."""
        if not is_vector(value.type):
            return [value]
        return [self.extract_element(value, number) for number in range(value.type.params[0])]

    def joined(self, type_: Type, elements: Sequence[Value]) -> Value:
        """The vector of these elements, the rest undefined; of any other type the one element."""
        if not is_vector(type_):
            return elements[0]
        vector: Value = self.undef(type_)
        for number, element in enumerate(elements):
            vector = self.insert_element(vector, element, number)
        return vector

    def splat(self, type_: Type, value: Value) -> Value:
        """A vector of which all elements are one value; the value itself if the type is not a vector."""
        if not is_vector(type_):
            return value
        mask = self.null(self.vector(self.i32, type_.params[0]))
        return self.shuffle(self.insert_element(self.undef(type_), value, 0), self.undef(type_), mask)

    # --- memory ------------------------------------------------------------------------------------------------------

    def generic(self, pointer: Value) -> Value:
        """A pointer as one of address space 0."""
        return self.cast(CastOperator.ADDRSPACECAST, pointer, self.ptr)

    def behind(self, pointer: Value, offset: Value | int) -> Value:
        """The address so many bytes behind another."""
        place = self.integer(self.i64, offset) if isinstance(offset, int) else offset
        return self.gep(self.i8, pointer, place, inbounds=0) if offset else pointer

    def memory(self, size: int = 16) -> Value:
        """So many bytes of the thread, aligned to 16."""
        return self.alloca(self.context.type(TypeCode.ARRAY, (size,), (self.i8,)), 5)

    def stored(self, values: Sequence[Value], size: int = 16, step: int = 4) -> Value:
        """Memory with these values in it, `step` bytes apart."""
        memory = self.memory(size)
        for number, value in enumerate(values):
            self.store(value, self.behind(memory, step * number), 1)
        return memory

    def text(self, text: str) -> GlobalVariable:
        """The address of a text that ends with 0."""
        name = _TEXT + text
        for variable in self.support.module.globals:
            if variable.name == name:
                return variable
        data = (*text.encode(), 0)
        type_ = self.context.type(TypeCode.ARRAY, (len(data),), (self.i8,))
        initializer = self.context.constant(type_, ConstantCode.DATA, data)
        return self.support.variable(name, type_, initializer, is_constant=True, linkage=Linkage.PRIVATE)

    def finish(self, result: Value | None) -> Function:
        """The function, which returns `result`."""
        self.ret(result)
        return self.support.functions.add(self.function)
