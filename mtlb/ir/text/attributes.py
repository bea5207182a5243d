"""Attributes in text: on results and parameters, and in the groups of functions and calls."""

from __future__ import annotations

from collections.abc import Sequence

from ..attributes import Attribute, AttributeForm, AttributeKind, AttributeList, AttributePlace
from ..types import Type
from .spelling import escaped
from .types import TypeTexts

_KINDS = {int(kind): kind.text for kind in AttributeKind}
# The separator of the value in a group, and its brackets elsewhere.
_BYTES = frozenset(
    {AttributeKind.DEREFERENCEABLE, AttributeKind.DEREFERENCEABLE_OR_NULL, AttributeKind.STACK_ALIGNMENT}
)
MEMORY_LOCATIONS = ("argmem", "inaccessiblemem", "errnomem", "", "target_mem0", "target_mem1")
"""The locations with two bits each in MEMORY, from LLVM 21 on; "" is all other memory. Earlier versions lack
errnomem."""
_OLD_MEMORY_LOCATIONS = ("argmem", "inaccessiblemem", "")
_NEW_MEMORY = 56  # the bit that says which
MEMORY_EFFECTS = ("none", "read", "write", "readwrite")
FLOAT_CLASSES = (
    (0x3FF, "all"),
    (0x003, "nan"),
    (0x001, "snan"),
    (0x002, "qnan"),
    (0x204, "inf"),
    (0x004, "ninf"),
    (0x200, "pinf"),
    (0x108, "norm"),
    (0x008, "nnorm"),
    (0x100, "pnorm"),
    (0x090, "sub"),
    (0x010, "nsub"),
    (0x080, "psub"),
    (0x060, "zero"),
    (0x020, "nzero"),
    (0x040, "pzero"),
)
ALLOCATION_KINDS = ((1, "alloc"), (2, "realloc"), (4, "free"), (8, "uninitialized"), (16, "zeroed"), (32, "aligned"))
CAPTURES = ((2, "address"), (1, "address_is_null"), (8, "provenance"), (4, "read_provenance"))
"""Bits of one half of CAPTURES: the address contains its being null, the provenance its being read through."""
_ADDRESS, _PROVENANCE = 3, 12


def attributes_at(attributes: AttributeList, place: int) -> tuple[Attribute, ...]:
    """The attributes of one `AttributePlace`."""
    for group in attributes:
        if group.place == place:
            return group.attributes
    return ()


class AttributeTexts:
    """The text of attributes; functions and calls name theirs by the number of a group."""

    def __init__(self, types: TypeTexts) -> None:
        self._types = types
        self._groups: dict[tuple[Attribute, ...], int] = {}
        self._references: dict[AttributeList, str] = {}  # " #N", or ""
        self._lists: dict[tuple[AttributeList, int], str] = {}

    def group(self, attributes: AttributeList) -> str:
        """`` #N`` for the attributes of a function or call, or nothing."""
        reference = self._references.get(attributes)
        if reference is None:
            of_function = attributes_at(attributes, AttributePlace.FUNCTION)
            number = self._groups.setdefault(of_function, len(self._groups)) if of_function else -1
            reference = self._references[attributes] = f" #{number}" if number >= 0 else ""
        return reference

    def at(self, attributes: AttributeList, place: int) -> str:
        """The attributes of a result or parameter, with a space after each."""
        key = (attributes, place)
        joined = self._lists.get(key)
        if joined is None:
            texts = [self.text(attribute, in_group=False) for attribute in attributes_at(attributes, place)]
            joined = self._lists[key] = "".join([f"{text} " for text in texts])
        return joined

    def definitions(self) -> list[str]:
        """``attributes #N = { ... }`` of every group that was named."""
        lines: list[str] = []
        for attributes, number in self._groups.items():
            texts = [self.text(attribute, in_group=True) for attribute in attributes]
            lines.append(f"attributes #{number} = {{ {' '.join(texts)} }}")
        return lines

    def comment(self, attributes: AttributeList) -> str:
        """The attributes of a function that are not strings."""
        of_function = attributes_at(attributes, AttributePlace.FUNCTION)
        return " ".join([self.text(a, in_group=False) for a in of_function if not isinstance(a.kind, str)])

    def text(self, attribute: Attribute, *, in_group: bool) -> str:
        """One attribute."""
        form, kind, value = attribute
        if isinstance(kind, str):
            return f'"{escaped(kind)}"' if value is None else f'"{escaped(kind)}"="{escaped(str(value))}"'
        word = _KINDS.get(kind, f"unknown_{kind}")
        if isinstance(value, Type):
            return f"{word}({self._types.of(value)})"
        if isinstance(value, int):
            return _number(kind, word, value, in_group)
        if isinstance(value, tuple):
            return f"{word}{self._ranges(form, value)}"
        return word

    def _ranges(self, form: int, value: Sequence[int]) -> str:
        if form == AttributeForm.RANGE:
            width, low, high = value
            return f"(i{width} {low}, {high})"
        pairs = zip(value[1::2], value[2::2], strict=False)
        return "(" + ", ".join([f"({low}, {high})" for low, high in pairs]) + ")"


