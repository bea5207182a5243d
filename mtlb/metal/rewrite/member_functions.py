"""Member functions and constructors that another source defines, as in lewislee42/RayTracer.

A member that a class only declares becomes a function `__mtl_member_C_f(thread C& self, …)`, which `external.py`
imports; the member calls it. A source without entry points exports such a function for each member that it defines
outside of the class, a friend of it. Objects are in thread memory; conversions and templates are excluded. A
constructor of another source fills memory without a value, of which the object is a copy: its members need no default
constructor. The functions stand at the end of the namespace or the source, where their types are complete.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from .external import parameters_of
from .stages import staged_functions
from .tokens import ACCESS_WORDS, SourceTokens, TokenKind, joined
from .unit import SPACES, Unit

_NO_MEMBER = frozenset({"virtual", "friend", "using", "typedef", "template", "constexpr", "~", "=", "{", "struct"})
_OPERATOR = "operator"
_RANGE = (".begin", ".end", "*", "!=", "++")
_Key = tuple[str, str, int]
"""The class, the name and the number of parameters of a member."""
_Signature = tuple[bool, tuple[str, ...]]
"""Whether a member is const, and the types of its parameters without scopes."""
_NO_RESULT = ACCESS_WORDS | {"inline", "explicit", "static", ":"}


@dataclass(frozen=True)
class _Member:
    """A member function that a class declares, `operator==` among them. `of`: the class, with those around it. `open`,
    `after_class`: the class's bracket, and the token after it. `end`: the token before which its function stands.
    `namespace`: the words before the brackets of the namespaces around it.
    """

    of: str
    name: str
    result: str
    parameters: tuple[tuple[str, str], ...]
    is_const: bool
    is_static: bool
    is_public: bool
    open: int
    after_class: int
    end: int
    namespace: tuple[str, ...]

    @property
    def key(self) -> _Key:
        return self.of.rpartition("::")[2], self.name, len(self.parameters)

    @property
    def signature(self) -> _Signature:
        return self.is_const, tuple(_unqualified(type_.replace("::", " :: ").split()) for type_, _ in self.parameters)

    @property
    def values(self) -> set[str]:
        """The words of the types that are passed and returned by value."""
        types = [self.result, *(type_ for type_, _ in self.parameters)]
        return {word for type_ in types if not {"*", "&"} & set(type_.split()) for word in type_.split()}

    @property
    def function(self) -> str:
        """The name of the function: of an operator with the codes of its characters."""
        name = self.name.removeprefix(_OPERATOR)
        name = self.name if name.isidentifier() else "_".join([_OPERATOR, *(f"{ord(letter):x}" for letter in name)])
        return f"__mtl_member_{self.of.replace('::', '_')}_{name}"

    @property
    def head(self) -> str:
        space = "const thread" if self.is_const else "thread"
        own = [] if self.is_static else [f"{space} {self.of}& __mtl_self"]
        listed = ", ".join([*own, *(f"{type_} {name}" for type_, name in self.parameters)])
        return f"{self.result or 'void'} {self.function}({listed})"

    @property
    def imported(self) -> str:
        """The declaration of the function, and the member that calls it."""
        listed = ", ".join(f"{type_} {name}" for type_, name in self.parameters)
        values = ", ".join(name for _, name in self.parameters)
        self_ = "*this" if self.result else "__mtl_new.get()"
        call = f"{self.function}({', '.join(filter(None, ['' if self.is_static else self_, values]))});"
        if self.result:
            qualifier = " const" if self.is_const else ""
            member = f"inline {self.result} {self.of}::{self.name}({listed}){qualifier} {{ return {call} }}"
            return f"{self.head}; {member}"
        copy = f"__mtl::object_of<{self.of}, false> __mtl_new; {call} return __mtl_new.get();"
        new = f"__mtl_new_{self.of.replace('::', '_')}"
        builder = f"inline {self.of} {new}({listed}) {{ {copy} }}"
        member = f"inline {self.of}::{self.name}({listed}) : {self.of}({new}({values})) {{ }}"
        return f"{self.head}; {builder} {member}"

    @property
    def exported(self) -> str:
        """The function that calls the member."""
        values = ", ".join(name for _, name in self.parameters)
        call = f"return {self.of}::{self.name}({values});"
        if not self.is_static:
            call = f"return __mtl_self.{self.name}({values});"
        if not self.result:
            call = f"__mtl::assign(__mtl_self, {self.of}({values}));"
        return f"{self.head}; {self.head} {{ {call} }}"


def bind_members(source: SourceTokens) -> SourceTokens:
    """The source with functions for member functions that it does not define, or defines for others."""
    texts = source.texts
    unit = Unit(source)
    classes = [at for at in range(len(texts) - 2) if texts[at] in ("struct", "class")]
    members = [member for at in classes for member in _members(unit, at)]
    if not members:
        return source
    defined, uses = _defined(source, members), _uses(source)
    has_entries = any(True for _ in staged_functions(source))
    incomplete = {texts[at + 1] for at in classes if texts[at + 2] == ";"}
    incomplete -= {texts[at + 1] for at in classes if texts[at + 2] in ("{", ":", "final")}
    declared = Counter((member.of, member.name) for member in members)
    inserted: dict[int, str] = {}

    def calls_within(member: _Member) -> int:
        """How often the name stands before a list in the class: in declarations, and in calls of its own members."""
        words = texts[member.open : member.after_class]
        return sum(word == member.name and after == "(" for word, after in pairwise(words))

    for member in members:
        definition = defined.get(member)
        if definition is not None:
            if not has_entries:
                # A definition may be outside of the namespace of its class.
                around = member.namespace if source.opening(definition) < 0 else ()
                opened = "".join(f"{head} {{ " for head in around)
                inserted[definition] = f"{opened}{member.exported} {'} ' * len(around)}"
                if not member.is_public:
                    end = source.partner[member.open]
                    inserted[end] = f"{inserted.get(end, '')}friend {member.head}; "
        elif not incomplete.isdisjoint(member.values) and member.name.startswith(_OPERATOR):
            continue  # its token is another operator's
        elif (
            uses.get(_use(member), -1) >= member.after_class or calls_within(member) > declared[member.of, member.name]
        ):
            inserted[member.end] = f"{inserted.get(member.end, '')} {member.imported}"
    return source.without_erased(inserted) if inserted else source


def _use(member: _Member) -> str:
    """The key of a use of a member in `_uses`."""
    if not member.result:
        return member.key[0]
    if member.name.startswith(_OPERATOR):
        return (
            member.name.removeprefix(_OPERATOR)[:1] if member.name[-1] in ")]" else member.name.removeprefix(_OPERATOR)
        )
    return f"::{member.name}" if member.is_static else f".{member.name}"


def _members(unit: Unit, at: int) -> Iterator[_Member]:
    """The member functions that the class at a token declares and does not define."""
    source = unit.source
    texts = source.texts
    if texts[at] not in ("struct", "class") or source.tokens[at + 1].kind is not TokenKind.WORD:
        return
    start = source.statement_start(at)
    around = list(source.brackets(at))
    outer = [
        bracket for bracket in around if "namespace" not in source.texts[source.statement_start(bracket) : bracket]
    ]
    names = [_class_name(source, bracket) for bracket in outer]
    is_inside = "" in names
    of = "::".join([*reversed(names), texts[at + 1]])
    spaces = around[len(outer) :]
    place = source.partner[spaces[0]] if spaces else len(texts)
    namespace = tuple(" ".join(source.texts[source.statement_start(bracket) : bracket]) for bracket in spaces[::-1])
    open_ = source.find(at, ("{", ";", "(", ")", ",", ">", "="))
    if is_inside or texts[start] == "template" or open_ >= len(texts) or texts[open_] != "{":
        return
    end = source.partner[open_]
    after = source.find(end, (";",)) + 1
    is_public, first = texts[at] == "struct", open_ + 1
    types = {texts[at + 1]: of}
    for count, bracket in enumerate(outer[::-1], 1):
        inside = "::".join(names[::-1][:count])
        types.update((name, f"{inside}::{name}") for name in _types_of(texts[bracket:at]))
    while first < end:
        if texts[first] in ACCESS_WORDS and texts[first + 1] == ":":
            is_public, first = texts[first] == "public", first + 2
            continue
        last = source.find(first, (";", "{", "}"))
        types.update((name, f"{of}::{name}") for name in _types_of(texts[first : last + 1]))
        if texts[last] == "{":
            last = source.partner[last]
            first = last + 1 + (texts[last + 1] == ";")
            continue
        list_at = source.find(first, ("(", ";", "}"))
        words = texts[first:last]
        symbol = words.index(_OPERATOR) + first + 1 if _OPERATOR in words else 0
        if symbol:
            list_at = symbol + 2 if texts[symbol] == "(" else source.find(symbol, ("(", ";", "}"))
        if list_at < last and not _NO_MEMBER & {*words[: list_at - first], *texts[source.partner[list_at] : last]}:
            name = "".join(texts[symbol - 1 : list_at]) if symbol else texts[list_at - 1]
            before = symbol - 1 if symbol else list_at - 1
            result = [word for word in texts[first:before] if word not in _NO_RESULT]
            if not {"*", "&"} & set(result):
                result = [word for word in result if word not in SPACES]
            is_constructor = name == texts[at + 1]
            is_word = source.tokens[list_at - 1].kind is TokenKind.WORD
            if is_word is not bool(symbol) and bool(result) is not is_constructor:
                is_const = "const" in texts[source.partner[list_at] : last]
                listed = tuple((_qualified(words, types), name) for words, name in _parameters(unit, list_at))
                is_static = "static" in words[: list_at - first]
                result_type = _qualified(result, types)
                kinds = is_const, is_static, is_public
                yield _Member(of, name, result_type, listed, *kinds, open_, after, place, namespace)
        first = last + 1


def _class_name(source: SourceTokens, open_: int) -> str:
    """The name of the class with this bracket; "" for other brackets, and for templates."""
    start = source.statement_start(open_)
    head = source.texts[start:open_]
    return head[1] if head[:1] in (["struct"], ["class"]) and len(head) > 1 and head[1].isidentifier() else ""


def _types_of(words: list[str]) -> Iterator[str]:
    """The types that a declaration in a class declares."""
    for keyword, name, after in zip(words, words[1:], words[2:], strict=False):
        if keyword in ("struct", "class", "enum", "union", "using") and name not in ("struct", "class"):
            yield name
        if "typedef" in words[:1] and after == ";":
            yield name


def _qualified(words: list[str], types: Mapping[str, str]) -> str:
    """Words of a type, with the classes before types that they declare."""
    return joined(types.get(word, word) if before != "::" else word for before, word in pairwise(["", *words]))


def _parameters(unit: Unit, open_: int) -> Iterator[tuple[list[str], str]]:
    """The words of the type, and the name of each parameter."""
    texts = unit.source.texts
    for count, (places, is_named) in enumerate(parameters_of(unit, open_)):
        words = [texts[n] for n in places]
        yield words[:-1] if is_named else words, words[-1] if is_named else f"__mtl_{count}"


def _defined(source: SourceTokens, members: list[_Member]) -> dict[_Member, int]:
    """The first token of each member's definition outside of the class. Overloads with as many parameters have those
    of their types; what is left, because a type has another name there, has them in order.
    """
    definitions: dict[_Key, list[tuple[_Signature, int]]] = {}
    for key, signature, place in _definitions(source):
        definitions.setdefault(key, []).append((signature, place))
    declared: dict[_Key, list[_Member]] = {}
    for member in members:
        declared.setdefault(member.key, []).append(member)
    result: dict[_Member, int] = {}
    for key, places in definitions.items():
        overloads = declared.get(key, [])
        left: list[int] = []
        for signature, place in places:
            same = next((m for m in overloads if m not in result and m.signature == signature), None)
            if same is None:
                left.append(place)
            else:
                result[same] = place
        result.update(zip([member for member in overloads if member not in result], left, strict=False))
    return result


def _definitions(source: SourceTokens) -> Iterator[tuple[_Key, _Signature, int]]:
    """The definitions outside of classes, and their first tokens."""
    texts = source.texts
    unit = Unit(source)
    for open_ in range(3, len(texts)):
        if texts[open_] != "(" or source.opening(open_) != source.opening(open_ - 1):
            continue
        name = next((at for at in range(open_ - 3, open_ - 1) if texts[at] == _OPERATOR), open_ - 1)
        if texts[name - 1] == "::":
            end = source.partner[open_]
            body = source.find(end + 1, ("{", ";"))
            if body < len(texts) and texts[body] == "{":
                types = tuple(_unqualified(words) for words, _ in _parameters(unit, open_))
                key = texts[name - 2], "".join(texts[name:open_]), len(types)
                yield key, ("const" in texts[end:body], types), source.statement_start(open_)


def _unqualified(words: list[str]) -> str:
    """Words of a type without the classes and namespaces before its name."""
    return " ".join(word for word, after in pairwise([*words, ""]) if "::" not in (word, after))


def _uses(source: SourceTokens) -> dict[str, int]:
    """The last place of each word, and of each member after an object, `.name`, or a class, `::name`. A loop over a
    range uses the functions of `_RANGE`.
    """
    texts = source.texts
    result = {text: at for at, text in enumerate(texts)}
    result.update({f".{texts[at]}": at for at in range(1, len(texts)) if texts[at - 1] in (".", "->")})
    result.update({f"::{texts[at]}": at for at in range(1, len(texts)) if texts[at - 1] == "::"})
    loops = [at for at in range(len(texts) - 1) if texts[at] == "for" and texts[at + 1] == "("]
    if ranges := [at for at in loops if source.text(source.find(at + 2, (":", ";", ")"))) == ":"]:
        result.update((word, max(result.get(word, -1), ranges[-1])) for word in _RANGE)
    return result
