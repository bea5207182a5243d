"""The dominator tree: right beside the definition, and no more work for a block where there are more blocks."""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Callable
from random import Random
from types import FrameType
from typing import Any

import pytest

from mtlb.bitstream.decoder import COMPILED
from mtlb.ir import dominance as subject
from mtlb.ir.dominance import GrowingDominance, block_intervals, dominators

Graph = list[list[int]]


def reached(graph: Graph, without: int) -> set[int]:
    numbers: set[int] = set()
    waiting = [0]
    while waiting:
        node = waiting.pop()
        if node != without and node not in numbers:
            numbers.add(node)
            waiting += graph[node]
    return numbers


def test_beside_the_definition() -> None:
    random = Random(31)
    for _ in range(400):
        count = random.randint(1, 14)
        graph = [[random.randrange(count) for _ in range(random.randint(0, 3))] for _ in range(count)]
        tree = dominators(0, graph.__getitem__)
        every = reached(graph, -1)
        for _ in range(2):  # the second result is the first one, kept
            intervals = zip(*block_intervals(graph), strict=True)
            assert list(intervals) == [tree.interval(node) for node in range(count)]
        assert {node for node in range(count) if tree.is_reachable(node)} == every
        above: dict[int, set[int]] = {node: set() for node in every}
        for other in range(count):
            for node in every - reached(graph, other):
                above[node].add(other)
            for node in range(count):
                assert tree.dominates(other, node) == (node in every and node not in reached(graph, other))
        for node in every:
            nearest = tree.parent(node)
            assert (nearest is None) == (node == 0)
            assert nearest is None or above[nearest] == above[node] - {node}


def test_edges_that_are_added_and_removed() -> None:
    random = Random(32)
    for _ in range(150):
        count = random.randint(2, 12)
        graph: Graph = [[] for _ in range(count)]
        growing = GrowingDominance(0)
        for _ in range(random.randint(count, 3 * count)):
            source = random.randrange(count)
            ends = [target for target in graph[source] if target and not graph[target]]
            if ends and random.random() < 0.3:
                target = random.choice(ends)
                graph[source].remove(target)
                growing.remove(source, target)
            else:
                target = random.randrange(count)
                graph[source].append(target)
                growing.add(source, target)
            tree = dominators(0, graph.__getitem__)
            for node in range(count):
                assert growing.is_reachable(node) == tree.is_reachable(node)
                for other in range(count):
                    assert growing.dominates(other, node) == tree.dominates(other, node)


def test_an_edge_to_a_node_with_edges_is_not_removed() -> None:
    growing = GrowingDominance(0)
    growing.add(0, 1)
    growing.add(1, 2)
    with pytest.raises(ValueError, match="edges leave the target"):
        growing.remove(0, 1)
    with pytest.raises(ValueError):
        growing.remove(0, 2)


def ifs(count: int) -> Graph:
    """So many ifs, one behind another."""
    return [
        way for at in range(0, 2 * count, 2) for way in ([at + 1, at + 2], [at + 2])
    ] + [[]]  # fmt: skip


def exits(count: int) -> Graph:
    """A chain of blocks of which each may leave for the last block."""
    return [[at + 1, count] for at in range(count)] + [[]]


def ladder(count: int) -> Graph:
    """Two chains with steps between them, both ways: loops with two entries."""
    last = 2 * count
    return [[1, 2]] + [[min(at + 2, last), at + 1 if at % 2 else at - 1] for at in range(1, last)] + [[]]


def nested(count: int) -> Graph:
    """Loops in loops: every block on the way out goes back to its own header."""
    return [[at + 1] for at in range(count)] + [[at + 1, 2 * count - at] for at in range(count, 2 * count)] + [[]]


SHAPES = pytest.mark.parametrize("shape", [ifs, exits, ladder, nested], ids=lambda item: item.__name__)


def lines(work: Callable[[], object]) -> int:
    """How many lines of the module run."""
    count = 0

    def line(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        count += event == "line"
        return line

    def call(frame: FrameType, event: str, _: Any) -> Any:
        return line if frame.f_code.co_filename == subject.__file__ else None

    before = sys.gettrace()
    sys.settrace(call)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


@pytest.mark.skipif(COMPILED, reason="the lines of compiled code are not counted")
@SHAPES
def test_work_grows_with_the_graph(shape: Callable[[int], Graph]) -> None:
    small, large = shape(200), shape(1600)
    work = [lines(lambda graph=graph: dominators(0, graph.__getitem__)) for graph in (small, large)]
    assert work[1] < 12 * work[0]  # 8 for a linear algorithm, 64 for a quadratic one


def growing(graph: Graph) -> GrowingDominance[int]:
    """The tree, an edge at a time, asked at each node for the one before."""
    tree = GrowingDominance(0)
    for source, targets in enumerate(graph):
        for target in targets:
            tree.add(source, target)
        tree.dominates(source - 1, source)
        tree.dominates(1, source)
    return tree


@pytest.mark.skipif(COMPILED, reason="the lines of compiled code are not counted")
@pytest.mark.parametrize("shape", [ifs, exits], ids=lambda item: item.__name__)
def test_work_grows_with_the_edges(shape: Callable[[int], Graph]) -> None:
    small, large = shape(200), shape(1600)
    work = [lines(lambda graph=graph: growing(graph)) for graph in (small, large)]
    assert work[1] < 16 * work[0]  # 8 times the edges, each with a logarithm of them


@SHAPES
def test_memory_grows_with_the_graph(shape: Callable[[int], Graph]) -> None:
    peaks = []
    for graph in (shape(500), shape(4000)):
        tracemalloc.start()
        dominators(0, graph.__getitem__)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 12 * peaks[0]
