"""Function constants, and constants that are computed from them."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from ...air.types import NUMBERS, SPELLINGS
from .overloads import class_head
from .tokens import joined, source_error
from .unit import COMPUTED, COUNTED, FUNCTION_CONSTANT, SourceConstant, SourceIndex, Unit, is_namespace

_QUALIFIERS = ("static", "const", "constexpr", "inline", "extern")
_IS_KNOWN = re.compile(rf"(?:{'|'.join(number.name for number in NUMBERS)})[234]?")
DESCRIBED = "__mtl_described_"
"""The prefix for type tables of constants, for types that can't be told from their name."""
SYMBOL = "__mtl_constant_"
_DERIVED = "__mtl_derived_"
INDEX = "__mtl_index_of_"
"""The prefix of functions that compute the indices of arguments and results."""
_INTEGERS = frozenset(number.name for number in NUMBERS if number.kind in ("int", "uint"))
PREDICATE = "__mtl_predicate_"
"""The prefix of functions that compute the constants of arguments."""


def rewrite_constants(unit: Unit) -> None:
    """`constant T x [[function_constant(n)]];` becomes an external variable, whose value is unknown to the compiler.

    A constant whose initializer names a function constant becomes a function: it has no value before a pipeline is
    created.
    """
    names = {name for at in sorted(unit.attributes) if (name := _function_constant(unit, at))}
    if names:
        derived = _derived(unit, names)
        _predicates(unit, derived)
        _call_derived(unit, derived)
        _write_indices(unit, derived)


def take_indices(unit: Unit) -> None:
    """Replace the arguments of attributes that name function constants by numbers of `Unit.indices` (specification 2.2,
    5.8.1.4 and 5.8.1.5). SourceError for an attribute that takes none.
    """
    names = {unit.source.texts[at - 1] for at in unit.attributes if _defines_constant(unit, at)}
    if not names:
        return
    names |= {item.name for item in _derived_constants(unit, names)}
    texts = unit.source.texts
    scopes = {"", *(texts[n + 1] for n, text in enumerate(texts[:-1]) if text == "namespace")}
    for at, (end, attributes) in unit.attributes.items():
        for word in sorted(COUNTED & set(attributes)):
            words = ("", "", *attributes[word])
            # `E::flat` is an enumerator, even if a function constant is called `flat`.
            plain = (words[n] for n in range(2, len(words)) if words[n - 1] != "::" or words[n - 2] in scopes)
            constant = next((name for name in plain if name in names), "")
            if not constant:
                continue
            place = next(n for n in range(at, end) if texts[n] == constant)
            if word not in _OF_CONSTANTS:
                reason = f"the index of '{word}' can't be the function constant '{constant}'"
                raise unit.source.error(place, reason)
            attributes = {**attributes, word: (f"{COMPUTED}{len(unit.indices)}",)}
            unit.indices.append(SourceIndex(unit.attributes[at][1][word], at, unit.source.where(place)))
            unit.attributes[at] = (end, attributes)


_OF_CONSTANTS = ("buffer", "texture", "sampler", "color", "raster_order_group")
"""The attributes whose index may be a function constant: specification 5.8.1.4, 5.8.1.5."""


def _write_indices(unit: Unit, derived: Collection[str]) -> None:
    """Write a function for each index that is computed from function constants, before the declaration that has it."""
    source = unit.source
    types = {constant.name: constant.type for constant in unit.constants}
    for number, index in enumerate(unit.indices):
        wrong = next((name for name in index.tokens if types.get(name, "int") not in _INTEGERS), "")
        if wrong:
            reason = f"an index is a scalar integer, and the function constant '{wrong}' is {types[wrong] or 'not'}"
            raise source_error(index.where, reason)
        start = source.statement_start(index.at)
        while (around := source.opening(start)) >= 0:
            head = source.texts[source.statement_start(around) : around]
            if source.texts[around] == "{" and is_namespace(head):
                break
            start = source.statement_start(around)
        value = joined(f"{_DERIVED}{word}()" if word in derived else word for word in index.tokens)
        source.prepend(start, f'extern "C" __attribute__((used, nodebug)) int {INDEX}{number}() {{ return {value}; }} ')


def _in_one_word(name: str) -> str:
    """Metal's one-word name of a type that C writes with several words: `unsigned int`."""
    words = name.split()
    if not {"unsigned", "signed", "int"} & set(words):
        return name
    base = next((word for word in words if word not in ("unsigned", "signed", "int")), "int")
    return f"u{base}" if "unsigned" in words else base


def _defines_constant(unit: Unit, at: int) -> bool:
    """Whether an attribute defines a function constant."""
    texts = unit.source.texts
    end, attributes = unit.attributes[at]
    head = texts[unit.source.statement_start(at) : at]
    is_defined = FUNCTION_CONSTANT in attributes and unit.source.text(end + 1) in (";", "=", "{")
    return is_defined and "constant" in head and not {"(", "*", "&"} & set(head)


