"""Rewrites statements in idiomatic form: `for` and `do` loops, `?:`, `+=`, early `return`.
The rules change only the form of statements, not their effects or order; their preconditions are checked on the
statements themselves."""

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
    is_one_bracket,
)

_LITERAL = re.compile(r"-?(?:0x[0-9a-f]+|\d+)u?l?")
_PLAIN = re.compile(r"-?[\w.]+")
_SPLAT = re.compile(r"\b(?:half|float|bfloat|u?int|u?short|u?long|u?char|bool)[234]?\(-?[\w.]+\)")
"""A number, or a vector with equal elements."""
_TURNED = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
_COMPARISON = re.compile(r"([\w.]+) (<|>|<=|>=|==|!=) ([\w.]+)")
_MOST_CHOSEN = 70
"""The maximum length of `a ? b : c` when assigned to a variable."""
_LEAST_LEFT = 4
"""The minimum number of lines for an early return."""


def tidied(body: list[Statement], variables: dict[str, VariableText], *, is_void: bool) -> list[Statement]:
    """The rewritten statements of a function. `is_void`: it may return at any point."""
    tidy = _Tidy(variables, Counter(_all_names(body)))
    statements = tidy.sequence(body, [])
    statements = _without_return(statements)
    if is_void:
        statements = _without_return(_returning(statements))
    statements = _without_unused(statements, variables)
    return tidy.last(_left_early(statements) if is_void else statements)


def _without_return(body: list[Statement]) -> list[Statement]:
    """A body without `return` at its end."""
    end = len(body)
    while end and isinstance(last := body[end - 1], TextLine) and last.text == "return;":
        end -= 1
    return body[:end]


def _without_unused(body: list[Statement], variables: dict[str, VariableText]) -> list[Statement]:
    """The statements without unused computations."""
    used = Counter(_all_names(body))

    def kept(part: list[Statement]) -> list[Statement]:
        statements: list[Statement] = []
        for statement in part:
            if isinstance(statement, NestedText):
                parts = [(head, kept(inner)) for head, inner in statement.parts]
                statements.append(replace(statement, parts=parts))
            elif (
                not (statement.sets in variables and used[statement.sets] == 1 and _is_simple(statement.value))
                and statement.text
            ):
                last = statements[-1] if statements else None
                is_returned = isinstance(last, TextLine) and last.value and statement.text == f"return {last.sets};"
                if isinstance(last, TextLine) and is_returned and used[last.sets] == 2 and last.sets in variables:
                    names = (last.names | statement.names) - {last.sets}
                    origins = last.origins | statement.origins
                    statements[-1] = TextLine(f"return {last.value};", names, leaves=True, origins=origins)
                else:
                    statements.append(statement)
        return statements

    return kept(body)


def _all_sets(body: Iterable[Statement]) -> Iterable[str]:
    for statement in body:
        if isinstance(statement, TextLine):
            if statement.sets:
                yield statement.sets
        else:
            for _, part in statement.parts:
                yield from _all_sets(part)


def _all_names(body: Iterable[Statement]) -> Iterable[str]:
    for statement in body:
        yield from statement.names
        if isinstance(statement, NestedText):
            for _, part in statement.parts:
                yield from _all_names(part)


@dataclass(frozen=True, slots=True)
class _Fact:
    """A comparison that is true, or equals the value of a variable."""

    parts: OperatorText
    names: frozenset[str]
    variable: str = ""

    @property
    def is_of_memory(self) -> bool:
        """Whether a store may change it."""
        return re.search(r"[\[*.]|->", self.parts.left + self.parts.right) is not None


def _still_true(facts: list[_Fact], after: Statement) -> list[_Fact]:
    """The facts that still hold after a statement."""
    if not facts:
        return []
    changed = set(_all_sets([after]))
    is_write = _writes(after)
    return [fact for fact in facts if changed.isdisjoint(fact.names) and not (is_write and fact.is_of_memory)]


