"""Random kernels whose lanes come to every meeting together, and part between meetings.

They are made of the statements of divergent.py, so that its model says what they leave. All lanes take the same way at
a branch with meetings behind it, since it looks at a sum over the simdgroup.
"""

from __future__ import annotations

from random import Random

from tests.cpu.divergent import MEETINGS, THREADS, Maker, Program, Statement

__all__ = ["converging_program"]


def converging_program(seed: int) -> Program:
    """One program; the same for the same seed."""
    return _Converging(Random(seed)).program()


class _Converging(Maker):
    def program(self) -> Program:
        self.left = 40
        return Program(self.together(0, waits=True))

    def together(self, depth: int, *, waits: bool) -> list[Statement]:
        """Statements that all lanes of a simdgroup come to; `waits`: those of the whole threadgroup do."""
        statements: list[Statement] = []
        for _ in range(self.random.randint(2, 4)):
            kinds = ["free", "free", "meet", "meet"]
            if waits:
                kinds.append("exchange")
            if depth < 3 and self.left > 0:
                kinds += ["repeat", "either", "while"]
            kind = self.random.choice(kinds)
            self.left -= 1
            if kind == "free":
                statements.append(self.statement(1, loops=0, helpers=0, ends=False))
            elif kind == "meet":
                statements.append((self.random.choice(MEETINGS), self.variable(), self.variable()))
            elif kind == "exchange":
                statements.append(("exchange", self.variable(), self.random.randrange(1, THREADS)))
            elif kind == "repeat" and waits:
                statements.append(("repeat", self.random.randint(1, 3), self.together(depth + 1, waits=True)))
            elif kind == "while":
                variable, mask, value = self.condition()
                body = self.together(depth + 1, waits=False)
                statements.append(("do", (variable, mask, value), [*body, ("sum", variable, self.variable())]))
            else:
                variable, mask, value = self.condition()
                then = self.together(depth + 1, waits=False)
                otherwise = self.together(depth + 1, waits=False) if self.random.random() < 0.5 else []
                statements += [("sum", variable, self.variable()), ("if", (variable, mask, value), then, otherwise)]
        return statements

    def block(self, depth: int, *, loops: int, helpers: int, ends: bool) -> list[Statement]:
        """Statements without a meeting, for lanes that parted."""
        return [self.statement(depth, loops, helpers, ends) for _ in range(self.random.randint(1, 3))]

    def statement(self, depth: int, loops: int, helpers: int, ends: bool) -> Statement:
        while True:
            statement = super().statement(depth, loops, helpers, ends)
            if statement[0] not in MEETINGS:
                return statement
