"""The Metal constructs that the rewriter removes from a source: entry points, attributes, function constants.

The C++ compiler does not accept them. They are recorded here, under numbers that the rewritten source carries into the
IR (docs/metal.md §3).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ...base.metal import AddressSpace
from .tokens import SourceTokens, joined

Attributes = Mapping[str, tuple[str, ...]]
"""Attribute names to the tokens of their arguments: `[[buffer(0), user(a)]]`."""

_METALS_OWN = {AddressSpace.PRIVATE: "thread", AddressSpace.IMAGEBLOCK: "threadgroup_imageblock"}
SPACES = {
    _METALS_OWN.get(space, space.name.lower()): int(space)
    for space in AddressSpace
    if space <= AddressSpace.OBJECT_DATA
}
"""The qualifiers for address spaces, with AIR's numbers."""

HANDLES = ("texture", "depth2d", "depthcube", "sampler")
"""How the names of textures' and samplers' types begin."""
CLASS_WORDS = frozenset({"struct", "class", "union"})
"""The keywords that begin the definition of a class."""
FUNCTION_CONSTANT = "function_constant"


def is_namespace(head: Sequence[str]) -> bool:
    """Whether the words before a bracket are those of a namespace, or of `extern "C"`."""
    return "namespace" in head or head[:1] == ["extern"]


STAGES = ("kernel", "vertex", "fragment", "visible", "stitchable", "object", "mesh", "intersection", "tile")
"""The attributes that make a function an entry point; the first three are also keywords."""


COUNTED = frozenset(
    {"buffer", "texture", "sampler", "threadgroup", "color", "attribute", "id", "raster_order_group", "index"}
)
"""Attributes whose argument is a number, which may be an expression: `[[attribute(VertexPosition)]]`."""
PLAIN_NUMBER = re.compile(r"(0|[1-9]\d*|0[xX][\da-fA-F]+)[uUlL]*")
COMPUTED = "__mtl_computed_"
"""With a number of `Unit.indices`, the argument of an attribute whose index function constants determine."""


def is_expression(arguments: tuple[str, ...]) -> bool:
    """Whether the compiler evaluates the argument of an attribute: it is neither a number nor computed by code."""
    text = joined(arguments)
    return bool(text) and not PLAIN_NUMBER.fullmatch(text) and not text.startswith(COMPUTED)


@dataclass(frozen=True, slots=True)
class SourceMember:
    """A member of a struct: its attributes, and the address space of a pointer. `where`: file, line and column.

    `computed`: the attributes whose arguments the compiler evaluates, in the order of their values in the tables.
    """

    name: str
    attributes: Attributes
    space: int | None
    where: str
    computed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SourceStruct:
    """A struct: its name, and the address spaces of its members that are pointers with one, in order."""

    name: str
    spaces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SourceParameter:
    """A parameter of an entry point as written: `words` are the tokens of its type, which begins at `type_where`.
    `coherence`: "device" or "system", if it is coherent with other threadgroups or also with the CPU. `count`: the
    number of elements of an array, `constant T x[3]`, if it is a literal; otherwise 0.
    """

    name: str
    attributes: Attributes
    space: int | None
    words: tuple[str, ...]
    where: str
    type_where: str
    coherence: str = ""
    count: int = 0


@dataclass(slots=True)
class SourceEntry:
    """An entry point. `name`: its name in the library. `function`: its address as a C++ expression. `attributes`: those
    of the function. `numbers`: the arguments of attributes that are not plain numbers, in the order of the constants
    that the rewritten source computes for them. `overloads`: the parameters of each template of the name, if there are
    several; only the compiler can choose between them. `is_instance`: it is an explicit instantiation of a template.
    `result_where`: the place of the result's type; "" for an instantiation. `result_space`: the address space of a
    visible function's result.
    """

    name: str
    stage: str
    function: str
    parameters: list[SourceParameter]
    attributes: dict[str, tuple[str, ...]]
    where: str
    numbers: list[str] = field(default_factory=list)
    overloads: list[list[SourceParameter]] = field(default_factory=list)
    is_instance: bool = False
    result_where: str = ""
    result_space: int | None = None


@dataclass(frozen=True, slots=True)
class SourceConstant:
    """`constant type name [[function_constant(index)]]`; `symbol` is its variable in the IR. `where`: the attribute.

    `computed`: the array with the index, if the compiler evaluates it; `index` is -1 then.
    """

    name: str
    type: str
    index: int
    symbol: str
    computed: str = ""
    where: str = ""


@dataclass(frozen=True, slots=True)
class SourceIndex:
    """An index that function constants determine: its tokens, the token of the attribute, the place of the constant."""

    tokens: tuple[str, ...]
    at: int
    where: str


@dataclass(frozen=True, slots=True)
class ExternalFunction:
    """A function that another source defines, or may call. `spaces`: the address spaces of its pointer parameters;
    `result`: that of its result.
    """

    number: int
    name: str
    is_defined: bool
    is_visible: bool
    spaces: tuple[int | None, ...]
    result: int | None
    where: str