def _writes(statement: Statement) -> bool:
    """Whether a statement may change anything other than variables."""
    if isinstance(statement, TextLine):
        return not statement.sets and not statement.leaves
    return any(_writes(inner) for _, part in statement.parts for inner in part)


@dataclass(slots=True)
class _Tidy:
    """`used`: the number of statements that refer to each variable."""

    variables: dict[str, VariableText]
    used: Counter[str]

    def sequence(self, body: list[Statement], facts: list[_Fact]) -> list[Statement]:
        """Rewrite a sequence; `facts` hold at its start."""
        statements: list[Statement] = []
        facts = list(facts)
        for statement in body:
            if isinstance(statement, NestedText):
                tidied_parts = self.nested(statement, statements, facts)
                for inner in tidied_parts:
                    if isinstance(inner, NestedText) and inner.parts[0][0].startswith(("do", "while (")):
                        inner = self.counted(inner, statements, facts)
                    statements.append(inner)
                    self.repeated(statements)
                facts = _still_true(facts, statement)
                facts += self.left(tidied_parts[-1], facts) if tidied_parts else []
            else:
                statements.append(statement)
                facts = _still_true(facts, statement)
                if (
                    statement.parts is not None
                    and statement.parts.operator in OPPOSITE
                    and statement.sets not in statement.names - {statement.sets}
                ):
                    facts.append(_Fact(statement.parts, statement.names, statement.sets))
        return statements

    def left(self, statement: Statement, facts: list[_Fact]) -> list[_Fact]:
        """The facts that hold after a conditional exit."""
        if not isinstance(statement, NestedText) or len(statement.parts) > 1 or statement.condition is None:
            return []
        if not statement.parts[0][0].startswith("if (") or not leaves(statement.parts[0][1]):
            return []
        return self.facts(opposite(statement.condition), facts)

    @staticmethod
    def facts(condition: Expr | None, facts: list[_Fact]) -> list[_Fact]:
        """The comparison in a condition, or in the variable that the condition names."""
        if condition is None:
            return []
        if condition.parts is None:
            return [replace(fact, variable="") for fact in facts if fact.variable == condition.text]
        if condition.parts.operator == "&&":
            matches = [_COMPARISON.fullmatch(part) for part in condition.text.split(" && ")]
            return [
                _Fact(OperatorText(m[2], m[1], m[3]), frozenset(n for n in condition.names if _mentions(m[0], n)))
                for m in matches
                if m is not None
            ]
        return [_Fact(condition.parts, condition.names)] if condition.parts.operator in OPPOSITE else []

    # --- statements with others inside

    def nested(self, statement: NestedText, before: list[Statement], facts: list[_Fact]) -> list[Statement]:
        """Rewrite a compound statement, its parts first; `before`: the statements before it."""
        head = statement.parts[0][0]
        if head.startswith("if ("):
            return self.branch(statement, facts)
        facts = _still_true(facts, statement)
        parts = [(text, self.sequence(part, facts)) for text, part in statement.parts]
        if head == "do" and statement.tail == " while (false);":
            return _unwrapped(replace(statement, parts=parts), self.used)
        if head == "while (true)":
            return self.loop(closed(parts[0][1]), before)
        return [replace(statement, parts=parts)]

    def branch(self, statement: NestedText, facts: list[_Fact]) -> list[Statement]:
        """A conditional: becomes `?:` where both branches set the same variable; conditions that a loop inside
        repeats are dropped."""
        condition = statement.condition
        parts = []
        for number, (head, part) in enumerate(statement.parts):
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
        if is_choice and condition is not None:
            tail = _common_tail(parts[0][1], parts[1][1])
            if tail:
                rest = [(head, part[: len(part) - len(tail)]) for head, part in parts]
                return [*self.branch(replace(statement, parts=rest), facts), *tail]
        if is_choice and condition is not None and condition.text.startswith("!") and condition.level == UNARY:
            condition = opposite(condition)
            parts = [(f"if ({condition.text})", parts[1][1]), ("else", parts[0][1])]
        choice = NestedText(parts, statement.names, statement.tail, condition, origins=statement.origins)
        if len(parts) == 2 and parts[1][0] == "else" and condition is not None:
            chosen = self.chosen(choice)
            if chosen is not None:
                return [chosen]
            before, choice = self.hoisted(choice)
            return [*before, *self.asked(choice, facts)]
        return self.asked(choice, facts)

    def chosen(self, statement: NestedText) -> TextLine | None:
        """`v = c ? a : b`."""
        (_, yes), (_, no) = statement.parts
        if len(yes) != 1 or len(no) != 1 or statement.condition is None:
            return None
        first, second = yes[0], no[0]
        if not isinstance(first, TextLine) or not isinstance(second, TextLine):
            return None
        if first.sets != second.sets or not first.value or not second.value or "?" in first.value + second.value:
            return None
        value = f"{statement.condition.at(CONDITION + 1)} ? {first.value} : {second.value}"
        if len(value) > _MOST_CHOSEN or "{" in value or first.sets not in self.variables:
            return None
        names = statement.names | first.names | second.names
        origins = statement.head_origins() | first.origins | second.origins
        return TextLine(f"{first.sets} = {value};", names, first.sets, value, origins=origins)

    def hoisted(self, statement: NestedText) -> tuple[list[Statement], NestedText]:
        """If one branch only sets a variable that the other sets at its start, move that assignment before the
        condition."""
        for way in (0, 1):
            lines, rest_of_way = statement.parts[way][1], list(statement.parts[1 - way][1])
            plain = [line for line in lines if isinstance(line, TextLine) and line.sets and _is_simple(line.value)]
            if not lines or len(plain) != len(lines):
                continue
            if any(line.sets in statement.names or line.sets not in self.variables for line in plain):
                continue
            rest = _without(rest_of_way, [line.text for line in plain], {line.sets for line in plain})
            if rest is None:
                continue
            for line in plain:
                same = next(same for same in rest_of_way if isinstance(same, TextLine) and same.text == line.text)
                line.origins |= same.origins
            condition = statement.condition
            assert condition is not None
            kept = condition if way == 1 else opposite(condition)
            asked = NestedText(
                [(f"if ({kept.text})", rest)], statement.names, condition=kept, origins=statement.origins
            )
            return list(lines), asked
        return [], statement

    def asked(self, statement: NestedText, facts: list[_Fact]) -> list[Statement]:
        """Combine a condition with a nested one, or drop it before a loop with the same condition."""
        if len(statement.parts) > 1 or len(statement.parts[0][1]) != 1 or statement.condition is None:
            return [statement]
        inner = statement.parts[0][1][0]
        if not isinstance(inner, NestedText) or inner.condition is None:
            return [statement]
        if len(inner.parts) == 1 and inner.parts[0][0].startswith("if ("):
            both = infix("&&", statement.condition, inner.condition, "bool")
            if len(both.text) <= _MOST_CHOSEN:
                merged = NestedText([(f"if ({both.text})", inner.parts[0][1])], both.names, condition=both)
                merged.origins = (statement.head_origins() | inner.head_origins(),)
                return [merged]
        parts, own = inner.condition.parts, self.facts(statement.condition, facts)
        if not inner.declares or not own or parts is None:
            return [statement]
        first = parts._replace(left=inner.parts[0][0].removeprefix("for (").partition(";")[0].partition(" = ")[2])
        is_unsigned = self.variables[inner.declares].text.startswith("u")
        asked = own[0].parts
        if _same(asked, first) or (is_unsigned and first.left == "0" and _same(asked, first._replace(operator="!="))):
            return [replace(inner, origins=(statement.head_origins() | inner.head_origins(),))]
        return [statement]

    # --- loops

    def leaving_last(self, body: list[Statement], before: list[Statement]) -> list[Statement]:
        """Move `if (c) { break; }` before the last lines of a body, if the values they set are unused after the
        loop."""
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
        """Convert an infinite loop to one with a condition at its start or its end."""
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
                counted_loop = NestedText([("do", body[:-1])], last.names, tail, goes_on, origins=last.origins)
                return [counted_loop, *after]
        if _is_return(last) and not _has(body[:-1], "continue;") and not _has(body[:-1], "break;"):
            assert isinstance(last, NestedText) and last.condition is not None
            goes_on = opposite(last.condition)
            tail = f" while ({goes_on.text});"
            counted_loop = NestedText([("do", body[:-1])], last.names, tail, goes_on, origins=last.origins)
            return [counted_loop, *last.parts[0][1]]
        return [NestedText([("while (true)", body)])]

    def repeated(self, statements: list[Statement]) -> None:
        """Convert `v = f(); if (v) { do { ...; w = f(); } while (w); }` to `while (f()) { ... }`; the last of
        `before` is replaced."""
        if (
            len(statements) < 2
            or not isinstance(statements[-1], NestedText)
            or not isinstance(statements[-2], TextLine)
        ):
            return
        first, asked = statements[-2], statements[-1]
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
        statements[-2:] = [NestedText([(f"while ({first.value})", body)], names, origins=(origins,))]

    def counted(self, loop: NestedText, before: list[Statement], facts: list[_Fact]) -> NestedText:
        """Convert a counting loop to `for`; the line that initializes the counter is removed from `before`."""
        head, body = loop.parts[0]
        condition = loop.condition
        if condition is None or condition.parts is None or not body or loop.tail == " while (false);":
            return loop
        body = _step_last(body, condition.parts)
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
        if any(_mentions(step.parts.right, name_inside) for name_inside in set_inside):
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
        head_text = f"for ({name} = {line.value}; {text}; {_changed(step).removesuffix(';')})"
        origins = (loop.head_origins() | line.origins | step.origins,)
        return NestedText([(head_text, body[:-1])], loop.names | line.names | step.names, "", shown, name, origins)

    @staticmethod
    def is_entered(start: str, parts: OperatorText, step: OperatorText, facts: list[_Fact]) -> bool:
        """Whether the condition is true before the first iteration."""
        first_question = parts._replace(left=start)
        first, last = _number(start), _number(parts.right)
        if first is not None and last is not None:
            return {"<": first < last, "!=": first != last, ">": first > last}.get(parts.operator, False)
        if any(_same(fact.parts, first_question) for fact in facts if not fact.variable):
            return True
        below = OperatorText("<" if step.operator == "+" else ">", start, parts.right)
        return parts.operator == "!=" and any(_same(fact.parts, below) for fact in facts if not fact.variable)

    def is_below(self, name: str, start: str, parts: OperatorText, step: OperatorText, facts: list[_Fact]) -> bool:
        """Whether `<` and `!=` are equivalent as the loop's condition."""
        first, last, by = _number(start), _number(parts.right), _number(step.right)
        if step.operator != "+" or by is None or by < 1:
            return False
        if first is not None and last is not None:
            return first < last and (last - first) % by == 0
        if by != 1:
            return False
        if first == 0 and self.variables[name].text.startswith("u"):
            return True
        kinds = {self.variables[text].text.split()[0] for text in (name, start, parts.right) if text in self.variables}
        if len(kinds) > 1:
            return False  # the comparisons are not of one sign
        below = OperatorText("<", start, parts.right)
        return any(_same(fact.parts, below) for fact in facts if not fact.variable)

    # --- lines

    def last(self, body: list[Statement]) -> list[Statement]:
        """Rewrite lines with `+=`; inline a value that only the next line uses."""
        statements: list[Statement] = []
        for statement in body:
            if isinstance(statement, TextLine):
                statements.append(_compound(statement))
            else:
                statements.append(replace(statement, parts=[(head, self.last(part)) for head, part in statement.parts]))
        return statements


