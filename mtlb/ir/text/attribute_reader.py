"""Attributes read from text."""

from __future__ import annotations

from ..attributes import Attribute, AttributeForm, AttributeGroup, AttributeKind, AttributeList, AttributePlace
from ..types import Type
from .attributes import ALLOCATION_KINDS, FLOAT_CLASSES, MEMORY_EFFECTS, MEMORY_LOCATIONS
from .lexer import Token, Tokens
from .type_reader import TypeReader

_KINDS = {kind.text: kind for kind in AttributeKind}
_TYPES = frozenset(
    {
        AttributeKind.BY_VAL,
        AttributeKind.STRUCT_RET,
        AttributeKind.BY_REF,
        AttributeKind.IN_ALLOCA,
        AttributeKind.PREALLOCATED,
        AttributeKind.ELEMENT_TYPE,
    }
)
_NUMBERS = frozenset(
    {
        AttributeKind.ALIGNMENT,
        AttributeKind.STACK_ALIGNMENT,
        AttributeKind.DEREFERENCEABLE,
        AttributeKind.DEREFERENCEABLE_OR_NULL,
    }
)
_MEMORY_BITS = 1 << 56  # the layout of LLVM 21
_EFFECTS = {word: number for number, word in enumerate(MEMORY_EFFECTS)}
_CAPTURED = {"none": 0, "address_is_null": 1, "address": 3, "read_provenance": 4, "provenance": 12}


def attribute_list(
    function: tuple[Attribute, ...], result: tuple[Attribute, ...], parameters: list[tuple[Attribute, ...]]
) -> AttributeList:
    """The groups of a function or call in the order of records: function, result, parameters."""
    groups: list[AttributeGroup] = []
    if function:
        groups.append(AttributeGroup(AttributePlace.FUNCTION, function))
    if result:
        groups.append(AttributeGroup(AttributePlace.RESULT, result))
    for index, attributes in enumerate(parameters):
        if attributes:
            groups.append(AttributeGroup(AttributePlace.PARAMETERS + index, attributes))
    return tuple(groups)


