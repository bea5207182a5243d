"""Which slot of Metal each resource has: by its register (docs/direct3d.md §3).

Constant buffer ``b#`` is buffer #. Raw and structured ``t0`` to ``t7`` are buffers 14 to 21, ``u0`` to ``u6`` buffers
22 to 28. Other ``t#`` are texture #, typed ``u#`` texture 64 + #, ``s#`` sampler #. What has no such slot (a space of
its own, a higher register, a slot that is taken), counters of structured buffers and last the sizes of buffers take the
highest ones that are free.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..base.features import MOST_BUFFERS, MOST_SAMPLERS, MOST_TEXTURES
from .program import BoundProgram, Resource

BUFFERS_OF_T, BUFFERS_OF_U, TEXTURES_OF_U = 14, 22, 64
"""The first buffer of raw and structured t and u, and the first texture of typed u."""
_LIMITS = {"buffer": MOST_BUFFERS, "texture": MOST_TEXTURES, "sampler": MOST_SAMPLERS}
_COUNTS = {"b": BUFFERS_OF_T, "t": BUFFERS_OF_U - BUFFERS_OF_T, "u": 7}


@dataclass(frozen=True)
class BoundRegister:
    """Where a resource of a shader went, as `--print-bindings` shows it. `use`: of what in it: "" the resource itself,
    "counter" or "sizes"."""

    entry: str
    stage: str
    name: str
    register: str
    count: int
    table: str
    slot: int
    access: str
    type: str
    use: str = ""

    def as_json(self) -> dict[str, Any]:
        """For a report."""
        return {
            "entry": self.entry,
            "stage": self.stage,
            "name": self.name,
            "register": self.register,
            **({"count": self.count} if self.count > 1 else {}),
            self.table: self.slot,
            "access": self.access,
            "type": self.type,
            **({"use": self.use} if self.use else {}),
        }


class Slots:
    """The slots of one shader's resources."""

    def __init__(self, program: BoundProgram) -> None:
        self.program = program
        self._taken: dict[str, set[int]] = {table: set() for table in _LIMITS}
        self.resources: dict[tuple[str, int], int] = {}
        self.counters: dict[int, int] = {}
        self.sizes: int | None = None
        resources = sorted(program.resources.values(), key=lambda one: (one.kind, one.space, one.first))
        waiting = [one for one in resources if not self._place(one)]
        for one in waiting:
            self.resources[one.kind, one.id] = self._free(one, table_of(one), one.count)
        for one in resources:
            if one.needs_counter:
                self.counters[one.id] = self._free(one, "buffer", 1)
        sized = [one for one in resources if one.needs_size and one.is_buffer]
        if sized:
            self.sizes = self._free(sized[0], "buffer", 1)

    def _place(self, one: Resource) -> bool:
        table, start = table_of(one), one.first
        if one.space:
            return False
        if one.is_buffer:
            letter = "b" if one.kind == "cb" else one.kind
            if one.last >= _COUNTS[letter]:
                return False
            start += {"b": 0, "t": BUFFERS_OF_T, "u": BUFFERS_OF_U}[letter]
        elif one.kind == "u":
            start += TEXTURES_OF_U
        places = set(range(start, start + one.count))
        if start + one.count > _LIMITS[table] or places & self._taken[table]:
            return False
        self._taken[table] |= places
        self.resources[one.kind, one.id] = start
        return True

    def _free(self, one: Resource, table: str, count: int) -> int:
        taken = self._taken[table]
        for start in range(_LIMITS[table] - count, -1, -1):
            places = set(range(start, start + count))
            if not places & taken:
                taken |= places
                return start
        raise self.program.refuse(
            one.instruction, f"{one.register}: no {table} is left, as Metal has {_LIMITS[table]} of them"
        )


def table_of(one: Resource) -> str:
    """Which of Metal's tables a resource is in: "buffer", "texture" or "sampler"."""
    return "sampler" if one.kind == "s" else "buffer" if one.is_buffer else "texture"


def listed(bound: Sequence[BoundRegister]) -> list[dict[str, Any]]:
    """As JSON values."""
    return [one.as_json() for one in bound]
