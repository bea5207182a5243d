"""What pointers point at: classes of pointers that must agree, and the types that result.

A *shape* is a type in which each opaque pointer has a *slot*: a class of pointers that point at the same type. A slot
collects the types that instructions access through its pointers (`wants`), and the types of the pointers that it is
made from (`hints`). When all uses are known, each slot gets one pointee, by the first of these that applies:

1. A texture, a sampler or another struct without members, if a function of AIR takes it as one or metadata says so.
2. With `--pointers i8`: `i8`.
3. The type that the metadata names, if the pointer is not used, is used as bytes, or as several types.
4. The one type that loads, stores and element addresses use.
5. Of several types the one that begins with all the others: `{ float, i32 }` for `float` and `{ float, i32 }`.
6. If there are several others: `i8`.
7. Without such uses the pointee of what flows in, if that is one type; functions aside, which are then in a table of
   addresses. A global array that flows in does so as the address of its first element.
8. If the pointers are casts of addresses of arrays, and nothing else is known, the type of their elements.
9. `i8`, for a pointer to itself as well.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..base.errors import UnsupportedError
from ..ir import STRUCT_TYPES, Context, Type, TypeCode

DECLARED = "declared"
"""The policy for modules whose metadata names the types of the source: they count more than uses."""
_MAX_NESTING = 200  # types inside of types; no shader has more than a dozen
_MAX_POINTERS = 16  # pointers to pointers; deeper ones, and circles, are `i8*`


class PointerClass:
    """A class of pointers. `fixed`: the pointee is given, and nothing changes it: a variable, an element address.

    `wants`: the types that are accessed, in order of discovery; `hints`: the types of pointers that flow in. `contents`
    has the shapes of both. `arrays`: the elements of arrays whose address is cast to such a pointer. `declared`: the
    type that the metadata of an entry point names, and its shape. `is_bytes`: a function of LLVM takes it as `i8*`.
    """

    __slots__ = ("arrays", "contents", "declared", "fixed", "hints", "is_bytes", "parent", "wants")

    def __init__(self, fixed: tuple[Type, Shape] | None = None) -> None:
        self.parent: PointerClass | None = None
        self.fixed = fixed
        self.contents: dict[Type, Shape] = {}
        self.arrays: dict[Type, None] = {}
        self.wants: dict[Type, None] = {}
        self.hints: dict[Type, None] = {}
        self.declared: tuple[Type, Shape] | None = None
        self.is_bytes = False


class Pointer:
    """The shape of an opaque pointer."""

    __slots__ = ("slot",)

    def __init__(self, slot: PointerClass) -> None:
        self.slot = slot


class AggregateShape:
    """The shape of a struct, an array, a vector or a function type: those of its elements."""

    __slots__ = ("elements",)

    def __init__(self, elements: tuple[Shape, ...]) -> None:
        self.elements = elements


Shape = Pointer | AggregateShape | None
"""None: there is no opaque pointer in the type."""


class Pointees:
    """The slots of one module, and the typed types that they give. `policy`: `infer`, `i8` for all that may be, or
    DECLARED.
    """

    def __init__(self, context: Context, policy: str) -> None:
        self.context = context
        self.policy = policy
        self.byte = context.integer_type(8)
        self._has_pointers: dict[Type, bool] = {}
        self._structs: dict[Type, AggregateShape] = {}  # of identified structs: each has one shape
        self._typed_structs: dict[Type, Type] = {}
        self._homes: dict[PointerClass, Type] = {}
        self._resolving: dict[PointerClass, Type] = {}  # with the opaque type of the pointee
        self._circular: set[PointerClass] = set()
        self._depth = 0

    # --- shapes ------------------------------------------------------------------------------------------------------

    def has_pointers(self, type_: Type, depth: int = 0) -> bool:
        """Whether a value of this type is or holds an opaque pointer. UnsupportedError for types nested too deeply."""
        found = self._has_pointers.get(type_)
        if found is None:
            if depth > _MAX_NESTING:
                raise UnsupportedError(f"types nested more than {_MAX_NESTING} deep")
            found = type_.is_opaque_pointer or (
                not type_.is_pointer and any(self.has_pointers(element, depth + 1) for element in type_.elements)
            )
            self._has_pointers[type_] = found
        return found

    def new_shape(self, type_: Type) -> Shape:
        """A shape of this type with slots of its own; that of a named struct is the same for all values."""
        if not self.has_pointers(type_):
            return None
        if type_.is_opaque_pointer:
            return Pointer(PointerClass())
        if type_.is_identified:
            found = self._structs.get(type_)
            if found is None:
                found = self._structs[type_] = AggregateShape(tuple([self.new_shape(e) for e in type_.elements]))
            return found
        return AggregateShape(tuple([self.new_shape(element) for element in type_.elements]))

    def fixed(self, type_: Type, shape: Shape = None) -> Pointer:
        """The shape of a pointer that points at this type, whatever it is used for."""
        return Pointer(PointerClass((type_, shape)))

    def element(self, type_: Type, shape: Shape, index: int) -> tuple[Type, Shape]:
        """Type and shape of an element of a struct, or of any element of an array or vector."""
        place = index if type_.code in STRUCT_TYPES else 0
        return type_.elements[place], shape.elements[place] if isinstance(shape, AggregateShape) else None

    @staticmethod
    def find(slot: PointerClass) -> PointerClass:
        """The slot that stands for its class."""
        while slot.parent is not None:
            if slot.parent.parent is not None:
                slot.parent = slot.parent.parent
            slot = slot.parent
        return slot

    # --- what uses say -----------------------------------------------------------------------------------------------

    def want(self, pointer: Shape, type_: Type, shape: Shape) -> None:
        """A pointer is used to access a `type_` of this shape."""
        if not isinstance(pointer, Pointer):
            return
        slot = self.find(pointer.slot)
        if slot.fixed is not None:
            self._begins_with(*slot.fixed, {type_: shape})
        else:
            slot.wants[type_] = None
            if slot.contents.setdefault(type_, shape) is not shape:
                self.connect(slot.contents[type_], shape)

    def _begins_with(self, type_: Type, shape: Shape, others: dict[Type, Shape]) -> None:
        """What is accessed as another type that `type_` begins with is the member that is there."""
        while shape is not None:
            if type_ in others:
                self.connect(shape, others[type_])
            if not isinstance(shape, AggregateShape) or type_.code is TypeCode.FUNCTION:
                return
            type_, shape = self.element(type_, shape, 0)

    def settle(self, shapes: Iterable[Shape]) -> None:
        """When all uses are known: let members that are accessed by the address of their struct agree with it."""
        for shape in shapes:
            if isinstance(shape, Pointer):
                slot = self.find(shape.slot)
                if slot.fixed is None and len(slot.contents) > 1:
                    outer = self._outermost(list(slot.contents))
                    self._begins_with(outer, slot.contents.get(outer), slot.contents)

    def connect(self, first: Shape, second: Shape) -> None:
        """Values of these shapes, which are of one type, flow into each other."""
        work = [(first, second)]
        while work:
            one, other = work.pop()
            if isinstance(one, AggregateShape) and isinstance(other, AggregateShape):
                if one is not other:
                    work.extend(zip(one.elements, other.elements, strict=False))
            elif isinstance(one, Pointer) and isinstance(other, Pointer):
                self._connect_slots(self.find(one.slot), self.find(other.slot), work)

    def _connect_slots(self, one: PointerClass, other: PointerClass, work: list[tuple[Shape, Shape]]) -> None:
        if one is other:
            return
        if one.fixed is not None and other.fixed is not None:
            if one.fixed[0] is other.fixed[0]:
                work.append((one.fixed[1], other.fixed[1]))
        elif one.fixed is not None or other.fixed is not None:
            flexible, fixed = (one, other.fixed) if other.fixed is not None else (other, one.fixed)
            assert fixed is not None
            flexible.hints[fixed[0]] = None
            work.append((flexible.contents.setdefault(*fixed), fixed[1]))
        else:
            other.parent = one
            one.wants |= other.wants
            one.hints |= other.hints
            one.arrays |= other.arrays
            for type_, shape in other.contents.items():
                work.append((one.contents.setdefault(type_, shape), shape))
            one.declared = one.declared or other.declared
            one.is_bytes |= other.is_bytes

    # --- the types that result ---------------------------------------------------------------------------------------

    def typed(self, type_: Type, shape: Shape) -> Type:
        """The type with typed pointers. UnsupportedError for types nested too deeply."""
        if shape is None:
            return type_
        if isinstance(shape, Pointer):
            return self.context.pointer_type(self.home(shape.slot), type_.address_space)
        if self._depth > _MAX_NESTING:
            raise UnsupportedError(f"types nested more than {_MAX_NESTING} deep")
        self._depth += 1
        try:
            if type_.is_identified:
                return self._typed_struct(type_, shape)
            return self.context.type(type_.code, type_.params, self._typed_elements(type_, shape))
        finally:
            self._depth -= 1

    def _typed_elements(self, type_: Type, shape: AggregateShape) -> tuple[Type, ...]:
        return tuple([self.typed(e, s) for e, s in zip(type_.elements, shape.elements, strict=True)])

    def _typed_struct(self, type_: Type, shape: AggregateShape) -> Type:
        found = self._typed_structs.get(type_)
        if found is None:
            # It is known before its members are: they may point at it.
            found = self._typed_structs[type_] = Type(type_.code, type_.params, (), type_.name)
            found.elements = self._typed_elements(type_, shape)
        return found

    def typed_structs(self, types: list[Type]) -> list[Type]:
        """The named structs of a module with typed pointers in them."""
        return [self.typed(type_, self.new_shape(type_)) for type_ in types]

    def home(self, slot: PointerClass) -> Type:
        """What the pointers of a slot point at."""
        slot = self.find(slot)
        found = self._homes.get(slot)
        if found is not None:
            return found
        if slot in self._resolving or len(self._resolving) > _MAX_POINTERS:
            # A struct may have a pointer to itself; anything else would have no end.
            found = self._typed_structs.get(self._resolving.get(slot, self.byte))
            if found is None:
                self._circular.add(slot)
            return found or self.byte
        type_, shape = self._choose(slot)
        self._resolving[slot] = type_
        found = self.typed(type_, shape)
        del self._resolving[slot]
        if slot in self._circular:
            found = self.byte
        self._homes[slot] = found
        return found

    def _choose(self, slot: PointerClass) -> tuple[Type, Shape]:
        """The pointee of a slot, as an opaque type with its shape."""
        if slot.fixed is not None:
            return slot.fixed
        wants = list(slot.wants)
        handles = [want for want in wants if _is_handle(want)]
        if handles:
            return handles[0], None
        if slot.declared is not None and _is_handle(slot.declared[0]):
            return slot.declared
        if self.policy == "i8":
            return self.byte, None
        if slot.declared is not None and (self.policy == DECLARED or len(wants) != 1 or wants[0] is self.byte):
            return slot.declared[0], slot.contents.get(*slot.declared)
        found = self.byte
        if wants:
            found = self._outermost(wants)
        elif len(slot.hints) == 1 and not slot.is_bytes:
            (hint,) = slot.hints
            # A function's address that nothing calls is in a table of addresses.
            found = hint if hint.code is not TypeCode.FUNCTION else self.byte
        elif len(slot.arrays) == 1 and not slot.hints and not slot.is_bytes:
            (found,) = slot.arrays
        return found, slot.contents.get(found)

    def _outermost(self, wants: list[Type]) -> Type:
        """The one of some types that begins with all the others, so that an address of it is one of theirs.

        Bytes if there is none.
        """
        types = set(wants)
        for type_ in wants:
            inside = {type_}
            current = type_
            while current.elements and not current.is_pointer and current.code is not TypeCode.FUNCTION:
                current = current.elements[0]
                inside.add(current)
            if types <= inside:
                return type_
        return self.byte


def _is_handle(type_: Type) -> bool:
    """Whether it is a struct without members: a texture, a sampler and the like."""
    return type_.code is TypeCode.OPAQUE
