"""Queries about a module's types, for the rules about values."""

from __future__ import annotations

from itertools import count
from typing import Final

from ..enumerants import Op
from ..instructions import SpirvInstruction
from ..module import SpirvModule
from ..types import (
    SpirvType,
    TypeArray,
    TypeBool,
    TypeFloat,
    TypeImage,
    TypeInt,
    TypeMatrix,
    TypeOther,
    TypePointer,
    TypeRuntimeArray,
    TypeSampledImage,
    TypeSampler,
    TypeStruct,
    TypeVector,
    TypeVoid,
)

_MOST_NUMBERS: Final = 4096
_numbers: Final[dict[tuple[object, ...], int]] = {}
_next_number: Final = count(1)


_COOPERATIVE: Final = frozenset({Op.OpTypeCooperativeMatrixKHR, Op.OpTypeCooperativeMatrixNV})


class Facts:
    """The types of a module by id, and their components. Ids that are not types yield None and 0, never an error."""

    def __init__(self, module: SpirvModule) -> None:
        self.module = module
        self.types = module.types
        self.definitions = module.definitions
        self.values = module.values

    def type_numbers(self) -> dict[int, int]:
        """A number for each type. Types have the same number in all modules of a process if all that the rules for
        values look at is the same; no two types of a module share a number."""
        numbers: dict[int, int] = {}
        taken: set[int] = set()
        for id, kind in self.types.items():
            key = self._contents(kind, numbers)
            number = 0 if key is None else _numbers.get(key, 0)
            if not number or number in taken:
                number = next(_next_number)
                if key is not None and key not in _numbers and len(_numbers) < _MOST_NUMBERS:
                    _numbers[key] = number
            taken.add(number)
            numbers[id] = number
        return numbers

    def _contents(self, kind: SpirvType, numbers: dict[int, int]) -> tuple[object, ...] | None:
        """The contents of a type, in which other types are their numbers. None if they are not complete: before the
        definition of a type that it refers to, for a computed length, for types without a rule."""
        parts: tuple[int, ...]
        form: tuple[object, ...]
        if isinstance(kind, TypePointer):
            parts, form = (kind.pointee,), (kind.storage,)
        elif isinstance(kind, TypeVector):
            parts, form = (kind.component,), (kind.count,)
        elif isinstance(kind, TypeStruct):
            parts, form = kind.members, ()
        elif isinstance(kind, TypeInt):
            parts, form = (), (kind.width, kind.signed)
        elif isinstance(kind, TypeFloat):
            parts, form = (), (kind.width, kind.encoding)
        elif isinstance(kind, TypeMatrix):
            parts, form = (kind.column,), (kind.count,)
        elif isinstance(kind, TypeArray) and (length := self.constant(kind.length)) is not None:
            parts, form = (kind.element,), (length,)
        elif isinstance(kind, TypeRuntimeArray):
            parts, form = (kind.element,), ()
        elif isinstance(kind, TypeSampledImage):
            parts, form = (kind.image,), ()
        elif isinstance(kind, TypeImage):
            parts = (kind.sampled_type,)
            form = kind.dim, kind.depth, kind.arrayed, kind.multisampled, kind.sampled, kind.format, kind.access
        elif isinstance(kind, (TypeVoid, TypeBool, TypeSampler)):
            parts, form = (), ()
        else:
            return None
        of_parts = [numbers.get(part, 0) for part in parts]
        return None if 0 in of_parts else (type(kind).__name__, *form, *of_parts)

    def of(self, id: int) -> int:
        """The type id of a value; 0 for an id without a type."""
        definition = self.definitions.get(id)
        return 0 if definition is None else definition.type

    def kind(self, id: int) -> SpirvType | None:
        """The type of a value."""
        return self.types.get(self.of(id))

    def component(self, type_id: int) -> SpirvType | None:
        """The scalar of a scalar, a vector or a cooperative matrix; None for any other type."""
        kind = self.types.get(type_id)
        if isinstance(kind, TypeOther) and kind.op in _COOPERATIVE:
            kind = self.types.get(int(kind.operands[0]))
        if isinstance(kind, TypeVector):
            kind = self.types.get(kind.component)
        return kind if isinstance(kind, (TypeBool, TypeInt, TypeFloat)) else None

    def count(self, type_id: int) -> int:
        """The components of a vector, 1 for a scalar, -1 for a cooperative matrix, 0 for any other type."""
        kind = self.types.get(type_id)
        if isinstance(kind, TypeOther) and kind.op in _COOPERATIVE:
            return -1
        if isinstance(kind, TypeVector):
            return kind.count
        return 1 if isinstance(kind, (TypeBool, TypeInt, TypeFloat)) else 0

    def is_scalar_or_vector(self, type_id: int, letter: str) -> bool:
        """Whether its components are floats (F), integers (I), booleans (B), or any of them (N)."""
        kind = self.component(type_id)
        if letter == "N":
            return kind is not None
        return isinstance(kind, {"F": TypeFloat, "I": TypeInt, "B": TypeBool}[letter])

    def same_integer(self, left: int, right: int) -> bool:
        """Whether two types are integers with the same width and count; the signedness may differ."""
        first, second = self.component(left), self.component(right)
        return (
            isinstance(first, TypeInt)
            and isinstance(second, TypeInt)
            and first.width == second.width
            and self.count(left) == self.count(right)
        )

    def bits(self, type_id: int) -> int:
        """The width in bits of a numeric scalar or vector; 0 for any other type."""
        kind = self.component(type_id)
        return kind.width * self.count(type_id) if isinstance(kind, (TypeInt, TypeFloat)) else 0

    def constant(self, id: int) -> int | None:
        """The value of an integer constant that is not specialized."""
        constant = self.module.constants.get(id)
        if constant is None or constant.is_spec or isinstance(constant.value, (bool, float, tuple)):
            return None
        return constant.value

    def part(self, type_id: int, index: int | None) -> int | str:
        """The type of a composite's part at this index (None if the index is not constant); otherwise a reason."""
        kind = self.types.get(type_id)
        if isinstance(kind, TypeStruct):
            if index is None:
                return f"the index into the struct %{type_id} is not a constant"
            if not 0 <= index < len(kind.members):
                return f"the struct %{type_id} has {len(kind.members)} members, but index {index} is used"
            return kind.members[index]
        if isinstance(kind, (TypeVector, TypeMatrix)):
            inner = kind.component if isinstance(kind, TypeVector) else kind.column
            if index is not None and not 0 <= index < kind.count:
                return f"the index {index} is beyond the {kind.count} parts of %{type_id}"
            return inner
        if isinstance(kind, (TypeArray, TypeRuntimeArray)):
            return kind.element
        return self.cooperative_component(type_id) or f"%{type_id} has no parts"

    def cooperative_component(self, type_id: int) -> int:
        """The component type of a cooperative matrix (SPV_KHR_cooperative_matrix); 0 for any other type."""
        definition = self.definitions.get(type_id)
        return definition.ids[0] if definition is not None and definition.op in _COOPERATIVE else 0

    def describe(self, id: int) -> str:
        """``%5 (of type %7)`` for a message."""
        instruction: SpirvInstruction | None = self.definitions.get(id)
        return f"%{id} (of type %{instruction.type})" if instruction is not None and instruction.type else f"%{id}"