# --- conditions ------------------------------------------------------------------------------------------------------


def opposite(condition: Expr) -> Expr:
    """The negation of a condition."""
    text, parts = condition.text, condition.parts
    if text.startswith("!") and condition.level == UNARY:
        inner = text[1:]
        if inner.startswith("(") and inner.endswith(")") and is_one_bracket(inner):
            return Expr(inner[1:-1], 0, "bool", condition.names)
        return Expr(inner, UNARY, "bool", condition.names)
    if parts is not None and parts.is_exact:
        inverse = OPPOSITE[parts.operator]
        turned = text.replace(f" {parts.operator} ", f" {inverse} ") if text.count(f" {parts.operator} ") == 1 else ""
        if turned:
            return replace(condition, text=turned, parts=parts._replace(operator=inverse))
    return Expr(f"!{condition.at(UNARY)}", UNARY, "bool", condition.names)


def _same(first: OperatorText, second: OperatorText) -> bool:
    """Whether two comparisons are equivalent."""
    left, right = (_plain(first.left), _plain(first.right)), (_plain(second.left), _plain(second.right))
    if first.operator == second.operator and left == right:
        return True
    return _TURNED.get(first.operator) == second.operator and left == right[::-1]


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
    """Whether control cannot reach the end of a sequence."""
    if not body:
        return False
    last = body[-1]
    if isinstance(last, TextLine):
        return last.leaves
    heads = [head for head, _ in last.parts]
    return heads[-1] == "else" and all(leaves(part) for _, part in last.parts)


