"""Struct types over several modules: their names, and which of them are the same, by the rules of LLVM's linker.

Types of one name don't clash in a file, but all files of a link share one set of names: the second `struct.S` becomes
`struct.S.0`, and the number counts on over all clashes (LLVMContext). Linking then replaces a struct by an
existing one if both have the same members, and the first one's name stays (IRMover). That is why Apple's libraries say
`AlphaBlendUniform` where the source says `BrightnessUniform` (docs/linking.md §5).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from mtlb.base.errors import FormatError
from mtlb.ir import Context, Type, TypeCode

from .rows import TypeRow

_CODES: Final = {int(code): code for code in TypeCode}
_new: Final[Any] = tuple.__new__  # makes a NamedTuple without a call of its class
_OPAQUE: Final = TypeCode.OPAQUE
_STRUCT_NAMED: Final = TypeCode.STRUCT_NAMED


def write_types(types: Iterable[Type]) -> tuple[list[TypeRow], dict[Type, int]]:
    """A table with these types and all that they are made of, and the row of each.

    A type that is compared by content comes after its elements; a struct that has a name may come before.
    """
    rows: dict[Type, int] = {}
    stack = [(type_, False) for type_ in reversed(list(types))]
    while stack:
        type_, left = stack.pop()
        if type_ in rows:
            continue
        if left or not type_.elements:
            rows[type_] = len(rows)
        elif type_.is_identified:
            rows[type_] = len(rows)
            stack.extend((element, False) for element in reversed(type_.elements))
        else:
            stack.append((type_, True))
            stack.extend((element, False) for element in reversed(type_.elements))
    table: list[TypeRow] = []
    for type_ in rows:
        elements = tuple([rows[element] for element in type_.elements])
        table.append(_new(TypeRow, (int(type_.code), type_.params, elements, type_.name)))
    return table, rows


def _code(number: int) -> TypeCode:
    code = _CODES.get(number)
    return TypeCode(number) if code is None else code


def read_types(
    rows: Sequence[TypeRow], context: Context, struct: Callable[[int, TypeRow], Type] | None = None
) -> list[Type]:
    """The types of a table in `context`; FormatError for a malformed one.

    `struct` gives the named struct of a row, which gets the row's name and members; by default it is a new one.
    """
    types: list[Type | None] = [None] * len(rows)
    structs = []
    for number, row in enumerate(rows):
        code = _code(row.code)
        if code in (_STRUCT_NAMED, _OPAQUE):
            type_ = Type(code, row.params, (), row.name) if struct is None else struct(number, row)
            type_.code, type_.params, type_.name = code, row.params, row.name
            structs.append((type_, row))
            types[number] = type_

    def elements(row: TypeRow) -> tuple[Type, ...]:
        members = [types[number] if 0 <= number < len(types) else None for number in row.elements]
        if None in members:
            raise FormatError("a type table is malformed: a row is used before it is defined")
        return tuple([member for member in members if member is not None])

    for number, row in enumerate(rows):
        if types[number] is None:
            types[number] = context.type(_code(row.code), row.params, elements(row), row.name)
    for type_, row in structs:
        type_.elements = elements(row)
    return [type_ for type_ in types if type_ is not None]


def has_struct(type_: Type, answers: dict[Type, bool]) -> bool:
    """Whether a named struct is part of a type that is compared by content, or it is one. `answers`: answers so far."""
    stack = [type_]
    while stack:
        current = stack[-1]
        if current in answers:
            stack.pop()
        elif current.is_identified:
            answers[current] = True
        elif missing := [element for element in current.elements if element not in answers]:
            stack.extend(missing)
        else:
            answers[current] = any(answers[element] for element in current.elements)
    return answers[type_]


def name_struct_types(inputs: Iterable[Sequence[Type]]) -> None:
    """Give every named struct of the inputs, in load order, a unique name. Each input: its structs."""
    taken: set[str] = set()
    number = 0
    for structs in inputs:
        for type_ in structs:
            if not type_.name:
                continue
            name = type_.name
            while name in taken:
                name = f"{type_.name}.{number}"
                number += 1
            taken.add(name)
            type_.name = name


class TypeMap:
    """The type of the program for each type of an input. One map serves all inputs, in link order.

    The structs of the inputs become the program's: their members are changed in place.
    """

    def __init__(self, context: Context) -> None:
        self._context = context
        self._mapped: dict[Type, Type] = {}
        self._structs: dict[tuple[tuple[Type, ...], tuple[int, ...]], Type] = {}
        self._linked: dict[str, Type] = {}  # structs of the program by name; no two have the same

    def settle(self, theirs: Type, ours: Type) -> None:
        """Say what a struct of an input is in the program."""
        self._mapped[theirs] = ours

    def begin(self, structs: Sequence[Type], pairs: Iterable[tuple[Type, Type]]) -> None:
        """Prepare for an input with these structs. `pairs`: (program type, input type) of globals of one name."""
        for ours, theirs in pairs:
            self._unify(ours, theirs)
        namesakes = [(self._namesake(type_), type_) for type_ in structs]
        for namesake, type_ in namesakes:
            if namesake is not None and self._linked.get(type_.name or "") is not type_:
                self._unify(namesake, type_)

    def _namesake(self, theirs: Type) -> Type | None:
        """The struct of the program that had the name of `theirs` before names were numbered."""
        stem, _, number = (theirs.name or "").rpartition(".")
        return self._linked.get(stem) if stem and number[:1].isdigit() else None

    def get(self, type_: Type) -> Type:
        """The type in the program. Children first, without recursion: types may be nested to any depth."""
        mapped = self._mapped.get(type_)
        if mapped is not None:
            return mapped
        stack = [type_]
        entered: set[Type] = set()
        while stack:
            current = stack[-1]
            if current in self._mapped:
                stack.pop()
                continue
            missing = [e for e in current.elements if e not in self._mapped and e not in entered]
            if missing and current not in entered:
                entered.add(current)
                stack.extend(reversed(missing))
                continue
            stack.pop()
            self._mapped[current] = self._map(current)
        return self._mapped[type_]

    def _map(self, type_: Type) -> Type:
        if not type_.is_identified:
            elements = tuple(self._mapped.get(e, e) for e in type_.elements)
            return type_ if elements == type_.elements else self._context.type(type_.code, type_.params, elements)
        if type_.code is _OPAQUE:
            self._linked[type_.name or ""] = type_
            return type_
        # A member that is still being mapped leads back here: a recursive struct, which is only the same as itself.
        elements = tuple(self._mapped.get(e, e) for e in type_.elements)
        existing = self._structs.get((elements, type_.params))
        if existing is not None:
            return existing
        type_.elements = elements
        self._structs[elements, type_.params] = type_
        self._linked[type_.name or ""] = type_
        return type_

    def _unify(self, ours: Type, theirs: Type) -> None:
        """Map `theirs` to `ours` if they are isomorphic; else leave both unchanged."""
        added: list[Type] = []
        defined: list[tuple[Type, Type]] = []
        if not self._alike(ours, theirs, added, defined):
            for type_ in added:
                del self._mapped[type_]
            return
        for opaque, definition in defined:
            opaque.elements = tuple(self.get(element) for element in definition.elements)
            opaque.code, opaque.params = definition.code, definition.params

    def _alike(self, ours: Type, theirs: Type, added: list[Type], defined: list[tuple[Type, Type]]) -> bool:
        """Whether both are isomorphic; the pairs are added to `_mapped` and `added`.

        `defined` collects opaque structs of the program for which the input has the members.
        """
        stack = [(ours, theirs)]
        while stack:
            ours, theirs = stack.pop()
            mapped = self._mapped.get(theirs)
            if mapped is not None:
                if mapped is not ours:
                    return False
                continue
            self._mapped[theirs] = ours
            added.append(theirs)
            if ours is theirs or (theirs.code is _OPAQUE and ours.is_identified):
                continue
            if ours.code is _OPAQUE and theirs.code is _STRUCT_NAMED:
                if any(opaque is ours for opaque, _ in defined):
                    return False
                defined.append((ours, theirs))
                continue
            if ours.code is not theirs.code or ours.params != theirs.params:
                return False
            if len(ours.elements) != len(theirs.elements):
                return False
            stack.extend(reversed(list(zip(ours.elements, theirs.elements, strict=True))))
        return True
