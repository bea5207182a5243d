"""Which branches decide whether a block is reached, against the definition, on random graphs."""

from __future__ import annotations

import random

import pytest

from mtlb.air.lint.flow import _Flow, _reached
from mtlb.ir import Function, parse


def made(seed: int) -> Function:
    """A function of blocks that return, or leave for one or two others at random; the first one is no target."""
    chance = random.Random(seed)
    count = chance.randint(3, 9)
    lines = []
    for block in range(count):
        kind = chance.choice(("ret", "one", "two", "two")) if block < count - 1 else "ret"
        item, two = (f"label %b{chance.randrange(1, count)}" for _ in range(2))
        end = {"ret": "ret void", "one": f"br {item}", "two": f"br i1 %c, {item}, {two}"}[kind]
        lines.append(f"b{block}:\n  {end}")
    text = "define void @f(i1 %c) {\n" + "\n".join(lines) + "\n}\n"
    return next(iter(parse(text.encode()).functions))


def leads_out(flow: _Flow, start: int, without: int | None = None) -> bool:
    """Whether a way that does not go through the block `without` leads from a block to a return."""
    waiting, seen = [start], {start}
    while waiting:
        block = waiting.pop()
        if block == without:
            continue
        if not flow.targets[block]:
            return True
        new = [target for target in flow.targets[block] if target not in seen]
        seen.update(new)
        waiting += new
    return False


def behind(flow: _Flow, block: int) -> set[int]:
    """The branches that decide whether `block` is reached, by the definition."""

    def surely_reached(start: int, block: int) -> bool:
        return leads_out(flow, start) and (start == block or not leads_out(flow, start, without=block))

    numbers: set[int] = set()
    waiting = [block]
    while waiting:
        number = waiting.pop()
        for branch, targets in enumerate(flow.targets):
            if branch in numbers or len(set(targets)) < 2 or not leads_out(flow, branch):
                continue
            decides = branch == number or not surely_reached(branch, number)
            if decides and any(surely_reached(target, number) for target in targets):
                numbers.add(branch)
                waiting.append(branch)
    return numbers


@pytest.mark.parametrize("start", range(0, 400, 100))
def test_blocks_behind_a_branch_are_those_of_the_definition(start: int) -> None:
    dependent = 0
    for seed in range(start, start + 100):
        flow = _Flow(made(seed))
        blocks = range(len(flow.blocks))
        branches = [behind(flow, block) for block in blocks]
        decided, deciding = flow.control_dependences()
        assert [set(_reached([block], deciding)) for block in blocks] == branches, seed
        for branch in [block for block in blocks if len(set(flow.targets[block])) > 1]:
            expected = {block for block in blocks if branch in branches[block]}
            assert set(_reached([branch], decided)) == expected, seed
            dependent += len(expected)
    assert dependent > 100