def closed(body: list[Statement]) -> list[Statement]:
    """The body of a loop, without a trailing `continue`."""
    if body and isinstance(body[-1], TextLine) and body[-1].text == "continue;":
        return body[:-1]
    return body


def _is_return(statement: Statement) -> bool:
    """Whether it is a condition whose body only returns."""
    if not isinstance(statement, NestedText) or len(statement.parts) > 1 or statement.condition is None:
        return False
    lines = statement.parts[0][1]
    is_if = statement.parts[0][0].startswith("if (")
    return is_if and len(lines) == 1 and isinstance(lines[0], TextLine) and lines[0].text.startswith("return")


def _is_exit(statement: Statement) -> bool:
    """Whether it is `if (c) { ... break; }` and nothing else."""
    if not isinstance(statement, NestedText) or len(statement.parts) > 1 or statement.condition is None:
        return False
    inner = statement.parts[0][1]
    is_left = bool(inner) and isinstance(inner[-1], TextLine) and inner[-1].text == "break;"
    return (
        is_left
        and statement.parts[0][0].startswith("if (")
        and not _has(inner[:-1], "break;")
        and not _has(inner, "continue;")
    )


def _has(body: list[Statement], word: str) -> bool:
    """Whether a sequence has a `break` or `continue` for its enclosing loop."""
    for statement in body:
        if isinstance(statement, TextLine):
            if statement.text == word:
                return True
            continue
        head = statement.parts[0][0]
        if head.startswith(("while (", "for (", "do")) or (head.startswith("switch (") and word == "break;"):
            continue
        if any(_has(part, word) for _, part in statement.parts):
            return True
    return False


