"""Structured control flow: converts the blocks of a function to sequences, branches, loops and switches.
A tree is built along the dominator tree, as in Ramsey's "Beyond Relooper" (2022): a node with several predecessors
comes after a `Block` that the jumps to it leave. Exit targets of a loop come after the loop. `lower` converts the
tree to C++ without `goto`: `break` and `continue` where they are equivalent, a flag where several statements are
left."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from ..ir.dominance import dominators

N = TypeVar("N", bound=Hashable)


# --- the tree --------------------------------------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class PlainStep(Generic[N]):
    """The instructions of a node, except its terminator."""

    node: N


@dataclass(eq=False, slots=True)
class EdgeStep(Generic[N]):
    """The effects of an edge from one node to another: assignments to phis."""

    source: N
    target: N


@dataclass(eq=False, slots=True)
class JumpStep(Generic[N]):
    """Continue at a later node, or with the next iteration of the loop whose header the node is."""

    target: N


@dataclass(eq=False, slots=True)
class EndStep(Generic[N]):
    """The terminator of a node that leaves the function."""

    node: N


@dataclass(eq=False, slots=True)
class BranchStep(Generic[N]):
    """The branches of a node, by successor index: two, or those of a switch."""

    node: N
    ways: list[list[Statement[N]]]


@dataclass(eq=False, slots=True)
class BlockStep(Generic[N]):
    """Statements that a jump to `target` leaves."""

    target: N
    body: list[Statement[N]]


@dataclass(eq=False, slots=True)
class LoopStep(Generic[N]):
    """Statements that repeat after the last one, and at a jump to `header`."""

    header: N
    body: list[Statement[N]]


Statement = PlainStep[N] | EdgeStep[N] | JumpStep[N] | EndStep[N] | BranchStep[N] | BlockStep[N] | LoopStep[N]


class Irreducible(Exception):
    """A loop has several entries, so the graph cannot be structured."""


def structured(first: N, successors: Callable[[N], Sequence[N]]) -> list[Statement[N]]:
    """The tree of the nodes that are reachable from `first`. Raises `Irreducible` if a loop has several entries."""
    return _Structure(first, successors).tree()


class _Structure(Generic[N]):
    def __init__(self, first: N, successors: Callable[[N], Sequence[N]]) -> None:
        self._successors = successors
        self._first = first
        self._dominance = dominators(first, lambda node: reversed(successors(node)))
        self._order = _reverse_postorder(first, successors)
        self._number = {node: number for number, node in enumerate(self._order)}
        self._sources: dict[N, list[N]] = {node: [] for node in self._order}
        for node in self._order:
            for target in successors(node):
                self._sources[target].append(node)
        self._loops = self._find_loops()
        self._after = self._children()

    def _is_back(self, source: N, target: N) -> bool:
        return self._number[target] <= self._number[source]

    def _find_loops(self) -> dict[N, set[N]]:
        """The loop nodes for each header."""
        loops: dict[N, set[N]] = {}
        for target in self._order:
            latches = [source for source in self._sources[target] if self._is_back(source, target)]
            if not latches:
                continue
            if not all(self._dominance.dominates(target, latch) for latch in latches):
                raise Irreducible
            nodes = {target}
            waiting = list(latches)
            while waiting:
                node = waiting.pop()
                if node not in nodes:
                    nodes.add(node)
                    waiting.extend(self._sources[node])
            loops[target] = nodes
        return loops

    def _children(self) -> dict[N, list[N]]:
        """For each node, the nodes that follow it in a sequence, in order: merge points, and exit targets of loops."""
        children: dict[N, list[N]] = {node: [] for node in self._order}
        self._labelled: set[N] = set()
        around: dict[N, list[N]] = {node: [] for node in self._order}  # headers, outermost first
        for header in self._order:
            if header in self._loops:
                for node in self._loops[header]:
                    around[node].append(header)
        for node in self._order[1:]:
            parent = self._dominance.parent(node)
            assert parent is not None
            forward = [source for source in self._sources[node] if not self._is_back(source, node)]
            left = [header for header in around[parent] if node not in self._loops[header]]
            if left and self._goes_on(node):
                children[left[0]].append(node)
                self._labelled.add(node)
            elif len(forward) > 1:
                children[parent].append(node)
                self._labelled.add(node)
        return children

    def _goes_on(self, node: N) -> bool:
        """Whether the exit target of a loop does more than end the function."""
        return bool(self._successors(node)) or len(self._sources[node]) > 1

    def tree(self) -> list[Statement[N]]:
        return self._sequence(self._first)

    def _sequence(self, node: N, *, is_body: bool = False) -> list[Statement[N]]:
        """The statements from a node on, or the body of the loop with this header.
        The last child in a sequence is not nested: it is handled by iteration, so that long functions need no
        recursion."""
        statements: list[Statement[N]] = []
        while True:
            after = self._after[node]
            nodes = self._loops.get(node)
            if nodes is not None and is_body:
                after = [node for node in after if node in nodes]
            if nodes is not None and not is_body:
                after = [node for node in after if node not in nodes]
                body: list[Statement[N]] = [LoopStep(node, self._sequence(node, is_body=True))]
            else:
                body = [PlainStep(node)]
                targets = self._successors(node)
                if not after and len(targets) == 1 and not self._is_jump(node, targets[0]):
                    statements += [*body, EdgeStep(node, targets[0])]
                    node, is_body = targets[0], False
                    continue
                body += self._left(node)
            if not after:
                return [*statements, *body]
            for follower in after[:-1]:
                body = [BlockStep(follower, body), *self._sequence(follower)]
            statements.append(BlockStep(after[-1], body))
            node, is_body = after[-1], False

    def _is_jump(self, node: N, target: N) -> bool:
        return self._is_back(node, target) or target in self._labelled

    def _left(self, node: N) -> list[Statement[N]]:
        """The exit of a node."""
        targets = self._successors(node)
        if not targets:
            return [EndStep(node)]
        ways = [self._way(node, target) for target in targets]
        return ways[0] if len(ways) == 1 else [BranchStep(node, ways)]

    def _way(self, node: N, target: N) -> list[Statement[N]]:
        edge: list[Statement[N]] = [EdgeStep(node, target)]
        return [*edge, JumpStep(target)] if self._is_jump(node, target) else [*edge, *self._sequence(target)]


def _reverse_postorder(first: N, successors: Callable[[N], Sequence[N]]) -> list[N]:
    seen = {first}
    stack = [(first, iter(reversed(successors(first))))]
    after: list[N] = []
    while stack:
        node, rest = stack[-1]
        for target in rest:
            if target not in seen:
                seen.add(target)
                stack.append((target, iter(reversed(successors(target)))))
                break
        else:
            stack.pop()
            after.append(node)
    return after[::-1]


# --- what C++ can say ------------------------------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class LineCode(Generic[N]):
    """Code without exits: `what` is a `Plain`, an `Edge` or an `End`."""

    what: PlainStep[N] | EdgeStep[N] | EndStep[N]


@dataclass(eq=False, slots=True)
class LeaveCode:
    """`break` or `continue`."""

    word: str


@dataclass(eq=False, slots=True)
class SetFlagCode:
    """Set the flag of a pending jump; `value` is False initially."""

    flag: int
    value: bool


@dataclass(eq=False, slots=True)
class IfFlagCode(Generic[N]):
    """Statements that execute if a jump is pending."""

    flag: int
    body: list[Code[N]]


@dataclass(eq=False, slots=True)
class ChoiceCode(Generic[N]):
    """The branches of a conditional or a switch."""

    node: N
    ways: list[list[Code[N]]]


@dataclass(eq=False, slots=True)
class RepeatCode(Generic[N]):
    """An infinite loop; `once` if it only serves as a target of `break`."""

    body: list[Code[N]]
    is_once: bool


Code = LineCode[N] | LeaveCode | SetFlagCode | IfFlagCode[N] | ChoiceCode[N] | RepeatCode[N]


@dataclass(slots=True)
class _Around(Generic[N]):
    """A statement that `break` leaves. `ends`: the nodes after it. `header`: of a loop. `open`: jumps that leave
    further statements."""

    kind: str  # "loop", "once", "switch"
    ends: frozenset[N]
    header: N | None = None
    open: dict[N, None] = field(default_factory=dict)


def lower(tree: list[Statement[N]], is_switch: Callable[[N], bool]) -> list[Code[N]]:
    """Statements without labels. `is_switch`: whether a node's branch is a switch, which `break` leaves."""
    once: set[N] = set()
    while True:
        try:
            return _Lowering(is_switch, once).sequence(tree, frozenset(), [])
        except _NeedsLeaving as needed:
            once.add(needed.target)