@dataclass
class Unit:
    """A source: its tokens, and the constructs found in it."""

    source: SourceTokens
    attributes: dict[int, tuple[int, Attributes]] = field(default_factory=dict)
    """The token of each `[[`, mapped to the token of the last `]` and the attributes."""
    members: list[SourceMember] = field(default_factory=list)
    structs: list[SourceStruct] = field(default_factory=list)
    """The structs with members that are pointers."""
    entries: list[SourceEntry] = field(default_factory=list)
    constants: list[SourceConstant] = field(default_factory=list)
    indices: list[SourceIndex] = field(default_factory=list)
    external: list[ExternalFunction] = field(default_factory=list)
    predicates: list[str] = field(default_factory=list)
    """The computed constants that arguments depend on."""
    warnings: list[str] = field(default_factory=list)
    functions: dict[str, str] = field(default_factory=dict)
    """The place of the first definition of each function name."""
    counter: int = 0
    coherence: str = ""
    """The scope of coherent memory that a member of a struct, or a pointer of a function that is not an entry point,
    points to: "device" or "system"."""
    has_coherent_members: bool = False
    math_modes: list[str] = field(default_factory=list)
    """The modes of `#pragma METAL fp math_mode(safe)`, in order; "safe", "relaxed" or "fast"."""
    contractions: list[str] = field(default_factory=list)
    """The values of `#pragma METAL fp contract(off)`, in order; "off", "on" or "fast"."""

    @property
    def invariant(self) -> list[str]:
        """The places of `[[invariant]]`: members of structs, and results of vertex functions."""
        members = [member.where for member in self.members if "invariant" in member.attributes]
        return members + [entry.where for entry in self.entries if "invariant" in entry.attributes]

    @cached_property
    def derived(self) -> frozenset[str]:
        """The names of structs with a base class."""
        texts = self.source.texts
        return frozenset(
            texts[at + 1]
            for at in range(len(texts) - 2)
            if texts[at] in ("struct", "class") and texts[at + 2] == ":" and not (at and texts[at - 1] == "enum")
        )

    @cached_property
    def alias_spaces(self) -> dict[str, int]:
        """The address spaces of aliases of pointers: `using Values = device float*;`."""
        spaces = dict[str, int]()
        for name, words in self.aliases:
            space = next((SPACES[word] for word in words if word in SPACES), None)
            if space is not None:
                spaces[name] = space
        return spaces

    @cached_property
    def aliases(self) -> list[tuple[str, list[str]]]:
        """The names of `typedef` and `using`, with the words of their types."""
        texts, result = self.source.texts, []
        for at, text in enumerate(texts):
            if text == "typedef":
                end = self.source.find(at, (";", "{"))
                result.append((texts[end - 1], texts[at + 1 : end - 1]))
            elif text == "using" and texts[at + 2 : at + 3] == ["="]:
                result.append((texts[at + 1], texts[at + 3 : self.source.find(at, (";", "{"))]))
        return result

    @cached_property
    def handle_aliases(self) -> dict[str, bool]:
        """The aliases of textures and samplers (False), and of arrays of them (True)."""
        result = dict[str, bool]()
        for name, words in self.aliases:
            if any(word in result or word.startswith(HANDLES) for word in words) and words[-1] not in ("*", "&"):
                result[name] = "array" in words or any(result.get(word, False) for word in words)
        return result

    def is_handle_array(self, type_: Sequence[str]) -> bool:
        """Whether a type is `array<texture2d<float>, 4>`, or one of samplers, by value."""
        if list(type_[-1:]) == [">"] and "array" in type_:
            return any(word in self.handle_aliases or word.startswith(HANDLES) for word in type_)
        return bool(type_) and self.handle_aliases.get(type_[-1], False)

    def space_of(self, words: Iterable[str]) -> int | None:
        """The address space that a declaration names, itself or by an alias."""
        words = list(words)
        own = next((SPACES[word] for word in words if word in SPACES), None)
        return own if own is not None else next((self.alias_spaces[w] for w in words if w in self.alias_spaces), None)

    def place_of_constant(self, name: str) -> str:
        """Where the variable `name` is declared in constant memory; "" if it is not."""
        texts = self.source.texts
        places = (at for at, text in enumerate(texts) if text == name)
        at = next((at for at in places if "constant" in texts[self.source.statement_start(at) : at]), -1)
        return self.source.where(at) if at >= 0 else ""

    def next_number(self) -> int:
        """An unused number for a generated name."""
        self.counter += 1
        return self.counter

    def attributes_in(self, first: int, end: int) -> dict[str, tuple[str, ...]]:
        """The attributes in a range of tokens."""
        names: dict[str, tuple[str, ...]] = {}
        for at in range(first, end):
            if at in self.attributes:
                names.update(self.attributes[at][1])
        return names

    def plain(self, first: int, end: int) -> list[int]:
        """The tokens of a range that are not part of an attribute, of Metal, of C++ or `__attribute__((…))`."""
        numbers: list[int] = []
        at = first
        while at < end:
            if at in self.attributes:
                at = self.attributes[at][0] + 1
            elif self.source.texts[at] == "__attribute__":
                at = self.source.skip(at + 1)
            else:
                numbers.append(at)
                at += 1
        return numbers
