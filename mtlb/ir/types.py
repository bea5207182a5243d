"""LLVM types: one object for each literal type of a context, named structs by identity."""

from __future__ import annotations

from typing import Final

from .opcodes import FLOAT_TYPES, TypeCode

_OPAQUE: Final = TypeCode.OPAQUE
_OPAQUE_POINTER: Final = TypeCode.OPAQUE_POINTER
_POINTER: Final = TypeCode.POINTER
_STRUCT_NAMED: Final = TypeCode.STRUCT_NAMED
_VECTOR: Final = TypeCode.VECTOR


class Type:
    """One LLVM type. `code`: its kind; `elements`: its element types; `params`: its numbers:

    INTEGER (width in bits) · POINTER (address space), elements (pointee,) · OPAQUE_POINTER (address space) ·
    ARRAY (count), elements (element,) · VECTOR (count[, scalable]), elements (element,) ·
    FUNCTION (vararg,), elements (result, *parameters) · STRUCT_ANON, STRUCT_NAMED (packed,), elements the members ·
    OPAQUE (): a named struct without a body · TARGET_TYPE (integers), elements the types that it is given (LLVM 16).
    `name` is None but for named structs ("" for an unnamed identified one) and target types.
    """

    __slots__ = ("code", "elements", "name", "params")

    def __init__(
        self,
        code: TypeCode,
        params: tuple[int, ...] = (),
        elements: tuple[Type, ...] = (),
        name: str | None = None,
    ) -> None:
        self.code = code
        self.params = params
        self.elements = elements
        self.name = name

    @property
    def is_identified(self) -> bool:
        """Whether it is a struct compared by identity, not by its members."""
        return self.code is _STRUCT_NAMED or self.code is _OPAQUE

    @property
    def is_pointer(self) -> bool:
        """Whether it is a pointer, typed or opaque."""
        return self.code is _POINTER or self.code is _OPAQUE_POINTER

    @property
    def is_opaque_pointer(self) -> bool:
        """Whether it is a pointer without a pointee (LLVM 15 and later): any type may be loaded through it."""
        return self.code is _OPAQUE_POINTER

    @property
    def is_floating(self) -> bool:
        """Whether it is a floating-point type, or a vector of one."""
        return self.scalar.code in FLOAT_TYPES

    @property
    def scalar(self) -> Type:
        """The element type of a vector; of anything else the type itself."""
        return self.elements[0] if self.code is _VECTOR else self

    @property
    def address_space(self) -> int:
        """The address space of a pointer."""
        return self.params[0]

    @property
    def pointee(self) -> Type:
        """The pointee of a typed pointer."""
        return self.elements[0]

    @property
    def result(self) -> Type:
        """The result type of a function type."""
        return self.elements[0]

    @property
    def parameters(self) -> tuple[Type, ...]:
        """The parameters of a function type."""
        return self.elements[1:]

    @property
    def is_vararg(self) -> bool:
        """Whether a function type takes more arguments than its parameters."""
        return bool(self.params[0])

    def __repr__(self) -> str:
        name = f" {self.name!r}" if self.name is not None else ""
        return f"<Type {self.code.name}{name} {self.params} of {len(self.elements)}>"
