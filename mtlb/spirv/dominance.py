"""Which blocks of a function every way to a block goes through (Cooper, Harvey and Kennedy's algorithm)."""

from __future__ import annotations

from .functions import SpirvFunction

__all__ = ["Dominance", "dominators"]


class Dominance:
    """The dominator tree of a function's reachable blocks. Blocks are named by their labels."""

    def __init__(self, order: list[int], parents: dict[int, int]) -> None:
        self.order = order
        """The reachable blocks, in reverse postorder."""
        self._parents = parents
        self._intervals: dict[int, tuple[int, int]] = {}
        children: dict[int, list[int]] = {label: [] for label in order}
        for label in order[1:]:
            children[parents[label]].append(label)
        clock = 0
        stack = [(order[0], False)] if order else []
        entered: dict[int, int] = {}
        while stack:
            label, is_done = stack.pop()
            clock += 1
            if is_done:
                self._intervals[label] = entered[label], clock
            else:
                entered[label] = clock
                stack.append((label, True))
                stack += [(child, False) for child in reversed(children[label])]

    def is_reachable(self, label: int) -> bool:
        """Whether a way from the first block leads to it."""
        return label in self._intervals

    def parent(self, label: int) -> int | None:
        """The nearest block that dominates it; None for the first block and unreachable ones."""
        return self._parents.get(label) if label != self.order[0] else None

    def dominates(self, above: int, below: int) -> bool:
        """Whether every way to `below` goes through `above`; a block dominates itself. False for unreachable ones."""
        if above not in self._intervals or below not in self._intervals:
            return False
        start, end = self._intervals[above]
        return start <= self._intervals[below][0] < end


def dominators(function: SpirvFunction) -> Dominance:
    """The dominator tree. The function has blocks, and all targets of branches are blocks of it."""
    order = _reverse_postorder(function)
    index = {label: place for place, label in enumerate(order)}
    parents = {order[0]: order[0]}
    changed = True
    while changed:
        changed = False
        for label in order[1:]:
            new = -1
            for before in function.predecessors[label]:
                if before in parents:
                    new = before if new < 0 else _meet(before, new, parents, index)
            if parents.get(label) != new:
                parents[label] = new
                changed = True
    return Dominance(order, parents)


def _meet(one: int, other: int, parents: dict[int, int], index: dict[int, int]) -> int:
    while one != other:
        while index[one] > index[other]:
            one = parents[one]
        while index[other] > index[one]:
            other = parents[other]
    return one


def _reverse_postorder(function: SpirvFunction) -> list[int]:
    first = function.blocks[0].label
    seen = {first}
    stack = [(first, iter(function.block[first].successors))]
    order = []
    while stack:
        label, rest = stack[-1]
        target = next(rest, None)
        if target is None:
            order.append(label)
            stack.pop()
        elif target not in seen:
            seen.add(target)
            stack.append((target, iter(function.block[target].successors)))
    return order[::-1]
