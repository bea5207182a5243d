"""Operations on lists of attributes that several rules share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...air.intrinsics import intrinsic
from ...ir import (
    Attribute,
    AttributeForm,
    AttributeGroup,
    AttributeKind,
    AttributeList,
    AttributePlace,
    Function,
    InstCode,
    Module,
)

# A look into an enumeration takes Python 3.11 ten times as long as one into the module.
_CALL: Final = InstCode.CALL
_FUNCTION: Final = AttributePlace.FUNCTION


def spread_convergent(module: Module) -> None:
    """Mark functions that call convergent ones as convergent, and also the functions of AIR that threads run
    together.
    """
    convergent = {
        function
        for function in module.functions
        if _has_kind(function.attributes, AttributeKind.CONVERGENT)
        or ((result := intrinsic(function.name)) is not None and result.family.is_convergent)
    }
    callers: dict[Function, list[Function]] = {}
    for function in module.functions:
        for instruction in function.instructions():
            if instruction.code is _CALL and isinstance(instruction.operands[-1], Function):
                callers.setdefault(instruction.operands[-1], []).append(function)
    pending = list(convergent)
    while pending:
        function = pending.pop()
        function.attributes = with_kind(function.attributes, AttributeKind.CONVERGENT)
        for caller in callers.get(function, ()):
            if caller not in convergent:
                convergent.add(caller)
                pending.append(caller)


_KINDS: Final = {int(kind): kind for kind in AttributeKind}
_NONE, _READ, _WRITE, _BOTH = 0, 1, 2, 3
_ERRNO_APART = 1 << 56


def said_before(attribute: Attribute) -> list[Attribute] | None:
    """The attributes with which LLVM before 16 expressed `memory(...)` and `captures(...)`, as far as it could; None
    for all other attributes.
    """
    kinds: list[AttributeKind] = []
    if attribute.kind == AttributeKind.MEMORY:
        kinds = _memory_effects(attribute.value if isinstance(attribute.value, int) else 0)
    elif attribute.kind != AttributeKind.CAPTURES:
        return None
    elif not attribute.value:
        kinds = [AttributeKind.NO_CAPTURE]
    return [Attribute(AttributeForm.ENUM, kind) for kind in kinds]


def _memory_effects(value: int) -> list[AttributeKind]:
    """The older attributes for a `memory(...)` value, as far as they can express it.

    `value`: two bits (1 read, 2 write) for each kind of memory: arguments, inaccessible, all other. If bit 56 is set
    (LLVM 21 and later), errno comes before all other, and target memory after it.
    """
    arguments, inaccessible = value & 3, value >> 2 & 3
    if value & _ERRNO_APART:
        other = value >> 6 & 3
        for place in (8, 10):
            inaccessible |= value >> place & 3
    else:
        other = value >> 4 & 3
    whole = arguments | inaccessible | other
    if whole == _NONE:
        return [AttributeKind.READ_NONE]
    results = []
    if not other and not inaccessible:
        results.append(AttributeKind.ARG_MEM_ONLY)
    elif not other and not arguments:
        results.append(AttributeKind.INACCESSIBLE_MEM_ONLY)
    if whole == _READ:
        results.append(AttributeKind.READ_ONLY)
    elif whole == _WRITE:
        results.append(AttributeKind.WRITE_ONLY)
    return results


def ordered(attributes: Sequence[Attribute]) -> tuple[Attribute, ...]:
    """The attributes in LLVM's order: plain ones by name (`NonNull` after `NoUndef`), then attributes with a number,
    then string attributes.
    """
    numbers = sorted([a for a in attributes if isinstance(a.kind, int)], key=_name)
    strings = sorted([a for a in attributes if isinstance(a.kind, str)], key=lambda a: str(a.kind))
    return (*numbers, *strings)


def _name(attribute: Attribute) -> str:
    text = _KINDS[int(attribute.kind)].text
    if text in ("nonnull", "nonlazybind"):
        return text.replace("non", "no~n", 1)
    return ("~" if text in ("align", "dereferenceable", "dereferenceable_or_null") else "") + text


def kinds_at(attributes: AttributeList, place: int) -> set[int | str]:
    """The kinds of the attributes of one place."""
    return {attribute.kind for attribute in group_at(attributes, place).attributes}


def _has_kind(attributes: AttributeList, kind: AttributeKind) -> bool:
    return kind in kinds_at(attributes, _FUNCTION)


def with_kind(attributes: AttributeList, kind: AttributeKind) -> AttributeList:
    """The attributes, with an attribute of this kind added for the function."""
    if _has_kind(attributes, kind):
        return attributes
    return with_attributes(attributes, [Attribute(AttributeForm.ENUM, kind)])


def with_attributes(attributes: AttributeList, added: list[Attribute]) -> AttributeList:
    """The attributes, with `added` appended for the function."""
    if not added:
        return attributes
    own = group_at(attributes, _FUNCTION)
    return with_group(attributes, own._replace(attributes=ordered((*own.attributes, *added))))


def group_at(attributes: AttributeList, place: int) -> AttributeGroup:
    """The attributes of one place; a group without attributes if it has none."""
    for group in attributes:
        if group.place == place:
            return group
    return AttributeGroup(place, ())


def with_group(attributes: AttributeList, group: AttributeGroup) -> AttributeList:
    """The attributes, with `group` as those of its place; a group without attributes is removed.

    Apple's modules list the function's group first, then the result's and those of the parameters in order.
    """
    groups = [other for other in attributes if other.place != group.place]
    if group.attributes:
        groups.append(group)
    return tuple(sorted(groups, key=lambda g: (g.place != _FUNCTION, g.place)))