def _function_constant(unit: Unit, at: int) -> str:
    """The name of the function constant that an attribute defines; "" for any other attribute."""
    source = unit.source
    texts = source.texts
    end, attributes = unit.attributes[at]
    start = source.statement_start(at)
    if not _defines_constant(unit, at):
        return ""  # the attribute of an argument, or of a member of a struct
    if texts[end + 1] != ";":  # specification, 5.8.1
        raise source.error(end + 1, f"the function constant '{texts[at - 1]}' has an initializer")
    arguments = attributes[FUNCTION_CONSTANT]
    number = _number(arguments)
    where = source.where(at)
    if texts[at - 1] == "]":
        raise source.error(at, "a function constant is a number or a vector, and not an array")
    if not arguments:
        raise source.error(at, "'function_constant' needs the index of the constant")
    name, index, computed = texts[at - 1], -1 if number is None else number, ""
    symbol = f"{SYMBOL}{index}_{name}"
    if number is None:
        count = unit.next_number()
        symbol, computed = f"{SYMBOL}of_{count}_{name}", f"__mtl_index_{count}"
        value = f"long({joined(arguments)})"
        source.append(
            end + 1, f' extern "C" __attribute__((used, nodebug)) constexpr long {computed}[] = {{{value}, 0}};'
        )
    for place in range(start, at):
        if texts[place] in (*_QUALIFIERS, "constant"):
            source.set(place, "")
    source.prepend(start, 'extern "C" const ')
    source.append(at - 1, f' __asm__("{symbol}")')
    source.append(end + 1, f' extern "C" __attribute__((used, nodebug)) auto* __mtl_keep_{symbol} = &{name};')
    spelled = [texts[n] for n in unit.plain(start, at - 1) if texts[n] not in (*_QUALIFIERS, "constant")]
    text = re.sub(r" ?(::|<|>|,) ?", r"\1", " ".join(spelled)).removeprefix("metal::")
    type_ = SPELLINGS.get(text) or _in_one_word(text)
    if not _IS_KNOWN.fullmatch(type_):  # a typedef, or a template parameter
        used = 'extern "C" __attribute__((used, nodebug)) constexpr auto*'
        spelled_out = joined(spelled)
        source.append(end + 1, f" {used} {DESCRIBED}{symbol} = &__mtl::describe<{spelled_out}>::value;")
        type_ = ""
    unit.constants.append(SourceConstant(name, type_, index, symbol, computed, where))
    return name


def _predicates(unit: Unit, derived: dict[str, int]) -> None:
    """Write a function for each computed constant that an argument or a member depends on."""
    for attributes in [item for _, item in unit.attributes.values()]:
        name = "".join(attributes.get(FUNCTION_CONSTANT, ()))
        if name in derived and name not in unit.predicates:
            unit.predicates.append(name)
            text = (
                f' extern "C" __attribute__((used, nodebug)) bool {PREDICATE}{name}() {{ return {_DERIVED}{name}(); }}'
            )
            unit.source.append(derived[name], text)


_OPERATORS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.BitOr: operator.or_,
}


_OCTAL = re.compile(r"^0([0-7]+)$")


def _number(tokens: Sequence[str]) -> int | None:
    """The value of an expression of numbers, sums and products, as macros produce it; None for anything else."""
    if len(tokens) >= _LONGEST:
        return None
    try:
        words = (_OCTAL.sub(r"0o\1", token.rstrip("uUlL").replace("'", "")) for token in tokens)
        tree = ast.parse(joined(words), mode="eval")
    except (SyntaxError, ValueError):
        return None

    def value(node: ast.expr) -> int | None:
        if isinstance(node, ast.Constant) and type(node.value) is int:
            return node.value
        if isinstance(node, ast.BinOp) and (function := _OPERATORS.get(type(node.op))) is not None:
            left, right = value(node.left), value(node.right)
            return None if left is None or right is None else function(left, right)
        return None

    return value(tree.body)


_LONGEST = 64
"""The maximum number of tokens in such an expression."""


@dataclass(frozen=True)
class _Derived:
    """A constant that is computed from function constants: the tokens of `constant`, of its type, of `=` and of `;`."""

    name: str
    at: int
    type: list[int]
    equals: int
    end: int


def _derived_constants(unit: Unit, names: set[str]) -> list[_Derived]:
    """The constants that are computed from these function constants."""
    source = unit.source
    texts = source.texts
    results: dict[str, _Derived] = {}
    for at, text in enumerate(texts):
        if text != "constant" or (texts[at - 1] if at else ";") not in (";", "}", "{", *_QUALIFIERS):
            continue
        equals = source.find(at, ("=", ";", "(", "{", ")"))
        if equals >= len(texts) or texts[equals] != "=" or equals - at < 3:
            continue
        end = source.find(equals, (";",))
        places = [n for n in unit.plain(at + 1, equals) if texts[n] not in ("const", "constexpr")]
        uses = any(word in names or word in results for word in texts[equals:end])
        is_whole = len(places) > 1 and end < len(texts)
        if is_whole and uses and not class_head(unit, at):  # in a class, a member of this name is meant
            name = texts[places[-1]]
            results[name] = _Derived(name, at, places[:-1], equals, end)
    return list(results.values())


def _derived(unit: Unit, names: set[str]) -> dict[str, int]:
    """Write a function for each constant that is computed from function constants. Returns the end of each."""
    source = unit.source
    texts = source.texts
    constants = _derived_constants(unit, names)
    for item in constants:
        type_ = joined(texts[n] for n in item.type)
        source.set(item.at, f"__attribute__((nodebug)) inline {type_} {_DERIVED}{item.name}() {{ return")
        source.erase(item.at + 1, item.equals + 1)
        source.append(item.end, " }")
        if item.at and texts[item.at - 1] in _QUALIFIERS:
            source.set(item.at - 1, "")
    return {item.name: item.end for item in constants}


def _call_derived(unit: Unit, derived: dict[str, int]) -> None:
    """Replace uses of computed constants by calls."""
    source = unit.source
    texts = source.texts
    in_attributes = {n for at, (end, _) in unit.attributes.items() for n in range(at, end + 1)}
    for at, text in enumerate(texts):
        if at > derived.get(text, at) and not source.is_edited(at) and at not in in_attributes:
            is_member = texts[at - 1] in (".", "->", "::")
            if not is_member and source.text(at + 1) != "(":
                source.set(at, f"{_DERIVED}{text}()")
