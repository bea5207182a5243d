"""Builtins and bindings of program scope (specification, 5.9): `uint2 gid [[thread_position_in_grid]];`.

Each becomes a parameter of the entry points that use it, themselves or through functions that they name, and a variable
without a definition. An entry point sets the variable first; `passes.py` makes it a variable of the entry point, once
functions are inlined. That Apple's compiler makes arguments of them too, the last ones, is a guess.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...air.builtins import INPUTS
from .rules import NO_SPACE, declarations
from .stages import staged_functions
from .tokens import SourceTokens, TokenKind, joined, outside_of_angles
from .unit import CLASS_WORDS

VALUE = "__mtl_of_"
"""The prefix of the parameter's name; metadata have the name of the variable."""
SYMBOL = "mtlb.scope."
"""The prefix of the variables' symbols; `passes.py` has it too."""
_STAGES = ("kernel", "vertex", "fragment", "mesh", "object")
_BUILTINS_SINCE, _BINDINGS_SINCE = (3, 1), (3, 2)
_BINDINGS = frozenset({"buffer", "texture", "sampler", "threadgroup"})
_BUILTINS = frozenset(word for stage, word in INPUTS if stage in ("kernel", "mesh", "object"))
_NO_TYPE = frozenset({"extern", "static", "inline"})
_NO_NAMES = frozenset({"if", "for", "while", "switch", "return", "sizeof", "catch"})


@dataclass(frozen=True)
class _Variable:
    """A variable: its name, the words of its type, its attributes as written, and its number."""

    name: str
    type: str
    attributes: str
    number: int

    @property
    def is_reference(self) -> bool:
        """Whether the variable is a pointer in the IR. An array of handles is one: its elements stay where they are."""
        return self.type.endswith("&")

    @property
    def parameter(self) -> str:
        """The parameter of an entry point."""
        return f"{self.type.removesuffix(' const &')} {VALUE}{self.name} {self.attributes}"

    @property
    def declaration(self) -> str:
        """The variable's declaration in C++."""
        return f'extern {self.type} {self.name} __asm__("{SYMBOL}{self.number}");'

    @property
    def setter(self) -> str:
        """The statement of an entry point that sets the variable."""
        own = f"__mtl_scope_{self.number}"
        type_ = f"metal::remove_reference_t<{self.type}>*" if self.is_reference else self.type
        value = f"{'&' if self.is_reference else ''}{VALUE}{self.name}"
        return f'extern {type_} {own} __asm__("{SYMBOL}{self.number}"); {own} = {value};'


def bind_program_scope(source: SourceTokens, language: tuple[int, int]) -> SourceTokens:
    """The source with its variables of program scope as parameters of entry points; the same source if it has none."""
    inserted: dict[int, str] = {}
    variables: dict[str, _Variable] = {}
    numbers: dict[tuple[str, str], int] = {}
    for at, end in declarations(source):
        variable = _variable(source, at, end, language)
        if variable is None and (name_at := _without_space(source, at, end)) >= 0:
            raise source.error(name_at, NO_SPACE)
        if variable is not None:
            name, type_, attributes = variable
            number = numbers.setdefault((type_, attributes), len(numbers))
            variables[name] = _Variable(name, type_, attributes, number)
            inserted[end] = variables[name].declaration.removesuffix(";")
            source.erase(at, end)
    if not variables:
        return source
    reached = _Reached(source, frozenset(variables))
    for open_, body in sorted({(open_, body) for stage, open_, body in staged_functions(source) if stage in _STAGES}):
        close = source.partner[open_]
        last = source.partner[body] if source.texts[body] == "{" else close
        names = reached.names_of(source.statement_start(open_), open_, last)
        used = {variables[name].number: variables[name] for name in sorted(names)}
        # Of variables with one binding the first is the parameter; they share a symbol.
        parameters = ", ".join(variable.parameter for _, variable in sorted(used.items()))
        if not parameters:
            continue
        is_empty = close == open_ + 1 or source.texts[open_ + 1 : close] == ["void"]
        if source.texts[open_ + 1 : close] == ["void"]:
            source.erase(open_ + 1, close)
        inserted[close] = parameters if is_empty else f", {parameters}"
        if source.texts[body] == "{":
            setters = " ".join(variable.setter for _, variable in sorted(used.items()))
            inserted[body + 1] = f"{setters} {inserted.get(body + 1, '')}"
    return source.without_erased(inserted)


