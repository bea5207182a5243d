"""Divides a function into regions between the places where its lanes meet, so that each region can become a loop
over lanes.
All lanes must reach the same next meeting. So the branches that decide it, which are those that a meeting is control
dependent on (directly, or because another such branch depends on them), are left outside of the regions, and are
taken once for all lanes. All other branches are inside: whichever way they go, each lane leaves its region at the
single block that follows. POCL divides kernels at barriers in this way ("pocl: A Performance-Portable OpenCL
Implementation", 2015, section 4), and COX at warp operations too (Han and others, "COX: Exposing CUDA Warp-Level
Functions to CPUs", 2022)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from ..ir import BasicBlock, BlockInstruction, Context, Function, InstCode, Instruction, Value
from ..ir.blocks import drop_single_phis, drop_unreachable, phis_of
from ..ir.build import IRBuilder
from ..ir.dominance import dominators
from .meetings import NotLoopsError

_ENDS = frozenset({InstCode.BR, InstCode.SWITCH, InstCode.RET, InstCode.UNREACHABLE})
_SHARED_SPACES = frozenset({1, 3})  # device and threadgroup memory
_EXIT = BasicBlock()  # the virtual exit block


@dataclass(eq=False)
class LaneRegion:
    """The blocks between two places where all lanes are together. `main`: those that all lanes reach, in order;
    `inner`: the others. `end` is the last instruction of the last main block, if it branches for all lanes.
    A region with a `meeting` consists of that call only, or of a load that is executed once for all lanes.
    `following`: the block at which the next region begins, if `end` does not state it; None for the last region."""

    main: list[BasicBlock]
    inner: list[BasicBlock] = field(default_factory=list)
    meeting: Instruction | None = None
    end: Instruction | None = None
    following: BasicBlock | None = None

    @property
    def blocks(self) -> list[BasicBlock]:
        """All blocks, with the entry block first."""
        return [*self.main, *self.inner]


def regions_of(context: Context, function: Function, meetings: Collection[Value]) -> list[LaneRegion]:
    """Divide a function, whose blocks are changed, at calls of `meetings`. Returns the regions, the entry region
    first.
    Raises NotLoopsError for control flow that cannot be divided."""
    graph = _Graph(context, function, meetings)
    graph.find_loads()
    graph.cut_at_meetings()
    graph.cut_behind_branches()
    graph.land()
    return graph.regions()


class _Graph:
    def __init__(self, context: Context, function: Function, meetings: Collection[Value]) -> None:
        self.b = IRBuilder(context)
        self.function = function
        self.meetings = meetings
        self.points: dict[BasicBlock, Instruction] = {}
        self.loads: set[Instruction] = set()
        drop_unreachable(context, function)
        drop_single_phis(context, function)

    # --- the graph ---

    def successors(self, block: BasicBlock) -> tuple[BasicBlock, ...]:
        last = block.instructions[-1]
        if last.code not in _ENDS:
            raise NotLoopsError(f"a block ends with {last.code.name}")
        return last.blocks or (_EXIT,)

    def sources(self) -> dict[BasicBlock, list[BasicBlock]]:
        """The predecessors of each block."""
        sources: dict[BasicBlock, list[BasicBlock]] = {block: [] for block in [*self.function.blocks, _EXIT]}
        for block in self.function.blocks:
            for target in self.successors(block):
                sources[target].append(block)
        return sources

    def new_block(self, *, before: BasicBlock) -> BasicBlock:
        """A new block that branches to `before`."""
        block = BasicBlock()
        self.function.blocks.append(block)
        self.b.at_end(block)
        self.b.branch(before)
        return block

    # --- cutting ---

    def find_loads(self) -> None:
        """Find the loads from shared memory that feed the branches which are taken for all lanes.
        Each becomes a separate region that is executed once for all lanes: no other thread may write there between
        two meetings, or the function has a race, but the lane itself may have written just before."""
        homes = {inst: block for block in self.function.blocks for inst in block.instructions}
        self.points = {homes[inst]: inst for inst in homes if self.is_meeting(inst)}
        seen: set[Value] = set()
        while True:
            self.look()
            waiting: list[Value] = [block.instructions[-1] for block in self.deciding]
            waiting = [end for end in waiting if end not in seen]
            if not waiting:
                break
            while waiting:
                value = waiting.pop()
                if value in seen or not isinstance(value, Instruction):
                    continue
                seen.add(value)
                if self.is_meeting(value):
                    continue
                if value.code is InstCode.LOAD and value.operands[0].type.address_space in _SHARED_SPACES:
                    self.loads.add(value)
                    self.points[homes[value]] = value
                waiting += value.operands
        self.points = {}

    def is_meeting(self, instruction: Instruction) -> bool:
        """Whether an instruction forms a separate region."""
        if instruction.code is InstCode.CALL:
            return instruction.operands[-1] in self.meetings
        return instruction in self.loads

    def cut_at_meetings(self) -> None:
        """Split blocks so that each meeting has a block of its own."""
        for block in list(self.function.blocks):
            rest = block
            for instruction in list(block.instructions):
                if not self.is_meeting(instruction):
                    continue
                place = rest.instructions.index(instruction)
                point, behind = BasicBlock(), BasicBlock()
                behind.instructions = rest.instructions[place + 1 :]
                rest.instructions = rest.instructions[:place]
                point.instructions = [instruction]
                for last, following in ((rest, point), (point, behind)):
                    self.b.at_end(last)
                    self.b.branch(following)
                self.function.blocks += [point, behind]
                self.points[point] = instruction
                rest = behind
            if rest is not block:
                for target in set(self.successors(rest)):
                    for phi in phis_of(target):
                        phi.blocks = tuple(rest if source is block else source for source in phi.blocks)

    def cut_behind_branches(self) -> None:
        """Insert a block into each edge from a branch that is taken for all lanes."""
        self.look()
        for block in self.deciding:
            last = block.instructions[-1]
            assert isinstance(last, BlockInstruction)
            edges: dict[BasicBlock, BasicBlock] = {}
            for target in last.blocks:
                if target not in edges:
                    edges[target] = self.new_block(before=target)
                    _merge_sources(target, block, edges[target])
            last.blocks = tuple(edges[target] for target in last.blocks)

    def look(self) -> None:
        """Find the branches that decide which meeting comes next, and the blocks that all lanes reach."""
        blocks = self.function.blocks
        sources = self.sources()
        after = self.after = dominators(_EXIT, sources.__getitem__)
        if any(not after.is_reachable(block) for block in blocks):
            raise NotLoopsError("a loop without an end")
        depends: dict[BasicBlock, set[BasicBlock]] = {block: set() for block in blocks}
        for block in blocks:
            targets = set(self.successors(block))
            if len(targets) < 2:
                continue
            stop = after.parent(block)
            for target in targets:
                at: BasicBlock | None = target
                while at is not None and at is not stop:
                    depends[at].add(block)
                    at = after.parent(at)
        self.deciding: list[BasicBlock] = []
        waiting = list(self.points)
        seen = set(waiting)
        while waiting:
            for branch in depends[waiting.pop()]:
                if branch not in seen:
                    seen.add(branch)
                    waiting.append(branch)
        decides = {branch for block in seen for branch in depends[block]}
        self.deciding = [block for block in blocks if block in decides]
        self.main = {block for block in blocks if depends[block] <= decides}

    def next_main(self, block: BasicBlock) -> BasicBlock:
        """The next block that all lanes of a block reach, unless they diverge for good there."""
        following = self.after.parent(block)
        while following is not None and following is not _EXIT and following not in self.main:
            following = self.after.parent(following)
        return following or _EXIT

    def inner(self, block: BasicBlock) -> list[BasicBlock]:
        """The blocks between a block and the next main block that only some lanes reach."""
        inner: dict[BasicBlock, None] = {}
        waiting = [block]
        while waiting:
            for target in self.successors(waiting.pop()):
                if target is not _EXIT and target not in self.main and target not in inner:
                    inner[target] = None
                    waiting.append(target)
        return list(inner)

    def land(self) -> None:
        """Insert a block where lanes reconverge, if they do so at a block that has other predecessors."""
        self.look()
        for block in [block for block in self.function.blocks if block in self.main and block not in self.deciding]:
            following = self.next_main(block)
            inner = self.inner(block)
            if following is _EXIT or not (inner or len(self.successors(block)) > 1):
                continue
            landing = self.new_block(before=following)
            self.b.at_start(landing)
            ours = {block, *inner}
            for phi in phis_of(following):
                pairs = list(zip(phi.operands, phi.blocks, strict=True))
                mine = [pair for pair in pairs if pair[1] in ours]
                others = [pair for pair in pairs if pair[1] not in ours]
                landed = self.b.phi(phi.type, [value for value, _ in mine], [source for _, source in mine])
                pairs = [*others, (landed, landing)]
                phi.operands, phi.blocks = tuple(value for value, _ in pairs), tuple(source for _, source in pairs)
            for source in ours:
                last = source.instructions[-1]
                if following in last.blocks:
                    assert isinstance(last, BlockInstruction)
                    last.blocks = tuple(landing if target is following else target for target in last.blocks)

    # --- regions ---

    def regions(self) -> list[LaneRegion]:
        """The regions, the entry region first."""
        self.look()
        deciding = set(self.deciding)
        next_of: dict[BasicBlock, tuple[BasicBlock, ...]] = {}
        for block in self.function.blocks:
            if block in self.main:
                following = self.successors(block) if block in deciding else (self.next_main(block),)
                next_of[block] = tuple(target for target in following if target is not _EXIT)
        ways: dict[BasicBlock, int] = dict.fromkeys(next_of, 0)
        ways[self.function.blocks[0]] += 1
        for targets in next_of.values():
            for target in targets:
                ways[target] += 1
        regions: list[LaneRegion] = []
        waiting, seen = [self.function.blocks[0]], {self.function.blocks[0]}
        while waiting:
            region = self.region(waiting.pop(), next_of, ways, deciding)
            regions.append(region)
            for target in reversed(next_of[region.main[-1]]):
                if target not in seen:
                    seen.add(target)
                    waiting.append(target)
        blocks = [block for region in regions for block in region.blocks]
        if len(set(blocks)) < len(blocks):
            raise NotLoopsError("two regions have a block together, as compilers merge equal code")
        return regions

    def region(
        self,
        first: BasicBlock,
        next_of: Mapping[BasicBlock, tuple[BasicBlock, ...]],
        ways: Mapping[BasicBlock, int],
        deciding: Collection[BasicBlock],
    ) -> LaneRegion:
        """The region that begins at a block."""
        region = LaneRegion([first], meeting=self.points.get(first))
        if region.meeting is not None:
            (region.following,) = next_of[first]
            return region
        while True:
            last = region.main[-1]
            if last in deciding:
                region.end = last.instructions[-1]
                return region
            region.inner += self.inner(last)
            if not next_of[last]:
                return region
            (following,) = next_of[last]
            if following in self.points or ways[following] > 1:
                region.following = following
                return region
            region.main.append(following)


def _merge_sources(block: BasicBlock, old: BasicBlock, new: BasicBlock) -> None:
    """Update phis after a split: where several edges came from `old`, there is now one from `new`."""
    for phi in phis_of(block):
        pairs = [(value, source) for value, source in zip(phi.operands, phi.blocks, strict=True) if source is not old]
        others = [value for value, source in zip(phi.operands, phi.blocks, strict=True) if source is old]
        pairs += [(value, new) for value in others[:1]]
        phi.operands, phi.blocks = tuple(value for value, _ in pairs), tuple(source for _, source in pairs)
