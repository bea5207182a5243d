"""Loops of graphs: right beside the definition, whatever nodes are called, and no more work where there are more."""

from __future__ import annotations

import time
from random import Random

from mtlb.ir.loops import LoopNest

Graph = list[list[int]]


def visited(graph: Graph) -> dict[int, int]:
    """When a walk that takes the last successor first comes to each node."""
    numbers: dict[int, int] = {}

    def visit(node: int) -> None:
        if node not in numbers:
            numbers[node] = len(numbers)
            for target in reversed(graph[node]):
                visit(target)

    visit(0)
    return numbers


def reached(graph: Graph, start: int, within: set[int]) -> set[int]:
    """What ways of at least one edge lead to, from node to node of a set."""
    numbers: set[int] = set()
    waiting = [target for target in graph[start] if target in within]
    while waiting:
        node = waiting.pop()
        if node not in numbers:
            numbers.add(node)
            waiting += [target for target in graph[node] if target in within]
    return numbers


def defined(graph: Graph, within: set[int], when: dict[int, int]) -> list[tuple[int, set[int]]]:
    """Header and nodes of every loop: of strongly connected parts, then of what is left of them without the header."""
    ways = {node: reached(graph, node, within) for node in within}
    parts = {frozenset({n for n in ways[node] if node in ways[n]}) for node in within if node in ways[node]}
    results = []
    for part in parts:
        header = min(part, key=when.__getitem__)
        results += [(header, set(part)), *defined(graph, set(part) - {header}, when)]
    return results


def graphs() -> list[Graph]:
    random = Random(5)
    results = []
    for _ in range(500):
        count = random.randint(1, 11)
        results.append(
            [[random.randrange(count) for _ in range(random.choice([0, 1, 1, 2, 2, 3]))] for _ in range(count)]
        )
    return results


def test_beside_the_definition() -> None:
    deepest = 0
    for graph in graphs():
        nest, when = LoopNest(0, graph.__getitem__), visited(graph)
        want = defined(graph, set(when), when)
        for node in when:
            loop = nest.loop_of(node)
            around = loop.around() if loop is not None else []
            deepest = max(deepest, len(around))
            assert {item.header for item in around} == {header for header, nodes in want if node in nodes}
            assert [item.parent for item in around] == [None, *around][: len(around)]
            for item in around:
                nodes = next(nodes for header, nodes in want if header == item.header)
                entries = {n for n in nodes for source in when if n in graph[source] and source not in nodes}
                assert item.entries | {item.header} == entries | {item.header}
    assert deepest > 3


def test_the_order_leads_forward_but_for_headers() -> None:
    for graph in graphs():
        nest = LoopNest(0, graph.__getitem__)
        place = {node: number for number, node in enumerate(nest.order)}
        assert place.keys() == visited(graph).keys()
        for node in place:
            loop = nest.loop_of(node)
            headers = [item.header for item in loop.around()] if loop is not None else []
            assert all(place[target] > place[node] or target in headers for target in graph[node])


def test_other_names_of_nodes_change_nothing() -> None:
    random = Random(6)
    for graph in graphs():
        names = [0, *random.sample(range(1, len(graph)), len(graph) - 1)]
        renamed: Graph = [[] for _ in graph]
        for node, targets in enumerate(graph):
            renamed[names[node]] = [names[target] for target in targets]
        assert LoopNest(0, renamed.__getitem__).order == [names[node] for node in LoopNest(0, graph.__getitem__).order]


def test_many_loops_in_each_other() -> None:
    """20,000 of them: node n leads on, and the node as far from the end leads back to it."""
    half = 20_000
    graph = [[n + 1] for n in range(half)] + [[n + 1, 2 * half - 1 - n] for n in range(half, 2 * half - 1)] + [[0]]
    started = time.process_time()
    nest = LoopNest(0, graph.__getitem__)
    assert time.process_time() - started < 5
    innermost = nest.loop_of(half)
    assert innermost is not None and innermost.header == half - 1
    assert len(innermost.around()) == half