def _step_last(body: list[Statement], condition: OperatorText) -> list[Statement]:
    """The body of a loop with the step of its counter at the end, if no line behind it refers to the counter."""
    for place in range(len(body) - 1, -1, -1):
        line = body[place]
        if not isinstance(line, TextLine) or not line.sets:
            break
        if line.sets in (condition.left, condition.right):
            after = body[place + 1 :]
            if any(line.sets in other.names or other.sets in line.names for other in after):  # type: ignore[union-attr]
                break
            return [*body[:place], *after, line]
    return body


def _start(before: list[Statement], name: str) -> int | None:
    """The index of the line that initializes a counter, if the lines after it can move before it."""
    for place in range(len(before) - 1, -1, -1):
        line = before[place]
        if not isinstance(line, TextLine) or line.leaves:
            return None
        if line.sets == name:
            is_simple = line.value and (_PLAIN.fullmatch(line.value) or _is_simple(line.value))
            later = [statement.sets for statement in before[place + 1 :] if isinstance(statement, TextLine)]
            if not is_simple or any(
                _mentions(line.value, later_statement) for later_statement in later if later_statement
            ):
                return None
            return place
        if not line.sets or name in line.names:
            return None
    return None


def _is_simple(value: str) -> bool:
    """Whether a value depends only on numbers and variables."""
    value = _SPLAT.sub("0", value)
    return bool(value) and re.search(r"[\[\]*&{]|->|[A-Za-z_]\w*\(", value) is None