def _variable(source: SourceTokens, at: int, end: int, language: tuple[int, int]) -> tuple[str, str, str] | None:
    """The name, type and attributes of a variable in a declaration that ends with a semicolon; None for others."""
    texts = source.texts
    first = next((n for n in range(at, end) if texts[n : n + 2] == ["[", "["]), -1)
    if texts[end] != ";" or first < 0:
        return None
    last = source.partner[first]
    names = {texts[item] for item, _ in source.split(first + 2, last - 1)}
    since = _BUILTINS_SINCE if names & _BUILTINS else _BINDINGS_SINCE
    if not names <= _BUILTINS | _BINDINGS or language < since:
        return None
    words = texts[at:first] + texts[last + 1 : end]
    if len(words) < 2 or {"(", "=", "[", ","} & set(outside_of_angles(words)) or not words[-1].isidentifier():
        return None
    name, type_ = words[-1], [word for word in words[:-1] if word not in _NO_TYPE]
    while type_[-1:] in (["constant"], ["const"]):  # the space of the variable itself
        type_.pop()
    if not {"*", "&"} & set(outside_of_angles(type_)):
        type_ = [word for word in type_ if word not in ("const", "constant")]
        type_ += ["const", "&"] if "array" in type_ else []
    return name, joined(type_), joined(texts[first : last + 1])


def _without_space(source: SourceTokens, at: int, end: int) -> int:
    """The name of a variable with attributes and without an address space; -1 for other declarations."""
    texts = source.texts
    first = next((n for n in range(at, end - 1) if texts[n] == texts[n + 1] == "["), -1)
    if first <= at + 1 or texts[end] != ";" or source.tokens[first - 1].kind is not TokenKind.WORD:
        return -1
    words = {*texts[at:first], *texts[source.partner[first] + 1 : end]}
    return first - 1 if _WITH_SPACE.isdisjoint(words) else -1


_WITH_SPACE = frozenset(
    {"constant", "sampler", "(", "=", "using", "typedef", "template", "enum", "friend", *CLASS_WORDS}
)
"""Words of declarations that are not of a variable without an address space."""


class _Reached:
    """The variables that an entry point reaches through the functions and classes that it names."""

    def __init__(self, source: SourceTokens, names: frozenset[str]) -> None:
        self.source, self.names = source, names
        self.bodies: dict[str, list[tuple[int, int, int]]] = {}
        texts = source.texts
        for at in range(1, len(texts)):
            name = texts[at - 1]
            around = source.opening(at)
            if texts[at] == "(" and (around < 0 or texts[around] == "{") and name not in _NO_NAMES:
                body = source.find(source.partner[at] + 1, ("{", ";"))
                if body < len(texts) and texts[body] == "{":
                    is_operator = "operator" in texts[max(at - 4, 0) : at]
                    self._add("operator" if is_operator else name, at, at, source.partner[body])
            elif texts[at - 1] in CLASS_WORDS and source.tokens[at].kind is TokenKind.WORD:
                body = source.find(at, ("{", ";", "(", ")", ",", ">"))
                if body < len(texts) and texts[body] == "{":
                    self._add(texts[at], at, -1, source.partner[body])

    def _add(self, name: str, first: int, open_: int, last: int) -> None:
        self.bodies.setdefault(name, []).append((first, open_, last))

    def names_of(self, first: int, open_: int, last: int) -> set[str]:
        """The variables in a function, and in all bodies that it names. Operators are always among them.

        `open_`: the bracket of its parameters.
        """
        result: set[str] = set()
        named: set[str] = set()
        work, done = [(first, open_, last), *self.bodies.get("operator", ())], set[tuple[int, int, int]]()
        while work:
            place = work.pop()
            if place in done:
                continue
            done.add(place)
            words = set(self.source.texts[place[0] : place[2] + 1])
            if words & self.names:
                result |= self._used(*place)
            for word in words & self.bodies.keys() - named:
                named.add(word)
                work += self.bodies[word]
        return result

    def _used(self, first: int, open_: int, last: int) -> set[str]:
        """The variables in a range: no parameters and no members of the same name."""
        texts = self.source.texts
        places = [at for at in range(first, last + 1) if texts[at] in self.names and texts[at - 1] not in (".", "->")]
        class_body = self.source.find(first, ("{",)) if open_ < 0 else self.source.opening(open_)
        hidden = self._members(class_body) | (self._parameters(open_) if open_ >= 0 else set())
        return {texts[at] for at in places if texts[at] not in hidden or texts[at - 1] == "::"}

    def _parameters(self, open_: int) -> set[str]:
        """The names of the parameters in a bracket: the last words before attributes, sizes and defaults."""
        source, texts = self.source, self.source.texts
        result = set()
        for at, end in source.split(open_ + 1, source.partner[open_]):
            first = at
            while texts[first] == "[":
                first = source.partner[first] + 1
            result.add(texts[min(source.find(first, ("[", "=")), end) - 1])
        return result

    def _members(self, body: int) -> set[str]:
        """The names that a class with this bracket declares, after a type."""
        source, texts = self.source, self.source.texts
        if body < 0 or CLASS_WORDS.isdisjoint(texts[source.statement_start(body) : body]):
            return set()
        return {
            texts[at]
            for at in range(body + 1, source.partner[body])
            if texts[at] in self.names
            and source.opening(at) == body
            and (source.tokens[at - 1].kind is TokenKind.WORD or texts[at - 1] in (">", "*", "&", ","))
        }
