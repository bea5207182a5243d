"""Statements as people write them: `for` and `do` loops, `?:`, `+=`, an early `return`.

Each rule changes the form of statements and not what they compute, in which order: what it needs for that is checked on
the statements themselves.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from .text import (
    CONDITION,
    OPPOSITE,
    UNARY,
    Expr,
    NestedText,
    OperatorText,
    Statement,
    TextLine,
    VariableText,
    infix,
)

_LITERAL = re.compile(r"-?(?:0x[0-9a-f]+|\d+)u?l?")
_PLAIN = re.compile(r"-?[\w.]+")
_SPLAT = re.compile(r"\b(?:half|float|bfloat|u?int|u?short|u?long|u?char|bool)[234]?\(-?[\w.]+\)")
"""A number, or a vector of equal numbers."""
_TURNED = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
_MOST_CHOSEN = 70
"""How long the text of `a ? b : c` is at most, where a variable gets it."""
_LEAST_LEFT = 4
"""How many lines are worth an early return."""


def tidied(body: list[Statement], variables: dict[str, VariableText], *, is_void: bool) -> list[Statement]:
    """The statements of a function. `is_void`: it may return at any place."""
    tidy = _Tidy(variables, Counter(_all_names(body)))
    found = tidy.sequence(body, [])
    while found and isinstance(found[-1], TextLine) and found[-1].text == "return;":
        found.pop()
    found = _without_unused(found, variables)
    return tidy.last(_left_early(found) if is_void else found)


def _without_unused(body: list[Statement], variables: dict[str, VariableText]) -> list[Statement]:
    """The statements without those that compute what nothing needs any more."""
    used = Counter(_all_names(body))

    def kept(part: list[Statement]) -> list[Statement]:
        found: list[Statement] = []
        for one in part:
            if isinstance(one, NestedText):
                parts = [(head, kept(inner)) for head, inner in one.parts]
                found.append(replace(one, parts=parts))
            elif not (one.sets in variables and used[one.sets] == 1 and _is_simple(one.value)) and one.text:
                last = found[-1] if found else None
                is_returned = isinstance(last, TextLine) and last.value and one.text == f"return {last.sets};"
                if isinstance(last, TextLine) and is_returned and used[last.sets] == 2 and last.sets in variables:
                    names = (last.names | one.names) - {last.sets}
                    origins = last.origins | one.origins
                    found[-1] = TextLine(f"return {last.value};", names, leaves=True, origins=origins)
                else:
                    found.append(one)
        return found

    return kept(body)


def _all_sets(body: Iterable[Statement]) -> Iterable[str]:
    for one in body:
        if isinstance(one, TextLine):
            if one.sets:
                yield one.sets
        else:
            for _, part in one.parts:
                yield from _all_sets(part)


def _all_names(body: Iterable[Statement]) -> Iterable[str]:
    for one in body:
        yield from one.names
        if isinstance(one, NestedText):
            for _, part in one.parts:
                yield from _all_names(part)


@dataclass(frozen=True, slots=True)
class _Fact:
    """A comparison that is true, or that a variable has the value of."""

    parts: OperatorText
    names: frozenset[str]
    variable: str = ""

    @property
    def is_of_memory(self) -> bool:
        """Whether a write may change it."""
        return re.search(r"[\[*.]|->", self.parts.left + self.parts.right) is not None


def _still_true(facts: list[_Fact], after: Statement) -> list[_Fact]:
    """The facts that a statement does not change."""
    if not facts:
        return []
    changed = set(_all_sets([after]))
    is_write = _writes(after)
    return [one for one in facts if changed.isdisjoint(one.names) and not (is_write and one.is_of_memory)]


def _writes(one: Statement) -> bool:
    """Whether a statement may change what is not a variable."""
    if isinstance(one, TextLine):
        return not one.sets and not one.leaves
    return any(_writes(inner) for _, part in one.parts for inner in part)


@dataclass(slots=True)
class _Tidy:
    """`used`: how many statements name each variable."""

    variables: dict[str, VariableText]
    used: Counter[str]

    def sequence(self, body: list[Statement], facts: list[_Fact]) -> list[Statement]:
        """A sequence where `facts` are true at first."""
        found: list[Statement] = []
        facts = list(facts)
        for one in body:
            if isinstance(one, NestedText):
                made = self.nested(one, found, facts)
                for inner in made:
                    if isinstance(inner, NestedText) and inner.parts[0][0].startswith(("do", "while (")):
                        inner = self.counted(inner, found, facts)
                    found.append(inner)
                    self.repeated(found)
                facts = _still_true(facts, one)
                facts += self.left(made[-1], facts) if made else []
            else:
                found.append(one)
                facts = _still_true(facts, one)
                if one.parts is not None and one.parts.operator in OPPOSITE and one.sets not in one.names - {one.sets}:
                    facts.append(_Fact(one.parts, one.names, one.sets))
        return found

    def left(self, statement: Statement, facts: list[_Fact]) -> list[_Fact]:
        """What is true after a statement that leaves."""
        if not isinstance(statement, NestedText) or len(statement.parts) > 1 or statement.condition is None:
            return []
        if not statement.parts[0][0].startswith("if (") or not leaves(statement.parts[0][1]):
            return []
        return self.facts(opposite(statement.condition), facts)

    @staticmethod
    def facts(condition: Expr | None, facts: list[_Fact]) -> list[_Fact]:
        """The comparison that a condition is, or that the variable is which it names."""
        if condition is None:
            return []
        if condition.parts is None:
            return [replace(one, variable="") for one in facts if one.variable == condition.text]
        return [_Fact(condition.parts, condition.names)] if condition.parts.operator in OPPOSITE else []

    # --- statements with others inside

    def nested(self, one: NestedText, before: list[Statement], facts: list[_Fact]) -> list[Statement]:
        """A statement, its parts first; `before`: what is in front of it."""
        head = one.parts[0][0]
        if head.startswith("if ("):
            return self.branch(one, facts)
        facts = _still_true(facts, one) if head != "do" else []
        parts = [(text, self.sequence(part, facts)) for text, part in one.parts]
        if head == "while (true)":
            return self.loop(closed(parts[0][1]), before)
        return [replace(one, parts=parts)]

    def branch(self, one: NestedText, facts: list[_Fact]) -> list[Statement]:
        """A condition: `?:` where both ways set one variable, without what a loop inside asks anyway."""
        condition = one.condition
        parts = []
        for number, (head, part) in enumerate(one.parts):
            true: list[_Fact] = []
            if condition is not None and (number == 0 or (number == 1 and head == "else")):
                true = self.facts(condition if number == 0 else opposite(condition), facts)
            parts.append((head, self.sequence(part, [*facts, *true])))
        if parts[-1][0] == "else" and not parts[-1][1]:
            parts.pop()
        if not parts[0][1] and condition is not None:
            if len(parts) == 1:
                return []
            if len(parts) == 2 and parts[1][0] == "else":
                condition = opposite(condition)
                parts = [(f"if ({condition.text})", parts[1][1])]
        is_choice = len(parts) == 2 and parts[1][0] == "else"
        if is_choice and condition is not None and condition.text.startswith("!") and condition.level == UNARY:
            condition = opposite(condition)
            parts = [(f"if ({condition.text})", parts[1][1]), ("else", parts[0][1])]
        made = NestedText(parts, one.names, one.tail, condition, origins=one.origins)
        if len(parts) == 2 and parts[1][0] == "else" and condition is not None:
            chosen = self.chosen(made)
            if chosen is not None:
                return [chosen]
            before, made = self.hoisted(made)
            return [*before, *self.asked(made, facts)]
        return self.asked(made, facts)

    def chosen(self, one: NestedText) -> TextLine | None:
        """`v = c ? a : b`."""
        (_, yes), (_, no) = one.parts
        if len(yes) != 1 or len(no) != 1 or one.condition is None:
            return None
        first, second = yes[0], no[0]
        if not isinstance(first, TextLine) or not isinstance(second, TextLine):
            return None
        if first.sets != second.sets or not first.value or not second.value or "?" in first.value + second.value:
            return None
        value = f"{one.condition.at(CONDITION + 1)} ? {first.value} : {second.value}"
        if len(value) > _MOST_CHOSEN or "{" in value or first.sets not in self.variables:
            return None
        names = one.names | first.names | second.names
        origins = one.head_origins() | first.origins | second.origins
        return TextLine(f"{first.sets} = {value};", names, first.sets, value, origins=origins)

    def hoisted(self, one: NestedText) -> tuple[list[Statement], NestedText]:
        """Where one way only sets what the other sets at its start: that before the condition."""
        for way in (0, 1):
            lines, other = one.parts[way][1], list(one.parts[1 - way][1])
            plain = [line for line in lines if isinstance(line, TextLine) and line.sets and _is_simple(line.value)]
            if not lines or len(plain) != len(lines):
                continue
            if any(line.sets in one.names or line.sets not in self.variables for line in plain):
                continue
            rest = _without(other, [line.text for line in plain], {line.sets for line in plain})
            if rest is None:
                continue
            for line in plain:
                same = next(same for same in other if isinstance(same, TextLine) and same.text == line.text)
                line.origins |= same.origins
            condition = one.condition
            assert condition is not None
            kept = condition if way == 1 else opposite(condition)
            asked = NestedText([(f"if ({kept.text})", rest)], one.names, condition=kept, origins=one.origins)
            return list(lines), asked
        return [], one

    def asked(self, one: NestedText, facts: list[_Fact]) -> list[Statement]:
        """A condition around nothing but another one, or a loop that asks the same first."""
        if len(one.parts) > 1 or len(one.parts[0][1]) != 1 or one.condition is None:
            return [one]
        inner = one.parts[0][1][0]
        if not isinstance(inner, NestedText) or inner.condition is None:
            return [one]
        if len(inner.parts) == 1 and inner.parts[0][0].startswith("if ("):
            both = infix("&&", one.condition, inner.condition, "bool")
            if len(both.text) <= _MOST_CHOSEN:
                made = NestedText([(f"if ({both.text})", inner.parts[0][1])], both.names, condition=both)
                made.origins = (one.head_origins() | inner.head_origins(),)
                return [made]
        parts, own = inner.condition.parts, self.facts(one.condition, facts)
        if not inner.declares or not own or parts is None:
            return [one]
        first = parts._replace(left=inner.parts[0][0].removeprefix("for (").partition(";")[0].partition(" = ")[2])
        is_unsigned = self.variables[inner.declares].text.startswith("u")
        asked = own[0].parts
        if _same(asked, first) or (is_unsigned and first.left == "0" and _same(asked, first._replace(operator="!="))):
            return [replace(inner, origins=(one.head_origins() | inner.head_origins(),))]
        return [one]

    # --- loops

    def leaving_last(self, body: list[Statement], before: list[Statement]) -> list[Statement]:
        """A body whose last lines come before `if (c) { break; }`, if nothing needs what they set once it is left."""
        place = len(body) - 1
        lines: list[TextLine] = []
        while place > 0 and isinstance(line := body[place], TextLine) and line.sets and _is_simple(line.value):
            lines.append(line)
            place -= 1
        last = body[place]
        if not lines or not isinstance(last, NestedText) or not _is_exit(last) or len(last.parts[0][1]) > 1:
            return body
        inside = Counter(_all_names(body))
        starts = Counter(name for line in before if isinstance(line, TextLine) and line.sets for name in (line.sets,))
        if any(
            line.sets in last.names or inside[line.sets] + starts[line.sets] < self.used[line.sets] for line in lines
        ):
            return body
        return [*body[:place], *lines[::-1], last]

    def loop(self, body: list[Statement], before: list[Statement]) -> list[Statement]:
        """A loop without an end, as one with a condition at its start or its end."""
        if not body:
            return [NestedText([("while (true)", body)])]
        body = self.leaving_last(body, before)
        first, last = body[0], body[-1]
        if isinstance(first, NestedText) and _is_exit(first) and len(first.parts[0][1]) == 1:
            assert first.condition is not None
            goes_on = opposite(first.condition)
            parts = [(f"while ({goes_on.text})", body[1:])]
            return [NestedText(parts, first.names, condition=goes_on, origins=first.origins)]
        if _is_exit(last) and not _has(body[:-1], "continue;"):
            assert isinstance(last, NestedText) and last.condition is not None
            after = last.parts[0][1][:-1]
            if not after or not _has(body[:-1], "break;"):
                goes_on = opposite(last.condition)
                tail = f" while ({goes_on.text});"
                made = NestedText([("do", body[:-1])], last.names, tail, goes_on, origins=last.origins)
                return [made, *after]
        if _is_return(last) and not _has(body[:-1], "continue;") and not _has(body[:-1], "break;"):
            assert isinstance(last, NestedText) and last.condition is not None
            goes_on = opposite(last.condition)
            tail = f" while ({goes_on.text});"
            made = NestedText([("do", body[:-1])], last.names, tail, goes_on, origins=last.origins)
            return [made, *last.parts[0][1]]
        return [NestedText([("while (true)", body)])]

    def repeated(self, found: list[Statement]) -> None:
        """`v = f(); if (v) { do { ...; w = f(); } while (w); }` as `while (f()) { ... }`, in place at the end."""
        if len(found) < 2 or not isinstance(found[-1], NestedText) or not isinstance(found[-2], TextLine):
            return
        first, asked = found[-2], found[-1]
        if len(asked.parts) > 1 or len(asked.parts[0][1]) != 1 or asked.parts[0][0] != f"if ({first.sets})":
            return
        loop = asked.parts[0][1][0]
        if not isinstance(loop, NestedText) or loop.parts[0][0] != "do" or not loop.parts[0][1]:
            return
        last = loop.parts[0][1][-1]
        if not isinstance(last, TextLine) or not last.sets or loop.tail != f" while ({last.sets});":
            return
        count = 4 if last.sets == first.sets else 2
        if last.value != first.value or self.used[first.sets] != count or self.used[last.sets] != count:
            return
        body = loop.parts[0][1][:-1]
        if _has(body, "continue;") or not first.value:
            return
        origins = first.origins | last.origins | loop.head_origins() | asked.head_origins()
        names = (first.names | last.names) - {first.sets, last.sets}
        found[-2:] = [NestedText([(f"while ({first.value})", body)], names, origins=(origins,))]

    def counted(self, loop: NestedText, before: list[Statement], facts: list[_Fact]) -> NestedText:
        """A loop as `for`, if it counts; the line that sets the counter is taken out of `before`."""
        head, body = loop.parts[0]
        condition = loop.condition
        if condition is None or condition.parts is None or not body or loop.tail == " while (false);":
            return loop
        step = body[-1]
        if not isinstance(step, TextLine) or step.parts is None or step.parts.operator not in ("+", "-"):
            return loop
        name = step.sets
        if name not in self.variables or step.parts.left != name or not _PLAIN.fullmatch(step.parts.right):
            return loop
        parts = condition.parts
        if parts.operator not in OPPOSITE:
            return loop
        if parts.right == name and parts.left != name:
            parts = OperatorText(_TURNED[parts.operator], parts.right, parts.left, parts.is_exact)
        set_inside = set(_all_sets(body[:-1]))
        if parts.left != name or _mentions(parts.right, name) or name in set_inside or _has(body, "continue;"):
            return loop
        if any(_mentions(step.parts.right, other) for other in set_inside):
            return loop
        start = _start(before, name)
        line = before[start] if start is not None else None
        if start is None or not isinstance(line, TextLine):
            if head == "do" and self.is_entered(name, parts, step.parts, facts):
                return replace(loop, parts=[(f"while ({condition.text})", body)], tail="")
            return loop
        if head == "do" and not self.is_entered(line.value, parts, step.parts, facts):
            return loop
        if parts.operator == "!=" and self.is_below(name, line.value, parts, step.parts, facts):
            parts = parts._replace(operator="<")
        del before[start]
        text = f"{name} {parts.operator} {parts.right}"
        shown = replace(condition, text=text, parts=parts)
        made = f"for ({name} = {line.value}; {text}; {_changed(step).removesuffix(';')})"
        origins = (loop.head_origins() | line.origins | step.origins,)
        return NestedText([(made, body[:-1])], loop.names | line.names | step.names, "", shown, name, origins)

    @staticmethod
    def is_entered(start: str, parts: OperatorText, step: OperatorText, facts: list[_Fact]) -> bool:
        """Whether the condition is true before the first round."""
        wanted = parts._replace(left=start)
        first, last = _number(start), _number(parts.right)
        if first is not None and last is not None:
            return {"<": first < last, "!=": first != last, ">": first > last}.get(parts.operator, False)
        if any(_same(fact.parts, wanted) for fact in facts if not fact.variable):
            return True
        below = OperatorText("<" if step.operator == "+" else ">", start, parts.right)
        return parts.operator == "!=" and any(_same(fact.parts, below) for fact in facts if not fact.variable)

    def is_below(self, name: str, start: str, parts: OperatorText, step: OperatorText, facts: list[_Fact]) -> bool:
        """Whether `<` ends a loop where `!=` does."""
        first, last, by = _number(start), _number(parts.right), _number(step.right)
        if step.operator != "+" or by is None or by < 1:
            return False
        if first is not None and last is not None:
            return first < last and (last - first) % by == 0
        if by != 1:
            return False
        if first == 0 and self.variables[name].text.startswith("u"):
            return True
        below = OperatorText("<", start, parts.right)
        return any(_same(fact.parts, below) for fact in facts if not fact.variable)

    # --- lines

    def last(self, body: list[Statement]) -> list[Statement]:
        """Lines as `+=`; a value that only the next line has, there."""
        found: list[Statement] = []
        for one in body:
            if isinstance(one, TextLine):
                found.append(_compound(one))
            else:
                found.append(replace(one, parts=[(head, self.last(part)) for head, part in one.parts]))
        return found


# --- conditions ------------------------------------------------------------------------------------------------------


def opposite(condition: Expr) -> Expr:
    """What is true if a condition is not."""
    text, parts = condition.text, condition.parts
    if text.startswith("!") and condition.level == UNARY:
        inner = text[1:]
        if inner.startswith("(") and inner.endswith(")") and _is_one_bracket(inner):
            return Expr(inner[1:-1], 0, "bool", condition.names)
        return Expr(inner, UNARY, "bool", condition.names)
    if parts is not None and parts.is_exact:
        other = OPPOSITE[parts.operator]
        made = text.replace(f" {parts.operator} ", f" {other} ") if text.count(f" {parts.operator} ") == 1 else ""
        if made:
            return replace(condition, text=made, parts=parts._replace(operator=other))
    return Expr(f"!{condition.at(UNARY)}", UNARY, "bool", condition.names)


def _is_one_bracket(text: str) -> bool:
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0 and place < len(text) - 1:
            return False
    return True


def _same(one: OperatorText, other: OperatorText) -> bool:
    """Whether two comparisons say the same."""
    left, right = (_plain(one.left), _plain(one.right)), (_plain(other.left), _plain(other.right))
    if one.operator == other.operator and left == right:
        return True
    return _TURNED.get(one.operator) == other.operator and left == right[::-1]


def _plain(text: str) -> str:
    number = _number(text)
    return text if number is None else str(number)


def _number(text: str) -> int | None:
    """The value of an integer literal."""
    return int(text.rstrip("ul"), 0) if _LITERAL.fullmatch(text) else None


def _mentions(text: str, name: str) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(name)}(?!\w)", text) is not None


# --- sequences -------------------------------------------------------------------------------------------------------


def leaves(body: list[Statement]) -> bool:
    """Whether what follows a sequence is not reached from its end."""
    if not body:
        return False
    last = body[-1]
    if isinstance(last, TextLine):
        return last.leaves
    heads = [head for head, _ in last.parts]
    return heads[-1] == "else" and all(leaves(part) for _, part in last.parts)


def closed(body: list[Statement]) -> list[Statement]:
    """The body of a loop, without a `continue` at its end."""
    if body and isinstance(body[-1], TextLine) and body[-1].text == "continue;":
        return body[:-1]
    return body


def _is_return(one: Statement) -> bool:
    """Whether it is a condition on which the function is left, at once."""
    if not isinstance(one, NestedText) or len(one.parts) > 1 or one.condition is None:
        return False
    lines = one.parts[0][1]
    is_if = one.parts[0][0].startswith("if (")
    return is_if and len(lines) == 1 and isinstance(lines[0], TextLine) and lines[0].text.startswith("return")


def _is_exit(one: Statement) -> bool:
    """Whether it is `if (c) { ... break; }` and nothing else."""
    if not isinstance(one, NestedText) or len(one.parts) > 1 or one.condition is None:
        return False
    inner = one.parts[0][1]
    is_left = bool(inner) and isinstance(inner[-1], TextLine) and inner[-1].text == "break;"
    return (
        is_left
        and one.parts[0][0].startswith("if (")
        and not _has(inner[:-1], "break;")
        and not _has(inner, "continue;")
    )


def _has(body: list[Statement], word: str) -> bool:
    """Whether a sequence has a `break` or `continue` of the loop that it is in."""
    for one in body:
        if isinstance(one, TextLine):
            if one.text == word:
                return True
            continue
        head = one.parts[0][0]
        if head.startswith(("while (", "for (", "do")) or (head.startswith("switch (") and word == "break;"):
            continue
        if any(_has(part, word) for _, part in one.parts):
            return True
    return False


def _start(before: list[Statement], name: str) -> int | None:
    """The place of the line that sets a counter, if what follows it may come before it."""
    for place in range(len(before) - 1, -1, -1):
        line = before[place]
        if not isinstance(line, TextLine) or line.leaves:
            return None
        if line.sets == name:
            is_simple = line.value and (_PLAIN.fullmatch(line.value) or _is_simple(line.value))
            later = [one.sets for one in before[place + 1 :] if isinstance(one, TextLine)]
            if not is_simple or any(_mentions(line.value, other) for other in later if other):
                return None
            return place
        if not line.sets or name in line.names:
            return None
    return None


def _is_simple(value: str) -> bool:
    """Whether a value is computed of numbers and variables alone."""
    value = _SPLAT.sub("0", value)
    return bool(value) and re.search(r"[\[\]*&{]|->|[A-Za-z_]\w*\(", value) is None


def _without(body: list[Statement], texts: list[str], names: set[str]) -> list[Statement] | None:
    """A sequence without lines that are at its start, before anything else has their variables; None if one is not."""
    waiting = list(texts)
    found: list[Statement] = []
    for place, one in enumerate(body):
        if isinstance(one, TextLine) and one.text in waiting:
            waiting.remove(one.text)
            if not waiting:
                return [*found, *body[place + 1 :]]
            continue
        if not isinstance(one, TextLine) or not one.sets or one.leaves or not names.isdisjoint(one.names):
            return None
        found.append(one)
    return None


def _left_early(body: list[Statement]) -> list[Statement]:
    """A function whose last statement is a condition: it returns where that is false."""
    if not body or not isinstance(body[-1], NestedText):
        return body
    last = body[-1]
    condition = last.condition
    if len(last.parts) > 1 or condition is None or not last.parts[0][0].startswith("if ("):
        return body
    if _lines(last.parts[0][1]) < _LEAST_LEFT:
        return body
    other = opposite(condition)
    if condition.parts is None or len(other.text) > len(condition.text) + 3:
        return body
    leave = NestedText([(f"if ({other.text})", [TextLine("return;", leaves=True)])], last.names, origins=last.origins)
    return [*body[:-1], leave, *_left_early(last.parts[0][1])]


def _lines(body: list[Statement]) -> int:
    """How many lines a sequence has, not counted beyond what matters."""
    count = 0
    for one in body:
        count += 1 if isinstance(one, TextLine) else 1 + sum(_lines(part) for _, part in one.parts)
        if count >= _LEAST_LEFT:
            break
    return count


# --- lines -----------------------------------------------------------------------------------------------------------


def _compound(line: TextLine) -> TextLine:
    return replace(line, text=_changed(line), sets="") if line.sets and _changed(line) != line.text else line


def _changed(line: TextLine) -> str:
    """A line that changes what a variable has, as `+=`, `++` and their like."""
    if line.parts is None or not line.sets:
        return line.text
    operator, left, right, _ = line.parts
    if operator not in ("+", "-", "*", "/", "&", "|", "^", "<<", ">>", "%"):
        return line.text
    if left != line.sets and right == line.sets and operator in ("+", "*", "&", "|", "^"):
        left, right = right, left
    if left != line.sets:
        return line.text
    if operator in ("+", "-") and right == "1":
        return f"{operator * 2}{line.sets};"
    return f"{line.sets} {operator}= {right};"
