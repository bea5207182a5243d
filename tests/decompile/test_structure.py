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
    graph: Graph = {}
    for node in range(size):
        count = chance.choice((0, 1, 1, 2, 2, 2, 3)) if node else chance.choice((1, 2))
        goals = [chance.randrange(max(node - 3, 1), min(node + 4, size)) for _ in range(count)]
        graph[node] = tuple(goal for goal in goals if goal < size)
    return graph


def walked(graph: Graph, seed: int) -> list[int]:
    """The nodes on one way through a graph, which chance chooses."""
    chance = random.Random(seed)
    node, actual = 0, [0]
    while graph[node] and len(actual) < MOST:
        goals = graph[node]
        node = goals[chance.randrange(len(goals)) if len(goals) > 1 else 0]
        actual.append(node)
    return actual


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
        for item in code:
            word = self.step(item)
            if word:
                return word
        return ""

    def step(self, item: Code[int]) -> str:
        if isinstance(item, LineCode):
            self.line(item)
        elif isinstance(item, LeaveCode):
            return item.word
        elif isinstance(item, SetFlagCode):
            self.flags[item.flag] = item.value
        elif isinstance(item, IfFlagCode):
            return self.run(item.body) if self.flags[item.flag] else ""
        elif isinstance(item, ChoiceCode):
            word = self.run(item.ways[self.chance.randrange(len(item.ways))])
            return "" if word == "break" and len(item.ways) > 2 else word
        else:
            assert isinstance(item, RepeatCode)
            while True:
                word = self.run(item.body)
                assert not (item.is_once and word == "continue")
                if word == "break" or item.is_once:
                    break
        return ""

    def line(self, item: LineCode[int]) -> None:
        if isinstance(item.what, PlainStep):
            if self.edge is not None:
                assert self.edge[1] == item.what.node, "an edge to another node"
            self.edge = None
            self.found.append(item.what.node)
            if len(self.found) >= MOST:
                raise _Done
        elif isinstance(item.what, EdgeStep):
            assert self.edge is None
            self.edge = (item.what.source, item.what.target)
            assert item.what.source == self.found[-1]
        else:
            assert isinstance(item.what, EndStep)
            assert item.what.node == self.found[-1]
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
