"""The body of one `air.*` function under construction."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...air.intrinsics import type_word
from ...ir import AttributeKind, ConstantCode, GlobalVariable, Linkage, Type, TypeCode, Value
from ..support import SupportFunction, SupportModule

_TEXT = "mtlb.text."


class NoDefinitionError(Exception):
    """A function of this name has no definition for its type."""


class FunctionBody(SupportFunction):
    """One function under construction. `letters` are the parts of its name after the family; `air_name` is its whole
    name.
    `site` is the number of the call site for a function in which lanes meet (its last parameter), and 0 for others
    (`meets`). `is_fragment` says whether the stage is a fragment function."""

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
        """Whether its integers are signed, by the first letter."""
        return "u" not in self.letters

    def llvm(self, name: str, *operands: Value) -> Value:
        """Call an LLVM intrinsic that is overloaded by the type of its first operand, which is also its result type."""
        type_ = operands[0].type
        return self.called(type_, f"llvm.{name}.{type_word(type_)}", *operands)

    def post(self, values: Sequence[Value], step: int = 4) -> Value:
        """Store values, `step` bytes apart, where the other lanes read them at a meeting. Returns the address."""
        slot = self.called(self.ptr, "mtlb_slot")
        for number, value in enumerate(values):
            self.store(value, self.behind(slot, step * number), 1)
        return slot

    def in_float(self, make: Callable[..., Value], *operands: Value) -> Value:
        """Compute `make(*operands)` in single precision, for operands of the result type.
        The results for half and bfloat are the single-precision results, rounded."""
        if self.result.scalar.code not in (TypeCode.HALF, TypeCode.BFLOAT):
            return make(*operands)
        wide = self.like(self.result, self.f32)
        return self.converted(make(*(self.converted(operand, wide) for operand in operands)), self.result)

    def text(self, text: str) -> GlobalVariable:
        """The address of a zero-terminated text."""
        name = _TEXT + text
        for variable in self.support.module.globals:
            if variable.name == name:
                return variable
        data = (*text.encode(), 0)
        type_ = self.context.type(TypeCode.ARRAY, (len(data),), (self.i8,))
        initializer = self.context.constant(type_, ConstantCode.DATA, data)
        return self.support.variable(name, type_, initializer, is_constant=True, linkage=Linkage.PRIVATE)