class _NeedsLeaving(Exception):
    """The end of a block cannot be reached by fall-through alone."""

    def __init__(self, target: object) -> None:
        super().__init__()
        self.target: Any = target


class _Lowering(Generic[N]):
    """`once`: the blocks that need a surrounding statement as a target of `break`."""

    def __init__(self, is_switch: Callable[[N], bool], once: set[N]) -> None:
        self._is_switch = is_switch
        self._once = once
        self._depths: dict[N, int] = {}
        self._flags: dict[N, int] = {}

    def sequence(self, body: list[Statement[N]], ends: frozenset[N], around: list[_Around[N]]) -> list[Code[N]]:
        """`ends`: targets that come next after this sequence, so that jumps to them need no statement."""
        codes: list[Code[N]] = []
        for place, statement in enumerate(body):
            is_last = place == len(body) - 1
            codes += self.statement(statement, ends if is_last else _starts(body[place + 1]), around)
        return codes

    def statement(self, statement: Statement[N], ends: frozenset[N], around: list[_Around[N]]) -> list[Code[N]]:
        if isinstance(statement, (PlainStep, EdgeStep, EndStep)):
            return [LineCode(statement)]
        if isinstance(statement, JumpStep):
            return self.jump(statement.target, ends, around)
        if isinstance(statement, BranchStep):
            return self.branch(statement, ends, around)
        if isinstance(statement, BlockStep):
            return self.block(statement, ends | {statement.target}, around)
        loop = _Around("loop", ends, statement.header)
        return self.inside(loop, statement.body, frozenset({statement.header}), ends, around)

    def block(self, statement: BlockStep[N], ends: frozenset[N], around: list[_Around[N]]) -> list[Code[N]]:
        """A block needs no surrounding statement if all jumps to its end are at the end of its statements."""
        if statement.target in self._once:
            return self.inside(_Around("once", ends), statement.body, ends, ends, around)
        self._depths[statement.target] = len(around)
        return self.sequence(statement.body, ends, around)

    def branch(self, statement: BranchStep[N], ends: frozenset[N], around: list[_Around[N]]) -> list[Code[N]]:
        if not self._is_switch(statement.node):
            return [ChoiceCode(statement.node, [self.sequence(way, ends, around) for way in statement.ways])]
        switch: _Around[N] = _Around("switch", ends)
        ways = [self.sequence(way, ends, [*around, switch]) for way in statement.ways]
        return [*self.opened(switch), ChoiceCode(statement.node, ways), *self.closed(switch, ends, around)]

    def inside(
        self,
        entry: _Around[N],
        body: list[Statement[N]],
        inner_ends: frozenset[N],
        ends: frozenset[N],
        around: list[_Around[N]],
    ) -> list[Code[N]]:
        body_code = self.sequence(body, inner_ends, [*around, entry])
        return [*self.opened(entry), RepeatCode(body_code, entry.kind == "once"), *self.closed(entry, ends, around)]

    def opened(self, entry: _Around[N]) -> list[Code[N]]:
        return [SetFlagCode(self._flag(target), False) for target in entry.open]

    def closed(self, entry: _Around[N], ends: frozenset[N], around: list[_Around[N]]) -> list[Code[N]]:
        """After a statement: handle the jumps that leave further statements."""
        codes: list[Code[N]] = []
        for target in entry.open:
            body = self.jump(target, ends, around)
            if body:
                codes.append(IfFlagCode(self._flag(target), body))
        return codes

    def jump(self, target: N, ends: frozenset[N], around: list[_Around[N]]) -> list[Code[N]]:
        if target in ends:
            return []
        if self._depths.get(target) == len(around) or not around:
            raise _NeedsLeaving(target)
        if target in around[-1].ends:
            return [LeaveCode("break")]
        for entry in reversed(around):
            if entry.kind == "loop" and entry.header == target:
                return [LeaveCode("continue")]
            if entry.kind != "switch":
                break
        around[-1].open[target] = None
        return [SetFlagCode(self._flag(target), True), LeaveCode("break")]

    def _flag(self, target: N) -> int:
        return self._flags.setdefault(target, len(self._flags))


def _starts(statement: Statement[N]) -> frozenset[N]:
    """The first node of a statement."""
    while isinstance(statement, BlockStep):
        statement = statement.body[0]
    if isinstance(statement, PlainStep):
        return frozenset({statement.node})
    return frozenset({statement.header}) if isinstance(statement, LoopStep) else frozenset()
