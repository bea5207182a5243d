"""Which nodes of a graph every way to a node goes through: the dominator tree, for blocks of any kind.

Lengauer and Tarjan's algorithm with path compression ("A fast algorithm for finding dominators in a flowgraph", 1979):
memory is linear, time n log n, for every graph. Sets of dominators take the square of the number of blocks, and the
iterative algorithm of Cooper, Harvey and Kennedy the square of the time where many blocks leave for one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Generic, TypeVar

N = TypeVar("N", bound=Hashable)


class Dominance(Generic[N]):
    """The dominator tree of the nodes that can be reached from the first. `nodes` is in depth-first order."""

    def __init__(self, nodes: list[N], parents: list[int]) -> None:
        self.nodes = nodes
        self._parents = parents
        self._numbers = {node: number for number, node in enumerate(nodes)}
        self._starts, self._ends = _preorder(parents)

    def is_reachable(self, node: N) -> bool:
        """Whether a way from the first node leads to it."""
        return node in self._numbers

    def parent(self, node: N) -> N | None:
        """The nearest other node that dominates it; None for the first node and unreachable ones."""
        number = self._numbers.get(node, 0)
        return self.nodes[self._parents[number]] if number else None

    def interval(self, node: N) -> tuple[int, int]:
        """The range of the nodes that a node dominates, including itself, in the tree's preorder.

        (-1, -1) for an unreachable node.
        """
        number = self._numbers.get(node)
        return (-1, -1) if number is None else (self._starts[number], self._ends[number])

    def dominates(self, above: N, below: N) -> bool:
        """Whether every way to `below` goes through `above`; a node dominates itself. False for unreachable ones."""
        upper, lower = self._numbers.get(above), self._numbers.get(below)
        if upper is None or lower is None:
            return False
        return self._starts[upper] <= self._starts[lower] < self._ends[upper]


def dominators(first: N, successors: Callable[[N], Iterable[N]]) -> Dominance[N]:
    """The dominator tree of what can be reached from `first`; a successor may be named more than once."""
    nodes, above, sources = _walk(first, successors)
    return Dominance(nodes, _parents(above, sources))


def intervals(targets: Sequence[Sequence[int]]) -> tuple[list[int], list[int]]:
    """For each node of a graph, where 0 is the first and `targets` has the successors of each: the first and the end of
    its `Dominance.interval`."""
    nodes, above, sources = _walk_numbers(targets)
    parents = _parents(above, sources)
    firsts, ends = [-1] * len(targets), [-1] * len(targets)
    starts, after = _preorder(parents)
    for number, node in enumerate(nodes):
        firsts[node] = starts[number]
        ends[node] = after[number]
    return firsts, ends


def _preorder(parents: list[int]) -> tuple[list[int], list[int]]:
    """Where each node of a dominator tree is in its preorder, in which a node is followed by what it dominates, and
    where that ends."""
    # A node comes after its dominators in the order, so that children are counted before their parents.
    sizes = [1] * len(parents)
    for number in range(len(parents) - 1, 0, -1):
        sizes[parents[number]] = sizes[parents[number]] + sizes[number]  # compiled, `+=` adds objects
    starts = [0] * len(parents)
    following = [1] * len(parents)
    for number in range(1, len(parents)):
        parent = parents[number]
        starts[number] = starts[parent] + following[parent]
        following[parent] = following[parent] + sizes[number]
    return starts, [start + sizes[number] for number, start in enumerate(starts)]


def _parents(above: list[int], sources: list[list[int]]) -> list[int]:
    """The nearest dominator of each node: all are numbers in depth-first order. `above`: where a node was first reached
    from; `sources`: from where at all."""
    count = len(above)
    semi = list(range(count))
    best = list(range(count))  # the node of the lowest semidominator on the compressed path upwards
    forest = [-1] * count
    parents = [0] * count
    waiting: list[list[int]] = [[] for _ in range(count)]
    for node in range(count - 1, 0, -1):
        lowest = semi[node]
        for source in sources[node]:
            reached = semi[_lowest(source, forest, best, semi)]
            if reached < lowest:
                lowest = reached
        semi[node] = lowest
        waiting[lowest].append(node)
        up = above[node]
        forest[node] = up
        for dominated in waiting[up]:
            lowest = _lowest(dominated, forest, best, semi)
            parents[dominated] = lowest if semi[lowest] < semi[dominated] else up
        waiting[up] = []
    for node in range(1, count):
        if parents[node] != semi[node]:
            parents[node] = parents[parents[node]]
    return parents


def _walk(first: N, successors: Callable[[N], Iterable[N]]) -> tuple[list[N], list[int], list[list[int]]]:
    """The nodes in depth-first order, and of each, by number, where it was first reached from, and all its sources."""
    numbers = {first: 0}
    nodes, above = [first], [0]
    sources: list[list[int]] = [[]]
    stack = [(0, iter(successors(first)))]
    while stack:
        number, rest = stack[-1]
        for target in rest:
            reached = numbers.get(target)
            if reached is not None:
                sources[reached].append(number)
                continue
            numbers[target] = reached = len(nodes)
            nodes.append(target)
            above.append(number)
            sources.append([number])
            stack.append((reached, iter(successors(target))))
            break
        else:
            stack.pop()
    return nodes, above, sources


def _walk_numbers(targets: Sequence[Sequence[int]]) -> tuple[list[int], list[int], list[list[int]]]:
    """What `_walk` gives, of nodes that are numbers."""
    numbers = [-1] * len(targets)
    numbers[0] = 0
    nodes, above = [0], [0]
    sources: list[list[int]] = [[]]
    path, following = [0], [0]  # the nodes on the way to here, and of each the place of the next successor
    while path:
        number = path[-1]
        successors = targets[nodes[number]]
        place = following[-1]
        while place < len(successors) and numbers[successors[place]] >= 0:
            sources[numbers[successors[place]]].append(number)
            place += 1
        following[-1] = place + 1
        if place == len(successors):
            path.pop()
            following.pop()
            continue
        reached = len(nodes)
        numbers[successors[place]] = reached
        nodes.append(successors[place])
        above.append(number)
        sources.append([number])
        path.append(reached)
        following.append(0)
    return nodes, above, sources


def _lowest(node: int, forest: list[int], best: list[int], semi: list[int]) -> int:
    """The node of the lowest semidominator between `node` and the root of its tree in `forest`; compresses the path."""
    if forest[node] < 0:
        return node
    path = []
    while forest[forest[node]] >= 0:
        path.append(node)
        node = forest[node]
    for lower in reversed(path):
        upper = forest[lower]
        if semi[best[upper]] < semi[best[lower]]:
            best[lower] = best[upper]
        forest[lower] = forest[upper]
    return best[path[0]] if path else best[node]