def _without(body: list[Statement], texts: list[str], names: set[str]) -> list[Statement] | None:
    """A sequence without some of its leading lines, which must precede other uses of their variables; None if one
    does not."""
    waiting = list(texts)
    statements: list[Statement] = []
    for place, item in enumerate(body):
        if isinstance(item, TextLine) and item.text in waiting:
            waiting.remove(item.text)
            if not waiting:
                return [*statements, *body[place + 1 :]]
            continue
        if not isinstance(item, TextLine) or not item.sets or item.leaves or not names.isdisjoint(item.names):
            return None
        statements.append(item)
    return None


def _left_early(body: list[Statement]) -> list[Statement]:
    """A function whose last statement is a conditional returns early if the condition is false."""
    if not body or not isinstance(body[-1], NestedText):
        return body
    last = body[-1]
    condition = last.condition
    if len(last.parts) > 1 or condition is None or not last.parts[0][0].startswith("if ("):
        return body
    if _lines(last.parts[0][1]) < _LEAST_LEFT:
        return body
    turned = opposite(condition)
    if len(turned.text) > len(condition.text) + (3 if condition.parts is not None else -1):
        return body
    leave = NestedText([(f"if ({turned.text})", [TextLine("return;", leaves=True)])], last.names, origins=last.origins)
    return [*body[:-1], leave, *_left_early(last.parts[0][1])]


def _common_tail(first: list[Statement], second: list[Statement]) -> list[Statement]:
    """The assignments with which both branches of a condition end."""
    tail: list[Statement] = []
    for left, right in zip(reversed(first), reversed(second), strict=False):
        if not isinstance(left, TextLine) or not isinstance(right, TextLine):
            break
        if left.text != right.text or not left.sets or left.leaves:
            break
        tail.append(replace(left, origins=left.origins | right.origins))
    return tail[::-1]


def _returning(body: list[Statement]) -> list[Statement]:
    """The statements of a function without a result, whose last is a block to be left: `return` leaves it, also where
    a flag did."""
    last = body[-1] if body else None
    if not isinstance(last, NestedText) or last.parts[0][0] != "do" or last.tail != " while (false);":
        return body
    inner = [*body[:-1], *_replaced(last.parts[0][1])]
    used = Counter(_all_names(inner))
    for flag in sorted(name for name in used if name.startswith("leaves")):
        kept = _without_flag(inner, flag)
        if not Counter(_all_names(kept))[flag]:
            inner = kept
    return inner


def _replaced(body: list[Statement]) -> list[Statement]:
    """Statements in which `return` leaves what `break` left."""
    statements: list[Statement] = []
    for statement in body:
        if isinstance(statement, TextLine):
            is_left = statement.text == "break;"
            statements.append(replace(statement, text="return;") if is_left else statement)
        elif statement.parts[0][0].startswith(("while (", "for (", "do", "switch (")):
            statements.append(statement)
        else:
            statements.append(replace(statement, parts=[(head, _replaced(part)) for head, part in statement.parts]))
    return statements


