"""The loops of a graph and their nesting, and an order of its nodes in which every edge except back edges leads
forward. Both depend only on the order of each node's successors, not on the stored order of nodes. A loop is what LLVM
calls a cycle ("Cycle Terminology" of its documentation): a strongly connected part with a header; without the header,
the rest may have nested loops. So every graph has loops. In an irreducible graph, where a loop is entered beside its
header, the order of successors determines the header.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar

N = TypeVar("N", bound=Hashable)


class NestedLoop(Generic[N]):
    """One loop: its header, the nodes beside it that ways from outside lead to, and the loop around it."""

    __slots__ = ("entries", "header", "parent")

    def __init__(self, header: N) -> None:
        self.header = header
        self.entries: set[N] = set()
        self.parent: NestedLoop[N] | None = None

    def around(self) -> list[NestedLoop[N]]:
        """The enclosing loops, the outermost first, and the loop itself last."""
        loops = [self]
        while (parent := loops[-1].parent) is not None:
            loops.append(parent)
        return loops[::-1]


class LoopNest(Generic[N]):
    """The loops of the nodes reachable from a node. A successor may occur repeatedly. `order` is a reverse postorder:
    every edge except those back to headers leads forward, a header precedes all other nodes of its loop, and of a
    node's successors the first comes first.
    """

    def __init__(self, first: N, successors: Callable[[N], Sequence[N]]) -> None:
        self._walk(first, successors)
        self._innermost: dict[N, NestedLoop[N]] = {}
        # Of each loop one that it is in, nearer to the outermost with every look.
        outer: dict[NestedLoop[N], NestedLoop[N]] = {}
        for header in reversed(self._before):  # inner loops first
            sources = [source for source in self._sources[header] if self._is_below(source, header)]
            if sources:
                loop = self._innermost[header] = NestedLoop(header)
                self._collect(loop, sources, outer)

    def loop_of(self, node: N) -> NestedLoop[N] | None:
        """The innermost loop that a node is in."""
        return self._innermost.get(node)

    def _walk(self, first: N, successors: Callable[[N], Sequence[N]]) -> None:
        """Visit the graph depth-first: the last successor first, so that it comes last in the order."""
        before = self._before = [first]
        after: list[N] = []
        starts = self._starts = {first: 0}
        self._ends: dict[N, int] = {}
        self._sources: dict[N, list[N]] = {first: []}
        stack = [(first, reversed(successors(first)))]
        while stack:
            node, rest = stack[-1]
            for target in rest:
                if target in starts:
                    self._sources[target].append(node)
                    continue
                starts[target] = len(before)
                before.append(target)
                self._sources[target] = [node]
                stack.append((target, reversed(successors(target))))
                break
            else:
                stack.pop()
                self._ends[node] = len(before)
                after.append(node)
        self.order = after[::-1]

    def _is_below(self, node: N, above: N) -> bool:
        """Whether `node` is `above` or a descendant of it in the depth-first tree."""
        return self._starts[above] <= self._starts[node] < self._ends[above]

    def _collect(self, loop: NestedLoop[N], waiting: list[N], outer: dict[NestedLoop[N], NestedLoop[N]]) -> None:
        """Add to a loop the nodes and inner loops that reach its header through descendants of the header."""
        while waiting:
            node = waiting.pop()
            inner = self._innermost.get(node)
            if inner is None:
                self._innermost[node] = loop
                reached = [node]
            else:
                top = _top(inner, outer)
                if top is loop:
                    continue
                top.parent = outer[top] = loop
                reached = [top.header, *top.entries]
            for member in reached:
                for source in self._sources[member]:
                    if self._is_below(source, loop.header):
                        waiting.append(source)
                    else:
                        loop.entries.add(member)


def _top(loop: NestedLoop[N], outer: dict[NestedLoop[N], NestedLoop[N]]) -> NestedLoop[N]:
    """The outermost loop so far that a loop is in."""
    top = loop
    while top in outer:
        top = outer[top]
    while loop is not top:
        outer[loop], loop = top, outer[loop]
    return top
