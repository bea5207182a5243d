"""The body of one function of `air.*`, made with the one builder."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...air.intrinsics import type_word
from ...ir import AttributeKind, ConstantCode, GlobalVariable, Linkage, Type, TypeCode, Value
from ..support import SupportFunction, SupportModule

_TEXT = "mtlb.text."


class NoDefinitionError(Exception):
    """A function of this name has no definition for its type."""


class FunctionBody(SupportFunction):
    """One function being made. `letters` are the parts of its name after the family's; `air_name` is its whole name.

    `site` is the number of the call site of a function in which lanes meet, which is its last parameter, and 0 in
    others (`meets`). `is_fragment` says for which stage it is.
    """

    def __init__(
        self, support: SupportModule, air_name: str, family: str, type_: Type, *, meets: bool, is_fragment: bool
    ) -> None:
        # A lane has two elements of a matrix: the other 62 are not passed if the function is inlined.
        is_inlined = not meets or family.startswith("simdgroup_matrix_")
        inlined = AttributeKind.ALWAYS_INLINE if is_inlined else AttributeKind.NO_INLINE
        super().__init__(support, air_name, support.type(type_), inlined)
        self.air_name, self.family = air_name, family
        self.letters = air_name.split(".")[1 + len(family.split(".")) :]
        self.is_fragment, self.meets = is_fragment, meets
        self.site = self.arguments.pop() if meets else self.null(self.i64)

    @property
    def signed(self) -> bool:
        """Whether its integers are signed, as the first letter says."""
        return "u" not in self.letters

    def llvm(self, name: str, *operands: Value) -> Value:
        """An intrinsic of LLVM that is overloaded by the type of its first operand, which its result has too."""
        type_ = operands[0].type
        return self.called(type_, f"llvm.{name}.{type_word(type_)}", *operands)

    def post(self, values: Sequence[Value], step: int = 4) -> Value:
        """Put values, `step` bytes apart, where the other lanes get them from when they meet; the address."""
        slot = self.called(self.ptr, "mtlb_slot")
        for number, value in enumerate(values):
            self.store(value, self.behind(slot, step * number), 1)
        return slot

    def in_float(self, make: Callable[..., Value], *operands: Value) -> Value:
        """`make(*operands)` in single precision, for operands of the type of the result.

        What half and bfloat numbers give is the result in single precision, rounded.
        """
        if self.result.scalar.code not in (TypeCode.HALF, TypeCode.BFLOAT):
            return make(*operands)
        wide = self.like(self.result, self.f32)
        return self.converted(make(*(self.converted(operand, wide) for operand in operands)), self.result)

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