def _number(kind: int, word: str, value: int, in_group: bool) -> str:
    """An attribute with a number."""
    if kind == AttributeKind.ALIGNMENT:
        return f"{word}={value}" if in_group else f"{word} {value}"
    if kind in _BYTES:
        return f"{word}={value}" if in_group else f"{word}({value})"
    if kind == AttributeKind.ALLOC_SIZE:
        count = value & 0xFFFFFFFF
        return f"{word}({value >> 32})" if count == 0xFFFFFFFF else f"{word}({value >> 32},{count})"
    if kind == AttributeKind.VSCALE_RANGE:
        return f"{word}({value >> 32},{value & 0xFFFFFFFF})"
    if kind == AttributeKind.UW_TABLE:
        return f"{word}(sync)" if value == 1 else word
    if kind == AttributeKind.MEMORY:
        return f"{word}({_memory(value)})"
    if kind == AttributeKind.NO_FP_CLASS:
        return f"{word}({_float_classes(value)})"
    if kind == AttributeKind.ALLOC_KIND:
        return f'{word}("{",".join([name for bit, name in ALLOCATION_KINDS if value & bit])}")'
    if kind == AttributeKind.CAPTURES:
        return f"{word}({_captures(value)})"
    return f"{word}({value})"


def _memory(value: int) -> str:
    """The most common effect first, then the locations that differ from it."""
    locations = MEMORY_LOCATIONS if value >> _NEW_MEMORY & 1 else _OLD_MEMORY_LOCATIONS
    effects = [value >> 2 * index & 3 for index in range(len(locations))]
    default = effects[locations.index("")]
    # LLVM names the effect on other memory, unless it is none and some location has another.
    texts = [MEMORY_EFFECTS[default]] if default or not any(effects) else []
    texts += [
        f"{location}: {MEMORY_EFFECTS[effect]}"
        for location, effect in zip(locations, effects, strict=True)
        if location and effect != default
    ]
    return ", ".join(texts)


def _float_classes(value: int) -> str:
    words: list[str] = []
    rest = value
    for bits, word in FLOAT_CLASSES:
        if rest & bits == bits:
            words.append(word)
            rest &= ~bits
    return " ".join(words) or str(value)


def _captures(value: int) -> str:
    """The low half is what the result may capture, the high half all else."""
    general, result = _captured(value >> 4 & 15), _captured(value & 15)
    if general == result:
        return general
    return f"ret: {result}" if general == "none" else f"{general}, ret: {result}"


def _captured(bits: int) -> str:
    words: list[str] = []
    if bits & _ADDRESS:
        words.append("address" if bits & 2 else "address_is_null")
    if bits & _PROVENANCE:
        words.append("provenance" if bits & 8 else "read_provenance")
    return ", ".join(words) or "none"
