"""Merges variables, e.g. a phi and its next value, whose live ranges do not overlap.
Each phi is a variable, and so is its value for the next iteration. Where the two are not live at the same time,
`next = i + 1; i = next;` becomes `i = i + 1;`. Liveness is computed on the tree of statements, which is what is
printed: an inline value is read where its text is, not where the module computes it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from .text import Expr, NestedText, OperatorText, Statement, TextLine, VariableText

_NAME = re.compile(r"(?<![\w.:])(?<!->)[A-Za-z_]\w*")
_MOST_BITS = 200_000_000
"""The maximum size of all variable sets, in bits: a larger function keeps its variables separate."""


def merged(body: list[Statement], variables: dict[str, VariableText]) -> list[Statement]:
    """The statements with fewer variables. Merged variables are removed from `variables`."""
    copies = list(_copies(body, variables))
    names = list(dict.fromkeys(name for copy in copies for name in copy))
    if not names:
        return body
    lives = _Lives({name: number for number, name in enumerate(names)})
    lives.build(body, -1, -1, -1)
    if len(lives.points) * len(names) > _MOST_BITS:
        return body
    groups = _Groups(names, lives.conflicts())
    for first, second in copies:
        if _kind(variables[first]) == _kind(variables[second]):
            groups.join(first, second)
    renamed = groups.renamed(list(variables))
    if not renamed:
        return body
    for name, second in renamed.items():
        variables[second].is_first |= variables[name].is_first
        del variables[name]
    return _renamed(body, renamed)


def _kind(variable: VariableText) -> str:
    """The type in a variable's declaration; for an array the whole declaration, which is unique."""
    return variable.text.removesuffix(variable.name)


def _copies(body: list[Statement], variables: Mapping[str, VariableText]) -> list[tuple[str, str]]:
    """Pairs of variables where one is assigned from the other; those in inner loops first."""
    copies: list[tuple[str, str]] = []
    for statement in body:
        if isinstance(statement, NestedText):
            for _, part in statement.parts:
                copies += _copies(part, variables)
    for statement in body:
        if isinstance(statement, TextLine) and statement.sets in variables and statement.value in variables:
            copies.append((statement.sets, statement.value))
    return copies


@dataclass(slots=True)
class _Point:
    """A point in the statements: the variables that it reads, the variable that it sets, and its successors."""

    reads: int
    sets: int = -1
    source: int = 0
    after: tuple[int, ...] = ()
    live: int = 0


@dataclass(slots=True)
class _Lives:
    """The points of a function, last to first, and the live variables after each."""

    numbers: dict[str, int]
    points: list[_Point] = field(default_factory=list)

    def _mask(self, names: frozenset[str]) -> int:
        mask = 0
        for name in names:
            number = self.numbers.get(name)
            if number is not None:
                mask |= 1 << number
        return mask

    def _add(self, point: _Point) -> int:
        self.points.append(point)
        return len(self.points) - 1

    def build(self, body: list[Statement], after: int, left: int, again: int) -> int:
        """Returns the first point of a sequence. `left`, `again`: the targets of `break` and `continue`."""
        for statement in reversed(body):
            if isinstance(statement, TextLine):
                after = self._line(statement, after, left, again)
            else:
                after = self._nested(statement, after, left, again)
        return after

    def _line(self, line: TextLine, after: int, left: int, again: int) -> int:
        if line.text == "break;":
            return left
        if line.text == "continue;":
            return again
        goes_on = () if line.leaves or after < 0 else (after,)
        if line.sets not in self.numbers:
            return self._add(_Point(self._mask(line.names), after=goes_on))
        reads = self._mask(line.names)
        number = self.numbers[line.sets]
        if line.value and line.sets not in _NAME.findall(line.value):
            reads &= ~(1 << number)
        source = 1 << self.numbers[line.value] if line.value in self.numbers else 0
        return self._add(_Point(reads, number, source, goes_on))

    def _nested(self, statement: NestedText, after: int, left: int, again: int) -> int:
        head = statement.parts[0][0]
        reads = self._mask(statement.names)
        if head.startswith("if ("):
            way = after
            for text, body in reversed(statement.parts):
                inside = self.build(body, after, left, again)
                way = inside if text == "else" else self._add(_Point(reads, after=_there(inside, way)))
            return way
        if head.startswith("switch ("):
            entry, ways = after, [after]
            for case in reversed(statement.parts[0][1]):
                assert isinstance(case, NestedText)
                entry = self.build(case.parts[0][1], entry, after, again)
                ways.append(entry)
            return self._add(_Point(reads, after=_there(*ways)))
        if head == "do":
            return self.build(statement.parts[0][1], after, after, after)
        start = self._add(_Point(reads))
        inside = self.build(statement.parts[0][1], start, after, start)
        self.points[start].after = _there(inside) if head == "while (true)" else _there(inside, after)
        return start

    def conflicts(self) -> list[int]:
        """For each variable, the variables that are live where it is set."""
        points = self.points
        is_changed = True
        while is_changed:
            is_changed = False
            for point in points:
                live = 0
                for number in point.after:
                    at_point = points[number]
                    live |= at_point.reads | (
                        at_point.live & ~(1 << at_point.sets) if at_point.sets >= 0 else at_point.live
                    )
                if live != point.live:
                    point.live = live
                    is_changed = True
        masks = [0] * len(self.numbers)
        for point in points:
            if point.sets >= 0:
                masks[point.sets] |= point.live & ~(1 << point.sets) & ~point.source
        return masks


