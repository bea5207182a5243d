"""Enums of words, and enums of file formats, which print name and raw value and accept unnamed values."""

from __future__ import annotations

import re
from enum import Enum, IntEnum
from typing import TYPE_CHECKING, Any

from .errors import BuildError

if TYPE_CHECKING:  # the bound would be compiled, and the first call of `compile` takes a millisecond
    from typing import TypeVar

    _E = TypeVar("_E", bound="OpenEnum")


class TextEnum(str, Enum):
    """An enum of words in user interfaces; `str` gives the word."""

    def __str__(self) -> str:
        return str(self.value)


class OpenEnum(IntEnum):
    """An IntEnum for a field of a file: `E(0x2f)` gives a nameless member for any integer, never a ValueError.

    `E("kernel")` is `E.of("kernel")`. `str` gives ``kernel (0x2)`` or ``unknown (0x2f)``; `label` only the first part;
    `is_known` says which of the two it is.
    """

    if TYPE_CHECKING:

        def __new__(cls: type[_E], value: int | str) -> _E:
            """For type checkers: a number, or a text that `of` takes."""

    @classmethod
    def _missing_(cls: type[_E], value: object) -> _E | None:
        if isinstance(value, str):
            return cls.of(value)
        if not isinstance(value, int):
            return None
        member: Any = int.__new__(cls, value)
        member._name_ = f"UNKNOWN_{value:#x}"
        member._value_ = int(value)
        return member  # type: ignore[no-any-return]

    @property
    def is_known(self) -> bool:
        """Whether the value has a name."""
        return self._value_ in type(self)._value2member_map_

    @property
    def label(self) -> str:
        """The name in lower case with hyphens, or ``unknown``."""
        return self._name_.lower().replace("_", "-") if self.is_known else "unknown"

    def as_json(self) -> dict[str, Any]:
        """The name and the number."""
        return {"name": self.label, "value": int(self)}

    def __str__(self) -> str:
        return f"{self.label} ({self._value_:#x})"

    def __format__(self, spec: str) -> str:
        return format(self._value_ if spec[-1:] in tuple("bdoxX") else str(self), spec)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"

    def __reduce_ex__(self, protocol: Any) -> tuple[Any, ...]:
        """Pickle by value: Python 3.11.0 to 3.11.3 pickle a member by its name, which unknown members do not have."""
        return type(self), (self._value_,)

    def __deepcopy__(self: _E, memo: Any) -> _E:
        return self

    def __copy__(self: _E) -> _E:
        return self

    @classmethod
    def of(cls: type[_E], value: _E | str | int) -> _E:
        """The member itself, or that of a label (any case, ``-`` or ``_``) or a number.

        BuildError, which lists the labels, for anything else.
        """
        if isinstance(value, int) and not isinstance(value, bool):
            return cls(value)
        label = value.strip().lower().replace("_", "-") if isinstance(value, str) else ""
        for member in cls:
            if member.label.lower().replace("_", "-") == label:
                return member
        try:
            return cls(int(label, 0))
        except ValueError:
            kind = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", cls.__name__).lower()
            labels = ", ".join(member.label for member in cls if member.name != "NONE")
            raise BuildError(f"unknown {kind} {value!r} (one of {labels}, or a number)") from None
