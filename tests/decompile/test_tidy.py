"""Statements with variables merged and loops as people write them do what they did: programs of chance, interpreted."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import suppress

import pytest

from mtlb.decompile.merge import merged
from mtlb.decompile.text import (
    EQUALITY,
    PRIMARY,
    RELATION,
    Expr,
    NestedText,
    OperatorText,
    Statement,
    TextLine,
    VariableText,
    infix,
)
from mtlb.decompile.tidy import opposite, tidied

MOST = 400
_NAMES = [f"v{number}" for number in range(1, 7)]
_FLAGS = [f"leaves{number}" for number in range(3)]


class _Left(Exception):
    def __init__(self, word: str) -> None:
        self.word = word


class Run:
    """Runs statements with unsigned numbers of 8 bits, and notes what `emit` is called with."""

    def __init__(self, numbers: dict[str, int]) -> None:
        self.values = dict(numbers)
        self.emitted: list[int] = []
        self.steps = 0

    def all(self, body: list[Statement]) -> list[int]:
        with suppress(_Left):
            self.sequence(body)
        return self.emitted

    def value(self, text: str) -> int:
        text = text.replace("true", "1").replace("false", "0")
        text = text.replace("!", " not ").replace("not =", "!=").replace("&&", " and ").replace("||", " or ")
        if "?" in text:
            condition, _, rest = text.partition(" ? ")
            yes, _, no = rest.partition(" : ")
            text = f"({yes}) if ({condition}) else ({no})"
        return int(eval(text, {"__builtins__": {}}, self.values)) & 255

    def sequence(self, body: list[Statement]) -> None:
        for item in body:
            self.steps += 1
            if self.steps > MOST:
                raise _Left("far enough")
            if isinstance(item, TextLine):
                self.line(item.text)
            else:
                self.nested(item)

    def line(self, text: str) -> None:
        text = text.removesuffix(";")
        if text in ("break", "continue", "return"):
            raise _Left(text)
        if text.startswith("emit("):
            self.emitted.append(self.value(text[5:-1]))
        elif changed := re.fullmatch(r"(\+\+|--)(\w+)", text):
            self.values[changed[2]] = (self.values[changed[2]] + (1 if changed[1] == "++" else -1)) & 255
        elif changed := re.fullmatch(r"(\w+) ([-+*&|^])= (.+)", text):
            self.values[changed[1]] = self.value(f"{changed[1]} {changed[2]} ({changed[3]})")
        else:
            name, _, value = text.partition(" = ")
            self.values[name] = self.value(value)

    def nested(self, text: NestedText) -> None:
        head, body = text.parts[0]
        if head.startswith("if ("):
            for word, part in text.parts:
                if word == "else" or self.value(word.removeprefix("else ")[4:-1]):
                    self.sequence(part)
                    break
            return
        step = ""
        condition = head[7:-1].replace("true", "1") if head.startswith("while (") else "1"
        if head.startswith("for ("):
            start, condition, step = head[5:-1].split("; ")
            self.line(start)
        is_first = head == "do"
        while is_first or self.value(condition):
            is_first = False
            self.steps += 1
            if self.steps > MOST:
                raise _Left("far enough")
            try:
                self.sequence(body)
            except _Left as left:
                if left.word == "break":
                    break
                if left.word != "continue":
                    raise
            if step:
                self.line(step)
            if head == "do":
                condition = text.tail[8:-2].replace("false", "0")


def expression(chance: random.Random) -> Expr:
    kind = chance.randrange(4)
    if kind == 0:
        return Expr(str(number := chance.randrange(4)), PRIMARY, "uint", number=number)
    name = chance.choice(_NAMES)
    variable = Expr(name, PRIMARY, "uint", frozenset({name}))
    if kind < 3:
        return variable
    other = chance.choice((Expr("1", PRIMARY, "int"), Expr(x := chance.choice(_NAMES), PRIMARY, "", frozenset({x}))))
    return infix(chance.choice("+-*&"), variable, other, "uint")


def condition(chance: random.Random) -> Expr:
    operator = chance.choice(("==", "!=", "<", ">="))
    left, right = Expr(name := chance.choice(_NAMES), PRIMARY, "uint", frozenset({name})), expression(chance)
    result = infix(operator, left, right, "bool")
    assert result.level in (EQUALITY, RELATION) and result.parts is not None
    parts = OperatorText(*result.parts[:3], is_exact=True)
    return Expr(result.text, result.level, "bool", result.names, parts=parts)


def assigned(name: str, value: Expr) -> TextLine:
    text = f"{name} = {value.text};"
    return TextLine(text, value.names | {name}, sets=name, value=value.text, parts=value.parts)


def flagged(chance: random.Random, flag: str, is_last: bool) -> NestedText:
    """A block that a loop inside leaves by a flag."""

    def leave(asked: Expr, *before: Statement) -> NestedText:
        line = TextLine("break;", leaves=True)
        return NestedText([(f"if ({asked.text})", [*before, line])], asked.names, condition=asked)

    names = frozenset({flag})
    inside = list(program(chance, 2, True))
    inside += [leave(condition(chance), TextLine(f"{flag} = true;", names, sets=flag, value="true"))]
    inside += [*program(chance, 3, False), leave(condition(chance))]
    after = [] if is_last else list(program(chance, 2, False))
    test = NestedText(
        [(f"if ({flag})", [TextLine("break;", leaves=True)])], names, condition=Expr(flag, PRIMARY, "bool")
    )
    unset = TextLine(f"{flag} = false;", names, sets=flag, value="false")
    return NestedText([("do", [unset, NestedText([("while (true)", inside)]), test, *after])], tail=" while (false);")


def program(chance: random.Random, depth: int, in_loop: bool) -> Iterator[Statement]:
    for _ in range(chance.randint(1, 5)):
        kind = chance.randrange(12)
        if kind < 6 or depth > 3:
            yield assigned(chance.choice(_NAMES), expression(chance))
        elif kind < 8:
            value = expression(chance)
            yield TextLine(f"emit({value.text});", value.names)
        elif kind < 10:
            asked = condition(chance)
            parts = [(f"if ({asked.text})", list(program(chance, depth + 1, in_loop)))]
            if chance.random() < 0.5:
                parts.append(("else", list(program(chance, depth + 1, in_loop))))
            if len(parts) == 2 and chance.random() < 0.3:
                same = assigned(chance.choice(_NAMES), expression(chance))
                for _, part in parts:
                    part.append(same)
            yield NestedText(parts, asked.names, condition=asked)
        else:
            body = list(program(chance, depth + 1, True))
            asked = condition(chance)
            leave: list[Statement] = [TextLine("break;", leaves=True)]
            body.append(NestedText([(f"if ({asked.text})", leave)], asked.names, condition=asked))
            if chance.random() < 0.6:
                body.append(assigned(chance.choice(_NAMES), expression(chance)))
            counter = chance.choice(_NAMES)
            if chance.random() < 0.5:
                step = infix(
                    "+", Expr(counter, PRIMARY, "uint", frozenset({counter})), Expr("1", PRIMARY, "int"), "uint"
                )
                yield assigned(counter, Expr("0", PRIMARY, "uint", number=0))
                body.insert(-1, assigned(counter, step))
            yield NestedText([("while (true)", body)])
    if in_loop and chance.random() < 0.1:
        yield TextLine(chance.choice(("break;", "continue;")), leaves=True)


@pytest.mark.parametrize("start", [0, pytest.param(100, marks=pytest.mark.long)])
def test_programs_of_chance(start: int) -> None:
    fewer = forms = returns = 0
    for number in range(start, start * 8 or 30):
        source = random.Random(number)
        body = list(program(source, 0, in_loop=False))
        if number % 3 == 1:
            body[1:1] = [flagged(source, flag, is_last) for flag, is_last in zip(_FLAGS, (True, False), strict=False)]
        if number % 3 == 2:
            body.append(flagged(source, _FLAGS[2], is_last=False))
        variables = {name: VariableText(name, f"uint {name}") for name in _NAMES}
        variables |= {flag: VariableText(flag, f"bool {flag}") for flag in _FLAGS}
        result = tidied(merged(body, variables), variables, is_void=True)
        fewer += not set(_NAMES) <= set(variables)
        returns += "return;" in repr(result)
        forms += any(word in repr(result) for word in ("for (", "'do'"))
        for seed in range(3):
            chance = random.Random(seed)
            value = chance.randrange(5)
            numbers = dict.fromkeys(_NAMES, value) | dict.fromkeys(_FLAGS, 0)
            before, after = Run(numbers), Run(numbers)
            first, second = before.all(body), after.all(result)
            size = min(len(first), len(second))
            if before.steps <= MOST and after.steps <= MOST:
                assert first == second, (number, seed)
            else:
                assert first[:size] == second[:size], (number, seed)
    assert fewer > 1 and forms > 3 and returns > 3


def test_a_phi_and_its_step_become_one_variable() -> None:
    names = frozenset({"i", "v1"})
    step = infix("+", Expr("i", PRIMARY, "uint", frozenset({"i"})), Expr("1", PRIMARY, "int", number=1), "uint")
    asked = Expr("v1 == n", EQUALITY, "bool", frozenset({"v1"}), parts=OperatorText("==", "v1", "n", is_exact=True))
    body: list[Statement] = [
        TextLine("emit(i);", frozenset({"i"})),
        TextLine("v1 = i + 1;", names, "v1", "i + 1", parts=step.parts),
        NestedText([("if (v1 == n)", [TextLine("break;", leaves=True)])], asked.names, condition=asked),
        TextLine("i = v1;", names, "i", "v1"),
    ]
    start = TextLine("i = 0;", frozenset({"i"}), "i", "0")
    ask = Expr("n != 0", EQUALITY, "bool", parts=OperatorText("!=", "n", "0", is_exact=True))
    whole = NestedText([("if (n != 0)", [start, NestedText([("while (true)", body)])])], condition=ask)
    variables = {"i": VariableText("i", "uint i"), "v1": VariableText("v1", "uint v1")}
    (result,) = tidied(merged([whole], variables), variables, is_void=False)
    assert isinstance(result, NestedText)
    assert result.parts[0][0] == "for (i = 0; i < n; ++i)"
    assert list(variables) == ["i"]


def test_the_opposite_of_a_comparison() -> None:
    exact = Expr("a < b", RELATION, "bool", parts=OperatorText("<", "a", "b", is_exact=True))
    assert opposite(exact).text == "a >= b"
    assert opposite(Expr("a < b", RELATION, "bool", parts=OperatorText("<", "a", "b"))).text == "!(a < b)"
    assert opposite(Expr("!a", 14, "bool")).text == "a"
