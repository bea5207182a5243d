"""Pointee inference: classes of pointers that must have the same pointee, and the resulting types.

A *shape* is a type in which each opaque pointer has a *slot*: a class of pointers with the same pointee. A slot
collects the types that instructions access through its pointers (`wants`), and the pointee types of values that flow
into it (`hints`). After all uses are collected, the pointee of each slot is chosen by the first rule that applies:

1. A texture, a sampler or another opaque struct, if a function of AIR takes it or metadata says so.
2. With `--pointers i8`: `i8`.
3. The type in the metadata, if the pointer is not used, is used as bytes, or is used as several types.
4. The type of loads, stores and element addresses, if it is the only one.
5. If there are several types: the type that begins with all the others, such as `{ float, i32 }` for `float` and
   itself.
6. If there are several types without such a type: `i8`.
7. Without accesses: the pointee of incoming values, if they agree. Functions are excluded, because such a pointer is in
   a table of addresses. An incoming global array counts as the address of its first element.
8. If the pointers are casts of addresses of arrays, and nothing else is known: the element type of the arrays.
9. `i8`, also for a pointer to itself.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..base.errors import UnsupportedError
from ..ir import STRUCT_TYPES, Context, Type, TypeCode

DECLARED = "declared"
"""The policy for modules whose metadata names the types of the source: these take precedence over uses."""
_MAX_NESTING = 200  # nested types; shaders have at most a dozen levels
_MAX_POINTERS = 16  # pointers to pointers; deeper nesting, and cycles, are `i8*`


class PointerClass:
    """A class of pointers. `fixed`: the pointee is given by a variable or an element address, and does not change.

    `wants`: the accessed types, in order of discovery; `hints`: the pointee types of incoming values. `contents` has
    the shapes of both. `arrays`: the element types of arrays whose address is cast to such a pointer. `declared`: the
    type in the metadata of an entry point, and its shape. `is_bytes`: an LLVM intrinsic takes it as `i8*`.
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
    """The shape of a struct, an array, a vector or a function type: the shapes of its elements."""

    __slots__ = ("elements",)

    def __init__(self, elements: tuple[Shape, ...]) -> None:
        self.elements = elements


Shape = Pointer | AggregateShape | None
"""None: the type contains no opaque pointer."""


