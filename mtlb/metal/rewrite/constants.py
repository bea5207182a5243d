"""Function constants, and constants that are computed from them."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Sequence

from ...air.types import NUMBERS, SPELLINGS
from .overloads import class_head
from .unit import COUNTED, FUNCTION_CONSTANT, SourceConstant, Unit

_QUALIFIERS = ("static", "const", "constexpr", "inline", "extern")
_IS_KNOWN = re.compile(rf"(?:{'|'.join(number.name for number in NUMBERS)})[234]?")
DESCRIBED = "__mtl_described_"
"""The prefix for type tables of constants, for types that can't be told from their name."""
SYMBOL = "__mtl_constant_"
PREDICATE = "__mtl_predicate_"
"""The prefix of functions that compute the constants of arguments."""


def rewrite_constants(unit: Unit) -> None:
    """`constant T x [[function_constant(n)]];` becomes an external variable, whose value is unknown to the compiler.

    A constant whose initializer names a function constant becomes a function: it has no value before a pipeline is
    created.
    """
    names = {name for at in sorted(unit.attributes) if (name := _function_constant(unit, at))}
    if names:
        _derived(unit, names)
        _check_indices(unit, names)


def _check_indices(unit: Unit, names: set[str]) -> None:
    """SourceError for an index that is a function constant (specification 2.2, 5.8.1.4 and 5.8.1.5), whose form in AIR
    is not known.
    """
    for at, (end, attributes) in unit.attributes.items():
        for word in COUNTED & set(attributes):
            constant = next((name for name in attributes[word] if name in names), "")
            if constant:
                place = next(n for n in range(at, end) if unit.source.texts[n] == constant)
                reason = f"'{word}' has the function constant '{constant}' as its index, which is not compiled"
                raise unit.source.error(place, reason)


def _in_one_word(name: str) -> str:
    """Metal's one-word name of a type that C writes with several words: `unsigned int`."""
    words = name.split()
    if not {"unsigned", "signed", "int"} & set(words):
        return name
    base = next((word for word in words if word not in ("unsigned", "signed", "int")), "int")
    return f"u{base}" if "unsigned" in words else base


def _function_constant(unit: Unit, at: int) -> str:
    """The name of the function constant that an attribute defines; "" for any other attribute."""
    source = unit.source
    texts = source.texts
    end, attributes = unit.attributes[at]
    arguments = attributes.get(FUNCTION_CONSTANT)
    if arguments is None or texts[end + 1] not in (";", "=", "{"):
        return ""
    start = source.statement_start(at)
    if "constant" not in texts[start:at] or {"(", "*", "&"} & set(texts[start:at]):
        return ""  # the attribute of an argument, or of a member of a struct
    if texts[end + 1] != ";":  # specification, 5.8.1
        raise source.error(end + 1, f"the function constant '{texts[at - 1]}' has an initializer")
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
        value = f"long({' '.join(arguments)})"
        source.append(end + 1, f' extern "C" __attribute__((used)) constexpr long {computed}[] = {{{value}, 0}};')
    for place in range(start, at):
        if texts[place] in (*_QUALIFIERS, "constant"):
            source.set(place, "")
    source.prepend(start, 'extern "C" const ')
    source.append(at - 1, f' __asm__("{symbol}")')
    source.append(end + 1, f' extern "C" __attribute__((used)) auto* __mtl_keep_{symbol} = &{name};')
    spelled = [texts[n] for n in unit.plain(start, at - 1) if texts[n] not in (*_QUALIFIERS, "constant")]
    text = re.sub(r" ?(::|<|>|,) ?", r"\1", " ".join(spelled)).removeprefix("metal::")
    type_ = SPELLINGS.get(text) or _in_one_word(text)
    if not _IS_KNOWN.fullmatch(type_):  # a typedef, or a template parameter
        used = 'extern "C" __attribute__((used)) constexpr auto*'
        spelled_out = " ".join(spelled)
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
            text = f' extern "C" __attribute__((used)) bool {PREDICATE}{name}() {{ return __mtl_derived_{name}(); }}'
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
        tree = ast.parse(" ".join(words), mode="eval")
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


def _derived(unit: Unit, names: set[str]) -> None:
    """Write a function for each constant that is computed from function constants, and replace its uses by calls."""
    source = unit.source
    texts = source.texts
    derived: dict[str, int] = {}
    for at, text in enumerate(texts):
        before = texts[at - 1] if at else ";"
        if text != "constant" or before not in (";", "}", "{", *_QUALIFIERS):
            continue
        equals = source.find(at, ("=", ";", "(", "{", ")"))
        if equals >= len(texts) or texts[equals] != "=" or equals - at < 3:
            continue
        end = source.find(equals, (";",))
        if not any(word in names or word in derived for word in texts[equals:end]) or class_head(unit, at):
            continue  # function constants are of program scope: in a class, a member of this name is meant
        places = [n for n in unit.plain(at + 1, equals) if texts[n] not in ("const", "constexpr")]
        if len(places) < 2:
            continue
        name = texts[places[-1]]
        type_ = " ".join(texts[n] for n in places[:-1])
        derived[name] = end
        source.set(at, f"inline {type_} __mtl_derived_{name}() {{ return")
        source.erase(at + 1, equals + 1)
        source.append(end, " }")
        if before in _QUALIFIERS:
            source.set(at - 1, "")
    _predicates(unit, derived)
    in_attributes = {n for at, (end, _) in unit.attributes.items() for n in range(at, end + 1)}
    for at, text in enumerate(texts):
        if at > derived.get(text, at) and not source.is_edited(at) and at not in in_attributes:
            is_member = texts[at - 1] in (".", "->", "::")
            if not is_member and texts[at + 1] != "(":
                source.set(at, f"__mtl_derived_{text}()")
