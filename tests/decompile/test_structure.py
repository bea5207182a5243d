"""Control flow as statements: what they do is what the graph does, for graphs of chance."""

from __future__ import annotations

import random

import pytest

from mtlb.decompile.structure import (
    ChoiceCode,
    Code,
    EdgeStep,
    EndStep,
    IfFlagCode,
    Irreducible,
    LeaveCode,
    LineCode,
    PlainStep,
    RepeatCode,
    SetFlagCode,
    lower,
    structured,
)

Graph = dict[int, tuple[int, ...]]
MOST = 400


def graph_of(seed: int) -> Graph:
    """A graph of up to twelve nodes with branches, switches and loops."""
    chance = random.Random(seed)
    size = chance.randint(2, 12)
    made: Graph = {}
    for node in range(size):
        count = chance.choice((0, 1, 1, 2, 2, 2, 3)) if node else chance.choice((1, 2))
        goals = [chance.randrange(max(node - 3, 1), min(node + 4, size)) for _ in range(count)]
        made[node] = tuple(goal for goal in goals if goal < size)
    return made


def walked(graph: Graph, seed: int) -> list[int]:
    """The nodes on one way through a graph, which chance chooses."""
    chance = random.Random(seed)
    node, found = 0, [0]
    while graph[node] and len(found) < MOST:
        goals = graph[node]
        node = goals[chance.randrange(len(goals)) if len(goals) > 1 else 0]
        found.append(node)
    return found


class _Done(Exception):
    pass


class Machine:
    """Runs structured code as C++ would, with the choices of the same chance."""

    def __init__(self, graph: Graph, seed: int) -> None:
        self.graph = graph
        self.chance = random.Random(seed)
        self.found: list[int] = []
        self.flags: dict[int, bool] = {}
        self.edge: tuple[int, int] | None = None

    def run(self, code: list[Code[int]]) -> str:
        """What ended a sequence: "" for its end, or the word of what left it."""
        for one in code:
            word = self.step(one)
            if word:
                return word
        return ""

    def step(self, one: Code[int]) -> str:
        if isinstance(one, LineCode):
            self.line(one)
        elif isinstance(one, LeaveCode):
            return one.word
        elif isinstance(one, SetFlagCode):
            self.flags[one.flag] = one.value
        elif isinstance(one, IfFlagCode):
            return self.run(one.body) if self.flags[one.flag] else ""
        elif isinstance(one, ChoiceCode):
            word = self.run(one.ways[self.chance.randrange(len(one.ways))])
            return "" if word == "break" and len(one.ways) > 2 else word
        else:
            assert isinstance(one, RepeatCode)
            while True:
                word = self.run(one.body)
                assert not (one.is_once and word == "continue")
                if word == "break" or one.is_once:
                    break
        return ""

    def line(self, one: LineCode[int]) -> None:
        if isinstance(one.what, PlainStep):
            if self.edge is not None:
                assert self.edge[1] == one.what.node, "an edge to another node"
            self.edge = None
            self.found.append(one.what.node)
            if len(self.found) >= MOST:
                raise _Done
        elif isinstance(one.what, EdgeStep):
            assert self.edge is None
            self.edge = (one.what.source, one.what.target)
            assert one.what.source == self.found[-1]
        else:
            assert isinstance(one.what, EndStep)
            assert one.what.node == self.found[-1]
            raise _Done


def test_structured_code_does_what_the_graph_does() -> None:
    compared = 0
    for number in range(300):
        graph = graph_of(number)
        try:
            code = lower(structured(0, graph.__getitem__), lambda node, graph=graph: len(graph[node]) > 2)  # type: ignore[misc]
        except Irreducible:
            continue
        for seed in range(4):
            machine = Machine(graph, seed)
            with pytest.raises(_Done):
                machine.run(code)
            assert machine.found == walked(graph, seed)[:MOST], (number, seed)
            compared += 1
    assert compared > 400


def test_a_loop_with_two_entries_is_no_tree() -> None:
    graph: Graph = {0: (1, 2), 1: (2,), 2: (1, 3), 3: ()}
    with pytest.raises(Irreducible):
        structured(0, graph.__getitem__)