class AttributeReader:
    """Reads attributes, and the groups that functions and calls name."""

    def __init__(self, tokens: Tokens, types: TypeReader) -> None:
        self.tokens = tokens
        self.types = types
        self.groups: dict[str, tuple[Attribute, ...]] = {}
        self._shared: dict[tuple[Attribute, ...], tuple[Attribute, ...]] = {}
        self._lists: dict[AttributeList, AttributeList] = {}

    def definition(self) -> None:
        """``attributes #N = { ... }``."""
        tokens = self.tokens
        tokens.need("attributes")
        if tokens.kind is not Token.GROUP:
            raise tokens.expected("the number of an attribute group")
        name = tokens.next()
        if name in self.groups:
            raise tokens.error(f"{name} is defined twice", tokens.at - 1)
        tokens.need("=")
        tokens.need("{")
        self.groups[name] = self.attributes()
        tokens.need("}")

    def attributes(self) -> tuple[Attribute, ...]:
        """All attributes that are here."""
        attributes: list[Attribute] = []
        tokens = self.tokens
        while tokens.kind is Token.STRING or (tokens.kind is Token.WORD and tokens.word in _KINDS):
            attributes.append(self._attribute())
        shared = tuple(attributes)
        return self._shared.setdefault(shared, shared)

    def of_function(self) -> tuple[Attribute, ...]:
        """Groups by number and attributes, of a function or call, all together."""
        tokens = self.tokens
        attributes: tuple[Attribute, ...] = ()
        while True:
            if tokens.kind is Token.GROUP:
                group = self.groups.get(tokens.word)
                if group is None:
                    raise tokens.error(f"attribute group {tokens.word} is not defined")
                tokens.at += 1
                attributes = attributes + group if attributes else group
                continue
            more = self.attributes()
            if not more:
                return attributes
            attributes = attributes + more if attributes else more

    def shared(self, attributes: AttributeList) -> AttributeList:
        """The same list for the same attributes."""
        return self._lists.setdefault(attributes, attributes)

    def _attribute(self) -> Attribute:
        tokens = self.tokens
        if tokens.kind is Token.STRING:
            key = tokens.string()
            value = tokens.string("the value of the attribute") if tokens.take("=") else None
            if "\0" in key or (value is not None and "\0" in value):
                raise tokens.error("a NUL in an attribute", tokens.at - 1)
            if value is None:
                return Attribute(AttributeForm.STRING, key)
            return Attribute(AttributeForm.STRING_VALUE, key, value)
        kind = _KINDS[tokens.next()]
        if kind in _NUMBERS:
            return Attribute(AttributeForm.INT, kind, self._number(kind))
        if kind in _TYPES:
            if not tokens.take("("):
                return Attribute(AttributeForm.ENUM, kind)
            type = self.types.type()
            tokens.need(")")
            return Attribute(AttributeForm.TYPE, kind, type)
        if kind is AttributeKind.RANGE or kind is AttributeKind.INITIALIZES:
            return self._ranges(kind)
        if tokens.word != "(":
            return Attribute(AttributeForm.INT, kind, 2) if kind is AttributeKind.UW_TABLE else Attribute(0, kind)
        return self._with_words(kind)

    def _number(self, kind: AttributeKind) -> int:
        """``align 4``, ``align=4``, ``align(4)``."""
        tokens = self.tokens
        enclosed = tokens.take("(")
        if not enclosed and not tokens.take("=") and kind is not AttributeKind.ALIGNMENT:
            raise tokens.expected("'('")
        at = tokens.at
        value = tokens.number("a number of bytes", (1 << 64) - 1)
        if kind in (AttributeKind.ALIGNMENT, AttributeKind.STACK_ALIGNMENT) and (not value or value & value - 1):
            raise tokens.error("an alignment that is not a power of two", at)
        if enclosed:
            tokens.need(")")
        return value

    def _ranges(self, kind: AttributeKind) -> Attribute:
        tokens = self.tokens
        tokens.need("(")
        bounds: list[int] = []
        if kind is AttributeKind.RANGE:
            at = tokens.at
            type: Type = self.types.type()
            if not type.params or type.elements or type.params[0] > 64:
                raise tokens.error("a range of another type than an integer of up to 64 bits", at)
            bounds = [type.params[0], *self._bounds()]
            tokens.need(")")
            return Attribute(AttributeForm.RANGE, kind, tuple(bounds))
        while True:
            tokens.need("(")
            bounds += self._bounds()
            tokens.need(")")
            if not tokens.take(","):
                break
        tokens.need(")")
        return Attribute(AttributeForm.RANGE_LIST, kind, (64, *bounds))

    def _bounds(self) -> tuple[int, int]:
        low = self.tokens.integer()
        self.tokens.need(",")
        return low, self.tokens.integer()

    def _with_words(self, kind: AttributeKind) -> Attribute:
        """Attributes with an enclosed value that is a number of its own meaning."""
        tokens = self.tokens
        tokens.need("(")
        if kind is AttributeKind.MEMORY:
            value = self._memory()
        elif kind is AttributeKind.CAPTURES:
            value = self._captures()
        elif kind is AttributeKind.NO_FP_CLASS:
            value = self._classes()
        elif kind is AttributeKind.UW_TABLE:
            value = 1 if tokens.take("sync") else 2
            if value == 2:
                tokens.need("async")
        elif kind is AttributeKind.ALLOC_KIND:
            value = 0
            words = {word: bit for bit, word in ALLOCATION_KINDS}
            for word in tokens.string().split(","):
                if word not in words:
                    raise tokens.error(f"unknown kind of allocation {word!a}", tokens.at - 1)
                value |= words[word]
        elif kind in (AttributeKind.ALLOC_SIZE, AttributeKind.VSCALE_RANGE):
            value = tokens.number() << 32
            absent = 0xFFFFFFFF if kind is AttributeKind.ALLOC_SIZE else value >> 32
            value |= tokens.number() if tokens.take(",") else absent
        elif tokens.kind is Token.INTEGER:
            value = tokens.number("a number", (1 << 64) - 1)
        else:
            raise tokens.expected("the value of the attribute")
        tokens.need(")")
        return Attribute(AttributeForm.INT, kind, value)

    def _memory(self) -> int:
        """``memory(read, argmem: none)``: an effect for all, and others for some locations."""
        tokens = self.tokens
        count = len(MEMORY_LOCATIONS)
        value = _MEMORY_BITS
        first = True
        while True:
            if tokens.kind is Token.LABEL:
                at = tokens.at
                location = tokens.next()[:-1]
                if location not in MEMORY_LOCATIONS:
                    raise tokens.error(f"unknown memory location {location!a}", at)
                index = MEMORY_LOCATIONS.index(location)
                value = value & ~(3 << 2 * index) | self._effect() << 2 * index
            elif first:
                effect = self._effect()
                value |= sum([effect << 2 * index for index in range(count)])
            else:
                raise tokens.expected("a memory location")
            first = False
            if not tokens.take(","):
                return value

    def _effect(self) -> int:
        effect = self.tokens.choice(_EFFECTS, -1)
        if effect < 0:
            raise self.tokens.expected("none, read, write or readwrite")
        return effect

    def _captures(self) -> int:
        tokens = self.tokens
        general, result, has_result = 0, 0, False
        while True:
            if tokens.kind is Token.LABEL and tokens.word == "ret:":
                tokens.at += 1
                has_result = True
            bits = tokens.choice(_CAPTURED, -1)
            if bits < 0:
                raise tokens.expected("what is captured")
            if has_result:
                result |= bits
            else:
                general |= bits
            if not tokens.take(","):
                return general << 4 | (result if has_result else general)

    def _classes(self) -> int:
        tokens = self.tokens
        if tokens.kind is Token.INTEGER:
            return tokens.number("classes of numbers", 0x3FF)
        words = {word: bits for bits, word in FLOAT_CLASSES}
        value = 0
        while tokens.word != ")":
            class_bits = tokens.choice(words)
            if not class_bits:
                raise tokens.expected("a class of numbers")
            value |= class_bits
        return value