class Pointees:
    """The slots of one module, and the resulting typed types. `policy`: `infer`, `i8` wherever possible, or
    DECLARED.
    """

    def __init__(self, context: Context, policy: str) -> None:
        self.context = context
        self.policy = policy
        self.byte = context.integer_type(8)
        self._has_pointers: dict[Type, bool] = {}
        self._structs: dict[Type, AggregateShape] = {}  # identified structs; each has one shape
        self._typed_structs: dict[Type, Type] = {}
        self._homes: dict[PointerClass, Type] = {}
        self._resolving: dict[PointerClass, Type] = {}  # slots being resolved, with the opaque type of their pointee
        self._circular: set[PointerClass] = set()
        self._depth = 0

    # --- shapes ------------------------------------------------------------------------------------------------------

    def has_pointers(self, type_: Type, depth: int = 0) -> bool:
        """Whether a value of this type is or holds an opaque pointer. UnsupportedError for types nested too deeply."""
        has_pointer = self._has_pointers.get(type_)
        if has_pointer is None:
            if depth > _MAX_NESTING:
                raise UnsupportedError(f"types nested more than {_MAX_NESTING} deep")
            has_pointer = type_.is_opaque_pointer or (
                not type_.is_pointer and any(self.has_pointers(element, depth + 1) for element in type_.elements)
            )
            self._has_pointers[type_] = has_pointer
        return has_pointer

    def new_shape(self, type_: Type) -> Shape:
        """A shape of this type with new slots; a named struct has the same shape for all values."""
        if not self.has_pointers(type_):
            return None
        if type_.is_opaque_pointer:
            return Pointer(PointerClass())
        if type_.is_identified:
            struct = self._structs.get(type_)
            if struct is None:
                struct = self._structs[type_] = AggregateShape(tuple([self.new_shape(e) for e in type_.elements]))
            return struct
        return AggregateShape(tuple([self.new_shape(element) for element in type_.elements]))

    def fixed(self, type_: Type, shape: Shape = None) -> Pointer:
        """The shape of a pointer to this type, independent of its uses."""
        return Pointer(PointerClass((type_, shape)))

    def element(self, type_: Type, shape: Shape, index: int) -> tuple[Type, Shape]:
        """Type and shape of an element of a struct, or of any element of an array or vector."""
        place = index if type_.code in STRUCT_TYPES else 0
        return type_.elements[place], shape.elements[place] if isinstance(shape, AggregateShape) else None

    @staticmethod
    def find(slot: PointerClass) -> PointerClass:
        """The representative of a slot's class."""
        while slot.parent is not None:
            if slot.parent.parent is not None:
                slot.parent = slot.parent.parent
            slot = slot.parent
        return slot

    # --- collected uses ----------------------------------------------------------------------------------------------

    def want(self, pointer: Shape, type_: Type, shape: Shape) -> None:
        """Record that a pointer accesses a `type_` of this shape."""
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
        """Connect the shape of another accessed type with the member at the start of `type_` that has this type."""
        while shape is not None:
            if type_ in others:
                self.connect(shape, others[type_])
            if not isinstance(shape, AggregateShape) or type_.code is TypeCode.FUNCTION:
                return
            type_, shape = self.element(type_, shape, 0)

    def settle(self, shapes: Iterable[Shape]) -> None:
        """After all uses are collected: unify the members that are accessed by the address of their struct."""
        for shape in shapes:
            if isinstance(shape, Pointer):
                slot = self.find(shape.slot)
                if slot.fixed is None and len(slot.contents) > 1:
                    outer = self._outermost(list(slot.contents))
                    self._begins_with(outer, slot.contents.get(outer), slot.contents)

    def connect(self, first: Shape, second: Shape) -> None:
        """Unify the shapes of values of the same type that flow into each other."""
        work = [(first, second)]
        while work:
            item, other = work.pop()
            if isinstance(item, AggregateShape) and isinstance(other, AggregateShape):
                if item is not other:
                    work.extend(zip(item.elements, other.elements, strict=False))
            elif isinstance(item, Pointer) and isinstance(other, Pointer):
                self._connect_slots(self.find(item.slot), self.find(other.slot), work)

    def _connect_slots(self, class_: PointerClass, other: PointerClass, work: list[tuple[Shape, Shape]]) -> None:
        if class_ is other:
            return
        if class_.fixed is not None and other.fixed is not None:
            if class_.fixed[0] is other.fixed[0]:
                work.append((class_.fixed[1], other.fixed[1]))
        elif class_.fixed is not None or other.fixed is not None:
            flexible, fixed = (class_, other.fixed) if other.fixed is not None else (other, class_.fixed)
            assert fixed is not None
            flexible.hints[fixed[0]] = None
            work.append((flexible.contents.setdefault(*fixed), fixed[1]))
        else:
            other.parent = class_
            class_.wants |= other.wants
            class_.hints |= other.hints
            class_.arrays |= other.arrays
            for type_, shape in other.contents.items():
                work.append((class_.contents.setdefault(type_, shape), shape))
            class_.declared = class_.declared or other.declared
            class_.is_bytes |= other.is_bytes

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
        typed_struct = self._typed_structs.get(type_)
        if typed_struct is None:
            # The struct is recorded before its members, which may point at it.
            typed_struct = self._typed_structs[type_] = Type(type_.code, type_.params, (), type_.name)
            typed_struct.elements = self._typed_elements(type_, shape)
        return typed_struct

    def typed_structs(self, types: list[Type]) -> list[Type]:
        """The named structs of a module with typed pointers in them."""
        return [self.typed(type_, self.new_shape(type_)) for type_ in types]

    def home(self, slot: PointerClass) -> Type:
        """The pointee of a slot."""
        slot = self.find(slot)
        typed_struct = self._homes.get(slot)
        if typed_struct is not None:
            return typed_struct
        if slot in self._resolving or len(self._resolving) > _MAX_POINTERS:
            # Only a struct may contain a pointer to itself; other recursive pointees would be infinite.
            typed_struct = self._typed_structs.get(self._resolving.get(slot, self.byte))
            if typed_struct is None:
                self._circular.add(slot)
            return typed_struct or self.byte
        type_, shape = self._choose(slot)
        self._resolving[slot] = type_
        typed_struct = self.typed(type_, shape)
        del self._resolving[slot]
        if slot in self._circular:
            typed_struct = self.byte
        self._homes[slot] = typed_struct
        return typed_struct

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
        byte = self.byte
        if wants:
            byte = self._outermost(wants)
        elif len(slot.hints) == 1 and not slot.is_bytes:
            (hint,) = slot.hints
            # The address of a function that is never called is an entry in a table of addresses.
            byte = hint if hint.code is not TypeCode.FUNCTION else self.byte
        elif len(slot.arrays) == 1 and not slot.hints and not slot.is_bytes:
            (byte,) = slot.arrays
        return byte, slot.contents.get(byte)

    def _outermost(self, wants: list[Type]) -> Type:
        """The type that begins with all others, so that its address can be used for any of them.

        Bytes if there is no such type.
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
    """Whether it is an opaque struct: a texture, a sampler or similar."""
    return type_.code is TypeCode.OPAQUE