def _there(*ways: int) -> tuple[int, ...]:
    return tuple(way for way in ways if way >= 0)


class _Groups:
    """The sets of merged variables."""

    def __init__(self, names: list[str], conflicts: list[int]) -> None:
        self.names = names
        self.group = {name: number for number, name in enumerate(names)}
        self.members = [1 << number for number in range(len(names))]
        self.inside = [[name] for name in names]
        self.conflicts = conflicts

    def join(self, first: str, second: str) -> None:
        """Merge two variables, if neither is live where the other is set."""
        a, b = self.group[first], self.group[second]
        if a == b or self.conflicts[a] & self.members[b] or self.conflicts[b] & self.members[a]:
            return
        self.members[a] |= self.members[b]
        self.conflicts[a] |= self.conflicts[b]
        for name in self.inside[b]:
            self.group[name] = a
        self.inside[a] += self.inside[b]

    def renamed(self, order: list[str]) -> dict[str, str]:
        """The renamed variables: to the first name in the group that is not just a letter with a number."""
        place = {name: number for number, name in enumerate(order)}
        names: dict[str, str] = {}
        for group in {id(self.inside[number]): self.inside[number] for number in self.group.values()}.values():
            first = min(group, key=lambda name: (is_numbered(name), place[name]))
            names |= {name: first for name in group if name != first}
        return names


def is_numbered(name: str) -> bool:
    """Whether a name carries no information about the variable."""
    return re.fullmatch(r"v\d+", name) is not None


def _renamed(body: list[Statement], names: Mapping[str, str]) -> list[Statement]:
    """Statements with renamed variables, without self-assignments."""

    def text(old: str) -> str:
        return _NAME.sub(lambda word: names.get(word[0], word[0]), old)

    def several(old: frozenset[str]) -> frozenset[str]:
        return frozenset(names.get(name, name) for name in old) if not names.keys().isdisjoint(old) else old

    def operator(old: OperatorText | None) -> OperatorText | None:
        return old and old._replace(left=text(old.left), right=text(old.right))

    def expression(old: Expr | None) -> Expr | None:
        return old and replace(old, text=text(old.text), names=several(old.names), parts=operator(old.parts))

    statements: list[Statement] = []
    setters: dict[str, TextLine] = {}
    for statement in body:
        if isinstance(statement, TextLine):
            sets = names.get(statement.sets, statement.sets)
            line = replace(
                statement,
                text=text(statement.text),
                names=several(statement.names),
                sets=sets,
                value=text(statement.value),
                parts=operator(statement.parts),
            )
            if not (line.sets and line.sets == line.value):
                statements.append(line)
                setters[line.sets] = line
            elif line.sets in setters:  # which now has the effect of both lines
                setters[line.sets].origins |= line.origins
        else:
            setters.clear()
            parts = [(text(head), _renamed(part, names)) for head, part in statement.parts]
            declares = names.get(statement.declares, statement.declares)
            condition = expression(statement.condition)
            statements.append(
                NestedText(
                    parts, several(statement.names), text(statement.tail), condition, declares, statement.origins
                )
            )
    return statements


def renumbered(body: list[Statement], variables: dict[str, VariableText]) -> list[Statement]:
    """Renumber variables consecutively, in the order of their first lines."""
    order = list(dict.fromkeys(name for name in _mentioned(body) if is_numbered(name) and name in variables))
    names = {name: f"v{number}" for number, name in enumerate(order, 1)}
    kept = {
        names.get(name, name): replace(
            variable, name=names.get(name, name), text=variable.text.removesuffix(name) + names.get(name, name)
        )
        if name in names
        else variable
        for name, variable in variables.items()
    }
    variables.clear()
    variables.update(kept)
    return _renamed(body, names)


def _mentioned(body: list[Statement]) -> Iterator[str]:
    for statement in body:
        if isinstance(statement, TextLine):
            yield from _NAME.findall(statement.text)
        else:
            for head, part in statement.parts:
                yield from _NAME.findall(head)
                yield from _mentioned(part)
            yield from _NAME.findall(statement.tail)
