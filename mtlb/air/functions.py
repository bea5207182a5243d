"""Declarations of `air.*` functions, and the attributes that Apple's compilers give functions."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from ..base.errors import UnsupportedError
from ..base.versions import Version
from ..ir import (
    Attribute,
    AttributeForm,
    AttributeGroup,
    AttributeKind,
    AttributeList,
    AttributePlace,
    Function,
    Type,
)
from ..ir.names import FRAME_POINTER
from .intrinsics import Intrinsic
from .names import NO_ALIAS_BUFFER

if TYPE_CHECKING:  # not imported for reading
    from ..ir.build import FunctionTable

_new: Final[Any] = tuple.__new__  # makes a NamedTuple without a call of its class

FRAME_POINTERS_KEPT: Final[dict[str, tuple[str, ...]]] = {
    "all": ("no-frame-pointer-elim", "no-frame-pointer-elim-non-leaf"),
    "non-leaf": ("no-frame-pointer-elim-non-leaf",),
    "none": (),
}
"""By the value of `frame-pointer`: the attributes that have the value "true" for it before AIR 2.6."""

STANDARD_STRINGS: Final[dict[str, str | None]] = {
    FRAME_POINTER: "all",
    "min-legal-vector-width": "0",
    "no-builtins": None,
    "no-trapping-math": "true",
    "stack-protector-buffer-size": "8",
}
"""The string attributes of every function with a body; the width is that of its widest vector, in bits."""

FAST_MATH_STRINGS: Final[dict[str, str | None]] = dict.fromkeys(
    (
        "approx-func-fp-math",
        "no-infs-fp-math",
        "no-nans-fp-math",
        "no-signed-zeros-fp-math",
        "unsafe-fp-math",
    ),
    "true",
)
"""The string attributes of a function with a body that is compiled with fast math."""

STRINGS: Final = frozenset(
    {
        *STANDARD_STRINGS,
        *FAST_MATH_STRINGS,
        *FRAME_POINTERS_KEPT["all"],
        *(NO_ALIAS_BUFFER, "max-work-group-size", "less-precise-fpmad", "disable-tail-calls", "use-soft-float"),
        *("correctly-rounded-divide-sqrt-fp-math", "no-jump-tables", "max-total-threads-per-threadgroup"),
    }
)
"""All string attributes that occur in Apple's modules."""

_NOT_ON_CALLS: Final = frozenset({AttributeKind.MUST_PROGRESS, AttributeKind.NO_FREE, AttributeKind.NO_SYNC})


@lru_cache(maxsize=1024)
def string_attribute(key: str, value: str | None = None) -> Attribute:
    """The string attribute with this key, with or without a value."""
    if value is None:
        return Attribute(AttributeForm.STRING, key)
    return Attribute(AttributeForm.STRING_VALUE, key, value)


def call_attributes(declared: AttributeList, *, of_parameters: bool = True) -> AttributeList:
    """The attributes that Apple's compilers give calls of a function with the attributes `declared`. `of_parameters`:
    include parameter attributes; otherwise only those of the function.
    """
    results = []
    for group in declared:
        kept = tuple([attribute for attribute in group.attributes if attribute.kind not in _NOT_ON_CALLS])
        if kept and (of_parameters or group.place == AttributePlace.FUNCTION):
            results.append(_new(AttributeGroup, (group.place, kept, 0)))
    return tuple(results)


def declare(functions: FunctionTable, intrinsic: Intrinsic, air: Version, struct: Callable[[str], Type]) -> Function:
    """The declaration of an AIR function. `struct` returns the named struct of a name such as `struct._sampler_t`.

    UnsupportedError if the module declares it with another type.
    """
    type_ = intrinsic.function_type(functions.module.context, air, struct, opaque=functions.opaque)
    return declare_as(functions, intrinsic.name, type_, intrinsic.attributes(air))


def declare_as(functions: FunctionTable, name: str, type_: Type, attributes: AttributeList = ()) -> Function:
    """The declaration of a function. UnsupportedError if the module declares it with another type."""
    result = functions.declare(name, type_, attributes)
    if result.value_type is not type_:
        raise UnsupportedError(f"the module declares @{name} with a different type than AIR")
    return result