def _without_flag(body: list[Statement], flag: str) -> list[Statement]:
    """Statements that return where they set a flag whose tests return."""
    statements: list[Statement] = []
    is_left = False
    for statement in body:
        if is_left:
            break  # what follows the flag leaves the block inside
        if isinstance(statement, TextLine):
            if statement.text == f"{flag} = true;":
                statements.append(TextLine("return;", leaves=True, origins=statement.origins))
                is_left = True
            elif statement.text != f"{flag} = false;":
                statements.append(statement)
        elif statement.parts[0][0] != f"if ({flag})" or [_line(inner) for inner in statement.parts[0][1]] != [
            "return;"
        ]:
            parts = [(head, _without_flag(part, flag)) for head, part in statement.parts]
            statements.append(replace(statement, parts=parts))
    return statements


def _line(statement: Statement) -> str:
    return statement.text if isinstance(statement, TextLine) else ""


def _unwrapped(block: NestedText, used: Counter[str]) -> list[Statement]:
    """A block that is left by `break`, without the breaks at its end; only its statements if no break remains.
    `used`: the number of statements in the function that refer to each variable."""
    body = list(block.parts[0][1])
    gone: Counter[str] = Counter()
    while body and (_line(body[-1]) == "break;" or _only_breaks(body[-1])):
        gone += Counter(body.pop().names)
    if _has(body, "break;") or _has(body, "continue;"):
        return [replace(block, parts=[("do", body)])]
    names, sets = Counter(_all_names(body)), Counter(_all_sets(body))
    for flag in [name for name in sets if name.startswith("leaves")]:
        if names[flag] != sets[flag] or names[flag] + gone[flag] != used[flag]:
            continue
        body = _without_sets(body, flag)
    return body


def _only_breaks(statement: Statement) -> bool:
    if isinstance(statement, TextLine) or len(statement.parts) > 1 or not statement.parts[0][0].startswith("if ("):
        return False
    return [_line(inner) for inner in statement.parts[0][1]] == ["break;"]


def _without_sets(body: list[Statement], flag: str) -> list[Statement]:
    """Statements without those that set a flag."""
    return [
        statement
        if isinstance(statement, TextLine)
        else replace(statement, parts=[(head, _without_sets(part, flag)) for head, part in statement.parts])
        for statement in body
        if not isinstance(statement, TextLine) or statement.sets != flag
    ]


def _lines(body: list[Statement]) -> int:
    """The number of lines in a sequence, up to the limit that matters."""
    count = 0
    for statement in body:
        count += 1 if isinstance(statement, TextLine) else 1 + sum(_lines(part) for _, part in statement.parts)
        if count >= _LEAST_LEFT:
            break
    return count


# --- lines -----------------------------------------------------------------------------------------------------------


def _compound(line: TextLine) -> TextLine:
    return replace(line, text=_changed(line), sets="") if line.sets and _changed(line) != line.text else line


def _changed(line: TextLine) -> str:
    """Rewrite an update of a variable with `+=`, `++` and similar operators."""
    if not line.sets:
        return line.text
    element = _set_element(line)
    if element:
        return element
    if line.parts is None:
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


_VECTOR = re.compile(r"(?:half|float|bfloat|u?int|u?short|u?long|u?char)([234])\((.*)\)")


def _set_element(line: TextLine) -> str:
    """`v.y = a;` for `v = float3(v.x, a, v.z)`; "" for anything else."""
    match = _VECTOR.fullmatch(line.value)
    if match is None:
        return ""
    place, changed = 0, []
    for argument in _arguments(match[2]):
        kept = argument.removeprefix(f"{line.sets}.")
        if kept != argument and kept == "xyzw"[place : place + len(kept)]:
            place += len(kept)
        else:
            changed.append((place, argument))
            place += 1
    is_one = len(changed) == 1 and place == int(match[1]) > 1 and match[2] != changed[0][1]
    return f"{line.sets}.{'xyzw'[changed[0][0]]} = {changed[0][1]};" if is_one else ""


def _arguments(text: str) -> list[str]:
    """The arguments of a call."""
    arguments, depth, start = [], 0, 0
    for place, letter in enumerate(text):
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0:
            arguments.append(text[start:place].strip())
            start = place + 1
    return [*arguments, text[start:].strip()]
