"""Sizes and alignments under AIR's data layout, which is the same for every 64-bit target (docs/air.md §2.2)."""

from __future__ import annotations

from typing import Final

from ..base.errors import FormatError
from .floats import FLOAT_FORMATS
from .opcodes import TypeCode
from .types import Type

AIR_DATA_LAYOUT: Final = (
    "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-"
    "v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024-n8:16:32"
)
"""The data layout as modules name it."""
AIR_DATA_LAYOUT_BEFORE_2_1: Final = AIR_DATA_LAYOUT.replace("f64:64:64-", "f64:64:64-f80:128:128-").replace(
    "-n8", "-f80:128:128-n8"
)
"""The data layout of compilers before AIR 2.1 for some targets."""
_DEEPEST_TYPE: Final = 1_000_000
_FLOAT_BYTES: Final = {code: form.bits // 8 for code, form in FLOAT_FORMATS.items()}


class DataLayout:
    """Sizes and alignments of types, in bytes. Results are cached per type."""

    def __init__(self) -> None:
        self._measured: dict[Type, tuple[int, int]] = {}

    def alloc_size(self, type: Type) -> int:
        """The distance of two values in an array; FormatError for a type without a size, or one that holds itself."""
        size, alignment = self._measure(type)
        return -(-size // alignment) * alignment

    def size(self, type: Type) -> int:
        """The bytes of a value, without the padding after it in an array; raises what `alloc_size` does."""
        return self._measure(type)[0]

    def alignment(self, type: Type) -> int:
        """The ABI alignment; raises what `alloc_size` does."""
        return self._measure(type)[1]

    def members(self, type: Type) -> list[tuple[int, Type]]:
        """The members of a struct with their offsets in bytes; raises what `alloc_size` does."""
        members, end = [], 0
        for element in type.elements:
            alignment = 1 if type.params[0] else self.alignment(element)
            start = -(-end // alignment) * alignment
            members.append((start, element))
            end = start + self.alloc_size(element)
        return members

    def _measure(self, root: Type) -> tuple[int, int]:
        """Size and alignment. A worklist, since types of a file may be nested to any depth."""
        measured = self._measured
        pending = [root]
        while pending:
            type = pending[-1]
            missing = [] if type.is_pointer else [element for element in type.elements if element not in measured]
            if type in measured:
                pending.pop()
            elif not missing:
                measured[type] = self._combine(type)
                pending.pop()
            elif len(pending) > _DEEPEST_TYPE:
                raise FormatError("types nested too deeply, or recursively")
            else:
                pending += missing
        return measured[root]

    def _combine(self, type: Type) -> tuple[int, int]:
        """Size and alignment, from those of the elements."""
        code = type.code
        if code in _FLOAT_BYTES:
            return _FLOAT_BYTES[code], _FLOAT_BYTES[code]
        if code is TypeCode.INTEGER:
            size = -(-type.params[0] // 8)
            return size, _power_of_two(size)
        if type.is_pointer:
            return 8, 8
        if code is TypeCode.VECTOR:
            element, count = type.elements[0], type.params[0]
            bits = element.params[0] if element.code is TypeCode.INTEGER else self._measured[element][0] * 8
            size = -(-bits * count // 8)
            return size, _power_of_two(size)
        if code is TypeCode.ARRAY:
            element = type.elements[0]
            return self.alloc_size(element) * type.params[0], self._measured[element][1]
        if code is TypeCode.STRUCT_ANON or code is TypeCode.STRUCT_NAMED:
            return self._struct(type)
        raise FormatError(f"a type without a size: {code.name}")

    def _struct(self, type: Type) -> tuple[int, int]:
        members = self.members(type)
        size = members[-1][0] + self.alloc_size(members[-1][1]) if members else 0
        if type.params[0]:
            return size, 1
        return size, max([self._measured[element][1] for element in type.elements], default=1)


def _power_of_two(size: int) -> int:
    return 1 << max(size - 1, 0).bit_length()
